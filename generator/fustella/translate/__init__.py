"""Exports texts of a game to translators, imports translations, and tries them on its faces.

Heavy modules are imported by name: `entries`, `fit`, `update`, and the modules of `exchange`.
"""

FORMATS = ("csv", "xlsx", "po")
"""The formats of files for translators, as endings of names."""

__all__ = ["FORMATS"]
