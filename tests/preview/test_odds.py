"""Odds for the page: one meaning of decks, conditions and hands, that of `fustella odds`."""

import json
from collections.abc import Callable
from fractions import Fraction

import pytest
from starlette.testclient import TestClient

from fustella.preview.present_odds import OddsRequest
from tests.conftest import TinyProject
from tests.preview.conftest import service_of

Ask = Callable[..., dict[str, object]]


@pytest.fixture
def ask(client: TestClient) -> Ask:
    """Asks for the odds of a deck of tiny: 12 boats, 2 huts and 4 dragons; a ghost is no card."""

    def asked(**query: object) -> dict[str, object]:
        answer = client.get("/api/odds/tiny", params={"kind": "card", **query})
        assert answer.status_code == 200
        return answer.json()

    return asked


def test_deck_without_a_condition_has_its_pieces_and_no_odds(ask: Ask) -> None:
    told = ask()
    assert (told["cards"], told["pieces"]) == (18, ["boat", "hut", "dragon"])
    assert (told["said"], told["refusals"]) == ("", [])
    assert ask(deck="coin", kind="")["cards"] > 0
    assert ask(among='land = "lake"')["pieces"] == ["boat"]


def test_odds_of_a_hand_are_exact_and_said(ask: Ask) -> None:
    told = ask(where="cost > 5", drawn=7, turns=2)
    assert (told["good"], told["good_pieces"]) == (4, ["dragon"])
    none = Fraction(1)
    for number in range(7):
        none *= Fraction(14 - number, 18 - number)
    assert told["chance"] == pytest.approx(float(1 - none))
    assert told["wish"] == "at least 1 of 4 in 7 of 18 cards"
    assert sum(share["chance"] for share in told["distribution"]) == pytest.approx(1)
    assert [share["number"] for share in told["turns"]] == [7, 8, 9]
    assert told["turns"][0]["said"] == told["said"] == f"{float(100 - 100 * none):.1f} %"


def test_odds_of_two_groups_know_what_is_in_both(ask: Ask) -> None:
    told = ask(where="cost > 2", second="rare", least=2, second_most=1, second_least=0, drawn=3)
    assert (told["good"], told["second"], told["both"]) == (16, 4, 4)
    assert told["wish"] == "at least 2 of 16 and at most 1 of 4 in 3 of 18 cards"


@pytest.mark.parametrize(
    ("query", "about", "said"),
    [
        ({"where": "csot > 2"}, "where", "did you mean `cost`?"),
        ({"where": "cost > 2", "second": "cost ="}, "second", "missing"),
        ({"among": "cost <"}, "among", "missing"),
        ({"where": "rare", "drawn": "40"}, "drawn", "40 cards cannot be drawn from 18"),
        ({"where": "rare", "drawn": "many"}, "drawn", "`many` is no whole number"),
        ({"where": "rare", "least": "٣"}, "least", "no whole number"),
        ({"where": "rare", "turns": "99"}, "turns", "0 to 50 turns"),
        ({"where": "rare", "least": "3", "most": "1"}, "wanted", "no number is at least 3"),
        ({"where": "rare", "among": 'title = "nobody"'}, "cards", "a deck has 1 to"),
    ],
)
def test_question_without_an_answer_says_why(
    query: dict[str, str], about: str, said: str, ask: Ask
) -> None:
    told = ask(**query)
    (refusal,) = told["refusals"]
    assert (refusal["about"], told["said"]) == (about, "")
    assert said in refusal["message"] + refusal["hint"]
    if about not in ("among", "cards"):
        assert told["pieces"] == ["boat", "hut", "dragon"]


def test_word_that_no_piece_has_is_noted(ask: Ask) -> None:
    assert ask(where='land = "lakes"')["notes"] == [
        "no piece has `lakes` in `land`: did you mean `lake`?"
    ]


def test_odds_of_a_faulty_game_are_those_of_the_last_good_one(tiny: TinyProject) -> None:
    service = service_of(tiny)
    edition = service.edition("tiny", "", "")
    asked = OddsRequest.of({"kind": "card", "where": "rare"})
    before = service.ask("odds", edition, asked)
    tiny.edit("content/tiny/cards.yaml", "cost: 9", "cost: nine")
    service.touch([tiny.root / "content/tiny/cards.yaml"])
    assert service.ask("odds", edition, asked) == before
    assert json.loads(before)["cards"] == 18


def test_unknown_game_has_no_odds(client: TestClient) -> None:
    assert client.get("/api/odds/chess").status_code == 404
