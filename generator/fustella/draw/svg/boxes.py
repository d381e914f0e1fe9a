"""Measures shapes: their bounds, lengths and dots; and writes out strokes that do not scale."""

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias
from xml.etree.ElementTree import Element

from fustella.core.geometry.paths import Segment
from fustella.core.geometry.shapes import Point
from fustella.draw.svg.paths import outline_of, rings_of
from fustella.draw.svg.tree import IDENTITY, Matrix, name_of, parse_transform

Box: TypeAlias = tuple[float, float, float, float]
"""A box: left, top, right and bottom."""


def box_around(dots: Sequence[Point]) -> Box | None:
    """The box around some points; None without points."""
    if not dots:
        return None
    xs, ys = [dot.x_mm for dot in dots], [dot.y_mm for dot in dots]
    return min(xs), min(ys), max(xs), max(ys)


def bounds_of(element: Element) -> Box | None:
    """The box around the shapes in an element, in its own units; None without shapes."""
    dots: list[Point] = []

    def collect(inner: Element, matrix: Matrix) -> None:
        if inner is not element and inner.get("transform"):
            matrix = matrix.then(parse_transform(inner.get("transform", "")))
        for ring in rings_of(name_of(inner), inner.attrib):
            dots.extend(matrix.of(Point(x, y)) for x, y in ring)
        if name_of(inner) not in {"defs", "symbol", "clipPath", "mask", "pattern", "marker"}:
            for child in inner:
                collect(child, matrix)

    collect(element, IDENTITY)
    return box_around(dots)


def length_of(name: str, told: Mapping[str, str]) -> float:
    """The length of a shape's outline, from its tag and attributes."""
    rings = rings_of(name, told)
    return sum(math.dist(a, b) for ring in rings for a, b in itertools.pairwise(ring))


def has_dots(name: str, told: Mapping[str, str]) -> bool:
    """Whether a shape has a subpath without length, such as `M5 5z`.

    A stroke with round or square caps shows it as a dot (SVG 2, 13.5.4).
    """
    return bool(_dots(name, told))


def _dots(name: str, told: Mapping[str, str]) -> list[tuple[float, float]]:
    rings = rings_of(name, told) if name in _LINES else ()
    return [ring[0] for ring in rings if len(ring) > 1 and all(map(_is_at(ring[0]), ring))]


def _is_at(dot: tuple[float, float]) -> Callable[[tuple[float, float]], bool]:
    slack = 1e-9 * max(1.0, abs(dot[0]), abs(dot[1]))
    return lambda other: math.dist(dot, other) <= slack


_LINES = frozenset(("path", "line", "polyline", "polygon"))


def draw_dots(made: Element, width: float) -> None:
    """Turns the dots of a shape into short lines: typst draws nothing for lines without length."""
    name = name_of(made)
    for x, y in _dots(name, made.attrib):
        short = max(width / 1000, abs(x) * 1e-6)
        if name == "path":
            made.set("d", f"{made.get('d')} M{x:.7g} {y:.7g}h{short:.3g}")
        elif name == "line":
            made.set("x2", f"{x + short:.9g}")
        else:
            made.tag = made.tag.replace("polygon", "polyline")  # caps are drawn at its ends
            made.set("points", f"{x:.9g},{y:.9g} {x + short:.9g},{y:.9g}")


def unscaled_stroke(made: Element, matrix: Matrix, width: float, dashes: str) -> None:
    """Gives a shape the stroke of `vector-effect: non-scaling-stroke`.

    `matrix` leads from the shape to the outermost units, in which `width` and `dashes` are given. A
    stroke that is scaled the same way in all directions only gets another width; otherwise the
    shape becomes a path in outermost units.
    """
    scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
    if scale < 1e-9:
        return
    if _is_similarity(matrix):
        made.set("stroke-width", f"{width / scale:.6g}")
        if dashes != "none":
            made.set(
                "stroke-dasharray", " ".join(f"{float(n) / scale:.6g}" for n in dashes.split())
            )
        return
    inverse = matrix.inverse()
    own = parse_transform(made.get("transform", ""))
    made.set("d", path_data(made, matrix))
    made.tag = made.tag.rpartition("}")[0] + "}path"
    for name in ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "points"):
        made.attrib.pop(name, None)
    for name in ("x1", "y1", "x2", "y2"):
        made.attrib.pop(name, None)
    back = own.then(inverse)
    numbers = (back.a, back.b, back.c, back.d, back.e, back.f)
    made.set("transform", f"matrix({' '.join(f'{n:.8g}' for n in numbers)})")
    made.set("stroke-width", f"{width:.6g}")
    if dashes != "none":
        made.set("stroke-dasharray", dashes)


def _is_similarity(m: Matrix) -> bool:
    first, second = math.hypot(m.a, m.b), math.hypot(m.c, m.d)
    return math.isclose(first, second, rel_tol=1e-4) and abs(m.a * m.c + m.b * m.d) < 1e-4 * (
        first * second
    )


def path_data(element: Element, matrix: Matrix) -> str:
    """The outline of a shape as path data, transformed; curves stay curves."""
    return segments_text(outline_of(name_of(element), element.attrib), matrix)


def segments_text(segments: Iterable[Segment], matrix: Matrix = IDENTITY) -> str:
    """The segments of an outline as path data, transformed."""
    words = []
    for letter, dots in segments:
        moved = (matrix.of(Point(x, y)) for x, y in dots)
        words.append(" ".join((letter, *(f"{dot.x_mm:.6g} {dot.y_mm:.6g}" for dot in moved))))
    return " ".join(words)
