"""Defines a game after it has been read, and its faces after they have been drawn.

The values are frozen, with tuples and millimetres. Whatever a later stage needs is there: `None`
means an optional field that a designer left out, or a side without print.
"""

import hashlib
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.files.pictures import PictureFile, PictureSettings
from fustella.core.geometry.grids import Grid
from fustella.core.geometry.shapes import Outline, Panel, Point, Size, Split
from fustella.core.values.fonts import OwnFont
from fustella.core.values.inks import INK, SpecialInk
from fustella.core.values.packed import GameBox
from fustella.core.values.paper import Stock
from fustella.core.values.problems import Place, Problem, warning
from fustella.core.values.shops import Exclusion
from fustella.core.values.structs import PartlyCompared
from fustella.core.values.themes import Theme
from fustella.core.words.patterns import regex
from fustella.core.words.printed import ToolWords


class Word(str):
    """A string typed by a designer, the same in every language, with the place of its typing."""

    __slots__ = ("place",)
    place: Place

    def __new__(cls, value: str, place: Place) -> "Word":
        word = super().__new__(cls, value)
        word.place = place
        return word

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.place)


class PlainWord(Word):
    """A string that is printed as typed: its stars, braces and backslashes are no markup."""

    __slots__ = ()

    def __repr__(self) -> str:
        """The letters with a sign that they are plain, unlike equal letters with markup."""
        return f"plain {str(self)!r}"


class Picture(Word):
    """The name of a picture as a designer typed it, with the digest of the file that it means.

    The digest is "" where there is no such file and a placeholder is printed.
    """

    __slots__ = ("digest",)
    digest: str

    def __new__(cls, value: str, place: Place, digest: str) -> "Picture":
        picture = str.__new__(cls, value)
        picture.place, picture.digest = place, digest
        return picture

    def __reduce__(self) -> tuple[object, ...]:
        return Picture, (str(self), self.place, self.digest)

    def __repr__(self) -> str:
        """The name and the digest: another file of the same name is another value."""
        return f"{str(self)!r}:{self.digest}"


class Text(Struct, frozen=True):
    """A text that players read, in each language of the game.

    In the languages that are `missing`, the text of another language stands in.
    """

    by_language: Mapping[str, Word]
    missing: frozenset[str] = frozenset()

    def in_language(self, language: str) -> Word:
        return self.by_language[language]

    def plain(self) -> "Text":
        """The text without markup, printed as typed."""
        words = self.by_language.items()
        plain = {language: PlainWord(word, word.place) for language, word in words}
        return Text(plain, self.missing)


_Cell = TypeVar("_Cell")


class Cells(tuple[tuple[_Cell, ...], ...]):
    """The cells of a table, row by row, the header first; each row has as many cells.

    `align` has for each column `left`, `center` or `right`, or "" where nothing was said.
    """

    align: tuple[str, ...]

    def __new__(
        cls, rows: Iterable[tuple[_Cell, ...]], align: tuple[str, ...] = ()
    ) -> "Cells[_Cell]":
        cells = super().__new__(cls, rows)
        cells.align = align
        return cells

    def __reduce__(self) -> tuple[object, ...]:
        return Cells, (tuple(self), self.align)

    def __repr__(self) -> str:
        return f"{super().__repr__()} {self.align!r}"


class MissingText(Struct, frozen=True):
    """A text that a game lacks in a language.

    `word`, which is in the language `instead`, stands in for it. `place` is where the text belongs,
    and `hint` says how to add it there.
    """

    language: str
    word: Word
    instead: str
    place: Place
    hint: str

    @property
    def warning(self) -> Problem:
        """The warning E113 about this text alone."""
        message = (
            f"the text is missing in `{self.language}`, and printed in `{self.instead}` instead"
        )
        return warning("E113", self.place, message, self.hint)


class Record:
    """Values by their names: `record["name"]` or, in a template, `record.name`.

    It has hardly any methods, so that a field may be called `items` or `copies`. An unknown name
    raises KeyError, which a template turns into a problem. `lines` are the lines where the values
    were typed, in the order of the values. If a row of a spreadsheet gives some of the values,
    `places` has the place of each value that was typed.
    """

    __slots__ = ("_lines", "_places", "_values")

    def __init__(
        self,
        values: Mapping[str, "Value"],
        lines: Sequence[int] = (),
        places: Mapping[str, Place] | None = None,
    ) -> None:
        self._values = dict(values)
        self._lines = tuple(lines)
        self._places = places

    def line_of(self, name: str) -> int:
        """The line where a value was typed, or 0 for a value that was not typed."""
        for known, line in zip(self._values, self._lines, strict=False):
            if known == name:
                return line
        return 0

    def place_of(self, name: str) -> Place | None:
        """The cell of a value, if a row of a spreadsheet gives values of this record."""
        return self._places.get(name) if self._places else None

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


Value: TypeAlias = "Text | Word | int | float | bool | tuple[Value, ...] | Record | None"


ALL_OF = " and "
"""The text between the fields in a layout's `without`, for pieces that lack all of them."""

NO_LAYOUT = Record({})
"""The layout of a side whose template places everything itself."""


Leaf: TypeAlias = "tuple[str, Text | Word | int | float | bool]"
"""The path of a single value, and the value."""


def leaves(path: str, value: Value) -> list[Leaf]:
    """The single values inside of a value, without None, each with its path: `front.costs[2]`."""
    found: list[Leaf] = []
    if isinstance(value, _WITH_LEAVES):
        _add_leaves(path, value, found)
    elif value is not None:
        found.append((path, value))
    return found


_WITH_LEAVES = (Record, tuple)


def _add_leaves(path: str, value: Record | tuple[Value, ...], found: list[Leaf]) -> None:
    inside: list[tuple[str, Value]]
    if isinstance(value, Record):
        inside = [(f"{path}.{name}", value[name]) for name in value]
    else:
        inside = [(f"{path}[{number}]", entry) for number, entry in enumerate(value, start=1)]
    for its_path, each in inside:
        if isinstance(each, _WITH_LEAVES):
            _add_leaves(its_path, each, found)
        elif each is not None:
            found.append((its_path, each))


class SideName(StrEnum):
    """The two sides of a piece and of a sheet."""

    FRONT = "front"
    BACK = "back"


SIDES = tuple(side.value for side in SideName)
"""The names of the sides, with which keys and paths of fields begin."""


class FibreAlong(StrEnum):
    """The side of a piece that the fibres of its paper follow; with `ANY` it may be turned."""

    ANY = "any"
    HEIGHT = "height"
    WIDTH = "width"


class Source(Struct, frozen=True):
    """The origin of a piece: lines of the rule document, the reason for an own design, or both.

    `place` is where `lines` was typed, for this piece or for its whole list; its line is 0 when
    there are none.
    """

    lines: tuple[tuple[int, int], ...]
    designed: Text | None
    place: Place


class Overlap(Struct, frozen=True):
    """Two zones of a side that overlap in a layout, and the warning about them."""

    side: "SideName"
    zones: tuple[str, str]
    warning: Problem

    def concerns(self, piece: "Piece") -> bool:
        """Whether a piece that is printed has content in both zones."""
        values = piece.front if self.side is SideName.FRONT else piece.back
        filled = all(name in values and values[name] not in (None, "", ()) for name in self.zones)
        return filled and piece.copies > 0


COPY, VERSION = FILLED_LATE = ("copy", "version")
"""The names in texts that mean the number of a copy, and the version code of a piece."""


class Begins(Struct, frozen=True):
    """The field of pieces that names the cell on which they begin, and the kind of the board.

    `board` is "" where any board may be meant.
    """

    field: str
    board: str


class Kind(Struct, frozen=True):
    """A kind of pieces of the same form. `sheet` names the group of kinds that share sheets.

    `front` and `back` name the templates. Each piece is drawn in up to `looks` variations. Texts
    keep `safe_mm` away from the trim. `edge` names the colour that all pieces have along the trim,
    on both sides; "" when their colours differ. `panels` are the parts between folds on which a
    template draws. With `box`, the pieces are nets of boxes in which other pieces are kept. Zones
    follow from the fields `deciding`; lists on other pieces show the fields `listed`. `filled_late`
    are the fields whose texts have names of `FILLED_LATE` in braces, which are filled in for each
    face. A board may have a `grid` of cells, and pieces may say on which cell of a board they
    begin. `pictured` are the fields that ready faces draw as marks.
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
    panels: tuple[Panel, ...] = ()
    box: bool = False
    front_layout: Record = NO_LAYOUT
    back_layout: Record = NO_LAYOUT
    overlaps: "tuple[Overlap, ...]" = ()
    deck: str = ""
    deciding: frozenset[str] = frozenset()
    grid: Grid | None = None
    begins: "Begins | None" = None
    pictured: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    filled_late: frozenset[str] = frozenset()

    def layout(self, side: "SideName") -> Record:
        """The zones of a side by name, for its template; empty where its kind has no layout."""
        return self.front_layout if side is SideName.FRONT else self.back_layout


class Piece(Struct, frozen=True):
    """One design and its number of copies. A struck-out piece is listed and never printed.

    `copies_place` is where the number was typed, for this piece or for its whole list; its line is
    0 when there is none. `in_list` is the name of the list: that of its file, without the ending.
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
    in_list: str = ""

    @property
    def copies_by_look(self) -> tuple[int, ...]:
        """The numbers of copies of looks 0, 1, 2, …, as even as possible; each look has some."""
        looks = min(self.kind.looks, self.copies)
        return tuple((self.copies + looks - 1 - look) // looks for look in range(looks))


class InlineIcon(Struct, frozen=True):
    """The icon that `{wood}` means inside a text, and its colour; "" for the colour of the text."""

    icon: Word
    colour: str


class Keyword(PartlyCompared, frozen=True):
    """A word that is set in a style of its own wherever it stands in a text.

    `colour` is "" for the colour of the text. `icon` names an inline icon before the word, or "".
    """

    UNCOMPARED = frozenset({"place"})

    id: str
    word: Text
    bold: bool
    italic: bool
    colour: str
    reminder: Text | None
    icon: str
    place: Place


class PileForm(StrEnum):
    """The way in which the pieces of one step of the set-up lie.

    `DECK`: all in one pile. `PILES`: a pile of each design, side by side. `ROW`: each by itself.
    `SUPPLY`: designs that never run out. `BAG`: all in one bag, from which they are drawn.
    """

    DECK = "deck"
    PILES = "piles"
    ROW = "row"
    SUPPLY = "supply"
    BAG = "bag"


class PutPieces(Struct, frozen=True):
    """A step of the set-up: some pieces, and the places where they lie.

    `put` selects pieces as claims do. `at` is the middle of the pieces, measured from the middle of
    the table or, with a board `on`, from its top left corner; with None the export finds a place.
    `cells` are places of the grid of that board, `0703 0804` or `[[column, row], …]`, or the path
    of a field of the board, or of the pieces, that holds them; each place takes one piece. `copies`
    is the number of copies of each design, 0 for all that are left. `columns` is the number of
    pieces in a line of a row, 0 for all. `face_up` is None where it depends on the form. `players`
    are the numbers of players for whom the step is taken, () for all. `name` is that of its piles,
    None where they are called by their pieces. With `per_player`, so many copies of each design are
    in play for each player, those of steps before among them. `marks` are the letters of the plan
    on whose places copies lie: those of a deck are shuffled before; the rest of it lies at `at`.
    """

    put: Value
    form: PileForm
    at: Point | None
    on: str
    cells: Value
    copies: int
    columns: int
    turn_deg: int
    face_up: bool | None
    place: Place
    players: tuple[int, ...] = ()
    name: Text | None = None
    per_player: int = 0
    marks: str = ""


class TilePlan(Struct, frozen=True):
    """A map of tiles as a piece of the game shows it: a letter for each tile, row by row.

    `piece` is the id of the piece, in which `{players}` stands for their number, `rows` the path of
    its field. `at` is the middle of the map, `step` from one tile to the next.
    """

    piece: Word
    rows: Word
    at: Point
    step: Size


class TableSetup(Struct, frozen=True):
    """The set-up of a game for exports to virtual tables.

    `boards` are the grids of boards, by the ids of the boards' pieces. `rules` names the sources of
    the rules: kinds whose texts are rules, and files in the game's folder. `players` are the
    numbers of players that the game is for, () where it does not say. `plan` is where the `marks`
    of steps lie.
    """

    boards: Mapping[str, Grid] = field(default_factory=dict)
    setup: tuple[PutPieces, ...] = ()
    rules: tuple[Word, ...] = ()
    players: tuple[int, ...] = ()
    plan: TilePlan | None = None

    def setup_for(self, players: int) -> tuple[PutPieces, ...]:
        """The steps of the set-up for a number of players; 0 takes those that are for all."""
        return tuple(step for step in self.setup if not step.players or players in step.players)


class CoverArt(Struct, frozen=True):
    """The first page of a cover, if a template draws it: the template's name, and its values.

    `title` is the template of the title above the list of pieces; "" sets it in letters.
    """

    template: str
    title: str
    says: Record
    place: Place


class Bought(Struct, frozen=True):
    """A part that lies in each box and is not printed, such as dice; bought as it is.

    `size` is in words. `grams` is the weight of one and `volume_mm3` its volume, 0 where they are
    unknown.
    """

    name: Text
    count: int
    size: str
    material: Text | None
    grams: float
    volume_mm3: float
    place: Place


class Pitch(Struct, frozen=True):
    """What a sell sheet says of a game beside its lists; "" and None for what is not said.

    `hook` says in a sentence what the game is, `new` what no other game has. `pieces` are those
    whose faces are shown, () for a choice of the tool.
    """

    place: Place
    hook: Text | None = None
    new: tuple[Text, ...] = ()
    players: str = ""
    minutes: str = ""
    age: str = ""
    contact: str = ""
    link: str = ""
    pieces: tuple[str, ...] = ()


class Remark(Struct, frozen=True):
    """A remark on a side of a piece, by somebody who looked it over.

    `at_mm` is the place that it is pinned to, from the left and the upper edge of the trim as the
    side is seen; None for a remark on the whole side. `version` is the version code of the piece
    that it was said of. `closed` says what closed it, and is "" for an open one.
    """

    id: str
    piece: str
    side: str
    at_mm: tuple[float, float] | None
    text: str
    author: str
    version: str
    date: str
    closed: str
    place: Place


class Game(Struct, frozen=True):
    """A whole game, resolved: every piece of every kind, and all values that templates may read.

    `sheets` are the names that the designer gave to groups of kinds that share sheets. `mark`
    begins the version codes. `boxes` are the boxes in which pieces are kept: each is of a kind of
    its own that is not among `kinds`, and the rules do not concern it. `fonts` maps names of fonts,
    in small letters, to the font that is printed for them: one of `own_fonts`, `sans` or `serif`.
    `document` is the name of the rule document, "" for an original. `missing` are the texts that
    some language lacks, in the order in which they were read. `tool_words` are the words that the
    tool prints beside what a designer wrote. `cover` is None where the game has no drawn cover.
    `remarks` are those of its reviewers, `exclusions` the rules of shops that pieces need not keep.
    `bought` are parts that are not printed, `pitch` is what a sell sheet says, `inks` are those
    beside the four of a press. `box` is the box in which all of it lies, None where nobody says its
    size; `held` has the ids of the pieces in each of `boxes`. `read_warnings` are the warnings of
    reading the game. In a game with only some of its pieces, `all_pieces` are the pieces that their
    faces may see; else it is ().
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
    images: PictureSettings = field(default_factory=PictureSettings)
    fonts: tuple[tuple[str, str], ...] = ()
    own_fonts: tuple[OwnFont, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    table: TableSetup = field(default_factory=TableSetup)
    missing: tuple[MissingText, ...] = ()
    tool_words: ToolWords = field(default_factory=ToolWords)
    cover: CoverArt | None = None
    read_warnings: tuple[Problem, ...] = ()
    all_pieces: tuple[Piece, ...] = ()
    remarks: tuple[Remark, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    bought: tuple[Bought, ...] = ()
    pitch: Pitch | None = None
    box: GameBox | None = None
    held: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    inks: tuple[SpecialInk, ...] = ()

    @property
    def original(self) -> bool:
        """Whether the game has no rule document: its designer writes the rules in the content."""
        return not self.document

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings of reading the game, and the warnings about zones that hide each other."""
        found = [*self.read_warnings]
        for kind in self.kinds:
            pieces = [piece for piece in self.pieces if piece.kind.id == kind.id]
            # Zones that follow from the fields may lie elsewhere on each piece.
            kinds = {id(piece.kind): piece.kind for piece in pieces}.values()
            every = dict.fromkeys(overlap for each in kinds for overlap in each.overlaps)
            for overlap in every:
                concerned = (p for p in pieces if overlap in p.kind.overlaps)
                if number := sum(overlap.concerns(piece) for piece in concerned):
                    message = f"{overlap.warning.message}, on {number} of {len(pieces)} designs"
                    found.append(replace(overlap.warning, message=message))
        return tuple(found)

    def with_boxes(self) -> "Game":
        """The game with its boxes among its pieces and kinds, for printing them all."""
        kinds = (*self.kinds, *(box.kind for box in self.boxes))
        return replace(self, kinds=kinds, pieces=(*self.pieces, *self.boxes), boxes=())


class PictureUse(Struct, frozen=True):
    """A picture on a face: its file, its theme, and the size at which the whole picture is printed.

    In the SVG of the face it is an `<image>` whose `href` is `href`.
    """

    file: PictureFile
    theme: Theme
    width_mm: float
    height_mm: float

    @property
    def href(self) -> str:
        return f"{PICTURE}{self.file.digest}.{self.theme.value}"


PICTURE = "picture:"
"""The beginning of the `href` of each picture of the game."""


_IN_INK = regex(rf'{INK}="([^"]*)"')

_PACKED_FROM_BYTES = 1024
"""The size from which an SVG is compressed; with a shorter one, little would be saved."""

_PACKED = b"x"
"""The first byte of data that zlib has compressed; no SVG begins with it."""

_HALVES = "surrogatepass"
"""The way to encode half of a character; a template may draw one, and its reader reports it."""


class Face(Struct, frozen=True):
    """One drawn side: an SVG document of trim and bleed, and a hash of what it shows.

    Faces that look the same have the same `digest` and are stored once in a PDF. The SVG is
    compressed, unless it is short: the faces of a deck of 10,000 cards would take 60 MB. The SVG
    names its `pictures` by their digests, and does not contain them.
    """

    packed: bytes
    outline: Outline
    bleed_mm: float
    digest: str
    pictures: tuple[PictureUse, ...] = ()

    @classmethod
    def drawn(
        cls,
        svg: str,
        outline: Outline,
        bleed_mm: float,
        pictures: tuple[PictureUse, ...] = (),
    ) -> "Face":
        """The face of an SVG. The digest depends on the outline too, which clips the drawing."""
        shown = f"{outline!r}\n{bleed_mm!r}\n{svg}"
        digest = hashlib.sha256(shown.encode(errors=_HALVES)).hexdigest()[:32]
        packed = svg.encode(errors=_HALVES)
        if len(packed) >= _PACKED_FROM_BYTES or packed.startswith(_PACKED):
            packed = zlib.compress(packed, level=1)  # the fastest level shrinks SVG to a fifth
        return cls(packed, outline, bleed_mm, digest, pictures)

    @property
    def svg(self) -> str:
        is_packed = self.packed.startswith(_PACKED)
        return (zlib.decompress(self.packed) if is_packed else self.packed).decode(errors=_HALVES)

    @property
    def inks(self) -> frozenset[str]:
        """The ids of the special inks in which parts of it are printed."""
        return frozenset(_IN_INK.findall(self.svg))


class ShownSort(StrEnum):
    """The type of a visible thing on a face; `DRAWING` is everything without a type of its own."""

    TEXT = "text"
    ICON = "icon"
    PICTURE = "picture"
    DRAWING = "drawing"


class Shown(Struct, frozen=True):
    """One thing that can be seen on a face: a text, an icon, a picture or a drawing.

    `x_mm` and `y_mm` are its place from the corner of the trim. `field` is the path of the field
    that a text shows, "" where the template wrote it, and `place` is what drew it, where that is
    known. `words` is a text itself, the name of an icon or a picture, or the digest of a drawing.
    """

    sort: ShownSort
    words: str
    x_mm: float = 0.0
    y_mm: float = 0.0
    field: str = ""
    place: Place | None = None


class FaceMetadata(Struct, frozen=True):
    """The texts, icons and codes on a face, for checks that do without its picture.

    `icons` are the names of the icons, `codes` the version codes. `smallest_pt` is the smallest
    size of text (0 without text), `smallest_text` a text of that size. `at_least` is the number of
    texts that shrank to their least allowed size. `warnings` have a place in a template, or a place
    without a file, which stands for the place of the piece. `texts` are all texts that can be read
    on the face, except its code. `unread_fields` are the fields of this side that the template did
    not read, and `other_side_read` the fields of the other side that it did read, both as paths:
    `front.rows[2].icon`; of other pieces, `unit:front.attack`. `shown` lists the visible things,
    for games whose faces were accepted.
    """

    icons: tuple[str, ...]
    smallest_pt: float
    smallest_text: str
    codes: tuple[str, ...] = ()
    at_least: int = 0
    warnings: tuple[Problem, ...] = ()
    texts: tuple[str, ...] = ()
    unread_fields: tuple[str, ...] = ()
    other_side_read: tuple[str, ...] = ()
    shown: tuple[Shown, ...] = ()


class FacePages(Struct, frozen=True):
    """Faces as vector pages: page `i` of `pdf` shows the face with the digest `digests[i]`."""

    pdf: bytes
    digests: tuple[str, ...]


class FaceId(Struct, frozen=True, gc=False):
    """The name of a face: imposition knows nothing else of it.

    A piece with several looks has a face for each; they count from 0.
    """

    piece: str
    side: SideName
    look: int = 0


_TOLD_EACH = 3
"""The most missing texts that get a warning each; if there are more, one warning counts them."""


class Edition(Struct, frozen=True):
    """A game in one of its languages and one theme, from which its faces are drawn."""

    game: Game
    language: str
    theme: Theme = Theme.FULL

    @property
    def title(self) -> str:
        """The title of the game in the language of the edition."""
        return str(self.game.title.in_language(self.language))

    @property
    def missing(self) -> tuple[MissingText, ...]:
        """The texts that the game lacks in the language of the edition."""
        return tuple(text for text in self.game.missing if text.language == self.language)

    @property
    def missing_warnings(self) -> tuple[Problem, ...]:
        """The warnings E113 about missing texts: one for each of a few, or one for all."""
        missing = self.missing
        if len(missing) <= _TOLD_EACH:
            return tuple(text.warning for text in missing)
        texts = len({str(text.word) for text in missing})
        message = f"{texts} texts are missing in `{self.language}`, in {len(missing)} places"
        instead = sorted({f"`{text.instead}`" for text in missing})
        message = f"{message}, and printed in {' and '.join(instead)} instead"
        hint = f"`fustella translate list {self.game.id} --language {self.language}` shows them"
        place = Place(self.game.place.file, key="languages")
        return (warning("E113", place, message, hint),)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """The warnings of the game and of texts that are missing in the language."""
        return (*self.game.warnings, *self.missing_warnings)

    @property
    def words(self) -> dict[str, str]:
        """The words that the tool prints on sheets and covers."""
        return self.game.tool_words.on_sheets(self.language, original=self.game.original)

    def players(self, count: int) -> str:
        """A number of players in the language of the edition: `2 players`."""
        return self.game.tool_words.counted("sheet.players", self.language, count)

    def of(self, game: Game) -> "Edition":
        """The edition with the same language and theme, of another state of the game."""
        return replace(self, game=game)
