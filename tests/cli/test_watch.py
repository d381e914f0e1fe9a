"""`fustella build --watch`: what is saved is built; problems are reported and waited for."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from queue import Empty, Queue

import pytest

from fustella.build import inputs_of
from fustella.build.watch import changed_games
from fustella.cli.arguments import parse
from fustella.cli.options import Scope
from fustella.cli.watch import watch
from fustella.core.files.project import Project
from tests.conftest import TinyProject
from tests.helpers.sharing import ROOT

WAITING = "watching your files; stop with Ctrl-C"
PATIENCE_S = 60


class Watched:
    """The command in a process of its own, and what it prints."""

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

    def printed(self) -> str:
        """All lines until it waits for changes."""
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
def test_watch_builds_what_is_saved_until_it_is_interrupted(tiny, watched):
    assert "unchanged" in watched.printed()
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: six")
    before = tiny.hashes()
    assert "E104" in watched.printed()
    assert tiny.hashes() == before
    tiny.edit("content/tiny/coins.yaml", "copies: six", "copies: 6")
    assert "unchanged" in watched.printed()
    tiny.edit("content/tiny/game.yaml", "#b0503c", "#b05046")
    assert "tiny-card.pdf" in watched.printed()
    watched.process.send_signal(signal.SIGINT)
    assert watched.process.wait(PATIENCE_S) == 0
    after = tiny.hashes()
    assert after != before
    assert tiny.run("build") == 0
    assert tiny.hashes() == after


def test_changed_games_with_other_content_are_given_and_none_is_missed(tiny):
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


def test_changed_games_with_a_game_that_vanishes_go_on(tiny, monkeypatch):
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


def watched_with(project: TinyProject, *games: str, build, changes) -> int:
    asked = parse(["build", *games, "--project", str(project.root)])
    return watch(Scope.of(asked), build, changes)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RecursionError("too deep"), "RecursionError"),
        (OSError(5, "disk"), "E100"),
        (MemoryError(), "E021"),
    ],
)
def test_watch_after_a_build_that_fails_goes_on(error, told, tiny, capsys):
    rounds, built = iter([("tiny",), ("tiny",)]), []

    def build(games):
        built.append(games)
        if len(built) == 1:
            raise error
        return 0

    before = signal.getsignal(signal.SIGTERM)
    assert watched_with(tiny, build=build, changes=lambda *_: rounds) == 0
    assert built == [(), ()]
    err = capsys.readouterr().err
    assert told in err
    assert "Traceback" not in err
    assert err.count(WAITING) == 2
    assert signal.getsignal(signal.SIGTERM) is before


def test_watch_of_a_game_named_by_its_folder_watches_the_game(tiny, monkeypatch):
    asked, built = [], []

    def changes(_project, named, *_):
        asked.append(named)
        return iter([named])

    monkeypatch.chdir(tiny.root)
    assert watched_with(tiny, "content/tiny/", build=built.append, changes=changes) == 0
    assert asked == built == [("tiny",)]


@pytest.mark.skipif(os.name == "nt", reason="there are no such signals there")
def test_watch_that_is_terminated_exits_with_0(watched):
    watched.printed()
    watched.process.send_signal(signal.SIGTERM)
    assert watched.process.wait(PATIENCE_S) == 0
