"""Defines the values of every layout: pieces in a block that has no place on a page yet.

A *cell* is the room that a copy takes; its *box* is the trim inside the cell. The two differ by the
bleed and half of the gutter, or, for a circle, by at least enough to cut between two neighbours.
"""

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Point, Rect
from fustella.core.values.sheets import Item, Mark, moved_mark

CIRCLE_CLEARANCE_MM = 0.5
"""Half the gap between two circles: a knife passes between them without touching either."""

CORNER_GROWTH = 2 / math.sqrt(3)
"""The distance by which a regular hexagon's corners move out when its sides move out by 1."""


class Cutting(StrEnum):
    """The way to show cuts: ticks at the ends of lines that run through, or lines along edges."""

    TICKS = "ticks"
    EDGES = "edges"


class Position(Struct, frozen=True):
    """The place of one copy, or of the part of a board in its `window` (in mm of the face).

    `box` is the trim after a clockwise turn by `turn_deg`; `cell` is the room that the copy takes.
    `path` is the edge of a board's part that is not a rectangle. With a `clip`, nothing of the face
    shows outside that clip.
    """

    item: Item
    cell: Rect
    box: Rect
    turn_deg: int = 0
    window: Rect | None = None
    path: tuple[Point, ...] = ()
    clip: tuple[Point, ...] = ()

    def moved(self, dx_mm: float, dy_mm: float) -> "Position":
        cell = self.cell.moved(dx_mm, dy_mm)
        box = cell if self.box is self.cell else self.box.moved(dx_mm, dy_mm)
        path = tuple(at.moved(dx_mm, dy_mm) for at in self.path)
        clip = tuple(at.moved(dx_mm, dy_mm) for at in self.clip)
        return Position(self.item, cell, box, self.turn_deg, self.window, path, clip)


class Layout(Struct, frozen=True):
    """The pieces of one sheet as a block; `extent` is the rectangle that is centred on the page.

    `seams` are places on the edge of a board's part where the edge of a neighbouring part will lie;
    `joints` are marks on what that neighbour will cover.
    """

    positions: tuple[Position, ...]
    extent: Rect
    cutting: Cutting
    note: str = ""
    seams: tuple[Point, ...] = ()
    joints: tuple[Mark, ...] = ()

    def moved(self, dx_mm: float, dy_mm: float) -> "Layout":
        return replace(
            self,
            positions=tuple(position.moved(dx_mm, dy_mm) for position in self.positions),
            extent=self.extent.moved(dx_mm, dy_mm),
            seams=tuple(at.moved(dx_mm, dy_mm) for at in self.seams),
            joints=tuple(moved_mark(mark, dx_mm, dy_mm) for mark in self.joints),
        )


def position_in(item: Item, cell: Rect, turn_deg: int) -> Position:
    """A copy in the middle of its cell, with its exact trim size."""
    size = item.outline.size.turned() if turn_deg % 180 else item.outline.size
    dx_mm = (cell.width_mm - size.width_mm) / 2
    dy_mm = (cell.height_mm - size.height_mm) / 2
    box = Rect(cell.x_mm + dx_mm, cell.y_mm + dy_mm, size.width_mm, size.height_mm)
    return Position(item, cell, box, turn_deg)


def extent_of(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle around all of `rects`, of which there is at least one."""
    left_mm = top_mm = math.inf
    right_mm = bottom_mm = -math.inf
    for rect in rects:  # in one go: sheets have hundreds
        left_mm, top_mm = min(left_mm, rect.x_mm), min(top_mm, rect.y_mm)
        right_mm = max(right_mm, rect.x_mm + rect.width_mm)
        bottom_mm = max(bottom_mm, rect.y_mm + rect.height_mm)
    return Rect(left_mm, top_mm, right_mm - left_mm, bottom_mm - top_mm)


def how_many(room_mm: float, each_mm: float, gap_mm: float) -> int:
    """The number of lengths `each_mm` that fit into `room_mm`, with a gap between neighbours."""
    return int((room_mm + gap_mm + EPSILON_MM) / (each_mm + gap_mm))


def each_copy(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items, each repeated for every copy; all copies of an item follow each other."""
    return tuple(item for item in items for _ in range(item.copies))


def by_sheet(items: Iterable[Item]) -> dict[str, list[Item]]:
    """The items by the names of their sheets, in the order in which the names first appear."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.sheet, []).append(item)
    return groups
