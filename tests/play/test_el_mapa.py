"""Simulated games of El Mapa end, and its battles are fought as the document says."""

import random
from collections import Counter

import pytest

from tests.play.el_mapa import at_random, box, greedy
from tests.play.el_mapa_battle import Platoon, battle, defeated_by
from tests.play.outcomes import shares


@pytest.mark.parametrize("players", [2, 3, 6])
def test_games_end_with_a_winner(players):
    dice = random.Random(11)
    outcomes = [greedy(dice, players) for _ in range(4)]
    assert all(outcome.ended and outcome.winners for outcome in outcomes)
    assert sum(shares(outcomes)) == pytest.approx(1)
    assert all(outcome.used["tiles turned up"] for outcome in outcomes)


def test_games_of_random_choices_end_and_keep_to_the_markers():
    dice = random.Random(5)
    for _ in range(4):
        outcome = at_random(dice, 2)
        assert outcome.ended
        assert not outcome.short["markers owned-town"]
        assert not outcome.short["markers army"]


def _fight(attacker, defender, spells=None):
    used = (Counter(spells or {}), Counter())
    return battle(box().troops, box().squares, attacker, defender, used)


def test_the_larger_army_of_the_same_troops_wins():
    fought = _fight({"levy": 5}, {"levy": 2})
    assert fought.won
    assert not fought.left[1]
    assert not _fight({"levy": 2}, {"soldier": 5}).won


def test_one_cavalry_cannot_defeat_another():
    fought = _fight({"cavalry": 1}, {"cavalry": 1})
    assert (fought.idle, fought.won) == (True, False)
    assert fought.left == ({"cavalry": 1}, {"cavalry": 1})
    assert _fight({"cavalry": 1}, {"cavalry": 1}, {"bloodlust": 1}).won


def test_damage_from_afar_is_rounded_only_when_troops_fall():
    # Three archers shoot three squares far: 1.5 damage, and 3 if it is doubled.
    kinds = box().troops
    archer = Platoon(kinds["archer"], 3, (0, 0), kinds["archer"].life, kinds["archer"].move)
    levy = Platoon(kinds["levy"], 3, (3, 0), kinds["levy"].life, kinds["levy"].move)
    assert defeated_by(archer, 3, levy) == 1
    assert defeated_by(archer, 3, levy, times=2) == 3


def test_each_map_is_laid_from_the_packs_of_its_players():
    for players in range(2, 7):
        marks = Counter("".join(box().map_of(players)))
        tiles = sum(marks.values())
        assert tiles <= players * len(box().pack())
        assert {mark for mark in marks if mark in "ABCDEF"} == set("ABCDEF"[:players])
