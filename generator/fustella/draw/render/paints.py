"""Holds the paints of the shapes and letters of a scene: colours, paint servers and lines.

They are values of SVG and know nothing of PDF; `render.operators` writes them.
"""

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from fustella.draw.scene.model import Style
from fustella.draw.svg.attributes import alpha_of, colour_of

PAINTS = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        *("stroke-dashoffset", "paint-order", "color", "visibility", "clip-rule"),
        *("shape-rendering", "image-rendering", "text-rendering", "overflow", "display"),
        *("enable-background", "color-interpolation", "color-interpolation-filters"),
    )
)
"""The paint attributes that shapes inherit, and attributes that change nothing in print."""

LETTERING = frozenset(
    (
        *("font-family", "font-size", "font-weight", "font-style", "font-variant", "text-anchor"),
        *("letter-spacing", "word-spacing", "text-decoration", "direction", "dominant-baseline"),
        *("writing-mode", "unicode-bidi"),
    )
)
"""The attributes that only texts inherit."""

_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,6}(?:\.[0-9]*)?|\.[0-9]+)")
_SERVER = re.compile(r"""url\(\s*['"]?#([^'")]*?)['"]?\s*\)\s*(.*)""")
_OF_CONTEXT = frozenset(("context-fill", "context-stroke"))
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "miter-clip": 0, "arcs": 0, "round": 1, "bevel": 2}


class NotPlain(Exception):
    """Raised for something that this package does not paint, but typst does."""


class Colour(Struct, frozen=True):
    """A colour in sRGB, each part from 0 to 255."""

    red: int
    green: int
    blue: int


class Server(Struct, frozen=True):
    """A gradient or a pattern, by its id, and the paint to use where it paints nothing."""

    name: str
    otherwise: Colour | None


class ContextPaint(Struct, frozen=True):
    """The paint `context-fill` or `context-stroke`; `key` is `fill` or `stroke`.

    In a shape that a `<use>` repeats it means that paint of the `<use>`, in a marker that paint of
    the marked path (SVG 2, 13.2).
    """

    key: str


Paint: TypeAlias = Colour | Server | ContextPaint


class StrokeLine(Struct, frozen=True):
    """The line of a stroke: its lengths in the shape's units, its cap and join by number in PDF."""

    width: float
    cap: int
    join: int
    miter: float
    dashes: tuple[float, ...]
    offset: float


class Coat(Struct, frozen=True):
    """One pass of painting an outline: its fill, its stroke with `line`, or both together."""

    alpha: float
    fill: Paint | None
    stroke: Paint | None
    line: StrokeLine | None
    even: bool

    @property
    def is_served(self) -> bool:
        """Whether a gradient or a pattern paints the coat."""
        return isinstance(self.fill, _SERVED) or isinstance(self.stroke, _SERVED)


_SERVED = (Server, ContextPaint)


def number_of(attributes: Mapping[str, str], key: str, otherwise: float = 0.0) -> float:
    """Reads an attribute as a plain number, `otherwise` without it.

    Raises NotPlain for other values.
    """
    text = attributes.get(key)
    if text is None:
        return otherwise
    if not _NUMBER.fullmatch(text):
        raise NotPlain
    return float(text)


def is_silent(key: str) -> bool:
    """Whether an attribute changes nothing in print."""
    return key in {"id", "class"} or key.startswith("data-")


def paint_of(style: Mapping[str, str], key: str, otherwise: str) -> tuple[Paint | None, float]:
    """A fill or a stroke, and its opacity; None where nothing is painted.

    Raises NotPlain.
    """
    value = style.get(key, otherwise)
    if value == "none":
        return None, 0.0
    share = number_of(style, f"{key}-opacity", 1.0)
    if value in _OF_CONTEXT:
        return ContextPaint(value.removeprefix("context-")), min(1.0, share)
    paint, alpha = _paint_as(value, style.get("color", "#000000"))
    share *= alpha
    return (paint, min(1.0, share)) if share > 0 else (None, 0.0)


@lru_cache(maxsize=4096)
def _paint_as(value: str, current: str) -> tuple[Paint, float]:
    """Reads a paint and its alpha; `currentColor` stands for the colour `current`.

    Raises NotPlain.
    """
    served = _SERVER.fullmatch(value)
    if not served:
        return _colour(value, current)
    rest, alpha = served[2], 1.0
    fallback = None
    if rest and rest != "none":
        fallback, alpha = _colour(rest, current)
    if alpha < 1:
        raise NotPlain
    return Server(served[1], fallback), 1.0


def _colour(value: str, current: str) -> tuple[Colour, float]:
    """Reads a colour and its alpha; `currentColor` stands for the colour `current`.

    Raises NotPlain.
    """
    if value.lower() == "currentcolor":
        value = current
    colour = colour_of(value)
    if colour:
        return colour_in(colour), alpha_of(value)
    if value.lower() == "transparent":
        return Colour(0, 0, 0), 0.0
    raise NotPlain


def colour_in(text: str) -> Colour:
    """Reads a colour written as `#rrggbb`."""
    return Colour(*(int(text[at : at + 2], 16) for at in (1, 3, 5)))


class Coats(Struct, frozen=True):
    """All coats of an outline, painted one over the other, then faded together by one `opacity`."""

    coats: tuple[Coat, ...]
    opacity: float

    @property
    def is_served(self) -> bool:
        """Whether a gradient or a pattern paints one of the coats."""
        return any(coat.is_served for coat in self.coats)


UNSEEN = Coats((), 1.0)


@lru_cache(maxsize=4096)
def look_of(style: Style, opacity: float, filled: bool) -> Coats:
    """The way a style paints an outline; `filled` if it has an inside. Raises NotPlain."""
    values = style.values
    if opacity <= 0 or values.get("visibility", "visible") != "visible":
        return UNSEEN
    fill, fill_alpha = paint_of(values, "fill", "#000000")
    stroke, stroke_alpha = paint_of(values, "stroke", "none")
    even = is_even(values.get("fill-rule", "nonzero"))
    width = number_of(values, "stroke-width", 1.0)
    filling = stroking = None
    if fill and filled:
        filling = Coat(fill_alpha, fill, None, None, even)
    if stroke and width > 0:
        stroking = Coat(stroke_alpha, None, stroke, line_of(values, width), even)
    coats = tuple([coat for coat in (filling, stroking) if coat])
    if len(coats) == 1:
        coat = coats[0]
        one = Coat(coat.alpha * opacity, coat.fill, coat.stroke, coat.line, even)
        return Coats((one,), 1.0)
    if not (filling and stroking):
        return UNSEEN
    order = paint_order(values.get("paint-order", "normal"))
    if order.index("stroke") < order.index("fill"):
        return Coats(coats[::-1], opacity)
    if fill_alpha == stroke_alpha == 1 and not (filling.is_served or stroking.is_served):
        return Coats((Coat(1.0, fill, stroke, stroking.line, even),), opacity)
    return Coats(coats, opacity)


def paint_order(value: str) -> tuple[str, ...]:
    """`fill`, `stroke` and `markers` in their order of painting (SVG 2, 13.8)."""
    words = value.split()
    if len(set(words)) < len(words) or not set(words) <= set(_ORDER):
        return _ORDER
    return (*words, *(word for word in _ORDER if word not in words))


_ORDER = ("fill", "stroke", "markers")


def line_of(style: Mapping[str, str], width: float) -> StrokeLine:
    """Reads the width, cap, join, miter limit and dashes of a stroke. Raises NotPlain."""
    cap = _CAPS.get(style.get("stroke-linecap", "butt"))
    join = _JOINS.get(style.get("stroke-linejoin", "miter"))
    miter = number_of(style, "stroke-miterlimit", 4.0)
    if cap is None or join is None or miter < 1:
        raise NotPlain
    return StrokeLine(width, cap, join, miter, *_dashes(style))


def _dashes(style: Mapping[str, str]) -> tuple[tuple[float, ...], float]:
    """The lengths of dashes and gaps, () for a solid line, and the offset of the first."""
    value = style.get("stroke-dasharray", "none")
    if value == "none":
        return (), 0.0
    lengths = tuple([number_of({"": part}, "") for part in value.replace(",", " ").split()])
    offset = number_of(style, "stroke-dashoffset")
    if not lengths or min(lengths) < 0 or sum(lengths) <= 0:
        raise NotPlain
    lengths *= 1 + len(lengths) % 2  # SVG 1.1, 11.4: an odd list is repeated
    return lengths, offset % math.fsum(lengths) if offset < 0 else offset


def is_even(rule: str) -> bool:
    """Whether a fill rule is `evenodd`."""
    if rule not in {"nonzero", "evenodd"}:
        raise NotPlain
    return rule == "evenodd"
