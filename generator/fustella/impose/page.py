"""Where the parts of a page lie: the block of pieces, the slug, and registration marks.

The slug is a strip for the ruler and the page label. It lies along the bottom of the printable area
or, upright, along its right side. A layout is therefore always made for an area that is the
printable area less the thinnest slug.

Registration marks are those of type 1 of Silhouette cutting machines (Cameo, Portrait, Curio): a
full square at the top left, and angles at the top right and the bottom left whose corners point
outward. Silhouette Studio does not allow them less than 10 mm from the edge of the paper. Its
settings have to be those that are printed here: 20 mm long, 1 mm thick, and an inset of 10 mm or
the widest margin of the paper, whichever is more. The machine's sensor must find nothing dark near
them.
"""

from dataclasses import dataclass, replace

from fustella.core.geometry import EPSILON_MM, Point, Rect, Size
from fustella.core.paper import Margins, Paper
from fustella.core.sheets import Bar, Slug

THINNEST_SLUG_MM = 5.0
"""Room for one line of label above the ticks of a ruler."""

THICKEST_SLUG_MM = 8.0
"""A thicker slug is not easier to read."""

SHORTEST_SLUG_MM = 160.0
"""Room for a ruler of 100 mm and a label beside it."""

TICK_ROOM_MM = 5.0
"""Room for cut ticks between the pieces and the slug."""

SLUG_ROOM_MM = THINNEST_SLUG_MM + TICK_ROOM_MM
"""What a slug and the ticks beside it take, where the paper has room for both."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The corner of the block on the page, and the slug beside it."""

    origin: Point
    slug: Slug


def areas(paper: Paper, gutter_mm: float = 0.0) -> tuple[Size, ...]:
    """The areas that a layout may fill so that a slug stays free: above one, then beside one.

    They are larger by a gutter where half of it is counted to each side of a cell.
    """
    size = paper.printable.size
    may_lie, may_stand = _slugs_allowed(paper)
    above = Size(size.width_mm + gutter_mm, size.height_mm - THINNEST_SLUG_MM + gutter_mm)
    beside = Size(size.width_mm - THINNEST_SLUG_MM + gutter_mm, size.height_mm + gutter_mm)
    return (above,) * may_lie + (beside,) * may_stand


def seat(block: Size, paper: Paper) -> Seat:
    """Centre a block that fits one of the `areas`, moved aside where the slug needs the room.

    The slug takes the side, of the two, where it leaves more room for the ticks.
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
    """A slug as long as the printable area, at its right side or at its bottom."""
    if upright:
        x_mm = printable.right_mm - thick_mm
        return Slug(Rect(x_mm, printable.y_mm, thick_mm, printable.height_mm), upright=True)
    y_mm = printable.bottom_mm - thick_mm
    return Slug(Rect(printable.x_mm, y_mm, printable.width_mm, thick_mm), upright=False)


def _slugs_allowed(paper: Paper) -> tuple[bool, bool]:
    """Whether a slug may lie along the bottom, and whether one may stand at the side.

    On paper that is too small for the usual length, a slug along the longer side is shorter.
    """
    size = paper.printable.size
    needed_mm = min(SHORTEST_SLUG_MM, max(size.width_mm, size.height_mm)) - EPSILON_MM
    return size.width_mm >= needed_mm, size.height_mm >= needed_mm


LEAST_INSET_MM = 10.0
SQUARE_MM = 5.0
LENGTH_MM = 20.0
THICK_MM = 1.0

QUIET_MM = 3.0
"""Free paper around registration marks: more than the machine's sensor is wide."""


def inset_mm(paper: Paper) -> float:
    """How far registration marks lie from all edges of the paper: at least its widest margin."""
    margins = paper.margins
    sides_mm = margins.top_mm, margins.right_mm, margins.bottom_mm, margins.left_mm
    return max(LEAST_INSET_MM, *sides_mm)


def bars(paper: Paper) -> tuple[Bar, ...]:
    """The registration marks of a sheet: the square, then two bars for each of the two angles."""
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
    """The same paper with margins that keep everything away from marks with an inset of `marks_mm`.

    The square is the deepest of them: the upper margin makes room for it.
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
