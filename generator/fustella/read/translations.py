"""Reads the translations of a game: from a spreadsheet for all languages, or one for each.

`translations.csv` has a column for each language; `translations/pl.csv` has the column of one
language, so that two translators do not need one file. The first row names the columns: the game's
first language, others, and `where`, in which `fustella translate` keeps the places of a text. A row
is a text with its translations. A translation in a list or in game.yaml takes precedence over a
table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from fustella.core.files.project import Project
from fustella.core.files.reading import files_in, is_inside, is_there, leads_out, unread
from fustella.core.values.model import Word
from fustella.core.values.problems import Collected, Place, Problem, ProblemsFound, did_you_mean
from fustella.read import hints
from fustella.read.languages import Translations, key_of
from fustella.read.spreadsheets import ENDINGS, read_sheet
from fustella.read.spreadsheets.cells import Row, UnreadableSheet
from fustella.read.spreadsheets.values import CellReader, cell_text

TRANSLATIONS = "translations.csv"
"""The name of the table of all languages, in the folder of the game."""

OF_ONE_LANGUAGE = "translations"
"""The folder, in the folder of the game, with the tables of single languages, such as `pl.csv`."""

WHERE = "where"
"""The column with the places of a text, one to a line."""

_ENDING = ".csv"
_FOREIGN = (*ENDINGS, ".po")
"""The endings of files that are not read in this folder, but may lie there by mistake."""


class Translated(Struct, frozen=True):
    """A row: a text in the first language of the game, and its translations.

    `where` are the places of the text when it was translated.
    """

    text: str
    words: Mapping[str, Word]
    where: tuple[str, ...]
    place: Place


class TranslationTable(Struct, frozen=True):
    """A file of translations; `languages` are the languages with a column in it."""

    path: Path
    name: str
    languages: tuple[str, ...]
    rows: tuple[Translated, ...]


def table_of_language(project: Project, game_id: str, language: str) -> Path:
    """The path of the table of a single language, which need not exist."""
    return project.folder_of(game_id) / OF_ONE_LANGUAGE / f"{language}{_ENDING}"


def table_of_all(project: Project, game_id: str) -> Path:
    return project.folder_of(game_id) / TRANSLATIONS


def read_translations(
    project: Project, game_id: str, codes: Sequence[str]
) -> tuple[TranslationTable, ...]:
    """The tables of translations of a game whose languages are `codes`, the default one first.

    Raises ProblemsFound: E100, E102, E105, E107, E113, E131, E132, E133, E151, E152, E153.
    """
    problems = Collected()
    tables = []
    for path, known in _files(project, game_id, codes, problems):
        try:
            tables.append(_table(project, path, known, codes, problems))
        except ProblemsFound as faults:
            problems += faults.problems
    problems += _doubly_translated(tables)
    if problems:
        raise ProblemsFound(problems)
    return tuple(tables)


def _files(
    project: Project, game_id: str, codes: Sequence[str], problems: list[Problem]
) -> Iterator[tuple[Path, Sequence[str]]]:
    """Yields the files of translations, each with the languages that it may have.

    Reports E113 for a CSV file whose name is none of these languages, E151 for a file of a language
    in another format.
    """
    path = table_of_all(project, game_id)
    if is_there(path):
        yield path, codes
    folder = path.with_name(OF_ONE_LANGUAGE)
    if not is_inside(folder, project.root):
        problems.append(unread(leads_out(folder, project.root), Place(project.name_of(folder))))
    known = {code.casefold(): code for code in codes[1:]}
    for path in sorted(files_in(folder, project.root)):
        ending, place = path.suffix.casefold(), Place(project.name_of(path))
        if path.parent != folder or path.name.startswith((".", "~$")):
            continue
        language = known.get(path.stem.casefold())
        if ending == _ENDING and language:
            yield path, (codes[0], language)
        elif ending == _ENDING:
            message = f"`{path.stem}` is no language into which this game is translated"
            hint = did_you_mean(path.stem, codes[1:]) or "add it to `languages` in game.yaml"
            problems.append(Problem("E113", place, message, hint))
        elif language and ending in _FOREIGN:
            message = f"a {ending} file is not read here: translations lie in {language}{_ENDING}"
            hint = f"move it out of this folder, then: fustella translate import {path.name}"
            problems.append(Problem("E151", place, message, hint))


def _table(
    project: Project,
    path: Path,
    known: Sequence[str],
    codes: Sequence[str],
    problems: list[Problem],
) -> TranslationTable:
    """A file of translations into the languages `known` of all `codes`. Raises ProblemsFound."""
    name = project.name_of(path)
    try:
        sheet = read_sheet(path, "", codes, project.root)
    except UnreadableSheet as fault:
        raise fault.in_file(name) from None
    if not sheet.rows:
        return TranslationTable(path, name, (), ())
    columns = _columns(sheet.rows[0], known, codes, name, problems)
    if codes[0] not in columns.values():
        place = Place(name, sheet.rows[0].number, codes[0])
        hint = f"name the column of the texts themselves `{codes[0]}`, in the first row"
        problems.append(Problem("E107", place, f"there is no column `{codes[0]}`", hint))
        return TranslationTable(path, name, (), ())
    rows: dict[str, Translated] = {}
    reader = CellReader(sheet.comma_decimals, problems)
    for row in sheet.rows[1:]:
        read = _row(row, columns, codes[0], name, reader)
        if read is None:
            continue
        first = rows.setdefault(key_of(read.text), read)
        if first is not read:
            message = "the text stands twice in the table"
            hint = f"it stands in row {first.place.line} already: keep one of them"
            problems.append(Problem("E105", read.place, message, hint))
    languages = tuple(code for code in codes[1:] if code in columns.values())
    return TranslationTable(path, name, languages, tuple(rows.values()))


def _doubly_translated(tables: Iterable[TranslationTable]) -> Iterator[Problem]:
    """Yields E105 for each text that two files translate into one language."""
    known: dict[tuple[str, str], Place] = {}
    for table in tables:
        for row in table.rows:
            for code, word in row.words.items():
                first = known.setdefault((key_of(row.text), code), word.place)
                if first is not word.place:
                    message = f"the text is translated into `{code}` twice"
                    hint = f"in {first.file}, row {first.line}, too: keep one of them"
                    yield Problem("E105", word.place, message, hint)


def by_text(tables: Iterable[TranslationTable]) -> Translations:
    """The translations of all tables, in the form in which texts look them up."""
    translations: dict[str, dict[str, Word]] = {}
    for table in tables:
        for row in table.rows:
            translations.setdefault(key_of(row.text), {}).update(row.words)
    return translations


def _columns(
    header: Row, languages: Sequence[str], codes: Sequence[str], name: str, problems: list[Problem]
) -> dict[int, str]:
    """The name of each column: a language, or WHERE. Reports E113 and E105."""
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
            hint = hints.no_language(typed, codes, "in game.yaml")
            problems.append(Problem("E113", place, message, hint))
        elif column in codes and column not in languages:
            message = f"`{column}` stands in the file of `{languages[-1]}`"
            hint = f"move it into a file of its own, {OF_ONE_LANGUAGE}/{column}{_ENDING}"
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
    before = len(reader.problems)
    for index, column in columns.items():
        word = reader.word(row.cell(index), Place(name, row.number, column))
        cells[column] = word if isinstance(word, str) else ""
    if len(reader.problems) > before:
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
