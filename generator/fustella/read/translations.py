"""The table of a game's translations: a spreadsheet with a column for each language.

The first row names the columns: the game's first language, other languages, and `where`, in which
`fustella translate` keeps the places of a text. A row is a text and what it is in other languages.
What a text has in the lists and in game.yaml goes before what stands in the table.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from fustella.core.model import Word
from fustella.core.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.project import Project
from fustella.core.reading import is_there
from fustella.read.languages import Translations, key_of
from fustella.read.spreadsheets import read_sheet
from fustella.read.spreadsheets.cells import Cell, Row, Unreadable
from fustella.read.spreadsheets.values import CellReader, cell_text

TRANSLATIONS = "translations.csv"
"""The name of the table, in the folder of the game."""

WHERE = "where"
"""The column with the places of a text, one to a line."""


class Translated(Struct, frozen=True):
    """A row: a text in the first language of the game, and what it is in others.

    `where` are the places at which it stood when it was translated.
    """

    text: str
    words: Mapping[str, Word]
    where: tuple[str, ...]
    place: Place


def translations_file(project: Project, game_id: str) -> Path:
    return project.folder_of(game_id) / TRANSLATIONS


def read_translations(
    project: Project, game_id: str, codes: Sequence[str]
) -> tuple[Translated, ...]:
    """The table of a game in the languages `codes`, the first one first; none where there is none.

    Raises ProblemsFound: E100, E102, E105, E107, E113, E131, E132, E151, E152, E153.
    """
    path = translations_file(project, game_id)
    if not is_there(path):
        return ()
    name = project.name_of(path)
    try:
        sheet = read_sheet(path, "", codes, project.root)
    except Unreadable as fault:
        raise fault.found(name) from None
    if not sheet.rows:
        return ()
    problems: list[Problem] = []
    columns = _columns(sheet.rows[0], codes, name, problems)
    if codes[0] not in columns.values():
        place = Place(name, sheet.rows[0].number, codes[0])
        hint = f"name the column of the texts themselves `{codes[0]}`, in the first row"
        problems.append(Problem("E107", place, f"there is no column `{codes[0]}`", hint))
        raise ProblemsFound(problems)
    found: dict[str, Translated] = {}
    reader = CellReader(sheet.comma_decimals, problems)
    for row in sheet.rows[1:]:
        read = _row(row, columns, codes[0], name, reader)
        if read is None:
            continue
        first = found.setdefault(key_of(read.text), read)
        if first is not read:
            message = "the text stands twice in the table"
            hint = f"it stands in row {first.place.line} already: keep one of them"
            problems.append(Problem("E105", read.place, message, hint))
    if problems:
        raise ProblemsFound(problems)
    return tuple(found.values())


def by_text(rows: Sequence[Translated]) -> Translations:
    """The rows as texts look them up."""
    return {key_of(row.text): row.words for row in rows}


def _columns(
    header: Row, codes: Sequence[str], name: str, problems: list[Problem]
) -> dict[int, str]:
    """What each column has: a language or WHERE. Reports E113 and E105."""
    known = {each.casefold(): each for each in (*codes, WHERE)}
    columns: dict[int, str] = {}
    for index, cell in enumerate(header.cells):
        typed = cell_text(cell).strip()
        if not typed:
            continue
        place = Place(name, header.number, typed)
        column = known.get(typed.casefold())
        if column is None:
            message = f"`{typed}` is not a language of this game"
            hint = did_you_mean(typed, codes)
            problems.append(Problem("E113", place, message, hint))
        elif column in columns.values():
            message = f"two columns are `{column}`"
            problems.append(Problem("E105", place, message, "delete one of them"))
        else:
            columns[index] = column
    return columns


def _row(
    row: Row, columns: Mapping[int, str], first: str, name: str, reader: CellReader
) -> Translated | None:
    cells: dict[str, str] = {}
    told = len(reader.problems)
    for index, column in columns.items():
        cell: Cell = row.cells[index] if index < len(row.cells) else ""
        word = reader.word(cell, Place(name, row.number, column))
        cells[column] = word if isinstance(word, str) else ""
    if len(reader.problems) > told:
        return None
    text = cells.pop(first, "")
    where = tuple(filter(None, map(str.strip, cells.pop(WHERE, "").splitlines())))
    words = {
        code: Word(word, Place(name, row.number, code))
        for code, word in cells.items()
        if word.strip()
    }
    place = Place(name, row.number, first)
    if text.strip():
        return Translated(text, words, where, place)
    if words:
        hint = "write what is translated into this cell, or delete the row"
        reader.problems.append(
            Problem("E107", place, "the text that this row translates is missing", hint)
        )
    return None
