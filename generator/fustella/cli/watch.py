"""`fustella build --watch`: builds, and builds again what is saved, until it is stopped."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fustella.build.watch import changed_games
from fustella.cli.arguments import project_and_games, report
from fustella.core.problems import ProblemsFound


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
        with _ended_like_ctrl_c():
            for games in changed_games(project, named, _say):
                every = not named and games == project.games()
                meant = {"games": [] if every else list(games), "watch": False}
                _built(build, argparse.Namespace(**vars(options) | meant))
                _say("watching content/ and templates/; stop with Ctrl-C")
    except KeyboardInterrupt:
        return 0
    return 0


def _built(build: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> None:
    """One build. Whatever goes wrong with it is said: the next one may go well."""
    try:
        build(options)
    except ProblemsFound as found:
        report(found.problems)
    except Exception as error:  # a fault of ours must not end it
        _say(f"this build failed, and not by what you wrote: {type(error).__name__}: {error}")
    sys.stdout.flush()


@contextmanager
def _ended_like_ctrl_c() -> Iterator[None]:
    """Be ended by the system as by the keyboard: nothing unfinished is left lying about."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _say(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
