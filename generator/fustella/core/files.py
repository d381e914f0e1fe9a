"""Whole files or none: new ones are written beside their places and then renamed, all together."""

import errno
import os
import re
import secrets
import shutil
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


_LEFT = re.compile(r"\.\d+-.")
"""The names of unfinished files, of whatever process."""

_LEFT_S = 3600.0
"""No build takes so long; a second name of an old file is as new as its last renaming."""

_RUN = f"{secrets.randbelow(10**9):09}"
"""Two processes have one number where each runs in a container of its own."""

PATIENCE_S = 10.0
"""So long one waits for another that is at work in a folder, which takes it some milliseconds."""

_LOOK_S = 0.01


def unfinished(path: Path) -> Path:
    """Where this thread writes a file before it takes its place."""
    return path.with_name(f"{_hidden()}{path.name}")


def finished(path: Path) -> Path:
    """The place that an unfinished file is meant for; any other path as it is."""
    return path.with_name(path.name.removeprefix(_hidden()))


def sweep(folder: Path) -> None:
    """Take away what builds that were killed left unfinished in a folder, an hour ago or more."""
    with suppress(OSError):
        for path in folder.iterdir():
            if _LEFT.match(path.name):
                with suppress(OSError):  # another build is quicker
                    status = path.stat()
                    if time.time() - max(status.st_mtime, status.st_ctime) > _LEFT_S:
                        path.unlink()


def replace_all(moves: Sequence[tuple[Path, Path]], gone: Sequence[Path] = ()) -> None:
    """Put every new file in its place, or none: what cannot be replaced puts the others back.

    No two go to one place. Then those that are to be `gone` are taken away, all or none as well.
    At no moment is a place empty that had a file and shall have one. Raises OSError.
    """
    targets = [target for _, target in moves]
    assert len({*targets, *gone}) == len(targets) + len(gone), "two files for one place"
    kept: list[tuple[Path, Path]] = []
    made: list[Path] = []
    try:
        for new, target in moves:
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "a folder has its name", str(target))
            if target.exists():
                old = new.with_name(f"{new.name}.old")
                _keep(target, old)
                kept.append((old, target))
                new.replace(target)
            else:
                made.append(target)
                new.replace(target)
        for target in gone:
            if target.exists():
                old = unfinished(target).with_name(f"{unfinished(target).name}.old")
                _keep(target, old)
                kept.append((old, target))
                target.unlink()
    except BaseException:  # a stop from the keyboard, too
        _put_back(kept, made)
        raise
    for old, _ in kept:
        with suppress(OSError):  # all is in its place; `sweep` takes what is left
            old.unlink(missing_ok=True)


def _keep(target: Path, old: Path) -> None:
    """The same file under a second name; a copy where the system has no second names."""
    old.unlink(missing_ok=True)
    try:
        os.link(target, old)
    except OSError:
        try:
            shutil.copy2(target, old)
        except BaseException:
            old.unlink(missing_ok=True)
            raise


def _put_back(kept: Sequence[tuple[Path, Path]], made: Sequence[Path]) -> None:
    for target in made:
        target.unlink(missing_ok=True)
    for old, target in kept:
        with suppress(OSError):  # then it stays beside its place under the name of `old`
            old.replace(target)
            old.unlink(missing_ok=True)  # two names of one file: the system replaced nothing


def _hidden() -> str:
    """What the names of this thread's unfinished files begin with."""
    return f".{os.getpid()}{_RUN}{threading.get_native_id()}-"


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Do something in a folder while no other thread or process does that asks for it, too.

    For files that are read, added to and written again. Not to be nested. Whoever is killed holds
    up nobody; where the system has no locks, or somebody does not let go for 10 s, one goes on
    without. Raises OSError when there is no such folder.
    """
    handle = _lockable(folder)
    try:
        until = time.monotonic() + PATIENCE_S
        while not _locked(handle) and time.monotonic() < until:
            time.sleep(_LOOK_S)
        yield
    finally:
        os.close(handle)


if sys.platform == "win32":

    def _lockable(folder: Path) -> int:
        return os.open(folder / ".lock", os.O_RDWR | os.O_CREAT)

    def _locked(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _lockable(folder: Path) -> int:
        """The folder itself, so that no file is left lying in it."""
        return os.open(folder, os.O_RDONLY)

    def _locked(handle: int) -> bool:
        """Locked by us, or by nobody where the system has no locks."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True
