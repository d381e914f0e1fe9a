"""Writes and reads files for translators, with one module for each format."""

from msgspec import Struct

from fustella.core.values.problems import Place

BEFORE = "before"
STATE = "state"
TOO_LONG = "does not fit"
ROOM = "room"
WHERE = "where"
ABOUT = "about"

MOST_SPOTS = 3
"""The most places of a text that a file lists; further places are only counted."""


class Returned(Struct, frozen=True):
    """A text and its translation in a file; `where` are places of the text that the file names."""

    text: str
    word: str
    where: tuple[str, ...]
    place: Place


class ReturnedFile(Struct, frozen=True):
    """The translations in a file, by language; `unsure` is the number of fuzzy ones, left out."""

    by_language: dict[str, tuple[Returned, ...]]
    unsure: int = 0
