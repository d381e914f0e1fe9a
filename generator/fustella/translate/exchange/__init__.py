"""The files that go to translators and come back: one module for each kind of file."""

from msgspec import Struct

from fustella.core.values.problems import Place

BEFORE = "before"
STATE = "state"
TOO_LONG = "does not fit"
ROOM = "room"
WHERE = "where"
ABOUT = "about"

MOST_SPOTS = 3
"""How many places of a text are listed; of further places, only the number is given."""


class Returned(Struct, frozen=True):
    """A text and its translation, as they came back; `where` are places of the text, if told."""

    text: str
    word: str
    where: tuple[str, ...]
    place: Place


class ReturnedFile(Struct, frozen=True):
    """The translations in a file, by language; `unsure` counts fuzzy ones, which are left out."""

    by_language: dict[str, tuple[Returned, ...]]
    unsure: int = 0
