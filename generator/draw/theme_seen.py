"""What is seen on what: the colours that signs and lines take where grounds have become light."""

from generator.draw.colour import WHITE, contrast
from generator.draw.theme_area import Area
from generator.draw.theme_colour import dark_enough, difference, lightness
from generator.draw.theme_paints import Paint

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
