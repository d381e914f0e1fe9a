"""Revisions of a project: which files they had, and how often git is asked for them."""

import gc
import os
import shlex
import shutil
import subprocess
import sys

import pytest

from fustella.core.files.project import Project
from fustella.git import repository
from fustella.git.revisions import project_at_revision, revision_named, revisions_of_looks
from tests.conftest import Snapshot, TinyProject, problems_in
from tests.history.test_whatis import commit, git

COINS = "content/tiny/coins.yaml"


@pytest.fixture
def past(built_tiny: Snapshot, tmp_path) -> TinyProject:
    """Tiny with its first state committed."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    built_tiny.write(tmp_path / "project")
    project = TinyProject(tmp_path / "project")
    git(project, "init", "--quiet", "--template=")
    commit(project, "All of it")
    return project


@pytest.mark.skipif(sys.platform == "win32", reason="the wrapper is a shell script")
def test_diff_of_two_games_unpacks_the_revision_once(past, run, tmp_path, monkeypatch):
    for folder in ("content", "templates"):
        shutil.copytree(past.root / folder / "tiny", past.root / folder / "twin")
    past.edit("content/twin/game.yaml", "document:", "mark: TW\ndocument:")
    commit(past, "Two games")
    past.edit(COINS, "value: 5", "value: 7")
    past.edit("content/twin/coins.yaml", "value: 5", "value: 8")
    real, log = shutil.which("git"), tmp_path / "git.log"
    wrapper = tmp_path / "bin" / "git"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\necho "$@" >> "{log}"\nexec "{real}" "$@"\n', encoding="utf-8")
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", str(wrapper.parent), prepend=":")
    ran = run(past, "diff")
    assert ran.out.count("1 rules") == 2, ran.err
    assert log.read_text(encoding="utf-8").count(" cat-file ") == 1


def test_project_at_revision_lives_with_its_revision(past):
    project = Project(past.root)
    past.edit(COINS, "value: 5", "value: 7")
    revision = revision_named(project, "HEAD")
    with project_at_revision(project, revision) as first:
        assert "value: 5" in (first.root / COINS).read_text(encoding="utf-8")
        assert first.games() == ("tiny",)
    with project_at_revision(project, revision) as second:
        assert second == first
    del revision
    gc.collect(1)  # of what is new: not what other tests left
    assert not first.root.exists()


def test_project_at_revision_of_a_listed_revision_removes_its_files_after_use(past):
    project = Project(past.root)
    (revision,) = revisions_of_looks(project, "tiny", 5)
    assert revision == revision_named(project, "HEAD")
    with project_at_revision(project, revision) as unpacked:
        assert unpacked.games() == ("tiny",)
    gc.collect(1)
    assert not unpacked.root.exists()


def test_project_at_revision_without_files_is_an_empty_project(past):
    project = Project(past.root)
    git(past, "rm", "-r", "--quiet", "--cached", "content", "templates")
    git(past, "commit", "--quiet", "--allow-empty", "--message", "Nothing")
    with project_at_revision(project, revision_named(project, "HEAD")) as empty:
        assert list(empty.root.iterdir()) == []


@pytest.mark.parametrize(
    ("said", "message", "hint"),
    [
        ("fatal: Expected git repo version <= 1, found 99", "newer version of git", "newest git"),
        ("fatal: unknown repository extension found:\n\tx", "newer version of git", "newest git"),
        ("error: object file is empty", "git cannot read the repository", "git status"),
        ("", "git cannot read the repository", "git status"),
    ],
)
def test_what_git_refuses_is_told_with_the_way_out(said, message, hint):
    refused = repository._refusal_by_git("rev-parse", said)
    assert message in str(refused)
    assert hint in refused.hint
    assert bool(hint) == bool(refused.hint)
    assert "fatal" not in f"{refused} {refused.hint}"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid(), reason="only root gives files away")
def test_repository_of_another_user_is_told_and_the_hint_is_right(past, run, tmp_path, monkeypatch):
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("GIT_CONFIG_GLOBAL", raising=False)
    for path in (past.root, past.root / ".git"):
        os.chown(path, 65534, 65534)
    past.edit(COINS, "value: 5", "value: 7")
    (problem,) = problems_in(run(past, "diff").err)
    assert problem.code == "E612"
    assert "the repository belongs to another user of this computer" in problem.message
    command = shlex.split(problem.hint.partition("run: ")[2])
    subprocess.run(command, check=True)
    assert "1 rules" in run(past, "diff").out


def test_what_is_wrong_with_the_repository_is_told_and_not_quoted(past, run):
    settings = past.root / ".git" / "config"
    good = settings.read_text(encoding="utf-8")
    for settings_now, message in (
        (f"{good}\n[extensions]\n[rubbish\n", "git cannot read the settings of git"),
        (good.replace("version = 0", "version = 99"), "of a newer version of git"),
    ):
        settings.write_text(settings_now, encoding="utf-8")
        (problem,) = problems_in(run(past, "diff").err)
        assert problem.code == "E612"
        assert message in problem.message
        assert "fatal" not in f"{problem.message} {problem.hint}"
