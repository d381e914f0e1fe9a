"""Copies for fewer players: shares of each design, whole sides, and claims that are not met."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.check import copies_for
from fustella.core.values.problems import Problem, ProblemsFound
from tests.check.making import Box

CARDS = """
- {id: some, check: supply, players: 2-4, needs: 2 * players, of: {kind: card}, enough: true}
"""


def changed(box: Box, typed: str, players: int) -> dict[str, int]:
    """The copies that differ from those of the whole box."""
    found = copies_for(box.game, box.claims(typed), players)
    whole = {piece.id: piece.copies for piece in box.game.pieces}
    assert found.keys() == whole.keys()
    return {piece: copies for piece, copies in found.items() if copies != whole[piece]}


def problem(box: Box, typed: str, players: int) -> Problem:
    with pytest.raises(ProblemsFound) as raised:
        copies_for(box.game, box.claims(typed), players)
    (one,) = raised.value.problems
    return one


def test_copies_for_fewer_players_keep_shares_and_at_least_one(box):
    assert changed(box, CARDS, 2) == {"castle": 2, "wheat-field": 1, "wheat-mill": 1}
    assert changed(box, CARDS, 4) == {"castle": 6, "wheat-field": 1, "wheat-mill": 1}


def test_copies_for_pieces_without_limit_are_all(box):
    assert "peak" not in changed(box, CARDS, 2)


def test_copies_for_claim_without_enough_are_all(box):
    more = "- {id: start, check: supply, players: 2-4, needs: players, of: peak}"
    assert "peak" not in changed(box, f"{CARDS}{more}\n", 2)


def test_copies_for_two_claims_are_the_larger_number(box):
    more = """- {id: a, check: supply, players: 2, needs: 1, of: peak, enough: true}
- {id: b, check: supply, players: 2, needs: 3, of: [peak, lake], enough: true}
"""
    assert changed(box, more, 2) == {"peak": 2}
    wider = more.replace("needs: 1", "needs: 4")
    assert changed(box, wider, 2) == {"peak": 4}


def test_copies_for_needs_of_nothing_are_none(box):
    typed = """- {id: a, check: supply, players: 2, needs: 0, of: peak, enough: true}
- {id: b, check: supply, players: 3-4, needs: 0, of: lake, enough: true}
"""
    assert changed(box, typed, 2) == {"peak": 0}
    assert changed(box, typed, 4) == {"lake": 0}


def test_copies_for_by_keep_whole_sides_in_order(box):
    typed = """- {id: a, check: supply, players: 1-2, needs: 3 * players, of: {kind: token},
   enough: true, by: front.value}
"""
    assert changed(box, typed, 1) == {"coin-blue": 0}
    assert changed(box, typed, 2) == {}


def test_copies_for_by_in_two_claims_keep_the_same_sides(box):
    """A later list with the sides in another order changes nothing."""
    box.edit(
        "tiles.yaml",
        "{id: peak, name: {en: Peak, it: Vetta}, copies: 5, front: {defence: 4,",
        "{id: peak, name: {en: Peak, it: Vetta}, copies: 5, front: {defence: 0,",
    )
    box.edit("tiles.yaml", "front: {defence: 0}}", "front: {defence: 4}}")
    all_tiles = "{kind: tile}"
    typed = "".join(
        f"- {{id: of-{name}, check: supply, players: 2, needs: 1, of: {of}, enough: true,"
        " by: front.defence}\n"
        for name, of in (("lake", "lake"), ("all", all_tiles))
    )
    assert changed(box, typed, 2) == {"peak": 0}


@pytest.mark.parametrize("second", ["y", "x"])
def test_copies_for_by_keep_two_players_of_one_colour_apart(box, second):
    """A player is not its colour: what tells whose a piece is counts, too."""
    fields = "fields: {front: {value: number, rim?: colour"
    box.edit("game.yaml", fields, f"{fields}, whose?: word")
    box.edit("tokens.yaml", "it: rosso}}", "it: rosso}, front: {rim: sea, whose: x}}")
    box.edit("tokens.yaml", "rim: sea}}", f"rim: sea, whose: {second}}}}}")
    typed = """- {id: a, check: supply, players: 1-2, needs: 3, of: {kind: token}, enough: true,
   by: front.rim}
"""
    lint = "lint:\n  players: {of: {kind: token}, colour: front.rim, shape: front.whose}\n"
    copies = copies_for(box.game, box.claims(typed, lint), 1)
    assert (copies["coin-red"], copies["coin-blue"]) == (3, 0 if second == "y" else 3)


def test_copies_for_half_a_piece_are_rounded_up(box):
    typed = "- {id: a, check: supply, players: 3, needs: players / 2, of: peak, enough: true}\n"
    assert changed(box, typed, 3) == {"peak": 2}


@pytest.mark.parametrize("players", [1, 5])
def test_copies_for_unknown_number_of_players_is_e009(box, players):
    found = problem(box, CARDS, players)
    assert (found.code, found.hint) == ("E009", "they are for 2, 3 or 4 players")


def test_copies_for_game_without_enough_is_e009(box):
    found = problem(box, CARDS.replace(", enough: true", ""), 2)
    assert (found.code, "`enough: true`" in found.hint) == ("E009", True)


def test_copies_for_game_without_claims_is_e009(box):
    with pytest.raises(ProblemsFound) as raised:
        copies_for(box.game, None, 2)
    assert [one.code for one in raised.value.problems] == ["E009"]


def test_copies_for_claim_that_is_not_met_is_e512(box):
    typed = """- {id: few, check: supply, players: 2-4, needs: players, of: peak, enough: true}
- {id: more, check: supply, players: 2-3, needs: players + 1, of: peak}
"""
    found = problem(box, typed, 2)
    assert (found.code, found.place.key) == ("E512", "more")
    assert "needs 3 of its pieces; 2 are left" in found.message
    assert "`few`" in found.hint
    assert changed(box, typed, 4) == {"peak": 4}


def test_copies_for_claim_not_met_by_the_whole_box_are_given(box):
    typed = """- {id: few, check: supply, players: 2, needs: 1, of: peak, enough: true}
- {id: more, check: supply, players: 2, needs: 6, of: peak}
"""
    assert changed(box, typed, 2) == {"peak": 1}


def test_copies_for_invalid_claim_is_a_problem_at_its_line(box):
    found = problem(box, CARDS.replace("{kind: card}", "castel"), 2)
    assert (found.code, found.place.key) == ("E506", "some.of")


@pytest.mark.parametrize(
    ("wrong", "code", "key"),
    [
        ("needs: players * cardz", "E506", "other.needs"),
        ("needs: players / 0", "E508", "other.needs"),
        ("needs: 1, enough: 3", "E505", "other.enough"),
        ("needs: 1, enough: true, by: front.colour", "E506", "other.by"),
        ("needs: 1, enough: true, by: colour", "E506", "other.by"),
    ],
)
def test_copies_for_other_invalid_claim_is_a_problem(box, wrong, code, key):
    other = f"- {{id: other, check: supply, players: 2, of: peak, {wrong}}}\n"
    found = problem(box, f"{CARDS}{other}", 2)
    assert (found.code, found.place.key) == (code, key)


@given(st.lists(st.integers(1, 40), min_size=1, max_size=8), st.integers(0, 150))
def test_copies_for_any_need_are_apportioned(tmp_path_factory, copies, needed):
    """As many as are needed, never more than there are, and one of each as far as they go."""
    shares = shares_of(tmp_path_factory, copies, needed)
    assert sum(shares) == min(needed, sum(copies))
    assert all(0 <= share <= most for share, most in zip(shares, copies, strict=True))
    assert needed < len(copies) or all(shares)
    for share, most in zip(shares, copies, strict=True):  # more copies never keep fewer
        for other, less in zip(shares, copies, strict=True):
            assert most <= less or share >= other


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.integers(1, 6), st.integers(1, 6))
def test_copies_for_equal_packs_are_whole_packs(tmp_path_factory, pack, packs, players):
    copies = [number * packs for number in pack]
    fewer = min(players, packs)
    assert shares_of(tmp_path_factory, copies, sum(pack) * players) == [
        number * fewer for number in pack
    ]


_BOXES: list[Box] = []


def shares_of(tmp_path_factory, copies: list[int], needed: int) -> list[int]:
    """The copies that are kept of each design when `needed` of them all are enough."""
    if not _BOXES:
        _BOXES.append(Box.made_at(tmp_path_factory.mktemp("box") / "project"))
    (box,) = _BOXES
    peak = box.piece("peak")
    pieces = tuple(replace(peak, id=f"p{at}", copies=number) for at, number in enumerate(copies))
    claims = box.claims(
        f"- {{id: some, check: supply, players: 2, needs: {needed}, of: {{kind: tile}},"
        " enough: true}"
    )
    found = copies_for(replace(box.game, pieces=pieces), claims, 2)
    return [found[piece.id] for piece in pieces]
