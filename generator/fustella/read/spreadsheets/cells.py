"""Defines the content of a spreadsheet, in any format of file: sheets of rows of cells."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words.patterns import regex, trimmed


class Unusable(Struct, frozen=True):
    """A cell without a usable value, such as an error of a formula: message and hint of a problem.

    With `of_format`, the cell's format is at fault, and so all cells with it are.
    """

    message: str
    hint: str
    of_format: bool = False


class Number(Struct, frozen=True):
    """A number, and its text in the spreadsheet program: `3`, `007`, `50%`.

    If its format is not supported, the text is unknown.
    """

    value: float
    shown: str | Unusable


class Date(Struct, frozen=True):
    """A date or a time, by its text in the spreadsheet program.

    A `partial` date has no year, or a year of two digits and no day: most likely somebody typed 1/2
    or 3-25, and the program made a date of it.
    """

    shown: str | Unusable
    partial: bool


class Flag(Struct, frozen=True):
    """A tick box: whether it is ticked, and its text in the language of the file, `WAHR`."""

    value: bool
    shown: str | Unusable


class Overlaid(Struct, frozen=True):
    """An empty cell over which a picture floats."""


Cell: TypeAlias = str | Flag | Number | Date | Unusable | Overlaid
"""The value of a cell: a text as typed, "" for an empty cell; in CSV all cells are texts."""

PICTURE = Unusable(
    "a picture in the cell, which is in no file of its own",
    "save the picture in art/, and write the name of that file into the cell, like fox.png",
)


class Row(Struct, frozen=True):
    """The cells of a row, from the first column on, without empty cells at the end.

    `number` is the number that spreadsheet programs show beside the row.
    """

    number: int
    cells: Sequence[Cell]

    def cell(self, column: int) -> Cell:
        """The cell in a column, from 0; "" where the row ends before it."""
        return self.cells[column] if column < len(self.cells) else ""


Area: TypeAlias = tuple[int, int, int, int]
"""An area of cells: first row, first column, last row, last column; rows from 1, columns from 0."""


class Worksheet(Struct, frozen=True):
    """The rows of a sheet that are not empty.

    With `comma_decimals`, `2,5` is a number: such CSV files separate their cells by another sign.
    `name` is the name of the sheet if its workbook has several, or if the list names it; else it is
    "". `others` are the names of the other sheets. `hidden` are the numbers of rows that the
    program does not show, `merged` the areas of merged cells.
    """

    rows: Sequence[Row]
    comma_decimals: bool = False
    name: str = ""
    hidden: frozenset[int] = frozenset()
    merged: Sequence[Area] = ()
    others: tuple[str, ...] = ()


class UnreadableSheet(Exception):
    """Raised for a file that is no readable spreadsheet: code, message and hint of a problem."""

    def __init__(self, message: str, hint: str, code: str = "E151", line: int = 0) -> None:
        super().__init__(message)
        self.message, self.hint, self.code, self.line = message, hint, code, line

    def in_file(self, file: str) -> ProblemsFound:
        """The problem of a file; `file` is its name in messages."""
        return ProblemsFound([Problem(self.code, Place(file, self.line), self.message, self.hint)])


def plain(value: float) -> str:
    """The text of a number in as few digits as it needs: `3`, `0.1`."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.15g}"


ERRORS = ("#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#N/A", "#NUM!", "#NULL!", "#SPILL!", "#CALC!")
"""The texts of spreadsheet programs, also in CSV files, for a formula that fails."""


_PICTURE_FORMULA = regex(r"\s*(?:of:|oooc:)?=?\s*(?:_xlfn\.)?(?:_xlws\.)?IMAGE\s*\(.*", re.I | re.S)


def is_picture_formula(formula: str) -> bool:
    """Whether a formula gives a picture, as `=IMAGE("https://…")` does."""
    return _PICTURE_FORMULA.fullmatch(formula) is not None


def formula_error(shown: str) -> Unusable:
    return Unusable(f"the formula gives an error, {shown}", "mend it in the spreadsheet")


def too_many(things: str, most: int) -> UnreadableSheet:
    return UnreadableSheet(f"more than {most:,} {things}", "keep only the list of components in it")


def letters_of(column: int) -> str:
    """The letters over a column, counted from 0: `A`, `Z`, `AA`."""
    letters, rest = "", column + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def shown_of(cell: Cell) -> str | Unusable:
    """The text that a program shows in a cell; Unusable if that is unknown."""
    if isinstance(cell, str | Unusable):
        return cell
    return "" if isinstance(cell, Overlaid) else cell.shown


def is_blank(cell: Cell) -> bool:
    """Whether a cell looks empty; a box that is not ticked counts as empty."""
    if isinstance(cell, Flag):
        return not cell.value
    shown = shown_of(cell)
    return isinstance(shown, str) and not trimmed(shown)


def lay_over(rows: Mapping[int, list[Cell]], places: Iterable[tuple[int, int]]) -> None:
    """Marks the empty cells of rows over which pictures float; a place is a row and a column."""
    for number, column in places:
        cells = rows.get(number)
        if cells is None or column >= limits.TABLE_COLUMNS:
            continue
        cells.extend([""] * (column + 1 - len(cells)))
        if isinstance(cells[column], str) and is_blank(cells[column]):
            cells[column] = Overlaid()


def without_tail(cells: list[Cell]) -> list[Cell]:
    """The cells without the empty cells at the end."""
    end = len(cells)
    while end and cells[end - 1] == "":
        end -= 1
    return cells if end == len(cells) else cells[:end]


def fill_merged(rows: Mapping[int, list[Cell]], areas: Iterable[Area]) -> None:
    """Puts the value of each merged area into all its cells in `rows`.

    `rows` has the cells of rows by the number of the row.
    """
    widest = max(map(len, rows.values()), default=0)
    filled = 0
    for top, left, bottom, right in areas:
        first = rows.get(top, [])
        value = first[left] if left < len(first) else ""
        if is_blank(value):
            continue
        covered: Iterable[int] = range(top, bottom + 1)
        if bottom - top > len(rows):
            covered = (number for number in rows if top <= number <= bottom)
        for number in covered:
            if (cells := rows.get(number)) is None:
                continue
            end = min(right + 1, widest)
            cells.extend([""] * (end - len(cells)))
            cells[left:end] = [value] * (end - left)
            filled += 1 + end - left
            if filled > limits.TABLE_CELLS:
                raise too_many("cells in merged areas", limits.TABLE_CELLS)
