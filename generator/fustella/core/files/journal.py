"""Writes several files, all or none, even if the process is killed or the machine stops.

New files are first written beside their places. Then a journal says what is to be moved and what
is to be removed. Once the journal is on the disk, all of this will happen: if the process ends too
early, the next command does the rest before it reads anything. If the process ends before that,
nothing has happened, and the next command deletes the files that were written beside the places.

Journals lie in the folder of the user's state, not in a project: every command finds them by
looking into one folder, which is empty nearly always, and a stranger's project cannot bring one.
Each is locked while its process lives. Without such a folder, or without room in it, files are
still written all or none, except by processes that are killed.
"""

import errno
import hashlib
import json
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from msgspec import Struct, field

from fustella.core.files.fingerprint import sha256_of
from fustella.core.files.names import refuse_way_out
from fustella.core.files.state import JOURNALS, journals, make_private, state_folder
from fustella.core.files.unwritten import why_unwritten
from fustella.core.files.whole import (
    finished,
    is_of_run,
    locked,
    once_free,
    put_in_place,
    unfinished,
)
from fustella.core.values.problems import Place, Problem, warning

KEPT_S = 30 * 24 * 3600.0
"""The time in seconds to keep a journal that cannot be finished: a drive may be away for long."""

PATIENCE_S = 10.0
"""The most seconds to wait for a process that moves its files, which takes milliseconds."""

_Result = TypeVar("_Result")

_TRIES = 5

SCRATCH = "fustella-"
"""The beginning of the names of scratch folders, which a process makes for a while."""


def write_all(home: Path, files: Mapping[Path, bytes]) -> None:
    """Writes files in `home`, all or none. Raises OSError, and ProblemsFound: E402."""
    with Writing(home) as writing:
        for path, data in files.items():
            writing.put(path, data)
        writing.finish()


class Move(Struct, frozen=True):
    """A new file and its place; `before` is the hash of the file that lay there, "" for none."""

    new: Path
    target: Path
    before: str

    @property
    def old(self) -> Path:
        """The second name of the old file in the place, which exists until everything is done."""
        return self.new.with_name(f"{self.new.name}.old")


class JournalSteps(Struct):
    """The steps that a journal lists.

    `unfinished` are new files, `made` the folders made for them, `scratch` the scratch folders.
    `unfinished_in` has other folders with unfinished files, each with the `RUN` of their process.
    Once `decided`, the `moves` are made, then the files in `gone` are removed, then the empty
    folders among `emptied`. A `Move` in `gone` has no new file. `undone`: a move failed, so the
    earlier moves are taken back.
    """

    unfinished: list[Path] = field(default_factory=list)
    made: list[Path] = field(default_factory=list)
    scratch: list[Path] = field(default_factory=list)
    unfinished_in: list[tuple[Path, str]] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    gone: list[Move] = field(default_factory=list)
    emptied: list[Path] = field(default_factory=list)
    decided: bool = False
    undone: bool = False


class Writing:
    """Writes several files: `put` writes each beside its place, `finish` moves all to their places.

    A block that ends without `finish` removes what was written. Nothing outside of `homes` is
    touched.
    """

    def __init__(self, *homes: Path) -> None:
        self._homes = homes
        self._steps = JournalSteps()
        self._journal = Journal()
        self._targets: dict[Path, Path] = {}
        self._over = True

    def __enter__(self) -> "Writing":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._steps.decided:
            self._over = to_the_end(lambda: clean(self._steps))
        to_the_end(lambda: self._journal.close(over=self._over))

    def put(self, path: Path, data: bytes, like: Path | None = None) -> None:
        """Writes the new content of a file, with the permissions of `like`, and makes its folder.

        Raises OSError, and ProblemsFound: E402.
        """
        self.put_parts(path, (data,))
        if like is not None:
            shutil.copymode(like, self._targets[path])

    def put_parts(self, path: Path, parts: Iterable[bytes]) -> None:
        """Writes the new content of a file in parts, each as soon as it is made.

        Raises OSError, and ProblemsFound: E402.
        """
        refuse_way_out(path, *self._homes)
        assert path not in self._targets, "two files for one place"
        self._make(path.parent)
        new = unfinished(path)
        self._journal.note({"unfinished": str(new)})
        self._steps.unfinished.append(new)
        with new.open("wb") as stream:
            stream.writelines(parts)
            stream.flush()
            os.fsync(stream.fileno())
        self._targets[path] = new

    def finish(self, gone: Iterable[Path] = (), emptied: Iterable[Path] = ()) -> None:
        """Moves all files to their places, deletes the files in `gone`, then the `emptied` folders.

        Folders in `emptied` that still hold something stay. When a step fails, the steps before it
        are taken back. A replaced file is there at every moment, old or new. Raises OSError, and
        ProblemsFound: E402.
        """
        steps = self._steps
        removed = [path for path in gone if os.path.lexists(path)]
        assert not {*removed} & self._targets.keys(), "two files for one place"
        for path in removed:
            refuse_way_out(path, *self._homes)
        for target in (*self._targets, *removed):
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "a folder has its name", str(target))
        steps.moves = [Move(new, path, _hash(path)) for path, new in self._targets.items()]
        steps.gone = [Move(unfinished(path), path, _hash(path)) for path in removed]
        steps.emptied = list(emptied)
        if not steps.moves and not steps.gone:
            steps.decided = True
            return
        folders = {move.target.parent for move in (*steps.moves, *steps.gone)}
        _sync(folders)
        try:
            self._journal.decide(steps)
            steps.decided = True
            # rename(2) puts a file in place of another one at once, but only one at a time: hence
            # the journal, which has to be on the disk before the first.
            _make_all(steps)
        except BaseException:  # KeyboardInterrupt, too
            self._journal.undo()
            if steps.decided:
                self._over = to_the_end(lambda: _undo(steps))
            raise

        def settle() -> None:
            _sync(folders)
            self._over = _remove_backups(steps)

        to_the_end(settle)

    def _make(self, folder: Path) -> None:
        """Makes a folder and the folders above it, and notes them in the journal.

        If the writing ends without `finish`, these folders are removed again.
        """
        if folder.is_dir():
            return
        if folder.parent != folder:
            self._make(folder.parent)
        self._journal.note({"made": str(folder)})
        with suppress(FileExistsError):
            folder.mkdir()
            self._steps.made.append(folder)
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "a file has its name", str(folder))


def to_the_end(work: Callable[[], _Result]) -> _Result:
    """Does some work, once more if Ctrl-C interrupts it; then raises KeyboardInterrupt."""
    try:
        return work()
    except KeyboardInterrupt:
        work()
        raise


def _make_all(steps: JournalSteps) -> None:
    """Makes all moves and removals. Raises OSError."""
    for move in steps.moves:
        _back_up(move)
        put_in_place(move.new, move.target)
    for move in steps.gone:
        _back_up(move)
        once_free(partial(move.target.unlink, missing_ok=True))


def _undo(steps: JournalSteps) -> bool:
    """Undoes the moves and removals that were made. Returns whether everything is as before.

    An old file that cannot be put back stays beside its place. After a kill, the call may be
    repeated.
    """
    done = [_take_back(move) for move in (*steps.moves, *steps.gone)]
    return clean(steps) and all(done)


def _take_back(move: Move) -> bool:
    with suppress(OSError):
        if os.path.lexists(move.old):
            if _hash(move.target) != move.before:
                put_in_place(move.old, move.target)
            move.old.unlink(missing_ok=True)
        elif not move.before and not move.new.exists():
            move.target.unlink(missing_ok=True)
        return True
    return False


def _back_up(move: Move) -> None:
    """Gives the file at a move's place a second name; copies it if there are no hard links."""
    if not move.before:
        return
    move.old.unlink(missing_ok=True)
    try:
        # Windows takes no name away from a file that is open; and some systems would give what a
        # link leads to another name.
        if sys.platform == "win32" or move.target.is_symlink():
            shutil.copy2(move.target, move.old, follow_symlinks=False)
            return
        os.link(move.target, move.old)
    except OSError:
        try:
            shutil.copy2(move.target, move.old, follow_symlinks=False)
        except BaseException:
            move.old.unlink(missing_ok=True)
            raise


def _remove_backups(steps: JournalSteps) -> bool:
    """Removes the second names of old files, and emptied folders. Returns whether all are gone."""
    done = [_remove_file(move.old) for move in (*steps.moves, *steps.gone) if move.before]
    done += [_remove_if_empty(folder) for folder in steps.emptied]
    return all(done)


def clean(steps: JournalSteps) -> bool:
    """Removes new files that were not moved, and folders made for them.

    Returns whether all are gone.
    """
    done = [_remove_file(new) for new in steps.unfinished]
    done += [_remove_if_empty(folder) for folder in reversed(steps.made)]
    done += [_remove_scratch(folder) for folder in steps.scratch]
    for folder, run in steps.unfinished_in:
        with suppress(FileNotFoundError):
            names = os.listdir(folder)  # noqa: PTH208  (a cache holds thousands)
            done += [_remove_file(folder / name) for name in names if is_of_run(name, run)]
    return all(done)


def _remove_scratch(folder: Path) -> bool:
    """Removes a scratch folder, with all that is in it. Returns whether it is gone."""
    if folder.name.startswith(SCRATCH) and not folder.is_symlink():
        shutil.rmtree(folder, ignore_errors=True)
    return not os.path.lexists(folder)


def _remove_file(path: Path) -> bool:
    with suppress(OSError):
        path.unlink(missing_ok=True)
        return True
    return False


def _remove_if_empty(folder: Path) -> bool:
    """Removes a folder if it is empty. Returns False if it is empty and cannot be removed."""
    try:
        folder.rmdir()
    except OSError as error:
        return error.errno in (errno.ENOTEMPTY, errno.EEXIST, errno.ENOENT, errno.ENOTDIR)
    return True


def _hash(path: Path) -> str:
    """The hash of a file, or of a link itself; "" where there is neither. Raises OSError."""
    try:
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            return hashlib.sha256(os.fsencode(path.readlink())).hexdigest()
        if stat.S_ISREG(status.st_mode):
            return sha256_of(path)
    except FileNotFoundError:
        return ""
    except PermissionError:  # it may be replaced all the same
        status = path.lstat()
    return f"{status.st_size} {status.st_mtime_ns}"


def _sync(folders: Iterable[Path]) -> None:
    """Forces the entries of folders to the disk, where the system has a way for it (fsync(2))."""
    if sys.platform == "win32":
        return
    for folder in folders:
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


class Journal:
    """The journal of one `Writing`: a file that its first note creates, if that is possible."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._handle = -1
        self._begun = False

    def note(self, entry: Mapping[str, object], *, lasting: bool = True) -> None:
        """Adds a line; the first line creates the file of the journal.

        The file of a `lasting` journal has its name on the disk before it has a line. Where there
        is no room for the line, the work goes on without a journal: the files to write may lie on
        another disk, which has room.
        """
        if not self._begun:
            self._begun = True
            try:
                self._begin(lasting=lasting)
            except OSError:
                self.close(over=True)
        try:
            self._add(entry)
        except OSError:
            self.close(over=True)

    def _add(self, entry: Mapping[str, object], *, lasting: bool = False) -> None:
        """Adds a line; a `lasting` one is on the disk when this returns. Raises OSError."""
        if self._handle >= 0:
            _write(self._handle, json.dumps(entry).encode() + b"\n")
            if lasting:
                os.fsync(self._handle)

    def decide(self, steps: JournalSteps) -> None:
        """Notes the moves and removals in the journal.

        Without room for them, the work goes on without a journal.
        """
        moves = [[str(one.new), str(one.target), one.before] for one in steps.moves]
        gone = [[str(one.new), str(one.target), one.before] for one in steps.gone]
        emptied = list(map(str, steps.emptied))
        try:
            self._add({"moves": moves, "gone": gone, "emptied": emptied}, lasting=True)
        except OSError:  # the line may be there in part: it must not count
            self.close(over=True)

    def undo(self) -> None:
        """Notes in the journal that the moves and removals are undone."""
        try:
            self._add({"undone": True}, lasting=True)
        except OSError:  # no room for the line: then the moves must not be made later
            self.close(over=True)

    def close(self, *, over: bool) -> None:
        """Ends the journal: deletes it when all is `over`, else leaves it to the next command."""
        if self._path is not None:
            if over:
                _discard(self._path, self._handle)
            elif self._handle >= 0:
                os.close(self._handle)
            self._path, self._handle = None, -1

    def leave(self) -> None:
        """Forgets the journal in a forked process: it belongs to the process that forked."""
        self.close(over=False)

    def _begin(self, *, lasting: bool) -> None:
        home = state_folder()
        if home is None:
            return
        folder = home / JOURNALS
        make_private(folder)
        for _ in range(_TRIES):  # a reader may take a journal for a dead one until it is locked
            path = self._path = folder / f"{os.urandom(8).hex()}.journal"
            handle = self._handle = os.open(path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
            if locked(handle) and (sys.platform == "win32" or os.fstat(handle).st_nlink):
                if not _is_locked(path):  # the system has no locks: others would not see it live
                    self.close(over=True)
                elif lasting:
                    _sync([folder])
                return
            self.close(over=False)


_FLAGS = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0)


def _is_locked(path: Path) -> bool:
    handle = os.open(path, _FLAGS)
    try:
        return not locked(handle)
    finally:
        os.close(handle)


def _write(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _discard(path: Path, handle: int) -> None:
    """Deletes a journal, then releases its lock; Windows only allows the opposite order."""
    if sys.platform == "win32":
        with suppress(OSError):
            os.close(handle)
        with suppress(OSError):
            path.unlink(missing_ok=True)
        return
    with suppress(OSError):
        path.unlink(missing_ok=True)
    with suppress(OSError):  # it may be closed
        os.close(handle)


class Interrupted(Struct):
    """The outcome of finishing the work of commands that were stopped while they wrote files.

    `completed` are the files that were put into place or removed. `cleaned` are the files that are
    as before, because their new content was thrown away. The `warnings`, E404, are about what could
    not be finished.
    """

    completed: list[Path] = field(default_factory=list)
    cleaned: list[Path] = field(default_factory=list)
    warnings: list[Problem] = field(default_factory=list)


def finish_interrupted() -> Interrupted:
    """Completes or undoes the writing of killed processes, in any project.

    Callers read no files before this call, which waits for processes that move theirs.
    """
    done = Interrupted()
    for path in journals():
        with suppress(OSError):  # another process has just finished it
            _finish(path, done)
    return done


def _finish(path: Path, done: Interrupted) -> None:
    """Finishes one journal, unless a living process has it. Raises OSError."""
    handle = os.open(path, _FLAGS)
    discard = False
    try:
        until = time.monotonic() + PATIENCE_S
        while not locked(handle):
            if not _steps_in(path.read_bytes()).decided or time.monotonic() > until:
                return  # it is still writing, beside the places
            time.sleep(0.005)
        if not path.exists():  # whoever had the lock has finished it
            return
        steps = _steps_in(path.read_bytes())
        old = time.time() - path.stat().st_mtime > KEPT_S
        if not steps.decided:
            discard = clean(steps) or old
            # An unfinished file of another process has the name of its place behind the first
            # hyphen.
            names = (new.name.partition("-")[2] or new.name for new in steps.unfinished)
            done.cleaned += map(Path.with_name, steps.unfinished, names)
        elif steps.undone:
            discard = _undo(steps) or old
            done.cleaned += [move.target for move in (*steps.moves, *steps.gone)]
        else:
            try:
                done.warnings += _resume(steps)
                done.completed += [move.target for move in (*steps.moves, *steps.gone)]
                discard = True
            except OSError as error:
                discard = old
                done.warnings.append(_unfinished_problem(error))
    finally:
        if discard:
            _discard(path, handle)
        else:
            os.close(handle)


def _resume(steps: JournalSteps) -> Iterator[Problem]:
    """Makes the moves and removals that remain, and yields warnings. Raises OSError.

    A file that was changed since the journal was written stays as it is.
    """
    for move in steps.moves:
        if not move.new.exists():
            if not move.new.parent.is_dir():
                raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(move.target))
            continue  # it was moved
        now = _hash(move.target)
        if now == move.before:
            _back_up(move)
            put_in_place(move.new, move.target)
        elif now == _hash(move.new):  # the command did it itself, as one of its processes was lost
            move.new.unlink(missing_ok=True)
        else:
            move.new.unlink(missing_ok=True)
            message = "a command was stopped while it wrote this file, which was changed since"
            hint = "it stays as it is now; run that command again"
            yield warning("E404", Place(str(move.target)), message, hint)
    for move in steps.gone:
        if _hash(move.target) == move.before:
            once_free(move.target.unlink)
    _sync({move.target.parent for move in (*steps.moves, *steps.gone)})
    _remove_backups(steps)


def _unfinished_problem(error: OSError) -> Problem:
    place = Place(str(finished(Path(error.filename2 or error.filename or ""))))
    reason = why_unwritten(error)
    message = f"a command was stopped, and what it wrote cannot be put into place: {reason}"
    hint = "close the file in other programs and check its rights; the next command tries again"
    return warning("E404", place, message, hint)


def _steps_in(content: bytes) -> JournalSteps:
    """The steps in a journal; a line that is cut short adds no step."""
    steps = JournalSteps()
    for line in content.split(b"\n"):
        with suppress(ValueError, KeyError, TypeError):
            entry = json.loads(line)
            if "unfinished" in entry:
                steps.unfinished.append(Path(entry["unfinished"]))
            elif "made" in entry:
                steps.made.append(Path(entry["made"]))
            elif "scratch" in entry:
                steps.scratch.append(Path(entry["scratch"]))
            elif "unfinished_in" in entry:
                steps.unfinished_in.append((Path(entry["unfinished_in"]), str(entry["run"])))
            elif "undone" in entry:
                steps.undone = True
            else:
                steps.moves, steps.gone = _moves(entry["moves"]), _moves(entry["gone"])
                steps.emptied = list(map(Path, entry["emptied"]))
                steps.decided = True
    return steps


def _moves(typed: Sequence[Sequence[str]]) -> list[Move]:
    return [Move(Path(new), Path(target), before) for new, target, before in typed]
