"""SVG's `transform` attribute as a matrix (SVG 1.1, 7.6).

The elements of a parsed SVG: their names, what they say, and what they take over.
"""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from fustella.core.geometry import Point

_CALL = re.compile(r"([a-zA-Z]+)\s*\(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class Matrix:
    """x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, inner: "Matrix") -> "Matrix":
        """Itself around `inner`: what lies deeper is transformed first."""
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    def of(self, point: Point) -> Point:
        """Where a point comes to lie."""
        x, y = point.x_mm, point.y_mm
        return Point(self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f)


IDENTITY = Matrix()


def parse_transform(text: str) -> Matrix:
    """The matrix of a `transform` attribute; what is no transform counts as none."""
    result = IDENTITY
    for name, arguments in _CALL.findall(text):
        result = result.then(_matrix(name, _numbers(arguments)))
    return result


def _numbers(arguments: str) -> list[float]:
    """The arguments of a transform; none when one of them is no number."""
    try:
        return [float(number) for number in re.split(r"[\s,]+", arguments.strip()) if number]
    except ValueError:
        return []


def _matrix(name: str, n: list[float]) -> Matrix:
    make, least, most = _MAKERS.get(name, (_nothing, 0, 0))
    return make(*n) if least <= len(n) <= most else IDENTITY


def _nothing() -> Matrix:
    return IDENTITY


def _translate(x: float, y: float = 0.0) -> Matrix:
    return Matrix(e=x, f=y)


def _scale(x: float, y: float | None = None) -> Matrix:
    return Matrix(a=x, d=x if y is None else y)


def _rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    angle = math.radians(degrees)
    turn = Matrix(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))
    return _translate(x, y).then(turn).then(_translate(-x, -y))


def _skew_x(degrees: float) -> Matrix:
    return Matrix(c=math.tan(math.radians(degrees)))


def _skew_y(degrees: float) -> Matrix:
    return Matrix(b=math.tan(math.radians(degrees)))


_MAKERS: dict[str, tuple[Callable[..., Matrix], int, int]] = {
    "translate": (_translate, 1, 2),
    "scale": (_scale, 1, 2),
    "rotate": (_rotate, 1, 3),
    "matrix": (Matrix, 6, 6),
    "skewX": (_skew_x, 1, 1),
    "skewY": (_skew_y, 1, 1),
}
SVG = "{http://www.w3.org/2000/svg}"
_INHERITED = (
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "font-variant",
    "text-anchor",
)


@dataclass(frozen=True, slots=True)
class Context:
    """What an element takes over from those around it."""

    matrix: Matrix
    style: dict[str, str]

    def inside(self, element: Element) -> "Context":
        """What holds inside `element`."""
        transform = element.get("transform")
        own = {name: value for name, value in attributes_of(element) if name in _INHERITED}
        style = {**self.style, **own}
        matrix = self.matrix.then(parse_transform(transform)) if transform else self.matrix
        return Context(matrix, style)


OUTERMOST = Context(IDENTITY, {})


def name_of(element: Element) -> str:
    """`rect`, without the namespace."""
    return element.tag.removeprefix(SVG)


def attributes_of(element: Element) -> Iterator[tuple[str, str]]:
    """Attributes, and the declarations of a `style` attribute."""
    for name, value in element.attrib.items():
        if name == "style":
            for declaration in value.split(";"):
                key, _, setting = declaration.partition(":")
                yield key.strip(), setting.strip()
        else:
            yield name, value


def number_in(text: str | None, otherwise: float) -> float:
    """The first number of an attribute; `otherwise` where there is none."""
    try:
        return float((text or "").split()[0])
    except (ValueError, IndexError):
        return otherwise
