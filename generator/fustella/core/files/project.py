"""Finds the project: the folder of a game, or of several, and where their files lie."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from fustella.core.files.reading import (
    beginning_of,
    entries_of,
    is_file,
    is_folder,
    is_inside,
    is_text,
    is_there,
    names_in,
    otherwise_spelt,
    shown_name,
)
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words.patterns import regex

RESOURCES = Path(__file__).parents[2] / "resources"
"""The folder of the files that the package brings for every project; see `fustella.resources`."""

PACKAGE = "fustella/resources/"
"""The beginning of the names that messages give to files of the package."""

SHARED, READY = "_shared", "ready"
SHARED_TEMPLATES = (SHARED, READY)
"""The folders in `templates/`, of the project and of the package, that all games share."""


GAME_FILE = "game.yaml"

JOBS = "jobs.yaml"
"""The file, beside game.yaml, that names the outputs that somebody wants of the game."""

QUESTIONS = "playtest.yaml"
"""The file, beside game.yaml, with the game's own questions to those who play it."""

SIMULATIONS = "simulations.yaml"
"""The file, beside game.yaml, with scripts of draws and deals that are tried many times."""

PLAYTESTS = "playtests"
"""The folder of played sessions in a project, with a folder for each game if there are several."""

CONTENT, TEMPLATES = "content", "templates"

WORDS = "words.csv"
"""The table of the words that the tool prints, of the package and of a project."""

RULES, BOOKLET = "rules", "booklet.yaml"
"""The folder of rule booklets in the folder of a game, and the file of their settings."""

SHOPS = "shops"
"""The folder of the rules of shops, of the package and beside the tables of a project."""

SCHEMAS = ".schema"
"""The folder of the schemas that describe files to editors, in projects that have them."""

PAPERS = "papers.yaml"

TABLES = (PAPERS, "sizes.yaml", "stocks.yaml", "printers.yaml", WORDS)
"""The tables that all games of a project share, in `content/` or beside a single game's lists."""

_LIKE_GAME_FILE = regex(r"(?i)games?\.ya?ml(\.txt)?")

_NEVER_CONTENT = frozenset(("output", "kits", PLAYTESTS, "node_modules"))
"""Names of folders inside of a single game's folder that hold no part of the game."""

_MADE = (".cache", "pyvenv.cfg")
"""Files that only folders made by a program hold: an output folder, a virtual environment."""

_KEY_OF_A_LIST = regex(rb"^(kind|pieces)[ \t]*:", re.MULTILINE)
_LIST_BEGINS = 200_000
"""The bytes at the beginning of a file among which `kind` or `pieces` shows that it is a list."""


class Project(Struct, frozen=True):
    """A folder with `content/`, which designers edit, and `templates/`, which says how it looks.

    A project of a single game may do without `content/`: then `single` is the id of that game, and
    its game.yaml, its lists and its `art/` lie in the project's folder itself.

    `git_folders` are folders outside of the project in which the tool may read git, as the command
    line says.
    """

    root: Path
    single: str = ""
    git_folders: tuple[Path, ...] = ()

    @property
    def content(self) -> Path:
        """The folder of the tables that all games share."""
        return self.root if self.single else self.root / CONTENT

    @property
    def templates(self) -> Path:
        return self.root / TEMPLATES

    @classmethod
    def named(cls, folder: Path) -> "Project":
        """A project of a single game, which is called after its folder."""
        return cls(folder, _id_of(folder))

    def games(self) -> tuple[str, ...]:
        """The ids of all games, sorted: the folders with a game.yaml that are not hidden.

        Raises ProblemsFound, as every method here that looks into a folder: E100, E131, E133.
        """
        if self.single:
            return (self.single,)
        content = self.content
        shown = (name for name in names_in(content, self.root) if name[0] != ".")
        games = tuple(name for name in shown if is_there(f"{content}/{name}/{GAME_FILE}"))
        if len(games) > limits.GAMES:
            message = f"more than {limits.GAMES} games in it"
            hint = "make several projects of it: no more games have a mark of their own"
            place = Place(self.name_of(self.content))
            raise ProblemsFound([Problem("E133", place, message, hint)])
        return games

    def folder_of(self, game_id: str) -> Path:
        """The folder of a game, with its game.yaml, its lists and its pictures."""
        return self.root if self.single else self.content / game_id

    def accepted_faces_of(self, game_id: str) -> Path:
        """The file with the faces of a game as they were when they were accepted."""
        return self.folder_of(game_id) / "faces.accepted"

    @property
    def sessions(self) -> Path:
        """The folder of the played sessions of all games, which need not exist."""
        return self.root / PLAYTESTS

    def sessions_of(self, game_id: str) -> Path:
        """The folder of the played sessions of a game, which need not exist."""
        return self.sessions if self.single else self.sessions / game_id

    def schema_of(self, game_id: str, schema: str) -> str:
        """The path of a schema of a game's files, below the folder of schemas."""
        return f"{schema}.json" if self.single else f"{game_id}/{schema}.json"

    def templates_of(self, game_id: str) -> Path:
        """The folder of a game's own templates."""
        return self.templates if self.single else self.templates / game_id

    def input_folders(self, game_id: str) -> tuple[Path, ...]:
        """The folders that hold the sources of a game: content, templates and pictures."""
        if self.single:
            left_out = self.left_out()
            folders = (path for path in entries_of(self.root, self.root) if is_folder(path))
            return tuple(path for path in folders if path not in left_out)
        shared = (self.templates / folder for folder in SHARED_TEMPLATES)
        return (self.folder_of(game_id), self.templates_of(game_id), *shared)

    def input_files(self) -> tuple[Path, ...]:
        """The files that a game is made of besides its input folders, whether they exist or not."""
        if self.single:
            files = (path for path in entries_of(self.root, self.root) if is_file(path))
            return tuple(path for path in files if path.name[0] != ".")
        return tuple(self.content / table for table in TABLES)

    def watched(self) -> tuple[Path, ...]:
        """The folders in which a saved file may change a game."""
        return (self.root,) if self.single else (self.content, self.templates)

    def left_out(self) -> frozenset[Path]:
        """The folders among the watched ones that hold no content, such as the output."""
        if not self.single:
            return frozenset()
        with suppress(ProblemsFound):  # reading the content reports it
            folders = (path for path in entries_of(self.root, self.root) if is_folder(path))
            return frozenset(
                path
                for path in folders
                if not may_be_content(path.name) or any((path / name).exists() for name in _MADE)
            )
        return frozenset()

    def name_of(self, path: Path) -> str:
        """The name of a file in messages: its path from the project's folder on, with `/`.

        A file of the package is named from the package on: `fustella/resources/papers.yaml`.
        """
        if path.is_relative_to(RESOURCES):
            return f"{PACKAGE}{path.relative_to(RESOURCES).as_posix()}"
        return shown_name(path.relative_to(self.root).as_posix())

    def name_of_table(self, name: str) -> str:
        """The name of a table in messages, whether it exists or not: `content/papers.yaml`."""
        return self.name_of(self.content / name)


def find_project(start: Path) -> Project:
    """The nearest project at or above `start`.

    A project is a folder with a `content/`, or with a game.yaml. Where there is none, it is `start`
    itself, if a list of components lies in it. Raises ProblemsFound: E001, E018.
    """
    _check_path(start)
    for folder in (start, *start.parents):
        if found := _project_in(folder):
            return found
    return _list_alone(start, "there is no game here or in any folder above")


def project_at(folder: Path) -> Project:
    """The project in exactly this folder: a mistyped name must not find another project above it.

    Raises ProblemsFound: E001, E018.
    """
    _check_path(folder)
    return _project_in(folder) or _list_alone(folder, "there is no game in it")


def _check_path(folder: Path) -> None:
    """Raises ProblemsFound, E018, for a path with bytes that are not text."""
    if not is_text(folder):
        message = "the name of the folder, or of one above it, has letters that cannot be read"
        hint = "rename the folder: type its special letters anew"
        raise ProblemsFound([Problem("E018", Place(shown_name(str(folder))), message, hint)])


def _list_alone(folder: Path, otherwise: str) -> Project:
    """A project whose game has lists and no game.yaml.

    Raises ProblemsFound, E001, with the message `otherwise` where there are no lists.
    """
    if other := misnamed(folder, folder):
        message, hint = f"`{other}` is not read as a game", f"rename it to {GAME_FILE}"
        raise ProblemsFound([Problem("E001", Place(str(folder)), message, hint)])
    if spelt := otherwise_spelt(folder / CONTENT, folder):
        message, hint = f"`{spelt.name}` is not read as `{CONTENT}`", f"rename it to {CONTENT}"
        raise ProblemsFound([Problem("E001", Place(str(folder)), message, hint)])
    if any(is_list(path, folder) for path in yaml_files(folder, folder)):
        return Project.named(folder)
    hint = f"begin one with `fustella new NAME`, or go to the folder of yours; {_NAME_IT}"
    raise ProblemsFound([Problem("E001", Place(str(folder)), otherwise, hint)])


def misspelt(folder: Path, names: Iterable[str], root: Path | None) -> Iterator[Problem]:
    """Yields problems, E100, for files whose names differ from `names` only in capital letters.

    Some systems would find such a file by the right name, others would not. Raises ProblemsFound.
    """
    known = {name.casefold(): name for name in names}
    there = names_in(folder, root)
    for name in there:
        meant = known.get(name.casefold(), "")
        if name.lower().endswith((".yaml", ".yml")) and not meant:
            meant = name[: name.rindex(".")] + name[name.rindex(".") :].lower()
        if meant and meant not in there and name[0] != ".":
            place = Place(shown_name((folder / name).relative_to(root or folder).as_posix()))
            message = "is not read: in its name small and capital letters count"
            yield Problem("E100", place, message, f"rename it to `{meant}`")


def misnamed(folder: Path, root: Path) -> str:
    """The name of a file such as game.yml that is meant for game.yaml; "" where there is none.

    `root` is the folder of the project; nothing outside of it is looked at.
    """
    if not is_inside(folder, root) or not is_folder(folder) or is_there(folder / GAME_FILE):
        return ""
    names = (path.name for path in entries_of(folder, root) if is_file(path))
    return next((name for name in names if _LIKE_GAME_FILE.fullmatch(name)), "")


_NAME_IT = "--project DIR names the folder of a game.yaml, or the one that holds `content/`"


def yaml_files(folder: Path, root: Path | None) -> list[Path]:
    """The YAML files of a folder, sorted, without hidden files, which editors and systems leave.

    `root` is the folder in which they must lie. Raises ProblemsFound: E100, E131, E133.
    """
    shown = (path for path in entries_of(folder, root) if path.name[0] != ".")
    return [path for path in shown if path.match("*.y*ml")]


def is_list(path: Path, root: Path) -> bool:
    """Whether a YAML file is a list of components, because it has `kind` or `pieces`.

    The folder of a single game may also hold YAML files of other programs. A link that leads out of
    the project counts as a list: reading it then reports it.
    """
    if path.name in (GAME_FILE, *TABLES):
        return False
    if not is_inside(path, root):
        return True
    try:
        begin = beginning_of(path, _LIST_BEGINS) if is_file(path) else b""
        utf_16 = begin.startswith((b"\xff\xfe", b"\xfe\xff"))  # reading it says so
        return utf_16 or _KEY_OF_A_LIST.search(begin) is not None
    except OSError:
        return True  # reading it says why


def _project_in(folder: Path) -> Project | None:
    if is_folder(folder / CONTENT):
        return Project(folder)
    # In `content/` the folder of a game is no project of its own.
    if is_file(folder / GAME_FILE) and folder.parent.name != CONTENT:
        return Project.named(folder)
    return None


def _id_of(folder: Path) -> str:
    """The id of a single game, made from its folder's name: `my-game` for `My Game!`."""
    plain = unicodedata.normalize("NFKD", folder.absolute().name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-") or "game"


def may_be_content(name: str) -> bool:
    """Whether a file or folder of that name, in the folder of a single game, may belong to it."""
    return name[0] != "." and name not in _NEVER_CONTENT
