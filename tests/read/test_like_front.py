"""Backs that are like their fronts: `back: {like: front}`, and what differs."""

import pytest

from fustella.core.files.project import project_at
from fustella.schema import schema_files
from tests.helpers.alone import game_alone, problems_alone
from tests.schema.editor import as_editors_see, validators

KINDS = """\
title: T
languages: [en]
kinds:
  unit: {front: ready/unit, back: ready/unit}
  card: {name: Cards, front: ready/card, back: ready/building}
"""
UNITS = """\
kind: unit
back: {like: front, reduced: true}
pieces:
  - {id: a, name: A, front: {symbol: armour, attack: 6, movement: 8}, back: {attack: 3}}
  - {id: b, name: B, front: {symbol: infantry, attack: 4}}
"""


def files(**lists):
    named = {f"{name}.yaml": text for name, text in lists.items()}
    return {"game.yaml": KINDS, **named}


def backs(game):
    return {
        piece.id: {name: str(piece.back[name]) for name in piece.back if piece.back[name]}
        for piece in game.pieces
    }


def test_back_that_is_like_the_front_says_only_what_differs(tmp_path):
    found = backs(game_alone(tmp_path, files(units=UNITS)))
    assert found["a"] == {"symbol": "armour", "attack": "3", "movement": "8", "reduced": "True"}
    assert found["b"] == {"symbol": "infantry", "attack": "4", "reduced": "True"}


def test_back_of_a_row_is_like_its_front(tmp_path):
    rows = "id,name,symbol,attack,back.attack\na,A,armour,6,3\nb,B,infantry,4,\n"
    listed = "kind: unit\nback: {like: front, reduced: true}\npieces: units.csv\n"
    found = backs(game_alone(tmp_path, files(units=listed) | {"units.csv": rows}))
    assert found["a"] == {"symbol": "armour", "attack": "3", "reduced": "True"}
    assert found["b"] == {"symbol": "infantry", "attack": "4", "reduced": "True"}


def test_back_takes_the_fields_that_it_has_alone(tmp_path):
    piece = "{id: a, front: {title: A, cost: 3, note: B}, back: {like: front}}"
    listed = f"kind: card\npieces:\n  - {piece}\n"
    found = backs(game_alone(tmp_path, files(cards=listed)))["a"]
    assert {*found} == {"title", "cost"}


def test_fault_of_a_field_that_both_sides_share_is_told_once(tmp_path):
    listed = UNITS.replace("symbol: armour", "symbol: armuor")
    (found,) = problems_alone(tmp_path, files(units=listed))
    assert (found.code, found.place.key) == ("E114", "pieces[1].front.symbol")


@pytest.mark.parametrize("word", ["back", "fronts"])
def test_back_is_like_nothing_but_the_front(tmp_path, word):
    listed = UNITS.replace("like: front", f"like: {word}")
    found = {problem.code for problem in problems_alone(tmp_path, files(units=listed))}
    assert found == {"E106"}


@pytest.mark.parametrize(("word", "right"), [("front", True), ("fronts", False)])
def test_editors_know_that_a_back_may_be_like_its_front(tmp_path, word, right):
    cards = "kind: card\npieces:\n  - {id: c, front: {title: A}, back: {like: front}}\n"
    game_alone(tmp_path, files(units=UNITS, cards=cards))
    project = project_at(tmp_path)
    (schema,) = (
        validator
        for name, validator in validators(schema_files(project, project.games())).items()
        if name.startswith("list")
    )
    for text in (UNITS, cards):
        assert (
            schema.is_valid(as_editors_see(text.replace("like: front", f"like: {word}"))) is right
        )
