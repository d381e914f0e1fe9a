"""What a game is once it has been read, and what a sheet is once it has been imposed.

Frozen values, tuples, millimetres. Nothing here is optional that a later stage needs: `None`
means that a designer left out a field that its kind allows to be left out, or a side without print.
"""

import hashlib
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from fustella.core.geometry import Outline, Split
from fustella.core.paper import Stock
from fustella.core.problems import Place


class Word(str):
    """A string that a designer typed and that is the same in every language; it knows its place."""

    __slots__ = ("place",)
    place: Place

    def __new__(cls, value: str, place: Place) -> "Word":
        """Keep `value` as a plain string and remember where it was typed."""
        word = super().__new__(cls, value)
        word.place = place
        return word


@dataclass(frozen=True, slots=True)
class Text:
    """What a player reads, in each language of the game."""

    by_language: Mapping[str, Word]

    def in_language(self, language: str) -> Word:
        """The text in one of the game's languages."""
        return self.by_language[language]


class Record:
    """Named values with no methods of their own, so that a field may be called `items` or `copies`.

    `record["name"]` and, in a template, `record.name`. An unknown name raises KeyError, which a
    template turns into a problem. It remembers the lines where its values were typed.
    """

    __slots__ = ("_lines", "_values")

    def __init__(self, values: Mapping[str, "Value"], lines: Sequence[int] = ()) -> None:
        self._values = dict(values)
        self._lines = tuple(lines)

    def line_of(self, name: str) -> int:
        """The line where a value was typed, or 0 where it was not."""
        for known, line in zip(self._values, self._lines, strict=False):
            if known == name:
                return line
        return 0

    def __getitem__(self, name: str) -> "Value":
        return self._values[name]

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values))

    def __repr__(self) -> str:
        return f"Record({self._values!r})"


_QUICK = 1
"""zlib's fastest level: SVG shrinks to a fifth with it."""

Value: TypeAlias = "Text | Word | int | float | bool | tuple[Value, ...] | Record | None"


class SideName(StrEnum):
    """The two sides of a piece and of a sheet."""

    FRONT = "front"
    BACK = "back"


class Theme(StrEnum):
    """How a face is printed: as drawn, with little ink, or without colour."""

    FULL = "full"
    LOW_INK = "low-ink"
    GREY = "grey"


class FibreAlong(StrEnum):
    """Which side of a piece the fibres of its paper are to follow; `ANY` lets it be turned."""

    ANY = "any"
    HEIGHT = "height"
    WIDTH = "width"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a piece comes from: lines of the rule document, our own design and why, or both.

    `place` is where `lines` was typed, which may be said for the whole list; its line is 0 where
    nobody typed any.
    """

    lines: tuple[tuple[int, int], ...]
    designed: Text | None
    place: Place


@dataclass(frozen=True, slots=True)
class Kind:
    """A form that pieces come in. `sheet` names the group of kinds that share sheets.

    Each piece is drawn in up to `looks` ways. Texts keep `safe_mm` away from the trim. `edge` names
    the colour that runs along the trim of all its pieces, on both sides; "" where they differ.
    """

    id: str
    name: Text
    outline: Outline
    bleed_mm: float
    front: str
    back: str | None
    sheet: str
    split: Split | None
    looks: int
    place: Place
    safe_mm: float = 0.0
    stock: Stock | None = None
    grain: FibreAlong = FibreAlong.ANY
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """One design and its number of copies. A struck-out piece is listed and never printed.

    `copies_place` is where the number was typed, which may be said for the whole list; its line
    is 0 where nobody typed one.
    """

    id: str
    kind: Kind
    name: Text
    front: Record
    back: Record
    copies: int
    source: Source
    struck_out: Text | None
    place: Place
    copies_place: Place

    @property
    def copies_by_look(self) -> tuple[int, ...]:
        """How many copies have look 0, 1, 2, …: as even as can be, and none of them nothing."""
        looks = min(self.kind.looks, self.copies)
        return tuple((self.copies + looks - 1 - look) // looks for look in range(looks))


@dataclass(frozen=True, slots=True)
class InlineIcon:
    """What `{wood}` stands for inside a text."""

    icon: Word
    colour: str


@dataclass(frozen=True, slots=True)
class Game:
    """A whole box, resolved: every piece of every kind, and what templates may refer to.

    `sheets` names groups of kinds that share sheets, where the designer gave them a name. `mark`
    begins the version codes of its pieces. `boxes` are what the pieces are kept in, each with a
    kind of its own that `kinds` does not know; they are no part of what the rules speak of.
    """

    id: str
    title: Text
    mark: str
    languages: tuple[str, ...]
    document: str
    kinds: tuple[Kind, ...]
    pieces: tuple[Piece, ...]
    words: Record
    colours: Record
    icons: Mapping[str, InlineIcon]
    sheets: Mapping[str, Text]
    place: Place
    boxes: tuple[Piece, ...] = ()

    def with_boxes(self) -> "Game":
        """The same game with its boxes as pieces and kinds like others: to be printed with them."""
        kinds = (*self.kinds, *(box.kind for box in self.boxes))
        return replace(self, kinds=kinds, pieces=(*self.pieces, *self.boxes), boxes=())


@dataclass(frozen=True, slots=True)
class Face:
    """One drawn side: a whole SVG document of trim plus bleed, and the hash of all that it shows.

    Faces that look the same have the same `digest` and are stored once in a PDF. The SVG is kept
    packed: a deck of 10,000 cards is 60 MB of it.
    """

    packed: bytes
    outline: Outline
    bleed_mm: float
    digest: str

    @classmethod
    def drawn(cls, svg: str, outline: Outline, bleed_mm: float) -> "Face":
        """The face of an SVG; its trim counts in the digest, for the trim clips it."""
        said = f"{outline!r}\n{bleed_mm!r}\n{svg}"
        digest = hashlib.sha256(said.encode()).hexdigest()[:32]
        return cls(zlib.compress(svg.encode(), _QUICK), outline, bleed_mm, digest)

    @property
    def svg(self) -> str:
        """The whole SVG document."""
        return zlib.decompress(self.packed).decode()


@dataclass(frozen=True, slots=True)
class FaceMetadata:
    """What was drawn on a face, for whoever must judge it without its picture.

    `icons` are the names of the icons drawn, `smallest_pt` is the smallest size of text (0 when
    there is no text) and `smallest_text` some text of that size; `codes` are the version codes;
    `at_least` is how many texts that may shrink fit at the smallest size they may have alone.
    """

    icons: tuple[str, ...]
    smallest_pt: float
    smallest_text: str
    codes: tuple[str, ...] = ()
    at_least: int = 0


@dataclass(frozen=True, slots=True)
class RenderedFaces:
    """Faces as vector pages: page `i` of `pdf` shows the face with digest `digests[i]`."""

    pdf: bytes
    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FaceId:
    """Names a face without its picture: all that imposition knows of it.

    A piece that is drawn in several ways has a face for each, look 0 first.
    """

    piece: str
    side: SideName
    look: int = 0


@dataclass(frozen=True, slots=True)
class Edition:
    """A game in one of its languages and one theme: what its faces are drawn for."""

    game: Game
    language: str
    theme: Theme = Theme.FULL

    @property
    def title(self) -> str:
        """The title of the game in the language of the edition."""
        return str(self.game.title.in_language(self.language))

    def of(self, game: Game) -> "Edition":
        """Another state of the game, in the same language and theme."""
        return replace(self, game=game)
