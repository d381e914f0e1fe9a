"""Measures the bounds of nodes."""

from fustella.core.geometry.shapes import Point
from fustella.draw.scene.model import Group, Node, Path
from fustella.draw.svg.boxes import Box, box_around
from fustella.draw.svg.paths import rings_of
from fustella.draw.svg.tree import IDENTITY, Matrix


def bounds_of_node(node: Node) -> Box | None:
    """The box around the shapes in a node, in the node's units; None without shapes."""
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
    return box_around(dots)
