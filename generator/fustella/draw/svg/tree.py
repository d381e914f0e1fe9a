"""Reads the elements of a parsed SVG: their names, attributes and transforms."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeAlias
from xml.etree.ElementTree import Element, register_namespace

from msgspec import Struct

from fustella.core.geometry.paths import XY
from fustella.core.geometry.shapes import Point

SVG = "{http://www.w3.org/2000/svg}"
register_namespace("", SVG.strip("{}"))
register_namespace("xlink", "http://www.w3.org/1999/xlink")


def name_of(element: Element) -> str:
    """The tag of an element without its namespace, such as `rect`."""
    return element.tag.removeprefix(SVG)


def attributes_of(element: Element) -> Iterator[tuple[str, str]]:
    """Yields the attributes, and the declarations of a `style` attribute.

    Those that are for one browser or editor alone, such as `-inkscape-stroke`, are left out.
    """
    return declared_in(element.attrib.items())


def declared_in(attributes: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yields the properties that attributes declare, directly or in `style`."""
    for name, value in attributes:
        if name != "style":
            yield name, value
            continue
        for declaration in value.split(";"):
            key, _, setting = declaration.partition(":")
            key = key.strip()
            if key and not key.startswith("-"):
                yield key, setting.strip()


def own_of(element: Element) -> Mapping[str, str]:
    """The declared properties of an element by name; a repeated one has its last value."""
    return dict(attributes_of(element)) if "style" in element.attrib else element.attrib


Attributes: TypeAlias = tuple[tuple[str, str], ...]
"""The attributes of an element, in their order."""


HREFS = ("href", "{http://www.w3.org/1999/xlink}href")


def href_in(attributes: Mapping[str, str]) -> str:
    """The reference of an element, "" if it has none.

    Beside an `href`, even an empty one, `xlink:href` does not count (SVG 2, 16.1.6).
    """
    return next((attributes[key] for key in HREFS if key in attributes), "")


def number_in(text: str | None, otherwise: float) -> float:
    """The first number of an attribute; `otherwise` where there is none."""
    if not text:
        return otherwise
    try:
        return float(text)  # as nearly all are
    except ValueError:
        pass
    try:
        return float(text.split()[0])
    except (ValueError, IndexError):
        return otherwise


class Matrix(Struct, frozen=True):
    """A matrix of a transform: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def then(self, inner: "Matrix") -> "Matrix":
        """The product with the matrix of an inner element, which is applied first."""
        return Matrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    def inverse(self) -> "Matrix":
        """The inverse. Raises ZeroDivisionError for a matrix that flattens."""
        area = self.a * self.d - self.b * self.c
        a, b, c, d = self.d / area, -self.b / area, -self.c / area, self.a / area
        return Matrix(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))

    def of(self, point: Point) -> Point:
        """The transformed point."""
        return Point(*self.at(point.x_mm, point.y_mm))

    def at(self, x: float, y: float) -> XY:
        """The coordinates of the transformed point."""
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f


IDENTITY = Matrix()
_CALL = re.compile(r"([a-zA-Z]+)\s*\(([^)]*)\)")


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """The matrix of a `transform` (SVG 1.1, 7.6); it skips faulty functions."""
    result = IDENTITY
    for name, arguments in _CALL.findall(text):
        try:
            numbers = [float(number) for number in re.split(r"[\s,]+", arguments.strip()) if number]
        except ValueError:
            continue
        make, least, most = _MATRICES.get(name, (Matrix, 0, 0))
        if least <= len(numbers) <= most and all(map(math.isfinite, numbers)):
            result = result.then(make(*numbers))
    return result


def _translate(x: float, y: float = 0.0) -> Matrix:
    return Matrix(e=x, f=y)


def _rotate(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    angle = math.radians(degrees)
    turn = Matrix(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))
    return _translate(x, y).then(turn).then(_translate(-x, -y))


_MATRICES: dict[str, tuple[Callable[..., Matrix], int, int]] = {
    "translate": (_translate, 1, 2),
    "scale": (lambda x, y=None: Matrix(a=x, d=x if y is None else y), 1, 2),
    "rotate": (_rotate, 1, 3),
    "matrix": (Matrix, 6, 6),
    "skewX": (lambda degrees: Matrix(c=math.tan(math.radians(degrees))), 1, 1),
    "skewY": (lambda degrees: Matrix(b=math.tan(math.radians(degrees))), 1, 1),
}
"""The matrix of each transform function, with the fewest and the most numbers it takes."""
