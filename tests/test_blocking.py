"""What blocks inside of a library is told and waited for, and Ctrl-C ends it with nothing left."""

import contextlib
import http.client
import os
import re
import signal
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.conftest import TinyProject, problems_in
from tests.helpers.blocking import BLOCK, BLOCKING, BRISK_S, COIN, HURRIED_S, PATIENCE_S, Blocked

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there are no such signals there")

WAITING = "watching your files"
Start = Callable[..., Blocked]


@pytest.fixture
def start(tiny: TinyProject) -> Iterator[Start]:
    """Starts a command on the tiny game."""
    started: list[Blocked] = []

    def begun(*words: str, **more: float) -> Blocked:
        started.append(Blocked(tiny.root, *words, **more))
        return started[-1]

    yield begun
    for command in started:
        command.kill()


def expect_nothing_left(command: Blocked) -> None:
    end_s = time.monotonic() + PATIENCE_S
    while command.is_left():  # the system takes a moment for a process that was killed
        assert time.monotonic() < end_s
        time.sleep(0.01)


def codes(lines: list[str]) -> list[str]:
    return [problem.code for problem in problems_in("\n".join(lines))]


def test_watch_tells_what_blocks_and_builds_what_is_saved_next_or_meanwhile(start, tiny):
    tiny.edit(COIN, BLOCK, BLOCK + BLOCKING)
    command = start("build", "--watch", look_s=HURRIED_S)
    assert codes(command.printed_until(WAITING)) == ["E020"]
    tiny.edit(COIN, BLOCKING, "<circle r='1'/>")
    built = command.printed_until(WAITING)
    assert codes(built) == []
    assert any("tiny" in line for line in built), built
    tiny.edit(COIN, BLOCK, BLOCK + BLOCKING)
    command.printed_until("blocked")
    tiny.edit(COIN, BLOCKING, "")
    built = command.printed_until(WAITING)
    assert codes(built) == ["E020"]
    assert any("tiny" in line for line in built), built
    assert command.ended_by(signal.SIGINT) == 0
    expect_nothing_left(command)


def test_watch_goes_on_where_a_process_cannot_be_divided(start, tiny):
    tiny.edit(COIN, BLOCK, BLOCK + BLOCKING)
    command = start("build", "--watch", look_s=HURRIED_S, divided=False)
    assert codes(command.printed_until(WAITING)) == ["E020"]
    tiny.edit(COIN, BLOCKING, "")
    assert codes(command.printed_until(WAITING)) == []
    os.killpg(command.process.pid, signal.SIGINT)
    assert command.process.wait(PATIENCE_S) == 0
    expect_nothing_left(command)


@pytest.mark.parametrize("words", [("build",), ("build", "--watch")], ids=" ".join)
def test_command_that_is_blocked_ends_with_ctrl_c_and_leaves_no_process(words, start, tiny):
    tiny.edit(COIN, BLOCK, BLOCK + BLOCKING)
    command = start(*words, look_s=BRISK_S)
    command.printed_until("blocked")
    assert command.ended_by(signal.SIGINT) == 130
    expect_nothing_left(command)


def asked(port: str, path: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE_S) as answer:
        return answer.read()


def test_preview_that_is_blocked_ends_with_ctrl_c_and_leaves_no_process(start, tiny):
    tiny.edit(COIN, BLOCK, BLOCK + BLOCKING)
    command = start("preview", "--port", "8500")
    port = re.search(r":(\d+)/", command.printed_until("http://")[-1])[1]
    with ThreadPoolExecutor() as other:
        page = other.submit(asked, port, "/api/game/tiny")
        command.printed_until("blocked")
        assert b"<html" in asked(port, "/"), "the page itself is served meanwhile"
        assert not page.done()
        assert command.ended_by(signal.SIGINT) == 0
        with contextlib.suppress(OSError, http.client.HTTPException):
            page.result()
    expect_nothing_left(command)
