"""Where the block of pieces lies on its page, and the free strip for the ruler and the label.

A strip lies along the bottom of the printable area or, upright, along its right side. A layout is
therefore always made for an area that is the printable area less the thinnest strip.
"""

from dataclasses import dataclass

from generator.geometry import EPSILON_MM, Point, Rect, Size
from generator.papers import Paper
from generator.sheets import Strip

THINNEST_MM = 5.0
"""A line of label above the ticks of a ruler needs this much."""
THICKEST_MM = 8.0
"""More than this is no better to read."""
SHORTEST_MM = 160.0
"""A ruler of 100 mm and a label beside it."""
TICKS_MM = 5.0
"""What cut ticks like to have between the pieces and the strip."""
COMFORT_MM = THINNEST_MM + TICKS_MM


@dataclass(frozen=True, slots=True)
class Seat:
    """The corner of the block on the page, and the strip beside it."""

    origin: Point
    strip: Strip


def areas(paper: Paper) -> tuple[Size, ...]:
    """The areas that a layout may fill so that a strip stays free: below first, then beside."""
    size = paper.printable.size
    below = Size(size.width_mm, size.height_mm - THINNEST_MM)
    beside = Size(size.width_mm - THINNEST_MM, size.height_mm)
    may_lie, may_stand = _ways(paper)
    options = ((below, may_lie), (beside, may_stand))
    return tuple(area for area, allowed in options if allowed)


def seat(block: Size, paper: Paper) -> Seat:
    """Centre a block that fits one of the `areas`, moved aside where the strip needs the room.

    Of the two sides the strip takes the one where it leaves more room for the ticks.
    """
    printable = paper.printable
    may_lie, may_stand = _ways(paper)
    free_below_mm = printable.height_mm - block.height_mm if may_lie else 0.0
    free_beside_mm = printable.width_mm - block.width_mm if may_stand else 0.0
    upright = min(free_beside_mm, COMFORT_MM) > min(free_below_mm, COMFORT_MM) + EPSILON_MM
    gap_mm, thick_mm = _share(free_beside_mm if upright else free_below_mm)
    x_mm = printable.x_mm + (printable.width_mm - block.width_mm) / 2
    y_mm = printable.y_mm + (printable.height_mm - block.height_mm) / 2
    if upright:
        x_mm = printable.right_mm - gap_mm - block.width_mm
    else:
        y_mm = printable.bottom_mm - gap_mm - block.height_mm
    return Seat(Point(x_mm, y_mm), strip_along(printable, thick_mm, upright))


def strip_along(printable: Rect, thick_mm: float, upright: bool) -> Strip:
    """A strip of the whole length of the printable area, at its right side or at its bottom."""
    if upright:
        x_mm = printable.right_mm - thick_mm
        return Strip(Rect(x_mm, printable.y_mm, thick_mm, printable.height_mm), upright=True)
    y_mm = printable.bottom_mm - thick_mm
    return Strip(Rect(printable.x_mm, y_mm, printable.width_mm, thick_mm), upright=False)


def _share(free_mm: float) -> tuple[float, float]:
    """Of the free length: what lies on the strip's side of the block, and the strip's thickness."""
    gap_mm = max(free_mm / 2, min(free_mm, COMFORT_MM))
    return gap_mm, max(THINNEST_MM, min(THICKEST_MM, gap_mm - TICKS_MM))


def _ways(paper: Paper) -> tuple[bool, bool]:
    """Whether a strip may lie along the bottom, and whether it may stand at the side.

    On paper that is too small for the usual length, the longer side has to do.
    """
    size = paper.printable.size
    needed_mm = min(SHORTEST_MM, max(size.width_mm, size.height_mm)) - EPSILON_MM
    return size.width_mm >= needed_mm, size.height_mm >= needed_mm
