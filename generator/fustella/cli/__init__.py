"""The command line: the only place that prints, asks or exits.

Exit 0: fine; 1: problems, all of them on standard error; 2: the command itself was mistyped.
"""

import argparse
import gc
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from fustella import __version__
from fustella.cli import build, calibrate, check, diff, kit, plan, preview, whatis
from fustella.cli import list as listing
from fustella.cli.arguments import INTERRUPTED, report
from fustella.core.problems import ProblemsFound

_WORDS = ("games", "words", "codes")
"""Arguments of which there may be any number."""

_GARBAGE_AT = 100_000
"""How many objects more there may be before Python looks for rings among them to free.

Games are large trees and have next to no rings: looking as often as Python does by itself costs a
small build more than writing its files.
"""


def run() -> NoReturn:
    """The console script."""
    gc.set_threshold(_GARBAGE_AT, 20, 50)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ─ shows ?, no traceback
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:  # `fustella list | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    gc.freeze()  # at the exit all goes at once; nothing need be looked at for it
    sys.exit(code)


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says and return the exit code."""
    options = _parsed(arguments)
    command: Callable[[argparse.Namespace], int] = options.command
    try:
        return command(options)
    except ProblemsFound as found:
        return report(found.problems)
    except KeyboardInterrupt:
        print("stopped; every file is whole: untouched, or newly built", file=sys.stderr)
        return INTERRUPTED


def _parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """The command line, where games and other words may also stand behind flags."""
    parser = _parser()
    options, others = parser.parse_known_args(arguments)
    words: list[str] | None = next(
        (getattr(options, name) for name in _WORDS if hasattr(options, name)), None
    )
    if words is not None and not any(one.startswith("-") for one in others):
        words += others
    elif others:
        parser.error(f"unrecognized arguments: {' '.join(others)}")
    return options


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fustella",
        description="Turns lists of game components into sheets that a home printer prints right.",
    )
    parser.add_argument("--version", action="version", version=f"fustella {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in (build, kit, plan, preview, calibrate, check, diff, listing, whatis):
        command.add_command(commands)
    return parser
