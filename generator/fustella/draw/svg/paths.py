"""Turns the shapes of an SVG into outlines: polylines that can be measured, or curves.

Curves become chords, which at the sizes of pieces are off by a few hundredths of a millimetre.
"""

import math
import re
from collections.abc import Callable, Mapping

from fustella.core.geometry.paths import XY, Rings, Segment, cubic_path, path_rings
from fustella.draw.svg.tree import number_in

_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_ROUND = 24


def rings_of(name: str, told: Mapping[str, str]) -> Rings:
    """The outlines of a shape, in its own units; () for an element that is no shape."""
    if name == "path":
        return path_rings(told.get("d") or "")
    return _MAKERS[name](told) if name in _MAKERS else ()


def _polyline(told: Mapping[str, str]) -> Rings:
    numbers = [float(number) for number in _NUMBER.findall(told.get("points") or "")]
    dots = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    return (dots,) if dots else ()


def _polygon(told: Mapping[str, str]) -> Rings:
    return tuple((*ring, ring[0]) for ring in _polyline(told))


def _line(told: Mapping[str, str]) -> Rings:
    x1, y1, x2, y2 = (number_in(told.get(name), 0.0) for name in ("x1", "y1", "x2", "y2"))
    return (((x1, y1), (x2, y2)),)


def _rect(told: Mapping[str, str]) -> Rings:
    x, y, width, height = (number_in(told.get(n), 0.0) for n in ("x", "y", "width", "height"))
    rx = number_in(told.get("rx"), number_in(told.get("ry"), 0.0))
    ry = number_in(told.get("ry"), rx)
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx <= 0 or ry <= 0:
        return (((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)),)
    dots: list[XY] = []
    for corner, (cx, cy) in enumerate(
        (
            (x + width - rx, y + ry),
            (x + width - rx, y + height - ry),
            (x + rx, y + height - ry),
            (x + rx, y + ry),
        )
    ):
        turns = (corner - 1 + step / 4 for step in range(5))
        dots += (_on_ellipse(cx, cy, rx, ry, turn * math.pi / 2) for turn in turns)
    return ((*dots, dots[0]),)


def _ellipse(told: Mapping[str, str]) -> Rings:
    cx, cy, r = (number_in(told.get(name), 0.0) for name in ("cx", "cy", "r"))
    rx, ry = number_in(told.get("rx"), r), number_in(told.get("ry"), r)
    turns = (step * math.tau / _ROUND for step in range(_ROUND + 1))
    return (tuple(_on_ellipse(cx, cy, rx, ry, turn) for turn in turns),)


def _on_ellipse(cx: float, cy: float, rx: float, ry: float, angle: float) -> XY:
    return cx + rx * math.cos(angle), cy + ry * math.sin(angle)


_MAKERS: dict[str, Callable[[Mapping[str, str]], Rings]] = {
    "polygon": _polygon,
    "polyline": _polyline,
    "line": _line,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
}


def outline_of(name: str, told: Mapping[str, str]) -> list[Segment]:
    """The outline of a shape as lines and cubic curves; [] for one that is no shape."""
    if name == "path":
        return cubic_path(told.get("d") or "")
    if name in {"circle", "ellipse"} or (name == "rect" and _rounding(told) != (0.0, 0.0)):
        return cubic_path(_round_data(name, told))
    found: list[Segment] = []
    for ring in rings_of(name, told):
        found += [("L" if at else "M", (dot,)) for at, dot in enumerate(ring)]
        if name in {"rect", "polygon"}:
            found.append(("Z", ()))
    return found


def _rounding(told: Mapping[str, str]) -> XY:
    width, height = (number_in(told.get(side), 0.0) for side in ("width", "height"))
    rx = number_in(told.get("rx"), number_in(told.get("ry"), 0.0))
    ry = number_in(told.get("ry"), rx)
    return min(max(rx, 0.0), width / 2), min(max(ry, 0.0), height / 2)


def _round_data(name: str, told: Mapping[str, str]) -> str:
    """Path data of a circle, an ellipse or a rounded rectangle."""
    if name == "rect":
        x, y, width, height = (
            number_in(told.get(key), 0.0) for key in ("x", "y", "width", "height")
        )
        rx, ry = _rounding(told)
        return (
            f"M{x + rx},{y} L{x + width - rx},{y} A{rx},{ry},0,0,1,{x + width},{y + ry} "
            f"L{x + width},{y + height - ry} A{rx},{ry},0,0,1,{x + width - rx},{y + height} "
            f"L{x + rx},{y + height} A{rx},{ry},0,0,1,{x},{y + height - ry} "
            f"L{x},{y + ry} A{rx},{ry},0,0,1,{x + rx},{y} Z"
        )
    cx, cy, r = (number_in(told.get(key), 0.0) for key in ("cx", "cy", "r"))
    rx, ry = number_in(told.get("rx"), r), number_in(told.get("ry"), r)
    quarters = ((cx, cy + ry), (cx - rx, cy), (cx, cy - ry), (cx + rx, cy))
    arcs = " ".join(f"A{rx},{ry},0,0,1,{x},{y}" for x, y in quarters)
    return f"M{cx + rx},{cy} {arcs} Z"
