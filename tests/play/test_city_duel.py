"""Simulated duels: they end, they read the cards, and keep what is decided of open rules."""

import random
from dataclasses import replace

import pytest

from tests.play import city_duel
from tests.play.city_duel import PLAYS, Character, Duel, Fight, decks_of
from tests.play.duel_cards import ATTACK, DEFEND, effects


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


def test_a_tapped_garrison_defends() -> None:
    duel, _, theirs = duel_at_a_city()
    theirs.tapped = True
    assert duel.defenders(duel.cities[0], 1) == [theirs]
    duel.reading = "falls"
    assert duel.defenders(duel.cities[0], 1) == []


def test_who_is_tapped_neither_moves_nor_attacks() -> None:
    duel, mine, _ = duel_at_a_city()
    assert duel.ready(0, 0) == [mine]
    assert {each for each, _, _ in duel.moves(0)} == {mine}
    mine.tapped = True
    assert duel.ready(0, 0) == []
    assert list(duel.moves(0)) == []


def test_all_who_attack_are_tapped() -> None:
    duel, mine, theirs = duel_at_a_city()
    duel.die(theirs)
    other = Character(mine.card, 0)
    duel.place(other, 0)
    duel.attack(0, 0, [mine, other])
    assert duel.cities[0].owner == 0
    assert mine.tapped
    assert other.tapped


def test_the_defender_plays_one_quick_card_first_then_the_attacker_one(monkeypatch) -> None:
    duel, mine, _ = duel_at_a_city()
    cards = decks_of("card")
    for side, (deck, id) in enumerate(
        [("league", "league-sudden-blow"), ("order", "order-close-ranks")]
    ):
        duel.hand[side] = [next(card for card in cards[deck] if card.id == id)] * 2
    duel.greedy = False
    monkeypatch.setattr(duel.dice, "random", lambda: 0.9)  # who may play a card does
    played = []
    play = duel.play_quick
    monkeypatch.setattr(
        duel, "play_quick", lambda card, *given: (played.append(card.id), play(card, *given))[1]
    )
    duel.attack(0, 0, [mine])
    assert played == ["order-close-ranks", "league-sudden-blow"]


def test_who_draws_the_last_card_of_the_grimoire_loses() -> None:
    duel, _, _ = duel_at_a_city()
    del duel.grimoire[0][2:]
    duel.draw(0)
    assert duel.winner is None
    duel.draw(0)
    assert (duel.winner, duel.outcome.ended) == (1, "grimoire run out")


@pytest.mark.parametrize("side", [0, 1])
def test_on_the_first_turn_nobody_draws(side) -> None:
    duel, _, _ = duel_at_a_city()
    left = len(duel.grimoire[side])
    duel.turn(side, first=True)
    assert len(duel.grimoire[side]) == left
    duel.turn(side, first=False)
    assert len(duel.grimoire[side]) == left - 1


def test_damage_stays_until_the_end_phase() -> None:
    duel, mine, theirs = duel_at_a_city()
    mine.card = replace(mine.card, power=2, life=1, range=0, does={})
    theirs.card = replace(theirs.card, power=1, life=3, range=0, does={})
    second = Character(mine.card, 0)
    duel.place(second, 0)
    duel.attack(0, 0, [mine])
    assert theirs.damage == 2
    duel.attack(0, 0, [second])
    assert theirs not in duel.in_play(1)


def test_damage_goes_back_to_zero_in_the_end_phase() -> None:
    duel, mine, theirs = duel_at_a_city()
    duel.die(mine)  # nobody attacks
    theirs.damage = 1
    duel.turn(0, first=True)
    assert theirs.damage == 0


def test_a_city_that_its_garrison_leaves_belongs_to_nobody() -> None:
    duel, _, theirs = duel_at_a_city()
    duel.place(theirs, 1)
    assert duel.cities[0].owner is None


def test_a_castellan_who_is_tapped_lowers_no_price() -> None:
    duel, _, theirs = duel_at_a_city()
    theirs.card = next(card for card in decks_of("card")["order"] if card.id == "order-castellan")
    city = duel.cities[1]
    assert duel.price(1, city, [], False) == 1
    theirs.tapped = True
    assert duel.price(1, city, [], False) == 2


def test_a_surgeon_is_tapped_for_what_she_heals() -> None:
    duel, mine, theirs = duel_at_a_city()
    theirs.card = replace(theirs.card, power=0, life=2, range=0, does={})
    mine.card = replace(mine.card, power=3, life=3, range=0, does={})
    surgeon = next(card for card in decks_of("card")["order"] if card.id == "order-surgeon")
    healer = Character(replace(surgeon, power=0), 1)
    duel.place(healer, 0)
    fight = Fight(duel.cities[0], {ATTACK: [mine], DEFEND: [theirs]}, {ATTACK: 0, DEFEND: 1})
    assert fight.survivors()[1] == {theirs: 1}
    duel.attack(0, 0, [mine])
    assert healer.tapped


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


def test_a_rain_of_arrows_hits_at_once_and_may_repulse_an_attack() -> None:
    duel, mine, theirs = duel_at_a_city()
    duel.die(theirs)
    duel.cities[0].owner = None
    mine.damage = mine.card.life - 1
    arrows = next(card for card in decks_of("card")["order"] if card.id == "order-rain-of-arrows")
    fight = Fight(duel.cities[0], {ATTACK: [mine], DEFEND: []}, {ATTACK: 0, DEFEND: 1})
    duel.apply(arrows, DEFEND, fight, real=True)
    later = Character(mine.card, 0)
    fight.sides[ATTACK].append(later)
    assert set(fight.survivors()[0]) == {later}


@pytest.mark.parametrize("tapped", [False, True])
def test_after_a_combat_a_crossbowman_stays_as_he_is(tapped, monkeypatch) -> None:
    duel, _, theirs = duel_at_a_city()
    theirs.asleep, theirs.tapped = True, tapped
    recovered = []
    monkeypatch.setattr(duel, "open", lambda side: recovered.append(theirs.tapped))
    duel.turn(1, first=True)
    assert recovered == [tapped]
