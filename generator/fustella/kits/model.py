"""Defines kits, which are printed copies of a game, and changes that a kit needs.

A kit is a multiset of physical pieces. Copies of one piece that were printed before and after an
edit are two lots, because players can tell them apart.
"""

from collections.abc import Mapping

from msgspec import Struct

from fustella.core.values.paper import Fold
from fustella.core.values.problems import Place
from fustella.history import ChangeReason, Version


class Lot(Struct, frozen=True):
    """Some copies of a piece in one version."""

    version: Version
    copies: int


class PrintedRules(Struct, frozen=True):
    """The rule booklet of a kit, as it was printed on a paper.

    `words` is the hash of what it says, and `sheets` has that of each of its leaves, from the
    outermost on: sheets that are folded, or cards.
    """

    paper: str
    words: str
    sheets: tuple[str, ...]


class Kit(Struct, frozen=True):
    """One printed copy of a game.

    `lots` has the lots of each piece by its id; pieces without copies are left out. `place` is the
    kit's file. `rules` is its booklet, None where none was printed; `fold` says how it is folded.
    """

    name: str
    game: str
    language: str
    theme: str
    lots: Mapping[str, tuple[Lot, ...]]
    place: Place
    fold: Fold = Fold.SADDLE
    rules: PrintedRules | None = None


class BookletChange(Struct, frozen=True):
    """The change of a kit's rule booklet: numbers of leaves to take out, and to print and put in.

    Leaves count from 1. With `whole`, all are printed, as pages have moved to other leaves. `of` is
    the number of leaves now, and `pages` are those on printed leaves. `now` is the booklet today;
    None where the game no longer has one.
    """

    kind: ChangeReason
    take_out: tuple[int, ...]
    put_in: tuple[int, ...]
    of: int
    pages: tuple[int, ...]
    whole: bool
    now: PrintedRules | None


class CopyChange(Struct, frozen=True):
    """The change of one piece of a kit: lots to take out, and copies to print and put in.

    `now` is the version of the piece today; None for a piece that the box no longer has.
    """

    piece: str
    kind: ChangeReason
    take_out: tuple[Lot, ...]
    put_in: int
    now: Version | None
