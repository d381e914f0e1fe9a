"""Changes numbers and texts in cells of a spreadsheet, and nothing else.

In a CSV file, the characters of a cell are replaced. In a workbook, the part of a sheet is written
anew with the changed cell; all other parts are copied as they are stored.
"""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from pathlib import Path

from msgspec import Struct

from fustella.core.files.reading import is_file
from fustella.core.values.claims import Repair
from fustella.core.values.problems import ProblemsFound
from fustella.read.edit import Unmended
from fustella.read.edit.scalars import EditRefused
from fustella.read.nodes import ListNode
from fustella.read.source import load
from fustella.read.spreadsheets import ENDINGS, OPEN_DOCUMENTS, TEXTS
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


class CellEdit(Struct, frozen=True):
    """A change of a cell to `typed`; rows count from 1, columns from 0."""

    repair: Repair
    row: int
    column: int
    typed: str


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
    try:
        if path.suffix.lower() in OPEN_DOCUMENTS:
            reason = "an .ods file is not written: change the cell in the spreadsheet program"
            raise EditRefused(reason)
        if path.suffix.lower() in TEXTS:
            from fustella.read.edit import text_cells  # noqa: PLC0415

            return text_cells.rewritten(path, data, wanted, root)
        from fustella.read.edit import workbook_cells  # noqa: PLC0415

        return workbook_cells.rewritten(data, wanted)
    except (EditRefused, UnreadableSheet) as refused:
        text = ""
        unmended = tuple(Unmended(repair, str(refused)) for repair in wanted)
        return RewrittenSheet(data, text, text, (), unmended)


def edits_in(
    rows: Sequence[Row], repairs: Sequence[Repair], retyped: Callable[[Cell, str], str]
) -> tuple[list[CellEdit], list[Unmended]]:
    """The edits of cells that repairs mean, and the repairs that cannot be made.

    `retyped` gives the text of a cell with a new number.
    """
    by_cell: dict[tuple[int, int], list[CellEdit]] = {}
    unmended: list[Unmended] = []
    for repair in repairs:
        try:
            edit = _edit(rows, repair, retyped)
        except EditRefused as refused:
            unmended.append(Unmended(repair, str(refused)))
        else:
            by_cell.setdefault((edit.row, edit.column), []).append(edit)
    edits: list[CellEdit] = []
    for same in by_cell.values():
        wanted = sorted({edit.typed for edit in same})
        if len(wanted) == 1:
            edits.append(same[0])
            continue
        reason = f"it should be {' and '.join(wanted)} at once: decide which is right"
        unmended += [Unmended(edit.repair, reason) for edit in same]
    return edits, unmended


def _edit(rows: Sequence[Row], repair: Repair, retyped: Callable[[Cell, str], str]) -> CellEdit:
    place = repair.place
    if not place.line:
        raise EditRefused(f"`{place.key}` is typed nowhere: add it yourself")
    headers = [cell_text(cell) for cell in rows[0].cells] if rows else []
    columns = [index for index, header in enumerate(headers) if header == place.key]
    row = next((row for row in rows[1:] if row.number == place.line), None)
    if len(columns) != 1 or row is None:
        raise EditRefused(f"row {place.line} has no single cell `{place.key}`")
    column = columns[0]
    cell = row.cell(column)
    where = f"{letters_of(column)}{place.line}"
    if repair.is_text:
        if cell_text(cell).strip() != repair.old.strip():
            raise EditRefused(f"the cell {where} has another text")
        return CellEdit(repair, place.line, column, repair.new)
    _check(repair)
    if not _holds(cell, repair.old):
        held = cell_text(cell) or "no number"
        raise EditRefused(f"the cell {where} is {held}, not {repair.old}")
    return CellEdit(repair, place.line, column, retyped(cell, repair.new))


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
