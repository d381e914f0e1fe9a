"""Colours of a game, changed on the page."""

from pathlib import Path

import pytest

from tests.workbench.benches import GameBench

GAME = """\
title: Zoo\r
languages: [en]\r
colours:\r
  paper: "#fdf6ec"   # of old books\r
  ink: '#221'\r
kinds:\r
  animal: {front: ready/card}\r
"""
LIST = "kind: animal\npieces:\n  - {id: lion, front: {title: Lion}}\n"


@pytest.fixture
def zoo(tmp_path: Path) -> GameBench:
    return GameBench(tmp_path, {"game.yaml": GAME, "animals.yaml": LIST})


@pytest.mark.parametrize(
    ("name", "value", "before", "after"),
    [
        ("paper", "#ffeecc", '"#fdf6ec"   # of old', '"#ffeecc"   # of old'),
        ("ink", "#402010", "'#221'", "'#402010'"),
        ("ink", "navy", "ink: '#221'", "ink: 'navy'"),
        ("accent", "#8a2f5c", "'#221'\r\n", "'#221'\r\n  accent: \"#8a2f5c\"\r\n"),
        ("soft", "#ffe8c8", "'#221'\r\n", "'#221'\r\n  soft: \"#ffe8c8\"\r\n"),
    ],
)
def test_colour_is_typed_where_it_is_said(zoo, name, value, before, after):
    answer = zoo.edit({"do": "colour", "name": name, "value": value})
    assert answer.status == 200, answer
    assert answer.what == f"change the colour `{name}`"
    assert zoo.text("game.yaml") == GAME.replace(before, after)
    assert str(zoo.job.game.colours[name]) in (value, "#000080")
    assert zoo.workbench.undo().status == 200
    assert zoo.text("game.yaml") == GAME


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("gold", "#ffeecc", "no colour `gold`"),
        ("paper", "yellowish", "no colour `yellowish`"),
        ("paper", "#222", "not seen"),
        ("ink", "ivory", "not seen"),
    ],
)
def test_colour_that_cannot_be_is_refused(zoo, name, value, said):
    answer = zoo.edit({"do": "colour", "name": name, "value": value})
    assert answer.status == 422
    assert said in answer.problems[0].message
    assert zoo.text("game.yaml") == GAME
