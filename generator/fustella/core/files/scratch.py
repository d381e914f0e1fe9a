"""Makes scratch folders of a process, which are removed even if the process is killed.

The process notes them, and its unfinished files, in a journal: if it is killed, the next command
removes what it left.
"""

import atexit
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fustella.core.files.journal import SCRATCH, Journal, JournalSteps, clean, to_the_end
from fustella.core.files.whole import RUN, temporary_place


class _Scratch:
    """The scratch folders of a process, listed in a journal; a forked process starts with none."""

    def __init__(self) -> None:
        self.process = os.getpid()
        self.journal = Journal()
        self.steps = JournalSteps()
        atexit.register(self.end)

    def end(self) -> None:
        """Removes all remaining scratch folders; in a forked process, does nothing."""
        if os.getpid() == self.process:
            over = to_the_end(lambda: clean(JournalSteps(scratch=self.steps.scratch)))
            to_the_end(lambda: self.journal.close(over=over))
            self.steps = JournalSteps()
            self.journal = Journal()


_scratch: _Scratch | None = None


def _scratch_of_process() -> _Scratch:
    global _scratch  # noqa: PLW0603  (a process has one)
    if _scratch is None or _scratch.process != os.getpid():
        if _scratch is not None:
            _scratch.journal.leave()
        _scratch = _Scratch()
    return _scratch


def scratch_folder(purpose: str) -> Path:
    """Makes a folder among the system's temporary folders, which goes when this process ends.

    If the process is killed, the next command removes it. Raises OSError.
    """
    mine = _scratch_of_process()
    folder = Path(temporary_place(), f"{SCRATCH}{purpose}-{os.urandom(8).hex()}")
    mine.journal.note({"scratch": str(folder)}, lasting=False)
    folder.mkdir(mode=0o700)
    mine.steps.scratch.append(folder)
    return folder


@contextmanager
def scratch(purpose: str) -> Iterator[Path]:
    """Yields a `scratch_folder` that is removed when the block ends. Raises OSError."""
    folder = scratch_folder(purpose)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def note_unfinished_in(folder: Path) -> None:
    """Notes that this process, if it is killed, may leave unfinished files in a folder."""
    mine = _scratch_of_process()
    if (folder, RUN) not in mine.steps.unfinished_in:
        mine.steps.unfinished_in.append((folder, RUN))
        mine.journal.note({"unfinished_in": str(folder), "run": RUN}, lasting=False)


def end_scratch() -> None:
    """Removes the scratch folders of this process, if it is to end without its exit handlers."""
    if _scratch is not None:
        _scratch.end()
