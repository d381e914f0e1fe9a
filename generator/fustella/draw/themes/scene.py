"""Turns a finished face into a list of painted shapes and pictures, each with all it inherits.

Groups, `<use>`, inherited paints and transforms are resolved first. So a theme can go through the
shapes from the lowest to the topmost and change only their paints. A group that is clipped, masked
or faded as a whole (`clip-path`, `mask`, `opacity`) stays a group: a `PaintScope`. So does one that
is printed in a special ink: its shapes keep their forms, which are those of its plate.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import lru_cache, reduce
from types import MappingProxyType
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement

from msgspec import Struct, field

from fustella.core.values.colour import mix
from fustella.core.values.inks import INK
from fustella.core.values.model import PICTURE
from fustella.core.values.themes import Theme
from fustella.draw.scene.marks import CODE, ICON, LINE
from fustella.draw.scene.marks import PICTURE as ASKED_FOR
from fustella.draw.scene.model import INHERITED, Group, Image, Node, Scene, Style, Text
from fustella.draw.svg.attributes import STEER, alpha_of, colour_of
from fustella.draw.svg.tree import IDENTITY, SVG, Matrix, attributes_of, name_of, number_in
from fustella.draw.svg.write import number

DEFINED = frozenset(
    ("clipPath", "mask", "linearGradient", "radialGradient", "pattern", "marker", "filter")
)
SERVERS = frozenset(("linearGradient", "radialGradient", "pattern"))
_OWN = frozenset(
    (
        *("transform", "opacity", "clip-path", "mask", "id", "style", "class", STEER),
        *(ICON, CODE, LINE, ASKED_FOR),
        *("filter", "mix-blend-mode", "isolation"),
    )
)
OF_PICTURES = "#7f7f7f"
"""The colour that stands for a picture in the full face; no text has it."""

_FARTHEST = 1e30
"""The largest shift or scale: an element with a larger one lies nowhere on the face."""

_BLENDED = ("mix-blend-mode", "isolation")
_GROUPED = ("clip-path", "mask", "opacity", "filter", INK)
_AS_ONE = frozenset((*_BLENDED, *_GROUPED))
_KEPT = frozenset(("width", "height", "viewBox", "preserveAspectRatio"))


class PaintedShape(Struct):
    """A shape, text or picture, and its style with the colours in which it is painted.

    `matrix` transforms to the millimetres of its scope, `whole` to millimetres of the face.
    `theme_hint` is the value of `data-theme` that applies to the shape; `icon` is the icon that it
    is a part of.
    """

    node: Node
    style: Mapping[str, str]
    matrix: Matrix
    whole: Matrix
    theme_hint: str = ""
    icon: Node | None = None

    @property
    def is_text(self) -> bool:
        return isinstance(self.node, Text)

    @property
    def is_picture(self) -> bool:
        return isinstance(self.node, Image)

    @property
    def markers(self) -> dict[str, str]:
        """A style that hides a line and shows only its markers; {} without markers."""
        marks = {k: v for k, v in self.style.items() if k.startswith("marker-") and v != "none"}
        width = self.style.get("stroke-width", "1")
        bare = {"fill": "none", "stroke": "none", "stroke-width": width}
        return bare | marks if marks and not self.is_hidden else {}

    @property
    def is_hidden(self) -> bool:
        return self.style.get("visibility") in {"hidden", "collapse"}

    @property
    def scale(self) -> float:
        """The factor from lengths of the shape to lengths on the face."""
        m = self.whole
        return float(abs(m.a * m.d - m.b * m.c) ** 0.5)

    def drawn(self, style: Mapping[str, str]) -> Element:
        """The shape in another style; a `<tspan>` keeps its own paint."""
        node = self.node
        bare = {k: v for k, v in node.own.items() if k not in _OWN and k not in INHERITED}
        element = Element(f"{SVG}{node.name}", {**bare, **style})
        if isinstance(node, Text):
            element.text = node.letters
            element.extend(deepcopy(span.element) for span in node.spans)
        if self.matrix != IDENTITY:
            element.set("transform", matrix_text(self.matrix))
        return element

    def picture_in(self, theme: Theme) -> Element:
        """The picture in a theme, which applies when the picture is prepared for print."""
        element = self.drawn({})
        if self.theme_hint != "keep" or theme is Theme.GREY:
            show_in(element, theme)
        return element


def show_in(image: Element, theme: Theme) -> None:
    """Lets an `<image>` show its picture in a theme; other images stay as they are."""
    href = image.get("href", "")
    if href.startswith(PICTURE):
        image.set("href", f"{href.rpartition('.')[0]}.{theme.value}")


class PaintScope(Struct):
    """Shapes that are clipped, masked or faded together; the outermost one is the whole face.

    One that is printed in a special ink has the matrix of what is around it, and names the ink.
    """

    attributes: dict[str, str]
    matrix: Matrix
    whole: Matrix
    items: "list[Item]" = field(default_factory=list)

    @property
    def is_inked(self) -> bool:
        return INK in self.attributes


Item: TypeAlias = PaintedShape | PaintScope


def matrix_text(m: Matrix) -> str:
    """A matrix as a value of `transform`."""
    if (m.a, m.b, m.c, m.d) == (1, 0, 0, 1):
        return f"translate({number(m.e)} {number(m.f)})"
    factors = " ".join(f"{value:.6g}" for value in (m.a, m.b, m.c, m.d))
    return f"matrix({factors} {number(m.e)} {number(m.f)})"


def inverse(m: Matrix) -> Matrix | None:
    """The inverse of a matrix; None for a singular one."""
    return None if abs(m.a * m.d - m.b * m.c) < 1e-12 else m.inverse()


def painted_in(scene: Scene) -> PaintScope:
    """The shapes of a face from the lowest to the topmost."""
    scope = PaintScope({}, IDENTITY, IDENTITY)
    for child in scene.root.children:
        _add(child, _Around(IDENTITY, IDENTITY, "", None), scope)
    return scope


def defined_in(root: Element) -> list[Element]:
    """Copies the definitions in a face, such as gradients, each with those inside of it."""
    elements: list[Element] = []
    for element in root:
        if name_of(element) in DEFINED:
            elements.append(deepcopy(element))
            elements[-1].tail = None
        else:
            elements += defined_in(element)
    return elements


def write_scene(root: Element, defined: list[Element], elements: list[Element]) -> Element:
    """An SVG of the same size as `root` with these definitions and elements."""
    svg = Element(root.tag, {k: v for k, v in root.attrib.items() if k in _KEPT})
    if defined:
        SubElement(svg, f"{SVG}defs").extend(defined)
    svg.extend(elements)
    return svg


class _Around(Struct, frozen=True):
    """The state around a node: its matrices, its theme hint, and the icon that it is in."""

    matrix: Matrix
    whole: Matrix
    theme_hint: str
    icon: Node | None

    @property
    def is_finite(self) -> bool:
        """Whether sizes inside of the node are small enough to compute with."""
        m = self.whole
        return abs(m.a) + abs(m.b) + abs(m.c) + abs(m.d) + abs(m.e) + abs(m.f) < _FARTHEST

    def inside(self, node: Node) -> "_Around":
        own, step = node.own, node.matrix
        if step is IDENTITY and STEER not in own and ICON not in own:
            return self
        return _Around(
            self.matrix.then(step),
            self.whole.then(step),
            own.get(STEER) or self.theme_hint,
            node if ICON in own and self.icon is None else self.icon,
        )


def _add(node: Node, parent: _Around, scope: PaintScope) -> None:
    """Adds a node and its contents to a scope."""
    around = parent.inside(node)
    if around is not parent and not around.is_finite:
        return
    matrix = around.matrix
    if not _AS_ONE.isdisjoint(node.own) and (attributes := _scope_attributes(node.own)) is not None:
        if INK in attributes:  # it has its ink and how much it covers, and nothing else
            inner, at = PaintScope(attributes, IDENTITY, scope.whole), matrix
        else:
            inner, at = PaintScope(attributes, matrix, around.whole), IDENTITY
        scope.items.append(inner)
        scope, matrix = inner, at
        around = _Around(matrix, around.whole, around.theme_hint, around.icon)
    if isinstance(node, Group):
        for child in node.children:
            _add(child, around, scope)
    else:
        style = with_current_colour(node.style)
        scope.items.append(
            PaintedShape(node, style, matrix, around.whole, around.theme_hint, around.icon)
        )


@lru_cache(maxsize=4096)
def with_current_colour(inherited: Style) -> Mapping[str, str]:
    """The properties of a style, with `currentColor` replaced by its colour."""
    style = {key: value for key, value in inherited.values.items() if key != "color"}
    for paint in ("fill", "stroke"):
        if style.get(paint, "").lower() == "currentcolor":
            style[paint] = inherited.values.get("color", "#000000")
    return MappingProxyType(style)


def _scope_attributes(own: Mapping[str, str]) -> dict[str, str] | None:
    """The attributes that make a group a scope of its own; None without any."""
    blended = ";".join(f"{key}:{own[key]}" for key in _BLENDED if key in own)
    if not blended and all(own.get(key, "1") in {"1", "none"} for key in _GROUPED):
        return None
    attributes = {key: own[key] for key in _GROUPED if own.get(key, "none") != "none"}
    if blended:  # the engine reads them from a style alone
        attributes["style"] = blended
    return attributes


class FlatPaint(Struct, frozen=True):
    """A colour with its opacity."""

    colour: str
    alpha: float


def flat_colours(defined: Sequence[Element]) -> dict[str, str]:
    """The colour that stands for each gradient (its stops' mean) and pattern (its first colour)."""
    flat = {}
    for element in defined:
        if name_of(element) not in SERVERS:
            continue
        named = [
            colour
            for inner in element.iter()
            for name, value in attributes_of(inner)
            if name in {"stop-color", "fill", "stroke"} and (colour := colour_of(value))
        ]
        if not named and any(name_of(inner) == "image" for inner in element.iter()):
            named = [OF_PICTURES]
        if not named:
            continue
        if name_of(element) == "pattern":
            named = named[:1]
        mean = reduce(
            lambda so_far, next_one: mix(so_far, next_one[1], 1 / next_one[0]),
            enumerate(named[1:], 2),
            named[0],
        )
        flat[element.get("id", "")] = mean
    return flat


def paint_of(
    shape: PaintedShape, which: str, flat: Mapping[str, str], alpha: float
) -> FlatPaint | None:
    """The `fill` or `stroke` of a shape faded to `alpha`; None if it paints nothing."""
    value = shape.style.get(which, "#000000" if which == "fill" else "none")
    if value.startswith("url("):
        target = value[value.index("#") + 1 : value.index(")")].strip("'\" ")
        colour, own = flat.get(target, colour_of(value[value.index(")") + 1 :])), 1.0
    else:
        colour, own = colour_of(value), alpha_of(value)
    share = own * alpha * number_in(shape.style.get(f"{which}-opacity"), 1.0)
    if not colour or share <= 0 or shape.is_hidden:
        return None
    if which == "stroke" and stroke_mm(shape) <= 0:
        return None
    return FlatPaint(colour, share)


def stroke_mm(shape: PaintedShape) -> float:
    """The width of a shape's stroke on the face, in mm."""
    return number_in(shape.style.get("stroke-width"), 1.0) * shape.scale
