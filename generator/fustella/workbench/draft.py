"""Holds the files of a step while its gestures change them; nothing is written here."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from msgspec import Struct

from fustella.build.job import Job
from fustella.core.files.pictures import ENDINGS as PICTURES
from fustella.core.files.project import Project
from fustella.core.files.reading import is_there, link_on_the_way, read_bytes, why_unread
from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.read.rules.files import rules_folder
from fustella.read.spreadsheets import ENDINGS as SPREADSHEETS

_MAY_BE_WRITTEN = (".yaml", ".yml", ".j2", *SPREADSHEETS, *PICTURES)
"""The endings of the files that a gesture may write: lists, templates, sheets and pictures.

Chapters of rules may be written, too, in their own folder alone.
"""

_MOST_BYTES = limits.TABLE_BYTES

_DIGITS = 32


class GestureRefused(Exception):
    """Raised for a gesture that cannot be made, with its reason, a hint, and a place if known."""

    def __init__(self, message: str, hint: str = "", place: Place | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.place = message, hint, place


class FileChange(Struct, frozen=True):
    """A file of the project before and after a step; None where there is no file."""

    name: str
    before: bytes | None
    after: bytes | None


class Draft:
    """The files of one step: each is read once, and gestures write their new content here.

    `game` is the id of the game, `language` that of the page. `job` has the game as it was last
    read without faults, and is None before that.
    """

    def __init__(self, project: Project, game: str, language: str, job: Job | None) -> None:
        self.project, self.game, self.language = project, game, language
        self._job = job
        self._before: dict[str, bytes | None] = {}
        self._after: dict[str, bytes | None] = {}

    @property
    def job(self) -> Job:
        """The job of the game. Raises GestureRefused for a game that has faults."""
        if self._job is None:
            message = "the game cannot be read at the moment"
            raise GestureRefused(message, "mend its problems first: the page lists them")
        return self._job

    @property
    def job_or_none(self) -> Job | None:
        """The job of the game; None for a game that has faults."""
        return self._job

    def read(self, name: str) -> bytes:
        """The present content of a file, with the changes of earlier gestures of the step.

        `name` is as in messages, `content/deck/cards.yaml`. Raises GestureRefused.
        """
        content = self.content(name)
        if content is None:
            raise GestureRefused(f"there is no file `{name}`", place=Place(name))
        return content

    def content(self, name: str) -> bytes | None:
        """The content of a file as for `read`; None where there is no file yet."""
        if name not in self._before:
            path = self.path_of(name)
            try:
                there = is_there(path)
                content = read_bytes(path, self.project.root, _MOST_BYTES) if there else None
            except OSError as error:
                raise GestureRefused(why_unread(error), place=Place(name)) from None
            self._before[name] = self._after[name] = content
        return self._after[name]

    def write(self, name: str, content: bytes | None) -> None:
        """Gives a file new content, or with None takes it away. Raises GestureRefused."""
        self.content(name)
        self._after[name] = content

    def changes(self) -> Iterator[FileChange]:
        """Yields the files whose content is another one now."""
        for name, before in self._before.items():
            if before != self._after[name]:
                yield FileChange(name, before, self._after[name])

    def path_of(self, name: str) -> Path:
        """The path of a file of the game that may be written. Raises GestureRefused."""
        return path_of(self.project, self.game, name)


def path_of(project: Project, game: str, name: str) -> Path:
    """The path of a file of a game that may be written, by its name.

    Raises GestureRefused for any other name, and for a link: what it leads to may be another file
    by the time it is written.
    """
    parts = PurePosixPath(name).parts
    strange = "\0" in name or "\\" in name or os.pardir in parts or name[:1] in ("/", "")
    hidden = any(part[0] == "." for part in parts)
    path = project.root / name
    chapter = path.suffix == ".md" and path.parent == rules_folder(project, game)
    if strange or hidden or not (chapter or path.suffix.lower() in _MAY_BE_WRITTEN):
        raise GestureRefused(f"`{name}` is no file of the game that may be changed")
    own = any(path.is_relative_to(folder) for folder in project.input_folders(game))
    shared = path in project.input_files()
    beside = bool(project.single) and path.parent == project.root
    if not (own or shared or beside):
        raise GestureRefused(f"`{name}` is no file of the game that may be changed")
    if link := link_on_the_way(path, project.root):
        message = f"`{project.name_of(link)}` is a link"
        raise GestureRefused(message, "change the file that it leads to", Place(name))
    return path


def digest_of(content: bytes | None) -> str:
    """The digest of a file's content, by which the page says which content it has seen."""
    return "" if content is None else hashlib.sha256(content).hexdigest()[:_DIGITS]
