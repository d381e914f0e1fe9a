"""Lines along the edges of pieces: they show cuts that do not run through the sheet."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

from fustella.core.cutpaths import to_page
from fustella.core.geometry import Point, Rect, Shape
from fustella.core.outlines import is_curve
from fustella.core.polygons import SAME_MM, edges_of, merged, raster
from fustella.core.sheets import Line, Ring
from fustella.impose.layout import Position

_Edge: TypeAlias = tuple[float, float, float]
"""An upright or level edge: where its line lies, and from where to where it goes."""


def cut_box(position: Position) -> Rect:
    """The rectangle that straight cuts follow: the trim's box, or the cell around a circle."""
    return position.cell if position.item.outline.shape is Shape.CIRCLE else position.box


def corners_of(position: Position) -> tuple[Point, ...]:
    """The corners of the polygon that straight cuts follow, on the page, clockwise."""
    outline = position.item.outline
    if position.path:
        return position.path
    if position.window is None and outline.shape in (Shape.HEXAGON, Shape.POLYGON):
        size = outline.size
        return tuple(to_page(at, size, position.turn_deg, position.box) for at in outline.corners())
    return cut_box(position).corners()


def rings(positions: Iterable[Position]) -> tuple[Ring, ...]:
    boxes = (position.box for position in positions if position.item.outline.shape is Shape.CIRCLE)
    return tuple(
        Ring(Point(box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2), box.width_mm / 2)
        for box in boxes
    )


def edges(positions: Iterable[Position]) -> tuple[Line, ...]:
    """Lines along all edges: shared ones once, upright and level ones joined where they touch.

    Circles have none: `rings` shows them.
    """
    upright: list[_Edge] = []
    level: list[_Edge] = []
    slanted: dict[tuple[int, ...], Line] = {}
    straight = (one for one in positions if one.item.outline.shape is not Shape.CIRCLE)
    for start, end in (edge for position in straight for edge in edges_of(corners_of(position))):
        if raster(start.x_mm) == raster(end.x_mm):
            upright.append((start.x_mm, min(start.y_mm, end.y_mm), max(start.y_mm, end.y_mm)))
        elif raster(start.y_mm) == raster(end.y_mm):
            level.append((start.y_mm, min(start.x_mm, end.x_mm), max(start.x_mm, end.x_mm)))
        else:
            first, last = sorted((start, end), key=lambda at: raster(at.x_mm))
            key = tuple(map(raster, (first.x_mm, first.y_mm, last.x_mm, last.y_mm)))
            slanted.setdefault(key, Line(first, last))
    return (
        *(Line(Point(at, first), Point(at, last)) for at, first, last in _joined_edges(upright)),
        *(Line(Point(first, at), Point(last, at)) for at, first, last in _joined_edges(level)),
        *slanted.values(),
    )


def edges_in_turn(positions: Iterable[Position]) -> tuple[Line, ...]:
    """Lines along all edges of polygons, each once, in their order round each piece."""
    found: dict[frozenset[tuple[int, int]], Line] = {}
    for start, end in (edge for position in positions for edge in edges_of(corners_of(position))):
        key = frozenset((raster(at.x_mm), raster(at.y_mm)) for at in (start, end))
        found.setdefault(key, Line(start, end))
    return tuple(found.values())


def inner_edges(positions: Iterable[Position]) -> tuple[Line, ...]:
    """Lines along what is cut inside of pieces: their holes and slits."""
    lines = []
    for position in positions:
        outline = position.item.outline
        if position.window is None and not position.path:
            inside = [edge for hole in outline.holes for edge in edges_of(hole)] + [*outline.slits]
            for ends in inside:
                start, end = (
                    to_page(at, outline.size, position.turn_deg, position.box) for at in ends
                )
                lines.append(Line(start, end))
    return tuple(lines)


def _joined_edges(edges: Iterable[_Edge]) -> list[_Edge]:
    """Parallel edges, those in one line joined where they overlap or touch."""
    by_line: dict[int, list[_Edge]] = defaultdict(list)
    for edge in edges:
        by_line[raster(edge[0])].append(edge)
    found = []
    for _, in_line in sorted(by_line.items()):
        at_mm = min(in_line, key=lambda edge: edge[1])[0]
        for first_mm, last_mm in merged((edge[1:] for edge in in_line), SAME_MM):
            found.append((at_mm, first_mm, last_mm))
    return found


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
        for start, end in edges_of(corners_of(position))
        if not _on_border(start, end, position.box)
    )


def curved_corners(positions: Iterable[Position], inside_boxes: bool) -> int:
    """At how many corners of polygons a cut goes on, for there is only a curve.

    `inside_boxes`: what lies on the border of their boxes is cut already.
    """
    found, closed = set[frozenset[tuple[int, int]]](), 0
    for position in positions:
        ring = [
            (start, end)
            for start, end in edges_of(corners_of(position))
            if not (inside_boxes and _on_border(start, end, position.box))
        ]
        corners = {
            frozenset((raster(at.x_mm), raster(at.y_mm)) for at in (before, here, after))
            for (before, here), (start, after) in zip((ring[-1:] + ring[:-1]), ring, strict=True)
            if here == start and is_curve(before, here, after)
        }
        found |= corners
        closed += bool(corners) and len(corners) == len(ring)
    return len(found) - closed


def _on_border(start: Point, end: Point, box: Rect) -> bool:
    across = {raster(start.x_mm), raster(end.x_mm)}
    down = {raster(start.y_mm), raster(end.y_mm)}
    return (len(across) == 1 and across <= {raster(box.x_mm), raster(box.right_mm)}) or (
        len(down) == 1 and down <= {raster(box.y_mm), raster(box.bottom_mm)}
    )
