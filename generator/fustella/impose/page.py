"""Places the parts of a page: the block of pieces and the slug.

The slug is a strip for the ruler and the page label. It lies along the bottom of the printable area
or, upright, along its right side. A layout is therefore always made for an area that is the
printable area less the thinnest slug.
"""

from collections.abc import Sequence

from msgspec import Struct

from fustella.core.geometry.shapes import EPSILON_MM, Point, Rect, Size
from fustella.core.values.paper import Paper
from fustella.core.values.sheets import Slug

THINNEST_SLUG_MM = 5.0
"""The thickness of the thinnest slug: one line of label above the ticks of a ruler."""

THICKEST_SLUG_MM = 8.0
"""The thickness above which a slug is no easier to read."""

SHORTEST_SLUG_MM = 160.0
"""The length of a slug that holds a ruler of 100 mm and a label beside it."""

TICK_ROOM_MM = 5.0
"""The room for cut ticks between the pieces and the slug."""

SLUG_ROOM_MM = THINNEST_SLUG_MM + TICK_ROOM_MM
"""The height of a slug with the ticks beside it, where the paper has room for both."""


class Seat(Struct, frozen=True):
    """A block's corner on the page, and the slug next to the block."""

    origin: Point
    slug: Slug


def areas(paper: Paper, gutter_mm: float = 0.0) -> tuple[Size, ...]:
    """The areas that a layout may fill while a slug stays free: above the slug, then beside it.

    Where a cutting machine reaches only a part of an area, the areas are that part, upright and
    level. With a gutter the areas are larger by it, because each cell counts half a gutter on every
    side.
    """
    size = paper.printable.size
    may_lie, may_stand = _slugs_allowed(paper)
    above = Size(size.width_mm, size.height_mm - THINNEST_SLUG_MM)
    beside = Size(size.width_mm - THINNEST_SLUG_MM, size.height_mm)
    rooms = (above,) * may_lie + (beside,) * may_stand
    if paper.reach is not None:
        rooms = _reached_areas(rooms, paper.reach)
    return tuple(Size(room.width_mm + gutter_mm, room.height_mm + gutter_mm) for room in rooms)


def _reached_areas(rooms: Sequence[Size], reach: Size) -> tuple[Size, ...]:
    """The parts of rooms that a machine reaches, upright and level; no part lies inside another."""
    reached = (
        Size(min(room.width_mm, way.width_mm), min(room.height_mm, way.height_mm))
        for room in rooms
        for way in (reach, reach.turned())
    )
    kept: list[Size] = []
    for size in sorted(reached, key=lambda area: -area.width_mm * area.height_mm):
        if not any(size.fits_in(larger) for larger in kept):
            kept.append(size)
    return tuple(kept)


def seat(block: Size, paper: Paper) -> Seat:
    """Seats a block that fits one of the `areas`: in the middle, or aside to make room for a slug.

    The slug lies below the block or at its side, wherever the ticks have more room.
    """
    printable = paper.printable
    may_lie, may_stand = _slugs_allowed(paper)
    free_below_mm = printable.height_mm - block.height_mm if may_lie else 0.0
    free_beside_mm = printable.width_mm - block.width_mm if may_stand else 0.0
    upright = min(free_beside_mm, SLUG_ROOM_MM) > min(free_below_mm, SLUG_ROOM_MM) + EPSILON_MM
    free_mm = free_beside_mm if upright else free_below_mm
    gap_mm = max(free_mm / 2, min(free_mm, SLUG_ROOM_MM))
    thick_mm = max(THINNEST_SLUG_MM, min(THICKEST_SLUG_MM, gap_mm - TICK_ROOM_MM))
    x_mm = printable.x_mm + (printable.width_mm - block.width_mm) / 2
    y_mm = printable.y_mm + (printable.height_mm - block.height_mm) / 2
    if upright:
        x_mm = printable.right_mm - gap_mm - block.width_mm
    else:
        y_mm = printable.bottom_mm - gap_mm - block.height_mm
    return Seat(Point(x_mm, y_mm), slug_along(printable, thick_mm, upright))


def slug_along(printable: Rect, thick_mm: float, upright: bool) -> Slug:
    """A slug as long as the printable area, along its right side or its bottom."""
    if upright:
        x_mm = printable.right_mm - thick_mm
        return Slug(Rect(x_mm, printable.y_mm, thick_mm, printable.height_mm), upright=True)
    y_mm = printable.bottom_mm - thick_mm
    return Slug(Rect(printable.x_mm, y_mm, printable.width_mm, thick_mm), upright=False)


def _slugs_allowed(paper: Paper) -> tuple[bool, bool]:
    """Whether a slug may lie along the bottom, and whether a slug may stand at the side.

    On paper that is too small for the usual length, a slug along the longer side is shorter.
    """
    size = paper.printable.size
    needed_mm = min(SHORTEST_SLUG_MM, max(size.width_mm, size.height_mm)) - EPSILON_MM
    return size.width_mm >= needed_mm, size.height_mm >= needed_mm
