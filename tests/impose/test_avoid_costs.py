"""What the boxes that seams avoid cost in sheets."""

from fustella.core.geometry.shapes import Along, Outline, Point, Rect, Size, Split
from fustella.core.values.paper import Duplex, PrintSettings
from fustella.impose import avoid_costs
from tests.impose.checks import A4, item

SETTINGS = PrintSettings(A4, Duplex.NONE)


def board(*avoid, size=(380, 280)):
    split = Split(Along.PLAIN, Size(0, 0), Point(0, 0), 8.0, avoid)
    return item("map", Outline.rectangle(*size), has_back=False, split=split)


def test_box_across_the_only_seam_costs_a_sheet():
    (cost,) = avoid_costs([board(Rect(150, 100, 90, 40))], SETTINGS)
    assert (cost.piece, cost.sheets - cost.more) == ("map", 2)
    assert cost.more > 0


def test_box_beside_the_seam_costs_nothing():
    assert [*avoid_costs([board(Rect(10, 10, 20, 20)), board()], SETTINGS)] == []


def test_board_that_is_printed_whole_costs_nothing():
    assert [*avoid_costs([board(Rect(50, 50, 90, 40), size=(150, 150))], SETTINGS)] == []


def test_each_board_is_told_once_for_all_its_looks():
    one = board(Rect(150, 100, 90, 40))
    assert len([*avoid_costs([one, one], SETTINGS)]) == 1
