"""Runs a command, from its arguments to its exit code."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from fustella.cli import progress
from fustella.cli.arguments import parse
from fustella.cli.options import UsageError
from fustella.cli.parser import DEBUG
from fustella.cli.problems import (
    INTERRUPTED,
    PROBLEMS,
    STOPPED,
    WHOLE,
    report,
    report_unexpected,
    tell_each,
)
from fustella.cli.streams import flush
from fustella.cli.terminal import choose_colour
from fustella.core.files.state import journals
from fustella.core.processes.parallel import set_jobs
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.words.patterns import visible_in_line

COMPLETING = "_ARGCOMPLETE"
"""The environment variable with which a shell requests the completion of a line."""


def whole(arguments: Sequence[str]) -> int:
    """Runs a command to its end, whatever happens in it. Returns the exit code."""
    try:
        if COMPLETING in os.environ:
            from fustella.cli.completion import complete  # noqa: PLC0415  (only a shell asks)

            return complete()
        with progress.shown():
            code = main(arguments)
    except SystemExit as left:  # --help, a mistyped option
        code = left.code if isinstance(left.code, int) else PROBLEMS
    except KeyboardInterrupt:  # so early that the command had not begun
        code = INTERRUPTED
    except Exception as error:
        code = report_unexpected(error, debug=DEBUG.flags[0] in arguments)
    if lost := flush():
        print(lost, file=sys.stderr)
        code = code or PROBLEMS
    gc.freeze()  # everything is freed at exit without another search for cycles
    return code


def tell_of(arguments: Sequence[str], problem: Problem) -> int:
    """Reports the problem that ended a command, in the command's format. Returns the exit code."""
    parsed = parse(arguments)
    if getattr(parsed, "format", "") in ("json", "github"):
        # Loaded only for commands that were ended.
        from fustella.cli.check_report import annotation_of, as_json  # noqa: PLC0415

        print(as_json((), (problem,)) if parsed.format == "json" else annotation_of(problem))
    return report((problem,), WHOLE)


def main(arguments: Sequence[str]) -> int:
    """Runs the command that `arguments` name and returns the exit code."""
    parsed = parse(arguments)
    parser: argparse.ArgumentParser = parsed.parser
    choose_colour(parsed.color)
    tell_each(each=parsed.each)
    set_jobs(getattr(parsed, "jobs", 0))
    module, _, function = parsed.entry.partition(":")
    try:
        if journals():
            _finish_interrupted()
        command: Callable[[argparse.Namespace], int] = getattr(import_module(module), function)
        return command(parsed)
    except UsageError as error:
        parser.error(str(error))
    except ProblemsFound as error:
        return report(error.problems)
    except KeyboardInterrupt:
        print(STOPPED, file=sys.stderr)
        return INTERRUPTED


def _finish_interrupted() -> None:
    """Finishes files that killed commands had begun to write, before anything is read."""
    from fustella.core.files.journal import finish_interrupted  # noqa: PLC0415  (hardly ever needed)

    done = finish_interrupted()
    for result, paths in (
        ("what it had begun to write was put into place", done.completed),
        ("what it had begun to write was thrown away", done.cleaned),
    ):
        if paths:
            others = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
            line = f"a command was stopped; {result}: {paths[0]}{others}"
            print(visible_in_line(line), file=sys.stderr)
    for warning in done.warnings:
        print(warning, file=sys.stderr)
