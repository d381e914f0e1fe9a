"""Finds rows in a sheet that may be no pieces: totals, hidden rows, a second list.

A row that is surely no piece is left out, a row that may be a piece is read as one; both get a
warning.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import Enum

from fustella.core.values.problems import Place, Problem, warning
from fustella.core.words.languages import word_list_of_all
from fustella.core.words.patterns import regex
from fustella.read.spreadsheets.cells import Area, Cell, Number, Row, is_blank
from fustella.read.spreadsheets.values import cell_text

_TOTALS = frozenset(
    (
        *("soma", "totaal", "som", "razem", "łącznie", "summa", "yhteensä", "celkem"),
        *("összesen", "toplam", "итого", "всего", "разом"),
        *("σύνολο", "合計", "合计", "总计", "합계"),
    )
)
"""The words for totals in languages that the tool does not speak."""

_FIGURE = regex(r"[-+]?[0-9]{1,12}(?:[.,][0-9]{1,6})?")
_MOST_NAMED = 8
_LEAST_ROWS = 3
"""The fewest rows among which the last may be a total: a single figure is its own sum."""

_ALIKE = 1e-6
_HEADERS = 2
"""The number of names of columns that make a row a header."""


def second_header(
    header: Row, rows: Sequence[Row], names_field: Callable[[str], bool]
) -> tuple[int, bool] | None:
    """The index of another row with names of columns, and whether all are the header's; or None."""
    first = [cell_text(cell).casefold() for cell in header.cells]
    begin = next((index for index, name in enumerate(first) if name), 0)
    before = header.number
    for index, row in enumerate(rows):
        apart, before = row.number > before + 1, row.number
        if not apart and cell_text(row.cell(begin)).casefold() != first[begin]:
            continue  # true of most rows
        typed = [cell_text(cell).casefold() for cell in row.cells if not is_blank(cell)]
        if len(typed) < _HEADERS or "" in typed:
            continue
        texts = [cell_text(cell).casefold() for cell in row.cells]
        if len(typed) == sum(text == name != "" for text, name in zip(texts, first, strict=False)):
            return index, len(typed) == sum(map(bool, first))
        if apart and _HEADERS <= sum(map(names_field, typed)) >= len(typed) / 2:
            return index, False
    return None


def beside_each_other(headers: Sequence[str], folded: Callable[[str], str]) -> int:
    """The column in which a second list begins, after an empty column; 0 without one."""
    for start in range(2, len(headers)):
        if headers[start - 1] or not headers[start]:
            continue
        left = {folded(header) for header in headers[:start] if header}
        right = [folded(header) for header in headers[start:] if header]
        again = sum(header in left for header in right)
        if again >= _HEADERS and again * 2 >= len(right):
            return start
    return 0


class Total(Enum):
    """The sign that the last row is no piece: its sums, or only its name."""

    SUMS = 1
    NAMED = 2


def total_at_the_end(rows: Sequence[Row], naming: Collection[int]) -> Total | None:
    """The sign that the last row is a total of the rows above; None if it is a piece.

    `naming` are the columns of ids and names. In these, a row of sums has a word for a total, or
    nothing although all other rows have something. Its other cells are figures.
    """
    if len(rows) < _LEAST_ROWS or not naming:
        return None
    *above, last = rows
    names = [last.cell(column) for column in naming]
    if all(map(is_blank, names)):
        if any(all(is_blank(row.cell(column)) for column in naming) for row in above):
            return None
        total = None
    elif all(is_blank(name) or _is_total(name) for name in names):
        total = Total.NAMED
    else:
        return None
    for column, cell in enumerate(last.cells):
        if is_blank(cell) or _is_total(cell):
            continue
        if (figure := _figure(cell)) is None:
            return None if total is None else Total.NAMED
        figures = [_figure(row.cell(column)) for row in above]
        known = [each for each in figures if each is not None]
        if len(known) > 1 and abs(sum(known) - figure) < _ALIKE:
            total = Total.SUMS
    return total


def _is_total(cell: Cell) -> bool:
    name = cell_text(cell).casefold().rstrip(" :=")
    return name in _TOTALS or name in word_list_of_all("totals")


def _figure(cell: Cell) -> float | None:
    if isinstance(cell, Number):
        return cell.value
    text = cell_text(cell)
    return float(text.replace(",", ".")) if _FIGURE.fullmatch(text) else None


def total_warning(total: Total, place: Place) -> Problem:
    """The warning E157 about a row of totals, which is left out, or read as a piece after all."""
    if total is Total.SUMS:
        message = "this row has the sums of the rows above, and is no piece: it is left out"
        hint = "delete it, or keep sums on another sheet; a piece has a name of its own"
    else:
        message = "this row is called as a total is, and is printed as a piece"
        hint = "delete it, or keep totals on another sheet"
    return warning("E157", place, message, hint)


def merged_names(
    rows: Sequence[Row], column: int, merged: Sequence[Area]
) -> Iterator[tuple[Row, ...]]:
    """Yields groups of two or more rows that have one merged cell in a column."""
    for top, left, bottom, right in merged:
        if left <= column <= right and top < bottom:
            inside = tuple(row for row in rows if top <= row.number <= bottom)
            if len(inside) > 1:
                yield inside


def merged_warning(rows: Sequence[Row], name: str, place: Place) -> Problem:
    """The warning E157 about rows that share a merged cell as their name."""
    numbers = ", ".join(_spans([row.number for row in rows]))
    message = f"`{name}` is merged over the rows {numbers}, which are {len(rows)} pieces"
    hint = "if it is one piece, write it in one row; if not, unmerge the cells and name each row"
    return warning("E157", place, message, hint)


def hidden_warnings(numbers: Sequence[int], sheet: Place) -> Iterator[Problem]:
    """Yields the warning E156 about printed rows that the spreadsheet program hides, if any."""
    if not numbers:
        return
    spans = _spans(numbers)
    few = ", ".join(spans[:_MOST_NAMED]) + (", …" if len(spans) > _MOST_NAMED else "")
    one = len(numbers) == 1
    message = f"{'a hidden row is' if one else f'{len(numbers)} hidden rows are'} printed"
    message += f" like the others: {few}"
    hint = "write 0 as the `copies` of what is not to be printed, or delete the rows; or show them"
    place = Place(sheet.file, numbers[0], sheet=sheet.sheet)
    yield warning("E156", place, message, hint)


def _spans(numbers: Sequence[int]) -> list[str]:
    """The ranges of some numbers, which are in order: `4`, `7-9`."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return [str(first) if first == last else f"{first}-{last}" for first, last in spans]


def format_warnings(lost: Mapping[str, Sequence[Place]]) -> Iterator[Problem]:
    """Yields a warning E158 for each format of letters that texts do not have."""
    for name, places in lost.items():
        cells = "a cell" if len(places) == 1 else f"{len(places)} cells"
        message = f"letters are {name} in {cells}, and are printed without it"
        hint = "make them bold or italic instead, or take the format away"
        yield warning("E158", places[0], message, hint)
