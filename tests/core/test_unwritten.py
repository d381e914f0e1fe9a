"""What is said of a file that could not be written, from what a system says of it."""

import errno
import os

import pytest

from fustella.core.files.unwritten import hint_for_unwritten, why_unwritten

LONG = "C:\\" + "\\".join(["a folder of a game"] * 14) + "\\cards.pdf"
SHORT = "C:\\games\\cards.pdf"


def told_by_windows(winerror: int, number: int, *names: str) -> OSError:
    error = OSError(number, os.strerror(number), names[0], None, *names[1:])
    error.winerror = winerror  # type: ignore[attr-defined]
    return error


@pytest.mark.parametrize(
    ("error", "why", "hint"),
    [
        (told_by_windows(32, errno.EACCES, SHORT), "another program has it open", "close it"),
        (told_by_windows(33, errno.EACCES, SHORT), "another program has it open", "close it"),
        (told_by_windows(5, errno.EACCES, SHORT), "or another program has it open", "close it if"),
        (told_by_windows(3, errno.ENOENT, LONG), "longer than Windows allows", "a shorter path"),
        (told_by_windows(206, errno.ENOENT, LONG), "longer than Windows allows", "a shorter path"),
        (told_by_windows(3, errno.ENOENT, SHORT, LONG), "longer than", "a shorter path"),
        (told_by_windows(3, errno.ENOENT, SHORT), "its folder is gone", "check the rights"),
        (told_by_windows(112, errno.ENOSPC, LONG), "the disk is full", "free some room"),
        (OSError(errno.ENOENT, "", LONG), "its folder is gone", "check the rights"),
        (OSError(errno.EROFS, "", SHORT), "can only be read", "check the rights"),
        (OSError(errno.EISDIR, "", SHORT), "a folder is where", "move that folder away"),
        (OSError(errno.ENXIO, "No such device"), "No such device", "check the rights"),
    ],
    ids=lambda value: f"{getattr(value, 'winerror', '')}" if isinstance(value, OSError) else "",
)
def test_what_a_system_says_is_told_in_plain_words(error, why, hint):
    assert why in why_unwritten(error)
    assert hint in hint_for_unwritten(error)
