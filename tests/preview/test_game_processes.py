"""Each game of the preview has a process; one that is ended is told, and keeps no other waiting."""

import gc
import json
import os
import shutil
import signal
import struct
import threading
import time
import weakref
import zlib
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace

from fustella.build import BuildOptions
from fustella.core.files.project import Project
from fustella.core.processes import overseer, worker
from fustella.core.values.paper import Duplex
from fustella.preview import game_process
from fustella.preview.game_processes import GameProcesses
from fustella.preview.views import EditionKey, News, PreviewSource, patched, to_json
from tests.conftest import TinyProject
from tests.helpers.blocking import BLOCKING
from tests.preview.conftest import service_of
from tests.preview.driving import CARDS

TINY = EditionKey("tiny", "en", "full")
TWIN = replace(TINY, game="twin")

posix = pytest.mark.skipif(os.name == "nt", reason="there are no such files there")


@pytest.fixture
def shown(tiny: TinyProject) -> Iterator[GameProcesses]:
    """Two games; the other one has no piece whose file may be edited by mistake."""
    for folder in ("content", "templates"):
        shutil.copytree(tiny.root / folder / "tiny", tiny.root / folder / "twin")
    options = BuildOptions("A4", Duplex.LONG_EDGE, tiny.output)
    served = GameProcesses(Project(tiny.root), (), options)
    yield served
    served.stop()


def whole(source: PreviewSource, edition: EditionKey) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(source.whole(edition))
    return found


def codes(shown: GameProcesses, edition: EditionKey) -> list[str]:
    return [fault["code"] for fault in whole(shown, edition)["faults"]]


def asked(source: PreviewSource, name: str, *arguments: object) -> Any:
    """The answer to a question, read from its JSON."""
    found = source.ask(name, *arguments)
    return None if found is None else json.loads(found)


def without_numbers(told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name not in ("number", "since")}


def test_processes_of_games_show_what_a_service_in_this_process_shows(shown, tiny):
    service = service_of(tiny, ("tiny", "twin"))
    assert shown.games() == service.games()
    assert shown.edition("tiny", "", "") == TINY
    assert shown.edition("nowhere", "", "") is None
    ours, theirs = whole(shown, TINY), whole(service, TINY)
    assert without_numbers(ours) == without_numbers(theirs)
    digest = ours["pieces"][0]["faces"][0]["digest"]
    assert shown.face("tiny", digest) == service.face("tiny", digest)
    assert shown.face("tiny", "0" * 32) is None
    assert shown.face("nowhere", "0" * 32) is None
    for question in (
        ("sheets", TINY),
        ("offers", "tiny"),
        ("icons", "tiny", "sword"),
        ("compare", TINY, "start"),
        ("compare", TINY, "none"),
    ):
        assert asked(shown, *question) == asked(service, *question)
    assert asked(shown, "icons", "tiny", "sword")["icons"][0]["name"] == "mdi:sword"
    assert asked(shown, "compare", TINY, "none") is None


def test_edit_is_told_to_the_page_as_a_service_in_the_same_process_tells_it(shown, tiny):
    service = service_of(tiny)
    edits = [("en: Boat,", "en: Barge,"), ("- id: boat", "- id: ship"), ("cost: 3", "cost: three")]
    for one in (shown, service):
        one.whole(TINY)
        assert one.news(TINY, checked=True).change == b"", "it is what was just loaded"
    page = whole(shown, TINY)
    for old, new in edits:
        tiny.edit(CARDS, old, new)
        for one in (shown, service):
            one.touch([tiny.root / CARDS])
        ours, theirs = (one.news(TINY, checked=False) for one in (shown, service))
        told, wanted = json.loads(ours.change), json.loads(theirs.change)
        assert (told["since"], told["number"]) == (page["number"], ours.number)
        assert ours.number > page["number"]
        assert without_numbers(told) == without_numbers(wanted)
        page = patched(page, told)
        assert shown.news(TINY, checked=False).change == b""
        assert without_numbers(page) == without_numbers(
            json.loads(to_json(service.refresh(TINY)[1]))
        )


def test_news_has_what_is_new_alone_for_one_who_knows_the_rest(tiny):
    service = service_of(tiny)
    first = service.news(TINY, checked=True).number
    tiny.edit(CARDS, "en: Boat,", "en: Barge,")
    service.touch_games(["tiny"])
    news = service.news(TINY, checked=False, known=first)
    change = json.loads(news.change)
    assert [piece["id"] for piece in change["pieces"]] == ["boat"]
    assert len(change["svgs"]) == 1
    again = service.news(TINY, checked=False, known=first)
    assert again == News(news.number, None), "what was told last is not what is known"


def test_game_that_cannot_be_read_says_why_and_others_are_shown(shown, tiny):
    tiny.edit("content/tiny/game.yaml", "title:", "titel:")
    assert codes(shown, replace(TINY, language="")) != []
    assert [game.faults > 0 for game in shown.games()] == [True, False]
    assert codes(shown, TWIN) == []


@posix
def test_game_that_blocks_is_ended_and_told_while_another_is_shown(shown, tiny, monkeypatch):
    before = whole(shown, TINY)
    digest = before["pieces"][0]["faces"][0]["digest"]
    svg = shown.face("tiny", digest)
    shown.news(TINY, checked=True)
    trap = tiny.root / "templates/tiny/coin.svg.j2"
    harmless = trap.read_bytes()
    tiny.edit("templates/tiny/coin.svg.j2", "{% block face %}", "{% block face %}" + BLOCKING)
    assert shown.touch([trap]) == ("tiny",)
    with ThreadPoolExecutor() as other:
        blocked = other.submit(whole, shown, TINY)
        assert codes(shown, TWIN) == [], "while the other one is blocked"
        assert not blocked.done()
        processor_s = overseer.processor_s
        monkeypatch.setattr(worker, "LOOK_S", 0.0005)
        monkeypatch.setattr(overseer, "processor_s", lambda one: 400 * processor_s(one))
        after = blocked.result()
    assert [fault["code"] for fault in after["faults"]] == ["E020"]
    assert after["pieces"] == before["pieces"], "as it was drawn last"
    assert after["number"] > before["number"]
    told = json.loads(shown.news(TINY, checked=False).change)
    assert (told["since"], told["faults"]) == (before["number"], after["faults"])
    assert shown.face("tiny", digest) == svg
    assert shown.edition("tiny", "", "") == TINY
    assert [fault["code"] for fault in asked(shown, "sheets", TINY)["faults"]] == ["E020"]
    assert asked(shown, "compare", TINY, "start")["notes"]
    assert asked(shown, "offers", "tiny") == {"against": []}
    assert asked(shown, "icons", "tiny", "")["icons"] == []
    monkeypatch.undo()
    trap.write_bytes(harmless)
    shown.touch([trap])
    assert shown.news(TINY, checked=False).change is None, "another process knows of no page"
    assert codes(shown, TINY) == []


def test_picture_like_a_bomb_is_told_beside_all_that_can_be_drawn(shown, tiny):
    before = whole(shown, TINY)
    bomb = tiny.root / "content/tiny/art/dragon-hill.png"
    size = struct.pack(">II", 100_000, 100_000)
    harmless = bomb.read_bytes()
    chunk = harmless[12:16] + size + harmless[24:29]
    bomb.write_bytes(harmless[:12] + chunk + struct.pack(">I", zlib.crc32(chunk)) + harmless[33:])
    assert shown.touch([bomb]) == ("tiny",)
    after = whole(shown, TINY)
    assert [fault["code"] for fault in after["faults"]] == ["E231"]
    faces = [piece["faces"] for piece in after["pieces"]]
    assert faces == [piece["faces"] for piece in before["pieces"]]
    assert all(shown.face("tiny", face["digest"]) for own in faces for face in own)
    assert codes(shown, TWIN) == []


@posix
def test_game_whose_process_crashes_is_told_until_its_files_change(shown, tiny):
    number = whole(shown, TINY)["number"]
    os.kill(shown._processes[0]._worker.pid, signal.SIGSEGV)
    assert codes(shown, TINY) == ["E022"]
    assert codes(shown, TINY) == ["E022"]
    assert [game.faults for game in shown.games()] == [1, 0]
    tiny.edit(CARDS, "en: Boat,", "en: Barge,")
    shown.touch([tiny.root / CARDS])
    mended = whole(shown, TINY)
    assert mended["faults"] == []
    assert mended["number"] > number + 1


def test_what_edits_have_left_in_memory_is_given_back_when_nothing_is_asked(monkeypatch):
    class Left:
        pass

    monkeypatch.setattr(game_process, "QUIET_S", 0.01)
    left = Left()
    left.itself = left
    known = weakref.ref(left)
    gc.disable()
    gc.collect()
    assert not game_process.many_new(), "a game that was asked for nothing new searches nothing"
    edited = [[number] for number in range(20_000)]
    try:
        assert game_process.many_new()
        del left
        assert known() is not None
        asked = threading.Event()
        threading.Thread(target=game_process._collect, args=(asked,), daemon=True).start()
        asked.set()
        for _ in range(1000):
            if known() is None:
                break
            time.sleep(0.01)
        assert known() is None
        assert edited[-1] == [19_999]
    finally:
        gc.enable()
