"""Exact odds of hands, against all hands of small decks."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.values.odds import (
    MOST_CARDS,
    MOST_DRAWN,
    MOST_TURNS,
    Draw,
    ImpossibleDraw,
    Wanted,
    percent,
)

Deck = Sequence[tuple[bool, bool]]
"""Cards, each good or not for the first group, and for the second."""


def share(deck: Deck, drawn: int, first: Iterable[int], second: Iterable[int]) -> Fraction:
    """The share of all hands that have one of the numbers of good cards of each group."""
    hands = [*combinations(deck, drawn)]
    having = [
        hand
        for hand in hands
        if sum(card[0] for card in hand) in first and sum(card[1] for card in hand) in second
    ]
    return Fraction(len(having), len(hands))


decks = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=9)
wishes = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(sorted)


@settings(max_examples=150)
@given(decks, st.data(), wishes, wishes)
def test_odds_of_two_groups_are_those_of_all_hands(deck, data, first, second):
    drawn = data.draw(st.integers(0, len(deck)))
    groups = [sum(card[side] for card in deck) for side in (0, 1)]
    draw = Draw(
        len(deck),
        drawn,
        Wanted(groups[0], *first),
        Wanted(groups[1], *second),
        sum(all(card) for card in deck),
    )
    ranges = [range(least, most + 1) for least, most in (first, second)]
    assert draw.chance == share(deck, drawn, *ranges)


@settings(max_examples=80)
@given(decks, st.data(), wishes)
def test_odds_of_one_group_are_those_of_all_hands(deck, data, wish):
    drawn = data.draw(st.integers(0, len(deck)))
    draw = Draw(len(deck), drawn, Wanted(sum(card[0] for card in deck), *wish))
    assert draw.chance == share(deck, drawn, range(wish[0], wish[1] + 1), range(10))


draws = st.integers(1, 90).flatmap(
    lambda cards: st.builds(
        Draw, st.just(cards), st.integers(0, cards), st.builds(Wanted, st.integers(0, cards))
    )
)


@given(draws)
def test_distribution_sums_to_one_about_what_is_expected(draw):
    assert sum(draw.distribution) == 1
    assert sum(number * share for number, share in enumerate(draw.distribution)) == draw.expected


@given(draws, st.integers(0, 90), st.integers(0, 90))
def test_odds_of_a_range_are_the_sum_of_its_numbers(draw, one, other):
    least, most = sorted((one, other))
    wanted = Wanted(draw.wanted.good, least, most)
    chance = Draw(draw.cards, draw.drawn, wanted).chance
    assert chance == sum(draw.distribution[least : most + 1])


@given(draws, st.integers(0, 8))
def test_odds_of_at_least_some_grow_with_cards_and_good_ones(draw, least):
    cards, drawn, good = draw.cards, draw.drawn, draw.wanted.good
    chance = Draw(cards, drawn, Wanted(good, least)).chance
    assert Draw(cards, drawn, Wanted(good, least + 1)).chance <= chance
    turns = Draw(cards, drawn, Wanted(good, least)).by_turn(5)
    assert [share for _, share in turns] == sorted(share for _, share in turns)
    assert turns[0] == (drawn, chance)
    if good < cards:
        assert Draw(cards, drawn, Wanted(good + 1, least)).chance >= chance


@settings(max_examples=60)
@given(st.integers(2, 60), st.data())
def test_odds_of_two_groups_do_not_depend_on_their_order(cards, data):
    first, second = (data.draw(st.integers(0, cards)) for _ in range(2))
    both = data.draw(st.integers(max(0, first + second - cards), min(first, second)))
    drawn, least, most = (data.draw(st.integers(0, cards)) for _ in range(3))
    wishes = Wanted(first, min(1, least)), Wanted(second, 0, most)
    one = Draw(cards, drawn, *wishes, both).chance
    assert one == Draw(cards, drawn, *wishes[::-1], both).chance
    assert one <= min(Draw(cards, drawn, wish).chance for wish in wishes)


def test_well_known_odds_are_these():
    assert percent(Draw(60, 7, Wanted(4, 1)).chance) == "39.9 %"
    assert Draw(52, 5, Wanted(4, 4, 4)).chance == Fraction(48, 2_598_960)  # four aces
    assert Draw(49, 6, Wanted(6, 6)).chance == Fraction(1, 13_983_816)  # a lottery
    hands = sum(
        comb(24, lands) * comb(4, dragons) * comb(32, 7 - lands - dragons)
        for lands in range(2, 7)
        for dragons in range(1, min(4, 7 - lands) + 1)
    )
    assert Draw(60, 7, Wanted(24, 2), Wanted(4, 1)).chance == Fraction(hands, comb(60, 7))
    assert Draw(60, 7, Wanted(24)).expected == Fraction(14, 5)


def test_turns_end_with_the_deck():
    assert Draw(9, 7, Wanted(1, 1)).by_turn(10) == (
        (7, Fraction(7, 9)),
        (8, Fraction(8, 9)),
        (9, Fraction(1)),
    )


def test_largest_draw_is_counted():
    wish = Wanted(MOST_CARDS // 3, 50)
    chance = Draw(MOST_CARDS, MOST_DRAWN, wish, Wanted(MOST_CARDS // 4, 40), 9_000).chance
    assert 0 < chance < 1


@pytest.mark.parametrize(
    ("about", "values"),
    [
        ("cards", (0, 0, Wanted(0))),
        ("cards", (MOST_CARDS + 1, 7, Wanted(4))),
        ("drawn", (60, -1, Wanted(4))),
        ("drawn", (5, 7, Wanted(4))),
        ("drawn", (10**5, MOST_DRAWN + 1, Wanted(4))),
        ("wanted", (60, 7, Wanted(61))),
        ("wanted", (60, 7, Wanted(-1))),
        ("wanted", (60, 7, Wanted(4, 3, 2))),
        ("wanted", (60, 7, Wanted(4, -1, 2))),
        ("second", (60, 7, Wanted(4), Wanted(70))),
        ("both", (60, 7, Wanted(4), Wanted(24), 5)),
        ("both", (60, 7, Wanted(40), Wanted(40), 0)),
        ("both", (60, 7, Wanted(40), None, 1)),
    ],
)
def test_draws_that_make_no_sense_are_refused(about, values):
    with pytest.raises(ImpossibleDraw) as refused:
        Draw(*values)
    assert refused.value.about == about


@pytest.mark.parametrize("turns", [-1, MOST_TURNS + 1])
def test_too_many_turns_are_refused(turns):
    with pytest.raises(ImpossibleDraw):
        Draw(60, 7, Wanted(4)).by_turn(turns)


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 2), "50.0 %"),
        (Fraction(1, 8), "12.5 %"),
        (Fraction(9996, 10_000), "99.96 %"),
        (Fraction(3, 100_000), "0.003 %"),
        (Fraction(1, 10**12), "under 0.0001 %"),
        (1 - Fraction(1, 10**12), "over 99.9999 %"),
    ],
)
def test_percent_tells_rare_from_never(chance, said):
    assert percent(chance) == said


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wanted(12, 2), "at least 2 of 12"),
        (Wanted(12, 0, 3), "at most 3 of 12"),
        (Wanted(12, 2, 3), "2 to 3 of 12"),
        (Wanted(12, 2, 2), "exactly 2 of 12"),
        (Wanted(4, 0, 0), "none of 4"),
    ],
)
def test_wish_is_said_in_words(wish, said):
    assert wish.said == said
