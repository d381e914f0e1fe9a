"""Ends a process whose step takes too long, or that takes too much memory, whatever it is doing.

Both sides of it: what a supervised process does at its start, and what its supervisor looks at.
A thread of the process itself could not: while a library computes, no other thread may run.
"""

import contextlib
import mmap
import os
import select
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fustella.core.limits import PROCESS_BYTES
from fustella.core.noticeboard import BOARD_BYTES, NoticeBoard

if TYPE_CHECKING:
    from fustella.core.problems import Problem

LOOK_S = 0.2
"""Between two looks at a process. Limits are counted in looks: a process that was stopped with its
supervisor, by Ctrl-Z or as the computer slept, has not taken that time.
"""

IDLE_S = 1800.0
"""For what is no step at all. It is long: a large box is laid out and written in it."""

_BOARD, _LIFELINE = "FUSTELLA_BOARD", "FUSTELLA_LIFELINE"
"""Variables by which a program knows its board and the pipe that it dies with."""

_EXPENSIVE_LOOKS = 10
"""Memory is looked at once in so many looks where a program has to be asked for it."""


class Overseer:
    """Looks at a process and its board every `LOOK_S` seconds."""

    def __init__(
        self, board: NoticeBoard, most_bytes: int = PROCESS_BYTES, idle_s: float = IDLE_S
    ) -> None:
        self._board, self._most_bytes, self._idle_s = board, most_bytes, idle_s
        self._looks: dict[int, int] = {}
        self._idle = self._number = 0

    def look(self, process: int) -> "Problem | None":
        """Why the process is to be ended, if it is."""
        self._number += 1
        steps = self._board.steps()
        self._idle = 0 if steps else self._idle + 1
        self._looks = {serial: self._looks.get(serial, 0) + 1 for serial, *_ in steps}
        late = (
            number
            for number, (serial, limit_s, _) in enumerate(steps, 1)
            if self._looks[serial] * LOOK_S > limit_s
        )
        too_large = self._bytes_of(process) > self._most_bytes
        number, idle = next(late, 0), self._idle * LOOK_S > self._idle_s
        if not (too_large or number or idle):
            return None
        # Nothing that takes time to load, as what problems and steps are made with, before here.
        from fustella.core import failures  # noqa: PLC0415
        from fustella.core.steps import latest  # noqa: PLC0415

        if too_large:
            return failures.too_large(latest(steps))
        if number:
            return failures.too_long(latest(steps[:number]), steps[number - 1][1])
        return failures.too_long(None, self._idle_s)

    def _bytes_of(self, process: int) -> int:
        numbers = [process, *self._board.helpers]
        if sys.platform == "linux":
            return sum(map(_resident_bytes, numbers))
        if os.name == "posix" and self._number % _EXPENSIVE_LOOKS == 0:
            return _bytes_by_ps(numbers)
        return 0


def _resident_bytes(process: int) -> int:
    """The memory of a process on Linux, 0 where there is none of that number."""
    try:
        with open(f"/proc/{process}/statm", "rb") as file:  # noqa: PTH123
            pages = file.read().split()
        return int(pages[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def _bytes_by_ps(processes: Sequence[int]) -> int:
    import subprocess  # noqa: PLC0415  (no build in which nothing changed takes so long)

    numbers = ",".join(map(str, processes))
    try:
        said = subprocess.run(
            ["ps", "-o", "rss=", "-p", numbers], capture_output=True, check=False, timeout=LOOK_S
        )
    except (OSError, subprocess.SubprocessError):
        return 0
    return 1024 * sum(int(word) for word in said.stdout.split() if word.isdigit())


class Program:
    """A module of this package, run as a program of its own that is supervised.

    It begins with `begin`. Its board is a file, which goes with it. `left` is what the program that
    it goes on for has left on its board. It may be ended and closed in any thread, and again.
    """

    def __init__(
        self, module: str, arguments: Sequence[str] = (), *, pipes: bool = False, left: str = ""
    ) -> None:
        import subprocess  # noqa: PLC0415
        import tempfile  # noqa: PLC0415
        import threading  # noqa: PLC0415

        self._ending = threading.RLock()  # a signal may end it while it is being ended
        number, self._path = tempfile.mkstemp(prefix="fustella-")
        with os.fdopen(number, "r+b") as file:
            file.truncate(BOARD_BYTES)
            self._memory = mmap.mmap(file.fileno(), BOARD_BYTES)
        self.board = NoticeBoard(self._memory)
        self.board.left = left
        lifeline, self._held = os.pipe()
        environment = {**os.environ, _BOARD: self._path, "PYTHONPATH": os.pathsep.join(sys.path)}
        inherited: tuple[int, ...] = ()
        if os.name == "posix":
            environment[_LIFELINE], inherited = str(lifeline), (lifeline,)
        pipe = subprocess.PIPE if pipes else None
        # With -P the folder that one works in does not come before the standard library.
        command = [sys.executable, "-P", "-m", module, *arguments]
        try:
            self.process = subprocess.Popen(
                command, env=environment, pass_fds=inherited, stdin=pipe, stdout=pipe
            )
        finally:
            os.close(lifeline)

    def end(self) -> int:
        """Kill it, unless it has ended; its exit code, below 0 for a signal."""
        with self._ending:
            if self._held >= 0:
                end(self.process.pid if self.process.poll() is None else 0, self.board)
            return self.process.wait()

    def close(self) -> None:
        """Give back what it took; it has to have ended."""
        with self._ending:
            if self._held < 0:
                return
            os.close(self._held)
            self._held = -1
            with contextlib.suppress(BufferError):
                self._memory.close()
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._path)  # noqa: PTH108


def is_supervised() -> bool:
    """Whether this process was started as a `Program`."""
    return _BOARD in os.environ


def begin() -> None:
    """Begin as a `Program`: tell steps, end with the supervisor, keep to the limit of memory."""
    path = os.environ.pop(_BOARD)
    lifeline = os.environ.pop(_LIFELINE, "")
    if lifeline:
        die_with(int(lifeline))
    limit_memory()
    with open(path, "r+b") as file:  # noqa: PTH123
        tell_steps_on(NoticeBoard(mmap.mmap(file.fileno(), BOARD_BYTES)))


def tell_steps_on(board: NoticeBoard) -> None:
    """From now on, the steps of this process are told on a board."""
    _load_msgspec()
    from fustella.core.steps import tell_on  # noqa: PLC0415  (see Overseer)

    tell_on(board)


def _load_msgspec() -> None:
    """Load what steps are made with, first of all: without `typing_extensions`.

    Of that it takes only what `typing` has too, and it takes as long to load as msgspec itself.
    """
    if "typing_extensions" not in sys.modules:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]
        import msgspec  # noqa: F401, PLC0415

        del sys.modules["typing_extensions"]


def end(process: int, board: NoticeBoard) -> None:
    """Kill a process, 0 for none, and those that help it; what they write has no place yet."""
    for number in filter(None, (process, *board.helpers)):
        with contextlib.suppress(OSError):
            os.kill(number, getattr(signal, "SIGKILL", signal.SIGTERM))


def limit_memory() -> None:
    """Have this process, and those that it starts, fail where they ask for too much memory.

    Only Linux counts what is really asked for; elsewhere the supervisor alone looks.
    """
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  (there is none on Windows)

        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        known = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(resource.RLIMIT_DATA, (min(PROCESS_BYTES, *known, PROCESS_BYTES), hard))


def die_with(lifeline: int) -> None:
    """End this process as soon as the other end of a pipe is closed, whatever it is doing."""
    if sys.platform == "linux":
        import fcntl  # noqa: PLC0415  (there is none on Windows)

        # A signal that is sent for the pipe also ends a process inside of a library.
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)
        if select.select([lifeline], [], [], 0)[0]:  # it was closed before
            os.kill(os.getpid(), signal.SIGKILL)
        return

    import threading  # noqa: PLC0415  (a millisecond)

    def wait() -> None:
        os.read(lifeline, 1)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
