"""Decks: size, copies of the same card, exceptions, and what may be exchanged."""

from pathlib import Path

import pytest

from fustella.core.values.claims import Verdict
from tests.check.kinds.claimed import Claimed, failed, held

KINDS = """
card:
  name: {en: Cards}
  width: 60mm
  height: 90mm
  front: piece.svg.j2
  fields: {front: {deck: sun | moon, title: text, free?: flag}}
"""
SUN = """
kind: card
source: {lines: 1}
front: {deck: sun}
pieces:
  - {id: guard, copies: 3, front: {title: {en: Guard}}}
  - {id: guard-again, copies: 1, front: {title: {en: Old guard}}}
  - {id: crowd, copies: 9, front: {title: {en: Crowd}, free: true}}
"""
MOON = """
kind: card
source: {lines: 1}
front: {deck: moon}
pieces:
  - {id: owl, copies: 3, front: {title: {en: Owl}}}
  - id: bat
    copies: 2
    front: {title: {en: Bat}}
  - {id: fog, copies: 7, front: {title: {en: Fog}, free: true}}
"""
RULE = """
check: deck
of: {kind: card}
decks: front.deck
copies_at_most: 3
except: {front.free: true}
"""


@pytest.fixture
def box(tmp_path: Path) -> Claimed:
    return Claimed(tmp_path, KINDS, (SUN, MOON))


def changed(box: Claimed, old: str, new: str) -> Claimed:
    lists = tuple(one.replace(old, new) for one in box.lists)
    assert lists != box.lists
    return Claimed(box.root, box.kinds, lists)


def test_deck_within_its_limits_holds(box):
    rule = "check: deck\nof: {kind: card}\ndecks: front.deck\nat_least: 12\nat_most: 13"
    assert held(box.check(rule)) == ("at least 12 cards · at most 13 cards = sun 13 · moon 12")


def test_deck_outside_its_limits_is_named(box):
    rule = "check: deck\nof: {kind: card}\ndecks: front.deck\nat_least: 13\nat_most: 12"
    assert failed(box.check(rule)) == [
        ("at most 12 cards", "sun 13", Verdict.DIFFERS),
        ("at least 13 cards", "moon 12", Verdict.DIFFERS),
    ]


def test_deck_with_exceptions_counts_other_cards_only(box):
    assert held(box.check(RULE)) == "at most 3 of a card = sun 3 · moon 3"
    without = RULE.replace("except: {front.free: true}", "")
    assert [has for _, has, _ in failed(box.check(without))] == ["sun: 9 × Crowd", "moon: 7 × Fog"]


def test_deck_with_two_designs_of_one_name_counts_them_together(box):
    findings = changed(box, "Old guard", "Guard").check(RULE)
    assert failed(findings) == [("at most 3 of a card", "sun: 4 × Guard", Verdict.DIFFERS)]
    (fault,) = (found for found in findings if found.verdict is Verdict.DIFFERS)
    assert not fault.repairs
    assert "more than one number" in fault.unfixable
    assert len(fault.where) == 2


def test_deck_with_same_counts_by_that_field(box):
    findings = box.check(RULE + "same: front.deck\n")
    assert [has for _, has, _ in failed(findings)] == ["sun: 4 × sun", "moon: 5 × moon"]


def test_deck_with_card_too_often_is_repaired_if_large_enough(box):
    box = changed(box, "copies: 2", "copies: 4")
    findings = box.check(RULE + "at_least: 13\n")
    assert [has for _, has, _ in failed(findings)] == ["moon: 4 × Bat"]
    assert "    copies: 3\n    front: {title: {en: Bat}}" in box.mended(findings, "list-2.yaml")
    findings = box.check(RULE + "at_least: 14\n")
    assert not any(found.repairs for found in findings)


def test_deck_with_copies_shared_by_a_list_is_not_repaired(box):
    shared = MOON.replace("pieces:", "copies: 5\npieces:").replace("copies: 2\n    ", "")
    box = Claimed(box.root, box.kinds, (shared.replace("copies: 3, ", ""),))
    findings = box.check(RULE)
    assert [has for _, has, _ in failed(findings)] == ["moon: 5 × Owl", "moon: 5 × Bat"]
    assert not any(found.repairs for found in findings)


def test_deck_with_exchangeable_cards_counts_them_too(box):
    by_name = """
    check: deck
    decks: {sun: [guard]}
    with: {sun: [guard-again]}
    same: front.deck
    copies_at_most: 3
    """
    assert [has for _, has, _ in failed(box.check(by_name))] == ["sun: 4 × sun"]
    by_field = """
    check: deck
    of: [guard, owl]
    decks: front.deck
    with: [guard-again]
    same: front.deck
    copies_at_most: 3
    """
    findings = box.check(by_field)
    assert [has for _, has, _ in failed(findings)] == ["sun: 4 × sun"]
    assert held(findings) == "at most 3 of a card = moon 3"


@pytest.mark.parametrize(
    ("claim", "code", "words"),
    [
        ("check: deck\nof: guard\ndecks: front.deck", "E107", "no rule"),
        ("check: deck\ndecks: front.deck\nat_least: 1", "E107", "which cards have"),
        ("check: deck\nof: guard\ndecks: front.dek\nat_least: 1", "E506", "no field"),
        ("check: deck\nof: guard\ndecks: {sun: guard}\nat_least: 1", "E505", "have names"),
        ("check: deck\ndecks: {sun: {front.deck: day}}\nat_least: 1", "E506", "no card"),
        ("check: deck\ndecks: {sun: guard}\nwith: {son: owl}\nat_least: 1", "E506", "`son`"),
        (RULE + "with: {kind: card, front.deck: day}", "E506", "no card"),
        ("check: deck\ndecks: {sun: guard}\nwith: owl\nat_least: 1", "E505", "have names"),
    ],
)
def test_deck_that_makes_no_sense_is_a_problem(box, claim, code, words):
    problem = box.problem(claim)
    assert problem.code == code
    assert words in problem.message


def test_deck_with_number_notices_a_missing_deck(box):
    rule = "check: deck\nof: {kind: card}\ndecks: front.deck\nnumber: 1 + 1"
    assert held(box.check(rule)) == "2 decks = 2: sun, moon"
    alone = Claimed(box.root / "alone", box.kinds, (SUN,))
    assert failed(alone.check(rule)) == [("2 decks", "1: sun", Verdict.DIFFERS)]


def test_deck_with_changed_limit_reports_it_with_the_first_deck(box):
    claim = "lines: 1\ntext: at least {least=12} cards\ncheck: deck\nof: {kind: card}\n"
    claim += "decks: front.deck\nat_least: least\n"
    sun, moon = box.check(claim, "at least 14 cards")
    assert (sun.says, sun.has, sun.was) == ("at least 14 cards", "sun 13", "12")
    assert (moon.says, moon.has, moon.was) == ("at least 14 cards", "moon 12", "")
    assert [repair.new for repair in sun.repairs] == ["{least=14}"]
