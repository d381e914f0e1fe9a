"""Reads the lengths and angles of CSS as numbers."""

import math
import re
from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from fustella.core.words.patterns import regex

PX_PER_MM = 96 / 25.4

Lengths: TypeAlias = Callable[[str], float | None]
"""A function that gives the value of a length; None for text that is no length."""

_NUMBER = r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_LENGTH = regex(rf"({_NUMBER})\s*+([a-zA-Z]*+|%)")
_ABSOLUTE_MM = {
    "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "q": 0.25,
}  # fmt: skip


class Measures(Struct, frozen=True):
    """The bases of relative lengths: the viewport, the font's size, and the root's font size.

    All are in user units. `mm` is the number of user units in an absolute millimetre: 96/25.4 as in
    browsers, 1 on a face whose unit is the millimetre. `ex_em` and `ch_em` are the height of an x
    and the width of a zero in the font, as shares of its size (CSS Values 4, 6.1.1).
    """

    width: float
    height: float
    font_size: float = 16.0
    root_font_size: float = 16.0
    mm: float = PX_PER_MM
    ex_em: float = 0.5
    ch_em: float = 0.5

    def extent(self, axis: str) -> float:
        """The length of 100 %: for `x` the width, `y` the height, `d` the SVG diagonal."""
        if axis == "x":
            return self.width
        if axis == "y":
            return self.height
        return math.hypot(self.width, self.height) / math.sqrt(2)

    def length(self, text: str, axis: str = "d") -> float | None:
        """A length in user units; None for text that is no length."""
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
        relative = {
            "em": self.font_size, "ex": self.ex_em * self.font_size,
            "ch": self.ch_em * self.font_size, "rex": 0.5 * self.root_font_size,
            "rem": self.root_font_size, "vw": self.width / 100, "vh": self.height / 100,
            "vmin": min(self.width, self.height) / 100, "vmax": max(self.width, self.height) / 100,
        }  # fmt: skip
        return value * relative[unit] if unit in relative else None


def _calculated(text: str, length: Lengths) -> float | None:
    """Computes the text inside `calc()`; None if it cannot be computed."""
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
    """Reads an angle of CSS, in degrees; None for text that is no angle."""
    found = _LENGTH.fullmatch(text.strip())
    if not found or found[2].lower() not in _TURNS:
        return None
    return float(found[1]) * _TURNS[found[2].lower()]
