"""One at a time in a folder, and names of unfinished files that nobody else has."""

import os
import re
import subprocess
import sys
import threading
import time

import pytest

from fustella.core import files
from fustella.core.files import alone_in, finished, sweep, unfinished
from tests.conftest import ROOT

HOLD = (
    "import sys, time; from pathlib import Path; from fustella.core.files import alone_in\n"
    "with alone_in(Path(sys.argv[1])):\n"
    "    print('in', flush=True); time.sleep(600)\n"
)


def test_whoever_is_killed_holds_up_nobody(tmp_path):
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


def test_nobody_waits_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PATIENCE_S", 0.05)
    with alone_in(tmp_path), alone_in(tmp_path):
        pass


@pytest.mark.skipif(os.name == "nt", reason="flock")
def test_without_locks_one_goes_on(tmp_path, monkeypatch):
    def none(*_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(files.fcntl, "flock", none)
    with alone_in(tmp_path), alone_in(tmp_path):
        pass


def test_a_fault_lets_go(tmp_path):
    with pytest.raises(ZeroDivisionError), alone_in(tmp_path):
        1 / 0  # noqa: B018
    before = time.monotonic()
    with alone_in(tmp_path):
        assert time.monotonic() - before < files.PATIENCE_S / 2


def test_two_threads_and_two_machines_of_one_number_have_names_of_their_own(tmp_path, monkeypatch):
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
    monkeypatch.setattr(files, "_RUN", "000000001")
    names.append(unfinished(path))
    assert len(set(names)) == 3
    assert all(re.fullmatch(r"\.\d+-a\.pdf", one.name) for one in names)


def test_what_was_left_unfinished_long_ago_is_swept_away_and_nothing_else(tmp_path, monkeypatch):
    left, own = unfinished(tmp_path / "a.pdf"), tmp_path / ".12x-mine"
    for path in (left, own):
        path.touch()
    sweep(tmp_path)
    assert left.exists()
    later = time.time() + 2 * files._LEFT_S
    monkeypatch.setattr(files.time, "time", lambda: later)
    sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [own.name]
