"""Interrupts the lines of a die by nicks: bridges of board that hold a piece until it is pushed.

Nicks are spread evenly over a line, by its length, and keep away from its corners, where a bridge
tears: of all ways to spread them, the one is taken that is farthest from any corner.
"""

import math
from collections.abc import Iterator, Sequence

from fustella.core.geometry.cutpaths import (
    Arc,
    CutPath,
    Segment,
    SegmentPath,
    segment_mm,
)
from fustella.core.geometry.shapes import EPSILON_MM, Point
from fustella.core.values.sheets import Line, Ring

_CORNER_RAD = math.radians(15)
"""The least turn at which two segments of a line meet in a corner."""

FREE_MM = 0.3
"""The least distance of a nick from a corner."""


class NoRoomForNicks(ValueError):
    """Raised for a line that has no room for its nicks."""


def nicked(path: CutPath, count: int, width_mm: float) -> tuple[SegmentPath, ...]:
    """The parts of a line between its nicks, each `width_mm` wide.

    With a count of 0 the line stays as it is. Raises NoRoomForNicks where a line is too short, or
    has too many corners.
    """
    segments, closed = _segments(path)
    if not count:
        return (SegmentPath(segments, closed),)
    whole_mm = sum(map(segment_mm, segments))
    middles = _middles(segments, whole_mm, closed, count, width_mm)
    half_mm = width_mm / 2
    ends = [(middle - half_mm, middle + half_mm) for middle in sorted(middles)]
    if closed:
        following = (*ends[1:], (ends[0][0] + whole_mm, 0.0))
        cuts = [(end, start) for (_, end), (start, _) in zip(ends, following, strict=True)]
    else:
        starts, stops = (0.0, *(end for _, end in ends)), (*(start for start, _ in ends), whole_mm)
        cuts = [*zip(starts, stops, strict=True)]
    return tuple(
        SegmentPath(tuple(_part(segments, whole_mm, begin, stop)), closed=False)
        for begin, stop in cuts
    )


def _segments(path: CutPath) -> tuple[tuple[Segment, ...], bool]:
    if isinstance(path, SegmentPath):
        return path.segments, path.closed
    assert isinstance(path, Ring)
    left, right = (path.middle.moved(by, 0) for by in (-path.radius_mm, path.radius_mm))
    return (Arc(right, left, path.middle), Arc(left, right, path.middle)), True


def _middles(
    segments: Sequence[Segment], whole_mm: float, closed: bool, count: int, width_mm: float
) -> list[float]:
    """The places of the middles of nicks, as lengths along a line. Raises NoRoomForNicks."""
    needed_mm = width_mm / 2 + FREE_MM
    step_mm = whole_mm / count
    if step_mm < 2 * needed_mm:
        raise NoRoomForNicks
    corners = [*_corners(segments, closed)] if closed else [0.0, *_corners(segments, False)]
    # Nicks are a step apart, so corners count by their places within a step.
    within = sorted({round(corner % step_mm, 6) for corner in corners}) or [0.0]
    free = [
        (after - before, before)
        for before, after in zip(within, (*within[1:], within[0] + step_mm), strict=True)
    ]
    widest_mm, begin_mm = max(free, key=lambda gap: round(gap[0], 6))
    even = [(begin_mm + widest_mm / 2) % step_mm + number * step_mm for number in range(count)]
    if widest_mm / 2 >= needed_mm - EPSILON_MM:
        return even
    return _moved_to_sides(even, corners, whole_mm, needed_mm)


def _moved_to_sides(
    even: Sequence[float], corners: Sequence[float], whole_mm: float, needed_mm: float
) -> list[float]:
    """The places that are nearest to the even ones and on a side. Raises NoRoomForNicks."""
    ends = (*corners[1:], corners[0] + whole_mm)
    sides = [
        (begin + needed_mm, end - needed_mm)
        for begin, end in zip(corners, ends, strict=True)
        if end - begin >= 2 * needed_mm
    ]
    found: list[float] = []
    for place in even:
        near = [
            min(max(place + turn, low), high) % whole_mm
            for low, high in sides
            for turn in (-whole_mm, 0.0, whole_mm)
        ]
        best = min(near, key=lambda at: _around_mm(at, place, whole_mm), default=None)
        if best is None:
            raise NoRoomForNicks
        found.append(best)
    least_mm = whole_mm / len(even) / 3
    pairs = ((a, b) for number, a in enumerate(found) for b in found[:number])
    if any(_around_mm(a, b, whole_mm) < max(least_mm, needed_mm) for a, b in pairs):
        raise NoRoomForNicks
    return found


def _around_mm(one: float, other: float, whole_mm: float) -> float:
    """The distance of two places along a closed line."""
    apart = abs(one - other) % whole_mm
    return min(apart, whole_mm - apart)


def _corners(segments: Sequence[Segment], closed: bool) -> Iterator[float]:
    """Yields the places of corners along a line; the ends of an open one are none."""
    at_mm = 0.0
    for number, segment in enumerate(segments):
        before = segments[number - 1]
        if number or closed:
            turn = (_heading(segment, False) - _heading(before, True) + math.pi) % math.tau
            if abs(turn - math.pi) > _CORNER_RAD:
                yield at_mm
        at_mm += segment_mm(segment)


def _heading(segment: Segment, at_end: bool) -> float:
    """The direction of a segment at its start or its end, in radians."""
    if isinstance(segment, Line):
        start, end = segment.start, segment.end
        return math.atan2(end.y_mm - start.y_mm, end.x_mm - start.x_mm)
    at = segment.end if at_end else segment.start
    out = math.atan2(at.y_mm - segment.middle.y_mm, at.x_mm - segment.middle.x_mm)
    return out + math.copysign(math.pi / 2, segment.turn_rad)


def _part(
    segments: Sequence[Segment], whole_mm: float, begin_mm: float, end_mm: float
) -> Iterator[Segment]:
    """Yields the part of a line between two places, the end of which may be beyond its own end."""
    at_mm = 0.0
    for segment in (*segments, *segments):
        long_mm = segment_mm(segment)
        low, high = max(begin_mm - at_mm, 0.0), min(end_mm - at_mm, long_mm)
        if high - low > EPSILON_MM:
            yield _between(segment, low / long_mm, high / long_mm)
        at_mm += long_mm
        if at_mm >= end_mm:
            return
    assert at_mm >= whole_mm


def _between(segment: Segment, begin: float, end: float) -> Segment:
    """The part of a segment between two shares of its length."""
    if isinstance(segment, Line):
        return Line(_on_line(segment, begin), _on_line(segment, end))
    start, stop = (_on_arc(segment, share) for share in (begin, end))
    return Arc(start, stop, segment.middle, segment.leftwards)


def _on_line(line: Line, share: float) -> Point:
    if share in (0.0, 1.0):
        return line.end if share else line.start
    dx, dy = line.end.x_mm - line.start.x_mm, line.end.y_mm - line.start.y_mm
    return line.start.moved(share * dx, share * dy)


def _on_arc(arc: Arc, share: float) -> Point:
    if share in (0.0, 1.0):
        return arc.end if share else arc.start
    first = math.atan2(arc.start.y_mm - arc.middle.y_mm, arc.start.x_mm - arc.middle.x_mm)
    angle, radius_mm = first + share * arc.turn_rad, arc.radius_mm
    return arc.middle.moved(radius_mm * math.cos(angle), radius_mm * math.sin(angle))
