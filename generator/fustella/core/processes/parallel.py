"""Divides work among several workers, with the same results as one process.

A worker is forked where that can be done: it then knows all that this process knows, and starts in
milliseconds. Elsewhere it is a program, to which the work is sent. This process does the parts that
are lost with a worker, so that only the time depends on workers.
"""

import contextlib
import gc
import os
import signal
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO, NoReturn, TypeVar

from fustella.core.files.whole import temporary_place
from fustella.core.processes.status import StatusPage
from fustella.core.processes.steps import helped_by, shared_pages, tell_on
from fustella.core.processes.worker import (
    Channel,
    Worker,
    begin_answering,
    deafen,
    fork,
    unheard,
)

_Part = TypeVar("_Part")
_Result = TypeVar("_Result")

_Outcomes = dict[int, tuple[bool, object]]
"""The outcomes of parts by their numbers: whether a part succeeded, and its result or exception."""

_NUMBER = struct.Struct("<I")

_MOST_PARTS = 65_536 // _NUMBER.size
"""The most parts: a pipe holds their numbers before anybody reads from it."""

CORES = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
"""The number of cores that this process may use; systems other than Linux only know all cores."""

SLOW_START = 6
"""The time to start a program and to send it its work, as a multiple of the time of a fork."""

_jobs = 0

_forks = hasattr(os, "fork") and sys.platform != "darwin"
"""Whether workers are forked. On macOS, libraries of the system do not work in a fork
(bugs.python.org/issue33725)."""

_background: list[Sequence[Worker]] = []
"""The workers of the `in_background` blocks in which this process is."""


def set_jobs(number: int) -> None:
    """Sets the number of processes that may work at once; 0 for as many as there are cores."""
    global _jobs  # noqa: PLW0603  (a process has one share of the computer)
    _jobs = number


def jobs() -> int:
    """The number of processes that may work at once, this one among them."""
    return _jobs or CORES


def workers_for(amount: int, least: int) -> int:
    """The number of processes for an `amount` of work; 1 where a second one would not pay.

    `least` is the amount that is worth a fork; a process that is not forked needs more.
    """
    worth = least if _forks else least * SLOW_START
    return max(1, min(jobs(), amount // worth))


def in_processes(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], processes: int
) -> list[_Result]:
    """Has several processes do some work for all parts. Returns results in the order of the parts.

    This process is one of them, and does the parts of workers that were lost. Results and
    exceptions must be picklable; where nothing is forked, so must the work and the parts. A part
    cannot rely on what another part leaves behind in its process. Raises the exception of the first
    part that failed.
    """
    number = min(processes, len(parts))
    if number < 2:
        return [work(part) for part in parts]
    outcomes = _outcomes_divided(work, parts, number - 1, here=True)
    results = list[_Result]()
    for index, part in enumerate(parts):
        done, result = outcomes[index] if index in outcomes else (True, work(part))
        if not done:
            assert isinstance(result, BaseException)
            raise result
        results.append(result)  # type: ignore[arg-type]
    return results


def by_others(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], processes: int
) -> list[_Result | None]:
    """Does the parts of some work in other processes only; returns results in the parts' order.

    None stands for a part that failed or was lost.
    """
    outcomes = _outcomes_divided(work, parts, min(processes, len(parts)), here=False)
    nothing = (False, None)
    found = (outcomes.get(index, nothing) for index in range(len(parts)))
    return [result if done else None for done, result in found]  # type: ignore[misc]


@contextlib.contextmanager
def in_background(
    work: Callable[[], _Result], *, worth: bool
) -> Iterator[tuple[Callable[[], _Result], Callable[[], None]]]:
    """Does some work in another process during the block, as if it were done before the block.

    Yields two functions. The first waits for the work and returns its result; the second only
    checks whether the work has failed by now. If the work fails, a call of either raises its
    exception, else the end of the block does, even in place of an exception of the block. The work
    should be short: other processes that the block starts wait until it is done, so that no more
    than `jobs` processes work at once. Work that is not `worth` a fork, or cannot be forked, is
    done before the block.
    """
    if not (worth and _forks and jobs() > 1):
        found = work()
        yield lambda: found, lambda: None
        return
    known = list[tuple[bool, object]]()
    with _forked_workers(lambda _: work(), (None,), 1, 1) as (_, others):

        def result() -> _Result:
            if not known:
                # It is done here if its process was lost.
                known.append(_outcomes_of(others).get(0) or (True, work()))
            done, found = known[0]
            if not done:
                assert isinstance(found, BaseException)
                raise found
            return found  # type: ignore[return-value]

        def look() -> None:
            if known or _have_ended(others):
                result()

        _background.append(others)
        try:
            yield result, look
        except Exception:
            result()
            raise
        finally:
            _background.remove(others)
        result()


def _outcomes_divided(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], others: int, *, here: bool
) -> _Outcomes:
    """The outcomes of parts done by `others`, and by this process if `here`."""
    if not others or len(parts) > _MOST_PARTS:
        return {}
    for workers in _background:
        _have_ended(workers, wait=True)
    share = max(1, jobs() // (others + here))
    forked = _forks and _forked_workers(work, parts, others, share)
    with forked or _programs_for(work, parts, others, share, others + here) as (own, workers):
        before, outcomes = _jobs, _Outcomes()
        set_jobs(share)
        try:
            for number in own if here else ():
                outcomes[number] = _outcome(work, parts[number])
        finally:
            set_jobs(before)
        return outcomes | _outcomes_of(workers)


def _outcome(work: Callable[[_Part], _Result], part: _Part) -> tuple[bool, object]:
    try:
        return True, work(part)
    except Exception as error:
        return False, error


@contextlib.contextmanager
def _forked_workers(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], others: int, share: int
) -> Iterator[tuple[Iterable[int], Sequence[Worker]]]:
    """Forks workers, each of which takes the number of the next part as soon as it is free.

    Yields the numbers of parts that this process takes, from the pipe of the workers, and the
    workers. The end of the block kills workers that have not ended.
    """
    # Most commands start no other process. What is loaded now is loaded once for all of them.
    import pickle  # noqa: F401, PLC0415
    import tempfile  # noqa: PLC0415

    numbers, written = os.pipe()
    os.write(written, b"".join(_NUMBER.pack(number) for number in range(len(parts))))
    os.close(written)
    workers = list[Worker]()
    with contextlib.ExitStack() as left:
        left.callback(os.close, numbers)
        pages = left.enter_context(shared_pages(others))
        left.callback(_end, workers)
        gc.freeze()  # else a search for cycles would copy shared memory
        for page in pages:
            file: BinaryIO = tempfile.TemporaryFile(dir=temporary_place())  # noqa: SIM115
            with unheard(signal.SIGINT):
                worker = fork(page or StatusPage(), file)
                if worker is None:
                    _serve_forked(work, parts, numbers, file, page, share)
                workers.append(worker)
            left.enter_context(helped_by(worker.pid))
        yield _numbers_to_do(numbers), workers


@contextlib.contextmanager
def _programs_for(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], others: int, share: int, shares: int
) -> Iterator[tuple[Iterable[int], Sequence[Worker]]]:
    """Starts programs instead of forks, and deals the parts out in `shares`.

    Yields the numbers of the parts that are left to this process, and the workers.
    """
    numbered, workers = [*enumerate(parts)], list[Worker]()
    with contextlib.ExitStack() as left:
        left.callback(_end, workers)
        for other in range(others):
            workers.append(Worker.batch((work, numbered[other::shares], share), "-m", __name__))
            left.enter_context(helped_by(workers[-1].pid))
        yield range(others, len(parts), shares), workers


def _have_ended(workers: Sequence[Worker], *, wait: bool = False) -> bool:
    """Whether all of some workers have ended; with `wait`, the call waits until they have."""
    return all(worker.wait(None if wait else 0) for worker in workers)


def _end(workers: Sequence[Worker]) -> None:
    """Ends workers, because this process goes on without them.

    Files that a killed worker had begun to write are thrown away, or put into place.
    """
    killed = not _have_ended(workers)
    for worker in workers:
        worker.end()
        worker.close()
    if killed:
        from fustella.core.files.journal import finish_interrupted  # noqa: PLC0415  (hardly ever needed)

        finish_interrupted()


def _outcomes_of(workers: Sequence[Worker]) -> _Outcomes:
    """The outcomes that workers have sent, without outcomes that cannot be unpickled."""
    import pickle  # noqa: PLC0415

    outcomes = _Outcomes()
    for worker in workers:
        worker.wait()
        for number, sent in worker.answers():
            with contextlib.suppress(Exception):  # many need more than their arguments
                outcomes[number] = pickle.loads(sent)
    return outcomes


def _numbers_to_do(numbers: int) -> Iterator[int]:
    """Takes the numbers of parts from a pipe, one at a time, and yields them."""
    while read := os.read(numbers, _NUMBER.size):
        yield _NUMBER.unpack(read)[0]


def _serve_forked(
    work: Callable[[_Part], _Result],
    parts: Sequence[_Part],
    numbers: int,
    file: BinaryIO,
    page: StatusPage | None,
    share: int,
) -> NoReturn:
    """Does parts in a fork, writes their outcomes into the file, and ends the fork."""
    code = 1
    try:
        deafen()  # the process that forked it ends it
        _background.clear()  # they are no workers of this process
        tell_on(page)
        taken = ((number, parts[number]) for number in _numbers_to_do(numbers))
        _do_parts(work, taken, share, Channel(file, file))
        code = 0
        if scratch := sys.modules.get("fustella.core.files.scratch"):
            scratch.end_scratch()
    finally:
        os._exit(code)  # what the parent has still to print stays with the parent


def _do_parts(
    work: Callable[[_Part], _Result],
    parts: Iterable[tuple[int, _Part]],
    share: int,
    channel: Channel,
) -> None:
    """Does parts as a worker, and sends the number and the outcome of each."""
    import pickle  # noqa: PLC0415

    set_jobs(share)
    for number, part in parts:
        outcome = _outcome(work, part)
        with contextlib.suppress(Exception):  # a part that cannot be sent is done once more
            channel.send((number, pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)))


if __name__ == "__main__":
    to_sender = begin_answering()
    _work, _dealt, _share = to_sender.receive()
    _do_parts(_work, _dealt, _share, to_sender)
