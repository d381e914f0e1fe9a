"""Defines what is taken from another program: kinds, rows, pictures, and losses."""

from collections.abc import Mapping, Sequence
from enum import IntEnum

from msgspec import Struct

from fustella.core.values.problems import Place
from fustella.read.edit.yaml_writing import Value

MISSING = "missing"
"""The folder in `art/` of pictures that stand for missing ones."""


class Miss(IntEnum):
    """What a loss is about, in the order in which one would miss it."""

    PIECES = 0
    PICTURES = 1
    TEXTS = 2
    PLACES = 3
    LOOKS = 4
    OUTPUT = 5


class Loss(Struct, frozen=True):
    """Something of the source that is not as it was.

    With `approximated` something like it was taken, otherwise nothing. `what` names it as it stands
    in the source, `why` is the reason, and what to do.
    """

    miss: Miss
    what: str
    why: str
    place: Place
    approximated: bool = False


class TakenFace(Struct, frozen=True):
    """A side of a kind: its zones by name, in the order in which they are drawn, and its fields.

    A field's type is as game.yaml has it: text, word, image, decimal.
    """

    zones: Mapping[str, Mapping[str, Value]] = {}
    fields: Mapping[str, str] = {}


class TakenKind(Struct, frozen=True):
    """A kind of pieces with the rows of its list.

    `header` has the names of the columns, of which those that are fields are called like them;
    `ignored` are columns that no zone shows. `paper` is the colour of the ground, "" for the usual.
    With `split` a piece is larger than a page, and glued from parts.
    """

    id: str
    name: str
    width_mm: float
    height_mm: float
    front: TakenFace
    back: TakenFace | None
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    ignored: Sequence[str] = ()
    bleed_mm: float = 0.0
    paper: str = ""
    split: bool = False


class Taken(Struct, frozen=True):
    """A game as it was found in a source.

    `pictures` maps the names in `art/` to those in the source, `icons` the names of icons to those
    of drawings (SVG). `drawn` are pictures that were made: cut out of others, or stand-ins for
    missing ones, which lie in a folder of their own.
    """

    title: str
    kinds: Sequence[TakenKind]
    losses: Sequence[Loss] = ()
    pictures: Mapping[str, str] = {}
    icons: Mapping[str, str] = {}
    colours: Mapping[str, str] = {}
    drawn: Mapping[str, bytes] = {}

    @property
    def picture_count(self) -> int:
        """How many pictures there are, without those that stand for missing ones."""
        cut = sum(not name.startswith(f"{MISSING}/") for name in self.drawn)
        return len(self.pictures) + cut
