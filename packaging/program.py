"""The first file of the program for people without Python, which `make_program.py` makes.

Workers are started as `PYTHON -P -m MODULE …` or `PYTHON -P FILE …` (core/processes/worker.py). In
the program there is no other Python than itself, so it understands these words, for its own modules
and files alone.
"""

import os
import runpy
import sys

OWN = os.path.dirname(os.path.abspath(__file__))
"""The folder with the tool and its libraries."""


def run() -> None:
    """Runs the command line, or what a worker is started for."""
    if sys.argv[1:2] != ["-P"]:
        _run_commands()
    elif sys.argv[2] == "-m" and sys.argv[3].split(".")[0] == "fustella":
        module = sys.argv[3]
        del sys.argv[1:4]
        if module == "fustella":
            _run_commands()
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    else:
        file = os.path.realpath(sys.argv[2])
        if not file.startswith(os.path.join(os.path.realpath(OWN), "fustella", "")):
            sys.exit("-P: this program runs its own modules alone")
        del sys.argv[1:3]
        runpy.run_path(file, run_name="__main__")


def _run_commands() -> None:
    from fustella.cli import run as run_command

    run_command()


if __name__ == "__main__":
    run()
