"""`fustella build`: the PDFs."""

import argparse
import sys
from collections.abc import Sequence

from fustella.build.options import BuildOptions
from fustella.build.stamps import Built, already_built
from fustella.cli.arguments import (
    OF_ONE_GAME,
    USAGE,
    add_choice,
    add_games,
    add_output,
    add_printing,
    options_of,
    project_and_games,
    report,
    way_out,
)
from fustella.cli.build_kit import add_kit, build_kit
from fustella.cli.tables import table_of
from fustella.cli.terminal import ProgressLine
from fustella.cli.watch import add_watch, watch
from fustella.core.problems import Problem, ProblemsFound
from fustella.core.project import Project


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `build` to the command line."""
    parser = commands.add_parser(
        "build", help="make the PDFs", usage=USAGE, description=build.__doc__
    )
    add_games(parser)
    add_output(parser)
    add_watch(parser)
    parser.add_argument(
        "--force",
        action="store_true",
        help="print a box that differs from its rules; its cover says so",
    )
    add_choice(parser)
    add_printing(parser)
    parser.add_argument_group("instead of sheets").add_argument(
        "--shop",
        action="store_true",
        help="for a print shop: one piece a page, with its trim and bleed, in the folder shop/",
    )
    add_kit(parser)
    parser.set_defaults(command=build, parser=parser)


def build(options: argparse.Namespace) -> int:
    """Make the PDFs of all games, or of those named, in output/; with --kit, what a kit lacks."""
    if options.watch:
        return watch(options, build)
    if options.kit or options.rules_only or options.stickers:
        return build_kit(options)
    if options.shop and options.pages:
        options.parser.error("argument --pages: there are no sheets with --shop")
    project, games = project_and_games(options)
    wanted = options_of(options, project)
    problems: list[Problem] = []
    built: list[Built] = []
    with ProgressLine(sys.stderr) as progress:
        for game in games:
            try:
                built.append(
                    _known(project, game, wanted) or _made(project, game, wanted, progress)
                )
            except ProblemsFound as found:
                problems += found.problems
    if built and not options.games:  # those that have such kinds, or as many players
        problems = [problem for problem in problems if problem.code not in OF_ONE_GAME]
    if built:
        print(table_of(built, wanted.choice.players))
        for note in _notes(built):
            print(note)
    kept = ", ".join(game for game in games if game not in {one.game for one in built})
    untouched = f"the files of {kept} are as they were" if built else "nothing was replaced"
    return report(problems, way_out(problems, untouched)) if problems else 0


def _known(project: Project, game: str, options: BuildOptions) -> Built | None:
    """The last build, when nothing changed since; of a box that agreed when it was made."""
    marked = already_built(project, game, options, unchecked=True) if options.force else None
    return already_built(project, game, options) or marked


def _made(project: Project, game: str, options: BuildOptions, progress: ProgressLine) -> Built:
    """A game built anew. The pipeline's libraries are loaded only when there is work for them."""
    from fustella.build.pipeline import build_game  # noqa: PLC0415

    return build_game(project, game, options, progress.show)


def _notes(built: Sequence[Built]) -> list[str]:
    """What is to be said of single files."""
    return [entry.note for one in built for entry in one.printed if entry.note]
