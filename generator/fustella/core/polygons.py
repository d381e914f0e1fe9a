"""How deep something lies inside an outline: the distance from its trim, and how far it is out.

Polygons with any number of inner corners, in mm, y down, their corners clockwise.
"""

import math
from collections.abc import Sequence
from itertools import product

from fustella.core.geometry import Outline, Point, Shape

_Side = tuple[Point, Point]


def depth_mm(corners: Sequence[Point], outline: Outline) -> float:
    """The least distance between a convex patch and the trim; negative where it lies outside.

    `corners` go round the patch; what is negative is how far its farthest corner is out. An
    outline that is no polygon is convex, and the distance from its trim a concave function inside
    it, so that the corners alone are looked at.
    """
    if outline.shape is Shape.POLYGON:
        return _in_polygon_mm(corners, outline)
    return min(_depth_of_mm(corner, outline) for corner in corners)


def _depth_of_mm(point: Point, outline: Outline) -> float:
    """Of a point in a circle, a hexagon or a rectangle with round corners."""
    size = outline.size
    if outline.shape is Shape.CIRCLE:
        radius_mm = size.width_mm / 2
        return radius_mm - math.hypot(point.x_mm - radius_mm, point.y_mm - radius_mm)
    if outline.shape is Shape.HEXAGON:
        return min(-_beyond_mm(point, side) for side in _sides(outline.corners()))
    round_mm = outline.corner_radius_mm
    dx = abs(point.x_mm - size.width_mm / 2) - size.width_mm / 2 + round_mm
    dy = abs(point.y_mm - size.height_mm / 2) - size.height_mm / 2 + round_mm
    return round_mm - math.hypot(max(dx, 0.0), max(dy, 0.0)) - min(max(dx, dy), 0.0)


def _beyond_mm(point: Point, side: _Side) -> float:
    """Distance of a point beyond a side of a clockwise form."""
    start, end = side
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    cross = (point.x_mm - start.x_mm) * dy - (point.y_mm - start.y_mm) * dx
    return cross / math.hypot(dx, dy)


def _in_polygon_mm(corners: Sequence[Point], outline: Outline) -> float:
    sides = _sides(outline.points)
    out_mm = [
        min(_from_side_mm(corner, side) for side in sides)
        for corner in corners
        if not _inside(corner, sides)
    ]
    if out_mm:
        return -max(out_mm)
    return min(_apart_mm(one, other) for one, other in product(_sides(corners), sides))


def _sides(corners: Sequence[Point]) -> list[_Side]:
    return list(zip(corners, (*corners[1:], corners[0]), strict=True))


def _inside(point: Point, sides: Sequence[_Side]) -> bool:
    """Whether a ray to the right crosses an odd number of sides."""
    crossed = False
    for a, b in sides:
        if (a.y_mm > point.y_mm) != (b.y_mm > point.y_mm):
            share = (point.y_mm - a.y_mm) / (b.y_mm - a.y_mm)
            crossed ^= point.x_mm < a.x_mm + share * (b.x_mm - a.x_mm)
    return crossed


def _apart_mm(one: _Side, other: _Side) -> float:
    """The distance between two stretches; 0 where they cross."""
    if all(_beyond_mm(a, x) * _beyond_mm(b, x) < 0 for (a, b), x in ((one, other), (other, one))):
        return 0.0
    ends = [(end, other) for end in one] + [(end, one) for end in other]
    return min(_from_side_mm(end, side) for end, side in ends)


def _from_side_mm(point: Point, side: _Side) -> float:
    """The distance of a point from the nearest place of a stretch."""
    start, end = side
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    along = (point.x_mm - start.x_mm) * dx + (point.y_mm - start.y_mm) * dy
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, along / square)) if square else 0.0
    x_mm, y_mm = start.x_mm + share * dx, start.y_mm + share * dy
    return math.hypot(point.x_mm - x_mm, point.y_mm - y_mm)


Edge = tuple[Point, Point]


def edges_of(corners: Sequence[Point]) -> tuple[Edge, ...]:
    """From each corner to the next, the last one back to the first."""
    return tuple(zip(corners, (*corners[1:], *corners[:1]), strict=True))


def grown(corners: Sequence[Point], by_mm: float) -> tuple[Point, ...]:
    """The polygon when each side has moved out by `by_mm` and its corners with them.

    Sides that meet at a sharp angle are cut off at twice the way that they moved. Meant for a
    bleed: what is narrower than twice `by_mm` between two sides overlaps itself, which a clip does
    not mind.
    """
    if by_mm == 0:
        return tuple(corners)
    moved = []
    for (a, b), (_, c) in zip(edges_of(corners), edges_of((*corners[1:], corners[0])), strict=True):
        one, two = _normal(a, b), _normal(b, c)
        along = 1 + one[0] * two[0] + one[1] * two[1]
        reach_mm = by_mm / max(along, 0.5)
        x_mm = b.x_mm + (one[0] + two[0]) * reach_mm
        moved.append(Point(x_mm, b.y_mm + (one[1] + two[1]) * reach_mm))
    return (moved[-1], *moved[:-1])


def _normal(start: Point, end: Point) -> tuple[float, float]:
    """The direction out of a clockwise edge, of length 1."""
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    length = math.hypot(dx, dy)
    return dy / length, -dx / length
