"""Reads path data of SVG as polylines and as cubic curves.

Paths are read as SVG 1.1 (8.3) says, arcs as its appendix F.6 says.
"""

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from fustella.core.words.patterns import regex

XY: TypeAlias = tuple[float, float]
"""A point or a pair of offsets, in the unit of the path data."""

Ring: TypeAlias = tuple[XY, ...]
Rings: TypeAlias = tuple[Ring, ...]

_NUMBER = regex(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_SPACE, _FLAG = regex(r"[\s,]*"), regex(r"[01]")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

CHORDS = 6
"""The number of chords for a curve, or for 110 degrees of an arc.

On pieces they deviate from the curve by a few hundredths of a millimetre.
"""


@lru_cache(maxsize=4096)
def path_rings(data: str, chords: int = CHORDS) -> Rings:
    """The subpaths of path data, up to the first error in it, as SVG requires.

    Each curve becomes as many `chords`.
    """
    pen = _PathPen(chords)
    for command, numbers in _commands(data):
        pen.draw(command, numbers)
    return tuple(tuple(ring) for ring in pen.rings if len(ring) > 1)


def is_whole_path(data: str) -> bool:
    """Whether path data is free of errors, and draws something after its first move."""
    head, *parts = re.split(r"([A-DF-Za-df-z])", data)
    commands = list(zip(parts[::2], parts[1::2], strict=True))
    if head.strip() or len(commands) < 2 or commands[0][0] not in "Mm":
        return False
    return all(_is_whole(letter, numbers) for letter, numbers in commands)


def _is_whole(letter: str, text: str) -> bool:
    """Whether the numbers after a path command's letter suffice for one or more whole commands."""
    arity = _ARITY.get(letter.upper())
    if arity is None or _NUMBER.sub("", text).strip(" \t\r\n\f,"):
        return False
    count = len(_numbers(text, letter.upper() == "A"))
    return count > 0 and count % arity == 0 if arity else count == 0


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yields each command with its numbers; a command that repeats is yielded each time."""
    for letter, rest in re.findall(r"([A-DF-Za-df-z])([^A-DF-Za-df-z]*)", data):
        arity = _ARITY.get(letter.upper())
        if arity is None:
            return
        if arity == 0:
            yield letter, []
            continue
        numbers = _numbers(rest, letter in "Aa")
        if len(numbers) == arity:  # most commands
            yield letter, numbers
            continue
        for start in range(0, len(numbers) - arity + 1, arity):
            yield letter, numbers[start : start + arity]
            if letter in "Mm":  # further pairs of a moveto are linetos
                letter = "L" if letter == "M" else "l"  # noqa: PLW2901


def _numbers(text: str, arcs: bool) -> list[float]:
    if not arcs:
        if text.isascii() and "_" not in text:  # `float` reads more digits than paths may have
            try:
                return [*map(float, text.replace(",", " ").split())]
            except ValueError:  # numbers without a space between: `.5.5`
                pass
        return [*map(float, _NUMBER.findall(text))]
    numbers: list[float] = []
    at = 0
    while found := _SPACE.match(text, at):
        at = found.end()
        # The two flags of an arc may be written without a space after them.
        token = (_FLAG if len(numbers) % 7 in {3, 4} else _NUMBER).match(text, at)
        if not token:
            break
        numbers.append(float(token[0]))
        at = token.end()
    return numbers


class _PathPen:
    """Follows path commands and collects the points on the way."""

    def __init__(self, chords: int = CHORDS) -> None:
        self._chords = chords
        self.rings: list[list[XY]] = []
        self._at: XY = (0.0, 0.0)
        self._start: XY = (0.0, 0.0)
        self._control: XY | None = None
        self._last = ""

    def draw(self, letter: str, numbers: list[float]) -> None:
        name = letter.upper()
        if name != letter:
            numbers = self._absolute_numbers(name, numbers)
        if name == "M":
            self._at = self._start = (numbers[0], numbers[1])
            self.rings.append([self._at])
        elif name == "Z":
            self._at = self._start
            if self.rings:
                self.rings[-1].append(self._at)
            self.rings.append([self._at])
        else:
            if not self.rings:
                self.rings.append([self._at])
            self._draw(name, numbers)
        self._last = name

    def _absolute_numbers(self, name: str, numbers: list[float]) -> list[float]:
        x, y = self._at
        if name == "H":
            return [numbers[0] + x]
        if name == "V":
            return [numbers[0] + y]
        if name == "A":
            return [*numbers[:5], numbers[5] + x, numbers[6] + y]
        return [number + (y if at % 2 else x) for at, number in enumerate(numbers)]

    def _draw(self, name: str, n: list[float]) -> None:
        x, y = self._at
        if name == "L":
            self._line_to((n[0], n[1]))
        elif name in "HV":
            self._line_to((n[0], y) if name == "H" else (x, n[0]))
        elif name in "CS":
            first = (n[0], n[1]) if name == "C" else self._mirrored_control("CS")
            self._curve(first, (n[-4], n[-3]), (n[-2], n[-1]))
            self._control = (n[-4], n[-3])
        elif name in "QT":
            # A quadratic curve is a cubic one whose controls lie two thirds of the way to its own.
            control = (n[0], n[1]) if name == "Q" else self._mirrored_control("QT")
            end = (n[-2], n[-1])
            first = _point_between(self._at, control, 2 / 3)
            self._curve(first, _point_between(end, control, 2 / 3), end)
            self._control = control
        else:
            for dot in _arc(self._at, n, self._chords):
                self._line_to(dot)

    def _mirrored_control(self, names: str) -> XY:
        # Without such a curve before, the control is the current point (SVG 1.1, 8.3.6 and 8.3.7).
        if self._last not in names or self._control is None:
            return self._at
        return 2 * self._at[0] - self._control[0], 2 * self._at[1] - self._control[1]

    def _curve(self, b: XY, c: XY, d: XY) -> None:
        a = self._at
        for step in range(1, self._chords + 1):
            t = step / self._chords
            u = 1 - t
            p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
            self._line_to(
                (
                    p * a[0] + q * b[0] + r * c[0] + s * d[0],
                    p * a[1] + q * b[1] + r * c[1] + s * d[1],
                )
            )

    def _line_to(self, dot: XY) -> None:
        self._at = dot
        self.rings[-1].append(dot)


def _point_between(a: XY, b: XY, t: float) -> XY:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _arc(start: XY, n: list[float], chords: int) -> Iterator[XY]:
    """Yields points on an elliptical arc behind `start`, the last one at its end."""
    found = _centred_arc(start, n)
    if found is not None:
        cx, cy, rx, ry, tilt, first, turn = found
        cos, sin = math.cos(tilt), math.sin(tilt)
        steps = max(2, math.ceil(abs(turn) / (math.pi / 10) * chords / CHORDS))
        for step in range(1, steps):
            angle = first + turn * step / steps
            ex, ey = rx * math.cos(angle), ry * math.sin(angle)
            yield cx + cos * ex - sin * ey, cy + sin * ex + cos * ey
    yield n[5], n[6]


def _centred_arc(start: XY, n: list[float]) -> tuple[float, ...] | None:
    """The centre, radii, tilt, first angle and turn of an arc (SVG 1.1, F.6.5 and F.6.6).

    Angles are in radians. The result is None for an arc that is a straight line, or whose figures
    are too large or too small to be computed.
    """
    rx, ry, tilt, large, sweep, x, y = n
    rx, ry = abs(rx), abs(ry)
    if rx == 0 or ry == 0 or start == (x, y) or not all(map(math.isfinite, (*start, *n))):
        return None
    cos, sin = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    dx, dy = (start[0] - x) / 2, (start[1] - y) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    denominator = (rx * py) ** 2 + (ry * px) ** 2
    root = math.sqrt(max(0.0, (rx * ry) ** 2 / denominator - 1))
    root = root if large != sweep else -root
    qx, qy = root * rx * py / ry, -root * ry * px / rx
    cx = cos * qx - sin * qy + (start[0] + x) / 2
    cy = sin * qx + cos * qy + (start[1] + y) / 2
    first = math.atan2((py - qy) / ry, (px - qx) / rx)
    turn = math.atan2((-py - qy) / ry, (-px - qx) / rx) - first
    turn = turn % math.tau if sweep else turn % math.tau - math.tau
    found = cx, cy, rx, ry, math.radians(tilt), first, turn
    return found if all(map(math.isfinite, found)) else None


Segment: TypeAlias = tuple[str, tuple[XY, ...]]
"""A command `M`, `L`, `C` or `Z` with its points, in absolute coordinates."""


def arcs_as_one(data: str) -> list[Segment]:
    """Path data in which a single curve with the same directions at its ends replaces each arc.

    This is enough for markers, which only follow these directions.
    """
    return cubic_path(data, whole_arcs=True)


def cubic_path(data: str, whole_arcs: bool = False) -> list[Segment]:
    """Path data as lines and cubic curves."""
    pen = _CubicPen(whole_arcs)
    for command, numbers in _commands(data):
        pen.draw(command, numbers)
    return pen.segments


class _CubicPen(_PathPen):
    """Follows path commands like `_PathPen`, and keeps curves as cubic ones."""

    def __init__(self, whole_arcs: bool) -> None:
        super().__init__()
        self._whole_arcs = whole_arcs
        self.segments: list[Segment] = []

    def draw(self, letter: str, numbers: list[float]) -> None:
        name = letter.upper()
        if name == "A":
            start = self._at
            n = self._absolute_numbers(name, numbers) if letter.islower() else numbers
            curves = list(_arc_curves(start, n))
            if self._whole_arcs:
                curves = [(curves[0][0], *curves[-1][1:])]
            self.segments += [("C", dots) for dots in curves]
            self._at, self._last = (n[5], n[6]), "A"
            return
        super().draw(letter, numbers)
        if name == "M":
            self.segments.append(("M", (self._at,)))
        elif name == "Z":
            self.segments.append(("Z", ()))
        elif name in "LHV":
            self.segments.append(("L", (self._at,)))

    def _curve(self, b: XY, c: XY, d: XY) -> None:
        self.segments.append(("C", (b, c, d)))
        self._at = d


def _arc_curves(start: XY, n: list[float]) -> Iterator[tuple[XY, XY, XY]]:
    """Yields an elliptical arc as cubic curves of at most a quarter turn each."""
    found = _centred_arc(start, n)
    if found is None:
        end = (n[5], n[6])
        yield start, end, end
        return
    cx, cy, rx, ry, tilt, first, sweep = found
    cos, sin = math.cos(tilt), math.sin(tilt)
    count = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-9))
    step = sweep / count
    reach = 4 / 3 * math.tan(step / 4)

    def at(x: float, y: float) -> XY:
        return cx + rx * x * cos - ry * y * sin, cy + rx * x * sin + ry * y * cos

    for index in range(count):
        a, b = first + index * step, first + (index + 1) * step
        yield (
            at(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a)),
            at(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b)),
            at(math.cos(b), math.sin(b)),
        )
