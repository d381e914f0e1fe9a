"""The order of the cuts, tried out: parts of paper are cut in this order."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Rect
from fustella.core.values.sheets import Line
from fustella.impose.marks.cut_order import cut_order
from tests.helpers.timing import within

PAPER = Rect(0, 0, 210, 297)


@st.composite
def pieces_of(draw: st.DrawFn, region: Rect, depth: int) -> list[Rect]:
    """Boxes that cuts from edge to edge can free: a region divided repeatedly, with waste."""
    least_mm = 12
    upright = draw(st.booleans())
    length_mm = region.width_mm if upright else region.height_mm
    if depth == 0 or length_mm < 2 * least_mm + 4 or draw(st.integers(0, 4)) == 0:
        shrink = draw(st.sampled_from((0.0, 0.0, 1.0)))
        return [Rect(region.x_mm, region.y_mm, region.width_mm - shrink, region.height_mm - shrink)]
    gap_mm = draw(st.sampled_from((0.0, 0.0, 4.0)))
    at_mm = draw(st.floats(least_mm, length_mm - gap_mm - least_mm))
    if upright:
        one = Rect(region.x_mm, region.y_mm, at_mm, region.height_mm)
        rest_mm = region.width_mm - at_mm - gap_mm
        other = Rect(one.right_mm + gap_mm, region.y_mm, rest_mm, region.height_mm)
    else:
        one = Rect(region.x_mm, region.y_mm, region.width_mm, at_mm)
        rest_mm = region.height_mm - at_mm - gap_mm
        other = Rect(region.x_mm, one.bottom_mm + gap_mm, region.width_mm, rest_mm)
    return draw(pieces_of(one, depth - 1)) + draw(pieces_of(other, depth - 1))


parted = pieces_of(Rect(10, 10, 180, 250), 4)


def grid(columns: int, rows: int, width: float, height: float, gap: float = 0.0) -> list[Rect]:
    return [
        Rect(10 + c * (width + gap), 10 + r * (height + gap), width, height)
        for r in range(rows)
        for c in range(columns)
    ]


def tried_out(boxes: list[Rect], lines: list[Line]) -> list[Rect]:
    """The parts into which the paper falls. Each cut goes through whole parts, and no box."""
    parts = [PAPER]
    for line in lines:
        upright = line.start.x_mm == line.end.x_mm
        after = []
        for part in parts:
            after += cut_part(part, line, upright)
        assert len(after) > len(parts), f"{line} cuts nothing"
        parts = after
    for box in boxes:
        holding = [part for part in parts if part.overlaps(box, 2e-3)]
        assert len(holding) == 1, f"{box} was cut through"
    return parts


def cut_part(part: Rect, line: Line, upright: bool) -> list[Rect]:
    if upright:
        at, first, last = line.start.x_mm, line.start.y_mm, line.end.y_mm
        inside = part.x_mm + 2e-3 < at < part.right_mm - 2e-3
        low, high = part.y_mm, part.bottom_mm
    else:
        at, first, last = line.start.y_mm, line.start.x_mm, line.end.x_mm
        inside = part.y_mm + 2e-3 < at < part.bottom_mm - 2e-3
        low, high = part.x_mm, part.right_mm
    if not inside or last < low + 2e-3 or first > high - 2e-3:
        return [part]
    assert first < low + 2e-3 and last > high - 2e-3, f"{line} ends within {part}"
    if upright:
        return [
            Rect(part.x_mm, part.y_mm, at - part.x_mm, part.height_mm),
            Rect(at, part.y_mm, part.right_mm - at, part.height_mm),
        ]
    return [
        Rect(part.x_mm, part.y_mm, part.width_mm, at - part.y_mm),
        Rect(part.x_mm, at, part.width_mm, part.bottom_mm - at),
    ]


@given(parted)
@settings(max_examples=150, deadline=None)  # each has all cuts of a sheet tried out
def test_cut_order_of_parted_boxes_frees_every_box(boxes):
    order = cut_order(boxes, PAPER)
    assert order.left == ()
    numbers = [cut.number for cut in order.cuts]
    assert numbers == sorted(numbers)
    assert {*numbers} == {*range(1, order.count + 1)}
    parts = tried_out(boxes, [cut.line for cut in order.cuts])
    for box in boxes:
        (part,) = [part for part in parts if part.overlaps(box, 2e-3)]
        assert box.contains(part, 5e-3)


@pytest.mark.parametrize(
    ("boxes", "cuts"),
    [
        (grid(1, 1, 60, 80), 4),
        (grid(3, 3, 60, 80), 4 + 4),
        (grid(3, 3, 60, 80, 4), 6 + 6),
        (grid(3, 3, 60, 80)[:7], 8),  # the last row is not full: no further cut
        ([Rect(10, 10, 60, 40), Rect(10, 50, 30, 40), Rect(40, 50, 30, 40)], 3 + 2 + 1),
        ([Rect(10, 10, 60, 40), Rect(70, 10, 60, 30)], 2 + 3 + 1),
    ],
)
def test_cut_order_of_simple_sheets_takes_as_many_cuts_as_counted_by_hand(boxes, cuts):
    assert cut_order(boxes, PAPER).count == cuts


def test_cut_order_of_strips_that_are_alike_cuts_them_in_piles():
    tiles = [Rect(10 + 38 * x, 10 + 32 * y, 38, 32) for y in range(7) for x in range(5)]
    coins = [Rect(10 + 15 * x, 234, 15, 15) for x in range(12)]
    order = cut_order([*tiles, *coins], PAPER)
    # Nine level cuts and two upright ones through all; then four through a pile of seven strips,
    # and twelve through the coins.
    assert order.count == 9 + 2 + 4 + 12
    assert len(order.cuts) == 9 + 2 + 7 * 4 + 12
    many = [Rect(10, 5 + 10 * y, 20 + 30 * (y % 2), 10) for y in range(28)]
    assert cut_order(many, PAPER).count == 29 + 2 + 2  # fourteen short strips are two piles


def test_cut_order_of_a_grid_goes_down_and_then_from_right_to_left():
    lines = [cut.line for cut in cut_order(grid(2, 2, 50, 70), PAPER).cuts]
    assert [line.start.y_mm for line in lines[:3]] == [10, 80, 150]
    assert [line.start.x_mm for line in lines[3:]] == [110, 60, 10]


def test_cut_order_of_boxes_that_interlock_leaves_them():
    wheel = [Rect(10, 10, 60, 30), Rect(70, 10, 30, 60), Rect(40, 70, 60, 30), Rect(10, 40, 30, 60),
             Rect(40, 40, 30, 30)]  # fmt: skip
    order = cut_order([*wheel, Rect(110, 10, 20, 20)], PAPER)
    assert [sorted(group) for group in order.left] == [[0, 1, 2, 3, 4]]
    tried_out([*wheel, Rect(110, 10, 20, 20)], [cut.line for cut in order.cuts])


def test_cut_order_of_nothing_has_no_cut():
    assert cut_order([], PAPER).cuts == ()


def test_cut_order_of_thirty_full_sheets_takes_half_a_second_at_most():
    boxes = grid(18, 18, 10, 15)
    within(0.5, lambda: [cut_order(boxes, PAPER) for _ in range(30)])
