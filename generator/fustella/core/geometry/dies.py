"""Computes the lines along which the tools of a factory work on a piece, each with what it is for.

Lines are in millimetres of the trim. Circles and rounded corners are arcs; so are the chords by
which `outlines` draws a curve of one radius. Other curves stay chords, which are off them by
`outlines.OFF_MM` at most.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

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
from fustella.core.geometry.outlines import OFF_MM, bend_rad, is_curve
from fustella.core.geometry.polygons import SAME_MM
from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.core.values.plates import PlateSort
from fustella.core.values.sheets import Line, Ring

_EQUAL_RAD = 1e-3
"""The most by which two bends of one arc differ."""


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
    """The way round a polygon, with arcs where its sides are the chords of a circle."""
    # Before each corner that begins an arc or a line; none for a whole circle.
    starts = [at for at in range(len(ring)) if not _goes_on(ring, at)]
    bends = [_bend_at(ring, at) for at in range(len(ring))]
    if not starts and max(bends) - min(bends) < _EQUAL_RAD:
        return _circle(ring)
    first = starts[0] if starts else 0
    return SegmentPath(tuple(_segments((*ring[first:], *ring[:first]))), closed=True)


def _segments(ring: Sequence[Point]) -> Iterator[Segment]:
    """Yields the lines and arcs round a polygon that begins where one of them does."""
    corners, at = (*ring, ring[0]), 0
    while at < len(ring):
        end = at + 1
        while end < len(ring) and _goes_on(ring, end) and _bends_alike(ring, at + 1, end):
            end += 1
        if end == at + 1:
            yield Line(corners[at], corners[end])
        else:
            yield _arc(corners[at], corners[end], corners[at + 1], _bend_at(ring, at + 1))
        at = end


def _goes_on(ring: Sequence[Point], at: int) -> bool:
    """Whether the two sides that meet at a corner are chords of one circle."""
    before, here, after = ring[at - 1], ring[at], ring[(at + 1) % len(ring)]
    one, other = _apart_mm(before, here), _apart_mm(here, after)
    bend = abs(bend_rad(before, here, after))
    # A chord is off its arc by this much in its middle.
    off_mm = one / 2 * math.tan(bend / 4)
    return (
        abs(one - other) < SAME_MM
        and bend > _EQUAL_RAD
        and is_curve(before, here, after)
        and off_mm < OFF_MM + SAME_MM
    )


def _bends_alike(ring: Sequence[Point], one: int, other: int) -> bool:
    return abs(_bend_at(ring, one) - _bend_at(ring, other)) < _EQUAL_RAD


def _bend_at(ring: Sequence[Point], at: int) -> float:
    return bend_rad(ring[at - 1], ring[at], ring[(at + 1) % len(ring)])


def _arc(start: Point, end: Point, second: Point, bend: float) -> Arc:
    """The arc from `start` to `end` whose first chord ends at `second`."""
    dx, dy = second.x_mm - start.x_mm, second.y_mm - start.y_mm
    # The middle lies to the right of a chord that bends clockwise, at this share of its length.
    share = 1 / (2 * math.tan(bend / 2))
    middle = start.moved(dx / 2 - dy * share, dy / 2 + dx * share)
    return Arc(start, end, middle, leftwards=bend < 0)


def _circle(ring: Sequence[Point]) -> Ring:
    count = len(ring)
    middle = Point(sum(at.x_mm for at in ring) / count, sum(at.y_mm for at in ring) / count)
    return Ring(middle, sum(_apart_mm(middle, at) for at in ring) / count)


def _apart_mm(a: Point, b: Point) -> float:
    return math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm)
