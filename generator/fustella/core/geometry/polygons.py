"""Measures polygons and intervals: depth inside an outline, growth by a bleed, and gaps.

Lengths are in millimetres, y points down. Polygons are given by their corners, clockwise, and may
be concave.
"""

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import product
from typing import TypeAlias

from fustella.core.geometry.shapes import Outline, Point, Rect, Tiling

Edge: TypeAlias = tuple[Point, Point]
"""A straight line from its start to its end."""

Interval: TypeAlias = tuple[float, float]
"""The lower and the upper end of a part of a line."""

SAME_MM = 1e-3
"""Places closer than this are the same: less than any blade or printer resolves."""

_RASTER_OFFSET = 0.31717
"""The offset of a raster, which keeps its borders away from round lengths in mm and inches."""


def raster(length_mm: float, per_mm: float = 1000.0) -> int:
    """An integer that lengths share if they differ only by rounding errors.

    Lengths that share an integer differ by less than 1 / `per_mm`. The borders of the raster are
    offset, because two equal lengths on a border could fall to its two sides.
    """
    return math.floor(length_mm * per_mm + _RASTER_OFFSET)


def merged(intervals: Iterable[Interval], within_mm: float = 0.0) -> list[Interval]:
    """The intervals in order, joined where they overlap, touch or lie at most `within_mm` apart.

    A negative `within_mm` joins only intervals that overlap by at least that length.
    """
    joined: list[Interval] = []
    for low, high in sorted(intervals):
        if joined and low <= joined[-1][1] + within_mm:
            joined[-1] = joined[-1][0], max(joined[-1][1], high)
        else:
            joined.append((low, high))
    return joined


def gaps(
    covered: Sequence[Interval], low: float, high: float, within_mm: float = 0.0
) -> list[Interval]:
    """The parts between `low` and `high` that the intervals in `covered` leave free, in order.

    `covered` is in order and without overlaps, as `merged` returns it. Parts that are at most
    `within_mm` long are left out.
    """
    free: list[Interval] = []
    at = low
    for begin, end in covered[max(0, bisect_right(covered, (low, math.inf)) - 1) :]:
        if begin >= high - within_mm:
            break
        if begin > at + within_mm:
            free.append((at, begin))
        at = max(at, end)
    if at < high - within_mm:
        free.append((at, high))
    return free


def edges_of(corners: Sequence[Point]) -> tuple[Edge, ...]:
    """The edges from each corner to the next, the last one back to the first."""
    return tuple(zip(corners, (*corners[1:], *corners[:1]), strict=True))


def grown(corners: Sequence[Point], by_mm: float) -> tuple[Point, ...]:
    """The polygon after each of its edges has moved out by `by_mm`.

    Sharp corners are cut off at twice that distance. The result serves as a bleed: a notch narrower
    than twice `by_mm` overlaps itself there, which does no harm to a clip path.
    """
    if by_mm == 0:
        return tuple(corners)
    moved = []
    for (a, b), (_, c) in zip(edges_of(corners), edges_of((*corners[1:], corners[0])), strict=True):
        one, two = _normal(a, b), _normal(b, c)
        # Two edges that move out meet on the sum of their normals, divided by 1 + cos of the bend.
        # At 0.5 the corner has moved twice as far as its edges: a miter limit of 2 (SVG 2, 13.5.4).
        along = 1 + one[0] * two[0] + one[1] * two[1]
        reach_mm = by_mm / max(along, 0.5)
        x_mm = b.x_mm + (one[0] + two[0]) * reach_mm
        moved.append(Point(x_mm, b.y_mm + (one[1] + two[1]) * reach_mm))
    return (moved[-1], *moved[:-1])


def _normal(start: Point, end: Point) -> tuple[float, float]:
    """The vector of length 1 that points out of a polygon, square to one of its clockwise edges."""
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    length = math.hypot(dx, dy)
    return dy / length, -dx / length


def depth_mm(corners: Sequence[Point], outline: Outline) -> float:
    """The least distance between a convex patch inside an outline and the outline's trim.

    `corners` are the corners of the patch. Where the patch reaches out of the outline or into a
    hole, the result is below 0: minus the distance of its farthest corner from the trim.
    """
    holes = (-_depth_of_hole_mm(corners, edges_of(hole)) for hole in outline.holes)
    return min((_depth_in_outer_mm(corners, outline), *holes))


def rect_inside(outline: Outline) -> Rect | None:
    """A large rectangle inside an outline; None where such a rectangle is not simple to find.

    A patch in the rectangle lies at least as deep in the outline as in the rectangle, and the
    rectangle is far quicker to test.
    """
    width_mm, height_mm = outline.size.width_mm, outline.size.height_mm
    if outline.holes:
        return None
    if outline.fills_box:
        return Rect(0, 0, width_mm, height_mm).grown(-outline.radius_mm * (1 - math.sqrt(0.5)))
    if outline.tiling is not Tiling.HONEYCOMB:
        return None
    if outline.flat:
        return Rect(width_mm / 4, 0, width_mm / 2, height_mm)
    return Rect(0, height_mm / 4, width_mm, height_mm / 2)


def _depth_of_hole_mm(corners: Sequence[Point], edges: Sequence[Edge]) -> float:
    """The depth to which a patch and a hole overlap; if they do not, minus their distance."""
    apart_mm = min(_apart_mm(one, other) for one, other in product(edges_of(corners), edges))
    deep = [min(_from_edge_mm(at, edge) for edge in edges) for at in corners if inside(at, edges)]
    if not deep and inside(edges[0][0], edges_of(corners)):
        deep = [apart_mm]
    return max(deep, default=-apart_mm)


def _depth_in_outer_mm(corners: Sequence[Point], outline: Outline) -> float:
    """The least distance between a patch and the trim round an outline, without regard to holes."""
    if not outline.is_convex:
        return _depth_in_polygon_mm(corners, edges_of(outline.corners()))
    # The depth in what is convex is a concave function: the corners have the least.
    return min(_depth_of_point_mm(corner, outline) for corner in corners)


def _depth_of_point_mm(point: Point, outline: Outline) -> float:
    """The distance from a point inside a convex outline to the nearest point of its trim."""
    if not outline.fills_box:
        return min(-beyond_mm(point, edge) for edge in edges_of(outline.corners()))
    size, round_mm = outline.size, outline.radius_mm
    dx = abs(point.x_mm - size.width_mm / 2) - size.width_mm / 2 + round_mm
    dy = abs(point.y_mm - size.height_mm / 2) - size.height_mm / 2 + round_mm
    return round_mm - math.hypot(max(dx, 0.0), max(dy, 0.0)) - min(max(dx, dy), 0.0)


def _depth_in_polygon_mm(corners: Sequence[Point], edges: Sequence[Edge]) -> float:
    out_mm = [
        min(_from_edge_mm(corner, edge) for edge in edges)
        for corner in corners
        if not inside(corner, edges)
    ]
    if out_mm:
        return -max(out_mm)
    return min(_apart_mm(one, other) for one, other in product(edges_of(corners), edges))


def inside(point: Point, edges: Sequence[Edge]) -> bool:
    """Whether a point lies in a polygon: a ray to the right crosses an odd number of edges."""
    crossed = False
    for a, b in edges:
        if (a.y_mm > point.y_mm) != (b.y_mm > point.y_mm):
            share = (point.y_mm - a.y_mm) / (b.y_mm - a.y_mm)
            crossed ^= point.x_mm < a.x_mm + share * (b.x_mm - a.x_mm)
    return crossed


def _apart_mm(one: Edge, other: Edge) -> float:
    """The distance between two edges; 0 where they cross."""
    if all(beyond_mm(a, x) * beyond_mm(b, x) < 0 for (a, b), x in ((one, other), (other, one))):
        return 0.0
    ends = [(end, other) for end in one] + [(end, one) for end in other]
    return min(_from_edge_mm(end, edge) for end, edge in ends)


def beyond_mm(point: Point, edge: Edge) -> float:
    """How far a point lies outside the endless line through an edge, below 0 if inside."""
    start, end = edge
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    cross = (point.x_mm - start.x_mm) * dy - (point.y_mm - start.y_mm) * dx
    return cross / math.hypot(dx, dy)


def _from_edge_mm(point: Point, edge: Edge) -> float:
    """The distance of a point from the nearest place of an edge."""
    start, end = edge
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    along = (point.x_mm - start.x_mm) * dx + (point.y_mm - start.y_mm) * dy
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, along / square)) if square else 0.0
    x_mm, y_mm = start.x_mm + share * dx, start.y_mm + share * dy
    return math.hypot(point.x_mm - x_mm, point.y_mm - y_mm)
