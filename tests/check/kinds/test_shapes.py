"""Shapes in outlines: polygons, rounded corners, circles; and tokens laid on grids."""

import math

import pytest

from fustella.check.kinds._packing import GridToken, TooHard, arranged, fit, spaces_of
from fustella.core.geometry.shapes import Outline, Point


def box_of(width_mm: float, height_mm: float) -> list[Point]:
    return [Point(x, y) for x in (0, width_mm) for y in (0, height_mm)]


def test_fit_of_rectangle_in_rectangle_is_exact():
    assert fit(box_of(30, 20), Outline.rectangle(40, 24)).room_mm == pytest.approx(2)
    exact = fit(box_of(40, 24), Outline.rectangle(40, 24))
    assert exact.somewhere
    assert exact.room_mm == pytest.approx(0, abs=1e-9)
    assert not fit(box_of(40.01, 24), Outline.rectangle(40, 24)).somewhere


def test_fit_in_rounded_rectangle_has_less_room():
    square = box_of(38, 38)
    assert fit(square, Outline.rectangle(40, 40)).room_mm == pytest.approx(1)
    # The square's corner is (19, 19) from the middle, the arc's centre (10, 10).
    room = 10 - 9 * math.sqrt(2)
    assert fit(square, Outline.rectangle(40, 40, 10)).room_mm == pytest.approx(room, abs=0.01)
    assert not fit(square, Outline.rectangle(40, 40, 10)).somewhere


def test_fit_of_square_in_circle_is_exact():
    side = 40 / math.sqrt(2)
    assert fit(box_of(side - 0.01, side - 0.01), Outline.circle(40)).somewhere
    assert not fit(box_of(side + 0.01, side + 0.01), Outline.circle(40)).somewhere


def test_fit_in_hexagon_is_as_wide_as_its_flats():
    side = 55 / math.sqrt(3)
    assert fit(box_of(55, side), Outline.hexagon(55)).room_mm == pytest.approx(0, abs=1e-9)
    assert not fit(box_of(55, side + 0.01), Outline.hexagon(55)).somewhere


def test_arranged_tokens_that_just_fit_cover_all_spaces():
    room = spaces_of(["FFF"] * 6)
    laid = arranged(room, [GridToken("S", 3, 1)] * 6)
    assert laid is not None
    assert set(laid) == set(room)


def test_arranged_dominoes_on_board_without_two_corners_is_none():
    """Both corners have the same colour, so dominoes never cover all other spaces."""
    board = spaces_of(["-FFFF", "FFFFF", "FFFFF", "FFFF-"])
    assert len(board) == 18
    assert arranged(board, [GridToken("D", 2, 1)] * 9) is not None
    other = spaces_of(["-FFF", "FFFF", "FFFF", "FFF-"])
    assert len(other) == 14
    assert arranged(other, [GridToken("D", 2, 1)] * 7) is None


def test_arranged_after_most_tries_raises_too_hard():
    grid, tokens = spaces_of(["FF", "FF"]), [GridToken("D", 2, 1)] * 2
    assert arranged(grid, tokens) is not None
    with pytest.raises(TooHard):
        arranged(grid, tokens, most_tries=1)
