"""Claims that no machine can judge: always listed, never as passed."""

import pytest

from fustella.core.values.claims import Verdict
from tests.check.making import rows


@pytest.mark.parametrize(
    ("why", "says"),
    [
        ("as it is", "as it is"),
        ("{en: “small” is no measure, it: «piccolo» non misura}", "“small” is no measure"),
        ("{it: «piccolo» non misura}", "«piccolo» non misura"),
        ("6", "6"),
    ],
)
def test_manual_claim_is_unchecked_with_its_reason(box, why, says):
    assert rows(box.one(f"check: manual\nwhy: {why}")) == [(says, "", "unchecked")]


def test_manual_claim_with_changed_passage_reports_the_change(box):
    claim = "lines: 2\ntext: a small board of {6} squares\ncheck: manual\nwhy: as it is"
    assert [one.verdict for one in box.one(claim, "\na small board of six squares")] == [
        Verdict.UNCHECKED
    ]
    assert [one.verdict for one in box.one(claim, "\na board")] == [Verdict.GONE]
    unchecked, changed = box.one(claim, "\na small board of 7 squares")
    assert unchecked.verdict is Verdict.UNCHECKED
    assert (changed.verdict, changed.was, changed.says) == (Verdict.DIFFERS, "6", "7")


@pytest.mark.parametrize(
    ("claim", "code", "key"),
    [
        ("check: manual", "E107", "it"),
        ("check: manual\nwhy:", "E104", "it.why"),
        ('check: manual\nwhy: " "', "E107", "it.why"),
        ("check: manual\nwhy: {fr: comme ça}", "E505", "it.why"),
        ("check: manual\nwhy: it is\nof: castle", "E106", "it.of"),
    ],
)
def test_manual_claim_that_makes_no_sense_is_a_problem(box, claim, code, key):
    problem = box.problem(claim)
    assert (problem.code, problem.place.key) == (code, key)
