"""The output folder: all files or none, whatever goes wrong."""

from pathlib import Path

import pytest

from generator.files import replace_all
from generator.output import OutputFile, publish
from generator.problems import ProblemsFound


def file(name: str, content: bytes = b"new") -> OutputFile:
    return OutputFile(name, name, lambda: content)


def held(folder: Path) -> dict[str, bytes]:
    """Every file, hidden ones too."""
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def folder(tmp_path):
    for name in ("a.pdf", "b.pdf", "gone.pdf"):
        (tmp_path / name).write_bytes(b"old")
    return tmp_path


OLD = {"a.pdf": b"old", "b.pdf": b"old", "gone.pdf": b"old"}


def test_what_is_no_longer_made_is_taken_away(folder):
    publish(folder, [file("a.pdf"), file("c.pdf")], ["gone.pdf", "never.pdf"])
    assert held(folder) == {"a.pdf": b"new", "b.pdf": b"old", "c.pdf": b"new"}


@pytest.mark.parametrize("other", ["a.pdf", "A.pdf"])
def test_two_files_of_one_name_are_refused_before_anything_is_written(other, folder):
    with pytest.raises(ProblemsFound) as found:
        publish(folder / "new", [file("a.pdf"), file(other)], [])
    assert [(one.code, "`sheet:" in one.hint) for one in found.value.problems] == [("E401", True)]
    assert held(folder) == OLD
    assert not (folder / "new").exists()


@pytest.mark.parametrize("refused", ["a.pdf", "b.pdf", "c.pdf"])
def test_a_file_that_cannot_be_replaced_leaves_all_as_they_were(refused, folder, monkeypatch):
    replace = Path.replace

    def failing(path: Path, target: Path) -> Path:
        if Path(target).name == refused and not path.name.endswith(".old"):
            raise PermissionError(13, "Permission denied", str(path), None, str(target))
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(ProblemsFound) as found:
        publish(folder, [file("a.pdf"), file("b.pdf"), file("c.pdf")], ["gone.pdf"])
    assert [one.code for one in found.value.problems] == ["E401"]
    assert held(folder) == OLD


def test_a_file_that_cannot_be_taken_away_leaves_all_as_they_were(folder, monkeypatch):
    unlink = Path.unlink

    def failing(path: Path, missing_ok: bool = False) -> None:
        if path.name == "gone.pdf":
            raise PermissionError(13, "Permission denied", str(path))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", failing)
    with pytest.raises(ProblemsFound) as found:
        publish(folder, [file("a.pdf"), file("c.pdf")], ["gone.pdf"])
    assert [one.code for one in found.value.problems] == ["E401"]
    assert held(folder) == OLD


def test_two_moves_to_one_place_are_a_mistake_of_ours(folder):
    with pytest.raises(AssertionError):
        replace_all([(folder / "b.pdf", folder / "a.pdf"), (folder / "gone.pdf", folder / "a.pdf")])
    assert held(folder) == OLD
