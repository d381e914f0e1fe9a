"""Runs the command line as `python -m fustella`.

Python looks for modules in the current folder first. That may be the folder of a stranger's game,
and a `yaml.py` in it would be run: so it is not searched, unless it holds the tool.
"""

import os
import sys

if __name__ == "__main__":
    _TOOL = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120
    if not sys.flags.safe_path and os.path.realpath(sys.path[0]) != _TOOL:
        del sys.path[0]

    from fustella.cli import run

    run()
