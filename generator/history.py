"""What the pieces of a game said before, from the git history of the project.

It is only read: by `git log` and `git archive`, into a temporary folder. Where there is no git, no
repository, or nothing in it that can be read any more, the past is empty.
"""

import io
import os
import subprocess
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from generator.ledger import Entry, entries_of
from generator.problems import ProblemsFound
from generator.project import Project
from generator.read import read_game, read_tables

MOST_REVISIONS = 200
"""So far back: reading one takes about 50 ms."""

_PATIENCE_S = 30.0


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

    entry: Entry
    changed: Revision | None


class History:
    """The past of one game, read as far back as it is asked for, and each revision once."""

    def __init__(self, project: Project, game_id: str) -> None:
        self._project, self._game_id = project, game_id
        self._read: dict[str, tuple[Entry, ...]] = {}

    def find(self, code: str) -> Past | None:
        """The piece that had a code, as the newest revision that knows it had it."""
        newer: Revision | None = None
        for revision, entries in self.entries():
            for entry in entries:
                if entry.code == code:
                    return Past(entry, newer)
            newer = revision
        return None

    def entries(self) -> Iterator[tuple[Revision, tuple[Entry, ...]]]:
        """What the codes stood for in each revision, newest first."""
        for revision in self.revisions:
            if revision.id not in self._read:
                self._read[revision.id] = self._entries_at(revision)
            yield revision, self._read[revision.id]

    @cached_property
    def revisions(self) -> tuple[Revision, ...]:
        """The commits that touched the game's content, newest first."""
        said = self._git(
            *("log", f"--max-count={MOST_REVISIONS}", "--no-show-signature", "--no-color"),
            *("--format=%H%x09%cs%x09%s", "--", f"content/{self._game_id}"),
        )
        lines = said.decode("utf-8", errors="replace").splitlines()
        parts = (line.split("\t", 2) for line in lines)
        return tuple(Revision(*part) for part in parts if len(part) == 3)

    def _entries_at(self, revision: Revision) -> tuple[Entry, ...]:
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
        return self._git("archive", "--format=tar", revision.id, "--", *paths)

    def _git(self, *arguments: str) -> bytes:
        """What git says; nothing where it says that something is wrong, or is not there."""
        try:
            done = subprocess.run(
                ["git", "--no-pager", *arguments],
                cwd=self._project.root,
                env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=_PATIENCE_S,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return b""
        return done.stdout if done.returncode == 0 else b""


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
