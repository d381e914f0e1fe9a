"""Makes solids of outlines: a flat piece as a closed mesh, as thick as its stock.

Points are in mm as in an outline, y down; heights are measured upwards from the back, and the front
lies on top.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from fustella.core.geometry.outlines import Ring, clockwise, ellipse, rounded
from fustella.core.geometry.polygons import edges_of
from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point, Size

Triangle = tuple[int, int, int]
"""The numbers of three corners, clockwise as the front shows them."""


class Solid(Struct, frozen=True, gc=False):
    """A piece as a solid: its `rings`, the trim first, then the holes; all of them clockwise.

    `triangles` fill what lies between the rings. They number the `corners` of all rings in order.
    """

    size: Size
    thickness_mm: float
    rings: tuple[Ring, ...]
    triangles: tuple[Triangle, ...]

    @property
    def corners(self) -> tuple[Point, ...]:
        return tuple(at for ring in self.rings for at in ring)

    @property
    def walls(self) -> Iterator[tuple[Point, Point]]:
        """Yields the lower ends of all side walls, with the piece on the right of each."""
        outer, *holes = self.rings
        yield from edges_of(outer)
        for hole in holes:
            yield from edges_of(hole[::-1])


@lru_cache(maxsize=256)
def solid_of(outline: Outline, thickness_mm: float) -> Solid:
    """The solid of a piece with this outline; folds, slits and perforations are not bent or cut."""
    rings = (_outer_ring(outline), *map(clockwise, outline.holes))
    return Solid(outline.size, thickness_mm, rings, _filled(rings))


def _outer_ring(outline: Outline) -> Ring:
    if outline.is_round:
        return ellipse(outline.size.width_mm, outline.size.height_mm)
    corners = clockwise(outline.corners())
    return rounded(corners, outline.radius_mm) if outline.is_rectangle else corners


def _filled(rings: Sequence[Ring]) -> tuple[Triangle, ...]:
    """The triangles between the rings, which use each of their corners and add none."""
    corners = [at for ring in rings for at in ring]
    starts = [sum(map(len, rings[:number])) for number in range(len(rings) + 1)]
    numbered = [[*range(a, b)] for a, b in pairwise(starts)]
    outer, *holes = numbered
    # A hole reached from the right is joined to the trim, or to a hole that is joined already.
    holes.sort(key=lambda hole: -max(corners[at].x_mm for at in hole))
    for number, hole in enumerate(holes):
        outer = _joined(corners, outer, hole, holes[number + 1 :])
    return tuple(_ears(corners, outer))


def _joined(
    corners: Sequence[Point], outer: list[int], hole: list[int], others: Sequence[list[int]]
) -> list[int]:
    """One polygon of two: a bridge leads from the outer one to the hole, round it, and back."""
    begin = max(range(len(hole)), key=lambda at: corners[hole[at]].x_mm)
    start = corners[hole[begin]]
    walls = [
        (corners[a], corners[b])
        for ring in (outer, hole, *others)
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
    ]
    near = sorted(range(len(outer)), key=lambda at: _far_mm(corners[outer[at]], start))
    bridge = next(
        (at for at in near if _opens_to(corners, outer, at, start)
         and not any(_cross(start, corners[outer[at]], wall) for wall in walls)),
        near[0],
    )  # fmt: skip
    round_it = [*hole[begin:], *hole[: begin + 1]][::-1]
    return [*outer[: bridge + 1], *round_it, *outer[bridge:]]


def _ears(corners: Sequence[Point], polygon: Sequence[int]) -> Iterator[Triangle]:
    """Yields a polygon's triangles: one ear after the other is cut off (Meisters, 1975)."""
    count = len(polygon)
    after, before = [*range(1, count), 0], [count - 1, *range(count - 1)]
    at = [corners[number] for number in polygon]
    reflex = {here for here in range(count) if _bend(at[before[here]], at[here], at[after[here]])
              <= EPSILON_MM**2}  # fmt: skip

    def is_ear(here: int) -> bool:
        ends = before[here], here, after[here]
        own = {polygon[end] for end in ends}
        a, b, c = (at[end] for end in ends)
        return here not in reflex and not any(
            polygon[other] not in own and _in_triangle(at[other], a, b, c) for other in reflex
        )

    here, left, tried = 0, count, 0
    while left > 3:
        if tried <= left and not is_ear(here):
            here, tried = after[here], tried + 1
            continue
        # Where no corner is an ear, all lie on lines: a triangle without an area does no harm.
        one, two = before[here], after[here]
        yield polygon[one], polygon[here], polygon[two]
        after[one], before[two] = two, one
        reflex.discard(here)
        for end in (one, two):
            bend = _bend(at[before[end]], at[end], at[after[end]])
            (reflex.add if bend <= EPSILON_MM**2 else reflex.discard)(end)
        here, left, tried = after[two], left - 1, 0
    yield polygon[before[here]], polygon[here], polygon[after[here]]


def _bend(a: Point, b: Point, c: Point) -> float:
    """Twice the area of a triangle in mm²: positive if it is clockwise, else negative or 0."""
    return (b.x_mm - a.x_mm) * (c.y_mm - a.y_mm) - (c.x_mm - a.x_mm) * (b.y_mm - a.y_mm)


def _in_triangle(point: Point, a: Point, b: Point, c: Point) -> bool:
    """Whether a point lies in a clockwise triangle, or on its sides."""
    return _bend(a, b, point) >= 0 and _bend(b, c, point) >= 0 and _bend(c, a, point) >= 0


def _opens_to(corners: Sequence[Point], ring: Sequence[int], number: int, to: Point) -> bool:
    """Whether a line from a corner to a point begins inside of the ring."""
    before = corners[ring[number - 1]]
    here, after = corners[ring[number]], corners[ring[(number + 1) % len(ring)]]
    right_of_both = _bend(before, here, to) > 0, _bend(here, after, to) > 0
    return all(right_of_both) if _bend(before, here, after) > 0 else any(right_of_both)


def _cross(start: Point, end: Point, wall: tuple[Point, Point]) -> bool:
    """Whether a line crosses a wall or touches it, other than at the line's own ends."""
    a, b = wall
    ends = [at for at in wall if at not in (start, end)]
    if all(abs(_bend(start, end, at)) < EPSILON_MM for at in ends):
        shares = [_share(start, end, at) for at in ends]
        return any(0 < share < 1 for share in shares) or (
            len(ends) == 2 and min(shares) < 0 and max(shares) > 1
        )
    if len(ends) < 2:
        return False
    return _bend(start, end, a) * _bend(start, end, b) <= 0 and (
        _bend(a, b, start) * _bend(a, b, end) <= 0
    )


def _share(start: Point, end: Point, point: Point) -> float:
    """How far along a line a point lies: 0 at its start, 1 at its end."""
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    along = (point.x_mm - start.x_mm) * dx + (point.y_mm - start.y_mm) * dy
    return along / (dx * dx + dy * dy)


def _far_mm(one: Point, other: Point) -> float:
    return math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm)
