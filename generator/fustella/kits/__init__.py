"""Printed copies of a game: what they lack, what leaves and joins them, and their records.

The package itself offers what is light: kits, their files, and whether a build for one was done
before. What draws is imported by module: `kits.build`, `kits.stickers`, `kits.since`.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.kits.model import CopyChange, Kit, Lot
    from fustella.kits.stamps import KitBuilt, UpdateMode, already_built_for
    from fustella.kits.store import FOLDER, kit_names, kit_schema, read_kit

__getattr__ = lazily(__name__, __file__)
