"""The claims of the four games leave nothing of their documents out, and count each piece in."""

import re

import pytest
from msgspec.structs import replace

from fustella.check import CoveredField, Spoken, of_totals, run
from fustella.core.values.model import Piece, Record, Text, Value, Word
from fustella.review import FAULTS
from tests.mutations.documents import booklets_of, games

GAMES = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")

FREE = {
    "city-duel": {"setup"},
    "el-mapa": {"obstacle"},
    "empire-plateau": set[str](),
    "moving-kingdoms": set[str](),
}
"""Kinds of which the documents know nothing, so that their numbers are free."""


EVERY = 40
"""Of the claimed values, one in so many is changed."""

_STEP = re.compile(r"\[(\d+)\]|(\w+)")


def is_found(name: str, *changed: Piece) -> bool:
    """Whether it is a fault that pieces are as these, or are there besides the others."""
    game, claims = games()[name]
    pieces = {piece.id: piece for piece in (*game.pieces, *changed)}
    outcome = run(replace(game, pieces=tuple(pieces.values())), claims, None, booklets_of(name))
    assert outcome.problems or outcome.coverage is not None
    totals = of_totals(outcome.coverage, claims) if outcome.coverage else ()
    faults = (finding.verdict in FAULTS for finding in (*outcome.findings, *totals))
    return bool(outcome.problems) or any(faults)


def otherwise(one: CoveredField) -> Piece | None:
    """The piece with another number or word in the field; None for a text."""
    if one.path == "copies":
        return replace(one.piece, copies=one.piece.copies + 1)
    side, _, path = one.path.partition(".")
    steps = [int(number) - 1 if number else name for number, name in _STEP.findall(path)]
    record = changed(getattr(one.piece, side), steps)
    return None if record is None else replace(one.piece, **{side: record})


def changed(value: Value, steps: list[int | str]) -> Value:
    """A value with another number or word at the end of some steps; None for a text there."""
    if not steps:
        return _other(value)
    step, *rest = steps
    if isinstance(value, Record):
        new = {name: changed(value[name], rest) if name == step else value[name] for name in value}
        return None if new[str(step)] is None else Record(new)
    assert isinstance(value, tuple)
    entries = tuple(changed(one, rest) if at == step else one for at, one in enumerate(value))
    return None if None in entries else entries


def _other(value: Value) -> Value:
    if isinstance(value, Text) or value is None:
        return None
    if isinstance(value, bool):
        return not value
    assert not isinstance(value, tuple | Record)
    return value + 1 if isinstance(value, int | float) else Word("other", value.place)


@pytest.mark.parametrize("name", GAMES)
def test_every_value_that_comes_from_a_document_is_claimed(name):
    coverage = run(*games()[name], None).coverage
    assert coverage is not None
    assert [f"{one.owner} {one.path}" for one in coverage.of(Spoken.UNCLAIMED)] == []
    assert coverage.uncounted == ()
    free = {one.piece.kind.id for one in coverage.of(Spoken.DESIGNED) if one.path == "copies"}
    assert free == FREE[name]


@pytest.mark.parametrize("name", GAMES)
def test_another_value_in_a_claimed_field_is_found(name):
    coverage = run(*games()[name], None).coverage
    assert coverage is not None
    claimed = [one for one in coverage.of(Spoken.CLAIMED) if one.piece is not None]
    tried = [(one, otherwise(one)) for one in claimed[::EVERY]]
    others = [(one, piece) for one, piece in tried if piece is not None]
    assert len(others) > len(tried) / 2
    missed = [f"{one.owner} {one.path}" for one, piece in others if not is_found(name, piece)]
    assert missed == []


@pytest.mark.parametrize("name", GAMES)
def test_twin_of_a_piece_under_another_id_is_one_too_many(name):
    """Its id may look like that of the piece or not; one piece of each kind is tried."""
    of_kinds = {piece.kind.id: piece for piece in games()[name][0].pieces if piece.copies}
    for number, (kind, piece) in enumerate(of_kinds.items()):
        id_ = f"{piece.id}-again" if number % 2 else f"another-{piece.id}"
        assert is_found(name, replace(piece, id=id_)) == (kind not in FREE[name]), id_
