"""Solids of outlines: triangles fill the piece and nothing else, and each edge has two sides."""

import math
import random
from collections import Counter

import pytest

from fustella.core.geometry.outlines import ellipse
from fustella.core.geometry.shapes import Outline, Point, area_of
from fustella.core.geometry.solids import solid_of

NOTCHED = (Point(0, 0), Point(10, 0), Point(10, 4), Point(6, 4), Point(6, 10), Point(0, 10))
COMB = tuple(
    Point(x, y)
    for x, y in [
        *((0, 0), (20, 0), (20, 20), (16, 20), (16, 4), (14, 4), (14, 20), (10, 20)),
        *((10, 4), (8, 4), (8, 20), (4, 20), (4, 4), (2, 4), (2, 20), (0, 20)),
    ]
)


def square(x, y, side):
    return Point(x, y), Point(x + side, y), Point(x + side, y + side), Point(x, y + side)


def with_holes(outline, *holes):
    return Outline(
        outline.shape, outline.size, outline.corner_radius_mm, outline.points, holes=holes
    )


GRID = tuple(square(x, y, 3) for x in range(2, 36, 5) for y in range(2, 36, 5))
ROUND_HOLE = tuple(at.moved(8, 8) for at in ellipse(6, 6))

STRAIGHT = {
    "card": Outline.rectangle(63, 88),
    "hexagon": Outline.hexagon(40),
    "flat hexagon": Outline.hexagon(40, flat=True),
    "notched": Outline.polygon(NOTCHED),
    "comb": Outline.polygon(COMB),
    "hole": with_holes(Outline.polygon(NOTCHED), square(1, 1, 2)),
    "corners on lines": Outline.polygon((*square(0, 0, 8)[:2], Point(8, 4), *square(0, 0, 8)[2:])),
    "grid of holes": with_holes(Outline.rectangle(40, 40), *GRID),
    "round hole": with_holes(Outline.hexagon(30), ROUND_HOLE),
}
ROUND = {
    "circle": Outline.circle(20),
    "round corners": Outline.rectangle(63, 88, 3),
    "ring": with_holes(Outline.circle(30), tuple(at.moved(10, 10) for at in ellipse(10, 10))),
}


def edges_are_paired(solid):
    """Whether each edge within is in two triangles, one way and the other, and walls in one."""
    seen = Counter(edge for a, b, c in solid.triangles for edge in ((a, b), (b, c), (c, a)))
    rims = Counter()
    first = 0
    for number, ring in enumerate(solid.rings):
        ends = [(first + at, first + (at + 1) % len(ring)) for at in range(len(ring))]
        rims.update(ends if number == 0 else [(b, a) for a, b in ends])
        first += len(ring)
    inner = seen - rims
    return rims <= seen and all(inner[b, a] == count for (a, b), count in inner.items())


def areas_mm2(solid):
    """The areas of the triangles, below 0 for those that run counter-clockwise."""
    at = solid.corners
    return [
        ((at[b].x_mm - at[a].x_mm) * (at[c].y_mm - at[a].y_mm)
         - (at[c].x_mm - at[a].x_mm) * (at[b].y_mm - at[a].y_mm)) / 2
        for a, b, c in solid.triangles
    ]  # fmt: skip


@pytest.mark.parametrize("name", STRAIGHT)
def test_triangles_have_the_area_of_the_piece(name):
    areas = areas_mm2(solid_of(STRAIGHT[name], 2))
    assert min(areas) > -1e-9
    assert sum(areas) == pytest.approx(STRAIGHT[name].area_mm2)


@pytest.mark.parametrize("name", ROUND)
def test_triangles_of_curves_are_off_by_no_more_than_their_chords(name):
    outline = ROUND[name]
    areas = areas_mm2(solid_of(outline, 2))
    around_mm = math.pi * (outline.size.width_mm + outline.size.height_mm)
    assert min(areas) > -1e-9
    assert abs(outline.area_mm2 - sum(areas)) < around_mm * 0.02


@pytest.mark.parametrize("name", [*STRAIGHT, *ROUND])
def test_each_edge_has_a_triangle_on_both_of_its_sides(name):
    solid = solid_of((STRAIGHT | ROUND)[name], 2)
    assert edges_are_paired(solid)
    corners = sum(map(len, solid.rings))
    assert len(solid.triangles) == corners - 2 + 2 * (len(solid.rings) - 1)


@pytest.mark.parametrize("seed", range(20))
def test_stars_at_random_with_holes_are_filled(seed):
    made = random.Random(seed)
    around = [math.tau * step / 60 for step in range(60)]
    star = tuple(
        Point(50 + far * math.cos(angle), 50 + far * math.sin(angle))
        for angle in around
        for far in (made.uniform(20, 50),)
    )
    holes = tuple(square(x, y, made.uniform(1, 4)) for x in (38, 45, 52) for y in (40, 47, 54))
    solid = solid_of(with_holes(Outline.polygon(star), *holes), 2)
    areas = areas_mm2(solid)
    assert edges_are_paired(solid)
    assert min(areas) > -1e-9
    assert sum(areas) == pytest.approx(area_of(star) - sum(map(area_of, holes)))
