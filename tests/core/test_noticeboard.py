"""What a supervisor reads of a board while the process writes on it."""

import mmap
import os

import pytest

from fustella.core.processes.noticeboard import BOARD_BYTES, NoticeBoard

LIMIT_S = 5.0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a process cannot be divided there")
def test_a_step_is_seen_with_its_limit_or_not_at_all():
    """A step without its limit, for an instant, would end a command that does nothing wrong."""
    board = NoticeBoard(mmap.mmap(-1, BOARD_BYTES))
    writer = os.fork()
    if not writer:
        while True:
            for slot in [board.begin(b"drawing a face", LIMIT_S) for _ in range(5)]:
                board.end(slot)
    try:
        seen = list[float]()
        while len(seen) < 50_000:
            seen += [limit_s for _, limit_s, *_ in board.steps()]
    finally:
        os.kill(writer, 9)
        os.waitpid(writer, 0)
    assert {*seen} == {LIMIT_S}
