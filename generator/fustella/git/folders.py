"""Finds the folders in which git keeps the history of a folder, and decides which may be opened.

Fustella finds these folders as git does, but by itself: git would follow everything that a
stranger's repository names, such as a `.git` file that leads elsewhere (gitrepository-layout(5)),
objects borrowed from another repository, and links. All files must lie in the `.git` of the folder,
or in a folder that the command line allows.
"""

import os
import shlex
import stat
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from fustella.core.files.reading import fails, open_file, shown_name
from fustella.core.words.patterns import visible_in_line

ALLOWING = "--git-dir"
"""The option that allows a folder of git outside of the project."""

_DOT_GIT = ".git"
_POINTER = b"gitdir: "
_YES = ("1", "true", "yes", "on")

_MOST_BYTES = 1 << 20
"""The most bytes of a file with the name of a folder, or with settings."""

_MOST_DEEP = 60
"""The most folders of branches that may lie in one another."""

_MOST_FILES = 1_000_000
_MOST_STORES = 6
"""The most folders of objects that borrow from each other (git's MAX_ALTERNATE_DEPTH is 5)."""

_LEADS_NOWHERE = "its file `.git` leads to no repository"
_CLONE = "clone the project again, or copy your files into a clone that works"
ASK_GIT = "run `git status` in the folder of the project: it says what is wrong"


class NoRepository(Exception):
    """Raised where git or a repository cannot be used: the reason in one line, and a hint or ""."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class NotInGit(NoRepository):
    """Raised where the project is in no repository, or this computer has no git."""


class GitFolders(Struct, frozen=True):
    """The folders of a repository, with all links on the way to them followed.

    `top` is the working tree. `own` has the HEAD of this working tree, and `shared` the branches
    and objects of all working trees; mostly both are the same folder. Only files in the folders
    `within` may be opened.
    """

    top: Path
    own: Path
    shared: Path
    within: tuple[Path, ...]

    def read(self, path: Path) -> bytes:
        """The bytes of a small file; b"" for a file that is not there. Raises NoRepository."""
        if not os.path.lexists(path):
            return b""
        if not _lies_in(_real_path(path), self.within):
            raise self._refusal_of_links([str(path)])
        return _small_file(path)

    def files(self, paths: Iterable[Path]) -> Iterator[Path]:
        """All files among some paths, and in the folders among them; links are followed.

        Raises NoRepository, before the first file, for a link that leads out of the repository and
        for too many files.
        """
        files: list[str] = []
        out: list[str] = []
        for path, leads_out in self._files_below(map(str, paths)):
            (out if leads_out else files).append(path)
        if out:
            raise self._refusal_of_links(out)
        return map(Path, files)

    def check_objects(self) -> None:
        """Raises NoRepository if objects lie outside of `within`, by a link or by borrowing.

        `objects/info/alternates` names other folders of objects, one on a line
        (gitrepository-layout(5)).
        """
        waiting, seen = [self.shared / "objects"], set[Path]()
        while waiting:
            real = _real_path(waiting.pop())
            if real in seen:
                continue
            seen.add(real)
            if not _lies_in(real, self.within):
                raise NoRepository(
                    f"it borrows objects from `{_path_shown(real)}`", _hint_to_allow(real)
                )
            if len(seen) > _MOST_STORES:
                raise NoRepository("it borrows objects from too many repositories", ASK_GIT)
            self.files([real])
            for line in self.read(real / "info" / "alternates").split(b"\n"):
                if line.startswith(b'"'):  # in quotes of C, which git writes for odd names
                    raise _refusal_unreadable()
                if line and not line.startswith(b"#"):
                    waiting.append(real / os.fsdecode(line))

    def _files_below(self, paths: Iterable[str]) -> Iterator[tuple[str, bool]]:
        """Yields the files at and below some paths, each with whether it is a link that leads out.

        Callers must not open a link that leads out.
        """
        waiting, followed, count = [(path, 0) for path in paths], set[Path](), 0
        while waiting:
            path, depth = waiting.pop()
            count += 1
            if count > _MOST_FILES or depth > _MOST_DEEP:
                raise NoRepository("it has more files than can be looked through")
            if _is_link(path):
                if not _lies_in(real := _real_path(path), self.within):
                    yield path, True
                    continue
                if real in followed:
                    continue
                followed.add(real)
            if os.path.isdir(path):  # noqa: PTH112  (a path for each takes much longer)
                for entry in _entries(path):
                    # Most are plain files, which the list of the folder already says.
                    if os.name != "nt" and entry.is_file(follow_symlinks=False):
                        count += 1
                        yield entry.path, False
                    else:
                        waiting.append((entry.path, depth + 1))
            elif os.path.isfile(path):  # noqa: PTH113
                yield path, False

    def _refusal_of_links(self, paths: Sequence[str]) -> NoRepository:
        first, more = Path(min(paths)), len(paths) - 1
        name = first.relative_to(self.top) if first.is_relative_to(self.top) else first
        others = f", as {more} more are" if more > 1 else ", as 1 more is" if more else ""
        message = f"`{_path_shown(name)}` is a link out of the repository{others}"
        return NoRepository(message, f"put what it leads to in its place, or {_CLONE}")


def _entries(path: str) -> "Iterator[os.DirEntry[str]]":
    """The entries of a folder; none if it was removed just now. Raises NoRepository."""
    try:
        with os.scandir(path) as entries:
            yield from entries
    except OSError as error:
        if fails(error):
            raise _refusal_unreadable() from None


def git_folders(root: Path, allowed: Sequence[Path] = ()) -> GitFolders:
    """The folders of the repository around `root`, by the nearest `.git` in it or above it.

    `allowed` are folders outside of the repository that may be opened, too. Raises NoRepository.
    """
    trusted = tuple(map(_real_path, allowed))
    for top in _folders_searched(_real_path(root)):
        path = top / _DOT_GIT
        own = _real_path(path)
        if os.path.isfile(path):  # noqa: PTH113  (a link to nothing is none)
            own = _pointed_at(path, (top, *trusted))
        elif not os.path.exists(own / "HEAD"):  # noqa: PTH110  (nor one that nobody may see)
            continue  # git goes on looking, too
        inside = (top, *trusted)
        if not _lies_in(own, inside):
            raise _refusal_of_folder(own)
        typed = GitFolders(top, own, own, (own, *trusted)).read(own / "commondir")
        shared = _real_path(own / os.fsdecode(typed.rstrip(b"\r\n"))) if typed else own
        if not _lies_in(shared, inside):
            raise _refusal_of_folder(shared)
        if not all(map(os.path.exists, (own / "HEAD", shared / "objects"))):
            raise NoRepository(_LEADS_NOWHERE, _CLONE)
        return GitFolders(top, own, shared, tuple(dict.fromkeys((own, shared, *trusted))))
    hint = "run `git init` and commit, or compare with a kit: `fustella diff NAME`"
    raise NotInGit("the project is not kept in git", hint)


def owners_of(folders: GitFolders) -> set[int]:
    """The users, by number, that own a working tree and its folders of git.

    Raises NoRepository.
    """
    at = (folders.top, folders.top / _DOT_GIT, folders.own)
    try:
        return {path.lstat().st_uid for path in at}
    except OSError:
        raise _refusal_unreadable() from None


def _folders_searched(root: Path) -> Iterator[Path]:
    """Yields a folder and the folders above it, as far as git would look for `.git`.

    The search ends at `GIT_CEILING_DIRECTORIES` (git(1)), and does not enter another file system
    unless `GIT_DISCOVERY_ACROSS_FILESYSTEM` is set.
    """
    named = os.environ.get("GIT_CEILING_DIRECTORIES", "").split(os.pathsep)
    ceilings = {_real_path(Path(name)) for name in named if Path(name).is_absolute()}
    across = os.environ.get("GIT_DISCOVERY_ACROSS_FILESYSTEM", "").lower() in _YES
    yield root
    for below, folder in zip((root, *root.parents), root.parents, strict=False):
        if folder in ceilings or (not across and _device(folder) != _device(below)):
            return
        yield folder


def _pointed_at(path: Path, inside: Sequence[Path]) -> Path:
    """The folder to which a `.git` file points. Raises NoRepository."""
    if not _lies_in(_real_path(path), inside):
        raise _refusal_of_folder(_real_path(path))
    pointer = _small_file(path)
    if not pointer.startswith(_POINTER):
        raise NoRepository(_LEADS_NOWHERE, _CLONE)
    return _real_path(path.parent / os.fsdecode(pointer.removeprefix(_POINTER).rstrip(b"\r\n")))


def _small_file(path: Path) -> bytes:
    """The bytes of a small file. Raises NoRepository."""
    try:
        with open_file(path) as file:
            data = file.read(_MOST_BYTES + 1) or b""
    except (OSError, ValueError):
        raise _refusal_unreadable() from None
    if len(data) > _MOST_BYTES:
        raise _refusal_unreadable()
    return data


def _refusal_of_folder(folder: Path) -> NoRepository:
    """The refusal of a folder of git that lies outside of the project.

    For the folder of a worktree it names the `.git` to which the worktree belongs.
    """
    of_trees = folder.parent.name == "worktrees"
    whole = folder.parent.parent if of_trees else folder
    return NoRepository(
        f"its history lies outside of the project, in `{_path_shown(whole)}`", _hint_to_allow(whole)
    )


def _hint_to_allow(folder: Path) -> str:
    quoted = f'"{folder}"' if os.name == "nt" else shlex.quote(str(folder))
    return f"if you trust what lies there, add to the command: {ALLOWING} {visible_in_line(quoted)}"


def _refusal_unreadable() -> NoRepository:
    return NoRepository("git cannot read the repository", ASK_GIT)


def _path_shown(path: Path) -> str:
    return visible_in_line(shown_name(path.as_posix()))


def _lies_in(real: Path, folders: Iterable[Path]) -> bool:
    return any(real.is_relative_to(folder) for folder in folders)


def _is_link(path: str) -> bool:
    """Whether a path is a link, or a junction of Windows."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_reparse_tag", 0))


def _real_path(path: Path | str) -> Path:
    """A path with all its links followed. Raises NoRepository for an impossible path."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):
        raise _refusal_unreadable() from None


def _device(folder: Path) -> int:
    try:
        return folder.stat().st_dev
    except OSError:
        return 0
