"""Writes the outlines of shapes as operators of PDF."""

import math
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from fustella.core.geometry.paths import Segment, cubic_path
from fustella.draw.render.paints import NotPlain, number_of
from fustella.draw.render.pen import CLOSE, CURVE, LINE, MOVE, operators_of, shortened
from fustella.draw.svg.boxes import Box
from fustella.draw.svg.tree import IDENTITY, Matrix

GEOMETRY: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "path": frozenset(("d",)),
        "rect": frozenset(("x", "y", "width", "height", "rx", "ry")),
        "circle": frozenset(("cx", "cy", "r")),
        "ellipse": frozenset(("cx", "cy", "rx", "ry")),
        "line": frozenset(("x1", "y1", "x2", "y2")),
        "polyline": frozenset(("points",)),
        "polygon": frozenset(("points",)),
    }
)
"""The shapes, and the attributes that give each of them its outline."""

_KAPPA = 4 / 3 * (math.sqrt(2) - 1)
"""The distance of a quarter circle's control points along its tangents, as a share of its radius.
"""

_EXTENTS = frozenset(("width", "height", "rx", "ry", "r"))
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_BEYOND = re.compile("[AaEe]")
"""Matches arcs, whose flags need no space between them, and exponents."""


def outline(name: str, told: Mapping[str, str], matrix: Matrix = IDENTITY) -> bytes:
    """The operators of a shape's outline, moved by `matrix`; b"" if empty.

    Raises NotPlain.
    """
    if name == "path":
        return path_operators(told.get("d", ""), matrix)
    if name in {"polyline", "polygon"}:
        return _corners(told.get("points", ""), name == "polygon", matrix)
    sides = {key: number_of(told, key) for key in GEOMETRY[name]}
    if min([sides[key] for key in _EXTENTS & sides.keys()], default=1.0) < 0:
        raise NotPlain
    if name == "line":
        ends = sides["x1"], sides["y1"], sides["x2"], sides["y2"]
        return _fill_in(MOVE + LINE, ends, matrix)
    if name == "rect":
        return _rectangle(sides, told, matrix)
    if name == "ellipse" and ("rx" not in told or "ry" not in told):  # one is as the other
        raise NotPlain
    rx, ry = (sides["r"],) * 2 if name == "circle" else (sides["rx"], sides["ry"])
    if not (rx and ry):
        return b""
    return _ellipse(sides["cx"], sides["cy"], rx, ry, matrix)


def _fill_in(form: str, sides: Sequence[float], m: Matrix) -> bytes:
    """Fills the format `form` of operators with coordinates that a matrix has moved."""
    if m is not IDENTITY:
        dots = zip(sides[::2], sides[1::2], strict=True)
        moved = [(m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f) for x, y in dots]
        sides = [side for dot in moved for side in dot]
    return shortened(form % tuple(sides))


_SHARP, _ROUNDED = MOVE + 3 * LINE + CLOSE, MOVE + 4 * (LINE + CURVE) + CLOSE
_ELLIPSE = MOVE + 4 * CURVE + CLOSE


def _rectangle(sides: Mapping[str, float], told: Mapping[str, str], matrix: Matrix) -> bytes:
    x, y, width, height = (sides[key] for key in ("x", "y", "width", "height"))
    if not (width and height):
        return b""
    rx = sides["rx"] if "rx" in told else sides["ry"]
    ry = sides["ry"] if "ry" in told else sides["rx"]
    if bool(rx) != bool(ry):  # dashes begin elsewhere
        raise NotPlain
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, bottom = x + width, y + height
    if not (rx and ry):
        return _fill_in(_SHARP, (x, y, right, y, right, bottom, x, bottom), matrix)
    ease_x, ease_y = rx * (1 - _KAPPA), ry * (1 - _KAPPA)
    corners = (
        *(x + rx, y),
        *(right - rx, y, right - ease_x, y, right, y + ease_y, right, y + ry),
        *(right, bottom - ry, right, bottom - ease_y, right - ease_x, bottom, right - rx, bottom),
        *(x + rx, bottom, x + ease_x, bottom, x, bottom - ease_y, x, bottom - ry),
        *(x, y + ry, x, y + ease_y, x + ease_x, y, x + rx, y),
    )
    return _fill_in(_ROUNDED, corners, matrix)


def _ellipse(cx: float, cy: float, rx: float, ry: float, matrix: Matrix) -> bytes:
    """The outline of an ellipse, clockwise from its right, where dashes begin in SVG."""
    kx, ky = rx * _KAPPA, ry * _KAPPA
    quarters = (
        *(cx + rx, cy),
        *(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        *(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        *(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        *(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
    )
    return _fill_in(_ELLIPSE, quarters, matrix)


def _corners(points: str, closed: bool, matrix: Matrix) -> bytes:
    if _BEYOND.search(points):
        raise NotPlain
    numbers = [*map(float, _NUMBER.findall(points))]
    if len(numbers) % 2:
        raise NotPlain
    lines = len(numbers) // 2 - 1
    if lines + closed < 1:
        return b""
    return _fill_in(MOVE + lines * LINE + closed * CLOSE, numbers, matrix)


_FORMS = {"M": MOVE, "L": LINE, "C": CURVE, "Z": CLOSE}


def operators_in(segments: Sequence[Segment], m: Matrix) -> bytes:
    """The operators that draw segments, each point moved by the matrix `m`."""
    if len(segments) < 2:
        return b""
    parts, start, closed = [], "", False
    for letter, dots in segments:
        if m is not IDENTITY:
            dots = tuple([(m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f) for x, y in dots])  # noqa: PLW2901
        written = _FORMS[letter] % tuple([side for dot in dots for side in dot])
        if letter == "M":
            start = written
        elif closed and letter != "Z":  # it goes on from where the path was closed
            parts.append(start)
        closed = letter == "Z"
        parts.append(written)
    return shortened("".join(parts))


def box_of(path: bytes) -> Box | None:
    """The box around an outline, without its stroke; None for an empty outline."""
    across, down = list[float](), list[float]()
    x = y = 0.0
    for line in path.splitlines():
        *numbers, verb = line.split()
        sides = [float(side) for side in numbers]
        if verb == b"c":
            across += _extremes(x, *sides[::2])
            down += _extremes(y, *sides[1::2])
        elif len(sides) == 2:
            across.append(sides[0])
            down.append(sides[1])
        if sides:
            x, y = sides[-2:]
    return (min(across), min(down), max(across), max(down)) if across else None


def _extremes(a: float, b: float, c: float, d: float) -> list[float]:
    """The places along one axis where a cubic curve ends or turns around."""
    found = [d]
    # The derivative of a Bézier curve, divided by 3: p t² + q t + r.
    p, q, r = d - a + 3 * (b - c), 2 * (a - 2 * b + c), b - a
    if abs(p) < 1e-12:
        turns = [-r / q] if q else []
    else:
        root = q * q - 4 * p * r
        turns = [(-q + side * math.sqrt(root)) / (2 * p) for side in (1, -1)] if root >= 0 else []
    for t in turns:
        if 0 < t < 1:
            u = 1 - t
            found.append(u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d)
    return found


_JUNK = re.compile(r"[^-+0-9.,\sMmZzLlHhVvCcSsQqTtAaEe]")

_LOOSE = re.compile(rb" m\n(?:\S+ \S+ m\n|\Z)")
_LOOSE_MOVE = re.compile(rb"\S+ \S+ m\n(?=\S+ \S+ m\n|\Z)")
"""Matches a move with no line or curve after it, which paints nothing."""


@lru_cache(maxsize=4096)
def path_operators(data: str, matrix: Matrix = IDENTITY) -> bytes:
    """The operators of path data, b"" if it paints nothing. Raises NotPlain."""
    error = _JUNK.search(data)
    if error:  # a path is drawn up to its first error (SVG 1.1, F.2)
        data = data[: error.start()]
    if matrix is not IDENTITY or error or _BEYOND.search(data):
        path = operators_in(cubic_path(data), matrix)
    else:
        path = operators_of(data)
    return _LOOSE_MOVE.sub(b"", path) if _LOOSE.search(path) else path


@lru_cache(maxsize=4096)
def dimensions_of(path: bytes) -> int:
    """0 for an outline that is a point, 1 for a line, 2 for an outline with an inside.

    A line is one straight piece of any direction, or several along x alone or along y alone. A line
    is stroked and not filled, a point is not painted at all.
    """
    lines = path.split(b"\n", 3)
    if len(lines) > 3:  # for most outlines the first three points are enough
        (x, y), *others = [line.split()[-3:-1] for line in lines[:3] if line != b"h"]
        if any(x != one for one, _ in others) and any(y != one for _, one in others):
            return 2
    across, down = set[bytes](), set[bytes]()
    for line in path.splitlines():
        *numbers, _ = line.split()
        across.update(numbers[::2])
        down.update(numbers[1::2])
        if len(across) > 1 and len(down) > 1:
            break
    sides = (len(across) > 1) + (len(down) > 1)
    is_line = lines[2:] == [b""] and lines[1].endswith(b"l")
    return min(sides, 1) if is_line else sides
