"""What the pieces of a game said before, from the git history of the project.

It is only read: by `git log` and `git archive`, into a temporary folder. Where there is no git, no
repository, or nothing in it that can be read any more, the past is empty; who asks for a certain
revision is told.
"""

import io
import os
import subprocess
import tarfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from fustella.build.ledger import LedgerEntry, entries_of
from fustella.core.problems import Place, Problem, ProblemsFound, nearest
from fustella.core.project import Project
from fustella.read.game import read_game
from fustella.read.tables import read_tables

MOST_REVISIONS = 200
"""So far back: reading one takes about 50 ms."""

_PATIENCE_S = 30.0
LAST_COMMIT = "HEAD"
_FORMAT = "--format=%H%x09%cs%x09%s"
_PLAIN = ("--no-show-signature", "--no-color")


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit that touched a game: its id, its day as 2026-11-22, its message's first line."""

    id: str
    day: str
    subject: str

    def __str__(self) -> str:
        return f"{self.day}, {self.id[:8]} {self.subject}".rstrip()


@dataclass(frozen=True, slots=True)
class Past:
    """A piece as a revision had it; `changed` is the next one, None where none is committed."""

    entry: LedgerEntry
    changed: Revision | None


class History:
    """The past of one game, read as far back as it is asked for, and each revision once."""

    def __init__(self, project: Project, game_id: str, most: int | None = None) -> None:
        self._project, self._game_id = project, game_id
        self._most = MOST_REVISIONS if most is None else most
        self._read: dict[str, tuple[LedgerEntry, ...]] = {}

    def find(self, code: str) -> Past | None:
        """The piece that had a code, as the newest revision that knows it had it."""
        newer: Revision | None = None
        for revision, entries in self.entries():
            for entry in entries:
                if entry.code == code:
                    return Past(entry, newer)
            newer = revision
        return None

    def entries(self) -> Iterator[tuple[Revision, tuple[LedgerEntry, ...]]]:
        """What the codes stood for in each revision, newest first."""
        for revision in self.revisions:
            if revision.id not in self._read:
                self._read[revision.id] = self._entries_at(revision)
            yield revision, self._read[revision.id]

    @cached_property
    def revisions(self) -> tuple[Revision, ...]:
        """The commits that touched the game's content, newest first."""
        content = f"content/{self._game_id}"
        return _log(self._project, f"--max-count={self._most}", "--", content)

    def _entries_at(self, revision: Revision) -> tuple[LedgerEntry, ...]:
        """What the codes stood for; nothing where the content is none that can be read today."""
        paths = (f"content/{self._game_id}", "content/sizes.yaml", f"templates/{self._game_id}")
        archive = self._archive(revision, *paths, "content/stocks.yaml")
        archive = archive or self._archive(revision, *paths)  # older than stocks
        if not archive:
            return ()
        with TemporaryDirectory(prefix="fustella-") as folder:
            _unpack(archive, Path(folder))
            project = Project(Path(folder))
            try:
                game = read_game(project, self._game_id, read_tables(project), lambda _: None)
            except ProblemsFound:
                return ()
        return tuple(
            entry
            for language in game.languages
            for entry in entries_of(game, game.pieces, language)
        )

    def _archive(self, revision: Revision, *paths: str) -> bytes:
        """Some files as a revision had them; nothing where it lacks one of them."""
        return _git(self._project, "archive", "--format=tar", revision.id, "--", *paths)


def revision_named(project: Project, name: str, known: Iterable[str] = ()) -> Revision:
    """The commit that git calls so: `HEAD~3`, `v1.0`, `main`, `1a2b3c4d`.

    `known` are other words that may have been meant. Raises ProblemsFound: E611, E612.
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
        return _log(project, "--max-count=1", found.decode().strip())[0]
    if name == LAST_COMMIT:
        hint = "commit what you have, then change it; or compare with a kit: `fustella diff NAME`"
        raise ProblemsFound([Problem("E612", place, "nothing is committed yet", hint)])
    refs = _git(project, "for-each-ref", "--format=%(refname:short)").decode(errors="replace")
    near = nearest(name, (*known, *refs.split()))
    hint = f"did you mean `{near}`?" if near else "revisions are HEAD~3, a tag, a branch, 1a2b3c4d"
    if done.stdout.strip() == b"true":
        hint += "; this clone is shallow: `git fetch --unshallow` brings the older ones"
    raise ProblemsFound([Problem("E611", place, "no kit, no game and no revision", hint)])


@contextmanager
def project_at_revision(project: Project, revision: Revision) -> Iterator[Project]:
    """The project's content and templates as a revision had them, for as long as it is needed."""
    folders = _git(project, "ls-tree", "--name-only", revision.id, "--", "content", "templates")
    archive = b""
    if folders:
        names = folders.decode().split()
        archive = _git(project, "archive", "--format=tar", revision.id, "--", *names)
    with TemporaryDirectory(prefix="fustella-") as folder:
        if archive:
            _unpack(archive, Path(folder))
        yield Project(Path(folder))


def revisions_of(project: Project, path: str, most: int) -> tuple[Revision, ...]:
    """The last commits that touched a file, newest first."""
    return _log(project, f"--max-count={most}", "--", path)


def revisions_of_looks(project: Project, game_id: str, most: int) -> tuple[Revision, ...]:
    """The last commits that touched what a game says or how it looks, newest first."""
    touched = (f"content/{game_id}", f"templates/{game_id}", "templates/_shared")
    return _log(project, f"--max-count={most}", "--", *touched)


def _log(project: Project, *arguments: str) -> tuple[Revision, ...]:
    """Commits as `git log` lists them."""
    said = _git(project, "log", *_PLAIN, _FORMAT, *arguments)
    lines = said.decode("utf-8", errors="replace").splitlines()
    parts = (line.split("\t", 2) for line in lines)
    return tuple(Revision(*part) for part in parts if len(part) == 3)


def _git(project: Project, *arguments: str) -> bytes:
    """What git says; nothing where it says that something is wrong, or is not there."""
    done = _run(project, *arguments)
    return done.stdout if done and done.returncode == 0 else b""


def _run(project: Project, *arguments: str) -> "subprocess.CompletedProcess[bytes] | None":
    """Git, asked in the project's folder; None where there is none, or it takes too long."""
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


def _unpack(archive: bytes, folder: Path) -> None:
    """The plain files of an archive; links and what would lie outside are left out."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.isfile() else None
            if file is None or ".." in PurePosixPath(member.name).parts:
                continue
            path = folder / member.name.lstrip("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.read())
