"""Draws the shadow of a text, and an outline around its letters, beneath the text.

Both are paths, so that a search in the PDF finds the text once. A theme that saves ink drops both:
it gives texts an edge of its own, where they need one.
"""

import math

from markupsafe import escape
from msgspec import Struct

from fustella.draw.svg.write import number

OUTLINE_MM = 0.3
SHADOW_MM = 0.3


class Beneath(Struct, frozen=True):
    """The outline and the shadow of a text; the colour of each is "" without it.

    The outline goes `outline_mm` beyond the letters, the shadow lies `shadow_mm` to the right and
    down.
    """

    outline: str = ""
    outline_mm: float = OUTLINE_MM
    shadow: str = ""
    shadow_mm: float = SHADOW_MM

    def __bool__(self) -> bool:
        return bool(self.outline or self.shadow)

    def drawn(self, path: str, turn_deg: float) -> str:
        """The SVG beneath letters with this path data, in a group that is turned afterwards.

        The shadow is moved against the turn, so that it falls to the right and down on the face.
        """
        width_mm = 2 * self.outline_mm if self.outline else 0.0
        parts = []
        if self.shadow:
            turn = math.radians(turn_deg)
            right_mm = self.shadow_mm * (math.cos(turn) + math.sin(turn))
            down_mm = self.shadow_mm * (math.cos(turn) - math.sin(turn))
            moved = f' transform="translate({number(right_mm)} {number(down_mm)})"'
            parts.append(_layer(path, self.shadow, width_mm, moved))
        if self.outline:
            parts.append(_layer(path, self.outline, width_mm))
        return f'<g data-theme="drop">{"".join(parts)}</g>' if path else ""


def _layer(path: str, colour: str, width_mm: float, more: str = "") -> str:
    paint = f'fill="{escape(colour)}"'
    if width_mm > 0:
        paint += (
            f' stroke="{escape(colour)}" stroke-width="{number(width_mm)}" stroke-linejoin="round"'
        )
    return f'<path d="{path}" {paint}{more}/>'
