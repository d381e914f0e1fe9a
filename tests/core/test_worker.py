"""Workers: programs and forks alike are sent messages, waited for, ended, and given back."""

import os
import signal
import tempfile
import time

import pytest

from fustella.core.processes import worker
from fustella.core.processes.overseer import Overseer
from fustella.core.processes.status import PAGE_BYTES, StatusPage
from fustella.core.processes.worker import Worker, fork

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot be divided there")

ECHO = """
from fustella.core.processes.worker import begin_answering
channel = begin_answering()
print("this is no answer")
try:
    while True:
        message = channel.receive()
        if message == "hang":
            while True: pass
        channel.send(message)
except EOFError:
    pass
"""


def echoing() -> Worker:
    return Worker.conversation("-c", ECHO)


def sleeping() -> Worker:
    found = fork(StatusPage())
    if found is None:
        time.sleep(3600)
        os._exit(0)
    return found


@posix
@pytest.mark.parametrize("start", [sleeping, echoing], ids=["fork", "program"])
def test_worker_is_waited_for_ended_and_closed_again(start):
    found = start()
    assert not found.wait(0)
    assert not found.wait(0.01)
    assert found.end() == -signal.SIGKILL
    assert found.wait(0)
    found.close()
    found.close()
    assert found.end() == -signal.SIGKILL


def test_program_answers_in_turn_and_what_it_prints_is_no_answer():
    with echoing() as found:
        for message in ("one", b"2" * 300_000, [3, None]):
            found.channel.send(message)
            assert found.channel.receive() == message


def test_batch_gets_one_message_and_answers_in_a_file():
    many = [b"1" * 100_000] * 10
    with Worker.batch(many, "-c", ECHO) as found:
        assert found.end() == 0 or found.wait()
    with Worker.batch(many, "-c", ECHO) as found:
        found.wait()
        assert [*found.answers()] == [many]


def test_batch_that_cannot_begin_has_no_answers():
    with Worker.batch(1, "no such program.py") as found:
        found.wait()
        assert [*found.answers()] == []
        assert found.end() == 2


def test_channel_to_a_worker_that_has_ended_says_so():
    with echoing() as found:
        found.end()
        with pytest.raises(EOFError):
            found.channel.receive()
        with pytest.raises(OSError):
            found.channel.send("x" * 100_000)


def test_overseen_worker_is_ended_where_it_takes_too_long(monkeypatch):
    monkeypatch.setattr(worker, "LOOK_S", 0.001)
    with echoing() as found:
        looking = Overseer(found.page, idle_s=0.1, doing="it", most_bytes=1 << 50)
        with found.overseen(looking), pytest.raises((EOFError, OSError)):
            found.channel.send("hang")
            found.channel.receive()
        assert found.problem.message.startswith("it was ended after ")


# Room for a status page.


def test_page_of_a_program_takes_nothing_of_the_temporary_folder_on_linux(tmp_path, monkeypatch):
    if not hasattr(os, "memfd_create"):
        pytest.skip("there is no memory of that kind on this system")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "not there"))
    with echoing() as program:
        assert program.end()


@posix
@pytest.mark.parametrize("room", [0, 1, 4096, PAGE_BYTES // 2, PAGE_BYTES - 1])
def test_page_for_which_the_temporary_folder_has_no_room_is_none(room, tmp_path, monkeypatch):
    """Else the first step that is told on what is missing would end the process."""
    import resource

    monkeypatch.delattr(os, "memfd_create", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    child = os.fork()
    if not child:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        try:
            worker._room_for_a_page()
        except OSError:
            os._exit(3)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
    assert not [*tmp_path.iterdir()]


@posix
def test_page_in_a_file_is_as_large_as_it_says_and_goes_with_the_program(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "memfd_create", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    program = echoing()
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size == PAGE_BYTES
    assert path.read_bytes()[-1:] == b"\0"
    program.end()
    program.close()
    assert not [*tmp_path.iterdir()]
