"""Lines along the edges of pieces: what shows a cut that does not run through the sheet."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from fustella.core.cutpaths import to_page
from fustella.core.geometry import Point, Rect, Shape
from fustella.core.sheets import Line, Ring
from fustella.impose.layout import Position

_RASTER_PER_MM = 1000.0
_RASTER_OFFSET = 0.31717

Edge = tuple[float, float, float]
"""An upright or level edge: where its line lies, and from where to where it goes."""


def cut_box(position: Position) -> Rect:
    """The rectangle that straight cuts follow: the trim's box, or the cell around a circle."""
    return position.cell if position.item.outline.shape is Shape.CIRCLE else position.box


def corners_of(position: Position) -> tuple[Point, ...]:
    """The corners of what straight cuts go round, on the page, clockwise."""
    outline = position.item.outline
    if position.path:
        return position.path
    if position.window is None and outline.shape in (Shape.HEXAGON, Shape.POLYGON):
        size = outline.size
        return tuple(to_page(at, size, position.turn_deg, position.box) for at in outline.corners())
    return cut_box(position).corners()


def rings(positions: Sequence[Position]) -> tuple[Ring, ...]:
    """The trim of every round piece."""
    round_boxes = [
        position.box for position in positions if position.item.outline.shape is Shape.CIRCLE
    ]
    return tuple(
        Ring(Point(box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2), box.width_mm / 2)
        for box in round_boxes
    )


def edges(positions: Iterable[Position]) -> tuple[Line, ...]:
    """Lines along all edges: shared ones once, upright and level ones merged where they touch."""
    upright: list[Edge] = []
    level: list[Edge] = []
    slanted: dict[tuple[int, ...], Line] = {}
    for position in positions:
        for start, end in _sides(position):
            _sort_edge(start, end, upright, level, slanted)
    return (
        *(Line(Point(at, first), Point(at, last)) for at, first, last in _merged(upright)),
        *(Line(Point(first, at), Point(last, at)) for at, first, last in _merged(level)),
        *slanted.values(),
    )


def edges_inside_boxes(positions: Iterable[Position]) -> tuple[Line, ...]:
    """What is still to be cut when pieces have been freed as boxes: corners of hexagons, nets."""
    formed = (
        position
        for position in positions
        if position.item.outline.shape in (Shape.HEXAGON, Shape.POLYGON)
    )
    return tuple(
        Line(start, end)
        for position in formed
        if position.window is None
        for start, end in _sides(position)
        if not _on_border(start, end, position.box)
    )


def _sides(position: Position) -> Iterator[tuple[Point, Point]]:
    corners = corners_of(position)
    return zip(corners, corners[1:] + corners[:1], strict=True)


def _on_border(start: Point, end: Point, box: Rect) -> bool:
    """Whether an edge lies on a side of the box around it."""
    across = {raster(start.x_mm), raster(end.x_mm)}
    down = {raster(start.y_mm), raster(end.y_mm)}
    return (len(across) == 1 and across <= {raster(box.x_mm), raster(box.right_mm)}) or (
        len(down) == 1 and down <= {raster(box.y_mm), raster(box.bottom_mm)}
    )


def _sort_edge(
    start: Point,
    end: Point,
    upright: list[Edge],
    level: list[Edge],
    slanted: dict[tuple[int, ...], Line],
) -> None:
    """Put one edge where it belongs."""
    if raster(start.x_mm) == raster(end.x_mm):
        upright.append((start.x_mm, min(start.y_mm, end.y_mm), max(start.y_mm, end.y_mm)))
    elif raster(start.y_mm) == raster(end.y_mm):
        level.append((start.y_mm, min(start.x_mm, end.x_mm), max(start.x_mm, end.x_mm)))
    else:
        first, last = sorted((start, end), key=lambda at: raster(at.x_mm))
        key = tuple(map(raster, (first.x_mm, first.y_mm, last.x_mm, last.y_mm)))
        slanted.setdefault(key, Line(first, last))


def _merged(lines: Iterable[Edge]) -> list[Edge]:
    """Stretches of parallel lines, joined where they overlap or touch."""
    by_line: dict[int, list[Edge]] = defaultdict(list)
    for edge in lines:
        by_line[raster(edge[0])].append(edge)
    merged = []
    for _, stretches in sorted(by_line.items()):
        stretches.sort(key=lambda stretch: stretch[1])
        at_mm, first_mm, last_mm = stretches[0]
        for _, next_mm, end_mm in stretches[1:]:
            if next_mm > last_mm + 1 / _RASTER_PER_MM:
                merged.append((at_mm, first_mm, last_mm))
                first_mm = next_mm
                last_mm = end_mm
            else:
                last_mm = max(last_mm, end_mm)
        merged.append((at_mm, first_mm, last_mm))
    return merged


def raster(value_mm: float) -> int:
    """A number that lengths share which differ by no more than errors of computing.

    The offset keeps the borders of the raster away from all decimal and binary fractions of
    millimetres and inches, where two equal lengths could fall to its two sides.
    """
    return math.floor(value_mm * _RASTER_PER_MM + _RASTER_OFFSET)
