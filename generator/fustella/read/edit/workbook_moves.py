"""Moves what a workbook says about rows of a sheet: formulas, rules, tables, notes, pictures.

What names the rows of a sheet is adjusted as spreadsheet programs do it. Where rows would take
something with them that is lost, or that is not known here, nothing is moved.
"""

import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from msgspec import Struct

from fustella.read.edit.formulas import is_of_sheet, moved, translated
from fustella.read.edit.row_moves import RowMoves
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.workbook_layout import (
    UNUSUAL,
    SheetLayout,
    Splice,
    in_attribute,
    in_xml,
    out_of_xml,
    spliced,
)
from fustella.read.spreadsheets.archive import Ignoring, read_xml
from fustella.read.spreadsheets.cells import letters_of
from fustella.read.spreadsheets.xlsx import Relations, Workbook, inside, position, relations_of

_VIEWS = {
    ("dimension", "ref"),
    ("selection", "activeCell"),
    ("selection", "sqref"),
    ("sheetView", "topLeftCell"),
    ("pane", "topLeftCell"),
}
"""What is seen of a sheet: of rows that are removed, the next ones come to their place."""

_AREAS = {
    ("mergeCell", "ref"): "merged cells",
    ("autoFilter", "ref"): "a filter",
    ("sortState", "ref"): "a filter",
    ("sortCondition", "ref"): "a filter",
    ("conditionalFormatting", "sqref"): "a rule of formats",
    ("dataValidation", "sqref"): "a rule of what may be typed",
    ("ignoredError", "sqref"): "a remark of the spreadsheet program",
    ("protectedRange", "sqref"): "a protected area",
    ("cellWatch", "r"): "a watched cell",
    ("hyperlink", "ref"): "a link",
    ("table", "ref"): "a table",
    ("comment", "ref"): "a note",
    ("threadedComment", "ref"): "a note",
}
"""What a part says of areas of cells, with words for it: of removed rows, it would be lost."""

_FORMULAS = ("f", "formula", "formula1", "formula2", "definedName", "sqref")
"""Elements whose text is a formula; `sqref`, of newer rules, is an area."""

_PLACES = ("ref", "sqref", "r")
_CELLS = re.compile(rb"(<(?:[A-Za-z_][\w.-]*:)?(?:c|row)\s(?:[^>]*?\s)?r=[\"'][A-Za-z]*)([0-9]+)")
_VML = re.compile(rb"(<x:Row>\s*)([0-9]+)(?=\s*</x:Row>)|(<x:Anchor>)([^<]*)(?=</x:Anchor>)")
_IN_PROGRAM = "do it in the spreadsheet program"


def row_numbers(xml: bytes, layout: SheetLayout, moves: RowMoves) -> Iterator[Splice]:
    """Yields the changes that give the rows and cells of a sheet their new numbers.

    Removed rows are cut out.
    """
    for row in layout.rows:
        if moves.is_removed(row.number):
            yield row.start, row.end, b""
        elif (new := moves.row(row.number)) != row.number:
            for match in _CELLS.finditer(xml, row.start, row.end):
                yield match.start(2), match.end(2), b"%d" % new


def own_formulas(
    layout: SheetLayout, prefix: bytes, moves: RowMoves, sheet: str, *, own: bool
) -> Iterator[Splice]:
    """Yields the changes of the formulas in the cells of a sheet, in that of the moves or another.

    A formula that cells share is written into each of them, if rows of its own sheet move.
    Raises EditRefused.
    """
    shared = {
        span.shared: span
        for span in layout.formulas.values()
        if span.kind == "shared" and span.text
    }
    for span in layout.formulas.values():
        if own and moves.is_removed(span.row):
            continue
        if span.kind in ("array", "dataTable"):
            if own and (
                moves.moves(span.row) or moved(span.text, moves, sheet, own=own) != span.text
            ):
                where = f"{letters_of(span.column)}{span.row}"
                raise EditRefused(f"the formula in {where} fills several cells: {_IN_PROGRAM}")
            continue
        text = span.text
        if span.kind == "shared" and not text:
            first = shared.get(span.shared)
            if first is None:
                raise EditRefused(UNUSUAL)
            text = translated(first.text, span.row - first.row, span.column - first.column)
        new = moved(text, moves, sheet, own=own)
        if span.kind == "shared" and not own and new != text:
            raise EditRefused(f"formulas of another sheet use these rows: {_IN_PROGRAM}")
        if new != text or (span.kind == "shared" and own):
            yield span.start, span.end, b"<%bf>%b</%bf>" % (prefix, in_xml(new), prefix)


class _Finder(Ignoring):
    """Finds what a part says of rows, outside of the rows of a sheet."""

    def __init__(self, xml: bytes, part: str, moves: RowMoves, sheet: str, *, own: bool) -> None:
        self.splices: list[Splice] = []
        self._xml, self._moves, self._sheet, self._own = xml, moves, sheet, own
        self._parser: expat.XMLParserType | None = None
        self._in_data = False
        self._formula: tuple[str, int] | None = None
        self._open: list[str] = []
        self._links = self._links_lost = self._links_start = 0
        read_xml(xml, part, self, self._given)

    def _given(self, parser: expat.XMLParserType) -> None:
        self._parser = parser

    def _at(self) -> int:
        assert self._parser is not None, "the parser is given first"
        return self._parser.CurrentByteIndex

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._in_data = self._in_data or name == "sheetData"
        if self._in_data:
            return
        tag_end = self._xml.index(b">", self._at()) + 1
        if name in _FORMULAS and self._xml[tag_end - 2 : tag_end] != b"/>":
            self._formula = name, tag_end
        if self._own:
            for attribute, value in attributes.items():
                self._attribute(name, attribute, value, tag_end)
            if name == "brk" and self._open[-1:] == ["rowBreaks"]:
                self._break(attributes.get("id", ""), tag_end)
        if name == "hyperlinks":
            self._links_start = self._at()
        self._links += name == "hyperlink"
        self._open.append(name)

    def end(self, name: str) -> None:
        if name == "sheetData":
            self._in_data = False
        if self._in_data or name == "sheetData":
            return
        self._open.pop()
        if self._formula is not None and self._formula[0] == name:
            self._text(name, self._formula[1], self._at())
            self._formula = None
        if name == "hyperlinks" and self._links_lost == self._links > 0:  # none may be empty
            end = self._xml.index(b">", self._at()) + 1
            self.splices = [each for each in self.splices if each[0] < self._links_start]
            self.splices.append((self._links_start, end, b""))

    def _text(self, name: str, start: int, end: int) -> None:
        old = out_of_xml(self._xml[start:end])
        if name == "sqref":
            new = self._areas(old, "a rule") if self._own else old
        else:
            new = moved(old, self._moves, self._sheet, own=self._own)
        if new != old:
            self.splices.append((start, end, in_xml(new)))

    def _attribute(self, name: str, attribute: str, value: str, tag_end: int) -> None:
        key = (name, attribute)
        if key in _VIEWS:
            new = self._seen(value)
        elif key == ("hyperlink", "ref") and self._areas_left(value) == "":
            self._links_lost += 1
            self.splices.append((self._at(), tag_end, b""))
            return
        elif key in _AREAS:
            new = self._areas(value, _AREAS[key])
        elif attribute in _PLACES and position(value.partition(":")[0].partition(" ")[0]):
            raise EditRefused(f"the sheet has something (`{name}`) in its rows: {_IN_PROGRAM}")
        else:
            return
        if new != value:
            self._write(attribute, new, tag_end)

    def _write(self, attribute: str, new: str, tag_end: int) -> None:
        pattern = rb"\s%b\s*=\s*([\"'])(.*?)\1" % attribute.encode()
        match = re.compile(pattern, re.DOTALL).search(self._xml, self._at(), tag_end)
        if match is None:
            raise EditRefused(UNUSUAL)
        self.splices.append((match.start(2), match.end(2), in_attribute(new)))

    def _break(self, typed: str, tag_end: int) -> None:
        if typed.isdecimal():  # the page ends below this row
            new = self._moves.row(int(typed) + 1) - 1
            if new != int(typed):
                self._write("id", str(max(1, new)), tag_end)

    def _seen(self, areas: str) -> str:
        return " ".join(
            ":".join(
                f"{letters_of(place[1])}{self._moves.row(place[0])}" if place else typed
                for typed in area.split(":")
                for place in (position(typed),)
            )
            for area in areas.split(" ")
        )

    def _areas_left(self, areas: str) -> str:
        """The areas after the moves, without those whose rows are all removed."""
        left = []
        for area in areas.split():
            corners = [position(typed) for typed in area.split(":")]
            if None in corners:  # whole columns, `A:C`
                left.append(area)
                continue
            rows = [corner[0] for corner in corners if corner]
            if (span := self._moves.span(rows[0], rows[-1])) is not None:
                names = [letters_of(corner[1]) for corner in corners if corner]
                left.append(":".join(f"{n}{r}" for n, r in zip(names, span, strict=False)))
        return " ".join(left)

    def _areas(self, areas: str, what: str) -> str:
        if not (left := self._areas_left(areas)):
            raise EditRefused(f"the row has {what} of its own: remove that first, or {_IN_PROGRAM}")
        return left


class _Anchors(Ignoring):
    """Finds the rows at which drawings begin and end."""

    def __init__(self, xml: bytes, part: str, moves: RowMoves) -> None:
        self.splices: list[Splice] = []
        self._xml, self._moves = xml, moves
        self._parser: expat.XMLParserType | None = None
        self._inside = ""
        self._fixed = False
        self._start = 0
        read_xml(xml, part, self, self._given)

    def _given(self, parser: expat.XMLParserType) -> None:
        self._parser = parser

    def start(self, name: str, attributes: dict[str, str]) -> None:
        assert self._parser is not None, "the parser is given first"
        at = self._parser.CurrentByteIndex
        if name.endswith("Anchor"):
            self._fixed = attributes.get("editAs") == "absolute"
        elif name in ("from", "to"):
            self._inside = name
        elif name == "row" and self._inside:
            self._start = self._xml.index(b">", at) + 1

    def end(self, name: str) -> None:
        assert self._parser is not None, "the parser is given first"
        if name == "row" and self._inside and not self._fixed:
            end = self._parser.CurrentByteIndex
            row = int(self._xml[self._start : end]) + 1  # rows count from 0 here
            if self._inside == "from" and self._moves.is_removed(row):
                message = f"a picture lies over row {row}"
                raise EditRefused(f"{message}: remove that first, or {_IN_PROGRAM}")
            if (new := self._moves.row(row)) != row:
                self.splices.append((self._start, end, b"%d" % (new - 1)))
        elif name == self._inside:
            self._inside = ""


class SheetTables(Struct, frozen=True):
    """The tables of a sheet: their parts, each with its first and last cell, and its rows of sums.

    `totals` counts the rows of sums at its end.
    """

    areas: Mapping[str, tuple[tuple[int, int], tuple[int, int]]]
    totals: Mapping[str, int]

    @classmethod
    def of(cls, book: Workbook, part: str) -> "SheetTables":
        found: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {}
        totals: dict[str, int] = {}
        for table in related(book, part, "table"):
            reader = _Table()
            read_xml(book.archive.part(table), table, reader)
            first, _, last = reader.area.partition(":")
            corners = position(first), position(last or first)
            if corners[0] and corners[1]:
                found[table] = corners[0], corners[1]
                totals[table] = reader.totals
        return cls(found, totals)

    def header_at(self, row: int, column: int) -> bool:
        """Whether a cell is the header of a table."""
        return any(
            row == first[0] and first[1] <= column <= last[1] for first, last in self.areas.values()
        )


class _Table(Ignoring):
    def __init__(self) -> None:
        self.area, self.totals = "", 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table":
            self.area = attributes.get("ref", "")
            self.totals = int(attributes.get("totalsRowCount", "0"))


def related(book: Workbook, part: str, kind: str) -> list[str]:
    """The parts of a kind that a part has relations to."""
    relations: Relations = relations_of(book.archive, part)
    folder = part.rpartition("/")[0]
    found = (
        inside(folder, target)
        for key, target in relations.targets.items()
        if relations.types[key] == kind
    )
    return [name for name in found if name in book.archive]


def sheet_splices(xml: bytes, part: str, moves: RowMoves, sheet: str) -> list[Splice]:
    """The changes of what a sheet says of its rows beside them. Raises EditRefused."""
    return _Finder(xml, part, moves, sheet, own=True).splices


def other_parts(
    book: Workbook, sheet: str, moves: RowMoves, tables: SheetTables
) -> dict[str, bytes | None]:
    """The other parts of a workbook that name rows of a sheet, as they are after moves.

    Raises EditRefused and UnreadableSheet.
    """
    part, archive = book.sheets[sheet], book.archive
    if related(book, part, "pivotTable"):
        raise EditRefused(f"the sheet has a pivot table: {_IN_PROGRAM}")
    changed: dict[str, bytes | None] = {}
    _check_tables(tables, moves)
    own = [*tables.areas, *related(book, part, "comments"), *related(book, part, "threadedComment")]
    for name in own:
        xml = archive.part(name)
        changed[name] = spliced(xml, _Finder(xml, name, moves, sheet, own=True).splices)
    for name in related(book, part, "drawing"):
        xml = archive.part(name)
        changed[name] = spliced(xml, _Anchors(xml, name, moves).splices)
    for name in related(book, part, "vmlDrawing"):
        changed[name] = _notes_moved(archive.part(name), moves)
    for name, other in book.sheets.items():
        if name != sheet:
            changed[other] = _other_sheet(archive.part(other), other, moves, sheet)
    for name in (book.main, *archive.names_in("xl/charts/chart")):
        xml = archive.part(name)
        if b"!" in xml:
            changed[name] = spliced(xml, _Finder(xml, name, moves, sheet, own=False).splices)
    for name in archive.names_in("xl/pivotCache/pivotCacheDefinition"):
        reader = _PivotSource()
        read_xml(archive.part(name), name, reader)
        if reader.sheet and is_of_sheet(reader.sheet, sheet):
            raise EditRefused(f"a pivot table is made of the sheet: {_IN_PROGRAM}")
    return {name: xml for name, xml in changed.items() if xml != archive.part(name)}


class _PivotSource(Ignoring):
    def __init__(self) -> None:
        self.sheet = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "worksheetSource":
            self.sheet = attributes.get("sheet", "")


def _check_tables(tables: SheetTables, moves: RowMoves) -> None:
    for name, (first, last) in tables.areas.items():
        end = last[0] - min(tables.totals[name], 1)
        if moves.is_removed(first[0]) or any(
            moves.is_removed(row) for row in range(end + 1, last[0] + 1)
        ):
            raise EditRefused(f"the row is the header of a table, or its sums: {_IN_PROGRAM}")
        if moves.span(first[0] + 1, end) is None:
            raise EditRefused(f"a table would have no row any more: {_IN_PROGRAM}")


def tables_extended(
    book: Workbook, tables: SheetTables, last: int, rows: int
) -> dict[str, bytes | None]:
    """The parts of tables that end at row `last`, after some rows were added directly below it."""
    changed: dict[str, bytes | None] = {}
    for name, (_, end) in tables.areas.items():
        if end[0] != last:
            continue
        if tables.totals[name]:
            raise EditRefused("the last row of a table has its sums: insert the row before it")
        xml = book.archive.part(name)
        changed[name] = re.sub(
            rb"(<(?:[\w.-]+:)?(?:table|autoFilter)\s(?:[^>]*?\s)?ref=[\"'][A-Z]+[0-9]+:[A-Z]+)%d(?=[\"'])"
            % last,
            rb"\g<1>%d" % (last + rows),
            xml,
        )
    return changed


def _other_sheet(xml: bytes, part: str, moves: RowMoves, sheet: str) -> bytes:
    if b"!" not in xml:  # no formula names another sheet
        return xml
    layout = SheetLayout(xml, part)
    cells = own_formulas(layout, prefix_of(xml, layout), moves, sheet, own=False)
    return spliced(xml, [*cells, *_Finder(xml, part, moves, sheet, own=False).splices])


_DATA = re.compile(rb"<(?P<prefix>[A-Za-z_][\w.-]*:)?sheetData[^>]*>\Z")


def prefix_of(xml: bytes, layout: SheetLayout) -> bytes:
    """The prefix of the elements of a sheet, `x:`; most have none."""
    start = xml.rindex(b"<", 0, layout.data_start)
    match = _DATA.fullmatch(xml, start, layout.data_start)
    if match is None:
        raise EditRefused(UNUSUAL)
    return match["prefix"] or b""


def _notes_moved(xml: bytes, moves: RowMoves) -> bytes:
    """A drawing of notes, whose boxes move with their cells; rows count from 0."""

    def new(match: re.Match[bytes]) -> bytes:
        if match[1]:
            return match[1] + b"%d" % (moves.row(int(match[2]) + 1) - 1)
        numbers = match[4].split(b",")
        if len(numbers) != 8 or not all(each.strip().isdigit() for each in numbers):
            return match[0]
        for place in (2, 6):  # behind the column and the distance in it
            numbers[place] = b" %d" % (moves.row(int(numbers[place]) + 1) - 1)
        return match[3] + b",".join(numbers)

    return _VML.sub(new, xml)
