"""Gaps of the document: pieces that were designed, and passages that it does not have."""

import pytest
from msgspec.structs import replace

from fustella.check import run
from fustella.core.values.claims import Verdict
from fustella.core.values.problems import Place
from tests.check.making import rows

RULES = "A box with 40 castles.\n\nThe list of\ncards follows.\n"


def test_gap_with_designed_pieces_is_open(box):
    (found,) = box.one("check: gap\nof: {kind: card}")
    assert found.verdict is Verdict.OPEN
    assert found.has == "1 of 3 designed"
    assert found.where == (Place("content/kingdom/cards.yaml", 21, "pieces[3]"),)


def test_gap_with_no_designed_pieces_holds(box):
    assert rows(box.one("check: gap\nof: {kind: tile}"))[0][1:] == ("2 from the document", "holds")


def test_gap_of_fields_is_open_for_pieces_of_the_document_too(box):
    (found,) = box.one("check: gap\nof: {kind: tile}\nfields: [front.defence, front.grid]")
    assert found.verdict is Verdict.OPEN
    assert found.has == "front.defence, front.grid of 2 designed"


def test_gap_of_fields_that_only_some_pieces_have_is_open(box):
    (found,) = box.one("check: gap\nof: {kind: [card, tile]}\nfields: front.defence")
    assert found.verdict is Verdict.OPEN


def test_gap_of_a_field_that_no_piece_has_is_refused(box):
    problem = box.problem("check: gap\nof: {kind: tile}\nfields: [front.defense]")
    assert (problem.code, "`defence`" in problem.hint) == ("E506", True)
    assert box.problem("check: gap\nsilent: mill\nfields: [front.defence]").code == "E107"


@pytest.mark.parametrize("document", [None, "A box with 40 castles."])
def test_gap_with_silent_document_is_open(box, document):
    (found,) = box.one("check: gap\nsilent: [list of cards, mill]", document)
    assert found.verdict is Verdict.OPEN
    assert "“list of cards”, “mill”" in found.says


def test_gap_with_passage_in_the_document_differs(box):
    (found,) = box.one("check: gap\nsilent: [mill, LIST of cards]", RULES)
    assert found.verdict is Verdict.DIFFERS
    assert found.lines[0][0] == 3
    assert "LIST of cards" in found.says
    assert found.unfixable


def test_gap_with_repeated_passage_names_its_first_line(box):
    found = box.one("check: gap\nsilent: [castles, follows]", RULES + RULES)
    assert [one.verdict for one in found] == [Verdict.DIFFERS] * 2
    assert [one.lines[0][0] for one in found] == [1, 4]


def test_gap_with_figure_in_silent_passage_is_found(box):
    (found,) = box.one('check: gap\nsilent: "{3} castles"', RULES)
    assert found.verdict is Verdict.DIFFERS


def test_gap_with_pieces_and_passages_checks_both(box):
    claim = "check: gap\nof: wheat-mill\nsilent: "
    assert [one.verdict for one in box.one(f"{claim}mill", RULES)] == [Verdict.OPEN]
    spoken = box.one(f"{claim}castles", RULES)
    assert [one.verdict for one in spoken] == [Verdict.DIFFERS, Verdict.OPEN]


@pytest.mark.parametrize(
    ("claim", "code", "key"),
    [
        ("check: gap", "E107", "it"),
        ("check: gap\nsilent: []", "E107", "it"),
        ("check: gap\nof: castel", "E506", "it.of"),
        ("check: gap\nof: {kind: card, front.level: 9}", "E506", "it.of"),
        ("check: gap\nof: castle\nthat: 1 = 1", "E106", "it.that"),
        ('check: gap\nsilent: "{3}"', "E505", "it.silent"),
        ('check: gap\nsilent: "the {mill}"', "E505", "it.silent"),
    ],
)
def test_gap_that_makes_no_sense_is_a_problem(box, claim, code, key):
    problem = box.problem(claim, RULES)
    assert (problem.code, problem.place.key) == (code, key)


def test_gap_with_invalid_passage_is_a_problem_without_document(box):
    assert box.problem('check: gap\nsilent: "{3}"').code == "E505"


def test_gap_of_an_original_is_refused(box):
    claim = box.claims("- {id: it, check: gap, of: {kind: tile}}")
    original = replace(box.game, document="")
    (problem,) = run(original, claim, None).problems
    assert (problem.code, problem.place.key) == ("E505", "it.check")
    assert "game.yaml names none" in problem.message
