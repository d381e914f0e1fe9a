"""Odds and lengths: computed exactly for a deck, sampled for a script."""

import math
from pathlib import Path

import pytest

from fustella.core.processes import limits
from fustella.core.values.claims import Verdict
from tests.check.kinds.claimed import Claimed, failed, held

KINDS = """
card:
  name: {en: Cards}
  width: 60mm
  height: 90mm
  front: piece.svg.j2
  fields: {front: {land?: flag, cost: number}}
"""
CARDS = """
kind: card
source: {lines: 1}
pieces:
  - {id: forest, copies: 24, name: {en: Forest}, front: {land: true, cost: 0}}
  - {id: imp, copies: 20, name: {en: Imp}, front: {cost: 1}}
  - {id: dragon, copies: 16, name: {en: Dragon}, front: {cost: 6}}
"""
LAND = "check: odds\nof: {kind: card}\nwhere: land = true\ndraw: 7\n"
SCRIPT = """
simulations:
  opening:
    stacks: {deck: kind = "card"}
    groups: {land: land = true}
    setup: [{draw: 7, from: deck}]
    measure: {land: hand.land >= 1, lands: hand.land}
  supply:
    stacks: {deck: kind = "card"}
    turn: [{draw: 7, from: deck}]
    until: deck = 0
    measure: {turns: turn, short: short}
"""


@pytest.fixture
def box(tmp_path: Path) -> Claimed:
    (tmp_path / "content" / "island").mkdir(parents=True)
    (tmp_path / "content" / "island" / "simulations.yaml").write_text(SCRIPT, encoding="utf-8")
    return Claimed(tmp_path, KINDS, (CARDS,))


def chance(*numbers):
    """The chance in per cent of so many lands among 7 of 60 cards, 24 of them lands."""
    ways = (math.comb(24, number) * math.comb(36, 7 - number) for number in numbers)
    return 100 * sum(ways) / math.comb(60, 7)


def test_odds_of_a_hand_are_exact(box):
    assert chance(*range(1, 8)) == pytest.approx(97.84, abs=0.01)
    assert held(box.check(LAND + "that: odds >= 97.8")) == (
        "at least 97.8 = 97.8 %: at least 1 of 24 in 7 of 60"
    )
    assert failed(box.check(LAND + "that: odds >= 97.9")) == [
        ("at least 97.9", "97.8 %: at least 1 of 24 in 7 of 60", Verdict.DIFFERS)
    ]


@pytest.mark.parametrize(
    ("wish", "numbers"),
    [
        ("least: 2", range(2, 8)),
        ("most: 2", range(3)),
        ("least: 2\nmost: 4", range(2, 5)),
        ("exactly: 3", (3,)),
        ("exactly: 0", (0,)),
    ],
)
def test_wishes_for_a_hand(wish, numbers, box):
    exact = chance(*numbers)
    assert not failed(box.check(LAND + f"{wish}\nthat: [odds > {exact - 0.01:.4f}]"))
    assert failed(box.check(LAND + f"{wish}\nthat: [odds > {exact + 0.01:.4f}]"))


def test_a_figure_of_the_document_may_be_the_bound(box):
    claim = LAND + 'lines: 1\ntext: "in {97} of 100 hands"\nthat: odds >= n'
    (finding,) = box.check(claim, "in 97 of 100 hands")
    assert finding.verdict is Verdict.HOLDS
    (finding,) = box.check(claim, "in 98 of 100 hands")
    assert (finding.verdict, finding.says, finding.was) == (Verdict.DIFFERS, "at least 98", "97")


def test_the_mean_of_a_hand(box):
    assert held(box.check(LAND + "that: mean = 7 * 24 / 60"))


def test_fewer_cards_break_the_claim(box):
    fewer = Claimed(box.root, box.kinds, (CARDS.replace("copies: 24", "copies: 23"),))
    (finding,) = fewer.check(LAND + "that: odds >= 97.8")
    assert finding.verdict is Verdict.DIFFERS and finding.where


def test_a_measure_of_a_script_is_sampled(box):
    found = box.check("check: odds\nsimulation: opening\nthat: [land >= 90, lands > 2]")
    assert {finding.verdict for finding in found} == {Verdict.HOLDS}
    (fault,) = failed(box.check("check: odds\nsimulation: opening\nthat: land < 90"))
    assert fault[0] == "less than 90" and " to " in fault[1]


def test_a_bound_within_the_interval_is_not_decided(box):
    exact = chance(*range(1, 8))
    (found,) = box.check(f"check: odds\nsimulation: opening\nthat: land >= {exact:.4f}")
    assert found.verdict is Verdict.UNCHECKED and "too close" in found.has


def test_lengths_of_a_script(box):
    claim = "check: odds\nsimulation: supply\ntimes: 30\n"
    assert not failed(box.check(claim + "that: [turns = 9, turns.least = 9, short = 3]"))
    assert failed(box.check(claim + "that: turns.most <= 8"))


def test_the_same_seed_gives_the_same_figure(box):
    claim = "check: odds\nsimulation: opening\ntimes: 50\nthat: lands > 9\n"
    told = [failed(box.check(claim + f"seed: {seed}"))[0][1] for seed in (3, 3, 4)]
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize(
    ("claim", "code", "message"),
    [
        ("check: odds\nthat: odds > 1", "E107", "needs a deck"),
        (LAND + "simulation: opening\nthat: odds > 1", "E107", "not both"),
        (LAND + "times: 5\nthat: odds > 1", "E505", "`times`"),
        ("check: odds\nsimulation: opening\ndraw: 5\nthat: land > 1", "E505", "`draw`"),
        ("check: odds\nof: {kind: card}\ndraw: 3\nthat: odds > 1", "E107", "`where` is missing"),
        ("check: odds\nof: {kind: card}\nwhere: cost = 1\nthat: odds > 1", "E107", "`draw`"),
        (LAND.replace("land", "lnd") + "that: odds > 1", "E506", "`lnd`"),
        (LAND.replace("land =", "land = =") + "that: odds > 1", "E508", ""),
        (LAND.replace("7", "90") + "that: odds > 1", "E505", "90 cards cannot be drawn"),
        (LAND + "exactly: 1\nmost: 2\nthat: odds > 1", "E505", "`exactly`"),
        (LAND + "least: 1 / 2\nthat: odds > 1", "E505", "no whole number"),
        (LAND + "that: odd > 1", "E506", "`odd`"),
        (LAND + "that: odds", "E508", "compares nothing"),
        ("check: odds\nsimulation: openning\nthat: land > 1", "E641", "`openning`"),
        ("check: odds\nsimulation: opening\ntimes: 0\nthat: land > 1", "E505", "0 times"),
    ],
)
def test_a_claim_that_cannot_be_understood(claim, code, message, box):
    problem = box.problem(claim)
    assert (problem.code, problem.hint != "") == (code, True) and message in problem.message


def test_a_script_that_takes_too_long_is_refused(box, monkeypatch):
    monkeypatch.setattr(limits, "CLAIM_STEPS", 20_000)
    problem = box.problem("check: odds\nsimulation: opening\nthat: land > 1")
    assert problem.code == "E642" and "113 of 1,000 runs were done" in problem.message


def test_a_fault_in_the_script_is_told_with_its_line(box):
    path = box.root / "content" / "island" / "simulations.yaml"
    path.write_text(SCRIPT.replace("hand.land >= 1", "hand.lnd >= 1"), encoding="utf-8")
    problem = box.problem("check: odds\nsimulation: opening\nthat: land > 1")
    assert problem.code == "E640" and "line 7" in problem.message


def test_a_deck_of_nothing_differs(box):
    fault = failed(
        box.check(
            "check: odds\nof: {kind: card, front.cost: 7}\nwhere: cost = 1\ndraw: 1\nthat: odds > 1"
        )
    )
    assert fault == [("pieces that fit `of`", "no piece fits", Verdict.DIFFERS)]
