"""Declares the options that several commands have, and turns them into values."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from fustella import read
from fustella.build import BuildOptions, PrintChoice, PrintOptions
from fustella.core.files.cache import CACHE
from fustella.core.files.names import refuse_way_out
from fustella.core.files.project import (
    PAPERS,
    RESOURCES,
    Project,
    find_project,
    misnamed,
    project_at,
)
from fustella.core.files.reading import entries_of
from fustella.core.values.options import Mistyped, OneOf, Options, option, word
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Place, Problem, ProblemsFound, as_spelt, did_you_mean


class UsageError(Exception):
    """Raised where the command line contradicts itself; the exit code is 2."""


_MOST_JOBS = 64


def _jobs(typed: str) -> int:
    number = int(typed) if typed.isdecimal() else 0
    if not 1 <= number <= _MOST_JOBS:
        raise Mistyped(f"`{typed}` is no number of processes: write 1 to {_MOST_JOBS}")
    return number


class Scope(Options, frozen=True):
    """The project and the games of a command: the typed games, or else all games."""

    project: Path | None = option(
        "--project DIR",
        Path,
        default=None,
        before=True,
        about="the folder of the project (default: this folder, or the nearest one above it, that "
        "has a game.yaml or a content/)",
    )
    games: tuple[str, ...] = word(
        "GAME", many="*", default=(), about="a game, by the name of its folder (default: all)"
    )
    git_dir: tuple[Path, ...] = option(
        "--git-dir DIR",
        Path,
        default=(),
        many="append",
        about="a folder of git outside of the project that may be read: where the project is a "
        "working tree or a submodule, or borrows objects; may be given several times",
    )

    def resolve(self) -> tuple[Project, tuple[str, ...]]:
        """Finds the project and its games. Raises ProblemsFound: E001, E002."""
        project = project_in(self.project, self.git_dir)
        named = (game_named(project, typed) for typed in self.games)
        games = tuple(dict.fromkeys(named)) or project.games()
        if paths := [game for game in games if Path(game).name != game]:
            hint = f"name the game alone; known: {', '.join(project.games())}"
            raise ProblemsFound(
                Problem(
                    "E002",
                    Place(project.name_of(project.content)),
                    f"there is no game `{path}`",
                    hint,
                )
                for path in paths
            )
        if not games:
            hint = "make a folder in content/ with a game.yaml, or begin with `fustella new NAME`"
            for folder in entries_of(project.content, project.root):
                if other := misnamed(folder, project.root):
                    hint = f"rename `{folder.name}/{other}` to game.yaml"
            raise ProblemsFound([Problem("E002", Place("content"), "there is no game yet", hint)])
        return project, games


PROJECT, GAMES, GIT_DIR = Scope.declared("project", "games", "git_dir")

OUTPUT, LANGUAGE, THEME, STRICT = BuildOptions.declared("output", "language", "theme", "strict")

PAPER, DUPLEX = BuildOptions.declared("paper", "duplex")

SHOP, COVER, DRAFT = PrintOptions.declared("shop", "cover", "draft")

OUTPUT_OF_BUILDS = OUTPUT.but(
    about="the output folder of your builds, if it is not output/ in the project's folder"
)

CHOICE = PrintChoice.declared("only", "players", "copies_from", "pages", "boxes")
"""The options that choose a part of a box."""

PRINTING = (
    PAPER,
    *PrintOptions.declared("boards"),
    DUPLEX,
    *PrintOptions.declared("printer", "marks", "hexes", "gutter_mm", "fewest", "cutter"),
)
"""The options for printing and cutting sheets."""

FORMAT = option(
    "--format",
    OneOf(("text", "json")),
    default="text",
    about="text (default), or json for other programs",
)

JOBS = option(
    "--jobs N",
    _jobs,
    default=0,
    about="let at most N processes work at once (default: as many as the computer has cores); the "
    "files are the same",
)


ALL = "all"
"""The language that stands for every language of a game."""


def editions(project: Project, games: Sequence[str], language: str) -> tuple[tuple[str, str], ...]:
    """The pairs of each game and the language; for ALL, of each game and each of its languages.

    The language "" stands for the first language of a game.
    """
    if language != ALL:
        return tuple((game, language) for game in games)
    return tuple(
        (game, other) for game in games for other in ("", *read.languages_of(project, game)[1:])
    )


def project_in(folder: Path | None, git_folders: Sequence[Path] = ()) -> Project:
    """The project in a folder, or else around the current folder. Raises ProblemsFound: E001.

    `git_folders` are the folders outside of the project in which git may be read.
    """
    project = project_at(folder.absolute()) if folder else find_project(Path.cwd())
    return (
        replace(project, git_folders=tuple(path.absolute() for path in git_folders))
        if git_folders
        else project
    )


def project_or_here(folder: Path | None) -> Project:
    """The project in or around a folder; without one, the current folder counts as a project.

    Raises ProblemsFound: E001 if the `folder` that was named has no project.
    """
    try:
        return project_in(folder)
    except ProblemsFound as error:
        if folder or any(problem.code != "E001" for problem in error.problems):
            raise
        return Project(Path.cwd())


def game_named(project: Project, typed: str) -> str:
    """The id of the game that was typed, in any capitals, or as a path (`tiny/`).

    Shells complete `tiny` to `tiny/`.
    """
    folder = Path(typed).absolute()
    inside = folder == project.folder_of(folder.name).absolute() and folder.is_dir()
    named = (project.single or folder.name) if inside else typed.rstrip("/\\")
    return as_spelt(named, project.games())


def only_game(project: Project) -> str:
    """The only game of a project, for commands in which no game was named.

    Raises ProblemsFound, E002, unless the project has exactly one game.
    """
    games = project.games()
    if len(games) == 1:
        return games[0]
    place = Place(project.name_of(project.content))
    message, hint = "there is no game yet", "begin one with `fustella new NAME`"
    if games:
        message, hint = "there are several games: which one?", f"name one: {', '.join(games)}"
    raise ProblemsFound([Problem("E002", place, message, hint)])


def refuse_unknown(project: Project, games: Sequence[str]) -> None:
    """Raises ProblemsFound, E002, for games that the project does not have."""
    known = project.games()
    if unknown := [game for game in games if game not in known]:
        raise ProblemsFound(
            Problem("E002", Place(game), f"there is no game `{game}`", did_you_mean(game, known))
            for game in unknown
        )


def output_folder(project: Project, named: Path | None) -> Path:
    """The folder for files: the folder that was named, or else `output` in the project.

    Raises ProblemsFound: E402 where a link leads out of the project, or the cache's folder out of
    the output folder.
    """
    folder = (named or project.root / "output").absolute()
    if named is None:
        refuse_way_out(folder / CACHE, project.root.absolute())
    refuse_way_out(folder / CACHE / CACHE, folder)
    return folder


def build_options(arguments: argparse.Namespace, project: Project) -> BuildOptions:
    """The options of a build in a project, as they were typed.

    Raises UsageError, and ProblemsFound: E006.
    """
    choice = PrintChoice.of(arguments)
    if choice.boxes and choice.players:
        raise UsageError(
            "argument --boxes: they are as large as the whole game needs; leave --players out"
        )
    return BuildOptions.of(
        arguments,
        paper=_paper_spelt(project, arguments.paper),
        duplex=arguments.duplex or _usual_duplex(project, arguments.printer),
        output=output_folder(project, getattr(arguments, "output", None)),
        printing=PrintOptions.of(arguments, boards=_paper_spelt(project, arguments.boards)),
        choice=choice,
    )


def _paper_spelt(project: Project, typed: str) -> str:
    """The name of a paper, spelt as in the tables, because files and records are named after it."""
    of_package = (RESOURCES / PAPERS).read_text(encoding="utf-8")
    if not typed or f"\n{typed}:" in of_package:
        return typed
    try:
        return as_spelt(typed, read.read_papers(project))
    except ProblemsFound:  # reported when the game is read
        return typed


def _usual_duplex(project: Project, printer: str) -> Duplex:
    """The duplex with which a printer was measured; for other printers, the long edge."""
    if not printer:
        return Duplex.LONG_EDGE
    return read.find_printer(project, printer).duplex or Duplex.LONG_EDGE
