"""Begins a new project from one of the starts of the package.

The files of a start lie in a folder of `resources/starts/`; its folder `project/` has the files
that every project gets. In names, `dot-` stands for the `.` of a hidden file. In texts, words such
as @TITLE@ are filled in.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    place = place_of_game(folder)
    words = _words(place, "")
    of_start = {name: _filled_in(path, words) for name, path in _files(start)}
    return begin_with(place, of_start)


class NewGame(Struct, frozen=True):
    """The place of a game that begins: its folder, its project, and whether it is alone there."""

    folder: Path
    project: Project
    game: str
    alone: bool

    @property
    def schemas(self) -> str:
        """The folder of the game's schemas, as its files name it."""
        return SCHEMAS if self.alone else f"../../{SCHEMAS}/{self.game}"


def place_of_game(folder: Path) -> NewGame:
    """The place of a game that begins in a folder. Raises ProblemsFound: E015, E403."""
    folder = folder.absolute()
    if unfit := reserved_name(folder.name, Place(str(folder))):
        raise ProblemsFound([unfit])
    shared = _project_around(folder)
    game = folder.name if folder.parent.name == CONTENT else Project.named(folder).single
    return NewGame(folder, shared or Project.named(folder), game, shared is None)


def begin_with(
    place: NewGame,
    files: Mapping[str, bytes],
    others: Iterable[tuple[str, bytes]] = (),
    *,
    title: str = "",
) -> Begun:
    """Begins a game with files, by their names in its folder, and those of every project.

    `others` are pictures and files that no schema needs, made one after the other. Raises as
    `begin`.
    """
    words = _words(place, title)
    of_project = dict(_files(_OF_EVERY_PROJECT)) if place.alone else {}
    _refuse_taken(place.folder, [name for name in files if name not in of_project])
    filled = {name: _filled_in(path, words) for name, path in of_project.items()} | dict(files)
    kept = tuple(place.folder / name for name in filled if (place.folder / name).exists())
    schemas = _schemas(place.project, place.game, filled)
    written = []
    with Writing(place.project.root, place.folder) as writing:
        for name, data in (*filled.items(), *others):
            if not os.path.lexists(place.folder / name):
                writing.put(place.folder / name, data)
                written.append(place.folder / name)
        for path, data in schemas.in_folder(place.project.root / SCHEMAS).items():
            writing.put(path, data)
        writing.finish()
    return Begun(place.project, place.game, tuple(written), kept)


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


def _files(start: str) -> Iterator[tuple[str, Path]]:
    """Yields the files of a start: the new name of each, and its path in the package."""
    home = _HOME / start
    for path in sorted(files_in(home, None)):
        if path.suffix not in (".pyc", ".pyo"):
            parts = path.relative_to(home).parts
            yield "/".join(re.sub(f"^{_HIDDEN}", ".", part) for part in parts), path


def _refuse_taken(folder: Path, of_game: Sequence[str]) -> None:
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
    taken = [name for name in of_game if (folder / name).exists()]
    if taken:
        shown = ", ".join(taken[:4]) + (", …" if len(taken) > 4 else "")
        message = f"it has files of a game already: {shown}"
        hint = "nothing was written; choose another name, or move them away"
        raise ProblemsFound([Problem("E015", place, message, hint)])


def _words(place: NewGame, title: str) -> dict[bytes, bytes]:
    """The words for the files of a start, by the marks, such as @TITLE@, that stand for them."""
    plain = re.sub(r"[-_]+", " ", place.folder.name).strip() or "New game"
    title = title or (plain if plain != plain.lower() else plain.capitalize())
    return {
        b"TITLE": title.encode(),
        b"QUOTED": json.dumps(title, ensure_ascii=False).encode(),
        b"SCHEMA": place.schemas.encode(),
        b"MARK": default_mark(place.game).encode(),
        b"VERSION": __version__.encode(),
    }


def _filled_in(source: Path, words: dict[bytes, bytes]) -> bytes:
    data = source.read_bytes()
    if source.suffix in _BINARY:
        return data
    return _FILLED_IN.sub(lambda found: words[found[1]], data)
