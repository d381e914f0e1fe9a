"""`fustella simulate`: draws and deals as a script says, against what is known exactly."""

import json
import math

import pytest

from fustella.core.processes import limits

FILE = "content/tiny/simulations.yaml"
DECK = 'stacks: {deck: kind = "card", pile: {}, row: {}}'
"""Tiny's cards: 12 boats of cost 3, 2 huts of cost 1, 4 dragons of cost 9."""


@pytest.fixture
def simulated(tiny, run):
    """Runs a script, and gives its measures."""

    def simulate(script, *options):
        (tiny.root / FILE).write_text(f"simulations:\n  one:\n{script}", encoding="utf-8")
        ran = run(tiny, "simulate", "tiny", "--format", "json", *options)
        assert ran.code == 0, ran.err
        simulate.told = [problem.code for problem in ran.problems]
        (found,) = json.loads(ran.out)
        return found["measures"]

    return simulate


def lines(*keys):
    return "".join(f"    {key}\n" for key in keys)


def test_a_share_is_near_the_exact_odds(simulated):
    found = simulated(
        lines(
            DECK,
            "groups: {dragon: cost = 9}",
            "setup: [{deal: 5, from: deck}]",
            "measure: {dragon: hand.dragon >= 1, dragons: hand.dragon, left: deck}",
        ),
        *("--times", "4000", "--seed", "2"),
    )
    exact = 1 - math.comb(14, 5) / math.comb(18, 5)
    assert found["dragon"]["low"] < exact < found["dragon"]["high"]
    assert found["dragons"]["low"] < 5 * 4 / 18 < found["dragons"]["high"]
    assert found["left"]["quantiles"]["0"] == found["left"]["quantiles"]["1"] == 13


def test_the_same_seed_gives_the_same_and_another_one_does_not(tiny, run):
    script = lines(DECK, "setup: [{draw: 4, from: deck}]", "measure: {low: {of: hand.low}}")
    script += lines("groups: {low: cost < 9}")
    (tiny.root / FILE).write_text(f"simulations:\n  one:\n{script}", encoding="utf-8")
    told = [run(tiny, "simulate", "--format", "json", "--seed", seed).out for seed in "7718"]
    assert told[0] == told[1] and len(set(told)) == 3
    assert "seed 1" in run(tiny, "simulate").out


def test_what_is_drawn_is_fixed_for_a_seed(simulated):
    """Of every version of Python and of Fustella: a claim that a seed decides stays decided."""
    script = lines(DECK, "groups: {hut: cost = 1}", "setup: [{draw: 6, from: deck}]")
    found = simulated(script + lines("measure: {huts: hand.hut}"), "--times", "20", "--seed", "5")
    assert found["huts"]["mean"] == pytest.approx(HUTS_OF_SEED_5)


HUTS_OF_SEED_5 = 0.85


def test_turns_until_a_supply_is_empty(simulated):
    found = simulated(
        lines(
            DECK,
            "players: 3",
            "setup: [{refill: row, up_to: 4, from: deck}]",
            "turn: [{take: 1, from: row}, {refill: row, up_to: 4, from: deck}]",
            "until: row = 0",
            "measure: {turns: turn, rounds: round, cards: hands, two: {of: hands, after: 2}}",
        ),
        *("--times", "20"),
    )
    assert {name: figure["mean"] for name, figure in found.items()} == {
        **{"turns": 18, "rounds": 6, "cards": 18, "two": 2},
    }


def test_a_deck_that_is_empty_is_made_of_the_discards_again(simulated):
    found = simulated(
        lines(
            'stacks: {deck: {where: kind = "card", again: discard}}',
            "turn: [{draw: 5, from: deck}, {discard: 5}]",
            "turns: 40",
            "measure: {short: short, all: deck + discard + hand, turns: turn}",
        ),
        *("--times", "10"),
    )
    assert [found[name]["mean"] for name in ("short", "all", "turns")] == [0, 18, 40]


def test_cards_that_are_not_there_are_short(simulated):
    found = simulated(
        lines(DECK, "setup: [{draw: 20, from: deck}]", "measure: {short: short, hand: hand}"),
        *("--times", "3"),
    )
    assert (found["short"]["mean"], found["hand"]["mean"]) == (2, 18)


def test_each_verb_moves_the_cards_that_it_names(simulated):
    found = simulated(
        lines(
            DECK,
            "groups: {dragon: cost = 9, hut: cost = 1}",
            "players: 2",
            "setup:",
            "  - {deal: 2, from: deck, where: cost = 9}",
            "  - {take: players, from: deck, where: cost = 1}",
            "  - {play: 1, where: cost = 1}",
            "  - {discard: 1, where: cost = 9, to: pile}",
            "  - {until: deck.dragon + row >= 5, do: [{move: 1, from: deck, to: row}]}",
            "  - {move: all, from: row, to: box, when: row > 3}",
            "  - {shuffle: deck}",
            "measure:",
            "  huts: hand.hut",
            "  played: table.hut",
            "  dragons: hands.dragon",
            "  thrown: pile.dragon",
            "  row: row",
            "  boxed: box",
            "  deck: deck",
        ),
        *("--times", "5"),
    )
    means = {name: figure["mean"] for name, figure in found.items()}
    assert means == {
        **{"huts": 1, "played": 1, "dragons": 3, "thrown": 1},
        **{"row": 0, "boxed": 5, "deck": 7},
    }


def test_runs_that_do_not_end_are_told(simulated):
    script = lines(DECK, "turn: [{draw: 1, from: deck}]", "until: hand = 30", "turns: 25")
    found = simulated(script + lines("measure: {turns: turn}"), "--times", "4")
    assert found["turns"]["mean"] == 25 and simulated.told == ["E643"]


def test_a_word_that_no_card_has_is_told(simulated):
    simulated(lines('stacks: {deck: land = "lake" or land = "forrest"}', "measure: {n: deck}"))
    assert simulated.told == ["E165"]


def test_too_many_steps_are_refused(tiny, run, monkeypatch):
    monkeypatch.setattr(limits, "SIMULATION_STEPS", 20_000)
    script = lines(DECK, "turn: [{shuffle: deck}]", "turns: 100000", "measure: {n: deck}")
    (tiny.root / FILE).write_text(f"simulations:\n  one:\n{script}", encoding="utf-8")
    ran = run(tiny, "simulate", "--times", "5")
    assert (ran.code, [problem.code for problem in ran.problems]) == (1, ["E642"])


def test_a_game_without_simulations_says_so(tiny, run):
    assert [problem.code for problem in run(tiny, "simulate").problems] == ["E641"]


def test_an_unknown_simulation_suggests_one(tiny, run):
    script = lines(DECK, "measure: {n: deck}")
    (tiny.root / FILE).write_text(f"simulations:\n  opening:\n{script}", encoding="utf-8")
    (problem,) = run(tiny, "simulate", "--only", "openning").problems
    assert problem.code == "E641" and "`opening`" in problem.hint
