"""Kits, the printed copies of a game: what they lack, what leaves and joins them, their records.

The face has only light modules: kits, their files, and whether a build for a kit was done before.
Modules that draw are imported by their names: `kits.build`, `kits.stickers`, `kits.since`.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.kits.model import CopyChange, Kit, Lot
    from fustella.kits.stamps import KitBuilt, UpdateMode, already_built_for
    from fustella.kits.store import FOLDER, kit_names, kit_schema, read_kit

__getattr__ = lazily(__name__, __file__)
