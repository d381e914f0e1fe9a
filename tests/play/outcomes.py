"""What simulated games come to: how they end, who wins, what is used and what runs out."""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TypeVar

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.model import Game

ROOT = Path(__file__).parent.parent.parent


@dataclass
class Outcome:
    """One game that was played.

    Seats are numbered from 0 in the order of play. `winners` are those who won or drew; nobody, if
    the game did not end. `used` counts what was done and with which piece, and has a 0 for what may
    be used and was not; `short` counts how often a supply had nothing left.
    """

    players: int
    turns: int = 0
    ended: str = ""
    winners: tuple[int, ...] = ()
    used: Counter[str] = field(default_factory=Counter)
    short: Counter[str] = field(default_factory=Counter)


AnyOutcome = TypeVar("AnyOutcome", bound=Outcome)


def game_of(name: str) -> Game:
    """A game of this project, as the tool reads it."""
    return load_game(Project(ROOT), name)


def shares(outcomes: Sequence[Outcome]) -> list[float]:
    """The share of games that each seat wins; a draw is parted."""
    wins = [0.0] * max(outcome.players for outcome in outcomes)
    for outcome in outcomes:
        for seat in outcome.winners:
            wins[seat] += 1 / len(outcome.winners)
    return [won / len(outcomes) for won in wins]


def told(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The lines of a table of figures."""
    turns = sorted(outcome.turns for outcome in outcomes)
    ends = Counter(outcome.ended or "not ended" for outcome in outcomes)
    yield f"{len(outcomes)} games: " + ", ".join(f"{end} {n}" for end, n in ends.most_common())
    yield f"turns of each player: {turns[0]} to {turns[-1]}, median {median(turns):g}"
    yield "wins by seat: " + ", ".join(f"{share:.1%}" for share in shares(outcomes))
    used, short = (sum(many, Counter[str]()) for many in _counted(outcomes))
    names = dict.fromkeys(name for outcome in outcomes for name in outcome.used)
    yield "in a game: " + ", ".join(f"{name} {used[name] / len(outcomes):.1f}" for name in names)
    yield "never: " + (", ".join(name for name in names if not used[name]) or "-")
    gone = (f"{name} {n / len(outcomes):.1f}" for name, n in short.most_common())
    yield "nothing left of, times in a game: " + (", ".join(gone) or "-")


def _counted(outcomes: Iterable[Outcome]) -> tuple[list[Counter[str]], list[Counter[str]]]:
    return [outcome.used for outcome in outcomes], [outcome.short for outcome in outcomes]


def command(
    plays: Mapping[str, Callable[[random.Random, int], AnyOutcome]],
    numbers: Sequence[int],
    tell: Callable[[Sequence[AnyOutcome]], Iterator[str]] = told,
) -> None:
    """Play as the command line says, and print the figures."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--times", type=int, default=1000)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--players", type=int, choices=numbers, action="append")
    reader.add_argument("--how", choices=list(plays), action="append")
    given = reader.parse_args()
    for players in given.players or numbers:
        for how in given.how or plays:
            dice = random.Random(given.seed)
            print(f"\n{players} players, {how}")
            for line in tell([plays[how](dice, players) for _ in range(given.times)]):
                print(line)
