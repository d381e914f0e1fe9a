"""Intervals on a line, joined and with their gaps, tried out on every whole millimetre."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.impose.intervals import gaps, joined, raster

intervals = st.lists(
    st.tuples(st.integers(0, 20), st.integers(1, 5)).map(lambda it: (it[0], it[0] + it[1]))
)


def covered(parts):
    return {mm for first, last in parts for mm in range(first, last)}


@given(intervals)
def test_joined_intervals_cover_the_same_and_are_apart(parts):
    found = joined(parts)
    assert covered(found) == covered(parts)
    assert all(before[1] < after[0] for before, after in pairwise(found))


@pytest.mark.parametrize(
    ("slack_mm", "expected"),
    [(0, [(0, 4), (5, 6)]), (1, [(0, 6)]), (-1, [(0, 2), (2, 4), (5, 6)])],
)
def test_joined_with_slack_closes_gaps_or_asks_for_an_overlap(slack_mm, expected):
    assert joined([(5, 6), (2, 4), (0, 2)], slack_mm) == expected


@given(intervals, st.integers(0, 20), st.integers(1, 20))
def test_gaps_of_an_interval_are_what_is_not_taken(parts, first, length):
    found = gaps(joined(parts), first, first + length)
    assert covered(found) == set(range(first, first + length)) - covered(parts)


def test_raster_of_lengths_with_rounding_errors_is_equal():
    assert raster(0.1 + 0.2) == raster(0.3)
    assert raster(0.3) != raster(0.302)
    assert raster(0.3, per_mm=200.0) == raster(0.302, per_mm=200.0)
