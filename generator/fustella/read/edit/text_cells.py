"""Replaces cells of a CSV file; delimiters, quotes, encoding and line ends stay as they are."""

from collections.abc import Sequence
from pathlib import Path

from fustella.core.values.claims import Repair
from fustella.read.edit.scalars import EditRefused
from fustella.read.edit.sheets import CellEdit, RewrittenSheet, edits_in, languages_of
from fustella.read.spreadsheets.cells import Cell
from fustella.read.spreadsheets.delimited import CellText, delimiter_of, records, sheet_of
from fustella.read.spreadsheets.encodings import decoded
from fustella.read.spreadsheets.values import cell_text


def rewritten(
    path: Path, data: bytes, repairs: Sequence[Repair], root: Path | None
) -> RewrittenSheet:
    """The file with its repairs made. Raises UnreadableSheet and EditRefused."""
    file = decoded(data, languages_of(path, root))
    text = file.text
    edits, unmended = edits_in(sheet_of(text, path.name).rows, repairs, _number_retyped)
    delimiter = delimiter_of(text, path.name)
    rows = list(records(text, delimiter))
    after = text
    for edit in sorted(edits, key=lambda edit: (edit.row, edit.column), reverse=True):
        span = rows[edit.row - 1][edit.column]
        if edit.repair.is_text:
            inside = edit.typed.replace('"', '""')  # RFC 4180, 2.7
            typed = f'"{inside}"'
        else:
            typed = _cell_retyped(text[span.start : span.end], span, edit.typed, delimiter)
        after = after[: span.start] + typed + after[span.end :]
    if not _only_these_differ(rows, list(records(after, delimiter)), edits):
        raise EditRefused("it would change more than this number: do it by hand")
    mended = tuple(edit.repair for edit in edits)
    return RewrittenSheet(file.encoded(after), text, after, mended, tuple(unmended))


def _number_retyped(cell: Cell, new: str) -> str:
    """The new number in the form of the old one: with its plus sign, its decimal comma."""
    old = cell_text(cell)
    if new.count(".") == 1 and "," in old:
        new = new.replace(".", ",")
    return f"+{new}" if old.startswith("+") and new[0].isdigit() else new


def _cell_retyped(typed: str, span: CellText, new: str, delimiter: str) -> str:
    """The characters of a cell with a new value; quotes and blanks around the value stay."""
    value = span.value.strip()
    quoted = typed.strip(" ").startswith('"')
    if value and typed.count(value) == 1 and (quoted or delimiter not in new):
        return typed.replace(value, new)
    return f'"{new}"'


def _only_these_differ(
    before: Sequence[Sequence[CellText]],
    after: Sequence[Sequence[CellText]],
    edits: Sequence[CellEdit],
) -> bool:
    expected = [[span.value for span in row] for row in before]
    for edit in edits:
        old = expected[edit.row - 1][edit.column]
        new = edit.typed if edit.repair.is_text else old.replace(old.strip(), edit.typed)
        expected[edit.row - 1][edit.column] = new
    return expected == [[span.value for span in row] for row in after]
