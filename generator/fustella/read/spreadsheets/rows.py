"""Turns the rows of a spreadsheet into pieces of a list, each value with the place of its cell."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.values.model import SIDES
from fustella.core.values.problems import Place, Problem
from fustella.core.words.patterns import trimmed
from fustella.read.fields import FieldType
from fustella.read.forms import Rejected
from fustella.read.kinds import KindRead
from fustella.read.nodes import FAULTY, ListNode, MappingNode, as_typed, is_whole
from fustella.read.scalars import (
    FAULTY_SOURCE,
    PieceForm,
    SourceForm,
    copies,
    lines_of,
    piece_id,
)
from fustella.read.spreadsheets.cells import Cell, Number, Row, Worksheet, is_blank
from fustella.read.spreadsheets.columns import (
    COLUMN,
    COPIES,
    DESIGNED,
    ID,
    LINES,
    NAME,
    STRUCK_OUT,
    Header,
    HeaderReader,
    Path,
    namers,
)
from fustella.read.spreadsheets.habits import (
    Total,
    format_warnings,
    hidden_warnings,
    merged_names,
    merged_warning,
    second_header,
    total_at_the_end,
    total_warning,
)
from fustella.read.spreadsheets.rich_text import RichText
from fustella.read.spreadsheets.values import CellReader, cell_text, is_no, is_yes

NONE_PRINTED = "0 ×"
"""The remark of a piece that is struck out by 0 copies."""

_LONGEST_SLUG = 60

_Tree: TypeAlias = "dict[str | int, _Tree | tuple[object, Place]]"
"""The values of a field with several columns, by the steps of their paths."""


class SheetPieces(Struct, frozen=True):
    """The pieces of a sheet, the places of their own keys, and the kind to check them.

    `words` has the words of columns that are no fields, by the columns' names. `put_off` are
    problems of such columns, to be reported if the list takes a row with a word there. `faulty` are
    the fields with a missing or faulty column. `hidden` are the numbers of rows that are printed
    and not shown.
    """

    kind: KindRead
    entries: tuple[PieceForm, ...]
    places: tuple[Mapping[str, Place], ...]
    words: tuple[Mapping[str, object], ...] = ()
    put_off: Mapping[str, Problem] = {}
    faulty: frozenset[Path] = frozenset()
    hidden: tuple[int, ...] = ()


def read_rows(sheet: Worksheet, reader: HeaderReader) -> SheetPieces:
    """The pieces of a sheet; faults go to the problems of `reader`."""
    if not sheet.rows:
        place = Place(reader.file, sheet=reader.sheet)
        hint = reader.meant_instead() or "write a header and rows"
        reader.problems.append(Problem("E108", place, "the sheet is empty", hint))
        return SheetPieces(reader.kind, (), ())
    header_row, rows = sheet.rows[0], sheet.rows[1:]
    header = reader.read(header_row, rows)
    if header is None:
        return SheetPieces(reader.kind, (), ())
    rows = _first_list(header_row, rows, reader)
    if not rows:
        place = reader.place(header_row)
        hint = "write a row for each piece; the first row has the names of the columns"
        reader.problems.append(Problem("E108", place, "no rows below the header", hint))
    cells = CellReader(sheet.comma_decimals, reader.problems)
    pieces = _RowReader(reader, header, cells, sheet).read(rows)
    reader.warnings += format_warnings(cells.lost)
    return replace(pieces, put_off=reader.put_off or {})


def read_records(sheet: Worksheet, reader: HeaderReader) -> ListNode:
    """The records of a field that a sheet has, one for each row; faults go to `reader.problems`."""
    records = ListNode(1, Place(reader.file, sheet=reader.sheet))
    header = reader.read(sheet.rows[0], sheet.rows[1:]) if sheet.rows else None
    if header is None:
        if not sheet.rows:
            place = Place(reader.file, sheet=reader.sheet)
            hint = "write a header and rows"
            reader.problems.append(Problem("E108", place, "the sheet is empty", hint))
        return records
    rows = _first_list(sheet.rows[0], sheet.rows[1:], reader)
    cells = CellReader(sheet.comma_decimals, reader.problems)
    for record in _RowReader(reader, header, cells, sheet).records(rows):
        records.add(record, record.line)
    reader.warnings += format_warnings(cells.lost)
    return records


def _first_list(header_row: Row, rows: Sequence[Row], reader: HeaderReader) -> Sequence[Row]:
    """The rows of the first list on a sheet. Reports E106 for a second list below it."""
    second = second_header(header_row, rows, reader.names_field)
    if second is None:
        return rows
    index, same = second
    place = reader.place(rows[index])
    message = "this row has names of columns again: a second list begins on this sheet"
    hint = f"put the second list {reader.way_out}"
    if same:
        message = "this row has the names of the columns again"
        hint = "delete this row; the first row of the sheet names the columns of all rows"
    reader.problems.append(Problem("E106", place, message, hint))
    return rows[:index]


class _RowReader:
    def __init__(
        self, reader: HeaderReader, header: Header, cells: CellReader, sheet: Worksheet
    ) -> None:
        self._place, self._problems = reader.place, reader.problems
        self._whole = Place(reader.file, sheet=reader.sheet)
        self._header, self._cells, self._warnings = header, cells, reader.warnings
        self._hidden, self._merged = sheet.hidden, sheet.merged
        self._of_a_field = bool(reader.record)
        self._hidden_printed: list[int] = []
        self._own = [column for column in header.columns if len(column.target.path) == 1]
        self._named = [column for column in header.columns if column.target.path[0] == COLUMN]
        fields = [column for column in header.columns if column.target.path[0] in SIDES]
        self._plain = [c for c in fields if len(c.target.path) == 2 and not c.target.language]
        self._deep = [column for column in fields if column not in self._plain]
        self._namers = namers(header.kind, header.columns)
        types = {"front": dict(header.kind.front), "back": dict(header.kind.back)}
        self._types: Mapping[str, Mapping[str, FieldType]] = types

    def records(self, rows: Sequence[Row]) -> Iterator[MappingNode]:
        """Yields the values of the front of each row that has some."""
        known = self._without_habits(self._used(rows))
        self._warnings += hidden_warnings(self._hidden_printed, self._whole)
        for row in known:
            yield self._sides_of(row)["front"]

    def _used(self, rows: Sequence[Row]) -> list[Row]:
        indices = [column.index for column in self._header.columns]
        return [
            row
            for row in rows
            if row.number not in self._header.slipped
            and any(not is_blank(row.cell(index)) for index in indices)
        ]

    def read(self, rows: Sequence[Row]) -> SheetPieces:
        pieces = self._without_habits(self._used(rows))
        typed = [
            row.cell(column.index)
            for row in pieces
            for column in self._own
            if column.target.path == (ID,)
        ]
        ids = _Ids({_normal_text(cell) for cell in typed if isinstance(cell, str) and cell})
        entries, places, words = [], [], []
        for row in pieces:
            entry, own_places = self._entry(row, ids)
            if entry is not None:
                entries.append(entry)
                places.append(own_places)
                words.append(self._words_of_columns(row))
        for column in self._named:
            _read_ticks(words, str(column.target.path[1]))
        return SheetPieces(
            self._header.kind,
            tuple(entries),
            tuple(places),
            tuple(words),
            faulty=self._header.faulty,
            hidden=tuple(self._hidden_printed),
        )

    def _words_of_columns(self, row: Row) -> dict[str, object]:
        """The words of columns that are no fields, for which the list asks; "" for empty cells."""
        words: dict[str, object] = {}
        for column in self._named:
            place = self._place(row, column.header)
            word = self._cells.word(row.cell(column.index), place)
            words[str(column.target.path[1])] = "" if word is FAULTY else word
        return words

    def _without_habits(self, rows: Sequence[Row]) -> Sequence[Row]:
        """The rows that are pieces. Warns of other rows: totals, merged names, hidden rows."""
        idents = [column for column in self._own if column.target.path == (ID,)]
        naming = [*idents, *self._namers]
        total = total_at_the_end(rows, [column.index for column in naming])
        if total is not None and not self._of_a_field:
            place = self._place(rows[-1])
            self._warnings.append(total_warning(total, place))
            if total is Total.SUMS:
                rows = rows[:-1]
        without: set[int] = set()
        for column in idents or self._namers[:1]:
            for inside in merged_names(rows, column.index, self._merged):
                name = cell_text(inside[0].cell(column.index))
                place = self._place(inside[0], column.header)
                warning = merged_warning(inside, name, place)
                if column.target.path == (ID,):
                    hint = "unmerge the cells, and give each row an `id` of its own"
                    self._problems.append(Problem("E112", place, warning.message, hint))
                    without.update(row.number for row in inside[1:])
                else:
                    self._warnings.append(warning)
        rows = [row for row in rows if row.number not in without]
        copies = next(
            (column.index for column in self._own if column.target.path == (COPIES,)), None
        )
        printed = [row for row in rows if copies is None or not _is_zero(row.cell(copies))]
        self._hidden_printed = [row.number for row in printed if row.number in self._hidden]
        return rows

    def _sides_of(self, row: Row) -> dict[str, MappingNode]:
        """The values of the fields of each side, with the places of their cells."""
        sides = {"front": MappingNode(row.number), "back": MappingNode(row.number)}
        for column in self._plain:
            side, name = column.target.path
            place = self._place(row, column.header)
            node, name = sides[str(side)], str(name)
            node.places[name] = place
            value = self._cells.value(row.cell(column.index), column.target.type, place)
            if value is not None:
                node.put(name, value, row.number)
        if self._deep:
            self._read_deep(row, sides)
        return sides

    def _entry(self, row: Row, ids: "_Ids") -> tuple[PieceForm | None, Mapping[str, Place]]:
        own, places = self._own_values(row)
        sides = self._sides_of(row)
        piece = self._id(row, own.get(ID), own, sides, ids)
        if piece is None:
            return None, places
        number, struck_out = self._copies(own.get(COPIES), places)
        remark = own.get(STRUCK_OUT)
        if isinstance(remark, str) and is_no(remark.casefold()):
            remark = None
        entry = PieceForm(
            id=piece,
            name=_usable_value(own.get(NAME)),
            copies=number,
            front=sides["front"],
            back=sides["back"],
            source=self._source(own, places),
            struck_out=_usable_value(remark) or (NONE_PRINTED if struck_out else None),
        )
        return entry, places

    def _own_values(self, row: Row) -> tuple[dict[str, object], dict[str, Place]]:
        """The values of the piece's own keys, and their places."""
        values: dict[str, object] = {}
        places: dict[str, Place] = {}
        for column in self._own:
            key, language = str(column.target.path[0]), column.target.language
            place = self._place(row, column.header)
            places.setdefault(key, place)
            cell = row.cell(column.index)
            if key == COPIES:
                value = self._cells.value(cell, FieldType("number"), place)
            elif language or key in (DESIGNED, STRUCK_OUT):
                value = None if is_blank(cell) else self._cells.word(cell, place)
            else:
                value = self._cells.value(cell, column.target.type, place)
            if value is None:
                if language and isinstance(known := values.get(key), MappingNode):
                    known.places[language] = place
                continue
            if not language:
                values[key] = value
                continue
            texts = values.setdefault(key, MappingNode(row.number))
            if value is FAULTY or texts is FAULTY:
                values[key] = FAULTY
            elif isinstance(texts, MappingNode):
                texts.put(language, value, row.number)
                texts.places[language] = place
        return values, places

    def _read_deep(self, row: Row, sides: Mapping[str, MappingNode]) -> None:
        """Reads the columns of single values in records, lists and texts in several languages."""
        trees: dict[tuple[str, str], _Tree] = {}
        for column in self._deep:
            target = column.target
            side, name = str(target.path[0]), str(target.path[1])
            place = self._place(row, column.header)
            sides[side].places.setdefault(name, place)
            cell = row.cell(column.index)
            value = self._cells.value(cell, target.type, place)
            here = trees.setdefault((side, name), {})
            steps = [*target.path[2:], *filter(None, [target.language])]
            for step in steps[:-1]:
                inner = here.setdefault(step, {})
                assert isinstance(inner, dict), "the header was searched for contradictions"
                here = inner
            here[steps[-1]] = (value, place)
        for (side, name), tree in trees.items():
            value = _field_value(self._types[side][name], tree, row.number)
            if value is not None:
                sides[side].put(name, value, row.number)

    def _id(
        self,
        row: Row,
        typed: object,
        own: Mapping[str, object],
        sides: Mapping[str, MappingNode],
        ids: "_Ids",
    ) -> str | None:
        """The id of a piece, as typed or from its name; None after a fault was reported."""
        column = next((c for c in self._own if c.target.path == (ID,)), None)
        place = self._place(row, column.header if column else ID)
        if typed is FAULTY:
            return None
        if typed is not None:
            try:
                return piece_id(as_typed(typed))
            except Rejected as refused:
                self._problems.append(Problem(refused.code, place, refused.message, refused.hint))
                return None
        for namer in self._namers:
            side, *rest = namer.target.path
            value = sides[str(side)].get(str(rest[0])) if rest else own.get(NAME)
            if isinstance(value, MappingNode):
                value = value.get(namer.target.language)
            if isinstance(cell := row.cell(namer.index), RichText):
                value = str(cell)
            if isinstance(value, str) and (slug := slug_of(value)):
                return ids.unique(slug)
        optional = self._namers[0].target.type.optional if self._namers else column is not None
        if optional:
            hint = "fill in its `id`, or the text that its id is made from"
            self._problems.append(Problem("E107", place, "nothing names this piece", hint))
            return None
        return ids.unique(f"row-{row.number}")  # the missing name was reported, or has no letters

    def _copies(self, typed: object, places: Mapping[str, Place]) -> tuple[int | None, bool]:
        """The number of copies (None if none is typed), and whether the piece is struck out."""
        if typed is None or typed is FAULTY:
            return None, False
        if is_whole(typed) and typed == 0:
            return None, True
        try:
            return copies(typed), False
        except Rejected as refused:
            place, hint = places[COPIES], refused.hint
            if refused.code == "E119" and is_whole(typed) and typed < 0:
                hint = "write 1 or more, or 0 for a piece that is not printed"
            self._problems.append(Problem(refused.code, place, refused.message, hint))
            return None, False

    def _source(self, own: Mapping[str, object], places: Mapping[str, Place]) -> SourceForm | None:
        lines, designed = _usable_value(own.get(LINES)), _usable_value(own.get(DESIGNED))
        if lines is None and designed is None:
            return None
        try:
            return SourceForm(lines_of(lines) if lines is not None else (), designed)
        except Rejected as refused:
            place = places[LINES]
            self._problems.append(Problem(refused.code, place, refused.message, refused.hint))
            return FAULTY_SOURCE


def _read_ticks(rows: Sequence[dict[str, object]], column: str) -> None:
    """Turns the words of a column of ticks into flags: true, or "" where there is none."""
    words = {str(words[column]).casefold() for words in rows} - {""}
    if words and all(not word.isdecimal() and (is_yes(word) or is_no(word)) for word in words):
        for row in rows:
            row[column] = True if is_yes(str(row[column]).casefold()) else ""


class _Ids:
    """The ids of a sheet, for making an id from a name that differs from all of them."""

    def __init__(self, typed: set[str]) -> None:
        self._taken = {name.casefold() for name in typed}
        self._next: dict[str, int] = {}

    def unique(self, slug: str) -> str:
        """The id `slug`; with a number behind it if another piece has this id."""
        name, number = slug, self._next.get(slug, 2)
        while name.casefold() in self._taken:
            name, number = f"{slug}-{number}", number + 1
        self._next[slug] = number
        self._taken.add(name.casefold())
        return name


def slug_of(name: str) -> str:
    """The id from a name: small letters of any script and digits, with hyphens between words."""
    signs = (
        sign if unicodedata.category(sign)[0] in "LM" or unicodedata.category(sign) == "Nd" else " "
        for sign in _normal_text(name).lower().replace("’", "").replace("'", "")
    )
    slug = "-".join("".join(signs).split())[:_LONGEST_SLUG].strip("-")
    while slug and (slug[0] == "-" or unicodedata.category(slug[0])[0] == "M"):
        slug = slug[1:]
    return _normal_text(slug)


def _normal_text(text: str) -> str:
    return unicodedata.normalize("NFC", trimmed(text))


def _is_zero(cell: Cell) -> bool:
    return cell_text(cell) == "0" or (isinstance(cell, Number) and cell.value == 0)


def _usable_value(value: object) -> object:
    return None if value is FAULTY else value


def _field_value(type_: FieldType, tree: _Tree, line: int) -> object:
    """The value of a field from its columns; None if all their cells are empty."""
    if type_.name == "list" and type_.entry is not None:
        entries = ListNode(line)
        for step in sorted(tree, key=int):
            value = _branch_value(type_.entry, tree[step], line)
            if value is not None:
                entries.add(value, line)
        return entries or None
    node = MappingNode(line)
    types = dict(type_.fields)
    for step, branch in tree.items():
        name = str(step)
        value = _branch_value(types.get(name, type_), branch, line)
        if isinstance(branch, tuple):
            node.places[name] = branch[1]
        else:
            node.places[name] = _first_place(branch)
        if value is FAULTY and type_.is_text:
            return FAULTY
        if value is not None:
            node.put(name, value, line)
    return node or None


def _branch_value(type_: FieldType, branch: "_Tree | tuple[object, Place]", line: int) -> object:
    return branch[0] if isinstance(branch, tuple) else _field_value(type_, branch, line)


def _first_place(tree: _Tree) -> Place:
    first = next(iter(tree.values()))
    return first[1] if isinstance(first, tuple) else _first_place(first)
