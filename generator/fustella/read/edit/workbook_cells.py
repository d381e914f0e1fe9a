"""Changes cells and rows of an .xlsx workbook: of its parts, only those are written that change."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from msgspec import Struct

from fustella.read.edit.formulas import copied, translated
from fustella.read.edit.row_moves import RowMoves
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.sheet_edits import EditPlan, NewRow, SheetEdit, plan_of
from fustella.read.edit.workbook_layout import (
    UNUSUAL,
    CellSpan,
    SheetLayout,
    Splice,
    in_xml,
    spliced,
)
from fustella.read.edit.workbook_moves import (
    SheetTables,
    other_parts,
    own_formulas,
    prefix_of,
    row_numbers,
    sheet_splices,
    tables_extended,
)
from fustella.read.edit.zip_parts import with_parts
from fustella.read.spreadsheets.cells import (
    PICTURE,
    Area,
    Cell,
    Flag,
    Number,
    Overlaid,
    Row,
    UnreadableSheet,
    Unusable,
    is_blank,
    letters_of,
    shown_of,
)
from fustella.read.spreadsheets.number_formats import shown, text_shown
from fustella.read.spreadsheets.sections import NumberFormat, number_format
from fustella.read.spreadsheets.values import is_no, is_yes
from fustella.read.spreadsheets.xlsx import (
    Workbook,
    chosen,
    position,
    sheet_in,
    workbook_of,
)

_START = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?(?:c|row)(?P<attributes>(?:\s[^>]*?)?)/?>", re.DOTALL)
_TYPE = re.compile(rb"""\s(?:t|vm|cm)\s*=\s*(?:"[^"]*"|'[^']*')""")
_OF_A_ROW = re.compile(rb"""\s(?:s|customFormat|ht|customHeight)\s*=\s*(?:"[^"]*"|'[^']*')""")
_SPANS = re.compile(rb"""\sspans\s*=\s*(?:"[^"]*"|'[^']*')""")
_REFERENCE = re.compile(rb"(\sr\s*=\s*[\"'])([A-Za-z]+)[0-9]+")
_DIMENSION = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?dimension\s+ref=\"(?P<area>[^\"]*)\"")
_CALCULATION = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?calcPr(?=[\s/>])[^>]*>")
_FORMULA = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?f[\s>/]")
_SIGNATURE = "_xmlsignatures/origin.sigs"
_CHAIN = "xl/calcChain.xml"

_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,14})?")
_FIGURES = re.compile(r"-?[0-9][0-9,]*(?:\.[0-9]+)?")
_COMMA = re.compile(r"(-?[0-9]+),([0-9]{1,2}|[0-9]{4,14})")
_TEXTS = number_format("@")
_GENERAL = number_format("General")
_DIGITS = 15
"""The most digits of a number that spreadsheet programs keep."""

# ST_Xstring (ECMA-376-1, 22.9.2.19): what XML cannot hold is escaped, and so is such an escape.
_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)")
_LONGEST = 32_767
"""The most letters of a cell that spreadsheet programs take."""


class _Content(Struct, frozen=True):
    """What a cell is to hold: a flag, a number, typed in `digits`, or a text; "" for nothing.

    `shown` is a text as the cell's format shows it.
    """

    value: str | float | bool
    digits: str = ""
    shown: str | Unusable = ""

    def xml(self, prefix: bytes) -> tuple[bytes, bytes]:
        """The attribute of the type of a cell, and what stands inside of it."""
        if isinstance(self.value, bool):
            return b' t="b"', b"<%bv>%d</%bv>" % (prefix, self.value, prefix)
        if self.digits:
            return b"", b"<%bv>%b</%bv>" % (prefix, self.digits.encode(), prefix)
        if not self.value:
            return b"", b""
        text = str(self.value)
        space = b' xml:space="preserve"' if text != text.strip() or "\n" in text else b""
        typed = in_xml(_UNFIT.sub(lambda match: f"_x{ord(match[0]):04X}_", text))
        inside = b"<%bis><%bt%b>%b</%bt></%bis>"
        return b' t="inlineStr"', inside % (prefix, prefix, space, typed, prefix, prefix)

    @property
    def cell(self) -> Cell:
        """A cell that is blank if one with this content is."""
        return Flag(self.value, "") if isinstance(self.value, bool) else str(self.value)

    def is_held_by(self, cell: Cell) -> bool:
        if isinstance(self.value, bool):
            return isinstance(cell, Flag) and cell.value == self.value
        if isinstance(self.value, float):
            return isinstance(cell, Number) and cell.value == self.value
        return shown_of(cell) == self.shown


class EditedSheet:
    """A sheet of a workbook for editing."""

    def __init__(self, data: bytes, name: str, languages: Sequence[str]) -> None:
        """Reads the sheet. Raises UnreadableSheet, and EditRefused for a file of unusual form."""
        self._data, self._languages = data, languages
        self._book = workbook_of(data)
        self.name = chosen(name, tuple(self._book.sheets), self._book.hidden)
        self._part = self._book.sheets[self.name]
        self.sheet = sheet_in(self._book, name, languages)
        self._xml = self._book.archive.part(self._part)
        self._layout = SheetLayout(self._xml, self._part)
        self._tables = SheetTables.of(self._book, self._part)
        self._by_number = {row.number: row for row in self.sheet.rows}
        self._merged = {
            row: [area for area in self.sheet.merged if area[0] <= row <= area[2]]
            for row in self._by_number
        }

    @property
    def why_none(self) -> str:
        """The reason why nothing of the sheet can be changed; "" if something can."""
        if _SIGNATURE in self._book.archive:
            return "the workbook is signed: change it in the spreadsheet program"
        if self._layout.protected:
            return "the sheet is protected: take its protection off in the spreadsheet program"
        return ""

    def why(self, row: int, column: int, /) -> str:
        """The reason why a cell cannot be changed, `is a formula: …`; "" if it can."""
        if (row, column) in self._layout.formulas:
            return "is a formula: change what it is computed from"
        for top, left, bottom, right in self._merged_in(row):
            if left <= column <= right and (top, left) != (bottom, right):
                return "is part of merged cells: change it in the spreadsheet program"
        known = self._by_number.get(row)
        cell = known.cell(column) if known else ""
        if cell is PICTURE or isinstance(cell, Overlaid):
            return "has a picture: change it in the spreadsheet program"
        if self._tables.header_at(row, column):
            return "is the header of a table: change it in the spreadsheet program"
        return ""

    def _merged_in(self, row: int) -> Sequence[Area]:
        known = self._merged.get(row)
        if known is None:
            return [area for area in self.sheet.merged if area[0] <= row <= area[2]]
        return known

    def edited(self, edits: Sequence[SheetEdit]) -> bytes:
        """The file with all edits made. Raises EditRefused and UnreadableSheet."""
        if self.why_none:
            raise EditRefused(self.why_none)
        plan = plan_of(edits, self.sheet.rows)
        for row, column in plan.cells:
            if reason := self.why(row, column):
                raise EditRefused(f"the cell {letters_of(column)}{row} {reason}")
        return _Edited(self, plan).data()


class _Edited:
    """The workbook with a plan carried out.

    Rows behind the last one are written into the empty rows there, and move nothing.
    """

    def __init__(self, of: EditedSheet, plan: EditPlan) -> None:
        self._of, self._plan = of, plan
        self._book: Workbook = of._book
        self._xml, self._part = of._xml, of._part
        self._rows: Mapping[int, Row] = of._by_number
        self._last = of.sheet.rows[-1].number
        self._added = plan.inserted.get(self._last + 1, [])
        inserted = {row: new for row, new in plan.inserted.items() if row <= self._last}
        self._inserted = inserted
        self._moves = RowMoves.of(plan.moves.removed, inserted)
        likes = {new.like for rows in plan.inserted.values() for new in rows}
        ends = range(self._last + 1, self._last + 1 + len(self._added))
        wanted = {row for row, _ in plan.cells} | likes | {*ends}
        self._layout = SheetLayout(self._xml, self._part, wanted)
        self._prefix = prefix_of(self._xml, self._layout)
        self._contents: dict[tuple[int, int], _Content] = {}
        """What cells are to hold, by their new rows."""

        self._formulas_copied = False
        self._whole_rows: list[tuple[int, int, bytes]] = []
        """Rows that are not there yet: where they go, their new numbers, and their XML."""

    def data(self) -> bytes:
        """The bytes of the workbook. Raises EditRefused and UnreadableSheet."""
        splices = list(self._cells())
        self._insert_rows()
        splices += [(at, at, row) for at, _, row in sorted(self._whole_rows)]
        changed: dict[str, bytes | None] = {}
        if self._moves:
            self._check_moves()
            splices += row_numbers(self._xml, self._layout, self._moves)
            formulas = own_formulas(
                self._layout, self._prefix, self._moves, self._of.name, own=True
            )
            splices += formulas
            splices += sheet_splices(self._xml, self._part, self._moves, self._of.name)
            tables = self._of._tables
            changed |= other_parts(self._book, self._of.name, self._moves, tables)
        if self._added:
            tables = self._of._tables
            changed |= tables_extended(self._book, tables, self._last, len(self._added))
        xml = self._with_dimension(spliced(self._xml, _without_nested(splices)))
        changed[self._part] = xml
        changed |= self._to_compute(changed)
        names = {self._book.archive.name_of(name): part for name, part in changed.items()}
        data = with_parts(self._of._data, names)
        self._prove(data)
        return data

    def _check_moves(self) -> None:
        if self._layout.controls:
            raise EditRefused("the sheet has form controls: do it in the spreadsheet program")
        for top, left, bottom, right in self._of.sheet.merged:
            removed = next((row for row in self._moves.removed if top <= row <= bottom), 0)
            inserted = next((row for row in self._moves.inserted if top < row <= bottom), 0)
            if (removed or inserted) and (top, left) != (bottom, right):
                row = removed or inserted
                message = f"row {row} has merged cells: unmerge them in the spreadsheet program"
                raise EditRefused(message)

    def _cells(self) -> Iterator[Splice]:
        """Yields the changes of cells in rows that stay, and of the empty ones behind the last."""
        by_row: dict[int, dict[int, str]] = {}
        for (row, column), text in self._plan.cells.items():
            by_row.setdefault(row, {})[column] = text
        for row, texts in by_row.items():
            yield from self._in_row(row, self._filled(row, texts))
        for row, new in enumerate(self._added, start=self._last + 1):
            yield from self._in_row(row, self._of_new_row(row, new, self._moves.row(row)), new.like)

    def _filled(self, row: int, texts: Mapping[int, str]) -> dict[int, bytes]:
        """The XML of cells with new texts by column."""
        span, known = self._layout.by_number.get(row), self._rows.get(row)
        cells = {cell.column: cell for cell in span.cells} if span else {}
        at = self._moves.row(row)
        return {
            column: self._cell(
                at, column, text, known.cell(column) if known else "", cells.get(column)
            )
            for column, text in texts.items()
        }

    def _cell(self, row: int, column: int, text: str, model: Cell, span: CellSpan | None) -> bytes:
        """The XML of a cell at its new row; `model` and `span` are what it was, or is like."""
        style = span.style if span else ""
        content = _content(text, model, self._format(style), self._book.from_1904)
        self._contents[row, column] = content
        kind, inside = content.xml(self._prefix)
        kept = b""
        if span is not None and (start := _START.match(self._xml, span.start)):
            kept = _TYPE.sub(b"", start["attributes"])
            kept = re.sub(rb"""\sr\s*=\s*(?:"[^"]*"|'[^']*')""", b"", kept).rstrip()
        where = f"{letters_of(column)}{row}".encode()
        head = b'<%bc r="%b"%b%b' % (self._prefix, where, kept, kind)
        return b"%b>%b</%bc>" % (head, inside, self._prefix) if inside else head + b"/>"

    def _format(self, style: str) -> NumberFormat:
        known = style.isdecimal() and int(style) < len(self._book.formats)
        return self._book.formats[int(style)] if known else _GENERAL

    def _of_new_row(self, row: int, new: NewRow, at: int) -> dict[int, bytes]:
        """The XML of the cells of a new row by column, in the formats of the row that it is like.

        Where rows are added behind the last one, the formulas that stand there ready stay.
        """
        span, known = self._layout.by_number.get(new.like), self._rows.get(new.like)
        below = self._layout.by_number.get(row) if row > self._last else None
        ready = {cell.column: cell for cell in below.cells} if below else {}
        like = {cell.column: cell for cell in span.cells} if span else {}
        cells: dict[int, bytes] = {}
        for column in sorted({*like, *new.cells}):
            there = ready.get(column)
            if there is not None and there.formula is not None:
                if column in new.cells:
                    where = f"{letters_of(column)}{row}"
                    reason = "is a formula: change what it is computed from"
                    raise EditRefused(f"the cell {where} {reason}")
                continue
            model = known.cell(column) if known else ""
            model_span = like.get(column)
            if new.copied and column not in new.cells and model_span is not None:
                cells[column] = self._copied(model_span, new.like, at, column)
                continue
            text = new.cells.get(column, "")
            if model_span is not None and model_span.formula is not None:
                model = ""
            cells[column] = self._cell(at, column, text, model, there or model_span)
        return cells

    def _copied(self, cell: CellSpan, row: int, at: int, column: int) -> bytes:
        """The XML of a copy of a cell in another row."""
        typed = self._xml[cell.start : cell.end]
        if cell.formula is not None:
            text, first = self._layout.formula_of(cell.formula)
            if cell.formula.kind in ("array", "dataTable"):
                where = f"{letters_of(column)}{row}"
                raise EditRefused(f"the formula in {where} fills several cells: copy it by hand")
            if first is not cell.formula:
                down, right = row - first.row, column - first.column
                text = translated(text, down, right)
            text = copied(text, self._moves, self._of.name, at - row)
            start, end = cell.formula.start - cell.start, cell.formula.end - cell.start
            element = b"<%bf>%b</%bf>" % (self._prefix, in_xml(text), self._prefix)
            typed = typed[:start] + element + typed[end:]
            self._formulas_copied = True
        reference = f"{letters_of(column)}{at}".encode()
        if _REFERENCE.search(typed, 0, typed.index(b">")):
            return _REFERENCE.sub(rb"\g<1>%b" % reference, typed, count=1)
        name_end = len(self._prefix) + 2
        return typed[:name_end] + b' r="%b"' % reference + typed[name_end:]

    def _in_row(self, row: int, cells: Mapping[int, bytes], like: int = 0) -> Iterator[Splice]:
        """Yields the changes that put cells into a row, which may not be there yet."""
        span = self._layout.by_number.get(row)
        if not cells:
            return
        if span is None:
            after = next((each for each in self._layout.rows if each.number > row), None)
            at = after.start if after else self._layout.data_end
            inside = b"".join(cells[column] for column in sorted(cells))
            number = self._moves.row(row)
            self._whole_rows.append((at, number, self._row(number, inside, like)))
            return
        start = _START.match(self._xml, span.start)
        if start is None:
            raise EditRefused(UNUSUAL)
        if spans := _SPANS.search(self._xml, span.start, start.end()):
            yield spans.start(), spans.end(), b""
        if start[0].endswith(b"/>"):
            inside = b"".join(cells[column] for column in sorted(cells))
            yield start.end() - 2, start.end(), b">%b</%brow>" % (inside, self._prefix)
            return
        columns = [cell.column for cell in span.cells]
        if columns != sorted({*columns}):
            raise EditRefused(UNUSUAL)
        there = {cell.column: cell for cell in span.cells}
        end = self._xml.rindex(b"<", span.start, span.end)
        for column in sorted(cells):
            if (old := there.get(column)) is not None:
                yield old.start, old.end, cells[column]
            else:
                after_at = (cell.start for cell in span.cells if cell.column > column)
                at = next(after_at, end)
                yield at, at, cells[column]

    def _row(self, number: int, inside: bytes, like: int) -> bytes:
        """The XML of a new row, as high as the row that it is like."""
        model, kept = self._layout.by_number.get(like), b""
        if model is not None and (start := _START.match(self._xml, model.start)):
            kept = b"".join(match[0] for match in _OF_A_ROW.finditer(start["attributes"]))
        return b'<%brow r="%d"%b>%b</%brow>' % (self._prefix, number, kept, inside, self._prefix)

    def _insert_rows(self) -> None:
        """Makes the rows that are inserted between others."""
        for before, rows in self._inserted.items():
            after = next(each for each in self._layout.rows if each.number >= before)
            for number, new in enumerate(rows, start=self._moves.first_before(before)):
                cells = self._of_new_row(before, new, number)
                row = self._row(number, b"".join(cells.values()), new.like)
                self._whole_rows.append((after.start, number, row))

    def _with_dimension(self, xml: bytes) -> bytes:
        """The part, whose remark on the area with values has the new cells in it."""
        match = _DIMENSION.search(xml)
        if match is None or not self._contents:
            return xml
        corners = [position(typed) for typed in match["area"].decode().split(":")]
        first, last = corners[0], corners[-1]
        if first is None or last is None:
            return xml
        rows = [row for row, _ in self._contents]
        columns = [column for _, column in self._contents]
        top, left = min(first[0], *rows), min(first[1], *columns)
        bottom, right = max(last[0], *rows), max(last[1], *columns)
        area = f"{letters_of(left)}{top}:{letters_of(right)}{bottom}".encode()
        return xml[: match.start("area")] + area + xml[match.end("area") :]

    def _to_compute(self, changed: Mapping[str, bytes | None]) -> dict[str, bytes | None]:
        """The parts that make programs compute all formulas again when they open the workbook."""
        archive, result = self._book.archive, dict[str, bytes | None]()
        sheets = (part for part in self._book.sheets.values() if part != self._part)
        if not self._layout.formulas and not any(_FORMULA.search(archive.part(n)) for n in sheets):
            return result
        main = changed.get(self._book.main) or archive.part(self._book.main)
        result[self._book.main] = _computing(main)
        if _CHAIN in archive and (self._moves or self._formulas_copied):
            # Programs make it anew: it lists the cells with formulas in the order of computing.
            result[_CHAIN] = None
            folder, _, name = self._book.main.rpartition("/")
            relations, types = f"{folder}/_rels/{name}.rels", "[Content_Types].xml"
            for part in (relations, types):
                xml = archive.part(part)
                result[part] = re.sub(
                    rb"<(?:[\w.-]+:)?(?:Relationship|Override)\s[^>]*calcChain\.xml[^>]*/>",
                    b"",
                    xml,
                )
        return result

    def _prove(self, data: bytes) -> None:
        """Raises EditRefused if the workbook would be read otherwise than with these edits."""
        of = self._of
        try:
            after = sheet_in(workbook_of(data), of.name, of._languages)
        except UnreadableSheet:
            raise EditRefused(UNUSUAL) from None
        found = {row.number: row for row in after.rows}
        expected = dict(self._expected())
        for number in {*found, *expected}:
            row, cells = found.get(number), expected.get(number, [])
            if row is None and all(map(is_blank, cells)):
                continue
            width = max(len(cells), len(row.cells) if row else 0)
            for column in range(width):
                now = row.cell(column) if row else ""
                content = self._contents.get((number, column))
                was = cells[column] if column < len(cells) else ""
                if not (content.is_held_by(now) if content else now == was):
                    where = f"{letters_of(column)}{number}"
                    raise EditRefused(f"it would change more than this, in {where}: {_BY_HAND}")

    def _expected(self) -> Iterator[tuple[int, list[Cell]]]:
        """Yields the rows after the edits; cells that were written have any value here."""
        written: dict[int, dict[int, Cell]] = {}
        for (row, column), content in self._contents.items():
            written.setdefault(row, {})[column] = content.cell
        rows = {
            self._moves.row(number): list(row.cells)
            for number, row in self._rows.items()
            if not self._moves.is_removed(number)
        }
        for before, new_rows in self._inserted.items():
            first = self._moves.first_before(before)
            for number, new in enumerate(new_rows, start=first):
                rows[number] = list(self._rows[new.like].cells) if new.copied else []
        for row, new in enumerate(self._added, start=self._last + 1):
            rows[self._moves.row(row)] = list(self._rows[new.like].cells) if new.copied else []
        for number, new_cells in written.items():
            row_cells = rows.setdefault(number, [])
            row_cells += [""] * (max(new_cells) + 1 - len(row_cells))
            for column, cell in new_cells.items():
                row_cells[column] = cell
        yield from rows.items()


_BY_HAND = "do it in the spreadsheet program"


def _without_nested(splices: Sequence[Splice]) -> list[Splice]:
    """The changes without those inside of what others replace: the numbers of new cells."""
    kept: list[Splice] = []
    end = 0
    for splice in sorted(splices, key=lambda each: (each[0], each[1] > each[0], -each[1])):
        if splice[0] < end and splice[1] <= end:
            continue
        kept.append(splice)
        end = max(end, splice[1])
    return kept


def _computing(xml: bytes) -> bytes:
    """The part that lists the sheets, saying that all formulas are to be computed on opening."""
    if match := _CALCULATION.search(xml):
        if b"fullCalcOnLoad" in match[0]:
            return xml
        at = match.end() - (2 if match[0].endswith(b"/>") else 1)
        return xml[:at] + b' fullCalcOnLoad="1"' + xml[at:]
    # ECMA-376-1, 18.2.27: it stands behind all of these, of which there may be some.
    ends = re.compile(
        rb"</(?P<prefix>[\w.-]+:)?(?:sheets|functionGroups|externalReferences|definedNames)>"
    )
    found = list(ends.finditer(xml))
    if not found:
        return xml
    last = found[-1]
    element = b'<%bcalcPr fullCalcOnLoad="1"/>' % (last["prefix"] or b"")
    return xml[: last.end()] + element + xml[last.end() :]


def _content(text: str, model: Cell, form: NumberFormat, from_1904: bool) -> _Content:
    """What a text makes a cell hold that had another value, in the cell's format.

    A number stays a number, and a text that looks like one stays a text.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > _LONGEST:
        raise EditRefused(f"a text of more than {_LONGEST:,} letters")
    word = text.strip().casefold()
    if isinstance(model, Flag) and word and (is_yes(word) or is_no(word)):
        return _Content(is_yes(word))
    was_text = isinstance(model, str) and model != ""
    if form is _TEXTS or (was_text and _PLAIN.fullmatch(str(model))):
        return _Content(text, shown=text_shown(text, form) if text else "")
    number = _number_of(text, isinstance(model, Number), form, from_1904)
    if number:
        return _Content(float(number), number)
    return _Content(text, shown=text_shown(text, form) if text else "")


def _number_of(text: str, was_number: bool, form: NumberFormat, from_1904: bool) -> str:
    """The number that a cell is to hold to show a text, as XML has it; "" for a text."""

    def shows(number: str) -> str:
        cell = shown(float(number), form, from_1904)
        return cell.shown if isinstance(cell, Number) and isinstance(cell.shown, str) else ""

    typed = text.strip()
    if was_number and (comma := _COMMA.fullmatch(typed)):
        typed = f"{comma[1]}.{comma[2]}"
    if _PLAIN.fullmatch(typed) and sum(map(str.isdigit, typed)) <= _DIGITS:
        per_cent = _hundredth(typed)
        if was_number and shows(typed).endswith("%"):
            return per_cent
        return typed if was_number or shows(typed) == text else ""
    figures = _FIGURES.findall(text)
    if len(figures) == 1 and form is not _GENERAL:
        plain = figures[0].replace(",", "").lstrip("0") or "0"
        plain = f"0{plain}" if plain[:1] == "." else plain
        if _PLAIN.fullmatch(plain):
            for number in (plain, _hundredth(plain)):
                if shows(number) == text:
                    return number
    return ""


def _hundredth(number: str) -> str:
    return format(Decimal(number).scaleb(-2).normalize(), "f")
