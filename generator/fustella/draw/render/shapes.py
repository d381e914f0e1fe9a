"""Writes the operators of shapes and clip paths, and reads the effects on a node."""

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from fustella.draw.render.operators import RGB, Settings, moving, number, painted
from fustella.draw.render.outlines import GEOMETRY, box_of, dimensions_of, outline
from fustella.draw.render.paints import (
    LETTERING,
    PAINTS,
    UNSEEN,
    Coat,
    Coats,
    Colour,
    NotPlain,
    Paint,
    is_even,
    is_silent,
    look_of,
    number_of,
)
from fustella.draw.scene.model import Group, Node, Path, Style, Text
from fustella.draw.svg.boxes import Box
from fustella.draw.svg.tree import IDENTITY, Matrix

BLENDED = frozenset(
    (
        *("multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn"),
        *("hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color"),
        "luminosity",
    )
)
"""The blend modes that both CSS and PDF have (ISO 32000-1, 11.3.5)."""

_EFFECTS = frozenset(
    (
        *("transform", "opacity", "clip-path", "clip-rule", "mask", "filter"),
        *("mix-blend-mode", "isolation"),
    )
)
OF_GROUPS = PAINTS | LETTERING | _EFFECTS
_OF_CLIPS = frozenset(("id", "transform", "clip-rule"))
_NAMED = re.compile(r"""url\(\s*['"]?#([^'")]+?)['"]?\s*\)""")
WITH_EFFECTS = frozenset(("clip-path", "mask", "filter", "mix-blend-mode", "isolation"))
_MARKERS = ("marker-start", "marker-mid", "marker-end")
_MARKED = frozenset(("path", "line", "polyline", "polygon"))
CLIPPED_AWAY = b"0 0 m\n0 0 l\nh\nW n\n"
_TINY = 2e-3
"""Clip paths of several shapes leave out a shape that is less wide and high than this, in mm."""


class Placing(Struct, frozen=True):
    """A matrix, its operator (b"" if it moves nothing), and the factor by which it enlarges."""

    matrix: Matrix
    operator: bytes
    scale: float


STAYING = Placing(IDENTITY, b"", 1.0)


@lru_cache(maxsize=4096)
def placing_of(m: Matrix) -> Placing:
    """A matrix with its operator, and the largest factor by which it enlarges."""
    if m == IDENTITY:
        return STAYING
    return Placing(m, moving(m), max(math.hypot(m.a, m.b), math.hypot(m.c, m.d)))


class Effects(Struct, frozen=True):
    """The effects on a whole node: the ids of its clip path and its mask, and its blend mode."""

    clip: str
    mask: str
    blend: str
    isolated: bool

    @property
    def are_plain(self) -> bool:
        """Whether the node has no mask and no blend mode."""
        return not (self.mask or self.blend or self.isolated)


NO_EFFECTS = Effects("", "", "", False)


def effects_of(own: Mapping[str, str]) -> Effects:
    """Reads the effects of an element from its attributes. Raises NotPlain."""
    if WITH_EFFECTS.isdisjoint(own):
        return NO_EFFECTS
    if own.get("filter", "none") != "none":
        raise NotPlain
    blend = own.get("mix-blend-mode", "normal")
    if blend != "normal" and blend not in BLENDED:
        raise NotPlain
    return Effects(
        named_in(own.get("clip-path", "none")),
        named_in(own.get("mask", "none")),
        "" if blend == "normal" else blend,
        own.get("isolation", "auto") == "isolate",
    )


def named_in(value: str) -> str:
    """The id in `url(#id)`, "" for `none`. Raises NotPlain."""
    found = _NAMED.fullmatch(value)
    if not found and value != "none":
        raise NotPlain
    return found[1] if found else ""


class ShapeOperators(Struct, frozen=True, eq=False):
    """A shape: its outline, its coats and its effects.

    `painting` has the finished operators of a shape that is painted in colours alone, without
    effects; it is empty for any other.
    """

    outline: bytes
    look: Coats
    effects: Effects
    painting: tuple[tuple[Settings, bytes], ...]
    is_marked: bool


@lru_cache(maxsize=4096)
def shape_of(node: Path) -> ShapeOperators:
    """The operators of a shape, before its matrix moves it. Raises NotPlain."""
    name, own, style = node.name, node.own, node.style
    if not own.keys() <= _OF_SHAPES[name]:
        refuse_unknown(own, _OF_SHAPES[name])
    path, effects = outline(name, own), effects_of(own)
    sides = dimensions_of(path) if path else 0
    opacity = min(1.0, number_of(own, "opacity", 1.0)) if "opacity" in own else 1.0
    marked = name in _MARKED and _has_markers(style)
    look, coats = _coats_of(style, 1.0 if marked else opacity, sides > 1) if sides else (UNSEEN, ())
    if marked:
        return ShapeOperators(path, Coats(look.coats, opacity), effects, (), marked)
    if effects is not NO_EFFECTS and effects != NO_EFFECTS:
        coats = ()
    painting = tuple([(settings, path + verb) for settings, verb in coats])
    return ShapeOperators(path, look, effects, painting, marked)


@lru_cache(maxsize=8192)
def _coats_of(
    style: Style, opacity: float, filled: bool
) -> tuple[Coats, tuple[tuple[Settings, bytes], ...]]:
    """A look and the operators of its coats, () if they depend on where the shape stands."""
    look = look_of(style, opacity, filled)
    if look.opacity < 1 or look.is_served:
        return look, ()
    return look, tuple([painted(RGB, b"", coat) for coat in look.coats])


_OF_SHAPES = {
    name: frozenset((*geometry, *OF_GROUPS, *_MARKERS, "id", "class"))
    for name, geometry in GEOMETRY.items()
}


@lru_cache(maxsize=1024)
def _has_markers(style: Style) -> bool:
    return any(style.values.get(key, "none") != "none" for key in _MARKERS)


def refuse_unknown(own: Mapping[str, str], known: Collection[str]) -> None:
    """Raises NotPlain for an attribute that is not in `known` and changes what is printed."""
    for key in own:
        if not (key in known or is_silent(key) or key[:6] == "marker"):
            raise NotPlain


@lru_cache(maxsize=1024)
def _clip_operators(node: Path, matrix: Matrix) -> bytes:
    """The operators that clip to a shape of a `<clipPath>`, b"" if it has no inside.

    The matrix moves the shape. Raises NotPlain.
    """
    path, even = _outline_and_rule(node, matrix)
    if not path or dimensions_of(path) < 2:
        return b""
    return path + (b"W* n\n" if even else b"W n\n")


def outlines_in(shapes: Sequence[tuple[Node, Matrix]], matrix: Matrix) -> list[bytes] | None:
    """The operators that clip to each shape.

    None if one is a text or has a clip path itself.
    """
    found = list[bytes]()
    for shape, inner in shapes:
        if not isinstance(shape, Path) or "clip-path" in shape.own:
            return None
        if shape.style.values.get("visibility", "visible") == "visible":
            m = matrix if inner is IDENTITY else matrix.then(inner)
            if clip := _clip_operators(shape, m):
                found.append(clip)
    return [clip for clip in found if not _is_tiny(clip)] if len(found) > 1 else found


def _is_tiny(path: bytes) -> bool:
    """Whether a shape is too small to be seen, such as one that `svg.clean` adds to a clip path."""
    box = box_of(path.rpartition(b"W")[0])
    return box is None or max(box[2] - box[0], box[3] - box[1]) < _TINY


def _outline_and_rule(node: Node, matrix: Matrix) -> tuple[bytes, bool]:
    """The outline of a shape in a `<clipPath>`, and whether its fill rule is `evenodd`."""
    own = node.own
    if node.name not in GEOMETRY or not own.keys() <= GEOMETRY[node.name] | PAINTS | _OF_CLIPS:
        raise NotPlain
    m = matrix.then(node.matrix)
    path = outline(node.name, own, IDENTITY if m == IDENTITY else m)
    return path, is_even(node.style.values.get("clip-rule", "nonzero"))


def reach_of(path: bytes, coat: Coat) -> Box | None:
    """The box of all that a coat may paint around an outline."""
    box = box_of(path)
    if coat.line is None or box is None:
        return box
    return _grown(box, coat.line.width * max(1.0, coat.line.miter))


def in_colour(coat: Coat, colour: Paint | None, alpha: float) -> Coat | None:
    """Paints a coat in a colour instead of its gradient or pattern.

    None if `colour` is no colour.
    """
    if not isinstance(colour, Colour):
        return None
    filled, stroked = (colour, None) if coat.fill is not None else (None, colour)
    return Coat(coat.alpha * alpha, filled, stroked, coat.line, coat.even)


def shapes_of_clip(clip: Group) -> Iterator[tuple[Node, Matrix]]:
    """Yields the shapes and texts of a `<clipPath>`, each with the matrix of its `<use>`, if any.

    A clip path takes no groups, and no `<use>` of a group (SVG 1.1, 14.3.5): they are left out.
    """
    for child in clip.children:
        matrix = IDENTITY
        node = child
        if isinstance(child, Group) and child.name == "use":
            if not WITH_EFFECTS.isdisjoint(child.own):
                raise NotPlain
            matrix, (node,) = child.matrix, child.children
            if isinstance(node, Group) and node.name == "g" and not node.own:
                matrix, (node,) = matrix.then(node.matrix), node.children
        if isinstance(node, (Path, Text)):
            yield node, matrix


def moved_box(box: Box, m: Matrix) -> Box:
    """The box around another box that the matrix `m` has moved."""
    left, top, right, bottom = box
    corners = [
        (m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f)
        for x in (left, right)
        for y in (top, bottom)
    ]
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def is_flat(box: Box) -> bool:
    return box[2] - box[0] <= 0 or box[3] - box[1] <= 0


def rectangle(box: Box) -> bytes:
    left, top, right, bottom = map(number, box)
    corners = (left, top, b"m"), (right, top, b"l"), (right, bottom, b"l"), (left, bottom, b"l")
    return b"".join(b"%s %s %s\n" % corner for corner in corners) + b"h\n"
