"""`fustella build --watch`: builds, and builds again what is saved, until it is stopped."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from fustella.build.watch import changed_games
from fustella.cli.options import Scope, UsageError
from fustella.cli.problems import report
from fustella.core.problems import ProblemsFound
from fustella.core.project import Project

Changes = Callable[[Project, Sequence[str], Callable[[str], None]], Iterator[tuple[str, ...]]]


def watch(
    scope: Scope,
    build: Callable[[tuple[str, ...]], int],
    changes: Changes = changed_games,
) -> int:
    """Call `build` with no games, which means all in `scope`, then with those whose files change.

    Problems are reported and the next change is waited for, which may mend them. Raises UsageError,
    and ProblemsFound only for what no edit of content mends: no project, no game.
    """
    project, games = scope.resolve()
    named = games if scope.games else ()
    try:
        with _sigterm_as_interrupt():
            for changed in changes(project, named, _print_error):
                _build_once(build, () if not named and changed == project.games() else changed)
                _print_error("watching your files; stop with Ctrl-C")
    except KeyboardInterrupt:
        pass
    return 0


def _build_once(build: Callable[[tuple[str, ...]], int], games: tuple[str, ...]) -> None:
    """Build, and report whatever goes wrong: the next build may go well."""
    try:
        build(games)
    except UsageError:
        raise
    except ProblemsFound as found:
        report(found.problems)
    except Exception as error:  # a bug must not end it
        _print_error(
            f"this build failed, and not by what you wrote: {type(error).__name__}: {error}"
        )
    sys.stdout.flush()


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """Being terminated ends it like Ctrl-C: no unfinished files are left."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _print_error(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
