"""Decks of pieces by conditions, for pieces that are not of a file."""

import pytest

from fustella.core.geometry.shapes import Outline
from fustella.core.values.decks import FaultyCondition, deck_of
from fustella.core.values.model import Kind, Piece, Record, Source, Text, Word
from fustella.core.values.problems import Place

PLACE = Place("content/x/cards.yaml", 3)


def text(word: str) -> Text:
    return Text({"en": Word(word, PLACE)})


def kind(name: str) -> Kind:
    outline = Outline.rectangle(63, 88)
    return Kind(name, text(name), outline, 0, "a", None, name, None, 1, PLACE)


def piece(name: str, of: Kind, copies: int, **front: object) -> Piece:
    source = Source((), None, PLACE)
    nothing = Record({})
    return Piece(name, of, text(name), Record(front), nothing, copies, source, None, PLACE, PLACE)


CARD, TOKEN = kind("card"), kind("token")
RIDER = Record({"body": Word("rider", PLACE), "ranks": 3})
PIECES = (
    piece("wolf", CARD, 4, cost=2, land=Word("wood", PLACE), figure=None, quick=True),
    piece("knight", CARD, 3, cost=5, land=Word("field", PLACE), figure=RIDER, quick=False),
    piece("gone", CARD, 0, cost=2, land=Word("moor", PLACE), figure=RIDER, quick=True),
    piece("coin", TOKEN, 10, worth=2),
)


def found(condition: str, pieces: tuple[Piece, ...] = PIECES) -> list[str]:
    return [one.id for one in deck_of(pieces, "en", where=condition).good]


@pytest.mark.parametrize(
    ("condition", "names"),
    [
        ("", ["wolf", "knight", "coin"]),
        ("cost <= 2", ["wolf"]),
        ("quick", ["wolf"]),
        ("not quick", ["knight", "coin"]),
        ("worth = 2 or cost = 5", ["knight", "coin"]),
        ('figure.body = "rider"', ["knight"]),
        ("figure.ranks is not given", ["wolf", "coin"]),
        ('kind = "card" and copies > 3', ["wolf"]),
        ('name != "Wolf"', ["knight", "coin"]),
        ("if(cost is given, mod(cost, 2) = 0, false)", ["wolf"]),
    ],
)
def test_condition_finds_printed_pieces_of_all_kinds(condition, names):
    assert found(condition) == names


@pytest.mark.parametrize(
    ("condition", "hint"),
    [
        ("csot = 2", "`cost`"),
        ("wroth = 2", "`worth`"),
        ("figure.bdy is given", ""),
        ("land = wood", '"wood"'),
    ],
)
def test_name_that_no_piece_has_is_refused(condition, hint):
    with pytest.raises(FaultyCondition) as refused:
        deck_of(PIECES, "en", second=condition)
    assert refused.value.about == "second"
    assert hint in refused.value.fault.hint


def test_conditions_on_groups_concern_the_pieces_in_the_deck_alone():
    deck = deck_of(PIECES, "en", 'kind = "card"', "cost * 2 > 4", "cost - 1 > 0")
    assert (deck.cards, deck.both) == (7, 3)
    assert [one.id for one in deck.second] == ["wolf", "knight"]
    with pytest.raises(FaultyCondition):
        deck_of(PIECES, "en", where="cost * 2 > 4")  # a coin has no cost to double


def test_word_that_is_nearly_one_of_the_pieces_is_told():
    (word,) = deck_of(PIECES, "en", where='land = "feild"').unlikely
    assert (word.about, word.message, word.hint) == (
        "where",
        "no piece has `feild` in `land`",
        "did you mean `field`?",
    )
    assert deck_of(PIECES, "en", where='land = "FIELD" or land = "desert"').unlikely == ()
