"""Equal rectangles (and circles) in rows and columns that share their edges."""

from collections.abc import Sequence

from generator.geometry import EPSILON_MM, Rect, Size
from generator.impose.lattice import Lattice, fill
from generator.impose.layout import Cutting, Layout, cell_size, clearance_mm, each_copy
from generator.impose.strip import areas
from generator.papers import Paper
from generator.sheets import Item


def lay_out_grid(items: Sequence[Item], paper: Paper) -> tuple[Layout, ...]:
    """Lay out pieces of one size; all are turned a quarter where that saves a sheet."""
    copies = each_copy(items)
    cell = cell_size(items[0], max(map(clearance_mm, items)))
    lattices = (
        Lattice(_cells(turned, area, len(copies)), turn_deg)
        for turned, turn_deg in ((cell, 0), (cell.turned(), 90))
        for area in areas(paper)
    )
    return fill(lattices, copies, Cutting.TICKS)


def _cells(cell: Size, area: Size, most: int) -> tuple[Rect, ...]:
    """At most `most` cells that fit the area, from left to right, then from top to bottom."""
    columns = int(max(0.0, area.width_mm + EPSILON_MM) / cell.width_mm)
    rows = int(max(0.0, area.height_mm + EPSILON_MM) / cell.height_mm)
    return tuple(
        Rect(
            index % columns * cell.width_mm,
            index // columns * cell.height_mm,
            cell.width_mm,
            cell.height_mm,
        )
        for index in range(min(most, columns * rows))
    )
