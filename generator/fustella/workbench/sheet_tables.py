"""Shows the sheets of CSV files and workbooks as tables, and changes their cells and rows."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from fustella.core.values.problems import Place
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.sheet_edits import (
    CopyRow,
    EditableSheet,
    InsertRow,
    RemoveRow,
    SetCell,
    SheetEdit,
    editable_sheet,
)
from fustella.read.spreadsheets import read_sheet
from fustella.read.spreadsheets.cells import (
    Cell,
    Number,
    Row,
    UnreadableSheet,
    Unusable,
    Worksheet,
    letters_of,
    plain,
    shown_of,
)
from fustella.read.spreadsheets.columns import COLUMN, COPIES, ID, SheetColumn, namers
from fustella.read.spreadsheets.rich_text import RichText
from fustella.read.spreadsheets.values import cell_text
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.new_rows import ids_of_game, new_id, rows_in_words
from fustella.workbench.table_views import (
    ColumnView,
    EditedTable,
    RowView,
    TableView,
    described,
    pieces_by_place,
)

_MOST_BLANK = 1000
"""The most empty rows between others that are shown."""


class SheetTable:
    """The sheet of a CSV file or a workbook as a table."""

    def __init__(self, draft: Draft, table: EditedTable) -> None:
        self._draft, self._table = draft, table
        self._why = table.why
        self._editable: EditableSheet | None = None
        self._sheet = Worksheet(())
        try:
            self._read()
        except (UnreadableSheet, EditRefused, GestureRefused) as fault:
            hint = getattr(fault, "hint", "")
            self._why = f"{fault}: {hint}" if hint else str(fault)
        self._columns: dict[int, SheetColumn] = {}
        for one in reversed(table.lists):
            self._columns |= one.columns(self._sheet, table.file, table.languages)

    def _read(self) -> None:
        """Reads the sheet. Raises UnreadableSheet, EditRefused and GestureRefused."""
        table, root = self._table, self._draft.project.root
        if table.why:
            self._sheet = read_sheet(root / table.file, table.sheet, table.languages, root)
            return
        data = self._draft.read(table.file)
        self._editable = editable_sheet(table.file, data, table.sheet, table.languages)
        self._sheet, self._why = self._editable.sheet, self._editable.why_none

    def view(self) -> TableView:
        """The view of the sheet with its rows."""
        width = max((len(row.cells) for row in self._sheet.rows), default=0)
        return replace(
            self._table.view,
            why=self._why,
            sheet=self._sheet.name,
            columns=tuple(self._column_view(number) for number in range(width)),
            rows=tuple(self._row_views(width)),
        )

    def _column_view(self, number: int) -> ColumnView:
        header = self._sheet.rows[0].cells
        name = cell_text(header[number]) if number < len(header) else ""
        column = self._columns.get(number)
        if column is None:
            about = "no column of the list" if name else "a column without a header"
            return ColumnView(name or letters_of(number), "", about)
        target = column.target
        if target.path == (COPIES,):
            return ColumnView(name, "number", "how many are printed; 0: none")
        if target.path[0] == COLUMN:
            return ColumnView(name, "", "no field: for the list to choose by")
        about = "" if target.key.removeprefix("front.") == name else f"is `{target.key}`"
        words = ": ".join(filter(None, (about, described(target.type))))
        return ColumnView(name, target.type.name, words)

    def _column_of(self, key: str) -> int | None:
        """The number of the column with a key of the pieces, such as `id`."""
        found = (n for n, column in self._columns.items() if column.target.path == (key,))
        return next(found, None)

    def _row_views(self, width: int) -> Iterator[RowView]:
        sheet, editable = self._sheet, self._editable
        pieces = pieces_by_place(self._draft, self._table.file)
        ids = self._column_of(ID)
        blank, last = _MOST_BLANK, sheet.rows[0].number if sheet.rows else 0
        for row in sheet.rows[1:]:
            for number in range(last + 1, min(row.number, last + 1 + blank)):
                yield RowView(number, number, "", [""] * width)
                blank -= 1
            last = row.number
            cells = [text_of(cell) for cell in row.cells]
            piece = pieces.get((sheet.name, row.number, ""), "")
            if not pieces and ids is not None:  # the game has faults
                piece = cell_text(row.cell(ids))
            locked = dict(_locked(editable, row, width)) if editable and editable.name else {}
            filled_up = cells + [""] * (width - len(cells))
            yield RowView(row.number, row.number, piece, filled_up, locked)

    def set_cells(self, cells: Sequence[tuple[int, int, str]]) -> str:
        """Gives cells new texts, where they differ."""
        known = {row.number: row for row in self._sheet.rows}
        self._edit(
            SetCell(row, column, text)
            for row, column, text in cells
            if row not in known or text_of(known[row].cell(column)) != text
        )
        if len(cells) != 1:
            return f"change {len(cells)} cells of {self._table.short}"
        row, column, _ = cells[0]
        return f"change `{self._column_view(column).name}` in row {row} of {self._table.short}"

    def add_rows(self, before: int, rows: Sequence[Sequence[str]]) -> str:
        """Adds rows; one without any text gets an id, or a name."""
        self._edit(InsertRow(before, tuple(cells)) for cells in self._named(rows))
        return f"add {rows_in_words(len(rows))} to {self._table.short}"

    def _named(self, rows: Sequence[Sequence[str]]) -> Iterator[list[str]]:
        """Yields the cells of new rows, of which no one is empty."""
        at = self._column_of(ID)
        if at is None:
            kinds = next((one.kinds for one in self._table.lists if one.kinds), None)
            naming = namers(kinds.whole, tuple(self._columns.values())) if kinds else ()
            at = naming[0].index if naming else 0
        taken = self._ids(at)
        for typed in rows:
            cells = list(typed)
            if not any(map(str.strip, cells)):
                cells += [""] * (at + 1 - len(cells))
                cells[at] = new_id("new", taken)
            yield cells

    def _ids(self, column: int) -> set[str]:
        """The ids of the game, as far as it is read, and the texts of a column."""
        texts = {cell_text(row.cell(column)) for row in self._sheet.rows}
        return texts | ids_of_game(self._draft)

    def remove_rows(self, rows: Sequence[int]) -> str:
        """Removes rows."""
        self._edit(RemoveRow(row) for row in dict.fromkeys(rows))
        return f"remove {rows_in_words(len({*rows}))} of {self._table.short}"

    def copy_row(self, row: int) -> str:
        """Copies a row, directly below it, with an id of its own."""
        at, changed = self._column_of(ID), list[tuple[int, str]]()
        known = next((each for each in self._sheet.rows if each.number == row), None)
        if at is not None and known is not None and (id_ := cell_text(known.cell(at))):
            changed = [(at, new_id(id_, self._ids(at)))]
        self._edit([CopyRow(row, tuple(changed))])
        return f"copy row {row} of {self._table.short}"

    def _edit(self, edits: Iterable[SheetEdit]) -> None:
        place, wanted = Place(self._table.file), list(edits)
        if self._editable is None or self._why:
            raise GestureRefused(self._why, place=place)
        try:
            if wanted:
                self._draft.write(self._table.file, self._editable.edited(wanted))
        except (EditRefused, UnreadableSheet) as fault:
            raise GestureRefused(str(fault), getattr(fault, "hint", ""), place) from None


def _locked(sheet: EditableSheet, row: Row, width: int) -> Iterator[tuple[str, str]]:
    for column in range(width):
        if why := sheet.why(row.number, column):
            yield str(column), why.removeprefix("is ").removeprefix("has ")


def text_of(cell: Cell) -> str:
    """The text of a cell as it can be typed again; bold letters stand between stars."""
    if isinstance(cell, RichText):
        return cell.marked
    shown = shown_of(cell)
    if isinstance(shown, Unusable):
        return plain(cell.value) if isinstance(cell, Number) else ""
    return shown
