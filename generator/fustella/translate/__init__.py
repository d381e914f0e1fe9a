"""Translations: what a game says and where, given to translators, taken back, held to its faces.

Heavy modules are imported by name: `entries`, `fit`, `update`, and those of `exchange`.
"""

FORMATS = ("csv", "xlsx", "po")
"""The files in which texts go to translators and come back, as their names end."""

__all__ = ["FORMATS"]
