"""Compares the languages of a booklet: all have the same headings, references, boxes and marks."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from msgspec import Struct

from fustella.core.values.claims import Lines
from fustella.core.values.problems import Place, Problem, warning
from fustella.core.values.rules import (
    ArtPicture,
    Block,
    Booklet,
    Box,
    Chapter,
    Figure,
    Heading,
    ListTable,
    MadeBlocks,
    NoteRef,
    Picture,
    Pictured,
    PiecePicture,
    Reference,
    ReferenceSort,
    every_block,
    every_inline,
    own_inlines,
    text_of,
)

_MOST = 5
"""The most differences of a chapter that are told."""


def differences(first: Booklet, other: Booklet) -> Iterator[Problem]:
    """Yields the warnings about what one language of a booklet has and another lacks.

    E714 is about chapters and headings, E717 about references, pictures, boxes and lines of the
    document below headings that both have.
    """
    theirs = {chapter.name: chapter for chapter in other.chapters}
    for chapter in first.chapters:
        if chapter.name in theirs:
            yield from _in_chapter(first, chapter, other, theirs.pop(chapter.name))
        else:
            yield _lacking_chapter(chapter, other.language)
    for chapter in theirs.values():
        yield _lacking_chapter(chapter, first.language)
    if first.sheet and other.sheet:
        yield from _in_chapter(first, first.sheet, other, other.sheet)
    elif first.sheet:
        yield _lacking_chapter(first.sheet, other.language)
    elif other.sheet:
        yield _lacking_chapter(other.sheet, first.language)


def _lacking_chapter(chapter: Chapter, language: str) -> Problem:
    message = f"the chapter is missing in `{language}`"
    hint = f"translate it into `{chapter.name}.{language}.md`"
    return warning("E714", Place(chapter.place.file), message, hint)


def _in_chapter(
    first: Booklet, chapter: Chapter, other: Booklet, translated: Chapter
) -> Iterator[Problem]:
    """Yields the differences of a chapter; other headings hide what differs below them."""
    headings = [*_other_headings(chapter, translated, other.language)]
    yield from headings
    if not headings:
        mine, theirs = _sections(first, chapter), _sections(other, translated)
        found = [*_other_references(mine, theirs, chapter.place.file, translated.place)]
        yield from found[:_MOST]


def _other_headings(chapter: Chapter, other: Chapter, language: str) -> Iterator[Problem]:
    """Yields E714 for the first heading that stands in one language of a chapter alone."""
    pair = zip_longest(_headings(chapter), _headings(other))
    for mine, theirs in pair:
        if mine is None and theirs is not None:
            message = f"the heading “{text_of(theirs.inlines)}” has none beside it in the chapter"
            hint = f"{chapter.place.file} ends before it: add it there, or take it out here"
            yield warning("E714", theirs.place, message, hint)
            return
        if mine is not None and (theirs is None or theirs.level != mine.level):
            name = text_of(mine.inlines)
            message = f"the heading “{name}” is missing in `{language}`"
            where = theirs.place if theirs else Place(other.place.file)
            hint = f"it stands at {mine.place}; all languages have the same headings"
            yield warning("E714", where, message, hint)
            return


def _headings(chapter: Chapter) -> list[Heading]:
    return [one for one in every_block(chapter.blocks) if isinstance(one, Heading)]


class _Named(Struct, frozen=True):
    """Something that all languages have: a reference, a picture, a box, lines of the document."""

    typed: str
    place: Place


def _other_references(
    first: Sequence[Sequence[Block]], other: Sequence[Sequence[Block]], file: str, start: Place
) -> Iterator[Problem]:
    """Yields E717 for what stands below a heading in one language alone.

    `file` is that of the first language, `start` the beginning of the other chapter.
    """
    for mine, theirs in zip(first, other, strict=True):
        own, others = [*_named(mine)], [*_named(theirs)]
        if Counter(one.typed for one in own) == Counter(one.typed for one in others):
            continue
        if len(mine) == len(theirs):  # block by block, so that the place is that of the block
            pairs = [
                ([*_named([a])], [*_named([b])], b.place) for a, b in zip(mine, theirs, strict=True)
            ]
        else:
            place = theirs[0].place if theirs else start
            pairs = [(own, others, place)]
        for here, there, place in pairs:
            for lacking in _without(here, there):
                message = f"`{lacking.typed}` is missing"
                hint = f"it stands at {lacking.place}; all languages have the same"
                yield warning("E717", place, message, hint)
            for more in _without(there, here):
                message = f"`{more.typed}` does not stand in the first language"
                hint = f"take it out, or add it to {file}"
                yield warning("E717", more.place, message, hint)


def _without(some: Sequence[_Named], others: Sequence[_Named]) -> Iterator[_Named]:
    """Yields those that are more than there are of their name among the others."""
    left = Counter(one.typed for one in others)
    for one in some:
        if left[one.typed]:
            left[one.typed] -= 1
        else:
            yield one


def _sections(booklet: Booklet, chapter: Chapter) -> list[list[Block]]:
    """The blocks before the first heading, from each heading to the next, and those of notes."""
    found: list[list[Block]] = [[]]
    for block in every_block(chapter.blocks):
        if isinstance(block, Heading):
            found.append([])
        found[-1].append(block)
    notes = (note for note in booklet.notes if note.place.file == chapter.place.file)
    return [*found, [block for note in notes for block in every_block(note.blocks)]]


def _named(blocks: Sequence[Block]) -> Iterator[_Named]:
    for block in blocks:
        place = block.place
        if block.lines:
            yield _Named(f"{{lines: {_in_words(block.lines)}}}", place)
        match block:
            case Box():
                yield _Named(f"::: {block.kind}", place)
            case ListTable():
                yield _Named(f"list: {block.of}", place)
                yield from (_Named(column.field, column.place) for column in block.columns)
            case MadeBlocks():
                yield _Named(f"{{{block.made}}}", place)
            case Figure():
                yield from (_Named(_picture(one), one.place) for one in block.pictures)
        for inline in every_inline(own_inlines(block)):
            match inline:
                case Reference(sort=ReferenceSort.ICON):
                    yield _Named(f"{{{inline.name}}}", inline.place)
                case Reference():
                    yield _Named(f"{{{inline.typed}}}", inline.place)
                case NoteRef():
                    yield _Named("[^…]", inline.place)
                case Pictured():
                    yield _Named(_picture(inline.picture), inline.place)


def _in_words(lines: Lines) -> str:
    return ", ".join(f"{first}-{last}" if last > first else f"{first}" for first, last in lines)


def _picture(picture: Picture) -> str:
    match picture:
        case PiecePicture():
            return f"setup:{picture.players}" if picture.players else f"piece:{picture.piece}"
        case ArtPicture():
            return f"art:{picture.name}"
    return "situation"
