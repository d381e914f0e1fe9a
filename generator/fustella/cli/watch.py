"""`fustella build --watch`: builds, and builds again after each save, until it is stopped."""

import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from fustella.build.watch import changed_games
from fustella.cli.options import Scope, UsageError
from fustella.cli.problems import report, report_unexpected
from fustella.core.files.project import Project
from fustella.core.processes.steps import waiting
from fustella.core.values.problems import ProblemsFound

Changes = Callable[[Project, Sequence[str], Callable[[str], None]], Iterator[tuple[str, ...]]]


def watch(
    scope: Scope,
    build: Callable[[tuple[str, ...]], int],
    changes: Changes = changed_games,
    *,
    debug: bool = False,
) -> int:
    """Calls `build` for all games in `scope`, then again and again for games whose files change.

    It gets no games, which means all, or the changed games. After problems, the command waits for
    the next change, which may mend them. Raises UsageError, and ProblemsFound only where no edit of
    content helps: without a project or a game.
    """
    project, games = scope.resolve()
    named = games if scope.games else ()
    try:
        with _sigterm_as_interrupt():
            for changed in _changes_awaited(changes(project, named, _print_error)):
                games = () if not named and changed == project.games() else changed
                if changed:
                    _build_once(build, games, debug=debug)
                _print_error("watching your files; stop with Ctrl-C")
    except KeyboardInterrupt:
        pass
    return 0


def _changes_awaited(changes: Iterator[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Yields sets of changed games; the time until the next set counts for no step."""
    while True:
        with waiting():
            changed = next(changes, None)
        if changed is None:
            return
        yield changed


def _build_once(
    build: Callable[[tuple[str, ...]], int], games: tuple[str, ...], *, debug: bool
) -> None:
    """Builds, and reports problems and bugs instead of raising them: the next build may go well."""
    try:
        build(games)
    except UsageError:
        raise
    except ProblemsFound as error:
        report(error.problems)
    except Exception as error:  # a bug must not end it
        report_unexpected(error, debug=debug)
    sys.stdout.flush()


@contextmanager
def _sigterm_as_interrupt() -> Iterator[None]:
    """Makes SIGTERM end the block as Ctrl-C does, so that no unfinished files stay."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _print_error(message: str) -> None:
    print(message, file=sys.stderr, flush=True)
