"""Problems: which of them are equal, and in which order they come."""

from fustella.core.problems import Place, Problem, ProblemsFound

FIRST = Problem("E200", Place("a.yaml", 2), "wrong")
SECOND = Problem("E100", Place("b.yaml", 1), "wrong")


def test_problems_found_are_each_once_in_the_order_of_their_places():
    assert ProblemsFound([SECOND, FIRST, SECOND]).problems == (FIRST, SECOND)


def test_problem_that_concerns_another_place_too_is_equal():
    other = Problem("E200", Place("a.yaml", 2), "wrong", concerns=Place("list.yaml", 3))
    assert FIRST.concerns is None
    assert other == FIRST
    assert ProblemsFound([other, FIRST]).problems == (FIRST,)
    assert str(other) == str(FIRST)
