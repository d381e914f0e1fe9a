"""Exports write the pieces of a game as the files that other programs and shops take.

Each format is a module of `export.formats`, found by its name. `export.run` draws, so it is
imported as a module and not named here.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.export.options import ExportOptions, Preset, format_names

__getattr__ = lazily(__name__, __file__)
