"""Turns path data of SVG into operators of PDF.

Each command becomes operators at once, for speed, not segments first as in `core.geometry.paths`:
templates draw thousands of paths, most of them on one face alone.
"""

import re
from itertools import accumulate

from fustella.draw.render.paints import NotPlain

_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")
_NUMBER = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")

DOT, CURVE = "%.4f %.4f ", "%.4f %.4f %.4f %.4f %.4f %.4f c\n"
MOVE, LINE, CLOSE = DOT + "m\n", DOT + "l\n", "h\n"


def shortened(text: str) -> bytes:
    """Cuts trailing zeros off the numbers in operators, which have four decimals."""
    for zeros in ("000 ", "00 ", "0 ", ". "):
        text = text.replace(zeros, " ")
    return text.encode()


def operators_of(data: str) -> bytes:
    """Turns path data without arcs and exponents into operators, b"" if it draws nothing.

    Raises NotPlain.
    """
    pen = _Pen()
    for letter, rest in _COMMAND.findall(data.replace("-", " -").replace(",", " ")):
        known = _DRAWN.get(letter)
        if known is None:
            raise NotPlain
        try:
            numbers = [*map(float, rest.split())]
        except ValueError:  # numbers without a space between: `.5.5`
            numbers = [*map(float, _NUMBER.findall(rest))]
        name, draw, arity, relative = known
        if len(numbers) != arity and not (numbers and arity and len(numbers) % arity == 0):
            raise NotPlain
        if pen.before == "Z" and name not in "MZ":
            pen.forms.append(MOVE)
            pen.sides += (pen.x, pen.y)
        draw(pen, name, numbers, relative)
        pen.before = name
    if len(pen.forms) < 2:
        return b""
    return shortened("".join(pen.forms) % tuple(pen.sides))


class _Pen:
    """The state of reading path data: the current point, the path's start, the last control point.

    `before` is the letter of the last command. `forms` are the formats of the operators so far,
    `sides` all the coordinates for them: formatting all at once takes half the time.
    """

    __slots__ = (
        *("before", "control_x", "control_y", "forms", "sides", "start_x", "start_y", "x", "y"),
    )

    def __init__(self) -> None:
        self.x = self.y = self.start_x = self.start_y = self.control_x = self.control_y = 0.0
        self.before = ""
        self.forms: list[str] = []
        self.sides: list[float] = []

    def lines(self, name: str, numbers: list[float], relative: bool) -> None:
        """Draws moves and lines; after the first pair of a move, further pairs are lines."""
        if len(numbers) == 2:  # most commands
            x, y = numbers
            if relative:
                x, y = self.x + x, self.y + y
            self.x, self.y = x, y
            self.sides += (x, y)
            if name == "M":
                self.start_x, self.start_y = x, y
            self.forms.append(MOVE if name == "M" else LINE)
            return
        if relative:
            numbers[::2] = [*accumulate(numbers[::2], initial=self.x)][1:]
            numbers[1::2] = [*accumulate(numbers[1::2], initial=self.y)][1:]
        self.x, self.y = numbers[-2:]
        self.sides += numbers
        count = len(numbers) // 2
        if name == "M":
            self.start_x, self.start_y = numbers[:2]
            self.forms.append(MOVE)
            count -= 1
        self.forms += [LINE] * count

    def straight(self, name: str, numbers: list[float], relative: bool) -> None:
        """Draws lines along x or y."""
        for number in numbers:
            if name == "H":
                self.x = self.x + number if relative else number
            else:
                self.y = self.y + number if relative else number
            self.sides += (self.x, self.y)
        self.forms += [LINE] * len(numbers)

    def curves(self, name: str, numbers: list[float], relative: bool) -> None:
        """Draws cubic curves."""
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
            self.sides += (first_x, first_y, self.control_x, self.control_y, x, y)
        self.x, self.y = x, y
        self.forms += [CURVE] * (len(numbers) // step)

    def quadratics(self, name: str, numbers: list[float], relative: bool) -> None:
        """Draws quadratic curves, as cubic ones.

        Each control point of the cubic curve lies at two thirds of the way from an end of the curve
        to the control point of the quadratic one.
        """
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
            self.sides += (*first, x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3, x, y)
            self.control_x, self.control_y = cx, cy
        self.x, self.y = x, y
        self.forms += [CURVE] * (len(numbers) // step)

    def close(self, _name: str, _numbers: list[float], _relative: bool) -> None:
        """Draws a line back to the start of the path."""
        self.x, self.y = self.start_x, self.start_y
        self.forms.append(CLOSE)


_DRAWINGS = {
    **dict.fromkeys("ML", (_Pen.lines, 2)),
    **dict.fromkeys("HV", (_Pen.straight, 1)),
    **{"C": (_Pen.curves, 6), "S": (_Pen.curves, 4)},
    **{"Q": (_Pen.quadratics, 4), "T": (_Pen.quadratics, 2)},
    "Z": (_Pen.close, 0),
}
_DRAWN = {
    letter: (name, *drawing, letter != name)
    for name, drawing in _DRAWINGS.items()
    for letter in (name, name.lower())
}
"""For each command: its name, the method that draws it, its count of numbers, if it is relative."""
