"""Reads .xlsx workbooks, of Excel and other programs."""

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.values.problems import did_you_mean
from fustella.read.spreadsheets.archive import Archive, Ignoring, read_xml
from fustella.read.spreadsheets.cells import (
    PICTURE,
    Area,
    Cell,
    Date,
    Flag,
    Number,
    Row,
    UnreadableSheet,
    Unusable,
    Worksheet,
    fill_merged,
    formula_error,
    is_blank,
    is_picture_formula,
    lay_over,
    too_many,
    without_tail,
)
from fustella.read.spreadsheets.digits import general
from fustella.read.spreadsheets.number_formats import BUILT_IN, shown, text_shown
from fustella.read.spreadsheets.rich_text import (
    RAISED,
    STRUCK,
    UNDERLINED,
    RichText,
    Run,
    text_of,
)
from fustella.read.spreadsheets.sections import (
    OF_LANGUAGES,
    NumberFormat,
    number_format,
    of_a_language,
)

MAIN = "xl/workbook.xml"
UNKEPT = Unusable(
    "a formula whose value is not kept in the file",
    "open the file in the spreadsheet program and save it, or type the value",
)

_DATA_TYPE = Unusable(
    "a value of a data type, such as a stock or a place",
    "type the text itself, or read one of its fields with a formula in another cell",
)
_STRUCTURES = "xl/richData/rdrichvaluestructure.xml"
_LOOKED_AT = 40
"""The number of letters of a formula that are read: only its start matters."""

# ST_Xstring (ECMA-376-1, 22.9.2.19): what XML cannot hold is escaped, as `_x000D_`.
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_HALF = re.compile("[\ud800-\udfff]")
"""Matches half of a letter beyond the first 65,536: such a letter is escaped as two (UTF-16)."""
# Days count from here, or from 1904 where the workbook says `date1904` (ECMA-376-1, 18.2.28).
_DAY_0 = datetime(1899, 12, 30)
_DAY_0_OF_1904 = datetime(1904, 1, 1)
_GENERAL = number_format("General")
_REFERENCE = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


class Workbook(Struct, frozen=True):
    """The values that the sheets of a workbook share; `sheets` has the part of each, in order.

    `main` is the part that lists them.
    """

    archive: Archive
    main: str
    sheets: Mapping[str, str]
    hidden: frozenset[str]
    strings: Sequence[str]
    formats: Sequence[NumberFormat]
    from_1904: bool

    @property
    def has_pictures(self) -> bool:
        """Whether rich values of the workbook may be pictures; true if it does not say."""
        if _STRUCTURES not in self.archive:
            return True
        structures = self.archive.part(_STRUCTURES)
        return b"_localImage" in structures or b"_webimage" in structures


def sheet_of(data: bytes, wanted: str, languages: Sequence[str] = ()) -> Worksheet:
    """The sheet called `wanted`, or the first that is not hidden. Raises UnreadableSheet: E151.

    The names of months and days in formats without a language are in the first of `languages`.
    """
    return sheet_in(workbook_of(data), wanted, languages)


def sheet_in(workbook: Workbook, wanted: str, languages: Sequence[str] = ()) -> Worksheet:
    """The sheet of a workbook, as `sheet_of` reads it."""
    names = tuple(workbook.sheets)
    sheet = chosen(wanted, names, workbook.hidden)
    part = workbook.sheets[sheet]
    reader = _XlsxReader(workbook, languages[0] if languages else "")
    read_xml(workbook.archive.part(part), part, reader)
    return Worksheet(
        reader.finished(_cells_below_pictures(workbook.archive, part)),
        name=named(sheet, wanted, names),
        hidden=frozenset(reader.hidden),
        merged=reader.merged,
        others=beside(sheet, names, workbook.hidden),
    )


def chosen(wanted: str, names: Sequence[str], hidden: frozenset[str]) -> str:
    """The name of the sheet that a list means. Raises UnreadableSheet: E151."""
    if not wanted:
        visible = [name for name in names if name not in hidden] or list(names)
        if not visible:
            raise UnreadableSheet("the file has no sheet", "add a sheet with the list")
        return visible[0]
    alike = [name for name in names if _folded_name(name) == _folded_name(wanted)]
    if wanted in names or len(alike) == 1:
        return wanted if wanted in names else alike[0]
    hint = did_you_mean(wanted, names) or "name one of its sheets behind the #"
    raise UnreadableSheet(f"there is no sheet `{wanted}`", hint)


def _folded_name(name: str) -> str:
    """The name of a sheet without capital letters and line breaks, which lists need not spell."""
    return " ".join(name.split()).casefold()


def named(sheet: str, wanted: str, names: Sequence[str]) -> str:
    """The name of a sheet in problems: "" for the only one, unless it was `wanted` by name."""
    return sheet if wanted or len(names) > 1 else ""


def beside(sheet: str, names: Sequence[str], hidden: frozenset[str]) -> tuple[str, ...]:
    """The names of the other sheets of a workbook that are not hidden."""
    return tuple(name for name in names if name != sheet and name not in hidden)


def workbook_of(data: bytes) -> Workbook:
    """Reads everything of a workbook except its sheets. Raises UnreadableSheet: E151."""
    archive = Archive(data)
    roots = Relations()
    read_xml(archive.part("_rels/.rels"), "_rels/.rels", roots)
    main = inside("", roots.of_type("officeDocument") or MAIN)
    if main.endswith(".bin"):
        hint = "save it as .xlsx or .csv"
        raise UnreadableSheet("a binary workbook (.xlsb) cannot be read", hint)
    relations = Relations()
    folder, _, name = main.rpartition("/")
    beside = f"{folder}/_rels/{name}.rels"
    read_xml(archive.part(beside), beside, relations)
    book = _Book()
    read_xml(archive.part(main), main, book)
    strings, styles = _Strings(), _Styles()
    for kind, reader in (("sharedStrings", strings), ("styles", styles)):
        target = relations.of_type(kind)
        part = inside(folder, target) if target else ""
        if part and part in archive:
            read_xml(archive.part(part), part, reader)
    return Workbook(
        archive,
        main,
        {
            name: inside(folder, relations.targets[target])
            for name, target in book.sheets.items()
            if "worksheet" in relations.types.get(target, "")
        },
        frozenset(book.hidden),
        strings.strings,
        styles.formats(),
        book.from_1904,
    )


def _cells_below_pictures(archive: Archive, part: str) -> set[tuple[int, int]]:
    """The cells of a sheet, by row and column, at which floating pictures begin."""
    relations = relations_of(archive, part)
    target = relations.of_type("drawing")
    drawing = inside(part.rpartition("/")[0], target) if target else ""
    if drawing not in archive:
        return set()
    reader = _FloatingPictures()
    read_xml(archive.part(drawing), drawing, reader)
    return reader.pictures


def relations_of(archive: Archive, part: str) -> "Relations":
    """Reads the relations of a part to other parts; empty if the archive has none for it."""
    relations = Relations()
    folder, _, name = part.rpartition("/")
    path = f"{folder}/_rels/{name}.rels"
    if path in archive:
        read_xml(archive.part(path), path, relations)
    return relations


class _FloatingPictures(Ignoring):
    """Collects the cells at which the pictures of a drawing begin."""

    def __init__(self) -> None:
        self.pictures: set[tuple[int, int]] = set()
        self._from = {"row": "", "col": ""}
        self._inside = False
        self._taking = ""

    def start(self, name: str, _: dict[str, str]) -> None:
        if name == "from":
            self._inside, self._from = True, {"row": "", "col": ""}
        elif self._inside and name in self._from:
            self._taking = name
        elif name == "pic":
            row, column = (self._from[key].strip() for key in ("row", "col"))
            if row.isdecimal() and column.isdecimal():  # rows and columns count from 0 here
                self.pictures.add((int(row[:9]) + 1, int(column[:9])))

    def text(self, text: str) -> None:
        if self._taking:
            self._from[self._taking] += text

    def end(self, name: str) -> None:
        if name == "from":
            self._inside = False
        self._taking = ""


def inside(folder: str, target: str) -> str:
    """The name of the part that a relation of a part in `folder` leads to."""
    path = target if target.startswith("/") else posixpath.join(folder, target)
    return posixpath.normpath(path).lstrip("/")


class Relations(Ignoring):
    """Collects the relations of a part to other parts, by their ids."""

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


class _Runs:
    """Collects the runs of a string: stretches of letters in one format."""

    def __init__(self) -> None:
        self.runs: list[Run] = []
        self._format = Run("")
        self._pieces: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Begins an element inside of a string: a run, or a part of its format."""
        if name == "r":
            self._format = Run("")
            return
        value = attributes.get("val", "1")  # `<b/>` alone is bold (CT_BooleanProperty)
        if value in ("0", "false", "none", "baseline"):
            return
        if name == "b":
            self._format = replace(self._format, bold=True)
        elif name == "i":
            self._format = replace(self._format, italic=True)
        elif lost := _LOST.get(name):
            self._format = replace(self._format, lost=(*self._format.lost, lost))

    def text(self, text: str) -> None:
        self._pieces.append(text)

    def end(self) -> None:
        """Ends an element: the text of a run is complete."""
        if self._pieces:
            text = _unescaped_text("".join(self._pieces))
            self.runs.append(replace(self._format, text=text))
        self._pieces = []


_LOST = {"u": UNDERLINED, "strike": STRUCK, "vertAlign": RAISED}


class _Strings(Ignoring):
    """Collects the shared strings of a workbook, without phonetic readings of Japanese strings."""

    def __init__(self) -> None:
        self.strings: list[str] = []
        self._pieces: list[str] = []
        self._runs: _Runs | None = None  # of a string in several formats
        self._taking = self._in_reading = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "t":
            self._taking = not self._in_reading
        elif name == "si":
            self._pieces, self._runs = [], None
        elif name == "rPh":  # how a Japanese text is read aloud (18.4.6), which is no part of it
            self._in_reading = True
        elif name == "r":
            self._runs = self._runs or _Runs()
            self._runs.start(name, attributes)
        elif self._runs is not None:
            self._runs.start(name, attributes)

    def end(self, name: str) -> None:
        if name == "si":
            runs = self._runs
            known = "".join(self._pieces)
            self.strings.append(_unescaped_text(known) if runs is None else text_of(runs.runs))
        elif name == "rPh":
            self._in_reading = False
        elif name == "t":
            self._taking = False
            if self._runs is not None:
                self._runs.end()

    def text(self, text: str) -> None:
        if self._taking:
            self._pieces.append(text)
            if self._runs is not None:
                self._runs.text(text)


def _unescaped_text(text: str) -> str:
    if "_x" in text:
        text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
        if _HALF.search(text):
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class _Styles(Ignoring):
    """Collects the formats of cells, but not of rules (`dxfs`), which have their own numbers."""

    def __init__(self) -> None:
        self._codes = dict(BUILT_IN)
        self._used: list[int] = []
        self._in_cells = self._in_codes = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "numFmts":
            self._in_codes = True
        elif name == "numFmt" and self._in_codes:
            number = attributes.get("numFmtId", "")
            if number.isdecimal():
                self._codes[int(number)] = attributes.get("formatCode", "General")
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells:
            number = attributes.get("numFmtId", "0")
            self._used.append(int(number) if number.isdecimal() else 0)
            if len(self._used) > limits.TABLE_STYLES:
                raise too_many("formats of cells", limits.TABLE_STYLES)

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._in_cells = False
        elif name == "numFmts":
            self._in_codes = False

    def formats(self) -> list[NumberFormat]:
        return [
            of_a_language(number)
            if number in OF_LANGUAGES and number not in self._codes
            else number_format(self._codes.get(number, "General"))
            for number in self._used
        ]


class _XlsxReader(Ignoring):
    """Collects the cells of a sheet; each cell of a merged area gets the value of the area."""

    def __init__(self, workbook: Workbook, language: str) -> None:
        self._book, self._language = workbook, language
        self._rows: dict[int, list[Cell]] = {}
        self.merged: list[Area] = []
        self.hidden: set[int] = set()
        self._row, self._column, self._count = 0, -1, 0
        self._cells: list[Cell] = []
        self._type = self._style = ""
        self._value: list[str] = []
        self._inline: list[str] = []
        self._into: list[str] | None = None
        self._formula = self._in_reading = False
        self._computed, self._in_formula = "", False
        self._is_rich_value = False
        self._runs: _Runs | None = None

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "c":
            self._begin_cell(attributes)
        elif name == "v":
            self._into = self._value
        elif name == "t":
            self._into = None if self._in_reading else self._inline
        elif name == "f":
            self._formula = self._in_formula = True
        elif name == "rPh":
            self._in_reading = True
        elif name == "row":
            number = attributes.get("r", "")  # may be left out: then it is the next (18.3.1.73)
            self._row = int(number) if number.isdecimal() else self._row + 1
            self._column, self._cells = -1, []
            if attributes.get("hidden", "0") in ("1", "true"):
                self.hidden.add(self._row)
        elif name == "mergeCell":
            first, _, last = attributes.get("ref", "").partition(":")
            corners = position(first), position(last)
            if corners[0] and corners[1]:
                self.merged.append((*corners[0], *corners[1]))
        elif name == "r":
            self._runs = self._runs or _Runs()
            self._runs.start(name, attributes)
        elif self._runs is not None:
            self._runs.start(name, attributes)

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        column = _column_of(attributes.get("r", "").rstrip("0123456789"))
        self._column = self._column + 1 if column is None else column
        if self._column >= limits.TABLE_COLUMNS:
            raise too_many("columns", limits.TABLE_COLUMNS)
        # A cell without a type is a number (ST_CellType, 18.18.11).
        self._type, self._style = attributes.get("t", "n"), attributes.get("s", "")
        self._value, self._inline, self._runs = [], [], None
        self._formula, self._computed = False, ""
        self._is_rich_value = "vm" in attributes

    def text(self, text: str) -> None:
        if self._into is not None:
            self._into.append(text)
            if self._runs is not None and self._into is self._inline:
                self._runs.text(text)
        elif self._in_formula and len(self._computed) < _LOOKED_AT:
            self._computed += text

    def end(self, name: str) -> None:
        if name in ("v", "t"):
            self._into = None
            if self._runs is not None and name == "t":
                self._runs.end()
        elif name == "rPh":
            self._in_reading = False
        elif name == "f":
            self._in_formula = False
        elif name == "c":
            # A text in the cell itself stands in `t`, all else in `v` (ECMA-376-1, 18.3.1.4).
            texts = (self._inline, self._value)
            cell = self._special_cell() or self._cell(
                "".join(texts[self._type != "inlineStr"] or texts[self._type == "inlineStr"])
            )
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

    def _special_cell(self) -> Cell:
        """A cell that is no plain value: a picture, or letters in several formats; else ""."""
        runs, self._runs = self._runs, None
        if runs is not None and (self._type == "inlineStr" or not self._value):
            text = text_of(runs.runs)
            return self._text(text) if isinstance(text, RichText) else ""
        if self._formula and is_picture_formula(self._computed):
            return PICTURE
        if self._is_rich_value and self._type == "e" and not self._formula:
            return PICTURE if self._book.has_pictures else _DATA_TYPE
        return ""

    def _cell(self, typed: str) -> Cell:
        if not typed:
            texts = ("str", "inlineStr", "s")
            return UNKEPT if self._formula and self._type not in texts else ""
        if self._type == "s":
            known = typed.isdecimal() and int(typed) < len(self._book.strings)
            return self._text(self._book.strings[int(typed)]) if known else ""
        if self._type in ("str", "inlineStr"):
            return self._text(_unescaped_text(typed))
        if self._type == "b":
            ticked = typed.strip() in ("1", "true")
            return Flag(ticked, text_shown("TRUE" if ticked else "FALSE", self._format()))
        if self._type == "e":
            return formula_error(typed)
        return self._date(typed) if self._type == "d" else self._number(typed)

    def _format(self) -> NumberFormat:
        styled = self._style.isdecimal() and int(self._style) < len(self._book.formats)
        return self._book.formats[int(self._style)] if styled else _GENERAL

    def _text(self, text: str) -> Cell:
        known = text_shown(text, self._format()) if self._style else text
        return text if known == text else known  # which may be a RichText

    def _number(self, typed: str) -> Cell:
        try:
            value = float(typed)
        except ValueError:
            return typed
        if value - value:  # infinite, or not a number
            return typed
        form = self._format()
        if form is _GENERAL:
            return Number(value, general(value))
        return shown(value, form, self._book.from_1904, self._language)

    def _date(self, typed: str) -> Cell:
        """The cell of a date that is stored in ISO 8601, instead of as a number of days."""
        try:
            moment = datetime.fromisoformat(typed.strip()).replace(tzinfo=None)
        except ValueError:
            return typed
        day_0 = _DAY_0_OF_1904 if self._book.from_1904 else _DAY_0
        days = (moment - day_0).total_seconds() / 86_400
        cell = shown(days, self._format(), self._book.from_1904, self._language)
        return cell if isinstance(cell, Date) else Date(moment.date().isoformat(), partial=False)

    def finished(self, floating: Iterable[tuple[int, int]]) -> list[Row]:
        """The rows in their order, after the whole sheet was read.

        `floating` are the places of pictures that lie over the cells.
        """
        fill_merged(self._rows, self.merged)
        lay_over(self._rows, floating)
        return [Row(number, without_tail(self._rows[number])) for number in sorted(self._rows)]


@cache
def _column_of(letters: str) -> int | None:
    """The column, from 0, that has these letters over it."""
    place = position(f"{letters}1")
    return place[1] if place else None


def position(reference: str) -> tuple[int, int] | None:
    """The row, from 1, and the column, from 0, of a reference like `B14`."""
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        return None
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(match[2]), column - 1
