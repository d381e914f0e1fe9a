"""Sets a booklet: its model becomes the data of `resources/rules/booklet.typ` for typst.

What designers write is data for that file, never a part of it. What depends on how much there is to
say is decided here: which figures stand beside their words, how wide the columns of tables are,
whether lines are justified. So that a booklet to be folded fills its sheets, it is set somewhat
tighter where that saves its last pages, and what is still free gets room for notes.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Size
from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.colour import WHITE, mix
from fustella.core.values.paper import Fold
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    LEAST_PT,
    LIST_OF_ICONS,
    LIST_OF_NOTES,
    LIST_OF_TERMS,
    Align,
    Block,
    Booklet,
    Box,
    BoxKind,
    Code,
    Column,
    Emphasis,
    Figure,
    Figured,
    Heading,
    IconMark,
    IndexMark,
    Inline,
    Inlines,
    Link,
    ListBlock,
    Note,
    NoteRef,
    Paragraph,
    Picture,
    Pictured,
    PiecePicture,
    Rule,
    Strong,
    Table,
    Words,
    every_block,
    inlines_in,
    text_of,
)
from fustella.impose import padded
from fustella.rules.figures import FigureSource, drawn_figure, drawn_group
from fustella.rules.look import Look

Node: TypeAlias = dict[str, Any]

BESIDE_SHARE = 0.46
"""The share of the measure up to which a figure stands beside its words."""

BESIDE_LETTERS = 90
"""The fewest letters of words beside which a figure stands."""

LEGEND_MM = 44.0
"""The least measure of what explains the numbers of a figure beside it."""

LETTER_EM = 0.44
"""The width of a letter over the size of the text, on average."""

LINE = 1.32
"""The distance between lines over the size of the text."""

LEAST_BESIDE_MM = 48.0
"""The least measure of words beside a figure: below, lines are too short to be spaced well."""

MOST_WHOLE, MOST_WHOLE_TABLE, MOST_KEPT = 0.5, 0.34, 0.85
"""The shares of a page up to which boxes, tables, and figures with their legends are not parted."""

SETUP_SHARE = 0.36
"""The share of a page's height that the picture of a set-up takes at most, unless it has a size."""

LONE_ICON = 1.4
"""The size of an icon that stands alone in the cell of a table."""

SHORT_LINES = 3
"""The lines up to which words that lead to a list go with it to the next page."""

MOST_FITTED = 0.14
"""The share of its pages by which a booklet may become longer or shorter when it is fitted."""

MOST_MOVED = 8
"""How often the pages are laid out anew to move a figure that leaves white at the foot of one."""

ACROSS, TABLE_ACROSS = 1.5, 1.15
"""The widths of figures and tables over that of a column from which they stand across columns."""

_CELL_MM = 3.6
"""The room beside the letters of a cell."""

JUSTIFIED_FROM_MM = 80.0
"""The least measure whose lines are justified: below, words stand too far apart."""

LONG_CELL, SHORT_CELL, LEAST_CELL = 60, 16, 24
"""The letters of a cell beyond which a column gets no more room, up to which it fits them, and for
which it has room even in a narrow table."""

SHORT_NAME = 20
"""The letters of an icon's name up to which three icons stand beside each other."""

THREE_COLUMNS_MM = 110.0
"""The measure above which the index, and icons with short names, stand in three columns."""

MOST_CONTENTS = 18
"""The headings up to which the contents name those of level 2, unless booklet.yaml says it."""

_NOWHERE = Place("")

ICONS_LISTED_FROM = 3
"""The number of icons from which a booklet has a list of them."""


class TypesetIcon(Struct, frozen=True):
    """An icon of a booklet: its SVG, and what it is called; "" for one without a name.

    `colour` is the icon's own, "" for one in the colour of the words.
    """

    svg: str
    name: str
    text: str = ""
    colour: str = ""


class PageShape(Struct, frozen=True):
    """The shape of the pages of a booklet, in mm, and the sizes of its titles in points."""

    size: Size
    inside_mm: float
    outside_mm: float
    top_mm: float
    bottom_mm: float
    heads_pt: tuple[float, ...]
    columns: int = 1
    heads_shown: bool = True

    @property
    def measure_mm(self) -> float:
        """The length of a line."""
        gutters_mm = 7.0 * (self.columns - 1)
        return (self.size.width_mm - self.inside_mm - self.outside_mm - gutters_mm) / self.columns

    @property
    def width_mm(self) -> float:
        """The width of all columns."""
        return self.size.width_mm - self.inside_mm - self.outside_mm

    @property
    def height_mm(self) -> float:
        """The height of a column."""
        return self.size.height_mm - self.top_mm - self.bottom_mm


def page_shape(size: Size, bleed_mm: float = 0.0) -> PageShape:
    """The shape of pages of a size, with a bleed around them."""
    shape = _trimmed_shape(size)
    return replace(
        shape,
        size=Size(size.width_mm + 2 * bleed_mm, size.height_mm + 2 * bleed_mm),
        inside_mm=shape.inside_mm + bleed_mm,
        outside_mm=shape.outside_mm + bleed_mm,
        top_mm=shape.top_mm + bleed_mm,
        bottom_mm=shape.bottom_mm + bleed_mm,
    )


def _trimmed_shape(size: Size) -> PageShape:
    """The shape of pages of a size: margins, columns and titles that suit it."""
    if size.width_mm >= 190:
        return PageShape(size, 18, 16, 22, 19, (24, 14, 11, 10), columns=2)
    if size.width_mm >= 130:
        return PageShape(size, 15, 13, 19, 17, (20, 12.5, 10.5, 9.5))
    if size.width_mm >= 90:
        return PageShape(size, 9, 9, 16, 14, (17, 11.5, 10, 9.5))
    if size.width_mm >= 70:
        return PageShape(size, 7, 7, 10, 12, (15, 11, 9.5, 9), heads_shown=False)
    return PageShape(size, 5, 5, 6, 9.5, (13, 10.5, 9.5, 9), heads_shown=False)


class Laid(Struct, frozen=True):
    """What typst made of a booklet: its number of pages, and the figures that left white behind.

    A figure leaves white where what stands before it ends on an earlier page: it did not fit there.
    """

    pages: int
    left_white: tuple[int, ...] = ()


class Setting(Struct, frozen=True):
    """How tight a booklet is set: its letters and their lines in points, and how large figures are.

    A share of 1 leaves figures as large as they are.
    """

    size_pt: float
    line_pt: float
    figures: float = 1.0

    def looser(self) -> Iterator["Setting"]:
        """Yields settings that take more and more room."""
        yield replace(self, line_pt=self.line_pt * 1.03, figures=self.figures * 1.1)
        yield replace(self, line_pt=self.line_pt * 1.06, figures=self.figures * 1.2)

    def tighter(self) -> Iterator["Setting"]:
        """Yields settings that take less and less room."""
        least = max(LEAST_PT, self.size_pt - 0.5)
        yield Setting(self.size_pt, self.line_pt * 0.97, self.figures * 0.92)
        yield Setting(least, min(self.line_pt * 0.94, least * 1.28), self.figures * 0.84)


class Marked(Struct, frozen=True):
    """A block whose place on the pages is told by a number: where it was typed, and what it says.

    `is_` is what it is for typst: a heading of a `level`, a paragraph, a table, a figure, a box. It
    is as wide as `measure_mm`; what its marks enclose has `below_mm` of white at its end.
    """

    place: Place
    is_: str
    text: str
    measure_mm: float
    below_mm: float = 0.0
    level: int = 0


class TypesetInput(Struct, frozen=True):
    """A booklet as it is sent to typst: its data, and its pictures as SVG by their names.

    It was set in a `setting`, with `end_pages` after its last one. `marked` are its blocks by the
    numbers that their marks on the pages have; () for a booklet that is printed. `moved` are the
    figures that stand on top of the next page.
    """

    data: str
    pictures: Mapping[str, str]
    setting: Setting
    end_pages: tuple[str, ...] = ()
    marked: tuple[Marked, ...] = ()
    moved: frozenset[int] = frozenset()


class Kept(Struct):
    """What is kept from one setting of a booklet for the next: figures, and names of pictures.

    It is for booklets of the same faces, whose figures are drawn once wherever they stand.
    """

    names: dict[str, str] = {}
    drawn: dict[tuple[object, Size], tuple[str, Size] | None] = {}


class RulesSource(Struct, frozen=True):
    """What a booklet is set with.

    `icons` gives an icon in a colour, or in its own where that is "". `words` are the words that
    the tool prints in booklets. `cover` is the picture of the first page, drawn for the size of the
    pages, as SVG; with "", the title is set in type, above some `pieces`. With `marks`, the pages
    say where their blocks are.
    """

    figures: FigureSource
    look: Look
    words: Mapping[str, str]
    icons: Callable[[IconMark, str], TypesetIcon]
    cover: str = ""
    pieces: tuple[str, ...] = ()
    kept: Kept | None = None
    marks: bool = False


def fitted(
    booklet: Booklet,
    source: RulesSource,
    size: Size,
    fold: Fold,
    panels: int,
    laid: Callable[[TypesetInput], Laid],
    bleed_mm: float = 0.0,
) -> TypesetInput:
    """Sets a booklet on pages that fill its sheets.

    `laid` lays it out. A booklet is set tighter or looser only if it then fills its sheets exactly;
    else pages that are free get room for notes, and the last of them the title.
    """
    size_pt = booklet.settings.size_pt
    usual = Setting(size_pt, round(size_pt * LINE, 2))
    setter = _Setter(booklet, source, size, fold, bleed_mm=bleed_mm)
    found, moved, count = _settled(setter, usual, laid)
    if fold not in (Fold.LEAFLET, Fold.SADDLE):
        return found
    if fold is Fold.LEAFLET:
        for setting in usual.tighter():
            if count <= panels:
                break
            found, _, count = _settled(setter, setting, laid)
        return found
    full = padded(count, fold)
    if full == count:
        return found
    for goal, settings in ((full - 4, usual.tighter()), (full, usual.looser())):
        if goal and abs(goal - count) <= max(1.0, count * MOST_FITTED):
            other = _filling(setter, [*settings], goal, laid)
            if other is not None:
                return other
    return setter.typeset(usual, moved, [*["notes"] * (full - count - 1), "back"])


def _filling(
    setter: "_Setter", settings: Sequence[Setting], goal: int, laid: Callable[[TypesetInput], Laid]
) -> TypesetInput | None:
    """The booklet in the mildest of some settings in which it has so many pages; None for none.

    The last one is the strongest: if it does not reach the goal, no other one does.
    """
    strongest, *milder = reversed(settings)
    found, _, pages = _settled(setter, strongest, laid)
    chosen = found if pages == goal else None
    reaches = pages <= goal if strongest.figures < 1 else pages >= goal
    for setting in milder if reaches else ():
        found, _, pages = _settled(setter, setting, laid)
        if pages == goal:
            chosen = found
    return chosen


def _settled(
    setter: "_Setter", setting: Setting, laid: Callable[[TypesetInput], Laid]
) -> tuple[TypesetInput, frozenset[int], int]:
    """A booklet in a setting, the figures that were moved, and its number of pages.

    A figure that does not fit below the words before it leaves white there. It goes to the top of
    the next page instead, and the words behind it fill what is free, as long as this takes no page
    more.
    """
    moved = frozenset[int]()
    found = setter.typeset(setting, moved)
    seen = laid(found)
    kept = frozenset[int]()
    for _ in range(MOST_MOVED):
        waiting = [one for one in seen.left_white if one not in moved and one not in kept]
        if not waiting:
            break
        more = moved | {waiting[0]}
        other = setter.typeset(setting, more)
        after = laid(other)
        if after.pages > seen.pages:
            kept |= {waiting[0]}
            continue
        found, seen, moved = other, after, more
    return found, moved, seen.pages


def set_like(
    booklet: Booklet, source: RulesSource, size: Size, fold: Fold, before: TypesetInput
) -> TypesetInput:
    """Sets a booklet as tight as it was `before`, with as many pages after its last one."""
    return _Setter(booklet, source, size, fold).typeset(
        before.setting, before.moved, before.end_pages
    )


def on_one_page(
    booklet: Booklet,
    source: RulesSource,
    size: Size,
    laid: Callable[[TypesetInput], Laid],
) -> TypesetInput:
    """Sets the sheet of one page of a booklet; as tight as it needs to be, and no tighter."""
    sheet = booklet.sheet
    assert sheet is not None, "the booklet has a sheet"
    size_pt = booklet.settings.size_pt
    usual = Setting(size_pt, round(size_pt * LINE, 2))
    setter = _Setter(replace(booklet, chapters=(sheet,)), source, size, Fold.NONE, alone=True)
    found = setter.typeset(usual)
    for setting in usual.tighter():
        if laid(found).pages <= 1:
            break
        found = setter.typeset(setting)
    return found


def notes_of(booklet: Booklet) -> tuple[Note, ...]:
    """The notes whose signs stand in the chapters, or in other such notes."""
    known = {note.number: note for note in booklet.notes}
    found = set[int]()
    waiting = [*(chapter.blocks for chapter in booklet.chapters)]
    for blocks in waiting:  # grows by the notes that it finds
        for inline in inlines_in(blocks):
            if isinstance(inline, NoteRef) and inline.number not in found:
                found.add(inline.number)
                if inline.number in known:
                    waiting.append(known[inline.number].blocks)
    return tuple(note for note in booklet.notes if note.number in found)


def lists_at_end(
    booklet: Booklet, icons: Callable[[IconMark, str], TypesetIcon], *, alone: bool = False
) -> Iterator[str]:
    """Yields the anchors of the lists that stand at the end; `alone` has notes at most."""
    notes = notes_of(booklet)
    if notes:
        yield LIST_OF_NOTES
    if alone:
        return
    chapters = [one for chapter in booklet.chapters for one in inlines_in(chapter.blocks)]
    if any(isinstance(one, IndexMark) for one in chapters):
        yield LIST_OF_TERMS
    found = (*chapters, *(one for note in notes for one in inlines_in(note.blocks)))
    marks = {replace(one, place=_NOWHERE) for one in found if isinstance(one, IconMark)}
    if len({icons(mark, "").name for mark in marks} - {""}) >= ICONS_LISTED_FROM:
        yield LIST_OF_ICONS


def reads_right_to_left(language: str) -> bool:
    """Whether a language is written from right to left, and its booklets open at the right."""
    return language.partition("-")[0] in _RIGHT_TO_LEFT


_RIGHT_TO_LEFT = frozenset(("ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"))


_JOINED = _RIGHT_TO_LEFT - {"he", "yi", "dv"}
"""Languages whose letters join, so that they are not set apart."""


@cache
def typst_source() -> bytes:
    """The file that lays out booklets."""
    return (files("fustella.resources") / "rules" / "booklet.typ").read_bytes()


class _Setter:
    """Makes the data of one booklet; figures that were drawn once are kept.

    Chapters that stand `alone` get no first page, no contents and no lists at their end.
    """

    def __init__(
        self,
        booklet: Booklet,
        source: RulesSource,
        size: Size,
        fold: Fold,
        *,
        alone: bool = False,
        bleed_mm: float = 0.0,
    ) -> None:
        self._booklet, self._source, self._fold = booklet, source, fold
        self._alone = alone
        self._notes = notes_of(booklet)
        self._numbers = {note.number: at for at, note in enumerate(self._notes, 1)}
        self._terms = {
            one.term
            for chapter in booklet.chapters
            for one in inlines_in(chapter.blocks)
            if isinstance(one, IndexMark)
        }
        self._anchors = {heading.anchor for heading in booklet.headings}
        lists = lists_at_end(booklet, source.icons, alone=alone)
        self._ends = {*lists} - self._anchors
        self._shape = page_shape(size, bleed_mm)
        self._pictures: dict[str, str] = {}
        self._kept = source.kept or Kept({}, {})
        self._marked: list[Marked] = []
        self._setting = Setting(LEAST_PT, LEAST_PT * LINE)
        self._icons: dict[str, TypesetIcon] = {}
        self._moved, self._figures = frozenset[int](), 0

    def typeset(
        self, setting: Setting, moved: frozenset[int] = frozenset(), end_pages: Sequence[str] = ()
    ) -> TypesetInput:
        """The booklet in a setting, with figures moved to the tops of pages, and pages at its end.

        Figures count from 1 in their order.
        """
        booklet, shape, words = self._booklet, self._shape, self._source.words
        self._setting, self._moved, self._figures = setting, moved, 0
        self._pictures, self._icons, self._marked = {}, {}, []
        on_pages = self._fold in (Fold.SADDLE, Fold.NONE) and not self._alone
        blocks = self._chapters()
        cover = self._cover() if on_pages else None
        heads = [head for head in booklet.headings if head.level <= 2]
        chapters = sum(head.level == 1 for head in heads)
        asked = booklet.settings.contents
        depth = asked if asked is not None else 2 if len(heads) <= MOST_CONTENTS else 1
        data = {
            "title": booklet.title,
            "subtitle": booklet.subtitle,
            "lang": booklet.language.split("-")[0],
            "region": _region(booklet.language),
            "right-to-left": reads_right_to_left(booklet.language),
            "joined": booklet.language.partition("-")[0] in _JOINED,
            "look": self._look(),
            "words": {
                "contents": words["contents"],
                "page": words["page"],
                "own-notes": words["own_notes"],
            },
            "page": {
                "width": shape.size.width_mm,
                "height": shape.size.height_mm,
                "inside": shape.inside_mm,
                "outside": shape.outside_mm,
                "top": shape.top_mm,
                "bottom": shape.bottom_mm,
                "columns": shape.columns,
                "ascent": 4.2 if shape.heads_shown else 0,
                "descent": 5.5 if shape.heads_shown else 3.2,
            },
            "size": setting.size_pt,
            "line": setting.line_pt,
            "heads": shape.heads_pt,
            "heads-shown": shape.heads_shown,
            "justify": shape.measure_mm >= JUSTIFIED_FROM_MM,
            "hyphenate": True,
            "plain-pages": 1 if cover is not None or self._alone else 0,
            "cover": cover,
            "titled": cover is None and not self._alone,
            "contents": on_pages and depth > 0 and (asked is not None or chapters > 2),
            "contents-depth": depth,
            "blocks": blocks,
            "end-pages": list(end_pages),
            "marked": self._source.marks,
        }
        return TypesetInput(
            json.dumps(data, ensure_ascii=False, sort_keys=True),
            dict(self._pictures),
            setting,
            tuple(end_pages),
            tuple(self._marked),
            moved,
        )

    def _look(self) -> Node:
        look = self._source.look
        fonts = look.fallback
        return {
            "ink": look.ink,
            "accent": look.accent,
            "soft": look.soft,
            "ground": look.ground,
            "text": [*dict.fromkeys((look.text_family, *fonts))],
            "title": [*dict.fromkeys((look.title_family, *fonts))],
        }

    def _cover(self) -> Node:
        if self._source.cover:
            name = self._picture(self._source.cover)
            return {"picture": name, "alt": self._booklet.title, "figure": None}
        shape = self._shape
        room = Size(shape.size.width_mm - 30.0, shape.size.height_mm * 0.4)
        drawn = drawn_group(self._source.pieces, self._source.figures, room)
        figure = None
        if drawn is not None:
            name = self._picture(drawn.svg)
            figure = {"picture": name, "wide": round(drawn.size.width_mm, 3)}
        return {"picture": None, "alt": "", "figure": figure}

    def _chapters(self) -> list[Node]:
        """The blocks of all chapters, and at the end notes, icons and index."""
        booklet, words = self._booklet, self._source.words
        found = [
            one for chapter in booklet.chapters for one in self._blocks(chapter.blocks, flows=True)
        ]
        if self._notes:
            found.append(self._heading(words["notes"], LIST_OF_NOTES))
            found.append({"is": "notes", "notes": [self._note(note) for note in self._notes]})
        if self._alone:
            return found
        icons = [icon for icon in self._icons.values() if icon.name]
        if len(icons) >= ICONS_LISTED_FROM:
            found.append(self._heading(words["icons"], LIST_OF_ICONS))
            found.append(
                {
                    "is": "icons",
                    "columns": self._icons_across(icons),
                    "icons": [
                        {
                            "picture": self._picture(icon.svg),
                            "alt": icon.name,
                            "name": icon.name,
                            "text": icon.text,
                        }
                        for icon in icons
                    ],
                }
            )
        if terms := self._terms:
            found.append(self._heading(words["index"], LIST_OF_TERMS))
            columns = 3 if self._shape.measure_mm > THREE_COLUMNS_MM else 2
            ordered = sorted(terms, key=lambda term: (term.casefold(), term))
            found.append({"is": "terms", "columns": columns, "terms": ordered})
        return found

    def _icons_across(self, icons: Sequence[TypesetIcon]) -> int:
        """How many icons of the index stand beside each other: three where none says much."""
        if self._shape.measure_mm <= 70:
            return 1
        longest = max(len(f"{icon.name} {icon.text}".strip()) for icon in icons)
        wide = self._shape.measure_mm > THREE_COLUMNS_MM and longest <= SHORT_NAME
        return 3 if wide else 2

    def _heading(self, words: str, anchor: str) -> Node:
        label = _label(anchor) if anchor in self._ends else ""
        node = {"is": "heading", "level": 1, "of": [words], "anchor": label}
        place = Place("")
        self._mark(node, Heading(1, (Words(words, place),), anchor, place), self._shape.measure_mm)
        return node

    def _note(self, note: Note) -> Node:
        return {"number": self._numbers[note.number], "of": self._blocks(note.blocks)}

    # Blocks

    def _blocks(
        self, blocks: Sequence[Block], room_mm: float | None = None, *, flows: bool = False
    ) -> list[Node]:
        """Blocks as data; a figure that is small enough stands beside the words around it.

        Those of a chapter itself, which `flows` over pages, may be moved to the top of a page.
        """
        room_mm = self._shape.measure_mm if room_mm is None else room_mm
        found = list[Node]()
        for at, block in enumerate(blocks):
            if isinstance(block, Figure):
                node = self._figure(block, room_mm, flows=flows)
                if node is not None:
                    self._mark(node, block, room_mm)
                    self._place_figure(node, block, found, room_mm, flows=flows)
                continue
            after = blocks[at + 1] if at + 1 < len(blocks) else None
            for node in self._block(block, room_mm):
                if isinstance(block, Paragraph):
                    # Words that lead to a list or a table are not left alone on a page.
                    leads = node["leads"] or isinstance(after, ListBlock | Table)
                    node["leads"] = leads and self._is_short(block, room_mm)
                self._mark(node, block, room_mm)
                found.append(node)
            _fill_beside(found, self._height_mm, room_mm)
            if found[-1]["is"] == "beside":
                self._narrowed(found[-1]["after"], room_mm - found[-1]["wide"] - 5.0)
        return found

    # Marks

    def _mark(self, node: Node, block: Block, room_mm: float) -> None:
        """Numbers a block, whose place on the pages is told by this number."""
        if not self._source.marks or node["is"] in {"list", "quote"}:  # what is in it has marks
            return
        level = node.get("level", 0)
        below_mm = (
            self._setting.line_pt * MM_PER_PT * ((1.0 if level == 1 else 0.5) if level else 0.0)
        )
        node["at"] = len(self._marked)
        wide_mm = room_mm - (6.4 if node["is"] == "box" else 0.0)
        text = _said_of(block) or node.get("name", "")
        said = Marked(block.place, node["is"], text, wide_mm, below_mm, level)
        self._marked.append(said)

    def _narrowed(self, nodes: Sequence[Node], measure_mm: float) -> None:
        """Notes that blocks are only so wide."""
        for node in nodes:
            if "at" in node:
                old = self._marked[node["at"]]
                wide_mm = min(old.measure_mm, measure_mm)
                self._marked[node["at"]] = replace(old, measure_mm=wide_mm)
            for item in node.get("items", ()):
                self._narrowed(item, measure_mm - 6.0)

    def _is_short(self, block: Paragraph, room_mm: float) -> bool:
        """Whether a paragraph has so few lines that they need not be parted between pages."""
        line_mm = self._setting.line_pt * MM_PER_PT
        return self._lines_mm(len(text_of(block.inlines)), room_mm) <= SHORT_LINES * line_mm

    def _place_figure(
        self, node: Node, figure: Figure, found: list[Node], room_mm: float, *, flows: bool
    ) -> None:
        """Puts a figure beside its legend, or beside the words before it, or below them."""
        wide_mm = sum(each["wide"] for each in node["pictures"]) + 4.0 * (len(node["pictures"]) - 1)
        left_mm = room_mm - wide_mm - 5.0
        narrow = wide_mm <= room_mm * BESIDE_SHARE and left_mm >= LEAST_BESIDE_MM
        if figure.legend:
            steps = {
                "is": "steps",
                "start": 1,
                "items": [self._blocks(one) for one in figure.legend],
            }
            if left_mm >= LEGEND_MM and wide_mm <= room_mm * 0.6:
                beside = self._beside([steps], node, wide_mm, room_mm, figure_first=True)
                found.append(beside | {"closed": True})
                return
            # The numbers of a figure are explained on the same page.
            high_mm = self._height_mm([node, steps], room_mm)
            kept = high_mm <= self._shape.height_mm * MOST_KEPT
            found.append({"is": "kept", "of": [node, steps]} if kept else node)
            if not kept:
                found.append(steps)
        else:
            words = self._words_before(found, node, left_mm) if narrow else 0
            if words:
                found[-words:] = [self._beside(found[-words:], node, wide_mm, room_mm)]
                return
            found.append(node)
        if flows:
            self._figures += 1
            first = len(found) - 1 if found[-1]["is"] != "steps" else len(found) - 2
            headed = first == 0 or found[first - 1]["is"] == "heading"
            number = 0 if headed or found[first].get("across") else self._figures
            found[first] |= {"number": number, "moved": number > 0 and number in self._moved}

    def _words_before(self, found: Sequence[Node], figure: Node, measure_mm: float) -> int:
        """The number of blocks of words before a figure that fill the room beside it; 0 for none.

        No more than the figure's height are taken.
        """
        high_mm = max(each["high"] for each in figure["pictures"])
        words, filled_mm, letters = 0, 0.0, 0
        for node in reversed(found):
            if node["is"] not in {"paragraph", "list"} or filled_mm > high_mm * 0.75:
                break
            own_mm = self._height_mm([node], measure_mm)
            if words and filled_mm + own_mm > high_mm * 1.2:
                break
            words, filled_mm, letters = words + 1, filled_mm + own_mm, letters + _letters(node)
        return words if letters >= BESIDE_LETTERS else 0

    def _lines_mm(self, letters: int, measure_mm: float) -> float:
        """The height of letters in lines: most are less than half as wide as they are large."""
        letter_mm = self._setting.size_pt * MM_PER_PT * LETTER_EM
        lines = math.ceil(letters * letter_mm / max(measure_mm, letter_mm))
        return lines * self._setting.line_pt * MM_PER_PT

    def _height_mm(self, nodes: Sequence[Node], measure_mm: float) -> float:
        """About how high some blocks are."""
        line_mm = self._setting.line_pt * MM_PER_PT
        high_mm = 0.0
        for node in nodes:
            inner: list[list[Node]] = node.get("items", [])
            match node["is"]:
                case "figure":
                    high_mm += max(each["high"] for each in node["pictures"]) + 2 * line_mm
                case "beside":
                    pictures = node["figure"]["pictures"]
                    words = [*node["words"], *node["after"]]
                    words_mm = self._height_mm(words, measure_mm - node["wide"] - 5.0)
                    high_mm += max(words_mm, *(each["high"] for each in pictures)) + line_mm
                case "kept" | "box" | "quote":
                    high_mm += self._height_mm(node["of"], measure_mm - 7.0) + 2 * line_mm
                case "list" | "steps":
                    high_mm += sum(self._height_mm(item, measure_mm - 6.0) for item in inner)
                case "table":
                    high_mm += line_mm * 1.4 * (len(node["rows"]) + 1)
                case _:
                    high_mm += self._lines_mm(_letters(node), measure_mm) + line_mm / 2
        return high_mm

    def _beside(
        self,
        words: list[Node],
        figure: Node,
        wide_mm: float,
        room_mm: float,
        *,
        figure_first: bool = False,
    ) -> Node:
        self._narrowed(words, room_mm - wide_mm - 5.0)
        self._narrowed([figure], wide_mm)
        return {
            "is": "beside",
            "figure-first": figure_first,
            "words": words,
            "figure": figure,
            "wide": round(wide_mm, 3),
            "justify": room_mm - wide_mm - 5.0 >= JUSTIFIED_FROM_MM,
            "after": [],
        }

    def _block(self, block: Block, room_mm: float) -> Iterator[Node]:
        match block:
            case Heading():
                level = min(block.level, 4)
                yield {
                    "is": "heading",
                    "level": level,
                    "of": self._inlines(block.inlines),
                    "anchor": _label(block.anchor),
                }
            case Paragraph():
                words = text_of(block.inlines)
                node = {"is": "paragraph", "of": self._inlines(block.inlines)}
                yield {**node, "leads": words.rstrip().endswith((":", "："))}
            case ListBlock():
                inner_mm = room_mm - 6.0
                items = [self._blocks(item, inner_mm) for item in block.items]
                yield {
                    "is": "list",
                    "ordered": block.ordered,
                    "start": block.start,
                    "tight": block.tight,
                    "items": items,
                }
            case Table():
                yield self._table(block)
            case Box(kind=BoxKind.QUOTE):
                yield {"is": "quote", "of": self._blocks(block.blocks, room_mm - 10.0)}
            case Box():
                yield self._box(block, room_mm)
            case Rule():
                yield {"is": "rule"}

    def _table(self, table: Table) -> Node:
        """A table: columns of short cells are as wide as these, others share what is left."""
        columns, needed_mm = list[Node](), 0.0
        letter_mm = LEAST_PT * MM_PER_PT * LETTER_EM
        shown = range(len(table.columns))
        for at in shown:
            column = table.columns[at]
            cells = [text_of(row[at]) for row in table.rows if at < len(row)]
            longest = max(map(len, (text_of(column.inlines), *cells)), default=0)
            digits = bool(cells) and all(_is_figure(cell) for cell in cells)
            align = column.align or (Align.CENTER if digits else Align.LEFT)
            share = 0 if longest <= SHORT_CELL else min(longest, LONG_CELL)
            needed_mm += min(longest, LEAST_CELL) * letter_mm + _CELL_MM
            columns.append({"head": self._head(column), "align": str(align), "share": share})
        rows = [
            [_large_alone(self._inlines(row[at])) if at < len(row) else [] for at in shown]
            for row in table.rows
        ]
        wide_mm = self._shape.measure_mm / max(1, len(columns))
        high_mm = sum(
            max((self._lines_mm(_letters({"of": cell}), wide_mm) for cell in row), default=0.0)
            + 2.4
            for row in rows
        )
        return {
            "is": "table",
            "breakable": high_mm > self._shape.height_mm * MOST_WHOLE_TABLE,
            "across": self._shape.columns > 1 and needed_mm > self._shape.measure_mm * TABLE_ACROSS,
            "columns": columns,
            "rows": rows,
        }

    def _head(self, column: Column) -> list[Any]:
        """The head of a column, in white; icons that have colours of their own lie on white."""
        return self._inlines(column.inlines, WHITE)

    def _box(self, box: Box, room_mm: float) -> Node:
        look, paint = self._source.look, self._source.look.box(box.kind)
        name = self._source.words[str(box.kind)]
        if box.kind is BoxKind.TURN and box.title:
            name = ""  # its own title says which turn it is
        shared = {
            "name": name,
            "title": self._inlines(box.title),
            "paint": paint,
            "ground": WHITE if look.ground == WHITE else mix(paint, WHITE, 0.91),
        }
        steps = steps_of(box)
        if steps is not None:
            cells = [self._blocks(item, 30.0) for item in steps.items]
            columns = self._strip_columns(steps)
            wide_mm = (room_mm - 2.0 * (columns - 1)) / columns - (4.4 if columns > 1 else 11.6)
            for cell in cells:
                self._narrowed(cell, wide_mm)
            return {"is": "strip", **shared, "columns": columns, "steps": cells}
        inner = self._blocks(box.blocks, room_mm - 7.0)
        whole = self._height_mm(inner, room_mm - 7.0) <= self._shape.height_mm * MOST_WHOLE
        # The title of a box that is parted stays with what it begins with.
        first_mm = self._height_mm(inner[:1], room_mm - 7.0)
        begins = 1 if first_mm <= self._shape.height_mm * MOST_WHOLE else 0
        return {"is": "box", **shared, "breakable": not whole, "of": inner, "begins": begins}

    def _strip_columns(self, steps: ListBlock) -> int:
        """The steps beside each other: as many as have 26 mm, or one where they say much."""
        letters = [
            sum(len(text_of(_own(block))) for block in every_block(item)) for item in steps.items
        ]
        most = int((self._shape.measure_mm + 2.0) / 28.0)
        if not letters or most < 2 or max(letters) > 220:
            return 1
        rows = -(-len(letters) // most)
        return -(-len(letters) // rows)

    def _figure(self, figure: Figure, room_mm: float, *, flows: bool = False) -> Node | None:
        """A figure whose pictures take one row, each as large as there is room for all.

        Where a page has several columns, one that is wider than a column stands across them.
        """
        shape = self._shape
        if flows and shape.columns > 1 and self._pictures_wide_mm(figure) > room_mm * ACROSS:
            pictures = self._drawn_pictures(figure, shape.width_mm)
            across = sum(each["wide"] for each in pictures) > room_mm
        else:
            pictures, across = self._drawn_pictures(figure, room_mm), False
        if not pictures:
            return None
        caption = self._inlines(figure.caption)
        return {
            "is": "figure",
            "pictures": pictures,
            "caption": caption,
            "across": across,
            "number": 0,
            "moved": False,
        }

    def _pictures_wide_mm(self, figure: Figure) -> float:
        """The width that pictures have side by side if nothing narrows them."""
        room = Size(self._shape.width_mm, self._shape.height_mm * 0.55)
        sizes = [
            self._draw(picture, room)
            for picture in figure.pictures
            if not isinstance(picture, PiecePicture) or picture.size_mm or not picture.players
        ]
        return sum(found[1].width_mm + 4.0 for found in sizes if found) - 4.0

    def _drawn_pictures(self, figure: Figure, room_mm: float) -> list[Node]:
        gaps_mm = 4.0 * (len(figure.pictures) - 1)
        each_mm = (room_mm - gaps_mm) / max(1, len(figure.pictures))
        pictures = list[Node]()
        for picture in figure.pictures:
            share = 0.55 if len(figure.pictures) == 1 else 0.42
            larger = self._setting.figures
            if isinstance(picture, PiecePicture) and picture.players and not picture.size_mm:
                share, larger = min(share, SETUP_SHARE), min(larger, 1.0)
            most_mm = self._shape.height_mm * share
            drawn = self._draw(picture, Size(each_mm, most_mm * larger))
            if drawn is not None:
                name, size = drawn
                scale = larger if size.width_mm > 40 else 1.0
                wide_mm = min(size.width_mm * scale, each_mm)
                high_mm = size.height_mm * wide_mm / size.width_mm
                pictures.append(
                    {
                        "picture": name,
                        "wide": round(wide_mm, 3),
                        "high": round(high_mm, 3),
                        "alt": picture.alt,
                    }
                )
        return pictures

    def _draw(self, picture: Picture, room: Size) -> tuple[str, Size] | None:
        key = (without_places(picture), room)
        known = self._kept.drawn
        if key not in known:
            drawn = drawn_figure(picture, self._source.figures, room)
            known[key] = None if drawn is None else (drawn.svg, drawn.size)
        found = known[key]
        return None if found is None else (self._picture(found[0]), found[1])

    def _picture(self, svg: str) -> str:
        """The name of a picture; equal pictures have one."""
        names = self._kept.names
        name = names.setdefault(svg, str(len(names) + 1))
        self._pictures[name] = svg
        return name

    # Inlines

    def _inlines(self, inlines: Inlines, paint: str = "") -> list[Any]:
        """Inlines as data; icons are painted in a colour, or in their own where that is ""."""
        return [one for inline in inlines for one in self._inline(inline, paint)]

    def _inline(self, inline: Inline, paint: str) -> Iterator[Any]:
        match inline:
            case Words() | Figured():
                yield inline.text
            case Strong():
                yield {"is": "strong", "of": self._inlines(inline.inlines, paint)}
            case Emphasis():
                yield {"is": "emphasis", "of": self._inlines(inline.inlines, paint)}
            case IconMark():
                yield self._icon(inline, paint)
            case Link():
                yield from self._link(inline, paint)
            case Code():
                yield {"is": "code", "text": inline.text}
            case NoteRef():
                yield {"is": "note", "number": self._numbers[inline.number]}
            case IndexMark():
                yield {"is": "index", "term": inline.term}
            case Pictured():
                yield from self._pictured(inline)
            case _:  # a break: references are resolved
                yield {"is": "break"}

    def _link(self, link: Link, paint: str) -> Iterator[Any]:
        words = self._inlines(link.inlines, paint)
        if link.url:
            yield {"is": "url", "to": link.url, "of": words}
        elif link.anchor in self._anchors or link.anchor in self._ends:
            yield {"is": "link", "to": _label(link.anchor), "of": words}
        else:  # its heading stands on the sheet of one page, or this is that sheet
            yield from words

    def _pictured(self, inline: Pictured) -> Iterator[Node]:
        drawn = self._draw(inline.picture, Size(40.0, 12.0))
        if drawn is not None:
            name, size = drawn
            high, alt = size.height_mm, inline.picture.alt
            yield {"is": "picture", "picture": name, "high": high, "alt": alt}

    def _icon(self, mark: IconMark, paint: str) -> Node:
        """An icon; on a dark ground, one that has a colour of its own lies on a white disc."""
        on_white = paint == WHITE and bool(mark.colour)
        icon = self._source.icons(mark, "" if on_white else paint)
        if icon.name and not paint:
            self._icons.setdefault(icon.name, icon)
        alt = icon.name or mark.name or mark.icon.rpartition(":")[2]
        return {
            "is": "icon",
            "picture": self._picture(icon.svg),
            "high": mark.size,
            "alt": alt,
            "on-white": on_white,
        }


def _fill_beside(
    found: list[Node], height_mm: Callable[[Sequence[Node], float], float], room_mm: float
) -> None:
    """Puts the last block beside the figure before it, if the words there leave room for it."""
    if len(found) < 2 or found[-2]["is"] != "beside" or found[-2].get("closed"):
        return
    beside, node = found[-2], found[-1]
    measure_mm = room_mm - beside["wide"] - 5.0
    figure_mm = height_mm([beside["figure"]], room_mm)
    words_mm = height_mm([*beside["words"], *beside["after"]], measure_mm)
    own_mm = height_mm([node], measure_mm)
    if node["is"] in _BESIDE_TOO and not node.get("leads") and words_mm + own_mm <= figure_mm:
        found[-2:] = [beside | {"after": [*beside["after"], node]}]


_BESIDE_TOO = frozenset(("paragraph", "list", "box"))
"""The blocks that may stand beside the figure before them."""


def _large_alone(cell: list[Any]) -> list[Any]:
    """A cell of a table, whose icon is larger if it stands alone."""
    if len(cell) == 1 and isinstance(cell[0], dict) and cell[0]["is"] == "icon":
        return [cell[0] | {"high": max(cell[0]["high"], LONE_ICON)}]
    return cell


def without_places(value: object) -> object:
    """A part of a booklet without where it was typed, for comparisons."""
    if isinstance(value, Place):
        return None
    if isinstance(value, Struct):
        names = value.__struct_fields__
        return (type(value), *(without_places(getattr(value, name)) for name in names))
    return tuple(map(without_places, value)) if isinstance(value, tuple) else value


def _said_of(block: Block) -> str:
    """What a block says, for those who find it by its words."""
    match block:
        case Heading() | Paragraph():
            return text_of(block.inlines)
        case Figure():
            return "; ".join(picture.alt for picture in block.pictures)
        case Table():
            return ", ".join(filter(None, (text_of(column.inlines) for column in block.columns)))
        case Box():
            return text_of(block.title)
    return ""


def _label(anchor: str) -> str:
    """The label of a heading for typst, unlike that of a note; "" for one that nobody can name."""
    return f"to-{anchor}" if anchor else ""


def _letters(node: Node) -> int:
    """The number of letters in a block of data."""

    def of(part: object) -> int:
        if isinstance(part, str):
            return len(part)
        if isinstance(part, list):
            return sum(map(of, part))
        if isinstance(part, dict):
            return sum(of(value) for key, value in part.items() if key in {"of", "items", "text"})
        return 0

    return of(node)


def _own(block: Block) -> Inlines:
    """The words of a block itself."""
    match block:
        case Heading() | Paragraph():
            return block.inlines
        case _:
            return ()


def steps_of(box: Box) -> ListBlock | None:
    """The steps of a turn at a glance; None for a box that has something else."""
    if box.kind is BoxKind.TURN and len(box.blocks) == 1:
        (block,) = box.blocks
        if isinstance(block, ListBlock):
            return block
    return None


def _is_figure(text: str) -> bool:
    return len(text) <= 6 and not any(letter.isalpha() and letter not in "xX" for letter in text)


def _region(language: str) -> str | None:
    _, _, region = language.partition("-")
    return region.upper() if len(region) == 2 else None
