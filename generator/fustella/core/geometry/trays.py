"""Makes trays as solids to print: a floor, walls, pockets, notches for fingers, and engraved names.

A tray is a height over each place of its floor. Its mesh is made of the cells between the lines on
which the height changes: each edge is shared by exactly two triangles, which run round opposite
ways, so that the solid is closed. Lengths are in mm, x to the right, y down as on a plan, z up.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from fustella.core.geometry.floorplans import FloorPart
from fustella.core.geometry.polygons import SAME_MM
from fustella.core.geometry.shapes import Rect

Corner = tuple[float, float, float]
"""A corner in mm: to the right, down, and up."""

Facet = tuple[Corner, Corner, Corner]
"""A triangle of a mesh; seen from without, its corners run counter-clockwise where y points up."""

NOTCH_MM = 20.0
"""The width of a notch for a finger; it is never wider than half of its wall."""

_APART_MM = 1.0
"""The length by which a notch is narrower on both sides where its ends met other pockets."""

_NOTCH_SHARE = 0.7
"""The depth of a notch, as a part of a wall's height above the floor."""

_STEPS = 12
"""The number of straight pieces of a notch."""

_ENGRAVED_MM = 0.4
_DIGIT_MM, _STROKE_MM = 7.0, 1.2


class _Notch(Struct, frozen=True, gc=False):
    """A notch over `box`: a valley, `upright` where its height changes down the plan."""

    box: Rect
    upright: bool
    top_mm: float
    deep_mm: float

    @property
    def lines(self) -> list[float]:
        low, high = self._reach
        middle, half = (low + high) / 2, (high - low) / 2
        return [
            low,
            *(middle - half * math.cos(math.pi * step / _STEPS) for step in range(1, _STEPS)),
            high,
        ]

    @property
    def _reach(self) -> tuple[float, float]:
        box = self.box
        return (box.y_mm, box.bottom_mm) if self.upright else (box.x_mm, box.right_mm)

    def height_mm(self, at: float) -> float:
        """The height at a place along the notch, on the straight pieces between its lines."""
        for low, high in pairwise(self.lines):
            if at <= high + SAME_MM:
                share = (at - low) / (high - low)
                return self._curve_mm(low) * (1 - share) + self._curve_mm(high) * share
        raise AssertionError("the place lies beyond the notch")

    def _curve_mm(self, at: float) -> float:
        low, high = self._reach
        half = (high - low) / 2
        round_mm = min(half, self.deep_mm)
        off = min(1.0, abs(at - (low + high) / 2) / half)
        return self.top_mm - self.deep_mm + round_mm * (1 - math.sqrt(1 - off * off))


class TraySolid(Struct, frozen=True, gc=False):
    """A tray as a solid: its outer box, and its triangles."""

    wide_mm: float
    deep_mm: float
    high_mm: float
    facets: tuple[Facet, ...]


def tray_solid(
    part: FloorPart, high_mm: float, floor_mm: float, wall_mm: float, numbers: Sequence[int] = ()
) -> TraySolid:
    """The solid of a part of a floor: `high_mm` high over a floor of `floor_mm`, from (0, 0, 0).

    Each pocket has notches in the two walls along its longer sides, as deep as 0.7 of their height.
    Those `numbers` of compartments that are above 0 are engraved in their floors, where there is
    room.
    """
    left, top = part.box.x_mm, part.box.y_mm
    size = part.box.size
    pockets = [one.box.moved(-left, -top) for one in part.compartments]
    total_mm = high_mm + floor_mm
    notches = _notches(pockets, Rect(0, 0, size.width_mm, size.height_mm), wall_mm, total_mm,
                       _NOTCH_SHARE * high_mm)  # fmt: skip
    grooves = [
        stroke
        for number, pocket in zip(numbers, pockets, strict=False)
        if number and floor_mm > 2 * _ENGRAVED_MM
        for stroke in _engraved(str(number), pocket)
    ]
    heights = _Heights(pockets, notches, grooves, total_mm, floor_mm)
    across = _lines(
        (0.0, size.width_mm),
        [side for box in (*pockets, *grooves, *(n.box for n in notches))
         for side in (box.x_mm, box.right_mm)],
        *(notch.lines for notch in notches if not notch.upright),
    )  # fmt: skip
    down = _lines(
        (0.0, size.height_mm),
        [side for box in (*pockets, *grooves, *(n.box for n in notches))
         for side in (box.y_mm, box.bottom_mm)],
        *(notch.lines for notch in notches if notch.upright),
    )  # fmt: skip
    facets = tuple(_facets(across, down, heights))
    return TraySolid(size.width_mm, size.height_mm, total_mm, facets)


def volume_mm3(facets: Sequence[Facet]) -> float:
    """The volume within a closed mesh: the sum of the signed volumes down to the origin."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in facets:
        total += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    return total / 6


def _notches(
    pockets: Sequence[Rect], outer: Rect, wall_mm: float, top_mm: float, deep_mm: float
) -> list[_Notch]:
    """The notches of pockets, each through the wall beside it; none overlaps another one."""
    found: list[_Notch] = []
    for pocket in pockets:
        upright = pocket.height_mm > pocket.width_mm
        box = pocket.transposed() if upright else pocket
        wide_mm = min(NOTCH_MM, box.width_mm / 2)
        x_mm = box.x_mm + (box.width_mm - wide_mm) / 2
        for y_mm in (box.y_mm - wall_mm, box.bottom_mm):
            one = Rect(x_mm, y_mm, wide_mm, wall_mm)
            one = one.transposed() if upright else one
            if _meets_a_corner(one, pockets):
                one = Rect(x_mm + _APART_MM, y_mm, wide_mm - 2 * _APART_MM, wall_mm)
                one = one.transposed() if upright else one
            clear = not any(one.grown(wall_mm / 2).overlaps(other.box) for other in found)
            through = outer.contains(one, SAME_MM) and not any(
                one.overlaps(other, SAME_MM) for other in pockets
            )
            if clear and through and not _meets_a_corner(one, pockets):
                found.append(_Notch(one, upright, top_mm, deep_mm))
    return found


def _meets_a_corner(notch: Rect, pockets: Sequence[Rect]) -> bool:
    """Whether a corner of a pocket lies on one of a notch: the solid would touch itself there."""
    return any(
        abs(one.x_mm - other.x_mm) < _APART_MM / 2 and abs(one.y_mm - other.y_mm) < _APART_MM / 2
        for one in notch.corners()
        for pocket in pockets
        for other in pocket.corners()
    )


_SEGMENTS = {
    "a": Rect(0, 0, 1, 0), "b": Rect(1, 0, 0, 1), "c": Rect(1, 1, 0, 1), "d": Rect(0, 2, 1, 0),
    "e": Rect(0, 1, 0, 1), "f": Rect(0, 0, 0, 1), "g": Rect(0, 1, 1, 0),
}  # fmt: skip
"""The strokes of figures as on a clock, in halves of their height; each is as wide as a stroke."""

_FIGURES = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgecd", "abc", "abcdefg", "abcdfg")


def _engraved(number: str, pocket: Rect) -> Iterator[Rect]:
    """Yields the strokes of a number in the middle of a pocket; none where it has no room."""
    half = (_DIGIT_MM - _STROKE_MM) / 2
    step = half + 2 * _STROKE_MM
    wide_mm = step * len(number) - _STROKE_MM
    if pocket.width_mm < wide_mm + 2 or pocket.height_mm < _DIGIT_MM + 2:
        return
    x_mm = pocket.x_mm + (pocket.width_mm - wide_mm) / 2
    y_mm = pocket.y_mm + (pocket.height_mm - _DIGIT_MM) / 2
    for at, figure in enumerate(number):
        for stroke in (_SEGMENTS[name] for name in _FIGURES[int(figure)]):
            yield Rect(
                x_mm + at * step + stroke.x_mm * half,
                y_mm + stroke.y_mm * half,
                stroke.width_mm * half + _STROKE_MM,
                stroke.height_mm * half + _STROKE_MM,
            )


class _Heights:
    """Tells the height of a tray at the corners of a cell, as seen from within the cell."""

    def __init__(
        self,
        pockets: Sequence[Rect],
        notches: Sequence[_Notch],
        grooves: Sequence[Rect],
        top_mm: float,
        floor_mm: float,
    ) -> None:
        self._pockets, self._notches, self._grooves = pockets, notches, grooves
        self._top_mm, self._floor_mm = top_mm, floor_mm

    def of(self, cell: Rect) -> tuple[float, float, float, float]:
        """The heights at the corners of a cell, clockwise on the plan from the upper left."""
        middle = Rect(cell.x_mm + cell.width_mm / 2, cell.y_mm + cell.height_mm / 2, 0, 0)
        if any(pocket.contains(middle) for pocket in self._pockets):
            grooved = any(groove.contains(middle) for groove in self._grooves)
            return (self._floor_mm - _ENGRAVED_MM * grooved,) * 4
        for notch in self._notches:
            if notch.box.contains(middle):
                if notch.upright:
                    above, below = map(notch.height_mm, (cell.y_mm, cell.bottom_mm))
                    return above, above, below, below
                before, after = map(notch.height_mm, (cell.x_mm, cell.right_mm))
                return before, after, after, before
        return (self._top_mm,) * 4


def _lines(*places: Sequence[float]) -> list[float]:
    lines: list[float] = []
    for place in sorted(one for each in places for one in each):
        if not lines or place - lines[-1] > SAME_MM:
            lines.append(place)
    return lines


_OUTSIDE = (0.0,) * 4


def _facets(across: Sequence[float], down: Sequence[float], heights: _Heights) -> Iterator[Facet]:
    """Yields the triangles of all cells: their tops, their bottoms, and the steps between them."""
    columns, rows = len(across) - 1, len(down) - 1
    tops = {
        (x, y): tuple(
            round(height, 6)
            for height in heights.of(
                Rect(across[x], down[y], across[x + 1] - across[x], down[y + 1] - down[y])
            )
        )
        for x in range(columns)
        for y in range(rows)
    }

    def of(x: int, y: int) -> tuple[float, ...]:
        return tops.get((x, y), _OUTSIDE)

    def levels(x: int, y: int) -> list[float]:
        """All heights that meet over a crossing of lines."""
        around = (of(x - 1, y - 1)[2], of(x, y - 1)[3], of(x, y)[0], of(x - 1, y)[1])
        return sorted({*around})

    def step(
        start: tuple[int, int],
        end: tuple[int, int],
        before: tuple[float, float],
        after: tuple[float, float],
    ) -> Iterator[Facet]:
        """Yields the wall over a line, where the cell on its left, `before`, is the higher one."""
        sides = []
        for (x, y), high, low in zip((start, end), before, after, strict=True):
            between = [level for level in levels(x, y) if low <= level <= high]
            sides.append([(across[x], down[y], level) for level in between])
        yield from _zipped(*sides)

    for (x, y), (a, b, c, d) in tops.items():
        left, top, right, bottom = across[x], down[y], across[x + 1], down[y + 1]
        yield (left, top, a), (right, bottom, c), (right, top, b)
        yield (left, top, a), (left, bottom, d), (right, bottom, c)
        yield (left, top, 0.0), (right, top, 0.0), (right, bottom, 0.0)
        yield (left, top, 0.0), (right, bottom, 0.0), (left, bottom, 0.0)
    for x in range(columns + 1):
        for y in range(rows):
            one, two = of(x - 1, y), of(x, y)
            west, east = (one[1], one[2]), (two[0], two[3])
            if west > east:
                yield from step((x, y + 1), (x, y), west[::-1], east[::-1])
            elif west != east:
                yield from step((x, y), (x, y + 1), east, west)
    for y in range(rows + 1):
        for x in range(columns):
            one, two = of(x, y - 1), of(x, y)
            north, south = (one[3], one[2]), (two[0], two[1])
            if max(north) > max(south) or min(north) > min(south):
                yield from step((x, y), (x + 1, y), north, south)
            elif north != south:
                yield from step((x + 1, y), (x, y), south[::-1], north[::-1])


def _zipped(one: Sequence[Corner], other: Sequence[Corner]) -> Iterator[Facet]:
    """Yields the triangles between two upright rows of corners, from below upwards."""
    first = second = 0
    while first < len(one) - 1 or second < len(other) - 1:
        if second == len(other) - 1 or (
            first < len(one) - 1 and one[first + 1][2] <= other[second + 1][2]
        ):
            yield one[first], other[second], one[first + 1]
            first += 1
        else:
            yield one[first], other[second], other[second + 1]
            second += 1
