"""Simulated games of Moving Kingdoms end; cards, borders and battles are those of the content."""

import random

import pytest

from tests.play.moving_kingdoms import at_random, greedy
from tests.play.moving_kingdoms_board import LEFT, RIGHT, Building, City, Table, battle, box
from tests.play.moving_kingdoms_cards import Deed, decks, deeds_of


@pytest.mark.parametrize(("players", "times"), [(2, 6), (3, 1)])
def test_greedy_games_end_with_one_left(players, times):
    dice = random.Random(3)
    outcomes = [greedy(dice, players) for _ in range(times)]
    assert all(outcome.ended and len(outcome.winners) == 1 for outcome in outcomes)
    assert all(outcome.used["cities destroyed"] for outcome in outcomes)


def test_random_games_end():
    dice = random.Random(4)
    assert all(at_random(dice, players).ended for players in (2, 3, 4) for _ in range(5))


def test_each_deck_is_read_whole():
    assert {name: len(cards) for name, cards in decks(box().game).items()} == {
        "initial": 30,
        "advanced": 30,
    }


def test_an_edit_of_a_card_changes_what_it_does():
    assert deeds_of("Build **a barracks** of level 3 and **a tree**.") == (
        Deed("build", "barracks", 3),
        Deed("build", "tree"),
    )
    assert deeds_of("**Attack**, then upgrade up to **two barracks** by one level each.") == (
        Deed("attack"),
        Deed("upgrade", "barracks", times=2),
    )
    with pytest.raises(AssertionError, match="without a verb"):
        deeds_of("Rest.")


def test_equal_troops_go_first_and_partial_points_reach_the_walls():
    fought = battle((1, 0, 0, 1), (1, 1, 0, 0))
    assert (fought.attackers, fought.defenders, fought.rest) == ((0, 0, 0, 0), (0, 0, 0, 0), 5)


def test_a_field_of_level_4_holds_one_of_each_and_no_more():
    assert (1, 1, 1, 1) in box().holds[4]
    assert (2, 1, 1, 1) not in box().holds[4]


def test_sides_without_a_city_are_passed_over():
    table = Table(2)
    first, second = table.players
    assert [target.side for _, target in table.targets(first, first.cities[RIGHT])] == [LEFT]
    second.cities = [city for city in second.cities if city.side == RIGHT]
    assert [target.side for _, target in table.targets(first, first.cities[RIGHT])] == [RIGHT]


def test_a_moai_turns_attacks_to_a_city_without_one():
    table = Table(2)
    first, second = table.players
    protected = second.cities[LEFT]
    protected.buildings.append(Building("moai"))
    assert table.targets(first, first.cities[RIGHT]) == [(second, protected)]
    second.cities.append(City(LEFT))
    assert table.targets(first, first.cities[RIGHT]) == [(second, second.cities[-1])]
