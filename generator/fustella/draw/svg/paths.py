"""The outlines of the shapes of an SVG: as polylines that can be measured, or as curves.

Curves become chords, which at the sizes of pieces are off by a few hundredths of a millimetre.
"""

import math
import re
from collections.abc import Callable
from xml.etree.ElementTree import Element

from fustella.core.paths import XY, Rings, Segment, cubic_path, path_rings
from fustella.draw.svg.tree import name_of, number_in

_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_ROUND = 24


def rings_of(element: Element) -> Rings:
    """The outlines of a shape in its own coordinates; none for other elements."""
    name = name_of(element)
    if name == "path":
        return path_rings(element.get("d") or "")
    return _MAKERS[name](element) if name in _MAKERS else ()


def _polygon(element: Element) -> Rings:
    numbers = [float(number) for number in _NUMBER.findall(element.get("points") or "")]
    dots = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    if not dots:
        return ()
    return ((*dots, dots[0]) if name_of(element) == "polygon" else dots,)


def _line(element: Element) -> Rings:
    x1, y1, x2, y2 = (number_in(element.get(name), 0.0) for name in ("x1", "y1", "x2", "y2"))
    return (((x1, y1), (x2, y2)),)


def _rect(element: Element) -> Rings:
    x, y, width, height = (number_in(element.get(n), 0.0) for n in ("x", "y", "width", "height"))
    rx = number_in(element.get("rx"), number_in(element.get("ry"), 0.0))
    ry = number_in(element.get("ry"), rx)
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


def _ellipse(element: Element) -> Rings:
    cx, cy, r = (number_in(element.get(name), 0.0) for name in ("cx", "cy", "r"))
    rx, ry = number_in(element.get("rx"), r), number_in(element.get("ry"), r)
    turns = (step * math.tau / _ROUND for step in range(_ROUND + 1))
    return (tuple(_on_ellipse(cx, cy, rx, ry, turn) for turn in turns),)


def _on_ellipse(cx: float, cy: float, rx: float, ry: float, angle: float) -> XY:
    return cx + rx * math.cos(angle), cy + ry * math.sin(angle)


_MAKERS: dict[str, Callable[[Element], Rings]] = {
    "polygon": _polygon,
    "polyline": _polygon,
    "line": _line,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
}


def outline_of(element: Element) -> list[Segment]:
    """The outline of a shape as lines and cubic curves, none for other elements."""
    name = name_of(element)
    if name == "path":
        return cubic_path(element.get("d") or "")
    if name in {"circle", "ellipse"} or (name == "rect" and _rounding(element) != (0.0, 0.0)):
        return cubic_path(_round_data(element))
    found: list[Segment] = []
    for ring in rings_of(element):
        found += [("L" if at else "M", (dot,)) for at, dot in enumerate(ring)]
        if name in {"rect", "polygon"}:
            found.append(("Z", ()))
    return found


def _rounding(element: Element) -> XY:
    width, height = (number_in(element.get(side), 0.0) for side in ("width", "height"))
    rx = number_in(element.get("rx"), number_in(element.get("ry"), 0.0))
    ry = number_in(element.get("ry"), rx)
    return min(max(rx, 0.0), width / 2), min(max(ry, 0.0), height / 2)


def _round_data(element: Element) -> str:
    """Path data of a circle, an ellipse or a rounded rectangle."""
    if name_of(element) == "rect":
        x, y, width, height = (
            number_in(element.get(key), 0.0) for key in ("x", "y", "width", "height")
        )
        rx, ry = _rounding(element)
        return (
            f"M{x + rx},{y} L{x + width - rx},{y} A{rx},{ry},0,0,1,{x + width},{y + ry} "
            f"L{x + width},{y + height - ry} A{rx},{ry},0,0,1,{x + width - rx},{y + height} "
            f"L{x + rx},{y + height} A{rx},{ry},0,0,1,{x},{y + height - ry} "
            f"L{x},{y + ry} A{rx},{ry},0,0,1,{x + rx},{y} Z"
        )
    cx, cy, r = (number_in(element.get(key), 0.0) for key in ("cx", "cy", "r"))
    rx, ry = number_in(element.get("rx"), r), number_in(element.get("ry"), r)
    quarters = ((cx, cy + ry), (cx - rx, cy), (cx, cy - ry), (cx + rx, cy))
    arcs = " ".join(f"A{rx},{ry},0,0,1,{x},{y}" for x, y in quarters)
    return f"M{cx + rx},{cy} {arcs} Z"
