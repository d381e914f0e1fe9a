"""Draws shapes that no zone has, such as ellipses, stars and gradients, as pictures (SVG)."""

import math
from collections.abc import Sequence

from msgspec import Struct

Point = tuple[float, float]


class Gradient(Struct, frozen=True):
    """Colours from one side to the other; `angle` is clockwise, 0 from left to right.

    With `radial` the colours go from the middle outwards.
    """

    colours: Sequence[str]
    angle: float = 0.0
    radial: bool = False


class Shape(Struct, frozen=True):
    """A shape in a box of `width_mm` by `height_mm`, with its fill and its outline.

    `form` is ellipse, box, line or polygon; `points` are the corners of a polygon, from 0 to 1
    across the box and down. A fill of "" is none, as is an outline of "".
    """

    form: str
    width_mm: float
    height_mm: float
    fill: str | Gradient = ""
    line: str = ""
    line_mm: float = 0.3
    points: Sequence[Point] = ()
    radius_mm: float = 0.0
    opacity: float = 1.0

    def svg(self) -> bytes:
        """The picture, which fills the box."""
        width, height = (max(0.1, round(side, 3)) for side in (self.width_mm, self.height_mm))
        fill, defs = self.fill, ""
        if isinstance(fill, Gradient):
            defs, fill = f"<defs>{_defined(fill)}</defs>", "url(#g)"
        look = f'fill="{fill or "none"}"'
        inset = 0.0
        if self.line:
            stroke = min(self.line_mm, width, height)
            look += f' stroke="{self.line}" stroke-width="{stroke:g}" stroke-linejoin="round"'
            inset = stroke / 2
        if self.opacity < 1:
            look += f' opacity="{self.opacity:g}"'
        inner_w, inner_h = max(0.0, width - 2 * inset), max(0.0, height - 2 * inset)
        if self.form == "ellipse":
            body = (
                f'<ellipse cx="{width / 2:g}" cy="{height / 2:g}" rx="{inner_w / 2:g}" '
                f'ry="{inner_h / 2:g}" {look}/>'
            )
        elif self.form == "polygon":
            corners = " ".join(
                f"{round(inset + x * inner_w, 3):g},{round(inset + y * inner_h, 3):g}"
                for x, y in self.points
            )
            body = f'<polygon points="{corners}" {look}/>'
        else:
            round_corners = f' rx="{self.radius_mm:g}"' if self.radius_mm else ""
            body = (
                f'<rect x="{inset:g}" y="{inset:g}" width="{inner_w:g}" '
                f'height="{inner_h:g}"{round_corners} {look}/>'
            )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}mm" height="{height:g}mm" preserveAspectRatio="none">'
            f"{defs}{body}</svg>\n"
        ).encode()


def _defined(gradient: Gradient) -> str:
    last = max(1, len(gradient.colours) - 1)
    stops = "".join(
        f'<stop offset="{number / last:.3g}" stop-color="{colour}"/>'
        for number, colour in enumerate(gradient.colours)
    )
    if gradient.radial:
        return f'<radialGradient id="g">{stops}</radialGradient>'
    across, down = (
        round(turned(math.radians(gradient.angle)) / 2, 4) for turned in (math.cos, math.sin)
    )
    ends = f'x1="{0.5 - across:g}" y1="{0.5 - down:g}" x2="{0.5 + across:g}" y2="{0.5 + down:g}"'
    return f'<linearGradient id="g" {ends}>{stops}</linearGradient>'


def regular(sides: int, turn: float = 0.0) -> Sequence[Point]:
    """The corners of a regular polygon that touches an ellipse in the box; the first is on top."""
    angles = [
        math.tau * number / sides - math.pi / 2 + math.radians(turn) for number in range(sides)
    ]
    return [(0.5 + math.cos(angle) / 2, 0.5 + math.sin(angle) / 2) for angle in angles]


def star(points: int, inner: float = 0.5, turn: float = 0.0) -> Sequence[Point]:
    """The corners of a star; `inner` is how far its notches are from the middle, of its points."""
    corners = []
    for number in range(2 * points):
        angle = math.pi * number / points - math.pi / 2 + math.radians(turn)
        reach = 0.5 if number % 2 == 0 else 0.5 * inner
        corners.append((0.5 + math.cos(angle) * reach, 0.5 + math.sin(angle) * reach))
    return corners
