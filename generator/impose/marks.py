"""Where to cut, as lines that lie outside the pieces or exactly on their edges.

Pieces in rows and columns have ticks at both ends of every cut; honeycombs and mixed sheets have
lines along the edges; round pieces have their trim besides; parts of boards have ticks at their
corners and triangles where a neighbour's edge comes to lie.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.geometry import EPSILON_MM, Outline, Point, Rect, Shape
from generator.impose.layout import Cutting, Layout, Spot, extent_of
from generator.papers import Paper
from generator.sheets import Line, Ring, Strip

OFF_MM = 1.0
"""Between a tick and the trim or the bleed: a cut a hair beside the line leaves no ink."""
LONGEST_MM = 4.0
SHORTEST_MM = 1.0
TO_PAPER_EDGE_MM = 2.0
"""Ticks may run into the margin: many printers reach further than the margin says."""
TRIANGLE_MM = 2.5
_RASTER_PER_MM = 1000.0
_RASTER_OFFSET = 0.31717


@dataclass(frozen=True, slots=True)
class Cuts:
    """The marks of a sheet, and the number of straight cuts that free its pieces.

    For rows and columns: the lines that run through, columns + 1 and rows + 1 where pieces share
    edges and twice the columns and rows where bleed parts them. For honeycombs and mixed sheets:
    the lines along the edges, where edges that touch end to end in one line count as one. For a
    part of a board: its four edges.
    """

    marks: tuple[Line | Ring, ...]
    count: int


def cuts_of(layout: Layout, paper: Paper, strip: Strip) -> Cuts:
    """The marks of a layout that has its place on the page."""
    if layout.cutting is Cutting.EDGES:
        lines = _edges(layout.spots)
        drawn: tuple[Line | Ring, ...] = (*lines, *_rings(layout.spots))
        return Cuts(drawn, len(lines))
    limits = _limits(paper, strip)
    extent = extent_of(spot.cell for spot in layout.spots)
    across = _distinct(x_mm for spot in layout.spots for x_mm in _sides_mm(spot))
    down = _distinct(y_mm for spot in layout.spots for y_mm in _levels_mm(spot))
    ticks = (_tick(end, step, limits) for end, step in _ends(across, down, extent))
    joints = (_triangle(at, _nearest_way_out(at, extent), limits) for at in layout.seams)
    marks: tuple[Line | Ring, ...] = (
        *(tick for tick in ticks if tick),
        *(line for joint in joints for line in joint),
        *_rings(layout.spots),
    )
    return Cuts(marks, len(across) + len(down))


def _rings(spots: Sequence[Spot]) -> tuple[Ring, ...]:
    """The trim of every round piece."""
    round_boxes = [spot.box for spot in spots if spot.item.outline.shape is Shape.CIRCLE]
    return tuple(
        Ring(Point(box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2), box.width_mm / 2)
        for box in round_boxes
    )


def _ends(
    across: Sequence[float], down: Sequence[float], extent: Rect
) -> Iterator[tuple[Point, tuple[int, int]]]:
    """Both ends of every line that runs through, each with the direction that leads outward."""
    for x_mm in across:
        yield Point(x_mm, extent.y_mm), (0, -1)
        yield Point(x_mm, extent.bottom_mm), (0, 1)
    for y_mm in down:
        yield Point(extent.x_mm, y_mm), (-1, 0)
        yield Point(extent.right_mm, y_mm), (1, 0)


def _limits(paper: Paper, strip: Strip) -> Rect:
    """Where ticks may be: up to the strip, and elsewhere nearly up to the edge of the paper."""
    whole = Rect(0, 0, paper.size.width_mm, paper.size.height_mm).grown(-TO_PAPER_EDGE_MM)
    if strip.upright:
        return Rect(whole.x_mm, whole.y_mm, strip.box.x_mm - whole.x_mm, whole.height_mm)
    return Rect(whole.x_mm, whole.y_mm, whole.width_mm, strip.box.y_mm - whole.y_mm)


def _cut_box(spot: Spot) -> Rect:
    """The rectangle that straight cuts follow: the trim, or the cell around a circle."""
    return spot.cell if spot.item.outline.shape is Shape.CIRCLE else spot.box


def _sides_mm(spot: Spot) -> tuple[float, float]:
    box = _cut_box(spot)
    return box.x_mm, box.right_mm


def _levels_mm(spot: Spot) -> tuple[float, float]:
    box = _cut_box(spot)
    return box.y_mm, box.bottom_mm


def _tick(end: Point, step: tuple[int, int], limits: Rect) -> Line | None:
    """A tick that leads away from the end of a cut, or None without room for one."""
    room_mm = min(_room_mm(end, step, limits) - OFF_MM, LONGEST_MM)
    if room_mm < SHORTEST_MM - EPSILON_MM:
        return None
    return Line(_along(end, step, OFF_MM), _along(end, step, OFF_MM + room_mm))


def _triangle(at: Point, step: tuple[int, int], limits: Rect) -> tuple[Line, ...]:
    """A triangle outside a part whose tip points at a place on its edge."""
    high_mm = min(_room_mm(at, step, limits) - OFF_MM, TRIANGLE_MM)
    if high_mm < SHORTEST_MM - EPSILON_MM:
        return ()
    tip = _along(at, step, OFF_MM)
    middle = _along(at, step, OFF_MM + high_mm)
    aside = (step[1], step[0])
    one, other = _along(middle, aside, high_mm / 2), _along(middle, aside, -high_mm / 2)
    return Line(tip, one), Line(one, other), Line(other, tip)


def _room_mm(at: Point, step: tuple[int, int], limits: Rect) -> float:
    """From `at` in one of the four directions to the limits."""
    match step:
        case (-1, 0):
            return at.x_mm - limits.x_mm
        case (1, 0):
            return limits.right_mm - at.x_mm
        case (0, -1):
            return at.y_mm - limits.y_mm
        case _:
            return limits.bottom_mm - at.y_mm


def _along(at: Point, step: tuple[int, int], by_mm: float) -> Point:
    return Point(at.x_mm + step[0] * by_mm, at.y_mm + step[1] * by_mm)


def _nearest_way_out(at: Point, box: Rect) -> tuple[int, int]:
    """The direction that leads out of a box at a place on its edge."""
    ways = {
        (-1, 0): at.x_mm - box.x_mm,
        (1, 0): box.right_mm - at.x_mm,
        (0, -1): at.y_mm - box.y_mm,
        (0, 1): box.bottom_mm - at.y_mm,
    }
    return min(ways, key=lambda way: abs(ways[way]))


def _edges(spots: Sequence[Spot]) -> tuple[Line, ...]:
    """Lines along all edges: shared ones once, upright and level ones merged where they touch."""
    upright: list[tuple[float, float, float]] = []
    level: list[tuple[float, float, float]] = []
    slanted: dict[tuple[int, ...], Line] = {}
    for spot in spots:
        if spot.item.outline.shape is Shape.HEXAGON:
            corners = _corners(spot)
            for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
                _sort_edge(start, end, upright, level, slanted)
            continue
        box = _cut_box(spot)
        upright += ((x_mm, box.y_mm, box.bottom_mm) for x_mm in (box.x_mm, box.right_mm))
        level += ((y_mm, box.x_mm, box.right_mm) for y_mm in (box.y_mm, box.bottom_mm))
    return (
        *(Line(Point(at, first), Point(at, last)) for at, first, last in _merged(upright)),
        *(Line(Point(first, at), Point(last, at)) for at, first, last in _merged(level)),
        *slanted.values(),
    )


def _sort_edge(
    start: Point,
    end: Point,
    upright: list[tuple[float, float, float]],
    level: list[tuple[float, float, float]],
    slanted: dict[tuple[int, ...], Line],
) -> None:
    """Put one edge of a hexagon where it belongs."""
    if _raster(start.x_mm) == _raster(end.x_mm):
        upright.append((start.x_mm, min(start.y_mm, end.y_mm), max(start.y_mm, end.y_mm)))
    elif _raster(start.y_mm) == _raster(end.y_mm):
        level.append((start.y_mm, min(start.x_mm, end.x_mm), max(start.x_mm, end.x_mm)))
    else:
        first, last = sorted((start, end), key=lambda at: _raster(at.x_mm))
        key = tuple(map(_raster, (first.x_mm, first.y_mm, last.x_mm, last.y_mm)))
        slanted.setdefault(key, Line(first, last))


def _corners(spot: Spot) -> tuple[Point, ...]:
    """The corners of a placed hexagon."""
    corners = Outline(Shape.HEXAGON, spot.item.outline.size).corners()
    if spot.turn_deg % 180:
        corners = tuple(Point(spot.box.width_mm - at.y_mm, at.x_mm) for at in corners)
    return tuple(Point(spot.box.x_mm + at.x_mm, spot.box.y_mm + at.y_mm) for at in corners)


def _merged(edges: Iterable[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Stretches (at, first, last) of parallel lines, joined where they overlap or touch."""
    lines: dict[int, list[tuple[float, float, float]]] = defaultdict(list)
    for edge in edges:
        lines[_raster(edge[0])].append(edge)
    merged = []
    for _, stretches in sorted(lines.items()):
        stretches.sort(key=lambda stretch: stretch[1])
        at_mm, first_mm, last_mm = stretches[0]
        for _, next_mm, end_mm in stretches[1:]:
            if next_mm > last_mm + 1 / _RASTER_PER_MM:
                merged.append((at_mm, first_mm, last_mm))
                first_mm = next_mm
                last_mm = end_mm
            else:
                last_mm = max(last_mm, end_mm)
        merged.append((at_mm, first_mm, last_mm))
    return merged


def _distinct(values_mm: Iterable[float]) -> tuple[float, ...]:
    """The values in order, those that are the same but for rounding once."""
    return tuple(value for _, value in sorted({_raster(v): v for v in values_mm}.items()))


def _raster(value_mm: float) -> int:
    """A number that lengths share which differ by no more than errors of computing.

    The offset keeps the borders of the raster away from all decimal and binary fractions of
    millimetres and inches, where two equal lengths could fall to its two sides.
    """
    return math.floor(value_mm * _RASTER_PER_MM + _RASTER_OFFSET)
