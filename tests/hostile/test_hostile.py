"""Projects of strangers: each is refused by name, or harmless, and none reaches out of its folder.

    python -m pytest tests/hostile -k links

A new way in is one more file in cases/ (see layout.py). Each runs in a folder between canaries, in
a child that records what it opens, starts and connects to (tests/helpers/forked.py).
"""

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from fustella.draw.templates.timeouts import LOOK_S, PATIENCE
from tests.conftest import problems_in
from tests.helpers.forked import PROJECT, SECONDS, Ended, Runner
from tests.hostile.layout import (
    CASES,
    SECRET,
    Hostile,
    all_hostile,
    lay_files,
    lay_room,
    read_hostile,
    run_git,
)
from tests.hostile.rules import broken, state_outside

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")

AT_LEAST = 60


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    with Runner(tmp_path_factory.mktemp("user") / "state") as runner:
        yield runner


def run_steps(hostile: Hostile, room: Path, runner: Runner) -> Iterator[str]:
    """All that is wrong with what happens, step by step."""
    lay_room(room, hostile.base)
    for step in hostile.steps:
        lay_files(room, step.files)
        for words in step.git:
            run_git(room, words)
        before = state_outside(room)
        gets = [get if "\n" in get else _request(get) for get in step.gets]
        words = step.run.replace("@OUTSIDE@", str(room / "outside")).split()
        ended = runner.run(words, room, step.environment, gets, step.look_s)
        wrong = [*broken(ended, room, before)]
        wrong += [f"it does not say {said!r}" for said in step.says if not says(ended, said)]
        if ended.code != step.exit and not ended.hangs:
            wrong.append(f"exit code {ended.code}, not {step.exit}")
        if wrong:
            yield f"`{step.run}`: {'; '.join(wrong)}\n{ended.said[-3000:]}"


def _request(path: str) -> str:
    return f"GET {path} HTTP/1.1\r\nHost: localhost:@PORT@\r\nConnection: close\r\n\r\n"


def says(ended: Ended, said: str) -> bool:
    code, _, part = said.partition(" ")
    if not re.fullmatch(r"E\d{3}", code):
        return said in ended.said
    return any(one.code == code and part in one.message for one in problems_in(ended.err))


@pytest.mark.parametrize("path", all_hostile(), ids=lambda path: str(path.relative_to(CASES)))
def test_hostile_project_is_refused_and_reaches_nothing(path, runner, tmp_path):
    room = tmp_path / "room"
    wrong = [*run_steps(read_hostile(path), room, runner)]
    shutil.rmtree(room, ignore_errors=True)
    assert not wrong, "\n".join(wrong)


def test_template_without_end_is_ended_long_before_a_run_stands_still():
    assert LOOK_S * PATIENCE < SECONDS / 2


def test_hostile_projects_are_many():
    assert len(all_hostile()) >= AT_LEAST


def test_base_of_hostile_projects_is_harmless(runner, tmp_path):
    """Else they would all be refused for its sake."""
    lay_room(tmp_path)
    before = state_outside(tmp_path)
    ended = runner.run(["build"], tmp_path)
    assert ended.code == 0, ended.said
    assert not [*broken(ended, tmp_path, before)]
    assert [*(tmp_path / PROJECT / "output").rglob("*.pdf")]


def test_rules_see_a_run_that_breaks_them(runner, tmp_path):
    """A table outside, told as a problem, and a program that is started are both seen."""
    lay_room(tmp_path)
    before = state_outside(tmp_path)
    named = str(tmp_path / "outside" / "secret.txt")
    ended = runner.run(["build", "--copies-from", named], tmp_path)
    wrong = " ".join(broken(ended, tmp_path, before))
    assert "reads outside" in wrong
    listed = tmp_path / PROJECT / "list.yaml"
    listed.write_text(f"{SECRET}: 2\n", encoding="utf-8")
    ended = runner.run(["build", "--copies-from", str(listed)], tmp_path)
    assert "the secret is told" in " ".join(broken(ended, tmp_path, before))
    (tmp_path / "outside" / "secret.txt").write_text("other", encoding="utf-8")
    assert "outside/secret.txt is changed" in " ".join(broken(ended, tmp_path, before))
