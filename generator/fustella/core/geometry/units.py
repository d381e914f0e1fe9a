"""Reads and shows lengths, in the two units in which the tool computes.

All lengths are in millimetres. Only `write` turns them into PDF points (1 pt = 1/72 in, ISO
32000-1, 8.3.2.3), and only sizes of text are given in points, as everywhere in typography.
"""

import math
import re
from collections.abc import Callable

MM_PER_INCH = 25.4
PT_PER_INCH = 72.0
MM_PER_PT = MM_PER_INCH / PT_PER_INCH
PT_PER_MM = PT_PER_INCH / MM_PER_INCH
_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_PT}

LENGTH_PATTERN = rf"^\s*[-+]?[0-9]{{1,9}}(\.[0-9]{{1,9}})?\s*({'|'.join(_MM_PER_UNIT)})\s*$"
"""The pattern of texts that are lengths, for schemas that describe them."""

_LENGTH = re.compile(r"\s*+([-+]?\d{1,9}+(?:\.\d{1,9}+)?)\s*+([a-zA-Z\"]*+)\s*+")


def parse_length_mm(text: str) -> float:
    """Millimetres of a length such as `60mm`, `2.5in`, `1.2 cm`, `8pt`.

    Raises ValueError with a sentence for the designer when the unit is missing or unknown.
    """
    found = _LENGTH.fullmatch(text)
    if not found:
        raise ValueError(f'"{text}" is not a length')
    number, unit = found.groups()
    if not unit:
        raise ValueError(f"{text.strip()} has no unit")
    if unit not in _MM_PER_UNIT:
        named = 'the sign "' if unit == '"' else f'"{unit}"'
        raise ValueError(f"{named} is not a unit of length")
    return float(number) * _MM_PER_UNIT[unit]


def rounded_up(value: float, decimals: int = 0) -> str:
    """A figure rounded up, as text, for advice: `move it by 2.4 mm` must be far enough."""
    return f"{_rounded_units(math.ceil, value, decimals):.{decimals}f}"


def rounded_down(value: float, decimals: int = 0) -> str:
    """A figure rounded down, as text, so that a value below a bound never seems to meet it."""
    return f"{_rounded_units(math.floor, value, decimals):.{decimals}f}"


def _rounded_units(rounding: Callable[[float], int], value: float, decimals: int) -> float:
    """The value in units of its last decimal, rounded, without errors of floating point."""
    shift = 10.0**decimals
    return rounding(round(value * shift, 6)) / shift
