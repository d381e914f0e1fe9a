"""Moves the references in the formulas of a workbook, as ECMA-376, part 1, 18.17 writes them."""

import re
from collections.abc import Callable

from fustella.core.words.patterns import regex
from fustella.read.edit.row_moves import RowMoves
from fustella.read.edit.scalars import EditRefused
from fustella.read.spreadsheets.cells import letters_of
from fustella.read.spreadsheets.xlsx import position

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384

_CELL = r"(?:\$?[A-Za-z]{1,3}\$?[0-9]{1,7})"
_TOKEN = regex(
    rf"""(?P<text>"(?:[^"]|"")*+"?)
      | (?P<error>\#[A-Z0-9/]+[!?]?)
      | (?P<sheet>(?:'(?:[^']|'')*+' | (?:\[[0-9]+\])?[^\W\d][\w.]*(?::[\w.]+)?)!)
      | (?P<quoted>'(?:[^']|'')*+'?)
      | (?P<columns>\[(?:[^\[\]]|\[[^\[\]]*\])*\])
      | (?P<area>{_CELL}(?::{_CELL})?(?![\w.(!\[]))
      | (?P<rows>\$?[0-9]{{1,7}}:\$?[0-9]{{1,7}}(?![\w.(]))
      | (?P<whole>\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}(?![\w.(!\[]))
      | (?P<word>[\w.\\?]+)""",
    re.VERBOSE,
)
_PART = regex(r"(?P<fixed>\$?)(?P<letters>[A-Za-z]*)(?P<also>\$?)(?P<digits>[0-9]*)")


def is_of_sheet(prefix: str, sheet: str) -> bool:
    """Whether the words before a reference, `'My cards'!`, name a sheet of the same workbook.

    Raises EditRefused for a reference to several sheets at once.
    """
    name = prefix.removesuffix("!")
    if name[:1] == "'":
        name = name[1:-1].replace("''", "'")
    if ":" in name:
        raise EditRefused("a formula reaches over several sheets: do it in the spreadsheet program")
    return name.casefold() == sheet.casefold()


def moved(formula: str, moves: RowMoves, sheet: str, *, own: bool) -> str:
    """A formula after rows of `sheet` were moved; with `own`, the formula stands in that sheet.

    Raises EditRefused if it needs a row that is removed.
    """

    def span(first: int, last: int) -> tuple[int, int]:
        known = moves.span(first, last)
        if known is None:
            message = f"a formula uses row {first}: change the formula in the spreadsheet program"
            raise EditRefused(message)
        return known

    def changed(match: re.Match[str], prefix: str) -> str:
        if not (is_of_sheet(prefix, sheet) if prefix else own):
            return match[0]
        parts = [_PART.fullmatch(part) for part in match[0].split(":")]
        rows = [int(part["digits"]) for part in parts if part]
        if not all(0 < row <= LAST_ROW for row in rows):
            return match[0]
        first, last = min(rows), max(rows)
        new = dict(zip((first, last), span(first, last), strict=True))
        return ":".join(
            f"{part['fixed']}{part['letters']}{part['also']}{new[row]}"
            for part, row in zip(parts, rows, strict=True)
            if part
        )

    return _with_references(formula, changed, whole=False)


def translated(formula: str, down: int, right: int) -> str:
    """A formula as it is copied to another cell: references without a `$` move with it.

    Raises EditRefused if one would leave the sheet.
    """

    def changed(match: re.Match[str], _: str) -> str:
        return ":".join(_part_translated(part, down, right) for part in match[0].split(":"))

    return _with_references(formula, changed, whole=True)


def _part_translated(typed: str, down: int, right: int) -> str:
    part = _PART.fullmatch(typed)
    assert part is not None, "a reference has these parts"
    letters, digits = part["letters"], part["digits"]
    fixed_column, fixed_row = part["fixed"], part["also"]
    if not letters:  # `$2:$5` has the sign of its row first
        fixed_column, fixed_row = "", part["fixed"]
    if letters and not fixed_column:
        place = position(f"{letters}1")
        column = (place[1] if place else 0) + right
        if not 0 <= column < LAST_COLUMN:
            raise EditRefused("a formula would leave the sheet")
        letters = letters_of(column)
    if digits and not fixed_row:
        row = int(digits) + down
        if not 0 < row <= LAST_ROW:
            raise EditRefused("a formula would leave the sheet")
        digits = str(row)
    return f"{fixed_column}{letters}{fixed_row}{digits}"


def _with_references(
    formula: str, changed: Callable[[re.Match[str], str], str], *, whole: bool
) -> str:
    """A formula with its references changed; `changed` gets each, and the sheet named before it.

    With `whole`, it gets references to whole columns, too.
    """
    prefix = ""

    def one(match: re.Match[str]) -> str:
        nonlocal prefix
        kind, before = match.lastgroup, prefix
        prefix = match[0] if kind == "sheet" else ""
        if kind in ("area", "rows") or (whole and kind == "whole"):
            return changed(match, before)
        return match[0]

    return _TOKEN.sub(one, formula)


def copied(formula: str, moves: RowMoves, sheet: str, down: int) -> str:
    """A formula of `sheet` as it is copied some rows down, while rows of that sheet are moved.

    References without a `$` keep their distance, and others go to where their row is then. Raises
    EditRefused if one would leave the sheet, or needs a row that is removed.
    """

    def changed(match: re.Match[str], prefix: str) -> str:
        own = not prefix or is_of_sheet(prefix, sheet)
        return ":".join(_part_copied(part, own) for part in match[0].split(":"))

    def _part_copied(typed: str, own: bool) -> str:
        part = _PART.fullmatch(typed)
        assert part is not None, "a reference has these parts"
        fixed = part["also"] if part["letters"] else part["fixed"]
        if not fixed:
            return _part_translated(typed, down, 0)
        row = int(part["digits"])
        if own and moves.is_removed(row):
            raise EditRefused(f"a formula uses row {row}, which is removed at the same time")
        new = moves.row(row) if own else row
        return f"{typed[: len(typed) - len(part['digits'])]}{new}"

    return _with_references(formula, changed, whole=False)
