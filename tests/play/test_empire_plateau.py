"""Simulated games of Empire Plateau end, and its armies move as the document says."""

import math
import random
from types import SimpleNamespace

import pytest

from fustella.core.values.model import Record
from tests.play.empire_plateau import Move, Net, Position, at_random, bits, greedy, start
from tests.play.outcomes import game_of, shares, told


@pytest.mark.parametrize(
    ("play", "players", "times"), [(greedy, 2, 4), (greedy, 4, 1), (at_random, 2, 2)]
)
def test_games_end_with_one_winner(play, players, times):
    dice = random.Random(7)
    outcomes = [play(dice, players) for _ in range(times)]
    assert all(outcome.ended and len(outcome.winners) == 1 for outcome in outcomes)
    assert sum(shares(outcomes)) == pytest.approx(1)
    assert f"{times} games: " in next(told(outcomes))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_captures_or_conquers_with_a_first_move(players):
    position = start(players)
    for side in position.playing:
        for reach, armies in position.armies[side].items():
            moves = [move for at in bits(armies) for move in position.moves(side, reach, at)]
            assert moves
            assert not any(move.captures or move.end & position.rival_bases(side) for move in moves)


def _alone(players_armies: list[dict[int, list[tuple[int, int]]]]) -> Position:
    """The board for two with a few armies on it."""
    net = start(2).net
    armies = [
        {reach: sum(net.bit(point) for point in points) for reach, points in own.items()}
        for own in players_armies
    ]
    return Position(net, start(2).bases, armies)


def _ends(position: Position, reach: int, point: tuple[int, int]) -> dict[int, Move]:
    return {move.end: move for move in position.moves(0, reach, position.net.bit(point))}


def test_a_2s_captures_in_an_l_alone():
    position = _alone([{2: [(5, 6)]}, {2: [(6, 7), (5, 8), (6, 6)]}])
    bit = position.net.bit
    ends = _ends(position, 2, (5, 6))
    assert ends[bit((6, 7))].captures
    assert bit((5, 8)) not in ends
    assert bit((6, 6)) not in ends
    both_arms_closed = _alone([{2: [(5, 6), (5, 7)]}, {2: [(6, 7), (6, 6)]}])
    assert bit((6, 7)) not in _ends(both_arms_closed, 2, (5, 6))


def test_a_4s_jumps_first_and_lands_on_a_rival():
    position = _alone([{4: [(5, 6)], 2: [(6, 6)]}, {2: [(7, 6)]}])
    bit = position.net.bit
    landing = _ends(position, 4, (5, 6))[bit((7, 6))]
    assert (landing.spaces, landing.captures, landing.jumps) == (2, True, True)
    assert bit((9, 6)) not in _ends(position, 4, (5, 6))
    assert _ends(_alone([{6: [(5, 6)]}, {2: [(8, 6)]}]), 6, (5, 6))[bit((8, 6))].captures


def test_nothing_goes_across_the_red_line_or_its_own_base():
    position = _alone([{6: [(7, 8)], 4: [(7, 3)], 12: [(4, 2)]}, {2: [(13, 16)]}])
    bit = position.net.bit
    assert bit((7, 9)) not in _ends(position, 6, (7, 8))
    assert bit((7, 2)) not in _ends(position, 4, (7, 3))
    assert bit((7, 2)) in _ends(position, 12, (4, 2))


def _figures():
    aid = next(piece for piece in game_of("empire-plateau").pieces if piece.kind.id == "aid")
    return [figure for section in aid.back["sections"] for figure in section["figures"]]


def _caption(figure):
    return figure["caption"].in_language("en")


@pytest.mark.parametrize("figure", _figures(), ids=_caption)
def test_figures_of_the_aid_show_moves_as_they_are(figure):
    """What a figure allows can be moved along its way, and what it forbids cannot."""
    cuts = [Record({"from": figure["red"][0], "to": figure["red"][1]})] if figure["red"] else []
    net = Net(SimpleNamespace(front={"columns": 4, "rows": 3, "red_lines": tuple(cuts)}))

    def points(*names):
        found = [figure[name] or () for name in names]
        return sum(net.bit(point) for point in set().union(*found))

    arcs = [point for arc in figure["arcs"] or () for point in (arc[0], arc[-1])]
    drawn = points("path", "own", "rivals") | sum(net.bit(point) for point in set(arcs))
    # Only the way that is drawn is open, so that no other way can lead to its end.
    net.points = drawn | net.bit(figure["at"]) | net.bit(figure["end"])
    bases = tuple(
        net.bit(figure[name]) if figure[name] else 0 for name in ("own_base", "rival_base")
    )
    armies = [{int(figure["army"]): net.bit(figure["at"])}, {}]
    armies[0][99], armies[1][99] = points("own"), points("rivals")
    moves = Position(net, bases, armies).moves(0, int(figure["army"]), net.bit(figure["at"]))
    ends = {move.end: move for move in moves}
    end = net.bit(figure["end"])
    assert (end in ends) == figure["allowed"]
    if figure["allowed"]:
        assert ends[end].captures == bool(end & points("rivals"))
        assert ends[end].jumps == bool(arcs)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up_card_shows_the_board_as_it_is(players):
    """Its picture has its own columns, rows, red lines and bases: they are the board's."""
    pieces = {piece.id: piece for piece in game_of("empire-plateau").pieces}
    card = pieces[f"setup-{players}"].front
    board = pieces["board-for-two" if players == 2 else "board-for-four"].front
    assert (card["columns"], card["rows"]) == (board["columns"], board["rows"])
    assert [(line["from"], line["to"]) for line in card["red_lines"]] == [
        (line["from"], line["to"]) for line in board["red_lines"]
    ]
    bases = {side["side"]: side["base"] for side in board["sides"]}
    assert all(bases[seat["side"]] == seat["base"] for seat in card["seats"])
    # Clockwise round the middle of the board.
    columns, rows = (int(board[name]) + 1 for name in ("columns", "rows"))
    turns = [
        math.atan2(2 * int(seat["base"][1]) - rows, 2 * int(seat["base"][0]) - columns)
        for seat in card["seats"]
    ]
    assert turns == sorted(turns)


@pytest.mark.parametrize("players", [2, 3])
def test_set_up_card_seats_the_armies_that_are_printed_for_so_many(players):
    pieces = game_of("empire-plateau").pieces
    sides = dict.fromkeys(str(p.front["side"]) for p in pieces if p.kind.id == "army")
    card = next(piece for piece in pieces if piece.id == f"setup-{players}").front
    assert {str(seat["side"]) for seat in card["seats"]} == set(list(sides)[:players])
