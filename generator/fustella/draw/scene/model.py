"""Defines the nodes of a resolved SVG, each with all properties that it inherits.

The code that checks faces, reads their texts, applies themes or writes PDFs reads a `Scene`. Its
nodes have no absolute place: a reader that walks down multiplies their matrices. An element that
`<use>` repeats is one node in several groups, so a scene is small however much it paints.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from xml.etree.ElementTree import Element

from msgspec import Struct

from fustella.draw.svg.tree import IDENTITY, Attributes, Matrix, href_in

XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"

INHERITED = frozenset(
    (
        *("fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "color"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        *("stroke-dashoffset", "paint-order", "clip-rule", "visibility", "font-family"),
        *("font-size", "font-weight", "font-style", "text-anchor", "font-variant", "marker-start"),
        *("marker-mid", "marker-end", XML_SPACE, "font-feature-settings", "font-kerning"),
        *("dominant-baseline", "letter-spacing", "word-spacing", "text-decoration", "direction"),
        "writing-mode",
    )
)
"""The properties that a group passes on to the elements in it.

`text-decoration` is among them: CSS does not inherit it, but draws it for all in an element.
"""


class Style:
    """Inherited properties with their values, in the order in which they were first declared.

    Styles with equal properties are one object, so that they are cheap as keys of dictionaries.
    """

    __slots__ = ("_inside", "values")

    def __init__(self, values: Mapping[str, str]) -> None:
        self.values = values
        self._inside: dict[Attributes, Style] = {}

    def inside(self, own: Mapping[str, str]) -> "Style":
        """The style in an element that has these properties of its own."""
        declared = tuple(
            [pair for pair in own.items() if pair[0] in INHERITED and pair[1] != "inherit"]
        )
        if not declared:
            return self
        found = self._inside.get(declared)
        if found is None:
            if len(self._inside) >= _MOST_KEPT:
                self._inside.clear()
            found = _style_of(tuple({**self.values, **dict(declared)}.items()))
            self._inside[declared] = found
        return found


_MOST_KEPT = 1024
"""The most styles of inner elements that a style caches."""


@lru_cache(maxsize=4096)
def _style_of(values: Attributes) -> Style:
    return Style(dict(values))


NO_STYLE = Style({})
"""The empty style, around a whole face."""


class Node(Struct, frozen=True, eq=False):
    """One element of the SVG, with its attributes, its style and its transform.

    `name` is the tag, `own` the attributes with the declarations of `style` among them, `style` all
    inherited properties that hold in the element. `matrix` is its `transform`, and for a `<use>`
    also the shift by `x` and `y`.
    """

    name: str
    own: Mapping[str, str]
    style: Style
    matrix: Matrix

    def __repr__(self) -> str:
        """Only the tag: with all that it repeats, a node may be huge."""
        return f"<{self.name}>"


class Path(Node, frozen=True, eq=False):
    """A shape: `<path>`, `<rect>`, `<circle>` and so on. Equal shapes are one object."""


class Image(Node, frozen=True, eq=False):
    """A picture, `<image>`."""


class Span(Struct, frozen=True, eq=False):
    """A part of a text: the letters of a `<tspan>` or `<textPath>`, and the letters `after` it."""

    element: Element
    name: str
    own: Mapping[str, str]
    style: Style
    letters: str
    spans: "tuple[Span, ...]"
    after: str


class Text(Node, frozen=True, eq=False):
    """A `<text>`: its first letters, and the spans after them."""

    element: Element
    letters: str
    spans: tuple[Span, ...]

    @property
    def all_letters(self) -> str:
        """All letters of the text, in their order."""
        return self.letters + "".join(map(_letters_of, self.spans)) if self.spans else self.letters


def _letters_of(span: Span) -> str:
    return "".join((span.letters, *map(_letters_of, span.spans), span.after))


class Group(Node, frozen=True, eq=False):
    """A group, a `<use>`, or a definition such as a clip path.

    `sources` are the elements of the file from which its `children` come, one for each.
    """

    children: list[Node]
    sources: list[Element]


def nodes_in(group: Group) -> Iterator[Node]:
    """Yields all nodes in a group, each before the nodes inside it."""
    for node in group.children:
        yield node
        if isinstance(node, Group):
            yield from nodes_in(node)


class PlacedText(Struct, frozen=True, eq=False):
    """A text that is printed, and the matrix from its units to those of the face."""

    text: Text
    matrix: Matrix


class Scene(Struct, frozen=True, eq=False):
    """A face as a tree of nodes.

    `definitions` are the nodes of the elements with an id, by that id; of several with one id, the
    first. `texts_in_place` are all texts in the order of the file, printed or not; `marks` are the
    names and values of all marks of tools (`draw.scene.marks`).
    """

    element: Element
    root: Group
    definitions: Mapping[str, Node]
    texts_in_place: tuple[Text, ...]
    marks: Attributes = ()

    def with_referred(self, server: Node) -> dict[str, str]:
        """A gradient's or pattern's attributes, with those of others to which it refers."""
        told, seen = dict(server.own), {server}
        here: Node | None = server
        while here is not None:
            href = href_in(here.own)
            here = self.definitions.get(href[1:]) if href[:1] == "#" else None
            if here in seen:
                break
            if here is not None:
                seen.add(here)
                told = {**here.own, **told}
        return told

    def texts(self) -> Iterator[PlacedText]:
        """Yields each text as often as it is printed, without those in masks and patterns."""
        return _texts_in(self.root, IDENTITY)

    def marked_groups(self, mark: str) -> Iterator[tuple[str, Matrix]]:
        """Yields the value of a mark on each group that is printed, and the group's matrix."""
        return _marked_in(self.root, IDENTITY, mark)


def _texts_in(group: Group, outer: Matrix) -> Iterator[PlacedText]:
    matrix = outer if group.matrix is IDENTITY else outer.then(group.matrix)
    for node in group.children:
        if type(node) is Text:
            placed = matrix if node.matrix is IDENTITY else matrix.then(node.matrix)
            yield PlacedText(node, placed)
        elif type(node) is Group:
            yield from _texts_in(node, matrix)


def _marked_in(group: Group, outer: Matrix, mark: str) -> Iterator[tuple[str, Matrix]]:
    matrix = outer if group.matrix is IDENTITY else outer.then(group.matrix)
    if mark in group.own:
        yield group.own[mark], matrix
    for node in group.children:
        if type(node) is Group:
            yield from _marked_in(node, matrix, mark)
