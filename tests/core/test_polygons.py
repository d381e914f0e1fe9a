"""Polygons that are no rectangles: grown by a bleed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry import Outline, Point, Rect
from fustella.core.polygons import edges_of, grown

SQUARE = (Point(0, 0), Point(10, 0), Point(10, 10), Point(0, 10))
NOTCHED = (Point(0, 0), Point(10, 0), Point(10, 4), Point(6, 4), Point(6, 10), Point(0, 10))


def distance(point: Point, edge: tuple[Point, Point]) -> float:
    """From the endless line of a side; positive outside of a clockwise form."""
    (ax, ay), (bx, by) = ((end.x_mm, end.y_mm) for end in edge)
    cross = (bx - ax) * (point.y_mm - ay) - (by - ay) * (point.x_mm - ax)
    return -cross / ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5


def test_a_rectangle_grows_as_rectangles_do():
    box = Rect(0, 0, 10, 10).grown(3)
    assert set(grown(SQUARE, 3)) == {
        Point(box.x_mm, box.y_mm),
        Point(box.right_mm, box.y_mm),
        Point(box.right_mm, box.bottom_mm),
        Point(box.x_mm, box.bottom_mm),
    }


def test_an_inner_corner_moves_out_of_the_form_too():
    assert Point(8, 6) in grown(NOTCHED, 2)
    assert grown(NOTCHED, 0) == NOTCHED


@given(st.floats(0.1, 5))
def test_every_side_moves_by_as_much(by_mm):
    for corners in (SQUARE, NOTCHED, Outline.hexagon(30).corners()):
        for edge, moved in zip(edges_of(corners), edges_of(grown(corners, by_mm)), strict=True):
            assert [distance(end, edge) for end in moved] == pytest.approx([by_mm, by_mm])


def test_a_sharp_corner_is_cut_off():
    needle = (Point(0, 0), Point(100, 1), Point(0, 2))
    tip = max(corner.x_mm for corner in grown(needle, 1))
    assert 100 < tip < 105
