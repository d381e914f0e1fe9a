"""Parts of a piece of work, done by several processes at once; the results are as by one.

A process is forked where that can be done: it then knows all that this one knows, and starts in
milliseconds. Elsewhere it is a program, to which the work is sent. A part that is lost with its
process is done here: nothing depends on the others but the time.
"""

import contextlib
import gc
import os
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, NoReturn, TypeVar

from fustella.core.files.whole import temporary_place
from fustella.core.processes.noticeboard import NoticeBoard
from fustella.core.processes.steps import divided, helped_by, tell_on
from fustella.core.processes.supervision import Program, begin, deafen, die_with, unheard

_Part = TypeVar("_Part")
_Result = TypeVar("_Result")

_Outcomes = dict[int, tuple[bool, object]]
"""By the number of a part: whether it came to its end, and its result or what it raised."""

_NUMBER = struct.Struct("<I")

_MOST_PARTS = 65_536 // _NUMBER.size
"""So many numbers a pipe takes before somebody reads from it."""

CORES = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
"""Those that this process may use; only Linux knows whether these are fewer than there are."""

SLOW_START = 6
"""A program takes so many times as long to start, and to be sent its work, as a fork."""

_jobs = 0

_forks = hasattr(os, "fork") and sys.platform != "darwin"
"""On macOS, libraries of the system do not live on in a fork (bugs.python.org/issue33725)."""

_beside: list["_Children"] = []
"""The processes that work beside a block of this one."""

_held: list[int] = []
"""The ends of the pipes with which the processes die that this one has forked."""


def set_jobs(number: int) -> None:
    """Have at most so many processes work at once; 0 for as many as there are cores."""
    global _jobs  # noqa: PLW0603  (a process has one share of the computer)
    _jobs = number


def jobs() -> int:
    """How many processes may work at once, this one among them."""
    return _jobs or CORES


def workers_for(amount: int, least: int) -> int:
    """How many processes are worth starting where each should do at least so much; 1 for none.

    As much as is worth a fork; more, where nothing is forked.
    """
    worth = least if _forks else least * SLOW_START
    return max(1, min(jobs(), amount // worth))


def keep_from_forking() -> None:
    """Have this process fork no more: a library has threads of its own, which a fork would lack."""
    global _forks  # noqa: PLW0603
    _forks = False


def in_processes(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], processes: int
) -> list[_Result]:
    """The results of `work` for all parts, in their order, by so many processes.

    This process is one of them, and does the parts of those that were lost. Results, and errors,
    must be picklable; where nothing is forked, the work and the parts as well. What a part does is
    no use to another one: its process may be gone. Raises what was raised for the first part that
    failed.
    """
    number = min(processes, len(parts))
    if number < 2:
        return [work(part) for part in parts]
    outcomes = _divided(work, parts, number - 1, here=True)
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
    """The same by so many other processes, which leave nothing behind in this one.

    None for a part of which there is no result, whatever the reason.
    """
    outcomes = _divided(work, parts, min(processes, len(parts)), here=False)
    nothing = (False, None)
    found = (outcomes.get(index, nothing) for index in range(len(parts)))
    return [result if done else None for done, result in found]  # type: ignore[misc]


@contextlib.contextmanager
def beside(
    work: Callable[[], _Result], *, worth: bool
) -> Iterator[tuple[Callable[[], _Result], Callable[[], None]]]:
    """Have another process do some work during the block, with the outcome of doing it before.

    Two functions are yielded. The first waits for the work and gives its result; the second only
    looks whether it has failed by now. What the work raises is raised by either, or else at the end
    of the block, even in place of what the block raises. The work should be short: other processes
    that the block starts wait until it is done, so that no more than `jobs` work at once. Where it
    is not `worth` a fork, or nothing can be forked, it is done before the block.
    """
    if not (worth and _forks and jobs() > 1):
        found = work()
        yield lambda: found, lambda: None
        return
    known = list[tuple[bool, object]]()
    with _children(lambda _: work(), (None,), 1, 1) as (_, others):

        def result() -> _Result:
            if not known:
                known.append(others.waited().get(0) or (True, work()))  # its process may be lost
            done, found = known[0]
            if not done:
                assert isinstance(found, BaseException)
                raise found
            return found  # type: ignore[return-value]

        def look() -> None:
            if known or others.ended():
                result()

        _beside.append(others)
        try:
            yield result, look
        except Exception:
            result()
            raise
        finally:
            _beside.remove(others)
        result()


def _divided(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], others: int, *, here: bool
) -> _Outcomes:
    if not others or len(parts) > _MOST_PARTS:
        return {}
    for children in _beside:
        children.ended(wait=True)
    share = max(1, jobs() // (others + here))
    return (_forked if _forks else _spawned)(work, parts, others, share, here)


def _outcome(work: Callable[[_Part], _Result], part: _Part) -> tuple[bool, object]:
    try:
        return True, work(part)
    except Exception as error:
        return False, error


def _forked(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], others: int, share: int, here: bool
) -> _Outcomes:
    """The outcomes of the parts; each process takes the next one as soon as it is free."""
    with _children(work, parts, others, share) as (numbers, children):
        before, outcomes = _jobs, _Outcomes()
        set_jobs(share)
        try:
            for number in _taken(numbers) if here else ():
                outcomes[number] = _outcome(work, parts[number])
        finally:
            set_jobs(before)
        return outcomes | children.waited()


@contextlib.contextmanager
def _children(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], others: int, share: int
) -> Iterator[tuple[int, "_Children"]]:
    """Fork so many processes, which take the numbers of their parts from a pipe.

    The end of the pipe is yielded, for this process to take from as well, and then they. Those that
    have not ended when the block does are killed.
    """
    # Most commands start no other process. What is loaded now is loaded once for all of them.
    import pickle  # noqa: F401, PLC0415
    import tempfile  # noqa: PLC0415

    numbers, written = os.pipe()
    os.write(written, b"".join(_NUMBER.pack(number) for number in range(len(parts))))
    os.close(written)
    held = list[int]()
    with contextlib.ExitStack() as left:
        left.callback(os.close, numbers)
        boards = left.enter_context(divided(others))
        children = _Children()
        left.callback(_end, children.running, held)
        gc.freeze()  # else looking for cycles would copy what all share
        for board in boards:
            file: BinaryIO = left.enter_context(tempfile.TemporaryFile(dir=temporary_place()))
            with unheard(signal.SIGINT):
                lifeline, end = os.pipe()
                child = os.fork()
                if not child:
                    os.close(end)
                    _serve_forked(work, parts, numbers, file, lifeline, board, share)
                os.close(lifeline)
                held.append(end)
                _held.append(end)
                children.running.append((child, file))
            left.enter_context(helped_by(child))
        yield numbers, children


class _Children:
    """Forked processes, each with the file that its outcomes are written into."""

    def __init__(self) -> None:
        self.running: list[tuple[int, BinaryIO]] = []

    def ended(self, *, wait: bool = False) -> bool:
        """Whether all of them have ended; with `wait`, it returns only when they have."""
        asked = os.WEXITED | os.WNOWAIT | (0 if wait else os.WNOHANG)
        return all(os.waitid(os.P_PID, child, asked) for child, _ in self.running)

    def waited(self) -> _Outcomes:
        """Their outcomes; for those that have not ended it waits."""
        outcomes = _Outcomes()
        while self.running:
            child, file = self.running[0]
            os.waitpid(child, 0)
            self.running.pop(0)  # not before: Ctrl-C may come while it is waited for
            outcomes |= _read(file)
        return outcomes


def _end(children: Sequence[tuple[int, BinaryIO]], held: Sequence[int]) -> None:
    """Kill the processes that have not ended, as this one goes on without them.

    What they had begun to write is thrown away, or put into place.
    """
    killed = False
    for child, _ in children:
        with contextlib.suppress(OSError):
            os.kill(child, signal.SIGKILL)
            killed |= os.WIFSIGNALED(os.waitpid(child, 0)[1])
    for end in held:
        _held.remove(end)
        os.close(end)
    if killed:
        from fustella.core.files.journal import finish_interrupted  # noqa: PLC0415  (hardly ever needed)

        finish_interrupted()


def _taken(numbers: int) -> Iterator[int]:
    """The numbers of the parts that this process does."""
    while read := os.read(numbers, _NUMBER.size):
        yield _NUMBER.unpack(read)[0]


def _serve_forked(
    work: Callable[[_Part], _Result],
    parts: Sequence[_Part],
    numbers: int,
    file: BinaryIO,
    lifeline: int,
    board: NoticeBoard | None,
    share: int,
) -> NoReturn:
    """Do parts in a forked process, and write their outcomes into the file."""
    code = 1
    try:
        deafen()  # the one that forked it ends it
        for end in _held:
            os.close(end)
        _held.clear()
        _beside.clear()  # they are no children of this one
        die_with(lifeline)
        tell_on(board)
        set_jobs(share)
        for number in _taken(numbers):
            _write(file, number, _outcome(work, parts[number]))
        file.flush()
        code = 0
        if journal := sys.modules.get("fustella.core.files.journal"):
            journal.end_scratch()
    finally:
        os._exit(code)  # what the parent has still to print stays with the parent


def _write(file: BinaryIO, number: int, outcome: tuple[bool, object]) -> None:
    import pickle  # noqa: PLC0415

    with contextlib.suppress(Exception):  # of what cannot be sent, the part is done once more
        pickle.dump((number, pickle.dumps(outcome, pickle.HIGHEST_PROTOCOL)), file)


def _read(file: BinaryIO) -> _Outcomes:
    """The outcomes in a file, without those that were not written whole or cannot be made again."""
    import pickle  # noqa: PLC0415

    outcomes = _Outcomes()
    file.seek(0)
    with contextlib.suppress(EOFError, pickle.UnpicklingError):
        while True:
            number, sent = pickle.load(file)
            with contextlib.suppress(Exception):  # many an error needs more than its arguments
                outcomes[number] = pickle.loads(sent)
    return outcomes


def _spawned(
    work: Callable[[_Part], _Result], parts: Sequence[_Part], others: int, share: int, here: bool
) -> _Outcomes:
    """The same where nothing is forked: the parts are dealt out beforehand."""
    import pickle  # noqa: PLC0415
    import tempfile  # noqa: PLC0415
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    numbers = range(len(parts))
    outcomes, shares = _Outcomes(), others + here
    with ThreadPoolExecutor(others) as threads, contextlib.ExitStack() as left:
        answers = []
        for other in range(others):
            dealt = [(number, parts[number]) for number in numbers[other::shares]]
            program = Program(__name__, pipes=True)
            left.callback(program.close)
            left.callback(program.end)
            left.enter_context(helped_by(program.process.pid))
            request = pickle.dumps((work, dealt, share), pickle.HIGHEST_PROTOCOL)
            answers.append(threads.submit(program.process.communicate, request))
        for number in numbers[others::shares] if here else ():
            outcomes[number] = _outcome(work, parts[number])
        for answer in answers:
            with tempfile.TemporaryFile(dir=temporary_place()) as file:
                file.write(answer.result()[0])
                outcomes |= _read(file)
    return outcomes


def _serve_spawned() -> None:
    """Be the program: do the parts that standard input holds, and write their outcomes."""
    import pickle  # noqa: PLC0415

    deafen()  # the one that started it ends it
    begin()
    work, dealt, share = pickle.load(sys.stdin.buffer)
    set_jobs(share)
    for number, part in dealt:
        _write(sys.stdout.buffer, number, _outcome(work, part))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    _serve_spawned()
