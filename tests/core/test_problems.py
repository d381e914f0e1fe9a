"""Problems: which of them are equal, in which order they come, and which are told together."""

import pytest
from msgspec.structs import replace

from fustella.core.values.problems import Place, Problem, ProblemsFound, Severity, by_cause, some_of

FIRST = Problem("E200", Place("a.yaml", 2), "wrong")
SECOND = Problem("E100", Place("b.yaml", 1), "wrong")


def test_problems_found_are_each_once_in_the_order_of_their_places():
    assert ProblemsFound([SECOND, FIRST, SECOND]).problems == (FIRST, SECOND)


def test_problems_of_one_line_are_in_the_order_of_their_entries():
    keys = [f"pieces[{n}].front.x[{m}]" for n in (1, 2, 10, 11) for m in (1, 2, 10)]
    problems = [Problem("E200", Place("a.yaml", 2, key), "wrong") for key in keys]
    assert [one.place.key for one in ProblemsFound(sorted(problems, key=str)).problems] == keys
    others = [replace(one, place=Place("a.yaml", 2, key)) for one in problems for key in ("", "x")]
    assert len(ProblemsFound(others).problems) == 2


def test_problem_that_concerns_another_place_too_is_equal():
    other = Problem("E200", Place("a.yaml", 2), "wrong", concerns=Place("list.yaml", 3))
    assert FIRST.concerns is None
    assert other == FIRST
    assert ProblemsFound([other, FIRST]).problems == (FIRST,)
    assert str(other) == str(FIRST)


def told(count, *, message="wrong {0}", cause="", line=1, code="E200", key="pieces[{0}].front.n"):
    return [
        Problem(
            code,
            Place("a.yaml", line * n, key.format(n)),
            message.format(n),
            cause=cause,
            piece=f"p{n}",
        )
        for n in range(1, count + 1)
    ]


def grouped(problems):
    return [[one.piece for one in group] for group in by_cause(problems)]


@pytest.mark.parametrize(
    ("problems", "groups"),
    [
        ([], []),
        (told(1), [1]),
        (told(3, message="wrong"), [1, 1, 1]),  # few in the same words are told each
        (told(4, message="wrong"), [4]),
        (told(49, message="wrong"), [49]),
        (told(49), [1] * 49),  # in different words
        (told(12, cause="a font"), [1] * 12),  # few of a cause
        (told(13, cause="a font"), [13]),
        (told(429, cause="a font"), [429]),
        (told(13, cause="a font") + told(13, cause="a font", code="E201"), [13, 13]),
        (told(13, cause="a font") + told(13, cause="another", message="so {0}"), [13, 13]),
        (told(2, message="wrong", line=0), [1, 1]),  # without a line there is no place in common
    ],
)
def test_problems_of_one_cause_are_told_together(problems, groups):
    assert [len(group) for group in grouped(problems)] == groups


def test_icons_that_are_not_there_are_as_many_problems_as_icons():
    each = [
        Problem("E114", Place("a.yaml", n, f"pieces[{n}].front.i"), f"there is no icon `x{n % 4}`")
        for n in range(1, 50)
    ]
    assert [len(group) for group in by_cause(each)] == [13, 12, 12, 12]


def test_few_of_one_cause_are_told_together_in_a_flood():
    zones = ("title", "attack", "move", "setup")
    flood = [one for zone in zones for one in told(11, message=f"{zone} {{0}}", cause=zone)]
    assert [len(group) for group in by_cause(flood)] == [11] * 4
    assert len(by_cause(flood[:30])) == 30  # few enough to be read one by one


def test_value_of_a_whole_list_is_told_once_however_few_pieces_have_it():
    two = [
        Problem("E104", Place("a.yaml", 2, f"pieces[{n}].front.n"), "wrong", piece=f"p{n}")
        for n in (1, 2)
    ]
    assert grouped(two) == [["p1", "p2"]]
    others = [replace(two[0], place=Place("a.yaml", 2, "pieces[1].front.m")), two[1]]
    assert grouped(others) == [["p1"], ["p2"]]


def test_the_first_of_one_cause_is_told_and_equal_ones_once():
    again = [SECOND, FIRST, SECOND]
    assert by_cause(again) == [[SECOND], [FIRST]]
    errors = told(4, message="wrong")
    assert by_cause([*errors, *as_warnings(errors)]) == [errors, as_warnings(errors)]


def as_warnings(problems):
    return [replace(one, severity=Severity.WARNING) for one in problems]


def test_some_of_many_names():
    assert some_of(["a", "b", "c"]) == "a, b, c"
    assert some_of(list("abcdefg")) == "a, b, c and 4 more"
