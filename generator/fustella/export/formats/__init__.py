"""Holds a module for each format, which has the name that `--to` takes.

A module without a leading `_` has what `export.run.FormatModule` asks for, and a section of the
page docs/export.md.
"""
