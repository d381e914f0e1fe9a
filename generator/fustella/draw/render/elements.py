"""Shapes and groups of a scene as operators of PDF, each made once for all that are equal."""

import math
import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from fustella.draw.render.outlines import GEOMETRY, outline, sides_of
from fustella.draw.render.paints import (
    LETTERING,
    PAINTS,
    NotPlain,
    Settings,
    is_even,
    is_silent,
    line_settings,
    number,
    number_of,
    opacity_operator,
    paint_of,
)
from fustella.draw.scene.model import HREFS, Group, Node, Path, Style
from fustella.draw.svg.tree import IDENTITY, Matrix

_OWN = frozenset(("transform", "opacity", "clip-path", "clip-rule"))
_OF_GROUPS = PAINTS | LETTERING | _OWN - {"clip-rule"}
_OF_USES = frozenset(("x", "y", *HREFS))
_OF_CLIPS = frozenset(("id", "transform", "clip-rule"))
_CLIP = re.compile(r"url\(#([\w.:-]+)\)")
_UNSET = (b"",) * 6


class Placing(Struct, frozen=True):
    """A matrix, its operator, none for one that moves nothing, and how much it makes larger."""

    matrix: Matrix
    operator: bytes
    scale: float


STAYING = Placing(IDENTITY, b"", 1.0)


class Shape(Struct, frozen=True):
    """A shape: how it is painted, one over the other, its place and the id of its clip path."""

    painted: tuple[tuple[Settings, bytes], ...]
    placing: Placing
    clip: str


@lru_cache(maxsize=1024)
def placing_of(m: Matrix) -> Placing:
    """What a matrix does."""
    if m == IDENTITY:
        return STAYING
    return Placing(m, moving(m), max(1.0, math.hypot(m.a, m.b), math.hypot(m.c, m.d)))


def moving(m: Matrix) -> bytes:
    """The operator of a matrix."""
    turn = (f"{value:.7f}".rstrip("0").rstrip(".") for value in (m.a, m.b, m.c, m.d))
    return " ".join(turn).encode() + b" %s %s cm\n" % (number(m.e), number(m.f))


def clip_of_group(group: Group) -> str:
    """The id of a group's clip path, "" for none. Raises NotPlain."""
    own = group.own
    if group.name not in {"g", "use"}:
        raise NotPlain
    for key in own:
        placed = group.name == "use" and key in _OF_USES
        if not (key in _OF_GROUPS or placed or is_silent(key)):
            raise NotPlain
    if own.get("opacity", "1") != "1":
        raise NotPlain
    return _clip_of(own)


def _clip_of(own: Mapping[str, str]) -> str:
    """The id of the clip path that an element names, "" for none."""
    value = own.get("clip-path", "none")
    found = _CLIP.fullmatch(value)
    if not found and value != "none":
        raise NotPlain
    return found[1] if found else ""


@lru_cache(maxsize=4096)
def shape(node: Path) -> Shape:
    """A shape with all that it inherits. Raises NotPlain."""
    own, geometry = node.own, GEOMETRY[node.name]
    for key in own:
        if not (key in geometry or key in PAINTS or key in _OWN or is_silent(key)):
            raise NotPlain
    path, clip = outline(node.name, own), _clip_of(own)
    opacity = min(1.0, number_of(own, "opacity", 1.0))
    sides = sides_of(path) if path else 0
    ways = _ways(node.style, opacity, sides > 1) if sides and opacity > 0 else ()
    painted = tuple([(settings, path + verb) for settings, verb in ways])
    return Shape(painted, placing_of(node.matrix), clip)


@lru_cache(maxsize=1024)
def _ways(inherited: Style, opacity: float, filled: bool) -> tuple[tuple[Settings, bytes], ...]:
    """How an outline is painted, one over the other: settings and the operator that paints."""
    style = inherited.values
    fill, fill_alpha = paint_of(style, "fill", "#000000")
    stroke, stroke_alpha = paint_of(style, "stroke", "none")
    width = number_of(style, "stroke-width", 1.0)
    even = b"*" if is_even(style.get("fill-rule", "nonzero")) else b""
    filling = (opacity_operator(fill_alpha * opacity), fill, *_UNSET) if fill and filled else None
    if not stroke or width <= 0:
        return ((filling, b"f%s\n" % even),) if filling else ()
    line = stroke, *line_settings(style, width)
    lining = opacity_operator(stroke_alpha * opacity), b"", *line
    if filling is None:
        return ((lining, b"S\n"),)
    if opacity < 1:  # as one, not one over the other
        raise NotPlain
    if fill_alpha == stroke_alpha == 1:
        return (((*filling[:2], *line), b"B%s\n" % even),)
    return (filling, b"f%s\n" % even), (lining, b"S\n")


@lru_cache(maxsize=1024)
def clip_operators(node: Node, matrix: Matrix) -> bytes:
    """The operators that clip to a shape in a `<clipPath>` with a matrix. Raises NotPlain."""
    own = node.own
    if node.name not in GEOMETRY or not own.keys() <= GEOMETRY[node.name] | PAINTS | _OF_CLIPS:
        raise NotPlain
    m = matrix.then(node.matrix)
    path = outline(node.name, own, IDENTITY if m == IDENTITY else m)
    if not path or sides_of(path) < 2:
        raise NotPlain
    return path + (b"W* n\n" if is_even(own.get("clip-rule", "nonzero")) else b"W n\n")
