"""Stamps: what counts as a change, and what happens where none can be kept."""

import importlib.metadata
import os
import re
import tomllib
from pathlib import Path

import pytest

from fustella.build.stamps import STAMPS, inputs_of
from fustella.core.files.fingerprint import _LIBRARIES, _states, fingerprint, installed
from fustella.core.files.project import find_project
from tests.helpers.sharing import ROOT


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "game" / "icons").mkdir(parents=True)
    (tmp_path / "game" / "icons" / "herb.svg").write_text("<svg/>", encoding="utf-8")
    return tmp_path / "game"


def test_file_that_was_moved_is_a_change(folder):
    before = fingerprint([folder], [], "")
    assert fingerprint([folder], [], "") == before
    (folder / "icons" / "herb.svg").rename(folder / "herb.svg")
    assert fingerprint([folder], [], "") != before


def test_file_moved_to_the_next_folder_is_a_change(folder):
    folders = [folder / "icons", folder / "other"]
    folders[1].mkdir()
    before = fingerprint(folders, [], "")
    (folders[0] / "herb.svg").rename(folders[1] / "herb.svg")
    assert fingerprint(folders, [], "") != before


def test_file_that_cannot_be_read_is_left_to_the_stage_that_needs_it(folder, monkeypatch):
    whole = fingerprint([folder], [], "")
    read_bytes = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path.name == "herb.svg":
            raise PermissionError(13, "Permission denied", str(path))
        return read_bytes(path)

    monkeypatch.setattr(Path, "read_bytes", refused)
    assert fingerprint([folder], [], "") != whole


def test_stamp_that_cannot_be_written_is_a_problem(tiny, run):
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    (tiny.output / "tiny" / STAMPS).unlink()
    (tiny.output / "tiny" / STAMPS).mkdir()
    ran = run(tiny, "build")
    assert ran.code == 1
    assert [said.code for said in ran.problems] == ["E401"]
    assert not list((tiny.output / "tiny").glob(f".*{STAMPS}*"))


def test_file_of_the_tool_that_is_larger_or_was_written_again_is_a_change(folder):
    path = folder / "icons" / "herb.svg"
    states = [sorted(_states(str(folder)))]
    assert sorted(_states(str(folder))) == states[0]
    path.write_text("<svg />", encoding="utf-8")
    states.append(sorted(_states(str(folder))))
    os.utime(path, (0, 0))
    states.append(sorted(_states(str(folder))))
    assert states[0] != states[1] != states[2] != states[0]


def test_link_to_nothing_beside_the_tool_is_no_change(folder):
    before = sorted(_states(str(folder)))
    try:
        (folder / ".#herb.svg").symlink_to("nothing")
    except OSError:
        pytest.skip("links cannot be made here")
    assert sorted(_states(str(folder))) == before


def test_file_beside_the_tool_that_python_compiled_is_no_change(folder):
    before = sorted(_states(str(folder)))
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "herb.pyc").write_bytes(b"")
    assert sorted(_states(str(folder))) == before


SERVE = {"argcomplete", "starlette", "uvicorn", "watchfiles", "xlsxwriter"}
"""Libraries that show, watch, serve translators or shells, and have no part in what is built."""


def runtime_libraries() -> set[str]:
    """What pyproject.toml asks for, as folders of installed libraries are named."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    names = (re.split(r"[^\w.-]", asked)[0] for asked in project["dependencies"])
    return {re.sub(r"[-_.]+", "_", name).lower() for name in names}


def test_stamp_of_a_build_knows_every_library_it_uses():
    assert runtime_libraries() - SERVE == _LIBRARIES
    assert runtime_libraries() >= SERVE


def test_stamp_with_another_version_of_a_library_differs():
    found = {name.removesuffix(".dist-info").rpartition("-")[::2] for name in installed()}
    versions = {(name.lower(), version) for name, version in found}
    assert versions == {(name, importlib.metadata.version(name)) for name in _LIBRARIES}


@pytest.mark.parametrize("single", [False, True])
def test_text_of_accepted_document_is_no_input(tmp_path, single):
    """A check may write it, and nothing has to be built anew then."""
    folder = tmp_path if single else tmp_path / "content" / "pond"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text("title: Pond\n", encoding="utf-8")
    project = find_project(folder)
    (game,) = project.games()
    before = inputs_of(project, game)
    (folder / "document.accepted").write_bytes(b"any")
    assert inputs_of(project, game) == before
    (folder / "document.lines").write_text("-\n", encoding="utf-8")
    assert inputs_of(project, game) != before
