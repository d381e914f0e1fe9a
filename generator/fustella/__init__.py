"""Turns lists of game components into sheets that a home printer prints correctly."""

import gc

__version__ = "0.1.0"

# The number of new objects before Python searches them for reference cycles, and the numbers of
# such searches before it searches older objects. Games are large trees with next to no cycles, and
# so are modules; at Python's own threshold the search costs a small build more time than its files.
gc.set_threshold(250_000, 20, 50)

# glibc gives memory at the end of its heap back to the system as soon as 128 kB are free there, and
# asks for it anew, page by page. Once a large block was freed it keeps twice as much (mallopt(3),
# M_TRIM_THRESHOLD). Nothing is written into this block, so it takes no memory itself.
bytes(4_000_000)
