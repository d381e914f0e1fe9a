"""Measures commands as whole processes: seconds of the processor and of the clock, and memory.

Memory is read from /proc while they run: of the largest process, and the largest sum of a process
and its children at one moment. Without /proc, both are 0.
"""

import os
import platform
import statistics
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

LOOK_S = 0.01
README = Path(__file__).parent / "README.md"


class Failed(Exception):
    """Raised for a command that ended with a fault, with the end of its output."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The figures of some commands: seconds of all processors and of the clock, and memory.

    `largest_mb` is of the largest process, `sum_mb` of all processes at one moment.
    """

    cpu_s: float
    wall_s: float
    largest_mb: float
    sum_mb: float

    def cells(self) -> str:
        """The figures as cells of a table, below `HEADS`."""
        return f"{self.cpu_s:.2f} | {self.wall_s:.2f} | {self.largest_mb:.0f} | {self.sum_mb:.0f}"


HEADS = "processor s | wall s | MB largest process | MB sum"


def measure(
    steps: Sequence[Sequence[str]], cwd: Path, environments: Sequence[Mapping[str, str]] = ()
) -> Measure:
    """Runs commands one after the other: the sums of their seconds, and the most memory.

    `environments` has further variables for each. Raises Failed.
    """
    done = [
        _measure_one(step, cwd, environments[number] if environments else {})
        for number, step in enumerate(steps)
    ]
    return Measure(
        sum(one.cpu_s for one in done),
        sum(one.wall_s for one in done),
        max(one.largest_mb for one in done),
        max(one.sum_mb for one in done),
    )


def _measure_one(command: Sequence[str], cwd: Path, more: Mapping[str, str]) -> Measure:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **more}
    largest = most = 0.0
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=cwd, env=environment, stdout=said, stderr=said)
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            own, together = _memory_mb(process.pid)
            largest, most = max(largest, own), max(most, together)
            time.sleep(LOOK_S)
        wall_s = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            end = said.read()[-800:].decode(errors="replace")
            raise Failed(f"{' '.join(command)[:200]} failed:\n{end}")
    return Measure(usage.ru_utime + usage.ru_stime, wall_s, largest, most)


def _memory_mb(pid: int) -> tuple[float, float]:
    """The MB of a process and its descendants: the most of a single one, and the sum now."""
    largest, total, waiting, parent = 0.0, 0.0, [pid], ""
    while waiting:
        here = Path("/proc") / str(waiting.pop())
        try:
            said = (here / "statm").read_text()
            peak = (here / "status").read_text().partition("VmHWM:")[2].split(maxsplit=1)
            for task in (here / "task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
        except (OSError, ValueError):
            continue
        if said == parent or not peak:  # a child not yet begun still is its parent, page for page
            continue
        largest = max(largest, int(peak[0]) * 1024 / 1e6)
        total += int(said.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        parent = parent or said
    return largest, total


def median(measures: Sequence[Measure]) -> Measure:
    return Measure(
        statistics.median(one.cpu_s for one in measures),
        statistics.median(one.wall_s for one in measures),
        statistics.median(one.largest_mb for one in measures),
        statistics.median(one.sum_mb for one in measures),
    )


def made(out: Path) -> tuple[float, int]:
    """The kilobytes and pages of all PDFs, read by a library that did not write them."""
    import pypdfium2  # noqa: PLC0415

    files = [path for path in out.rglob("*.pdf") if not path.name.startswith(".")]
    pages = sum(len(pypdfium2.PdfDocument(path)) for path in files)
    return sum(path.stat().st_size for path in files) / 1000, pages


def conditions(runs: int) -> str:
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}; " + (
        "one run each." if runs == 1 else f"medians of {runs} runs in turn."
    )


def write_table(part: str, table: str, by: str) -> None:
    """Writes a table between its marks in the README."""
    begin, end = f"<!-- {part}: written by {by} -->", f"<!-- end of {part} -->"
    before, rest = README.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    README.write_text(f"{before}{begin}\n\n{table}\n\n{end}{after}", encoding="utf-8")
