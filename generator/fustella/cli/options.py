"""What was typed, as typed values: the project, its games, and the options of a build.

A command makes these of its `argparse.Namespace` at once; nothing below it sees the namespace.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella import read
from fustella.build import BuildOptions, Choice, PrintOptions
from fustella.core.cache import CACHE
from fustella.core.names import refuse_way_out
from fustella.core.paper import Cutter, Duplex, Fewest, Hexes, MarkStyle
from fustella.core.problems import Place, Problem, ProblemsFound, as_spelt, did_you_mean
from fustella.core.project import PAPERS, RESOURCES, Project, find_project, misnamed, project_at
from fustella.core.reading import entries_of
from fustella.core.themes import Theme


class UsageError(Exception):
    """The command line contradicts itself: exit code 2, after the usage of the command."""


class Scope(Struct, frozen=True):
    """The project and the games that a command is about, as typed; without games, all of them.

    `git_folders` are those of git outside of the project that may be read.
    """

    folder: Path | None
    games: tuple[str, ...]
    git_folders: tuple[Path, ...] = ()

    @classmethod
    def of(cls, asked: argparse.Namespace) -> "Scope":
        return cls(asked.project, tuple(asked.games), tuple(getattr(asked, "git_dir", ())))

    def resolve(self) -> tuple[Project, tuple[str, ...]]:
        """The project and its games. Raises ProblemsFound: E001, E002."""
        project = project_in(self.folder, self.git_folders)
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


ALL = "all"
"""As a language: every language of a game."""


def editions(project: Project, games: Sequence[str], language: str) -> tuple[tuple[str, str], ...]:
    """Each game with the language that is asked for, "" for its first one; or with ALL of them."""
    if language != ALL:
        return tuple((game, language) for game in games)
    return tuple(
        (game, other) for game in games for other in ("", *read.languages_of(project, game)[1:])
    )


def project_in(folder: Path | None, git_folders: Sequence[Path] = ()) -> Project:
    """The project in a folder, or around the current one. Raises ProblemsFound: E001.

    `git_folders` are those of git outside of it that may be read.
    """
    project = project_at(folder.absolute()) if folder else find_project(Path.cwd())
    return (
        replace(project, git_folders=tuple(one.absolute() for one in git_folders))
        if git_folders
        else project
    )


def project_or_here(folder: Path | None) -> Project:
    """The project as in `project_in`, or the current folder where there is none in it or around it.

    Raises ProblemsFound: E001 for a folder that was named.
    """
    try:
        return project_in(folder)
    except ProblemsFound as found:
        if folder or any(problem.code != "E001" for problem in found.problems):
            raise
        return Project(Path.cwd())


def game_named(project: Project, typed: str) -> str:
    """The id of a game, whatever its case; shells complete it to `tiny/` or `content/tiny/`."""
    folder = Path(typed).absolute()
    inside = folder == project.folder_of(folder.name).absolute() and folder.is_dir()
    named = (project.single or folder.name) if inside else typed.rstrip("/\\")
    return as_spelt(named, project.games())


def only_game(project: Project) -> str:
    """The game that is meant where none is named. Raises ProblemsFound, E002, but for one game."""
    games = project.games()
    if len(games) == 1:
        return games[0]
    place = Place(project.name_of(project.content))
    message, hint = "there is no game yet", "begin one with `fustella new NAME`"
    if games:
        message, hint = "there are several games: which one?", f"name one: {', '.join(games)}"
    raise ProblemsFound([Problem("E002", place, message, hint)])


def refuse_unknown(project: Project, games: Sequence[str]) -> None:
    """Raise ProblemsFound, E002, for games that do not exist, where nothing else would tell it."""
    known = project.games()
    if unknown := [game for game in games if game not in known]:
        raise ProblemsFound(
            Problem("E002", Place(game), f"there is no game `{game}`", did_you_mean(game, known))
            for game in unknown
        )


def output_folder(project: Project, named: Path | None) -> Path:
    """The folder for what is built: one that was named, wherever it is, or one in the project.

    Raises ProblemsFound: E402 where a link leads out of the project, or the cache out of it.
    """
    folder = (named or project.root / "output").absolute()
    if named is None:
        refuse_way_out(folder / CACHE, project.root.absolute())
    refuse_way_out(folder / CACHE / CACHE, folder)
    return folder


_UNASKED = {
    "output": None,
    "language": "",
    "theme": Theme.FULL,
    "force": False,
    "strict": False,
    "shop": False,
    "cover": True,
    "only": (),
    "players": 0,
    "pages": None,
    "copies_from": None,
    "boxes": False,
}
"""Arguments of a build that not every command has which lays out sheets."""


class BuildRequest(Struct, frozen=True):
    """The options of a build as typed; `duplex` is None where it depends on the printer."""

    paper: str
    duplex: Duplex | None
    output: Path | None
    language: str
    force: bool
    strict: bool
    theme: Theme
    printing: PrintOptions
    choice: Choice

    @classmethod
    def of(cls, asked: argparse.Namespace) -> "BuildRequest":
        """From a namespace with the arguments of printing, and of choice where there are any."""
        known = argparse.Namespace(**{**_UNASKED, **vars(asked)})
        return cls(
            paper=known.paper,
            duplex=Duplex(known.duplex) if known.duplex else None,
            output=known.output,
            language=known.language,
            force=known.force,
            strict=known.strict,
            theme=Theme(known.theme),
            printing=PrintOptions(
                printer=known.printer,
                marks=MarkStyle(known.marks),
                hexes=Hexes(known.hexes),
                gutter_mm=known.gutter,
                fewest=Fewest(known.fewest),
                cutter=Cutter(known.cutter),
                boards=known.boards,
                shop=known.shop,
                cover=known.cover,
            ),
            choice=Choice(
                only=tuple(dict.fromkeys(known.only)),
                players=known.players,
                pages=known.pages or "",
                copies_from=known.copies_from,
                boxes=known.boxes,
            ),
        )

    def resolve(self, project: Project) -> BuildOptions:
        """The options in a project. Raises UsageError, and ProblemsFound: E006."""
        if self.choice.boxes and self.choice.players:
            raise UsageError(
                "argument --boxes: they are as large as the whole game needs; leave --players out"
            )
        printing = replace(self.printing, boards=_paper_spelt(project, self.printing.boards))
        return BuildOptions(
            paper=_paper_spelt(project, self.paper),
            duplex=self.duplex or _usual_duplex(project, self.printing.printer),
            output=output_folder(project, self.output),
            language=self.language,
            force=self.force,
            strict=self.strict,
            theme=self.theme,
            printing=printing,
            choice=self.choice,
        )


def _paper_spelt(project: Project, typed: str) -> str:
    """The name of a paper as the tables have it, for files and records are called after it."""
    of_package = (RESOURCES / PAPERS).read_text(encoding="utf-8")
    if not typed or f"\n{typed}:" in of_package:
        return typed
    try:
        return as_spelt(typed, read.read_papers(project))
    except ProblemsFound:  # told when the game is read
        return typed


def _usual_duplex(project: Project, printer: str) -> Duplex:
    """As the printer was measured, else over the long edge."""
    if not printer:
        return Duplex.LONG_EDGE
    return read.find_printer(project, printer).duplex or Duplex.LONG_EDGE


class KitRequest(Struct, frozen=True):
    """What is printed for a kit, and how; "" for its name where none was given."""

    name: str
    rules_only: bool
    stickers: bool
