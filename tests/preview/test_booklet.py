"""The rule booklet of the preview, as the page asks for it."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from fustella.build import BuildOptions
from fustella.build.booklet import BookletMaker
from fustella.core.files.project import Project, find_project
from fustella.core.values.paper import Duplex
from fustella.preview.app import make_app
from fustella.preview.events import Bus
from fustella.preview.service import PreviewService, chapters_alone, games_concerned
from fustella.preview.session import GameSession
from fustella.rules.typeset import TypesetInput
from tests.conftest import TinyProject
from tests.helpers.sharing import ROOT
from tests.preview.conftest import HERE, service_of

CHAPTER = "rules/20-play.en.md"
TYPED = "See [Components](#components), or <https://example.org/ferry>. `Code` stays."


class Ferry:
    """The game of the booklet in a folder of its own, in a preview."""

    def __init__(self, root: Path) -> None:
        self.root, self.game = root, "booklet"
        shutil.copytree(ROOT / "tests/games/booklet", root)
        project = find_project(root)
        self.service = PreviewService(
            project, (), BuildOptions("A4", Duplex.LONG_EDGE, root / "output")
        )
        (self.game,) = project.games()
        edition = self.service.edition(self.game, "en", "")
        assert edition is not None
        self.edition = edition

    def view(self, *, settled: bool = True) -> Any:
        found = self.service.ask("booklet", self.edition, settled)
        assert found is not None
        return json.loads(found)

    def type(self, before: str, after: str, name: str = CHAPTER) -> None:
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert text.count(before) == 1
        path.write_text(text.replace(before, after), encoding="utf-8")
        self.service.touch([path])


@pytest.fixture
def ferry(tmp_path: Path) -> Iterator[Ferry]:
    game = Ferry(tmp_path / "ferry")
    yield game
    game.service.stop()


def changed(one: Any, other: Any) -> list[int]:
    pairs = zip(one["pages"], other["pages"], strict=True)
    return [number for number, (page, before) in enumerate(pairs, 1) if page != before]


def block_of(view: Any, begins: str) -> Any:
    return next(block for block in view["blocks"] if block["text"].startswith(begins))


def test_booklet_has_its_pages_and_the_lines_of_its_blocks(ferry: Ferry) -> None:
    view = ferry.view()
    assert (len(view["pages"]) % 4, view["faults"], view["made"]) == (0, [], False)
    block = block_of(view, "See Components")
    assert (block["file"], block["line"], block["end"]) == (CHAPTER, 8, 10)
    assert block["typed"].startswith(TYPED)
    assert {*view["files"]} == {f"rules/{name}.en.md" for name in ("10-start", "20-play")}
    page = ferry.service.face(ferry.game, view["pages"][0]["digest"])
    assert page is not None
    assert page.startswith("<svg")


def test_chapter_that_changed_is_set_again_without_reading_the_game(
    ferry: Ferry, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = ferry.view()
    ferry.service.snapshot(ferry.edition)
    monkeypatch.setattr(GameSession, "touch", lambda _: pytest.fail("the game is read again"))
    ferry.type("`Code` stays.", "`Code` goes.")
    view = ferry.view(settled=False)
    assert block_of(view, "See Components")["typed"].endswith("[^stop]")
    assert "`Code` goes." in block_of(view, "See Components")["typed"]
    assert len(changed(view, before)) == 1
    assert changed(ferry.view(), view) == []


def test_settling_gives_way_to_what_is_saved(ferry: Ferry, monkeypatch: pytest.MonkeyPatch) -> None:
    before = ferry.view()
    ferry.type("`Code` stays.", "`Code` goes.")
    quick = ferry.view(settled=False)
    laid: list[object] = []
    pages_of = BookletMaker.pages_of

    def saved_meanwhile(maker: BookletMaker, typeset: TypesetInput) -> object:
        laid.append(typeset)
        ferry.service.touch([ferry.root / CHAPTER])
        return pages_of(maker, typeset)

    monkeypatch.setattr(BookletMaker, "pages_of", saved_meanwhile)
    given_up = ferry.view()
    assert (len(laid), given_up["settled"]) == (1, False)
    assert changed(given_up, quick) == []
    monkeypatch.undo()
    assert ferry.view()["settled"]
    assert len(changed(ferry.view(), before)) == 1


def test_list_that_changed_is_read_again(ferry: Ferry) -> None:
    before = ferry.view()
    ferry.type("copies: 20", "copies: 21", "coins.yaml")
    after = ferry.view()
    assert changed(after, before)
    assert after["faults"] == []


def test_settings_that_changed_are_read_again(ferry: Ferry) -> None:
    assert ferry.view()["width_mm"] == 148
    ferry.type("format: A5", "format: A4", "rules/booklet.yaml")
    view = ferry.view(settled=False)
    assert view["width_mm"] == 210
    areas = [area for block in view["blocks"] for area in block["areas"]]
    assert {area["x_mm"] > 105 for area in areas} == {True, False}, "two columns"


def test_fault_leaves_the_last_good_pages(ferry: Ferry) -> None:
    before = ferry.view()
    ferry.type("{piece:wine.cost} {gold}", "{piece:whine.cost} {gold}")
    view = ferry.view(settled=False)
    (fault,) = [one for one in view["faults"] if one["severity"] == "error"]
    assert (fault["code"], fault["file"], fault["line"]) == ("E711", CHAPTER, 32)
    assert "wine" in fault["hint"]
    assert changed(view, before) == []
    told = [one.code for one in ferry.service.snapshot(ferry.edition).faults]
    assert "E711" in told, "it stands among the problems of the game"
    ferry.type("{piece:whine.cost} {gold}", "{piece:wine.cost} {gold}")
    assert ferry.view(settled=False)["faults"] == []
    assert [one.code for one in ferry.service.snapshot(ferry.edition).faults] == []


def test_fault_before_the_first_page_is_told(ferry: Ferry) -> None:
    ferry.type("{piece:wine.cost} {gold}", "{piece:whine.cost} {gold}")
    view = ferry.view()
    assert view["pages"] == []
    assert [one["code"] for one in view["faults"]] == ["E711"]


def test_game_without_chapters_has_a_booklet_of_its_lists(tiny: TinyProject) -> None:
    service = service_of(tiny)
    edition = service.edition("tiny", "en", "")
    assert edition is not None
    view = service.booklet(edition, settled=True)
    service.stop()
    assert view.made
    assert view.pages
    assert all(block.file == "" for block in view.blocks)


def test_edit_of_the_page_changes_the_chapter_and_is_undone(ferry: Ferry) -> None:
    before = (ferry.root / CHAPTER).read_bytes()
    view = ferry.view()
    block = block_of(view, "Never on ice")
    gesture = {"do": "block", **{name: block[name] for name in ("file", "line", "typed")}}
    asked = {"gestures": [{**gesture, "text": "Never in fog."}], "files": view["files"]}
    change = ferry.service.change("edit", ferry.game, json.dumps(asked).encode())
    assert change is not None
    assert change.status == 200
    ferry.service.touch(change.paths)
    assert (ferry.root / CHAPTER).read_bytes() == before.replace(b"Never on ice.", b"Never in fog.")
    assert block_of(ferry.view(settled=False), "Never in fog")["line"] == block["line"]
    again = ferry.service.change("edit", ferry.game, json.dumps(asked).encode())
    assert again is not None
    assert again.status == 422, "it is another block by now"
    assert ferry.service.change("undo", ferry.game, b"{}").status == 200
    assert (ferry.root / CHAPTER).read_bytes() == before


def test_chapters_alone_are_told_from_other_files() -> None:
    project = Project(Path("/p"))
    home = Path("/p/content")
    chapter = home / "one/rules/10-a.en.md"
    for paths, found in (
        ([chapter], ("one",)),
        ([home / "one/rules/booklet.yaml"], ("one",)),
        ([chapter, home / "one/cards.yaml"], ()),
        ([chapter, home / "two/cards.yaml"], ("one",)),
        ([home / "one/rules.yaml"], ()),
        ([home / "one/rules/deep/a.md"], ()),
    ):
        games = games_concerned(project, paths, ("one", "two"))
        assert chapters_alone(project, paths, games) == found, paths


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/booklet/booklet", 200),
        ("/api/booklet/none", 404),
        ("/api/booklet/..%2fbooklet", 404),
        ("/api/booklet/booklet?language=xx", 404),
        ("/api/booklet/booklet?theme=none", 404),
    ],
)
def test_address_of_the_booklet_is_guarded(ferry: Ferry, path: str, status: int) -> None:
    client = TestClient(make_app(ferry.service, Bus(), ()), base_url=HERE)
    path = path.replace("/booklet/booklet", f"/booklet/{ferry.game}")
    assert client.get(path).status_code == status
    for headers in (
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
    ):
        assert client.get(path, headers=headers).status_code == 403
    assert client.get(path, headers={"host": "evil.example"}).status_code == 400
    assert client.post(path).status_code == 405
