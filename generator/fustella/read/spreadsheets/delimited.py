"""Reads CSV and TSV: finds the delimiter, and the cells with their places in the text."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.words.patterns import regex
from fustella.read import hints
from fustella.read.spreadsheets.cells import (
    Cell,
    Row,
    UnreadableSheet,
    Worksheet,
    is_blank,
    too_many,
    without_tail,
)

DELIMITERS = ",;\t|"

_CONFLICT = regex(r"^\"?[<>]{7}(?=[\s,;|]|\Z)", re.MULTILINE)
"""Matches the lines with which git encloses two versions that it could not join."""

LONGEST = 30_000
"""The most characters of a cell: in a longer one, a quote was never closed."""

_LOOKED_AT = 20
_SEPARATOR = re.compile(r"sep=(.)(?:\r\n|\r|\n|\Z)", re.IGNORECASE)
"""Matches a first line like `sep=;`, which spreadsheet programs write, read and do not show."""


class CellText(Struct, frozen=True):
    """A cell of a text: its `start` and `end`, quotes included, and its value."""

    start: int
    end: int
    value: str


def sheet_of(text: str, name: str) -> Worksheet:
    """The sheet in the text of the file `name`. Raises UnreadableSheet: E151, E152."""
    delimiter = delimiter_of(text, name)
    if "<<<<<<<" in text or ">>>>>>>" in text:
        _refuse_conflict(text, delimiter)
    rows: list[Row] = []
    cells = places = 0
    for number, spans in enumerate(records(text, delimiter), start=1):
        places += len(spans)
        if number > limits.TABLE_LINES:
            raise too_many("lines", limits.TABLE_LINES)
        if places > limits.TABLE_PLACES:
            raise too_many("cells, with empty ones", limits.TABLE_PLACES)
        values: list[Cell] = without_tail([span.value for span in spans])
        if all(map(is_blank, values)):
            continue
        rows.append(Row(number, values))
        cells += len(values)
        if len(values) > limits.TABLE_COLUMNS:
            raise too_many("columns", limits.TABLE_COLUMNS)
        if len(rows) > limits.TABLE_ROWS:
            raise too_many("rows", limits.TABLE_ROWS)
        if cells > limits.TABLE_CELLS:
            raise too_many("cells", limits.TABLE_CELLS)
    return Worksheet(rows, comma_decimals=delimiter != ",")


def _refuse_conflict(text: str, delimiter: str) -> None:
    """Raises UnreadableSheet, E152, at the row of a line that git wrote for a merge conflict."""
    match = _CONFLICT.search(text)
    if match is None:
        return
    try:
        ends = (spans[-1].end for spans in records(text, delimiter))
        row = next(n for n, end in enumerate(ends, start=1) if end > match.start())
    except (UnreadableSheet, StopIteration):  # a quote that only one of the versions has
        row = text.count("\n", 0, match.start()) + 1
    raise UnreadableSheet(hints.CONFLICT, hints.JOIN, "E152", row)


def delimiter_of(text: str, name: str) -> str:
    """The sign between cells, by a first line like `sep=;`, or else by the first rows."""
    if separator := _SEPARATOR.match(text):
        return separator[1]
    if name.lower().endswith((".tsv", ".tab")):
        return "\t"
    lines = [line for line in _first_lines(text) if line.strip()]
    if not lines:
        return ","
    bare = ["".join(line.split('"')[::2]) for line in lines]  # what stands outside of quotes
    counts = {sign: [line.count(sign) for line in bare] for sign in DELIMITERS}

    def likelihood(sign: str) -> tuple[int, int]:
        header, *others = counts[sign]
        return header, sum(count == header for count in others)

    return max(DELIMITERS, key=likelihood)


def records(text: str, delimiter: str) -> Iterator[Sequence[CellText]]:
    """Yields the cells of each row; a first line like `sep=;` is no row.

    Raises UnreadableSheet, E152, with the row of a quote that is not closed at the end of its cell.
    """
    separator = _SEPARATOR.match(text)
    at, row = separator.end() if separator else 0, 1
    field_at = _pattern(delimiter).match
    size = len(text)
    spans: list[CellText] = []
    while at < size or spans:
        match = field_at(text, at)
        assert match is not None, "a cell may be empty"
        quoted, plain = match.group(1, 2)
        if quoted is None:
            if plain and plain.lstrip(" ")[:1] == '"':
                raise _broken_row(text, at, row)
            spans.append(CellText(at, match.end(), plain))
        else:
            value = quoted.replace('""', '"') if '"' in quoted else quoted
            if len(value) > LONGEST:
                raise _broken_row(text, at, row)
            if "\r" in value:
                value = value.replace("\r\n", "\n").replace("\r", "\n")
            spans.append(CellText(at, match.end(), value))
        at = match.end()
        if text[at : at + 1] == delimiter:
            at += 1
            if at < size:
                continue
            spans.append(CellText(at, at, ""))
        else:
            at += 2 if text.startswith("\r\n", at) else 1
        yield spans
        spans, row = [], row + 1


@cache
def _pattern(delimiter: str) -> re.Pattern[str]:
    """The pattern of a cell: in quotes, or plain up to the next delimiter or line end."""
    sign = re.escape(delimiter)
    # A quote inside of quotes stands twice (RFC 4180, 2.7). Blanks around quotes are no part of the
    # cell, which the RFC does not allow and people type. Nothing is tried twice (`*+`, `?>`).
    quoted = rf' *+"((?>[^"]++|"")*+)" *+(?=[{sign}\r\n]|\Z)'
    return re.compile(rf"{quoted}|([^{sign}\r\n]*+)")


def _broken_row(text: str, at: int, row: int) -> UnreadableSheet:
    start = text.index('"', at)
    shown = text[start : start + 30].splitlines()[0]
    message = f"the quote before `{shown[1:]}` is not closed at the end of its cell"
    hint = 'write " at the end of the cell; write a quote inside of it twice: ""'
    return UnreadableSheet(message, hint, "E152", row)


def _first_lines(text: str) -> list[str]:
    """The first rows as they are typed; line breaks in quotes belong to rows."""
    lines, start, inside = [], 0, False
    for match in re.finditer(r'"|\r\n|\r|\n', text[:100_000]):
        if match[0] == '"':
            inside = not inside
        elif not inside:
            lines.append(text[start : match.start()])
            start = match.end()
            if len(lines) == _LOOKED_AT:
                return lines
    return [*lines, text[start:100_000]]
