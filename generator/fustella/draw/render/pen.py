"""Path data of SVG as operators of PDF.

Commands follow each other as they stand, without the segments between that `core.geometry.paths`
makes of them: templates draw thousands of paths, most of a single face.
"""

import re
from collections.abc import Iterator, Sequence

from fustella.draw.render.paints import NotPlain

_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")

DOT, CURVE = "%.4f %.4f ", "%.4f %.4f %.4f %.4f %.4f %.4f c\n"
MOVE, LINE, CLOSE = DOT + "m\n", DOT + "l\n", "h\n"


def shortened(text: str) -> bytes:
    """Operators whose numbers, all of four decimals, lose the zeros at their ends."""
    for zeros in ("000 ", "00 ", "0 ", ". "):
        text = text.replace(zeros, " ")
    return text.encode()


def operators_of(data: str) -> bytes:
    """Path data without arcs and exponents; none where it draws nothing. Raises NotPlain."""
    pen = _Pen()
    parts: list[str] = []
    for letter, rest in _COMMAND.findall(data):
        numbers = [*map(float, _NUMBER.findall(rest))]
        name = letter.upper()
        draw, arity = _DRAWN.get(name, (None, 1))
        if draw is None or len(numbers) % (arity or 1) or bool(numbers) != bool(arity):
            raise NotPlain
        if pen.before == "Z" and name not in "MZ":
            parts.append(MOVE % (pen.x, pen.y))
        parts += draw(pen, name, numbers, letter != name)
        pen.before = name
    return shortened("".join(parts)) if len(parts) > 1 else b""


class _Pen:
    """Where a path has come to: its end, its begin, and the last control point."""

    __slots__ = ("before", "control_x", "control_y", "start_x", "start_y", "x", "y")

    def __init__(self) -> None:
        self.x = self.y = self.start_x = self.start_y = self.control_x = self.control_y = 0.0
        self.before = ""

    def lines(self, name: str, numbers: Sequence[float], relative: bool) -> Iterator[str]:
        x, y = self.x, self.y
        form = MOVE if name == "M" else LINE
        for at in range(0, len(numbers), 2):
            x = x + numbers[at] if relative else numbers[at]
            y = y + numbers[at + 1] if relative else numbers[at + 1]
            if form is MOVE:
                self.start_x, self.start_y = x, y
            yield form % (x, y)
            form = LINE  # further pairs of a move are lines
        self.x, self.y = x, y

    def straight(self, name: str, numbers: Sequence[float], relative: bool) -> Iterator[str]:
        for number in numbers:
            if name == "H":
                self.x = self.x + number if relative else number
            else:
                self.y = self.y + number if relative else number
            yield LINE % (self.x, self.y)

    def curves(self, name: str, numbers: Sequence[float], relative: bool) -> Iterator[str]:
        step = 6 if name == "C" else 4
        x, y = self.x, self.y
        for at in range(0, len(numbers), step):
            base_x, base_y = (x, y) if relative else (0.0, 0.0)
            if name == "C":
                first_x, first_y = base_x + numbers[at], base_y + numbers[at + 1]
            elif at or self.before in {"C", "S"}:
                first_x, first_y = 2 * x - self.control_x, 2 * y - self.control_y
            else:
                first_x, first_y = x, y
            control_x, control_y, x, y = numbers[at + step - 4 : at + step]
            self.control_x, self.control_y = control_x + base_x, control_y + base_y
            x, y = x + base_x, y + base_y
            yield CURVE % (first_x, first_y, self.control_x, self.control_y, x, y)
        self.x, self.y = x, y

    def quadratics(self, name: str, numbers: Sequence[float], relative: bool) -> Iterator[str]:
        """As cubic curves, whose control points lie at two thirds of the way to theirs."""
        step = 4 if name == "Q" else 2
        x, y = self.x, self.y
        for at in range(0, len(numbers), step):
            base_x, base_y = (x, y) if relative else (0.0, 0.0)
            if name == "Q":
                cx, cy = base_x + numbers[at], base_y + numbers[at + 1]
            elif at or self.before in {"Q", "T"}:
                cx, cy = 2 * x - self.control_x, 2 * y - self.control_y
            else:
                cx, cy = x, y
            first = x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3
            x, y = base_x + numbers[at + step - 2], base_y + numbers[at + step - 1]
            yield CURVE % (*first, x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3, x, y)
            self.control_x, self.control_y = cx, cy
        self.x, self.y = x, y

    def close(self, _name: str, _numbers: Sequence[float], _relative: bool) -> Iterator[str]:
        self.x, self.y = self.start_x, self.start_y
        yield CLOSE


_DRAWN = {
    **dict.fromkeys("ML", (_Pen.lines, 2)),
    **dict.fromkeys("HV", (_Pen.straight, 1)),
    **{"C": (_Pen.curves, 6), "S": (_Pen.curves, 4)},
    **{"Q": (_Pen.quadratics, 4), "T": (_Pen.quadratics, 2)},
    "Z": (_Pen.close, 0),
}
"""For each command: how it is drawn, and how many numbers it takes."""
