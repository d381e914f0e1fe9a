"""How much an SVG paints: what `<use>`, markers, tiles and dashes repeat is counted each time.

A few lines may ask for millions of shapes, which no engine, viewer or printer bears.
"""

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from fustella.core import limits
from fustella.draw.svg.boxes import bounds_of, length_of
from fustella.draw.svg.grammar import numbers_in, reference_in
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.references import BY_REFERENCE, SHAPES, References, painted_in
from fustella.draw.svg.tree import attributes_of, name_of, number_in, parse_transform

MOST_PAINTED = 500_000
"""The most elements, tiles, markers and dashes that are painted."""

_DEEPEST = limits.SVG_DEPTH + 100
"""The most elements that are painted inside each other, by holding or repeating the next."""

_REPEATED = ("<use", "<pattern", "<marker", "dasharray", ":use", ":pattern", ":marker")
_INHERITED = frozenset(
    ("fill", "stroke", "stroke-dasharray", "marker-start", "marker-mid", "marker-end")
)

_REPEATING = frozenset(
    (
        *("style", "clip-path", "mask", "stroke-dasharray", "marker"),
        *("marker-start", "marker-mid", "marker-end"),
    )
)
"""The attributes, besides paints, through which something is painted more than once."""


class _TooMuch(Exception):
    """More than `MOST_PAINTED` would be painted by an element, its only argument."""


def too_much(root: Element, svg: str, references: References) -> Element | None:
    """The first element with which an SVG paints more than `MOST_PAINTED`; `svg` is its text."""
    if not any(word in svg for word in _REPEATED):
        return None
    try:
        _Counter(references).of(root, {}, 0)
    except _TooMuch as found:
        element: Element = found.args[0]
        return element
    return None


def _is_single(leaf: Element, outer: Mapping[str, str]) -> bool:
    """Whether an element without others in it is painted once, as most are."""
    told = leaf.attrib
    if not (_REPEATING.isdisjoint(told) and _REPEATING.isdisjoint(outer)):
        return False
    paints = told.get("fill"), told.get("stroke"), outer.get("fill"), outer.get("stroke")
    return not any(paint and "url(" in paint for paint in paints) and name_of(leaf) != "use"


class _Counter:
    def __init__(self, references: References) -> None:
        self._references = references
        self._resources: dict[Element, float] = {}
        self._uses: dict[tuple[Element, int, tuple[tuple[str, str], ...]], float] = {}
        self._open: set[Element] = set()
        self._looked_at = 0

    def of(self, element: Element, outer: Mapping[str, str], depth: int) -> float:
        """What an element paints where it is painted. Raises _TooMuch.

        What paints one shape in many styles is looked at as often, so that is bounded as well.
        """
        self._looked_at += 1
        if depth > _DEEPEST or self._looked_at > MOST_PAINTED:
            raise _TooMuch(element)
        if not len(element) and _is_single(element, outer):
            return 1.0 + len(element.text or "")
        own = dict(attributes_of(element))
        style = {**outer, **{key: own[key] for key in _INHERITED & own.keys()}}
        name = name_of(element)
        count = 1.0
        for key in ("clip-path", "mask"):
            count += self._resource(own.get(key, ""), depth)
        if name in SHAPES:
            count += self._shape(element, style, depth)
        elif name == "use":
            found = self._references.repeated_by(element)
            if found is not None:
                count += self._used(found, style, depth)
        elif name == "text":
            count += sum(1 + len(letters) for letters in element.itertext())
        else:
            for child in painted_in(element):
                count += self.of(child, style, depth + 1)
                if count > MOST_PAINTED:
                    raise _TooMuch(child)
        if count > MOST_PAINTED:
            raise _TooMuch(element)
        return count

    def _used(self, target: Element, style: Mapping[str, str], depth: int) -> float:
        key = target, depth, tuple(sorted(style.items()))
        if key not in self._uses:
            self._uses[key] = self.of(target, style, depth + 1)
        return self._uses[key]

    def _shape(self, shape: Element, style: Mapping[str, str], depth: int) -> float:
        count = 0.0
        for key in ("fill", "stroke"):
            if "url(" in style.get(key, ""):
                pattern = self._target(style[key])
                if pattern is not None and name_of(pattern) == "pattern":
                    count += self._tiles(pattern, shape) * self._resource(style[key], depth)
        marks = {key: value for key, value in style.items() if key[:6] == "marker" and "#" in value}
        if marks:
            dots = sum(len(ring) for ring in rings_of(shape))
            count += sum(
                self._resource(value, depth) * (dots if key == "marker-mid" else 1)
                for key, value in marks.items()
            )
        dashes = numbers_in(style.get("stroke-dasharray", "")) or []
        if style.get("stroke", "none") != "none" and sum(dashes) > 0:
            count += length_of(shape) / sum(dashes) * len(dashes) / 2
        return count

    def _resource(self, value: str, depth: int) -> float:
        """What a pattern, marker, clip path or mask paints once."""
        target = self._target(value) if "url(" in value else None
        if target is None or target in self._open:
            return 0.0
        if target not in self._resources:
            self._open.add(target)
            inside = [one for one in target if name_of(one) not in BY_REFERENCE]
            self._resources[target] = sum(self.of(child, {}, depth + 1) for child in inside)
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
            targets = [self._references.target(name) for key, _, name in self._references.of(here)
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
