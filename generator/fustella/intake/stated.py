"""Holds what the user says about a source that does not say it itself: sizes, grids, backs."""

from enum import StrEnum

from msgspec import Struct


class BackPages(StrEnum):
    """Where the backs of a PDF lie.

    `ODD` and `EVEN`: on the pages of these numbers, mirrored behind those before or after them.
    `RIGHT`: beside the fronts, on the right half of each page. `LAST`: one on the last page, for
    all. `NONE`: nowhere. `FOUND`: where the pages look like it.
    """

    FOUND = ""
    ODD = "odd"
    EVEN = "even"
    RIGHT = "right"
    LAST = "last"
    NONE = "none"


class Stated(Struct, frozen=True):
    """The columns and rows of a page, the size of a card in mm, and where backs lie.

    None, or `FOUND`, is for what the source has to say itself.
    """

    grid: tuple[int, int] | None = None
    size_mm: tuple[float, float] | None = None
    backs: BackPages = BackPages.FOUND
