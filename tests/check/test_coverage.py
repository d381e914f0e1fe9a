"""What of a box its claims speak of, and the pieces of closed kinds that no claim counts."""

import pytest

from fustella.check import Spoken, of_totals, run
from fustella.core.values.claims import Verdict
from tests.check.making import Box


def claimed(box: Box, typed: str, *pieces: str) -> list[str]:
    """The claimed values as `piece path`, of some pieces or of all."""
    coverage = run(box.game, box.claims(typed), None).coverage
    assert coverage is not None
    names = [(one.owner, one.path) for one in coverage.of(Spoken.CLAIMED)]
    return [f"{piece} {path}" for piece, path in names if not pieces or piece in pieces]


def one(typed: str) -> str:
    return f"- {{id: it, lines: 3, {typed}}}"


def uncounted(box: Box, typed: str) -> list[str]:
    coverage = run(box.game, box.claims(typed), None).coverage
    assert coverage is not None
    return [piece.id for piece in coverage.uncounted]


@pytest.mark.parametrize(
    ("typed", "paths"),
    [
        ("check: value, of: castle, are: {front.cost: 7}", ["front.cost"]),
        ("check: value, of: castle, are: {copies: 40}", ["copies"]),
        (
            "check: value, of: castle, are: {'front.rows[icon=own:hut].places': 4}",
            ["front.rows[2].places"],
        ),
        ("check: value, of: castle, reads: {front.note: 'Take {2}'}", ["front.note"]),
        (
            "check: each, of: castle, that: front.level + back.level = 5",
            ["front.level", "back.level"],
        ),
        ("check: each, of: castle, that: front.level > 1", []),
        ("check: each, of: castle, that: copies > 1", []),
        ("check: each, of: castle, that: width_mm = 60", []),
        ("check: each, of: castle, that: entries(front.rows) = 2", []),
        ("check: each, of: castle, has: [front.mark]", []),
        ("check: count, of: castle, is: 40", ["copies"]),
        ("check: count, of: {kind: card}, is: 44", ["copies"]),
        ("check: count, of: {kind: card, front.mark: B}, is: 40", ["copies", "front.mark"]),
        ("check: count, of: {kind: card}, designs: true, is: 3", ["copies"]),
        ("check: sum, that: count(card) = 44", ["copies"]),
        ("check: sum, that: count(card) > 4", []),
        ("check: supply, of: {kind: card, front.mark: B}, needs: 4", []),
        (
            "check: deck, decks: front.level, of: {kind: card}, at_most: 40",
            ["copies", "front.level"],
        ),
        ("check: deck, decks: front.level, of: {kind: card}, at_most: 41", []),
        ("check: each, of: '*castle', that: copies = 40", []),
        ("check: each, of: castle, that: copies = 40", ["copies"]),
    ],
)
def test_values_that_a_claim_compares_are_claimed(box, typed, paths):
    found = claimed(box, one(typed).replace("{2}", "2"), "castle")
    assert sorted(found) == sorted(f"castle {path}" for path in paths)


def test_grid_is_claimed_with_all_its_rows(box):
    typed = one("check: each, of: peak, that: 'cells(front.grid, F) = 3'")
    assert claimed(box, typed) == ["peak front.grid[1]", "peak front.grid[2]"]


def test_values_that_no_claim_compares_are_designed_where_the_piece_is(box):
    coverage = run(
        box.game, box.claims(one("check: count, of: {kind: card}, is: 44")), None
    ).coverage
    assert coverage is not None
    spoken = {(field.owner, field.path): str(field.spoken) for field in coverage.fields}
    assert spoken["wheat-mill", "front.level"] == "designed"
    assert spoken["wheat-field", "front.level"] == "unclaimed"
    assert spoken["wheat-mill", "copies"] == "claimed"
    assert ("ghost", "copies") not in spoken
    assert ("wheat-mill", "front.free") not in spoken
    assert coverage.designs == 7


def test_gap_designs_its_own_fields_alone(box):
    gap = one("check: gap, of: {kind: card}, fields: [front.rows, front.tags]")
    coverage = run(box.game, box.claims(gap), None).coverage
    assert coverage is not None
    designed = {(field.owner, field.path) for field in coverage.of(Spoken.DESIGNED)}
    assert ("castle", "front.rows[2].places") in designed
    assert ("castle", "front.tags[1]") in designed
    assert ("castle", "front.level") not in designed
    assert ("wheat-mill", "front.level") not in designed


def test_texts_of_game_yaml_are_claimed_by_their_keys(box):
    typed = one("check: value, words: {title: 'Box'}")
    coverage = run(box.game, box.claims(typed), None).coverage
    assert coverage is not None
    spoken = {field.path: str(field.spoken) for field in coverage.fields if not field.piece}
    assert spoken["title"] == "claimed"
    ours = one("check: gap, texts: [title, 'words.*']")
    coverage = run(box.game, box.claims(ours), None).coverage
    assert coverage is not None
    spoken = {field.path: str(field.spoken) for field in coverage.fields if not field.piece}
    assert set(spoken.values()) == {"designed"}


def test_there_is_no_coverage_while_a_claim_cannot_be_understood(box):
    outcome = run(box.game, box.claims(one("check: count, of: mouse, is: 1")), None)
    assert outcome.problems
    assert outcome.coverage is None


@pytest.mark.parametrize(
    ("typed", "pieces"),
    [
        ("check: count, of: castle, is: 40", ["wheat-field", "wheat-mill"]),
        ("check: count, of: '*castle', is: 40", ["wheat-field", "wheat-mill"]),
        ("check: count, of: {kind: card}, is: 44", []),
        ("check: value, of: castle, are: {copies: 40}", ["wheat-field", "wheat-mill"]),
        ("check: each, of: {kind: card}, that: copies > 1", []),
        ("check: supply, of: castle, needs: 4", []),
    ],
)
def test_kind_of_which_some_pieces_are_counted_is_closed(box, typed, pieces):
    assert uncounted(box, one(typed)) == pieces


def test_twin_under_another_id_is_one_too_many(box):
    claims = one("check: count, of: [peak, lake], is: 6")
    assert uncounted(box, claims) == []
    twin = "  - {id: peak-again, copies: 5, front: {defence: 4, grid: [FFW, FMM]}}\n"
    path = box.root / "content/kingdom/tiles.yaml"
    named = twin.replace("copies", "name: {en: Peak, it: Vetta}, copies")
    path.write_text(path.read_text("utf-8") + named, "utf-8")
    typed = box.claims(claims)
    coverage = run(box.game, typed, None).coverage
    assert coverage is not None
    (found,) = of_totals(coverage, typed)
    assert (found.claim, found.verdict, found.has) == (
        "tile",
        Verdict.DIFFERS,
        "5 more: peak-again",
    )
    assert [place.line for place in found.where] == [6]
