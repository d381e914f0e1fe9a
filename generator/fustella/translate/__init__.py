"""Translations: texts of a game go to translators, come back, and are tried on its faces.

Heavy modules are imported by name: `entries`, `fit`, `update`, and those of `exchange`.
"""

FORMATS = ("csv", "xlsx", "po")
"""The files in which texts go to translators and come back, as their names end."""

__all__ = ["FORMATS"]
