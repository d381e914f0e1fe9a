"""Makes the notes at the end of a cover, in columns.

The notes list pieces that are struck out, reasons for pieces that are designed, and the lines of
the document from which pieces come.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from fustella.core.geometry.shapes import Size
from fustella.core.values.contents import Contents
from fustella.core.values.model import Piece, Word
from fustella.covers.faces import NoteFace, cover_spec, front_of, line_ranges
from fustella.covers.names import joined_names, stems_of
from fustella.covers.texts import height_mm
from fustella.draw import Artist
from fustella.draw.text.markup import as_typed

MOST_NAMED = 6
"""The most pieces that a reason names in a large box; of more pieces, it names the kind."""

LETTERS_IN_NOTE = 240
"""The number of letters after which lines of the document go on in another note.

Longer notes would leave columns uneven.
"""

_AFTER_NAME = re.compile(r", (?=\D)")
"""The pattern of a place where a list of names may be divided: a comma before no line number."""

GUTTER_MM = 5.0
"""The gap between the columns of notes."""

NARROWEST_MM = 58.0
"""The least width of a column: narrower ones have too few words in a line."""


class Rank(StrEnum):
    """The rank of a note: the title of a part of the cover, the title of a group, or a text."""

    TITLE = "title"
    GROUP = "group"
    NOTE = "note"


class NoteText(Struct, frozen=True):
    """One paragraph; its text carries its place in the content."""

    rank: Rank
    text: Word


class _NoteStyle(Struct, frozen=True):
    """The size, spacing and weight of notes of one rank."""

    size_pt: float
    above_mm: float
    below_mm: float
    bold: bool


_STYLES = {
    Rank.TITLE: _NoteStyle(10.0, 2.2, 2.6, bold=True),
    Rank.GROUP: _NoteStyle(7.0, 0.0, 0.4, bold=True),
    Rank.NOTE: _NoteStyle(7.0, 0.0, 1.3, bold=False),
}

BEFORE_GROUP_MM = 2.4
"""The space between a note and the title of the group below it."""


def note_faces(
    artist: Artist,
    contents: Contents,
    words: Mapping[str, str],
    width_mm: float,
    *,
    captioned: bool = True,
) -> Iterator[NoteFace]:
    """The notes of a cover in as many columns as fit; titles are as wide as the cover."""
    columns = max(1, int((width_mm + GUTTER_MM) / (NARROWEST_MM + GUTTER_MM)))
    column_mm = (width_mm + GUTTER_MM) / columns - GUTTER_MM
    edition, fallback = artist.edition, artist.fonts.fallback
    notes = list(notes_of(edition.language, contents, words, captioned=captioned))
    next_ranks = [*(note.rank for note in notes[1:]), Rank.TITLE]
    for number, (note, next_rank) in enumerate(zip(notes, next_ranks, strict=False)):
        style = _STYLES[note.rank]
        wide_mm = width_mm if note.rank is Rank.TITLE else column_mm
        high_mm = height_mm(note.text, wide_mm, style.size_pt, style.bold, fallback)
        ends_group = (note.rank, next_rank) == (Rank.NOTE, Rank.GROUP)
        below_mm = BEFORE_GROUP_MM if ends_group else style.below_mm
        size = Size(wide_mm, style.above_mm + high_mm + below_mm)
        values = {"note": note.text, "size": style.size_pt, "above": style.above_mm}
        values |= {"rank": note.rank.value, "high": high_mm}
        spec = cover_spec(edition, front_of(f"note:{number}"), size, values)
        yield NoteFace(spec, leads=note.rank is not Rank.NOTE)


def notes_of(
    language: str, contents: Contents, words: Mapping[str, str], *, captioned: bool = True
) -> Iterator[NoteText]:
    """The notes of a box in one language, each group with its title before its texts.

    With `captioned`, the cover has pictures with captions; else it has a list, whose lines name the
    lines of the document from which pieces come.
    """
    yield from _notes_struck_out(language, contents, words)
    yield from _reasons_for_designed(
        language, contents, words, math.inf if captioned else MOST_NAMED
    )
    if captioned:
        yield from _lines_of_document(language, contents, words)


def _notes_struck_out(
    language: str, contents: Contents, words: Mapping[str, str]
) -> Iterator[NoteText]:
    struck = [
        (piece.name.in_language(language), piece.struck_out.in_language(language))
        for count in contents.kinds
        for piece in count.pieces
        if piece.struck_out is not None
    ]
    if struck:
        yield NoteText(Rank.TITLE, Word(words["struck_out"], contents.game.place))
    for name, why in struck:
        yield NoteText(Rank.NOTE, Word(f"{_words_about(name, words)} {as_typed(why)}", why.place))


def _reasons_for_designed(
    language: str, contents: Contents, words: Mapping[str, str], most_named: float
) -> Iterator[NoteText]:
    """The reasons for pieces that are designed; reasons about the same kinds come together.

    A reason names its pieces where they are only some of a section, and at most `most_named`.
    """
    reasons: dict[Word, list[Piece]] = {}
    for count in contents.kinds:
        for piece in count.pieces:
            if piece.source.designed is not None:
                reason = piece.source.designed.in_language(language)
                reasons.setdefault(reason, []).append(piece)
    if not reasons:
        return
    yield NoteText(Rank.TITLE, Word(words["reasons"], contents.game.place))
    sections = {section.id: section for section in contents.sections}
    section_of = {kind.kind.id: own.id for own in sections.values() for kind in own.kinds}
    of_section = {
        section.id: [piece for count in section.kinds for piece in count.pieces]
        for section in sections.values()
    }
    stems = {name: stems_of(_names(pieces, language)) for name, pieces in of_section.items()}

    def whose(pieces: Sequence[Piece]) -> str:
        names = []
        for section in dict.fromkeys(section_of[piece.kind.id] for piece in pieces):
            own = [piece for piece in pieces if section_of[piece.kind.id] == section]
            named = len(own) < len(of_section[section]) and len(own) <= most_named
            each = joined_names(_names(own, language), stems[section]) if named else ""
            names.append((sections[section].name.in_language(language), each))
        if len(names) == 1 or not any(each for _, each in names):
            return names[0][1]
        return ", ".join(f"{name} ({each})" if each else name for name, each in names)

    groups: dict[tuple[Word, ...], list[Word]] = {}
    for reason, pieces in reasons.items():
        of = (sections[section_of[piece.kind.id]] for piece in pieces)
        title = tuple(dict.fromkeys(section.name.in_language(language) for section in of))
        groups.setdefault(title, []).append(reason)
    for title, members in groups.items():
        yield NoteText(Rank.GROUP, Word(as_typed(", ".join(title)), members[0].place))
        for reason in members:
            names = whose(reasons[reason])
            text = f"{_words_about(names, words)} {as_typed(reason)}" if names else as_typed(reason)
            yield NoteText(Rank.NOTE, Word(text, reason.place))


def _lines_of_document(
    language: str, contents: Contents, words: Mapping[str, str]
) -> Iterator[NoteText]:
    """The lines of the document that pieces come from, section by section."""
    title = True
    for section in contents.sections:
        pieces_of: dict[str, list[str]] = {}
        names = _names(section.pieces, language)
        for piece, name in zip(section.pieces, names, strict=True):
            if piece.source.lines:
                pieces_of.setdefault(line_ranges(piece.source.lines), []).append(name)
        if not pieces_of:
            continue
        if title:
            yield NoteText(Rank.TITLE, Word(words["document_lines"], contents.game.place))
            title = False
        stems = stems_of(names)
        all_of_it = len(pieces_of) == 1 and all(piece.source.lines for piece in section.pieces)
        parts = [
            lines if all_of_it else f"{as_typed(joined_names(own, stems))}\u00a0{lines}"
            for lines, own in pieces_of.items()
        ]
        place = section.kinds[0].kind.place
        about = f"{_words_about(section.name.in_language(language), words)} "
        for text in _texts_joined(parts):
            yield NoteText(Rank.NOTE, Word(f"{about}{text}", place))
            about = ""


def _texts_joined(parts: Sequence[str]) -> Iterator[str]:
    """Joins parts to texts of about equal length; only a part longer than a note is divided."""
    pieces = list[tuple[str, str]]()
    for part in parts:
        names = _AFTER_NAME.split(part) if len(part) > LETTERS_IN_NOTE else [part]
        pieces += zip((" · ", *[", "] * (len(names) - 1)), names, strict=True)
    letters = sum(len(between) + len(piece) for between, piece in pieces)
    most = letters / math.ceil(letters / LETTERS_IN_NOTE)
    text = ""
    for between, piece in pieces:
        if text and len(text) + len(piece) / 2 > most:
            yield text
            text = ""
        text += f"{between}{piece}" if text else piece
    yield text


def _words_about(name: str, words: Mapping[str, str]) -> str:
    """The bold words for the pieces that a note is about: `**Castle:**`."""
    return f"**{as_typed(words['note_of'].format(name=name))}**"


def _names(pieces: Iterable[Piece], language: str) -> list[Word]:
    return [piece.name.in_language(language) for piece in pieces]
