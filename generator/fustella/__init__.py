"""Turns lists of game components into sheets that a home printer prints correctly."""

import gc

__version__ = "0.1.0"

# So many new objects there may be before Python looks for reference cycles among them, and so many
# such searches before those among older ones. Games are large trees with few cycles, and so are
# modules; at Python's own threshold the search costs a small build more time than its files. At
# this one a game of a thousand pieces is built without a search, which takes half a second of ten
# for so many objects; all cycles that it leaves behind take 20 MB.
gc.set_threshold(1_000_000, 20, 50)

# glibc gives memory at the end of its heap back to the system as soon as 128 kB are free there, and
# asks for it anew, page by page. Once a large block was freed it keeps twice as much (mallopt(3),
# M_TRIM_THRESHOLD). Nothing is written into this block, so it takes no memory itself.
bytes(4_000_000)
