"""Reads tables of a source: CSV and workbooks, as the texts that their programs show."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from fustella.core.processes import limits
from fustella.intake.sources import ImportSource
from fustella.read.spreadsheets import delimited, encodings, ods, xlsx
from fustella.read.spreadsheets.cells import UnreadableSheet, Worksheet
from fustella.read.spreadsheets.values import cell_text

TABLE_ENDINGS = (".csv", ".tsv", ".xlsx", ".ods")
_ZIP = b"PK\x03\x04"


class SourceTable(Struct, frozen=True):
    """A table: the names of its columns, and its rows by these names, without empty rows."""

    columns: Sequence[str]
    rows: Sequence[Mapping[str, str]]
    lines: Sequence[int]

    def named(self, names: Sequence[str]) -> "SourceTable":
        """The table with other names for its columns, in their order.

        A first row in which none of the names stands is no header, then, and becomes a row.
        """
        named = [name.strip() for name in names if name.strip()]
        if not named:
            return self
        pairs = list(zip(named, self.columns, strict=False))
        rows = [{name: row[column] for name, column in pairs} for row in self.rows]
        lines = list(self.lines)
        known = {column.strip().lower() for column in self.columns}
        if not known & {name.lower() for name in named}:
            rows = [dict(pairs), *rows]
            lines = [1, *lines]
        return SourceTable([name for name, _ in pairs], rows, lines)


def table_of(source: ImportSource, name: str, sheet: str = "", *, number: str = "") -> SourceTable:
    """A table of a source, with its header in the first row. Raises ProblemsFound.

    A sheet of a workbook is named, or has its number from 0.
    """
    found = _worksheet(source, name, sheet, number)
    if not found.rows:
        return SourceTable((), (), ())
    header = [cell_text(cell) for cell in found.rows[0].cells]
    names = {column: number for number, column in reversed(list(enumerate(header))) if column}
    columns = sorted(names, key=names.__getitem__)
    rows = [
        {column: cell_text(row.cell(names[column])) for column in columns} for row in found.rows[1:]
    ]
    lines = [row.number for row in found.rows[1:]]
    filled = [number for number, row in enumerate(rows) if any(row.values())]
    return SourceTable(
        columns, [rows[number] for number in filled], [lines[number] for number in filled]
    )


def sheets_of(source: ImportSource, name: str) -> Sequence[str]:
    """The names of the sheets of a file; "" for the only one. Raises ProblemsFound."""
    first = _worksheet(source, name, "")
    return (first.name, *first.others)


def _worksheet(source: ImportSource, name: str, sheet: str, number: str = "") -> Worksheet:
    data = source.bytes_of(name, limits.TABLE_BYTES)
    try:
        if data.startswith(_ZIP) and name.lower().endswith(".ods"):
            return ods.sheet_of(data, sheet)
        if data.startswith(_ZIP):
            workbook = xlsx.workbook_of(data)
            sheets = list(workbook.sheets)
            at = int(number) if number.isdecimal() else -1
            wanted = sheets[at] if 0 < at < len(sheets) else sheet
            return xlsx.sheet_in(workbook, wanted, ("en",))
        return delimited.sheet_of(text_of(data), name)
    except UnreadableSheet as error:
        raise error.in_file(name) from None


def text_of(data: bytes) -> str:
    """The text of a file in UTF-8 or UTF-16, or else in the code page of western Windows."""
    try:
        return encodings.decoded(data, ("en",)).text
    except UnreadableSheet:
        return data.decode("cp1252", errors="replace").replace("\0", "")


def script_of(source: ImportSource, name: str) -> str:
    """The text of a script. Raises ProblemsFound."""
    return text_of(source.bytes_of(name, limits.IMPORT_SCRIPT_BYTES))


def copies_of(typed: object, otherwise: int = 1) -> int:
    """How many copies a count asks for, at most `limits.COPIES`; `otherwise` for no number."""
    plain = str(typed).partition(".")[0].strip()
    whole = plain.removeprefix("+")
    return (
        min(int(whole[:9]), limits.COPIES) if whole.isdecimal() and whole.isascii() else otherwise
    )
