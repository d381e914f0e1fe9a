"""Makes the problems that end a command, or a part of it, without a fault of the content.

Each problem says what was being done at that moment, as far as it is known.
"""

import errno
import os
import signal
from pathlib import Path

from msgspec.structs import replace

from fustella.core.files.unwritten import why_unwritten
from fustella.core.processes.limits import MB, PROCESS_BYTES
from fustella.core.processes.steps import Step, step_of
from fustella.core.values.problems import Place, Problem

ISSUES = "https://github.com/fustella/fustella/issues"

_PROGRAM = Place("fustella")


def _step_with_place(step: Step | None) -> Step:
    """A step that has a place, `fustella` if it had none; an empty step for None."""
    taken = step or Step("", _PROGRAM, 0.0)
    return taken if taken.place.file else replace(taken, place=_PROGRAM)


def too_long(step: Step | None, after_s: float, *, computed: bool) -> Problem:
    """The problem of a step that took too much of the processor's time, or waited for too long."""
    taken = _step_with_place(step)
    how = "computing" if computed else "waiting"
    message = f"{taken.doing or 'a command'} was ended after {after_s:g} s of {how}"
    hint = "look there for long repetitions, thousands of texts or shapes, and huge pictures"
    if not computed:
        hint = (
            "run it again while the computer is less busy; if its files lie on a network or in a "
            "cloud, copy them to this computer first"
        )
    return Problem("E020", taken.place, message, hint)


def too_large(step: Step | None) -> Problem:
    """The problem of a step that requested more memory than exists or is allowed."""
    taken = _step_with_place(step)
    most = f"{PROCESS_BYTES // (1000 * MB)} GB of memory, or all there is"
    message = f"{taken.doing or 'a command'} took more than {most}"
    hint = "look there for long repetitions and very large pictures; or build one game at a time"
    return Problem("E021", taken.place, message, hint)


def ended(step: Step | None, exit_code: int) -> Problem:
    """The problem of a process that ended by itself; its exit code is below 0 for a signal."""
    taken = _step_with_place(step)
    how = f"it was stopped with {exit_code}"
    if exit_code < 0:
        number = -exit_code
        known = number in set(signal.Signals)
        how = signal.Signals(number).name if known else f"signal {number}"
    message = f"the program ended unexpectedly ({how})"
    if taken.doing:
        message += f" while {taken.doing}"
    if exit_code == -getattr(signal, "SIGKILL", 9):
        hint = "it was killed from outside, perhaps as memory was short: close other programs"
    else:
        hint = f"please report it, with the file that is named: {ISSUES}"
    return Problem("E022", taken.place, message, hint)


_OF_THE_SYSTEM = frozenset(
    getattr(errno, name)
    for name in (
        *("EIO", "ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EBUSY", "ENFILE", "EMFILE"),
        *("ESTALE", "ENXIO", "ENODEV", "ETIMEDOUT", "EFBIG", "ENOMEM"),
    )
    if hasattr(errno, name)
)
"""The errors for which disks, networks or rights are to blame, and never the tool (errno(3))."""


def _system_problem(error: OSError, step: Step | None) -> Problem:
    """The problem E100 of a file that the system could not read or write."""
    file = error.filename2 or error.filename
    named = isinstance(file, str | bytes | os.PathLike)
    place = Place(os.fsdecode(file)) if named else _step_with_place(step).place
    message = f"cannot be read or written: {why_unwritten(error)}"
    hint = "see whether its disk is full, or fails, or was taken away; then run the command again"
    if Path(place.file).is_relative_to(_INSTALLED):
        hint = _AGAIN
    return Problem("E100", place, message, hint)


_AGAIN = "it is a file of Fustella: check the disk, and install Fustella again"

_INSTALLED = Path(__file__).parents[3]
"""The folder that the tool and its libraries are installed in."""


def unexpected(error: BaseException) -> Problem:
    """The problem of an exception that nothing has caught: mostly a bug of the tool.

    It is E021 where memory was short, and E100 where the system is to blame, or a part of the tool
    or of a library is missing.
    """
    step = step_of(error)
    if isinstance(error, MemoryError):
        return too_large(step)
    if isinstance(error, OSError) and error.errno in _OF_THE_SYSTEM:
        return _system_problem(error, step)
    if isinstance(error, ImportError):  # Python takes a file that it cannot read for none
        message = f"a part of Fustella cannot be read: {error}"
        return Problem("E100", _PROGRAM, message, _AGAIN)
    raised = " ".join(f"{type(error).__name__}: {error}".split())
    message = f"failed unexpectedly{f' while {step.doing}' if step else ''}: {raised[:300]}"
    hint = f"please report it, with what --debug shows: {ISSUES}"
    return Problem("E029", _step_with_place(step).place, message, hint)
