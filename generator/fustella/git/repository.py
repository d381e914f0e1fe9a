"""Reads a git repository in such a way that it runs no program and opens no file elsewhere.

A repository may be a stranger's. Its configuration can name programs (filters, hooks, a pager, a
monitor of files, a transport that fetches missing objects) and files that git would open. So git
never runs in the repository itself. Its references are copied into a git directory of our own, with
a configuration of our own, which borrows the objects. Files come from git as they are stored: no
attribute and no filter changes them; links and submodules are left out.

Git 2.30 or newer is needed. `folders` finds the repository, and refuses one that uses other
folders.
"""

import os
import re
import shlex
import shutil
import subprocess
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path, PurePosixPath, PureWindowsPath
from threading import Timer
from time import monotonic
from typing import IO, TypeAlias

from fustella.core.files.reading import fails
from fustella.core.files.scratch import scratch_folder
from fustella.core.words.patterns import visible_in_line
from fustella.git.folders import (
    ASK_GIT,
    GitFolders,
    NoRepository,
    NotInGit,
    git_folders,
    owners_of,
)

Program: TypeAlias = "subprocess.Popen[bytes]"

PATIENCE_S = 10.0
"""The most time for an answer of git, or for the files of a revision."""

_SILENCE_S = 60.0
"""The seconds without questions to git about a folder, once it gave no answer there.

So a command with many games waits only once.
"""

_silent: dict[Path, float] = {}
"""The last time at which git gave no answer, by the project's folder."""

MOST_FILES = 50_000
MOST_BYTES = 1 << 30
"""The most bytes of a revision: 10,000 pieces with a photo each have fewer."""

_MOST_DEEP = 60
"""The most folders that may lie in one another."""

_MOST_OF_TREE = 1 << 24
"""The most bytes of a folder's list: `MOST_FILES` entries with long names have fewer."""

_MOST_OF_REFERENCES = 1 << 27
_MOST_REFERENCES = 100_000
"""The most bytes and the most files of all branches and tags.

Each branch or tag has 41 bytes in a file of its own, or a line of a common file.
"""

_REFERENCES_IN = ("packed-refs", "shallow", "refs", "logs", "reftable")
"""The files and folders of branches and tags, besides HEAD and files whose names end with it."""

_MOST_ANSWERED = 1 << 26
"""The most bytes of git's answer to a question."""

_ID_BYTES = {"sha1": 20, "sha256": 32}
_FORMATS = ("files", "reftable")
"""The forms of storage for branches and tags (git-config(1), `extensions.refStorage`)."""

_HARMLESS_EXTENSIONS = frozenset(
    (
        "extensions.compatobjectformat",
        "extensions.noop",
        "extensions.noop-v1",
        "extensions.partialclone",
        "extensions.preciousobjects",
        "extensions.relativeworktrees",
        "extensions.worktreeconfig",
    )
)
"""Extensions that do not change how objects, branches and tags are read."""

_FOLDER, _FILES = b"40000", (b"100644", b"100755", b"100664")

_OF_THE_USER = frozenset(
    (
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CONFIG_SYSTEM",
    )
)
"""The variables with the places of the user's settings, which name trusted repositories."""

_ALONE = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
_WITHOUT_SETTINGS = {
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_SYSTEM": os.devnull,
}
_NOTHING_RUNS = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")

_NO_ANSWER = "git does not answer"

_CONFIGURATION = """\
[core]
\trepositoryformatversion = 1
\tbare = true
\tbigFileThreshold = 1m
[extensions]
\tobjectFormat = {objects}
"""
_REFERENCES = "\trefStorage = {references}\n"
"""The setting for branches and tags that lie in no files of their own; old gits do not know it."""


_SETTINGS = re.compile(rb"(?i)extensions|repositoryformatversion\s*=?\s*[^0\s]")
"""The pattern of settings that may mean an unusual form of repository."""

_HEAD = re.compile(rb"ref: refs/|[0-9a-f]{40}")


class UnreadableFiles(Exception):
    """Raised where the files of a revision cannot be unpacked; the message says why."""


class Repository:
    """The git repository that a folder lies in.

    It has the branches and tags of the moment when it was opened. `prefix` is the path of the
    folder in the repository, with `/` at its end; "" for the repository's own folder.
    """

    def __init__(self, root: Path, allowed: Sequence[Path] = ()) -> None:
        """Opens a repository; `allowed` folders of git may lie outside. Raises NoRepository."""
        if _is_silent(root):
            raise NoRepository(_NO_ANSWER)
        self._root = root
        self._program = _git_program(root)
        folders = git_folders(root, allowed)
        self._shared, self._within = folders.shared, folders.within
        inner = Path(os.path.realpath(root)).relative_to(folders.top).as_posix()
        self.prefix = "" if inner == "." else f"{inner}/"
        self._folder = self._git_folder = scratch_folder("git")
        self._running: set[Program] = set()
        weakref.finalize(self, _close, self._running, self._folder)
        self._reader: Program | None = None
        self._environment = _environment() | _WITHOUT_SETTINGS
        self._environment["GIT_OBJECT_DIRECTORY"] = str(folders.shared / "objects")
        self._refuse_owner(folders)
        self._set_up(folders)

    def _refuse_owner(self, folders: GitFolders) -> None:
        """Raises NoRepository for a repository of another user that this user does not trust.

        Git refuses it, too; its setting `safe.directory` names trusted repositories
        (git-config(1)). On Windows, users have no numbers, and nothing is refused.
        """
        if os.name == "nt":
            return
        # For root, git also trusts the user who became root by sudo (git-config, safe.directory).
        user, sudo_user = os.geteuid(), os.environ.get("SUDO_UID", "")
        trusts = {user, int(sudo_user)} if user == 0 and sudo_user.isdecimal() else {user}
        if owners_of(folders) <= trusts:
            return
        arguments = ("config", "--null", "--get-all", "safe.directory")
        output = self._output_of(arguments, environment=_environment(_OF_THE_USER))
        trusted: set[str] = set()
        for name in os.fsdecode(output).split("\0")[:-1]:
            if name:
                trusted.add(name)
            else:  # an empty value takes back those before it
                trusted.clear()
        top = folders.top
        around = {f"{folder}/*" for folder in top.parents}
        if not trusted & {"*", str(top), *around}:
            quoted = shlex.quote(str(top))
            hint = f"if you trust it, run: git config --global --add safe.directory {quoted}"
            raise NoRepository(
                "the repository belongs to another user of this computer", visible_in_line(hint)
            )

    def _set_up(self, folders: GitFolders) -> None:
        """Makes a git directory with the repository's branches, with settings of its own.

        It borrows the objects of the repository. An added working tree has its HEAD in a folder of
        its own, as in the repository (gitrepository-layout(5), `commondir`). Raises NoRepository.
        """
        settings = self._settings(folders)
        objects = settings.pop("extensions.objectformat", "sha1")
        references = settings.pop("extensions.refstorage", "files")
        version = settings.get("core.repositoryformatversion", "0")
        more = {name for name in settings if name.startswith("extensions.")} - _HARMLESS_EXTENSIONS
        if (
            version not in ("0", "1")
            or (more and version == "1")
            or objects not in _ID_BYTES
            or references not in _FORMATS
        ):
            raise _refusal_newer()
        self._id_bytes = _ID_BYTES[objects]
        configuration = _CONFIGURATION.format(objects=objects)
        if references != "files":
            configuration += _REFERENCES.format(references=references)
        (self._folder / "config").write_text(configuration, encoding="utf-8")
        (self._folder / "refs").mkdir()
        folders.check_objects()
        _copy_references(folders, folders.shared, self._folder)
        if folders.own != folders.shared:
            self._git_folder = self._folder / "worktrees" / "own"
            _copy_references(folders, folders.own, self._git_folder)
            (self._git_folder / "commondir").write_text("../..\n", encoding="utf-8")
        shallow = self._folder / "shallow"
        self.shallow = shallow.is_file() and shallow.stat().st_size > 0
        if self.shallow or references != "files":
            self._output_of(("rev-parse", "--is-shallow-repository"))
        elif not _HEAD.match(folders.read(folders.own / "HEAD")):
            raise NoRepository("git cannot read the repository", ASK_GIT)

    def _settings(self, folders: GitFolders) -> dict[str, str]:
        """The settings of the repository, by their names in small letters. Raises NoRepository.

        Git parses the bytes of the file, without opening files that they include.
        """
        typed = folders.read(folders.shared / "config")
        if not _SETTINGS.search(typed):
            return {}
        arguments = ("config", "--file", "-", "--no-includes", "--null", "--list")
        output = self._output_of(arguments, typed)
        pairs = (line.partition("\n") for line in os.fsdecode(output).split("\0"))
        return {name: value for name, _, value in pairs}

    def _output_of(
        self,
        arguments: Sequence[str],
        typed: bytes = b"",
        environment: dict[str, str] | None = None,
    ) -> bytes:
        """The answer of git in the git directory of our own. Raises NoRepository."""
        try:
            done = subprocess.run(
                [self._program, *_NOTHING_RUNS, f"--git-dir={self._git_folder}", *arguments],
                cwd=self._folder,
                env=environment or self._environment,
                input=typed,
                capture_output=True,
                timeout=PATIENCE_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            _silent[self._root] = monotonic()
            raise NoRepository(_NO_ANSWER) from None
        except OSError:
            raise NoRepository(_NO_ANSWER) from None
        if done.returncode and not (environment and done.returncode == 1):  # no such setting
            raise _refusal_by_git(arguments[0], done.stderr.decode(errors="replace"))
        return done.stdout

    def ask(self, *arguments: str) -> bytes:
        """The output of a git command; b"" where it fails, takes too long or is too long."""
        try:
            program = self._start(*arguments)
        except UnreadableFiles:
            return b""
        with self._in_time(program):
            output = _output(program).read(_MOST_ANSWERED + 1)
            whole = len(output) <= _MOST_ANSWERED and program.wait() == 0
        self._end(program)
        return output if whole else b""

    def files(
        self, revision: str, wanted: Callable[[PurePosixPath], bool]
    ) -> Iterator[tuple[PurePosixPath, bytes]]:
        """Yields the plain files of the folder in a revision: their paths in the folder, and bytes.

        Only files and folders that are `wanted` are read. A revision without the folder has no
        files. Raises UnreadableFiles.
        """
        reader = self._reader
        if reader is None or reader.poll() is not None:
            reader = self._reader = self._start("cat-file", "--batch")
        with self._in_time(reader):
            try:
                yield from self._walk(reader, f"{revision}:{self.prefix.rstrip('/')}", wanted)
            except (OSError, ValueError):  # the reader was stopped, or an object is damaged
                self._end(reader)
                raise UnreadableFiles("git cannot read it") from None

    def large_file(self, digest: str) -> tuple[Path, Path]:
        """The path of a Git LFS file by its digest (SHA-256), and the folder that must hold it.

        The path must lie in this folder.
        """
        return self._shared / "lfs" / "objects" / digest[:2] / digest[2:4] / digest, self._shared

    def _walk(
        self, reader: Program, top: str, wanted: Callable[[PurePosixPath], bool]
    ) -> Iterator[tuple[PurePosixPath, bytes]]:
        """The files of a revision, with their bytes.

        Raises UnreadableFiles, OSError, ValueError.
        """
        size = 0
        # All folders first: what holds too much is refused before anything is unpacked.
        for path, object_id in list(self._files_listed(reader, top, wanted)):
            body = self._object(reader, object_id, b"blob", MOST_BYTES - size)
            if body is None:
                raise UnreadableFiles(f"`{path}` is not in this clone")
            size += len(body)
            yield path, body

    def _files_listed(
        self, reader: Program, top: str, wanted: Callable[[PurePosixPath], bool]
    ) -> Iterator[tuple[PurePosixPath, str]]:
        """The plain files below a folder, with the ids of their objects.

        Raises UnreadableFiles, OSError, ValueError.
        """
        left = [(PurePosixPath(), top)]
        seen = 0
        while left:
            folder, name = left.pop()
            listed = self._object(reader, name, b"tree", _MOST_OF_TREE)
            if listed is None:
                if name == top:
                    return
                raise UnreadableFiles(f"`{folder}` is not in this clone")
            for mode, entry, object_id in self._entries(listed):
                path = folder / entry
                seen += 1
                if seen > MOST_FILES or len(path.parts) > _MOST_DEEP:
                    raise UnreadableFiles(
                        f"more than {MOST_FILES} files, or {_MOST_DEEP} folders deep"
                    )
                if not _may_be_written(entry) or not wanted(path):
                    continue
                if mode == _FOLDER:
                    left.append((path, object_id))
                elif mode in _FILES:
                    yield path, object_id

    def _entries(self, listed: bytes) -> Iterator[tuple[bytes, str, str]]:
        """The mode, name and object id of each entry of a folder. Raises ValueError."""
        at = 0
        while at < len(listed):
            end = listed.index(b"\0", at)
            mode, _, name = listed[at:end].partition(b" ")
            at = end + 1 + self._id_bytes
            yield mode, os.fsdecode(name), listed[end + 1 : at].hex()

    def _object(self, reader: Program, name: str, kind: bytes, most: int) -> bytes | None:
        """The content of an object; None where there is no object of that name and kind.

        Raises UnreadableFiles for more than `most` bytes, OSError, ValueError.
        """
        assert reader.stdin is not None
        reader.stdin.write(os.fsencode(f"{name}\n"))
        reader.stdin.flush()
        header = _output(reader).readline()
        if header.endswith(b" missing\n"):
            return None
        _, stored, size = header.split()
        if stored != kind:
            self._end(reader)
            return None
        if int(size) > most:
            self._end(reader)
            raise UnreadableFiles(f"more than {MOST_BYTES >> 20} MB")
        body = _output(reader).read(int(size) + 1)
        if len(body) != int(size) + 1:
            raise ValueError
        return body[:-1]

    def _start(self, *arguments: str) -> Program:
        """Starts a git program that answers through pipes. Raises UnreadableFiles."""
        if _is_silent(self._root):
            raise UnreadableFiles(_NO_ANSWER)
        command = [self._program, "--no-pager", *_NOTHING_RUNS, f"--git-dir={self._git_folder}"]
        try:
            program = subprocess.Popen(
                [*command, *arguments],
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            raise UnreadableFiles(_NO_ANSWER) from None
        self._running.add(program)
        return program

    def _end(self, program: Program) -> None:
        _end(program)
        self._running.discard(program)

    @contextmanager
    def _in_time(self, program: Program) -> Iterator[None]:
        """Stops the program if the block takes too long; git is then not used for a while."""

        def give_up() -> None:
            _silent[self._root] = monotonic()
            program.kill()

        timer = Timer(PATIENCE_S, give_up)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


_NEWER = re.compile(r"Expected git repo version|unknown (repository extension|ref storage)", re.I)


def _refusal_by_git(command: str, output: str) -> NoRepository:
    """The refusal of a repository that git cannot read, from git's output in English."""
    if _NEWER.search(output):
        return _refusal_newer()
    unread = "the settings of git" if command == "config" else "the repository"
    return NoRepository(f"git cannot read {unread}", ASK_GIT)


def _refusal_newer() -> NoRepository:
    message = "the repository is of a newer version of git than the one on this computer"
    return NoRepository(message, "install the newest git")


def _close(running: set[Program], folder: Path) -> None:
    for program in running:
        _end(program)
    shutil.rmtree(folder, ignore_errors=True)


def _end(program: Program) -> None:
    program.kill()
    program.wait()
    for pipe in (program.stdin, program.stdout):
        with suppress(OSError):  # what was not sent any more
            if pipe is not None:
                pipe.close()


def _output(program: Program) -> IO[bytes]:
    assert program.stdout is not None
    return program.stdout


def _environment(kept: frozenset[str] = frozenset()) -> dict[str, str]:
    """The user's environment without variables that name other folders or programs for git."""
    own = {
        name: value
        for name, value in os.environ.items()
        if name in kept or not name.upper().startswith("GIT_")
    }
    return own | _ALONE


def _is_silent(root: Path) -> bool:
    return monotonic() - _silent.get(root, -inf) < _SILENCE_S


def _git_program(root: Path) -> str:
    """The first git of the search path that lies outside the project. Raises NoRepository.

    Windows would look into the current folder first.
    """
    own = root.resolve()
    for folder in map(Path, os.get_exec_path()):
        name = str(folder / ("git.exe" if os.name == "nt" else "git"))
        if folder.is_absolute() and not folder.resolve().is_relative_to(own) and shutil.which(name):
            return name
    raise NotInGit("git is not installed")


def _copy_references(folders: GitFolders, source: Path, to: Path) -> None:
    """Copies branches, tags, HEAD and the logs that git keeps of them. Raises NoRepository."""
    seen, size = 0, 0
    try:
        tops = [path.name for path in source.iterdir() if path.name.endswith("HEAD")]
    except OSError:
        raise NoRepository("git cannot read the repository", ASK_GIT) from None
    named = (source / name for name in (*tops, *_REFERENCES_IN))
    for path in folders.files(named):
        try:
            seen += 1
            size += path.stat().st_size
            if seen > _MOST_REFERENCES or size > _MOST_OF_REFERENCES:
                raise NoRepository("it has more branches and tags than can be read")
            copy = to / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        except OSError as error:  # a branch that was deleted just now, or that nobody may read
            if fails(error) and not isinstance(error, PermissionError):
                raise NoRepository("git cannot read the repository", ASK_GIT) from None


def _may_be_written(name: str) -> bool:
    """Whether the name of an entry is a plain name, here and on Windows."""
    if name in ("", ".", "..") or "/" in name or "\\" in name:
        return False
    return os.name != "nt" or (":" not in name and not PureWindowsPath(name).is_reserved())
