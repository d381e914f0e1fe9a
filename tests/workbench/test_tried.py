"""A face whose zones are only tried elsewhere is the face that the edit then gives."""

from pathlib import Path

import pytest

from fustella.core.values.model import FaceId, SideName
from fustella.workbench import Draft, tried_face
from tests.workbench.benches import GameBench

GAME = """\
title: Zoo
languages: [en]
kinds:
  animal:
    front: ready/card
    layout:
      front:
        title: {right: 24%, size: 50%}
        text: {without: {art: {y: 30%}}}
"""
LIST = """\
kind: animal
pieces:
  - {id: lion, front: {title: Lion, text: Roars, cost: 2}}
"""


@pytest.fixture
def zoo(tmp_path: Path) -> GameBench:
    return GameBench(tmp_path, {"game.yaml": GAME, "animals.yaml": LIST})


def tried(bench: GameBench, **zones: dict[str, float]):
    draft = Draft(bench.project, bench.game, "en", bench.job)
    return tried_face(draft, "animal", "front", "lion", zones)


@pytest.mark.parametrize(
    ("zone", "numbers"),
    [
        ("title", {"x": 9, "y": 7}),
        ("title", {"height": 12}),  # its size is a share of that
        ("cost", {"turn": 30}),
        ("text", {"y": 32, "height": 40}),  # as it is without a picture
        ("cost", {"x": 10, "width": 12, "height": 12}),
    ],
)
def test_tried_face_is_that_of_the_edit(
    zoo: GameBench, zone: str, numbers: dict[str, float]
) -> None:
    before = zoo.job.faces[FaceId("lion", SideName.FRONT, 0)]
    face = tried(zoo, **{zone: numbers})
    gesture = {"do": "zone", "kind": "animal", "side": "front", "zone": zone, "piece": "lion"}
    assert zoo.edit(gesture | {"set": numbers}).status == 200
    after = zoo.job.faces[FaceId("lion", SideName.FRONT, 0)]
    assert face.digest == after.digest != before.digest


def test_several_zones_are_tried_at_once(zoo: GameBench) -> None:
    title, text = {"x": 9}, {"x": 6}
    both = tried(zoo, title=title, text=text)
    assert both.digest not in {tried(zoo, title=title).digest, tried(zoo, text=text).digest}


def test_what_cannot_be_drawn_is_not_tried(zoo: GameBench) -> None:
    assert tried(zoo, wings={"x": 9}) is None
    assert tried(zoo, title={"x": 900}) is None
    draft = Draft(zoo.project, zoo.game, "en", zoo.job)
    assert tried_face(draft, "animal", "back", "lion", {"title": {"x": 9}}) is None
    assert tried_face(draft, "animal", "front", "tiger", {"title": {"x": 9}}) is None


def test_nothing_is_written_by_trying(zoo: GameBench) -> None:
    _ = zoo.job.game
    before = {path: path.read_bytes() for path in zoo.root.rglob("*") if path.is_file()}
    tried(zoo, title={"x": 9, "y": 7})
    assert before == {path: path.read_bytes() for path in zoo.root.rglob("*") if path.is_file()}
