"""Reads a designer's table of prices, in a CSV file or a workbook, for `fustella quote`."""

import math
from collections.abc import Collection, Iterator
from pathlib import Path

from fustella.core.processes import limits
from fustella.core.values.prices import Per, Price, PriceTable
from fustella.core.values.problems import (
    Collected,
    Place,
    Problem,
    ProblemsFound,
    did_you_mean,
)
from fustella.core.words.patterns import regex
from fustella.read.spreadsheets import ENDINGS, read_sheet
from fustella.read.spreadsheets.cells import Number, Row, UnreadableSheet
from fustella.read.spreadsheets.values import cell_text

PRICES = "prices.csv"
"""The name of the table in the folder of a game."""

PART, PER, FROM, PRICE, CURRENCY = COLUMNS = ("part", "per", "from", "price", "currency")
_NEEDED = (PART, PER, PRICE)

_AMOUNT = regex(r"[0-9]{1,9}(?:[.,][0-9]{1,6})?")
_GAMES = regex(r"[1-9][0-9]{0,8}")


def read_prices(
    path: Path, name: str, parts: Collection[str], languages: tuple[str, ...], root: Path | None
) -> PriceTable:
    """The prices in a file, which messages call `name`; `parts` are the names that it may use.

    With a `root`, the file must lie in it. Raises ProblemsFound: E760 for columns, E761 for a price
    that is none, E762 for an unknown part, E763 for what a price is for, from how many games, and
    for another currency, E764 for a price that stands twice; and for a file that cannot be read.
    """
    if path.suffix.lower() not in ENDINGS:
        hint = "save it as .csv, .xlsx or .ods"
        raise ProblemsFound([Problem("E760", Place(name), "no spreadsheet", hint)])
    try:
        sheet = read_sheet(path, "", languages, root)
    except UnreadableSheet as fault:
        raise fault.in_file(name) from None
    rows = [*sheet.rows]
    head = rows[0] if rows else Row(1, ())
    columns = [cell_text(cell).strip().casefold() for cell in head.cells]
    if problems := [*_faults_of_columns(columns, Place(name, head.number))]:
        raise ProblemsFound(problems)
    if len(rows) > limits.NAMES:
        message = f"more than {limits.NAMES:,} prices"
        raise ProblemsFound([Problem("E133", Place(name), message, "leave some out")])
    reader = _PriceReader(name, columns, parts)
    for row in rows[1:]:
        reader.read(row)
    if reader.problems:
        raise ProblemsFound(reader.problems)
    return PriceTable(tuple(reader.prices.values()), reader.currency)


def _faults_of_columns(columns: list[str], place: Place) -> Iterator[Problem]:
    """Yields E760 for columns that are missing, unknown, or there twice."""
    for column in _NEEDED:
        if column not in columns:
            hint = f"the first row names the columns: {', '.join(COLUMNS)}"
            yield Problem("E760", place, f"there is no column `{column}`", hint)
    for number, column in enumerate(columns):
        if column and column not in COLUMNS:
            hint = did_you_mean(column, COLUMNS)
            yield Problem("E760", place, f"there is no meaning for a column `{column}`", hint)
        elif column and column in columns[:number]:
            message = f"the column `{column}` stands twice"
            yield Problem("E760", place, message, "delete one of them")


class _PriceReader:
    """Reads the rows of one table; faults go to `problems`."""

    def __init__(self, name: str, columns: list[str], parts: Collection[str]) -> None:
        self.name, self.columns = name, columns
        self.parts = {part.casefold(): part for part in parts}
        self.problems = Collected()
        self.prices: dict[tuple[str, Per, int], Price] = {}
        self.currency = ""

    def read(self, row: Row) -> None:
        """Reads a row; an empty one says nothing."""
        typed = {column: self._typed(row, column) for column in COLUMNS}
        if not any(typed.values()):
            return
        before = len(self.problems)
        part = self.parts.get(typed[PART].casefold(), "")
        if not part:
            message = f"the game has no part `{typed[PART]}`" if typed[PART] else "no part is named"
            hint = did_you_mean(typed[PART], self.parts.values())
            self._report("E762", row, PART, message, hint or "`fustella quote` lists the parts")
        per = typed[PER].casefold()
        if per not in {*Per}:
            message = f"`{typed[PER]}` is nothing that a price is for"
            self._report("E763", row, PER, message, did_you_mean(per, [*Per]))
        if typed[FROM] and not _GAMES.fullmatch(typed[FROM]):
            hint = "write 500: the price holds from so many games on"
            self._report("E763", row, FROM, f"`{typed[FROM]}` is no number of games", hint)
        amount = self._amount(row, typed[PRICE])
        if typed[CURRENCY] and self.currency and typed[CURRENCY] != self.currency:
            message = f"`{typed[CURRENCY]}` beside `{self.currency}`"
            hint = "write all prices in one currency"
            self._report("E763", row, CURRENCY, message, hint)
        if len(self.problems) > before:
            return
        self.currency = self.currency or typed[CURRENCY]
        price = Price(
            part, Per(per), int(typed[FROM] or 1), amount, Place(self.name, row.number, PRICE)
        )
        key = price.part, price.per, price.from_games
        if key in self.prices:
            message = f"the price of `{part}` per {per} from {price.from_games} stands twice"
            hint = f"delete one of them; the first is in line {self.prices[key].place.line}"
            self._report("E764", row, PART, message, hint)
        self.prices.setdefault(key, price)

    def _amount(self, row: Row, typed: str) -> float:
        """The price of a row; reports E761 for a text that is none."""
        cell = row.cell(self.columns.index(PRICE))
        if isinstance(cell, Number) and math.isfinite(cell.value) and cell.value >= 0:
            return cell.value
        if _AMOUNT.fullmatch(typed):
            return float(typed.replace(",", "."))
        below = typed.startswith("-")
        message = f"`{typed}` is {'below nothing' if below else 'no price'}"
        hint = "write a number such as 0.12; its currency has a column of its own"
        self._report("E761", row, PRICE, message if typed else "no price is said", hint)
        return 0.0

    def _typed(self, row: Row, column: str) -> str:
        at = self.columns.index(column) if column in self.columns else len(row.cells)
        return cell_text(row.cell(at)).strip()

    def _report(self, code: str, row: Row, column: str, message: str, hint: str) -> None:
        self.problems.append(Problem(code, Place(self.name, row.number, column), message, hint))
