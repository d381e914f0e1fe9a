"""Writes out the rings of radial gradients as stops.

PDF knows no gradient that is repeated, and typst no `fr`. The circles of a gradient are cuts of a
cone (SVG 2, 14.2.3; ISO 32000-1, 8.7.4.5.4), whose point may lie before the first stop.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias
from xml.etree.ElementTree import Element

from msgspec import Struct

from fustella.draw.svg.attributes import GEOMETRY
from fustella.draw.svg.lengths import Measures
from fustella.draw.svg.transforms import number_text
from fustella.draw.svg.tree import SVG, number_in

_Stops: TypeAlias = list[tuple[float, Element]]
"""Stops at their places: 0 is the first circle of a gradient, 1 the second, 2 one turn further."""

_SPREAD = frozenset(("reflect", "repeat"))
_MOST_STOPS = 1000
_MOST_INWARDS = 100
_AROUND = (-0.1, 1.1)
"""About where a shape with its stroke begins and ends, as shares of its box without the stroke."""


class _Cone(Struct, frozen=True):
    """The two circles of a gradient: (fx, fy) with radius fr, and (cx, cy) with radius r."""

    cx: float
    cy: float
    r: float
    fx: float
    fy: float
    fr: float

    def at(self, place: float) -> tuple[float, float, float]:
        """The centre and radius of the circle at a place: 0 is the first, 1 the second."""
        x, y = self.fx + place * (self.cx - self.fx), self.fy + place * (self.cy - self.fy)
        return x, y, self.fr + place * (self.r - self.fr)

    def turned(self) -> "_Cone":
        """The cone from its second circle to its first."""
        return _Cone(self.fx, self.fy, self.fr, self.cx, self.cy, self.r)


def has_rings(told: Mapping[str, str]) -> bool:
    """Whether a gradient with these attributes repeats itself or has an `fr` to write out."""
    return told.get("spreadMethod") in _SPREAD or "fr" in told


def write_rings(
    made: Element, told: Mapping[str, str], stops: Sequence[Element], measures: Measures
) -> None:
    """Gives a radial gradient stops and circles that need neither `fr` nor repeating.

    `told` are its attributes with those it inherits, `stops` its stops with plain values,
    `measures` the units of its lengths: 1 by 1 where they are shares of a box.
    """
    cone = _cone_of(told, measures)
    spread = told.get("spreadMethod") or "pad"
    if max(cone.r, cone.fr) <= 0:
        return
    ends = [(0.0, stops[0]), *((_offset(stop), stop) for stop in stops), (1.0, stops[-1])]
    if cone.r < cone.fr:
        cone, ends = cone.turned(), [(1 - offset, stop) for offset, stop in reversed(ends)]
    elif cone.r == cone.fr:
        if (cone.cx, cone.cy) != (cone.fx, cone.fy):  # a cylinder, which has no point
            return
        # All within is before the first stop, all outside behind the last one.
        ends = [(0.0, stops[0]), (0.5, stops[0]), (0.5, stops[-1]), (1.0, stops[-1])]
        cone, spread = _Cone(cone.cx, cone.cy, 2 * cone.r, cone.fx, cone.fy, 0.0), "pad"
    first, point, turns = 0, -cone.fr / (cone.r - cone.fr), 1
    if spread in _SPREAD:
        first = max(math.floor(point), -_MOST_INWARDS)
        wanted = math.ceil((_reach(cone, told, measures) - cone.fr) / (cone.r - cone.fr))
        turns = max(1, min(wanted, max(2, _MOST_STOPS // len(ends))))
    for stop in made.findall(f"{SVG}stop"):
        made.remove(stop)
    for place, stop in _stops_from(point, list(_repeated(ends, first, turns, spread == "reflect"))):
        copy = Element(stop.tag, stop.attrib)
        copy.set("offset", number_text((place - point) / (turns - point)))
        made.append(copy)
    (fx, fy, _), (cx, cy, r) = cone.at(point), cone.at(turns)
    for key, value in {"cx": cx, "cy": cy, "fx": fx, "fy": fy, "r": r}.items():
        made.set(key, number_text(value))
    made.attrib.pop("fr", None)
    made.set("spreadMethod", "pad")


def _cone_of(told: Mapping[str, str], measures: Measures) -> _Cone:
    """The circles of a radial gradient; a missing attribute has SVG's default."""

    def length(key: str, otherwise: float) -> float:
        found = measures.length(told.get(key, ""), GEOMETRY[key])
        return otherwise if found is None else found

    cx, cy = (length(key, measures.extent(key[1]) / 2) for key in ("cx", "cy"))
    r = length("r", measures.extent("d") / 2)
    return _Cone(cx, cy, r, length("fx", cx), length("fy", cy), max(0.0, length("fr", 0.0)))


def _reach(cone: _Cone, told: Mapping[str, str], measures: Measures) -> float:
    """The greatest distance from its centre at which a gradient may be visible.

    The gradient is not repeated farther out: viewers compute its colours at only 256 places.
    """
    in_box = told.get("gradientUnits") != "userSpaceOnUse"
    if not in_box or "gradientTransform" in told:
        return 2 * math.hypot(measures.width, measures.height)
    farthest = max(math.hypot(x - cone.cx, y - cone.cy) for x in _AROUND for y in _AROUND)
    return farthest + math.hypot(cone.fx - cone.cx, cone.fy - cone.cy)


def _repeated(
    ends: _Stops, first: int, turns: int, reflected: bool
) -> Iterator[tuple[float, Element]]:
    for turn in range(first, turns):
        backwards = reflected and turn % 2
        for offset, stop in reversed(ends) if backwards else ends:
            yield turn + (1 - offset if backwards else offset), stop


def _offset(stop: Element) -> float:
    return number_in(stop.get("offset"), 0.0)


def _stops_from(point: float, stops: _Stops) -> Iterator[tuple[float, Element]]:
    """Yields a stop in the gradient's colour at `point`, and the stops after it."""
    before = next((one for one in reversed(stops) if one[0] <= point), None)
    after = [one for one in stops if one[0] > point]
    if before is None:
        yield point, after[0][1]
    else:
        share = (point - before[0]) / (after[0][0] - before[0]) if after else 0.0
        yield point, _mixed_stop(before[1], after[0][1], share) if after else before[1]
    yield from after


def _mixed_stop(one: Element, other: Element, share: float) -> Element:
    """A stop in the colour at a share of the way from one stop to another."""
    made = Element(one.tag, one.attrib)
    colours = [stop.get("stop-color", "#000000") for stop in (one, other)]
    parts = [[int(f"{text}ff"[at : at + 2], 16) for at in (1, 3, 5, 7)] for text in colours]
    mixed = (round(a + (b - a) * share) for a, b in zip(*parts, strict=True))
    made.set("stop-color", "#{:02x}{:02x}{:02x}{:02x}".format(*mixed).removesuffix("ff"))
    alphas = [number_in(stop.get("stop-opacity"), 1.0) for stop in (one, other)]
    made.set("stop-opacity", number_text(alphas[0] + (alphas[1] - alphas[0]) * share))
    return made
