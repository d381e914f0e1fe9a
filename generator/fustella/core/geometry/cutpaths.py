"""Computes the path of a blade round the pieces of a page, with every edge cut once.

Paths are in millimetres of the page, clockwise as seen on it. Where pieces share an edge or a part
of an edge (a long edge may lie along two shorter ones), the path of the later piece leaves that
part out.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.polygons import SAME_MM, Interval, edges_of, gaps, merged, raster
from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point, Rect, Size
from fustella.core.values.sheets import Line, Ring, Trim


class Arc(Struct, frozen=True, gc=False):
    """A part of a circle about `middle`, from `start` to `end`, clockwise unless `leftwards`."""

    start: Point
    end: Point
    middle: Point
    leftwards: bool = False

    @property
    def radius_mm(self) -> float:
        return math.dist((self.start.x_mm, self.start.y_mm), (self.middle.x_mm, self.middle.y_mm))

    @property
    def turn_rad(self) -> float:
        """The angle from the start to the end about the middle, clockwise; else below 0."""
        first, last = (
            math.atan2(at.y_mm - self.middle.y_mm, at.x_mm - self.middle.x_mm)
            for at in (self.start, self.end)
        )
        turn = (last - first) % math.tau
        return turn - math.tau if self.leftwards else turn


Segment: TypeAlias = Line | Arc


class SegmentPath(Struct, frozen=True, gc=False):
    """A path of segments, end to end. A `closed` path ends where it begins."""

    segments: tuple[Segment, ...]
    closed: bool


CutPath: TypeAlias = SegmentPath | Ring


def length_mm(path: CutPath) -> float:
    if isinstance(path, Ring):
        return math.tau * path.radius_mm
    return sum(map(segment_mm, path.segments))


def segment_mm(segment: Segment) -> float:
    """The length of a segment."""
    if isinstance(segment, Arc):
        return abs(segment.turn_rad) * segment.radius_mm
    return _apart_mm(segment.start, segment.end)


def moved_way(path: CutPath, place: Callable[[Point], Point]) -> CutPath:
    """The path after `place` has moved its points; it may turn them, but not mirror or scale."""
    if isinstance(path, Ring):
        return Ring(place(path.middle), path.radius_mm)
    segments = tuple(
        replace(one, start=place(one.start), end=place(one.end), middle=place(one.middle))
        if isinstance(one, Arc)
        else Line(place(one.start), place(one.end))
        for one in path.segments
    )
    return SegmentPath(segments, path.closed)


def cut_paths(trims: Iterable[Trim]) -> tuple[CutPath, ...]:
    """The paths of the blade: closed round free pieces, open where an edge was cut before."""
    return _cut_paths(tuple(trims))


@lru_cache(maxsize=16)  # equal sheets follow each other
def _cut_paths(trims: tuple[Trim, ...]) -> tuple[CutPath, ...]:
    done = _CutLines()
    paths: list[CutPath] = []
    for trim in trims:
        paths += inner_ways(trim)
        path = trim_way(trim)
        if isinstance(path, Ring):
            paths.append(path)
            continue
        left = done.cut(path.segments)
        paths += [path] if left == list(path.segments) else _chains(left)
    return tuple(paths)


def inner_ways(trim: Trim) -> Iterator[SegmentPath]:
    """Yields the paths that are cut inside of a piece, before it is cut out: holes and slits."""
    if trim.path:  # a part of a board, which has none
        return
    size = trim.outline.size
    for hole in trim.outline.holes:
        corners = [to_page(at, size, trim.turn_deg, trim.box) for at in hole]
        yield SegmentPath(tuple(Line(start, end) for start, end in edges_of(corners)), closed=True)
    for slit in trim.outline.slits:
        start, end = (to_page(at, size, trim.turn_deg, trim.box) for at in slit)
        yield SegmentPath((Line(start, end),), closed=False)


def trim_way(trim: Trim) -> CutPath:
    return outline_way(trim.outline, trim.box, trim_corners(trim), bool(trim.path))


def outline_way(
    outline: Outline, box: Rect, corners: Sequence[Point], own: bool = False
) -> CutPath:
    """The path round an outline that fills `box`: a circle, a rounded rectangle, or `corners`.

    With `own`, the path follows the polygon `corners`, whatever the shape of the outline.
    """
    if not own and outline.is_round:
        middle = Point(box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2)
        return Ring(middle, box.width_mm / 2)
    radius_mm = min(outline.corner_radius_mm, box.width_mm / 2, box.height_mm / 2)
    if not own and outline.is_rectangle and radius_mm > EPSILON_MM:
        return SegmentPath(tuple(_rounded_segments(box, radius_mm)), closed=True)
    return SegmentPath(tuple(Line(start, end) for start, end in edges_of(corners)), closed=True)


def _rounded_segments(box: Rect, radius_mm: float) -> Iterator[Segment]:
    """Yields edges and corners of a rounded rectangle, from the left end of the upper edge on."""
    left, top, right, bottom = box.x_mm, box.y_mm, box.right_mm, box.bottom_mm
    r = radius_mm
    corners = (
        (Point(right - r, top), Point(right, top + r), Point(right - r, top + r)),
        (Point(right, bottom - r), Point(right - r, bottom), Point(right - r, bottom - r)),
        (Point(left + r, bottom), Point(left, bottom - r), Point(left + r, bottom - r)),
        (Point(left, top + r), Point(left + r, top), Point(left + r, top + r)),
    )
    before = corners[-1][1]
    for start, end, middle in corners:
        if _apart_mm(before, start) > SAME_MM:
            yield Line(before, start)
        yield Arc(start, end, middle)
        before = end


def trim_corners(trim: Trim) -> tuple[Point, ...]:
    """The corners of a trim on its page, as if they were not rounded; none for a circle."""
    if trim.path:
        return trim.path
    size = trim.outline.size
    return tuple(to_page(at, size, trim.turn_deg, trim.box) for at in trim.outline.corners())


def to_page(at: Point, size: Size, turn_deg: int, box: Rect) -> Point:
    """The place on the page of the point `at` of an outline that is turned clockwise into `box`."""
    match turn_deg % 360:
        case 90:
            x_mm, y_mm = size.height_mm - at.y_mm, at.x_mm
        case 180:
            x_mm, y_mm = size.width_mm - at.x_mm, size.height_mm - at.y_mm
        case 270:
            x_mm, y_mm = at.y_mm, size.width_mm - at.x_mm
        case _:
            x_mm, y_mm = at.x_mm, at.y_mm
    return Point(box.x_mm + x_mm, box.y_mm + y_mm)


_OnLine: TypeAlias = tuple[tuple[int, int], float, float]
"""A key of the endless line through a segment, and the segment's start and end along it in mm."""


class _CutLines:
    """The straight segments that were cut already, by the endless line on which they lie."""

    def __init__(self) -> None:
        self._by_line: dict[tuple[int, int], list[Interval]] = {}

    def cut(self, segments: Sequence[Segment]) -> list[Segment]:
        """Cuts along the segments of one piece.

        Returns those parts that were not cut before, in order.
        """
        left: list[Segment] = []
        cut: list[_OnLine] = []
        for segment in segments:
            if isinstance(segment, Arc):
                left.append(segment)
            else:
                cut.append(_on_line(segment))
                left += self._uncut_parts(segment, *cut[-1])
        for key, first, last in cut:
            new = (first, last) if first < last else (last, first)
            before = self._by_line.get(key)
            self._by_line[key] = merged((*before, new), SAME_MM) if before else [new]
        return left

    def _uncut_parts(
        self, segment: Line, key: tuple[int, int], first: float, last: float
    ) -> Iterator[Line]:
        low, high = min(first, last), max(first, last)
        free = gaps(self._by_line.get(key, ()), low, high, SAME_MM)
        if free == [(low, high)]:
            yield segment
            return
        for begin, end in free if first < last else [(b, a) for a, b in reversed(free)]:
            yield Line(_point_at(segment, first, last, begin), _point_at(segment, first, last, end))


def _on_line(line: Line) -> _OnLine:
    start, end = line.start, line.end
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    if dy == 0:  # as below, in fewer steps
        return (raster(0.0, 1e5), raster(start.y_mm / SAME_MM, 1.0)), start.x_mm, end.x_mm
    angle = math.atan2(dy, dx) % math.pi
    if math.pi - angle < 1e-7:
        angle = 0.0
    along_x, along_y = math.cos(angle), math.sin(angle)
    off_mm = along_x * start.y_mm - along_y * start.x_mm
    key = raster(angle, 1e5), raster(off_mm / SAME_MM, 1.0)
    first = along_x * start.x_mm + along_y * start.y_mm
    return key, first, along_x * end.x_mm + along_y * end.y_mm


def _point_at(line: Line, first: float, last: float, at: float) -> Point:
    """The point at `at` on a line that goes from `first` to `last` along its endless line."""
    if at in (first, last):
        return line.start if at == first else line.end
    share = (at - first) / (last - first)
    return Point(
        line.start.x_mm + share * (line.end.x_mm - line.start.x_mm),
        line.start.y_mm + share * (line.end.y_mm - line.start.y_mm),
    )


def _chains(segments: Sequence[Segment]) -> list[SegmentPath]:
    """Joins the uncut segments of a closed path to open paths without gaps."""
    chains: list[list[Segment]] = []
    for segment in segments:
        if chains and _meet(chains[-1][-1], segment):
            chains[-1].append(segment)
        else:
            chains.append([segment])
    if len(chains) > 1 and _meet(chains[-1][-1], chains[0][0]):
        chains[0] = chains.pop() + chains[0]
    return [SegmentPath(tuple(chain), closed=False) for chain in chains]


def _meet(one: Segment, other: Segment) -> bool:
    return _apart_mm(one.end, other.start) < SAME_MM


def _apart_mm(a: Point, b: Point) -> float:
    return math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm)
