"""`fustella build --watch`: what is saved is built, a fault is told and waited for."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from queue import Empty, Queue

import pytest

from generator.job import Options
from generator.press import Duplex
from generator.project import Project
from generator.watch import changed_games

from .conftest import ROOT, TinyProject

WAITING = "watching content/ and templates/; stop with Ctrl-C"
PATIENCE_S = 60


class Watched:
    """The real command, in a process of its own; what it says, part by part."""

    def __init__(self, project: TinyProject) -> None:
        command = [sys.executable, "-m", "generator", "build", "--watch"]
        self.process = subprocess.Popen(
            [*command, "--project", str(project.root)],
            cwd=ROOT,
            text=True,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line.rstrip())

    def said(self) -> str:
        """All that it says until it waits."""
        lines: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=PATIENCE_S)
            except Empty:
                raise AssertionError("\n".join(lines)) from None
            if line == WAITING:
                return "\n".join(lines)
            lines.append(line)


@pytest.fixture
def watched(tiny: TinyProject) -> Iterator[Watched]:
    running = Watched(tiny)
    yield running
    running.process.kill()
    running.process.wait()


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is no signal there that a test can send")
def test_what_is_saved_is_built_until_it_is_stopped(tiny, watched):
    assert "unchanged" in watched.said()
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: six")
    before = tiny.hashes()
    assert "E104" in watched.said()
    assert tiny.hashes() == before
    tiny.edit("content/tiny/coins.yaml", "copies: six", "copies: 6")
    assert "unchanged" in watched.said()
    tiny.edit("content/tiny/game.yaml", "#b0503c", "#b05046")
    assert "tiny-card.pdf" in watched.said()
    watched.process.send_signal(signal.SIGINT)
    assert watched.process.wait(PATIENCE_S) == 0
    after = tiny.hashes()
    assert after != before
    assert tiny.run("build") == 0
    assert tiny.hashes() == after


def test_only_other_content_counts_and_none_is_missed(tiny):
    options = Options("A4", Duplex.LONG_EDGE, tiny.output)
    games = changed_games(Project(tiny.root), (), options)
    assert next(games) == ("tiny",)
    # Before anybody watches: what is saved while the first build runs.
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: 7")
    assert next(games) == ("tiny",)
    (tiny.root / "content/tiny/coins.yaml").touch()
    twin = tiny.root / "content/twin"
    twin.mkdir()
    (twin / "game.yaml").write_text("title: Twin\n", encoding="utf-8")
    assert next(games) == ("twin",)
    games.close()
