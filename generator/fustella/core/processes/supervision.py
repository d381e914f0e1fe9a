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
import time
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from fustella.core.processes.limits import PROCESS_BYTES
from fustella.core.processes.noticeboard import BOARD_BYTES, NoticeBoard

if TYPE_CHECKING:
    from fustella.core.values.problems import Problem

LOOK_S = 0.2
"""Between two looks at a process. Time is counted in looks: a process that was stopped with its
supervisor, by Ctrl-Z or as the computer slept, has not taken that time.
"""

BY_THE_CLOCK = 10
"""A step is ended after so many times its limit, whatever it took of the processor's time: what
waits for a drive that never answers takes none. On a busy machine a step gets a tenth of its time.
"""

_UNTOLD = 3
"""Where the system does not tell of the processor's time, a third of that by the clock counts."""

IDLE_S = 1800.0
"""For what is no step at all. It is long: a large box is laid out and written in it."""

_BOARD, _LIFELINE = "FUSTELLA_BOARD", "FUSTELLA_LIFELINE"
"""Variables by which a program knows its board and the pipe that it dies with."""

_EXPENSIVE_LOOKS = 10
"""Memory and time are looked at once in so many looks where a program has to be asked for them."""


_Steps = Sequence[tuple[int, float, bytes, int, int]]
"""Steps as a board tells them."""


class Overseer:
    """Looks at a process and its board every `LOOK_S` seconds.

    What it counts of a step is the processor's time of the process that takes it, and of those that
    help it; never more than the clock says, however many threads compute. What other threads take,
    which have steps of their own, is not counted where the system tells it (Linux). While there is
    no step, `idle_s` is the limit, of what is called `doing`.
    """

    def __init__(
        self,
        board: NoticeBoard,
        most_bytes: int = PROCESS_BYTES,
        idle_s: float = IDLE_S,
        doing: str = "",
    ) -> None:
        self._board, self._most_bytes, self._idle_s = board, most_bytes, idle_s
        self._doing = doing
        self._looks: dict[int, int] = {}
        self._spent_s: dict[int, float] = {}
        """By the serial number of a step, 0 while there is none: looks that found it, and what it
        has taken of the processor's time."""

        self._known_s: dict[tuple[int, int], float] = {}
        """What each process, and thread of it or 0, had taken when it was asked for last."""

        self._unasked = self._bytes = 0

    def look(self, process: int) -> "Problem | None":
        """Why the process is to be ended, if it is."""
        steps, helpers = self._board.steps(), self._board.helpers
        serials = [serial for serial, *_ in steps] or [_IDLE]
        self._looks = {serial: self._looks.get(serial, 0) + 1 for serial in serials}
        self._spent_s = {serial: self._spent_s.get(serial, 0.0) for serial in serials}
        self._unasked += 1
        if sys.platform == "linux" or self._unasked == _EXPENSIVE_LOOKS:
            self._ask(process, steps, helpers)
            self._unasked = 0
        limits_s = [limit_s for _, limit_s, *_ in steps] or [self._idle_s]
        ended = (
            (number, after_s, computed)
            for number, (serial, limit_s) in enumerate(zip(serials, limits_s, strict=True), 1)
            for after_s, computed in self._ended_after(serial, limit_s)
        )
        number, after_s, computed = next(ended, (0, 0.0, False))
        if self._bytes <= self._most_bytes and not number:
            return None
        # Nothing that takes time to load, as what problems and steps are made with, before here.
        from msgspec.structs import replace  # noqa: PLC0415

        from fustella.core.processes import failures  # noqa: PLC0415
        from fustella.core.processes.steps import Step, latest  # noqa: PLC0415
        from fustella.core.values.problems import Place  # noqa: PLC0415

        idle = Step(self._doing, Place(""), self._idle_s)
        if not number:
            return failures.too_large(latest(steps) or idle)
        late = latest(steps[:number]) or idle
        # Where it was, as precisely as is known: steps within it have places of their own.
        within = latest([one for one in steps if number and one[3:] == steps[number - 1][3:]])
        if within and within.place.file:
            late = replace(late, place=within.place)
        return failures.too_long(late, after_s, computed=computed)

    def _ended_after(self, serial: int, limit_s: float) -> Iterator[tuple[float, bool]]:
        """After what time a step is ended by now, and whether the processor's; or nothing."""
        if self._spent_s[serial] > limit_s:
            yield limit_s, True
        elif self._looks[serial] * LOOK_S > BY_THE_CLOCK * limit_s:
            yield BY_THE_CLOCK * limit_s, False

    def _ask(self, process: int, steps: _Steps, helpers: Sequence[tuple[int, int]]) -> None:
        """Ask for the memory of all, and for what each step has taken since it was asked last."""
        working = {(owner, thread) for *_, owner, thread in steps}
        ours = {process, *(helper for _, helper in helpers)}
        told = _told_by_the_system(ours | {owner for owner, _ in working})
        self._bytes = sum(size for one, (size, _) in told.items() if one in ours)
        now = {(one, 0): spent_s for one, (_, spent_s) in told.items()}
        owners = [owner for owner, _ in working]
        now |= {one: _thread_s(*one) for one in working if owners.count(one[0]) > 1}
        since = {one: max(0.0, at - self._known_s.get(one, at)) for one, at in now.items()}
        self._known_s = now

        def of_all(owner: int) -> float:
            others = (of_all(helper) for helped, helper in helpers if helped == owner)
            return since.get((owner, 0), 0.0) + sum(others)

        for serial, *_, owner, thread in steps or [(_IDLE, 0.0, b"", process, 0)]:
            others = {one for one in working if one[0] == owner} - {(owner, thread)}
            spent_s = of_all(owner) - sum(since.get(one, 0.0) for one in others)
            clock_s = self._unasked * LOOK_S
            self._spent_s[serial] += min(max(0.0, spent_s), clock_s) if told else clock_s / _UNTOLD


_IDLE = 0
"""In place of a serial number, for what is no step."""


def _told_by_the_system(processes: AbstractSet[int]) -> dict[int, tuple[int, float]]:
    """The memory of processes, in bytes, and what they have taken of the processor's time.

    Nothing of those that are gone, and nothing at all where the system cannot be asked.
    """
    if sys.platform == "linux":
        return {one: (_resident_bytes(one), processor_s(one)) for one in processes}
    return _told_by_ps(processes) if os.name == "posix" else {}


def processor_s(process: int) -> float:
    """What a process has taken of the processor's time on Linux, in seconds; 0 where it is gone."""
    with contextlib.suppress(OSError):
        # The number of its clock, as clock_getcpuclockid(3) would say it.
        return time.clock_gettime((~process << 3) | 2)
    return _seconds_in(f"/proc/{process}/stat")


def _thread_s(process: int, thread: int) -> float:
    """The same of a thread."""
    return _seconds_in(f"/proc/{process}/task/{thread}/stat")


def _seconds_in(stat: str) -> float:
    """What a file says of the processor's time: `utime` and `stime`, see proc(5)."""
    try:
        with open(stat, "rb") as file:  # noqa: PTH123
            user, system = file.read().rpartition(b")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return 0.0


def _resident_bytes(process: int) -> int:
    """The memory of a process on Linux, 0 where there is none of that number."""
    try:
        with open(f"/proc/{process}/statm", "rb") as file:  # noqa: PTH123
            pages = file.read().split()
        return int(pages[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def _told_by_ps(processes: AbstractSet[int]) -> dict[int, tuple[int, float]]:
    """What `ps` says on other systems of the kind (POSIX.1-2017, ps, `-o`)."""
    import subprocess  # noqa: PLC0415  (no build in which nothing changed takes so long)

    numbers = ",".join(map(str, processes))
    command = ["ps", "-o", "pid=,rss=,time=", "-p", numbers]
    try:
        said = subprocess.run(
            command, capture_output=True, check=False, timeout=LOOK_S, text=True, errors="replace"
        )
    except (OSError, subprocess.SubprocessError):
        return {}
    lines = (line.split() for line in said.stdout.splitlines())
    return {
        int(words[0]): (1024 * int(words[1]), _seconds_of(words[2]))
        for words in lines
        if len(words) == 3 and words[0].isdigit() and words[1].isdigit()
    }


def _seconds_of(told: str) -> float:
    """The seconds of `[[days-]hours:]minutes:seconds`, which may have hundredths."""
    days, _, rest = told.rpartition("-")
    seconds = 0.0
    try:
        for part in rest.split(":"):
            seconds = 60 * seconds + float(part.replace(",", "."))
        return seconds + 86_400 * int(days or 0)
    except ValueError:
        return 0.0


class Program:
    """A module of this package, run as a program of its own that is supervised.

    It begins with `begin`. Its board is memory on Linux; elsewhere it is a file that goes with it,
    and OSError is raised where there is no room for that. `left` is what the program that it goes
    on for has left on its board. It may be ended and closed in any thread, and again. One with
    `pipes` hears no Ctrl-C, not even while it starts: the one that started it ends it.
    """

    def __init__(
        self, module: str, arguments: Sequence[str] = (), *, pipes: bool = False, left: str = ""
    ) -> None:
        import subprocess  # noqa: PLC0415
        import threading  # noqa: PLC0415

        self._ending = threading.RLock()  # a signal may end it while it is being ended
        number, self._path = _room_for_a_board()
        self._memory = mmap.mmap(number, BOARD_BYTES)
        self.board = NoticeBoard(self._memory)
        self.board.left = left
        lifeline, self._held = os.pipe()
        board = self._path or str(number)
        environment = {**os.environ, _BOARD: board, "PYTHONPATH": os.pathsep.join(sys.path)}
        inherited: tuple[int, ...] = ()
        if os.name == "posix":
            environment[_LIFELINE], inherited = str(lifeline), (lifeline, number)
        pipe = subprocess.PIPE if pipes else None
        # With -P the folder that one works in does not come before the standard library.
        command = [sys.executable, "-P", "-m", module, *arguments]
        group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0) if pipes else 0
        try:
            with unheard(signal.SIGINT) if pipes else contextlib.nullcontext():
                self.process = subprocess.Popen(
                    command,
                    env=environment,
                    pass_fds=inherited,
                    stdin=pipe,
                    stdout=pipe,
                    creationflags=group,
                )
        finally:
            os.close(lifeline)
            os.close(number)

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
            if self._path:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(self._path)  # noqa: PTH108


@contextlib.contextmanager
def unheard(number: int) -> Iterator[None]:
    """Have a signal wait until the end of the block, in this thread and in what it starts.

    What is started goes on so: see `deafen`. Windows knows no such thing.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def deafen() -> None:
    """Ignore Ctrl-C from now on, also where it came while it was `unheard`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _room_for_a_board() -> tuple[int, str]:
    """A file descriptor of as much room as a board takes, and the path of the file, "" for none.

    Raises OSError where the temporary folder is full: to write on a file that has less room than it
    says ends a process (SIGBUS).
    """
    if hasattr(os, "memfd_create"):
        number = os.memfd_create("fustella")
        os.truncate(number, BOARD_BYTES)
        return number, ""
    import tempfile  # noqa: PLC0415

    number, path = tempfile.mkstemp(prefix="fustella-")
    try:
        with open(number, "r+b", closefd=False) as file:
            file.write(bytes(BOARD_BYTES))
    except OSError:
        os.close(number)
        os.unlink(path)  # noqa: PTH108
        raise
    return number, path


def is_supervised() -> bool:
    """Whether this process was started as a `Program`."""
    return _BOARD in os.environ


def begin() -> None:
    """Begin as a `Program`: tell steps, end with the supervisor, keep to the limit of memory."""
    board = os.environ.pop(_BOARD)
    lifeline = os.environ.pop(_LIFELINE, "")
    if lifeline:
        die_with(int(lifeline))
    limit_memory()
    with open(int(board) if board.isdigit() else board, "r+b") as file:  # noqa: PTH123
        tell_steps_on(NoticeBoard(mmap.mmap(file.fileno(), BOARD_BYTES)))


def tell_steps_on(board: NoticeBoard) -> None:
    """From now on, the steps of this process are told on a board."""
    _load_msgspec()
    from fustella.core.processes.steps import tell_on  # noqa: PLC0415  (see Overseer)

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
    for number in filter(None, (process, *(helper for _, helper in board.helpers))):
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
