"""Locked folders, whole files, and unfinished files with names of their own."""

import os
import re
import subprocess
import sys
import threading
import time

import pytest

from fustella.core.files import whole as files
from fustella.core.files.whole import (
    ABANDONED_S,
    alone_in,
    finished,
    is_unfinished,
    sweep,
    unfinished,
    write_whole,
)
from tests.helpers.sharing import ROOT

HOLD = (
    "import sys, time; from pathlib import Path; from fustella.core.files.whole import alone_in\n"
    "with alone_in(Path(sys.argv[1])):\n"
    "    print('in', flush=True); time.sleep(600)\n"
)


def test_alone_in_whose_holder_is_killed_is_entered(tmp_path):
    holding = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert holding.stdout.readline().strip() == b"in"
    entered = threading.Event()

    def enter():
        with alone_in(tmp_path):
            entered.set()

    thread = threading.Thread(target=enter)
    thread.start()
    assert not entered.wait(0.05)
    holding.kill()
    holding.wait()
    assert entered.wait(files.PATIENCE_S / 2)
    thread.join()


def test_alone_in_that_is_never_released_is_entered_after_a_while(tmp_path):
    with alone_in(tmp_path), alone_in(tmp_path, patience_s=0.05):
        pass


@pytest.mark.skipif(os.name == "nt", reason="flock")
def test_alone_in_on_a_system_without_locks_is_entered(tmp_path, monkeypatch):
    def none(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", none)
    with alone_in(tmp_path), alone_in(tmp_path):
        pass


def test_alone_in_left_by_an_exception_is_released(tmp_path):
    with pytest.raises(ZeroDivisionError), alone_in(tmp_path):
        1 / 0  # noqa: B018
    before = time.monotonic()
    with alone_in(tmp_path):
        assert time.monotonic() - before < files.PATIENCE_S / 2


def test_unfinished_in_other_threads_and_containers_has_other_names(tmp_path, monkeypatch):
    path, names = tmp_path / "a.pdf", []
    both = threading.Barrier(2)

    def name():
        own = unfinished(path)
        names.append(own)
        assert finished(own) == path
        both.wait(30)

    threads = [threading.Thread(target=name) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    monkeypatch.setattr(files, "RUN", "000000001")
    names.append(unfinished(path))
    assert len(set(names)) == 3
    assert all(re.fullmatch(r"\.\d+-a\.pdf", one.name) for one in names)


def test_sweep_after_an_hour_deletes_unfinished_files_alone(tmp_path):
    left, own = unfinished(tmp_path / "a.pdf"), tmp_path / ".12x-mine"
    for path in (left, own):
        path.touch()
    sweep(tmp_path)
    assert left.exists()
    sweep(tmp_path, now_s=time.time() + 2 * ABANDONED_S)
    assert [path.name for path in tmp_path.iterdir()] == [own.name]


def test_write_whole_puts_a_file_in_the_place_of_the_old_one(tmp_path):
    path = tmp_path / "a.txt"
    for data in (b"first", b"second"):
        write_whole(path, data)
        assert path.read_bytes() == data
        assert list(tmp_path.iterdir()) == [path]


def test_write_whole_that_fails_leaves_the_old_file_alone(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError):  # on Windows it has no errno of its own
        write_whole(tmp_path / "folder", b"data")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    with pytest.raises(OSError):
        write_whole(tmp_path / "none" / "a.txt", b"data")


def test_is_unfinished_knows_the_names_of_every_process(tmp_path):
    assert is_unfinished(unfinished(tmp_path / "a.pdf"))
    assert is_unfinished(tmp_path / ".123-a.pdf")
    assert not is_unfinished(tmp_path / ".12x-mine")
    assert not is_unfinished(tmp_path / "a.pdf")
