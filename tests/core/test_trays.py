"""Trays as solids: closed, as large as computed, and within what was asked for."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.floorplans import Cell, Compartment, FloorPart, plan_parts
from fustella.core.geometry.shapes import Rect, Size
from fustella.core.geometry.trays import tray_solid, volume_mm3
from tests.core.test_floorplans import floors, with_room

POCKET = FloorPart(Rect(10, 20, 66, 94), (Compartment("deck", Rect(12, 22, 62, 90)),))


def is_closed(facets):
    """Whether each edge is in two triangles, one way and the other."""
    edges = Counter(edge for a, b, c in facets for edge in ((a, b), (b, c), (c, a)))
    return all(count == 1 and edges[edge[::-1]] == 1 for edge, count in edges.items())


def upwards(solid):
    """The triangles with y up, as printers see them."""
    return [tuple((x, solid.deep_mm - y, z) for x, y, z in facet) for facet in solid.facets]


@given(floors(depth=2), st.integers(1, 120), st.floats(10, 60))
@settings(max_examples=20)
def test_solids_are_closed_and_lie_in_their_box(floor, number, high_mm):
    cells, packed = floor
    room = with_room(packed, 1.2, cells, 20)
    plan = plan_parts(cells, room, 1.2, 0.5, Size(260, 260))
    for part in plan.parts:
        numbers = [number + at for at in range(len(part.compartments))]
        solid = tray_solid(part, high_mm, 1.2, 1.2, numbers)
        assert is_closed(solid.facets)
        for axis, most in enumerate((solid.wide_mm, solid.deep_mm, solid.high_mm)):
            values = [corner[axis] for facet in solid.facets for corner in facet]
            assert min(values) == pytest.approx(0)
            assert max(values) == pytest.approx(most, abs=1e-5)
        # Walls and floor, less at most a notch of each side of a pocket and the engraved figures.
        block = (high_mm + 1.2) * part.box.area_mm2
        pockets = sum(one.box.area_mm2 for one in part.compartments) * high_mm
        most_off = len(part.compartments) * 2 * 20 * 1.2 * high_mm + 60 * len(numbers)
        assert block - pockets - most_off <= volume_mm3(upwards(solid)) <= block - pockets + 1e-3


def test_notch_that_would_end_at_a_corner_of_another_pocket_is_narrower():
    """The solid would touch itself there, and an edge would have four triangles."""
    rects = [(0, 0, 10, 10), (0, 10, 51.8, 10), (51.8, 10, 10, 10), (0, 20, 10, 10),
             (10, 20, 10, 10), (20, 20, 90, 10)]  # fmt: skip
    boxes = [Rect(*map(float, rect)) for rect in rects]
    cells = [Cell(f"c{number}", box, box.size) for number, box in enumerate(boxes)]
    (part,) = plan_parts(cells, Size(153.8, 73.8), 1.2, 0.5, Size(260, 260)).parts
    assert is_closed(tray_solid(part, 15, 1.2, 1.2).facets)


def test_volume_of_a_tray_is_that_of_its_walls_its_floor_and_its_notches():
    solid = tray_solid(POCKET, 30, 1.5, 2)
    walls = 66 * 94 * 31.5 - 62 * 90 * 30
    # A notch is 20 mm wide and 21 deep: a rectangle over half a circle of 24 straight pieces.
    half_circle = sum(
        (b - a) * (ya + yb) / 2
        for (a, ya), (b, yb) in zip(half_round(10), half_round(10)[1:], strict=False)
    )
    notch = (20 * 11 + half_circle) * 2
    assert volume_mm3(upwards(solid)) == pytest.approx(walls - 2 * notch, abs=0.01)


def half_round(radius, steps=12):
    from math import cos, pi, sin

    return [
        (-radius * cos(pi * step / steps), radius * sin(pi * step / steps))
        for step in range(steps + 1)
    ]


def test_notches_lie_in_the_longer_sides():
    solid = tray_solid(POCKET, 30, 1.5, 2)
    low = [corner for facet in solid.facets for corner in facet if 9 < corner[2] < 31]
    assert low
    assert {round(x) for x, _, _ in low} == {0, 2, 64, 66}
    assert all(37 - 1e-6 <= y <= 57 + 1e-6 for _, y, _ in low)


def test_number_is_engraved_in_the_floor():
    plain, marked = (tray_solid(POCKET, 30, 1.5, 2, (number,)) for number in (0, 8))
    # An 8 is 7 strokes of 1.2 mm that share their ends: a frame of 7 x 4.1 mm and a bar.
    area = 7 * 4.1 - 2 * (4.1 - 2.4) * (7 - 3 * 1.2) / 2
    off = volume_mm3(upwards(plain)) - volume_mm3(upwards(marked))
    assert off == pytest.approx(area * 0.4, abs=0.01)
    thin = tray_solid(POCKET, 30, 0.6, 2, (8,))
    assert thin == tray_solid(POCKET, 30, 0.6, 2)
