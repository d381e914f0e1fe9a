"""Repairs numbers and texts in cells of a spreadsheet, and nothing else."""

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

from msgspec import Struct

from fustella.core.files.reading import is_file
from fustella.core.values.claims import Repair
from fustella.core.values.problems import ProblemsFound
from fustella.read.edit import Unmended
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.sheet_edits import EditableSheet, SetCell, editable_sheet
from fustella.read.nodes import ListNode
from fustella.read.source import load
from fustella.read.spreadsheets import ENDINGS, TEXTS
from fustella.read.spreadsheets.cells import Cell, Number, Row, UnreadableSheet, letters_of
from fustella.read.spreadsheets.values import cell_text

_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?")
_LINE_RANGES = re.compile(r"[0-9]+(?:\s*-\s*[0-9]+)?(?:\s*,\s*[0-9]+(?:\s*-\s*[0-9]+)?)*")


class RewrittenSheet(Struct, frozen=True):
    """A spreadsheet after its repairs; `before` and `after` are its cells in a diff."""

    data: bytes
    before: str
    after: str
    mended: tuple[Repair, ...]
    unmended: tuple[Unmended, ...]


class _CellRepair(Struct, frozen=True):
    repair: Repair
    cell: SetCell

    def line(self, sheet: str, typed: str) -> str:
        """The cell as a diff shows it: `Spells!B2: 4`."""
        return f"{sheet}!{letters_of(self.cell.column)}{self.cell.row}: {typed}\n"


def is_spreadsheet(name: str) -> bool:
    """Whether a file is a spreadsheet, by its ending."""
    return name.lower().endswith(ENDINGS)


def rewritten_sheet(
    path: Path, data: bytes, repairs: Sequence[Repair], root: Path | None = None
) -> RewrittenSheet:
    """The bytes of a spreadsheet with each repair made in its cell.

    A repair names the cell by its sheet, its row and the header of its column. A repair of a
    formula, or of a cell without the old number, is not made but returned as unmended. No repair of
    the file is made if anything else would change with it. The file's languages are in a game.yaml,
    which is looked for up to the project's folder `root`.
    """
    wanted = tuple(dict.fromkeys(repairs))
    languages = languages_of(path, root)
    try:
        return _rewritten(path.name, data, wanted, languages)
    except (EditRefused, UnreadableSheet) as refused:
        unmended = tuple(Unmended(repair, str(refused)) for repair in wanted)
        return RewrittenSheet(data, "", "", (), unmended)


def _rewritten(
    name: str, data: bytes, repairs: Sequence[Repair], languages: Sequence[str]
) -> RewrittenSheet:
    """The file with its repairs made. Raises UnreadableSheet and EditRefused."""
    by_sheet: dict[str, list[Repair]] = {}
    for repair in repairs:
        by_sheet.setdefault(repair.place.sheet, []).append(repair)
    before = after = ""
    original = data
    mended: list[Repair] = []
    unmended: list[Unmended] = []
    for named, meant in by_sheet.items():
        sheet = editable_sheet(name, data, named, languages)
        if sheet.why_none:
            raise EditRefused(sheet.why_none)
        found, left = _repairs_in(sheet, meant)
        unmended += left
        mended += (each.repair for each in found)
        if found:
            data = sheet.edited([each.cell for each in found])
        before += "".join(each.line(sheet.name, each.repair.old) for each in found)
        after += "".join(each.line(sheet.name, each.cell.text) for each in found)
    if name.lower().endswith(TEXTS):
        from fustella.read.spreadsheets.encodings import decoded  # noqa: PLC0415

        before, after = (decoded(each, languages).text for each in (original, data))
    return RewrittenSheet(data, before, after, tuple(mended), tuple(unmended))


def _repairs_in(
    sheet: EditableSheet, repairs: Sequence[Repair]
) -> tuple[list[_CellRepair], list[Unmended]]:
    """The cells that repairs mean, and the repairs that cannot be made."""
    by_cell: dict[tuple[int, int], list[_CellRepair]] = {}
    unmended: list[Unmended] = []
    for repair in repairs:
        try:
            found = _repair(sheet, repair)
        except EditRefused as refused:
            unmended.append(Unmended(repair, str(refused)))
        else:
            by_cell.setdefault((found.cell.row, found.cell.column), []).append(found)
    kept: list[_CellRepair] = []
    for same in by_cell.values():
        wanted = sorted({each.cell.text.strip() for each in same})
        if len(wanted) == 1:
            kept.append(same[0])
            continue
        reason = f"it should be {' and '.join(wanted)} at once: decide which is right"
        unmended += [Unmended(each.repair, reason) for each in same]
    return kept, unmended


def _repair(sheet: EditableSheet, repair: Repair) -> _CellRepair:
    """The cell that a repair means, with its new text. Raises EditRefused."""
    place, rows = repair.place, sheet.sheet.rows
    if not place.line:
        raise EditRefused(f"`{place.key}` is typed nowhere: add it yourself")
    row, column = _cell_at(rows, place.line, place.key)
    cell = row.cell(column)
    where = f"{letters_of(column)}{place.line}"
    if repair.is_text and cell_text(cell).strip() != repair.old.strip():
        raise EditRefused(f"the cell {where} has another text")
    if not repair.is_text:
        _check(repair)
        if not _holds(cell, repair.old):
            held = cell_text(cell) or "no number"
            raise EditRefused(f"the cell {where} is {held}, not {repair.old}")
    if reason := sheet.why(place.line, column):
        raise EditRefused(f"the cell {where} {reason}")
    new = repair.new if repair.is_text else _retyped(cell, repair.new)
    return _CellRepair(repair, SetCell(place.line, column, new))


def _cell_at(rows: Sequence[Row], number: int, header: str) -> tuple[Row, int]:
    """The row with a number, and the only column with a header. Raises EditRefused."""
    headers = [cell_text(cell) for cell in rows[0].cells] if rows else []
    columns = [index for index, each in enumerate(headers) if each == header]
    row = next((row for row in rows[1:] if row.number == number), None)
    if len(columns) != 1 or row is None:
        raise EditRefused(f"row {number} has no single cell `{header}`")
    return row, columns[0]


def _retyped(cell: Cell, new: str) -> str:
    """The new number in the form of the old one: with its plus sign, its decimal comma, its blanks.

    A cell of a workbook that holds a number has no form of its own.
    """
    if not isinstance(cell, str):
        return new
    old = cell.strip()
    if new.count(".") == 1 and "," in old:
        new = new.replace(".", ",")
    if old.startswith("+") and new[0].isdigit():
        new = f"+{new}"
    return cell.replace(old, new) if cell.count(old) == 1 else new


def _check(repair: Repair) -> None:
    for number in (repair.old, repair.new):
        if not (_NUMBER.fullmatch(number) or _LINE_RANGES.fullmatch(number)):
            raise EditRefused(f'"{number}" is text, and only numbers are changed')


def _holds(cell: Cell, old: str) -> bool:
    """Whether a cell is the old number, or the old lines of a document."""
    if isinstance(cell, Number):
        return bool(_NUMBER.fullmatch(old)) and Decimal(repr(cell.value)) == Decimal(old)
    typed = cell_text(cell)
    plain = typed.replace(",", ".") if typed.count(",") == 1 else typed
    if _NUMBER.fullmatch(plain) and _NUMBER.fullmatch(old):
        return Decimal(plain) == Decimal(old)
    return bool(typed) and "".join(typed.split()) == "".join(old.split())


def languages_of(path: Path, root: Path | None) -> tuple[str, ...]:
    """The languages of the game that a file belongs to; () if its game.yaml is broken."""
    top = root or path.parent
    for folder in (each for each in path.parents if each.is_relative_to(top)):
        if is_file(folder / "game.yaml"):
            try:
                languages = load(folder / "game.yaml", "game.yaml", root).get("languages")
            except ProblemsFound:
                return ()
            return tuple(map(str, languages)) if isinstance(languages, ListNode) else ()
    return ()
