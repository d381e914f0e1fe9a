"""What a supervisor reads of a page while the process writes on it."""

import os

import pytest

from fustella.core.processes.status import StatusPage

LIMIT_S = 5.0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot be divided there")
def test_a_step_is_seen_with_its_limit_or_not_at_all():
    """A step without its limit, for an instant, would end a command that does nothing wrong."""
    page = StatusPage()
    writer = os.fork()
    if not writer:
        while True:
            for slot in [page.begin(b"drawing a face", LIMIT_S) for _ in range(5)]:
                page.end(slot)
    try:
        seen = list[float]()
        while len(seen) < 50_000:
            seen += [limit_s for _, limit_s, *_ in page.steps()]
    finally:
        os.kill(writer, 9)
        os.waitpid(writer, 0)
    assert {*seen} == {LIMIT_S}


def test_helpers_of_a_process_are_those_of_its_helpers_too_and_no_others(monkeypatch):
    page = StatusPage()
    for process, helper in ((1, 2), (2, 3), (1, 4), (5, 6)):
        monkeypatch.setattr(os, "getpid", lambda process=process: process)
        page.begin_helper(helper)
    found = {process: sorted(page.helpers_of(process)) for process in (1, 2, 3, 5)}
    assert found == {1: [2, 3, 4], 2: [3], 3: [], 5: [6]}
