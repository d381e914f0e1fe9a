"""What imposition knows and makes: items, papers, and sheets with faces on their pages.

Sizes and ids, no pictures. Frozen values, tuples, millimetres from the top-left corner of a page.
"""

from dataclasses import dataclass
from enum import StrEnum

from generator.geometry import Outline, Point, Rect, Size
from generator.model import FaceId, SideName
from generator.problems import Place


@dataclass(frozen=True, slots=True)
class Item:
    """What imposition needs to know of a piece: how many, how large, what shares its sheets.

    A piece that is drawn in several ways is as many items, each with its copies and its `look`.
    """

    piece: str
    kind: str
    sheet: str
    copies: int
    outline: Outline
    bleed_mm: float
    has_back: bool
    split: bool
    place: Place
    look: int = 0


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, portrait, and the margin a printer leaves white."""

    id: str
    size: Size
    margin_mm: float

    @property
    def printable(self) -> Rect:
        """What of the page a printer reaches."""
        return Rect(0, 0, self.size.width_mm, self.size.height_mm).grown(-self.margin_mm)


class Duplex(StrEnum):
    """How the printer turns the paper between the two sides."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a page.

    `box` is where its trim box lies, after turning and scaling, in page mm. `turn_deg` is 0, 90,
    180 or 270, clockwise. With a `window` (in the face's own mm, from the corner of the trim) only
    that part shows, and `box` is the window's place on the page.
    """

    face: FaceId
    box: Rect
    turn_deg: int = 0
    scale: float = 1.0
    window: Rect | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A straight mark on a page: a cut tick, a cut line, a joining mark."""

    start: Point
    end: Point


@dataclass(frozen=True, slots=True)
class Ring:
    """A round mark on a page: the trim of a round piece, which no straight line shows."""

    middle: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Strip:
    """The free strip of a page that carries the ruler and the page label.

    When `upright` it runs along a side of the page and is read from the right: its text runs
    upwards from the bottom of `box`.
    """

    box: Rect
    upright: bool


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet, ready to be written. `note` says which part of a board it is, or ""."""

    side: SideName
    placements: tuple[Placement, ...]
    marks: tuple[Line | Ring, ...]
    strip: Strip
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of paper: its front and, when something is printed there, its back.

    `group` is the name of the kinds that share it; `number` counts from 1 inside the group;
    `cuts` is the number of straight cuts that free its pieces.
    """

    group: str
    number: int
    paper: Paper
    pages: tuple[Page, ...]
    cuts: int
