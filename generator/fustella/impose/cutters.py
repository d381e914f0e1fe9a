"""Makes the registration marks of cutting machines, and keeps pieces in the area they reach.

**Silhouette.** Registration marks are those of type 1 of its machines (Cameo, Portrait, Curio): a
full square at the top left, and angles at the top right and the bottom left whose corners point
outward. Silhouette Studio wants them at least 10 mm from the edge of the paper. Its settings have
to be those that are printed here: 20 mm long, 1 mm thick, and an inset of 10 mm or the widest
margin of the paper, whichever is more. The machine's sensor must find nothing dark near the marks.
People keep these settings in templates of their own, so the marks follow from the paper alone, and
stay where they are from version to version.

**Cricut.** Design Space prints a picture of at most 9.25 x 6.75 in with marks of its own around it
(Print Then Cut). So Fustella prints no marks, and pieces lie in an area of that size in the middle
of the page.

**Brother.** ScanNCut looks for the printed pieces with its own scanner, and cuts what its mat holds
and its scanner sees.
"""

from msgspec.structs import replace

from fustella.core.geometry.shapes import Rect, Size
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.paper import Cutter, Margins, Paper
from fustella.core.values.sheets import Bar

LEAST_INSET_MM = 10.0
SQUARE_MM = 5.0
LENGTH_MM = 20.0
THICK_MM = 1.0

QUIET_MM = 3.0
"""The free paper around registration marks: more than the machine's sensor is wide."""

REACH = {
    Cutter.CRICUT: Size(6.75 * MM_PER_INCH, 9.25 * MM_PER_INCH),
    Cutter.BROTHER: Size(284.6, 294.6),
}
"""The size of the area that each machine reaches, as on upright paper; it may also be turned."""

MAT = {Cutter.CRICUT: REACH[Cutter.CRICUT], Cutter.BROTHER: Size(297.0, 297.0)}
"""The area that cut files show, upright: Design Space's printed picture, and Brother's mat."""


def reached(paper: Paper, usable: Paper, cutter: Cutter) -> Paper:
    """The `usable` paper with margins that leave only the cutting machine's area."""
    if cutter is Cutter.SILHOUETTE:
        return reserve(usable, inset_mm(paper))
    if cutter in REACH:
        margins = usable.margins
        beside_mm = max(margins.left_mm, margins.right_mm)
        above_mm = max(margins.top_mm, margins.bottom_mm)
        even = Margins(above_mm, beside_mm, above_mm, beside_mm)  # the middle is that of the page
        return replace(usable, margins=even, reach=REACH[cutter])
    return usable


def mat_of(block: Rect, paper: Paper, cutter: Cutter) -> Rect | None:
    """The area around a block of pieces that the cut files show; None for the whole page.

    A file for Cricut always shows an area of the same size, also where the page is smaller.
    """
    if cutter not in MAT:
        return None
    upright = MAT[cutter]
    size = upright if block.size.fits_in(upright) else upright.turned()
    middle_x_mm = block.x_mm + block.width_mm / 2
    middle_y_mm = block.y_mm + block.height_mm / 2
    if cutter is Cutter.CRICUT:
        left_mm, top_mm = middle_x_mm - size.width_mm / 2, middle_y_mm - size.height_mm / 2
        return Rect(left_mm, top_mm, size.width_mm, size.height_mm)
    width_mm = min(size.width_mm, paper.size.width_mm)
    height_mm = min(size.height_mm, paper.size.height_mm)
    left_mm = min(max(middle_x_mm - width_mm / 2, 0.0), paper.size.width_mm - width_mm)
    top_mm = min(max(middle_y_mm - height_mm / 2, 0.0), paper.size.height_mm - height_mm)
    return Rect(left_mm, top_mm, width_mm, height_mm)


def inset_mm(paper: Paper) -> float:
    """The distance of registration marks from the paper's edges: at least its widest margin."""
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
    """The paper with margins that keep everything away from marks inset by `marks_mm`.

    The square is the deepest of the marks: the upper margin makes room for it.
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
