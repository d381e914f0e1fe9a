"""Draws hatches that stand for colours, as in heraldry.

Since Silvester Petra Sancta ("Tesserae gentilitiae", 1638), engravers draw red with vertical lines,
blue with horizontal ones, green with lines that fall to the right, purple with lines that rise, and
gold with dots; brown and orange are cross-hatched here. A hatch is written as plain lines cut to
its shape: viewers snap tiling patterns to whole pixels, and a clip for each shape would cost more.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.values.colour import chroma, hue, lab_of
from fustella.draw.svg.write import number
from fustella.draw.themes.ground import FilledForm

Segment: TypeAlias = tuple[float, float, float, float]


class Hatch(Struct, frozen=True):
    """Lines at one or two angles (degrees clockwise from horizontal), or dots."""

    angles: tuple[int, ...]
    spacing_mm: float
    dots: bool = False


_SPACING_MM = 2.0
_WIDER = 1.6
_SHORTEST_MM = 0.25

_HUES = (
    (45, Hatch((90,), _SPACING_MM)),
    (76, Hatch((45, 135), _SPACING_MM * 1.7)),
    (104, Hatch((0,), _SPACING_MM * 1.1, dots=True)),
    (195, Hatch((45,), _SPACING_MM)),
    (300, Hatch((0,), _SPACING_MM)),
    (345, Hatch((135,), _SPACING_MM)),
    (361, Hatch((90,), _SPACING_MM)),
)
"""For ranges of hue angles in CIELAB: the upper end of each in degrees, and its hatch."""

_LEAST_CHROMA = 14.0
_LIGHTEST = 84.0
_SAME_GREY = 10.0
_OTHER_HUE = 25.0


def hatches_of(colours: Sequence[str]) -> MappingProxyType[str, Hatch]:
    """The hatch of each colour of a game; grey or nearly white colours have none.

    If two colours of equal lightness would get the same hatch, the second colour gets a wider one.
    """
    hatches: dict[str, Hatch] = {}
    for colour in dict.fromkeys(colours):
        if chroma(colour) < _LEAST_CHROMA or lab_of(colour)[0] > _LIGHTEST:
            continue
        hatch = hatch_of(colour)
        while any(hatch == hatches[other] and _alike_in_grey(colour, other) for other in hatches):
            hatch = replace(hatch, spacing_mm=hatch.spacing_mm * _WIDER)
        hatches[colour] = hatch
    return MappingProxyType(hatches)


def hatch_of(colour: str) -> Hatch:
    return next(hatch for most, hatch in _HUES if hue(colour) < most)


def lost_in_grey(colours: Sequence[str]) -> frozenset[str]:
    """The colours that differ from another colour in hue but not in lightness."""
    lost: set[str] = set()
    for colour, other in combinations(dict.fromkeys(colours), 2):
        (_, a, b), (_, c, d) = lab_of(colour), lab_of(other)
        # a and b of CIELAB are the hue and the chroma, L is the lightness.
        if math.hypot(a - c, b - d) >= _OTHER_HUE and _alike_in_grey(colour, other):
            lost |= {colour, other}
    return frozenset(lost)


def _alike_in_grey(colour: str, other: str) -> bool:
    return abs(lab_of(colour)[0] - lab_of(other)[0]) < _SAME_GREY


def hatch_path(form: FilledForm, hatch: Hatch) -> str:
    """Path data of a hatch cut to a form, in mm of the face; "" if none of it fits."""
    if hatch.dots:
        return _dots(form, hatch.spacing_mm)
    lines = []
    for angle in hatch.angles:
        for x0, y0, x1, y1 in _lines(form, math.radians(angle), hatch.spacing_mm):
            if math.hypot(x1 - x0, y1 - y0) >= _SHORTEST_MM:
                lines.append(f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}")
    return "".join(lines)


def _dots(form: FilledForm, spacing_mm: float) -> str:
    """The dots of a hatch, every other row shifted by half; each dot is a very short line."""
    dots = []
    for x0, y, x1, _ in _lines(form, 0.0, spacing_mm):
        shift = spacing_mm / 2 if round(y / spacing_mm) % 2 else 0.0
        column = math.ceil((x0 - shift) / spacing_mm)
        while (x := column * spacing_mm + shift) < x1:
            # A round cap makes a line of hardly any length a dot (SVG 2, 13.5.2).
            dots.append(f"M{number(x)} {number(y)}h.01")
            column += 1
    return "".join(dots)


def _lines(form: FilledForm, angle: float, spacing_mm: float) -> Iterator[Segment]:
    """Yields parallel lines cut to a form; all forms of a face share the same grid of lines."""
    cos, sin = math.cos(angle), math.sin(angle)
    crossings: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for ring in form.rings:
        turned = [(x * cos + y * sin, y * cos - x * sin) for x, y in ring]
        ax, ay = turned[-1]
        for bx, by in turned:
            low, high = (ay, by) if ay < by else (by, ay)
            for row in range(math.ceil(low / spacing_mm), math.ceil(high / spacing_mm)):
                x = ax + (row * spacing_mm - ay) * (bx - ax) / (by - ay)
                crossings[row].append((x, 1 if by > ay else -1))
            ax, ay = bx, by
    for row in sorted(crossings):
        y = row * spacing_mm
        for start, end in _inside(sorted(crossings[row]), form.even_odd):
            yield (
                start * cos - y * sin,
                start * sin + y * cos,
                end * cos - y * sin,
                end * sin + y * cos,
            )


def _inside(
    crossings: Sequence[tuple[float, int]], even_odd: bool
) -> Iterator[tuple[float, float]]:
    """Yields the parts of a line inside of an outline, by its crossings (x and direction)."""
    winding, start = 0, 0.0
    for x, turn in crossings:
        before = winding
        winding = (winding + 1) % 2 if even_odd else winding + turn
        if before == 0:
            start = x
        elif winding == 0:
            yield start, x
