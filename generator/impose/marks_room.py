"""Where a line runs over paper that belongs to no piece.

A mark keeps a distance from every trim. Along a line, a piece whose side lies on it takes the
stretch beside that side and a little more, less what its rounded corners leave free: a corner of
radius r is as far as `keep` from the line at r - sqrt((r + keep)^2 - r^2) from its tip, which
without a radius is `keep` beyond the tip.
"""

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.geometry import EPSILON_MM, Shape
from generator.impose.layout import Spot

_BUCKET_MM = 4.0

Stretch = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a trim: where it lies, which way is out, its ends, its rounding.

    Beyond an end that is not at a right angle, a place as far away as `keep` lies `sharp` times as
    far along the line.
    """

    at_mm: float
    outward: int
    first_mm: float
    last_mm: float
    radius_mm: float
    sharp: float = 0.0


class Room:
    """The free stretches of lines along the sides of pieces, for marks that keep `keep_mm` away."""

    def __init__(self, spots: Sequence[Spot], keep_mm: float) -> None:
        self._keep_mm = keep_mm
        self._upright: dict[int, list[_Side]] = defaultdict(list)
        self._level: dict[int, list[_Side]] = defaultdict(list)
        for spot in spots:
            self._add(spot)

    def _add(self, spot: Spot) -> None:
        box, radius_mm = spot.box, _radius_mm(spot)
        for sides, first, last, low, high in (
            (self._upright, box.x_mm, box.right_mm, box.y_mm, box.bottom_mm),
            (self._level, box.y_mm, box.bottom_mm, box.x_mm, box.right_mm),
        ):
            inset_mm, sharp = _inset(spot, upright=sides is self._upright)
            for at_mm, outward in ((first, -1), (last, 1)):
                ends = low + inset_mm, high - inset_mm
                side = _Side(at_mm, outward, *ends, radius_mm, sharp)
                sides[math.floor(at_mm / _BUCKET_MM)].append(side)

    def taken(self, at_mm: float, upright: bool) -> list[Stretch]:
        """The stretches of an upright or level line at `at_mm` that pieces beside it take, sorted.

        The line runs through: no piece lies across it.
        """
        sides = self._upright if upright else self._level
        keep_mm = self._keep_mm
        near = range(
            math.floor((at_mm - keep_mm) / _BUCKET_MM),
            math.floor((at_mm + keep_mm) / _BUCKET_MM) + 1,
        )
        return _joined(
            stretch
            for bucket in near
            for side in sides.get(bucket, ())
            if (stretch := self._beside(side, at_mm)) is not None
        )

    def _beside(self, side: _Side, at_mm: float) -> Stretch | None:
        """What a side takes of a line as far from it as `keep_mm` or less."""
        away_mm = (at_mm - side.at_mm) * side.outward
        if not -EPSILON_MM - 1e-3 <= away_mm < self._keep_mm - EPSILON_MM:
            return None
        if side.sharp:
            reach_mm = side.sharp * self._keep_mm
            return side.first_mm - reach_mm, side.last_mm + reach_mm
        round_mm = side.radius_mm
        reach_mm = math.sqrt(max(0.0, (round_mm + self._keep_mm) ** 2 - (round_mm + away_mm) ** 2))
        return side.first_mm + round_mm - reach_mm, side.last_mm - round_mm + reach_mm


def free(taken: Sequence[Stretch], first_mm: float, last_mm: float) -> list[Stretch]:
    """What of the stretch from `first_mm` to `last_mm` none of the sorted `taken` ones covers."""
    gaps: list[Stretch] = []
    at_mm = first_mm
    for low, high in taken[max(0, bisect_right(taken, (first_mm, math.inf)) - 1) :]:
        if low >= last_mm:
            break
        if low > at_mm:
            gaps.append((at_mm, low))
        at_mm = max(at_mm, high)
    if at_mm < last_mm:
        gaps.append((at_mm, last_mm))
    return gaps


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    joined: list[Stretch] = []
    for low, high in sorted(stretches):
        if high <= low:
            continue
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return joined


def _inset(spot: Spot, upright: bool) -> tuple[float, float]:
    """Of a hexagon: how much shorter its sides are than those of its box, and how sharp their ends.

    A flat side is half as long as the box, and its ends turn by 60 degrees; a corner is no side
    at all, and two edges leave it at 30 degrees from the line.
    """
    outline, box = spot.item.outline, spot.box
    if outline.shape is not Shape.HEXAGON or spot.window is not None:
        return 0.0, 0.0
    length_mm = box.height_mm if upright else box.width_mm
    stands = spot.turn_deg % 180 == 0
    if upright is stands:
        return length_mm / 4, 2 / math.sqrt(3)
    return length_mm / 2, 2.0


def _radius_mm(spot: Spot) -> float:
    """How round the corners of a trim's box are: a circle's are nothing else."""
    outline, box = spot.item.outline, spot.box
    if outline.shape is Shape.CIRCLE:
        return box.width_mm / 2
    if outline.shape is not Shape.RECTANGLE or spot.window is not None:
        return 0.0
    return min(outline.corner_radius_mm, box.width_mm / 2, box.height_mm / 2)
