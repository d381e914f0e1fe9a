"""Shares the tests among processes, and saves their time and memory.

Files that take long begin first: if the last file is long, the other processes wait for one. The
time of each is in durations.json, which `pytest --record-durations` writes anew.
"""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from heapq import nlargest
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).parents[2]
DURATIONS = ROOT / "tests" / "durations.json"
"""The file with the seconds of each test file; a file without an entry is short."""

SHORT_S = 0.5
TOLD = 20
BUDGET_S = 520
"""The processor's time for all tests: with it, two cores that wait now and then take five minutes.
"""

FEW_FILES = 30
"""The fewest files to compile for which two processes are started."""

MEMORY = Path("/dev/shm")
ROOMY_BYTES = 2_000_000_000
KEPT_BYTES = 500_000_000

BROWSER = "browser"
BROWSERS = 2
"""The processes that have a browser: its files are parted among them by how long they take."""

TOGETHER = {
    "tests/test_contrast.py": "drawn",
    "tests/test_typography.py": "drawn",
    "tests/test_el_mapa_tokens.py": "drawn",
    "tests/test_games.py": "drawn",
    "tests/test_grounds.py": "drawn",
    "tests/test_frames.py": "drawn",
    "tests/test_legible.py": "drawn",
    "tests/test_moving_kingdoms_look.py": "drawn",
    "tests/test_shown.py": "drawn",
    "tests/draw/test_plain_pages.py": "drawn",
    "tests/rules/test_booklets_of_games.py": "drawn",
    "tests/rules/test_pdf_ua.py": "drawn",
    "tests/export/test_games_to_shops.py": "drawn",
    "tests/test_cases.py": "cases",
    "tests/test_followed_hints.py": "cases",
    "tests/test_proof.py": "imposed",
    "tests/impose/test_bound_of_games.py": "imposed",
    "tests/impose/test_neighbours_of_games.py": "imposed",
    "tests/docs/test_site.py": BROWSER,
    "tests/docs/test_tutorial_page.py": BROWSER,
    "tests/draw/svg/test_foreign.py": BROWSER,
    "tests/draw/svg/test_painted.py": BROWSER,
    "tests/export/test_playtest.py": BROWSER,
    "tests/export/test_table_page.py": BROWSER,
    "tests/export/test_table_pieces.py": BROWSER,
    "tests/export/test_table_played.py": BROWSER,
    "tests/export/test_web.py": BROWSER,
    "tests/history/test_diff.py": BROWSER,
    "tests/preview/test_axe.py": BROWSER,
    "tests/preview/test_booklet_browser.py": BROWSER,
    "tests/preview/test_browser.py": BROWSER,
    "tests/preview/test_browser_found.py": BROWSER,
    "tests/preview/test_browser_kept.py": BROWSER,
    "tests/preview/test_model_browser.py": BROWSER,
    "tests/preview/test_separations_browser.py": BROWSER,
    "tests/preview/test_zone_geometry.py": BROWSER,
    "tests/preview/test_zones_browser.py": BROWSER,
    "tests/preview/test_deck.py": BROWSER,
    "tests/preview/test_tables_browser.py": BROWSER,
    "tests/preview/test_random_gestures.py": BROWSER,
    "tests/preview/test_browser_studio.py": BROWSER,
    "tests/rules/test_page_browser.py": BROWSER,
    "tests/test_originals.py": BROWSER,
}
"""The files that one process must run, each with the name of what they share.

It is made once in a process: all faces of the four games (tests/helpers/drawn.py), their sheets
(tests/helpers/imposed.py), the messages of each case (TOLD in tests/test_cases.py), or a browser
(see SharedBrowser), of which there are several.
"""


def write_into_memory() -> None:
    """Puts temporary folders into memory if there is plenty: many tests write a whole project.

    It holds for the tool and for programs that tests start, too.
    """
    roomy = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOMY_BYTES
    if roomy and os.access(MEMORY, os.W_OK):
        for name in ("PYTEST_DEBUG_TEMPROOT", "TMPDIR"):
            os.environ.setdefault(name, str(MEMORY))


def keep_memory() -> None:
    """Makes the processes of the tests keep the memory of large pictures that they freed.

    The C library of Linux gives it back to the system at once, and gets it anew page by page. The
    setting holds for processes that are started from now on.
    """
    for name in ("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"):
        os.environ.setdefault(name, str(KEPT_BYTES))


def compile_first(config: pytest.Config) -> None:
    """Compiles new and changed test files, each once, before several processes do.

    pytest rewrites their asserts, which takes longer than many a test; every process would do it
    for all files. Two processes collect half of the files each, and their compiled files stay for
    the others.
    """
    several = getattr(config.option, "numprocesses", None)
    if not several or sys.dont_write_bytecode:
        return
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if not _is_compiled(path)]
    if len(files) < FEW_FILES:
        return
    files.sort(key=lambda path: path.stat().st_size)
    line = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    halves = [subprocess.Popen([*line, *map(str, files[n::2])], cwd=ROOT, **quiet) for n in (0, 1)]
    for half in halves:
        half.wait()  # what is wrong with a file is told by the tests themselves


def _is_compiled(path: Path) -> bool:
    """Whether pytest has compiled the present version of a file."""
    tag = f"{sys.implementation.cache_tag}-pytest-{pytest.__version__}"
    compiled = path.parent / "__pycache__" / f"{path.stem}.{tag}.pyc"
    return compiled.is_file() and compiled.stat().st_mtime >= path.stat().st_mtime


def read_durations(path: Path = DURATIONS) -> dict[str, float]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def longest_first(items: list[pytest.Item], durations: Mapping[str, float]) -> None:
    """Sorts tests by the time of the files that one process must run together, longest first."""
    seconds: Counter[str] = Counter()
    for file, taken in durations.items():
        seconds[_scope_of(file)] += taken
    items.sort(key=lambda item: -seconds[_scope_of(item.nodeid)])


class ByFile(LoadScopeScheduling):
    """Gives a whole file to the next free process, in which its tests share what they need.

    `--dist loadgroup` would do that, but with pytest 9.2, xdist 3.8 ignores groups.
    """

    def __init__(self, config: pytest.Config, log: object) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # keep the order of `longest_first`

    def _split_scope(self, nodeid: str) -> str:
        return _scope_of(nodeid)


class SharedBrowser:
    """Starts a browser for the first test that needs one, and closes it after the last such file.

    It is no fixture of the session, because its process can have no other event loop meanwhile.
    """

    def __init__(self) -> None:
        self._running = ExitStack()
        self._started: object = None

    def started(self) -> object:
        from tests.preview.driving import browsing

        if self._started is None:
            self._started = self._running.enter_context(browsing())
        return self._started

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, nextitem: pytest.Item | None) -> Iterator[None]:
        try:
            yield
        finally:
            if nextitem is None or TOGETHER.get(_file_of(nextitem.nodeid)) != BROWSER:
                self._started = None
                self._running.close()


class ReportsInShort:
    """Sends a single report of a test that passed, with the time of its set-up and teardown.

    It is for processes that run tests for another one: the usual three reports, and the messages
    that a test begins and ends, took as long as thousands of tests.
    """

    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        told = [report for report in reports if report.when == "call" or not report.passed]
        told[0].duration = sum(report.duration for report in reports)
        for report in told:
            item.ihook.pytest_runtest_logreport(report=report)
        return True


class DurationRecorder:
    """Adds up the time of the tests of each file, and writes it at the end of the run.

    It is for the process that collects the reports of all others. It prints what takes longest, and
    the processor's time of the whole run, which other programs on the machine hardly change.
    """

    def __init__(self, path: Path = DURATIONS) -> None:
        self._path = path
        self._began = os.times().elapsed
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[_file_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        rounded = {file: round(taken, 1) for file, taken in sorted(self._seconds.items())}
        long = {file: taken for file, taken in rounded.items() if taken > SHORT_S}
        self._path.write_text(json.dumps(long, indent=2) + "\n", encoding="utf-8")

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("longest, in seconds")
        for line in self.longest():
            terminalreporter.write_line(line)

    def longest(self) -> Iterator[str]:
        """The scopes that take longest, each with its longest files if there are several."""
        scopes: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for file, taken in self._seconds.items():
            scopes[_scope_of(file)][file] = taken
        for scope, files in nlargest(TOLD, scopes.items(), key=lambda one: one[1].total()):
            parts = ", ".join(f"{file} {taken:.0f}" for file, taken in files.most_common(4))
            yield f"{files.total():6.1f}  {scope}{f': {parts}' if len(files) > 1 else ''}"

    @pytest.hookimpl(trylast=True)
    def pytest_unconfigure(self, config: pytest.Config) -> None:
        """Says the processor's time when the processes of the tests have ended.

        Pages in a browser are not in it: it has them painted by processes of which nobody hears.
        """
        times = os.times()
        spent_s = sum(times[:4])
        told = f"processor: {spent_s:.0f} s of {BUDGET_S}, in {times.elapsed - self._began:.0f} s"
        config.get_terminal_writer().line(told)


def _scope_of(nodeid: str) -> str:
    file = _file_of(nodeid)
    return _browser_scopes().get(file) or TOGETHER.get(file, file)


@cache
def _browser_scopes() -> Mapping[str, str]:
    files = [file for file, scope in TOGETHER.items() if scope == BROWSER]
    parts = parted(files, read_durations(), BROWSERS)
    return {file: f"{BROWSER} {n}" for n, part in enumerate(parts, start=1) for file in part}


def parted(files: Sequence[str], durations: Mapping[str, float], parts: int) -> list[list[str]]:
    """Files in parts that take about as long: each, the longest first, goes to the shortest."""
    seconds = {file: durations.get(file, SHORT_S) for file in files}
    found: list[list[str]] = [[] for _ in range(parts)]
    for file in sorted(files, key=lambda file: (-seconds[file], file)):
        min(found, key=lambda part: sum(seconds[one] for one in part)).append(file)
    return found


def _file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]
