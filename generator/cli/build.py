"""`fustella build`: the PDFs."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from generator.cli.common import add_games, add_printing, project_and_games, report
from generator.job import Built, Options, already_built
from generator.model import Theme
from generator.press import Duplex
from generator.problems import Problem, ProblemsFound
from generator.project import Project
from generator.stamp import Printed
from generator.terminal import Meter, table

DISAGREEMENTS = frozenset(("E501", "E502", "E511", "E520"))
"""What `--force` prints all the same."""


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `build` to the command line."""
    parser = commands.add_parser("build", help="make the PDFs", description=build.__doc__)
    add_games(parser)
    add_printing(parser)
    parser.add_argument("--only", metavar="KIND", default="", help="only the pieces of this kind")
    parser.add_argument("--language", metavar="L", default="", help="default: the game's first")
    parser.add_argument(
        "--output", metavar="DIR", type=Path, help="default: output/ in the project's folder"
    )
    parser.add_argument(
        "--theme",
        choices=[theme.value for theme in Theme],
        default=Theme.FULL.value,
        help="low-ink: lines and hatches, under a third of the ink; grey: for a printer "
        "without colour (default: %(default)s)",
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="print a box that differs from its rules; its cover says so",
    )
    parser.set_defaults(command=build)


def build(options: argparse.Namespace) -> int:
    """Make the PDFs of all games, or of those named, in output/."""
    project, games = project_and_games(options)
    wanted = Options(
        paper=options.paper,
        duplex=Duplex(options.duplex),
        output=(options.output or project.root / "output").absolute(),
        language=options.language,
        only=options.only,
        force=options.force,
        theme=Theme(options.theme),
    )
    problems: list[Problem] = []
    built: list[Built] = []
    with Meter(sys.stderr) as meter:
        for game in games:
            try:
                built.append(_known(project, game, wanted) or _made(project, game, wanted, meter))
            except ProblemsFound as found:
                problems += found.problems
    if built and not options.games:  # every game was meant that has such a kind
        problems = [problem for problem in problems if problem.code != "E004"]
    if built:
        print(_table(built))
    kept = ", ".join(game for game in games if game not in {one.game for one in built})
    untouched = f"the files of {kept} are as they were" if built else "nothing was replaced"
    return report(problems, _closing(problems, untouched)) if problems else 0


def _known(project: Project, game: str, options: Options) -> Built | None:
    """The last build, when nothing changed since; of a box that agreed when it was made."""
    marked = already_built(project, game, options, unchecked=True) if options.force else None
    return already_built(project, game, options) or marked


def _made(project: Project, game: str, options: Options, meter: Meter) -> Built:
    """A game built anew. The pipeline's libraries are loaded only when there is work for them."""
    from generator.build import build_game  # noqa: PLC0415

    return build_game(project, game, options, meter.show)


def _closing(problems: Sequence[Problem], untouched: str) -> str:
    if all(problem.code in DISAGREEMENTS for problem in problems):
        return f"{untouched}; mend them, or print all the same with --force"
    return untouched


def _table(built: Sequence[Built]) -> str:
    """What was printed, file by file."""
    rows: list[tuple[str, ...]] = []
    for one in built:
        for entry in one.printed:
            file = _shown(one.folder / entry.file)
            state = "unchanged" if one.unchanged else ""
            rows.append((file, entry.name, *_numbers([entry]), state))
    if len(rows) > 1:
        every = [entry for one in built for entry in one.printed]
        rows.append(("all", "", *_numbers(every), ""))
    return table(("file", "what", "pieces", "sheets", "ink", "size", ""), rows, "llrrrrl")


def _numbers(printed: Sequence[Printed]) -> tuple[str, str, str, str]:
    """Pieces, sheets, ink and size; a cover has no pieces, and its ink is not counted."""
    pieces = sum(entry.pieces for entry in printed)
    sheets = sum(entry.sheets for entry in printed)
    ink = sum(entry.ink_pages for entry in printed)
    size = sum(entry.bytes for entry in printed) / 1000
    return str(pieces or ""), str(sheets), f"{ink:.2f} pages" if pieces else "", f"{size:,.0f} kB"


def _shown(path: Path) -> str:
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
