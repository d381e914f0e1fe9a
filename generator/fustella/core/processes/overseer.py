"""Decides when a process must be ended, for its memory or for the time of a step.

It runs in another process: while a library computes, all other threads of its process may stand
still.
"""

import contextlib
import os
import sys
import time
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from fustella.core.processes.limits import PROCESS_BYTES
from fustella.core.processes.status import StatusPage

if TYPE_CHECKING:
    from fustella.core.values.problems import Problem

LOOK_S = 0.2
"""The time between two looks at a process.

Time is counted in looks, so that pauses do not count in which both the process and its supervisor
were stopped, by Ctrl-Z or because the computer slept.
"""

BY_THE_CLOCK = 10
"""The factor by which a step may exceed its limit by the clock, however little it computes.

A step that waits for a drive that never answers computes nothing. On a busy machine, a step may get
as little as a tenth of the processor's time.
"""

_UNTOLD = 3
"""Time by the clock counts a third of itself where the processor's time is unknown."""

IDLE_S = 1800.0
"""The limit for the time between steps, in which a large box is laid out and written."""

_EXPENSIVE_LOOKS = 10
"""The number of looks from one measuring to the next where that needs a program (`ps`)."""


_Steps = Sequence[tuple[int, float, bytes, int, int]]
"""Steps as `StatusPage.steps` gives them."""


class Overseer:
    """Checks a process and its status page, every `LOOK_S` seconds.

    The time of a step is the processor's time of its process and of the processes that help it, and
    at most the time on the clock, however many threads compute. On Linux, where the time of single
    threads is known, threads with steps of their own are left out. While there is no step, `idle_s`
    is the limit, and problems say that the process was `doing`.
    """

    def __init__(
        self,
        page: StatusPage,
        most_bytes: int = PROCESS_BYTES,
        idle_s: float = IDLE_S,
        doing: str = "",
    ) -> None:
        self._page, self._most_bytes, self._idle_s = page, most_bytes, idle_s
        self._doing = doing
        self._looks: dict[int, int] = {}
        self._spent_s: dict[int, float] = {}
        """The processor's time of each step by its serial number, 0 for the time without a step;
        `_looks` has the number of looks that found the step, by the same numbers."""

        self._known_s: dict[tuple[int, int], float] = {}
        """The processor's time used until the last measuring, by process and thread; 0 as thread is
        for a whole process."""

        self._unmeasured = self._bytes = 0

    def look(self, process: int) -> "Problem | None":
        """The problem for which the process must be ended; None if it may go on."""
        steps, helpers = self._page.steps(), self._page.helpers
        serials = [serial for serial, *_ in steps] or [_IDLE]
        self._looks = {serial: self._looks.get(serial, 0) + 1 for serial in serials}
        self._spent_s = {serial: self._spent_s.get(serial, 0.0) for serial in serials}
        self._unmeasured += 1
        if sys.platform == "linux" or self._unmeasured == _EXPENSIVE_LOOKS:
            self._measure(process, steps, helpers)
            self._unmeasured = 0
        limits_s = [limit_s for _, limit_s, *_ in steps] or [self._idle_s]
        number, after_s, computed = self._first_late_step(serials, limits_s)
        if self._bytes <= self._most_bytes and not number:
            return None
        # Imported late, because problems and steps take time to load.
        from msgspec.structs import replace  # noqa: PLC0415

        from fustella.core.processes import failures  # noqa: PLC0415
        from fustella.core.processes.steps import Step, latest  # noqa: PLC0415
        from fustella.core.values.problems import Place  # noqa: PLC0415

        idle = Step(self._doing, Place(""), self._idle_s)
        if not number:
            return failures.too_large(latest(steps) or idle)
        late = latest(steps[:number]) or idle
        # The place is as precise as possible: steps within a step have places of their own.
        within = latest([one for one in steps if one[3:] == steps[number - 1][3:]])
        if within and within.place.file:
            late = replace(late, place=within.place)
        return failures.too_long(late, after_s, computed=computed)

    def _first_late_step(
        self, serials: Sequence[int], limits_s: Sequence[float]
    ) -> tuple[int, float, bool]:
        """The first step beyond a limit: its number from 1 (0 for none), and the limit.

        The last value is True for a limit of the processor's time, False for one by the clock.
        """
        for number, (serial, limit_s) in enumerate(zip(serials, limits_s, strict=True), 1):
            if self._spent_s[serial] > limit_s:
                return number, limit_s, True
            if self._looks[serial] * LOOK_S > BY_THE_CLOCK * limit_s:
                return number, BY_THE_CLOCK * limit_s, False
        return 0, 0.0, False

    def _measure(self, process: int, steps: _Steps, helpers: Sequence[tuple[int, int]]) -> None:
        """Measures the memory of all processes, and the time of each step since the last call."""
        working = {(owner, thread) for *_, owner, thread in steps}
        ours = {process, *(helper for _, helper in helpers)}
        measured = _measured(ours | {owner for owner, _ in working})
        self._bytes = sum(size for one, (size, _) in measured.items() if one in ours)
        now = {(one, 0): spent_s for one, (_, spent_s) in measured.items()}
        owners = [owner for owner, _ in working]
        now |= {
            (owner, thread): _seconds_in(f"/proc/{owner}/task/{thread}/stat")
            for owner, thread in working
            if owners.count(owner) > 1
        }
        since = {one: max(0.0, at - self._known_s.get(one, at)) for one, at in now.items()}
        self._known_s = now

        def of_all(owner: int) -> float:
            others = (of_all(helper) for helped, helper in helpers if helped == owner)
            return since.get((owner, 0), 0.0) + sum(others)

        for serial, *_, owner, thread in steps or [(_IDLE, 0.0, b"", process, 0)]:
            others = {one for one in working if one[0] == owner} - {(owner, thread)}
            spent_s = of_all(owner) - sum(since.get(one, 0.0) for one in others)
            clock_s = self._unmeasured * LOOK_S
            self._spent_s[serial] += (
                min(max(0.0, spent_s), clock_s) if measured else clock_s / _UNTOLD
            )


_IDLE = 0
"""The serial number that stands for the time without a step."""


def _measured(processes: AbstractSet[int]) -> dict[int, tuple[int, float]]:
    """The memory of processes, in bytes, and the processor's time that each has used, in seconds.

    Processes that are gone may be left out. The result is {} where the system cannot be asked.
    """
    if sys.platform == "linux":
        return {one: (_resident_bytes(one), processor_s(one)) for one in processes}
    return _measured_by_ps(processes) if os.name == "posix" else {}


def processor_s(process: int) -> float:
    """The processor's time that a process has used on Linux, in seconds; 0 where it is gone."""
    with contextlib.suppress(OSError):
        # The number of its clock, as clock_getcpuclockid(3) would say it.
        return time.clock_gettime((~process << 3) | 2)
    return _seconds_in(f"/proc/{process}/stat")


def _seconds_in(stat: str) -> float:
    """The processor's time in a file of /proc, in seconds: `utime` and `stime` (proc(5))."""
    try:
        with open(stat, "rb") as file:  # noqa: PTH123
            user, system = file.read().rpartition(b")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return 0.0


def _resident_bytes(process: int) -> int:
    """The memory of a process on Linux, in bytes; 0 where the process is gone."""
    try:
        with open(f"/proc/{process}/statm", "rb") as file:  # noqa: PTH123
            pages = file.read().split()
        return int(pages[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def _measured_by_ps(processes: AbstractSet[int]) -> dict[int, tuple[int, float]]:
    """The memory and time of processes, as `ps` tells them (POSIX.1-2017, ps, `-o`)."""
    import subprocess  # noqa: PLC0415  (no build in which nothing changed takes so long)

    numbers = ",".join(map(str, processes))
    command = ["ps", "-o", "pid=,rss=,time=", "-p", numbers]
    try:
        printed = subprocess.run(
            command, capture_output=True, check=False, timeout=LOOK_S, text=True, errors="replace"
        )
    except (OSError, subprocess.SubprocessError):
        return {}
    lines = (line.split() for line in printed.stdout.splitlines())
    return {
        int(words[0]): (1024 * int(words[1]), _seconds_of(words[2]))
        for words in lines
        if len(words) == 3 and words[0].isdigit() and words[1].isdigit()
    }


def _seconds_of(time_used: str) -> float:
    """The seconds in a text `[[days-]hours:]minutes:seconds`, which may have hundredths."""
    days, _, rest = time_used.rpartition("-")
    seconds = 0.0
    try:
        for part in rest.split(":"):
            seconds = 60 * seconds + float(part.replace(",", "."))
        return seconds + 86_400 * int(days or 0)
    except ValueError:
        return 0.0
