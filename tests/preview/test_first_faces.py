"""The piece at which somebody looks is drawn before all others, while it is changed and dragged."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from fustella.build import BuildOptions
from fustella.core.files.project import find_project
from fustella.core.values.paper import Duplex
from fustella.preview.app import Pen, make_app
from fustella.preview.events import Bus, ChangeNotifier
from fustella.preview.guard import TOKEN
from fustella.preview.service import PreviewService
from tests.preview.conftest import HERE

GAME = """\
title: Zoo
languages: [en]
kinds:
  animal: {front: ready/card, back: ready/back}
"""
LIST = """\
kind: animal
pieces:
  - {id: lion, front: {title: Lion}}
  - {id: cat, front: {title: Cat}}
"""
SECRET = "token"
HEADERS = {TOKEN: SECRET, "origin": HERE, "content-type": "application/json"}
CAT = {"piece": "cat", "language": "en", "theme": "full"}


class Zoo:
    """A project that is served, and what its server was told of changed files."""

    def __init__(self, root: Path) -> None:
        self.root, self.told = root, list[tuple[list[str], bool]]()
        (root / "game.yaml").write_text(GAME)
        (root / "animals.yaml").write_text(LIST)
        project = find_project(root)
        (self.game,) = project.games()
        options = BuildOptions("A4", Duplex.LONG_EDGE, root / "output")
        self.service = PreviewService(project, (self.game,), options)
        pen = Pen(SECRET, lambda paths, seen: self.told.append(([p.name for p in paths], seen)))
        app = make_app(self.service, Bus(), (), (), pen)
        self.client = TestClient(app, base_url=HERE)

    def get(self, name: str, **asked: str) -> Any:
        return self.client.get(f"/api/{name}/{self.game}", params=asked).json()

    def post(self, name: str, **body: object) -> Any:
        answer = self.client.post(f"/api/{name}/{self.game}", headers=HEADERS, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def move(self, x: float, **shown: str) -> Any:
        files = self.get("zones", kind="animal", side="front", piece="cat")["files"]
        title = {"do": "zone", "kind": "animal", "side": "front", "zone": "title", "piece": "cat"}
        gesture = title | {"set": {"x": x}}
        return self.post("edit", gestures=[gesture], files=files, **{"language": "en"} | shown)


@pytest.fixture
def zoo(tmp_path: Path) -> Zoo:
    return Zoo(tmp_path)


def test_answer_to_a_change_has_the_faces_of_the_piece_shown(zoo: Zoo) -> None:
    answer = zoo.move(6.5, **CAT)
    sides = {face["side"]: face for face in answer["faces"]}
    assert {*sides} == {"front", "back"}
    assert "Cat" in sides["front"]["svg"]
    pieces = {piece["id"]: piece for piece in zoo.get("game")["pieces"]}
    digests = {face["side"]: face["digest"] for face in pieces["cat"]["faces"]}
    assert digests == {side: face["digest"] for side, face in sides.items()}
    assert zoo.told == [(["game.yaml"], True)]
    undone = zoo.post("undo", **CAT)
    assert {face["side"] for face in undone["faces"]} == {"front", "back"}
    assert undone["faces"][0]["digest"] != answer["faces"][0]["digest"]


def test_answer_without_a_piece_shown_has_no_faces(zoo: Zoo) -> None:
    assert zoo.move(6.5)["faces"] == []
    assert zoo.move(7, piece="tiger", theme="full")["faces"] == []
    assert zoo.move(8, piece="cat", theme="pink")["faces"] == []
    assert [seen for _, seen in zoo.told] == [False, False, False]


def test_zone_is_tried_without_being_written(zoo: Zoo) -> None:
    asked = {"kind": "animal", "side": "front", "piece": "cat"}
    before = zoo.get("tried", **asked, zones="{}")["svg"]
    tried = zoo.get("tried", **asked, zones=json.dumps({"title": {"x": 9}}))["svg"]
    assert "Cat" in tried
    assert tried != before
    for wrong in ('{"title": {"x": "wide"}}', '{"wings": {"x": 9}}', "no JSON", ""):
        assert zoo.get("tried", **asked, zones=wrong) == {"svg": ""}
    assert (zoo.root / "game.yaml").read_text() == GAME


def test_news_of_what_was_seen_wait_for_the_last_change(
    zoo: Zoo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the second of two changes would wait until all that the first changed is drawn."""
    drawn: list[str] = []
    monkeypatch.setattr(zoo.service, "games", lambda: drawn.append("all") or ())
    path = zoo.root / "game.yaml"

    async def act() -> None:
        notifier = ChangeNotifier(zoo.service, Bus(), print)
        for _ in range(3):
            notifier.written([path], True)
            await asyncio.sleep(0)
            assert drawn == []
        await notifier.settled()

    asyncio.run(act())
    assert drawn == ["all"]
