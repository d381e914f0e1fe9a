"""Writes values of pieces into the cells of their rows."""

from collections.abc import Mapping, Sequence

from fustella.core.values.model import Piece, SideName
from fustella.core.values.problems import Place
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.sheet_edits import (
    AddColumn,
    EditableSheet,
    SetCell,
    SheetEdit,
    editable_sheet,
)
from fustella.read.nodes import ListNode, MappingNode, as_typed
from fustella.read.spreadsheets.cells import UnreadableSheet
from fustella.read.spreadsheets.columns import SheetColumn
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.table_views import EditedTable
from fustella.workbench.tables import tables_in

Steps = tuple[str | int, ...]
"""The steps to a value: `copies`, or a side, a field, and what is in it, with numbers from 0."""


def set_cell(draft: Draft, piece: Piece, steps: Steps, text: str, language: str = "") -> None:
    """Writes a value into the row of a piece; a text in a language. Raises GestureRefused.

    A column that is missing is added: that of a language, `title.de`, or of a field that the list
    gave to all its pieces.
    """
    table, place = _table_of(draft, piece), piece.place
    if table.why:
        raise GestureRefused(table.why, place=place)
    _refuse_variants(table, piece, steps)
    steps = tuple(step + 1 if isinstance(step, int) else step for step in steps)
    try:
        data = draft.read(table.file)
        sheet = editable_sheet(table.file, data, table.sheet, table.languages)
        if sheet.why_none:
            raise GestureRefused(sheet.why_none, place=place)
        edits = _edits(sheet, table, place.line, steps, text, language)
        draft.write(table.file, sheet.edited(edits))
    except (EditRefused, UnreadableSheet) as fault:
        raise GestureRefused(str(fault), getattr(fault, "hint", ""), place) from None


def _table_of(draft: Draft, piece: Piece) -> EditedTable:
    """The table with the row of a piece."""
    for table in tables_in(draft):
        if table.file == piece.place.file and table.sheet in ("", piece.place.sheet):
            return table
    raise GestureRefused("the list is another one now", "load the page again", piece.place)


def _edits(
    sheet: EditableSheet, table: EditedTable, row: int, steps: Steps, text: str, language: str
) -> Sequence[SheetEdit]:
    columns = _columns(sheet, table)
    found = _column(columns, steps, language, table.languages)
    if found is not None:
        if why := sheet.why(row, found.index):
            raise GestureRefused(f"the cell {why}", place=Place(table.file, row))
        return [SetCell(row, found.index, text)]
    header = _header(columns, steps, language, table.languages)
    width = max(len(each.cells) for each in sheet.sheet.rows)
    return [AddColumn(header), SetCell(row, width, text)]


def _columns(sheet: EditableSheet, table: EditedTable) -> Mapping[int, SheetColumn]:
    """What the columns mean for the lists of a sheet."""
    found: dict[int, SheetColumn] = {}
    for one in table.lists:
        found |= one.columns(sheet.sheet, table.file, table.languages)
    return found


def _column(
    columns: Mapping[int, SheetColumn], steps: Steps, language: str, languages: Sequence[str]
) -> SheetColumn | None:
    """The column of a value; without languages of its own, it has the first one."""
    same = [column for column in columns.values() if column.target.path == steps]
    if language:
        own = next((each for each in same if each.target.language == language), None)
        first = next((each for each in same if not each.target.language), None)
        return own or (first if language == languages[0] else None)
    return next(iter(same), None)


def _header(
    columns: Mapping[int, SheetColumn], steps: Steps, language: str, languages: Sequence[str]
) -> str:
    """The header of a new column. Raises GestureRefused for a value in a list."""
    if any(isinstance(step, int) for step in steps):
        message = f"no column has this value of `{steps[1]}`"
        raise GestureRefused(message, "add the column in the spreadsheet program")
    names = [str(step) for step in steps]
    header = ".".join(names[1:] if names[0] == SideName.FRONT else names)
    for column in columns.values():
        if column.target.path == steps:
            header = column.header
            for code in languages:
                header = header.removesuffix(f".{code}")
    return f"{header}.{language}" if language and language != languages[0] else header


def _refuse_variants(table: EditedTable, piece: Piece, steps: Steps) -> None:
    """Raises GestureRefused for a value that comes from a variant, or holds for several pieces."""
    for one in table.lists:
        variants = one.data.get("variants")
        if not isinstance(variants, ListNode):
            continue
        for variant, line in zip(variants, variants.lines, strict=True):
            own = variant if isinstance(variant, MappingNode) else MappingNode(0)
            if not piece.id.endswith(f"-{as_typed(own.get('id', ''))}"):
                continue
            values = own.get(str(steps[0])) if len(steps) > 1 else own
            if (
                isinstance(values, MappingNode)
                and str(steps[-1 if len(steps) < 2 else 1]) in values
            ):
                message = f"`{steps[-1]}` comes from a variant, which all pieces of the list have"
                raise GestureRefused(message, "change it there", Place(one.file, line))
        if steps == ("copies",) and len(variants) > 1:
            message = f"`{piece.id}` is made of a row with variants: its copies hold for all"
            raise GestureRefused(message, "change `copies` in the file", piece.place)
