"""Gestures on zones: each ends in the diff that a careful designer would have typed."""

from pathlib import Path
from typing import Any

import pytest

from tests.workbench.benches import GameBench

HEAD = """\
title: Zoo  # of the harbour
languages: [en, de]
colours: {gold: "#c9a227"}
kinds:
  animal:  # all of them
    front: ready/card
    back: ready/back
    fields: {front: {rarity: common | rare, attack?: number, habitat?: icon}}
"""
LIST = """\
kind: animal
pieces:
  - {id: lion, front: {title: Lion, rarity: rare, attack: 3, text: Roars, art: lion, cost: 2}}
  - {id: cat, front: {title: Cat, rarity: common, text: Purrs, cost: 1}}
"""
BEASTS = """\
kind: beast
pieces:
  - {id: wolf, front: {title: Wolf, rarity: rare, cost: 2}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9Z"/></svg>'


def bench_of(root: Path, layout: str = "", more: str = "") -> GameBench:
    files: dict[str, str] = {"game.yaml": HEAD + layout + more, "animals.yaml": LIST}
    files["art/lion.svg"] = SVG
    if more:
        files["beasts.yaml"] = BEASTS
    return GameBench(root, files)


def after(bench: GameBench, *gestures: dict[str, Any]) -> str:
    """What stands in game.yaml below its head, after gestures that are done."""
    outcome = bench.edit(*({"kind": "animal", "side": "front"} | each for each in gestures))
    assert outcome.status == 200, outcome
    text = bench.text("game.yaml")
    assert text.startswith(HEAD)
    _ = bench.job  # it still reads
    return text.removeprefix(HEAD)


def refused(bench: GameBench, gesture: dict[str, Any]) -> str:
    """The message with which a gesture is refused, after which no file is another one."""
    before = bench.read("game.yaml")
    outcome = bench.edit({"kind": "animal", "side": "front"} | gesture)
    assert outcome.status == 422, outcome
    assert bench.read("game.yaml") == before
    return str(outcome.problems[0].message)


def zone(name: str, piece: str = "lion", **values: Any) -> dict[str, Any]:
    return {"do": "zone", "zone": name, "piece": piece, "set": values}


MOVES = [
    # (layout before, zone, values, layout after)
    (
        "",
        zone("title", x=7, y=5),
        """\
    layout:
      front:
        title: {x: 7mm, y: 5.6%}
""",
    ),
]


@pytest.mark.parametrize(("before", "gesture", "expected"), MOVES)
def test_zone_is_moved_where_it_is_said(
    tmp_path: Path, before: str, gesture: dict[str, Any], expected: str
) -> None:
    assert after(bench_of(tmp_path, before), gesture) == expected
