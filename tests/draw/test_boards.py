"""The grid of a board in its template: cells, outlines, sides and ways, and what is refused."""

import re

import pytest

from fustella.core.geometry.grids import CellShape, Grid, Stagger, hexagon_box
from fustella.core.geometry.shapes import Point, Size
from fustella.core.values.problems import WrongArgument
from fustella.draw.templates.boards import template_board

HEXAGONS = Grid(CellShape.HEXAGON, hexagon_box(20, True), Point(15, 12), 5, 4, Stagger.EVEN)
SQUARES = Grid(CellShape.SQUARE, Size(20, 20), Point(10, 10), 4, 3)


def corners_in(data):
    return {tuple(map(float, pair.split())) for pair in re.findall(r"[\d.]+ [\d.]+", data)}


def test_cells_have_names_and_places():
    board = template_board(SQUARES)
    first, *_, last = board.cells
    assert (first.name, first.x, first.y, first.column, first.row) == ("0101", 10, 10, 1, 1)
    assert (last.name, last.x, last.y) == ("0403", 70, 50)
    assert (board.columns, board.rows, board.width, board.flats) == (4, 3, 20, 20)
    assert board.cell("0201").x == 30


def test_shape_and_top_are_said():
    assert (template_board(HEXAGONS).shape, template_board(HEXAGONS).top) == ("hexagon", "flat")


def test_outline_goes_around_all_cells_together():
    board = template_board(SQUARES)
    assert board.outline("0101-0201") == board.outline(["0101", "0201"])
    assert corners_in(board.outline("0101-0201")) == {
        (0, 0),
        (20, 0),
        (40, 0),
        (40, 20),
        (20, 20),
        (0, 20),
    }
    assert corners_in(board.outline()) >= {(0, 0), (80, 0), (80, 60), (0, 60)}


def test_sides_without_a_text_are_those_of_all_cells():
    board = template_board(SQUARES)
    assert board.sides().count("L") == 4 * 4 + 5 * 3
    assert corners_in(board.sides("0101/N")) == {(0, 0), (20, 0)}


def test_ways_lead_through_the_middles_of_cells():
    board = template_board(SQUARES)
    ((*way,),) = board.ways("0101-0301")
    assert [cell.name for cell in way] == ["0101", "0201", "0301"]
    data = board.through("0101-0301")
    assert data.startswith("M10 10")
    assert data.endswith("50 10")
    assert board.through("0101") == ""


def test_middle_is_that_of_all_cells():
    assert template_board(SQUARES).middle("0101-0301 0102-0302") == (30, 20)


@pytest.mark.parametrize("call", ["cell", "ways", "outline", "sides", "through", "middle"])
def test_unknown_cell_is_told_with_the_names_there_are(call):
    with pytest.raises(WrongArgument, match="there is no cell `9999`") as told:
        getattr(template_board(HEXAGONS), call)("9999-0101" if call == "sides" else "9999")
    assert told.value.hint == "the grid goes from 0101 to 0504"


def test_what_is_no_cell_is_told():
    with pytest.raises(WrongArgument, match="is no cell"):
        template_board(SQUARES).outline(None)
