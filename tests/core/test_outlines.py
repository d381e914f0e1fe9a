"""Outlines as they are made, measured in other ways than they are made."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry import outlines
from fustella.core.geometry.outlines import OFF_MM, OutlineFault
from fustella.core.geometry.polygons import depth_mm
from fustella.core.geometry.shapes import Outline, Point, area_of

SQUARE = tuple(Point(x, y) for x, y in ((0, 0), (30, 0), (30, 30), (0, 30)))


def ring(*ends):
    return tuple(Point(x, y) for x, y in ends)


@given(st.floats(3, 200), st.floats(3, 200))
def test_ellipse_has_its_area_and_touches_its_box(width_mm, height_mm):
    found = outlines.ellipse(width_mm, height_mm)
    box = outlines.box_of(found)
    assert (box.width_mm, box.height_mm) == pytest.approx((width_mm, height_mm))
    around_mm = math.pi * (width_mm + height_mm) / 2
    lost_mm2 = math.pi * width_mm * height_mm / 4 - area_of(found)
    assert 0 <= lost_mm2 <= OFF_MM * around_mm * 1.3


@given(st.floats(5, 100))
def test_octagon_and_triangle_are_regular(side_mm):
    eight = outlines.octagon(side_mm)
    ends = zip(eight, (*eight[1:], eight[0]), strict=True)
    lengths = [math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm)) for a, b in ends]
    assert max(lengths) == pytest.approx(min(lengths))
    three = outlines.triangle(side_mm, side_mm * math.sqrt(3) / 2)
    assert area_of(three) == pytest.approx(side_mm**2 * math.sqrt(3) / 4)


@given(st.floats(0.1, 14.9))
def test_rounded_corners_cut_off_what_circles_do(radius_mm):
    found = outlines.rounded(SQUARE, radius_mm)
    expected = 900 - (4 - math.pi) * radius_mm**2
    assert area_of(found) == pytest.approx(expected, abs=2 * math.pi * radius_mm * OFF_MM)
    assert outlines.box_of(found).width_mm == pytest.approx(30)


def test_inner_corners_are_rounded_too():
    corner = ring((0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (0, 10))
    found = outlines.rounded(corner, 2)
    assert area_of(found) == pytest.approx(area_of(corner) - (4 - math.pi) * (5 - 1), abs=0.6)
    outlines.faults_of(found, ())


def test_circle_as_a_path_is_round():
    (found,) = outlines.rings_of_path("M0 10 A10 10 0 1 1 20 10 A10 10 0 1 1 0 10 Z")
    off = [abs(math.dist((at.x_mm, at.y_mm), (10, 10)) - 10) for at in found]
    assert max(off) < 1e-6
    assert math.pi * 100 - area_of(found) < OFF_MM * 20 * math.pi
    assert len(found) < 120


@pytest.mark.parametrize("data", ["M0 0L10 0L5 8Z", "M5 8L10 0L0 0Z", "m0 0 10 0 -5 8z"])
def test_path_runs_clockwise_whichever_way_it_was_drawn(data):
    (found,) = outlines.rings_of_path(data)
    pairs = zip(found, (*found[1:], found[0]), strict=True)
    assert sum(a.x_mm * b.y_mm - b.x_mm * a.y_mm for a, b in pairs) > 0


@pytest.mark.parametrize(
    ("outer", "holes", "says"),
    [
        (ring((0, 0), (30, 30), (30, 0), (0, 30)), (), "crosses itself at .15.0, 15.0."),
        (ring((0, 0), (30, 0), (10, 0), (10, 20)), (), "crosses itself"),
        (ring((0, 0), (20, 0), (20, 20), (10, 0), (0, 20)), (), "crosses itself"),
        (SQUARE, (ring((25, 5), (35, 5), (35, 10)),), "not inside"),
        (SQUARE, (ring((0, 5), (5, 5), (5, 10)),), "not inside"),
        (SQUARE, (ring((5, 5), (15, 5), (10, 10)), ring((8, 6), (12, 6), (10, 20))), "touch"),
        (SQUARE, (ring((5, 5), (25, 5), (15, 25)), ring((14, 8), (16, 8), (15, 10))), "touch"),
        (ring(*((x, x % 2) for x in range(2500))), (), "2000 corners"),
    ],
)
def test_outline_that_cannot_be_cut_is_refused(outer, holes, says):
    with pytest.raises(OutlineFault) as fault:
        outlines.faults_of(outer, holes)
    assert re.search(says, fault.value.message)


def test_outline_with_holes_that_can_be_cut_is_not_refused():
    outlines.faults_of(
        SQUARE, (ring((5, 5), (10, 5), (10, 10)), ring((15, 15), (25, 15), (20, 25)))
    )


def test_turned_hexagon_is_a_hexagon_on_its_side():
    standing = Outline.hexagon(40).corners()
    lying = outlines.at_origin([outlines.turned(standing, 90)])[0]
    found = {(round(at.x_mm, 6), round(at.y_mm, 6)) for at in lying}
    flat = Outline.hexagon(40, flat=True)
    assert found == {(round(at.x_mm, 6), round(at.y_mm, 6)) for at in flat.corners()}
    assert flat.area_mm2 == pytest.approx(Outline.hexagon(40).area_mm2)


def test_depth_counts_from_a_hole_as_from_the_trim():
    outline = Outline.polygon(SQUARE)
    pierced = replace(outline, holes=(ring((12, 12), (18, 12), (18, 18), (12, 18)),))
    patch = ring((5, 5), (8, 5), (8, 8), (5, 8))
    assert depth_mm(patch, outline) == pytest.approx(5)
    assert depth_mm(patch, pierced) == pytest.approx(5)
    near = ring((9, 13), (11, 13), (11, 15), (9, 15))
    assert depth_mm(near, pierced) == pytest.approx(1)
    over = ring((10, 13), (14, 13), (14, 15), (10, 15))
    assert depth_mm(over, pierced) < 0
    around = ring((10, 10), (20, 10), (20, 20), (10, 20))
    assert depth_mm(around, pierced) < 0


def test_outline_from_behind_is_mirrored_twice_the_same():
    arrow = Outline.polygon(ring((0, 8), (20, 8), (20, 0), (36, 14), (20, 28), (20, 20), (0, 20)))
    behind = arrow.mirrored()
    assert behind != arrow
    assert behind.mirrored() == arrow
    assert area_of(behind.points) == pytest.approx(area_of(arrow.points))
    assert Outline.hexagon(30).mirrored() == Outline.hexagon(30)
