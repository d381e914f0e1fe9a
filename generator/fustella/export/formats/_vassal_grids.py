"""Writes the grids of boards as VASSAL has them: of hexagons or rectangles, with their numbers.

In VASSAL every second column of hexagons lies half a hexagon lower. Hexagons on a corner lie
sideways: there, x and y change their places, and columns are rows (`HexGrid`, `HexGridNumbering`).
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement

from fustella.core.geometry.grids import CellShape, Grid, Stagger
from fustella.core.geometry.shapes import Point

_BOARD = "VASSAL.build.module.map.boardPicker.board"
_LETTERS = 26
_CORNER = Point(0.0, 0.0)


def grid_of(grid: Grid, px_per_mm: float, corner: Point = _CORNER) -> Element | None:
    """The grid of a board whose picture has so many pixels to the millimetre.

    `corner` is the board's upper left corner on what has the grid. None for rectangles in shifted
    rows, which VASSAL does not have.
    """
    first, step = grid.middle((0, 0)).moved(corner.x_mm, corner.y_mm), grid.step
    if grid.shape is CellShape.SQUARE:
        if grid.shift is not Stagger.NONE:
            return None
        element = Element(f"{_BOARD}.SquareGrid", {**_COMMON, "range": "Metric"})
        _place(element, (first.x_mm, first.y_mm), (step.width_mm, step.height_mm), px_per_mm)
        numbered = _numbers(grid, flat=True)
        if numbered:
            SubElement(element, f"{_BOARD}.mapgrid.SquareGridNumbering", numbered)
        return element
    flat = grid.has_flat_top
    element = Element(f"{_BOARD}.HexGrid", {**_COMMON, "sideways": "false" if flat else "true"})
    at, by = (first.x_mm, first.y_mm), (step.width_mm, step.height_mm)
    _place(element, at if flat else at[::-1], by if flat else by[::-1], px_per_mm)
    numbered = _numbers(grid, flat)
    if numbered:
        several = grid.columns > 1 if flat else grid.rows > 1
        other = grid.middle((1, 0) if flat else (0, 1)).moved(corner.x_mm, corner.y_mm)
        lower = other.y_mm > first.y_mm if flat else other.x_mm > first.x_mm
        numbered |= {"stagger": "true" if several and not lower else "false"}
        SubElement(element, f"{_BOARD}.mapgrid.HexGridNumbering", numbered)
    return element


def is_numbered(grid: Grid) -> bool:
    """Whether VASSAL can name the cells as the board does: not by twos, nor from below."""
    return bool(_numbers(grid, flat=True))


_COMMON = {
    **{"color": "0,0,0", "cornersLegal": "false", "edgesLegal": "false", "snapTo": "true"},
    **{"dotsVisible": "false", "visible": "false"},
}


def _place(
    element: Element, at_mm: tuple[float, float], by_mm: tuple[float, float], px_per_mm: float
) -> None:
    element.set("x0", str(round(at_mm[0] * px_per_mm)))
    element.set("y0", str(round(at_mm[1] * px_per_mm)))
    element.set("dx", f"{by_mm[0] * px_per_mm:.4f}")
    element.set("dy", f"{by_mm[1] * px_per_mm:.4f}")


def _numbers(grid: Grid, flat: bool) -> dict[str, str]:
    """The attributes of the numbers of cells; {} for numbers that VASSAL does not have."""
    numbering = grid.numbering
    counted = ((numbering.column, grid.columns), (numbering.row, grid.rows))
    if numbering.by_twos or numbering.upwards:
        return {}
    for counter, count in counted:
        if not counter.digits and (counter.first + count > _LETTERS or not counter.capital):
            return {}
    across, down = counted if flat else counted[::-1]
    horizontal_first = numbering.rows_first != flat
    made: dict[str, str] = {
        **{"first": "H" if horizontal_first else "V", "sep": numbering.between},
        **{"color": "0,0,0", "fontSize": "9", "visible": "false", "rotateText": "0"},
        **{"hDescend": "false", "vDescend": "false", "hDrawOff": "0", "vDrawOff": "0"},
        "locationFormat": "$gridLocation$",
    }
    for sign, (counter, _) in (("h", across), ("v", down)):
        made |= _counter(sign, counter.first, counter.digits)
    return made


def _counter(sign: str, first: int, digits: int) -> Mapping[str, str]:
    return {
        f"{sign}Type": "N" if digits else "A",
        f"{sign}Off": str(first),
        f"{sign}Leading": str(max(0, digits - 1)),
    }
