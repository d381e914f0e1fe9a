"""Reads transforms as CSS writes them, and fits a viewBox into its box."""

import math
import re
from xml.etree.ElementTree import Element

from fustella.core.words.patterns import regex
from fustella.draw.svg.grammar import numbers_in
from fustella.draw.svg.lengths import Measures, angle_deg
from fustella.draw.svg.tree import IDENTITY, Matrix, number_in, parse_transform


def number_text(value: float) -> str:
    """Writes a number with seven digits, no exponent and no zeros at its end."""
    if not math.isfinite(value):
        return "0"
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    digits = max(0, 7 - max(0, math.floor(math.log10(abs(value))) + 1))
    text = f"{value:.{min(12, digits)}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in {"-0", ""} else text


def matrix_text(m: Matrix) -> str:
    if (m.a, m.b, m.c, m.d) == (1, 0, 0, 1):
        return f"translate({number_text(m.e)} {number_text(m.f)})"
    return f"matrix({' '.join(number_text(value) for value in (m.a, m.b, m.c, m.d, m.e, m.f))})"


def view_matrix(box: tuple[float, ...], width: float, height: float, aspect: str) -> Matrix:
    """The matrix from a viewBox to a box at the origin, by its `preserveAspectRatio`."""
    left, top, box_width, box_height = box
    x_scale, y_scale = width / box_width, height / box_height
    words = aspect.replace("defer", "").split() or ["xMidYMid"]
    if words[0] == "none":
        return Matrix(x_scale, 0, 0, y_scale, -left * x_scale, -top * y_scale)
    pick = max if words[-1] == "slice" else min
    scale = pick(x_scale, y_scale)
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    x = (width - box_width * scale) * share.get(words[0][1:4], 0.5)
    y = (height - box_height * scale) * share.get(words[0][5:8], 0.5)
    return Matrix(scale, 0, 0, scale, x - left * scale, y - top * scale)


def view_box(element: Element) -> tuple[float, ...] | None:
    """The four numbers of a viewBox; None for a missing, faulty or empty one."""
    found = [float(number) for number in NUMBERS.findall(element.get("viewBox") or "")]
    if len(found) != 4 or not all(map(math.isfinite, found)) or min(found[2:]) <= 0:
        return None
    return tuple(found)


def view_of(use: Element, symbol: Element) -> Matrix:
    """The matrix that fits a symbol's viewBox into the box that `<use>` gives it."""
    box = view_box(symbol)
    width, height = (number_in(use.get(name), 0.0) for name in ("width", "height"))
    if box is None or not (width > 0 and height > 0):
        return IDENTITY
    return view_matrix(box, width, height, symbol.get("preserveAspectRatio", ""))


NUMBERS = regex(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
TRANSFORM = regex(r"([a-zA-Z0-9]+)\s*\(([^)]*)\)")


def css_transform(text: str, measures: Measures) -> Matrix:
    """The matrix of a `transform` with units and functions of CSS; 3D is flattened."""
    result = IDENTITY
    for name, inner in TRANSFORM.findall(text):
        parts = [part for part in re.split(r"[\s,]+", inner.strip()) if part]
        step = transform_step(name.lower(), parts, measures)
        if step is None:  # one that cannot be read undoes all of them
            return IDENTITY
        result = result.then(step)
    return result


_COUNTS = {
    **{"translate": (1, 2), "translatex": (1,), "translatey": (1,), "translate3d": (3,)},
    **{"rotate": (1, 3), "rotatez": (1,), "skewx": (1,), "skewy": (1,), "skew": (1, 2)},
    **{"scale": (1, 2), "scalex": (1,), "scaley": (1,), "scale3d": (3,), "matrix": (6,)},
}
"""The numbers of values that each function may have."""


def transform_step(name: str, parts: list[str], measures: Measures) -> Matrix | None:  # noqa: PLR0911
    """The matrix of one function; None for a function that cannot be read."""
    if len(parts) not in _COUNTS.get(name, ()):
        return None
    if name in {"translate", "translatex", "translatey", "translate3d"}:
        if name == "translatey":
            parts = ["0", *parts]
        x = measures.length(parts[0], "x") if parts else None
        y = measures.length(parts[1], "y") if len(parts) > 1 else 0.0
        return None if x is None or y is None else Matrix(e=x, f=y)
    if name in {"rotate", "skewx", "skewy", "skew", "rotatez"}:
        turn = angle_deg(parts[0]) if parts else None
        if turn is None:
            return None
        if name == "skew":
            second = (angle_deg(parts[1]) if len(parts) > 1 else 0.0) or 0.0
            return Matrix(b=math.tan(math.radians(second)), c=math.tan(math.radians(turn)))
        about = [measures.length(part) for part in parts[1:]]
        if None in about:
            return None
        rest = " ".join(number_text(length or 0.0) for length in about)
        call = {"skewx": "skewX", "skewy": "skewY"}.get(name, "rotate")
        return parse_transform(f"{call}({number_text(turn)} {rest})")
    if name in {"scale", "scalex", "scaley", "scale3d"}:
        factors = [Measures(1, 1).length(part) for part in parts]
        if not factors or any(factor is None for factor in factors):
            return None
        first = factors[0] or 0.0
        if name == "scalex":
            return Matrix(a=first)
        if name == "scaley":
            return Matrix(d=first)
        return Matrix(a=first, d=(factors[1] or 0.0) if len(factors) > 1 else first)
    numbers = numbers_in(" ".join(parts)) if name == "matrix" else None
    return Matrix(*numbers) if numbers and len(numbers) == 6 else None


def individual_transform(key: str, value: str, measures: Measures) -> Matrix:
    """The matrix of the property `translate`, `rotate` or `scale`."""
    parts = value.split()
    parts = parts[-1:] if key == "rotate" else parts[:2]
    return transform_step(key, parts, measures) or IDENTITY
