"""Ends drawings that take too long: a template with an endless loop must not block a command.

Templates are programs; to draw a face takes them some milliseconds. A watchdog, in a thread of its
own, checks the threads that draw. In one that has computed the same drawing for seconds it raises a
TimeoutError, which is reported with the line of the template like any other error. The watchdog
counts the processor time of the thread: on a busy machine a good drawing may take long by the
clock.
"""

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType

from msgspec import Struct

LOOK_S = 0.1
"""The time between two checks of the threads that draw, in seconds."""

PATIENCE = 50
"""The number of checks for which a thread may compute one drawing: 5 s."""

KNOWN = 2
"""The number of checks for a template that took too long before."""

BY_THE_CLOCK = 10
"""The factor for the checks that may find a drawing which does not compute but waits."""


class DrawingTooLong(TimeoutError):
    """Raised in a thread that draws one face for too long."""

    why = ""

    def __str__(self) -> str:
        return self.why


class Stopped(BaseException):
    """Raised in a thread whose work is not needed any more."""


class TemplateWatchdog:
    """Watches threads while they are inside of `watching`. All methods are safe in any thread.

    It checks them every `look_s` seconds. It ends a drawing that a thread has computed for more
    than `patience` times `look_s`, or that it has found at `BY_THE_CLOCK` times as many checks.
    """

    def __init__(
        self,
        look_s: float = LOOK_S,
        patience: int = PATIENCE,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._look_s, self._patience, self._sleep = look_s, patience, sleep
        # What is raised in another thread is a class, which takes no arguments there.
        computing_s, waiting_s = patience * look_s, patience * look_s * BY_THE_CLOCK
        self._errors = [
            type("DrawingTooLong", (DrawingTooLong,), {"why": why})
            for why in (
                f"it was ended after {computing_s:g} s of computing; look at its loops and macros",
                f"it was ended after {waiting_s:g} s of waiting; run it again while the computer "
                "is less busy",
            )
        ]
        self._threads: dict[int, int] = {}  # how many times each is inside `watching`
        self._drawing: dict[int, _WatchedDrawing] = {}
        self._too_long: set[str] = set()
        self._changed = threading.Condition()
        self._stopping = False
        self._thread: threading.Thread | None = None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watches this thread until the block ends. May be nested; raises Stopped after `stop`."""
        own = threading.get_ident()
        with self._changed:
            if self._stopping:
                raise Stopped
            self._threads[own] = self._threads.get(own, 0) + 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._changed.notify()
        _here.watched = self._threads[own]
        try:
            yield
        finally:
            _here.watched -= 1
            with self._changed:
                self._threads[own] -= 1
                if not self._threads[own]:
                    del self._threads[own]
                    self._drawing.pop(own, None)

    def forget(self) -> None:
        """Forgets which templates took too long: they changed and may be quick now."""
        self._too_long.clear()

    def stop(self) -> None:
        """Raises Stopped in all watched threads, and in those that begin to be watched."""
        with self._changed:
            self._stopping = True
            for thread in self._threads:
                _raise_in(thread, Stopped)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._threads)
                frames = sys._current_frames()
                for thread in self._threads:
                    self._look_at(thread, frames.get(thread))
                del frames
            self._sleep(self._look_s)

    def _look_at(self, thread: int, frame: FrameType | None) -> None:
        outermost, innermost = _drawing_in(frame)
        if outermost is None or innermost is None:
            self._drawing.pop(thread, None)
            return
        now_s = _processor_s(thread)
        drawing = self._drawing.get(thread)
        if drawing is None or drawing.frame is not outermost:
            drawing = self._drawing[thread] = _WatchedDrawing(outermost, now_s)
        drawing.looks += 1
        template = innermost.f_code.co_filename
        most = KNOWN if template in self._too_long else self._patience
        computed = now_s - drawing.began_s > most * self._look_s
        if computed or drawing.looks > most * BY_THE_CLOCK:
            self._too_long.add(template)
            del self._drawing[thread]
            _raise_in(thread, self._errors[0 if computed else 1])


class _WatchedDrawing(Struct):
    """A thread's drawing: its frame, the processor time at its start, the checks since."""

    frame: FrameType
    began_s: float
    looks: int = 0


_clock_of = getattr(time, "pthread_getcpuclockid", None)


def _processor_s(thread: int) -> float:
    """The processor time of a living thread, in seconds.

    Where the system cannot tell it, returns the time of the whole process: only one thread computes
    at a time.
    """
    return time.clock_gettime(_clock_of(thread)) if _clock_of else time.process_time()


_here = threading.local()
"""The state of this thread: how many times it is inside of `watching`."""

WATCHDOG = TemplateWatchdog()
"""The watchdog for threads that no other watchdog watches."""


def _watch_anew() -> None:
    """Starts a new watchdog in a forked process, where the old one's thread does not run."""
    global WATCHDOG  # noqa: PLW0603
    WATCHDOG = TemplateWatchdog()
    _here.watched = 0


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_watch_anew)


def watched() -> AbstractContextManager[None]:
    """Watches this thread until the block ends, unless it is watched already."""
    if getattr(_here, "watched", 0):
        return nullcontext()
    WATCHDOG.forget()
    return WATCHDOG.watching()


def _drawing_in(frame: FrameType | None) -> tuple[FrameType | None, FrameType | None]:
    """The frames of the outermost template in a stack (the drawing) and the innermost."""
    outermost = innermost = None
    while frame is not None:
        if "__jinja_template__" in frame.f_globals:
            outermost, innermost = frame, innermost or frame
        frame = frame.f_back
    return outermost, innermost


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raises in another thread before its next bytecode (C API: PyThreadState_SetAsyncExc)."""
    if sys.implementation.name == "cpython":
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
