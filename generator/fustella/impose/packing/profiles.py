"""Computes profiles of polygons: the reach of a shape to each side, at each height.

Lengths are millimetres, y down. A *span* is a part of a profile in which it is straight. Two shapes
beside each other are kept apart by comparing the right profile of one with the left profile of the
other; this is exact, because both are straight between the heights of corners.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from fustella.core.geometry.polygons import Edge, edges_of
from fustella.core.geometry.shapes import Point, Size

Span: TypeAlias = tuple[float, float, float, float]
"""Two heights, and the reach of the shape, to the right or down, at each of them."""

_LEVEL_MM = 1e-9
"""The largest difference between two heights that count as one."""

_MITRE = 2.0
"""The greatest length of a grown polygon's sharp corner, as a multiple of the growth."""


class Profiles(Struct, frozen=True):
    """The profiles of a shape on its four sides, in a box whose corner is (0, 0).

    `left` and `right` give x at each y, `top` and `bottom` give y at each x.
    """

    left: tuple[Span, ...]
    right: tuple[Span, ...]
    top: tuple[Span, ...]
    bottom: tuple[Span, ...]

    def turned(self, size: Size) -> "Profiles":
        """The profiles after a turn by 180 degrees in a box of this size."""
        width_mm, height_mm = size.width_mm, size.height_mm
        return Profiles(
            _reversed_spans(self.right, height_mm, width_mm),
            _reversed_spans(self.left, height_mm, width_mm),
            _reversed_spans(self.bottom, width_mm, height_mm),
            _reversed_spans(self.top, width_mm, height_mm),
        )


def profiles_of(corners: Sequence[Point], by_mm: float, size: Size) -> Profiles:
    """The profiles of a simple polygon, clockwise, whose sides are moved out by `by_mm`.

    `size` is the size of its bounding box, grown by `by_mm` too: no profile reaches beyond that
    box.
    """
    moved = [at.moved(by_mm, by_mm) for at in corners]
    edges = [*edges_of(moved), *(edges_of(_line_around(moved, by_mm)) if by_mm > 0 else ())]
    across = [(a.y_mm, a.x_mm, b.y_mm, b.x_mm) for a, b in edges]
    down = [(a.x_mm, a.y_mm, b.x_mm, b.y_mm) for a, b in edges]
    left, right = _envelopes(across, size.height_mm, size.width_mm)
    top, bottom = _envelopes(down, size.width_mm, size.height_mm)
    return Profiles(left, right, top, bottom)


def least_step_mm(far: Sequence[Span], near: Sequence[Span], offset_mm: float = 0.0) -> float:
    """The distance to move the second of two shapes so that it begins where the first one ends.

    `far` is the right (or the bottom) profile of the first shape; `near` is the left (or the top)
    profile of the second shape, which is moved by `offset_mm` across. Minus infinity where the
    shapes have no height in common.
    """
    least_mm = -math.inf
    i = k = 0
    while i < len(far) and k < len(near):
        low, high, first, last = far[i]
        begin, end, here, there = near[k]
        begin, end = begin + offset_mm, end + offset_mm
        lower, upper = max(low, begin), min(high, end)
        if upper - lower > _LEVEL_MM:
            steep, steeper = (last - first) / (high - low), (there - here) / (end - begin)
            for at in (lower, upper):
                gap_mm = first + steep * (at - low) - here - steeper * (at - begin)
                least_mm = max(least_mm, gap_mm)
        if high < end:
            i += 1
        else:
            k += 1
    return least_mm


def _reversed_spans(spans: Sequence[Span], high_mm: float, wide_mm: float) -> tuple[Span, ...]:
    return tuple(
        (high_mm - high, high_mm - low, wide_mm - last, wide_mm - first)
        for low, high, first, last in reversed(spans)
    )


def _envelopes(
    lines: Sequence[Span], high_mm: float, wide_mm: float
) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
    """The least and the greatest value of lines at each height, from 0 to `high_mm`.

    A line is given as the height and the value of its start, then of its end.
    """
    slanted = [
        line if line[0] < line[2] else (line[2], line[3], line[0], line[1])
        for line in lines
        if abs(line[2] - line[0]) > _LEVEL_MM
    ]
    ends = {end for low, _, high, _ in slanted for end in (low, high)}
    ends |= {at for line in slanted for side in (0.0, wide_mm) for at in _reaches(line, side)}
    heights = _distinct_heights(sorted({0.0, high_mm, *(end for end in ends if 0 < end < high_mm)}))
    waiting = sorted(slanted, reverse=True)
    here: list[Span] = []
    least: list[Span] = []
    greatest: list[Span] = []
    for low, high in pairwise(heights):
        middle = (low + high) / 2
        while waiting and waiting[-1][0] < middle:
            here.append(waiting.pop())
        here = [line for line in here if line[2] > middle]
        values = [
            (
                first + (last - first) * (low - begin) / (end - begin),
                first + (last - first) * (high - begin) / (end - begin),
            )
            for begin, first, end, last in here
        ]
        starts, stops = zip(*values, strict=True)
        least.append((low, high, max(0.0, min(starts)), max(0.0, min(stops))))
        greatest.append((low, high, min(wide_mm, max(starts)), min(wide_mm, max(stops))))
    return tuple(least), tuple(greatest)


def _reaches(line: Span, value: float) -> Iterator[float]:
    """Yields the height at which a line has a value; nothing if the line does not cross it."""
    low, first, high, last = line
    if min(first, last) < value < max(first, last):
        yield low + (high - low) * (value - first) / (last - first)


def _distinct_heights(heights: Sequence[float]) -> list[float]:
    """The ascending heights; a height that hardly differs from the one before is left out."""
    kept = [heights[0]]
    for height in heights[1:]:
        if height - kept[-1] > _LEVEL_MM:
            kept.append(height)
    return kept


def _line_around(corners: Sequence[Point], by_mm: float) -> list[Point]:
    """A line around everything that is nearer than `by_mm` to a clockwise polygon.

    The line crosses itself in notches. The polygon as `polygons.grown` grows it lies inside.
    """
    edges = [edge for edge in edges_of(corners) if math.dist(*map(_plain_point, edge)) > _LEVEL_MM]
    outline: list[Point] = []
    for before, after in zip((edges[-1], *edges[:-1]), edges, strict=True):
        outline += _points_around_corner(before, after, by_mm)
    return outline


def _points_around_corner(before: Edge, after: Edge, by_mm: float) -> Iterator[Point]:
    """The points of the line around a corner, from one of the corner's edges to the other."""
    corner = after[0]
    along_x, along_y = _direction(before)
    then_x, then_y = _direction(after)
    first = corner.moved(along_y * by_mm, -along_x * by_mm)
    last = corner.moved(then_y * by_mm, -then_x * by_mm)
    if along_x * then_y - along_y * then_x < 0:  # an inner corner, where `grown` makes one corner
        over = max(1 + along_x * then_x + along_y * then_y, 1 / _MITRE)
        dx_mm, dy_mm = first.x_mm + last.x_mm, first.y_mm + last.y_mm
        inner = corner.moved((dx_mm - 2 * corner.x_mm) / over, (dy_mm - 2 * corner.y_mm) / over)
        yield from (first, inner, last)
        return
    # Half of the angle between the two edges.
    sine = math.sqrt(max(0.0, (1 + along_x * then_x + along_y * then_y) / 2))
    cosine = math.sqrt(max(0.0, 1 - sine * sine))
    reach_mm = by_mm * (cosine / sine if sine >= 1 / _MITRE else (_MITRE - sine) / cosine)
    yield first.moved(along_x * reach_mm, along_y * reach_mm)
    yield last.moved(-then_x * reach_mm, -then_y * reach_mm)


def _direction(edge: Edge) -> tuple[float, float]:
    (x_mm, y_mm), (to_x_mm, to_y_mm) = map(_plain_point, edge)
    length_mm = math.hypot(to_x_mm - x_mm, to_y_mm - y_mm)
    return (to_x_mm - x_mm) / length_mm, (to_y_mm - y_mm) / length_mm


def _plain_point(at: Point) -> tuple[float, float]:
    return at.x_mm, at.y_mm
