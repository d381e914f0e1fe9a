"""Intervals joined and left free, lengths on a raster, and polygons grown by a bleed."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry.polygons import (
    depth_mm,
    edges_of,
    gaps,
    grown,
    merged,
    raster,
    rect_inside,
)
from fustella.core.geometry.shapes import Outline, Point, Rect

SQUARE = (Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10))
NOTCHED = (Point(0, 0), Point(10, 0), Point(10, 4), Point(6, 4), Point(6, 10), Point(0, 10))


def distance(point: Point, edge: tuple[Point, Point]) -> float:
    """From the endless line of an edge; positive outside of a clockwise polygon."""
    (ax, ay), (bx, by) = ((end.x_mm, end.y_mm) for end in edge)
    cross = (bx - ax) * (point.y_mm - ay) - (by - ay) * (point.x_mm - ax)
    return -cross / ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5


def test_grown_of_a_rectangle_equals_the_grown_rectangle():
    box = Rect(0, 0, 10, 10).grown(3)
    assert set(grown(SQUARE, 3)) == {
        Point(box.x_mm, box.y_mm),
        Point(box.right_mm, box.y_mm),
        Point(box.right_mm, box.bottom_mm),
        Point(box.x_mm, box.bottom_mm),
    }


def test_grown_of_a_concave_polygon_moves_inner_corners_out():
    assert Point(8, 6) in grown(NOTCHED, 2)
    assert grown(NOTCHED, 0) == NOTCHED


@given(st.floats(0.1, 5))
def test_grown_of_any_polygon_moves_every_side_by_as_much(by_mm):
    for corners in (SQUARE, NOTCHED, Outline.hexagon(30).corners()):
        for edge, moved in zip(edges_of(corners), edges_of(grown(corners, by_mm)), strict=True):
            assert [distance(end, edge) for end in moved] == pytest.approx([by_mm, by_mm])


def test_grown_of_a_sharp_corner_cuts_it_off():
    needle = (Point(0, 0), Point(100, 1), Point(0, 2))
    tip = max(corner.x_mm for corner in grown(needle, 1))
    assert 100 < tip < 105


@pytest.mark.parametrize(
    ("intervals", "within_mm", "joined"),
    [
        ([], 0, []),
        ([(5, 7), (0, 2)], 0, [(0, 2), (5, 7)]),
        ([(0, 2), (2, 4), (1, 3)], 0, [(0, 4)]),
        ([(0, 9), (2, 4), (10, 11)], 0, [(0, 9), (10, 11)]),
        ([(0, 2), (2.5, 4)], 0.5, [(0, 4)]),
        ([(5, 6), (2, 4), (0, 2)], -1, [(0, 2), (2, 4), (5, 6)]),
        ([(0, 2), (2, 4), (3, 5)], -0.5, [(0, 2), (2, 5)]),
    ],
)
def test_merged_of_intervals_joins_those_within_a_distance(intervals, within_mm, joined):
    assert merged(intervals, within_mm) == joined


@pytest.mark.parametrize(
    ("covered", "within_mm", "free"),
    [
        ([], 0, [(0, 10)]),
        ([(-5, -1), (11, 12)], 0, [(0, 10)]),
        ([(-5, 2), (4, 6), (9, 20)], 0, [(2, 4), (6, 9)]),
        ([(0, 10)], 0, []),
        ([(0, 3), (3.5, 9.5)], 0.5, []),
        ([(0, 3), (3.5, 9.5)], 0, [(3, 3.5), (9.5, 10)]),
    ],
)
def test_gaps_between_intervals_are_what_they_leave_free(covered, within_mm, free):
    assert gaps(covered, 0, 10, within_mm) == free


ENDS = st.integers(0, 40)


@given(st.lists(st.tuples(ENDS, ENDS).map(sorted).map(tuple)), ENDS, st.integers(1, 20))
def test_gaps_and_merged_intervals_part_a_line_between_them(intervals, low, length):
    joined = merged(intervals)
    free = gaps(joined, low, low + length)
    for at in range(low, low + length):
        inside = any(first <= at and at + 1 <= last for first, last in intervals)
        assert inside == any(first <= at and at + 1 <= last for first, last in joined)
        assert inside != any(first <= at and at + 1 <= last for first, last in free)


@given(st.lists(st.tuples(ENDS, ENDS).map(sorted).map(tuple)))
def test_merged_intervals_are_apart(intervals):
    assert all(before[1] < after[0] for before, after in pairwise(merged(intervals)))


def test_raster_of_lengths_with_rounding_errors_is_equal():
    assert raster(0.1 + 0.2) == raster(0.3)
    assert raster(0.3) != raster(0.302)
    assert raster(0.3, per_mm=200.0) == raster(0.302, per_mm=200.0)


@pytest.mark.parametrize(
    "outline",
    [
        Outline.rectangle(60, 80),
        Outline.rectangle(60, 80, 8),
        Outline.circle(30),
        Outline.hexagon(40),
        Outline.hexagon(40, flat=True),
    ],
)
def test_rectangle_inside_an_outline_is_as_deep_in_it_as_it_is_small(outline):
    for safe_mm in (0.0, 2.0):
        found = rect_inside(outline).grown(-safe_mm)
        assert found.area_mm2 > 0
        assert depth_mm(found.corners(), outline) >= safe_mm - 1e-9


def test_no_rectangle_is_known_inside_an_outline_of_any_shape_or_with_holes():
    assert rect_inside(Outline.polygon(NOTCHED)) is None
    assert rect_inside(replace(Outline.rectangle(60, 80), holes=(SQUARE,))) is None
