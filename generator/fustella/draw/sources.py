"""Finds the files that a face is drawn from, by the names that templates use for them.

While a face is drawn, each template, own icon and picture that is requested is noted. These names,
with the digests of their files, are the record of the face: the face need not be drawn again while
every name means a file of the same bytes. A name that means no file has the digest "", so that a
file which appears later, or hides another one, is noticed too.

This module is light on purpose: a record is compared without loading Jinja.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from fustella.core.files.fingerprint import DIGEST_DIGITS
from fustella.core.files.project import RESOURCES, SHARED, SHARED_TEMPLATES, Project
from fustella.core.files.reading import fails, files_in, is_file, read_bytes
from fustella.core.processes import limits

TEMPLATE, ICON, PICTURE = "template", "icon", "picture"

Use: TypeAlias = tuple[str, str]
"""The type and the name of a file that was requested, such as a template."""


class Sources:
    """The templates and own icons of one game. Each file is read once, when it is first needed."""

    def __init__(self, project: Project, game_id: str) -> None:
        self._folders = template_folders(project, game_id)
        self._root = project.root
        self._icons = icon_folders(project, game_id)
        self._paths: dict[str, Path | None] = {}
        self._texts: dict[Path, bytes] = {}
        self._digests: dict[Use, str] = {}

    def path_of(self, name: str) -> Path | None:
        """The file of a template, or None."""
        if name not in self._paths:
            self._paths[name] = self._looked_up(name)
        return self._paths[name]

    def template(self, path: Path) -> bytes:
        """Reads the bytes of a template's file. Raises OSError."""
        if path not in self._texts:
            self._texts[path] = read_bytes(path, self._home_of(path), limits.TEMPLATE_BYTES)
        return self._texts[path]

    def template_names(self) -> list[str]:
        """The names of all files among the templates of the game."""
        return sorted(
            {
                f"{start}{path.relative_to(folder).as_posix()}"
                for start, folder in self._folders
                for path in files_in(folder, self._home_of(folder))
            }
        )

    def digest_of(self, use: Use) -> str:
        """The digest of a template's or own icon's current file, "" without a file.

        Raises OSError for a file that cannot be read.
        """
        if use not in self._digests:
            sort, name = use
            self._digests[use] = (
                self._template_digest(name) if sort == TEMPLATE else self._icon_digest(name)
            )
        return self._digests[use]

    def _template_digest(self, name: str) -> str:
        path = self.path_of(name)
        try:
            return _digest(self.template(path)) if path else ""
        except OSError as error:
            return _none_there(error)

    def _icon_digest(self, name: str) -> str:
        path = icon_file(self._icons, name)
        try:
            return _digest(read_bytes(path, self._root, limits.SVG_BYTES)) if path else ""
        except OSError as error:
            return _none_there(error)

    def _looked_up(self, name: str) -> Path | None:
        parts = [part for part in name.split("/") if part not in {"", "."}]
        if not parts or any(part == os.pardir or set(part) & _NEVER_IN_NAMES for part in parts):
            return None
        for start, folder in self._folders:
            inside = parts if not start else parts[1:]
            if inside and (not start or parts[0] == start.rstrip("/")):
                path = folder.joinpath(*inside)
                if is_file(path):
                    return path
        return None

    def _home_of(self, path: Path) -> Path:
        """The folder that a file must lie in: the project's, or the package's."""
        return RESOURCES if path.is_relative_to(RESOURCES) else self._root


def _none_there(error: OSError) -> str:
    """The empty digest of a missing file; raises the error if the file cannot be read."""
    if fails(error):
        raise error
    return ""


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGEST_DIGITS]


_NEVER_IN_NAMES = frozenset(f"\0{os.sep}{os.altsep or ''}{':' if os.name == 'nt' else ''}")


class Uses:
    """Notes the files that are requested while something is drawn."""

    def __init__(self) -> None:
        self._open: list[set[Use]] = []

    def note(self, sort: str, name: str) -> None:
        if self._open:
            self._open[-1].add((sort, str(name)))

    def note_all(self, uses: Iterable[Use]) -> None:
        if self._open:
            self._open[-1].update(uses)

    @contextmanager
    def noted(self) -> Iterator[set[Use]]:
        """Yields the set of all uses that are noted while the `with` block runs.

        They are noted for a `with` block around it, too.
        """
        uses = set[Use]()
        self._open.append(uses)
        try:
            yield uses
        finally:
            self._open.pop()
            self.note_all(uses)


def template_folders(project: Project, game_id: str) -> tuple[tuple[str, Path], ...]:
    """The folders of a game's templates in search order, each with the prefix of its names.

    A game's own templates may be named with their folder or without; those of other games are not
    found. A shared template of the project goes before the one of that name in the package.
    """
    own = project.templates_of(game_id)
    shared = (
        (f"{name}/", home / name)
        for name in SHARED_TEMPLATES
        for home in (project.templates, RESOURCES / "templates")
    )
    return (("", own), *shared, (f"{game_id}/", own))


def icon_folders(project: Project, game_id: str) -> tuple[Path, ...]:
    """The folders of a game's own icons; of two equal names, the first folder's counts."""
    return project.folder_of(game_id) / "icons", project.templates / SHARED / "icons"


def icon_file(folders: Iterable[Path], name: str) -> Path | None:
    """The file of an own icon, readable or not, or None."""
    for folder in folders:
        file = folder / f"{name}.svg"
        if is_file(file):
            return file
    return None
