"""Finds version codes of a game in its git revisions."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from fustella.build import LedgerEntry, entries_of
from fustella.core.files.project import CONTENT, READY, TABLES, TEMPLATES, Project
from fustella.core.files.scratch import scratch
from fustella.core.values.problems import ProblemsFound
from fustella.git.repository import UnreadableFiles
from fustella.git.revisions import Revision, commits_touching, unpack
from fustella.read import read_game, read_tables

MOST_REVISIONS = 200
"""The number of commits that a `History` looks through; reading one takes about 50 ms."""


class Past(Struct, frozen=True):
    """A piece as it was when it had a certain code, from the newest revision with that code.

    `changed` is the next revision, which changed it; None if the change is not committed.
    """

    entry: LedgerEntry
    changed: Revision | None


class History:
    """Finds version codes of one game in its git revisions, and reads only as many as needed.

    The revisions are the last `most` commits that touched the content of the game, `MOST_REVISIONS`
    by default. Each is read once.
    """

    def __init__(self, project: Project, game_id: str, most: int | None = None) -> None:
        self._project, self._game_id = project, game_id
        self._most = MOST_REVISIONS if most is None else most
        self._read: dict[str, tuple[LedgerEntry, ...]] = {}

    def find(self, code: str) -> Past | None:
        """The piece that had a code, from the newest revision in which a piece has it."""
        newer: Revision | None = None
        for revision, entries in self.entries():
            for entry in entries:
                if entry.code == code:
                    return Past(entry, newer)
            newer = revision
        return None

    def entries(self) -> Iterator[tuple[Revision, tuple[LedgerEntry, ...]]]:
        """The pieces of each revision with their codes, the newest revision first."""
        for revision in self.revisions:
            if revision.id not in self._read:
                self._read[revision.id] = self._entries_at(revision)
            yield revision, self._read[revision.id]

    @cached_property
    def revisions(self) -> tuple[Revision, ...]:
        """The commits that touched the content of the game, the newest first."""
        touched = "" if self._project.single else f"{CONTENT}/{self._game_id}"
        return commits_touching(self._project, self._most, (touched,))

    def _entries_at(self, revision: Revision) -> tuple[LedgerEntry, ...]:
        """The pieces of a revision; none where today's tool cannot read its content."""
        of_game = (f"{folder}/{self._game_id}" for folder in (CONTENT, TEMPLATES))
        ready = f"{TEMPLATES}/{READY}"
        tables = (f"{CONTENT}/{table}" for table in TABLES)
        with scratch("checkout") as folder:
            project = replace(self._project, root=folder)
            try:
                unpack(self._project, revision, project.root, (*of_game, ready, *tables))
                game = read_game(project, self._game_id, read_tables(project), lambda _: None)
            except (ProblemsFound, UnreadableFiles):
                return ()
        return tuple(
            entry
            for language in game.languages
            for entry in entries_of(game, game.pieces, language)
        )
