"""Says how far figures of few observations may be from the truth."""

import math
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

_Z: Final = 1.959964
"""The deviations of a normal distribution within which 95 % of it lie."""


class Share(Struct, frozen=True):
    """`good` observations of `of`.

    Observations that come in groups, such as the hands of a session, know of each other: `alone`
    is how many there are that do not, None where none does.
    """

    good: int
    of: int
    alone: float | None = None

    @classmethod
    def in_groups(cls, good: int, sizes: Sequence[int]) -> "Share":
        """The share of observations in groups of these sizes.

        `alone` is the least that it can be, with all of a group alike: the square of the sum by the
        sum of squares. L. Kish, Survey Sampling, 1965, 11.7.
        """
        of = sum(sizes)
        return cls(good, of, of * of / sum(size * size for size in sizes) if of else None)

    @property
    def value(self) -> float | None:
        """The share from 0 to 1; None of no observations."""
        return self.good / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """The least and the greatest share that are likely, at 95 %: Wilson's interval.

        E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
        """
        if not self.of:
            return 0.0, 1.0
        share, alone = self.good / self.of, self.alone or self.of
        squared = _Z * _Z / alone
        middle = (share + squared / 2) / (1 + squared)
        spread = share * (1 - share) / alone + squared / (4 * alone)
        half = _Z / (1 + squared) * math.sqrt(spread)
        low = 0.0 if not self.good else max(0.0, middle - half)
        return low, 1.0 if self.good == self.of else min(1.0, middle + half)


class Spread(Struct, frozen=True):
    """The least, the middle and the greatest of some figures, and how many they are."""

    count: int
    least: float
    median: float
    mean: float
    most: float


def spread_of(figures: Sequence[float]) -> Spread | None:
    """The spread of some figures; None of none."""
    if not figures:
        return None
    ordered = sorted(figures)
    return Spread(
        len(ordered),
        ordered[0],
        quantile(ordered, 0.5),
        math.fsum(ordered) / len(ordered),
        ordered[-1],
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """The figure below which a share of sorted figures lies, between two of them in proportion."""
    at = share * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (at - below)


def mean_interval(figures: Sequence[float]) -> tuple[float, float]:
    """The least and the greatest mean that are likely, at 95 %, of many figures."""
    mean = math.fsum(figures) / len(figures)
    if len(figures) == 1:
        return mean, mean
    squares = math.fsum((figure - mean) ** 2 for figure in figures)
    half = _Z * math.sqrt(squares / (len(figures) - 1) / len(figures))
    return mean - half, mean + half
