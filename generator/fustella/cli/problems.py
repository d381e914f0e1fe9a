"""Problems on the terminal: collected from several games, reported, and turned into exit codes."""

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from fustella.cli.terminal import plural
from fustella.core.failures import unexpected
from fustella.core.problems import Problem, ProblemsFound

PROBLEMS, INTERRUPTED = 1, 130
"""Exit codes."""

WHOLE = "every file is whole: untouched, or newly built"
STOPPED = f"stopped; {WHOLE}"

_FORCEABLE = frozenset(("E501", "E502", "E511", "E520"))
"""Differences from what is claimed: `--force` prints the box all the same."""

_INAPPLICABLE = frozenset(("E004", "E008", "E009"))
"""A game has no such kind, no such piece, or is not for so many players."""

_Name = TypeVar("_Name")
_Result = TypeVar("_Result")


def collect(
    names: Iterable[_Name], work: Callable[[_Name], _Result]
) -> tuple[list[_Result], list[Problem]]:
    """The results of `work` for all names, and the problems of those that it raised them for."""
    results: list[_Result] = []
    problems: list[Problem] = []
    for name in names:
        try:
            results.append(work(name))
        except ProblemsFound as found:
            problems += found.problems
    return results, problems


def without_inapplicable(problems: Iterable[Problem]) -> list[Problem]:
    """The problems without kinds, pieces and numbers of players that a game does not have.

    They are none when all games are meant and others have what was asked for.
    """
    return [problem for problem in problems if problem.code not in _INAPPLICABLE]


def tell(warnings: Iterable[Problem]) -> None:
    """Print warnings, each once."""
    for told in dict.fromkeys(warnings):
        print(told, file=sys.stderr)


def report(problems: Sequence[Problem], untouched: str = "") -> int:
    """Print all problems, how many they are, and what was left untouched; the exit code."""
    problems = tuple(dict.fromkeys(problems))  # several games may have the same
    for problem in problems:
        print(problem, file=sys.stderr)
    print("; ".join(filter(None, (plural(len(problems), "problem"), untouched))), file=sys.stderr)
    return PROBLEMS


def report_refused(problems: Sequence[Problem], untouched: str) -> int:
    """Report the problems of a build, with the way to print all the same where there is one."""
    if all(problem.code in _FORCEABLE for problem in problems):
        untouched = f"{untouched}; mend them, or print all the same with --force"
    return report(problems, untouched)


def report_unexpected(error: Exception, *, debug: bool) -> int:
    """Report an exception that is a bug, with what was being done; the exit code."""
    problem = unexpected(error)
    if debug:
        import traceback  # noqa: PLC0415  (it takes as long to load as the command line)

        traceback.print_exception(error)
    else:
        error.__traceback__ = None  # what it holds may be all memory there is
    return report((problem,), WHOLE)
