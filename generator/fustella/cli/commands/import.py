# ruff: noqa: N999 - a command has the name of its module
"""Declares `fustella import`: its help and its options."""

from pathlib import Path

from fustella.cli.parser import Command
from fustella.core.values.options import Mistyped, OneOf, option, word
from fustella.intake.formats import format_names


def _path(typed: str) -> Path:
    if not typed.strip():
        raise Mistyped("it has no name: write deck.txt")
    return Path(typed)


COMMAND = Command(
    "Bring a game that was made with another program: a project that builds, and a report of what "
    "was taken, approximated and left. Nothing of it is run, and nothing fetched. Imported again "
    "into the same folder, what you changed there by hand stays.",
    entry="importing:run",
    examples=(
        "fustella import deck.txt            # finds out what it is",
        "fustella import cards.zip --into my-game",
        "fustella import . --from squib --into ../my-game",
    ),
    options=(
        word(
            "SOURCE", _path, name="source", about="a file, with those beside it, a folder, or a zip"
        ),
        option(
            "--from",
            OneOf(format_names()),
            name="form",
            default="",
            about="what it was made with (default: what is in it says so)",
        ),
        option(
            "--into NAME",
            _path,
            name="into",
            default=None,
            about="the folder of the game (default: one here, called like the source)",
        ),
    ),
)
