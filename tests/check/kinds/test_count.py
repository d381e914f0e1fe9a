"""As many pieces as the document says, and the repair of the one number that decides."""

import pytest

from fustella.core.values.claims import Repair, Verdict
from fustella.core.values.problems import Place
from tests.check.making import failed, rows

CARDS = "content/kingdom/cards.yaml"


def count(of: str, figure: int, more: str = "") -> str:
    return f'lines: 3\ntext: "{{{figure}}} of them"\ncheck: count\nof: {of}\n{more}'


@pytest.mark.parametrize(
    ("of", "figure"),
    [
        ("castle", 40),
        ("{kind: card}", 44),
        ('"wheat-*"', 4),
        ("{kind: [tile, token]}", 12),
        ("[castle, coin-red]", 43),
        ("ghost", 0),
        ("{kind: card, front.cost: 9}", 0),
    ],
)
def test_count_adds_copies_of_selected_pieces(box, of, figure):
    assert rows(box.one(count(of, figure))) == [(str(figure), str(figure), "holds")]
    (found,) = box.one(count(of, figure + 1))
    assert rows([found]) == [(str(figure + 1), str(figure), "differs")]


def test_count_with_is_compares_with_the_expression(box):
    claim = "text: '{a=4} times {10} castles'\nlines: 3\ncheck: count\nof: castle\n"
    assert rows(box.one(f"{claim}is: a * n")) == [("4 × 10 = 40", "40", "holds")]
    assert rows(box.one(f"{claim}is: a + n")) == [("4 + 10 = 14", "40", "differs")]
    assert rows(box.one("check: count\nof: castle\nis: 40")) == [("40", "40", "holds")]


def test_count_of_designs_leaves_out_struck_out_ones(box):
    assert rows(box.one(count("{kind: card}", 3, "designs: true"))) == [("3", "3", "holds")]
    assert rows(box.one(count('["*castle*", ghost]', 1, "designs: true")))[0][2] == "holds"
    (found,) = box.one(count("{kind: card}", 4, "designs: true"))
    assert (found.verdict, found.has) == (Verdict.DIFFERS, "3")
    assert not found.repairs
    assert found.unfixable
    assert rows(box.one(count("{kind: card}", 44, "designs: false")))[0][2] == "holds"


def test_count_has_the_places_of_the_numbers(box):
    (found,) = box.one(count('[castle, "wheat-*", lake]', 1))
    assert found.where == (
        Place(CARDS, 8, "pieces[1].copies"),
        Place(CARDS, 3, "copies"),
        Place("content/kingdom/tiles.yaml", 5, "pieces[2]"),
    )


def test_count_that_differs_by_one_number_is_repaired(box):
    found = failed(box.one(count("castle", 42)))
    assert found[0].repairs == (Repair(Place(CARDS, 8, "pieces[1].copies"), "40", "42"),)
    assert "    copies: 42     # forty\n" in box.mended(found, "cards.yaml")


def test_count_with_shared_number_is_repaired_by_its_share(box):
    found = failed(box.one(count('"coin-*"', 10)))
    assert "copies: 5, front: {value: 1}" in box.mended(found, "tokens.yaml")
    (found,) = failed(box.one(count('"coin-*"', 9)))
    assert not found.repairs
    assert "2 pieces" in found.unfixable


def test_count_with_struck_out_piece_gives_it_no_share(box):
    """Its `copies` are those of the list; the repair is for the pieces that are printed."""
    found = failed(box.one(count("[castle, ghost]", 42)))
    assert "copies: 42     # forty" in box.mended(found, "cards.yaml")
    found = failed(box.one(count('["wheat-*", ghost]', 6)))
    assert "copies: 3\n" in box.mended(found, "cards.yaml")


@pytest.mark.parametrize(
    ("of", "figure", "reason"),
    [
        ("{kind: card}", 50, "2 numbers"),
        ("lake", 2, "add `copies: 2`"),
        ("lake", 0, "cannot be shared"),
        ("castle", 0, "cannot be shared"),
        ("wheat-field", 3, "wheat-mill"),
        ("coin-red", 4, "coin-blue"),
        ("ghost", 1, "no piece"),
    ],
)
def test_count_without_single_number_says_why_it_is_not_repaired(box, of, figure, reason):
    (found,) = failed(box.one(count(of, figure)))
    assert not found.repairs
    assert reason in found.unfixable


@pytest.mark.parametrize(
    ("claim", "code", "key"),
    [
        ("check: count", "E107", "it"),
        ("check: count\nof: castle", "E107", "it"),
        ("check: count\nof: castel\nis: 1", "E506", "it.of"),
        ("check: count\nof: castle\nis: [1, 2]", "E505", "it.is"),
        ("check: count\nof: castle\nis: copies", "E506", "it.is"),
        ("check: count\nof: castle\nis: 1 = 1", "E508", "it.is"),
        ("check: count\nof: castle\nis: 1\ndesigns: 1", "E505", "it.designs"),
        ("check: count\nof: castle\nis: 1\ndesigns: yes", "E505", "it.designs"),
        ("check: count\nof: castle\nis: 1\nthat: 1 = 1", "E106", "it.that"),
    ],
)
def test_count_that_makes_no_sense_is_a_problem(box, claim, code, key):
    problem = box.problem(claim)
    assert (problem.code, problem.place.key) == (code, key)
