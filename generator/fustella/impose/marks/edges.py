"""Draws lines along the edges of pieces, for cuts that do not run through the sheet."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias

from fustella.core.geometry.cutpaths import to_page
from fustella.core.geometry.outlines import is_curve
from fustella.core.geometry.polygons import SAME_MM, edges_of, merged, raster
from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.sheets import Line, Ring
from fustella.impose.layout import Position

_Edge: TypeAlias = tuple[float, float, float]
"""An upright or level edge: the position of its line, and those of its ends along it."""


def cut_box(position: Position) -> Rect:
    """The rectangle that straight cuts follow: the trim's box, or for a circle its cell."""
    return position.cell if position.item.outline.is_round else position.box


def corners_of(position: Position) -> tuple[Point, ...]:
    """The corners of the polygon that straight cuts follow, on the page, clockwise."""
    outline = position.item.outline
    if position.path:
        return position.path
    if position.window is None and not outline.fills_box:
        size = outline.size
        return tuple(to_page(at, size, position.turn_deg, position.box) for at in outline.corners())
    return cut_box(position).corners()


_Place: TypeAlias = tuple[int, int]
"""A point on a raster: points that differ by less than the raster count as one."""


class Rim:
    """The polygon that straight cuts follow around a piece: its corners and its sides."""

    def __init__(self, position: Position) -> None:
        self.position = position

    @cached_property
    def sides(self) -> tuple[tuple[Point, Point, _Place, _Place], ...]:
        """The sides, clockwise, each with both its ends in mm and both its ends on the raster."""
        corners = corners_of(self.position)
        places = [(raster(at.x_mm), raster(at.y_mm)) for at in corners]
        return tuple(
            zip(
                corners,
                (*corners[1:], *corners[:1]),
                places,
                (*places[1:], *places[:1]),
                strict=True,
            )
        )

    @cached_property
    def inner_sides(self) -> tuple[tuple[Point, Point, _Place, _Place], ...]:
        """Those of the `sides` that do not lie on the border of the piece's box."""
        box = self.position.box
        across = raster(box.x_mm), raster(box.right_mm)
        down = raster(box.y_mm), raster(box.bottom_mm)
        return tuple(
            side
            for side in self.sides
            for (x, y), (to_x, to_y) in (side[2:],)
            if not ((x == to_x and x in across) or (y == to_y and y in down))
        )


def rings(positions: Iterable[Position]) -> tuple[Ring, ...]:
    boxes = (position.box for position in positions if position.item.outline.is_round)
    return tuple(
        Ring(Point(box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2), box.width_mm / 2)
        for box in boxes
    )


def edges(rims: Iterable[Rim]) -> tuple[Line, ...]:
    """Lines along all edges of pieces: a shared edge once, and edges in one line joined.

    Circles have no such lines: `rings` shows them.
    """
    upright: dict[int, list[_Edge]] = defaultdict(list)
    level: dict[int, list[_Edge]] = defaultdict(list)
    slanted: dict[tuple[_Place, _Place], Line] = {}
    straight = (rim for rim in rims if not rim.position.item.outline.is_round)
    for start, end, place, to_place in (side for rim in straight for side in rim.sides):
        if place[0] == to_place[0]:
            ends = min(start.y_mm, end.y_mm), max(start.y_mm, end.y_mm)
            upright[place[0]].append((start.x_mm, *ends))
        elif place[1] == to_place[1]:
            ends = min(start.x_mm, end.x_mm), max(start.x_mm, end.x_mm)
            level[place[1]].append((start.y_mm, *ends))
        elif place[0] < to_place[0]:
            slanted.setdefault((place, to_place), Line(start, end))
        else:
            slanted.setdefault((to_place, place), Line(end, start))
    return (
        *(Line(Point(at, first), Point(at, last)) for at, first, last in _joined_edges(upright)),
        *(Line(Point(first, at), Point(last, at)) for at, first, last in _joined_edges(level)),
        *slanted.values(),
    )


def edges_in_turn(rims: Iterable[Rim]) -> tuple[Line, ...]:
    """Lines along all edges of polygons, each once, in their order around each piece."""
    by_places: dict[frozenset[_Place], Line] = {}
    for start, end, *places in (side for rim in rims for side in rim.sides):
        by_places.setdefault(frozenset(places), Line(start, end))
    return tuple(by_places.values())


def inner_edges(positions: Iterable[Position]) -> tuple[Line, ...]:
    """Lines along the cuts inside of pieces: their holes and slits."""
    lines = []
    for position in positions:
        outline = position.item.outline
        if position.window is None and not position.path:
            inside = [edge for hole in outline.holes for edge in edges_of(hole)] + [*outline.slits]
            for ends in inside:
                start, end = (
                    to_page(at, outline.size, position.turn_deg, position.box) for at in ends
                )
                lines.append(Line(start, end))
    return tuple(lines)


def _joined_edges(by_line: Mapping[int, Sequence[_Edge]]) -> list[_Edge]:
    """Joins parallel edges that lie in one line and overlap or touch."""
    joined = []
    for _, in_line in sorted(by_line.items()):
        at_mm = min(in_line, key=lambda edge: edge[1])[0]
        for first_mm, last_mm in merged((edge[1:] for edge in in_line), SAME_MM):
            joined.append((at_mm, first_mm, last_mm))
    return joined


def edges_inside_boxes(rims: Iterable[Rim]) -> tuple[Line, ...]:
    """The cuts that remain inside the boxes of pieces: corners of hexagons, and nets."""
    return tuple(
        Line(start, end)
        for rim in rims
        if not rim.position.item.outline.fills_box and rim.position.window is None
        for start, end, _, _ in rim.inner_sides
    )


def curved_corners(rims: Iterable[Rim], inside_boxes: bool) -> int:
    """Counts the corners of polygons at which a cut continues, because they lie on a curve.

    With `inside_boxes`, sides on the border of a polygon's box do not count: they are cut already.
    """
    curved, closed = set[frozenset[_Place]](), 0
    for rim in rims:
        ring = rim.inner_sides if inside_boxes else rim.sides
        corners = {
            frozenset((one, two, three))
            for (before, here, one, two), (start, after, _, three) in zip(
                ring[-1:] + ring[:-1], ring, strict=True
            )
            if here == start and is_curve(before, here, after)
        }
        curved |= corners
        closed += bool(corners) and len(corners) == len(ring)
    return len(curved) - closed
