"""What a Silhouette cutting machine looks for on a printed sheet, and the room that it needs.

Marks of type 1 (Cameo, Portrait, Curio): a full square at the top left, and angles at the top
right and the bottom left whose corners point outward. Silhouette Studio does not let them be less
than 10 mm from the edge of the paper; 20 mm long, 1 mm thick and an inset of 10 mm, or of the
widest margin of the paper where that is more, are to be set there as they are printed here. The eye
of the machine must find nothing dark near them.
"""

from dataclasses import replace

from generator.geometry import Rect
from generator.papers import Margins, Paper
from generator.sheets import Bar

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
