"""Says what stands at the end of a booklet: notes, the icons, the index."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from fustella.core.values.problems import Place
from fustella.core.values.rules import (
    LIST_OF_ICONS,
    LIST_OF_NOTES,
    LIST_OF_TERMS,
    Booklet,
    IconMark,
    IndexMark,
    Note,
    NoteRef,
    inlines_in,
)
from fustella.rules.source import TypesetIcon

_NOWHERE = Place("")

ICONS_LISTED_FROM = 3
"""The number of icons from which a booklet has a list of them."""


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
