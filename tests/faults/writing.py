"""What the tests of `core.files.journal` run in a process of its own; for `Machine.run`."""

from collections.abc import Sequence
from pathlib import Path

from fustella.core.files.journal import Writing, finish_interrupted


def write(arguments: Sequence[str]) -> int:
    """Replaces two files, makes one in a new folder, removes two with the folder of one."""
    home = Path(arguments[0])
    try:
        with Writing(home) as writing:
            for name in ("a", "b", "new/deep/c"):
                writing.put(home / name, f"{name} after".encode())
            writing.finish([home / "gone", home / "left" / "gone"], [home / "left"])
    except OSError as error:
        print(error)
        return 1
    return 0


def finish(_: Sequence[str]) -> int:
    """What every command does first."""
    for told in finish_interrupted().warnings:
        print(told)
    return 0
