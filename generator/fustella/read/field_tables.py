"""Reads fields whose entries lie in another file: `front: {hexes: hexes.csv}`.

A list of records takes the columns of a header row of a spreadsheet, or the lines of a text map; a
list of lists takes all cells, without a header.
"""

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline
from fustella.core.processes import limits
from fustella.core.values.model import Kind, Text
from fustella.core.values.problems import Place, Problem
from fustella.read.fields import FieldType
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.scalars import SheetFile, sheet_file
from fustella.read.spreadsheets import bytes_of, read_sheet, sheet_path
from fustella.read.spreadsheets.cells import UnreadableSheet, Worksheet, is_blank
from fustella.read.text_maps import TEXT_MAPS, TextMap, is_text_map


class FieldTables(Struct):
    """Reads the tables of one game. `folder` is the folder of the game, `root` that of the project.

    Each table is read once; `rows` counts the rows that it gave to pieces.
    """

    folder: Path
    root: Path
    languages: Sequence[str]
    warnings: list[Problem]
    rows: int = 0
    _text_maps: dict[str, TextMap] = field(default_factory=dict)
    _read: dict[tuple[str, str, FieldType], ListNode] = field(default_factory=dict)

    def __call__(
        self, typed: str, entry: FieldType, place: Place, problems: list[Problem]
    ) -> ListNode | None:
        """The entries of a list that a text names; None if it names no spreadsheet.

        Reports the problems of `read_sheet` and of its header, and E133 for too many rows.
        """
        if is_text_map(typed) and entry.name == "record":
            return self._of_text_map(typed.strip(), entry, place, problems)
        named = sheet_file(typed)
        if named is None or entry.name not in ("record", "list"):
            return None
        key = (named.path, named.sheet, entry)
        if key not in self._read:
            self._read[key] = self._table(named, entry, place, problems)
        table = self._read[key]
        self.rows += len(table)
        if self.rows > limits.GAME_VALUES:
            message = f"with this table the game has more than {limits.GAME_VALUES:,} rows"
            hint = "name a long table for few pieces"
            problems.append(Problem("E133", place, message, hint))
            return ListNode(place.line)
        return table

    def _of_text_map(
        self, typed: str, entry: FieldType, place: Place, problems: list[Problem]
    ) -> ListNode:
        """The records that the lines of a text map give, which several fields may name."""
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
        return text_map.records(entry)

    def _table(
        self, named: SheetFile, entry: FieldType, place: Place, problems: list[Problem]
    ) -> ListNode:
        empty = ListNode(place.line)
        try:
            path = sheet_path(self.folder, named.path)
        except UnreadableSheet as fault:
            problems.append(Problem(fault.code, place, fault.message, fault.hint))
            return empty
        inside = path.relative_to(self.folder).as_posix()
        home = self.folder.relative_to(self.root) if self.folder != self.root else Path()
        name = (PurePosixPath(home.as_posix()) / inside).as_posix()
        try:
            sheet = read_sheet(path, named.sheet, self.languages, self.root)
        except UnreadableSheet as fault:
            where = Place(name, fault.line)
            problems.append(Problem(fault.code, where, fault.message, fault.hint))
            return empty
        at = Place(name, sheet=sheet.name)
        if entry.name == "list":
            return _cells(sheet, at)
        # As long to load as a short list in YAML to read.
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
        # The words of cells stand in no place of their own but the row's.
        cells = ListNode(row.number, replace(at, line=row.number))
        for cell in row.cells:
            cells.add("" if is_blank(cell) else cell_text(cell), row.number)
        while cells and cells[-1] == "":
            cells.pop()
            cells.lines.pop()
        if cells:
            rows.add(cells, row.number)
    return rows


def _no_kind(called: str, place: Place) -> Kind:
    """A kind that stands for the records of a field, whose header is read like that of pieces."""
    outline = Outline.rectangle(1, 1)
    return Kind(called, Text({}), outline, 0.0, "", None, called, None, 1, place)
