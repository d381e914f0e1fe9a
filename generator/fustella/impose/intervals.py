"""Intervals on a line, and lengths that are compared without rounding errors."""

import math
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TypeAlias

Interval: TypeAlias = tuple[float, float]
"""From where to where, in mm."""

SAME_MM = 1e-3
"""Places closer than this are the same: less than any blade or printer resolves."""

_RASTER_OFFSET = 0.31717
"""Keeps the borders of a raster away from all decimal and binary fractions of mm and inches."""


def joined(intervals: Iterable[Interval], slack_mm: float = 0.0) -> list[Interval]:
    """The intervals in ascending order, with those joined that overlap or touch.

    Gaps of up to `slack_mm` are closed too. With a negative slack, intervals are joined only where
    they overlap by that much.
    """
    found: list[Interval] = []
    for first, last in sorted(intervals):
        if found and first <= found[-1][1] + slack_mm:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def gaps(taken: Sequence[Interval], first_mm: float, last_mm: float) -> list[Interval]:
    """The parts of `first_mm` to `last_mm` that no interval in `taken` covers.

    `taken` is ascending, and its intervals do not overlap, as `joined` returns them.
    """
    found: list[Interval] = []
    at_mm = first_mm
    for low, high in taken[max(0, bisect_right(taken, (first_mm, math.inf)) - 1) :]:
        if low >= last_mm:
            break
        if low > at_mm:
            found.append((at_mm, low))
        at_mm = max(at_mm, high)
    if at_mm < last_mm:
        found.append((at_mm, last_mm))
    return found


def raster(length_mm: float, per_mm: float = 1000.0) -> int:
    """An integer that lengths share if they differ only by rounding errors.

    Lengths are the same to within 1 / `per_mm`. The raster's borders are offset, because two equal
    lengths on a border could fall to its two sides.
    """
    return math.floor(length_mm * per_mm + _RASTER_OFFSET)
