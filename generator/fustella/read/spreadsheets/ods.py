"""Reads .ods spreadsheets, of LibreOffice and other programs.

They have the shown text of each cell beside its value, so that formats need not be followed. If a
library left this text out, a value in a format is reported.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.read.spreadsheets.archive import Archive, Ignoring, read_xml
from fustella.read.spreadsheets.cells import (
    ERRORS,
    PICTURE,
    Area,
    Cell,
    Date,
    Flag,
    Number,
    Overlaid,
    Row,
    UnreadableSheet,
    Unusable,
    Worksheet,
    fill_merged,
    formula_error,
    is_blank,
    is_picture_formula,
    plain,
    too_many,
    without_tail,
)
from fustella.read.spreadsheets.rich_text import RAISED, STRUCK, UNDERLINED, Run, text_of
from fustella.read.spreadsheets.xlsx import UNKEPT, beside, chosen, named

_UNSHOWN = Unusable(
    "a value in a format, and how it is shown is not kept in the file",
    "open the file in the spreadsheet program and save it, or format the cell as text and type it",
    of_format=True,
)
_CONTENT = "content.xml"
_BESIDE = ("annotation", "shape", "ruby-text")
"""The elements in a cell whose texts are not its own: comments, drawings, readings of words."""
_MANIFEST = "META-INF/manifest.xml"
_BOLD = 600
"""The least weight of letters that are bold."""

_PLAIN = Run("")


def sheet_of(data: bytes, wanted: str) -> Worksheet:
    """The sheet called `wanted`, or the first that is not hidden. Raises UnreadableSheet: E151."""
    archive = Archive(data)
    if _MANIFEST in archive and b"encryption-data" in archive.part(_MANIFEST):
        raise UnreadableSheet("the file has a password", "save it without one")
    content = archive.part(_CONTENT)
    listing = _Listing()
    read_xml(content, _CONTENT, listing)
    hidden = frozenset(n for n, style in listing.sheets.items() if style in listing.hidden)
    names = tuple(listing.sheets)
    sheet = chosen(wanted, names, hidden)
    reader = _OdsReader(sheet, listing.formatted, listing.formats)
    read_xml(content, _CONTENT, reader)
    return Worksheet(
        reader.finished(),
        name=named(sheet, wanted, names),
        hidden=frozenset(reader.hidden),
        merged=reader.merged,
        others=beside(sheet, names, hidden),
    )


class _Listing(Ignoring):
    """Reads the names of the sheets, and the styles, which hide sheets and format cells."""

    def __init__(self) -> None:
        self.sheets: dict[str, str] = {}
        self.hidden: set[str] = set()
        self.formatted: set[str] = set()
        self.formats: dict[str, Run] = {}
        self._style = ""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table":
            known = _without_namespaces(attributes)
            self.sheets.setdefault(known.get("name", ""), known.get("style-name", ""))
        elif name == "style":
            known = _without_namespaces(attributes)
            self._style = known.get("name", "")
            if "data-style-name" in known:
                self.formatted.add(self._style)
        elif (
            name == "table-properties" and _without_namespaces(attributes).get("display") == "false"
        ):
            self.hidden.add(self._style)
        elif name == "text-properties":
            self.formats[self._style] = _format(_without_namespaces(attributes))


def _format(style: dict[str, str]) -> Run:
    """The format that a style gives to letters."""
    weight = style.get("font-weight", "normal")
    lost = (
        (UNDERLINED, style.get("text-underline-style", "none") != "none"),
        (STRUCK, style.get("text-line-through-style", "none") != "none"),
        (RAISED, style.get("text-position", "0%")[:2] not in ("0%", "0 ")),
    )
    return Run(
        "",
        weight == "bold" or (weight.isdecimal() and int(weight[:4]) >= _BOLD),
        style.get("font-style", "normal") in ("italic", "oblique"),
        tuple(name for name, has in lost if has),
    )


def _without_namespaces(attributes: dict[str, str]) -> dict[str, str]:
    """Attributes without their namespaces; the standard's attributes win over an extension's."""
    plain: dict[str, str] = {}
    for key, value in attributes.items():
        name = key.rpartition(" ")[2]
        if name not in plain or "calcext" not in key:
            plain[name] = value
    return plain


def _count(attributes: dict[str, str], name: str) -> int:
    typed = attributes.get(name, "1")
    return max(int(typed), 1) if typed.isdecimal() and len(typed) < 9 else 1


class _OdsReader(Ignoring):
    def __init__(self, sheet: str, formatted: set[str], formats: Mapping[str, Run]) -> None:
        self._sheet, self._formatted, self._formats = sheet, formatted, formats
        self.hidden: set[int] = set()
        self._pictured = self._charted = self._is_hidden = False
        self._spans: list[Run] = []
        self._runs: list[tuple[str, Run]] = []
        self._inside = self._done = False
        self._rows: dict[int, list[Cell]] = {}
        self.merged: list[Area] = []
        self._row, self._repeated, self._count = 1, 1, 0
        self._cells: list[Cell] = []
        self._waiting = 0  # empty cells that count only if another one follows
        self._cell: dict[str, str] = {}
        self._lines: list[str] = []
        self._skipped = self._in_paragraph = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "table":
            known = _without_namespaces(attributes)
            self._inside = not self._done and known.get("name", "") == self._sheet
        if not self._inside:
            return
        if name == "table-row":
            self._cells, self._waiting = [], 0
            known = _without_namespaces(attributes)
            self._repeated = _count(known, "number-rows-repeated")
            self._is_hidden = known.get("visibility", "visible") != "visible"
        elif name in ("table-cell", "covered-table-cell"):
            self._cell = _without_namespaces(attributes) if attributes else {}
            self._lines, self._runs, self._pictured = [], [], False
        elif name in _BESIDE:
            self._skipped += 1
        elif name in ("image", "object"):  # that of an object is a picture of a chart
            self._pictured = name == "image" and not self._charted
            self._charted = name == "object"
        elif not self._skipped:
            self._start_text(name, attributes)

    def _start_text(self, name: str, attributes: dict[str, str]) -> None:
        if name == "p":
            if self._lines:
                self._runs.append(("\n", _PLAIN))
            self._lines.append("")
            self._in_paragraph += 1
        elif name == "span":
            style = _without_namespaces(attributes).get("style-name", "")
            around = self._spans[-1] if self._spans else _PLAIN
            self._spans.append(_format_within(around, self._formats.get(style, _PLAIN)))
        elif self._in_paragraph:
            if name == "s":  # blanks, for XML keeps only the first (OpenDocument, 6.1.2 and 6.1.3)
                self.text(" " * min(_count(_without_namespaces(attributes), "c"), 1000))
            elif name == "tab":
                self.text("\t")
            elif name == "line-break":
                self.text("\n")

    def text(self, text: str) -> None:
        if self._in_paragraph and not self._skipped:
            if len(self._lines[-1]) > limits.TEXT_LETTERS:
                raise too_many("letters in a cell", limits.TEXT_LETTERS)
            self._lines[-1] += text
            self._runs.append((text, self._spans[-1] if self._spans else _PLAIN))

    def end(self, name: str) -> None:
        if not self._inside:
            return
        if name == "table":
            self._inside, self._done = False, True
        elif name in _BESIDE:
            self._skipped -= 1
        elif name == "p" and not self._skipped:
            self._in_paragraph -= 1
        elif name == "span" and self._spans and not self._skipped:
            self._spans.pop()
        elif name in ("table-cell", "covered-table-cell"):
            covered = name != "table-cell"
            self._end_cell("" if covered else self._value())
        elif name == "table-row":
            self._end_row()

    def _end_cell(self, cell: Cell) -> None:
        repeated = _count(self._cell, "number-columns-repeated")
        if cell == "" and self._pictured:
            cell = Overlaid()
        if cell == "":  # a row ends with thousands of them, which are kept only before a value
            self._waiting += repeated
            return
        column = len(self._cells) + self._waiting
        if column + repeated > limits.TABLE_COLUMNS:
            raise too_many("columns", limits.TABLE_COLUMNS)
        self._cells.extend([""] * self._waiting)
        self._cells.extend([cell] * repeated)
        self._waiting = 0
        wide, high = (_count(self._cell, f"number-{n}-spanned") for n in ("columns", "rows"))
        if wide > 1 or high > 1:
            self.merged.append((self._row, column, self._row + high - 1, column + wide - 1))

    def _end_row(self) -> None:
        if not all(map(is_blank, self._cells)):
            self._count += len(self._cells) * self._repeated
            if len(self._rows) + self._repeated > limits.TABLE_ROWS:
                raise too_many("rows", limits.TABLE_ROWS)
            if self._count > limits.TABLE_CELLS:
                raise too_many("cells", limits.TABLE_CELLS)
            for number in range(self._row, self._row + self._repeated):
                self._rows[number] = list(self._cells)
                if self._is_hidden:
                    self.hidden.add(number)
        self._row += self._repeated

    def _value(self) -> Cell:
        kind, shown = self._cell.get("value-type", ""), "\n".join(self._lines)
        if self._cell.get("formula"):
            if is_picture_formula(self._cell["formula"]):
                return PICTURE
            if shown in ERRORS or shown.startswith("Err:"):
                return formula_error(shown)
            if not kind and not shown:
                return UNKEPT
        if kind in ("float", "currency", "percentage"):
            return self._number(kind, shown)
        known = shown if self._lines else _UNSHOWN
        ticked = self._cell.get("boolean-value") == "true"
        values: dict[str, Callable[[], Cell]] = {
            "boolean": lambda: Flag(ticked, known),
            "date": lambda: _date(self._cell.get("date-value", ""), known),
            "time": lambda: Date(known, partial=False),
            "string": lambda: self._text() if self._lines else self._cell.get("string-value", ""),
        }
        return values.get(kind, lambda: shown)()

    def _text(self) -> str:
        if all(form is _PLAIN for _, form in self._runs):
            return "\n".join(self._lines)
        return text_of(replace(form, text=text) for text, form in self._runs)

    def _number(self, kind: str, shown: str) -> Cell:
        try:
            value = float(self._cell.get("value", ""))
        except ValueError:
            return shown
        if value - value:
            return shown
        if self._lines:
            return Number(value, shown)
        formatted = kind != "float" or self._cell.get("style-name", "") in self._formatted
        return Number(value, _UNSHOWN if formatted else plain(value))

    def finished(self) -> list[Row]:
        """The rows in their order, after the whole sheet was read."""
        fill_merged(self._rows, self.merged)
        return [Row(number, without_tail(self._rows[number])) for number in sorted(self._rows)]


def _format_within(around: Run, inner: Run) -> Run:
    """The format of letters in a span that lies in another span."""
    lost = tuple(dict.fromkeys((*around.lost, *inner.lost)))
    return Run("", around.bold or inner.bold, around.italic or inner.italic, lost)


def _date(typed: str, shown: str | Unusable) -> Cell:
    """The cell of a date; without a year in its text, a program may have made it of `1/2`."""
    try:
        moment = datetime.fromisoformat(typed)
    except ValueError:
        return Date(shown, partial=False)
    if not isinstance(shown, str):
        return Date(shown, partial=False)
    rest = shown.replace(f"{moment.day:02}", "", 1).replace(f"{moment.month:02}", "", 1)
    has_year = str(moment.year) in shown or f"{moment.year % 100:02}" in rest
    return Date(shown, partial=not has_year)
