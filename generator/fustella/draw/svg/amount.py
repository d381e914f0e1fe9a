"""How much an SVG paints: what `<use>`, markers, tiles and dashes repeat is counted each time.

Pixels of filters count, too, and the width of strokes is bounded with all that scales them.

A few lines may ask for millions of shapes, which no engine, viewer or printer bears.
"""

import math
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from msgspec import Struct

from fustella.core import limits
from fustella.draw.svg.boxes import bounds_of, length_of
from fustella.draw.svg.filters import filtered_px
from fustella.draw.svg.grammar import LARGEST, numbers_in, reference_in
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.references import BY_REFERENCE, SHAPES, References, painted_in, references_of
from fustella.draw.svg.transforms import view_of
from fustella.draw.svg.tree import (
    IDENTITY,
    Matrix,
    name_of,
    number_in,
    own_of,
    parse_transform,
)

MOST_FILTERED_PX = 500e6
"""The most pixels that filters paint, each part of a filter for itself: a minute or two."""

_PER_PX = limits.SVG_PAINTED / MOST_FILTERED_PX
_FARTHEST = 1e30

_REPEATED = (
    *("<use", "<pattern", "<marker", "dasharray", ":use", ":pattern", ":marker"),
    *("<filter", ":filter", "scale(", "matrix("),
)
_INHERITED = frozenset(
    (
        *("fill", "stroke", "stroke-width", "stroke-dasharray", "font-size"),
        *("marker-start", "marker-mid", "marker-end"),
    )
)

_REPEATING = frozenset(
    (
        *("style", "clip-path", "mask", "filter", "stroke-dasharray", "marker", "transform"),
        *("marker-start", "marker-mid", "marker-end"),
    )
)
"""The attributes, besides paints, through which something is painted more than once."""


class TooMuch(Struct, frozen=True):
    """What an SVG paints too much of: a message, a hint, and the element where it is too much."""

    message: str
    hint: str
    element: Element


class _Found(Exception):
    """TooMuch was found; its only argument."""


def too_much(
    root: Element, svg: str, references: References, unit_mm: float = 1.0
) -> TooMuch | None:
    """What an SVG paints more of than is allowed, None for nothing; `svg` is its text."""
    if not any(word in svg for word in _REPEATED):
        return None
    try:
        _Counter(references).of(root, _Around({}, unit_mm, 0))
    except _Found as found:
        told: TooMuch = found.args[0]
        return told
    return None


def _too_many(element: Element) -> _Found:
    message = f"it paints more than {limits.SVG_PAINTED:,} elements, tiles or dashes"
    return _Found(TooMuch(message, "look at what <use>, patterns and dashes repeat", element))


def _too_filtered(element: Element) -> _Found:
    message = f"its filters paint more than {MOST_FILTERED_PX:,.0f} pixels at 600 dpi"
    return _Found(TooMuch(message, "make their regions smaller, or use fewer of them", element))


def _too_wide(element: Element, width_mm: float) -> _Found:
    message = f"a stroke of {width_mm:g} mm"
    return _Found(TooMuch(message, "look at stroke-width, and what scales it", element))


class _Around(Struct, frozen=True):
    """What an element inherits: paints, the size of a unit on paper, how deep it is painted."""

    style: Mapping[str, str]
    unit_mm: float
    depth: int

    def inside(self, style: Mapping[str, str], matrix: Matrix) -> "_Around":
        scale = max(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        return _Around(style, min(self.unit_mm * scale, _FARTHEST), self.depth + 1)


def _is_single(leaf: Element, around: _Around) -> bool:
    """Whether an element without others in it is painted once, as most are, and not scaled."""
    told, outer = leaf.attrib, around.style
    if around.unit_mm > 1 or not (_REPEATING.isdisjoint(told) and _REPEATING.isdisjoint(outer)):
        return False
    paints = told.get("fill"), told.get("stroke"), outer.get("fill"), outer.get("stroke")
    return not any(paint and "url(" in paint for paint in paints) and name_of(leaf) != "use"


def _inherited(own: Mapping[str, str], outer: Mapping[str, str]) -> Mapping[str, str]:
    told = _INHERITED & own.keys()
    return {**outer, **{key: own[key] for key in told}} if told else outer


class _Counter:
    def __init__(self, references: References) -> None:
        self._references = references
        self._resources: dict[Element, float] = {}
        self._uses: dict[tuple[Element, int, float, tuple[tuple[str, str], ...]], float] = {}
        self._open: set[Element] = set()
        self._looked_at = 0
        self._filtered_px = 0.0

    def of(self, element: Element, around: _Around) -> float:
        """What an element paints where it is painted. Raises _Found.

        What paints one shape in many styles is looked at as often, so that is bounded as well.
        """
        self._looked_at += 1
        if around.depth > limits.SVG_PAINTED_DEPTH or self._looked_at > limits.SVG_PAINTED:
            raise _too_many(element)
        if not len(element) and _is_single(element, around):
            return 1.0 + len(element.text or "")
        own, name = own_of(element), name_of(element)
        style = _inherited(own, around.style)
        here = around.inside(style, parse_transform(own.get("transform", "")))
        count = 1.0
        for key in ("clip-path", "mask"):
            count += self._resource(own.get(key, ""), here)
        if "filter" in own:
            em = number_in(style.get("font-size"), 16.0)
            px = filtered_px(own["filter"], element, em, here.unit_mm, self._references)
            self._filtered_px += px
            count += px * _PER_PX
        if name in SHAPES:
            count += self._shape(element, here)
        elif name == "use":
            found = self._references.repeated_by(element)
            if found is not None:
                seen = view_of(element, found) if name_of(found) == "symbol" else IDENTITY
                count += self._used(found, here.inside(style, seen))
        elif name == "text":
            count += sum(1 + len(letters) for letters in element.itertext())
        else:
            for child in painted_in(element):
                count += self.of(child, here)
                if count > limits.SVG_PAINTED:
                    raise self._over(child)
        if count > limits.SVG_PAINTED:
            raise self._over(element)
        return count

    def _over(self, element: Element) -> _Found:
        """Says what there is too much of; of what is repeated, the filters are counted once."""
        filtered = self._filtered_px * _PER_PX > limits.SVG_PAINTED / 2
        return _too_filtered(element) if filtered else _too_many(element)

    def _used(self, target: Element, around: _Around) -> float:
        key = target, around.depth, around.unit_mm, tuple(sorted(around.style.items()))
        if key not in self._uses:
            self._uses[key] = self.of(target, around)
        return self._uses[key]

    def _shape(self, shape: Element, here: _Around) -> float:
        count, style = 0.0, here.style
        for key in ("fill", "stroke"):
            if "url(" in style.get(key, ""):
                pattern = self._target(style[key])
                if pattern is not None and name_of(pattern) == "pattern":
                    count += self._tiles(pattern, shape) * self._resource(style[key], here)
        marks = {key: value for key, value in style.items() if key[:6] == "marker" and "#" in value}
        if marks:
            dots = sum(len(ring) for ring in rings_of(shape))
            count += sum(
                self._resource(value, here) * (dots if key == "marker-mid" else 1)
                for key, value in marks.items()
            )
        if style.get("stroke", "none") == "none":
            return count
        width_mm = number_in(style.get("stroke-width"), 1.0) * here.unit_mm
        if width_mm > LARGEST:
            raise _too_wide(shape, width_mm)
        dashes = numbers_in(style.get("stroke-dasharray", "")) or []
        if sum(dashes) > 0:
            count += length_of(shape) / sum(dashes) * len(dashes) / 2
        return count

    def _resource(self, value: str, here: _Around) -> float:
        """What a pattern, marker, clip path or mask paints once."""
        target = self._target(value) if "url(" in value else None
        if target is None or target in self._open:
            return 0.0
        if target not in self._resources:
            self._open.add(target)
            inside = [one for one in target if name_of(one) not in BY_REFERENCE]
            bare = here.inside({}, IDENTITY)
            self._resources[target] = sum(self.of(child, bare) for child in inside)
            self._open.discard(target)
        return self._resources[target]

    def _target(self, value: str) -> Element | None:
        found = reference_in(value)
        return self._references.target(found[0]) if found else None

    def _tiles(self, pattern: Element, shape: Element) -> float:
        told = dict(pattern.attrib)
        seen = {pattern}
        here: Element | None = pattern
        while here is not None:  # what a pattern does not say, the one that it refers to says
            targets = [self._references.target(name) for key, _, name in references_of(here)
                       if key == "href"]  # fmt: skip
            here = next((one for one in targets if one is not None and one not in seen), None)
            if here is not None:
                seen.add(here)
                told = {**here.attrib, **told}
        width, height = (_share(told.get(side, "0")) for side in ("width", "height"))
        if width <= 0 or height <= 0:
            return 0.0
        if told.get("patternUnits", "objectBoundingBox") == "objectBoundingBox":
            return 1 / width / height
        box = bounds_of(shape)
        if box is None:
            return 0.0
        m = parse_transform(told.get("patternTransform", ""))
        area = abs(m.a * m.d - m.b * m.c) * width * height
        return (box[2] - box[0]) * (box[3] - box[1]) / area if area else 0.0


def _share(text: str) -> float:
    """A length, or a percentage as a share."""
    if text.endswith("%"):
        return number_in(text[:-1], 0.0) / 100
    return number_in(text, 0.0)
