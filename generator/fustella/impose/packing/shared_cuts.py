"""Finds cuts that neighbours share: where pieces with one edge colour meet, without bleed.

Each face is clipped to its trim along such a cut, so that no face prints on its neighbour, and
keeps its bleed on its other sides.
"""

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from fustella.core.geometry.cutpaths import to_page
from fustella.core.geometry.polygons import edges_of, raster
from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point, Rect
from fustella.core.values.paper import PrintSettings
from fustella.impose.layout import Position
from fustella.impose.packing.forms import shares

_RASTER_PER_MM = 200.0
"""The raster by which ends of sides are compared: ends within 5 µm count as the same."""

_Side: TypeAlias = tuple[str, bool, tuple[tuple[int, int], ...]]
"""The edge colour of a side, whether its piece has a back, and its two ends in raster units."""

_Straight: TypeAlias = tuple[float, float, float]
"""The line of all points with a·x + b·y = c, (a, b) pointing outwards and 1 long."""


def with_shared_edges(
    positions: Sequence[Position], settings: PrintSettings
) -> tuple[Position, ...]:
    """Clips pieces to their trim along the sides that they share with neighbours.

    Their cells become their trim and visible bleed. A side is shared if the whole of it is also the
    side of another piece with the same `edge`, and both or neither of these pieces have a back.
    """
    if not any(position.item.edge and shares(position.item, settings) for position in positions):
        return tuple(positions)
    corners = [
        _corners(position.item.outline, position.turn_deg, position.box)
        if shares(position.item, settings)
        else ()
        for position in positions
    ]
    sides = [_sides(position, ends) for position, ends in zip(positions, corners, strict=True)]
    met = Counter(side for own in sides for side in own)
    return tuple(
        _clipped_position(position, ends, [met[side] > 1 for side in own]) if ends else position
        for position, ends, own in zip(positions, corners, sides, strict=True)
    )


@lru_cache(maxsize=4096)  # full sheets have the same positions
def _corners(outline: Outline, turn_deg: int, box: Rect) -> tuple[Point, ...]:
    """The corners of a placed piece, clockwise."""
    return tuple(to_page(at, outline.size, turn_deg, box) for at in outline.corners())


def _sides(position: Position, corners: Sequence[Point]) -> tuple[_Side, ...]:
    """A key for every side of a position, equal for both pieces that share the side."""
    ends = [(raster(at.x_mm, _RASTER_PER_MM), raster(at.y_mm, _RASTER_PER_MM)) for at in corners]
    return tuple(
        (position.item.edge, position.item.has_back, tuple(sorted(pair)))
        for pair in zip(ends, ends[1:] + ends[:1], strict=True)
    )


def _clipped_position(
    position: Position, corners: tuple[Point, ...], shared: Sequence[bool]
) -> Position:
    """A position that shows its bleed on sides that are not `shared`."""
    bleed_mm = position.item.bleed_mm
    clip, cell = _grown_corners(
        corners, tuple(0.0 if is_shared else bleed_mm for is_shared in shared)
    )
    return replace(position, cell=cell, clip=clip if any(shared) else ())


@lru_cache(maxsize=4096)
def _grown_corners(
    corners: tuple[Point, ...], by_mm: tuple[float, ...]
) -> tuple[tuple[Point, ...], Rect]:
    """A convex polygon with its sides moved out, each by its own length, and the box around it."""
    grown = offset_sides(corners, by_mm)
    left_mm, top_mm = min(at.x_mm for at in grown), min(at.y_mm for at in grown)
    right_mm, bottom_mm = max(at.x_mm for at in grown), max(at.y_mm for at in grown)
    return grown, Rect(left_mm, top_mm, right_mm - left_mm, bottom_mm - top_mm)


def offset_sides(corners: Sequence[Point], by_mm: Sequence[float]) -> tuple[Point, ...]:
    """The corners of a clockwise convex polygon whose sides move out, each by its own length.

    There are fewer corners if a side moves beyond the point where its neighbours meet, as a side of
    a small hexagon may.
    """
    lines = [
        _moved_side(start, end, out_mm)
        for (start, end), out_mm in zip(edges_of(corners), by_mm, strict=True)
    ]
    while True:
        points = [_crossing(*pair) for pair in zip((*lines[-1:], *lines[:-1]), lines, strict=True)]
        lengths = map(_along_mm, lines, points, (*points[1:], *points[:1]))
        left = [line for line, long_mm in zip(lines, lengths, strict=True) if long_mm > EPSILON_MM]
        if len(left) == len(lines):
            return tuple(points)
        lines = left


def _along_mm(line: _Straight, start: Point, end: Point) -> float:
    """The distance from one point of a line to another, clockwise; negative the other way round."""
    a, b, _ = line
    return a * (end.y_mm - start.y_mm) - b * (end.x_mm - start.x_mm)


def _moved_side(start: Point, end: Point, by_mm: float) -> _Straight:
    """The line of a side of a clockwise polygon, moved outwards."""
    dx_mm, dy_mm = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    long_mm = math.hypot(dx_mm, dy_mm)
    a, b = dy_mm / long_mm, -dx_mm / long_mm
    return a, b, a * start.x_mm + b * start.y_mm + by_mm


def _crossing(first: _Straight, second: _Straight) -> Point:
    """The point where two lines meet that are not parallel."""
    (a, b, c), (d, e, f) = first, second
    over = a * e - b * d
    return Point((c * e - b * f) / over, (a * f - c * d) / over)
