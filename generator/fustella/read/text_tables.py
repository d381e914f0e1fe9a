"""Reads values of the type `table` as typed: from a sheet, a text, or a list of lists.

A text is CSV, or a table of Markdown, `| a | b |`; `:--:` under its header says how columns stand.
The cells are texts: they are in each language, or in the first one and looked up like others.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem
from fustella.core.words.patterns import regex
from fustella.read.forms import shown
from fustella.read.nodes import BlockText, ListNode, MappingNode

TABLE_HINT = (
    "write the name of a .csv, .xlsx or .ods file, or rows below each other: | Roll | Result |"
)
_BAR = regex(r"(?<!\\)\|")
_RULE = regex(r"\s*:?-+:?\s*")
_HEADER = "the first row has the heads of the columns"


TO_TRANSLATE = "add the text to translations.csv, in a row of its own"
"""The way to a translation of a cell that has no room for another language."""


class TypedCell(Struct, frozen=True):
    """A cell as typed, a text or a mapping of texts by language, and its place.

    `way` is the way to add a missing language, "" for the usual way.
    """

    value: object
    place: Place
    way: str = ""


class TypedTable(Struct, frozen=True):
    """The rows of a table as typed, the header first; `align` has a word or "" for each column."""

    rows: Sequence[Sequence[TypedCell]]
    align: tuple[str, ...] = ()

    @property
    def columns(self) -> int:
        return max(map(len, self.rows), default=0)


def table_of_text(text: str, place: Place, problems: list[Problem]) -> TypedTable | None:
    """The table in a text. Reports E104 for a text without a table, and E152 for broken CSV."""
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is None or len(lines) < 2:
        message = f"expected a table, found {shown(text)}"
        problems.append(Problem("E104", place, message, TABLE_HINT))
        return None
    begins = text.line if isinstance(text, BlockText) else 0
    if lines[first].lstrip().startswith("|"):
        return _table_of_markdown(lines, begins, place)
    return _table_of_csv(text, begins, place, problems)


def _table_of_markdown(lines: Sequence[str], begins: int, place: Place) -> TypedTable:
    rows: list[list[TypedCell]] = []
    align: tuple[str, ...] = ()
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        cells = _cells_of(line)
        if len(rows) == 1 and not align and all(map(_RULE.fullmatch, cells)):
            align = tuple(map(_alignment, cells))
            continue
        at = _row_place(place, begins, number, len(rows))
        rows.append([TypedCell(cell, at.inside(n), TO_TRANSLATE) for n, cell in enumerate(cells)])
    return TypedTable(rows, align)


def _cells_of(line: str) -> list[str]:
    """The cells of a row of Markdown; a bar inside of a cell has a backslash before it."""
    inner = line.strip().removeprefix("|")
    cells = _BAR.split(inner)
    if len(cells) > 1 and not cells[-1].strip():
        cells.pop()
    return [cell.strip().replace("\\|", "|") for cell in cells]


def _alignment(rule: str) -> str:
    left, right = rule.strip().startswith(":"), rule.strip().endswith(":")
    return "center" if left and right else "left" if left else "right" if right else ""


def _row_place(place: Place, begins: int, number: int, row: int) -> Place:
    """The place of a row of a text; its line is known where the text stands below its key."""
    return place.inside(row, begins + number if begins else None)


def _table_of_csv(
    text: str, begins: int, place: Place, problems: list[Problem]
) -> TypedTable | None:
    # Takes as long to load as a short list in YAML takes to read.
    from fustella.read.spreadsheets.cells import UnreadableSheet  # noqa: PLC0415
    from fustella.read.spreadsheets.delimited import sheet_of  # noqa: PLC0415
    from fustella.read.spreadsheets.values import cell_text  # noqa: PLC0415

    try:
        sheet = sheet_of(text, "")
    except UnreadableSheet as fault:
        at = place if not begins else replace(place, line=begins + max(fault.line - 1, 0))
        problems.append(Problem(fault.code, at, fault.message, fault.hint))
        return None
    rows = []
    for index, row in enumerate(sheet.rows):
        at = _row_place(place, begins, row.number - 1, index)
        typed = [cell_text(cell) for cell in row.cells]
        rows.append([TypedCell(cell, at.inside(n), TO_TRANSLATE) for n, cell in enumerate(typed)])
    return TypedTable(rows)


def table_of_lists(typed: ListNode, place: Place, problems: list[Problem]) -> TypedTable | None:
    """The table in a list of lists. Reports E104 for a row that is no list."""
    rows, before = [], len(problems)
    for index, row in enumerate(typed):
        at = typed.place_of(index, place)
        if not isinstance(row, ListNode):
            message = f"expected a row of cells, found {shown(row)}"
            problems.append(Problem("E104", at, message, "write each row in brackets: [1, Hit]"))
            continue
        cells = ((row.place_of(n, at), cell) for n, cell in enumerate(row))
        rows.append([TypedCell("" if cell is None else cell, where) for where, cell in cells])
    return None if len(problems) > before else TypedTable(rows)


def joined_languages(
    tables: dict[str, TypedTable], place: Place, problems: list[Problem]
) -> TypedTable | None:
    """One table made of a table in each language; all must have as many rows and columns.

    Reports E104 for a table of another size.
    """
    (first, whole), *others = tables.items()
    for language, table in others:
        for what, one, other in (
            ("rows", len(whole.rows), len(table.rows)),
            ("columns", whole.columns, table.columns),
        ):
            if one != other:
                message = f"the table has {other} {what} in `{language}`, and {one} in `{first}`"
                hint = "give it the same rows and columns in all languages"
                problems.append(Problem("E104", place.inside(language), message, hint))
                return None
    rows = []
    for number, row in enumerate(whole.rows):
        cells = []
        for column, cell in enumerate(row):
            each = MappingNode(cell.place.line)
            for language, table in tables.items():
                theirs = [*table.rows[number][column : column + 1]]
                if theirs and str(theirs[0].value).strip():
                    each.put(language, theirs[0].value, theirs[0].place.line)
                    each.places[language] = theirs[0].place
            cells.append(TypedCell(each or "", cell.place))
        rows.append(cells)
    return TypedTable(rows, whole.align)


def refused(table: TypedTable, place: Place) -> Iterator[Problem]:
    """Yields the faults of a table as a whole.

    E108 for one without rows, E104 for a row with more cells than the header, and E133 for too many
    rows, columns or cells.
    """
    if len(table.rows) < 2:
        yield Problem("E108", place, "the table has no rows below its header", _HEADER)
        return
    header = len(table.rows[0])
    for row in table.rows[1:]:
        if len(row) > header and any(cell.value != "" for cell in row[header:]):
            message = f"the row has {len(row)} cells, and the header {header}"
            hint = 'write "…" around a cell with a comma, \\| for a bar; or add to the header'
            yield Problem("E104", row[header].place, message, hint)
    for name, most, has in (
        ("rows", limits.PRINTED_ROWS, len(table.rows)),
        ("columns", limits.PRINTED_COLUMNS, table.columns),
        ("cells", limits.PRINTED_CELLS, len(table.rows) * table.columns),
    ):
        if has > most:
            message = f"a table of {has:,} {name}: more than {most:,}"
            yield Problem("E133", place, message, "make several tables of it, or several pieces")
