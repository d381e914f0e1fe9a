"""Begins a new project from one of the starts of the package.

The files of a start lie in a folder of `resources/starts/`; its folder `project/` has the files
that every project gets. In names, `dot-` stands for the `.` of a hidden file. In texts, words such
as @TITLE@ are filled in.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from fustella import __version__
from fustella.core.files.journal import Writing
from fustella.core.files.names import reserved_name
from fustella.core.files.project import CONTENT, RESOURCES, Project, find_project, project_at
from fustella.core.files.reading import files_in
from fustella.core.files.scratch import scratch
from fustella.core.values.codes import default_mark
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.schema import FOLDER as SCHEMAS
from fustella.schema import SchemaFiles, schema_files

_HOME = RESOURCES / "starts"
_OF_EVERY_PROJECT = "project"
_HIDDEN = "dot-"
_FILLED_IN = re.compile(rb"@([A-Z]+)@")
_BINARY = (".png", ".jpg", ".xlsx", ".ods")


class Begun(Struct, frozen=True):
    """A project that was begun: its new files, and the files that were there already."""

    project: Project
    game: str
    written: tuple[Path, ...]
    kept: tuple[Path, ...]


def begin(folder: Path, start: str) -> Begun:
    """Begins a game in a folder, which is made if it is not there.

    A folder in the `content/` of a project only gets the files of the game. Nothing is overwritten:
    existing files such as a README or a .gitignore stay, and a folder with one of the game's own
    files is refused. The schemas for editors are written, too. Raises ProblemsFound, E015, E402,
    E403, and OSError.
    """
    folder = folder.absolute()
    if unfit := reserved_name(folder.name, Place(str(folder))):
        raise ProblemsFound([unfit])
    shared = _project_around(folder)
    files = dict(_files(start, whole=shared is None))
    _refuse_taken(folder, files)
    kept = tuple(folder / name for name in files if (folder / name).exists())
    game = folder.name if folder.parent.name == CONTENT else Project.named(folder).single
    words = _words(folder, game, alone=shared is None)
    filled = {name: _filled_in(source, words) for name, source in files.items()}
    project = shared or Project.named(folder)
    schemas = _schemas(project, game, filled)
    written = []
    with Writing(project.root, folder) as writing:
        for name, data in filled.items():
            if not os.path.lexists(folder / name):
                writing.put(folder / name, data)
                written.append(folder / name)
        for path, data in schemas.in_folder(project.root / SCHEMAS).items():
            writing.put(path, data)
        writing.finish()
    return Begun(project, game, tuple(written), kept)


class _Beside(Project, frozen=True):
    """A project with one new game, whose files still lie in another folder."""

    game: str = ""
    folder: Path = Path()

    def games(self) -> tuple[str, ...]:
        return tuple(sorted({*Project.games(self), self.game}))

    def folder_of(self, game_id: str) -> Path:
        return self.folder if game_id == self.game else Project.folder_of(self, game_id)

    def name_of(self, path: Path) -> str:
        if path.is_relative_to(self.folder):
            return path.relative_to(self.folder).as_posix()
        return Project.name_of(self, path)


def _schemas(project: Project, game: str, files: Mapping[str, bytes]) -> SchemaFiles:
    """The schemas of a project with a new game, whose files are still to be written."""
    with scratch("new") as folder:
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        root = folder if project.single else project.root
        schemas = schema_files(_Beside(root, project.single, game=game, folder=folder), (game,))
    if unread := [problem for problem in schemas.problems if problem.code == "E100"]:
        raise ProblemsFound(unread)
    return schemas


def _project_around(folder: Path) -> Project | None:
    """The project in whose `content/` the folder lies; None if it becomes a project of its own.

    Raises ProblemsFound, E015, for a folder inside of another game.
    """
    if folder.parent.name == CONTENT:
        return project_at(folder.parent.parent)
    try:
        around = find_project(folder.parent)
    except ProblemsFound:
        return None
    if around.single or folder.is_relative_to(around.content):
        message = f"it would lie in the folder of another game, {around.root}"
        hint = "go out of that folder first, or name another one: `fustella new ../NAME`"
        raise ProblemsFound([Problem("E015", Place(str(folder)), message, hint)])
    return None


def _files(start: str, *, whole: bool) -> Iterator[tuple[str, Path]]:
    """Yields the files of a start: the new name of each, and its path in the package.

    With `whole`, the files of every new project are among them.
    """
    for home in (_HOME / _OF_EVERY_PROJECT, _HOME / start) if whole else (_HOME / start,):
        for path in sorted(files_in(home, None)):
            if path.suffix not in (".pyc", ".pyo"):
                parts = path.relative_to(home).parts
                yield "/".join(re.sub(f"^{_HIDDEN}", ".", part) for part in parts), path


def _refuse_taken(folder: Path, files: dict[str, Path]) -> None:
    """Raises ProblemsFound, E015, for a folder that has a game, or in which none can begin."""
    place = Place(str(folder))
    here = Path.cwd()
    if folder.resolve() in here.resolve().parents:
        hint = "name a folder in this one, or `.` for this one itself"
        raise ProblemsFound([Problem("E015", place, "it is a folder around this one", hint)])
    if folder.exists() and not folder.is_dir():
        hint = "choose another name"
        raise ProblemsFound([Problem("E015", place, "it is a file, no folder", hint)])
    if (folder / CONTENT).is_dir():
        hint = f"a game beside the others: `fustella new {CONTENT}/NAME`"
        raise ProblemsFound([Problem("E015", place, f"it has a `{CONTENT}/` already", hint)])
    of_game = [name for name in files if (_HOME / _OF_EVERY_PROJECT) not in files[name].parents]
    taken = [name for name in of_game if (folder / name).exists()]
    if taken:
        shown = ", ".join(taken[:4]) + (", …" if len(taken) > 4 else "")
        message = f"it has files of a game already: {shown}"
        hint = "nothing was written; choose another name, or move them away"
        raise ProblemsFound([Problem("E015", place, message, hint)])


def _words(folder: Path, game: str, *, alone: bool) -> dict[bytes, bytes]:
    """The words for the files of a start, by the marks, such as @TITLE@, that stand for them."""
    plain = re.sub(r"[-_]+", " ", folder.name).strip() or "New game"
    title = plain if plain != plain.lower() else plain.capitalize()
    return {
        b"TITLE": title.encode(),
        b"QUOTED": json.dumps(title, ensure_ascii=False).encode(),
        b"SCHEMA": b".schema" if alone else f"../../.schema/{game}".encode(),
        b"MARK": default_mark(game).encode(),
        b"VERSION": __version__.encode(),
    }


def _filled_in(source: Path, words: dict[bytes, bytes]) -> bytes:
    data = source.read_bytes()
    if source.suffix in _BINARY:
        return data
    return _FILLED_IN.sub(lambda found: words[found[1]], data)
