"""Simulated duels: they end, they read the cards, and keep what is decided of open rules."""

import random
from dataclasses import replace

import pytest

from tests.play import city_duel
from tests.play.city_duel import PLAYS, Character, Duel, decks_of
from tests.play.duel_cards import effects


@pytest.mark.parametrize("how", ["greedy", "random", "greedy with side decks"])
def test_twenty_duels_end_with_one_winner(how) -> None:
    dice = random.Random(7)
    outcomes = [PLAYS[how](dice, 2) for _ in range(20)]
    assert all(outcome.ended and len(outcome.winners) == 1 for outcome in outcomes)


def test_duels_of_one_seed_are_the_same() -> None:
    twice = [
        [PLAYS["greedy"](dice, 2) for _ in range(3)]
        for dice in (random.Random(3), random.Random(3))
    ]
    assert twice[0] == twice[1]


def test_an_edit_of_a_card_changes_the_play(monkeypatch) -> None:
    decks = {
        name: [replace(card, power=9, range=1) if name == "league" else card for card in cards]
        for name, cards in decks_of("card").items()
    }
    monkeypatch.setattr(city_duel, "decks_of", lambda kind: decks)
    dice = random.Random(5)
    wins = [PLAYS["greedy"](dice, 2).winning for _ in range(20)]
    assert wins.count(("league",)) > 15


def test_a_sentence_that_no_rule_reads_is_refused() -> None:
    assert effects("Movement does not tap him.") == {"rider": ()}
    with pytest.raises(ValueError, match="no rule"):
        effects("He flies.")


def duel_at_a_city() -> tuple[Duel, Character, Character]:
    """A duel in which each player has one character at the first city, that of player 1."""
    cards = {name: list(deck) for name, deck in decks_of("card").items()}
    duel = Duel(random.Random(1), [cards["league"], cards["order"]], True, "defends")
    for hand in duel.hand:
        hand.clear()
    mine, theirs = (
        Character(next(card for card in cards[name] if card.type == "character"), side)
        for side, name in enumerate(("league", "order"))
    )
    for each in (mine, theirs):
        duel.place(each, 0)
    duel.cities[0].owner = 1
    return duel, mine, theirs


def test_a_garrison_that_does_not_defend_goes_back_to_the_field_tapped() -> None:
    duel, mine, theirs = duel_at_a_city()
    duel.conquer(0, 0, [mine], True)
    assert duel.cities[0].owner == 0
    assert (theirs.city, theirs.tapped) == (-1, True)


def test_a_conqueror_with_one_card_discards_that() -> None:
    duel, mine, _ = duel_at_a_city()
    duel.hand[0].append(decks_of("card")["league"][0])
    duel.conquer(0, 0, [mine], True)
    assert duel.hand[0] == []
