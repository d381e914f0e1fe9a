"""Begins games with a small complete project, and copies ready faces to be changed by hand."""

STARTS = {
    "cards": "a deck in a spreadsheet, with pictures",
    "hexes": "tiles of a map",
    "tokens": "counters and coins",
    "board": "one board over several sheets",
    "wargame": "a map of hexagons from tables, with counters and charts",
    "rails": "a railway game with a map, tiles, a market and shares",
    "rules": "a deck that is compared with its rules",
    "blank": "one card that you design from nothing",
}
"""The starts of `fustella new`, which are folders in `resources/starts/`, and what each is.

The first is usual.
"""
