"""Writes whole files, first beside their places and then renamed; and locks folders.

`core.files.journal` writes several files at once, and files that must not be lost.
"""

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    try:
        import fcntl
    except ImportError:  # a system without locks
        fcntl = None  # type: ignore[assignment]

PATIENCE_S = 10.0
"""The longest time that `alone_in` waits for another process; most need some milliseconds."""

_POLL_S = 0.01

_UNFINISHED = re.compile(r"\.\d+-.")
"""The beginning of the names of unfinished files, of this process and of others."""

HELD_S = 1.0
"""The longest time that `once_free` waits for a file that another program has open.

A program that looks for viruses or makes an index has let go of it by then, but a viewer has not.
"""

_HELD = frozenset((5, 32, 33))
"""Errors of Windows for a file that another program has open; other systems have none.

They are ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION (System Error Codes,
0-499).
"""

ABANDONED_S = 3600.0
"""The age from which an unfinished file belongs to no living build: no build takes so long."""

RUN = f"{int.from_bytes(os.urandom(8)) % 10**9:09}"
"""Digits that tell this process from one with the same id in another container."""


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file, new or in the place of an old one, whole or not at all. Raises OSError.

    It is for files that may be lost with the power: it does not wait for the disk, and keeps no
    journal.
    """
    temporary = unfinished(path)
    try:
        temporary.write_bytes(data)
        put_in_place(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def put_in_place(new: Path, place: Path) -> None:
    """Moves a file to a place, where it replaces another, by `once_free`. Raises OSError."""
    once_free(lambda: new.replace(place))


def once_free(change: Callable[[], object]) -> None:
    """Changes a file; where another program has it open, tries again for `HELD_S` seconds.

    Raises OSError where the change fails for another reason, or fails to the end.
    """
    until = time.monotonic() + HELD_S
    while True:
        try:
            change()
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _HELD or time.monotonic() > until:
                raise
        time.sleep(_POLL_S)


def temporary_place() -> str:
    """The folder of the system for temporary files. Raises OSError.

    Python's own function for it writes a file there, which a killed process would leave.
    """
    named = (os.environ.get(name) for name in ("TMPDIR", "TEMP", "TMP"))
    for folder in filter(None, (*named, "/tmp" if os.name == "posix" else None)):
        if os.path.isabs(folder) and os.path.isdir(folder) and os.access(folder, os.W_OK | os.X_OK):  # noqa: PTH112, PTH117
            return folder
    import tempfile  # noqa: PLC0415  (hardly ever needed)

    return tempfile.gettempdir()


def unfinished(path: Path) -> Path:
    """The path of the unfinished file that this thread writes before it is moved to `path`."""
    return path.with_name(f"{_prefix()}{path.name}")


def finished(path: Path) -> Path:
    """The place of an unfinished file of this thread; any other path is returned as it is."""
    return path.with_name(path.name.removeprefix(_prefix()))


def is_unfinished(path: Path) -> bool:
    """Whether a file is an unfinished file of any process."""
    return bool(_UNFINISHED.match(path.name))


def is_of_run(name: str, run: str) -> bool:
    """Whether an unfinished file of this name is of the process with `run`, or of its fork."""
    return re.match(rf"\.\d+{run}\d+-.", name) is not None


def _prefix() -> str:
    """The beginning of the names of this thread's unfinished files."""
    return f".{os.getpid()}{RUN}{threading.get_native_id()}-"


def sweep(folder: Path, now_s: float | None = None) -> None:
    """Deletes the unfinished files in a folder that killed builds left an hour ago or earlier."""
    now_s = time.time() if now_s is None else now_s
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208  (a path for each takes ten times as long)
            if name.startswith(".") and is_unfinished(path := folder / name):
                with suppress(OSError):  # another build was quicker
                    status = path.stat()
                    # A second name of an old file keeps its mtime; its ctime is that of the link.
                    if now_s - max(status.st_mtime, status.st_ctime) > ABANDONED_S:
                        path.unlink()


@contextmanager
def alone_in(folder: Path, patience_s: float | None = None) -> Iterator[None]:
    """Locks a folder for the block, against all threads and processes that call `alone_in`, too.

    It is for files that are read, added to and written again, and must not be nested. A process
    that is killed releases its lock. Where the system has no locks, or another process holds the
    lock for longer than `patience_s` (else PATIENCE_S), the block begins without it. Raises OSError
    when there is no such folder.
    """
    handle = _lockable(folder)
    try:
        until = time.monotonic() + (PATIENCE_S if patience_s is None else patience_s)
        while not locked(handle) and time.monotonic() < until:
            time.sleep(_POLL_S)
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":

    def _lockable(folder: Path) -> int:
        return os.open(folder / ".lock", os.O_RDWR | os.O_CREAT)

    def locked(handle: int) -> bool:
        """Takes the lock of an open file. Returns whether it was free."""
        # A lock of Windows keeps others from reading, too (LockFile): it lies far behind the end.
        os.lseek(handle, 1 << 30, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _lockable(folder: Path) -> int:
        """A handle of the folder itself, which can be locked: so no lock file is left in it."""
        return os.open(folder, os.O_RDONLY)

    def locked(handle: int) -> bool:
        """Takes the lock of an open file. Returns whether it was free; True without locks."""
        if fcntl is None:
            return True
        try:
            # flock(2), not fcntl(2): the latter is lost when any handle of the file is closed.
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True
