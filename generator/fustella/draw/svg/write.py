"""Writes numbers, transforms and texts for an SVG."""

import math
from functools import lru_cache


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """Writes a length or an angle, rounded to three decimals, without trailing zeros.

    Three decimals of a millimetre are micrometres. Raises ValueError for a value that is not
    finite.
    """
    if not math.isfinite(value):
        raise ValueError(f"{value} is not a number that can be drawn")
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Escapes a text for an element or an attribute, as `markupsafe.escape` does."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("'", "&#39;").replace('"', "&#34;")


def transform(x_mm: float, y_mm: float, scale: float) -> str:
    """The value of `transform` that scales and then moves to (x, y)."""
    return f"translate({number(x_mm)} {number(y_mm)}) scale({scale:.5g})"


def rotation(turn_deg: float, cx_mm: float, cy_mm: float) -> str:
    """The value of `transform` that turns clockwise about a point."""
    return f"rotate({number(turn_deg)} {number(cx_mm)} {number(cy_mm)})"
