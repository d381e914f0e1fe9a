"""Changes cells, rows and columns of a spreadsheet, and nothing else.

In a CSV file, the characters of cells are replaced. In a workbook, the part of a sheet is written
anew, with what must change with it; all other parts are copied as they are stored. Then the file is
read again, and a change that alters anything else is refused.
"""

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Protocol, TypeAlias

from msgspec import Struct

from fustella.core.processes import limits
from fustella.read.edit.row_moves import RowMoves
from fustella.read.edit.scalars import EditRefused
from fustella.read.spreadsheets import OPEN_DOCUMENTS, TEXTS
from fustella.read.spreadsheets.cells import Row, UnreadableSheet, Worksheet

NO_OPEN_DOCUMENT = "an .ods file is not written: change it in the spreadsheet program"
"""The reason why an .ods file is not changed."""


class SetCell(Struct, frozen=True):
    """A new text or number for a cell; rows count from 1, columns from 0."""

    row: int
    column: int
    text: str


class InsertRow(Struct, frozen=True):
    """A new row before another one, with the texts of its first cells; 0 is behind the last row."""

    before: int
    cells: tuple[str, ...]


class CopyRow(Struct, frozen=True):
    """A copy of a row, directly below it; `changed` are columns with other texts than in the row.

    Cells with a formula are copied with it.
    """

    row: int
    changed: tuple[tuple[int, str], ...] = ()


class RemoveRow(Struct, frozen=True):
    """The removal of a row: the rows below it move up."""

    row: int


class AddColumn(Struct, frozen=True):
    """A new column behind the last one, by its header."""

    header: str


SheetEdit: TypeAlias = SetCell | InsertRow | CopyRow | RemoveRow | AddColumn
"""A change of a sheet. Its rows have the numbers that they had before all changes made with it."""


class EditableSheet(Protocol):
    """A sheet of a file, and what can be changed in it; its name is "" if the file is a text."""

    name: str

    @property
    def sheet(self) -> Worksheet:
        """The sheet as it is read."""

    @property
    def why_none(self) -> str:
        """The reason why nothing of the sheet can be changed; "" if something can."""

    def why(self, row: int, column: int, /) -> str:
        """The reason why a cell cannot be changed, `is a formula: …`; "" if it can."""

    def edited(self, edits: Sequence[SheetEdit]) -> bytes:
        """The file with all edits made. Raises EditRefused and UnreadableSheet."""


def editable_sheet(
    name: str, data: bytes, sheet: str, languages: Sequence[str] = ()
) -> EditableSheet:
    """A sheet of the file `name` for editing; `sheet` is "" for the first that is not hidden.

    `languages` are those of the game. Raises EditRefused for a file that is not written, and
    UnreadableSheet.
    """
    ending = PurePosixPath(name).suffix.lower()
    if ending in OPEN_DOCUMENTS:
        raise EditRefused(NO_OPEN_DOCUMENT)
    if ending in TEXTS:
        from fustella.read.edit.text_cells import TextSheet  # noqa: PLC0415

        return TextSheet(name, data, languages)
    from fustella.read.edit.workbook_cells import EditedSheet  # noqa: PLC0415

    return EditedSheet(data, sheet, languages)


def edited_sheet(
    name: str, data: bytes, sheet: str, edits: Sequence[SheetEdit], languages: Sequence[str] = ()
) -> bytes:
    """The bytes of a spreadsheet with all edits made, or the same bytes for none.

    Raises EditRefused with the reason for an edit that cannot be made without changing more, and
    for a file that cannot be read.
    """
    if not edits:
        return data
    try:
        return editable_sheet(name, data, sheet, languages).edited(edits)
    except UnreadableSheet as fault:
        raise EditRefused(f"{fault.message}: {fault.hint}") from None


class NewRow(Struct, frozen=True):
    """A row to be written: its texts by column, and the row that it is like.

    With `copied`, cells without a text of their own are copied from that row.
    """

    cells: dict[int, str]
    like: int
    copied: bool = False


class EditPlan(Struct, frozen=True):
    """Edits of a sheet in order: cells by place, new rows by the row that they stand before."""

    cells: dict[tuple[int, int], str]
    inserted: dict[int, list[NewRow]]
    moves: RowMoves


def plan_of(edits: Sequence[SheetEdit], rows: Sequence[Row]) -> EditPlan:
    """The plan of edits of a sheet with these rows, of which the first is the header.

    Raises EditRefused for edits that contradict each other, or that no list allows.
    """
    if not rows:
        raise EditRefused("the sheet is empty: write a header in it first")
    header, last = rows[0], rows[-1].number
    cells: dict[tuple[int, int], str] = {}
    inserted: dict[int, list[NewRow]] = {}
    removed = sorted({edit.row for edit in edits if isinstance(edit, RemoveRow)})
    column = max(len(row.cells) for row in rows)
    for edit in edits:
        if isinstance(edit, SetCell):
            if edit.row in removed:
                raise EditRefused(f"row {edit.row} is removed at the same time")
            _check_row(edit.row, header.number - 1)
            if not (0 <= edit.column < limits.TABLE_COLUMNS and edit.row <= limits.TABLE_LINES):
                raise EditRefused("there is no such cell")
            cells[edit.row, edit.column] = edit.text
        elif isinstance(edit, InsertRow):
            before = edit.before if 0 < edit.before <= last else last + 1
            _check_row(before, header.number)
            like = max((row.number for row in rows[1:] if row.number < before), default=0)
            like = like or (rows[1].number if len(rows) > 1 else 0)
            texts = {place: text for place, text in enumerate(edit.cells) if text}
            inserted.setdefault(before, []).append(NewRow(texts, like))
        elif isinstance(edit, CopyRow):
            _check_row(edit.row, header.number)
            if edit.row > last:
                raise EditRefused(f"row {edit.row} is empty")
            new = NewRow(dict(edit.changed), edit.row, copied=True)
            inserted.setdefault(edit.row + 1, []).append(new)
        elif isinstance(edit, RemoveRow):
            _check_row(edit.row, header.number)
        else:
            cells[header.number, column] = edit.header
            column += 1
    return EditPlan(cells, inserted, RowMoves.of(removed, inserted))


def _check_row(row: int, below: int) -> None:
    if row <= below:
        raise EditRefused(f"row {row} is not below the header")
