"""Runs a command in a process of its own, which another process supervises and may end.

The supervisor does nothing but watch. It loads no library that could fail, and little else: a fork
shares the memory of its parent, and each page of memory that one of the two changes is copied.
"""

import atexit
import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from fustella.core.processes.overseer import LOOK_S, Overseer
from fustella.core.processes.status import StatusPage
from fustella.core.processes.worker import (
    Worker,
    begin,
    fork,
    is_program,
    limit_memory,
    tell_steps_on,
    unheard,
)

if TYPE_CHECKING:
    from fustella.core.values.problems import Problem

GRACE_S = 3.0
"""The seconds from Ctrl-C, or another signal, until a command that still runs is ended."""

_LATER_S = 0.01

Work = Callable[[], int]
Tell = Callable[["Problem"], int]
"""A function that prints the problem that ended a command, and returns the exit code."""


def supervised(arguments: Sequence[str], work: Work, tell: Tell) -> int:
    """Runs a command's work in another process, and returns its exit code.

    If the process was ended for a problem, `tell` gives the exit code. `arguments` are the
    arguments of the command, for systems without forks.
    """
    if is_program():
        begin()
        return work()
    if hasattr(os, "fork"):
        _run_forked(work, tell)
    return spawned(arguments, tell)


def spawned(arguments: Sequence[str], tell: Tell) -> int:
    """Runs a command as a program of its own, which takes longer to start than a fork."""
    # Ctrl-C reaches both processes; the command itself reports it.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return _code_of_workers(
            lambda token: Worker.program("-m", "fustella", *arguments, resume_token=token), (), tell
        )
    finally:
        signal.signal(signal.SIGINT, before)


def _run_forked(work: Work, tell: Tell) -> NoReturn:
    passed = _PassedOn()

    def start(resume_token: str) -> Worker:
        page = StatusPage()
        page.resume_token = resume_token
        worker = fork(page)
        if worker is None:
            _work_in_fork(work, page, passed)
        passed.to(worker.pid)
        return worker

    gc.freeze()  # else a search for cycles would copy shared memory
    with passed.taken():
        code = _code_of_workers(start, passed.received, tell)
    _leave(code)


def _code_of_workers(start: Callable[[str], Worker], received: Sequence[int], tell: Tell) -> int:
    """Runs the worker of a command, and workers that take over from it. Returns the exit code.

    `received` are the signals that came for the command.
    """
    token, going_on = "", True
    while going_on:
        worker = start(token)
        code, problem = _end_of_worker(worker, received)
        token = worker.page.resume_token
        worker.close()
        going_on = bool(token) and problem is not None
        if going_on and problem is not None:
            tell(problem)
    if code is not None:
        return _exit_like(code)
    return tell(problem) if problem is not None else _report_stopped()


def _report_stopped() -> int:
    """Prints that the command was stopped. Returns its exit code."""
    from fustella.cli.problems import INTERRUPTED, STOPPED  # noqa: PLC0415  (see above)

    print(STOPPED, file=sys.stderr)
    return INTERRUPTED


def _leave(code: int) -> NoReturn:
    """Ends this process at once: the system frees its memory more quickly than Python."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)


def _work_in_fork(work: Work, page: StatusPage, passed: "_PassedOn") -> NoReturn:
    """Does the work in a forked process, and ends this process."""
    try:
        passed.give_back()
        limit_memory()
        tell_steps_on(page)
        done = work()
    except KeyboardInterrupt:  # before the work had begun, or as it was ending
        done = _report_stopped()
    with unheard(signal.SIGINT):  # what is left is done in a moment
        atexit._run_exitfuncs()
        _leave(done)


class _PassedOn:
    """Takes the signals of a supervisor and passes them on to its process."""

    _NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")

    def __init__(self) -> None:
        self.received: list[int] = []
        self._child = 0
        self._before: dict[int, object] = {}

    @contextlib.contextmanager
    def taken(self) -> Iterator[None]:
        """Takes signals, except those that the starting program has ignored."""
        for name in self._NAMES:
            number = getattr(signal, name)
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._take)
        try:
            yield
        finally:
            self.give_back()

    def give_back(self) -> None:
        """Restores the handlers of signals; the fork calls this for itself."""
        for number, handler in self._before.items():
            if number == signal.SIGINT and handler is signal.default_int_handler:
                handler = _InterruptedOnce()  # noqa: PLW2901
                sys.unraisablehook = handler.again
            signal.signal(number, handler)  # type: ignore[arg-type]
        self._before = {}

    def to(self, child: int) -> None:
        """Passes on to a process the signals that came until now, and all later ones."""
        self._child = child
        for number in self.received:
            os.kill(child, number)

    def _take(self, number: int, frame: FrameType | None) -> None:
        del frame
        self.received.append(number)
        if self._child:
            with contextlib.suppress(OSError):
                os.kill(self._child, number)


class _InterruptedOnce:
    """A handler that raises KeyboardInterrupt only once, so that the command cleans up undisturbed.

    Ctrl-C may come twice: from the terminal, and from the supervisor, which passes it on. If the
    command goes on, the supervisor ends it.
    """

    def __init__(self) -> None:
        self._raised = False

    def __call__(self, *_: object) -> None:
        if not self._raised:
            self._raised = True
            raise KeyboardInterrupt

    def again(self, unraisable: "sys.UnraisableHookArgs") -> None:
        """Raises the interrupt a moment later if it came in a callback, where Python ignores it."""
        if unraisable.exc_type is not KeyboardInterrupt:
            sys.__unraisablehook__(unraisable)
            return
        from threading import Timer  # noqa: PLC0415  (hardly ever needed)

        self._raised = False
        later = Timer(_LATER_S, os.kill, (os.getpid(), signal.SIGINT))
        later.daemon = True
        later.start()


def _end_of_worker(worker: Worker, received: Sequence[int]) -> "tuple[int | None, Problem | None]":
    """Looks after a worker until it ends; returns its exit code, which is below 0 for a signal.

    If the worker was ended here, or a signal ended it, there is a problem instead of an exit code.
    """
    grace = round(GRACE_S / LOOK_S)

    def over(most_s: float) -> bool:
        nonlocal grace
        ended = worker.wait(most_s)
        grace -= bool(received)
        return ended or grace < 0

    worker.look_after(Overseer(worker.page), over)
    if worker.problem is not None or not worker.wait(0):
        worker.end()
        _clear_line()
        _finish_files()
        return None, worker.problem
    code = worker.end()
    if code < 0 and -code not in received:
        _clear_line()
        from fustella.core.processes.failures import ended as ended_by_itself  # noqa: PLC0415  (see above)
        from fustella.core.processes.steps import latest  # noqa: PLC0415

        return None, ended_by_itself(latest(worker.page.steps()), code)
    return code, None


def _finish_files() -> None:
    """Finishes or removes files that ended processes had begun to write."""
    from fustella.core.files.state import journals  # noqa: PLC0415  (see above)

    if journals():
        from fustella.core.files.journal import finish_interrupted  # noqa: PLC0415  (see above)

        finish_interrupted()


def _clear_line() -> None:
    """Removes the progress line that an ended process has left."""
    from fustella.cli.terminal import is_dumb, width  # noqa: PLC0415  (see above)

    if sys.stderr.isatty() and not is_dumb():
        sys.stderr.write(f"\r{' ' * (width() - 1)}\r")


def _exit_like(code: int) -> int:
    """A child's exit code; if a signal ended the child, ends this process by that signal."""
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code
