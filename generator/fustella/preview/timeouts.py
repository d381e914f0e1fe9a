"""Ends what goes on for ever: a template with an endless loop must not hold up the preview.

A template is a program, and draws a face in some milliseconds. Somebody looks at the threads that
draw, from outside; where one of them is inside the same drawing for seconds, a TimeoutError is
raised in it, so that the fault is told with the template's line like any other.
"""

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

LOOK_S = 0.1
"""How often threads are looked at while they work."""

PATIENCE = 50
"""So many looks may find a thread in the same drawing: it goes on for 5 s, or the machine is so
busy that more looks would not be had either."""

KNOWN = 2
"""So many where its template took too long before."""


class DrawingTooLong(TimeoutError):
    """Raised in a thread in which a template draws one face for too long."""

    limit_s = PATIENCE * LOOK_S

    def __str__(self) -> str:
        """What is wrong, to be said of a template."""
        return f"it was ended after {self.limit_s:g} s; look at its loops and macros"


class Stopped(BaseException):
    """Raised in a thread whose work nobody waits for any more."""


class TemplateWatchdog:
    """Looks after threads while they do what it is `watching`. Usable from any thread.

    It looks every `look_s` seconds, and ends a drawing in which it finds a thread `patience` times.
    """

    def __init__(
        self,
        look_s: float = LOOK_S,
        patience: int = PATIENCE,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._look_s, self._patience, self._sleep = look_s, patience, sleep
        # What is raised in another thread is a class, made there without arguments.
        self._error = type("DrawingTooLong", (DrawingTooLong,), {"limit_s": patience * look_s})
        self._threads: dict[int, int] = {}
        self._drawing: dict[int, tuple[FrameType, int]] = {}
        self._too_long: set[str] = set()
        self._changed = threading.Condition()
        self._stopping = False
        self._thread: threading.Thread | None = None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """What this thread does is looked after. May be nested; raises Stopped once stopped."""
        own = threading.get_ident()
        with self._changed:
            if self._stopping:
                raise Stopped
            self._threads[own] = self._threads.get(own, 0) + 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_after, daemon=True)
                self._thread.start()
            self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._threads[own] -= 1
                if not self._threads[own]:
                    del self._threads[own]
                    self._drawing.pop(own, None)

    def forget(self) -> None:
        """Templates changed: those that took too long may be quick now."""
        self._too_long.clear()

    def stop(self) -> None:
        """End all work, and have no other begun."""
        with self._changed:
            self._stopping = True
            for thread in self._threads:
                _raise_in(thread, Stopped)

    def _look_after(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._threads)
                frames = sys._current_frames()
                for thread in self._threads:
                    self._look_at(thread, frames.get(thread))
                del frames
            self._sleep(self._look_s)

    def _look_at(self, thread: int, frame: FrameType | None) -> None:
        outer, inner = _drawing_in(frame)
        before, looks = self._drawing.get(thread, (None, 0))
        if outer is None or outer is not before:
            looks = 0
        if outer is None or inner is None:
            self._drawing.pop(thread, None)
            return
        template = inner.f_code.co_filename
        self._drawing[thread] = (outer, looks + 1)
        if looks + 1 >= (KNOWN if template in self._too_long else self._patience):
            self._too_long.add(template)
            del self._drawing[thread]
            _raise_in(thread, self._error)


def _drawing_in(frame: FrameType | None) -> tuple[FrameType | None, FrameType | None]:
    """The outermost template that a thread is in, which is one drawing, and the innermost."""
    outer = inner = None
    while frame is not None:
        if "__jinja_template__" in frame.f_globals:
            outer, inner = frame, inner or frame
        frame = frame.f_back
    return outer, inner


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise in another thread, before the next step of its Python code (C API, PyThreadState)."""
    if sys.implementation.name == "cpython":
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
