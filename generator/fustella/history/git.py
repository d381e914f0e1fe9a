"""The git history of a project: its commits, and what they held.

Git is only read, with `git log` and `git archive`; files are unpacked into temporary folders. The
history is empty where there is no git or no repository, and revisions that today's tool cannot read
are skipped. Only `revision_named`, which looks for what a user typed, reports why.
"""

import io
import os
import shutil
import subprocess
import tarfile
import weakref
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, mkdtemp

from fustella.build import LedgerEntry, entries_of
from fustella.core.problems import Place, Problem, ProblemsFound, nearest
from fustella.core.project import CONTENT, READY, TABLES, TEMPLATES, Project, may_be_content
from fustella.read import read_game, read_tables

LAST_COMMIT = "HEAD"

MOST_REVISIONS = 200
"""How many commits a `History` looks through; reading one takes about 50 ms."""

_PATIENCE_S = 30.0
"""How long one git command may take."""

_FORMAT = "--format=%H%x09%cs%x09%s"
_PLAIN = ("--no-show-signature", "--no-color")


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit: its id, its day as 2026-11-22, and the first line of its message.

    A revision that `revision_named` found keeps its files once they are unpacked: a command asks
    for those of one revision several times, for each game and to see whether anything changed.
    """

    id: str
    day: str
    subject: str
    kept: "_Checkout | None" = field(default=None, compare=False, repr=False, kw_only=True)

    def __str__(self) -> str:
        return f"{self.day}, {self.id[:8]} {self.subject}".rstrip()


def revision_named(project: Project, name: str, known: Iterable[str] = ()) -> Revision:
    """The commit that git knows by a name: `HEAD~3`, `v1.0`, `main`, `1a2b3c4d`.

    `known` are other words that the user may have meant, for the hint. Raises ProblemsFound: E611
    where there is no such revision, E612 where there is no git, no repository or no commit.
    """
    place = Place(name or '""')
    done = _run(project, "rev-parse", "--is-shallow-repository")
    if done is None or done.returncode:
        why = done.stderr.decode(errors="replace").strip() if done else "git is not installed"
        message = f"git cannot be asked what was before: {why.splitlines()[0]}"
        hint = "run `git init` and commit, or compare with a kit: `fustella diff NAME`"
        raise ProblemsFound([Problem("E612", place, message, hint)])
    found = _git(
        project, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
    )
    if found:
        revision = _log(project, "--max-count=1", found.decode().strip())[0]
        return replace(revision, kept=_Checkout(project, revision.id))
    if name == LAST_COMMIT:
        hint = "commit what you have, then change it; or compare with a kit: `fustella diff NAME`"
        raise ProblemsFound([Problem("E612", place, "nothing is committed yet", hint)])
    refs = _git(project, "for-each-ref", "--format=%(refname:short)").decode(errors="replace")
    near = nearest(name, (*known, *refs.split()))
    hint = f"did you mean `{near}`?" if near else "revisions are HEAD~3, a tag, a branch, 1a2b3c4d"
    if done.stdout.strip() == b"true":
        hint += "; this clone is shallow: `git fetch --unshallow` brings the older ones"
    raise ProblemsFound([Problem("E611", place, "no kit, no game and no revision", hint)])


def revisions_of(project: Project, path: str, most: int) -> tuple[Revision, ...]:
    """The last commits that touched a file, newest first."""
    return _log(project, f"--max-count={most}", "--", path)


def revisions_of_looks(project: Project, game_id: str, most: int) -> tuple[Revision, ...]:
    """The last commits that touched the content or the templates of a game, newest first."""
    folders = project.input_folders(game_id)
    touched = _SINGLE if project.single else [project.name_of(path) for path in folders]
    return _log(project, f"--max-count={most}", "--", *touched)


@contextmanager
def project_at_revision(project: Project, revision: Revision) -> Iterator[Project]:
    """The content and templates of a revision, as a project in a temporary folder.

    Without files where git does not give them. They are only to be read.
    """
    checkout = revision.kept or _Checkout(project, revision.id)
    yield checkout.project


class _Checkout:
    """Content and templates of a revision; their folder is removed together with this object."""

    def __init__(self, project: Project, revision_id: str) -> None:
        self._project, self._id = project, revision_id

    @cached_property
    def project(self) -> Project:
        """The unpacked files, when they are first asked for."""
        folder = Path(mkdtemp(prefix="fustella-"))
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        if names := _existing(self._project, self._id, (CONTENT, TEMPLATES)):
            _unpack(_archive(self._project, self._id, *names), folder)
        return replace(self._project, root=folder)


@dataclass(frozen=True, slots=True)
class Past:
    """A piece in an old revision.

    `changed` is the revision after it, the first that does not know the code any more; None where
    that change is not committed.
    """

    entry: LedgerEntry
    changed: Revision | None


class History:
    """The version codes of one game, as far back as they are asked for.

    Looks through the last `most` commits that touched the content of the game, `MOST_REVISIONS` by
    default. Each is read once.
    """

    def __init__(self, project: Project, game_id: str, most: int | None = None) -> None:
        self._project, self._game_id = project, game_id
        self._most = MOST_REVISIONS if most is None else most
        self._read: dict[str, tuple[LedgerEntry, ...]] = {}

    def find(self, code: str) -> Past | None:
        """The piece that had a code, in the newest revision that knows the code."""
        newer: Revision | None = None
        for revision, entries in self.entries():
            for entry in entries:
                if entry.code == code:
                    return Past(entry, newer)
            newer = revision
        return None

    def entries(self) -> Iterator[tuple[Revision, tuple[LedgerEntry, ...]]]:
        """The pieces of each revision with their codes, newest revision first."""
        for revision in self.revisions:
            if revision.id not in self._read:
                self._read[revision.id] = self._entries_at(revision)
            yield revision, self._read[revision.id]

    @cached_property
    def revisions(self) -> tuple[Revision, ...]:
        """The commits that touched the content of the game, newest first."""
        touched = _SINGLE if self._project.single else (f"{CONTENT}/{self._game_id}",)
        return _log(self._project, f"--max-count={self._most}", "--", *touched)

    def _entries_at(self, revision: Revision) -> tuple[LedgerEntry, ...]:
        """The pieces of a revision; none where today's tool cannot read its content."""
        of_game = (f"{folder}/{self._game_id}" for folder in (CONTENT, TEMPLATES))
        ready = f"{TEMPLATES}/{READY}"
        tables = (f"{CONTENT}/{table}" for table in TABLES)
        paths = _existing(self._project, revision.id, (*of_game, ready, *tables))
        archive = _archive(self._project, revision.id, *paths) if paths else b""
        if not archive:
            return ()
        with TemporaryDirectory(prefix="fustella-") as folder:
            _unpack(archive, Path(folder))
            project = replace(self._project, root=Path(folder))
            try:
                game = read_game(project, self._game_id, read_tables(project), lambda _: None)
            except ProblemsFound:
                return ()
        return tuple(
            entry
            for language in game.languages
            for entry in entries_of(game, game.pieces, language)
        )


_SINGLE = (".", ":(exclude)output", ":(exclude)kits")
"""What git is to look at where the whole project is one game."""


def _existing(project: Project, revision_id: str, paths: Iterable[str]) -> tuple[str, ...]:
    """Those of the paths that a revision has; where it is a single game, all with content."""
    asked = () if project.single else ("--", *paths)
    listed = _git(project, "ls-tree", "-z", "--name-only", revision_id, *asked)
    names = tuple(name for name in listed.decode(errors="replace").split("\0") if name)
    return tuple(name for name in names if may_be_content(name)) if project.single else names


def _log(project: Project, *arguments: str) -> tuple[Revision, ...]:
    listed = _git(project, "log", *_PLAIN, _FORMAT, *arguments)
    lines = listed.decode("utf-8", errors="replace").splitlines()
    parts = (line.split("\t", 2) for line in lines)
    return tuple(Revision(*part) for part in parts if len(part) == 3)


def _archive(project: Project, revision_id: str, *paths: str) -> bytes:
    """Files of a revision as a tar archive; empty where the revision lacks one of the paths."""
    return _git(
        project, "--literal-pathspecs", "archive", "--format=tar", revision_id, "--", *paths
    )


def _unpack(archive: bytes, folder: Path) -> None:
    """Unpack the plain files of an archive; no links, and nothing outside the folder."""
    if not archive:
        return
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.isfile() else None
            if file is None or ".." in PurePosixPath(member.name).parts:
                continue
            path = folder / member.name.lstrip("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.read())


def _git(project: Project, *arguments: str) -> bytes:
    """The output of a git command; empty where it fails."""
    done = _run(project, *arguments)
    return done.stdout if done and done.returncode == 0 else b""


def _run(project: Project, *arguments: str) -> "subprocess.CompletedProcess[bytes] | None":
    """Run git in the folder of the project; None where git is not installed or takes too long."""
    try:
        return subprocess.run(
            ["git", "--no-pager", *arguments],
            cwd=project.root,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
