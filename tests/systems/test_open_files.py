"""Files that another program has open, which Windows neither replaces nor removes.

Its errors are made here, on every system: what `os.replace` and `os.unlink` say of such a file.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from fustella.core.files import whole as files
from fustella.core.files.journal import finish_interrupted
from tests.conftest import Said, TinyProject, problems_in

ACCESS_DENIED, SHARING_VIOLATION = 5, 32

REST = re.compile(r"(^|/)\.\d+-|\.old$")
"""Unfinished files, and second names of those that are replaced."""


class Viewer:
    """A program that has all files open whose names end so, until `close`."""

    def __init__(self, ending: str, winerror: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ending, self.winerror, self.refused = ending, winerror, 0
        self._left: int | None = None
        for name in ("replace", "unlink"):
            monkeypatch.setattr(os, name, self._refusing(getattr(os, name)))

    def close(self, after: int = 0) -> None:
        """Closes them, now or after so many changes that were refused."""
        self._left = self.refused + after

    def _refusing(self, change: Callable[..., object]) -> Callable[..., object]:
        def changed(*paths: object, **options: object) -> object:
            is_open = self._left is None or self.refused < self._left
            name = Path(str(paths[-1])).name
            if is_open and name.endswith(self.ending) and not name.startswith("."):
                self.refused += 1
                names = [str(path) for path in paths]
                told = [names[0], None, *names[1:]] if len(names) > 1 else names
                error = PermissionError(13, "Permission denied", *told)
                error.winerror = self.winerror  # type: ignore[attr-defined]
                raise error
            return change(*paths, **options)

        return changed


@pytest.fixture
def open_in_viewer(monkeypatch) -> Callable[..., Viewer]:
    monkeypatch.setattr(files, "HELD_S", 0.02)
    return lambda ending, winerror=SHARING_VIOLATION: Viewer(ending, winerror, monkeypatch)


def contents(project: TinyProject) -> dict[str, bytes]:
    """All files of a project, hidden ones too, but for caches."""
    return {
        path.relative_to(project.root).as_posix(): path.read_bytes()
        for path in project.root.rglob("*")
        if path.is_file() and ".cache" not in path.parts
    }


def codes(capsys: pytest.CaptureFixture[str]) -> list[Said]:
    return list(problems_in(capsys.readouterr().err))


RETOLD = ("content/tiny/cards.yaml", "{en: Hut, it: Capanna}", "{en: Cabin, it: Baracca}")
RENAMED = ("content/tiny/game.yaml", "        letter: word ", "        lettre: word ")
REPRICED = ("content/tiny/cards.yaml", "cost: 1\n", "cost: 2\n")

COMMANDS = {
    "build": ("build", "tiny-card.pdf", RETOLD),
    "png": ("export --to png --only card", ".png", RETOLD),
    "po": ("translate export --to po", ".po", RETOLD),
    "xlsx": ("translate export", ".xlsx", RETOLD),
    "calibrate": ("calibrate", "calibration-A4.pdf", None),
    "printer": ("calibrate --printer desk --dx 2 --dy 1", "printers.yaml", None),
    "schema": ("schema", "list.json", RENAMED),
    "fix": ("check --fix --yes", "cards.yaml", REPRICED),
}
"""A command; how the name of the file ends that is open; what is edited before: file, old, new."""


@pytest.mark.parametrize("name", COMMANDS)
def test_open_file_is_told_and_the_next_run_writes_it(name, tiny, open_in_viewer, capsys):
    command, ending, edit = COMMANDS[name]
    run(tiny, command)  # so that there is something to replace
    if edit:
        tiny.edit(*edit)
    before, _ = contents(tiny), capsys.readouterr()
    # Of these two it depends on how a program has opened a file which one Windows says.
    winerror = (ACCESS_DENIED, SHARING_VIOLATION)[len(name) % 2]
    viewer = open_in_viewer(ending, winerror)
    assert run(tiny, command) == 1
    said = codes(capsys)
    assert viewer.refused
    assert [(one.code, one.file.endswith(ending)) for one in said] == [
        ("E510" if name == "fix" else "E401", True)
    ]
    assert "another program has it open" in said[0].message
    assert "close it" in said[0].hint
    after = contents(tiny)
    assert {file: after.get(file) for file in before} == before
    viewer.close()
    run(tiny, command)
    assert codes(capsys) == []
    assert finish_interrupted().warnings == []
    after = contents(tiny)
    assert [file for file in after if REST.search(file)] == []
    written = {file for file in before if file.endswith(ending) and after[file] != before[file]}
    assert written or not edit


@pytest.mark.parametrize("name", ["build", "po", "printer", "fix"])
def test_file_that_is_open_for_a_moment_is_waited_for(
    name, tiny, open_in_viewer, monkeypatch, capsys
):
    command, ending, edit = COMMANDS[name]
    run(tiny, command)
    if edit:
        tiny.edit(*edit)
    capsys.readouterr()
    viewer = open_in_viewer(ending)
    monkeypatch.setattr(files, "HELD_S", 600.0)
    viewer.close(after=3)
    run(tiny, command)
    assert codes(capsys) == []
    assert viewer.refused == 3


def test_file_that_is_no_longer_made_is_told_when_it_is_open(tiny, open_in_viewer, capsys):
    """It is removed, not replaced."""
    for name in ("board.yaml", "claims.yaml"):
        (tiny.root / "content" / "tiny" / name).unlink()
    before, _ = contents(tiny), capsys.readouterr()
    viewer = open_in_viewer("tiny-board.pdf")
    assert run(tiny, "build") == 1
    assert [(one.code, Path(one.file).name) for one in codes(capsys)] == [
        ("E401", "tiny-board.pdf")
    ]
    assert {file: contents(tiny).get(file) for file in before} == before
    viewer.close()
    assert run(tiny, "build") == 0
    assert not (tiny.built / "tiny-board.pdf").exists()


def test_right_that_lacks_is_told_at_once(tiny, open_in_viewer, monkeypatch, capsys):
    """Other systems say so of no open file: nobody waits for what will not change."""
    tiny.edit(*RETOLD)
    viewer = open_in_viewer("tiny-card.pdf", winerror=0)
    monkeypatch.setattr(files, "HELD_S", 600.0)
    assert run(tiny, "build") == 1
    assert viewer.refused == 1
    assert [one.code for one in codes(capsys)] == ["E401"]


def run(project: TinyProject, command: str) -> int:
    """The exit code, of problems that are raised as well."""
    return project.run(*command.split())
