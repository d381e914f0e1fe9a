"""Kits: printed copies of a game, and how a box has changed since one was printed.

A kit is a multiset of physical pieces. Copies of one piece that were printed before and after an
edit are two lots: the game tells them apart, and so must whoever takes them out of the box.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from generator.problems import Place


@dataclass(frozen=True, slots=True)
class Version:
    """What a piece was when it was printed.

    `code` is the version code on it. `rules` hashes all that it says but its texts: numbers, words
    of a choice, icons; `wording` its texts in the language of the kit; `looks` the pictures of both
    sides, in all their ways, without the code and without regard to what they say.
    """

    code: str
    rules: str
    wording: str
    looks: str


@dataclass(frozen=True, slots=True)
class Lot:
    """So many copies of a piece in one version."""

    version: Version
    copies: int


@dataclass(frozen=True, slots=True)
class Kit:
    """One printed copy of a game: its lots by piece; what it has none of is left out.

    `place` is the file that keeps it.
    """

    name: str
    game: str
    language: str
    theme: str
    lots: Mapping[str, tuple[Lot, ...]]
    place: Place


class Kind(StrEnum):
    """Why a piece of a kit is not the box's: the weightiest that is true, in this order."""

    NEW = "new"
    GONE = "gone"
    RULES = "rules"
    WORDING = "wording"
    LOOKS = "looks"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Change:
    """What one piece needs: lots to take out of the kit, and copies to print and put in.

    `now` is its version today; None for a piece that the box has no more.
    """

    piece: str
    kind: Kind
    take_out: tuple[Lot, ...]
    put_in: int
    now: Version | None
