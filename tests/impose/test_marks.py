import pytest

from generator.geometry import Outline, Point
from generator.impose import impose
from generator.press import Duplex, Press
from generator.sheets import Line

from .checks import A4, item


def front(*items):
    (sheet,) = impose(items, Press(A4, Duplex.NONE))
    return sheet, sheet.pages[0]


def length_mm(line: Line) -> float:
    return abs(line.end.x_mm - line.start.x_mm) + abs(line.end.y_mm - line.start.y_mm)


@pytest.mark.parametrize(
    ("bleed_mm", "cuts"),
    [(0, 3 + 1 + 2 + 1), (2, 2 * (3 + 2))],
)
def test_cuts_of_rows_and_columns(bleed_mm, cuts):
    sheet, page = front(item("p", Outline.rectangle(60, 85), 6, bleed_mm=bleed_mm))
    assert sheet.cuts == cuts
    assert len(page.marks) == 2 * cuts


def test_a_gap_of_twice_the_bleed():
    _, page = front(item("p", Outline.rectangle(60, 85), 2, bleed_mm=2))
    first, second = (placement.box for placement in page.placements)
    assert second.x_mm - first.right_mm == pytest.approx(4)


def test_one_cut_passes_between_two_circles():
    sheet, page = front(item("p", Outline.circle(20), 9 * 2))
    first, second = (placement.box for placement in page.placements[:2])
    assert second.x_mm - first.right_mm == pytest.approx(1)
    assert sheet.cuts == 10 + 3


def test_ticks_start_1_mm_off_and_stay_2_mm_from_the_edge_of_the_paper():
    _, page = front(item("p", Outline.rectangle(40, 40), 35))
    top = [mark for mark in page.marks if mark.start.y_mm < 5]
    below = [mark for mark in page.marks if mark.start.y_mm > 285]
    assert {(mark.start.y_mm, mark.end.y_mm) for mark in top} == {(4, 2)}
    assert {(mark.start.y_mm, mark.end.y_mm) for mark in below} == {(286, 287)}
    assert page.strip.box.y_mm == 287


def test_ticks_are_4_mm_long_where_there_is_room():
    _, page = front(item("p", Outline.rectangle(40, 40)))
    assert [length_mm(mark) for mark in page.marks] == pytest.approx([4] * 8)


def test_a_tick_without_room_is_left_out():
    _, page = front(item("p", Outline.rectangle(200, 100)))  # 5 mm left and right: ticks of 2 mm
    assert len(page.marks) == 8
    _, page = front(item("p", Outline.rectangle(100, 282)))  # beside the strip there is room
    assert page.strip.upright
    assert len(page.marks) == 8
    _, page = front(item("p", Outline.rectangle(199, 281.5)))  # 0.5 mm to the strip
    assert len(page.marks) == 6


def test_edges_of_a_honeycomb_are_there_once():
    sheet, page = front(item("p", Outline.hexagon(40), 4))  # the fourth touches none or two
    corners = {(round(at.x_mm, 4), round(at.y_mm, 4)) for m in page.marks for at in ends(m)}
    edges = {frozenset((round(at.x_mm, 4), round(at.y_mm, 4)) for at in ends(m))
             for m in page.marks}  # fmt: skip
    assert len(edges) == len(page.marks) == sheet.cuts
    shared = 4 * 6 - len(edges)
    assert shared == 3  # four in a row
    assert len(corners) == 4 * 6 - 2 * shared


def ends(mark: Line) -> tuple[Point, Point]:
    return mark.start, mark.end


def test_touching_edges_of_mixed_pieces_are_one_line():
    sheet, page = front(
        item("wide", Outline.rectangle(40, 20), 1), item("small", Outline.rectangle(20, 20), 2)
    )
    assert len({placement.box.y_mm for placement in page.placements}) == 1
    level = [mark for mark in page.marks if mark.start.y_mm == mark.end.y_mm]
    upright = [mark for mark in page.marks if mark.start.x_mm == mark.end.x_mm]
    assert [length_mm(mark) for mark in level] == pytest.approx([80, 80])
    assert [length_mm(mark) for mark in upright] == pytest.approx([20] * 4)
    assert sheet.cuts == 6
