"""Defines kits, which are printed copies of a game, and changes that a kit needs.

A kit is a multiset of physical pieces. Copies of one piece that were printed before and after an
edit are two lots, because players can tell them apart.
"""

from collections.abc import Mapping

from msgspec import Struct

from fustella.core.values.problems import Place
from fustella.history import ChangeReason, Version


class Lot(Struct, frozen=True):
    """Some copies of a piece in one version."""

    version: Version
    copies: int


class Kit(Struct, frozen=True):
    """One printed copy of a game.

    `lots` has the lots of each piece by its id; pieces without copies are left out. `place` is the
    kit's file.
    """

    name: str
    game: str
    language: str
    theme: str
    lots: Mapping[str, tuple[Lot, ...]]
    place: Place


class CopyChange(Struct, frozen=True):
    """The change of one piece of a kit: lots to take out, and copies to print and put in.

    `now` is the version of the piece today; None for a piece that the box no longer has.
    """

    piece: str
    kind: ChangeReason
    take_out: tuple[Lot, ...]
    put_in: int
    now: Version | None
