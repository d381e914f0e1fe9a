"""Lengths, angles and colours of CSS as numbers."""

import colorsys
import math
import re
from collections.abc import Callable
from functools import cache, lru_cache
from typing import TypeAlias

from msgspec import Struct

from fustella.core.words.patterns import regex

PX_PER_MM = 96 / 25.4

Lengths: TypeAlias = Callable[[str], float | None]
"""What a length amounts to, None for what is none."""

_NUMBER = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_LENGTH = regex(rf"({_NUMBER})\s*+([a-zA-Z]*+|%)")
_ABSOLUTE_MM = {
    "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "q": 0.25,
}  # fmt: skip
_FONT_EM = {"em": 1.0, "ex": 0.5, "ch": 0.5, "rex": 0.5}


class Measures(Struct, frozen=True):
    """What lengths are relative to: the viewport, the size of the font, and that of the root.

    All in user units. `mm` is how many of them an absolute millimetre takes: 96/25.4 as browsers
    have it, 1 on a face whose unit is the millimetre.
    """

    width: float
    height: float
    font_size: float = 16.0
    root_font_size: float = 16.0
    mm: float = PX_PER_MM

    def extent(self, axis: str) -> float:
        """What 100 % are of: `x` the width, `y` the height, `d` the normalised diagonal."""
        if axis == "x":
            return self.width
        if axis == "y":
            return self.height
        return math.hypot(self.width, self.height) / math.sqrt(2)

    def length(self, text: str, axis: str = "d") -> float | None:  # noqa: PLR0911
        """A length in user units; None for what is none."""
        text = text.strip()
        found = _LENGTH.fullmatch(text)
        if not found:
            inner = re.fullmatch(r"calc\((.*)\)", text, re.DOTALL | re.IGNORECASE)
            return _calculated(inner[1], lambda part: self.length(part, axis)) if inner else None
        value, unit = float(found[1]), found[2].lower()
        if not math.isfinite(value):
            return None
        if unit in {"", "px"}:
            return value
        if unit == "%":
            return value / 100 * self.extent(axis)
        if unit in _ABSOLUTE_MM:
            return value * _ABSOLUTE_MM[unit] * self.mm
        if unit in _FONT_EM:
            return value * _FONT_EM[unit] * self.font_size
        relative = {
            "rem": self.root_font_size, "vw": self.width / 100, "vh": self.height / 100,
            "vmin": min(self.width, self.height) / 100, "vmax": max(self.width, self.height) / 100,
        }  # fmt: skip
        return value * relative[unit] if unit in relative else None


def _calculated(text: str, length: Lengths) -> float | None:
    """The value of the inside of `calc()`; None where it cannot be computed."""
    tokens = re.findall(rf"{_NUMBER}(?:[a-zA-Z]+|%)?|[-+*/()]", text)
    try:
        value, rest = _sum(tokens, length)
    except (ValueError, ZeroDivisionError, IndexError, RecursionError):
        return None
    return None if rest or not math.isfinite(value) else value


def _sum(tokens: list[str], length: Lengths) -> tuple[float, list[str]]:
    value, rest = _product(tokens, length)
    while rest and rest[0] in "+-":
        more, after = _product(rest[1:], length)
        value, rest = (value + more if rest[0] == "+" else value - more), after
    return value, rest


def _product(tokens: list[str], length: Lengths) -> tuple[float, list[str]]:
    value, rest = _factor(tokens, length)
    while rest and rest[0] in "*/":
        more, after = _factor(rest[1:], length)
        value, rest = (value * more if rest[0] == "*" else value / more), after
    return value, rest


def _factor(tokens: list[str], length: Lengths) -> tuple[float, list[str]]:
    if tokens[0] == "(":
        value, rest = _sum(tokens[1:], length)
        if rest[0] != ")":
            raise ValueError(rest[0])
        return value, rest[1:]
    found = length(tokens[0])
    if found is None:
        raise ValueError(tokens[0])
    return found, tokens[1:]


_TURNS = {"": 1.0, "deg": 1.0, "rad": 180 / math.pi, "grad": 0.9, "turn": 360.0}


def angle_deg(text: str) -> float | None:
    """An angle of CSS in degrees."""
    found = _LENGTH.fullmatch(text.strip())
    if not found or found[2].lower() not in _TURNS:
        return None
    return float(found[1]) * _TURNS[found[2].lower()]


class Colour(Struct, frozen=True):
    """A colour as `#rrggbb`, and its opacity from 0 to 1."""

    text: str
    alpha: float = 1.0


_SYSTEM = {
    "canvas": "#ffffff", "canvastext": "#000000", "linktext": "#0000ee", "buttonface": "#efefef",
    "buttontext": "#000000", "graytext": "#808080", "highlight": "#0078d7", "windowtext": "#000000",
    "window": "#ffffff", "highlighttext": "#ffffff", "field": "#ffffff", "fieldtext": "#000000",
}  # fmt: skip
_CALL = regex(r"([a-z-]+)\(\s*(.*?)\s*\)", re.DOTALL)


@lru_cache(maxsize=4096)
def parse_colour(text: str) -> Colour | None:
    """A colour of CSS; None for what is none, `currentColor` included."""
    word = text.strip().lower()
    if word == "transparent":
        return Colour("#000000", 0.0)
    if re.fullmatch(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})", word):
        digits = word[1:] if len(word) > 5 else "".join(digit * 2 for digit in word[1:])
        return Colour(f"#{digits[:6]}", int(digits[6:] or "ff", 16) / 255)
    if word in _SYSTEM:
        return Colour(_SYSTEM[word])
    call = _CALL.fullmatch(word)
    if call:
        return _function(call[1], call[2])
    named = _named().get(word)
    return Colour(named) if named else None


@cache
def _named() -> dict[str, str]:
    from PIL import ImageColor  # noqa: PLC0415  (most files write colours as numbers)

    # Not the values of the table: Pillow replaces each by another type once it was asked for.
    colours = {name: ImageColor.getrgb(name) for name in list(ImageColor.colormap)}
    return {name: "#{:02x}{:02x}{:02x}".format(*colour[:3]) for name, colour in colours.items()}


def _function(name: str, inner: str) -> Colour | None:
    space = ""
    if name == "color":
        space, _, inner = inner.partition(" ")
    parts = [part for part in re.split(r"[\s,/]+", inner) if part]
    if len(parts) not in {3, 4}:
        return None
    maker = {"rgba": "rgb", "hsla": "hsl"}.get(name, name)
    try:
        alpha = _share(parts[3], 1.0) if len(parts) == 4 else 1.0
        found = _components(maker, space, parts[:3])
    except ValueError:
        return None
    if found is None or not all(map(math.isfinite, (*found, alpha))):
        return None
    channels = [round(min(1.0, max(0.0, channel)) * 255) for channel in found]
    return Colour("#{:02x}{:02x}{:02x}".format(*channels), min(1.0, max(0.0, alpha)))


def _share(text: str, whole: float) -> float:
    """A number as a share of `whole`, or a percentage. Raises ValueError."""
    if text == "none":
        return 0.0
    return float(text[:-1]) / 100 if text.endswith("%") else float(text) / whole


def _hue(text: str) -> float:
    found = 0.0 if text == "none" else angle_deg(text)
    if found is None:
        raise ValueError(text)
    return found


def _components(name: str, space: str, parts: list[str]) -> tuple[float, ...] | None:  # noqa: PLR0911
    """Red, green and blue from 0 to 1, of sRGB. Raises ValueError."""
    first, second, third = parts
    if name == "rgb":
        return tuple(_share(part, 255) for part in parts)
    if name == "hsl":
        light, full = _share(third, 100), _share(second, 100)
        clamped = min(1.0, max(0.0, light)), min(1.0, max(0.0, full))
        return colorsys.hls_to_rgb(_hue(first) / 360 % 1, *clamped)
    if name == "hwb":
        white, black = _share(second, 100), _share(third, 100)
        if white + black >= 1:
            return (white / (white + black),) * 3
        pure = colorsys.hls_to_rgb(_hue(first) / 360 % 1, 0.5, 1.0)
        return tuple(channel * (1 - white - black) + white for channel in pure)
    if name == "color" and space in {"srgb", "display-p3"}:
        return tuple(_share(part, 1) for part in parts)
    if name in {"oklab", "oklch"}:
        a, b = _share(second, 1), _share(third, 1) if name == "oklab" else 0.0
        a, b = (a * 0.4 if second.endswith("%") else a), (b * 0.4 if third.endswith("%") else b)
        if name == "oklch":
            turn = math.radians(_hue(third))
            a, b = a * math.cos(turn), a * math.sin(turn)
        return _from_oklab(_share(first, 1), a, b)
    return None


def _from_oklab(light: float, a: float, b: float) -> tuple[float, float, float]:
    """The matrices are those of CSS Color 4, 10.6."""
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    red, green, blue = (_encoded(max(0.0, channel)) for channel in linear)
    return red, green, blue


def _encoded(channel: float) -> float:
    """A linear channel in the transfer function of sRGB."""
    return 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
