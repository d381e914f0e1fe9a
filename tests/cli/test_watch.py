"""`fustella build --watch`: what is saved is built, a fault is told and waited for."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from queue import Empty, Queue

import pytest

from fustella.build.stamps import inputs_of
from fustella.build.watch import changed_games
from fustella.cli import watch as watching
from fustella.cli.build import add_command
from fustella.core.project import Project
from tests.conftest import ROOT, TinyProject

WAITING = "watching content/ and templates/; stop with Ctrl-C"
PATIENCE_S = 60


class Watched:
    """The real command, in a process of its own; what it says, part by part."""

    def __init__(self, project: TinyProject) -> None:
        command = [sys.executable, "-m", "fustella", "build", "--watch"]
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
    games = changed_games(Project(tiny.root), (), print)
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


def test_a_game_that_goes_away_or_cannot_be_read_just_then_ends_nothing(tiny, monkeypatch):
    games = changed_games(Project(tiny.root), (), print)
    assert next(games) == ("tiny",)
    shutil.copytree(tiny.root / "content/tiny", tiny.root / "content/twin")
    assert next(games) == ("twin",)
    failing = iter([True])

    def vanishing(*arguments):
        if next(failing, False):
            raise FileNotFoundError("went away while it was read")
        return inputs_of(*arguments)

    monkeypatch.setattr("fustella.build.watch.inputs_of", vanishing)
    shutil.rmtree(tiny.root / "content/twin")
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: 7")
    assert next(games) == ("tiny",)
    assert next(failing, "used") == "used"
    games.close()


@pytest.mark.parametrize("error", [RecursionError("too deep"), OSError(5, "disk"), MemoryError()])
def test_no_build_that_fails_ends_it(error, tiny, monkeypatch, capsys):
    rounds, built = iter([("tiny",), ("tiny",)]), []

    def build(options):
        built.append(options.games)
        if len(built) == 1:
            raise error
        return 0

    monkeypatch.setattr(watching, "changed_games", lambda *_: rounds)
    parser = argparse.ArgumentParser()
    add_command(parser.add_subparsers())
    options = parser.parse_args(["build", "--watch", "--project", str(tiny.root)])
    before = signal.getsignal(signal.SIGTERM)
    assert watching.watch(options, build) == 0
    assert len(built) == 2
    said = capsys.readouterr().err
    assert type(error).__name__ in said and "Traceback" not in said
    assert said.count(WAITING) == 2
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals there")
def test_it_is_ended_by_the_system_without_a_word(watched):
    watched.said()
    watched.process.send_signal(signal.SIGTERM)
    assert watched.process.wait(PATIENCE_S) == 0
