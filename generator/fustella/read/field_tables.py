"""Reads fields whose values lie in another file: `front: {hexes: hexes.csv}`.

A list of records takes the columns of a header row of a spreadsheet, or the lines of a text map; a
list of lists takes all cells, without a header. A table takes all cells as texts; a column
`Result.de` has the German words of the column `Result`.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline
from fustella.core.processes import limits
from fustella.core.values.model import Kind, Text
from fustella.core.values.problems import Place, Problem
from fustella.read.fields import FieldType, Spreadsheets
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.scalars import SheetFile, sheet_file
from fustella.read.spreadsheets import bytes_of, read_sheet, sheet_path
from fustella.read.spreadsheets.cells import UnreadableSheet, Worksheet, is_blank, letters_of
from fustella.read.text_tables import TO_TRANSLATE, TypedCell, TypedTable

if TYPE_CHECKING:
    from fustella.read.text_maps import TextMap

_TEXT = FieldType("text", optional=True)


class _Sheet(Struct, frozen=True):
    """A sheet that was read, and its place."""

    worksheet: Worksheet
    at: Place


class FieldTables(Spreadsheets):
    """Reads the tables of one game: each file once.

    `folder` is the game's folder, `root` the project's. The rows and cells that pieces take are
    counted.
    """

    def __init__(
        self, folder: Path, root: Path, languages: Sequence[str], warnings: list[Problem]
    ) -> None:
        self.folder, self.root, self.languages = folder, root, languages
        self.warnings = warnings
        self._entries = 0
        self._text_maps: dict[str, TextMap] = {}
        self._lists: dict[tuple[str, str, FieldType], ListNode] = {}
        self._tables: dict[tuple[str, str], TypedTable] = {}

    def entries(
        self, typed: str, entry: FieldType, place: Place, problems: list[Problem]
    ) -> ListNode | None:
        """The entries of a list that a text names; None if it names no spreadsheet.

        Reports the problems of `read_sheet` and of its header, and E133 for too many rows.
        """
        if entry.name == "record":
            from fustella.read.text_maps import is_text_map  # noqa: PLC0415  (few lists are files)

            if is_text_map(typed):
                return self._of_text_map(typed.strip(), entry, place, problems)
        named = sheet_file(typed)
        if named is None or entry.name not in ("record", "list"):
            return None
        key = (named.path, named.sheet, entry)
        if key not in self._lists:
            self._lists[key] = self._list(named, entry, place, problems)
        table = self._lists[key]
        return table if self._counted(len(table), place, problems) else ListNode(place.line)

    def cells(self, typed: str, place: Place, problems: list[Problem]) -> TypedTable | None:
        """The cells of the sheet that a text names; None if it names none, or has faults."""
        named = sheet_file(typed) if "\n" not in typed else None
        if named is None:
            return None
        key = (named.path, named.sheet)
        if key not in self._tables:
            before = len(problems)
            sheet = self._sheet(named, place, problems)
            if sheet is None:
                return None
            table = _texts(sheet, self.languages, problems)
            if len(problems) > before:
                return None
            self._tables[key] = table
        table = self._tables[key]
        return table if self._counted(sum(map(len, table.rows)), place, problems) else None

    def _counted(self, entries: int, place: Place, problems: list[Problem]) -> bool:
        """Whether all rows and cells so far, with these, keep the limits; else reports E133."""
        self._entries += entries
        if self._entries > limits.GAME_VALUES:
            message = f"with this table the game has more than {limits.GAME_VALUES:,} rows"
            hint = "name a long table for few pieces"
            problems.append(Problem("E133", place, message, hint))
        return self._entries <= limits.GAME_VALUES

    def _of_text_map(
        self, typed: str, entry: FieldType, place: Place, problems: list[Problem]
    ) -> ListNode:
        """The records in the lines of a text map, which several fields may name."""
        from fustella.read.text_maps import TEXT_MAPS, TextMap  # noqa: PLC0415

        try:
            path = sheet_path(self.folder, typed, TEXT_MAPS)
            data = bytes_of(path, self.root)
        except UnreadableSheet as fault:
            problems.append(Problem(fault.code, place, fault.message, fault.hint))
            return ListNode(place.line)
        name = (PurePosixPath(place.file).parent / typed).as_posix()
        text_map = self._text_maps.get(name)
        if text_map is None:
            text_map = self._text_maps[name] = TextMap.of(data, name)
            self.warnings += text_map.unread()
        records = text_map.records(entry)
        return records if self._counted(len(records), place, problems) else ListNode(place.line)

    def _sheet(self, named: SheetFile, place: Place, problems: list[Problem]) -> _Sheet | None:
        """The sheet of a name; None after a fault was reported."""
        try:
            path = sheet_path(self.folder, named.path)
        except UnreadableSheet as fault:
            problems.append(Problem(fault.code, place, fault.message, fault.hint))
            return None
        inside = path.relative_to(self.folder).as_posix()
        home = self.folder.relative_to(self.root) if self.folder != self.root else Path()
        name = (PurePosixPath(home.as_posix()) / inside).as_posix()
        try:
            sheet = read_sheet(path, named.sheet, self.languages, self.root)
        except UnreadableSheet as fault:
            where = Place(name, fault.line)
            problems.append(Problem(fault.code, where, fault.message, fault.hint))
            return None
        return _Sheet(sheet, Place(name, sheet=sheet.name))

    def _list(
        self, named: SheetFile, entry: FieldType, place: Place, problems: list[Problem]
    ) -> ListNode:
        read = self._sheet(named, place, problems)
        if read is None:
            return ListNode(place.line)
        sheet, name = read.worksheet, read.at.file
        if entry.name == "list":
            return _cells(sheet, read.at)
        # Takes as long to load as a short list in YAML takes to read.
        from fustella.read.kinds import KindRead  # noqa: PLC0415
        from fustella.read.spreadsheets.columns import HeaderReader  # noqa: PLC0415
        from fustella.read.spreadsheets.rows import read_records  # noqa: PLC0415

        called = place.key.rpartition(".")[2]
        reader = HeaderReader(
            name,
            sheet.name,
            place.file,
            KindRead(_no_kind(called, place), entry.fields, ()),
            tuple(self.languages),
            MappingNode(0),
            {"front": frozenset(), "back": frozenset()},
            frozenset(),
            problems,
            self.warnings,
            tuple,
            record=called,
        )
        return read_records(sheet, reader)


def _cells(sheet: Worksheet, at: Place) -> ListNode:
    """The rows of a sheet as lists of the words in their cells; empty cells at the end are none."""
    from fustella.read.spreadsheets.values import cell_text  # noqa: PLC0415  (rarely needed)

    rows = ListNode(1, at)
    for row in sheet.rows:
        # Words in cells have no places of their own, only that of the row.
        cells = ListNode(row.number, replace(at, line=row.number))
        for cell in row.cells:
            cells.add("" if is_blank(cell) else cell_text(cell), row.number)
        while cells and cells[-1] == "":
            cells.pop()
            cells.lines.pop()
        if cells:
            rows.add(cells, row.number)
    return rows


def _texts(sheet: _Sheet, languages: Sequence[str], problems: list[Problem]) -> TypedTable:
    """The rows of a sheet; columns for the languages of one text are joined."""
    from fustella.read.spreadsheets.values import CellReader, cell_text  # noqa: PLC0415

    rows = sheet.worksheet.rows
    if not rows:
        return TypedTable(())
    width = max(len(row.cells) for row in rows)
    heads = [cell_text(rows[0].cell(index)) for index in range(width)]
    keys = [head or letters_of(index) for index, head in enumerate(heads)]
    groups: list[dict[str, int]] = []
    of_base: dict[str, dict[str, int]] = {}
    for index, head in enumerate(heads):
        if head.startswith("# "):
            continue  # a column of remarks
        base, _, code = head.rpartition(".")
        known = base and code in languages
        group = of_base.get(base) if known else None
        if group is None or code in group:
            group = {code if known else languages[0]: index}
            groups.append(group)
            of_base[base if known else head] = group
        else:
            group[code] = index
    reader = CellReader(sheet.worksheet.comma_decimals, problems)
    header = []
    for group in groups:
        code, index = next(iter(group.items()))
        at = replace(sheet.at, line=rows[0].number, key=keys[index])
        explicit = len(group) > 1 or code != languages[0]
        head = heads[index].removesuffix(f".{code}") if explicit else heads[index]
        header.append(TypedCell(head, at, TO_TRANSLATE))
    table = [header]
    for row in rows[1:]:
        at = replace(sheet.at, line=row.number)
        places = [replace(at, key=key) for key in keys]
        values = [reader.value(row.cell(index), _TEXT, place) for index, place in enumerate(places)]
        table.append([_cell_of(group, values, places) for group in groups])
    return TypedTable(table)


def _cell_of(
    group: Mapping[str, int], values: Sequence[object], places: Sequence[Place]
) -> TypedCell:
    """The cell of a group of columns, by language; plain words for a single column."""
    first, *others = group.values()
    value = values[first]
    if not others:
        return TypedCell(value if isinstance(value, str) else "", places[first])
    node = MappingNode(places[first].line)
    for code, index in group.items():
        node.places[code] = places[index]
        if isinstance(word := values[index], str):
            node.put(code, word, places[index].line)
    return TypedCell(node or "", places[first])


def _no_kind(called: str, place: Place) -> Kind:
    """A kind for the records of a field, so that their header is read like that of pieces."""
    outline = Outline.rectangle(1, 1)
    return Kind(called, Text({}), outline, 0.0, "", None, called, None, 1, place)
