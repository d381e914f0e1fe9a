"""Gives a template the grid of its board: `board.cells`, `board.outline("0101-0305")`.

Whatever is written as cells, ways or sides may be a text, a cell, or a list of these. Lines are
path data, for `<path d="{{ board.sides() }}"/>`.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct

from fustella.core.geometry.grids import Cell, Corner, Grid, NoSuchCell, chained
from fustella.core.values.problems import WrongArgument
from fustella.draw.svg.write import number
from fustella.draw.templates.arguments import shown


class TemplateCell(Struct, frozen=True):
    """A cell: its `name`, its middle `x`, `y` in mm, its `column` and `row` from 1."""

    name: str
    x: float
    y: float
    column: int
    row: int


class TemplateBoard:
    """The grid of a board.

    `width` and `height` are the size of the box around one cell, `flats` is the least distance
    between two opposite sides of a cell. `shape` is `hexagon` or `square`, `top` `flat` or
    `pointed`.
    """

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self.cells = tuple(self._cell(cell) for cell in grid.cells)
        self.columns, self.rows = grid.columns, grid.rows
        self.width, self.height = round(grid.cell.width_mm, 4), round(grid.cell.height_mm, 4)
        self.flats = min(self.width, self.height)
        self.shape = grid.shape.value
        self.top = "flat" if grid.has_flat_top or grid.shape == "square" else "pointed"

    def _cell(self, cell: Cell) -> TemplateCell:
        at = self._grid.middle(cell)
        column, row = cell
        name = self._grid.name(cell)
        return TemplateCell(name, round(at.x_mm, 4), round(at.y_mm, 4), column + 1, row + 1)

    def cell(self, name: object) -> TemplateCell:
        """The cell of a name."""
        return self._cell(_found(self._grid.find, str(name)))

    def ways(self, *typed: object) -> tuple[tuple[TemplateCell, ...], ...]:
        """The ways that a text names, `0101-0305 0407`, each as the cells on it."""
        return tuple(tuple(map(self._cell, way)) for way in self._walks(typed))

    def outline(self, *typed: object) -> str:
        """The outline of some cells together; without any, of the whole grid."""
        cells = {cell for way in self._walks(typed) for cell in way} if typed else self._grid.cells
        return "".join(_path(line) + "Z" for line in self._grid.outline(sorted(cells)))

    def middle(self, *typed: object) -> tuple[float, float]:
        """The middle of some cells, x and y in mm."""
        cells = [*dict.fromkeys(cell for way in self.ways(*typed) for cell in way)] or self.cells
        across, down = (math.fsum(each) / len(cells) for each in zip(*map(_xy, cells), strict=True))
        return round(across, 4), round(down, 4)

    def sides(self, *typed: object) -> str:
        """The sides that a text names, joined where they meet: `0703/NE 0704-0804`; or all."""
        if not typed:
            return "".join(map(_path, self._grid.lines()))
        found: list[tuple[Corner, Corner]] = []
        for text in _texts(typed):
            sides = _found(self._grid.sides, text)
            found += [self._grid.side(cell, side) for cell, side in sides]
        return "".join(map(_path, chained(found)))

    def through(self, *typed: object) -> str:
        """The ways that a text names, as smooth lines through the middles of their cells."""
        return "".join(
            _smooth([(cell.x, cell.y) for cell in way]) for way in self.ways(*typed) if len(way) > 1
        )

    def _walks(self, typed: Sequence[object]) -> Iterator[tuple[Cell, ...]]:
        for text in _texts(typed):
            yield from _found(self._grid.walks, text)


def _xy(cell: TemplateCell) -> Corner:
    return cell.x, cell.y


_Found = TypeVar("_Found")


def _found(find: Callable[[str], _Found], typed: str) -> _Found:
    try:
        return find(typed)
    except NoSuchCell as fault:
        raise WrongArgument(str(fault), fault.hint) from None


@lru_cache(maxsize=16)
def template_board(grid: Grid) -> TemplateBoard:
    """The board of a grid, made once for all its faces."""
    return TemplateBoard(grid)


def _texts(typed: Iterable[object]) -> Iterator[str]:
    """Yields the texts of cells, however they were given."""
    for each in typed:
        if isinstance(each, TemplateCell):
            yield each.name
        elif isinstance(each, list | tuple):
            yield from _texts(each)
        elif isinstance(each, str | int):
            yield str(each)
        else:
            raise WrongArgument(f"{shown(each)} is no cell", "write names of cells: 0101-0305")


def _path(line: Sequence[Corner]) -> str:
    (x, y), *others = line
    return f"M{number(x)} {number(y)}" + "".join(f"L{number(x)} {number(y)}" for x, y in others)


def _smooth(points: Sequence[Corner]) -> str:
    """A line through points that turns where it crosses the sides between them.

    From side to side it is a curve about the middle of a cell, as roads and rivers are drawn.
    """
    (x, y), *_ = points
    data = f"M{number(x)} {number(y)}"
    for (ax, ay), (bx, by) in pairwise(points):
        mx, my = (ax + bx) / 2, (ay + by) / 2
        bend = f"Q{number(ax)} {number(ay)} " if (ax, ay) != (x, y) else "L"
        data += f"{bend}{number(mx)} {number(my)}"
    last_x, last_y = points[-1]
    return f"{data}L{number(last_x)} {number(last_y)}"
