"""Keeps records of kits, which are printed copies of a game, and prints what they lack.

This face has only light modules: kits, their files, and the stamps of builds for them. Modules that
draw are imported by their names: `kits.build`, `kits.stickers`, `kits.since`.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.kits.model import BookletChange, CopyChange, Kit, Lot, PrintedRules
    from fustella.kits.stamps import KitBuilt, UpdateMode, already_built_for
    from fustella.kits.store import FOLDER, kit_names, kit_schema, read_kit

__getattr__ = lazily(__name__, __file__)
