"""The first file of the program for people without Python, which `make_program.py` makes.

Workers are started as `PYTHON -P -m MODULE …` or `PYTHON -P FILE …` (core/processes/worker.py). In
the program there is no other Python than itself, so it understands these words, for its own modules
and files alone. Started without words, as by a double click, it is the studio.
"""

import os
import runpy
import sys
from pathlib import Path

TOOL = "fustella"
OWN = Path(__file__).resolve().parent
"""The folder with the tool and its libraries."""


def run() -> None:
    """Runs the command line, or what a worker is started for."""
    words = sys.argv[1:]
    if words[:1] != ["-P"]:
        if not words and not _has_terminal():
            _begin_studio()
        _run_commands()
    elif words[1] == "-m" and words[2].partition(".")[0] == TOOL:
        del sys.argv[1:4]
        if words[2] == TOOL:
            _run_commands()
        runpy.run_module(words[2], run_name="__main__", alter_sys=True)
    else:
        file = Path(words[1]).resolve() if words[1:] else OWN
        if not file.is_relative_to(OWN / TOOL):
            sys.exit("-P: this program runs its own modules alone")
        del sys.argv[1:3]
        runpy.run_path(str(file), run_name="__main__")


def _run_commands() -> None:
    from fustella.cli import run as run_command  # noqa: PLC0415  (workers need it not)

    run_command()


def _has_terminal() -> bool:
    """Whether somebody typed the name of the program, who may want to read its help."""
    if sys.platform != "win32":
        return sys.stdin.isatty()
    import ctypes  # noqa: PLC0415  (of Windows alone)

    # A console that was made for this program has no other process in it.
    found = (ctypes.c_uint * 2)()
    return bool(ctypes.windll.kernel32.GetConsoleProcessList(found, 2) > 1)


def _begin_studio() -> None:
    """Begins the studio in the user's folder for documents."""
    documents = Path.home() / "Documents"
    os.chdir(documents if documents.is_dir() else Path.home())
    sys.argv.append("studio")


if __name__ == "__main__":
    run()
