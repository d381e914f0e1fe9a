"""Writes CSV whose cells a spreadsheet program shows as texts, never as formulas.

A cell that begins with `=`, `+`, `-`, `@`, a tab or a return would be computed when the file is
opened (https://owasp.org/www-community/attacks/CSV_Injection): an apostrophe before it prevents
that. A workbook needs no apostrophes, for it marks each cell as a text.
"""

import csv
import io
from collections.abc import Iterable, Sequence

from fustella.core.words.patterns import regex

_COMPUTED = regex("'*[=+@\t\r\uff0b\uff0d\uff1d\uff20-]")


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Writes a table as CSV, with commas and lines as in RFC 4180; `text_of` reads its texts."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerows([*map(_not_computed, row)] for row in rows)
    return stream.getvalue()


def text_of(cell: str) -> str:
    """The text that `csv_text` wrote as `cell`."""
    return cell[1:] if cell.startswith("'") and _COMPUTED.match(cell) else cell


def _not_computed(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and _COMPUTED.match(value) else value
