"""The files that a face is drawn from, by the names under which templates ask for them.

While a face is drawn, each template, own icon and picture that is asked for is noted. With the
digests of their files this is the record of the face: it need not be drawn again as long as every
name still means a file of the same bytes. A name that means no file has the digest "", so that a
file which appears later, or hides another one, is noticed too.

This module is light on purpose: a record is compared without loading Jinja.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from fustella.core.fingerprint import DIGEST_DIGITS, digest_of
from fustella.core.project import RESOURCES, SHARED, SHARED_TEMPLATES, Project

TEMPLATE, ICON, PICTURE = "template", "icon", "picture"

Use: TypeAlias = tuple[str, str]
"""What was asked for: its sort, and its name."""


class Sources:
    """The templates and own icons of one game. Each file is read once, when it is first needed."""

    def __init__(self, project: Project, game_id: str) -> None:
        self._folders = template_folders(project, game_id)
        self._icons = icon_folders(project, game_id)
        self._templates: dict[str, tuple[Path, bytes] | None] = {}
        self._digests: dict[Use, str] = {}

    def template(self, name: str) -> tuple[Path, bytes] | None:
        """The file of a template and its bytes; None where there is none. Raises OSError."""
        if name not in self._templates:
            path = self._path_of(name)
            self._templates[name] = (path, path.read_bytes()) if path else None
        return self._templates[name]

    def template_names(self) -> list[str]:
        """The names of all files among the templates of the game."""
        return sorted(
            {
                f"{start}{path.relative_to(folder).as_posix()}"
                for start, folder in self._folders
                for path in folder.rglob("*")
                if path.is_file()
            }
        )

    def digest_of(self, use: Use) -> str:
        """The digest of the file that a template or an own icon is now, "" where there is none."""
        if use not in self._digests:
            sort, name = use
            self._digests[use] = (
                self._template_digest(name) if sort == TEMPLATE else self._icon_digest(name)
            )
        return self._digests[use]

    def _template_digest(self, name: str) -> str:
        try:
            found = self.template(name)
        except OSError:
            return ""
        return hashlib.sha256(found[1]).hexdigest()[:DIGEST_DIGITS] if found else ""

    def _icon_digest(self, name: str) -> str:
        path = icon_file(self._icons, name)
        return digest_of(path) if path else ""

    def _path_of(self, name: str) -> Path | None:
        parts = [part for part in name.split("/") if part not in {"", "."}]
        if not parts or any(part == os.pardir or set(part) & _NEVER_IN_NAMES for part in parts):
            return None
        for start, folder in self._folders:
            inside = parts if not start else parts[1:]
            if inside and (not start or parts[0] == start.rstrip("/")):
                path = folder.joinpath(*inside)
                if path.is_file():
                    return path
        return None


_NEVER_IN_NAMES = frozenset(f"\0{os.sep}{os.altsep or ''}{':' if os.name == 'nt' else ''}")


class Uses:
    """Notes what is asked for while something is drawn."""

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
        """What is asked for inside; it is noted for what is drawn around it too."""
        uses = set[Use]()
        self._open.append(uses)
        try:
            yield uses
        finally:
            self._open.pop()
            self.note_all(uses)


def template_folders(project: Project, game_id: str) -> tuple[tuple[str, Path], ...]:
    """The folders in which a game's templates are looked up, with the beginnings of their names.

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
    """The folders of a game's own icons; of two files of one name the first is meant."""
    return project.folder_of(game_id) / "icons", project.templates / SHARED / "icons"


def icon_file(folders: Iterable[Path], name: str) -> Path | None:
    """The file of an own icon; None for none, and for a link that leads out of its folder."""
    for folder in folders:
        file = folder / f"{name}.svg"
        if file.is_file() and file.resolve().is_relative_to(folder.resolve()):
            return file
    return None
