"""Writes workbooks: sheets of texts and numbers, with the widths and the looks of their columns.

Texts stay texts, whatever they begin with: none becomes a formula or a link, neither here nor when
somebody edits its cell.
"""

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from xlsxwriter.workbook import Workbook

_CREATED = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every workbook, so that equal contents are equal files."""

_LONGEST_NAME = 31
_NOT_IN_NAMES = str.maketrans(dict.fromkeys("[]:*?/\\", " "))


class WorkbookColumn(Struct, frozen=True):
    """A column: its head, its width in characters, and whether it is given and so grey."""

    head: str
    width: float = 12
    given: bool = False


class WorkbookSheet(Struct, frozen=True):
    """A sheet: its name, its columns, and its rows of texts and numbers."""

    name: str
    columns: Sequence[WorkbookColumn]
    rows: Sequence[Sequence[str | float]]


def workbook_bytes(sheets: Sequence[WorkbookSheet]) -> bytes:
    """The workbook of some sheets, as a file of Office Open XML (ECMA-376)."""
    import xlsxwriter  # noqa: PLC0415  (takes long to load)

    stream = io.BytesIO()
    texts = {"strings_to_formulas": False, "strings_to_urls": False}
    book = xlsxwriter.Workbook(stream, {"in_memory": True, **texts})
    book.set_properties({"created": _CREATED})
    for sheet in sheets:
        _add(book, sheet)
    book.close()
    return stream.getvalue()


def _add(book: "Workbook", sheet: WorkbookSheet) -> None:
    page = book.add_worksheet(sheet.name.translate(_NOT_IN_NAMES)[:_LONGEST_NAME])
    plain = {"text_wrap": True, "valign": "top"}
    # A text stays one when somebody edits its cell, whatever it begins with.
    quoted = {**plain, "quote_prefix": True}
    head = book.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
    looks: dict[tuple[bool, bool], Any] = {
        (given, text): book.add_format(
            {**(quoted if text else plain), **({"bg_color": "#f2f2f2"} if given else {})}
        )
        for given in (False, True)
        for text in (False, True)
    }
    for at, column in enumerate(sheet.columns):
        page.set_column(at, at, column.width)
        page.write_string(0, at, column.head, head)
    for number, row in enumerate(sheet.rows, start=1):
        for at, (cell, column) in enumerate(zip(row, sheet.columns, strict=True)):
            look = looks[column.given, isinstance(cell, str)]
            if isinstance(cell, str):
                page.write_string(number, at, cell, look)
            else:
                page.write_number(number, at, cell, look)
    page.freeze_panes(1, 0)
