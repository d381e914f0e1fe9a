"""Runs a command in a process of its own, which another one supervises and may end.

The supervisor starts at once and does nothing but look. It has loaded no library that could fail,
and next to nothing else: a fork shares what was loaded before it, and copies of that what either of
the two touches.
"""

import atexit
import contextlib
import gc
import mmap
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from fustella.core.processes.noticeboard import BOARD_BYTES, NoticeBoard
from fustella.core.processes.supervision import (
    LOOK_S,
    Overseer,
    Program,
    begin,
    die_with,
    end,
    is_supervised,
    limit_memory,
    tell_steps_on,
    unheard,
)

if TYPE_CHECKING:
    from fustella.core.values.problems import Problem

GRACE_S = 3.0
"""The time from Ctrl-C or another signal until a command that does not end is ended."""

_LATER_S = 0.01

Work = Callable[[], int]
Tell = Callable[["Problem"], int]
"""A function that prints the problem which ended a command, and returns the exit code."""


def supervised(arguments: Sequence[str], work: Work, tell: Tell) -> int:
    """Run a command's work; its exit code, or that of the problem for which it was ended.

    `arguments` are those of the command, for systems where a process cannot be divided.
    """
    if is_supervised():
        begin()
        return work()
    if hasattr(os, "fork"):
        _forked(work, tell)
    return spawned(arguments, tell)


def spawned(arguments: Sequence[str], tell: Tell) -> int:
    """Run a command as a program of its own, which takes longer to start than a fork."""
    code, problem, left = _spawned(arguments, "")
    while left and problem is not None:
        tell(problem)
        code, problem, left = _spawned(arguments, left)
    return tell(problem) if problem is not None else code


def _spawned(arguments: Sequence[str], left: str) -> "tuple[int, Problem | None, str]":
    """The exit code, the reason for the end, and the state for the process that goes on."""
    import subprocess  # noqa: PLC0415  (no fork needs it)

    program = Program("fustella", arguments, left=left)
    overseer = Overseer(program.board)
    problem = None
    # Ctrl-C reaches both; the command says what is to be said.
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        while program.process.poll() is None and problem is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.process.wait(LOOK_S)
            problem = overseer.look(program.process.pid)
        if problem is not None:
            program.end()
            _clear_line()
        return program.end(), problem, program.board.left
    finally:
        signal.signal(signal.SIGINT, before)
        program.close()


def _forked(work: Work, tell: Tell) -> NoReturn:
    passed = _PassedOn()
    gc.freeze()  # else looking for cycles would copy what both share
    with passed.taken():
        code, problem, left = _divided(work, passed, "")
        while left and problem is not None:
            tell(problem)
            code, problem, left = _divided(work, passed, left)
    if code is not None:
        code = _ended_like(code)
    elif problem is None:
        code = _stopped()
    else:
        code = tell(problem)
    _leave(code)


def _stopped() -> int:
    """Print that the command was stopped; its exit code."""
    from fustella.cli.problems import INTERRUPTED, STOPPED  # noqa: PLC0415  (see above)

    print(STOPPED, file=sys.stderr)
    return INTERRUPTED


def _leave(code: int) -> NoReturn:
    """End this process at once: the system frees its memory more quickly."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)


def _divided(
    work: Work, passed: "_PassedOn", left: str
) -> "tuple[int | None, Problem | None, str]":
    """Run the work in a forked process.

    Its exit code, below 0 for a signal, or None where it was ended, and why; what it leaves to the
    one that goes on, as it was itself `left` something.
    """
    board = NoticeBoard(mmap.mmap(-1, BOARD_BYTES))
    board.left = left
    ours, lifeline = os.pipe()[::-1]
    ended, theirs = os.pipe()
    child = os.fork()
    if not child:
        for descriptor in (ours, ended):
            os.close(descriptor)
        try:
            passed.give_back()
            die_with(lifeline)
            limit_memory()
            tell_steps_on(board)
            done = work()
        except KeyboardInterrupt:  # before the work had begun, or as it was ending
            done = _stopped()
        with unheard(signal.SIGINT):  # what is left is done in a moment
            atexit._run_exitfuncs()
            _leave(done)
    passed.to(child)
    for descriptor in (lifeline, theirs):
        os.close(descriptor)
    code, problem = _looked_after(child, ended, board, passed)
    for descriptor in (ours, ended):
        os.close(descriptor)
    return code, problem, board.left


class _PassedOn:
    """Signals that a supervisor passes on to its process."""

    _NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")

    def __init__(self) -> None:
        self.received: list[int] = []
        self._child = 0
        self._before: dict[int, object] = {}

    @contextlib.contextmanager
    def taken(self) -> Iterator[None]:
        """Take signals, except those that the starting program has ignored."""
        for name in self._NAMES:
            number = getattr(signal, name)
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._take)
        try:
            yield
        finally:
            self.give_back()

    def give_back(self) -> None:
        """Restore the handlers of signals; the forked process calls this for itself."""
        for number, handler in self._before.items():
            if number == signal.SIGINT and handler is signal.default_int_handler:
                handler = _InterruptedOnce()  # noqa: PLW2901
                sys.unraisablehook = handler.again
            signal.signal(number, handler)  # type: ignore[arg-type]
        self._before = {}

    def to(self, child: int) -> None:
        """Pass on the signals that came until now, and those that come."""
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
    """Raises KeyboardInterrupt once, after which the command cleans up undisturbed.

    Ctrl-C comes twice, from the terminal and passed on by the supervisor, which may take its time;
    and the supervisor ends a command that does not end.
    """

    def __init__(self) -> None:
        self._raised = False

    def __call__(self, *_: object) -> None:
        if not self._raised:
            self._raised = True
            raise KeyboardInterrupt

    def again(self, unraisable: "sys.UnraisableHookArgs") -> None:
        """Raise the interrupt a moment later where it came in a callback, which raises nothing."""
        if unraisable.exc_type is not KeyboardInterrupt:
            sys.__unraisablehook__(unraisable)
            return
        from threading import Timer  # noqa: PLC0415  (hardly ever needed)

        self._raised = False
        later = Timer(_LATER_S, os.kill, (os.getpid(), signal.SIGINT))
        later.daemon = True
        later.start()


def _looked_after(
    child: int, ended: int, board: NoticeBoard, passed: _PassedOn
) -> "tuple[int | None, Problem | None]":
    """The exit code of a child, below 0 for a signal; or None and why it was ended.

    `ended` is a pipe that only the child holds open.
    """
    overseer = Overseer(board)
    grace = round(GRACE_S / LOOK_S)
    while not select.select([ended], [], [], LOOK_S)[0]:
        problem = overseer.look(child)
        if passed.received:
            grace -= 1
        if problem or grace < 0:
            end(child, board)
            os.waitpid(child, 0)
            _clear_line()
            _put_in_order()
            return None, problem
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0 and -code not in passed.received:
        end(0, board)
        _clear_line()
        from fustella.core.processes.failures import ended as ended_by_itself  # noqa: PLC0415  (see above)
        from fustella.core.processes.steps import latest  # noqa: PLC0415

        return None, ended_by_itself(latest(board.steps()), code)
    return code, None


def _put_in_order() -> None:
    """Finish or remove the files that ended processes had begun to write."""
    from fustella.core.files.state import journals  # noqa: PLC0415  (see above)

    if journals():
        from fustella.core.files.journal import finish_interrupted  # noqa: PLC0415  (see above)

        finish_interrupted()


def _clear_line() -> None:
    """Remove the progress line that an ended process has left."""
    from fustella.cli.terminal import is_dumb, width  # noqa: PLC0415  (see above)

    if sys.stderr.isatty() and not is_dumb():
        sys.stderr.write(f"\r{' ' * (width() - 1)}\r")


def _ended_like(code: int) -> int:
    """The exit code of a child; end by the same signal that ended the child."""
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    return code
