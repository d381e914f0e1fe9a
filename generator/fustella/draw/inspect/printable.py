"""Measures what a shop asks of a finished face: its thinnest line, its texts near the trim.

Lines are strokes, with all transforms above them; a stroke of another width in each direction
counts with the thinner one. Shapes that are filled have no width that could be asked of them.
"""

import math
from collections.abc import Container, Mapping
from xml.etree.ElementTree import fromstring

from msgspec import Struct

from fustella.core.values.model import Face
from fustella.draw.inspect.lint import runs_too_near
from fustella.draw.inspect.texts import DrawnTexts
from fustella.draw.scene.model import Group, Path
from fustella.draw.scene.resolve import resolve_finished
from fustella.draw.svg.tree import IDENTITY, Matrix, number_in


class TextAtTrim(Struct, frozen=True):
    """A text, and how far it lies inside of the trim; less than 0 for one that lies outside."""

    text: str
    depth_mm: float


class Printable(Struct, frozen=True):
    """What is finest on a face: the width of its thinnest line, 0 without lines; texts at the trim.

    `nearest` is the text nearest to the trim among those that are too near, None without one.
    """

    thinnest_mm: float
    nearest: TextAtTrim | None


def printable(face: Face, safe_mm: float, codes: Container[str] = ()) -> Printable:
    """Measures a finished face; texts are too near that are less than `safe_mm` from the trim.

    The `codes` of versions, which may be lost in the cut, are no such texts.
    """
    scene = resolve_finished(fromstring(face.svg))
    near = [
        TextAtTrim(run.text.strip(), depth_mm)
        for _, run, depth_mm in runs_too_near(DrawnTexts(scene), face.outline, safe_mm)
        if run.text.strip() not in codes
    ]
    nearest = min(near, key=lambda one: one.depth_mm) if near else None
    widths = [*_widths_mm(scene.root, IDENTITY)]
    return Printable(min(widths, default=0.0), nearest)


def _widths_mm(group: Group, outer: Matrix) -> list[float]:
    """The widths of all strokes in a group that are seen."""
    matrix, widths = outer.then(group.matrix), list[float]()
    for node in group.children:
        if isinstance(node, Group):
            widths += _widths_mm(node, matrix)
        elif isinstance(node, Path):
            told = node.style.values
            width = number_in(told.get("stroke-width"), 1.0)
            if told.get("stroke", "none") != "none" and width > 0 and _is_seen(told):
                widths.append(width * _least_scale(matrix.then(node.matrix)))
    return widths


def _is_seen(told: Mapping[str, str]) -> bool:
    shown = told.get("visibility", "visible") == "visible"
    return shown and number_in(told.get("stroke-opacity"), 1.0) > 0


def _least_scale(matrix: Matrix) -> float:
    """The smaller of the two factors by which a matrix scales: its least singular value."""
    a, b, c, d = matrix.a, matrix.b, matrix.c, matrix.d
    half_sum = (a * a + b * b + c * c + d * d) / 2
    determinant = a * d - b * c
    apart = math.sqrt(max(0.0, half_sum * half_sum - determinant * determinant))
    return math.sqrt(max(0.0, half_sum - apart))
