"""The command line: the only place that prints, asks or exits.

Exit 0: fine; 1: problems, all of them on standard error; 2: the command itself was mistyped.
"""

import argparse
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NoReturn

from fustella.cli.arguments import parse
from fustella.cli.options import UsageError
from fustella.cli.problems import INTERRUPTED, report
from fustella.core.problems import ProblemsFound
from fustella.core.state import journals

GC_THRESHOLDS = (100_000, 20, 50)
"""How many new objects there may be before Python looks for reference cycles among them, and how
many such searches before those among older ones.

Games are large trees with next to no cycles; at Python's own threshold the search costs a small
build more time than writing its files.
"""


def run() -> NoReturn:
    """The console script."""
    gc.set_threshold(*GC_THRESHOLDS)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ─ shows ?, no traceback
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # `fustella list | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    gc.freeze()  # everything is freed at exit without another search for cycles
    sys.exit(code)


def main(arguments: Sequence[str]) -> int:
    """Run the command that `arguments` name and return the exit code."""
    asked = parse(arguments)
    parser: argparse.ArgumentParser = asked.parser
    module, _, function = asked.entry.partition(":")
    try:
        if journals():
            _finish_interrupted()
        command: Callable[[argparse.Namespace], int] = getattr(import_module(module), function)
        return command(asked)
    except UsageError as error:
        parser.error(str(error))
    except ProblemsFound as found:
        return report(found.problems)
    except KeyboardInterrupt:
        print("stopped; every file is whole: untouched, or newly built", file=sys.stderr)
        return INTERRUPTED


def _finish_interrupted() -> None:
    """Finish what commands left that were killed while they wrote, before anything is read."""
    from fustella.core.journal import finish_interrupted  # noqa: PLC0415  (hardly ever needed)

    for told in finish_interrupted():
        print(told, file=sys.stderr)
