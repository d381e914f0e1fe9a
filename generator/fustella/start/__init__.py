"""Beginnings: a small complete project for a new game, and ready faces to be changed by hand."""

STARTS = ("cards", "hexes", "tokens", "board", "rules", "blank")
"""What a game may be begun from, the usual one first: folders in `resources/starts/`."""
