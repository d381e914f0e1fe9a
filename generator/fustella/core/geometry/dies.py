"""Computes the lines along which the tools of a factory work on a piece, each with what it is for.

Lines are in millimetres of the trim. Circles and rounded corners are arcs. Outlines of other shapes
have chords instead of curves (`outlines.OFF_MM`); their ends lie on the curve, and arcs go through
them, as long as they can be, so that a tool runs smoothly.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from fustella.core.geometry.cutpaths import (
    Arc,
    CutPath,
    Segment,
    SegmentPath,
    length_mm,
    moved_way,
    outline_way,
)
from fustella.core.geometry.outlines import CURVE_RAD, OFF_MM, bend_rad
from fustella.core.geometry.polygons import SAME_MM
from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.core.values.plates import PlateSort
from fustella.core.values.sheets import Line, Ring

_EQUAL_RAD = 1e-3
"""The bend below which lines are straight, and the most by which bends of a circle differ."""

_OFF_ARC_MM = 0.004
"""The most by which an arc passes by the ends of the chords that it replaces."""


class DieLine(Struct, frozen=True, gc=False):
    """A line of a piece, or the rim of an area of glue, and what it is for."""

    sort: PlateSort
    path: CutPath

    @property
    def length_mm(self) -> float:
        return length_mm(self.path)

    def placed(self, place: Callable[[Point], Point]) -> "DieLine":
        """The line where `place` moves its points to, such as a turn on a board."""
        return DieLine(self.sort, moved_way(self.path, place))

    def moved(self, dx_mm: float, dy_mm: float) -> "DieLine":
        return self.placed(lambda at: at.moved(dx_mm, dy_mm))


@lru_cache(maxsize=256)
def die_lines(outline: Outline) -> tuple[DieLine, ...]:
    """The lines of a piece: what is done inside of it first, the cut that frees it last.

    The lines of its back are those of `outline.mirrored()`.
    """
    size = outline.size
    inner = (
        *((PlateSort.HOLE, _way_round(hole)) for hole in outline.holes),
        *((PlateSort.CUT, _straight(slit)) for slit in outline.slits),
        *((PlateSort.CREASE, _straight(fold)) for fold in outline.folds),
        *((PlateSort.PERFORATION, _straight(line)) for line in outline.perforations),
        *((PlateSort.GLUE, _way_round(area)) for area in outline.glue),
    )
    if outline.fills_box:
        box = Rect(0, 0, size.width_mm, size.height_mm)
        trim = outline_way(outline, box, outline.corners())
    else:
        trim = _way_round(outline.corners())
    return tuple(DieLine(sort, path) for sort, path in (*inner, (PlateSort.CUT, trim)))


def _straight(ends: tuple[Point, Point]) -> CutPath:
    return SegmentPath((Line(*ends),), closed=False)


def _way_round(ring: Sequence[Point]) -> CutPath:
    """The way round a polygon, with arcs where its sides are chords of a curve."""
    bends = [_bend_at(ring, at) for at in range(len(ring))]
    circle = Ring(*_through(*(ring[at * len(ring) // 3] for at in range(3))))
    if max(bends) - min(bends) < _EQUAL_RAD and _is_along((*ring, ring[0]), circle):
        return circle
    # Where a corner is, a segment begins; a closed curve may begin anywhere.
    corners = (at for at in range(len(ring)) if not _is_bend_of_curve(bends[at]))
    first = next(corners, 0)
    around = (*ring[first:], *ring[:first], ring[first])
    turned = (*bends[first:], *bends[:first])
    return SegmentPath(tuple(_segments(around, turned)), closed=True)


def _segments(points: Sequence[Point], bends: Sequence[float]) -> Iterator[Segment]:
    """Yields the segments through `points`, each as long as it can be; `bends` are those at them.

    The last point is the first one.
    """
    at, last = 0, len(points) - 1
    while at < last:
        end, arc = at + 1, None
        while end < last and _is_bend_of_curve(bends[end]) and bends[end] * bends[at + 1] > 0:
            middle, radius_mm = _through(points[at], points[(at + end + 1) // 2], points[end + 1])
            if not _is_along(points[at : end + 2], Ring(middle, radius_mm)):
                break
            end += 1
            arc = Arc(points[at], points[end], middle, leftwards=bends[at + 1] < 0)
        yield arc or Line(points[at], points[end])
        at = end


def _is_along(points: Sequence[Point], circle: Ring) -> bool:
    """Whether lines through points are chords of a circle, as near to it as chords are drawn."""
    radius_mm = circle.radius_mm
    return all(
        abs(_apart_mm(at, circle.middle) - radius_mm) < _OFF_ARC_MM for at in points
    ) and all(
        _apart_mm(*chord) ** 2 / (8 * radius_mm) < OFF_MM + SAME_MM for chord in pairwise(points)
    )


def _is_bend_of_curve(bend: float) -> bool:
    return _EQUAL_RAD < abs(bend) < CURVE_RAD


def _through(one: Point, two: Point, three: Point) -> tuple[Point, float]:
    """The middle and the radius of the circle through three points; endless through a line."""
    bx, by = two.x_mm - one.x_mm, two.y_mm - one.y_mm
    cx, cy = three.x_mm - one.x_mm, three.y_mm - one.y_mm
    twice = 2 * (bx * cy - by * cx)
    if not twice:
        return one, math.inf
    b2, c2 = bx * bx + by * by, cx * cx + cy * cy
    dx, dy = (cy * b2 - by * c2) / twice, (bx * c2 - cx * b2) / twice
    return one.moved(dx, dy), math.hypot(dx, dy)


def _bend_at(ring: Sequence[Point], at: int) -> float:
    return bend_rad(ring[at - 1], ring[at], ring[(at + 1) % len(ring)])


def _apart_mm(a: Point, b: Point) -> float:
    return math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm)
