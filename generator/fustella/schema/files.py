"""Writes the schemas of a project as files: `.schema/tiny/list.json`, `.schema/papers.json`.

Each room describes the files that it reads, and this module collects the schemas. A project whose
only game lies at its top has that game's schemas in `.schema/` itself.
"""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec.json
from msgspec import Struct

from fustella.build.publish import as_problem
from fustella.check import check_schemas, lint_schemas
from fustella.core.files.journal import write_all
from fustella.core.files.project import (
    GAME_FILE,
    JOBS,
    QUESTIONS,
    READY,
    SCHEMAS,
    SHOPS,
    SIMULATIONS,
    TABLES,
    Project,
    yaml_files,
)
from fustella.core.files.reading import fails, is_inside, read_own, unread
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.schemas import Schema, Vocabulary
from fustella.export.jobs import TAKES
from fustella.kits import FOLDER as KITS
from fustella.kits import kit_names, kit_schema
from fustella.read import list_files
from fustella.read.claims import claims_schema
from fustella.read.jobs import jobs_schema
from fustella.read.printers import printers_schema
from fustella.read.questions import questions_schema
from fustella.read.ready import ready_schema
from fustella.read.remarks import REMARKS, remarks_schema
from fustella.read.rules.booklet import booklet_schema
from fustella.read.rules.files import booklet_file
from fustella.read.schema import game_names, game_schema, list_schema, project_names
from fustella.read.shops import shop_schema
from fustella.read.simulations import simulations_schema
from fustella.read.tables import table_schemas

FOLDER = SCHEMAS

_TABLES = tuple(table for table in TABLES if table.endswith(".yaml"))

_DRAFT = "http://json-schema.org/draft-07/schema#"
_SERVER = "# yaml-language-server: $schema="
"""The start of the line by which YAML files name their schema."""


class SchemaFiles(Struct, frozen=True):
    """The schemas of a project as files; with `problems`, they also accept faulty values."""

    schemas: Mapping[str, Schema]
    problems: tuple[Problem, ...]

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the files by the names of the files."""
        return {
            # To have json itself indent it takes five times as long.
            name: msgspec.json.format(json.dumps(schema, ensure_ascii=False), indent=1) + "\n"
            for name, schema in self.schemas.items()
        }

    def in_folder(self, folder: Path) -> dict[Path, bytes]:
        """The bytes of the files by their paths in a folder."""
        return {folder / name: text.encode() for name, text in self.texts.items()}

    def write(self, folder: Path, home: Path) -> tuple[Path, ...]:
        """Writes the files that differ into a folder in `home`. Returns the paths of all files.

        Raises ProblemsFound: E401, E402.
        """
        files = self.in_folder(folder)
        with as_problem(folder):
            write_all(
                home,
                {path: data for path, data in files.items() if not _holds(path, data, home)},
            )
        return tuple(files)


def _holds(path: Path, data: bytes, home: Path) -> bool:
    """Whether a file in `home` has these bytes already."""
    try:
        return is_inside(path.parent, home) and read_own(path) == data
    except OSError:
        return False


def refresh(project: Project, games: Sequence[str]) -> tuple[Problem, ...]:
    """Writes a project's schemas anew if they are older than a file from which they are made.

    A project without schemas gets none; a project with faults keeps its old schemas. Returns the
    problems of files that cannot be read, E100, or written, E401 and E402.
    """
    folder = project.root / FOLDER
    try:
        known = [folder / project.schema_of(game, "game") for game in games]
        named_in = [
            *(project.folder_of(game) / GAME_FILE for game in games),
            *(project.content / table for table in _TABLES),
            *_definitions(project),
        ]
        kept = {game: path for game, path in zip(games, known, strict=True) if path.is_file()}
        saved = max((path.stat().st_mtime_ns for path in named_in if path.is_file()), default=0)
        if any(path.stat().st_mtime_ns < saved for path in kept.values()):
            fresh = schema_files(project, tuple(kept))
            if lacking := [problem for problem in fresh.problems if problem.code == _UNREAD]:
                return tuple(lacking)  # schemas would know less than the files say
            try:
                fresh.write(folder, project.root)
            except ProblemsFound as faults:
                return faults.problems
            for path in kept.values():  # what is saved meanwhile is newer
                os.utime(path, ns=(saved, saved))
    except OSError as error:
        return (unread(error, Place(str(error.filename or folder))),) if fails(error) else ()
    except ProblemsFound as faults:  # other faults are reported where the game is read
        return tuple(problem for problem in faults.problems if problem.code == _UNREAD)
    return ()


_UNREAD = "E100"
"""The code of the problem of a file that cannot be read."""


def schema_files(project: Project, games: Sequence[str]) -> SchemaFiles:
    """The schemas of a project and of some of its games. Raises ProblemsFound: E002."""
    shared, faults = project_names(project)
    problems = [*faults]
    by_file: dict[str, Schema] = {}
    for game in games:
        names = game_names(project, game, shared)
        problems += names.problems
        vocabulary = names.vocabulary
        claims = claims_schema(vocabulary, check_schemas(vocabulary), lint_schemas(vocabulary))
        schemas = {
            "game": game_schema(names),
            "list": list_schema(names),
            "claims": claims,
            "booklet": booklet_schema(vocabulary),
            "remarks": remarks_schema(vocabulary),
            "jobs": jobs_schema(vocabulary, TAKES),
            "simulations": simulations_schema(vocabulary),
            "playtest": questions_schema(vocabulary),
        }
        for name, schema in schemas.items():
            by_file[project.schema_of(game, name)] = _whole_schema(
                f"{_TITLES[name]} of {game}", schema
            )
    for name, schema in file_schemas(shared).items():
        by_file[f"{name}.json"] = _whole_schema(_TITLES[name], schema)
    return SchemaFiles(by_file, tuple(dict.fromkeys(problems)))


_TITLES = {
    "game": "game.yaml",
    "list": "A list of components",
    "claims": "claims.yaml",
    "remarks": REMARKS,
    "jobs": JOBS,
    "simulations": SIMULATIONS,
    "playtest": QUESTIONS,
    "booklet": "rules/booklet.yaml",
    "kit": "A printed copy of a game",
    "papers": "Papers",
    "sizes": "Sizes of cards",
    "stocks": "Stocks",
    "printers": "Measured printers",
    "ready": "A ready face",
    "shop": "The rules of a shop",
}


def file_schemas(vocabulary: Vocabulary) -> dict[str, Schema]:
    """The schemas of the files that a project has only once, by name."""
    return {
        "kit": kit_schema(vocabulary),
        **table_schemas(vocabulary),
        "printers": printers_schema(vocabulary),
        "ready": ready_schema(vocabulary),
        "shop": shop_schema(vocabulary),
    }


def _whole_schema(title: str, schema: Schema) -> Schema:
    return {"$schema": _DRAFT, **schema, "title": title}


def lines_for_files(
    project: Project, games: Sequence[str], folder: Path
) -> Iterator[tuple[Path, str]]:
    """Yields the existing YAML files of a project, each with the line that names its schema."""
    for path, schema in _files(project, games):
        yield path, modeline(path, folder / schema)


def _files(project: Project, games: Sequence[str]) -> Iterator[tuple[Path, str]]:
    for game in games:
        lists, home = list_files(project, game), project.folder_of(game)
        own = {
            "game": [home / GAME_FILE],
            "list": lists,
            "claims": [home / "claims.yaml"],
            "booklet": [booklet_file(project, game)],
            "remarks": [home / REMARKS],
            "jobs": [home / JOBS],
            "simulations": [home / SIMULATIONS],
            "playtest": [home / QUESTIONS],
        }
        for schema, paths in own.items():
            yield from ((path, project.schema_of(game, schema)) for path in paths if path.is_file())
    for table in _TABLES:
        if (path := project.content / table).is_file():
            yield path, f"{path.stem}.json"
    for path in _definitions(project):
        yield path, "ready.json"
    for path in yaml_files(project.content / SHOPS, project.root):
        yield path, "shop.json"
    for kit in kit_names(project):
        yield project.root / KITS / f"{kit}.yaml", "kit.json"


def _definitions(project: Project) -> list[Path]:
    """The YAML files of ready faces; [] if a link leads their folder out of the project."""
    home = project.templates / READY
    return yaml_files(home, project.root) if is_inside(home, project.root) else []


def modeline(file: Path, schema: Path) -> str:
    """The first line of a YAML file by which editors find its schema."""
    return f"{_SERVER}{Path(os.path.relpath(schema, file.parent)).as_posix()}"
