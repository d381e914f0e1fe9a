"""The templates that a face depends on: its own, and all that it extends, imports or includes.

They are found from the tags alone, so that a face drawn before is found without loading Jinja. A
name that a tag composes stands for every template that fits it, and a name that cannot be told for
every template of the game: a dependency too many only costs time.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from fustella.core import limits
from fustella.core.project import RESOURCES, SHARED_TEMPLATES, Project
from fustella.core.reading import files_in, read_bytes

_TAG = re.compile(
    r"\{%[-+]?\s*(?:(?P<whole>extends|include|import)\b|from\b)(?P<rest>.*?)[-+]?%\}", re.DOTALL
)
_NAME_ENDS = re.compile(r"\s+(?:import|as|ignore|with|without)\s")
_TEXT = r"""(?:"([^"']*)"|'([^"']*)')"""
_PLAIN = re.compile(rf"\s*{_TEXT}\s*")
_EITHER = re.compile(rf"""\s*{_TEXT}\s+if\s[^"'~]*\selse\s+{_TEXT}\s*""")
_JOINED = re.compile(rf"\s*{_TEXT}\s*~\s*[\w.]+\s*~\s*{_TEXT}\s*")


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


def home_of(folder: Path, root: Path) -> Path:
    """The folder that the files in one of those must lie in: the project's, or the package's."""
    return RESOURCES if folder.is_relative_to(RESOURCES) else root


class TemplateSources:
    """The templates of one game. Each file is read once, when it is first needed."""

    def __init__(self, project: Project, game_id: str) -> None:
        self._folders = template_folders(project, game_id)
        self._root = project.root
        self._texts: dict[str, bytes] = {}
        self._stamps: dict[str, str] = {}
        self._all: tuple[str, ...] | None = None

    def stamp(self, name: str) -> str:
        """A hash of a template and of all that it depends on, whether they exist or not."""
        if name not in self._stamps:
            total = hashlib.sha256()
            for used in sorted(self.used_by(name)):
                text = self._text(used)
                total.update(f"{used} {len(text)}\n".encode())
                total.update(text)
            self._stamps[name] = total.hexdigest()
        return self._stamps[name]

    def used_by(self, name: str) -> frozenset[str]:
        """The names of a template and of all that it depends on, whether they exist or not."""
        found: set[str] = set()
        waiting = [name]
        while waiting:
            used = waiting.pop()
            if used not in found:
                found.add(used)
                waiting += self._named_in(used)
        return frozenset(found)

    def _named_in(self, name: str) -> Iterator[str]:
        source = self._text(name).decode(errors="replace")
        for tag in _TAG.finditer(source):
            yield from self._meant(_NAME_ENDS.split(f"{tag['rest']} ", maxsplit=1)[0])

    def _meant(self, expression: str) -> Iterable[str]:
        """The templates that the expression in a tag may name."""
        if found := _PLAIN.fullmatch(expression) or _EITHER.fullmatch(expression):
            return [name for name in found.groups() if name]
        if found := _JOINED.fullmatch(expression):
            first, last = (name for name in found.groups() if name is not None)
            return [
                name for name in self._names() if name.startswith(first) and name.endswith(last)
            ]
        return self._names()

    def _names(self) -> tuple[str, ...]:
        if self._all is None:
            self._all = tuple(
                f"{start}{path.relative_to(folder).as_posix()}"
                for start, folder in self._folders
                for path in files_in(folder, home_of(folder, self._root))
                if path.suffix == ".j2"
            )
        return self._all

    def _text(self, name: str) -> bytes:
        """The source of a template; empty when it does not exist or cannot be read."""
        if name not in self._texts:
            self._texts[name] = b""
            for start, folder in self._folders:
                if name.startswith(start):
                    try:
                        path, home = folder / name.removeprefix(start), home_of(folder, self._root)
                        self._texts[name] = read_bytes(path, home, limits.TEMPLATE_BYTES)
                        break
                    except OSError:
                        continue
        return self._texts[name]
