"""The order of test files and where it comes from."""

from collections import Counter
from fnmatch import fnmatch
from types import SimpleNamespace

import pytest

from tests.helpers import sharing
from tests.helpers.sharing import (
    BROWSER,
    BROWSERS,
    ROOT,
    SHORT_S,
    TOGETHER,
    DurationRecorder,
    ReportsInShort,
    longest_first,
    parted,
    read_durations,
)

CONTRAST, TYPOGRAPHY, *_ = TOGETHER


def item(nodeid: str) -> SimpleNamespace:
    return SimpleNamespace(nodeid=nodeid)


def order(nodeids: list[str], durations: dict[str, float]) -> list[str]:
    items = [item(nodeid) for nodeid in nodeids]
    longest_first(items, durations)
    return [one.nodeid for one in items]


@pytest.mark.parametrize("file", sorted({*read_durations(), *TOGETHER}))
def test_file_that_has_a_duration_or_a_group_exists(file):
    assert (ROOT / file).is_file(), "pytest --record-durations writes tests/durations.json anew"


def test_folders_of_tests_are_all_collected(pytestconfig):
    """Pytest would leave out a folder named `build` without a word."""
    folders = {path.parent.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")}
    ignored = pytestconfig.getini("norecursedirs")
    names = {part for folder in folders for part in folder.parts}
    assert [name for name in names if any(fnmatch(name, one) for one in ignored)] == []


def test_longest_first_with_an_unknown_file_puts_it_last():
    tests = ["tests/new.py::a", "tests/short.py::a", "tests/long.py::a", "tests/long.py::b"]
    durations = {"tests/short.py": 0.6, "tests/long.py": 3.0, "tests/vanished.py": 9.0}
    assert order(tests, durations) == [tests[2], tests[3], tests[1], tests[0]]


def test_longest_first_with_files_of_one_process_counts_them_together():
    tests = ["tests/long.py::a", f"{CONTRAST}::a", f"{TYPOGRAPHY}::a"]
    durations = {"tests/long.py": 3.0, CONTRAST: 2.0, TYPOGRAPHY: 2.0}
    assert order(tests, durations) == [tests[1], tests[2], tests[0]]


def test_files_are_parted_so_that_parts_take_about_as_long():
    durations = {"a": 9.0, "b": 5.0, "c": 4.0, "d": 3.0}
    assert parted(["new", *"dcba"], durations, 2) == [["a", "d"], ["b", "c", "new"]]


def test_files_that_share_a_browser_are_in_parts_of_about_equal_length():
    durations = read_durations()
    seconds = Counter[str]()
    for file in (file for file, scope in TOGETHER.items() if scope == BROWSER):
        seconds[sharing._scope_of(file)] += durations.get(file, SHORT_S)
    assert len(seconds) == BROWSERS
    assert max(seconds.values()) < 1.5 * min(seconds.values())


def test_recorder_tells_the_longest_scope_first_with_its_files(tmp_path):
    recorder = DurationRecorder(tmp_path / "durations.json")
    for file, seconds in ((CONTRAST, 4.0), ("tests/a.py", 5.0), (TYPOGRAPHY, 2.0)):
        recorder.pytest_runtest_logreport(SimpleNamespace(nodeid=f"{file}::x", duration=seconds))
    assert [*recorder.longest()] == [
        f"   6.0  drawn: {CONTRAST} 4, {TYPOGRAPHY} 2",
        "   5.0  tests/a.py",
    ]


def test_recorder_of_reports_writes_the_seconds_of_long_files(tmp_path):
    recorder = DurationRecorder(tmp_path / "durations.json")
    for nodeid, seconds in (
        ("tests/b.py::one", 0.4),
        ("tests/b.py::two[x::y]", 0.33),
        ("tests/a.py::one", 2.04),
        ("tests/short.py::one", 0.5),
    ):
        recorder.pytest_runtest_logreport(SimpleNamespace(nodeid=nodeid, duration=seconds))
    recorder.pytest_sessionfinish()
    assert list(read_durations(tmp_path / "durations.json").items()) == [
        ("tests/a.py", 2.0),
        ("tests/b.py", 0.7),
    ]
    assert read_durations(tmp_path / "none.json") == {}


PASSED, FAILED = True, False


@pytest.mark.parametrize(
    ("phases", "told"),
    [
        ({"setup": PASSED, "call": PASSED, "teardown": PASSED}, ["call"]),
        ({"setup": PASSED, "call": FAILED, "teardown": PASSED}, ["call"]),
        ({"setup": FAILED, "teardown": PASSED}, ["setup"]),
        ({"setup": PASSED, "call": PASSED, "teardown": FAILED}, ["call", "teardown"]),
        ({"setup": FAILED, "teardown": FAILED}, ["setup", "teardown"]),
    ],
)
def test_reports_in_short_are_of_the_call_and_of_whatever_failed(phases, told, monkeypatch):
    reports = [SimpleNamespace(when=one, passed=phases[one], duration=0.5) for one in phases]
    monkeypatch.setattr(sharing, "runtestprotocol", lambda *_, **__: reports)
    sent = []

    def send(report):
        sent.append(report)

    hooks = SimpleNamespace(pytest_runtest_logreport=send)
    assert ReportsInShort().pytest_runtest_protocol(SimpleNamespace(ihook=hooks), None)
    assert [report.when for report in sent] == told
    assert sent[0].duration == 0.5 * len(phases)
