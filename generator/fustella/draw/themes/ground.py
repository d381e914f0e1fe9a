"""What lies under what: the areas painted so far, in millimetres of the face.

What is seen on what: the colours that signs and lines take where grounds have become light.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from fustella.core.colour import WHITE, contrast, dark_enough, difference, lightness
from fustella.draw.svg.paths import Dot, Rings
from fustella.draw.svg.tree import Matrix
from fustella.draw.themes.scene import Paint

_PROBES = 5

_INWARD = 0.06
"""How far from a shape's edge towards its middle is asked what lies under it."""


@dataclass(frozen=True)
class Bounds:
    """The smallest upright rectangle around something, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, dot: Dot) -> bool:
        """Whether a point lies inside."""
        return self.left <= dot[0] <= self.right and self.top <= dot[1] <= self.bottom

    def covers(self, other: "Bounds") -> bool:
        """Whether nothing of another sticks out."""
        ends = other.left >= self.left and other.right <= self.right
        return ends and other.top >= self.top and other.bottom <= self.bottom


@dataclass(frozen=True)
class FilledForm:
    """The rings of a shape, in mm of the face."""

    rings: Rings
    even_odd: bool

    @cached_property
    def box(self) -> Bounds:
        """What it takes up."""
        xs = [x for ring in self.rings for x, _ in ring]
        ys = [y for ring in self.rings for _, y in ring]
        return Bounds(min(xs), min(ys), max(xs), max(ys))

    @cached_property
    def area_mm2(self) -> float:
        """Its surface; rings that turn the other way are holes."""
        return abs(sum(_signed(ring) for ring in self.rings))

    @cached_property
    def thickness_mm(self) -> float:
        """Twice the surface over the edge: of a long bar its width, of a disc its radius."""
        edge = sum(_length(ring) for ring in self.rings)
        return 2 * self.area_mm2 / edge if edge else 0.0

    @cached_property
    def probes(self) -> tuple[Dot, ...]:
        """Some points just inside its edge."""
        ring = max(self.rings, key=len)
        box = self.box
        cx, cy = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        found = []
        for step in range(_PROBES):
            at = step * len(ring) / _PROBES
            (ax, ay), (bx, by) = ring[int(at)], ring[(int(at) + 1) % len(ring)]
            x, y = (ax + bx) / 2, (ay + by) / 2
            found.append((x + (cx - x) * _INWARD, y + (cy - y) * _INWARD))
        return tuple(found)

    def covers(self, dot: Dot) -> bool:
        """Whether a point lies on the shape."""
        if not self.box.holds(dot):
            return False
        x, y = dot
        winding = 0
        crossings = 0
        for ring in self.rings:
            ax, ay = ring[-1]
            for bx, by in ring:
                if (ay > y) != (by > y) and ax + (y - ay) * (bx - ax) / (by - ay) > x:
                    winding += 1 if by > ay else -1
                    crossings += 1
                ax, ay = bx, by
        return crossings % 2 == 1 if self.even_odd else winding != 0


@dataclass(frozen=True)
class Band:
    """A broad line along the rings of a form."""

    form: FilledForm
    width_mm: float

    def covers(self, dot: Dot) -> bool:
        """Whether a point lies on the line."""
        box, half_mm = self.form.box, self.width_mm / 2
        wide = Bounds(
            box.left - half_mm, box.top - half_mm, box.right + half_mm, box.bottom + half_mm
        )
        if not wide.holds(dot):
            return False
        return any(
            _distance(dot, start, end) <= half_mm
            for ring in self.form.rings
            for start, end in pairwise(ring)
        )


@dataclass(frozen=True)
class Area:
    """A painted form or line: its colour in full and in the theme, and whether it is hatched."""

    form: FilledForm | Band
    full: str
    themed: str
    hatched: bool
    clip: Bounds | None


class PaintedAreas:
    """The areas painted so far, white paper under all of them."""

    def __init__(self) -> None:
        self._areas: list[Area] = []
        self._paper = Area(FilledForm((), False), "#ffffff", "#ffffff", False, None)

    def add(self, area: Area) -> None:
        """Lay an area on top."""
        self._areas.append(area)

    @property
    def last(self) -> Area:
        """What was painted last."""
        return self._areas[-1] if self._areas else self._paper

    def under(self, dots: Sequence[Dot]) -> Area:
        """The topmost area under most of these points."""
        tops = self.tops(dots)
        counted = Counter(map(id, tops))
        return max(tops, key=lambda area: counted[id(area)], default=self._paper)

    def tops(self, dots: Sequence[Dot]) -> list[Area]:
        """The topmost area under each point."""
        return [self._top(dot) for dot in dots]

    def _top(self, dot: Dot) -> Area:
        for area in reversed(self._areas):
            if area.form.covers(dot) and (area.clip is None or area.clip.holds(dot)):
                return area
        return self._paper


def placed(rings: Rings, m: Matrix) -> Rings:
    """Rings where a matrix puts them."""
    return tuple(
        tuple((m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f) for x, y in ring) for ring in rings
    )


def _distance(dot: Dot, start: Dot, end: Dot) -> float:
    """From a point to a stretch of a line."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = (dot[0] - start[0]) * dx + (dot[1] - start[1]) * dy
    t = min(max(along / (dx * dx + dy * dy), 0.0), 1.0) if dx or dy else 0.0
    return math.hypot(dot[0] - start[0] - t * dx, dot[1] - start[1] - t * dy)


def _signed(ring: Sequence[Dot]) -> float:
    total = 0.0
    ax, ay = ring[-1]
    for bx, by in ring:
        total += ax * by - bx * ay
        ax, ay = bx, by
    return total / 2


def _length(ring: Sequence[Dot]) -> float:
    total = 0.0
    ax, ay = ring[-1]
    for bx, by in ring:
        total += float(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        ax, ay = bx, by
    return total


READ, SEEN, DRAWN = 4.5, 3.0, 2.0
"""Contrast of texts, of signs (both WCAG 2.1, 1.4.3 and 1.4.11), and of lines of a picture."""

SAME = 3.0
"""Colours that differ by less look the same (CIE 1976)."""


def ink_on(colour: str, ground: Area, ratio: float) -> str:
    """What a colour becomes on its ground: itself, if that is as it was or it is seen there."""
    return colour if ground.themed == ground.full else edge_ink_on(colour, ground, ratio)


def edge_ink_on(colour: str, ground: Area, ratio: float) -> str:
    """A colour as dark as is seen on a ground that has become light.

    What was lighter than its ground takes the ground's colour: white on blue becomes blue.
    """
    if contrast(colour, ground.themed) >= ratio:
        return colour
    if lightness(ground.themed) < 50:
        return WHITE
    lighter = lightness(colour) > lightness(ground.full)
    return dark_enough(ground.full if lighter else colour, ground.themed, ratio)


def is_edge(stroke: Paint, fill: Paint) -> bool:
    """Whether a stroke is a line around a fill, and neither part of it nor a light rim."""
    return contrast(stroke.colour, WHITE) >= DRAWN and difference(stroke.colour, fill.colour) > SAME
