"""The grid of a kind: what is left out, where it lies, and how the board is parted."""

import pytest

from fustella.core.geometry.shapes import Along, Point
from tests.helpers.alone import game_alone

KIND = """\
title: T
languages: [en]
kinds:
  map:
    front: ready/hexmap
    width: {width}
    height: {height}
    grid: {grid}
    {more}
"""


@pytest.fixture
def kind(tmp_path):
    """The kind of a board with this grid."""

    def read(grid, width="500mm", height="400mm", more=""):
        text = KIND.format(grid=grid, width=width, height=height, more=more)
        board = "kind: map\npieces: [{id: map, front: {title: Map}}]\n"
        return game_alone(tmp_path, {"game.yaml": text, "map.yaml": board}).kinds[0]

    return read


@pytest.mark.parametrize("top", ["flat", "pointed"])
def test_as_many_hexagons_as_fit_lie_in_the_middle(kind, top):
    grid = kind(f"{{across_flats: 20mm, top: {top}}}").grid
    extent = grid.extent()
    assert extent.x_mm == pytest.approx(500 - extent.right_mm)
    assert extent.y_mm == pytest.approx(400 - extent.bottom_mm)
    assert 0 <= extent.x_mm < 24
    assert 0 <= extent.y_mm < 24
    assert len(grid.cells) == grid.columns * grid.rows


def test_cells_are_as_large_as_fits_if_their_number_is_given(kind):
    grid = kind("{shape: square, columns: 8, rows: 8, first: A1, upwards: true}", "400mm").grid
    assert (grid.cell.width_mm, grid.cell.height_mm) == (50, 50)
    assert grid.name((0, 7)) == "A1"
    assert grid.middle(grid.find("A1")) == Point(25, 375)
    hexagons = kind("{columns: 10, rows: 8}").grid
    extent = hexagons.extent()
    assert extent.width_mm == pytest.approx(500) or extent.height_mm == pytest.approx(400)


def test_distance_from_the_trim_is_that_of_the_first_column_and_row(kind):
    grid = kind("{shape: square, width: 30mm, height: 20mm, x: 10mm, y: 5mm}").grid
    assert grid.middle((0, 0)) == Point(25, 15)
    assert (grid.columns, grid.rows) == (16, 19)
    lower = kind("{across_flats: 20mm, x: 10mm, y: 5mm, shift: odd}").grid
    assert lower.extent().y_mm == pytest.approx(5)  # of the column that lies higher


def test_cells_beyond_the_trim_are_cut_through(kind):
    grid = kind("{across_flats: 20mm, x: -10mm, y: -10mm}").grid
    assert grid.extent().x_mm < grid.cell.width_mm / 2
    assert all(at.x_mm > 0 and at.y_mm > 0 for at in grid.places())


def test_cells_may_be_left_out(kind):
    grid = kind("{across_flats: 20mm, without: 0101-0104 0202}").grid
    assert len(grid.cells) == grid.columns * grid.rows - 5


def test_board_is_parted_along_its_grid(kind):
    split = kind("{across_flats: 20mm}").split
    grid = kind("{across_flats: 20mm}").grid
    assert split.along is Along.HEXAGONS
    assert split.cell == grid.cell
    assert split.first.x_mm == pytest.approx(grid.middle((0, 0)).x_mm - grid.cell.width_mm / 2)


@pytest.mark.parametrize(
    ("more", "along", "overlap_mm"),
    [
        ("split: true", Along.HEXAGONS, 8),
        ("split: {overlap: 12mm}", Along.HEXAGONS, 12),
        ("split: {along: plain}", Along.PLAIN, 8),
    ],
)
def test_split_may_say_what_the_grid_does_not(kind, more, along, overlap_mm):
    split = kind("{across_flats: 20mm}", more=more).split
    assert (split.along, split.overlap_mm) == (along, overlap_mm)


def test_board_with_a_grid_may_be_kept_whole(kind):
    assert kind("{across_flats: 20mm}", more="split: false").split is None


def test_boxes_to_avoid_stay_with_the_grid(kind):
    avoid = "split: {avoid: [{left: 10mm, top: 10mm, width: 60mm, height: 30mm}]}"
    split = kind("{across_flats: 20mm}", more=avoid).split
    assert split.along is Along.HEXAGONS
    assert len(split.avoid) == 1
