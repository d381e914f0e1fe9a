"""Counts the pixels that filters of an SVG paint: each part of a filter paints all its region."""

from collections.abc import Mapping

from fustella.core.words.patterns import regex
from fustella.draw.scene.measure import bounds_of_node
from fustella.draw.scene.model import Group, Node, Text
from fustella.draw.svg.attributes import FILTERS
from fustella.draw.svg.grammar import numbers_in
from fustella.draw.svg.tree import number_in

_PX_PER_MM = 600 / 25.4
_LARGEST_PX = 4096.0**2
"""About the most pixels that typst paints for one region; in a larger region pixels are larger."""

_NAMED = regex(r"""url\(\s*['"]?#([^'")]+)""")
_SHORT = regex(r"\b(?!url)[a-z-]+\(")
_USUAL = 1.2
"""The width and height of a filter's region by default, as shares of the filtered element's."""

_LETTER_EM = 0.6


def filtered_px(node: Node, unit_mm: float, definitions: Mapping[str, Node]) -> float:
    """Counts the pixels that the `filter` of a node paints, weighted by the time they take.

    A pixel of a blur counts as 1, a pixel for which many others are read counts as more. `unit_mm`
    is the length of a unit of the node on paper.
    """
    value, size = node.own["filter"], _size(node)
    count = 0.0
    for name in _NAMED.findall(value):
        found = definitions.get(name)
        if isinstance(found, Group) and found.name == "filter":
            count += _region_px(found.own, size, unit_mm) * _parts(found, unit_mm)
    return count + _region_px({}, size, unit_mm) * len(_SHORT.findall(value))


def _region_px(told: Mapping[str, str], size: tuple[float, float], unit_mm: float) -> float:
    width, height = (_share(told.get(side), _USUAL) for side in ("width", "height"))
    if told.get("filterUnits", "objectBoundingBox") == "objectBoundingBox":
        width, height = width * size[0], height * size[1]
    area = abs(width * height) * (unit_mm * _PX_PER_MM) ** 2
    return min(area, _LARGEST_PX)


def _size(node: Node) -> tuple[float, float]:
    """Estimates the width and height of a filtered node, in its own units."""
    box = bounds_of_node(node)
    if box is not None:
        return box[2] - box[0], box[3] - box[1]
    if isinstance(node, Text):
        em = number_in(node.style.values.get("font-size"), 16.0)
        return len(node.all_letters) * em * _LETTER_EM, 2 * em
    return number_in(node.own.get("width"), 0.0), number_in(node.own.get("height"), 0.0)


def _parts(filtering: Group, unit_mm: float) -> float:
    """Counts the parts of a filter; a slow part, which reads many pixels, counts as several."""
    return sum(_weight(part, unit_mm) for part in filtering.children if part.name in FILTERS)


def _weight(part: Node, unit_mm: float) -> float:
    name, told = part.name, part.own
    if name == "feMorphology":
        across, down = _pair(told.get("radius", "0"))
        px = unit_mm * _PX_PER_MM
        return 1 + (2 * across * px + 1) * (2 * down * px + 1) / _QUICK
    if name == "feConvolveMatrix":
        across, down = _pair(told.get("order", "3"))
        return 1 + across * down / _QUICK
    if name == "feTurbulence":
        return 1 + number_in(told.get("numOctaves"), 1.0)
    return 1.0


_QUICK = 15.0
"""The number of pixels that can be read in the time in which one pixel is blurred."""


def _pair(text: str) -> tuple[float, float]:
    found = numbers_in(text) or [0.0]
    return found[0], found[-1]


def _share(text: str | None, usual: float) -> float:
    if text is not None and text.endswith("%"):
        return number_in(text[:-1], 0.0) / 100
    return number_in(text, usual)
