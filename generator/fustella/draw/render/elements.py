"""Shapes and groups of an SVG as operators of PDF, each made once for all that are equal."""

import math
import re
from functools import lru_cache

from msgspec import Struct

from fustella.draw.render.outlines import GEOMETRY, outline, sides_of
from fustella.draw.render.paints import (
    LETTERING,
    PAINTS,
    NotPlain,
    Settings,
    Style,
    inherited,
    is_even,
    is_silent,
    line_settings,
    number,
    number_of,
    opacity_operator,
    paint_of,
)
from fustella.draw.svg.tree import IDENTITY, Attributes, parse_transform

_HANDED_ON = PAINTS | LETTERING
_OWN = frozenset(("transform", "opacity", "clip-path", "clip-rule"))
_OF_CLIPS = frozenset(("id", "transform", "clip-rule"))
_CLIP = re.compile(r"url\(#([\w.:-]+)\)")
_UNSET = (b"",) * 6


class Placing(Struct, frozen=True):
    """The operator of a matrix, none for one that moves nothing, and how much it makes larger."""

    operator: bytes
    scale: float


STAYING = Placing(b"", 1.0)


class Shape(Struct, frozen=True):
    """A shape: how it is painted, one over the other, its place and the id of its clip path."""

    painted: tuple[tuple[Settings, bytes], ...]
    placing: Placing
    clip: str


class Group(Struct, frozen=True):
    """A group: the style that it hands on, its place and the id of its clip path."""

    style: Style
    placing: Placing
    clip: str


def placing_of(transform: str | None) -> Placing:
    """What a `transform` does."""
    m = parse_transform(transform) if transform else IDENTITY
    if m == IDENTITY:
        return STAYING
    turn = (f"{value:.7f}".rstrip("0").rstrip(".") for value in (m.a, m.b, m.c, m.d))
    operator = " ".join(turn).encode() + b" %s %s cm\n" % (number(m.e), number(m.f))
    return Placing(operator, max(1.0, math.hypot(m.a, m.b), math.hypot(m.c, m.d)))


@lru_cache(maxsize=1024)
def group(attributes: Attributes, outer: Style) -> Group:
    """A group with the style that it inherits. Raises NotPlain."""
    told = {key: value for key, value in attributes if not is_silent(key)}
    placing, clip = placing_of(told.pop("transform", None)), _clip_of(told)
    if told.pop("opacity", "1") != "1" or not told.keys() <= _HANDED_ON:
        raise NotPlain
    return Group(inherited(outer, tuple(told.items())) if told else outer, placing, clip)


def _clip_of(told: dict[str, str]) -> str:
    """The id of the clip path that an element names, "" for none."""
    value = told.pop("clip-path", "none")
    found = _CLIP.fullmatch(value)
    if not found and value != "none":
        raise NotPlain
    return found[1] if found else ""


@lru_cache(maxsize=4096)
def shape(name: str, attributes: Attributes, outer: Style) -> Shape:
    """A shape with the style that it inherits. Raises NotPlain."""
    told = dict(attributes)
    geometry = GEOMETRY[name]
    for key in told:
        if not (key in geometry or key in PAINTS or key in _OWN or is_silent(key)):
            raise NotPlain
    path, clip = outline(name, told), _clip_of(told)
    opacity = min(1.0, number_of(told, "opacity", 1.0))
    own = tuple([(key, value) for key, value in told.items() if key in PAINTS])
    sides = sides_of(path) if path else 0
    ways = _ways(own, outer, opacity, sides > 1) if sides and opacity > 0 else ()
    painted = tuple([(settings, path + verb) for settings, verb in ways])
    return Shape(painted, placing_of(told.get("transform")), clip)


@lru_cache(maxsize=1024)
def _ways(
    own: Attributes, outer: Style, opacity: float, filled: bool
) -> tuple[tuple[Settings, bytes], ...]:
    """How an outline is painted, one over the other: settings and the operator that paints."""
    style = dict(outer) | dict(own)
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
def clip_operators(name: str, attributes: Attributes, transform: str) -> bytes:
    """The operators that clip to a shape in a `<clipPath>` with a transform. Raises NotPlain."""
    told = dict(attributes)
    if name not in GEOMETRY or not told.keys() <= GEOMETRY[name] | PAINTS | _OF_CLIPS:
        raise NotPlain
    m = parse_transform(transform).then(parse_transform(told.get("transform", "")))
    path = outline(name, told, IDENTITY if m == IDENTITY else m)
    if not path or sides_of(path) < 2:
        raise NotPlain
    return path + (b"W* n\n" if is_even(told.get("clip-rule", "nonzero")) else b"W n\n")
