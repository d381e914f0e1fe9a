"""The document's own arithmetic."""

import pytest

from fustella.core.values.claims import Verdict
from tests.check.making import rows

FIGURES = (
    "lines: 3-9\ntext: ['{tiles=12} tiles', '{one=5} mountains and {other=7} lakes']\ncheck: sum\n"
)


def test_sum_that_is_right_holds(box):
    assert rows(box.one(f"{FIGURES}that: one + other = tiles")) == [
        ("5 + 7 = 12", "it is", "holds")
    ]


def test_sum_that_is_wrong_is_a_contradiction(box):
    found = box.one(f"{FIGURES}that: one * other = tiles")
    assert rows(found) == [("5 × 7 = 12", "5 × 7 = 35 ≠ 12", "contradiction")]
    assert found[0].lines == ((3, 9),)
    assert not found[0].repairs


def test_sum_with_several_comparisons_checks_each(box):
    found = box.one(f"{FIGURES}that: [one + other = tiles, one > other, one < tiles]")
    assert rows(found) == [
        ("5 + 7 = 12 · 5 < 12", "it is · 5 < 12", "holds"),
        ("5 > 7", "5 ≤ 7", "contradiction"),
    ]


def test_sum_with_figures_of_other_claims_and_counts_of_pieces_is_computed(box):
    claims = """
    - {id: castles, lines: 3, text: "{40} castles", check: count, of: castle}
    - {id: sums, check: sum, that: [castles = 40, castles.n + 4 = count(card)]}
    """
    assert [one.verdict for one in box.run(claims)] == [Verdict.HOLDS] * 2


def test_sum_with_a_document_uses_its_figures(box):
    document = "twelve tiles:\n5 mountains and 8 lakes"
    contradiction, change = box.one(f"{FIGURES}that: one + other = tiles", document)
    assert rows([contradiction]) == [("5 + 8 = 12", "5 + 8 = 13 ≠ 12", "contradiction")]
    assert (change.verdict, change.says, change.was) == (Verdict.DIFFERS, "8", "7")


@pytest.mark.parametrize(
    ("that", "code"),
    [
        ("", "E104"),
        ("[]", "E107"),
        ("one + other", "E508"),
        ("one + = tiles", "E508"),
        ("one + third = tiles", "E506"),
        ("copies = 1", "E506"),
        ("{one: tiles}", "E508"),
        ("[one + other = tiles, one]", "E508"),
    ],
)
def test_sum_that_makes_no_sense_is_a_problem(box, that, code):
    problem = box.problem(f"{FIGURES}that: {that}")
    assert (problem.code, problem.place.key) == (code, "it.that")
    assert problem.place.line == 7


def test_sum_without_comparison_is_a_problem(box):
    assert (box.problem("check: sum").code, box.problem("check: sum").place.key) == ("E107", "it")
