"""Defines items, the input of imposition; and sheets with faces on their pages, its output.

Both have sizes and ids, no pictures: frozen values and tuples, in millimetres from the top-left
corner of a page. There are many, and no value can hold itself, so `gc=False` spares the collector
from looking for cycles among them.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Point, Rect, Split
from fustella.core.values.model import FaceId, FibreAlong, SideName
from fustella.core.values.paper import Grain, Paper
from fustella.core.values.problems import Place


class Item(Struct, frozen=True, gc=False):
    """A piece for imposition: its copies, its size, and the sheets and cuts that it may share.

    A piece with several looks becomes as many items, each with its copies and its `look`.
    Neighbours with the same `edge` colour may share a cut, for the bleed of one looks like the
    other; with "" they may not. `grain` is the side of the piece that the paper's fibres are to
    follow, `stock_grain` the side of the sheet that they do follow.
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


class Placement(Struct, frozen=True, gc=False):
    """A face on a page.

    `box` is its trim box on the page, after turning and scaling. `turn_deg` is 0, 90, 180 or 270,
    clockwise. With a `window` (in the face's own mm, from the corner of the trim) only that part of
    the face is shown, and `box` is the window on the page. With a `clip` (corners on the page) only
    what lies inside of it is shown: a neighbour that shares a cut begins right there.
    """

    face: FaceId
    box: Rect
    turn_deg: int = 0
    scale: float = 1.0
    window: Rect | None = None
    clip: tuple[Point, ...] = ()


class Line(Struct, frozen=True, gc=False, tag=True):
    """A straight mark on a page: a cut tick, a cut line, a joining mark.

    With a `halo` it has white around it, for it may lie on dark print. On a `seam`, where pieces
    meet, a halo has no room: the line is drawn as dark dashes over a white line of the same width.
    """

    start: Point
    end: Point
    halo: bool = False
    seam: bool = False


class Ring(Struct, frozen=True, gc=False, tag=True):
    """A circle on a page: the trim of a round piece."""

    middle: Point
    radius_mm: float


class Dot(Struct, frozen=True, gc=False, tag=True):
    """A filled circle on a page, where corners of pieces meet."""

    middle: Point
    radius_mm: float


class CutNumber(Struct, frozen=True, gc=False, tag=True):
    """The number of a cut: a text that is `height_mm` high, with its middle at `at`.

    `turn_deg` is 0 or 90, clockwise.
    """

    at: Point
    text: str
    height_mm: float
    turn_deg: int = 0


class Bar(Struct, frozen=True, gc=False, tag=True):
    """A black rectangle on a page: part of a registration mark."""

    box: Rect


Mark: TypeAlias = Line | Ring | Dot | CutNumber | Bar
"""A mark on a page. The structs are tagged, so that their bytes tell a ring from a dot."""


class Trim(Struct, frozen=True, gc=False):
    """The trim of one piece on a page.

    `box` is the trim box after turning. For a part of a board, `path` has the corners of the part
    on the page.
    """

    outline: Outline
    box: Rect
    turn_deg: int = 0
    path: tuple[Point, ...] = ()


class Slug(Struct, frozen=True, gc=False):
    """The free strip of a page for the ruler and the page label.

    When `upright` it lies along a side of the page, and its text runs upwards from the bottom of
    `box`.
    """

    box: Rect
    upright: bool


class Page(Struct, frozen=True, gc=False):
    """One side of a sheet, ready to be written. `note` names the part of a board on it, or is "".

    `marks` show where to cut, `folds` where to fold and `glue` where to glue; `registration` marks
    are for a cutting machine, which cuts the `trims`, one for each piece. `mat` is the area of the
    page that lies on the mat of the machine and that cut files show; None for the whole page.
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
    mat: Rect | None = None


class Sheet(Struct, frozen=True, gc=False):
    """One sheet of paper: its front and, when something is printed there, its back.

    `group` is the name of the kinds that share it, `number` counts from 1 within the group, and
    `cuts` is the number of straight cuts for its pieces.
    """

    group: str
    number: int
    paper: Paper
    pages: tuple[Page, ...]
    cuts: int


class Bound(Struct, frozen=True):
    """A lower bound for the sheets of a group: its pieces need at least `sheets`.

    `covered_mm2` is the area of the pieces.
    """

    sheets: int
    covered_mm2: float

    def waste(self, papers: Iterable[Paper]) -> float:
        """The part, 0 to 1, of the printable area of all `papers` that no piece covers."""
        printed_mm2 = sum(paper.printable.area_mm2 for paper in papers)
        return max(0.0, 1 - self.covered_mm2 / printed_mm2) if printed_mm2 else 0.0


def moved_page(page: Page, dx_mm: float, dy_mm: float) -> Page:
    return replace(
        page,
        placements=tuple(moved_placement(placed, dx_mm, dy_mm) for placed in page.placements),
        marks=_moved_marks(page.marks, dx_mm, dy_mm),
        slug=replace(page.slug, box=page.slug.box.moved(dx_mm, dy_mm)),
        trims=_moved_trims(page.trims, dx_mm, dy_mm),
        folds=tuple(_moved_line(fold, dx_mm, dy_mm) for fold in page.folds),
        glue=tuple(area.moved(dx_mm, dy_mm) for area in page.glue),
        registration=tuple(Bar(bar.box.moved(dx_mm, dy_mm)) for bar in page.registration),
        mat=page.mat.moved(dx_mm, dy_mm) if page.mat else None,
    )


def moved_placement(placed: Placement, dx_mm: float, dy_mm: float) -> Placement:
    if dx_mm == dy_mm == 0:
        return placed
    clip = tuple(at.moved(dx_mm, dy_mm) for at in placed.clip)
    return replace(placed, box=placed.box.moved(dx_mm, dy_mm), clip=clip)


@lru_cache(maxsize=16)  # equal sheets follow each other
def _moved_marks(marks: tuple[Mark, ...], dx_mm: float, dy_mm: float) -> tuple[Mark, ...]:
    return tuple(moved_mark(mark, dx_mm, dy_mm) for mark in marks)


def moved_mark(mark: Mark, dx_mm: float, dy_mm: float) -> Mark:
    match mark:
        case Line():
            return _moved_line(mark, dx_mm, dy_mm)
        case Ring() | Dot():
            return replace(mark, middle=mark.middle.moved(dx_mm, dy_mm))
        case CutNumber():
            return replace(mark, at=mark.at.moved(dx_mm, dy_mm))
        case Bar():
            return Bar(mark.box.moved(dx_mm, dy_mm))


def _moved_line(line: Line, dx_mm: float, dy_mm: float) -> Line:
    start, end = line.start.moved(dx_mm, dy_mm), line.end.moved(dx_mm, dy_mm)
    return replace(line, start=start, end=end)


@lru_cache(maxsize=16)
def _moved_trims(trims: tuple[Trim, ...], dx_mm: float, dy_mm: float) -> tuple[Trim, ...]:
    return tuple(
        replace(
            trim,
            box=trim.box.moved(dx_mm, dy_mm),
            path=tuple(at.moved(dx_mm, dy_mm) for at in trim.path),
        )
        for trim in trims
    )
