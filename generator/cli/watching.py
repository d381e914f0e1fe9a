"""`fustella build --watch`: builds, and builds again what is saved, until it is stopped."""

import argparse
import sys
from collections.abc import Callable

from generator.cli.common import options_of, project_and_games, report
from generator.problems import ProblemsFound
from generator.watch import changed_games


def add_watch(parser: argparse.ArgumentParser) -> None:
    """Add `--watch` to a command."""
    parser.add_argument(
        "--watch",
        action="store_true",
        help="go on: build again what changes in content/ and templates/; stop with Ctrl-C",
    )


def watch(options: argparse.Namespace, build: Callable[[argparse.Namespace], int]) -> int:
    """Do `build` for all that is asked for, and for each game again when its files change.

    Faults are reported and waited for: to be mended is what one watches for. Raises ProblemsFound
    only for what no edit of content mends: no project, no game.
    """
    project, _ = project_and_games(options)
    named = [game.rstrip("/\\") for game in options.games]
    try:
        for games in changed_games(project, named, options_of(options, project)):
            every = not named and games == project.games()
            meant = {"games": [] if every else list(games), "watch": False}
            again = argparse.Namespace(**vars(options) | meant)
            try:
                build(again)
            except ProblemsFound as found:
                report(found.problems)
            print("watching content/ and templates/; stop with Ctrl-C", file=sys.stderr)
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 0
    return 0
