"""Fills the pages of a cover from top to bottom."""

import math
from enum import StrEnum
from functools import lru_cache

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point, Rect, Size
from fustella.core.geometry.units import rounded_down, rounded_up
from fustella.core.values.model import FaceId
from fustella.core.values.sheets import Placement
from fustella.draw import FaceSpec

GAP_MM = 2.0
"""The gap between a picture and its caption, between cells, and around headings."""

MOST_BLANK = 0.3
"""This share of a page may stay blank if the next part is put whole on another page."""

CORNERS_OF_CIRCLE = 72
"""The number of corners with which the edge of a round picture is drawn."""


class CoverPart(StrEnum):
    """The parts of a cover that may be too large for a page, with their names in messages."""

    HEAD = "the head"
    HEADING = "a heading"
    PICTURE = "a picture with its caption"
    LINE = "a line of the list"
    MAP = "a map"
    NOTE = "a note"


class CoverTooLarge(ValueError):
    """Raised for a `part` of the cover that is larger than its page."""

    def __init__(self, part: CoverPart, size: Size, area: Size) -> None:
        needed, there = (
            f"{rounded(s.width_mm)} x {rounded(s.height_mm)} mm"
            for s, rounded in ((size, rounded_up), (area, rounded_down))
        )
        super().__init__(f"{part} of the cover is {needed}, and a page has {there} for it")
        self.part = part


class Flow:
    """Pages that are filled from top to bottom; a flow that is not `drawn` only counts pages.

    `page_of` has the index of its page for each face.
    """

    def __init__(self, area: Rect, *, drawn: bool = True) -> None:
        self._area = area
        self._down_mm = 0.0
        self.drawn = drawn
        self.pages: list[list[Placement]] = [[]]
        self.page_of = dict[FaceId, int]()

    @property
    def size(self) -> Size:
        """The size of the area that may be filled on each page."""
        return self._area.size

    @property
    def left_mm(self) -> float:
        """The height in mm that is still free on the current page."""
        return self._area.height_mm - self._down_mm

    def require(self, height_mm: float) -> None:
        """Begins a new page unless the current page has `height_mm` left."""
        if height_mm > self.left_mm + EPSILON_MM:
            self.turn()

    def turn(self) -> None:
        """Begins a new page, unless the current page is empty."""
        if self._down_mm > 0:
            self.pages.append([])
            self._down_mm = 0.0

    def place(
        self, face: FaceId, box: Rect, scale: float = 1.0, edge: Outline | None = None
    ) -> None:
        """Puts a face into a box of the free area, clipped to the outline `edge`.

        The box counts from the left end of the free area and from its current top.
        """
        self.page_of[face] = len(self.pages) - 1
        if not self.drawn:
            return
        moved = box.moved(self._area.x_mm, self._area.y_mm + self._down_mm)
        clip = _clip_corners(edge, moved, scale) if edge else ()
        self.pages[-1].append(Placement(face, moved, scale=scale, clip=clip))

    def advance(self, height_mm: float) -> None:
        """Moves the top of the free area down by `height_mm`."""
        self._down_mm += height_mm

    def stack(self, face: FaceSpec, gap_mm: float = 0.0) -> None:
        """Puts a face at the left end of the free area, and moves the top of the area below it."""
        size = face.outline.size
        self.place(face.id, Rect(0, 0, size.width_mm, size.height_mm))
        self.advance(size.height_mm + gap_mm)


def _clip_corners(edge: Outline, box: Rect, scale: float) -> tuple[Point, ...]:
    """The corners, on the page, of a scaled picture's edge, which hides its bleed."""
    return tuple(
        Point(box.x_mm + at.x_mm * scale, box.y_mm + at.y_mm * scale)
        for at in edge.corners() or _circle_corners(edge.size.width_mm)
    )


@lru_cache
def _circle_corners(diameter_mm: float) -> tuple[Point, ...]:
    radius_mm = diameter_mm / 2
    turns = (step / CORNERS_OF_CIRCLE * math.tau for step in range(CORNERS_OF_CIRCLE))
    return tuple(
        Point(radius_mm * (1 + math.sin(turn)), radius_mm * (1 - math.cos(turn))) for turn in turns
    )


def require_room(part: CoverPart, size: Size, area: Size) -> None:
    """Raises CoverTooLarge unless `area` holds a part of that size."""
    if not size.fits_in(area):
        raise CoverTooLarge(part, size, area)
