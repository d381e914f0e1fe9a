"""Shows the current step of a command in a line on the terminal, while nothing is printed.

Commands call `show` with the name and the progress of their work. If a command is silent for a
while, the line shows the current step (`fustella.core.processes.steps`) and its duration, so that
people see that the command still works. Before anything is printed, the line is wiped off.
"""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from msgspec import Struct
from msgspec.structs import replace

from fustella.cli.streams import before_output, terminal
from fustella.cli.terminal import is_dumb, width
from fustella.core.processes.steps import present
from fustella.core.words.patterns import visible_in_line

_MIN_INTERVAL_S = 0.1
"""The shortest time between two updates for the same work: nobody sees more updates."""

_LOOK_S = 0.5
"""The seconds between two checks whether a command is silent."""

_SILENT_S = 1.0
"""The seconds that a command may be silent; after these, the line shows the current step."""

_SILENT_ON_DUMB_S = 10.0
"""The seconds that a command may be silent on a terminal that cannot wipe a line off."""


AS_JSON = "FUSTELLA_PROGRESS"
"""The environment variable by which a program asks for progress as lines of JSON."""


class _Work(Struct, frozen=True):
    """The current work: its name, how much is done, how much there is (0: unknown), its start.

    With `shown`, a call of `show` named it; without, it is the current step.
    """

    what: str
    since_s: float
    done: int = 0
    total: int = 0
    shown: bool = False

    def __str__(self) -> str:
        doing = visible_in_line(self.what)  # `terminal` prints what it is given
        return f"{doing} {self.done} of {self.total}" if self.total else f"{doing} …"


class ProgressLine:
    """The progress line of one terminal; any thread may call its methods."""

    def __init__(self, stream: TextIO, *, dumb: bool = False) -> None:
        self._stream, self._dumb = stream, dumb
        self._lock = threading.RLock()
        self._line = ""
        self._written_s = time.monotonic()
        self._work = _Work("", self._written_s)

    def show(self, doing: str, done: int, total: int) -> None:
        """Shows the current work, and how much is done when `total` is known."""
        with self._lock:
            now_s = time.monotonic()
            before, self._work = self._work, _Work(doing, now_s, done, total, shown=True)
            if doing == before.what:
                self._work = replace(self._work, since_s=before.since_s)
                if now_s - self._written_s < _MIN_INTERVAL_S:
                    return
            if not self._dumb:
                self._write(str(self._work), now_s)

    def look(self) -> None:
        """Shows the current work and its duration, if the command has been silent for a while."""
        with self._lock:
            now_s, step = time.monotonic(), present()
            if now_s - self._written_s < (_SILENT_ON_DUMB_S if self._dumb else _SILENT_S):
                return
            if step is not None and step.waits:
                return
            if not self._work.shown:
                doing = f"{step.doing} {step.place.file}".rstrip() if step else "working"
                if doing != self._work.what:
                    self._work = _Work(doing, self._written_s)
            self._write(f"{self._work} {now_s - self._work.since_s:.0f} s", now_s)

    def wipe(self) -> None:
        """Takes the line off the terminal, so that something can be printed."""
        with self._lock:
            self._written_s = time.monotonic()
            if self._line:
                self._put(f"\r{' ' * len(self._line)}\r")
                self._line = ""

    def _write(self, text: str, now_s: float) -> None:
        self._written_s = now_s
        if self._dumb:
            self._put(f"{text}\n")
            return
        before, self._line = self._line, text[: width() - 1]
        self._put(f"\r{self._line.ljust(len(before))}")

    def _put(self, text: str) -> None:
        with contextlib.suppress(OSError):  # the terminal was closed
            self._stream.write(text)
            self._stream.flush()


class ProgressLines:
    """Progress as lines of JSON on a stream, for a program that shows it in its own way."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._lock = stream, threading.Lock()
        self._doing, self._written_s = "", 0.0

    def show(self, doing: str, done: int, total: int) -> None:
        """Writes the current work, and how much is done when `total` is known."""
        import json  # noqa: PLC0415  (most commands write none)

        now_s = time.monotonic()
        with self._lock:
            if doing == self._doing and now_s - self._written_s < _MIN_INTERVAL_S:
                return
            self._doing, self._written_s = doing, now_s
            line = json.dumps({"doing": doing, "done": done, "total": total})
            with contextlib.suppress(OSError):  # nobody reads any more
                self._stream.write(f"{line}\n")
                self._stream.flush()


_line: ProgressLine | ProgressLines | None = None


def _leave_to_parent() -> None:
    """Shows nothing in a forked process that helps with the work: its parent has the line."""
    global _line  # noqa: PLW0603
    _line = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def show(doing: str, done: int = 0, total: int = 0) -> None:
    """Shows the current work, and how much is done when `total` is known; only on a terminal."""
    if _line is not None:
        _line.show(doing, done, total)


@contextmanager
def shown() -> Iterator[None]:
    """Shows the line on standard error until the block ends, if standard error is a terminal.

    With `AS_JSON` it writes lines of JSON there, instead.
    """
    global _line  # noqa: PLW0603  (a command has one terminal)
    if os.environ.get(AS_JSON):
        _line = ProgressLines(sys.stderr)
        try:
            yield
        finally:
            _line = None
        return
    if not sys.stderr.isatty():
        yield
        return
    line, ended = ProgressLine(terminal(), dumb=is_dumb()), threading.Event()
    threading.Thread(target=_watch, args=(line, ended), daemon=True).start()
    _line = line
    try:
        with before_output(line.wipe):
            yield
    finally:
        _line = None
        ended.set()
        line.wipe()


def _watch(line: ProgressLine, ended: threading.Event) -> None:
    while not ended.wait(_LOOK_S):
        line.look()
