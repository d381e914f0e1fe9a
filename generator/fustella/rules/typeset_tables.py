"""Makes data for typst of tables: how wide their columns are, whether they may be parted."""

from typing import Any

from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.colour import WHITE
from fustella.core.values.rules import LEAST_PT, Align, BookletTable, text_of
from fustella.rules.nodes import Node, letters_in
from fustella.rules.page_shape import PageShape
from fustella.rules.setting import LETTER_EM, Setting
from fustella.rules.typeset_inlines import InlineSetter

MOST_WHOLE_TABLE = 0.34
"""The share of a page up to which a table is not parted."""

TABLE_ACROSS = 1.15
"""The width of tables over that of a column from which they stand across columns."""

_CELL_MM = 3.6
"""The room beside the letters of a cell."""

LONG_CELL, SHORT_CELL, LEAST_CELL = 60, 16, 24
"""The letters of a cell beyond which a column gets no more room, up to which it fits them, and for
which it has room even in a narrow table."""

LONE_ICON = 1.4
"""The size of an icon that stands alone in the cell of a table."""


def table_node(
    table: BookletTable, inlines: InlineSetter, shape: PageShape, setting: Setting
) -> Node:
    """A table: columns of short cells are as wide as these, others share what is left.

    In the heads, in white, icons that have colours of their own lie on white.
    """
    columns, needed_mm = list[Node](), 0.0
    letter_mm = LEAST_PT * MM_PER_PT * LETTER_EM
    shown = range(len(table.columns))
    for at in shown:
        column = table.columns[at]
        cells = [text_of(row[at]) for row in table.rows if at < len(row)]
        longest = max(map(len, (text_of(column.inlines), *cells)), default=0)
        digits = bool(cells) and all(_is_figure(cell) for cell in cells)
        align = column.align or (Align.CENTER if digits else Align.LEFT)
        share = 0 if longest <= SHORT_CELL else min(longest, LONG_CELL)
        needed_mm += min(longest, LEAST_CELL) * letter_mm + _CELL_MM
        columns.append(
            {"head": inlines.inlines(column.inlines, WHITE), "align": str(align), "share": share}
        )
    rows = [
        [_large_alone(inlines.inlines(row[at])) if at < len(row) else [] for at in shown]
        for row in table.rows
    ]
    wide_mm = shape.measure_mm / max(1, len(columns))
    high_mm = sum(
        max((setting.lines_mm(letters_in({"of": cell}), wide_mm) for cell in row), default=0.0)
        + 2.4
        for row in rows
    )
    return {
        "is": "table",
        "breakable": high_mm > shape.height_mm * MOST_WHOLE_TABLE,
        "across": shape.columns > 1 and needed_mm > shape.measure_mm * TABLE_ACROSS,
        "columns": columns,
        "rows": rows,
    }


def _large_alone(cell: list[Any]) -> list[Any]:
    """A cell of a table, whose icon is larger if it stands alone."""
    if len(cell) == 1 and isinstance(cell[0], dict) and cell[0]["is"] == "icon":
        return [cell[0] | {"high": max(cell[0]["high"], LONE_ICON)}]
    return cell


def _is_figure(text: str) -> bool:
    return len(text) <= 6 and not any(letter.isalpha() and letter not in "xX" for letter in text)
