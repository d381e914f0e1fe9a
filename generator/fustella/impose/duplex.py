"""Lays out the back of a sheet: every back exactly behind its own front.

A printer that turns the paper over its long edge turns it like the page of a book: left becomes
right, up stays up. A piece is turned over in the same way, about its vertical axis. So a piece that
is turned clockwise on the front is turned by as much counter-clockwise on the back. Turning over
the short edge does the same, and turns the back page by 180 degrees as well.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.paper import Duplex, Paper, PrintSettings
from fustella.core.values.sheets import Page, Placement, Sheet, Slug, moved_placement
from fustella.impose.layout import Position


class PageFlip(Struct, frozen=True):
    """A turn of the paper about its upright middle line, or with `level` about its level line."""

    paper: Size
    level: bool

    @classmethod
    def by_printer(cls, duplex: Duplex, paper: Size) -> "PageFlip":
        """The turn that a printer gives the paper.

        Paper that is turned by hand is turned over its long edge.
        """
        return cls(paper, duplex is Duplex.SHORT_EDGE)

    def point(self, at: Point) -> Point:
        """The place of a point of one side, as it is seen from the other side."""
        if self.level:
            return Point(at.x_mm, self.paper.height_mm - at.y_mm)
        return Point(self.paper.width_mm - at.x_mm, at.y_mm)

    def box(self, box: Rect) -> Rect:
        """The place of a box of one side, as it is seen from the other side."""
        if self.level:
            return Rect(box.x_mm, self.paper.height_mm - box.bottom_mm, box.width_mm, box.height_mm)
        return Rect(self.paper.width_mm - box.right_mm, box.y_mm, box.width_mm, box.height_mm)

    def turn_deg(self, turn_deg: int) -> int:
        """The clockwise turn of a back whose front is turned by `turn_deg`."""
        return ((180 if self.level else 0) - turn_deg) % 360

    def back(self, front: Placement, face_width_mm: float) -> Placement:
        """The back behind a placed front; `face_width_mm` is the width of the whole, unturned trim.

        The back of a board's part shows what lies behind that part.
        """
        window = front.window
        if window is not None:
            window = replace(window, x_mm=face_width_mm - window.right_mm)
        return Placement(
            FaceId(front.face.piece, SideName.BACK, front.face.look),
            self.box(front.box),
            self.turn_deg(front.turn_deg),
            front.scale,
            window,
            # Mirrored corners run counter-clockwise; reversed, they run clockwise again.
            tuple(self.point(at) for at in reversed(front.clip)),
        )


def both_sides(paper: Paper, settings: PrintSettings) -> Paper:
    """The paper with margins so wide that a piece and its back both lie in printable areas.

    On the back, the left and the right margin (or the upper and the lower one) have changed places,
    and the printer's shift moves the page.
    """
    if not settings.duplex.two_sided:
        return paper
    margins = paper.margins
    if PageFlip.by_printer(settings.duplex, paper.size).level:
        wider_mm = max(margins.top_mm, margins.bottom_mm)
        margins = replace(margins, top_mm=wider_mm, bottom_mm=wider_mm)
    else:
        wider_mm = max(margins.left_mm, margins.right_mm)
        margins = replace(margins, left_mm=wider_mm, right_mm=wider_mm)
    shift = settings.shift
    return replace(paper, margins=margins).narrowed(abs(shift.dx_mm), abs(shift.dy_mm))


def back_page(
    front: Page, positions: Sequence[Position], paper: Paper, settings: PrintSettings
) -> Page | None:
    """The back of a page whose pieces lie at `positions`, or None where no piece has a back.

    The place behind a piece without a back stays empty. Cut marks are on the front alone. The whole
    page is moved by the shift of the print settings.
    """
    if not settings.duplex.two_sided:
        return None
    flip = PageFlip.by_printer(settings.duplex, paper.size)
    dx_mm, dy_mm = settings.shift.dx_mm, settings.shift.dy_mm
    placements = tuple(
        moved_placement(flip.back(placed, position.item.outline.size.width_mm), dx_mm, dy_mm)
        for position, placed in zip(positions, front.placements, strict=True)
        if position.item.has_back
    )
    if not placements:
        return None
    slug = Slug(flip.box(front.slug.box).moved(dx_mm, dy_mm), front.slug.upright)
    return Page(SideName.BACK, placements, (), slug, front.note)


def single_sided(sheet: Sheet) -> Iterator[Sheet]:
    """Yields the front and the back of a sheet as two sheets; only the first has cuts."""
    yield replace(sheet, pages=sheet.pages[:1])
    for page in sheet.pages[1:]:
        yield replace(sheet, pages=(page,), cuts=0)
