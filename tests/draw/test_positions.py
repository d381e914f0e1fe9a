import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.values.problems import WrongArgument
from fustella.draw.templates.positions import arc, cells, on_circle, ring, row, scatter


def at(positions):
    return [(round(position.x, 6) + 0.0, round(position.y, 6) + 0.0) for position in positions]


def test_ring_starts_at_the_top_and_goes_clockwise():
    assert at(ring(10, 10, 5, 4)) == [(10, 5), (15, 10), (10, 15), (5, 10)]
    assert [position.angle for position in ring(10, 10, 5, 4, start=45)] == [45, 135, 225, 315]


def test_arc_includes_its_ends_and_a_single_position_is_in_the_middle():
    assert at(arc(0, 0, 1, 3, -90, 180)) == [(-1, 0), (0, -1), (1, 0)]
    assert at(arc(0, 0, 1, 1, -90, 180)) == [(0, -1)]


def test_row_and_cells_give_regular_positions():
    assert at(row(1, 2, 3, 4)) == [(1, 2), (5, 2), (9, 2)]
    assert at(cells(0, 0, 2, 2, 10)) == [(5, 5), (15, 5), (5, 15), (15, 15)]


def test_on_circle_counts_angles_clockwise_from_the_top():
    assert on_circle(0, 0, 1, 90) == pytest.approx((1, 0))


SEEDED = (7.722596, 3.809902)
BOXES = st.tuples(st.floats(-50, 50), st.floats(-50, 50), st.floats(0, 60), st.floats(0, 60))


@settings(max_examples=60, deadline=None)
@given(BOXES, st.integers(0, 25), st.integers(), st.floats(0, 30))
def test_scatter_gives_the_count_inside_the_box_from_top_to_bottom(box, count, seed, gap):
    x, y, width, height = box
    positions = scatter(*box, count, seed, gap)
    assert len(positions) == count
    assert [position.y for position in positions] == sorted(position.y for position in positions)
    for position in positions:
        assert x - 1e-9 <= position.x <= x + width + 1e-9
        assert y - 1e-9 <= position.y <= y + height + 1e-9
        assert 0 <= position.random < 1
        assert 0 <= position.angle < 360


def closest(positions):
    return min(
        math.dist((a.x, a.y), (b.x, b.y)) for a in positions for b in positions if a is not b
    )


def test_scatter_keeps_the_gap_where_there_is_room_and_reduces_it_elsewhere():
    assert closest(scatter(0, 0, 100, 100, 30, "trees", 8)) >= 8
    crowded = scatter(0, 0, 100, 100, 200, "trees", 20)
    assert len(crowded) == 200
    assert 2 < closest(crowded) < 20


def test_scatter_with_the_same_seed_is_the_same_in_every_process():
    first = scatter(0, 0, 10, 10, 1, "seed", 1)[0]
    assert (round(first.x, 6), round(first.y, 6)) == SEEDED
    assert scatter(0, 0, 10, 10, 5, "seed", 1) != scatter(0, 0, 10, 10, 5, "other", 1)


def test_random_of_a_position_is_the_same_when_others_are_added():
    few, more = ring(0, 0, 1, 3), row(0, 0, 9, 1)
    assert [position.random for position in few] == [position.random for position in more[:3]]


@pytest.mark.parametrize(
    "call",
    [
        lambda: ring(0, 0, 1, -1),
        lambda: arc(0, 0, 1, 2.5, 0, 90),
        lambda: cells(0, 0, 2, -1, 5),
        lambda: scatter(0, 0, -1, 5, 3, "s", 1),
        lambda: row(0, 0, "3", 1),
    ],
)
def test_positions_with_wrong_arguments_raise(call):
    with pytest.raises(WrongArgument) as found:
        call()
    assert str(found.value)
