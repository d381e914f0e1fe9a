"""Runs the command line, the only place that prints, asks or exits.

The exit code is 0 if all is fine, 1 for problems, which are all on standard error, and 2 if the
command itself was mistyped.
"""

import sys
from functools import partial
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fustella.core.values.problems import Problem


def run() -> NoReturn:
    """Runs the console script: a command in a process that another process supervises."""
    try:
        from fustella.cli.streams import prepare  # noqa: PLC0415
        from fustella.cli.supervised import supervised  # noqa: PLC0415

        prepare()
        arguments = sys.argv[1:]
        sys.exit(
            supervised(arguments, partial(_run_whole, arguments), partial(_tell_of, arguments))
        )
    except KeyboardInterrupt:  # before the process for the work was started
        sys.exit(130)
    except (OSError, ImportError) as error:  # before the modules that print problems were loaded
        place = getattr(error, "filename", None) or "fustella"
        hint = "check the disk; if it is a file of Fustella, install Fustella again"
        print(
            f"{place}: E100 cannot be read or written: {error}\n    hint: {hint}", file=sys.stderr
        )
        sys.exit(1)


# What commands are made of is loaded in the process that does the work: see `supervised`.


def _run_whole(arguments: "Sequence[str]") -> int:
    from fustella.cli.command import whole  # noqa: PLC0415

    return whole(arguments)


def _tell_of(arguments: "Sequence[str]", problem: "Problem") -> int:
    from fustella.cli.command import tell_of  # noqa: PLC0415

    return tell_of(arguments, problem)
