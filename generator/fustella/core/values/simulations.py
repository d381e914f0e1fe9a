"""Holds scripts of draws and deals that need no rules of a game, to be tried many times."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from fustella.core.values.problems import Place
from fustella.core.values.sessions import VERBS

MOVING: Final = ("deal", "draw", "take", "play", "discard", "move")
"""The verbs that move a number of cards from one stack to another."""

UNTIL: Final = "until"
"""Begins an action that repeats others until a condition holds."""

DOING: Final = (*MOVING, "refill", "shuffle", UNTIL)
"""The words that an action begins with."""

assert set(DOING) - {UNTIL} <= set(VERBS)

HAND, TABLE, DISCARD, BOX = "hand", "table", "discard", "box"
"""Stacks that are there without being named: the hand of who has the turn, and empty ones."""

EVERYTHING: Final = "all"
MOST_PLAYERS: Final = 20
MOST_TURNS: Final = 100_000
USUAL_TURNS: Final = 1000
"""The turns after which a run of a simulation stops that does not say otherwise."""


class CardStack(Struct, frozen=True):
    """A stack of the pieces for which `where` holds, shuffled when a run begins.

    If a card is to be drawn from it and there is none, the cards of the stack `again` are shuffled
    into it first.
    """

    name: str
    where: str
    again: str
    place: Place


class Action(Struct, frozen=True):
    """One action: its verb, and what it is done with.

    `number` is a formula or `all`: how many cards are moved, or to how many a stack is refilled.
    `where` chooses among the cards, `when` says whether it is done at all. `until` repeats `inner`.
    """

    verb: str
    place: Place
    number: str = ""
    source: str = ""
    target: str = ""
    where: str = ""
    when: str = ""
    until: str = ""
    inner: tuple["Action", ...] = ()


class SimulationMeasure(Struct, frozen=True):
    """A formula that is computed in every run: a number, or whether something holds.

    It is computed after so many turns, 0 for the set-up, or at the end where `after` is None.
    """

    name: str
    formula: str
    after: int | None
    place: Place


class Simulation(Struct, frozen=True):
    """A script: stacks, what is done at first and in each turn, and what is measured.

    `groups` are conditions on cards by their names, `places` the places of these names and of
    `until`. Turns are taken in order, until `until` holds
    or `turns` of them are over.
    """

    name: str
    place: Place
    stacks: tuple[CardStack, ...]
    groups: Mapping[str, str]
    players: int
    setup: tuple[Action, ...]
    turn: tuple[Action, ...]
    until: str
    turns: int
    measures: tuple[SimulationMeasure, ...]
    places: Mapping[str, Place]
