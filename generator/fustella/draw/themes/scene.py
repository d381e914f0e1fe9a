"""A finished face as a list of painted shapes and pictures, each with all that it inherits.

Groups, `<use>`, inherited paints and transforms are resolved first, so that a theme can go through
the shapes from the lowest to the topmost and change only their paints. A group that is clipped,
masked or faded as a whole (`clip-path`, `mask`, `opacity`) stays a group: a `PaintScope`.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import reduce
from typing import TypeAlias
from xml.etree.ElementTree import Element, SubElement

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.colour import mix
from fustella.core.model import PICTURE
from fustella.core.themes import Theme
from fustella.draw.svg.attributes import ICON, STEER, alpha_of, colour_of
from fustella.draw.svg.references import References
from fustella.draw.svg.transforms import view_of
from fustella.draw.svg.tree import (
    IDENTITY,
    SVG,
    Matrix,
    attributes_of,
    name_of,
    number_in,
    parse_transform,
)
from fustella.draw.svg.write import number

SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
DEFINED = frozenset(
    ("clipPath", "mask", "linearGradient", "radialGradient", "pattern", "marker", "filter")
)
SERVERS = frozenset(("linearGradient", "radialGradient", "pattern"))
_OWN = frozenset(
    (
        *("transform", "opacity", "clip-path", "mask", "id", "style", "class", STEER, ICON),
        *("filter", "mix-blend-mode", "isolation"),
    )
)
_INHERITED = frozenset(
    (
        *("fill", "fill-rule", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "color"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        *("stroke-dashoffset", "paint-order", "clip-rule", "visibility", "font-family"),
        *("font-size", "font-weight", "font-style", "text-anchor", "font-variant", "marker-start"),
        *("marker-mid", "marker-end", "{http://www.w3.org/XML/1998/namespace}space"),
        *("font-feature-settings", "font-kerning", "dominant-baseline", "display"),
        *("letter-spacing", "word-spacing", "text-decoration", "direction", "writing-mode"),
    )
)
OF_PICTURES = "#7f7f7f"
"""The colour that a picture counts as in the full face: that of none of its texts."""

_FARTHEST = 1e30
"""What is moved or scaled by more lies nowhere on the face."""

_BLENDED = ("mix-blend-mode", "isolation")
_GROUPED = ("clip-path", "mask", "opacity", "filter")
_AS_ONE = frozenset((*_BLENDED, *_GROUPED))
_KEPT = frozenset(("width", "height", "viewBox", "preserveAspectRatio"))


class PaintedShape(Struct):
    """A shape, text or picture: its element without paints, and its style with them.

    `matrix` transforms to the millimetres of its scope, `whole` to those of the face. `steer` is
    the value of `data-theme` that applies to it; `icon` tells whether it is part of an icon.
    """

    element: Element
    style: dict[str, str]
    matrix: Matrix
    whole: Matrix
    steer: str
    icon: bool

    @property
    def is_text(self) -> bool:
        return name_of(self.element) == "text"

    @property
    def is_picture(self) -> bool:
        return name_of(self.element) == "image"

    @property
    def markers(self) -> dict[str, str]:
        """What draws the markers on a line and nothing of the line; empty where it has none."""
        marks = {k: v for k, v in self.style.items() if k.startswith("marker-") and v != "none"}
        width = self.style.get("stroke-width", "1")
        bare = {"fill": "none", "stroke": "none", "stroke-width": width}
        return bare | marks if marks and not self.is_hidden else {}

    @property
    def is_hidden(self) -> bool:
        return self.style.get("visibility") in {"hidden", "collapse"}

    @property
    def scale(self) -> float:
        """The factor by which lengths grow on the face."""
        m = self.whole
        return float(abs(m.a * m.d - m.b * m.c) ** 0.5)

    def drawn(self, style: dict[str, str]) -> Element:
        """The shape in another style; paints of `<tspan>`s are kept."""
        made = deepcopy(self.element)
        for name, value in style.items():
            made.set(name, value)
        if self.matrix != IDENTITY:
            made.set("transform", matrix_text(self.matrix))
        return made

    def picture_in(self, theme: Theme) -> Element:
        """A picture in a theme; prepared so when it is printed."""
        made = self.drawn({})
        if self.steer != "keep" or theme is Theme.GREY:
            show_in(made, theme)
        return made


def show_in(image: Element, theme: Theme) -> None:
    """Have an `<image>` show its picture in a theme."""
    href = image.get("href", "")
    if href.startswith(PICTURE):
        image.set("href", f"{href.rpartition('.')[0]}.{theme.value}")


class PaintScope(Struct):
    """Shapes that are clipped, masked or faded together; the outermost one is the whole face."""

    attributes: dict[str, str]
    matrix: Matrix
    whole: Matrix
    items: "list[Item]" = field(default_factory=list)


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


def scene_of(root: Element) -> tuple[PaintScope, list[Element]]:
    """The shapes of a face from the lowest to the topmost, and the definitions they refer to."""
    builder = _Builder(root)
    scope = PaintScope({}, IDENTITY, IDENTITY)
    for child in root:
        builder.add(child, _Inherited({}, IDENTITY, IDENTITY, "", False), scope)
    return scope, builder.defined


def write_scene(root: Element, defined: list[Element], drawn: list[Element]) -> Element:
    """An SVG of the same size as `root` with these definitions and elements."""
    made = Element(root.tag, {k: v for k, v in root.attrib.items() if k in _KEPT})
    if defined:
        SubElement(made, f"{SVG}defs").extend(defined)
    made.extend(drawn)
    return made


class _Inherited(Struct, frozen=True):
    style: dict[str, str]
    matrix: Matrix
    whole: Matrix
    steer: str
    icon: bool

    @property
    def is_finite(self) -> bool:
        """Whether what is here has a size that can be computed."""
        m = self.whole
        return abs(m.a) + abs(m.b) + abs(m.c) + abs(m.d) + abs(m.e) + abs(m.f) < _FARTHEST

    def inside(self, element: Element, own: dict[str, str]) -> "_Inherited":
        transform = own.get("transform")
        step = parse_transform(transform) if transform else IDENTITY
        style = self.style | {
            name: value for name, value in own.items() if name in _INHERITED and value != "inherit"
        }
        return _Inherited(
            style,
            self.matrix.then(step) if transform else self.matrix,
            self.whole.then(step) if transform else self.whole,
            element.get(STEER) or self.steer,
            self.icon or ICON in element.attrib,
        )


class _Builder:
    def __init__(self, root: Element) -> None:
        self.defined: list[Element] = []
        self._known: set[Element] = set()
        self._references = References(root)

    def add(self, element: Element, outer: _Inherited, scope: PaintScope) -> None:
        """Add an element and its descendants to a scope."""
        name = name_of(element)
        if name in DEFINED or name in {"defs", "symbol"}:
            self._define(element)
            return
        own = dict(attributes_of(element))
        inherited = outer.inside(element, own)
        if inherited.style.get("display") == "none" or not inherited.is_finite:
            return
        if not _AS_ONE.isdisjoint(own) and (attributes := _as_one(own)) is not None:
            inner = PaintScope(attributes, inherited.matrix, inherited.whole)
            scope.items.append(inner)
            scope, inherited = inner, replace(inherited, matrix=IDENTITY)
        if name in SHAPES or name in {"text", "image"}:
            scope.items.append(_shape(element, own, inherited))
        elif name == "use":
            self._use(element, inherited, scope)
        elif name in {"g", "svg"}:
            for child in element:
                self.add(child, inherited, scope)

    def _define(self, element: Element) -> None:
        """Keep the definitions in an element, once wherever it is repeated."""
        if element in self._known:
            return
        self._known.add(element)
        found = (element,) if name_of(element) in DEFINED else element.iter()
        self.defined += [_copied(child) for child in found if name_of(child) in DEFINED]

    def _use(self, element: Element, inherited: _Inherited, scope: PaintScope) -> None:
        found = self._references.repeated_by(element)
        if found is None:
            return
        x, y = (number_in(element.get(name), 0.0) for name in ("x", "y"))
        step = Matrix(e=x, f=y).then(view_of(element, found))
        inside = replace(
            inherited,
            matrix=inherited.matrix.then(step),
            whole=inherited.whole.then(step),
        )
        if name_of(found) != "symbol":
            self.add(found, inside, scope)
            return
        inside = inside.inside(found, dict(attributes_of(found)))
        for child in found:
            self.add(child, inside, scope)


def _as_one(own: dict[str, str]) -> dict[str, str] | None:
    """What makes an element a scope of its own; None where it is none."""
    blended = ";".join(f"{key}:{own[key]}" for key in _BLENDED if key in own)
    if not blended and all(own.get(key, "1") in {"1", "none"} for key in _GROUPED):
        return None
    attributes = {key: own[key] for key in _GROUPED if own.get(key, "none") != "none"}
    if blended:  # the engine reads them from a style alone
        attributes["style"] = blended
    return attributes


def _shape(element: Element, own: dict[str, str], inherited: _Inherited) -> PaintedShape:
    bare = Element(
        element.tag,
        {k: v for k, v in own.items() if k not in _OWN and k not in _INHERITED},
    )
    bare.text = element.text
    if len(element):
        bare.extend(deepcopy(child) for child in element)
    style = {key: value for key, value in inherited.style.items() if key != "color"}
    current = inherited.style.get("color", "#000000")
    for paint in ("fill", "stroke"):
        if style.get(paint, "").lower() == "currentcolor":
            style[paint] = current
    matrix, whole = inherited.matrix, inherited.whole
    return PaintedShape(bare, style, matrix, whole, inherited.steer, inherited.icon)


def _copied(element: Element) -> Element:
    made = deepcopy(element)
    made.tail = None
    return made


class Paint(Struct, frozen=True):
    """A colour with its opacity."""

    colour: str
    alpha: float


def flat_colours(defined: Sequence[Element]) -> dict[str, str]:
    """One colour for each gradient, the mean of its stops, and each pattern, its first colour."""
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
) -> Paint | None:
    """The `fill` or `stroke` of a shape that is faded to `alpha`; None when it paints nothing."""
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
    return Paint(colour, share)


def stroke_mm(shape: PaintedShape) -> float:
    """The width of a shape's stroke on the face."""
    return number_in(shape.style.get("stroke-width"), 1.0) * shape.scale
