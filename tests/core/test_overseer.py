"""What an overseer counts as the time that a step takes."""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from fustella.core.processes import overseer
from fustella.core.processes.overseer import BY_THE_CLOCK, LOOK_S, Overseer
from fustella.core.processes.status import StatusPage
from fustella.core.processes.steps import step
from fustella.core.processes.worker import Worker, fork, tell_steps_on
from fustella.core.values.problems import Place, Problem

posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot be divided there")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells it of threads")

LIMIT_S = 1.0
ANY_BYTES = 1 << 50
"""More memory than there is: a process of tests, whose forks are looked at, may have much."""

PATIENT_LOOKS = round(LIMIT_S / LOOK_S)
"""After so many a step has taken its limit by the clock."""

HERE = Place("content/tiny/coins.yaml", 4)


# What counts.


def forever(what: Callable[[], object] = lambda: None) -> None:
    while True:
        what()


def asleep() -> None:
    time.sleep(3600)


def in_step(work: Callable[[], object]) -> Callable[[], None]:
    def taken() -> None:
        with step("drawing a face", HERE, LIMIT_S):
            work()

    return taken


def with_helper() -> None:
    """Waits for another process, which computes."""
    from fustella.core.processes.steps import helped_by

    helper = os.fork()
    if not helper:
        forever()
    with helped_by(helper):
        asleep()


def in_threads(*works: Callable[[], None]) -> None:
    for work in works:
        threading.Thread(target=work, daemon=True).start()
    asleep()


class Looked:
    """A worker that does something, and its overseer, who looks as often as a test says."""

    def __init__(self, worker: Worker, idle_s: float) -> None:
        self.worker = worker
        self._overseer = Overseer(worker.page, most_bytes=ANY_BYTES, idle_s=idle_s)

    def look(self, times: int) -> Problem | None:
        """What is said of it at the first of so many looks that says something."""
        found = (self._overseer.look(self.worker.pid) for _ in range(times))
        return next((problem for problem in found if problem), None)

    def looked_until_ended(self) -> Problem:
        """What is said of it in the end, however long it waits for a turn to compute."""
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(overseer, "BY_THE_CLOCK", 10**6)
            while (problem := self._overseer.look(self.worker.pid)) is None:
                time.sleep(0.02)
            return problem


@contextlib.contextmanager
def looked_at(work: Callable[[], object], idle_s: float = 1800.0) -> Iterator[Looked]:
    """A fork that has begun some work."""
    page = StatusPage()
    read, written = os.pipe()
    worker = fork(page)
    if worker is None:
        tell_steps_on(page)
        os.write(written, b".")
        work()
        os._exit(0)
    with worker:
        os.read(read, 1)
        while idle_s > LIMIT_S and not page.steps():
            time.sleep(0.001)
        yield Looked(worker, idle_s)
    os.close(read)
    os.close(written)


@posix
@pytest.mark.parametrize("work", [asleep, lambda: forever(lambda: time.sleep(0.05))])
def test_step_that_waits_is_not_ended_after_its_limit_but_far_later(work):
    with looked_at(in_step(work)) as looked:
        assert looked.look(3 * PATIENT_LOOKS) is None
        problem = looked.look(BY_THE_CLOCK * PATIENT_LOOKS)
    assert (problem.code, problem.place) == ("E020", HERE)
    assert problem.message == "drawing a face was ended after 10 s of waiting"
    assert "less busy" in problem.hint


@posix
def test_step_that_computes_is_ended_after_its_limit_of_the_processors_time():
    with looked_at(in_step(forever)) as looked:
        problem = looked.looked_until_ended()
        used_s = overseer.processor_s(looked.worker.pid) if sys.platform == "linux" else LIMIT_S
    assert problem.message == "drawing a face was ended after 1 s of computing"
    assert used_s >= LIMIT_S


@posix
def test_step_of_a_process_that_gets_no_turn_is_not_ended():
    """As on a machine that is busy with all else: it would compute, and cannot."""
    with looked_at(in_step(forever)) as looked:
        os.kill(looked.worker.pid, signal.SIGSTOP)
        looked.look(1)
        assert looked.look(4 * PATIENT_LOOKS) is None


@posix
def test_step_that_waits_for_a_process_that_computes_is_ended():
    with looked_at(in_step(with_helper)) as looked:
        problem = looked.looked_until_ended()
    assert problem.message == "drawing a face was ended after 1 s of computing"


@linux
def test_step_of_a_thread_is_not_charged_with_what_another_one_computes():
    def other() -> None:
        with step("reading a picture", Place("art/owl.png"), LIMIT_S):
            forever()

    with looked_at(lambda: in_threads(in_step(asleep), other)) as looked:
        while len(looked.worker.page.steps()) < 2:
            time.sleep(0.001)
        problem = looked.looked_until_ended()
    assert str(problem.place) == "art/owl.png"
    assert problem.message == "reading a picture was ended after 1 s of computing"


@posix
def test_what_is_no_step_counts_alike():
    with looked_at(asleep, idle_s=LIMIT_S) as looked:
        assert looked.look(3 * PATIENT_LOOKS) is None
        assert looked.look(BY_THE_CLOCK * PATIENT_LOOKS).place == Place("fustella")
    with looked_at(forever, idle_s=LIMIT_S) as looked:
        assert looked.looked_until_ended().message == "a command was ended after 1 s of computing"


@posix
def test_process_without_an_end_is_ended_where_the_system_tells_no_time(monkeypatch):
    monkeypatch.setattr(overseer, "_measured", lambda _: {})
    with looked_at(in_step(asleep)) as looked:
        assert looked.look(2 * PATIENT_LOOKS) is None
        assert looked.look(2 * PATIENT_LOOKS) is not None


@posix
def test_ps_tells_memory_and_time_of_processes_and_nothing_of_others():
    told = overseer._measured_by_ps({os.getpid(), 2**22 + 1})
    ((number, (size, spent_s)),) = told.items()
    assert number == os.getpid()
    assert size > 1_000_000
    assert abs(spent_s - time.process_time()) < 5


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("00:00:07", 7.0),
        ("1-02:03:04", 93_784.0),
        ("0:01.25", 1.25),
        ("61:02,50", 3662.5),
        ("10:00:00", 36_000.0),
        ("-", 0.0),
    ],
)
def test_time_that_ps_tells_is_read_on_every_system(told, seconds):
    assert overseer._seconds_of(told) == seconds
