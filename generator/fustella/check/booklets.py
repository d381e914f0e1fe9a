"""Takes rule booklets apart into parts that can be compared: with each other, lists and documents.

A part is what stands in one place: a heading, a paragraph, a caption, the title of a box, a row of
a table. The languages of a booklet have the same parts in the same order, so that each part and its
translations are one text, like those on pieces.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from fustella.check.document import Document
from fustella.check.numbers import numbers_at
from fustella.check.restating import RestatedNumbers
from fustella.check.texts import plain
from fustella.core.values.claims import Claims, Finding, Lines, lines_shown
from fustella.core.values.model import Game, Text, Word
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    Blocks,
    Booklet,
    BookletTable,
    Box,
    BoxKind,
    Break,
    Code,
    Figure,
    Figured,
    Heading,
    IconMark,
    Inline,
    Inlines,
    ListBlock,
    MarkedLines,
    Paragraph,
    Picture,
    Pictured,
    PiecePicture,
    Rules,
    Situation,
    Spot,
    Words,
    every_inline,
)

_MARKUP = re.compile(r"([*{}\\])")
_FROM_LISTS = "\ue010"
"""The letter in the place of letters from lists, where only what was typed is compared."""

_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")


class BookletPart(Struct, frozen=True, dict=True):
    """What a booklet says in one place; `sort` is the same in all languages.

    `lines` are those of the document that the part itself restates, `around` those of the blocks
    and headings above it. `box` is the kind of the innermost box, and `note` says whether the part
    belongs to a note, `shown` whether to a picture. `rows_from` is the list from which the rows of
    a table come.
    """

    sort: str
    inlines: Inlines
    place: Place
    lines: Lines = ()
    around: Lines = ()
    box: BoxKind | None = None
    note: bool = False
    shown: bool = False
    pictures: tuple[Picture, ...] = ()
    rows_from: str = ""

    @cached_property
    def markup(self) -> str:
        """The part as a text with the markup that texts of pieces have."""
        return "".join(map(_marked, every_inline(self.inlines)))

    @cached_property
    def typed(self) -> str:
        """What somebody typed in it, with a sign in the place of everything from lists."""
        return "".join(map(_as_typed, every_inline(self.inlines)))

    @cached_property
    def letters(self) -> str:
        """What readers see of it: its letters, without icons."""
        return plain(self.markup, icon="")

    @property
    def places(self) -> Iterator[Place]:
        """Yields its own place, and the lines on which its words stand."""
        yield self.place
        for inline in every_inline(self.inlines):
            yield replace(self.place, line=inline.place.line or self.place.line)

    @property
    def gives_name(self) -> bool:
        """Whether the part is a heading, or the title of a box."""
        return self.sort.startswith(_HEADING) or self.sort in tuple(BoxKind)

    @property
    def mark_place(self) -> Place:
        """The place of the mark that says which lines the part restates; else its own."""
        lines = self.lines
        return lines.place if isinstance(lines, MarkedLines) else self.place

    @property
    def figured(self) -> Iterator[Figured]:
        """Yields the letters in the part that come from lists."""
        return (one for one in every_inline(self.inlines) if isinstance(one, Figured))

    @cached_property
    def pictured(self) -> tuple[tuple[str, Place], ...]:
        """What the pictures show, without their words, with the places where it is typed."""
        return tuple(one for picture in self.pictures for one in _shown(picture))

    def place_of_source(self, source: str) -> Place:
        """The place of a reference, or of what a picture shows; else that of the part."""
        typed = [*((one.source, one.place) for one in self.figured), *self.pictured]
        typed.append((f"lines: {lines_shown(self.lines)}", self.mark_place))
        lines = (place.line for one, place in typed if one == source and place.line)
        return next((replace(self.place, line=line) for line in lines), self.place)

    def places_of_numbers(self, values: Container[str], language: str) -> Iterator[Place]:
        """Yields the places of typed numbers with some values."""
        for inline in every_inline(self.inlines):
            if isinstance(inline, Words):
                numbers = numbers_at(inline.text, language)
                if any(one.value in values for one in numbers):
                    yield replace(self.place, line=inline.place.line or self.place.line)

    def place_of_words(self, words: str) -> Place | None:
        """The place of the first words of the part that have some letters; None without any."""
        return self.place_of(lambda text: words in text)

    def place_of(self, has: Callable[[str], bool]) -> Place | None:
        """The place of the first words of the part that have something; None without any."""
        for inline in every_inline(self.inlines):
            if isinstance(inline, Words | Figured) and has(inline.text):
                return replace(self.place, line=inline.place.line or self.place.line)
        return None


class PartTranslations(Struct, frozen=True):
    """A part of a booklet in each language that has it; several parts where they are not alike."""

    parts: Mapping[str, tuple[BookletPart, ...]]

    def text(self, languages: Sequence[str]) -> Text:
        """The parts as a text with markup, in all languages of a game."""
        known = {
            language: Word("\n".join(part.markup for part in parts), parts[0].place)
            for language, parts in self.parts.items()
        }
        instead = next(known[each] for each in languages if each in known)
        missing = frozenset(languages) - known.keys()
        return Text({each: known.get(each, instead) for each in languages}, missing)

    @property
    def gives_name(self) -> bool:
        """Whether the text gives something a name: it is a heading or the title of a box."""
        return all(part.gives_name for parts in self.parts.values() for part in parts)

    @property
    def is_typed(self) -> bool:
        """Whether somebody typed words in it, and not all of it was made of lists."""
        return any(
            isinstance(inline, Words) and inline.text.strip()
            for parts in self.parts.values()
            for part in parts
            for inline in every_inline(part.inlines)
        )


class Booklets(Struct, frozen=True, dict=True):
    """The booklets of a `game` for checks, with their references resolved: its `rules`.

    `document` is the rule document that they restate, if it is at hand or its text was kept.
    """

    rules: Rules
    game: Game
    claims: Claims
    document: Document | None = None

    @cached_property
    def restated(self) -> RestatedNumbers:
        """The numbers on the lines of the document."""
        sides = (piece.front for piece in self.game.pieces)
        players = frozenset(str(side["players"]) for side in sides if "players" in side)
        return RestatedNumbers(self.claims, self.document, self.languages[0], players)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the game."""
        return self.game.languages

    @cached_property
    def texts(self) -> tuple[PartTranslations, ...]:
        """All parts of all booklets, each with its translations."""
        sections: dict[tuple[str, str], dict[str, list[BookletPart]]] = {}
        for language, booklet in self.rules.booklets.items():
            for key, part in _parts_of(booklet):
                sections.setdefault(key, {}).setdefault(language, []).append(part)
        return tuple(text for section in sections.values() for text in _texts_of(section))

    @cached_property
    def marked(self) -> tuple[Text, ...]:
        """The parts in which somebody typed words, as texts with markup, in all languages."""
        return tuple(one.text(self.languages) for one in self.texts if one.is_typed)

    @property
    def named(self) -> Iterator[Text]:
        """Yields the texts that name something: headings, and the titles of boxes."""
        return (one.text(self.languages) for one in self.texts if one.gives_name)

    def parts(self, language: str = "") -> Iterator[tuple[str, BookletPart]]:
        """Yields all parts, or those in a language, each with its language."""
        for text in self.texts:
            for each, parts in text.parts.items():
                if language in ("", each):
                    yield from ((each, part) for part in parts)

    @cached_property
    def _by_place(self) -> Mapping[Place, BookletPart]:
        return {part.place: part for _, part in self.parts()}

    def closer(self, finding: Finding) -> Finding:
        """A finding about a part, at the line of the words that the finding quotes."""
        quoted = [(one[1] or one[2]).lower() for one in _QUOTED.finditer(finding.has)]

        def close(place: Place) -> Place:
            part = self._by_place.get(place)
            if part is None or not quoted:
                return place
            return part.place_of(lambda text: any(one in text.lower() for one in quoted)) or place

        where = tuple(map(close, finding.where))
        return replace(finding, place=close(finding.place), where=where)


def _marked(inline: Inline) -> str:
    match inline:
        case Words() | Code() | Figured():
            return _MARKUP.sub(r"\\\1", inline.text)
        case IconMark():
            return f"{{{inline.name or inline.icon}}}"
        case Break():
            return "\n"
    return ""


def _as_typed(inline: Inline) -> str:
    match inline:
        case Words() | Code():
            return _MARKUP.sub(r"\\\1", inline.text)
        case Figured() | IconMark():
            return _FROM_LISTS
        case Break():
            return "\n"
    return ""


def _texts_of(section: Mapping[str, Sequence[BookletPart]]) -> Iterator[PartTranslations]:
    """Yields the texts of a section: part by part where all languages have the same sorts."""
    sorts = {tuple(part.sort for part in parts) for parts in section.values()}
    if len(sorts) > 1:
        yield PartTranslations({language: tuple(parts) for language, parts in section.items()})
        return
    for number in range(len(*sorts)):
        yield PartTranslations({language: (parts[number],) for language, parts in section.items()})


def _parts_of(booklet: Booklet) -> Iterator[tuple[tuple[str, str], BookletPart]]:
    """Yields the parts of a booklet, each with its section, which all languages call the same."""
    for chapter in booklet.parts:
        section, above = 0, list[tuple[int, Lines]]()
        for part in _in_blocks(chapter.blocks, _Around()):
            if part.sort.startswith(_HEADING):
                level, section = int(part.sort[-1]), section + 1
                above = [one for one in above if one[0] < level]
                above.append((level, part.lines))
            lines = tuple(span for _, spans in above for span in spans)
            yield (chapter.name, str(section)), replace(part, around=(*part.around, *lines))
    for note in booklet.notes:
        chapter_of = _chapter_of(booklet, note.place.file)
        for part in _in_blocks(note.blocks, _Around(note=True)):
            yield (chapter_of, f"^{note.name}"), part


def _chapter_of(booklet: Booklet, file: str) -> str:
    return next((one.name for one in booklet.parts if one.place.file == file), file)


_HEADING = "heading"


class _Around(Struct, frozen=True):
    """What is known of a block by those around it."""

    lines: Lines = ()
    box: BoxKind | None = None
    note: bool = False

    def part(self, sort: str, inlines: Inlines, place: Place, lines: Lines = ()) -> BookletPart:
        pictures = tuple(one.picture for one in every_inline(inlines) if isinstance(one, Pictured))
        return BookletPart(
            sort, inlines, place, lines, self.lines, self.box, self.note, pictures=pictures
        )

    def inside(self, lines: Lines, box: BoxKind | None = None) -> "_Around":
        return _Around((*self.lines, *lines), box or self.box, self.note)


def _in_blocks(blocks: Blocks, around: _Around) -> Iterator[BookletPart]:
    """Yields the parts of some blocks, and of the blocks inside of them."""
    for block in blocks:
        match block:
            case Heading():
                sort = f"{_HEADING} {block.level}"
                yield around.part(sort, block.inlines, block.place, block.lines)
            case Paragraph():
                yield around.part("paragraph", block.inlines, block.place, block.lines)
            case ListBlock():
                inside = around.inside(block.lines)
                for number, item in enumerate(block.items):
                    lines = () if number else block.lines
                    yield around.part(f"item of {block.ordered}", (), block.place, lines)
                    yield from _in_blocks(item, inside)
            case Box():
                yield around.part(str(block.kind), block.title, block.place, block.lines)
                yield from _in_blocks(block.blocks, around.inside(block.lines, block.kind))
            case BookletTable():
                yield from _in_table(block, around)
            case Figure():
                yield from _in_figure(block, around)


def _in_table(table: BookletTable, around: _Around) -> Iterator[BookletPart]:
    """Yields the parts of a table: its head and, unless they come from a list, its rows."""
    heads = _joined(column.inlines for column in table.columns)
    head = around.part("table", heads, table.place, table.lines)
    yield replace(head, rows_from=_columns_of(table) if table.source else "")
    inside = around.inside(table.lines)
    for row in () if table.source else table.rows:
        cells = _joined(row)
        place = next((one.place for one in every_inline(cells) if one.place.line), table.place)
        yield inside.part("row", cells, replace(place, key=table.place.key))


def _columns_of(table: BookletTable) -> str:
    """The list of a table with the fields that its columns show, as far as its first row tells."""
    cells = table.rows[0] if table.rows else ()
    fields = dict.fromkeys(
        one.source for cell in cells for one in every_inline(cell) if isinstance(one, Figured)
    )
    of = " ".join(filter(None, (table.source, table.choice)))
    return f"list: {of} ({', '.join(fields)})"


def _joined(cells: Iterable[Inlines]) -> Inlines:
    """The inlines of cells, each of which is a line of its own."""
    joined = list[Inline]()
    for cell in cells:
        joined += [*cell, Break(cell[0].place)] if cell else []
    return tuple(joined)


def _in_figure(figure: Figure, around: _Around) -> Iterator[BookletPart]:
    """Yields the parts of a figure: its caption, what its pictures show, and its legend."""
    caption = around.part("figure", figure.caption, figure.place, figure.lines)
    yield replace(caption, shown=True, pictures=figure.pictures)
    for picture in figure.pictures:
        if isinstance(picture, Situation):
            alt = around.part("alt", (Words(picture.alt, picture.place),), picture.place)
            yield replace(alt, shown=True)
    for item in figure.legend:
        yield around.part("legend", (), figure.place)
        yield from _in_blocks(item, around.inside(figure.lines))


def _shown(picture: Picture) -> Iterator[tuple[str, Place]]:
    match picture:
        case PiecePicture():
            copies = f", {picture.copies} times" if picture.copies > 1 else ""
            at = (
                f" with {', '.join(one.at for one in picture.callouts)}" if picture.callouts else ""
            )
            yield f"the {picture.side} of {picture.piece}{copies}{at}", picture.place
        case Situation():
            board = (picture.board or "cells", picture.part)
            yield f"a situation on {' '.join(filter(None, board))}", picture.place
            for placed in picture.pieces:
                turn = f" turned {placed.turn_deg:g}" if placed.turn_deg else ""
                side = f"the {placed.side} of {placed.piece}{turn}"
                yield f"{side} at {_at(placed.spot)}", placed.place
            for arrow in picture.arrows:
                yield f"an arrow {' to '.join(map(_at, arrow.spots))}", arrow.place
            for mark in picture.marks:
                yield f"a mark at {_at(mark.spot)}", mark.spot.place
        case _:
            yield f"the picture {picture.name}", picture.place


def _at(spot: Spot) -> str:
    return spot.cell or f"{spot.at.x_mm:g} mm, {spot.at.y_mm:g} mm"
