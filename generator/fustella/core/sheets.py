"""What imposition knows and makes: items, and sheets with faces on their pages.

Sizes and ids, no pictures. Frozen values, tuples, millimetres from the top-left corner of a page.

Pages and what lies on them, shifted as a whole.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from fustella.core.geometry import Outline, Point, Rect, Split
from fustella.core.model import FaceId, FibreAlong, SideName
from fustella.core.paper import Grain, Paper
from fustella.core.problems import Place


@dataclass(frozen=True, slots=True)
class Item:
    """What imposition needs to know of a piece: how many, how large, what shares its sheets.

    A piece that is drawn in several ways is as many items, each with its copies and its `look`.
    Neighbours with the same `edge`, which is no empty one, may share a cut: what lies beyond the
    trim of either looks like the other. `grain` is the side of the piece that the paper's fibres
    are to follow, `stock_grain` the side of the sheet that they follow.
    """

    piece: str
    kind: str
    sheet: str
    copies: int
    outline: Outline
    bleed_mm: float
    has_back: bool
    split: Split | None
    place: Place
    look: int = 0
    edge: str = ""
    grain: FibreAlong = FibreAlong.ANY
    stock_grain: Grain = Grain.NONE


@dataclass(frozen=True, slots=True)
class Placement:
    """A face on a page.

    `box` is where its trim box lies, after turning and scaling, in page mm. `turn_deg` is 0, 90,
    180 or 270, clockwise. With a `window` (in the face's own mm, from the corner of the trim) only
    that part shows, and `box` is the window's place on the page. With a `clip` (corners in page mm)
    nothing shows outside it: where a neighbour shares the cut, its face begins at the trim.
    """

    face: FaceId
    box: Rect
    turn_deg: int = 0
    scale: float = 1.0
    window: Rect | None = None
    clip: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A straight mark on a page: a cut tick, a cut line, a joining mark.

    With a `halo` there is some white around it, for it may lie on dark print. On a `seam`, where
    pieces meet, there is no room for that: there it is dashed, dark on white, no broader than else.
    """

    start: Point
    end: Point
    halo: bool = False
    seam: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """A round mark on a page: the trim of a round piece, which no straight line shows."""

    middle: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class Dot:
    """A full round mark on a page, where corners of pieces meet."""

    middle: Point
    radius_mm: float


@dataclass(frozen=True, slots=True)
class CutNumber:
    """A few letters on a page, `height_mm` high, with their middle at `at`: a cut's number.

    `turn_deg` is 0 or 90, clockwise.
    """

    at: Point
    text: str
    height_mm: float
    turn_deg: int = 0


@dataclass(frozen=True, slots=True)
class Bar:
    """A black rectangle on a page: part of a registration mark."""

    box: Rect


Mark: TypeAlias = Line | Ring | Dot | CutNumber | Bar


@dataclass(frozen=True, slots=True)
class Trim:
    """Where the blade goes round one piece: its outline, laid as the piece is.

    `box` is the trim box after the turn. Of a board's part, `path` is its own edge on the page.
    """

    outline: Outline
    box: Rect
    turn_deg: int = 0
    path: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Slug:
    """The free strip of a page that carries the ruler and the page label.

    When `upright` it runs along a side of the page and is read from the right: its text runs
    upwards from the bottom of `box`.
    """

    box: Rect
    upright: bool


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet, ready to be written. `note` says which part of a board it is, or "".

    `marks` show where to cut, `folds` where to fold, `glue` is where glue goes, `registration` is
    what a cutting machine looks for, and `trims` are the ways of its blade, one for each piece.
    """

    side: SideName
    placements: tuple[Placement, ...]
    marks: tuple[Mark, ...]
    slug: Slug
    note: str = ""
    trims: tuple[Trim, ...] = ()
    folds: tuple[Line, ...] = ()
    glue: tuple[Rect, ...] = ()
    registration: tuple[Bar, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Bound:
    """The least that pieces which share sheets take.

    No fewer than `sheets` hold them; `covered_mm2` is what they cover of the paper.
    """

    sheets: int
    covered_mm2: float

    def waste(self, papers: Iterable[Paper]) -> float:
        """The part of so many sheets' printable area that no piece covers: 0.25 is a quarter."""
        printed_mm2 = sum(paper.printable.area_mm2 for paper in papers)
        return max(0.0, 1 - self.covered_mm2 / printed_mm2) if printed_mm2 else 0.0


def moved_placement(placed: Placement, dx_mm: float, dy_mm: float) -> Placement:
    """A placed face with its clip, shifted."""
    if dx_mm == dy_mm == 0:
        return placed
    clip = tuple(at.moved(dx_mm, dy_mm) for at in placed.clip)
    return replace(placed, box=placed.box.moved(dx_mm, dy_mm), clip=clip)


def moved_mark(mark: Mark, dx_mm: float, dy_mm: float) -> Mark:
    """A mark of any sort, shifted."""
    match mark:
        case Line():
            return moved_line(mark, dx_mm, dy_mm)
        case Ring() | Dot():
            return replace(mark, middle=mark.middle.moved(dx_mm, dy_mm))
        case CutNumber():
            return replace(mark, at=mark.at.moved(dx_mm, dy_mm))
        case Bar():
            return moved_bar(mark, dx_mm, dy_mm)


def moved_line(line: Line, dx_mm: float, dy_mm: float) -> Line:
    """A line, shifted."""
    start, end = (at.moved(dx_mm, dy_mm) for at in (line.start, line.end))
    return replace(line, start=start, end=end)


def moved_bar(bar: Bar, dx_mm: float, dy_mm: float) -> Bar:
    """A bar, shifted."""
    return Bar(bar.box.moved(dx_mm, dy_mm))


def moved_trim(trim: Trim, dx_mm: float, dy_mm: float) -> Trim:
    """The way of the blade round a piece, shifted."""
    path = tuple(at.moved(dx_mm, dy_mm) for at in trim.path)
    return replace(trim, box=trim.box.moved(dx_mm, dy_mm), path=path)


def moved_page(page: Page, dx_mm: float, dy_mm: float) -> Page:
    """A page with everything on it, shifted."""
    return replace(
        page,
        placements=tuple(moved_placement(placed, dx_mm, dy_mm) for placed in page.placements),
        marks=tuple(moved_mark(mark, dx_mm, dy_mm) for mark in page.marks),
        slug=Slug(page.slug.box.moved(dx_mm, dy_mm), page.slug.upright),
        trims=tuple(moved_trim(trim, dx_mm, dy_mm) for trim in page.trims),
        folds=tuple(moved_line(fold, dx_mm, dy_mm) for fold in page.folds),
        glue=tuple(area.moved(dx_mm, dy_mm) for area in page.glue),
        registration=tuple(moved_bar(bar, dx_mm, dy_mm) for bar in page.registration),
    )
