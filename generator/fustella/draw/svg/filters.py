"""How many pixels the filters of an SVG paint: each part of a filter paints its whole region."""

from xml.etree.ElementTree import Element

from fustella.core.patterns import regex
from fustella.draw.svg.attributes import FILTERS
from fustella.draw.svg.boxes import bounds_of
from fustella.draw.svg.grammar import numbers_in
from fustella.draw.svg.references import References
from fustella.draw.svg.tree import name_of, number_in

_PX_PER_MM = 600 / 25.4
_LARGEST_PX = 4096.0**2
"""About what the engine paints of one region; of a larger one the pixels are larger."""

_NAMED = regex(r"""url\(\s*['"]?#([^'")]+)""")
_SHORT = regex(r"\b(?!url)[a-z-]+\(")
_USUAL = 1.2
"""The width and height of a region that is not told, as a share of what is filtered."""

_LETTER_EM = 0.6


def filtered_px(
    value: str, element: Element, em: float, scale: float, references: References
) -> float:
    """The pixels that a `filter` paints for an element, in the time of a blur of one each.

    `em` is the size of its letters, `scale` what a unit of the element is on paper, in mm.
    """
    count = 0.0
    for name in _NAMED.findall(value):
        found = references.target(name)
        if found is not None and name_of(found) == "filter":
            count += _region_px(found, _size(element, em, references), scale) * _parts(found, scale)
    usual = Element("filter")
    return count + _region_px(usual, _size(element, em, references), scale) * len(
        _SHORT.findall(value)
    )


def _region_px(filtering: Element, size: tuple[float, float], scale: float) -> float:
    width, height = (_share(filtering.get(side), _USUAL) for side in ("width", "height"))
    if filtering.get("filterUnits", "objectBoundingBox") == "objectBoundingBox":
        width, height = width * size[0], height * size[1]
    area = abs(width * height) * (scale * _PX_PER_MM) ** 2
    return min(area, _LARGEST_PX)


def _size(element: Element, em: float, references: References) -> tuple[float, float]:
    """About the width and height of what is filtered, in its own units."""
    while (found := references.repeated_by(element)) is not None:
        element = found
    box = bounds_of(element)
    if box is not None:
        return box[2] - box[0], box[3] - box[1]
    if name_of(element) == "text":
        return sum(map(len, element.itertext())) * em * _LETTER_EM, 2 * em
    return number_in(element.get("width"), 0.0), number_in(element.get("height"), 0.0)


def _parts(filtering: Element, scale: float) -> float:
    """The parts of a filter, those that look at many pixels for each counted as several."""
    return sum(_weight(part, scale) for part in filtering if name_of(part) in FILTERS)


def _weight(part: Element, scale: float) -> float:
    name = name_of(part)
    if name == "feMorphology":
        across, down = _pair(part.get("radius", "0"))
        px = scale * _PX_PER_MM
        return 1 + (2 * across * px + 1) * (2 * down * px + 1) / _QUICK
    if name == "feConvolveMatrix":
        across, down = _pair(part.get("order", "3"))
        return 1 + across * down / _QUICK
    if name == "feTurbulence":
        return 1 + number_in(part.get("numOctaves"), 1.0)
    return 1.0


_QUICK = 15.0
"""So many pixels are looked at in the time that one is blurred."""


def _pair(text: str) -> tuple[float, float]:
    found = numbers_in(text) or [0.0]
    return found[0], found[-1]


def _share(text: str | None, usual: float) -> float:
    if text is not None and text.endswith("%"):
        return number_in(text[:-1], 0.0) / 100
    return number_in(text, usual)
