"""The output folder: all files or none, whatever goes wrong."""

import os
import threading
import time
from pathlib import Path

import pytest

from fustella.build.publish import OutputFile, Records, publish
from fustella.core.files.journal import Writing
from fustella.core.values.problems import ProblemsFound


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


def test_files_no_longer_made_are_taken_away(folder):
    publish(folder, [file("a.pdf"), file("c.pdf")], ["gone.pdf", "never.pdf"])
    assert held(folder) == {"a.pdf": b"new", "b.pdf": b"old", "c.pdf": b"new"}


@pytest.mark.parametrize("workers", [0, 2])
def test_file_made_part_by_part_is_recorded_as_one_made_at_once(workers, folder):
    def parts():
        yield from (b"n", b"", b"ew")

    made = [OutputFile("a.pdf", "a.pdf", parts), file("b.pdf")]
    one, other = publish(folder, made, [], workers=workers)
    assert (one.bytes, one.sha256) == (other.bytes, other.sha256)
    assert held(folder) == OLD | {"a.pdf": b"new", "b.pdf": b"new"}


def test_file_whose_later_parts_fail_leaves_all_as_they_were(folder):
    def parts():
        yield b"n"
        raise OSError(28, "No space left on device")

    with pytest.raises(ProblemsFound) as found:
        publish(folder, [file("b.pdf"), OutputFile("a.pdf", "a.pdf", parts)], ["gone.pdf"])
    assert [one.code for one in found.value.problems] == ["E401"]
    assert held(folder) == OLD


@pytest.mark.parametrize("other", ["a.pdf", "A.pdf"])
def test_files_of_one_name_are_refused_before_anything_is_written(other, folder):
    with pytest.raises(ProblemsFound) as found:
        publish(folder / "new", [file("a.pdf"), file(other)], [])
    assert [(one.code, "`sheet:" in one.hint) for one in found.value.problems] == [("E401", True)]
    assert held(folder) == OLD
    assert not (folder / "new").exists()


@pytest.mark.parametrize("refused", ["a.pdf", "b.pdf", "c.pdf"])
def test_file_that_cannot_be_replaced_leaves_all_as_they_were(refused, folder, monkeypatch):
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


def test_file_that_cannot_be_taken_away_leaves_all_as_they_were(folder, monkeypatch):
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


def noting(folder, text="new notes"):
    return Records(folder, lambda printed: {folder / "notes": f"{text}: {len(printed)}".encode()})


def test_notes_are_written_with_the_files_or_none_of_all(folder, monkeypatch):
    (folder / "notes").write_text("old", encoding="utf-8")
    replace = Path.replace

    def failing(path: Path, target: Path) -> Path:
        if Path(target).name == "notes" and not path.name.endswith(".old"):
            raise OSError(28, "No space left on device", str(path), None, str(target))
        return replace(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", failing)
        with pytest.raises(ProblemsFound) as found:
            publish(folder, [file("a.pdf"), file("c.pdf")], ["gone.pdf"], (), noting(folder))
    [problem] = found.value.problems
    assert problem.place.file == str(folder / "notes")
    assert held(folder) == OLD | {"notes": b"old"}
    publish(folder, [file("a.pdf"), file("c.pdf")], ["gone.pdf"], (), noting(folder))
    assert held(folder) == {
        **{"a.pdf": b"new", "b.pdf": b"old", "c.pdf": b"new"},
        "notes": b"new notes: 2",
    }


def test_notes_of_two_at_once_are_taken_one_after_the_other(folder):
    inside, most, count, guard = 0, 0, 20, threading.Lock()

    def texts(printed):
        nonlocal inside, most
        with guard:
            inside += 1
            most = max(most, inside)
        known = (folder / "notes").read_text() if (folder / "notes").exists() else ""
        time.sleep(0.001)
        with guard:
            inside -= 1
        return {folder / "notes": f"{known}{printed[0].file}\n".encode()}

    def build(name):
        publish(folder / name, [file(name)], [], (), Records(folder, texts))

    threads = [threading.Thread(target=build, args=(f"{n}.pdf",)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert len((folder / "notes").read_text().split()) == count


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize(
    "name", ["../precious", "{}/precious", "link/precious", "x/../../precious"]
)
def test_stamp_naming_a_file_outside_does_not_take_it_away(name, folder):
    precious = folder.parent / "precious"
    precious.write_bytes(b"precious")
    (folder / "link").symlink_to(folder.parent, target_is_directory=True)
    publish(folder, [file("a.pdf")], [name.format(folder.parent)])
    assert precious.read_bytes() == b"precious"


def test_two_files_for_one_place_are_a_mistake_of_ours(folder):
    with pytest.raises(AssertionError), Writing(folder) as writing:
        writing.put(folder / "a.pdf", b"one")
        writing.put(folder / "a.pdf", b"two")
    with pytest.raises(AssertionError), Writing(folder) as writing:
        writing.put(folder / "a.pdf", b"one")
        writing.finish([folder / "a.pdf"])
    assert held(folder) == OLD
