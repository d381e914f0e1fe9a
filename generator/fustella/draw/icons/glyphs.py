"""Turns the outline of a glyph into SVG path data, and measures its bounds.

The bounds are computed from the curves, because many icon fonts give the em square as the bounds,
or worse.
"""

from itertools import pairwise

from fustella.core.geometry.paths import XY
from fustella.draw.svg.write import number

_STEPS = 16
"""The number of points computed on each curve; they miss its extreme by less than 0.4 % of its
height."""


class OutlinePen:
    """Records the outline that a font draws.

    Its methods have the same names as in fontTools' pens.
    """

    def __init__(self) -> None:
        self._steps: list[tuple[str, tuple[XY, ...]]] = []

    def moveTo(self, point: XY) -> None:  # noqa: N802
        self._steps.append(("M", (point,)))

    def lineTo(self, point: XY) -> None:  # noqa: N802
        self._steps.append(("L", (point,)))

    def qCurveTo(self, *points: XY) -> None:  # noqa: N802
        self._steps.append(("Q", points))

    def curveTo(self, *points: XY) -> None:  # noqa: N802
        self._steps.append(("C", points))

    def closePath(self) -> None:  # noqa: N802
        self._steps.append(("Z", ()))

    def path(self, scale: float, x: float, y: float) -> str:
        """The outline as path data, scaled, with y down and the font's origin at (x, y)."""
        return "".join(
            letter
            + " ".join(f"{number(x + px * scale)} {number(y - py * scale)}" for px, py in points)
            for letter, points in self._steps
        )

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the ink, in units of the font, y up."""
        seen: list[XY] = []
        for _, points in self._steps:
            if len(points) > 1:
                curve = (seen[-1], *points)
                seen += (_on_bezier(step / _STEPS, curve) for step in range(1, _STEPS + 1))
            else:
                seen += points
        xs, ys = zip(*seen, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def _on_bezier(t: float, points: tuple[XY, ...]) -> XY:
    """The point of a Bezier curve at `t`, by de Casteljau's algorithm."""
    while len(points) > 1:
        points = tuple(
            (ax + (bx - ax) * t, ay + (by - ay) * t) for (ax, ay), (bx, by) in pairwise(points)
        )
    return points[0]
