"""Beginnings: a small complete project for a new game, and ready faces to be changed by hand."""

STARTS = ("cards", "hexes", "tokens", "board", "rules", "blank")
"""The starts of `fustella new`, the usual one first: names of folders in `resources/starts/`."""
