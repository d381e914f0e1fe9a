"""Shows the lists of a game as tables, and changes their cells and rows.

This depends on the files alone, so that a fault of the game can be mended in its table.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from fustella.core.files.reading import read_bytes
from fustella.core.processes import limits
from fustella.core.processes.steps import READING_S, step
from fustella.core.values.problems import Place
from fustella.read import list_files
from fustella.read.edit.sheet_edits import NO_OPEN_DOCUMENT
from fustella.read.nodes import MappingNode
from fustella.read.spreadsheets import OPEN_DOCUMENTS, TEXTS, sheet_path
from fustella.read.spreadsheets.cells import UnreadableSheet
from fustella.read.typed_lists import TypedList, TypedLists, typed_lists
from fustella.workbench.draft import Draft, GestureRefused, digest_of
from fustella.workbench.gestures import Gesture
from fustella.workbench.table_views import EditedTable, OpenTable, TablesView, TableView

MOST_CHANGES = 100_000
"""The most cells that one gesture changes: a column of the longest list."""


def tables_of(draft: Draft, table: str = "") -> TablesView:
    """The tables of a game, without rows; or one of them with its rows.

    Raises GestureRefused for an unknown one.
    """
    every = tables_in(draft)
    found = [each for each in every if not table or each.id == table]
    if table and not found:
        raise no_table(table)
    views = (_view(draft, each) if table else each.view for each in found)
    names = dict.fromkeys(
        name for each in found for name in (each.file, *(one.file for one in each.lists))
    )
    return TablesView({name: _digest(draft, name) for name in names}, tuple(views))


def _view(draft: Draft, table: EditedTable) -> TableView:
    with step(f"reading {table.id}", Place(table.file), READING_S):
        return opened(draft, table).view()


def no_table(table: str) -> GestureRefused:
    return GestureRefused(f"there is no list `{table}` any more", "load the page again")


def _digest(draft: Draft, name: str) -> str:
    try:
        return digest_of(draft.content(name))
    except GestureRefused:
        return ""


def tables_in(draft: Draft) -> tuple[EditedTable, ...]:
    """The tables of a game in the order of the lists' files."""
    read = typed_lists(draft.project, draft.game, dict(_texts(draft)))
    tables: dict[str, EditedTable] = {}
    for one in read.lists:
        found = _table(draft, one, read)
        known = tables.get(found.id)
        if known is not None:
            lists, why = (*known.lists, one), known.why or found.why
            format_ = found.format if found.why else known.format
            found = EditedTable(
                known.id, known.file, format_, lists, known.languages, known.sheet, why
            )
        tables[found.id] = found
    return tuple(tables.values())


def _texts(draft: Draft) -> Iterator[tuple[str, str | None]]:
    """Yields the names of the lists' files with their texts, None for one that is not UTF-8.

    A file that cannot be read is left out: the problems of the game tell it.
    """
    for path in list_files(draft.project, draft.game):
        name = draft.project.name_of(path)
        try:
            content = draft.content(name)
        except GestureRefused:  # a link may be read, and not written
            try:
                content = read_bytes(path, draft.project.root, limits.YAML_BYTES)
            except OSError:
                continue
        try:
            yield name, (content or b"").decode("utf-8-sig")
        except UnicodeDecodeError:
            yield name, None


def _table(draft: Draft, one: TypedList, read: TypedLists) -> EditedTable:
    languages = read.languages
    if one.fault is not None:
        why = _said(one.fault.message, one.fault.hint)
        return EditedTable(one.file, one.file, "yaml", (one,), languages, why=why)
    if one.sheet is None:
        return EditedTable(
            one.file, one.file, "yaml", (one,), languages, why=_why_no_list(draft, one)
        )
    try:
        path = sheet_path(draft.project.folder_of(draft.game), one.sheet.path)
    except UnreadableSheet as fault:
        why = _said(fault.message, fault.hint)
        return EditedTable(one.file, one.file, "yaml", (one,), languages, why=why)
    name, sheet = draft.project.name_of(path), one.sheet.sheet
    known, why = _format(name), ""
    source = one.data.get("source")
    if isinstance(source, MappingNode) and "sheet" in source:
        known = "pulled"
        why = f"its rows come from {source['sheet']}: change them there, then run `fustella pull`"
    elif known == "ods":
        why = NO_OPEN_DOCUMENT
    id_ = f"{name}#{sheet}" if sheet else name
    return EditedTable(id_, name, known, (one,), languages, sheet, why or _why_fixed(draft, name))


def _why_no_list(draft: Draft, one: TypedList) -> str:
    pieces = one.data.get("pieces")
    if isinstance(pieces, list):
        return _why_fixed(draft, one.file)
    return "the file has no list under `pieces`: write one, or the name of a spreadsheet"


def _why_fixed(draft: Draft, name: str) -> str:
    """The reason why a file cannot be written at all, such as a link; "" if it can."""
    try:
        draft.path_of(name)
    except GestureRefused as refused:
        return _said(refused.message, refused.hint)
    return ""


def _said(message: str, hint: str) -> str:
    return f"{message}: {hint}" if hint else message


def _format(name: str) -> str:
    ending = name.lower()
    if ending.endswith(OPEN_DOCUMENTS):
        return "ods"
    return "csv" if ending.endswith(TEXTS) else "xlsx"


def opened(draft: Draft, table: EditedTable) -> OpenTable:
    """A table whose file is read."""
    # Both take as long to load as a short list takes to read.
    if table.is_yaml:
        from fustella.workbench.yaml_tables import YamlTable  # noqa: PLC0415

        return YamlTable(draft, table)
    from fustella.workbench.sheet_tables import SheetTable  # noqa: PLC0415

    return SheetTable(draft, table)


@contextmanager
def _changing(draft: Draft, name: str, changes: int) -> Iterator[OpenTable]:
    """Gives the table for a gesture with some changes.

    Raises GestureRefused for one that is fixed.
    """
    if changes > MOST_CHANGES:
        message = f"more than {MOST_CHANGES:,} cells at once"
        raise GestureRefused(message, "do it in several steps, or in the file")
    table = next((each for each in tables_in(draft) if each.id == name), None)
    if table is None:
        raise no_table(name)
    if table.why:
        raise GestureRefused(table.why, place=Place(table.file))
    with step(f"changing {table.id}", Place(table.file), READING_S):
        yield opened(draft, table)


class CellChange(Struct, frozen=True):
    """A cell with its new text."""

    row: int
    column: int
    text: str


class ChangeCells(Gesture, frozen=True, tag="cells"):
    """New texts in cells of a table."""

    table: str
    cells: list[CellChange]

    def apply(self, draft: Draft) -> str:
        cells = [(cell.row, cell.column, cell.text) for cell in self.cells]
        with _changing(draft, self.table, len(cells)) as table:
            return table.set_cells(cells)


class AddRows(Gesture, frozen=True, tag="rows-add"):
    """New rows before another one, or at the end (0), with the texts of their cells."""

    table: str
    rows: list[list[str]]
    before: int = 0

    def apply(self, draft: Draft) -> str:
        changes = sum(map(len, self.rows))
        with _changing(draft, self.table, changes) as table:
            return table.add_rows(self.before, self.rows)


class RemoveRows(Gesture, frozen=True, tag="rows-remove"):
    """The removal of rows."""

    table: str
    rows: list[int]

    def apply(self, draft: Draft) -> str:
        with _changing(draft, self.table, len(self.rows)) as table:
            return table.remove_rows(self.rows)


class CopyRows(Gesture, frozen=True, tag="rows-copy"):
    """A copy of a row, directly below it."""

    table: str
    row: int

    def apply(self, draft: Draft) -> str:
        with _changing(draft, self.table, 1) as table:
            return table.copy_row(self.row)
