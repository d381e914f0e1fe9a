"""Fustella: lists of game components in, sheets that a home printer prints right out."""

import gc

__version__ = "0.1.0"

# So many new objects there may be before Python looks for reference cycles among them, and so many
# such searches before those among older ones. Games are large trees with next to no cycles, and so
# are modules; at Python's own threshold the search costs a small build more time than its files.
gc.set_threshold(250_000, 20, 50)
