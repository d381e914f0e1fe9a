"""A git repository, read so that nothing of it runs.

A repository may be a stranger's. Its configuration can name programs: filters, hooks, a pager, a
monitor of files, a transport that fetches missing objects. So git is asked only where the
repository lies. Its references are then copied into a git directory of our own, with a
configuration of our own, which borrows the objects. Files come from git as they are stored: no
attribute and no filter changes them, links and submodules are left out.

Git 2.30 or newer is needed. A `.git` file, which a working tree of a larger repository has, may
lead out of the project, and so may the folders with more objects that git calls alternates.
"""

import os
import re
import shutil
import subprocess
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path, PurePosixPath, PureWindowsPath
from threading import Timer
from time import monotonic
from typing import IO, TypeAlias

from fustella.core.journal import scratch_folder

Program: TypeAlias = "subprocess.Popen[bytes]"

PATIENCE_S = 10.0
"""How long git may take for an answer, or the files of a revision."""

_SILENCE_S = 60.0
"""How long git is not asked again about a folder where it did not answer: a command asks for each
of its games."""

_silent: dict[Path, float] = {}
"""When git did not answer, by the folder of the project."""

MOST_FILES = 50_000
MOST_BYTES = 1 << 30
"""What one revision may hold: a game of 10,000 pieces with a photo each stays below."""

_MOST_DEEP = 60
"""How many folders may lie in one another."""

_MOST_OF_TREE = 1 << 24
"""Bytes of one folder's list: more than `MOST_FILES` entries with long names."""

_MOST_OF_REFERENCES = 1 << 27
_MOST_REFERENCES = 100_000
"""Bytes and files of all branches and tags; each has 41 bytes, or a line of one file."""

_MOST_SAID = 1 << 26
"""Bytes that git may answer to a question."""

_ID_BYTES = {"sha1": 20, "sha256": 32}
_FOLDER, _FILES = b"40000", (b"100644", b"100755", b"100664")

_OF_THE_USER = frozenset(
    (
        "GIT_CEILING_DIRECTORIES",
        "GIT_CONFIG_GLOBAL",
        "GIT_CONFIG_NOSYSTEM",
        "GIT_CONFIG_SYSTEM",
        "GIT_DISCOVERY_ACROSS_FILESYSTEM",
    )
)
"""What may say where git looks for repositories, and which of them the user trusts."""

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
\tobjectFormat = {}
"""


class NoRepository(Exception):
    """There is no git or no repository; says why in one line, and what to do, or ""."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Unreadable(Exception):
    """Files of a revision that are not unpacked; says why."""


class Repository:
    """The repository that a folder lies in.

    Its branches and tags are those of the moment at which it was opened. `prefix` is the path of
    the folder in the repository, with `/` at its end; "" for the repository's own folder.
    """

    def __init__(self, root: Path) -> None:
        """Raises NoRepository."""
        if _is_silent(root):
            raise NoRepository(_NO_ANSWER)
        self._root = root
        self._program = _git_program(root)
        told = self._told_of(
            root,
            "rev-parse",
            "--absolute-git-dir",
            "--git-common-dir",
            "--show-object-format",
            "--show-ref-format",
            "--is-shallow-repository",
            "--show-prefix",
        )
        lines = os.fsdecode(told).removesuffix("\n").split("\n")
        if len(lines) != 6 or lines[2] not in _ID_BYTES:
            raise NoRepository("git is older than 2.30, or the name of a folder has a line break")
        git_folder, shared = Path(lines[0]), root / lines[1]
        self._shared = shared
        self.shallow = lines[4] == "true"
        self.prefix = lines[5]
        self._id_bytes = _ID_BYTES[lines[2]]
        self._folder = scratch_folder("git")
        self._running: set[Program] = set()
        weakref.finalize(self, _close, self._running, self._folder)
        self._reader: Program | None = None
        self._environment = _environment() | _WITHOUT_SETTINGS
        self._environment["GIT_OBJECT_DIRECTORY"] = str(shared / "objects")
        configuration = _CONFIGURATION.format(lines[2])
        (self._folder / "config").write_text(configuration, encoding="utf-8")
        (self._folder / "refs").mkdir()
        if lines[3] == "reftable":
            self._list_references(root)
        else:
            _copy_references(shared, git_folder, self._folder)

    def _list_references(self, root: Path) -> None:
        """Write down the references of a repository that keeps them in tables, not in files.

        A git that knows such tables obeys GIT_NO_LAZY_FETCH.
        """
        listed = self._told_of(root, "for-each-ref", "--format=%(objectname) %(refname)")
        (self._folder / "packed-refs").write_bytes(listed)
        try:
            head = self._told_of(root, "rev-parse", "--verify", "--quiet", "HEAD")
        except NoRepository:  # nothing is committed
            head = b"ref: refs/heads/none\n"
        (self._folder / "HEAD").write_bytes(head)

    def _told_of(self, root: Path, *arguments: str) -> bytes:
        """What git says of the repository as it is. Raises NoRepository."""
        try:
            done = subprocess.run(
                [self._program, *_NOTHING_RUNS, "-C", str(root), *arguments],
                env=_environment(_OF_THE_USER),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=PATIENCE_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            _silent[root] = monotonic()
            raise NoRepository(_NO_ANSWER) from None
        except OSError:
            raise NoRepository(_NO_ANSWER) from None
        if done.returncode:
            raise _refused(done.stderr.decode(errors="replace"))
        return done.stdout

    def ask(self, *arguments: str) -> bytes:
        """The output of a git command; empty where it fails, takes too long or says too much."""
        try:
            program = self._start(*arguments)
        except Unreadable:
            return b""
        with self._patience(program):
            said = _output(program).read(_MOST_SAID + 1)
            whole = len(said) <= _MOST_SAID and program.wait() == 0
        self._end(program)
        return said if whole else b""

    def files(
        self, revision: str, wanted: Callable[[PurePosixPath], bool]
    ) -> Iterator[tuple[PurePosixPath, bytes]]:
        """The plain files that the folder had in a revision, by their paths in it.

        Only what is `wanted`, which is asked about folders too. Nothing where the revision had no
        such folder. Raises Unreadable.
        """
        reader = self._reader
        if reader is None or reader.poll() is not None:
            reader = self._reader = self._start("cat-file", "--batch")
        with self._patience(reader):
            try:
                yield from self._walk(reader, f"{revision}:{self.prefix.rstrip('/')}", wanted)
            except (OSError, ValueError):  # the reader was stopped, or an object is damaged
                self._end(reader)
                raise Unreadable("git cannot read it") from None

    def large_file(self, digest: str) -> Path:
        """Where Git LFS keeps a file of a SHA-256 digest, if it is in this clone."""
        return self._shared / "lfs" / "objects" / digest[:2] / digest[2:4] / digest

    def _walk(
        self, reader: Program, top: str, wanted: Callable[[PurePosixPath], bool]
    ) -> Iterator[tuple[PurePosixPath, bytes]]:
        """Raises Unreadable, OSError, ValueError."""
        size = 0
        # All folders first: what holds too much is refused before anything is unpacked.
        for path, object_id in list(self._listed(reader, top, wanted)):
            body = self._object(reader, object_id, b"blob", MOST_BYTES - size)
            if body is None:
                raise Unreadable(f"`{path}` is not in this clone")
            size += len(body)
            yield path, body

    def _listed(
        self, reader: Program, top: str, wanted: Callable[[PurePosixPath], bool]
    ) -> Iterator[tuple[PurePosixPath, str]]:
        """The plain files below a folder, with their objects. As `_walk`."""
        left = [(PurePosixPath(), top)]
        seen = 0
        while left:
            folder, name = left.pop()
            listed = self._object(reader, name, b"tree", _MOST_OF_TREE)
            if listed is None:
                if name == top:
                    return
                raise Unreadable(f"`{folder}` is not in this clone")
            for mode, entry, object_id in self._entries(listed):
                path = folder / entry
                seen += 1
                if seen > MOST_FILES or len(path.parts) > _MOST_DEEP:
                    raise Unreadable(f"more than {MOST_FILES} files, or {_MOST_DEEP} folders deep")
                if not _may_be_written(entry) or not wanted(path):
                    continue
                if mode == _FOLDER:
                    left.append((path, object_id))
                elif mode in _FILES:
                    yield path, object_id

    def _entries(self, listed: bytes) -> Iterator[tuple[bytes, str, str]]:
        """Mode, name and object of each entry of a folder. Raises ValueError."""
        at = 0
        while at < len(listed):
            end = listed.index(b"\0", at)
            mode, _, name = listed[at:end].partition(b" ")
            at = end + 1 + self._id_bytes
            yield mode, os.fsdecode(name), listed[end + 1 : at].hex()

    def _object(self, reader: Program, name: str, kind: bytes, most: int) -> bytes | None:
        """The content of an object, None where there is none of that name and kind.

        Raises Unreadable for more than `most` bytes, OSError, ValueError.
        """
        assert reader.stdin is not None
        reader.stdin.write(os.fsencode(f"{name}\n"))
        reader.stdin.flush()
        header = _output(reader).readline()
        if header.endswith(b" missing\n"):
            return None
        _, found, size = header.split()
        if found != kind:
            self._end(reader)
            return None
        if int(size) > most:
            self._end(reader)
            raise Unreadable(f"more than {MOST_BYTES >> 20} MB")
        body = _output(reader).read(int(size) + 1)
        if len(body) != int(size) + 1:
            raise ValueError
        return body[:-1]

    def _start(self, *arguments: str) -> Program:
        """Raises Unreadable."""
        if _is_silent(self._root):
            raise Unreadable(_NO_ANSWER)
        command = [self._program, "--no-pager", *_NOTHING_RUNS, f"--git-dir={self._folder}"]
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
            raise Unreadable(_NO_ANSWER) from None
        self._running.add(program)
        return program

    def _end(self, program: Program) -> None:
        _end(program)
        self._running.discard(program)

    @contextmanager
    def _patience(self, program: Program) -> Iterator[None]:
        """Stop a program that does not answer in time, and ask no other one."""

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


_OWNED_BY_ANOTHER = re.compile(
    r"dubious ownership in repository at '(.+)'|unsafe repository \('(.+)' is"
)
"""What git says since 2.35.3, and what 2.35.2 said."""


_LED_NOWHERE = re.compile(r"not a git repository: |invalid gitfile format|gitdir file")
_NEWER = re.compile(r"Expected git repo version|unknown repository (extension|format)", re.I)
_ASK_GIT = "run `git status` in the folder of the project: it says what is wrong"


def _refused(said: str) -> NoRepository:
    """Why git tells nothing of a repository, from what it says in English."""
    if _LED_NOWHERE.search(said):
        hint = "clone the project again, or copy your files into a clone that works"
        return NoRepository("its file `.git` leads to no repository", hint)
    if "not a git repository" in said:
        hint = "run `git init` and commit, or compare with a kit: `fustella diff NAME`"
        return NoRepository("the project is not kept in git", hint)
    if owned := _OWNED_BY_ANOTHER.search(said):
        folder = owned[1] or owned[2]
        hint = f"if you trust it, run: git config --global --add safe.directory '{folder}'"
        return NoRepository("the repository belongs to another user of this computer", hint)
    if _NEWER.search(said):
        message = "the repository is of a newer version of git than the one on this computer"
        return NoRepository(message, "install the newest git")
    what = "the settings of git" if " config" in said else "the repository"
    return NoRepository(f"git cannot read {what}", _ASK_GIT)


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
    """The variables of the user without those that lead git elsewhere or name programs."""
    own = {
        name: value
        for name, value in os.environ.items()
        if name in kept or not name.upper().startswith("GIT_")
    }
    return own | _ALONE


def _is_silent(root: Path) -> bool:
    return monotonic() - _silent.get(root, -inf) < _SILENCE_S


def _git_program(root: Path) -> str:
    """The git of the search path; none that lies in the project. Raises NoRepository.

    Windows would look into the current folder first.
    """
    own = root.resolve()
    for folder in map(Path, os.get_exec_path()):
        name = str(folder / ("git.exe" if os.name == "nt" else "git"))
        if folder.is_absolute() and not folder.resolve().is_relative_to(own) and shutil.which(name):
            return name
    raise NoRepository("git is not installed")


def _copy_references(shared: Path, git_folder: Path, to: Path) -> None:
    """Copy branches, tags, HEAD and what git noted of their past. Raises NoRepository.

    `git_folder` has those of one working tree, `shared` those of all.
    """
    seen, size = 0, 0
    for folder in dict.fromkeys((shared, git_folder)):
        tops = (folder / "packed-refs", folder / "shallow", *folder.glob("*HEAD"))
        below = (folder / name for name in ("refs", "logs"))
        nested = (
            Path(at, name) for top in below for at, _, names in os.walk(top) for name in names
        )
        for path in (*tops, *nested):
            try:
                if not path.is_file():
                    continue
                seen += 1
                size += path.stat().st_size
                if seen > _MOST_REFERENCES or size > _MOST_OF_REFERENCES:
                    raise NoRepository("it has more branches and tags than can be read")
                copy = to / path.relative_to(folder)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
            except OSError:  # a branch that was deleted just now, or that nobody may read
                continue


def _may_be_written(name: str) -> bool:
    """Whether an entry of a folder is a plain name, here and on Windows."""
    if name in ("", ".", "..") or "/" in name or "\\" in name:
        return False
    return os.name != "nt" or (":" not in name and not PureWindowsPath(name).is_reserved())
