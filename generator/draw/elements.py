"""The elements of a parsed SVG: their names, what they say, and what they take over."""

from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from generator.draw.transforms import IDENTITY, Matrix, parse_transform

SVG = "{http://www.w3.org/2000/svg}"
_INHERITED = (
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "font-variant",
    "text-anchor",
)


@dataclass(frozen=True, slots=True)
class Context:
    """What an element takes over from those around it."""

    matrix: Matrix
    style: dict[str, str]

    def inside(self, element: Element) -> "Context":
        """What holds inside `element`."""
        transform = element.get("transform")
        own = {name: value for name, value in attributes_of(element) if name in _INHERITED}
        style = {**self.style, **own}
        matrix = self.matrix.then(parse_transform(transform)) if transform else self.matrix
        return Context(matrix, style)


OUTERMOST = Context(IDENTITY, {})


def name_of(element: Element) -> str:
    """`rect`, without the namespace."""
    return element.tag.removeprefix(SVG)


def attributes_of(element: Element) -> Iterator[tuple[str, str]]:
    """Attributes, and the declarations of a `style` attribute."""
    for name, value in element.attrib.items():
        if name == "style":
            for declaration in value.split(";"):
                key, _, setting = declaration.partition(":")
                yield key.strip(), setting.strip()
        else:
            yield name, value


def number_in(text: str | None, otherwise: float) -> float:
    """The first number of an attribute; `otherwise` where there is none."""
    try:
        return float((text or "").split()[0])
    except (ValueError, IndexError):
        return otherwise
