"""Collects problems of several games, reports them, and turns them into exit codes."""

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO, TypeVar

from msgspec.structs import replace

from fustella.cli.terminal import TerminalStyle, has_colours, plural, room, styled, wrapped
from fustella.core.processes.failures import unexpected
from fustella.core.values.problems import (
    TOLD_EACH,
    Collected,
    Problem,
    ProblemsFound,
    Severity,
    by_cause,
    places_of,
    some_of,
)
from fustella.core.words.patterns import visible_in_line

PROBLEMS, INTERRUPTED = 1, 130
"""The exit codes for problems and for Ctrl-C."""

WHOLE = "every file is whole: untouched, or newly built"
STOPPED = f"stopped; {WHOLE}"

_FORCEABLE = frozenset(("E501", "E502", "E511", "E514", "E520"))
"""The codes of differences from rules or accepted faces; `--force` prints a box despite them."""

_INAPPLICABLE = frozenset(("E004", "E008", "E009"))
"""The codes of the problems that a game has no such kind, piece or number of players."""

_PLACES_SHOWN = TOLD_EACH + 1
"""The most places of one cause that are shown."""

_HINT, _ALSO, _INDENT = "hint:", "also:", " " * 10

_Name = TypeVar("_Name")
_Result = TypeVar("_Result")


def collect(
    names: Iterable[_Name], work: Callable[[_Name], _Result]
) -> tuple[list[_Result], list[Problem]]:
    """The results of `work` for the names, and all problems that it raised.

    Once there are too many problems, the names that are left are skipped.
    """
    results: list[_Result] = []
    problems = Collected()
    for name in names:
        try:
            results.append(work(name))
        except ProblemsFound as error:
            try:
                problems += error.problems
            except ProblemsFound as too_many:
                return results, [*too_many.problems]
    return results, problems


def without_inapplicable(problems: Iterable[Problem]) -> list[Problem]:
    """The problems, except that a game has no such kind, piece or number of players.

    Where a command is about all games, another of them may have it.
    """
    return [problem for problem in problems if problem.code not in _INAPPLICABLE]


_each = False


def tell_each(*, each: bool) -> None:
    """Chooses whether problems of one cause are shown one by one; by default they are not."""
    global _each  # noqa: PLW0603  (a command tells all problems in one way)
    _each = each


def tells_each() -> bool:
    return _each


def _together(problems: Iterable[Problem]) -> list[list[Problem]]:
    """The problems that are shown together: those of one cause, unless each is shown alone."""
    return [[one] for one in dict.fromkeys(problems)] if _each else by_cause(problems)


def tell(warnings: Iterable[Problem]) -> None:
    """Prints warnings, with warnings of one cause together."""
    for alike in _together(warnings):
        _print(alike)


def _print(alike: Sequence[Problem]) -> None:
    """Prints the first of some problems of one cause, and the places of the others."""
    first, *others = alike
    print(as_shown(first, sys.stderr), file=sys.stderr)
    elsewhere = [*dict.fromkeys(map(_short_place, others))]
    if elsewhere := [place for place in elsewhere if place != _short_place(first)]:
        line = f"    {_ALSO} {some_of(elsewhere)}"
        shown = line.replace(_ALSO, styled(_ALSO, sys.stderr, TerminalStyle.CYAN), 1)
        print(wrapped(shown, room(sys.stderr), _INDENT), file=sys.stderr)


def _short_place(problem: Problem) -> str:
    """The place of a problem, with its piece if that is known."""
    place = replace(problem.place, key="") if problem.place.line else problem.place
    return f"`{problem.piece}` ({place})" if problem.piece else str(place)


def as_shown(problem: Problem, stream: TextIO) -> str:
    """The text of a problem, in lines that fit the terminal, with colours for place and code."""
    lines = str(problem).split("\n")
    columns = room(stream)
    if has_colours(stream):
        place, code = str(problem.place), f"{problem.code} "
        rest = lines[0].removeprefix(f"{place}: {code}")
        style = TerminalStyle.RED if problem.severity is Severity.ERROR else TerminalStyle.YELLOW
        where = styled(place, stream, TerminalStyle.BOLD)
        lines[0] = f"{where}: {styled(problem.code, stream, style)} {rest}"
        hint = styled(_HINT, stream, TerminalStyle.CYAN)
        lines[1:] = [line.replace(_HINT, hint, 1) for line in lines[1:]]
    return "\n".join(wrapped(line, columns, _INDENT) for line in lines)


def report(problems: Sequence[Problem], untouched: str = "") -> int:
    """Prints problems, those of one cause together, and their number. Returns the exit code.

    `untouched` says which files were left as they are.
    """
    groups = _together(problems)
    for alike in groups:
        _print(alike)
    told = plural(len(groups), "problem")
    places = [*map(places_of, groups)]
    if any(number > _PLACES_SHOWN for number in places):
        told += f" at {sum(places):,} places, which --each tells one by one"
    left = "; ".join(filter(None, (told, untouched)))
    print(visible_in_line(left), file=sys.stderr)
    return PROBLEMS


def may_be_forced(problems: Sequence[Problem]) -> bool:
    """Whether `--force` prints a box in spite of its problems, of which there are some."""
    return bool(problems) and all(problem.code in _FORCEABLE for problem in problems)


def report_refused(problems: Sequence[Problem], untouched: str) -> int:
    """Reports the problems of a build, and says whether `--force` prints the box in spite of them.

    Returns the exit code.
    """
    if may_be_forced(problems):
        untouched = f"{untouched}; mend them, or print all the same with --force"
    return report(problems, untouched)


def report_unexpected(error: Exception, *, debug: bool) -> int:
    """Reports an exception that is a bug, with the step that raised it. Returns the exit code."""
    problem = unexpected(error)
    if debug:
        import traceback  # noqa: PLC0415  (it takes as long to load as the command line)

        traceback.print_exception(error)
    else:
        error.__traceback__ = None  # its frames may hold all the memory there is
    return report((problem,), WHOLE)
