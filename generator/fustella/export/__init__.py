"""Writes the pieces of a game as files for other programs and shops.

Each format is a module of `export.formats`, found by its name. `export.run` loads what draws, so it
is imported as a module and not named here.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.export.options import ExportOptions, Preset, format_names

__getattr__ = lazily(__name__, __file__)
