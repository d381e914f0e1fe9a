"""Defines geometry in millimetres, origin top-left, y down.

Every value is frozen and cannot hold itself, so `gc=False` spares the collector from looking for
cycles among them.
"""

import math
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

EPSILON_MM = 1e-6
"""The difference below which lengths are equal: far less than any printer resolves."""


class Size(Struct, frozen=True, gc=False):
    width_mm: float
    height_mm: float

    @property
    def area_mm2(self) -> float:
        return self.width_mm * self.height_mm

    def turned(self) -> "Size":
        """The size after a quarter turn."""
        return Size(self.height_mm, self.width_mm)

    def fits_in(self, other: "Size") -> bool:
        """Whether this size fits into `other` without being turned."""
        return (
            self.width_mm <= other.width_mm + EPSILON_MM
            and self.height_mm <= other.height_mm + EPSILON_MM
        )


class Point(Struct, frozen=True, gc=False):
    x_mm: float
    y_mm: float

    def moved(self, dx_mm: float, dy_mm: float) -> "Point":
        return Point(self.x_mm + dx_mm, self.y_mm + dy_mm)


class Rect(Struct, frozen=True, gc=False):
    """An upright rectangle in mm; (x, y) is its top-left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def right_mm(self) -> float:
        return self.x_mm + self.width_mm

    @property
    def bottom_mm(self) -> float:
        return self.y_mm + self.height_mm

    @property
    def size(self) -> Size:
        return Size(self.width_mm, self.height_mm)

    @property
    def area_mm2(self) -> float:
        return self.width_mm * self.height_mm

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners, clockwise from the top left."""
        return (
            Point(self.x_mm, self.y_mm),
            Point(self.right_mm, self.y_mm),
            Point(self.right_mm, self.bottom_mm),
            Point(self.x_mm, self.bottom_mm),
        )

    def moved(self, dx_mm: float, dy_mm: float) -> "Rect":
        return Rect(self.x_mm + dx_mm, self.y_mm + dy_mm, self.width_mm, self.height_mm)

    def transposed(self) -> "Rect":
        """The rectangle with x and y exchanged: mirrored about the diagonal from the origin."""
        return Rect(self.y_mm, self.x_mm, self.height_mm, self.width_mm)

    def grown(self, by_mm: float) -> "Rect":
        """The rectangle, larger by `by_mm` on every side (smaller when negative)."""
        return Rect(
            self.x_mm - by_mm,
            self.y_mm - by_mm,
            self.width_mm + 2 * by_mm,
            self.height_mm + 2 * by_mm,
        )

    def contains(self, other: "Rect", within_mm: float = EPSILON_MM) -> bool:
        """Whether `other` lies inside, edges included."""
        return (
            other.x_mm >= self.x_mm - within_mm
            and other.y_mm >= self.y_mm - within_mm
            and other.right_mm <= self.right_mm + within_mm
            and other.bottom_mm <= self.bottom_mm + within_mm
        )

    def overlaps(self, other: "Rect", within_mm: float = EPSILON_MM) -> bool:
        """Whether the two rectangles share area; to touch is not enough."""
        return (
            self.x_mm < other.right_mm - within_mm
            and other.x_mm < self.right_mm - within_mm
            and self.y_mm < other.bottom_mm - within_mm
            and other.y_mm < self.bottom_mm - within_mm
        )


class Shape(StrEnum):
    """The shapes that a piece can be cut to."""

    RECTANGLE = "rectangle"
    HEXAGON = "hexagon"
    CIRCLE = "circle"
    POLYGON = "polygon"


class Tiling(StrEnum):
    """The densest way to lay copies of a shape, and the sides that copies can share."""

    ROWS = "rows"
    """Copies lie in rows and columns; a straight cut frees two neighbours."""

    HONEYCOMB = "honeycomb"
    """Each row lies in the gaps of the row before; neighbours share their sides."""

    CIRCLES = "circles"
    """Each row lies in the gaps of the row before; neighbours touch at single points."""

    NESTED = "nested"
    """Copies lie as near as their corners allow, upside down in each second row; no side is
    shared."""


_TILINGS = {
    Shape.RECTANGLE: Tiling.ROWS,
    Shape.HEXAGON: Tiling.HONEYCOMB,
    Shape.CIRCLE: Tiling.CIRCLES,
    Shape.POLYGON: Tiling.NESTED,
}


class Along(StrEnum):
    """The pattern that the seams of a board follow: its squares, its hexagons, or none."""

    PLAIN = "plain"
    SQUARES = "squares"
    HEXAGONS = "hexagons"


class Split(Struct, frozen=True, gc=False):
    """The way in which a board that is larger than a page is split into parts.

    `cell` is the size of one square, or of the box around one hexagon, which stands on a corner
    when the box is higher than wide and lies on a side otherwise. `first` is the corner of the
    first cell, measured from the corner of the board's trim. Neither has a meaning for `PLAIN`.
    Parts overlap by `overlap_mm`, as room for glue. No seam runs through the boxes in `avoid`,
    which are measured from the corner of the board's trim, too.
    """

    along: Along
    cell: Size
    first: Point
    overlap_mm: float
    avoid: tuple[Rect, ...] = ()


class Panel(Struct, frozen=True, gc=False):
    """A part of a piece between folds, where a template may draw: its `box` on the flat piece.

    What is drawn there is turned clockwise by `turn_deg`, to be upright when the piece is folded.
    A `mirrored` panel lies behind the panel that it mirrors.
    """

    name: str
    box: Rect
    turn_deg: int = 0
    mirrored: bool = False

    def behind(self, width_mm: float) -> "Panel":
        """The panel as it is seen from behind, on a piece of that width."""
        return replace(self, box=self.box.moved(width_mm - self.box.x_mm - self.box.right_mm, 0))


class Outline(Struct, frozen=True, gc=False):
    """The trim of a piece, where it is cut: a shape in a bounding box `size` with corner (0, 0).

    A hexagon that is higher than wide stands on a corner: its flat sides are left and right, so
    `size.width_mm` is the distance across flats. A hexagon that is wider than high lies on a side.
    A polygon has its `points`, clockwise, and no two of its sides cross; all other shapes are
    convex, and look the same in a mirror and upside down. `holes` are polygons that are cut out of
    the piece, clockwise, too. `folds` are the lines along which the piece is folded, `slits` the
    lines along which it is cut inside, `perforations` those along which it is torn, each from its
    start to its end. `glue` are the polygons that are glued to what lies over them.

    Other modules ask what an outline is like (`fills_box`, `tiling`, `corners`, …), not which shape
    it has: a shape that is added here is then drawn, packed, clipped and cut by its corners.
    """

    shape: Shape
    size: Size
    corner_radius_mm: float = 0.0
    points: tuple[Point, ...] = ()
    folds: tuple[tuple[Point, Point], ...] = ()
    holes: tuple[tuple[Point, ...], ...] = ()
    slits: tuple[tuple[Point, Point], ...] = ()
    perforations: tuple[tuple[Point, Point], ...] = ()
    glue: tuple[tuple[Point, ...], ...] = ()

    def __repr__(self) -> str:
        """All fields; those after `folds`, which few outlines have, are left out where empty."""
        few = ("holes", "slits", "perforations", "glue")
        more = "".join(f", {name}={each!r}" for name in few if (each := getattr(self, name)))
        return (
            f"Outline(shape={self.shape!r}, size={self.size!r}, "
            f"corner_radius_mm={self.corner_radius_mm!r}, points={self.points!r}, "
            f"folds={self.folds!r}{more})"
        )

    @classmethod
    def rectangle(cls, width_mm: float, height_mm: float, corner_mm: float = 0.0) -> "Outline":
        return cls(Shape.RECTANGLE, Size(width_mm, height_mm), corner_mm)

    @classmethod
    def hexagon(cls, across_flats_mm: float, *, flat: bool = False) -> "Outline":
        """A regular hexagon standing on a corner, or, if `flat`, lying on a side."""
        size = Size(across_flats_mm, across_flats_mm * 2 / math.sqrt(3))
        return cls(Shape.HEXAGON, size.turned() if flat else size)

    @classmethod
    def circle(cls, diameter_mm: float) -> "Outline":
        return cls(Shape.CIRCLE, Size(diameter_mm, diameter_mm))

    @classmethod
    def polygon(
        cls, points: tuple[Point, ...], folds: tuple[tuple[Point, Point], ...] = ()
    ) -> "Outline":
        """An outline of any shape, such as the net of a box; its bounding box begins at (0, 0)."""
        width_mm = max(at.x_mm for at in points)
        height_mm = max(at.y_mm for at in points)
        return cls(Shape.POLYGON, Size(width_mm, height_mm), 0.0, points, folds)

    def mirrored(self) -> "Outline":
        """The outline as it is seen from behind, with left and right exchanged."""
        lines = self.folds or self.slits or self.perforations
        if not (self.points or self.holes or lines or self.glue):
            return self

        def other(at: Point) -> Point:
            return Point(self.size.width_mm - at.x_mm, at.y_mm)

        return replace(
            self,
            points=tuple(map(other, reversed(self.points))),
            holes=tuple(tuple(map(other, reversed(hole))) for hole in self.holes),
            folds=tuple((other(start), other(end)) for start, end in self.folds),
            slits=tuple((other(start), other(end)) for start, end in self.slits),
            perforations=tuple((other(start), other(end)) for start, end in self.perforations),
            glue=tuple(tuple(map(other, reversed(area))) for area in self.glue),
        )

    @property
    def is_flat(self) -> bool:
        """Whether nothing is done to the piece inside of its trim, but for holes."""
        return not (self.folds or self.slits or self.perforations)

    @property
    def is_rectangle(self) -> bool:
        """Whether the outline is a rectangle, with sharp or with round corners."""
        return self.shape is Shape.RECTANGLE

    @property
    def is_round(self) -> bool:
        """Whether the outline is a circle, which has no sides and no corners."""
        return self.shape is Shape.CIRCLE

    @property
    def fills_box(self) -> bool:
        """Whether the outline is a rectangle whose corners are rounded by `radius_mm`, or a circle.

        All other outlines have straight sides between their `corners`.
        """
        return self.shape in (Shape.RECTANGLE, Shape.CIRCLE)

    @property
    def radius_mm(self) -> float:
        """The radius of the round corners: half of a circle's width, 0 for sharp corners."""
        return self.size.width_mm / 2 if self.is_round else self.corner_radius_mm

    @property
    def is_convex(self) -> bool:
        """Whether all corners point outwards; False for a polygon, where it is unknown."""
        return not self.points

    @property
    def tiling(self) -> Tiling:
        """The densest way to lay copies of this outline."""
        return _TILINGS[self.shape]

    @property
    def sides(self) -> int:
        """The number of sides; a circle has one."""
        return len(self.corners()) or 1

    @property
    def flat(self) -> bool:
        """Whether the outline is a hexagon that lies on a side."""
        return self.shape is Shape.HEXAGON and self.size.width_mm > self.size.height_mm

    @property
    def area_mm2(self) -> float:
        """The area of the piece that is cut out, without its holes and with its corners rounded."""
        width_mm, height_mm = self.size.width_mm, self.size.height_mm
        holes_mm2 = sum(map(area_of, self.holes))
        if self.is_round:
            return math.pi * width_mm * width_mm / 4 - holes_mm2
        if self.is_rectangle:
            return width_mm * height_mm - (4 - math.pi) * self.corner_radius_mm**2 - holes_mm2
        return area_of(self.corners()) - holes_mm2

    def corners(self) -> tuple[Point, ...]:
        """The corners of a straight-edged shape, clockwise from the top; none for a circle."""
        if self.shape is Shape.POLYGON:
            return self.points
        width_mm, height_mm = self.size.width_mm, self.size.height_mm
        if self.shape is Shape.RECTANGLE:
            return Rect(0, 0, width_mm, height_mm).corners()
        if self.flat:
            return (
                Point(width_mm / 4, 0),
                Point(width_mm * 3 / 4, 0),
                Point(width_mm, height_mm / 2),
                Point(width_mm * 3 / 4, height_mm),
                Point(width_mm / 4, height_mm),
                Point(0, height_mm / 2),
            )
        if self.shape is Shape.HEXAGON:
            return (
                Point(width_mm / 2, 0),
                Point(width_mm, height_mm / 4),
                Point(width_mm, height_mm * 3 / 4),
                Point(width_mm / 2, height_mm),
                Point(0, height_mm * 3 / 4),
                Point(0, height_mm / 4),
            )
        return ()


def area_of(corners: Sequence[Point]) -> float:
    """The area of a polygon whose sides do not cross, in mm²."""
    pairs = zip(corners, (*corners[1:], *corners[:1]), strict=True)
    return abs(sum(a.x_mm * b.y_mm - b.x_mm * a.y_mm for a, b in pairs)) / 2


@lru_cache(maxsize=256)
def path_data(outline: Outline) -> str:
    """Path data of SVG for the trim and its holes, in mm from the top-left corner of the trim.

    Holes run clockwise as the trim does: a fill with `fill-rule="evenodd"` leaves them out.
    """
    return _outer_path(outline) + "".join(map(_path_round, outline.holes))


def _path_round(corners: Sequence[Point]) -> str:
    return "M" + "L".join(f"{p.x_mm:.4f} {p.y_mm:.4f}" for p in corners) + "Z"


def _outer_path(outline: Outline) -> str:
    width = f"{outline.size.width_mm:.4f}"
    if outline.is_round:
        r = f"{outline.radius_mm:.4f}"
        return f"M0 {r}A{r} {r} 0 1 1 {width} {r}A{r} {r} 0 1 1 0 {r}Z"
    if outline.corner_radius_mm > 0:
        r = f"{outline.corner_radius_mm:.4f}"
        arc = f"a{r} {r} 0 0 1"
        return (
            f"M{r} 0H{outline.size.width_mm - outline.corner_radius_mm:.4f}{arc} {r} {r}"
            f"V{outline.size.height_mm - outline.corner_radius_mm:.4f}{arc} -{r} {r}"
            f"H{r}{arc} -{r} -{r}V{r}{arc} {r} -{r}Z"
        )
    return _path_round(outline.corners())
