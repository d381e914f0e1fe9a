"""What simulated games of cards come to, beside the figures of all games: cards and decks."""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from tests.play.outcomes import Outcome, told

SELDOM, OFTEN = 0.1, 0.9


@dataclass
class CardOutcome(Outcome):
    """A game with cards. `offered` counts which were at hand, `used` which of them were played;
    `winning` names the deck of each winner."""

    offered: Counter[str] = field(default_factory=Counter)
    sides: tuple[str, ...] = ()
    winning: tuple[str, ...] = ()


def decks(outcomes: Sequence[CardOutcome]) -> dict[str, float]:
    """The share of games that each deck wins."""
    wins: Counter[str] = Counter()
    for outcome in outcomes:
        for name in outcome.winning:
            wins[name] += 1
    return {name: wins[name] / len(outcomes) for name in sorted({n for o in outcomes for n in o.sides})}


def chosen(outcomes: Sequence[CardOutcome]) -> dict[str, float]:
    """For each card how often it is played when it is at hand."""
    offered = sum((outcome.offered for outcome in outcomes), Counter[str]())
    used = sum((outcome.used for outcome in outcomes), Counter[str]())
    return {name: used[name] / offered[name] for name in sorted(offered)}


def told_of_cards(outcomes: Sequence[CardOutcome]) -> Iterator[str]:
    """The lines of a table of figures, with decks and cards."""
    yield from told(outcomes)
    won = decks(outcomes)
    if won:
        yield "wins by deck: " + ", ".join(f"{name} {share:.1%}" for name, share in won.items())
    shares = chosen(outcomes)
    seldom = [f"{name} {share:.0%}" for name, share in shares.items() if share < SELDOM]
    often = [f"{name} {share:.0%}" for name, share in shares.items() if share > OFTEN]
    yield "chosen seldom when offered: " + (", ".join(seldom) or "-")
    yield "chosen nearly always: " + (", ".join(often) or "-")
