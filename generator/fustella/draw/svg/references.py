"""What the elements of an SVG refer to, and whether that can be painted."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from xml.etree.ElementTree import Element

from fustella.core.problems import did_you_mean
from fustella.draw.svg.attributes import Wrong
from fustella.draw.svg.grammar import reference_in
from fustella.draw.svg.tree import attributes_of, name_of

SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
GRADIENTS = frozenset(("linearGradient", "radialGradient"))
SERVERS = GRADIENTS | {"pattern"}
BY_REFERENCE = SERVERS | {"defs", "symbol", "clipPath", "mask", "marker", "filter"}
"""Elements whose content is not painted where it stands."""

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


class References:
    """The references between the elements of one document."""

    def __init__(self, root: Element) -> None:
        self._ids: dict[str, Element] = {}
        self._painted: dict[Element, set[Element]] = {}
        for element in root.iter():
            if name := element.get("id"):
                self._ids.setdefault(name, element)

    def target(self, name: str) -> Element | None:
        return self._ids.get(name)

    def of(self, element: Element) -> Iterator[tuple[str, str, str]]:
        """An attribute, its value, and the id that it names; for each reference of an element."""
        for attribute, value in attributes_of(element):
            if "url(" in value:
                found = reference_in(value)
                if found:
                    yield attribute, value, found[0]
            elif attribute.endswith("href") and value.startswith("#"):
                yield attribute.rpartition("}")[2], value, value[1:]

    def wrong(self, element: Element) -> Iterator[Wrong]:
        """E222 for each reference that leads nowhere, E235 for one to what cannot be meant."""
        name = name_of(element)
        for attribute, value, target in self.of(element):
            shown = f'{attribute}="{value if value.startswith("#") else f"url(#{target})"}"'
            found = self._ids.get(target)
            if found is None:
                hint = did_you_mean(target, self._ids) or f'add id="{target}"'
                yield "E222", f"`{shown}` leads nowhere", hint
                continue
            sorts = (_BY_HREF if attribute == "href" else _BY_PROPERTY).get(
                name if attribute == "href" else attribute
            )
            if sorts and name_of(found) not in sorts:
                known = [one for one, other in self._ids.items() if name_of(other) in sorts]
                hint = did_you_mean(target, known) or f"it may name a {' or a '.join(_few(sorts))}"
                yield "E235", f"`{shown}` names a <{name_of(found)}>", hint
            elif self._leads_back(found, element):
                hint = "a drawing cannot be a part of itself"
                yield "E235", f"`{shown}` leads back to itself", hint

    def _leads_back(self, target: Element, element: Element) -> bool:
        """Whether painting `target` paints `element`, by whatever way."""
        if target not in self._painted:
            self._painted[target] = self._painted_by(target)
        return element in self._painted[target]

    def _painted_by(self, target: Element) -> set[Element]:
        found = set[Element]()
        waiting = [target]
        while waiting:
            here = waiting.pop()
            if here in found:
                continue
            found.add(here)
            named = (self._ids.get(name) for _, _, name in self.of(here))
            waiting += [one for one in named if one is not None]
            waiting += [child for child in here if name_of(child) not in BY_REFERENCE]
        return found


def _few(sorts: frozenset[str]) -> list[str]:
    return [f"<{sort}>" for sort in sorted(sorts)[:3]]
