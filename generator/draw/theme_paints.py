"""What a shape is painted with: one colour and how much it covers, for its fill and its stroke."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from xml.etree.ElementTree import Element

from generator.draw.colour import mix
from generator.draw.elements import attributes_of, name_of, number_in
from generator.draw.theme_colour import alpha_of, colour_of
from generator.draw.theme_scene import Shape

SERVERS = frozenset(("linearGradient", "radialGradient", "pattern"))


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour and how much of what lies below it hides."""

    colour: str
    alpha: float


def flat_colours(defined: Sequence[Element]) -> dict[str, str]:
    """One colour for each gradient and pattern: the mean of its stops, or its first colour."""
    flat = {}
    for element in defined:
        if name_of(element) not in SERVERS:
            continue
        named = [
            colour
            for inner in element.iter()
            for name, value in attributes_of(inner)
            if name in {"stop-color", "fill", "stroke"} and (colour := colour_of(value))
        ]
        if not named:
            continue
        if name_of(element) == "pattern":
            named = named[:1]
        mean = reduce(
            lambda so_far, next_one: mix(so_far, next_one[1], 1 / next_one[0]),
            enumerate(named[1:], 2),
            named[0],
        )
        flat[element.get("id", "")] = mean
    return flat


def paint_of(shape: Shape, which: str, flat: Mapping[str, str], alpha: float) -> Paint | None:
    """The `fill` or `stroke` of a shape that is faded to `alpha`; None when there is none."""
    said = shape.style.get(which, "#000000" if which == "fill" else "none")
    if said.startswith("url("):
        target = said[said.index("#") + 1 : said.index(")")].strip("'\" ")
        colour, own = flat.get(target, colour_of(said[said.index(")") + 1 :])), 1.0
    else:
        colour, own = colour_of(said), alpha_of(said)
    share = own * alpha * number_in(shape.style.get(f"{which}-opacity"), 1.0)
    if not colour or share <= 0 or shape.style.get("visibility") == "hidden":
        return None
    if which == "stroke" and stroke_mm(shape) <= 0:
        return None
    return Paint(colour, share)


def stroke_mm(shape: Shape) -> float:
    """How wide the stroke of a shape is on the face."""
    return number_in(shape.style.get("stroke-width"), 1.0) * shape.scale
