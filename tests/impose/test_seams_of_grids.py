"""No seam runs through a cell of a board's grid: each cell is seen on one part alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.grids import CellShape, Grid, Stagger, fitting, hexagon_box
from fustella.core.geometry.shapes import Outline, Point, Size
from fustella.impose.boards.parts import part_board
from tests.impose.checks import PAPERS, item
from tests.impose.test_seams import covers


@st.composite
def boards(draw: st.DrawFn) -> tuple[Size, Grid]:
    """Boards of up to a metre, with grids somewhere on them, also beyond their edges."""
    board = Size(draw(st.floats(250, 1000)), draw(st.floats(250, 800)))
    flat = draw(st.booleans())
    shape = draw(st.sampled_from(CellShape))
    cell = hexagon_box(draw(st.floats(12, 45)), flat)
    if shape is CellShape.SQUARE:
        cell = Size(draw(st.floats(12, 45)), draw(st.floats(12, 45)))
    columns, rows = fitting(shape, flat, cell, board)
    first = Point(draw(st.floats(-20, 60)), draw(st.floats(-20, 60)))
    shift = draw(st.sampled_from((Stagger.ODD, Stagger.EVEN)))
    shift = shift if shape is CellShape.HEXAGON else Stagger.NONE
    return board, Grid(shape, cell, first, columns + 2, rows + 2, shift, board=board)


@settings(max_examples=150, deadline=None)
@given(boards(), st.sampled_from(PAPERS))
def test_each_cell_lies_on_one_part(board_and_grid, paper):
    board, grid = board_and_grid
    outline = Outline.rectangle(board.width_mm, board.height_mm)
    parting = part_board(item("map", outline, split=grid.seams(8.0)), paper)
    if parting is None:
        return
    parts = parting.parts()
    for cell in grid.cells:
        seen = {
            max((n for n, part in enumerate(parts) if covers(part, x, y)), default=None)
            for x, y in points_of(grid, cell)
            if 0.01 < x < board.width_mm - 0.01 and 0.01 < y < board.height_mm - 0.01
        }
        assert len(seen) == 1
        assert None not in seen


def points_of(grid, cell):
    """The middle of a cell, and points near its corners."""
    at = grid.middle(cell)
    yield at.x_mm, at.y_mm
    for x, y in grid.corners(cell):
        yield at.x_mm + (x - at.x_mm) * 0.98, at.y_mm + (y - at.y_mm) * 0.98
