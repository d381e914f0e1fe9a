"""Makes passages of a booklet: its paragraphs as texts, by which two versions of it are compared.

A passage is the least part of a booklet that is compared as a whole: a heading, a paragraph, an
item of a list, the row of a table, a figure with its caption, the title of a box.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.values.model import SideName
from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    ArtPicture,
    Block,
    Blocks,
    Booklet,
    BookletTable,
    Box,
    BoxKind,
    Break,
    Code,
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
    ListTable,
    MadeBlocks,
    NoteRef,
    Paragraph,
    Picture,
    Pictured,
    PiecePicture,
    Reference,
    ReferenceSort,
    Rule,
    Situation,
    Spot,
    Strong,
    Words,
    every_inline,
    text_of,
)


class PassageKind(StrEnum):
    """The kinds of passages."""

    TITLE = "title"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ROW = "row"
    FIGURE = "figure"
    BOX = "box"
    LINE = "line"


class Passage(Struct, frozen=True):
    """A passage of a booklet in one language.

    `text` is what it says, in Markdown, and `words` are its letters alone. `typed` is the text with
    references as they are typed, "" where that is unknown. `values` are the letters that came from
    the lists, by the reference. `anchor` names the heading below which it stands.
    """

    kind: PassageKind
    text: str
    words: str
    place: Place
    anchor: str = ""
    typed: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


class ChapterPassages(Struct, frozen=True):
    """The passages of a chapter, its notes last; the chapter "" has the titles of the booklet."""

    name: str
    title: str
    passages: tuple[Passage, ...]
    place: Place


class BookletPassages(Struct, frozen=True):
    """The chapters of a booklet in one language, as passages."""

    language: str
    chapters: tuple[ChapterPassages, ...]

    @property
    def digest(self) -> str:
        """The hash of what the booklet says, wherever that stands in its files."""
        said = [(one.name, [each.text for each in one.passages]) for one in self.chapters]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()[:8]


def passages_of(typed: Booklet, resolved: Booklet) -> BookletPassages:
    """The passages of a booklet; `typed` is the booklet with its references."""
    file = resolved.settings.place
    titles = [text for text in (resolved.title, resolved.subtitle) if text]
    named = tuple(Passage(PassageKind.TITLE, text, text, file, typed=text) for text in titles)
    chapters = [ChapterPassages("", "", named, file)]
    originals = {chapter.name: chapter for chapter in typed.parts}
    notes = {(note.place.file, note.name): note for note in typed.notes}
    for chapter in resolved.parts:
        known = _typed_texts(originals[chapter.name].blocks)
        found = [*_passages(chapter.blocks, known)]
        for note in resolved.notes:
            if note.place.file == chapter.place.file:
                own = _typed_texts(notes[note.place.file, note.name].blocks)
                found += _passages(note.blocks, own)
        place = chapter.place
        chapters.append(ChapterPassages(chapter.name, chapter.title, tuple(found), place))
    return BookletPassages(resolved.language, tuple(chapters))


class _Unit(Struct, frozen=True):
    """A part of a booklet before it becomes a passage; `before` are the signs before its words."""

    kind: PassageKind
    inlines: Inlines
    place: Place
    before: str = ""
    anchor: str = ""

    @property
    def text(self) -> str:
        return f"{self.before}{markdown_of(self.inlines)}".strip()


def _passages(blocks: Blocks, typed: Mapping[Place, Sequence[str]]) -> Iterator[Passage]:
    """Yields the passages of resolved blocks; `typed` has the typed texts by places of blocks."""
    anchor = ""
    seen: dict[Place, int] = defaultdict(int)
    for unit in _units(blocks):
        anchor = unit.anchor or anchor
        own, at = typed.get(unit.place, ("",)), seen[unit.place]
        seen[unit.place] += 1
        yield Passage(
            unit.kind,
            unit.text,
            text_of(unit.inlines),
            unit.place,
            anchor,
            own[min(at, len(own) - 1)],  # what is made from a list is all typed in one place
            _values(unit.inlines),
        )


def _typed_texts(blocks: Blocks) -> Mapping[Place, Sequence[str]]:
    """The typed texts of passages, in order, by the places of their blocks."""
    found: dict[Place, list[str]] = defaultdict(list)
    for unit in _units(blocks):
        found[unit.place].append(unit.text)
    return found


def _units(blocks: Blocks, before: str = "") -> Iterator[_Unit]:
    """Yields the units of blocks; the first begins with the signs `before`."""
    for block in blocks:
        for unit in _units_of(block):
            yield replace(unit, before=f"{before}{unit.before}")
            before = ""


def _units_of(block: Block) -> Iterator[_Unit]:
    place = block.place
    match block:
        case Heading():
            sign = f"{'#' * block.level} "
            yield _Unit(PassageKind.HEADING, block.inlines, place, sign, block.anchor)
        case Paragraph():
            yield _Unit(PassageKind.PARAGRAPH, block.inlines, place)
        case ListBlock():
            for item in block.items:
                yield from _units(item, "1. " if block.ordered else "- ")
        case BookletTable() | ListTable():
            for row in _rows(block):
                yield _Unit(PassageKind.ROW, _joined(row, place), place)
        case MadeBlocks():
            yield _Unit(PassageKind.PARAGRAPH, (), place, f"{{{block.made}}}")
        case Figure():
            yield from _units_of_figure(block)
        case Box(kind=kind):
            if kind is not BoxKind.QUOTE:
                yield _Unit(PassageKind.BOX, block.title, place, f"::: {kind} ")
            yield from _units(block.blocks, "> " if kind is BoxKind.QUOTE else "")
        case Rule():
            yield _Unit(PassageKind.LINE, (), place, "---")


def _units_of_figure(figure: Figure) -> Iterator[_Unit]:
    place, shown = figure.place, " ".join(map(_picture, figure.pictures))
    caption = (Words(" ", place), *figure.caption) if figure.caption else ()
    yield _Unit(PassageKind.FIGURE, caption, place, shown)
    for entry in figure.legend:
        yield from _units(entry, "1. ")


def _rows(table: BookletTable | ListTable) -> Iterator[Sequence[Inlines]]:
    """Yields the cells of each row, of the heads first; a table from a list has heads alone."""
    place = table.place
    if isinstance(table, BookletTable):
        yield [column.inlines for column in table.columns]
        yield from table.rows
        return
    said = f"list: {table.of} where: {table.where} sort: {table.sort}"
    heads = ((Words(f"{each.field}: ", place), *each.inlines) for each in table.columns)
    yield [(Words(said, place),), *heads]


def _joined(cells: Iterable[Inlines], place: Place) -> Inlines:
    """The inlines of the cells of a row, with a line between two cells."""
    found: list[Inline] = []
    for cell in cells:
        found += [Words(" | ", place), *cell] if found else cell
    return tuple(found)


def markdown_of(inlines: Iterable[Inline]) -> str:
    """Inlines as Markdown, in which icons and references stand in braces."""
    return "".join(part for inline in inlines for part in _markdown(inline))


def _markdown(inline: Inline) -> Iterator[str]:
    match inline:
        case Words() | Figured():
            yield inline.text
        case Strong():
            yield f"**{markdown_of(inline.inlines)}**"
        case Emphasis():
            yield f"*{markdown_of(inline.inlines)}*"
        case Link(url=url) if url and text_of(inline.inlines) == url:
            yield f"<{url}>"
        case Link():
            yield f"[{markdown_of(inline.inlines)}]({inline.url or f'#{inline.anchor}'})"
        case Code():
            yield f"`{inline.text}`"
        case NoteRef():
            yield f"[^{inline.name}]"
        case Pictured():
            yield _picture(inline.picture)
        case Break():
            yield "\\\n"
        case _:
            yield f"{{{_in_braces(inline)}}}"


def _in_braces(inline: Inline) -> str:
    match inline:
        case IconMark():
            return inline.name or inline.icon
        case IndexMark():
            return f"index:{inline.term}"
        case Reference(sort=ReferenceSort.ICON):
            return inline.name
    return inline.typed if isinstance(inline, Reference) else ""


def _picture(picture: Picture) -> str:
    """A picture as text: what it shows, and the piece, the file or the spots."""
    match picture:
        case PiecePicture():
            shown = f"setup:{picture.players}" if picture.players else f"piece:{picture.piece}"
            side = "?side=back" if picture.side is SideName.BACK else ""
            fanned = f"{picture.copies} × " if picture.copies > 1 else ""
            calls = "".join(f" ({one.number}) {one.at}" for one in picture.callouts)
            return f"![{picture.alt}{calls}]({fanned}{shown}{side})"
        case ArtPicture():
            return f"![{picture.alt}](art:{picture.name})"
    return f"![{picture.alt}]({_situation(picture)})"


def _situation(situation: Situation) -> str:
    """A situation as text: its board, and what lies and points where."""
    parts = [situation.board or "table", situation.part]
    parts += (
        f"{one.piece}{' back' if one.side is SideName.BACK else ''} "
        f"{_spot(one.spot)}{f' {one.turn_deg:g}°' if one.turn_deg else ''}"
        for one in situation.pieces
    )
    parts += (
        f"{one.label}: {' → '.join(map(_spot, one.spots))}".removeprefix(": ")
        for one in situation.arrows
    )
    parts += (f"{one.text}: {_spot(one.spot)}" for one in situation.marks)
    return "; ".join(filter(None, parts))


def _spot(spot: Spot) -> str:
    return spot.cell or f"{spot.at.x_mm:g}/{spot.at.y_mm:g} mm"


def _values(inlines: Inlines) -> dict[str, str]:
    """The letters that come from the lists, by the reference; icons within them are in braces."""
    found: dict[str, list[str]] = {}
    last = ""
    for inline in every_inline(inlines):
        match inline:
            case Figured():
                known = found.setdefault(inline.source, [])
                if not known or last == inline.source:
                    known.append(inline.text)
                last = inline.source
            case IconMark() if last:
                found[last].append(f"{{{inline.name or inline.icon}}}")
            case Strong() | Emphasis():
                continue
            case _:
                last = ""
    return {source: "".join(parts) for source, parts in found.items()}
