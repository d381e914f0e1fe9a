"""How the elements of an SVG are painted: their colours and lines as operators of PDF."""

import math
import re
from collections.abc import Mapping
from typing import TypeAlias

from fustella.draw.svg.attributes import alpha_of, colour_of

PAINTS = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width"),
        *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
        "stroke-dashoffset",
    )
)
"""What groups hand on to the shapes in them."""

LETTERING = frozenset(
    ("font-family", "font-size", "font-weight", "font-style", "font-variant", "text-anchor")
)
"""What they hand on to texts."""

Settings: TypeAlias = tuple[bytes, ...]
"""What is set before something is painted, by the kinds of `OPENING`; "" where any will do."""

OPENING: Settings = (b"/a10000 gs", b"", b"", b"1 w", b"0 J", b"0 j", b"4 M", b"[]0 d")
"""What holds at the begin of a page: opacity, fill, stroke, width, cap, join, miter, dashes."""

_NUMBER = re.compile(r"[-+]?(?:[0-9]{1,6}(?:\.[0-9]*)?|\.[0-9]+)")
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-z]{3,20}")
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class NotPlain(Exception):
    """Something that is not painted here."""


def number(value: float) -> bytes:
    """A number as PDF wants it, in millimetres to a tenth of a micrometre."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return (text if text != "-0" else "0").encode()


def number_of(told: Mapping[str, str], key: str, otherwise: float = 0.0) -> float:
    """An attribute that is a number alone. Raises NotPlain for another one."""
    text = told.get(key)
    if text is None:
        return otherwise
    if not _NUMBER.fullmatch(text):
        raise NotPlain
    return float(text)


def is_silent(key: str) -> bool:
    """Whether an attribute changes nothing in print."""
    return key in {"id", "class"} or key.startswith("data-")


def paint_of(style: Mapping[str, str], key: str, otherwise: str) -> tuple[bytes, float]:
    """The operators that set a fill or a stroke, and its opacity; none where nothing is painted."""
    told = style.get(key, otherwise)
    if told == "none":
        return b"", 0.0
    colour = colour_of(told) if _COLOUR.fullmatch(told) else ""
    if not colour:
        raise NotPlain
    share = alpha_of(told) * number_of(style, f"{key}-opacity", 1.0)
    space, verb = (b"cs", b"sc") if key == "fill" else (b"CS", b"SC")
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    name = b"/c"
    if len(set(parts)) == 1:
        name, parts = b"/g", parts[:1]
    shares = b" ".join(map(_share, parts))
    operators = b"%s %s %s %s" % (name, space, shares, verb)
    return (operators, min(1.0, share)) if share > 0 else (b"", 0.0)


def _share(part: int) -> bytes:
    """A part of a colour, of 255; rounded up, for viewers cut off what is below a whole one."""
    return f"{math.ceil(part / 255 * 1e5) / 1e5:.5f}".rstrip("0").rstrip(".").encode()


def opacity_operator(share: float) -> bytes:
    """The operator that sets an opacity; its resource is named by it."""
    return b"/a%d gs" % round(share * 10000)


def opacity_of(operator: bytes) -> float:
    """The opacity that an operator sets."""
    return int(operator[2:-3]) / 10000


def line_settings(style: Mapping[str, str], width: float) -> Settings:
    """The width, cap, join, miter limit and dashes of a stroke. Raises NotPlain."""
    cap = _CAPS.get(style.get("stroke-linecap", "butt"))
    join = _JOINS.get(style.get("stroke-linejoin", "miter"))
    miter = number_of(style, "stroke-miterlimit", 4.0)
    if cap is None or join is None or miter < 1:
        raise NotPlain
    caps = number(width) + b" w", b"%d J" % cap, b"%d j" % join
    return *caps, b"" if join else number(miter) + b" M", _dashes(style)


def _dashes(style: Mapping[str, str]) -> bytes:
    told = style.get("stroke-dasharray", "none")
    if told == "none":
        return b"[]0 d"
    parts = told.replace(",", " ").split()
    lengths = [number_of({"": part}, "") for part in parts]
    offset = number_of(style, "stroke-dashoffset")
    if not lengths or min(lengths) < 0 or sum(lengths) <= 0 or offset < 0:
        raise NotPlain
    return b"[%s]%s d" % (b" ".join(map(number, lengths * (1 + len(lengths) % 2))), number(offset))


def is_even(rule: str) -> bool:
    """Whether a rule for what is inside of an outline is that of even and odd."""
    if rule not in {"nonzero", "evenodd"}:
        raise NotPlain
    return rule == "evenodd"
