"""Reads the files of a project: no devices and pipes, no files outside of it, none too large.

`root` is the folder of the project. A link inside of the project may lead to another place inside
of it. For files that the command line names, which may lie anywhere, `root` is None.
"""

import errno
import os
import stat
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from io import FileIO
from pathlib import Path

from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words.patterns import regex

_NOTHING_THERE = frozenset(
    (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG, errno.EINVAL, errno.EBADF)
)

_UNDECODED = regex("[\ud800-\udfff]")
"""Matches characters with which Python replaces bytes of a name that are not UTF-8."""

_NO_WAITING = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags to open even a pipe at once, though nobody writes to it; it is then refused."""

_LFS = b"version https://git-lfs.github.com/spec/"
"""The beginning of a pointer of Git LFS (the specification of Git LFS, "The Pointer")."""

_WHY = {
    errno.ENOENT: ("there is no such file", "look for it under another name, or in another folder"),
    errno.EISDIR: (
        "it is a folder, not a file",
        "put a file there, or rename the folder",
    ),
    errno.ENOTDIR: (
        "it is a file, not a folder",
        "put a folder there, or rename the file",
    ),
    errno.EACCES: ("you have no right to read it", "give yourself the right to read it"),
    errno.EPERM: ("you have no right to read it", "give yourself the right to read it"),
    errno.ELOOP: ("its links lead in a circle", "put the file itself in place of the link"),
    errno.ENAMETOOLONG: ("its name is too long", "give it a shorter name"),
}
"""The errors of the system, each in plain words and with a hint."""

_OF_A_DISK = "see whether its disk fails, or was taken away; then run the command again"


class NotRead(OSError):
    """Raised for a file that must not be read, with the code, message and hint of its problem.

    `cause` is the folder that is to blame, as designers know it; "" where the file is to blame.
    """

    def __init__(self, code: str, message: str, hint: str, cause: str = "") -> None:
        super().__init__(None, message)
        self.code, self.message, self.hint, self.cause = code, message, hint, cause


def unread(error: OSError, place: Place) -> Problem:
    """The problem of a file or folder that could not be read: E100, or the code of a NotRead."""
    if isinstance(error, NotRead) and error.cause and not (place.line or place.key):
        # One problem for all that is inside.
        return Problem(error.code, Place(error.cause), error.message, error.hint)
    code, message, hint = problem_of_unread(error)
    return Problem(code, place, message, hint)


def not_utf_8(error: UnicodeDecodeError, file: str) -> Problem:
    """The problem of a text that is not UTF-8, E102, at the first line that cannot be read."""
    line = error.object.count(b"\n", 0, error.start) + 1
    message = "the file is not in UTF-8: a letter on this line cannot be read"
    hint = "save it again with “Save As” in your editor, and choose UTF-8 as its encoding there"
    return Problem("E102", Place(file, line), message, hint)


def problem_of_unread(error: OSError) -> tuple[str, str, str]:
    """The code, message and hint for an unread file; the caller adds the place."""
    if isinstance(error, NotRead):
        named = f"`{error.cause}` " if error.cause else ""
        return error.code, named + error.message, error.hint
    otherwise = _OF_A_DISK if fails(error) else "check its name"
    hint = _WHY.get(error.errno or 0, ("", otherwise))[1]
    return "E100", f"cannot be read: {why_unread(error)}", hint


def why_unread(error: OSError) -> str:
    """The reason why a file could not be read, in plain words where `_WHY` has some."""
    return _WHY.get(error.errno or 0, (error.strerror or str(error), ""))[0]


def fails(error: OSError) -> bool:
    """Whether an error means that a file exists, and the system could not read it.

    It is False for a file that is missing, and for NotRead. Callers that go on without a missing
    file need it, because a file that cannot be read is a problem.
    """
    return error.errno not in _NOTHING_THERE and not isinstance(error, NotRead)


def read_bytes(path: Path, root: Path | None, most_bytes: int) -> bytes:
    """The bytes of a file. Raises NotRead, like `check_readable`, or another OSError."""
    check_readable(path, root, most_bytes)
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_WAITING), "rb") as file:
        status = os.fstat(file.fileno())
        _check_status(status, most_bytes)  # it may be another one by now
        data = file.read(status.st_size + 1)  # `most_bytes` would be allocated at once
        if len(data) > status.st_size:  # it has grown
            data += file.read(most_bytes + 1 - len(data))
    if len(data) > most_bytes:
        raise _too_large(most_bytes)
    if data.startswith(_LFS):
        raise _pointer()
    return data


def read_own(path: Path, most_bytes: int = limits.OWN_BYTES) -> bytes:
    """The bytes of a file that the tool writes itself, opened by `open_own`. Raises OSError."""
    with open_own(path) as file:
        if os.fstat(file.fileno()).st_size > most_bytes:
            raise OSError(errno.EFBIG, "it is too large", str(path))
        return file.readall()


def open_own(path: Path) -> FileIO:
    """A file that the tool writes itself, opened for reading. Raises OSError, also for a link."""
    if path.is_symlink():
        raise OSError(errno.ELOOP, "it is a link", str(path))
    return open_file(path, getattr(os, "O_NOFOLLOW", 0))


def open_file(path: Path, flags: int = 0) -> FileIO:
    """A file opened for reading its bytes. Raises OSError, also for a pipe or a device."""
    handle = os.open(path, os.O_RDONLY | _NO_WAITING | flags)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is no file", str(path))
    return os.fdopen(handle, "rb", buffering=0)


def refuse_pointer(path: Path) -> None:
    """Raises NotRead if a file is a pointer of Git LFS, which stands for the real file.

    It is for files that a library opens by itself; `read_bytes` refuses pointers without it.
    Raises OSError where the file cannot be read.
    """
    if beginning_of(path, len(_LFS)) == _LFS:
        raise _pointer()


def _pointer() -> NotRead:
    message = "cannot be read: git keeps the file elsewhere (Git LFS), and only its address is here"
    return NotRead("E100", message, "run `git lfs install` and `git lfs pull` in the project")


def beginning_of(path: Path, most_bytes: int) -> bytes:
    """The first bytes of a file, or of anything else that passes `is_file`. Raises OSError."""
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_WAITING), "rb") as file:
        return file.read(most_bytes)


def check_readable(path: Path, root: Path | None, most_bytes: int) -> None:
    """Raises NotRead for a file that must not be read, or OSError for one that cannot be read.

    The codes are E100 not a file, E131 outside of the project, E132 too large, E134 a name that is
    not text.
    """
    if "\0" in str(path):
        raise NotRead("E100", "cannot be read: no file has such a name", "check its name")
    if not is_text(path):
        message = "the name of the file, or of its folder, has letters that cannot be read"
        raise NotRead("E134", message, "rename it: type its special letters anew")
    if not is_inside(path, root):
        raise leads_out(path, root)
    _check_status(path.stat(), most_bytes)


def is_inside(path: Path, root: Path | None) -> bool:
    """Whether a path lies in the project, with all links on its way followed."""
    if root is None or _is_straight_below(os.fspath(path), os.fspath(root)):
        return True
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, ValueError, RuntimeError):  # a circle of links, a name that is none
        return False


def _is_straight_below(path: str, root: str) -> bool:
    """Whether a path leads down from the root, without links and steps up.

    Such a path lies inside of the root, so that its links need not be followed from the top.
    """
    at = f"{root}{os.sep}"
    names = path.removeprefix(at).split(os.sep)  # noqa: PTH206 - see below
    if not path.startswith(at) or os.pardir in names:
        return False
    for name in names:
        at = os.path.join(at, name)  # noqa: PTH118 - of every file that is read
        try:
            found = os.lstat(at)
        except (OSError, ValueError):
            return False
        if stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", False):
            return False
    return True


def link_on_the_way(path: Path, root: Path) -> Path | None:
    """The first link among a path below the root and its folders, or None; it may be missing."""
    for one in (*_folders_below(path, root), path):
        try:
            found = os.lstat(one)
        except OSError:
            return None  # nothing is there, nor below it
        if stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", False):
            return one
    return None


def leads_out(path: Path, root: Path | None) -> NotRead:
    """The error for a path that leads out of the project, or is in a folder that leads out."""
    hint = "copy what it leads to into the project: nothing outside of it is read"
    folder = next((one for one in _folders_below(path, root) if not is_inside(one, root)), path)
    if root is None or folder == path or os.pardir in path.parts:
        return NotRead("E131", "leads out of the project", hint)
    cause = shown_name(folder.relative_to(root).as_posix())
    return NotRead("E131", "is a link out of the project", hint, cause)


def why_missing(path: Path, root: Path) -> str:
    """A hint for a file or folder of the project that is not found; "" where no reason is known.

    It explains a link on the way that leads out or nowhere, and a name with other capital letters.
    """
    for one in (*_folders_below(path, root), path):
        name = shown_name(one.relative_to(root).as_posix())
        linked = os.path.lexists(one) and one.is_symlink()
        if linked and not is_inside(one, root):
            return f"`{name}` is a link out of the project: copy what it leads to in its place"
        if linked and not one.exists():
            return f"`{name}` is a link that leads nowhere: put the file or folder in its place"
        if other := otherwise_spelt(one, root):
            there = shown_name(other.relative_to(root).as_posix())
            return f"`{there}` is there: rename it to `{one.name}`"
    return ""


def otherwise_spelt(path: Path, root: Path | None) -> Path | None:
    """The file or folder that differs from a path only in capital letters, or None.

    The result is the same on systems that take both names for the same file.
    """
    with suppress(ProblemsFound):
        found = {entry.name: entry for entry in entries_of(path.parent, root)}
        if path.name not in found:
            plain = _caseless_name(path.name)
            return next((one for name, one in found.items() if _caseless_name(name) == plain), None)
    return None


def _caseless_name(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _folders_below(path: Path, root: Path | None) -> Sequence[Path]:
    """The folders between the root and a path, from the top down."""
    if root is None or not path.is_relative_to(root):
        return ()
    return [folder for folder in reversed(path.parents) if root in folder.parents]


def shown_name(name: str) -> str:
    """A name that can be printed; bytes that are not UTF-8 become their numbers."""
    return name.encode(errors="backslashreplace").decode()


def is_text(path: Path | str) -> bool:
    """Whether the name of a path is text; a name from another system may be other bytes."""
    return (name := str(path)).isascii() or not _UNDECODED.search(name)


def is_file(path: Path) -> bool:
    """Whether a file is there; True if the system does not say, as reading it then says why."""
    return _has_mode(path, stat.S_ISREG)


def is_there(path: Path | str) -> bool:
    """Whether anything is there: a file, a folder, a pipe, or a link to nothing."""
    return _has_mode(path, lambda _: True) or os.path.lexists(path)


def is_folder(path: Path) -> bool:
    """Whether a folder is there.

    It is True, too, if the system gives no answer: reading the folder then raises the reason.
    """
    return _has_mode(path, stat.S_ISDIR)


def entries_of(folder: Path, root: Path | None) -> list[Path]:
    """The files and folders in a folder, sorted by name; [] where there is no such folder.

    Raises ProblemsFound: E100 cannot be read, E131 outside of the project, E133 too many entries.
    """
    return [folder / name for name in names_in(folder, root)]


def names_in(folder: Path, root: Path | None) -> list[str]:
    """The names of the files and folders in a folder, sorted; [] where there is no such folder.

    Raises ProblemsFound as `entries_of`.
    """
    if not is_inside(folder, root):
        raise _problems_of(leads_out(folder, root), folder, root)
    return [entry.name for entry in _scan(folder, root, limits.FOLDER_ENTRIES)]


def files_in(folder: Path, root: Path | None) -> Iterator[Path]:
    """Yields everything below a folder except folders, in a fixed order.

    Links to folders inside of the project are followed, each once on a way. A link that leads out
    of the project, or to nothing, is yielded like a file. Entries whose name is not text are left
    out. Raises ProblemsFound: E100 cannot be read, E133 too many entries.
    """
    if not is_inside(folder, root):
        return
    left = limits.FOLDER_ENTRIES
    waiting: list[tuple[Path, bool, tuple[Path, ...]]] = [(folder, True, (folder,))]
    while waiting:
        path, is_a_folder, way = waiting.pop()
        if not is_a_folder:
            yield path
            continue
        found = _scan(path, root, left)
        left -= len(found)
        named = (entry for entry in reversed(found) if is_text(entry.name))
        steps = (_step(path / entry.name, entry, way, root) for entry in named)
        waiting += [step for step in steps if step[2]]


def _step(
    path: Path, entry: "os.DirEntry[str]", way: tuple[Path, ...], root: Path | None
) -> tuple[Path, bool, tuple[Path, ...]]:
    """A path, whether it is a folder to enter, and the real folders on the way into it.

    The way is () if it would lead in a circle.
    """
    try:
        if not entry.is_dir():
            return path, False, way
        if not entry.is_symlink() and os.name != "nt":
            return path, True, way
        real = path.resolve()
    except (OSError, RuntimeError):
        return path, False, way
    if root is not None and not real.is_relative_to(root.resolve()):
        return path, False, way
    passed = (one.resolve() for one in (*way, path.parent))
    if entry.is_symlink() and any(one.is_relative_to(real) for one in passed):
        return path, True, ()
    return path, True, (*way, real)


def _scan(folder: Path, root: Path | None, most: int) -> "list[os.DirEntry[str]]":
    """The entries of a folder, sorted; [] where there is no folder. Raises ProblemsFound."""
    found = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                found.append(entry)
                if len(found) > most:
                    message = f"more than {limits.FOLDER_ENTRIES:,} files in it"
                    hint = "move what is no part of a game out of the project"
                    raise _problems_of(NotRead("E133", message, hint), folder, root)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise _problems_of(error, folder, root) from None
    return sorted(found, key=lambda entry: entry.name)


def _problems_of(error: OSError, path: Path, root: Path | None) -> ProblemsFound:
    inside = root is not None and path != root and path.is_relative_to(root)
    name = path.relative_to(root).as_posix() if root is not None and inside else path.name
    return ProblemsFound([unread(error, Place(shown_name(name)))])


def _check_status(status: os.stat_result, most_bytes: int) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        hint = "put a file in its place"
        raise NotRead("E100", "cannot be read: it is not a plain file", hint)
    if status.st_size > most_bytes:
        raise _too_large(most_bytes)


def _too_large(most_bytes: int) -> NotRead:
    hint = "see whether it is the right file; if it is, make two of it"
    return NotRead("E132", f"larger than {most_bytes / limits.MB:.3g} MB", hint)


def _has_mode(path: Path | str, sort: Callable[[int], bool]) -> bool:
    try:
        return sort(os.stat(path).st_mode)  # noqa: PTH116 - a path is made slowly
    except ValueError:  # a NUL in the name
        return False
    except OSError as error:
        return error.errno not in _NOTHING_THERE
