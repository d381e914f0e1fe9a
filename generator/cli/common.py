"""What all commands share: which project and games are meant, and how problems are said."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from generator.press import Duplex
from generator.problems import Place, Problem, ProblemsFound
from generator.project import Project, find_project, project_at

PROBLEMS, INTERRUPTED = 1, 130


def add_games(parser: argparse.ArgumentParser) -> None:
    """GAME … and --project."""
    parser.add_argument("games", metavar="GAME", nargs="*", help="default: all games")
    add_project(parser)


def add_project(parser: argparse.ArgumentParser) -> None:
    """--project."""
    parser.add_argument(
        "--project", metavar="DIR", type=Path, help="default: the nearest folder with a content/"
    )


def add_printing(parser: argparse.ArgumentParser) -> None:
    """--paper and --duplex."""
    parser.add_argument("--paper", metavar="P", default="A4", help="A4 (default), Letter, …")
    parser.add_argument(
        "--duplex",
        choices=[way.value for way in Duplex],
        default=Duplex.LONG_EDGE.value,
        help="how your printer turns the sheet (default: %(default)s); none: fronts only",
    )


def project_and_games(options: argparse.Namespace) -> tuple[Project, tuple[str, ...]]:
    """The project and the games that are meant. Raises ProblemsFound: E001, E002."""
    project = project_of(options)
    named = (game.rstrip("/\\") for game in options.games)  # a shell completes to `tiny/`
    games = tuple(dict.fromkeys(named)) or project.games()
    if not games:
        hint = "make a folder in content/ with a game.yaml"
        raise ProblemsFound([Problem("E002", Place("content"), "there is no game yet", hint)])
    return project, games


def project_of(options: argparse.Namespace) -> Project:
    """The project that is meant. Raises ProblemsFound: E001."""
    named = options.project and options.project.absolute()
    return project_at(named) if named else find_project(Path.cwd())


def report(problems: Sequence[Problem], untouched: str = "") -> int:
    """All problems, how many they are, what was left untouched; the exit code for problems."""
    problems = tuple(dict.fromkeys(problems))  # several games may stumble over the same
    for problem in problems:
        print(problem, file=sys.stderr)
    count = len(problems)
    counted = f"{count} problem{'s' if count != 1 else ''}"
    print("; ".join(filter(None, (counted, untouched))), file=sys.stderr)
    return PROBLEMS
