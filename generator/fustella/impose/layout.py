"""What every way of laying out makes: pieces in a block that does not yet know its page.

A *cell* is the room a copy takes; its *box* is the trim inside the cell. The two differ by the
clearance: the bleed, or for a circle at least enough to cut between two neighbours.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from fustella.core.geometry import Point, Rect, Shape
from fustella.core.sheets import Item, Mark, moved_mark

CIRCLE_CLEARANCE_MM = 0.5
"""Half the gap between two circles: a knife passes between them without touching either."""

CORNER_GROWTH = 2 / math.sqrt(3)
"""How much further the corner of a regular hexagon moves than its sides when it grows."""


class Cutting(StrEnum):
    """How the cuts are shown: ticks at the ends of lines that run through, or lines along edges."""

    TICKS = "ticks"
    EDGES = "edges"


@dataclass(frozen=True, slots=True)
class Position:
    """The place of one copy, or of one part (`window`, in the face's own mm) of a board.

    `box` is the trim after a clockwise turn by `turn_deg`; `cell` is the room that it takes. `path`
    is the own edge of a board's part where that is no rectangle. With a `clip` nothing of the face
    shows outside it.
    """

    item: Item
    cell: Rect
    box: Rect
    turn_deg: int = 0
    window: Rect | None = None
    path: tuple[Point, ...] = ()
    clip: tuple[Point, ...] = ()

    def moved(self, dx_mm: float, dy_mm: float) -> "Position":
        """The same, shifted."""
        cell = self.cell.moved(dx_mm, dy_mm)
        box = cell if self.box is self.cell else self.box.moved(dx_mm, dy_mm)
        path = tuple(at.moved(dx_mm, dy_mm) for at in self.path)
        clip = tuple(at.moved(dx_mm, dy_mm) for at in self.clip)
        return Position(self.item, cell, box, self.turn_deg, self.window, path, clip)


@dataclass(frozen=True, slots=True)
class Layout:
    """The pieces of one sheet as a block; `extent` is what is centred on the page.

    `seams` are places on the edge of a board's part where the edge of its neighbour comes to lie;
    `joints` are marks on what its neighbour will cover.
    """

    positions: tuple[Position, ...]
    extent: Rect
    cutting: Cutting
    note: str = ""
    seams: tuple[Point, ...] = ()
    joints: tuple[Mark, ...] = ()

    def moved(self, dx_mm: float, dy_mm: float) -> "Layout":
        """The same, shifted."""
        return replace(
            self,
            positions=tuple(position.moved(dx_mm, dy_mm) for position in self.positions),
            extent=self.extent.moved(dx_mm, dy_mm),
            seams=tuple(at.moved(dx_mm, dy_mm) for at in self.seams),
            joints=tuple(moved_mark(mark, dx_mm, dy_mm) for mark in self.joints),
        )


def clearance_mm(item: Item) -> float:
    """How far a piece keeps its sides from the edges of its cell."""
    if item.outline.shape is Shape.CIRCLE:
        return max(item.bleed_mm, CIRCLE_CLEARANCE_MM)
    return item.bleed_mm


def spot_in(item: Item, cell: Rect, turn_deg: int) -> Position:
    """A copy in the middle of its cell, with its exact trim size."""
    size = item.outline.size.turned() if turn_deg % 180 else item.outline.size
    dx_mm = (cell.width_mm - size.width_mm) / 2
    dy_mm = (cell.height_mm - size.height_mm) / 2
    box = Rect(cell.x_mm + dx_mm, cell.y_mm + dy_mm, size.width_mm, size.height_mm)
    return Position(item, cell, box, turn_deg)


def extent_of(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle around all of `rects`, of which there is at least one."""
    rects = tuple(rects)
    left_mm = min(rect.x_mm for rect in rects)
    top_mm = min(rect.y_mm for rect in rects)
    right_mm = max(rect.right_mm for rect in rects)
    bottom_mm = max(rect.bottom_mm for rect in rects)
    return Rect(left_mm, top_mm, right_mm - left_mm, bottom_mm - top_mm)


def each_copy(items: Sequence[Item]) -> tuple[Item, ...]:
    """Every item as often as it has copies, copies of one piece beside each other."""
    return tuple(item for item in items for _ in range(item.copies))
