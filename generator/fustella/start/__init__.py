"""Begins games with a small complete project, and copies ready faces to be changed by hand."""

STARTS = ("cards", "hexes", "tokens", "board", "wargame", "rails", "rules", "blank")
"""The starts of `fustella new`, which are folders in `resources/starts/`; the first is usual."""
