"""Finds the rows, cells and formulas of a sheet in the bytes of its part of a workbook."""

import re
from collections.abc import Container, Iterable
from itertools import pairwise
from xml.parsers import expat
from xml.sax.saxutils import escape, unescape

from msgspec import Struct

from fustella.read.edit.scalars import EditRefused
from fustella.read.spreadsheets.archive import Ignoring, read_xml
from fustella.read.spreadsheets.xlsx import position

Splice = tuple[int, int, bytes]
"""A start and an end in a part, and the bytes that replace what stands there."""

UNUSUAL = "the workbook is written in an unusual way: change it in the spreadsheet program"

_ENTITIES = {"&quot;": '"', "&apos;": "'"}
_REFERENCE = re.compile(r"&#(?:x([0-9A-Fa-f]+)|([0-9]+));")


class FormulaSpan(Struct):
    """A formula in a sheet: the place of its element in the part, and what it says."""

    row: int
    column: int
    start: int
    end: int = 0
    kind: str = "normal"
    area: str = ""
    shared: str = ""
    text: str = ""


class CellSpan(Struct):
    """A cell in a sheet: the place of its element in the part, its type and its style."""

    column: int
    start: int
    end: int
    type: str
    style: str
    formula: FormulaSpan | None = None


class RowSpan(Struct):
    """A row in a sheet: the place of its element in the part; cells of wanted rows alone."""

    number: int
    start: int
    end: int
    cells: list[CellSpan]


class SheetLayout(Ignoring):
    """The rows and formulas of a sheet in the bytes of its part, and the cells of some rows."""

    def __init__(self, xml: bytes, part: str, wanted: Container[int] = ()) -> None:
        """Reads a part. Raises UnreadableSheet, and EditRefused for an unusual form."""
        if b"\0" in xml or b"<!--" in xml or b"<![CDATA[" in xml:
            raise EditRefused(UNUSUAL)
        self.rows: list[RowSpan] = []
        self.by_number: dict[int, RowSpan] = {}
        self.formulas: dict[tuple[int, int], FormulaSpan] = {}
        self.protected = False
        self.controls = False
        self.data_start = 0
        self.data_end = 0
        self._xml, self._wanted = xml, wanted
        self._parser: expat.XMLParserType | None = None
        self._in_data = False
        self._row = RowSpan(0, 0, 0, [])
        self._column = -1
        self._cell: CellSpan | None = None
        self._formula: FormulaSpan | None = None
        read_xml(xml, part, self, self._given)
        if any(first.number >= then.number for first, then in pairwise(self.rows)):
            raise EditRefused(UNUSUAL)
        self.by_number = {row.number: row for row in self.rows}

    def _given(self, parser: expat.XMLParserType) -> None:
        self._parser = parser

    def _at(self) -> int:
        assert self._parser is not None, "the parser is given first"
        return self._parser.CurrentByteIndex

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if not self._in_data:
            self._start_outside(name, attributes)
        elif name == "c":
            typed = attributes.get("r", "")
            place = position(typed)
            self._column = place[1] if place else self._column + 1
            self._cell = None
            if self._row.number in self._wanted:
                kind, style = attributes.get("t", "n"), attributes.get("s", "")
                self._cell = CellSpan(self._column, self._at(), 0, kind, style)
                self._row.cells.append(self._cell)
        elif name == "row":
            typed = attributes.get("r", "")
            number = int(typed) if typed.isdecimal() else self._row.number + 1
            self._row, self._column = RowSpan(number, self._at(), 0, []), -1
        elif name == "f":
            place = self._row.number, self._column
            formula = FormulaSpan(*place, self._at(), kind=attributes.get("t", "normal"))
            formula.area, formula.shared = attributes.get("ref", ""), attributes.get("si", "")
            self._formula = self.formulas[place] = formula
            if self._cell is not None:
                self._cell.formula = formula

    def _start_outside(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sheetData":
            self._in_data = True
            self.data_start = self._xml.index(b">", self._at()) + 1
        elif name == "sheetProtection":
            self.protected = attributes.get("sheet", "0") in ("1", "true")
        elif name in ("control", "oleObject"):
            self.controls = True

    def text(self, text: str) -> None:
        if self._formula is not None:
            self._formula.text += text

    def end(self, name: str) -> None:
        if not self._in_data:
            return
        if name == "f" and self._formula is not None:
            self._formula.end = self._end_of(self._formula.start)
            self._formula = None
        elif name == "c" and self._cell is not None:
            self._cell.end = self._end_of(self._cell.start)
        elif name == "row":
            self._row.end = self._end_of(self._row.start)
            self.rows.append(self._row)
        elif name == "sheetData":
            self._in_data, self.data_end = False, self._at()

    def _end_of(self, start: int) -> int:
        """The end of an element whose end is told; an empty one ends with its only tag."""
        tag_end = self._xml.index(b">", start) + 1
        empty = self._xml[tag_end - 2 : tag_end] == b"/>"
        return tag_end if empty else self._xml.index(b">", self._at()) + 1

    def formula_of(self, span: FormulaSpan) -> tuple[str, FormulaSpan]:
        """The text of a formula, and the formula that has it: of a shared one, the first."""
        if span.kind != "shared" or span.text:
            return span.text, span
        for other in self.formulas.values():
            if other.shared == span.shared and other.kind == "shared" and other.text:
                return other.text, other
        raise EditRefused(UNUSUAL)


def spliced(xml: bytes, splices: Iterable[Splice]) -> bytes:
    """A part with some of its bytes replaced. Raises EditRefused if two changes overlap."""
    parts, at = list[bytes](), 0
    for start, end, new in sorted(splices, key=lambda splice: splice[:2]):
        if start < at:
            raise EditRefused(UNUSUAL)
        parts += (xml[at:start], new)
        at = end
    return b"".join((*parts, xml[at:]))


def in_xml(text: str) -> bytes:
    """A text inside of an element, in any encoding of a part."""
    return escape(text).encode("ascii", "xmlcharrefreplace")


def in_attribute(text: str) -> bytes:
    """A text inside of an attribute with double quotes."""
    return escape(text, {'"': "&quot;"}).encode("ascii", "xmlcharrefreplace")


def out_of_xml(typed: bytes) -> str:
    """The text that stands in an element or an attribute."""
    text = _REFERENCE.sub(
        lambda match: chr(int(match[1], 16) if match[1] else int(match[2])), typed.decode()
    )
    return unescape(text, _ENTITIES)
