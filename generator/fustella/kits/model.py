"""Kits: printed copies of a game, and how a box has changed since one was printed.

A kit is a multiset of physical pieces. Copies of one piece that were printed before and after an
edit are two lots, as the players can tell them apart.
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

    `lots` are by piece; pieces of which it has no copies are left out. `place` is its file.
    """

    name: str
    game: str
    language: str
    theme: str
    lots: Mapping[str, tuple[Lot, ...]]
    place: Place


class CopyChange(Struct, frozen=True):
    """What one piece needs: lots to take out of the kit, and copies to print and put in.

    `now` is its version today; None for a piece that the box no longer has.
    """

    piece: str
    kind: ChangeReason
    take_out: tuple[Lot, ...]
    put_in: int
    now: Version | None
