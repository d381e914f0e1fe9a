"""Joints: each place of a wall is in one part, with a kerf, too; slots meet at half height."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.floorplans import plan_floor
from fustella.core.geometry.joints import (
    Fit,
    finger_box,
    outline_of,
    slots_of,
    strips,
    with_kerf,
)
from fustella.core.geometry.polygons import edges_of, inside
from fustella.core.geometry.shapes import Point, Rect, Size, area_of
from tests.core.test_floorplans import cell, floors, with_room

GRID = [cell(f"{x} {y}", Rect(x, y, 30, 20)) for x in (0, 30, 60) for y in (0, 20)]
TEES = [
    *(cell("a", Rect(0, 0, 63, 88)), cell("b", Rect(65, 0, 63, 88))),
    *(cell("c", Rect(0, 90, 40, 50)), cell("d", Rect(42, 90, 100, 30))),
    cell("e", Rect(42, 122, 100, 20)),
]


def from_rim(point, ring):
    """The distance of a point from a ring."""
    best = 1e9
    for a, b in edges_of(ring):
        x = min(max(point.x_mm, min(a.x_mm, b.x_mm)), max(a.x_mm, b.x_mm))
        y = min(max(point.y_mm, min(a.y_mm, b.y_mm)), max(a.y_mm, b.y_mm))
        best = min(best, ((point.x_mm - x) ** 2 + (point.y_mm - y) ** 2) ** 0.5)
    return best


def stays(outline, point, kerf_mm=0.0):
    """Whether a place of a part is left when its lines are cut with a kerf."""
    rings = (outline.corners(), *outline.holes)
    within = inside(point, edges_of(rings[0])) and not any(
        inside(point, edges_of(hole)) for hole in rings[1:]
    )
    return within and (not kerf_mm or min(from_rim(point, r) for r in rings) > kerf_mm / 2)


def strip_has(wall, strip, thick, x, y, z):
    """Whether a place of the box, z downwards, is in the strip of a wall."""
    across, along = (x, y) if wall.upright else (y, x)
    if abs(across - wall.at_mm) > thick / 2:
        return False
    corner = strip.corner
    return stays(strip.outline, Point(along - wall.start_mm - corner.x_mm, z - corner.y_mm))


def by_wall(plan, made):
    """The walls with their strips, which are named in the order of the walls."""
    walls = sorted(plan.walls, key=lambda wall: (not wall.upright, wall.at_mm, wall.start_mm))
    return [*zip(walls, made, strict=True)]


@given(floors(), st.floats(1, 4), st.integers(0, 10**6))
@settings(max_examples=25)
def test_each_place_of_the_walls_is_in_one_strip(floor, thick_mm, seed):
    cells, packed = floor
    plan = plan_floor(cells, with_room(packed, thick_mm, cells, 30), thick_mm)
    parts = by_wall(plan, strips(plan, Fit(thick_mm, 40)))
    chance = random.Random(seed)
    butted = any(
        other.ends_at(wall, thick_mm) and all(slot.other != other for slot in slots_of(plan, wall))
        for wall in plan.walls
        for other in plan.walls
    )
    for wall, _ in parts:
        for _ in range(20):
            across = wall.at_mm + chance.uniform(-0.49, 0.49) * thick_mm
            along, z = chance.uniform(wall.start_mm, wall.end_mm), chance.uniform(0.01, 39.99)
            x, y = (across, along) if wall.upright else (along, across)
            found = sum(strip_has(*part, thick_mm, x, y, z) for part in parts)
            assert found == 1 or (butted and found == 0)


def test_slots_of_crossing_strips_meet_at_half_height_and_are_as_wide_as_the_material():
    plan = plan_floor(GRID, Size(94, 42), 2)
    upright, level = (
        next(strip for strip in strips(plan, Fit(2, 30)) if strip.name == name)
        for name in ("A1", "B1")
    )
    assert stays(upright.outline, Point(21, 15.01)) and not stays(upright.outline, Point(21, 14.99))
    assert stays(level.outline, Point(31, 14.99)) and not stays(level.outline, Point(31, 15.01))
    for strip, at, y in ((upright, 21, 1), (level, 31, 29)):
        for off, there in ((0.99, False), (1.01, True)):
            assert stays(strip.outline, Point(at - off, y)) is there
            assert stays(strip.outline, Point(at + off, y)) is there


def test_thin_strips_have_slits_where_they_cross_and_flaps_where_they_end():
    plan = plan_floor(GRID, Size(92.6, 40.3), 0.3)
    made = {strip.name: strip for strip in strips(plan, Fit(0.3, 30))}
    (slit,) = made["A1"].outline.slits
    assert {slit[0].y_mm, slit[1].y_mm} == {0, 15}
    assert [{a.y_mm, b.y_mm} for a, b in made["B1"].outline.slits] == [{15, 30}] * 2
    for strip in made.values():
        low, high = sorted(fold[0].x_mm for fold in strip.outline.folds)
        assert high - low == pytest.approx(92.6 if strip.name == "B1" else 40.3)
        assert len(strip.outline.glue) == 2
    assert made["A1"].outline.size.width_mm - 40.3 == pytest.approx(20)


def places_in_shell(plan, thick, high, chance, count):
    """Yields places in the sides and in the bottom of a box; x, y, z of its room, z downwards."""
    wide, deep = plan.room.width_mm - 2 * thick, plan.room.height_mm - 2 * thick
    while count:
        x, y, z = (
            chance.uniform(-thick, wide + thick),
            chance.uniform(-thick, deep + thick),
            chance.uniform(0, high + thick),
        )
        if not (0 < x < wide and 0 < y < deep and z < high):
            count -= 1
            yield x, y, z


def panels_at(panels, plan, thick, high, x, y, z, kerf=0.0):
    """The names of the panels that a place of a box is in."""
    wide, deep = plan.room.width_mm - 2 * thick, plan.room.height_mm - 2 * thick
    there = {
        "bottom": (high < z, (x, y)),
        "front": (deep < y, (x, z)),
        "back": (y < 0, (wide - x, z)),
        "left": (x < 0, (y, z)),
        "right": (wide < x, (deep - y, z)),
    }
    found = []
    for panel in panels:
        is_there, (along, up) = there[panel.name]
        at = Point(along - panel.corner.x_mm + kerf / 2, up - panel.corner.y_mm + kerf / 2)
        outline = with_kerf(panel.outline, kerf) if kerf else panel.outline
        if is_there and stays(outline, at, kerf):
            found.append(panel.name)
    return found


@pytest.mark.parametrize("kerf", [0.0, 0.15, 0.4])
@pytest.mark.parametrize("high", [18.0, 41.5])
def test_fingers_of_panels_that_meet_are_complementary(high, kerf):
    plan = plan_floor(TEES, Size(220, 170), 3, 3)
    panels = finger_box(plan, Fit(3, high, in_rim=True))
    chance = random.Random(45)
    for x, y, z in places_in_shell(plan, 3, high, chance, 1500):
        found = panels_at(panels, plan, 3, high, x, y, z, kerf)
        if len(found) != 1:
            # Only the holes are empty, where the tabs of strips go.
            assert not found
            assert high / 3 < z < high * 2 / 3


@given(st.floats(30, 200), st.floats(30, 200), st.floats(8, 60), st.floats(1.5, 6))
@settings(max_examples=20)
def test_a_box_of_any_size_closes(wide, deep, high, thick):
    whole = cell("all", Rect(0, 0, wide, deep))
    plan = plan_floor([whole], Size(wide + 2 * thick, deep + 2 * thick), thick, thick)
    panels = finger_box(plan, Fit(thick, high))
    for place in places_in_shell(plan, thick, high, random.Random(1), 60):
        assert len(panels_at(panels, plan, thick, high, *place)) == 1


def test_tabs_of_strips_fill_the_holes_of_the_sides():
    plan = plan_floor(TEES, Size(220, 170), 3, 3)
    fit = Fit(3, 40, in_rim=True)
    panels, made = finger_box(plan, fit), by_wall(plan, strips(plan, fit))
    holes = sum(len(panel.outline.holes) for panel in panels)
    assert holes == sum(
        (abs(wall.start_mm - 3) < 1e-6) + (abs(end - wall.end_mm - 3) < 1e-6)
        for wall, _ in made
        for end in [170 if wall.upright else 220]
    )
    for panel in panels:
        for hole in panel.outline.holes:
            middle = sum(at.x_mm for at in hole) / 4 + panel.corner.x_mm
            x, y = {
                "front": (middle, 164 + 1.5),
                "back": (214 - middle, -1.5),
                "left": (-1.5, middle),
                "right": (214 + 1.5, 164 - middle),
            }[panel.name]
            filled = [strip_has(*part, 3, x + 3, y + 3, 20) for part in made]
            assert sum(filled) == 1


def test_union_of_rectangles_has_their_area_and_their_holes():
    frame = [Rect(0, 0, 10, 2), Rect(0, 8, 10, 2), Rect(0, 0, 2, 10), Rect(8, 0, 2, 10)]
    outline, corner = outline_of([box.moved(5, -3) for box in frame])
    assert corner == Point(5, -3)
    assert len(outline.corners()) == 4 and len(outline.holes) == 1
    assert outline.area_mm2 == 64
    notched, _ = outline_of([Rect(0, 0, 10, 10)], [Rect(4, 0, 2, 5)])
    assert area_of(notched.corners()) == 90 and len(notched.corners()) == 8


def test_kerf_makes_parts_larger_and_holes_smaller():
    outline, _ = outline_of([Rect(0, 0, 20, 10)], [Rect(5, 5, 2, 2)])
    drawn = with_kerf(outline, 0.2)
    assert drawn.size.width_mm == pytest.approx(20.2)
    assert drawn.size.height_mm == pytest.approx(10.2)
    assert area_of(drawn.holes[0]) == pytest.approx(1.8**2)
