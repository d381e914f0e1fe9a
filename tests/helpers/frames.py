"""Finds drawings that reach over the frames of faces, on pictures without texts.

`python -m tests.helpers.frames GAME` lists them, the widest first.

A frame is a stroked upright rectangle, at least half as wide as its face. Along its sides, the
colours just inside and just outside of its line are compared in steps. Outside of a frame lies a
ground of one colour; if another colour goes on from inside to outside, a drawing reaches over the
frame. A side without such a ground is not judged: stripes or a scene lie there.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from xml.etree.ElementTree import Element

import numpy

from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.model import Face, FaceId
from fustella.draw.svg.tree import IDENTITY, Matrix, name_of, number_in, parse_transform
from tests.helpers.bare import DPI, Bare, bare
from tests.helpers.drawn import drawn, game_of
from tests.helpers.grounds import are_two, lab_of

STEP_MM = 0.16
LEAST_HIGH_MM = 8.0
BESIDE_MM = 0.25
"""The distance from the edges of a frame's line to the points of comparison."""

CORNER_MM = 0.5
"""The length beside each corner of a frame that is left out."""

PLAIN = 0.65
"""The least share of a side along which the ground lies outside, for a side to be judged."""

_UNSEEN = frozenset(("defs", "clipPath", "symbol", "mask", "pattern"))


@dataclass(frozen=True)
class Frame:
    """A frame: the box along the middle of its line, the line's width, and the corners' radius."""

    box: Rect
    line_mm: float
    radius_mm: float


@dataclass(frozen=True)
class Crossing:
    """A place at which a drawing reaches over a frame: its middle and its length."""

    face: FaceId
    at: Point
    length_mm: float


def frames(root: Element) -> Iterator[Frame]:
    """The stroked upright rectangles of a face, whatever their size."""
    return _frames(root, IDENTITY, "none", 1.0)


def _frames(part: Element, outer: Matrix, stroke: str, width: float) -> Iterator[Frame]:
    if name_of(part) in _UNSEEN:
        return
    matrix = outer.then(parse_transform(part.get("transform", "")))
    stroke, width = part.get("stroke", stroke), number_in(part.get("stroke-width"), width)
    upright = abs(matrix.b) < 1e-6 and abs(matrix.c) < 1e-6
    if name_of(part) == "rect" and stroke != "none" and upright:
        x, y, wide, high = (number_in(part.get(key), 0) for key in ("x", "y", "width", "height"))
        ends = [matrix.of(at) for at in (Point(x, y), Point(x + wide, y + high))]
        left, right = sorted(end.x_mm for end in ends)
        top, bottom = sorted(end.y_mm for end in ends)
        scale = abs(matrix.a)
        radius = number_in(part.get("rx") or part.get("ry"), 0)
        yield Frame(Rect(left, top, right - left, bottom - top), width * scale, radius * scale)
    for child in part:
        yield from _frames(child, matrix, stroke, width)


def crossings(faces: Mapping[FaceId, Face]) -> Iterator[Crossing]:
    """The places at which drawings reach over frames."""
    return chain.from_iterable(map(crossings_on, bare(faces)))


def crossings_on(one: Bare) -> Iterator[Crossing]:
    """Yields the crossings on faces that are equal except for their texts, for each of them."""
    size, bleed_mm = one.faces[0].face.outline.size, one.faces[0].face.bleed_mm
    for frame in frames(one.root):
        if frame.box.width_mm >= size.width_mm / 2 and frame.box.height_mm >= LEAST_HIGH_MM:
            for at, length_mm in _places_over(frame, one.picture, bleed_mm):
                yield from (Crossing(told.id, at, length_mm) for told in one.faces)


def _places_over(
    frame: Frame, picture: numpy.ndarray, bleed_mm: float
) -> Iterator[tuple[Point, float]]:
    box, off_mm = frame.box, frame.line_mm / 2 + BESIDE_MM
    end_mm = frame.radius_mm + off_mm + CORNER_MM
    for upright, first, last, level, outward in (
        (False, box.x_mm, box.right_mm, box.y_mm, -off_mm),
        (False, box.x_mm, box.right_mm, box.bottom_mm, off_mm),
        (True, box.y_mm, box.bottom_mm, box.x_mm, -off_mm),
        (True, box.y_mm, box.bottom_mm, box.right_mm, off_mm),
    ):
        along = numpy.arange(first + end_mm, last - end_mm, STEP_MM)
        outside = _colours(picture, along, level + outward, upright, bleed_mm)
        within = _colours(picture, along, level - outward, upright, bleed_mm)
        if not len(along) or outside is None or within is None:
            continue
        foreign = are_two(outside, numpy.median(outside, axis=0))
        if foreign.mean() > 1 - PLAIN:
            continue
        for over, some in groupby(range(len(along)), (foreign & ~are_two(outside, within)).item):
            if over:
                steps = [*some]
                middle_mm = float(along[steps].mean())
                at = Point(level, middle_mm) if upright else Point(middle_mm, level)
                yield at, len(steps) * STEP_MM


def _colours(
    picture: numpy.ndarray, along: numpy.ndarray, across_mm: float, upright: bool, bleed_mm: float
) -> numpy.ndarray | None:
    """The colours along a line of a face, in L*a*b*; None if it leaves the picture."""
    across = numpy.full_like(along, across_mm)
    x, y = (across, along) if upright else (along, across)
    column, row = (((mm + bleed_mm) * DPI / 25.4).astype(int) for mm in (x, y))
    high, wide = picture.shape[:2]
    if ((column < 0) | (column >= wide) | (row < 0) | (row >= high)).any():
        return None
    return lab_of(picture[row, column])


def main() -> None:
    parser = argparse.ArgumentParser(description="drawings that reach over frames")
    parser.add_argument("game")
    parser.add_argument("--least", type=float, default=0.4)
    asked = parser.parse_args()
    faces = drawn(asked.game, game_of(asked.game).languages[0]).faces
    for one in sorted(crossings(faces), key=lambda each: -each.length_mm):
        if one.length_mm >= asked.least:
            where = f"{one.at.x_mm:.1f}, {one.at.y_mm:.1f}"
            print(f"{one.length_mm:5.1f} mm  {one.face.piece} {one.face.side} at {where}")


if __name__ == "__main__":
    main()
