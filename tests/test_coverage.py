"""The claims of the four games leave nothing of their documents out, and count each piece in."""

from dataclasses import replace

import pytest

from fustella.check import Spoken, of_totals, run
from fustella.core.model import Piece
from fustella.review import FAULTS
from tests.mutations import games

GAMES = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")

FREE = {
    "city-duel": {"setup"},
    "el-mapa": {"obstacle"},
    "empire-plateau": set[str](),
    "moving-kingdoms": {"setup"},
}
"""Kinds of which the documents know nothing, so that their numbers are free."""


def is_found(name: str, twin: Piece) -> bool:
    """Whether one more piece in the box is a fault."""
    game, claims = games()[name]
    outcome = run(replace(game, pieces=(*game.pieces, twin)), claims, None)
    assert not outcome.problems
    assert outcome.coverage is not None
    findings = (*outcome.findings, *of_totals(outcome.coverage, claims))
    return any(finding.verdict in FAULTS for finding in findings)


@pytest.mark.parametrize("name", GAMES)
def test_every_value_that_comes_from_a_document_is_claimed(name):
    coverage = run(*games()[name], None).coverage
    assert coverage is not None
    assert [f"{one.piece.id} {one.path}" for one in coverage.of(Spoken.UNCLAIMED)] == []
    assert coverage.uncounted == ()
    free = {one.piece.kind.id for one in coverage.of(Spoken.DESIGNED) if one.path == "copies"}
    assert free == FREE[name]


@pytest.mark.parametrize("name", GAMES)
def test_twin_of_a_piece_under_another_id_is_one_too_many(name):
    """Its id may look like that of the piece or not; one piece of each kind is tried."""
    of_kinds = {piece.kind.id: piece for piece in games()[name][0].pieces if piece.copies}
    for number, (kind, piece) in enumerate(of_kinds.items()):
        id_ = f"{piece.id}-again" if number % 2 else f"another-{piece.id}"
        assert is_found(name, replace(piece, id=id_)) == (kind not in FREE[name]), id_
