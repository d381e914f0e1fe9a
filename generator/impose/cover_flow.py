"""The pages of a cover, filled from top to bottom."""

from generator.geometry import EPSILON_MM, Rect, Size
from generator.model import FaceId
from generator.sheets import Placement

GAP_MM = 2.0
"""Between a picture and its caption, between cells, and around headings."""


class CoverTooLarge(ValueError):
    """A face of the cover is larger than its page; the message says which, and how large."""


class Flow:
    """Fills pages from top to bottom."""

    def __init__(self, area: Rect) -> None:
        self._area = area
        self._down_mm = 0.0
        self.pages: list[list[Placement]] = [[]]

    @property
    def size(self) -> Size:
        """What of each page may be filled."""
        return self._area.size

    @property
    def left_mm(self) -> float:
        """How much of this page is free."""
        return self._area.height_mm - self._down_mm

    def require(self, height_mm: float) -> None:
        """Begin a new page unless this much is free."""
        if height_mm > self.left_mm + EPSILON_MM and self._down_mm > 0:
            self.pages.append([])
            self._down_mm = 0.0

    def place(self, face: FaceId, box: Rect, scale: float = 1.0) -> None:
        """Put a face where the flow has come to; `box` counts from there."""
        moved = box.moved(self._area.x_mm, self._area.y_mm + self._down_mm)
        self.pages[-1].append(Placement(face, moved, scale=scale))

    def advance(self, height_mm: float) -> None:
        """Leave what has been placed behind."""
        self._down_mm += height_mm


def require_room(what: str, size: Size, area: Size) -> None:
    """Raises CoverTooLarge unless a page holds what is so large."""
    if not size.fits_in(area):
        needed, there = (f"{s.width_mm:.0f} x {s.height_mm:.0f} mm" for s in (size, area))
        raise CoverTooLarge(f"{what} of the cover is {needed}, and a page has {there} for it")
