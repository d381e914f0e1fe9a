"""The outline of a glyph as SVG path data, and its true bounds.

The bounds that stand in an icon font's tables are those of the em square or worse, so they are
taken from the curves themselves.
"""

from itertools import pairwise
from typing import TypeAlias

from fustella.draw.svg.write import number

_Point: TypeAlias = tuple[float, float]

_STEPS = 16
"""Points looked at along a curve: its extreme is then missed by less than 0.4 % of its height."""


class OutlinePen:
    """Takes down what a font draws; its methods are named as those of fontTools' pens."""

    def __init__(self) -> None:
        self._steps: list[tuple[str, tuple[_Point, ...]]] = []

    def moveTo(self, point: _Point) -> None:  # noqa: N802
        """Start a contour."""
        self._steps.append(("M", (point,)))

    def lineTo(self, point: _Point) -> None:  # noqa: N802
        """A straight line."""
        self._steps.append(("L", (point,)))

    def qCurveTo(self, *points: _Point) -> None:  # noqa: N802
        """A curve with one control point."""
        self._steps.append(("Q", points))

    def curveTo(self, *points: _Point) -> None:  # noqa: N802
        """A curve with two control points."""
        self._steps.append(("C", points))

    def closePath(self) -> None:  # noqa: N802
        """End a contour."""
        self._steps.append(("Z", ()))

    def path(self, scale: float, x: float, y: float) -> str:
        """Path data, scaled, turned over (y down) and with the font's origin at (x, y)."""
        return "".join(
            letter
            + " ".join(f"{number(x + px * scale)} {number(y - py * scale)}" for px, py in points)
            for letter, points in self._steps
        )

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, lowest, right and highest of what is inked, in units of the font, y up."""
        seen: list[_Point] = []
        for _, points in self._steps:
            seen.extend(_along(seen[-1], points) if len(points) > 1 else points)
        xs, ys = zip(*seen, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def _along(start: _Point, points: tuple[_Point, ...]) -> list[_Point]:
    """Points on a Bezier curve, by de Casteljau's construction."""
    return [_at(step / _STEPS, (start, *points)) for step in range(1, _STEPS + 1)]


def _at(t: float, points: tuple[_Point, ...]) -> _Point:
    while len(points) > 1:
        points = tuple(
            (ax + (bx - ax) * t, ay + (by - ay) * t) for (ax, ay), (bx, by) in pairwise(points)
        )
    return points[0]
