"""Runs simulations: deals and draws cards as a script says, with chance that a seed fixes."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from fustella.core.processes import limits
from fustella.core.values.conditions import holds
from fustella.core.values.decks import FaultyCondition, UnlikelyWord, deck_of
from fustella.core.values.expressions import InvalidExpression, Worth, formula
from fustella.core.values.intervals import Share
from fustella.core.values.model import Piece
from fustella.core.values.problems import Place, did_you_mean
from fustella.core.values.simulations import (
    BOX,
    DISCARD,
    EVERYTHING,
    HAND,
    MOVING,
    TABLE,
    UNTIL,
    Action,
    Simulation,
    SimulationMeasure,
)

_HANDS: Final = "hands"
_NUMBERS: Final = ("turn", "round", "player", "players", "short")
_ALWAYS: Final = (HAND, TABLE, DISCARD, BOX)

_EVALUATED: Final = 10
"""The steps that computing a formula counts as: moving ten cards takes as long."""

_LOOPS: Final = 10_000
"""The most times that `until` repeats its actions."""


class FaultyStep(Exception):
    """Raised for a step of a script that cannot be taken: its place, what is wrong, and a hint."""

    def __init__(self, place: Place, message: str, hint: str) -> None:
        super().__init__(message)
        self.place, self.message, self.hint = place, message, hint


class TooManySteps(Exception):
    """Raised where all runs together take more steps than they may; `runs` were done."""

    def __init__(self, runs: int) -> None:
        super().__init__(runs)
        self.runs = runs


class SimulationOutcome(Struct, frozen=True):
    """What all runs gave: for each measure how often it held, or its figure in each run.

    `unended` are runs that had all their turns without what they were to go on until. `steps` were
    taken in all.
    """

    simulation: str
    runs: int
    seed: int
    unended: int
    measures: Mapping[str, Share | tuple[float, ...]]
    steps: int
    unlikely: tuple[tuple[Place, UnlikelyWord], ...] = ()


def outcome_of(
    simulation: Simulation,
    pieces: Sequence[Piece],
    language: str,
    times: int,
    seed: int,
    most_steps: int,
) -> SimulationOutcome:
    """The outcome of so many runs, equal for an equal seed.

    Conditions compare words in `language`, the first one of the game. Raises FaultyStep, TooLong.
    """
    cards = _Cards(simulation, pieces, language)
    # Of its methods, Python promises for `random` alone that a seed gives the same for ever.
    chance = random.Random(seed).random
    found: dict[str, list[Worth]] = {measure.name: [] for measure in simulation.measures}
    unended, steps = 0, 0
    for number in range(times):
        try:
            run = _Run(simulation, cards, chance, most_steps - steps)
            for measure, value in run.measured():
                found[measure.name].append(value)
        except _OutOfSteps:
            raise TooManySteps(number) from None
        unended += run.unended
        steps += run.steps
    measures = {
        measure.name: _summed(measure, found[measure.name]) for measure in simulation.measures
    }
    return SimulationOutcome(
        simulation.name, times, seed, unended, measures, steps, tuple(cards.unlikely)
    )


def _summed(measure: SimulationMeasure, values: Sequence[Worth]) -> Share | tuple[float, ...]:
    if all(isinstance(value, bool) for value in values):
        return Share(sum(1 for value in values if value), len(values))
    if any(not isinstance(value, Fraction) for value in values):
        hint = "write a number of cards, such as hand.land, or a comparison, such as hand.land >= 1"
        raise FaultyStep(measure.place, f"`{measure.formula}` is no number", hint)
    return tuple(float(value) for value in values)


class _OutOfSteps(Exception):
    """Raised where a run takes more steps than are left."""


class _Cards:
    """The cards of a script: a card is the number of its piece, and stands in groups.

    A group is a set of cards for which a condition holds.
    """

    def __init__(self, simulation: Simulation, pieces: Sequence[Piece], language: str) -> None:
        self._pieces = tuple(piece for piece in pieces if piece.copies)
        self._language = language
        self._numbers = {piece.id: number for number, piece in enumerate(self._pieces)}
        self._found: dict[str, frozenset[int]] = {}
        self.unlikely: list[tuple[Place, UnlikelyWord]] = []
        self.stacks = {
            stack.name: [
                number
                for number in sorted(self.where(stack.where, stack.place))
                for _ in range(self._pieces[number].copies)
            ]
            for stack in simulation.stacks
        }
        for stack in simulation.stacks:
            if not self.stacks[stack.name] and stack.where:
                hint = "look at the condition, or leave it out for an empty stack"
                raise FaultyStep(stack.place, f"no card is in `{stack.name}`", hint)
        self.again = {stack.name: stack.again for stack in simulation.stacks if stack.again}
        self.groups = {
            name: self.where(text, simulation.places[name])
            for name, text in simulation.groups.items()
        }

    def where(self, condition: str, place: Place) -> frozenset[int]:
        """The cards for which a condition holds; none for an empty one."""
        if not condition.strip():
            return frozenset()
        if condition not in self._found:
            try:
                deck = deck_of(self._pieces, self._language, condition)
            except FaultyCondition as fault:
                hint = fault.fault.hint or "look at its brackets and names"
                raise FaultyStep(place, fault.fault.message, hint) from None
            self.unlikely += [(place, word) for word in deck.unlikely]
            self._found[condition] = frozenset(self._numbers[piece.id] for piece in deck.pieces)
        return self._found[condition]


class _Run:
    """One run of a script."""

    def __init__(
        self, simulation: Simulation, cards: _Cards, chance: Callable[[], float], steps: int
    ) -> None:
        self._script, self._cards, self._chance = simulation, cards, chance
        self._left = self._given = steps
        self._turn = self._player = self._short = 0
        self.unended = False
        self._stacks = {name: self._shuffled([*those]) for name, those in cards.stacks.items()}
        for name in (TABLE, DISCARD, BOX):
            self._stacks.setdefault(name, [])
        self._hands: list[list[int]] = [[] for _ in range(simulation.players)]

    @property
    def steps(self) -> int:
        """The steps that were taken."""
        return self._given - self._left

    def measured(self) -> Iterator[tuple[SimulationMeasure, Worth]]:
        """Yields each measure with its value, while the run goes on."""
        script = self._script
        self._do(script.setup)
        yield from self._measures(0)
        while self._turn < script.turns and not self._over():
            self._player = self._turn % script.players
            self._turn += 1
            self._do(script.turn)
            yield from self._measures(self._turn)
        self.unended = bool(script.until) and not self._over()
        for measure in script.measures:
            if measure.after is None or measure.after > self._turn:
                yield measure, self._worth(measure.formula, measure.place)

    def _measures(self, turn: int) -> Iterator[tuple[SimulationMeasure, Worth]]:
        for measure in self._script.measures:
            if measure.after == turn:
                yield measure, self._worth(measure.formula, measure.place)

    def _over(self) -> bool:
        script = self._script
        return bool(script.until) and self._holds(script.until, script.places[UNTIL])

    def _do(self, actions: Sequence[Action]) -> None:
        for action in actions:
            self._take(1)
            if action.when and not self._holds(action.when, action.place.inside("when")):
                continue
            if action.verb == UNTIL:
                self._repeat(action)
            elif action.verb == "shuffle":
                self._shuffled(self._stack(action.source, action.place))
            elif action.verb == "deal":
                self._deal(action)
            elif action.verb == "refill":
                target = self._stack(action.target, action.place)
                self._move(action, target, max(0, self._number(action) - len(target)))
            else:
                assert action.verb in MOVING
                target = self._stack(action.target, action.place)
                source = self._stack(action.source, action.place)
                every = action.number == EVERYTHING
                self._move(action, target, len(source) if every else self._number(action))

    def _deal(self, action: Action) -> None:
        """Deals to each hand in turn, one card after the other."""
        number = self._number(action)
        for _ in range(number):
            for hand in self._hands:
                self._move(action, hand, 1)

    def _repeat(self, action: Action) -> None:
        loops = 0
        while not self._holds(action.until, action.place.inside(UNTIL)):
            loops += 1
            if loops > _LOOPS:
                message = f"`{action.until}` did not come true in {_LOOPS:,} times"
                hint = "add `or deck = 0`, or what else ends it"
                raise FaultyStep(action.place, message, hint)
            self._do(action.inner)

    def _move(self, action: Action, target: list[int], number: int) -> None:
        """Moves so many cards, from the top, or those for which the action's condition holds.

        What is played or discarded out of a hand is chosen at random. Cards that are not there are
        `short`.
        """
        source = self._stack(action.source, action.place)
        fitting = self._cards.where(action.where, action.place.inside("where"))
        at_random = action.source == HAND
        for count in range(number):
            if not source and (again := self._cards.again.get(action.source)):
                source += self._stack(again, action.place)
                self._stack(again, action.place).clear()
                self._shuffled(source)
            at = self._chosen(source, fitting if action.where else None, at_random)
            if at is None:
                self._short += number - count
                return
            self._take(1)
            target.append(source.pop(at))

    def _chosen(
        self, source: list[int], fitting: frozenset[int] | None, at_random: bool
    ) -> int | None:
        """The place of the card to move: the topmost that fits, or one of them; None of none."""
        if fitting is None:
            if not source:
                return None
            return int(self._chance() * len(source)) if at_random else len(source) - 1
        self._take(len(source) // _EVALUATED)
        places = [at for at, card in enumerate(source) if card in fitting]
        if not places:
            return None
        return places[int(self._chance() * len(places))] if at_random else places[-1]

    def _shuffled(self, stack: list[int]) -> list[int]:
        """A stack after it was shuffled: every order is as likely as every other one."""
        self._take(len(stack))
        chance = self._chance
        for last in range(len(stack) - 1, 0, -1):
            other = int(chance() * (last + 1))
            stack[last], stack[other] = stack[other], stack[last]
        return stack

    def _stack(self, name: str, place: Place) -> list[int]:
        if name == HAND:
            return self._hands[self._player]
        if name not in self._stacks:
            known = (*self._stacks, HAND)
            raise FaultyStep(place, f"there is no stack `{name}`", _hint(name, known))
        return self._stacks[name]

    def _number(self, action: Action) -> int:
        if action.number.isdecimal():
            return int(action.number)
        value = self._worth(action.number, action.place)
        if not isinstance(value, Fraction) or value.denominator != 1 or value > limits.GAME_COPIES:
            message = f"`{action.number}` is no number of cards"
            raise FaultyStep(action.place, message, "write a whole number, such as players + 1")
        return max(0, int(value))

    def _holds(self, condition: str, place: Place) -> bool:
        self._take(_EVALUATED)
        try:
            return holds(condition, self._name)
        except InvalidExpression as fault:
            raise FaultyStep(place, fault.message, fault.hint) from None

    def _worth(self, text: str, place: Place) -> Worth:
        self._take(_EVALUATED)
        try:
            return formula(text, self._name)
        except InvalidExpression as fault:
            raise FaultyStep(place, fault.message, fault.hint) from None

    def _name(self, name: str) -> Worth:
        """The value of a name: a number of the run, or of the cards in a stack or its group."""
        stack, _, group = name.partition(".")
        if stack in ("true", "false"):
            return stack == "true"
        if name in _NUMBERS:
            return Fraction(self._number_named(name))
        if stack == _HANDS:
            cards = [card for hand in self._hands for card in hand]
        elif stack == HAND:
            cards = self._hands[self._player]
        elif stack in self._stacks:
            cards = self._stacks[stack]
        else:
            known = (*_NUMBERS, *self._stacks, HAND, _HANDS)
            raise InvalidExpression(f"there is no stack or number `{stack}`", _hint(stack, known))
        if not group:
            return Fraction(len(cards))
        if group not in self._cards.groups:
            known = tuple(self._cards.groups)
            hint = _hint(group, known) if known else "name a group of cards under `groups`"
            raise InvalidExpression(f"there is no group `{group}`", hint)
        self._take(len(cards) // _EVALUATED)
        fitting = self._cards.groups[group]
        return Fraction(sum(1 for card in cards if card in fitting))

    def _number_named(self, name: str) -> int:
        players = self._script.players
        return {
            "turn": self._turn,
            "round": -(-self._turn // players),
            "player": self._player + 1,
            "players": players,
            "short": self._short,
        }[name]

    def _take(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise _OutOfSteps


def _hint(name: str, known: Sequence[str]) -> str:
    return did_you_mean(name, known) or f"known: {', '.join(known)}"
