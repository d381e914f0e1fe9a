"""Where the block of pieces lies on its page, and the free strip for the ruler and the label.

A strip lies along the bottom of the printable area or, upright, along its right side. A layout is
therefore always made for an area that is the printable area less the thinnest strip.

What a Silhouette cutting machine looks for on a printed sheet, and the room that it needs.

Marks of type 1 (Cameo, Portrait, Curio): a full square at the top left, and angles at the top
right and the bottom left whose corners point outward. Silhouette Studio does not let them be less
than 10 mm from the edge of the paper; 20 mm long, 1 mm thick and an inset of 10 mm, or of the
widest margin of the paper where that is more, are to be set there as they are printed here. The eye
of the machine must find nothing dark near them.
"""

from dataclasses import dataclass, replace

from fustella.core.geometry import EPSILON_MM, Point, Rect, Size
from fustella.core.paper import Margins, Paper
from fustella.core.sheets import Bar, Slug

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
    slug: Slug


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


def strip_along(printable: Rect, thick_mm: float, upright: bool) -> Slug:
    """A strip of the whole length of the printable area, at its right side or at its bottom."""
    if upright:
        x_mm = printable.right_mm - thick_mm
        return Slug(Rect(x_mm, printable.y_mm, thick_mm, printable.height_mm), upright=True)
    y_mm = printable.bottom_mm - thick_mm
    return Slug(Rect(printable.x_mm, y_mm, printable.width_mm, thick_mm), upright=False)


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


LEAST_INSET_MM = 10.0
SQUARE_MM = 5.0
LENGTH_MM = 20.0
THICK_MM = 1.0

QUIET_MM = 3.0
"""Free paper around the marks: more than the eye is wide."""


def inset_mm(paper: Paper) -> float:
    """How far the marks lie from all edges of the paper: where its printer reaches, too."""
    margins = paper.margins
    sides_mm = margins.top_mm, margins.right_mm, margins.bottom_mm, margins.left_mm
    return max(LEAST_INSET_MM, *sides_mm)


def bars(paper: Paper) -> tuple[Bar, ...]:
    """The marks of a sheet: the square, then two bars for each of the two angles."""
    left_mm = top_mm = inset_mm(paper)
    right_mm, bottom_mm = paper.size.width_mm - left_mm, paper.size.height_mm - top_mm
    return (
        Bar(Rect(left_mm, top_mm, SQUARE_MM, SQUARE_MM)),
        Bar(Rect(right_mm - LENGTH_MM, top_mm, LENGTH_MM, THICK_MM)),
        Bar(Rect(right_mm - THICK_MM, top_mm, THICK_MM, LENGTH_MM)),
        Bar(Rect(left_mm, bottom_mm - THICK_MM, LENGTH_MM, THICK_MM)),
        Bar(Rect(left_mm, bottom_mm - LENGTH_MM, THICK_MM, LENGTH_MM)),
    )


def reserve(paper: Paper, marks_mm: float = LEAST_INSET_MM) -> Paper:
    """The same paper with margins that keep all else away from marks with an inset of `marks_mm`.

    The square is the deepest of them; the margin on the shorter side, the upper one, gives it room.
    """
    beside_mm = marks_mm + THICK_MM + QUIET_MM
    margins = paper.margins
    return replace(
        paper,
        margins=Margins(
            max(margins.top_mm, marks_mm + SQUARE_MM + QUIET_MM),
            max(margins.right_mm, beside_mm),
            max(margins.bottom_mm, beside_mm),
            max(margins.left_mm, beside_mm),
        ),
    )
