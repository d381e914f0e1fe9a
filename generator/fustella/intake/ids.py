"""Makes ids for kinds and pieces, and other names, each given once."""

import unicodedata
from collections.abc import Container

from fustella.core.words.patterns import regex
from fustella.read.spreadsheets.rows import slug_of

_LONGEST = 40
_UNFIT = regex(r"[^a-z0-9]+")
_OTHER_FILES = frozenset(
    (
        *("game", "claims", "jobs", "papers", "sizes", "stocks", "printers", "words", "document"),
        *("questions", "remarks", "sessions", "simulations", "shops", "kits", "rules", "art"),
        *("icons", "all", "output", "templates", "fonts"),
    )
)
"""Names of files and folders of a game, which no list may have."""


def free_name(plain: str, taken: Container[str], sign: str = "-", ending: str = "") -> str:
    """A name that is not among those `taken`: the plain one, or it with a number from 2 on."""
    number, free = 1, f"{plain}{ending}"
    while free in taken:
        number += 1
        free = f"{plain}{sign}{number}{ending}"
    return free


class KindIds:
    """Ids for the kinds of a game, each given once; none is the name of another of its files."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def of(self, typed: str) -> str:
        """An id made of a text."""
        parts = unicodedata.normalize("NFKD", typed.lower())
        bare = "".join(sign for sign in parts if not unicodedata.combining(sign))
        plain = _UNFIT.sub("-", bare).strip("-")[:_LONGEST].strip("-") or "card"
        plain = f"k-{plain}" if plain[0].isdigit() else plain
        plain = f"{plain}-cards" if plain in _OTHER_FILES else plain
        free = free_name(plain, self._used)
        self._used.add(free)
        return free


class PieceIds:
    """Ids for the pieces of a game, each given once."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def of(self, name: str, otherwise: str) -> str:
        """An id made of a name, or of another text where the name has no letters."""
        plain = slug_of(name)[:_LONGEST].strip("-") or slug_of(otherwise) or "card"
        free, number = plain, self._used.get(plain, 0)
        while free in self._used:
            number += 1
            free = f"{plain}-{number + 1}"
        self._used[plain] = number
        self._used.setdefault(free, 0)
        return free
