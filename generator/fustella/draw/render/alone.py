"""One element of a face by itself, with all that it needs, for typst to compile."""

from collections.abc import Mapping
from xml.etree.ElementTree import Element, tostring

from fustella.draw.svg.references import BY_REFERENCE
from fustella.draw.svg.tree import SVG, name_of

_REPEATING = ("use", "textPath", "feImage")
"""What may show elements that stand elsewhere on the face."""


def may_be_parted(root: Element) -> bool:
    """Whether an element of a face shows nothing of what stands elsewhere, but definitions."""
    return not any(root.find(f".//{SVG}{name}") is not None for name in _REPEATING)


def alone(root: Element, wanted: Element, parents: Mapping[Element, Element]) -> str:
    """The SVG of a face that shows one of its elements alone, where it is.

    What is around it hands on its style and its transform; its clip paths are left to others.
    """
    way, here = {wanted}, wanted
    while here is not root:
        here = parents[here]
        way.add(here)
    return tostring(_kept(root, way, wanted), encoding="unicode")


def _kept(element: Element, way: set[Element], wanted: Element) -> Element:
    """An element with those on the way to the wanted one, and all definitions."""
    if element is wanted:
        return element
    made = Element(element.tag, {k: v for k, v in element.attrib.items() if k != "clip-path"})
    for child in element:
        if name_of(child) in BY_REFERENCE:
            made.append(child)
        elif child in way or len(child):
            inner = _kept(child, way, wanted)
            if child in way or len(inner):
                made.append(inner)
    return made
