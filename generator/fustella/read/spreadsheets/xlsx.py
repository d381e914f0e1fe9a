"""Workbooks of Excel and of all programs that save as .xlsx."""

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import cache

from msgspec import Struct

from fustella.core import limits
from fustella.core.problems import did_you_mean
from fustella.read.spreadsheets.archive import Archive, Ignoring, read_xml
from fustella.read.spreadsheets.cells import (
    Cell,
    Date,
    Number,
    Row,
    Unreadable,
    Unusable,
    Worksheet,
    fill_merged,
    formula_error,
    is_blank,
    too_many,
    without_tail,
)
from fustella.read.spreadsheets.number_formats import (
    BUILT_IN,
    NumberFormat,
    number_format,
    plain,
    shown,
)

MAIN = "xl/workbook.xml"
UNKEPT = Unusable(
    "a formula whose value is not kept in the file",
    "open the file in the spreadsheet program and save it, or type the value",
)

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_GENERAL = number_format("General")
_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


class Workbook(Struct, frozen=True):
    """What sheets of a workbook share. `sheets` are the parts by their names, in their order."""

    archive: Archive
    sheets: Mapping[str, str]
    hidden: frozenset[str]
    strings: Sequence[str]
    formats: Sequence[NumberFormat]
    from_1904: bool


def sheet_of(data: bytes, wanted: str) -> Worksheet:
    """The sheet called `wanted`, or the first that is not hidden. Raises Unreadable: E151."""
    workbook = workbook_of(data)
    names = tuple(workbook.sheets)
    sheet = chosen(wanted, names, workbook.hidden)
    part = workbook.sheets[sheet]
    reader = _SheetReader(workbook)
    read_xml(workbook.archive.part(part), part, reader)
    return Worksheet(reader.finished(), name=named(sheet, wanted, names))


def chosen(wanted: str, names: Sequence[str], hidden: frozenset[str]) -> str:
    """The name of the sheet that is meant. Raises Unreadable: E151."""
    if not wanted:
        visible = [name for name in names if name not in hidden] or list(names)
        if not visible:
            raise Unreadable("the file has no sheet", "add a sheet with the list")
        return visible[0]
    alike = [name for name in names if _folded(name) == _folded(wanted)]
    if wanted in names or len(alike) == 1:
        return wanted if wanted in names else alike[0]
    hint = did_you_mean(wanted, names) or "name one of its sheets behind the #"
    raise Unreadable(f"there is no sheet `{wanted}`", hint)


def _folded(name: str) -> str:
    """The name of a sheet without what a list need not spell: capital letters and line breaks."""
    return " ".join(name.split()).casefold()


def named(sheet: str, wanted: str, names: Sequence[str]) -> str:
    """A sheet as places name it: "" for the only one of a workbook, unless it was asked for."""
    return sheet if wanted or len(names) > 1 else ""


def workbook_of(data: bytes) -> Workbook:
    """Everything of a workbook but its sheets. Raises Unreadable: E151."""
    archive = Archive(data)
    roots = _Relations()
    read_xml(archive.part("_rels/.rels"), "_rels/.rels", roots)
    main = _inside("", roots.of_type("officeDocument") or MAIN)
    if main.endswith(".bin"):
        hint = "save it as .xlsx or .csv"
        raise Unreadable("a binary workbook (.xlsb) cannot be read", hint)
    relations = _Relations()
    folder, _, name = main.rpartition("/")
    beside = f"{folder}/_rels/{name}.rels"
    read_xml(archive.part(beside), beside, relations)
    book = _Book()
    read_xml(archive.part(main), main, book)
    strings, styles = _Strings(), _Styles()
    for kind, reader in (("sharedStrings", strings), ("styles", styles)):
        target = relations.of_type(kind)
        part = _inside(folder, target) if target else ""
        if part and part in archive:
            read_xml(archive.part(part), part, reader)
    return Workbook(
        archive,
        {
            name: _inside(folder, relations.targets[target])
            for name, target in book.sheets.items()
            if "worksheet" in relations.types.get(target, "")
        },
        frozenset(book.hidden),
        strings.strings,
        styles.formats(),
        book.from_1904,
    )


def _inside(folder: str, target: str) -> str:
    path = target if target.startswith("/") else posixpath.join(folder, target)
    return posixpath.normpath(path).lstrip("/")


class _Relations(Ignoring):
    def __init__(self) -> None:
        self.targets: dict[str, str] = {}
        self.types: dict[str, str] = {}

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Relationship":
            key = attributes.get("Id", "")
            self.targets[key] = attributes.get("Target", "")
            self.types[key] = attributes.get("Type", "").rpartition("/")[2]

    def of_type(self, kind: str) -> str:
        keys = (key for key, type_ in self.types.items() if type_ == kind)
        return self.targets.get(next(keys, ""), "")


class _Book(Ignoring):
    def __init__(self) -> None:
        self.sheets: dict[str, str] = {}
        self.hidden: set[str] = set()
        self.from_1904 = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "sheet":
            title = attributes.get("name", "")
            keys = (v for k, v in attributes.items() if k.endswith(" id"))
            self.sheets[title] = next(keys, "")
            if attributes.get("state", "visible") != "visible":
                self.hidden.add(title)
        elif name == "workbookPr":
            self.from_1904 = attributes.get("date1904", "0") in ("1", "true")


class _Strings(Ignoring):
    """The shared strings, without the readings that Japanese ones may have."""

    def __init__(self) -> None:
        self.strings: list[str] = []
        self._pieces: list[str] = []
        self._taking = self._in_reading = False

    def start(self, name: str, _: dict[str, str]) -> None:
        if name == "si":
            self._pieces = []
        elif name == "rPh":
            self._in_reading = True
        elif name == "t":
            self._taking = not self._in_reading

    def end(self, name: str) -> None:
        if name == "si":
            self.strings.append(_unescaped("".join(self._pieces)))
        elif name == "rPh":
            self._in_reading = False
        elif name == "t":
            self._taking = False

    def text(self, text: str) -> None:
        if self._taking:
            self._pieces.append(text)


def _unescaped(text: str) -> str:
    if "_x" in text:
        text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class _Styles(Ignoring):
    def __init__(self) -> None:
        self._codes = dict(BUILT_IN)
        self._used: list[int] = []
        self._in_cells = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "numFmt":
            number = attributes.get("numFmtId", "")
            if number.isdecimal():
                self._codes[int(number)] = attributes.get("formatCode", "General")
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells:
            number = attributes.get("numFmtId", "0")
            self._used.append(int(number) if number.isdecimal() else 0)

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._in_cells = False

    def formats(self) -> list[NumberFormat]:
        return [number_format(self._codes.get(number, "General")) for number in self._used]


class _SheetReader(Ignoring):
    """The cells of a sheet. A merged area has its value in each of its cells."""

    def __init__(self, workbook: Workbook) -> None:
        self._book = workbook
        self._rows: dict[int, list[Cell]] = {}
        self._merged: list[tuple[int, int, int, int]] = []
        self._row, self._column, self._count = 0, -1, 0
        self._cells: list[Cell] = []
        self._type = self._style = ""
        self._value: list[str] = []
        self._formula = self._taking = self._in_reading = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            self._begin_cell(attributes)
        elif name in ("v", "t"):
            self._taking = not self._in_reading
        elif name == "f":
            self._formula = True
        elif name == "rPh":
            self._in_reading = True
        elif name == "row":
            number = attributes.get("r", "")
            self._row = int(number) if number.isdecimal() else self._row + 1
            self._column, self._cells = -1, []
        elif name == "mergeCell":
            self._merge(attributes.get("ref", ""))

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        column = _column_of(attributes.get("r", "").rstrip("0123456789"))
        self._column = self._column + 1 if column is None else column
        if self._column >= limits.TABLE_COLUMNS:
            raise too_many("columns", limits.TABLE_COLUMNS)
        self._type, self._style = attributes.get("t", "n"), attributes.get("s", "")
        self._value = []
        self._formula = False

    def text(self, text: str) -> None:
        if self._taking:
            self._value.append(text)

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self._taking = False
        elif name == "rPh":
            self._in_reading = False
        elif name == "c":
            cell = self._cell("".join(self._value))
            if cell == "":
                return
            if self._column < len(self._cells):  # the same cell again
                self._cells[self._column] = cell
                return
            self._count += 1 + self._column - len(self._cells)
            if self._count > limits.TABLE_CELLS:
                raise too_many("cells", limits.TABLE_CELLS)
            self._cells.extend([""] * (self._column - len(self._cells)))
            self._cells.append(cell)
        elif name == "row" and not all(map(is_blank, self._cells)):
            self._rows[self._row] = self._cells
            if len(self._rows) > limits.TABLE_ROWS:
                raise too_many("rows", limits.TABLE_ROWS)

    def _cell(self, typed: str) -> Cell:
        if not typed:
            texts = ("str", "inlineStr", "s")
            return UNKEPT if self._formula and self._type not in texts else ""
        if self._type == "s":
            known = typed.isdecimal() and int(typed) < len(self._book.strings)
            return self._book.strings[int(typed)] if known else ""
        return _READERS.get(self._type, self._number)(typed)

    def _number(self, typed: str) -> Cell:
        try:
            value = float(typed)
        except ValueError:
            return typed
        if value - value:  # neither infinite nor not a number
            return typed
        styled = self._style.isdecimal() and int(self._style) < len(self._book.formats)
        form = self._book.formats[int(self._style)] if styled else _GENERAL
        if form is _GENERAL:
            return Number(value, plain(value))
        return shown(value, form, self._book.from_1904)

    def _merge(self, area: str) -> None:
        first, _, last = area.partition(":")
        corners = position(first), position(last)
        if corners[0] and corners[1]:
            self._merged.append((*corners[0], *corners[1]))

    def finished(self) -> list[Row]:
        """The rows in their order, once the whole sheet is read."""
        fill_merged(self._rows, self._merged)
        return [Row(number, without_tail(self._rows[number])) for number in sorted(self._rows)]


@cache
def _column_of(letters: str) -> int | None:
    """The column, from 0, with some letters over it."""
    place = position(f"{letters}1")
    return place[1] if place else None


def position(reference: str) -> tuple[int, int] | None:
    """Row from 1 and column from 0 of a reference like `B14`."""
    found = _REFERENCE.fullmatch(reference)
    if found is None:
        return None
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]), column - 1


def _iso(typed: str) -> Cell:
    try:
        moment = datetime.fromisoformat(typed.strip())
    except ValueError:
        return typed
    return Date(moment.date().isoformat(), partial=False)


def _flag(typed: str) -> Cell:
    return typed.strip() in ("1", "true")


_READERS: Mapping[str, Callable[[str], Cell]] = {
    **{"str": _unescaped, "inlineStr": _unescaped, "b": _flag, "e": formula_error, "d": _iso}
}
"""What reads the value of a cell, by its type."""
