"""Problems on the terminal: collected from several games, reported, and turned into exit codes."""

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO, TypeVar

from fustella.cli.terminal import Style, has_colours, plural, room, styled, wrapped
from fustella.core.failures import unexpected
from fustella.core.problems import Problem, ProblemsFound, Severity

PROBLEMS, INTERRUPTED = 1, 130
"""Exit codes."""

WHOLE = "every file is whole: untouched, or newly built"
STOPPED = f"stopped; {WHOLE}"

_FORCEABLE = frozenset(("E501", "E502", "E511", "E520"))
"""Differences from what is claimed: `--force` prints the box all the same."""

_INAPPLICABLE = frozenset(("E004", "E008", "E009"))
"""A game has no such kind, no such piece, or is not for so many players."""

_HINT, _INDENT = "hint:", " " * 10

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
        print(as_shown(told, sys.stderr), file=sys.stderr)


def as_shown(problem: Problem, stream: TextIO) -> str:
    """A problem as it is printed: in lines that fit the terminal, its place and code in colours."""
    lines = str(problem).split("\n")
    columns = room(stream)
    if has_colours(stream):
        place, code = str(problem.place), f"{problem.code} "
        rest = lines[0].removeprefix(f"{place}: {code}")
        style = Style.RED if problem.severity is Severity.ERROR else Style.YELLOW
        where = styled(place, stream, Style.BOLD)
        lines[0] = f"{where}: {styled(problem.code, stream, style)} {rest}"
        hint = styled(_HINT, stream, Style.CYAN)
        lines[1:] = [line.replace(_HINT, hint, 1) for line in lines[1:]]
    return "\n".join(wrapped(line, columns, _INDENT) for line in lines)


def report(problems: Sequence[Problem], untouched: str = "") -> int:
    """Print all problems, how many they are, and what was left untouched; the exit code."""
    problems = tuple(dict.fromkeys(problems))  # several games may have the same
    for problem in problems:
        print(as_shown(problem, sys.stderr), file=sys.stderr)
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
