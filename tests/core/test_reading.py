"""What of a project is read: files inside of it, up to a size, through links that stay inside."""

import os
import sys
from pathlib import Path

import pytest

from fustella.core.files.fingerprint import digest_of, fingerprint
from fustella.core.files.project import project_at
from fustella.core.files.reading import (
    NotRead,
    entries_of,
    files_in,
    is_file,
    is_inside,
    read_bytes,
)
from fustella.core.processes import limits
from fustella.core.values.problems import ProblemsFound


def inside(tmp_path: Path) -> Path:
    """A project with a file beside it, which it must not read."""
    (tmp_path / "secret.txt").write_text("secret")
    root = tmp_path / "project"
    root.mkdir()
    (root / "own.txt").write_text("own")
    return root


def codes(found: "pytest.ExceptionInfo[ProblemsFound]") -> list[str]:
    return [f"{problem.place.file} {problem.code}" for problem in found.value.problems]


def test_link_inside_of_the_project_is_read(tmp_path):
    root = inside(tmp_path)
    (root / "link.txt").symlink_to(root / "own.txt")
    assert read_bytes(root / "link.txt", root, 10) == b"own"


@pytest.mark.parametrize("name", ["link.txt", "folder/secret.txt", "../secret.txt"])
def test_what_leads_out_of_the_project_is_not_read(name, tmp_path):
    root = inside(tmp_path)
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    (root / "folder").symlink_to(tmp_path)
    with pytest.raises(NotRead) as found:
        read_bytes(root / name, root, 10)
    assert found.value.code == "E131"


@pytest.mark.parametrize(
    "name",
    [
        ".",
        "own.txt",
        "folder",
        "folder/own.txt",
        "folder/none.txt",
        "folder/../own.txt",
        "folder/../../secret.txt",
        "out/secret.txt",
        "out/project/own.txt",
        "in/own.txt",
        "in/../own.txt",
        "in/../../secret.txt",
        "circle/own.txt",
        "own.txt/none",
        "../project2/own.txt",
        "../by-link/own.txt",
        "with\0null",
    ],
)
@pytest.mark.parametrize("start", ["project", "by-link"])
def test_path_is_inside_where_it_is_when_followed_from_the_top(name, start, tmp_path):
    root = inside(tmp_path)
    (root / "folder").mkdir()
    (root / "folder" / "own.txt").touch()
    (root / "in").symlink_to(root / "folder")
    (root / "out").symlink_to(tmp_path)
    (root / "circle").symlink_to("circle")
    (tmp_path / "project2").mkdir()
    (tmp_path / "project2" / "own.txt").touch()
    (tmp_path / "by-link").symlink_to(root)
    path = tmp_path / start / name
    try:
        followed = path.resolve().is_relative_to(root.resolve())
    except (RuntimeError, ValueError):
        followed = False
    assert is_inside(path, tmp_path / start) is followed


def test_what_the_command_line_names_may_lie_anywhere(tmp_path):
    root = inside(tmp_path)
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    assert read_bytes(root / "link.txt", None, 10) == b"secret"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders on this system")
def test_pipe_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert not is_file(tmp_path / "pipe")
    with pytest.raises(NotRead, match="not a plain file"):
        read_bytes(tmp_path / "pipe", tmp_path, 10)


def test_file_that_is_too_large_is_refused(tmp_path):
    (tmp_path / "large").write_bytes(b"x" * 11)
    with pytest.raises(NotRead) as found:
        read_bytes(tmp_path / "large", tmp_path, 10)
    assert found.value.code == "E132"


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "file/below"])
def test_names_that_no_file_has_are_no_files(name, tmp_path):
    (tmp_path / "file").write_text("")
    assert not is_file(tmp_path / name)


def test_linked_folders_are_followed_and_circles_end(tmp_path):
    (tmp_path / "a" / "deep").mkdir(parents=True)
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "one.txt").write_text("1")
    (tmp_path / "b" / "two.txt").write_text("2")
    (tmp_path / "a" / "beside").symlink_to(tmp_path / "b")
    (tmp_path / "b" / "back").symlink_to(tmp_path / "a")
    (tmp_path / "a" / "deep" / "up").symlink_to(tmp_path)
    (tmp_path / "a" / "gone").symlink_to(tmp_path / "nowhere")
    found = [path.relative_to(tmp_path).as_posix() for path in files_in(tmp_path / "a", tmp_path)]
    assert found == ["a/beside/two.txt", "a/gone", "a/one.txt"]


def test_folder_out_of_the_project_is_not_gone_through(tmp_path):
    root = inside(tmp_path)
    (root / "out").symlink_to(tmp_path)
    assert [path.name for path in files_in(root, root)] == ["out", "own.txt"]
    assert [*files_in(root / "out", root)] == []
    with pytest.raises(ProblemsFound) as found:
        entries_of(root / "out", root)
    assert codes(found) == ["out E131"]


def test_folder_with_too_many_files_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "FOLDER_ENTRIES", 5)
    for number in range(4):
        (tmp_path / "art" / f"f{number}").mkdir(parents=True)
        (tmp_path / "art" / f"f{number}" / "a.png").write_text("")
    with pytest.raises(ProblemsFound) as found:
        [*files_in(tmp_path / "art", tmp_path)]
    assert [problem.code for problem in found.value.problems] == ["E133"]


def test_folder_that_cannot_be_read_is_told(tmp_path, monkeypatch):
    """Whoever runs the tests may be allowed to read everything, so the system's answer is made."""

    def refused(folder):
        raise PermissionError(13, "Permission denied")

    (tmp_path / "content").mkdir()
    monkeypatch.setattr(os, "scandir", refused)
    with pytest.raises(ProblemsFound) as found:
        project_at(tmp_path).games()
    assert codes(found) == ["content E100"]


def test_file_in_the_place_of_a_folder_is_told(tmp_path):
    (tmp_path / "art").write_text("")
    with pytest.raises(ProblemsFound) as found:
        [*files_in(tmp_path / "art", tmp_path)]
    assert codes(found) == ["art E100"]


def test_changed_file_in_a_linked_folder_changes_the_fingerprint(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "a.svg").write_text("one")
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "linked").symlink_to(tmp_path / "elsewhere")
    before = fingerprint([tmp_path / "icons"], [], "", tmp_path)
    (tmp_path / "elsewhere" / "a.svg").write_text("other")
    assert fingerprint([tmp_path / "icons"], [], "", tmp_path) != before


def test_file_larger_than_any_picture_counts_by_its_size(tmp_path, monkeypatch):
    path = tmp_path / "film.mov"
    with path.open("wb") as file:
        file.truncate(3 * 10**9)
    monkeypatch.setattr(Path, "open", None)  # it is not even opened
    digest, before = digest_of(path), fingerprint([tmp_path], [], "", tmp_path)
    os.truncate(path, 3 * 10**9 + 1)
    assert digest_of(path) != digest
    assert fingerprint([tmp_path], [], "", tmp_path) != before


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names are text there")
def test_names_that_are_no_text_are_told_where_they_are_read(tmp_path):
    name = os.fsdecode(b"caf\xe9")
    (tmp_path / f"{name}.yaml").write_text("kind: card\n")
    with pytest.raises(NotRead) as found:
        read_bytes(tmp_path / f"{name}.yaml", tmp_path, 100)
    assert found.value.code == "E134"
    assert [*files_in(tmp_path, tmp_path)] == []
    (tmp_path / name / "content").mkdir(parents=True)
    with pytest.raises(ProblemsFound) as told:
        project_at(tmp_path / name)
    assert [problem.code for problem in told.value.problems] == ["E018"]
    str(told.value).encode()
