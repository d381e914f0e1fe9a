"""A build that is killed, and two at once: every file is whole, and the next build is right."""

import json
import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import TinyProject
from tests.sharing import ROOT

MOMENTS = 14
SEED = 6


SERVER = """
import os, signal, sys, fustella.build.pipeline
from fustella import cli

def build(root, last):
    calls = 0
    def called(frame, event, argument):
        nonlocal calls
        calls += 1
        if calls == last:
            os.kill(os.getpid(), signal.SIGKILL)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.setprofile(called)
    code = cli.main(["build", "--project", root])
    sys.setprofile(None)
    return code, calls

for line in sys.stdin:
    last, root = line.strip().split(" ", 1)
    told, tell = os.pipe()
    child = os.fork()
    if not child:
        code, calls = build(root, int(last))
        os.write(tell, str(calls).encode())
        os._exit(code)
    os.close(tell)
    with os.fdopen(told) as calls:
        print(os.waitpid(child, 0)[1], calls.read() or 0, flush=True)
"""
"""Builds in processes that need not load the tool first, and that kill themselves at a given call.

Counted in calls, and in returns from them, a moment is the same one however busy the machine is.
"""


class Builder:
    """Builds a project, again and again."""

    def __init__(self, project: TinyProject) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._server = subprocess.Popen([sys.executable, "-c", SERVER], cwd=ROOT, **pipes)
        self._project = project

    def build(self, last: int = 0) -> tuple[int, int]:
        """How a build ended that is killed at its call number `last`, and its calls when whole."""
        print(last, self._project.root, file=self._server.stdin, flush=True)
        status, calls = self._server.stdout.readline().split()
        return int(status), int(calls)

    def whole(self) -> int:
        """The number of calls of a build that is let live."""
        status, calls = self.build()
        assert status == 0
        return calls

    def close(self) -> None:
        self._server.stdin.close()
        self._server.wait()


@pytest.fixture
def builder(tiny: TinyProject) -> Iterator[Builder]:
    builder = Builder(tiny)
    yield builder
    builder.close()


def building(project: TinyProject) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "fustella", "build", "--project", str(project.root)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, **quiet)


def finished(project: TinyProject) -> dict[str, str]:
    """What lies in the output folder, but for the list of codes, which only grows."""
    return {
        name: digest
        for name, digest in project.hashes().items()
        # .123-…: unfinished, and hidden
        if name != "tiny/codes.json" and not re.match(r"\.\d+-", Path(name).name)
    }


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_build_after_one_killed_at_any_moment_is_right(tiny, builder):
    """Two contents in turn; whatever stands there is of the one or of the other, and whole."""
    edits = ("#b0503c", "#b05046")
    wanted = {edits[0]: finished(tiny)}
    tiny.edit("content/tiny/game.yaml", *edits)
    builder.whole()
    wanted[edits[1]] = finished(tiny)
    tiny.edit("content/tiny/game.yaml", *edits[::-1])
    builder.whole()
    tiny.edit("content/tiny/game.yaml", *edits)
    calls = builder.whole()  # what is rendered is known now, as it will be
    known = {name: {files[name] for files in wanted.values()} for name in wanted[edits[0]]}
    assert known.keys() == wanted[edits[1]].keys()
    dice, killed = random.Random(SEED), 0
    for number in range(MOMENTS):
        old, new = edits[::-1] if number % 2 == 0 else edits
        tiny.edit("content/tiny/game.yaml", old, new)
        status, _ = builder.build(dice.randint(1, calls))
        assert status in (0, signal.SIGKILL)  # 0: with what the last one left, it was quicker
        killed += status != 0
        there = finished(tiny)
        assert all(there[name] in known[name] for name in there)
        assert there.keys() == known.keys()
        assert json.loads((tiny.output / "tiny/codes.json").read_text(encoding="utf-8"))
        if number % 3 == 0:  # else the next one begins with what this one left
            assert tiny.run("build") == 0
            assert finished(tiny) == wanted[new]
    assert killed >= MOMENTS // 2
    assert tiny.run("build") == 0
    assert finished(tiny) == wanted[new]


def test_builds_at_once_give_what_one_gives(tiny, tmp_path):
    tiny.edit("content/tiny/game.yaml", "#b0503c", "#b05046")
    alone = TinyProject.made_at(tmp_path / "alone")
    alone.edit("content/tiny/game.yaml", "#b0503c", "#b05046")
    assert alone.run("build") == 0
    both = [building(tiny), building(tiny)]
    assert [one.wait() for one in both] == [0, 0], [one.stderr.read() for one in both]
    written = {name: digest for name, digest in finished(tiny).items() if name.endswith(".pdf")}
    assert written == {name: finished(alone)[name] for name in written}
    assert written
    assert tiny.run("build") == 0
    assert not [path for path in tiny.built.iterdir() if path.name.startswith(".")]
