"""What a set-up takes from the box, for each number of players."""

import pytest

from fustella.core.values.claims import Verdict
from fustella.core.values.problems import Place
from tests.check.making import rows

FIGURES = (
    "lines: '1, 8'\ntext: ['{least=2}-{most=4} players', '{each=3} coins each']\ncheck: supply\n"
)
COINS = "of: {kind: token}\n"


def supply(needs: str, players: str = "", of: str = COINS) -> str:
    return f"{FIGURES}{of}needs: {needs}\n" + (f"players: {players}" if players else "")


def test_supply_without_players_compares_needs_with_copies(box):
    assert rows(box.one(supply("each * 2"))) == [("3 × 2 = 6", "6", "holds")]
    (found,) = box.one(supply("each * 2 + 1"))
    assert rows([found]) == [("3 × 2 + 1 = 7", "6", "differs")]
    assert found.where == (Place("content/kingdom/tokens.yaml", 7, "pieces[1]"),)
    assert found.unfixable
    assert not found.repairs


@pytest.mark.parametrize(
    ("players", "needs", "says", "verdict"),
    [
        ("least - most", "players", "4 players: 4", "holds"),
        ("2-4", "players", "4 players: 4", "holds"),
        ("2 - 4", "players + 2", "4 players: 4 + 2 = 6", "holds"),
        ("2-most", "players + 3", "4 players: 4 + 3 = 7", "differs"),
        ("least - 3", "players * each", "3 players: 3 × 3 = 9", "differs"),
        ("2", "players * each", "2 players: 2 × 3 = 6", "holds"),
        ("most", "players * 2", "4 players: 4 × 2 = 8", "differs"),
        ("2-4", "players * 3", "3 players: 3 × 3 = 9; 4 players: 4 × 3 = 12", "differs"),
        ("least - most", "12 / players", "4 players: 12 / 4 = 3", "holds"),
        ("1 - most", "12 / players", "1 players: 12 / 1 = 12", "differs"),
        ("it.least - it.most", "players", "4 players: 4", "holds"),
    ],
)
def test_supply_with_players_checks_every_number(box, players, needs, says, verdict):
    """Shown are the first and last number that lack pieces, or the last number if none does."""
    assert rows(box.one(supply(needs, players))) == [(says, "6", verdict)]


def test_supply_players_with_hyphens_and_digits_in_names_are_a_range(box):
    claims = """
    - {id: level-1, lines: 1, text: "{2} or {4} players", check: manual, why: it is}
    - {id: level-1-2, lines: 1, text: "{6} players", check: manual, why: it is}
    - {id: it, check: supply, of: {kind: token}, needs: players, players: level-1 - level-1-2}
    - {id: so, check: supply, of: {kind: token}, needs: players, players: 2-level-1-2}
    """.replace("{2} or {4}", "{2}")
    assert [one.says for one in box.run(claims)[2:]] == ["6 players: 6"] * 2


def test_supply_players_from_a_figure_follow_the_document(box):
    claim = "lines: 1\ntext: '{players=4} players'\ncheck: supply\nneeds: players * 2\n"
    assert rows(box.one(f"{claim}{COINS}")) == [("4 × 2 = 8", "6", "differs")]


def test_supply_with_else_contradiction_is_a_contradiction(box):
    (found,) = box.one(f"{supply('each * 3')}else: contradiction\ndecision: fewer coins")
    assert found.verdict is Verdict.CONTRADICTION
    assert found.decision is not None


def test_supply_of_no_copies_holds_only_when_none_is_needed(box):
    nothing = "of: {front.value: 9}\n"
    assert rows(box.one(supply("each - 3", of=nothing))) == [("3 − 3 = 0", "0", "holds")]
    assert rows(box.one(supply("1", of=nothing))) == [("1", "0", "differs")]


@pytest.mark.parametrize(
    ("claim", "code", "key"),
    [
        ("check: supply\nneeds: 1", "E107", "it"),
        (f"check: supply\n{COINS}", "E107", "it"),
        (supply("players"), "E506", "it.needs"),
        (supply("each *"), "E508", "it.needs"),
        (supply("[1, 2]"), "E508", "it.needs"),
        (supply("1", of="of: {kind: coin}\n"), "E506", "it.of.kind"),
        (supply("1", "4-2"), "E505", "it.players"),
        (supply("1", "0-2"), "E505", "it.players"),
        (supply("1", "2-101"), "E505", "it.players"),
        (supply("1", "2 - 4 - 6"), "E505", "it.players"),
        (supply("1", "few"), "E506", "it.players"),
        (supply("1", "2 to 4"), "E508", "it.players"),
        (supply("1", "[2, 4]"), "E505", "it.players"),
    ],
)
def test_supply_that_makes_no_sense_is_a_problem(box, claim, code, key):
    problem = box.problem(claim)
    assert (problem.code, problem.place.key) == (code, key)
