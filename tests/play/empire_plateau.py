"""Simulated games of Empire Plateau, with its armies and boards as they are in the content.

    python -m tests.play.empire_plateau --times 1000 --seed 1 --players 2 --how greedy

The rules are those of the document, with the decisions of claims.yaml. What they leave open:

- An army moves once a turn and takes a shortest way: to go round about is allowed and never tried.
- Who conquers a base first has won, however many play.
- Who has too few armies left for the least number of spaces is out, and the last one left wins. Who
  has enough of them and no way for them stays where they are.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from fustella.core.values.model import Piece, Record, Value
from tests.play.outcomes import Outcome, command, game_of

LEAST, MOST_SMALL, MOST = 6, 6, 12
"""Spaces of a turn: at least, of all small armies together, and in all."""

HOOK, LEAPER, BANNER = 2, 4, 12
"""Reaches of the armies with a move of their own: the L, the jump, the Banner Army."""

WORTH = {2: 2.0, 4: 3.5, 6: 4.0, 12: 10.0}
TRIES = 14
LONGEST = {"greedy": 400, "random": 6000}
"""Turns of each player after which a game counts as one that does not end."""


@dataclass(frozen=True)
class Move:
    """An army of a reach from one point to another, as bits; how many spaces that is."""

    reach: int
    start: int
    end: int
    spaces: int
    captures: bool = False
    jumps: bool = False


class Net:
    """A board as bits: one for each point, and a column of none at the end of each row."""

    def __init__(self, board: Piece) -> None:
        self.columns, self.rows = _whole(board.front["columns"]), _whole(board.front["rows"])
        self.wide = self.columns + 1
        points = [(c, r) for r in range(1, self.rows + 1) for c in range(1, self.columns + 1)]
        self.points = sum(self.bit(point) for point in points)
        self.cut_east = self.cut_south = 0
        for line in _records(board.front["red_lines"]):
            (x1, y1), (x2, y2) = _numbers(line["from"]), _numbers(line["to"])
            assert x1 == x2 or y1 == y2, "a red line runs along rows or columns"
            for column, row in points:
                if x1 == x2 and column < x1 < column + 1 and min(y1, y2) <= row <= max(y1, y2):
                    self.cut_east |= self.bit((column, row))
                if y1 == y2 and row < y1 < row + 1 and min(x1, x2) <= column <= max(x1, x2):
                    self.cut_south |= self.bit((column, row))
        self.cut_west, self.cut_north = self.cut_east << 1, self.cut_south << self.wide

    def bit(self, point: tuple[float, float]) -> int:
        return 1 << (int(point[1]) - 1) * self.wide + int(point[0]) - 1

    def across(self, at: int) -> int:
        """Points one space east or west."""
        return ((at & ~self.cut_east) << 1 | (at & ~self.cut_west) >> 1) & self.points

    def along(self, at: int) -> int:
        """Points one space north or south."""
        far = (at & ~self.cut_south) << self.wide | (at & ~self.cut_north) >> self.wide
        return far & self.points

    def step(self, at: int) -> int:
        return self.across(at) | self.along(at)

    def ahead(self, at: int) -> Iterator[tuple[int, int]]:
        """For each direction the point one space away and the one behind it, in a straight line."""
        for cut, by in (
            (self.cut_east, 1),
            (self.cut_west, -1),
            (self.cut_south, self.wide),
            (self.cut_north, -self.wide),
        ):
            over = _shifted(at & ~cut, by) & self.points
            yield over, _shifted(over & ~cut, by) & self.points

    def distances(self, end: int) -> dict[int, int]:
        """The spaces from each point to one, on an empty board."""
        found, here, seen, spaces = {end: 0}, end, end, 0
        while here := self.step(here) & ~seen:
            spaces, seen = spaces + 1, seen | here
            found.update(dict.fromkeys(bits(here), spaces))
        return found


@dataclass
class Position:
    """Where everybody stands: for each side its armies by reach, as bits."""

    net: Net
    bases: tuple[int, ...]
    armies: list[dict[int, int]]
    out: set[int] = field(default_factory=set)

    @property
    def playing(self) -> list[int]:
        return [side for side in range(len(self.bases)) if side not in self.out]

    def of(self, side: int) -> int:
        """All armies of a side."""
        together = 0
        for armies in self.armies[side].values():
            together |= armies
        return together

    def rivals(self, side: int) -> int:
        together = 0
        for rival in self.playing:
            if rival != side:
                together |= self.of(rival)
        return together

    def rival_bases(self, side: int) -> int:
        return sum(self.bases[rival] for rival in self.playing if rival != side)

    def moves(self, side: int, reach: int, start: int) -> Iterator[Move]:
        """Where an army may go by a shortest way; never past an army or its own closed base."""
        net, own, rivals = self.net, self.of(side), self.rivals(side)
        free = net.points & ~own & ~rivals
        aims = rivals
        if reach != BANNER:
            free &= ~self.bases[side]
        if reach == HOOK:
            corner = net.across(net.along(start) & free) | net.along(net.across(start) & free)
            aims = 0
            for end in bits(corner & (rivals | self.rival_bases(side))):
                yield Move(reach, start, end, HOOK, bool(end & rivals))
            free &= ~self.rival_bases(side)
        yield from self._flood(reach, start, start, 0, free, aims)
        if reach == LEAPER:
            for over, behind in net.ahead(start):
                if over & (own | rivals) & ~self.bases[side] and behind & (free | rivals):
                    captures = bool(behind & rivals)
                    yield Move(reach, start, behind, 2, captures, jumps=True)
                    if not captures:
                        for move in self._flood(reach, behind, start, 2, free, aims):
                            yield replace(move, start=start, jumps=True)

    def _flood(
        self, reach: int, start: int, seen: int, spaces: int, free: int, aims: int
    ) -> Iterator[Move]:
        here, seen = start, seen | start
        while spaces < reach and (after := self.net.step(here) & ~seen):
            spaces, seen, here = spaces + 1, seen | after, after & free
            for end in bits(here):
                yield Move(reach, start, end, spaces)
            for end in bits(after & aims):
                yield Move(reach, start, end, spaces, captures=True)

    def within_reach(self, side: int) -> int:
        """All points where a side may capture or conquer with one move."""
        net, own, rivals = self.net, self.of(side), self.rivals(side)
        free = net.points & ~own & ~rivals
        found = 0
        for reach, armies in self.armies[side].items():
            open_to = free if reach == BANNER else free & ~self.bases[side]
            if reach == HOOK:
                beside = net.along(armies) & open_to, net.across(armies) & open_to
                found |= net.across(beside[0]) | net.along(beside[1])
                continue
            found |= self._spread(armies, reach, open_to)
            if reach == LEAPER:
                for army in bits(armies):
                    for over, behind in net.ahead(army):
                        if over & (own | rivals) & ~self.bases[side]:
                            found |= behind | self._spread(behind & open_to, reach - 2, open_to)
        return found

    def _spread(self, here: int, spaces: int, free: int) -> int:
        seen = here
        for _ in range(spaces):
            after = self.net.step(here) & ~seen
            if not after:
                break
            seen, here = seen | after, after & free
        return seen

    def after(self, side: int, move: Move) -> "Position":
        """The position when an army has moved; a rival whose base it entered is gone."""
        armies = [dict(each) for each in self.armies]
        out = set(self.out)
        armies[side][move.reach] ^= move.start | move.end
        for rival in self.playing:
            if rival != side:
                for reach in armies[rival]:
                    armies[rival][reach] &= ~move.end
                if move.end == self.bases[rival]:
                    out.add(rival)
                    armies[rival] = {}
        return Position(self.net, self.bases, armies, out)

    def can_go_on(self, side: int) -> bool:
        """Whether the armies of a side have the spaces of a turn, if nothing is in the way."""
        reaches = self.armies[side].items()
        return sum(reach * at.bit_count() for reach, at in reaches) >= LEAST


def bits(of: int) -> Iterator[int]:
    while of:
        lowest = of & -of
        yield lowest
        of ^= lowest


def _shifted(at: int, by: int) -> int:
    return at << by if by > 0 else at >> -by


def _records(value: Value) -> list[Record]:
    assert isinstance(value, tuple)
    return [entry for entry in value if isinstance(entry, Record)]


def _numbers(value: Value) -> tuple[float, float]:
    assert isinstance(value, tuple)
    first, second = (float(str(number)) for number in value)
    return first, second


def _whole(value: Value) -> int:
    return int(str(value))


@cache
def start(players: int) -> Position:
    """The printed line-up of the empires on the set-up card, in its order."""
    game = game_of("empire-plateau")
    board = next(p for p in game.pieces if p.id == f"board-for-{'two' if players == 2 else 'four'}")
    net = Net(board)
    sides = {str(side["side"]): side for side in _records(board.front["sides"])}
    card = next(p for p in game.pieces if p.id == f"setup-{players}")
    seats = [sides[str(seat["side"])] for seat in _records(card.front["seats"])]
    armies = []
    for side in seats:
        own = {}
        for points in _records(side["starts"]):
            at = points["at"]
            assert isinstance(at, tuple)
            own[_whole(points["reach"])] = sum(net.bit(_numbers(point)) for point in at)
        armies.append(own)
    _same_as_the_box(game.pieces, armies, [str(side["side"]) for side in seats])
    return Position(net, tuple(net.bit(_numbers(side["base"])) for side in seats), armies)


def _same_as_the_box(
    pieces: tuple[Piece, ...], armies: list[dict[int, int]], names: list[str]
) -> None:
    """Each army in the box has its printed starting point."""
    for name, own in zip(names, armies, strict=True):
        counted = {
            _whole(piece.front["reach"]): piece.copies
            for piece in pieces
            if piece.kind.id in ("army", "banner") and str(piece.front["side"]) == name
        }
        assert counted == {reach: at.bit_count() for reach, at in own.items()}, name


@cache
def _ways(players: int) -> tuple[dict[int, int], ...]:
    position = start(players)
    return tuple(position.net.distances(base) for base in position.bases)


def drawn_turn(dice: random.Random, position: Position, side: int) -> list[Move]:
    """A legal turn, drawn at random, or nothing if none of thirty is one."""
    for _ in range(30):
        banner_first = dice.random() < 0.4
        if chosen := _ended(dice, position, side, [], banner_first):
            return chosen
    return []


def _ended(
    dice: random.Random,
    position: Position,
    side: int,
    begun: list[Move],
    banner_first: bool = False,
) -> list[Move]:
    """A turn that begins with some moves and has the rest drawn at random; or nothing.

    The Banner Army moves before all others or after them: once it has moved last, they stay.
    """
    chosen, moved = list(begun), 0
    for move in begun:
        position, moved = position.after(side, move), moved | move.end
    if len(position.playing) < 2:
        return chosen
    armies = [(reach, at) for reach, all_at in position.armies[side].items() for at in bits(all_at)]
    dice.shuffle(armies)
    armies.sort(key=lambda army: (army[0] == BANNER) != banner_first)
    for reach, at in armies:
        total = sum(move.spaces for move in chosen)
        if at & moved or (total >= LEAST and (begun or dice.random() < 0.5)):
            continue
        small = sum(move.spaces for move in chosen if move.reach != BANNER)
        left = MOST - total if reach == BANNER else min(MOST_SMALL - small, MOST - total)
        if moves := [move for move in position.moves(side, reach, at) if move.spaces <= left]:
            chosen.append(dice.choice(moves))
            position, moved = position.after(side, chosen[-1]), moved | chosen[-1].end
            if len(position.playing) < 2:
                return chosen
    return chosen if sum(move.spaces for move in chosen) >= LEAST else []


def _greedy_turn(dice: random.Random, position: Position, side: int) -> list[Move]:
    """The best of some turns: those with captures, and some drawn at random."""
    firsts = []
    for reach, all_at in position.armies[side].items():
        for at in bits(all_at):
            for move in position.moves(side, reach, at):
                if move.end & position.rival_bases(side):
                    return _ended(dice, position, side, [move]) or [move]
                if move.captures:
                    firsts.append(move)
    dice.shuffle(firsts)
    tries = [_ended(dice, position, side, [move]) for move in firsts[:TRIES]]
    tries += [drawn_turn(dice, position, side) for _ in range(TRIES)]
    tries = [each for each in tries if each] or [[]]
    return max(tries, key=lambda each: _value(dice, position, side, each))


def _value(dice: random.Random, position: Position, side: int, chosen: list[Move]) -> float:
    before = len(position.playing)
    for move in chosen:
        position = position.after(side, move)
    worth = 500.0 * (before - len(position.playing)) + dice.random() * 0.2
    own, ways = position.armies[side], _ways(len(position.bases))
    targets = [rival for rival in position.playing if rival != side]
    for reach, all_at in own.items():
        worth += WORTH[reach] * all_at.bit_count()
        for at in bits(all_at):
            worth -= 0.03 * min((ways[rival].get(at, 99) for rival in targets), default=0)
    for rival in targets:
        reached = position.within_reach(rival)
        if reached & position.bases[side]:
            worth -= 200
        worth -= sum(0.6 * WORTH[reach] * (at & reached).bit_count() for reach, at in own.items())
        worth -= sum(
            WORTH[reach] * at.bit_count() for reach, at in position.armies[rival].items()
        ) / len(targets)
    if position.within_reach(side) & position.rival_bases(side):
        worth += 3
    return worth


def _play(dice: random.Random, players: int, how: str) -> Outcome:
    position = start(players)
    outcome = Outcome(players)
    for reach in position.armies[0]:
        outcome.used.update({f"moves of {reach}": 0, f"captures by {reach}": 0})
    outcome.used.update(
        {"jumps": 0, "conquests": 0, "empires worn down": 0, "turns without a way": 0}
    )
    choose = _greedy_turn if how == "greedy" else drawn_turn
    while outcome.turns < LONGEST[how]:
        outcome.turns += 1
        for side in range(players):
            if side in position.out:
                continue
            if not position.can_go_on(side):
                position.out.add(side)
                position.armies[side] = {}
                outcome.used["empires worn down"] += 1
            else:
                chosen = choose(dice, position, side)
                outcome.used["turns without a way"] += not chosen
                for move in chosen:
                    outcome.used[f"moves of {move.reach}"] += 1
                    outcome.used[f"captures by {move.reach}"] += move.captures
                    outcome.used["jumps"] += move.jumps
                    outcome.used["conquests"] += bool(move.end & position.rival_bases(side))
                    position = position.after(side, move)
                if outcome.used["conquests"]:
                    outcome.ended, outcome.winners = "conquest", (side,)
                    return outcome
            if len(position.playing) == 1:
                outcome.ended = "worn down"
                outcome.winners = (position.playing[0],)
                return outcome
    return outcome


def greedy(dice: random.Random, players: int) -> Outcome:
    """A game of players who take what they can and keep their base out of reach."""
    return _play(dice, players, "greedy")


def at_random(dice: random.Random, players: int) -> Outcome:
    """A game in which every turn is drawn from the legal ones."""
    return _play(dice, players, "random")


if __name__ == "__main__":
    command({"greedy": greedy, "random": at_random}, (2, 3, 4))
