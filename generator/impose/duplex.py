"""The back of a sheet: every back exactly behind its own front.

A printer that turns the paper over its long edge turns it as a page of a book is turned: left
becomes right, up stays up. A piece is turned over in the same way, over its own upright middle
line. So a piece that lies turned clockwise on the front lies turned by as much counter-clockwise
on the back. Turning over the short edge is the same, and then the page stands on its head.
"""

from collections.abc import Sequence

from generator.geometry import Rect, Size
from generator.impose.layout import Spot
from generator.model import FaceId, SideName
from generator.papers import Paper
from generator.press import Duplex
from generator.sheets import Page, Placement, Strip


def back_page(
    spots: Sequence[Spot], strip: Strip, paper: Paper, duplex: Duplex, note: str
) -> Page | None:
    """The back behind pieces that lie at `spots` on the front, or None when nothing is printed.

    The place behind a piece without a back stays empty. Cut marks are on the front alone.
    """
    if duplex is Duplex.NONE:
        return None
    placements = tuple(
        Placement(
            FaceId(spot.item.piece, SideName.BACK, spot.item.look),
            _behind(spot.box, paper.size, duplex),
            _turn_behind(spot.turn_deg, duplex),
            window=_window_behind(spot),
        )
        for spot in spots
        if spot.item.has_back
    )
    if not placements:
        return None
    mirrored = Strip(_behind(strip.box, paper.size, duplex), strip.upright)
    return Page(SideName.BACK, placements, (), mirrored, note)


def _behind(box: Rect, page: Size, duplex: Duplex) -> Rect:
    """Where a box of the front lies as seen from the back."""
    if duplex is Duplex.SHORT_EDGE:
        y_mm = page.height_mm - box.bottom_mm
        return Rect(box.x_mm, y_mm, box.width_mm, box.height_mm)
    return Rect(page.width_mm - box.right_mm, box.y_mm, box.width_mm, box.height_mm)


def _turn_behind(turn_deg: int, duplex: Duplex) -> int:
    """The clockwise turn of a back whose front is turned by `turn_deg`."""
    standing_deg = 180 if duplex is Duplex.SHORT_EDGE else 0
    return (standing_deg - turn_deg) % 360


def _window_behind(spot: Spot) -> Rect | None:
    """The part of a board's back that lies behind a part of its front."""
    window = spot.window
    if window is None:
        return None
    x_mm = spot.item.outline.size.width_mm - window.right_mm
    return Rect(x_mm, window.y_mm, window.width_mm, window.height_mm)
