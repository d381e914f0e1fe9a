"""Defines what is taken from another program: kinds, rows, pictures, and losses."""

from collections.abc import Mapping, Sequence
from enum import IntEnum

from msgspec import Struct

from fustella.core.values.problems import Place
from fustella.read.edit.yaml_writing import Value

MISSING = "missing"
"""The folder in `art/` of the stand-ins for pictures that are not there."""


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
    `ready` is the ready face of the front, whose fields need no types here. `keys` are further keys
    of the kind, such as `grid`; an outline among them replaces the width and the height.
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
    ready: str = "blank"
    keys: Mapping[str, Value] = {}


class Cut(Struct, frozen=True):
    """A cell of a picture in the source, of which `columns` x `rows` are one beside the other.

    Cells are counted from 0, row by row.
    """

    origin: str
    columns: int
    rows: int
    cell: int


class Taken(Struct, frozen=True):
    """A game as it was found in a source.

    `pictures` maps the names in `art/` to those in the source, `icons` the names of icons to those
    of drawings (SVG), `fonts` the names in `fonts/` to those in the source, `named_icons` to icons
    of our sets. `drawn` are pictures by their names in `art/` that were made: those that a file
    carries in itself, and in `missing/` those that stand for missing ones; `drawn_icons` likewise.
    `families` is what stands under `fonts` in game.yaml. `tables` are those that cells of lists
    name, each with its header. `cut` are pictures that are cells of larger ones, `downloads` those
    that lie on the net: the address of each, and the name to save it under.
    """

    title: str
    kinds: Sequence[TakenKind]
    losses: Sequence[Loss] = ()
    pictures: Mapping[str, str] = {}
    icons: Mapping[str, str] = {}
    colours: Mapping[str, str] = {}
    drawn: Mapping[str, bytes] = {}
    drawn_icons: Mapping[str, bytes] = {}
    named_icons: Mapping[str, str] = {}
    fonts: Mapping[str, str] = {}
    families: Mapping[str, Value] = {}
    tables: Mapping[str, Sequence[Sequence[str]]] = {}
    cut: Mapping[str, Cut] = {}
    downloads: Mapping[str, str] = {}

    @property
    def picture_count(self) -> int:
        """The number of pictures that are taken, without those that stand for missing ones."""
        made = sum(not name.startswith(f"{MISSING}/") for name in self.drawn)
        return len(self.pictures) + len(self.cut) + made
