"""Writes and reads spreadsheets for translators: rows with a text, its translation, its context.

Only the columns of languages are read back, in any order.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from fustella.core.files.cells import csv_text, text_of
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.draw.text.fit import TextRoom
from fustella.read.spreadsheets import read_sheet
from fustella.read.spreadsheets.cells import Row, UnreadableSheet
from fustella.read.spreadsheets.values import CellReader, cell_text
from fustella.translate.entries import TextEntry, Texts, TextState
from fustella.translate.exchange import (
    ABOUT,
    BEFORE,
    MOST_SPOTS,
    ROOM,
    STATE,
    TOO_LONG,
    WHERE,
    Returned,
    ReturnedFile,
)
from fustella.write.workbook import WorkbookColumn, WorkbookSheet, workbook_bytes

_WIDTHS = {STATE: 12, ROOM: 24, BEFORE: 30, TOO_LONG: 30, WHERE: 40, ABOUT: 40}
_TEXT_WIDTH = 50
"""The width of columns of texts, in characters."""

_NEARLY_FULL = 0.9
"""The share of its room from which on a text counts as nearly full."""


def csv_of(texts: Texts, entries: Sequence[TextEntry]) -> bytes:
    """A CSV file in UTF-8, with the byte order mark by which spreadsheet programs know UTF-8."""
    return csv_text(_rows(texts, entries)).encode("utf-8-sig")


def xlsx_of(texts: Texts, entries: Sequence[TextEntry]) -> bytes:
    """A workbook whose cells are grey, except in the column for the translator."""
    heads, *rows = _rows(texts, entries)
    columns = [
        WorkbookColumn(head, _WIDTHS.get(head, _TEXT_WIDTH), given=number != 1)
        for number, head in enumerate(heads)
    ]
    return workbook_bytes([WorkbookSheet(f"{texts.first}-{texts.language}", columns, rows)])


def _rows(texts: Texts, entries: Sequence[TextEntry]) -> Iterator[tuple[str, ...]]:
    others = [code for code in texts.game.languages[1:] if code != texts.language]
    yield (
        *(texts.first, texts.language, STATE, ROOM, BEFORE, TOO_LONG),
        *(f"in {code}" for code in others),
        *(WHERE, ABOUT),
    )
    for entry in entries:
        state = "" if entry.state is TextState.TRANSLATED else str(entry.state)
        if entry.optional and entry.state is TextState.MISSING:
            state = "may stay as it is"
        yield (
            entry.text,
            "" if entry.state is TextState.CHANGED else entry.translation,
            state,
            room_text(entry, texts.first),
            f"{entry.before} → {entry.translation}" if entry.before else "",
            "\n".join(entry.too_long),
            *("\n".join(text for known, text in entry.others if known == code) for code in others),
            "\n".join(entry.where[:MOST_SPOTS]),
            about(entry),
        )


def room_text(entry: TextEntry, first: str) -> str:
    """The room for a translation in words: `about 85 letters (en: 72)`; "" if it is unknown.

    Letters include spaces but no marks; an icon counts as two.
    """
    room = entry.room
    if room is None:
        return ""
    letters = room.letters
    full = ", too long itself" if room.fitting < letters else ""
    if not full and letters >= room.fitting * _NEARLY_FULL:
        full = ", nearly full"
    return f"about {_rounded_letters(room)} letters ({first}: {letters}{full})"


def _rounded_letters(room: TextRoom) -> int:
    """The letters that fit, rounded down to two figures, but not below a fitting text's own."""
    step: int = 10 ** max(len(str(room.fitting)) - 2, 0)
    return max(room.fitting // step * step, min(room.letters, room.fitting))


def about(entry: TextEntry) -> str:
    """The place of a text for people who know no files: `Cards · Castle · front.title`."""
    known = dict.fromkeys(spot.about for spot in entry.spots)
    shown = [*known][:MOST_SPOTS]
    more = len(known) - len(shown)
    return "\n".join([*shown, f"and {more} more"] if more else shown)


def returned(path: Path, name: str, languages: Sequence[str]) -> ReturnedFile:
    """The translations in a spreadsheet; `name` is the file as messages show it.

    The texts are in the first of `languages`; each language has a column. Raises ProblemsFound:
    E107 without a column of texts, or without a column of translations, and E153 for cells.
    """
    try:
        sheet = read_sheet(path, "", languages)
    except UnreadableSheet as fault:
        raise fault.in_file(name) from None
    header = sheet.rows[0] if sheet.rows else Row(1, ())
    columns = {cell_text(cell).strip().casefold(): at for at, cell in enumerate(header.cells)}
    first, *others = languages
    place = Place(name, header.number)
    if first.casefold() not in columns:
        message = f"there is no column `{first}`"
        hint = f"name the column of the texts themselves `{first}`, in the first row"
        raise ProblemsFound([Problem("E107", place, message, hint)])
    languages_here = [language for language in others if language.casefold() in columns]
    if not languages_here:
        message = "no column has translations"
        known = " or ".join(f"`{language}`" for language in others)
        hint = f"name the column of the translations {known or 'by its language'}, in the first row"
        raise ProblemsFound([Problem("E107", place, message, hint)])

    problems: list[Problem] = []
    reader = CellReader(sheet.comma_decimals, problems)

    def cell(row: Row, column: str) -> str:
        at = columns.get(column.casefold(), len(row.cells))
        if at >= len(row.cells):
            return ""
        word = reader.word(row.cells[at], Place(name, row.number, column))
        text = word if isinstance(word, str) else ""
        return text_of(text) if path.suffix.lower() == ".csv" else text

    rows = [(row, text) for row in sheet.rows[1:] if (text := cell(row, first))]
    by_language = {
        language: tuple(
            Returned(
                text,
                cell(row, language),
                tuple(filter(None, map(str.strip, cell(row, WHERE).splitlines()))),
                Place(name, row.number, language),
            )
            for row, text in rows
        )
        for language in languages_here
    }
    if problems:
        raise ProblemsFound(list(dict.fromkeys(problems)))
    return ReturnedFile(by_language)
