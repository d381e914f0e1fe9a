"""What the geometry of nodes says: their bounds and their length."""

import itertools
import math
from typing import TypeAlias

from fustella.core.geometry import Point
from fustella.draw.scene.model import Group, Node, Path
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.tree import IDENTITY, Matrix

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def bounds_of_node(node: Node) -> Box | None:
    """The box around the shapes in a node, in its own units; None where there are none."""
    dots: list[Point] = []

    def collect(inner: Node, matrix: Matrix) -> None:
        if inner is not node and inner.matrix is not IDENTITY:
            matrix = matrix.then(inner.matrix)
        if isinstance(inner, Path):
            for ring in rings_of(inner.name, inner.own):
                dots.extend(matrix.of(Point(x, y)) for x, y in ring)
        elif isinstance(inner, Group):
            for child in inner.children:
                collect(child, matrix)

    collect(node, IDENTITY)
    if not dots:
        return None
    xs, ys = [dot.x_mm for dot in dots], [dot.y_mm for dot in dots]
    return min(xs), min(ys), max(xs), max(ys)


def length_of_path(path: Path) -> float:
    """The length of a shape's outline."""
    rings = rings_of(path.name, path.own)
    return sum(math.dist(a, b) for ring in rings for a, b in itertools.pairwise(ring))
