"""How deep a patch lies inside an outline, compared with what other means compute."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry.polygons import depth_mm
from fustella.core.geometry.shapes import Outline, Point

L_SHAPE = Outline.polygon(
    (Point(0, 0), Point(40, 0), Point(40, 10), Point(10, 10), Point(10, 30), Point(0, 30))
)
CARD = Outline.rectangle(63, 88, 3)
OUTLINES = [CARD, Outline.rectangle(10, 10), Outline.hexagon(55), Outline.circle(20), L_SHAPE]


def dot(x: float, y: float) -> tuple[Point, ...]:
    """A patch with no size."""
    return (Point(x, y),) * 4


def patch(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height)


@pytest.mark.parametrize(
    ("outline", "corners", "deep"),
    [
        (CARD, patch(5, 6, 20, 3), 5),
        (CARD, patch(30, 80, 10, 6), 2),
        (CARD, patch(1, 1, 2, 2), 3 - 2 * math.sqrt(2)),
        (CARD, patch(0, 0, 5, 5), 3 - 3 * math.sqrt(2)),
        (CARD, patch(-4, 20, 2, 2), -4),
        (Outline.circle(20), patch(10, 10, 3, 4), 5),
        (Outline.circle(20), patch(10, 10, 12, 0), -2),
        (Outline.hexagon(55), patch(3, 30, 10, 2), 3),
        (L_SHAPE, patch(2, 3, 30, 4), 2),
        (L_SHAPE, patch(3, 3, 4, 20), 3),
        (L_SHAPE, patch(5, 5, 10, 10), -5),
        (L_SHAPE, patch(1, 1, 8, 8), 1),
    ],
)
def test_depth_of_known_patches_is_as_measured(outline, corners, deep):
    assert depth_mm(corners, outline) == pytest.approx(deep, abs=1e-9)


def test_depth_of_a_patch_across_a_notch_is_zero():
    """A U: the patch lies over its gap, from one arm to the other."""
    points = [(0, 0), (10, 0), (10, 20), (20, 20), (20, 0), (30, 0), (30, 30), (0, 30)]
    outline = Outline.polygon(tuple(Point(*at) for at in points))
    assert depth_mm(patch(4, 5, 22, 2), outline) == 0


@given(
    st.sampled_from([one for one in OUTLINES if one is not L_SHAPE]),
    st.floats(-5, 70),
    st.floats(-5, 95),
)
def test_depth_in_a_polygon_equals_that_in_the_shape_it_imitates(outline, x, y):
    """Every shape can be drawn as a polygon with many corners, which cut off a little of an arc."""
    likeness = Outline.polygon(tuple(_around(outline)))
    straight = outline.shape.value != "circle" and not outline.corner_radius_mm
    found, other = depth_mm(dot(x, y), outline), depth_mm(dot(x, y), likeness)
    if found >= 0 or not straight:
        assert other == pytest.approx(found, abs=1e-6 if straight else 0.02)
    else:
        assert other <= found + 1e-9


def _around(outline):
    size, radius = outline.size, outline.corner_radius_mm
    if outline.shape.value == "circle":
        radius = size.width_mm / 2
    if not radius:
        return outline.corners()
    middles = [
        (size.width_mm - radius, radius),
        (size.width_mm - radius, size.height_mm - radius),
        (radius, size.height_mm - radius),
        (radius, radius),
    ]
    points = []
    for quarter, (x, y) in enumerate(middles):
        for step in range(61):
            angle = math.radians(quarter * 90 + step * 1.5)
            points.append(Point(x + radius * math.sin(angle), y - radius * math.cos(angle)))
    return [at for at, after in zip(points, points[1:] + points[:1], strict=True) if at != after]


@given(st.floats(0.5, 30), st.floats(0.5, 40), st.floats(0, 20), st.floats(0, 30))
def test_depth_of_a_patch_is_that_of_its_shallowest_place(width, height, x, y):
    corners = patch(x, y, width, height)
    steps = [step / 4 for step in range(5)]
    places = [(x + width * right, y + height * down) for right in steps for down in steps]
    for outline in OUTLINES:
        shallowest = min(depth_mm(dot(*at), outline) for at in places)
        found = depth_mm(corners, outline)
        if found > 0:
            assert found <= shallowest + 1e-9
        if outline is not L_SHAPE:
            assert found == pytest.approx(
                min(depth_mm(dot(at.x_mm, at.y_mm), outline) for at in corners)
            )
