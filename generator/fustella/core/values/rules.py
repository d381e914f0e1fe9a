"""Defines rule booklets: chapters of blocks and inlines, each with the place where it was typed.

`read.rules` reads a booklet as it is typed, with references to the lists of the game: `Reference`,
`ListTable`, `MadeBlocks`, and pictures without a text for those who cannot see them.
`rules.resolve` replaces these by what the lists say. Letters that come from lists are `Figured`,
letters that somebody typed in the booklet are `Words`, so that checks tell the numbers of both
apart.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.files.pictures import PictureFile
from fustella.core.geometry.grids import Grid
from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.values.claims import Lines
from fustella.core.values.model import SideName, Word
from fustella.core.values.problems import Place, Problem


class MarkedLines(tuple[tuple[int, int], ...]):
    """Lines of a rule document that a mark, `{lines: 12-19}`, names, with the place of the mark."""

    place: Place

    def __new__(cls, lines: Lines, place: Place) -> "MarkedLines":
        marked = super().__new__(cls, lines)
        marked.place = place
        return marked

    def __reduce__(self) -> tuple[object, ...]:
        return MarkedLines, (tuple(self), self.place)


# Inlines


class Words(Struct, frozen=True):
    """Letters that somebody typed in the booklet."""

    text: str
    place: Place


class Figured(Struct, frozen=True):
    """Letters that come from the lists of the game; `source` is the reference as typed.

    Of `{count:castles}` it is `count:castles`, of a cell of a table from a list the list and the
    field: `buildings.front.cost`.
    """

    text: str
    source: str
    place: Place


class IconMark(Struct, frozen=True):
    """An icon among words; `name` is its name under `icons` of the game, "" for one of a field.

    `size` is its height over that of capitals, `colour` is "" for the colour of the words, and
    `icon` is the name in the library, which is known once the booklet is resolved.
    """

    name: str
    place: Place
    size: float = 1.0
    icon: str = ""
    colour: str = ""


class Strong(Struct, frozen=True):
    """Words in bold letters."""

    inlines: "tuple[Inline, ...]"
    place: Place


class Emphasis(Struct, frozen=True):
    """Words in italics."""

    inlines: "tuple[Inline, ...]"
    place: Place


class Link(Struct, frozen=True):
    """Words that lead to a heading of the booklet by its `anchor`, or to a page on the web."""

    inlines: "tuple[Inline, ...]"
    anchor: str
    url: str
    place: Place


class Code(Struct, frozen=True):
    """Words set as they are typed, in letters of one width."""

    text: str
    place: Place


class Break(Struct, frozen=True):
    """A new line in the same paragraph."""

    place: Place


class NoteRef(Struct, frozen=True):
    """The sign of a note at the end of the booklet; notes count from 1 in the order of signs."""

    name: str
    place: Place
    number: int = 0


class IndexMark(Struct, frozen=True):
    """A word that stands in the index with the page of this mark; the mark itself is not seen."""

    term: str
    place: Place


class Pictured(Struct, frozen=True):
    """A picture among words."""

    picture: "Picture"
    place: Place


class Reference(Struct, frozen=True):
    """A reference to the lists as typed: `{count:castles}` has the sort `count`.

    `size` is that of an icon. No resolved booklet has references.
    """

    sort: "ReferenceSort"
    name: str
    place: Place
    size: float = 1.0

    @property
    def typed(self) -> str:
        """The reference as it is typed between braces."""
        if self.sort is ReferenceSort.FORMULA:
            return f"={self.name}"
        return f"{self.sort}:{self.name}" if self.name else str(self.sort)


class ReferenceSort(StrEnum):
    """The sorts of references, by the words before their colons."""

    COUNT = "count"
    DESIGNS = "designs"
    PIECE = "piece"
    NAME = "name"
    ICON = "icon"
    PLAYERS = "players"
    FORMULA = "="


Inline: TypeAlias = (
    Words
    | Figured
    | IconMark
    | Strong
    | Emphasis
    | Link
    | Code
    | Break
    | NoteRef
    | IndexMark
    | Pictured
    | Reference
)
Inlines: TypeAlias = tuple[Inline, ...]

# Pictures


class Callout(Struct, frozen=True):
    """A number on the picture of a piece, at a zone or a field of the shown side."""

    number: int
    at: str
    place: Place


class PiecePicture(Struct, frozen=True):
    """A side of a piece. `size_mm` is that of its longer side, 0 where nobody said it.

    With `copies`, several lie fanned. `players` is the number for which a set-up piece is shown, 0
    for all other pieces; the id of its piece is "" until the booklet is resolved.
    """

    piece: str
    place: Place
    side: SideName = SideName.FRONT
    size_mm: float = 0.0
    copies: int = 1
    callouts: tuple[Callout, ...] = ()
    players: int = 0
    alt: str = ""


class ArtPicture(Struct, frozen=True):
    """A picture in `art/` of the game; its `file` is known once the booklet is resolved."""

    name: str
    place: Place
    size_mm: float = 0.0
    alt: str = ""
    file: PictureFile | None = None


class Spot(Struct, frozen=True):
    """A place in a situation: the name of a cell as typed, or "" for one in millimetres.

    `at` is its middle, from the corner of the board or table; known once the booklet is resolved.
    """

    cell: str
    place: Place
    at: Point = Point(0.0, 0.0)


class Placed(Struct, frozen=True):
    """A piece that lies in a situation, with its middle on a spot, turned clockwise."""

    piece: str
    spot: Spot
    place: Place
    side: SideName = SideName.FRONT
    turn_deg: float = 0.0


class Arrow(Struct, frozen=True):
    """An arrow in a situation, which may pass over spots between its ends; `label` may be ""."""

    spots: tuple[Spot, ...]
    label: str
    place: Place


class SpotMark(Struct, frozen=True):
    """A short text in a ring on a spot of a situation."""

    spot: Spot
    text: str
    place: Place


class Situation(Struct, frozen=True):
    """Pieces that lie on a board, on a grid of its own, or on a table of a `size`.

    `board` is the id of a piece, "" for none. `part` names the cells of two corners of what is
    shown, "" for all of it. Once the booklet is resolved, `grid` is that of the board, `size` is
    known, and `shown` is the part of it that is drawn.
    """

    place: Place
    board: str = ""
    grid: Grid | None = None
    size: Size | None = None
    part: str = ""
    pieces: tuple[Placed, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marks: tuple[SpotMark, ...] = ()
    size_mm: float = 0.0
    alt: str = ""
    shown: Rect | None = None


Picture: TypeAlias = PiecePicture | ArtPicture | Situation

# Blocks


class Heading(Struct, frozen=True):
    """A heading of level 1 to 6. `lines` of the document are restated in all below it."""

    level: int
    inlines: Inlines
    anchor: str
    place: Place
    lines: Lines = ()


class Paragraph(Struct, frozen=True):
    """A paragraph, which restates `lines` of the rule document, if it says so."""

    inlines: Inlines
    place: Place
    lines: Lines = ()


class ListBlock(Struct, frozen=True):
    """A list with bullets, or with numbers from `start` on; a `tight` one has no gaps."""

    ordered: bool
    items: "tuple[tuple[Block, ...], ...]"
    place: Place
    start: int = 1
    tight: bool = True
    lines: Lines = ()


class Align(StrEnum):
    """The alignment of a column; with `NONE` nobody said it."""

    NONE = ""
    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Column(Struct, frozen=True):
    """The head of a column of a table."""

    inlines: Inlines
    align: Align
    place: Place


class BookletTable(Struct, frozen=True):
    """A table. `source` is the list from which its rows come, "" for a table that was typed.

    `choice` has the conditions and the order of these rows, as they are typed.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    place: Place
    source: str = ""
    lines: Lines = ()
    choice: str = ""


class ListColumn(Struct, frozen=True):
    """A column of a table from a list: a field of the pieces, and the head of the column.

    Without `inlines` the name of the field is its head.
    """

    field: str
    inlines: Inlines
    align: Align
    place: Place


class ListTable(Struct, frozen=True):
    """A table of the pieces that `of` selects, one row each, sorted by the field `sort`.

    No resolved booklet has one: it is a `BookletTable` there.
    """

    of: str
    where: str
    sort: str
    columns: tuple[ListColumn, ...]
    place: Place
    lines: Lines = ()

    @property
    def choice(self) -> str:
        """The conditions and the order of the rows, as they are typed."""
        where = f"where: {self.where}" if self.where else ""
        sort = f"sort: {self.sort}" if self.sort else ""
        return f"{where} {sort}".strip()


class Made(StrEnum):
    """What the tool writes into a booklet: from the lists, or from an earlier version of it."""

    COMPONENTS = "components"
    SETUP = "setup"
    ERRATA = "errata"


class MadeBlocks(Struct, frozen=True):
    """The place of `{components}`, `{setup}` or `{errata}`, in a paragraph of its own.

    In a resolved booklet there are errata alone, until they are compared; for the others stands
    what the lists say.
    """

    made: Made
    place: Place
    lines: Lines = ()


class Figure(Struct, frozen=True):
    """One picture or several side by side, with a caption.

    `legend` explains the callouts of the picture, as many as there are, in their order.
    """

    pictures: tuple[Picture, ...]
    caption: Inlines
    place: Place
    legend: "tuple[tuple[Block, ...], ...]" = ()
    lines: Lines = ()


class BoxKind(StrEnum):
    """The kinds of boxes. A `DECISION` is ours where the document is open, a `QUOTE` has no title.

    A `TURN` is a turn at a glance, whose numbered steps are set as a strip.
    """

    EXAMPLE = "example"
    HINT = "hint"
    EXCEPTION = "exception"
    VARIANT = "variant"
    DECISION = "decision"
    TURN = "turn"
    QUOTE = "quote"


class Box(Struct, frozen=True):
    """Blocks in a box with a title, which may be ()."""

    kind: BoxKind
    title: Inlines
    blocks: "tuple[Block, ...]"
    place: Place
    lines: Lines = ()


class Rule(Struct, frozen=True):
    """A line across the page."""

    place: Place
    lines: Lines = ()


Block: TypeAlias = (
    Heading | Paragraph | ListBlock | BookletTable | ListTable | MadeBlocks | Figure | Box | Rule
)
Blocks: TypeAlias = tuple[Block, ...]

# Booklets


class Chapter(Struct, frozen=True):
    """A file of the booklet. `name` is that of the file without language and ending: `20-setup`.

    `title` is what its head says, or its first heading without markup.
    """

    name: str
    title: str
    blocks: Blocks
    place: Place


class Note(Struct, frozen=True):
    """A note at the end of the booklet: a decision of ours, for example."""

    name: str
    number: int
    blocks: Blocks
    place: Place


class PageFormat(StrEnum):
    """The formats of the pages of a booklet."""

    A5 = "A5"
    A4 = "A4"


LIST_OF_NOTES, LIST_OF_ICONS, LIST_OF_TERMS = "notes", "icons", "index"
"""The anchors of what the tool writes at the end of a booklet, unless a heading has one of them."""

LEAST_PT, USUAL_PT, MOST_PT = 9.0, 9.5, 14.0
"""The least, the usual and the greatest size of the letters of a booklet."""


class BookletSettings(Struct, frozen=True):
    """What booklet.yaml says for all languages.

    `text_font` and `title_font` are names of fonts as in zones. `errata_since` is the tag or the id
    of the commit with which the errata compare, "" for none. `contents` is the level of the last
    headings in the table of contents, 0 for no table, None where nobody said it. `place` is that of
    the file, or of the folder.
    """

    place: Place
    format: PageFormat = PageFormat.A5
    text_font: str = "serif"
    title_font: str = "sans"
    size_pt: float = USUAL_PT
    errata_since: Word = Word("", Place(""))
    players: str = ""
    contents: int | None = None


class Booklet(Struct, frozen=True):
    """A rule booklet in one language. `sheet` is a sheet of rules of one page, or None."""

    game: str
    language: str
    title: str
    subtitle: str
    settings: BookletSettings
    chapters: tuple[Chapter, ...]
    notes: tuple[Note, ...] = ()
    sheet: Chapter | None = None

    @property
    def parts(self) -> tuple[Chapter, ...]:
        """The chapters, and the sheet of one page if there is one."""
        return (*self.chapters, *((self.sheet,) if self.sheet else ()))

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of all chapters, in their order."""
        return tuple(
            block
            for chapter in self.chapters
            for block in every_block(chapter.blocks)
            if isinstance(block, Heading)
        )


class Rules(Struct, frozen=True):
    """The booklets of a game by their languages, and the warnings about them."""

    booklets: Mapping[str, Booklet] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()


class Rewriting(Struct, frozen=True):
    """What replaces each part of some blocks, the innermost first.

    `inline` and `block` give what stands in the place of one, `picture` another picture.
    """

    inline: Callable[[Inline], Inlines] = lambda inline: (inline,)
    block: Callable[[Block], Blocks] = lambda block: (block,)
    picture: Callable[[Picture], Picture] = lambda picture: picture

    def blocks(self, blocks: Iterable[Block]) -> Blocks:
        """The blocks with everything in them replaced."""
        return tuple(new for block in blocks for new in self.block(self._inside(block)))

    def inlines(self, inlines: Iterable[Inline]) -> Inlines:
        """The inlines with everything in them replaced."""
        return tuple(new for inline in inlines for new in self._inline(inline))

    def _inline(self, inline: Inline) -> Inlines:
        if isinstance(inline, Strong | Emphasis | Link):
            return self.inline(replace(inline, inlines=self.inlines(inline.inlines)))
        if isinstance(inline, Pictured):
            return self.inline(replace(inline, picture=self.picture(inline.picture)))
        return self.inline(inline)

    def _inside(self, block: Block) -> Block:
        if isinstance(block, Heading | Paragraph):
            return replace(block, inlines=self.inlines(block.inlines))
        if isinstance(block, BookletTable | ListTable):
            return self._inside_of_table(block)
        match block:
            case ListBlock():
                return replace(block, items=tuple(map(self.blocks, block.items)))
            case Box():
                title = self.inlines(block.title)
                return replace(block, title=title, blocks=self.blocks(block.blocks))
            case Figure():
                return replace(
                    block,
                    pictures=tuple(map(self.picture, block.pictures)),
                    caption=self.inlines(block.caption),
                    legend=tuple(map(self.blocks, block.legend)),
                )
        return block

    def _inside_of_table(self, block: BookletTable | ListTable) -> Block:
        if isinstance(block, ListTable):
            heads = (replace(one, inlines=self.inlines(one.inlines)) for one in block.columns)
            return replace(block, columns=tuple(heads))
        columns = (replace(one, inlines=self.inlines(one.inlines)) for one in block.columns)
        rows = (tuple(map(self.inlines, row)) for row in block.rows)
        return replace(block, columns=tuple(columns), rows=tuple(rows))


def every_block(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yields all blocks, each before those inside of it."""
    for block in blocks:
        yield block
        match block:
            case ListBlock():
                for item in block.items:
                    yield from every_block(item)
            case Figure():
                for item in block.legend:
                    yield from every_block(item)
            case Box():
                yield from every_block(block.blocks)


def own_inlines(block: Block) -> Iterator[Inline]:
    """Yields the inlines of a block itself, without those of blocks inside of it."""
    match block:
        case Heading() | Paragraph():
            yield from block.inlines
        case Box():
            yield from block.title
        case Figure():
            yield from block.caption
        case BookletTable():
            for column in block.columns:
                yield from column.inlines
            for row in block.rows:
                for cell in row:
                    yield from cell
        case ListTable():
            for named in block.columns:
                yield from named.inlines


def every_inline(inlines: Iterable[Inline]) -> Iterator[Inline]:
    """Yields all inlines, each before those inside of it."""
    for inline in inlines:
        yield inline
        if isinstance(inline, Strong | Emphasis | Link):
            yield from every_inline(inline.inlines)


def inlines_in(blocks: Iterable[Block]) -> Iterator[Inline]:
    """Yields all inlines of all blocks, in the order of the text."""
    for block in every_block(blocks):
        yield from every_inline(own_inlines(block))


def pictures_in(blocks: Iterable[Block]) -> Iterator[Picture]:
    """Yields all pictures of figures and among words, in the order of the text."""
    for block in every_block(blocks):
        if isinstance(block, Figure):
            yield from block.pictures
        for inline in every_inline(own_inlines(block)):
            if isinstance(inline, Pictured):
                yield inline.picture


def text_of(inlines: Sequence[Inline]) -> str:
    """The letters of inlines alone: icons and pictures are left out, a break is a space."""
    parts = []
    for inline in every_inline(inlines):
        match inline:
            case Words() | Figured() | Code():
                parts.append(inline.text)
            case Break():
                parts.append(" ")
            case Reference():
                parts.append(inline.name)
    return "".join(parts).strip()
