"""`python -m fustella` is `fustella`.

Python puts the current folder first among those that modules come from. It may be that of a
stranger's game, and a `yaml.py` in it would be run: so it is taken away, unless it holds the tool.
"""

import os
import sys

if __name__ == "__main__":
    _TOOL = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120
    if not sys.flags.safe_path and os.path.realpath(sys.path[0]) != _TOOL:
        del sys.path[0]

    from fustella.cli import run

    run()
