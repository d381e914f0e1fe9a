"""Several files at once: all of them or none, whatever stops the process at whatever moment."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from fustella.core.files import journal, scratch
from fustella.core.files.journal import Writing, finish_interrupted, write_all
from fustella.core.values.problems import ProblemsFound
from tests.faults.harness import FAULTS, KILL, Machine, Outcome

BEFORE = {"a": "a", "b": "b", "gone": "gone", "left/gone": "gone", "mine": "mine"}
AFTER = {"a": "a after", "b": "b after", "new/deep/c": "new/deep/c after", "mine": "mine"}


def put(home: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, encoding="utf-8")


def held(home: Path) -> dict[str, str]:
    """Every file, hidden ones too; and every folder that holds none, as ""."""
    return {
        path.relative_to(home).as_posix(): path.read_text("utf-8") if path.is_file() else ""
        for path in home.rglob("*")
        if path.is_file() or not any(path.iterdir())
    }


@pytest.fixture
def state(tmp_path, monkeypatch) -> Path:
    """A folder of the user's state for one test, whose journals are its own."""
    folder = tmp_path / "state"
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """One that does not load the tool, of which only the journal runs here."""
    if not hasattr(os, "fork"):
        pytest.skip("processes cannot be forked here")
    machine = Machine(tmp_path_factory.mktemp("state"), bare=True)
    yield machine
    machine.close()


class Tried:
    """The same writing again and again, each time in a folder of its own."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self.machine, self.folder, self.number = machine, folder, 0
        self.home = folder

    def write(self, at: int = 0, fault: str = "") -> Outcome:
        self.number += 1
        self.home = self.folder / f"{self.number}"
        put(self.home, BEFORE)
        return self._run("write", at, fault)

    def finish(self, at: int = 0, fault: str = "") -> Outcome:
        return self._run("finish", at, fault)

    def _run(self, name: str, at: int, fault: str) -> Outcome:
        entry = f"tests.faults.writing:{name}"
        return self.machine.run(self.home, [str(self.home)], at, fault, entry)


@pytest.fixture
def tried(machine, tmp_path) -> Tried:
    (tmp_path / "homes").mkdir()
    tried = Tried(machine, tmp_path / "homes")
    tried.write()  # makes the folder of the state, too
    return tried


def test_writing_killed_at_any_change_is_finished_or_cleaned(tried):
    changes = tried.write().changes
    assert held(tried.home) == AFTER
    ended = set()
    for at in range(1, len(changes) + 1):
        assert tried.write(at, KILL).killed
        assert tried.finish().out == ""
        assert held(tried.home) in (BEFORE, AFTER), changes[at - 1]
        assert tried.machine.rests(tried.home) == []
        ended.add(held(tried.home) == AFTER)
    assert ended == {False, True}


@pytest.mark.parametrize("fault", FAULTS)
def test_writing_with_a_fault_at_any_change_has_done_all_or_nothing(fault, tried):
    failed = 0
    for at in range(1, len(tried.write().changes) + 1):
        ran = tried.write(at, fault)
        assert ran.code in (0, 1), ran.err
        tried.finish()
        assert held(tried.home) == (BEFORE if ran.code else AFTER)
        assert tried.machine.rests(tried.home) == []
        failed += ran.code
    assert failed > 10


def test_finishing_that_is_killed_is_finished_by_the_next(tried):
    """A journal is played again from every moment at which playing it may stop."""
    changes = tried.write().changes
    middle = [at for at, (what, _) in enumerate(changes, 1) if what in ("replace", "link")]
    for at in (middle[0], middle[-1]):
        tried.write(at, KILL)
        steps = len(tried.finish().changes)
        for then in range(1, steps + 1):
            tried.write(at, KILL)
            assert tried.finish(then, KILL).killed
            tried.finish()
            assert held(tried.home) == AFTER
            assert tried.machine.rests(tried.home) == []


def test_undoing_that_is_killed_is_finished_by_the_next(tried, machine):
    """A fault that makes it take back its moves, and then a kill: two faults in one process."""
    changes = tried.write().changes
    last = max(at for at, (what, _) in enumerate(changes, 1) if what == "replace")
    undoing = tried.write(last, "EACCES")
    for at in range(last + 1, len(undoing.changes) + 1):
        tried.write(last, f"EACCES then {at}")
        tried.finish()
        assert held(tried.home) in (BEFORE, AFTER), undoing.changes[at - 1]
        assert machine.rests(tried.home) == []


def stopped(home: Path, monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Writes as a process would that ends after some moves: its lock is left, its journal stays."""
    real, moved = Path.replace, []

    def replace(path: Path, target: Path) -> Path:
        if len(moved) == after:
            raise KeyboardInterrupt
        moved.append(target)
        return real(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", replace)
        patched.setattr(journal.Journal, "undo", lambda _: None)
        patched.setattr(journal, "_undo", lambda _: False)
        with pytest.raises(KeyboardInterrupt), Writing(home) as writing:
            for name in ("a", "b"):
                writing.put(home / name, f"{name} after".encode())
            writing.finish([home / "gone"])


def test_file_that_was_changed_since_stays_and_is_told(tmp_path, state, monkeypatch):
    home = tmp_path / "home"
    put(home, {"a": "a", "b": "b", "gone": "gone"})
    stopped(home, monkeypatch, 1)
    put(home, {"b": "mine", "gone": "mine"})
    [told] = finish_interrupted().warnings
    assert (told.code, told.place.file) == ("E404", str(home / "b"))
    assert held(home) == {"a": "a after", "b": "mine", "gone": "mine"}
    assert finish_interrupted().warnings == []
    assert list((state / "fustella" / "journals").iterdir()) == []


def test_journal_that_cannot_be_finished_is_told_and_waits(tmp_path, state, monkeypatch):
    home = tmp_path / "home"
    put(home, {"a": "a", "b": "b", "gone": "gone"})
    stopped(home, monkeypatch, 0)

    def refused(path: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied", str(path), None, str(target))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", refused)
        [told] = finish_interrupted().warnings
    assert (told.code, told.place.file) == ("E404", str(home / "a"))
    assert finish_interrupted().warnings == []
    assert held(home) == {"a": "a after", "b": "b after"}


def test_journal_of_a_folder_that_is_away_waits_for_it(tmp_path, state, monkeypatch):
    home = tmp_path / "home"
    put(home, {"a": "a", "b": "b", "gone": "gone"})
    stopped(home, monkeypatch, 1)
    home.rename(tmp_path / "away")
    assert [told.code for told in finish_interrupted().warnings] == ["E404"]
    (tmp_path / "away").rename(home)
    assert finish_interrupted().warnings == []
    assert held(home) == {"a": "a after", "b": "b after"}


def test_writing_of_a_living_process_is_left_alone(tmp_path, state):
    home = tmp_path / "home"
    with Writing(home) as writing:
        writing.put(home / "a", b"a")
        assert finish_interrupted().warnings == []
        assert len(list(home.iterdir())) == 1
        writing.finish()
    assert held(home) == {"a": "a"}


@pytest.mark.parametrize("content", [b"", b"{", b"\0" * 80, b"[1]\n", b'"x"\n', b'{"x": 1}\n'])
def test_journal_that_is_damaged_says_nothing(content, tmp_path, state):
    folder = state / "fustella" / "journals"
    folder.mkdir(parents=True)
    (folder / "x.journal").write_bytes(content)
    assert finish_interrupted().warnings == []
    assert list(folder.iterdir()) == []


def test_without_a_folder_for_journals_files_are_written(tmp_path, monkeypatch):
    (tmp_path / "state").write_bytes(b"a file, no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    home = tmp_path / "home"
    put(home, {"a": "a"})
    write_all(home, {home / "a": b"after", home / "b": b"b"})
    assert finish_interrupted().warnings == []
    assert held(home) == {"a": "after", "b": "b"}


@pytest.mark.skipif(os.name == "nt", reason="flock")
@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EDQUOT, errno.EIO], ids=errno.errorcode.get)
@pytest.mark.parametrize("at", range(6))
def test_without_room_for_a_journal_files_are_written_all_the_same(
    at, fault, tmp_path, state, monkeypatch
):
    """It lies in the home of the user, which may be full where the project's disk is not."""
    lines, write = [], journal._write

    def without_room(handle: int, data: bytes) -> None:
        lines.append(data)
        if len(lines) > at:
            write(handle, data[: len(data) // 2])
            raise OSError(fault, os.strerror(fault))
        write(handle, data)

    monkeypatch.setattr(journal, "_write", without_room)
    home = tmp_path / "home"
    put(home, BEFORE)
    with Writing(home) as writing:
        for name in ("a", "b", "new/deep/c"):
            writing.put(home / name, f"{name} after".encode())
        writing.finish([home / "gone", home / "left" / "gone"], [home / "left"])
    assert held(home) == AFTER
    assert not [*(state / "fustella" / "journals").iterdir()]
    assert lines


@pytest.mark.skipif(os.name == "nt", reason="flock")
def test_on_a_system_without_locks_nobody_takes_a_living_process_for_a_dead_one(
    tmp_path, state, monkeypatch
):
    def none(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", none)
    with Writing(tmp_path / "home") as writing:
        writing.put(tmp_path / "home" / "a", b"a")
        assert finish_interrupted().warnings == []
        writing.finish()
    assert held(tmp_path / "home") == {"a": "a"}


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
@pytest.mark.parametrize("way", ["link/x", "in/link/x", "../x", "in/../../x", "to-link/x"])
def test_path_that_leads_out_is_refused(way, tmp_path):
    home, outside = tmp_path / "home", tmp_path / "outside"
    put(tmp_path, {"home/in/a": "a", "outside/x": "x", "x": "x"})
    for link in (home / "link", home / "in" / "link"):
        link.symlink_to(outside, target_is_directory=True)
    (home / "to-link").symlink_to(home / "link", target_is_directory=True)
    with pytest.raises(ProblemsFound, match="E402"), Writing(home) as writing:
        writing.put(home / way, b"new")
    with pytest.raises(ProblemsFound, match="E402"), Writing(home) as writing:
        writing.finish([home / way])
    assert (outside / "x").read_bytes() == (tmp_path / "x").read_bytes() == b"x"


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_link_in_the_place_of_a_file_is_replaced_and_not_followed(tmp_path):
    put(tmp_path, {"home/in/a": "a", "outside": "x"})
    home = tmp_path / "home"
    (home / "link").symlink_to(tmp_path / "outside")
    (home / "in" / "link").symlink_to(tmp_path / "outside")
    (tmp_path / "named").symlink_to(home, target_is_directory=True)
    with Writing(tmp_path / "named") as writing:  # the home itself may be a link
        writing.put(tmp_path / "named" / "link", b"new")
        writing.finish([tmp_path / "named" / "in" / "link"])
    assert (tmp_path / "outside").read_bytes() == b"x"
    assert held(home) == {"link": "new", "in/a": "a"}


@pytest.mark.skipif(os.name == "nt", reason="links need rights there, and there are no pipes")
def test_link_or_pipe_is_put_back_when_writing_fails(tmp_path, monkeypatch):
    put(tmp_path, {"home/a": "a", "home/z": "z", "outside": "x"})
    home = tmp_path / "home"
    (home / "link").symlink_to(tmp_path / "outside")
    (home / "nowhere").symlink_to(tmp_path / "nothing")
    os.mkfifo(home / "pipe")
    names = ("a", "link", "nowhere", "pipe", "z")
    replace = Path.replace

    def fails_at_last(new: Path, target: Path) -> Path:
        if target == home / "z":
            raise OSError(errno.EIO, "broken")
        return replace(new, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", fails_at_last)
        with pytest.raises(OSError, match="broken"), Writing(home) as writing:
            for name in names:
                writing.put(home / name, b"new")
            writing.finish()
    assert sorted(path.name for path in home.iterdir()) == [*names]
    assert (home / "link").readlink() == tmp_path / "outside"
    assert (home / "nowhere").readlink() == tmp_path / "nothing"
    assert (home / "pipe").is_fifo()
    with Writing(home) as writing:
        for name in names:
            writing.put(home / name, b"new")
        writing.finish()
    assert held(home) == dict.fromkeys(names, "new")
    assert (tmp_path / "outside").read_bytes() == b"x"


def test_folders_and_cache_files_of_a_killed_process_are_gone_and_living_ones_stay(tmp_path, state):
    """A forked process makes them and is killed; those of this process are still in use."""
    if not hasattr(os, "fork"):
        pytest.skip("processes cannot be forked here")
    cache = tmp_path / "cache"
    cache.mkdir()
    own = scratch.scratch_folder("own")
    child = os.fork()
    if not child:
        scratch.scratch_folder("lost")
        scratch.note_unfinished_in(cache)
        journal.unfinished(cache / "a.faces").write_bytes(b"half")
        os._exit(9)
    os.waitpid(child, 0)
    lost = [*own.parent.glob("fustella-lost-*")]
    assert lost
    assert len([*cache.iterdir()]) == 1
    finish_interrupted()
    assert not any(one.exists() for one in lost)
    assert [*cache.iterdir()] == []
    assert own.is_dir()
    child = os.fork()
    if not child:  # this process has the fonts of other tests in such a folder
        last = scratch.scratch_folder("last")
        was_there = last.is_dir()
        scratch.end_scratch()
        os._exit(was_there and not last.exists() and own.is_dir())
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
