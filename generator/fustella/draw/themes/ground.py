"""Keeps the areas painted so far on a face, and the colours that are visible on them.

If a theme lightens an area, the shapes on it may need a darker colour. All lengths and points are
in millimetres of the face.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from msgspec import Struct

from fustella.core.geometry.paths import XY, Ring, Rings
from fustella.core.values.colour import WHITE, contrast, dark_enough, difference, lightness
from fustella.draw.svg.tree import Matrix
from fustella.draw.themes.scene import FlatPaint

_PROBES = 5

_RINGS_COMPARED = 300
"""In a form of up to this many rings, each ring is compared with each other one."""

_INWARD = 0.06
"""The distance of a probe from a shape's edge, as a share of the way to its centre."""


class Bounds(Struct, frozen=True, dict=True):
    """A bounding box with level sides."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, point: XY) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def covers(self, other: "Bounds") -> bool:
        ends = other.left >= self.left and other.right <= self.right
        return ends and other.top >= self.top and other.bottom <= self.bottom

    @property
    def area_mm2(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def common(self, other: "Bounds") -> "Bounds | None":
        """The box in which two boxes overlap; None if they do not meet."""
        left, right = max(self.left, other.left), min(self.right, other.right)
        top, bottom = max(self.top, other.top), min(self.bottom, other.bottom)
        return Bounds(left, top, right, bottom) if left <= right and top <= bottom else None

    def joined(self, other: "Bounds") -> "Bounds":
        """The box around two boxes."""
        left, right = min(self.left, other.left), max(self.right, other.right)
        return Bounds(left, min(self.top, other.top), right, max(self.bottom, other.bottom))


class _Sized(Struct, frozen=True):
    """A ring of a form, with its box and its area, which is negative if it runs the other way."""

    ring: Ring
    signed_mm2: float
    box: Bounds

    @classmethod
    def of(cls, ring: Ring) -> "_Sized":
        return cls(ring, _signed_area(ring), bounds_around((ring,)))

    def adds_inside(self, around: Sequence["_Sized"], even_odd: bool) -> float:
        """The area in mm² that a ring adds to the filled part of its form.

        The area is below 0 for a hole, and 0 for a ring that only divides what is filled. `around`
        are the rings that surround this one.
        """
        outside = len(around) % 2 if even_odd else sum(_direction(ring) for ring in around)
        inside = 1 - outside if even_odd else outside + _direction(self)
        return abs(self.signed_mm2) * (bool(inside) - bool(outside))

    def those_around(self, no_smaller: Sequence["_Sized"]) -> list["_Sized"]:
        """The rings that surround this one, out of some rings that are no smaller."""
        own, box, point = abs(self.signed_mm2), self.box, self.ring[0]
        return [
            other
            for other in no_smaller
            if other.box.covers(box) and abs(other.signed_mm2) > own and _winding(other.ring, point)
        ]


_BALANCED = 1e-9
"""The share of its box that a form has at least, unless its halves run opposite ways."""

_CELLS = 51
"""The number of cells across and down in which such a form is counted: odd, so that none lies on
its axis."""

_LONG = 200
"""The sides of a form are sorted by height if they are more than this many."""

_SIDES_IN_LEVEL = 8


class _Levels:
    """The sides of long outlines by their height, so that a point is compared with few of them."""

    def __init__(self, rings: Rings, box: Bounds) -> None:
        count = max(1, sum(map(len, rings)) // _SIDES_IN_LEVEL)
        self._top, self._step = box.top, (box.bottom - box.top) / count or 1.0
        self._levels: list[list[tuple[XY, XY]]] = [[] for _ in range(count + 1)]
        for ring in rings:
            for start, end in pairwise((ring[-1], *ring)):
                low, high = min(start[1], end[1]), max(start[1], end[1])
                for level in range(self._level(low), self._level(high) + 1):
                    self._levels[level].append((start, end))

    def _level(self, y: float) -> int:
        return min(max(int((y - self._top) / self._step), 0), len(self._levels) - 1)

    def at(self, y: float) -> Sequence[tuple[XY, XY]]:
        """The sides that reach a height, with some others."""
        return self._levels[self._level(y)]


class FilledForm(Struct, frozen=True, dict=True):
    """The form of a filled shape: its outlines and its fill rule."""

    rings: Rings
    even_odd: bool

    @cached_property
    def box(self) -> Bounds:
        return bounds_around(self.rings)

    @cached_property
    def area_mm2(self) -> float:
        """The area of the form without holes.

        In a form of more than `_RINGS_COMPARED` rings, each ring that runs the other way counts as
        a hole. Where the halves of a form run opposite ways, as those of a bow tie do, the area is
        counted in cells.
        """
        if not self.rings:
            return 0.0
        area_mm2, box = self._area_of_rings, self.box
        wide, high = box.right - box.left, box.bottom - box.top
        if area_mm2 > _BALANCED * wide * high:
            return area_mm2
        inside = self._cells_inside
        lines_alone = inside <= _CELLS  # a single row: rounding put these cells inside
        return area_mm2 if lines_alone else inside * wide * high / _CELLS**2

    @property
    def _cells_inside(self) -> int:
        """The number of cells of the box whose middle is inside, counted row by row."""
        box = self.box
        wide, high = box.right - box.left, box.bottom - box.top
        columns = [box.left + (column + 0.5) * wide / _CELLS for column in range(_CELLS)]
        sides = [side for ring in self.rings for side in pairwise((ring[-1], *ring))]
        inside = 0
        for y in (box.top + (row + 0.5) * high / _CELLS for row in range(_CELLS)):
            crossings = sorted(
                (ax + (y - ay) * (bx - ax) / (by - ay), 1 if by > ay else -1)
                for (ax, ay), (bx, by) in (self._levels.at(y) if self._is_long else sides)
                if (ay > y) != (by > y)
            )
            winding, at = sum(way for _, way in crossings), 0
            for x in columns:
                while at < len(crossings) and crossings[at][0] <= x:
                    winding -= crossings[at][1]
                    at += 1
                inside += winding % 2 == 1 if self.even_odd else winding != 0
        return inside

    @property
    def _area_of_rings(self) -> float:
        if not 1 < len(self.rings) <= _RINGS_COMPARED:
            return abs(sum(_signed_area(ring) for ring in self.rings))
        known = self._sized
        falling = sorted(range(len(known)), key=lambda at: -abs(known[at].signed_mm2))
        adds = [0.0] * len(known)
        no_smaller: list[_Sized] = []
        for at in falling:
            around = known[at].those_around(no_smaller)
            adds[at] = known[at].adds_inside(around, self.even_odd)
            no_smaller.append(known[at])
        return sum(adds)

    @cached_property
    def _is_long(self) -> bool:
        return sum(map(len, self.rings)) > _LONG

    @cached_property
    def _levels(self) -> "_Levels":
        return _Levels(self.rings, self.box)

    @cached_property
    def _sized(self) -> tuple[_Sized, ...]:
        return tuple(map(_Sized.of, self.rings))

    @cached_property
    def thickness_mm(self) -> float:
        """Twice the area over the perimeter: the width of a long bar, or the radius of a disc."""
        edge = sum(_length(ring) for ring in self.rings)
        return 2 * self.area_mm2 / edge if edge else 0.0

    @cached_property
    def probes(self) -> tuple[XY, ...]:
        """The points just inside of the edge at which the ground is looked up."""
        ring = max(self.rings, key=len)
        box = self.box
        cx, cy = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        probes = []
        for step in range(_PROBES):
            at = step * len(ring) / _PROBES
            (ax, ay), (bx, by) = ring[int(at)], ring[(int(at) + 1) % len(ring)]
            x, y = (ax + bx) / 2, (ay + by) / 2
            probes.append((x + (cx - x) * _INWARD, y + (cy - y) * _INWARD))
        return tuple(probes)

    def covers(self, point: XY) -> bool:
        x, y = point
        box = self.box  # asked of every form for every point: most end here
        if not (box.left <= x <= box.right and box.top <= y <= box.bottom):
            return False
        if self._is_long:
            winding = _crossed(self._levels.at(y), point)
        elif len(self.rings) == 1:
            winding = _winding(self.rings[0], point)
        else:
            winding = sum(
                _winding(sized.ring, point) for sized in self._sized if sized.box.holds(point)
            )
        return winding % 2 == 1 if self.even_odd else winding != 0


class Band(Struct, frozen=True, dict=True):
    """A broad line along the outlines of a form."""

    form: FilledForm
    width_mm: float

    @cached_property
    def box(self) -> Bounds:
        box, half_mm = self.form.box, self.width_mm / 2
        return Bounds(
            box.left - half_mm, box.top - half_mm, box.right + half_mm, box.bottom + half_mm
        )

    def covers(self, point: XY) -> bool:
        if not self.box.holds(point):
            return False
        (x, y), half_mm = point, self.width_mm / 2
        if self._is_long:
            sides, index = self._indexed
            near = (sides[number] for numbers in index.at(point) for number in numbers)
            return any(_distance(point, *side) <= half_mm for side in near)
        return any(
            box.left - half_mm <= x <= box.right + half_mm
            and box.top - half_mm <= y <= box.bottom + half_mm
            and _passes(ring, point, half_mm)
            for ring, box in self._boxed
        )

    @cached_property
    def _is_long(self) -> bool:
        return sum(map(len, self.form.rings)) > _LONG

    @cached_property
    def _indexed(self) -> "tuple[list[tuple[XY, XY]], BoxIndex]":
        """The sides of the outlines, and where each of them lies."""
        sides = [side for ring in self.form.rings for side in pairwise(ring)]
        index, half_mm = BoxIndex(), self.width_mm / 2
        for number, ((ax, ay), (bx, by)) in enumerate(sides):
            left, right, top, bottom = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
            index.add(
                number,
                Bounds(left - half_mm, top - half_mm, right + half_mm, bottom + half_mm),
            )
        return sides, index

    @cached_property
    def _boxed(self) -> list[tuple[Ring, Bounds]]:
        """The outlines, each with its box."""
        return [(ring, bounds_around((ring,))) for ring in self.form.rings]


class PaintedArea(Struct, frozen=True, dict=True):
    """A painted form or line, with its colour in the full face and in the theme."""

    form: FilledForm | Band
    full: str
    themed: str
    hatched: bool
    clip: Bounds | None


_CELL_MM = 4.0
_MOST_CELLS = 64
"""An area is listed in at most this many cells of the grid.

A larger area is tested for every point.
"""


class BoxIndex:
    """An index of boxes on a face by number, which finds the boxes near a place.

    A drawing has thousands of shapes, and the shapes under each of them are looked up. Numbers are
    added in rising order.
    """

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[int]] = {}
        self._large: list[int] = []

    def add(self, number: int, box: Bounds) -> None:
        if max(box.right - box.left, box.bottom - box.top) > _CELL_MM * _MOST_CELLS:
            self._large.append(number)
            return
        (left, top), (right, bottom) = _cell(box.left, box.top), _cell(box.right, box.bottom)
        if (right - left + 1) * (bottom - top + 1) > _MOST_CELLS:
            self._large.append(number)
            return
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                self._cells.setdefault((column, row), []).append(number)

    def at(self, point: XY) -> Iterator[Sequence[int]]:
        """The numbers of things that may hold a point, in rising order, in two parts."""
        yield self._cells.get(_cell(*point), ())
        yield self._large

    def near(self, box: Bounds) -> list[int]:
        """The numbers of things that may meet a box, the last one first."""
        (left, top), (right, bottom) = _cell(box.left, box.top), _cell(box.right, box.bottom)
        found = set(self._large)
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                found.update(self._cells.get((column, row), ()))
        return sorted(found, reverse=True)


class PaintedAreas:
    """The areas painted so far, on white paper."""

    def __init__(self) -> None:
        self._areas: list[PaintedArea] = []
        self._index = BoxIndex()
        self._paper = PaintedArea(FilledForm((), False), "#ffffff", "#ffffff", False, None)

    def add(self, area: PaintedArea) -> None:
        self._index.add(len(self._areas), area.form.box)
        self._areas.append(area)

    @property
    def last(self) -> PaintedArea:
        return self._areas[-1] if self._areas else self._paper

    def under(self, points: Sequence[XY]) -> PaintedArea:
        """The area that is topmost at most of the points."""
        return self.most(self.tops(points))

    def most(self, tops: Sequence[PaintedArea]) -> PaintedArea:
        """The area that occurs most often; white paper without any."""
        counted = Counter(map(id, tops))
        return max(tops, key=lambda area: counted[id(area)], default=self._paper)

    def tops(self, points: Sequence[XY]) -> list[PaintedArea]:
        return [self._top(point) for point in points]

    def _top(self, point: XY) -> PaintedArea:
        number = -1
        for numbers in self._index.at(point):
            number = self._topmost(numbers, point, number)
        return self._areas[number] if number >= 0 else self._paper

    def _topmost(self, numbers: Sequence[int], point: XY, lower: int) -> int:
        """The number of the topmost area over a point; `lower` if no later area is there."""
        for number in reversed(numbers):
            if number < lower:
                break
            area = self._areas[number]
            if area.form.covers(point) and (area.clip is None or area.clip.holds(point)):
                return number
        return lower


def _cell(x: float, y: float) -> tuple[int, int]:
    return math.floor(x / _CELL_MM), math.floor(y / _CELL_MM)


def placed(rings: Rings, m: Matrix) -> Rings:
    a, b, c, d, e, f = m.a, m.b, m.c, m.d, m.e, m.f
    return tuple(
        [tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in ring]) for ring in rings]
    )


def _distance(point: XY, start: XY, end: XY) -> float:
    """The distance of a point from a line segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = (point[0] - start[0]) * dx + (point[1] - start[1]) * dy
    t = min(max(along / (dx * dx + dy * dy), 0.0), 1.0) if dx or dy else 0.0
    return math.hypot(point[0] - start[0] - t * dx, point[1] - start[1] - t * dy)


def _passes(ring: Ring, point: XY, within_mm: float) -> bool:
    """Whether a line along a ring comes within a distance of a point."""
    left, top = point[0] - within_mm, point[1] - within_mm
    right, bottom = point[0] + within_mm, point[1] + within_mm
    for start, end in pairwise(ring):
        (ax, ay), (bx, by) = start, end
        if (ax < left and bx < left) or (ax > right and bx > right):
            continue
        if (ay < top and by < top) or (ay > bottom and by > bottom):
            continue
        if _distance(point, start, end) <= within_mm:
            return True
    return False


def bounds_around(rings: Sequence[Sequence[XY]]) -> Bounds:
    """The box around the points of some rings."""
    xs = [x for ring in rings for x, _ in ring]
    ys = [y for ring in rings for _, y in ring]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def _direction(ring: _Sized) -> int:
    return 1 if ring.signed_mm2 > 0 else -1


def _crossed(sides: Sequence[tuple[XY, XY]], point: XY) -> int:
    """Counts how often outlines with these sides go around a point, like `_winding`."""
    x, y = point
    winding = 0
    for (ax, ay), (bx, by) in sides:
        if (ay > y) != (by > y) and ax + (y - ay) * (bx - ax) / (by - ay) > x:
            winding += 1 if by > ay else -1
    return winding


def _winding(ring: Ring, point: XY) -> int:
    """Counts how often a ring goes around a point; turns the other way are subtracted."""
    x, y = point
    winding = 0
    ax, ay = ring[-1]
    for bx, by in ring:
        if (ay > y) != (by > y) and ax + (y - ay) * (bx - ax) / (by - ay) > x:
            winding += 1 if by > ay else -1
        ax, ay = bx, by
    return winding


def _signed_area(ring: Ring) -> float:
    total = 0.0
    ax, ay = ring[-1]
    for bx, by in ring:
        total += ax * by - bx * ay
        ax, ay = bx, by
    return total / 2


def _length(ring: Ring) -> float:
    total = 0.0
    ax, ay = ring[-1]
    for bx, by in ring:
        total += float(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        ax, ay = bx, by
    return total


READ, SEEN, DRAWN = 4.5, 3.0, 2.0
"""The least contrasts of texts, of symbols (WCAG 2.1, 1.4.3 and 1.4.11), and of lines in a
picture."""

SAME = 3.0
"""The difference of two colours (CIE 1976) below which they look the same."""


def ink_on(colour: str, ground: PaintedArea, ratio: float) -> str:
    """The colour in which to draw on a ground.

    It is `colour` itself if the theme does not change the ground, else `edge_ink_on`.
    """
    return colour if ground.themed == ground.full else edge_ink_on(colour, ground, ratio)


def edge_ink_on(colour: str, ground: PaintedArea, ratio: float) -> str:
    """A colour, darkened if it needs more contrast with a ground that has become light.

    A colour lighter than its ground becomes the ground's colour: white on blue becomes blue.
    """
    if contrast(colour, ground.themed) >= ratio:
        return colour
    if lightness(ground.themed) < 50:
        return WHITE
    lighter = lightness(colour) > lightness(ground.full)
    return dark_enough(ground.full if lighter else colour, ground.themed, ratio)


def is_edge(stroke: FlatPaint, fill: FlatPaint) -> bool:
    """Whether a stroke is a visible outline of a fill: not pale, and of another colour."""
    return contrast(stroke.colour, WHITE) >= DRAWN and difference(stroke.colour, fill.colour) > SAME
