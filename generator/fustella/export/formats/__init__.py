"""The formats, a module each, called as `--to` names them.

A module without a leading `_` has what `export.run.FormatModule` asks for, and a section of the
page docs/export.md.
"""
