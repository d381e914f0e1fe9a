"""Reads `content/words.csv`, a project's own words that replace words of the package.

The spreadsheet has a row for each word and a column for each language, some of them or all. All its
faults are reported together.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from fustella.core.files.project import WORDS, Project
from fustella.core.files.reading import is_there
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.words.languages import ENGLISH, printed
from fustella.core.words.patterns import regex
from fustella.core.words.printed import (
    ABOUT,
    LANGUAGE_CODE,
    ONE,
    POINT,
    WORD,
    ToolWords,
    braces_in,
    names_a_language,
)
from fustella.read.spreadsheets import bytes_of
from fustella.read.spreadsheets.cells import Row, UnreadableSheet, Worksheet, is_blank, letters_of

_FIRST_ROW = "name the columns in the first row, like word, about, en, pt"
_COUNTS = regex(r"[0-9]{1,6}(?: [0-9]{1,6})*")
_BREAKS = ("Cc", "Zl", "Zp")
"""The categories of characters that no word has: controls, ends of lines and of paragraphs."""


def read_words(project: Project) -> ToolWords:
    """The words of a project; only the package's words if it has no table of words.

    Raises ProblemsFound: E105 for a word or column that stands twice, E106 for an unknown one, E107
    for a missing one, E133 and E153 for cells, E141 for braces, and the problem of an unreadable
    file.
    """
    path = project.content / WORDS
    if not is_there(path):
        return ToolWords()
    from fustella.read.spreadsheets import delimited, encodings  # noqa: PLC0415  (few have one)

    file = project.name_of(path)
    try:
        data = bytes_of(path, project.root)
        text = encodings.decoded(data, _languages_named(data)).text
        sheet = delimited.sheet_of(text, path.name)
    except UnreadableSheet as fault:
        raise fault.in_file(file) from None
    reader = _WordsReader(file)
    reader.read(sheet)
    if reader.problems:
        raise ProblemsFound(reader.problems)
    return ToolWords(reader.own)


def _languages_named(data: bytes) -> tuple[str, ...]:
    """The languages in the first line, by which the code page of the file may be guessed."""
    header = data.partition(b"\n")[0].decode("ascii", errors="replace")
    cells = (_code(cell.strip('"')) for cell in re.split(r"[,;\t|]", header))
    return tuple(cell for cell in cells if LANGUAGE_CODE.fullmatch(cell))


def _code(header: str) -> str:
    """The form of a header for comparisons: `pt_BR` is `pt-br`."""
    return header.strip().lower().replace("_", "-")


class _WordsReader(Struct):
    file: str
    own: dict[str, dict[str, str]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def read(self, sheet: Worksheet) -> None:
        if not sheet.rows:
            self._report("E108", 0, "", "the table is empty", _FIRST_ROW)
            return
        header, *rows = sheet.rows
        columns = self._columns(header)
        self._report_nameless(header, rows)
        words = [index for index, name in columns.items() if name == WORD]
        if not words:
            hint = f"{_FIRST_ROW}; a list of pieces is called otherwise"
            self._report("E107", header.number, "", f"there is no column `{WORD}`", hint)
            return
        first: dict[str, int] = {}
        for row in rows:
            self._read_row(row, _cell(row, words[0]), columns, first)

    def _columns(self, header: Row) -> dict[int, str]:
        """The names of columns, such as `pt-br`, by their indices. Reports E105, E106 and E133."""
        columns: dict[int, str] = {}
        for index in range(len(header.cells)):
            typed = _cell(header, index)
            name = _code(typed)
            if not name:
                continue
            if name in columns.values():
                first = next(letters_of(at) for at, known in columns.items() if known == name)
                message = f"two columns are `{name}`: {first} and {letters_of(index)}"
                self._report("E105", header.number, typed, message, "delete one of them")
            elif name in (WORD, ABOUT) or LANGUAGE_CODE.fullmatch(name):
                columns[index] = name
            else:
                hint = f"call it by a language, like pt or pt-br; remarks stand in `{ABOUT}`"
                message = f"the column `{typed}` is no language"
                self._report("E106", header.number, typed, message, hint)
        languages = len(set(columns.values()) - {WORD, ABOUT})
        if languages > limits.LANGUAGES:
            message = f"{languages} languages: more than {limits.LANGUAGES}"
            self._report("E133", header.number, "", message, "keep those that your games have")
        return columns

    def _report_nameless(self, header: Row, rows: Sequence[Row]) -> None:
        """Reports E106 for cells in a column without a name, once for each column."""
        reported = set[int]()
        for row in rows:
            for index in range(len(row.cells)):
                if _cell(row, index) and not _cell(header, index) and index not in reported:
                    reported.add(index)
                    message = f"a cell in column {letters_of(index)}, which has no name"
                    self._report("E106", row.number, "", message, _FIRST_ROW)

    def _read_row(
        self, row: Row, name: str, columns: dict[int, str], first: dict[str, int]
    ) -> None:
        """Reads the row of a word; `first` has the row numbers of the words above it."""
        if not name:
            message = f"the row has nothing in the column `{WORD}`"
            self._report("E107", row.number, WORD, message, "name the word, or delete the row")
            return
        known = printed(ENGLISH)
        if name not in known and not names_a_language(name):
            hint = did_you_mean(name, known) or "the words are listed in docs/reference/words.md"
            self._report("E106", row.number, WORD, f"unknown word `{name}`", hint)
            return
        if name in first:
            hint = f"it stands in row {first[name]} already: keep one of them"
            self._report("E105", row.number, WORD, f"the word `{name}` stands twice", hint)
            return
        first[name] = row.number
        for index, language in columns.items():
            text = _cell(row, index)
            if text and language not in (WORD, ABOUT):
                faults = [*_faults(name, text)]
                for code, message, hint in faults:
                    self._report(code, row.number, language, message, hint)
                if not faults:
                    self.own.setdefault(language, {})[name] = text

    def _report(self, code: str, row: int, column: str, message: str, hint: str) -> None:
        self.problems.append(Problem(code, Place(self.file, row, column), message, hint))


def _cell(row: Row, index: int) -> str:
    """The text of a cell, without blanks around it."""
    cell = row.cell(index)
    return "" if is_blank(cell) else str(cell).strip()


def _faults(name: str, text: str) -> Iterator[tuple[str, str, str]]:
    """Yields code, message and hint of each fault of a text."""
    if len(text) > limits.WORD_LETTERS:
        message = f"{len(text):,} letters: more than {limits.WORD_LETTERS}"
        yield "E133", message, "say it in fewer words"
        return
    if any(unicodedata.category(letter) in _BREAKS for letter in text):
        yield "E153", "a line break or an invisible sign in a word", "write it anew, in one line"
    if name == POINT and (len(text) != 1 or text.isalnum() or text in "-+*|"):
        message = f'expected the sign before decimals, found "{text}"'
        yield "E153", message, "write a comma or a point"
    if name == ONE and not _COUNTS.fullmatch(text):
        message = f'expected numbers with spaces between them, found "{text}"'
        yield "E153", message, "write 1, or 0 1 as in French"
    wanted = braces_in(printed(ENGLISH).get(name, ""))
    try:
        braces = braces_in(text)
    except ValueError:
        braces = None
    if braces != wanted:
        has = "a brace that is not closed" if braces is None else "no braces"
        has = f"the braces {', '.join(braces)}" if braces else has
        hint = f"write {', '.join(wanted)}, each once" if wanted else "leave the braces out"
        yield "E141", f"it has {has}; the English word has {', '.join(wanted) or 'none'}", hint
