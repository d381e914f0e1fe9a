"""Writes a request for a price as text in Markdown and as a workbook."""

from collections.abc import Iterator, Sequence

from fustella.export.quote.request import (
    Bullets,
    Request,
    RequestHeading,
    RequestParagraph,
    RequestTable,
)
from fustella.write.workbook import WorkbookColumn, WorkbookSheet, workbook_bytes

_WIDEST, _NARROWEST = 60.0, 9.0


def as_text(request: Request) -> str:
    """The request in Markdown."""
    return "\n\n".join((f"# {_line(request.title)}", *_texts(request))) + "\n"


def _texts(request: Request) -> Iterator[str]:
    for block in request.blocks:
        match block:
            case RequestHeading(text):
                yield f"## {_line(text)}"
            case RequestParagraph(text):
                yield _line(text)
            case Bullets(lines):
                yield "\n".join(f"- {_line(line)}" for line in lines)
            case RequestTable():
                yield _table_text(block, request.point)


def _table_text(table: RequestTable, point: str) -> str:
    """A table in Markdown; vertical bars in texts are escaped."""
    lines = [table.heads, ["---"] * len(table.heads), *table.rows]
    cells = [
        [_line(table.shown(cell, point).replace("|", r"\|")) for cell in line] for line in lines
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def _line(text: str) -> str:
    """A text in one line: a name with an end of line would begin something else."""
    return " ".join(text.split())


def as_workbook(tables: Sequence[RequestTable]) -> bytes:
    """Tables as a workbook, each on a sheet of its own; numbers can be reckoned with."""
    sheets, taken = list[WorkbookSheet](), set[str]()
    for count, table in enumerate(tables, start=1):
        name = table.name[:28].strip() or "-"
        name = f"{name} {count}" if name.casefold() in taken else name
        taken.add(name.casefold())
        columns = [
            WorkbookColumn(head, _width(head, [row[at] for row in table.rows]))
            for at, head in enumerate(table.heads)
        ]
        sheets.append(WorkbookSheet(name, columns, table.rows))
    return workbook_bytes(sheets)


def _width(head: str, cells: Sequence[str | float]) -> float:
    """The width of a column, in characters, that shows its cells in few lines."""
    longest = max((len(str(cell)) for cell in (head, *cells)), default=0)
    return min(max(longest + 2.0, _NARROWEST), _WIDEST)
