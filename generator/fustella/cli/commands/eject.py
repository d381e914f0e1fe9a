"""Declares `fustella eject`: its help and its options."""

import re

from fustella.cli.options import PROJECT
from fustella.cli.parser import Command
from fustella.core.files.names import fault_in_name
from fustella.core.values.options import Mistyped, option, word


def _name(typed: str) -> str:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", typed):
        raise Mistyped(f"`{typed}` cannot be a name: use small letters, digits and hyphens")
    if fault := fault_in_name(typed):
        raise Mistyped(f"`{typed}` cannot be the name of a file: {fault}")
    return typed


COMMAND = Command(
    "Copy the template of a ready face into the project, to be changed there. It takes the place "
    "of the one that comes with Fustella.",
    entry="new:eject",
    examples=(
        "fustella eject                      # all ready faces, and what each is",
        "fustella eject card --as hero       # a copy of card, to be changed",
    ),
    options=(
        word(
            "FACE",
            many="?",
            default="",
            about="the ready face: card, token, …; without it, all are listed",
        ),
        option(
            "--as NAME",
            _name,
            name="called",
            default=None,
            about="call the copy so: a new ready face, and the one that it is copied from stays",
        ),
        PROJECT,
    ),
)
