"""Polygons with any number of inner corners, in mm, y down, their corners clockwise."""

import math
from collections.abc import Sequence

from generator.geometry import Point

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
