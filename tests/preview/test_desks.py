"""Each game of the preview has a process; one that is ended is told, and keeps no other waiting."""

import gc
import os
import shutil
import signal
import struct
import threading
import time
import weakref
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from fustella.build import BuildOptions
from fustella.core import supervision
from fustella.core.paper import Duplex
from fustella.core.project import Project
from fustella.preview import desk, desks
from fustella.preview.desk import Told
from fustella.preview.desks import GameDesks
from fustella.preview.views import EditionKey, Snapshot, patch, patched
from tests.blocking import BLOCKING
from tests.conftest import TinyProject
from tests.preview.conftest import service_of
from tests.preview.driving import CARDS

TINY = EditionKey("tiny", "en", "full")
TWIN = replace(TINY, game="twin")

posix = pytest.mark.skipif(os.name == "nt", reason="there are no such files there")


@pytest.fixture
def shown(tiny: TinyProject) -> Iterator[GameDesks]:
    """Two games; the other one has no piece whose file may be edited by mistake."""
    for folder in ("content", "templates"):
        shutil.copytree(tiny.root / folder / "tiny", tiny.root / folder / "twin")
    options = BuildOptions("A4", Duplex.LONG_EDGE, tiny.output)
    served = GameDesks(Project(tiny.root), (), options)
    yield served
    served.stop()


def codes(shown: GameDesks, edition: EditionKey) -> list[str]:
    return [fault.code for fault in shown.snapshot(edition).faults]


def test_desks_show_what_a_service_in_the_same_process_shows(shown, tiny):
    service = service_of(tiny, ("tiny", "twin"))
    assert shown.games() == service.games()
    assert shown.edition("tiny", "", "") == TINY
    assert shown.edition("nowhere", "", "") is None
    ours, theirs = shown.snapshot(TINY), service.snapshot(TINY)
    assert replace(ours, number=0) == replace(theirs, number=0)
    digest = ours.pieces[0].faces[0].digest
    assert shown.face(digest) == service.face(digest)
    assert shown.face("0" * 32) is None
    assert shown.sheets(TINY) == service.sheets(TINY)
    assert shown.against("tiny") == service.against("tiny")
    assert shown.icons("tiny", "sword") == service.icons("tiny", "sword")
    assert shown.icons("tiny", "sword").icons[0].name == "mdi:sword"
    assert shown.compare(TINY, "start") == service.compare(TINY, "start")
    assert shown.compare(TINY, "none") is None


def test_edit_is_told_to_the_page_as_a_service_in_the_same_process_tells_it(shown, tiny):
    service = service_of(tiny)
    edits = [("en: Boat,", "en: Barge,"), ("- id: boat", "- id: ship"), ("cost: 3", "cost: three")]
    ours = shown.snapshot(TINY)
    service.snapshot(TINY)
    for old, new in edits:
        tiny.edit(CARDS, old, new)
        for one in (shown, service):
            one.touch([tiny.root / CARDS])
        before, now = shown.refresh(TINY)
        last, expected = service.refresh(TINY)
        assert before == ours
        assert now.number > before.number
        told, wanted = dict(patch(before, now)), dict(patch(last, expected))
        for numbered in (told, wanted):
            del numbered["since"], numbered["number"]
        assert told == wanted
        assert replace(now, number=0) == replace(expected, number=0)
        ours = now


def test_process_of_a_game_sends_what_is_new_alone_to_one_who_knows_the_rest(tiny):
    told = Told(Project(tiny.root), ("tiny",), BuildOptions("A4", Duplex.LONG_EDGE, tiny.output))
    first = told.settled(TINY, 0)
    assert isinstance(first, Snapshot)
    tiny.edit(CARDS, "en: Boat,", "en: Barge,")
    told.touch_games(["tiny"])
    news = told.refreshed(TINY, first.number)
    assert [piece.id for piece in news["pieces"]] == ["boat"]
    now = told.refreshed(TINY, first.number)
    assert isinstance(now, Snapshot), "what was told last is not what is known"
    assert patched(first, news) == now


def test_game_that_cannot_be_read_says_why_and_others_are_shown(shown, tiny):
    tiny.edit("content/tiny/game.yaml", "title:", "titel:")
    assert codes(shown, replace(TINY, language="")) != []
    assert [game.faults > 0 for game in shown.games()] == [True, False]
    assert codes(shown, TWIN) == []


@posix
def test_game_that_blocks_is_ended_and_told_while_another_is_shown(shown, tiny, monkeypatch):
    before = shown.snapshot(TINY)
    digest = before.pieces[0].faces[0].digest
    svg = shown.face(digest)
    trap = tiny.root / "templates/tiny/coin.svg.j2"
    harmless = trap.read_bytes()
    tiny.edit("templates/tiny/coin.svg.j2", "{% block face %}", "{% block face %}" + BLOCKING)
    assert shown.touch([trap]) == ("tiny",)
    with ThreadPoolExecutor() as other:
        blocked = other.submit(shown.snapshot, TINY)
        assert codes(shown, TWIN) == [], "while the other one is blocked"
        assert not blocked.done()
        processor_s = supervision.processor_s
        monkeypatch.setattr(desks, "LOOK_S", 0.0005)
        monkeypatch.setattr(supervision, "processor_s", lambda one: 400 * processor_s(one))
        after = blocked.result()
    assert [fault.code for fault in after.faults] == ["E020"]
    assert after.pieces == before.pieces, "as it was drawn last"
    assert after.number > before.number
    assert shown.face(digest) == svg
    assert shown.edition("tiny", "", "") == TINY
    assert [fault.code for fault in shown.sheets(TINY).faults] == ["E020"]
    monkeypatch.undo()
    trap.write_bytes(harmless)
    shown.touch([trap])
    assert codes(shown, TINY) == []


def test_picture_like_a_bomb_is_told_beside_all_that_can_be_drawn(shown, tiny):
    before = shown.snapshot(TINY)
    bomb = tiny.root / "content/tiny/art/dragon-hill.png"
    size = struct.pack(">II", 100_000, 100_000)
    harmless = bomb.read_bytes()
    chunk = harmless[12:16] + size + harmless[24:29]
    bomb.write_bytes(harmless[:12] + chunk + struct.pack(">I", zlib.crc32(chunk)) + harmless[33:])
    assert shown.touch([bomb]) == ("tiny",)
    after = shown.snapshot(TINY)
    assert [fault.code for fault in after.faults] == ["E231"]
    assert [piece.faces for piece in after.pieces] == [piece.faces for piece in before.pieces]
    assert all(shown.face(face.digest) for piece in after.pieces for face in piece.faces)
    assert codes(shown, TWIN) == []


@posix
def test_game_whose_process_crashes_is_told_until_its_files_change(shown, tiny):
    number = shown.snapshot(TINY).number
    os.kill(shown._desks[0]._program.process.pid, signal.SIGSEGV)
    assert codes(shown, TINY) == ["E022"]
    assert codes(shown, TINY) == ["E022"]
    assert [game.faults for game in shown.games()] == [1, 0]
    tiny.edit(CARDS, "en: Boat,", "en: Barge,")
    shown.touch([tiny.root / CARDS])
    mended = shown.snapshot(TINY)
    assert mended.faults == ()
    assert mended.number > number + 1


def test_what_edits_have_left_in_memory_is_given_back_when_nothing_is_asked(monkeypatch):
    class Left:
        pass

    monkeypatch.setattr(desk, "QUIET_S", 0.01)
    left = Left()
    left.itself = left
    known = weakref.ref(left)
    gc.disable()
    try:
        del left
        assert known() is not None
        asked = threading.Event()
        threading.Thread(target=desk._collect, args=(asked,), daemon=True).start()
        asked.set()
        for _ in range(1000):
            if known() is None:
                break
            time.sleep(0.01)
        assert known() is None
    finally:
        gc.enable()
