"""Equal hexagons nested so that each shares its edges with its neighbours.

Rows alternate by half a width and lie three quarters of a height apart. The first row starts at
the edge: shifting it instead would never hold more, as it belongs to the more numerous rows.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from generator.geometry import EPSILON_MM, Rect, Size
from generator.impose.lattice import Lattice, fill
from generator.impose.layout import Cutting, Layout, cell_size, clearance_mm, each_copy
from generator.impose.strip import areas
from generator.papers import Paper
from generator.sheets import Item


def lay_out_honeycomb(items: Sequence[Item], paper: Paper) -> tuple[Layout, ...]:
    """Lay out hexagons of one size; the whole honeycomb is turned where that saves a sheet."""
    copies = each_copy(items)
    cell = cell_size(items[0], max(map(clearance_mm, items)))
    upright = (Lattice(tuple(islice(_cells(cell, area), len(copies))), 0) for area in areas(paper))
    turned = (
        Lattice(tuple(map(_turned, islice(_cells(cell, area.turned()), len(copies)))), 90)
        for area in areas(paper)
    )
    return fill((*upright, *turned), copies, Cutting.EDGES)


def _cells(cell: Size, area: Size) -> Iterator[Rect]:
    """The bounding boxes of the hexagons that fit, row by row."""
    row = 0
    while (top_mm := row * cell.height_mm * 3 / 4) + cell.height_mm <= area.height_mm + EPSILON_MM:
        shift_mm = cell.width_mm / 2 if row % 2 else 0.0
        columns = int(max(0.0, area.width_mm - shift_mm + EPSILON_MM) / cell.width_mm)
        for column in range(columns):
            left_mm = column * cell.width_mm + shift_mm
            yield Rect(left_mm, top_mm, cell.width_mm, cell.height_mm)
        if not columns and not row:
            return
        row += 1


def _turned(cell: Rect) -> Rect:
    """The cell of a honeycomb whose rows have become columns."""
    return Rect(cell.y_mm, cell.x_mm, cell.height_mm, cell.width_mm)
