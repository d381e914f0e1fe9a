"""Finds the vertices of paths, and places markers there in the paths' directions (SVG 2, 13.7)."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from fustella.core.geometry.paths import XY, Segment, arcs_as_one
from fustella.draw.render.paints import number_of
from fustella.draw.scene.model import Group
from fustella.draw.svg.boxes import Box
from fustella.draw.svg.paths import outline_of
from fustella.draw.svg.transforms import view_matrix
from fustella.draw.svg.tree import IDENTITY, Matrix


class Vertex(Struct):
    """A vertex of a path, with the directions in which the path arrives and leaves.

    None at an end.
    """

    x: float
    y: float
    before: XY | None = None
    after: XY | None = None

    def turn_deg(self) -> float:
        """The direction of a marker in the vertex, in degrees: half way between both directions."""
        one, other = self.before or self.after, self.after or self.before
        if one is None or other is None:
            return 0.0
        first, second = math.atan2(one[1], one[0]), math.atan2(other[1], other[0])
        # The smaller angle between them has its middle here; if they are opposed, browsers do this.
        if abs(first - second) > math.pi - 1e-6:
            first += math.tau
        return math.degrees((first + second) / 2)


def vertices_of(name: str, own: Mapping[str, str]) -> list[Vertex]:
    """The vertices of a shape, in the order of its outline."""
    segments = arcs_as_one(own.get("d", "")) if name == "path" else outline_of(name, own)
    found = list[Vertex]()
    for part in _subpaths(segments):
        begin = len(found)
        found.append(Vertex(*part[0][1][0]))
        for letter, dots in part[1:]:
            last, start = found[-1], found[begin]
            ends = ((start.x, start.y),) if letter == "Z" else dots
            way = [(last.x, last.y), *ends]
            last.after = _first_step(way)
            into = _first_step([(-x, -y) for x, y in reversed(way)])
            found.append(Vertex(*ends[-1], before=into))
            if letter == "Z":
                found[-1].after, start.before = start.after, into or last.before
        for one, other in pairwise(found[begin:]):  # a segment of no length goes on as the last one
            if other.before is None and one.after is None:
                other.before = one.before
    return found


def _subpaths(segments: Sequence[Segment]) -> Iterator[list[Segment]]:
    """Yields the subpaths of an outline that draw something; each begins with its move."""
    part = list[Segment]()
    for segment in segments:
        letter, _ = segment
        if letter == "M" or (part and part[-1][0] == "Z"):
            if _draws(part):
                yield part
            part = part[:1] if part and letter != "M" else []
        part.append(segment)
    if _draws(part):
        yield part


def _draws(part: Sequence[Segment]) -> bool:
    return any(letter in "LC" for letter, _ in part)


def _first_step(way: Sequence[XY]) -> XY | None:
    """The direction from the first of some points to the next point that differs."""
    x, y = way[0]
    steps = ((ex - x, ey - y) for ex, ey in way[1:])
    return next((step for step in steps if math.hypot(*step) > 1e-9), None)


def placed_marker(
    marker: Group, vertex: Vertex, stroke_width: float, at_start: bool
) -> tuple[Matrix, Matrix, Box | None]:
    """The matrix of a marker's viewport, the matrix of its view inside it, and its clip box.

    The clip is in the units of the viewport, None without one. Raises NotPlain.
    """
    own = marker.own
    width, height = (number_of(own, key, 3.0) for key in ("markerWidth", "markerHeight"))
    if width <= 0 or height <= 0:
        return Matrix(0, 0, 0, 0), IDENTITY, None
    orient = own.get("orient", "0")
    turn_deg = vertex.turn_deg()
    if orient == "auto-start-reverse":
        turn_deg += 180 if at_start else 0
    elif orient != "auto":
        turn_deg = number_of({"": orient.removesuffix("deg")}, "")
    scale = 1.0 if own.get("markerUnits") == "userSpaceOnUse" else stroke_width
    angle = math.radians(turn_deg)
    cos, sin = scale * math.cos(angle), scale * math.sin(angle)
    box = [number_of({"": part}, "") for part in own.get("viewBox", "").replace(",", " ").split()]
    view = IDENTITY
    if len(box) == 4:
        if min(box[2:]) <= 0:
            return Matrix(0, 0, 0, 0), IDENTITY, None
        view = view_matrix(tuple(box), width, height, own.get("preserveAspectRatio", ""))
    x, y = number_of(own, "refX"), number_of(own, "refY")
    back = Matrix(e=-(view.a * x + view.e), f=-(view.d * y + view.f))
    place = Matrix(cos, sin, -sin, cos, vertex.x, vertex.y).then(back)
    shown = own.get("overflow", "hidden") in {"visible", "auto"}
    return place, view, None if shown else (0.0, 0.0, width, height)
