"""Reads the references of an SVG: their targets, and whether these can be painted."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from xml.etree.ElementTree import Element

from fustella.core.values.problems import did_you_mean
from fustella.draw.svg.attributes import Wrong
from fustella.draw.svg.circles import Circles
from fustella.draw.svg.grammar import reference_in
from fustella.draw.svg.tree import attributes_of, href_in, name_of

SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
GRADIENTS = frozenset(("linearGradient", "radialGradient"))
SERVERS = GRADIENTS | {"pattern"}
BY_REFERENCE = SERVERS | {"defs", "symbol", "clipPath", "mask", "marker", "filter"}
"""The elements whose content is not painted where it stands."""

WITHOUT_CHILDREN = SHAPES | {"text", "use", "image"}

_DRAWN = SHAPES | {"g", "svg", "symbol", "use", "text", "image", "a", "switch"}
_BY_PROPERTY: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "fill": SERVERS,
        "stroke": SERVERS,
        "clip-path": frozenset(("clipPath",)),
        "mask": frozenset(("mask",)),
        "filter": frozenset(("filter",)),
        **dict.fromkeys(("marker-start", "marker-mid", "marker-end"), frozenset(("marker",))),
    }
)
_BY_HREF: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "use": _DRAWN,
        "linearGradient": GRADIENTS,
        "radialGradient": GRADIENTS,
        "pattern": frozenset(("pattern",)),
        "textPath": SHAPES,
    }
)


def painted_in(element: Element) -> Iterator[Element]:
    """Yields the children painted where an element stands; shapes, texts and `<use>` have none."""
    if name_of(element) not in WITHOUT_CHILDREN:
        yield from (child for child in element if name_of(child) not in BY_REFERENCE)


def references_of(element: Element) -> Iterator[tuple[str, str, str]]:
    """Yields each reference of an element: the attribute, its value, and the id that it names."""
    for attribute, value in attributes_of(element):
        if found := reference_by(attribute, value):
            yield found


@lru_cache(maxsize=4096)
def reference_by(attribute: str, value: str) -> tuple[str, str, str] | None:
    """The reference that an attribute makes; None for one that names nothing."""
    if attribute.endswith("href"):
        known = value.startswith("#")
        return (attribute.rpartition("}")[2], value, value[1:]) if known else None
    found = reference_in(value) if "url(" in value else None
    return (attribute, value, found[0]) if found else None


def tags_for(attribute: str, name: str) -> frozenset[str]:
    """The tags that a reference in this attribute may name; none if it may name any."""
    by_href = attribute == "href"
    known = _BY_HREF.get(name) if by_href else _BY_PROPERTY.get(attribute)
    return known or frozenset()


class References:
    """The references between the elements of one document."""

    def __init__(self, root: Element) -> None:
        self._ids: dict[str, Element] = {}
        self._circles = Circles(self._painted_by)
        for element in root.iter():
            if name := element.get("id"):
                self._ids.setdefault(name, element)

    def target(self, name: str) -> Element | None:
        return self._ids.get(name)

    def repeated_by(self, use: Element) -> Element | None:
        """The element that a `<use>` paints.

        None if it names nothing or contains the `<use>`.
        """
        href = href_in(use.attrib)
        found = self._ids.get(href[1:]) if href.startswith("#") else None
        return None if found is None or self._circles.hold(use, found) else found

    def wrong(self, element: Element) -> Iterator[Wrong]:
        """Yields E222 for each reference to a missing id, E235 for one to a wrong element."""
        name = name_of(element)
        for attribute, value, target in references_of(element):
            shown = f'{attribute}="{value if value.startswith("#") else f"url(#{target})"}"'
            found = self._ids.get(target)
            if found is None:
                hint = did_you_mean(target, self._ids) or f'give id="{target}" to what is meant'
                yield "E222", f"`{shown}` leads nowhere", hint
                continue
            sorts = tags_for(attribute, name)
            if sorts and name_of(found) not in sorts:
                known = [one for one, other in self._ids.items() if name_of(other) in sorts]
                hint = did_you_mean(target, known) or f"name {_few(sorts)}"
                yield "E235", f"`{shown}` cannot name a <{name_of(found)}>", hint
            elif self._circles.hold(element, found):
                hint = "a drawing cannot be a part of itself"
                yield "E235", f"`{shown}` leads back to itself", hint

    def _painted_by(self, element: Element) -> Iterator[Element]:
        for _, _, name in references_of(element):
            if name in self._ids:
                yield self._ids[name]
        yield from (child for child in element if name_of(child) not in BY_REFERENCE)


def _few(sorts: frozenset[str]) -> str:
    several = [f"a <{sort}>" for sort in sorted(sorts)[:3]]
    return " or ".join((", ".join(several[:-1]), several[-1])) if several[1:] else several[0]
