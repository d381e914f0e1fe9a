"""Reads simulations.yaml: scripts of draws and deals, with what is measured in each run."""

from collections.abc import Callable
from functools import partial
from typing import Any

from fustella.core.files.project import SIMULATIONS, Project
from fustella.core.files.reading import is_there
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.schemas import Schema, Vocabulary, list_schema
from fustella.core.values.simulations import (
    DISCARD,
    DOING,
    HAND,
    MOST_PLAYERS,
    MOST_TURNS,
    MOVING,
    TABLE,
    UNTIL,
    USUAL_TURNS,
    Action,
    CardStack,
    Simulation,
    SimulationMeasure,
)
from fustella.read import hints
from fustella.read.forms import (
    At,
    Form,
    Reader,
    Rejected,
    checked,
    entry,
    form_of,
    schema_of,
    shown,
    table_of,
    value_of,
)
from fustella.read.nodes import (
    FAULTY,
    ListNode,
    MappingNode,
    as_typed,
    is_number,
    is_whole,
    place_at,
)
from fustella.read.scalars import IDENTIFIER, STRING
from fustella.read.source import load

_USUAL: dict[str, tuple[str, str]] = {
    "deal": ("", HAND),
    "draw": ("", HAND),
    "take": ("", HAND),
    "play": (HAND, TABLE),
    "discard": (HAND, DISCARD),
    "move": ("", ""),
}
"""Where cards come from and go to by each verb, if nothing is said; "" where it must be said."""


def _formula(value: object) -> str:
    if (isinstance(value, str) and value.strip()) or is_number(value):
        return as_typed(value)
    raise Rejected("E104", f"expected a formula, found {shown(value)}", "write deck = 0, or 5")


_FORMULA = value_of(_formula, {"title": "formula", "type": ["string", "number"], "pattern": r"\S"})


def _whole(least: int, most: int) -> Reader:
    def read(value: object) -> int:
        if not is_whole(value) or not least <= value <= most:
            message = f"expected a whole number from {least:,} to {most:,}, found {shown(value)}"
            raise Rejected("E104", message, f"write {least} or more")
        return value

    schema = {"title": "whole number", "type": "integer", "minimum": least, "maximum": most}
    return value_of(read, schema)


def _after(value: object) -> int:
    if value == "setup":
        return 0
    if is_whole(value) and 0 < value <= MOST_TURNS:
        return value
    hint = "write `setup`, or the number of a turn; leave it out for the end"
    raise Rejected("E104", f"expected setup or a turn, found {shown(value)}", hint)


class StackForm(Form, frozen=True):
    """A stack of cards."""

    where: str = entry(
        _FORMULA, default="", about='The cards in it: deck = "initial". Without it, it is empty.'
    )
    again: str = entry(
        IDENTIFIER,
        default="",
        about="The stack whose cards are shuffled into this one when it is empty: discard.",
    )


class MeasureForm(Form, frozen=True):
    """Something that is measured."""

    of: str = entry(_FORMULA, about="A number, hand.land, or a comparison, hand.land >= 1.")
    after: int | None = entry(
        value_of(_after, {"title": "setup or a turn", "type": ["string", "integer"]}),
        default=None,
        about="When: `setup`, or after so many turns; else at the end of the run.",
    )


def _short_or(form: type[Form], name: str) -> Reader:
    """A reader of a form that may be typed as its one text."""
    reader = form_of(form)

    def read(value: object, at: At) -> object:
        if isinstance(value, MappingNode):
            return reader(value, at)
        text = _FORMULA(value, at)
        return FAULTY if text is FAULTY else form(**{name: text})

    def describe(vocabulary: Vocabulary) -> Schema:
        typed = {"title": f"formula, or {name}: …", "type": ["string", "number", "object"]}
        return {**reader.schema(vocabulary), **typed, "pattern": r"\S"}

    return Reader(read, describe)


class ActionForm(Form, frozen=True):
    """An action: one verb, and what it is done with."""

    shuffle: str = entry(IDENTIFIER, default="", about="The stack that is shuffled.")
    deal: str = entry(_FORMULA, default="", about="How many cards each player is dealt.")
    draw: str = entry(_FORMULA, default="", about="How many cards who has the turn draws.")
    take: str = entry(_FORMULA, default="", about="How many cards who has the turn chooses.")
    play: str = entry(_FORMULA, default="", about="How many cards are played from a hand.")
    discard: str = entry(_FORMULA, default="", about="How many cards are discarded.")
    move: str = entry(_FORMULA, default="", about="How many cards are moved, or the word all.")
    refill: str = entry(IDENTIFIER, default="", about="The stack that is filled up.")
    until: str = entry(_FORMULA, default="", about="Repeats `do` until this holds.")
    up_to: str = entry(_FORMULA, default="", about="To how many cards `refill` fills up.")
    from_: str = entry(IDENTIFIER, default="", about="The stack that the cards come from.")
    to: str = entry(IDENTIFIER, default="", about="The stack that they go to.")
    where: str = entry(_FORMULA, default="", about="Which cards: cost <= 2.")
    when: str = entry(_FORMULA, default="", about="Only if this holds: deck > 0.")


def _action(value: object, at: At) -> object:
    """Reads an action; `until` has others, under `do`."""
    if not isinstance(value, MappingNode):
        hint = hints.keys(value, DOING, "draw: 1, from: deck", at.key)
        at.report("E104", f"expected an action, found {shown(value)}", hint)
        return FAULTY
    inner = value.get("do")
    left = MappingNode(value.line)
    for key, each in value.items():
        if key != "do":
            left.put(key, each, value.lines.get(key, value.line))
    form = form_of(ActionForm)(left, at)
    actions = _actions(inner, at.inside("do", value)) if "do" in value else ()
    if form is FAULTY or actions is FAULTY:
        return FAULTY
    return _action_of(form, actions, at)


def _action_of(form: ActionForm, inner: Any, at: At) -> object:
    verbs = [verb for verb in DOING if getattr(form, verb)]
    if len(verbs) != 1:
        several = f"an action is one verb, and this one is {' and '.join(verbs)}"
        message = several if verbs else "an action without a verb"
        at.report("E640", message, f"begin with one of {', '.join(DOING)}")
        return FAULTY
    (verb,) = verbs
    typed = getattr(form, verb)
    source, target = form.from_, form.to
    wanted = {"from": source, "to": target}
    if verb in MOVING:
        usual = _USUAL[verb]
        wanted = {"from": source or usual[0], "to": target or usual[1]}
    elif verb == "refill":
        wanted = {"from": source, "up_to": form.up_to}
    elif verb == UNTIL:
        wanted = {"do": "" if not inner else UNTIL}
    else:
        wanted = {}
    for key, value in wanted.items():
        if not value:
            at.report("E107", f"`{key}` is missing", f"write {verb}: …, {key}: …")
            return FAULTY
    if verb == "shuffle":
        return Action(verb, at.place, source=typed, when=form.when)
    if verb == UNTIL:
        return Action(verb, at.place, until=typed, when=form.when, inner=inner)
    if verb == "refill":
        return Action(
            *(verb, at.place, form.up_to, source, typed, form.where, form.when),
        )
    return Action(
        *(verb, at.place, typed, wanted["from"], wanted["to"], form.where, form.when),
    )


def _actions(value: object, at: At) -> object:
    if not isinstance(value, ListNode):
        at.report("E104", f"expected a list, found {shown(value)}", hints.entries(value, at.key))
        return FAULTY
    found = tuple(_action(each, at.inside(index, value)) for index, each in enumerate(value))
    return FAULTY if any(each is FAULTY for each in found) else found


def _actions_schema(vocabulary: Vocabulary) -> Schema:
    inner = schema_of(ActionForm, vocabulary)
    inner["properties"]["do"] = {
        "title": "list of actions",
        "description": "The actions that `until` repeats.",
        "type": "array",
    }
    return list_schema(inner)


_ACTIONS = Reader(_actions, _actions_schema)


class SimulationForm(Form, frozen=True):
    """A script of draws and deals, and what is measured."""

    stacks: dict[str, StackForm] = entry(
        table_of(IDENTIFIER, _short_or(StackForm, "where")),
        about="The stacks by their names, each with a condition on its cards.",
    )
    measure: dict[str, MeasureForm] = entry(
        table_of(IDENTIFIER, _short_or(MeasureForm, "of")),
        about="What is measured in each run, by its name.",
    )
    groups: dict[str, str] = entry(
        table_of(IDENTIFIER, _FORMULA),
        factory=dict,
        about="Groups of cards, for names such as hand.land: {land: 'type = \"land\"'}.",
    )
    players: int = entry(_whole(1, MOST_PLAYERS), default=1, about="How many players take turns.")
    setup: tuple[Action, ...] = entry(_ACTIONS, default=(), about="What is done at first.")
    turn: tuple[Action, ...] = entry(_ACTIONS, default=(), about="What is done in each turn.")
    until: str = entry(_FORMULA, default="", about="When no more turns are taken: deck = 0.")
    turns: int | None = entry(
        _whole(1, MOST_TURNS),
        default=None,
        about=f"The most turns of all players together; default: {USUAL_TURNS:,}.",
    )
    about: str = entry(STRING, default="", about="What it is for.")


class SimulationsForm(Form, frozen=True):
    """The scripts of a game."""

    simulations: dict[str, SimulationForm] = entry(
        table_of(IDENTIFIER, form_of(SimulationForm)), about="Scripts by their names."
    )


def read_simulations(project: Project, game_id: str) -> dict[str, Simulation]:
    """The simulations of a game by their names; {} without simulations.yaml.

    Raises ProblemsFound: E640, and what no file in YAML may hold.
    """
    path = project.folder_of(game_id) / SIMULATIONS
    if not is_there(path):
        return {}
    file = project.name_of(path)
    data = load(path, file, project.root)
    form = checked(SimulationsForm, data, file)
    if len(form.simulations) > limits.OUTPUT_JOBS:
        message = f"more than {limits.OUTPUT_JOBS} simulations"
        raise ProblemsFound([Problem("E133", Place(file), message, "take some out")])
    return {
        name: _simulation(name, each, partial(place_at, data, file, "simulations", name))
        for name, each in form.simulations.items()
    }


def _simulation(name: str, form: SimulationForm, place: Callable[..., Place]) -> Simulation:
    return Simulation(
        name=name,
        place=place(),
        stacks=tuple(
            CardStack(each, of.where, of.again, place("stacks", each))
            for each, of in form.stacks.items()
        ),
        groups=form.groups,
        players=form.players,
        setup=form.setup,
        turn=form.turn,
        until=form.until,
        turns=form.turns or (USUAL_TURNS if form.turn else 0),
        measures=tuple(
            SimulationMeasure(each, of.of, of.after, place("measure", each))
            for each, of in form.measure.items()
        ),
        places={**{each: place("groups", each) for each in form.groups}, UNTIL: place(UNTIL)},
    )


def simulations_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of simulations.yaml."""
    return schema_of(SimulationsForm, vocabulary)
