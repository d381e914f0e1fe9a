"""`fustella diff`: what changed in the boxes since a revision, or since a kit was printed."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fustella.build.options import BuildOptions
from fustella.cli.arguments import PROBLEMS, project_of
from fustella.cli.terminal import ProgressLine
from fustella.core.cache import CACHE
from fustella.core.model import Theme
from fustella.core.paper import Duplex
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project

if TYPE_CHECKING:
    from fustella.history.git import Revision
    from fustella.history.since import GameComparison, Since


PAGE = "diff.html"
"""In the output folder, unless another file is named."""

_FORMATS = ("text", "json", "html")


@dataclass(frozen=True, slots=True)
class _Words:
    """What the words of the command line mean."""

    games: tuple[str, ...]
    kit: str
    revision: str


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `diff` to the command line."""
    parser = commands.add_parser(
        "diff",
        help="what changed, piece by piece",
        usage="%(prog)s [KIT | REVISION] [GAME …] [OPTION …]",
        description=diff.__doc__,
    )
    parser.add_argument(
        "words",
        metavar="KIT | REVISION | GAME",
        nargs="*",
        help="a kit's name; a git revision such as HEAD~3 or v1.0 (default: the last commit); "
        "games (default: all)",
    )
    since = parser.add_mutually_exclusive_group()
    since.add_argument("--kit", metavar="NAME", default="", help="where the word means more")
    since.add_argument("--since", metavar="REVISION", default="", help="where the word means more")
    parser.add_argument("--format", choices=_FORMATS, default="text")
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help=f"of html (default: output/{PAGE})"
    )
    parser.add_argument("--language", metavar="L", default="", help="default: the game's first")
    parser.add_argument(
        "--theme", choices=[theme.value for theme in Theme], default=Theme.FULL.value
    )
    parser.add_argument(
        "--exit-code", action="store_true", help="exit with 1 when something changed"
    )
    parser.add_argument(
        "--project", metavar="DIR", type=Path, help="default: the nearest folder with a content/"
    )
    parser.set_defaults(command=diff, refuse=parser.error)


def diff(options: argparse.Namespace) -> int:
    """Show what changed in the boxes: rules, wording, looks, counts, what is new and what is gone.

    Compared with the last commit, with any revision that git knows, or with a kit.
    """
    if options.output and options.format != "html":
        options.refuse("--output names the page of --format html")
    project = project_of(options)
    wanted = BuildOptions(
        paper="",  # no sheet is printed
        duplex=Duplex.NONE,
        output=(project.root / "output").absolute(),
        language=options.language,
        theme=Theme(options.theme),
    )
    since, comparisons = _compared(project, _words(project, options), wanted)
    _show(options, wanted, since, comparisons)
    changed = any(one.changes for one in comparisons)
    return PROBLEMS if changed and options.exit_code else 0


def _words(project: Project, options: argparse.Namespace) -> _Words:
    """Sort the words into games, and a kit or a revision."""
    from fustella.kits.store import kit_names  # noqa: PLC0415

    games: list[str] = []
    kits, revisions = [options.kit] * bool(options.kit), [options.since] * bool(options.since)
    for typed in dict.fromkeys(options.words):
        word = typed.rstrip("/\\")  # a shell completes to `tiny/`
        if word in project.games():
            games.append(word)
        elif word in kit_names(project):
            kits.append(word)
        else:
            revisions.append(typed)
    if len(kits) + len(revisions) > 1:
        for word in revisions:  # one of them is likelier a slip of the finger
            _revision(project, word)
        options.refuse(
            f"one kit or revision, and not {' and '.join((*kits, *revisions))}: "
            "what is in the folder now is compared with it"
        )
    return _Words(tuple(games), next(iter(kits), ""), next(iter(revisions), ""))


def _compared(
    project: Project, words: _Words, wanted: BuildOptions
) -> "tuple[Since, list[GameComparison]]":
    """What changed in each game. Raises ProblemsFound with everything wrong in any of them."""
    from fustella.history.git import LAST_COMMIT  # noqa: PLC0415
    from fustella.history.since import Since, compare_with_revision, games_at  # noqa: PLC0415
    from fustella.kits.since import compare_with_kit  # noqa: PLC0415
    from fustella.kits.store import read_kit  # noqa: PLC0415

    if words.kit:
        kit = read_kit(project, words.kit)
        if words.games and words.games != (kit.game,):
            raise ProblemsFound([_other_game(words, kit.game)])
        return Since(kit.name, None), [compare_with_kit(project, kit, wanted)]
    name = words.revision or LAST_COMMIT
    revision = _revision(project, name)
    games = words.games or sorted({*project.games(), *games_at(project, revision)})
    return Since(name, revision), _of_all(
        games, lambda game: compare_with_revision(project, game, revision, wanted)
    )


def _revision(project: Project, name: str) -> "Revision":
    """A revision, or a word that was meant to be a kit or a game. Raises ProblemsFound."""
    from fustella.history.git import revision_named  # noqa: PLC0415
    from fustella.kits.store import kit_names  # noqa: PLC0415

    return revision_named(project, name, (*kit_names(project), *project.games()))


def _of_all(
    games: Sequence[str], compare: "Callable[[str], GameComparison]"
) -> "list[GameComparison]":
    """Each game compared. Raises ProblemsFound with what is wrong in any of them."""
    comparisons: list[GameComparison] = []
    problems: list[Problem] = []
    with ProgressLine(sys.stderr) as progress:
        for number, game in enumerate(games):
            progress.show("comparing", number, len(games))
            try:
                comparisons.append(compare(game))
            except ProblemsFound as found:
                problems += found.problems
    if problems:
        raise ProblemsFound(problems)
    return comparisons


def _other_game(words: _Words, game: str) -> Problem:
    message = f"it is a kit of `{game}`, not of {' and '.join(f'`{one}`' for one in words.games)}"
    hint = f"write `fustella diff {words.kit}`"
    return Problem("E614", Place(words.kit), message, hint)


def _show(
    options: argparse.Namespace,
    wanted: BuildOptions,
    since: "Since",
    comparisons: "Sequence[GameComparison]",
) -> None:
    """As text or JSON on the terminal, or as a page in a file whose name is printed."""
    from fustella.cli import diff_report as changes_report  # noqa: PLC0415
    from fustella.core.cache import DiskCache  # noqa: PLC0415
    from fustella.history.html import write_page  # noqa: PLC0415

    if options.format == "json":
        print(changes_report.as_json(since, comparisons))
    elif options.format == "text":
        print(changes_report.as_text(since, comparisons))
    else:
        path = (options.output or wanted.output / PAGE).absolute()
        write_page(path, since, comparisons, DiskCache(wanted.output / CACHE))
        print(path)
