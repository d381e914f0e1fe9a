"""Declares `fustella studio`: its help and its options."""

from pathlib import Path

from fustella.cli.commands.preview import PORT
from fustella.cli.parser import Command
from fustella.core.values.options import switch, word

COMMAND = Command(
    "Do everything in the browser: begin a game or open one, see and change it, build, check and "
    "export it, and print a sheet. Only this computer can open the page. Ctrl-C ends it.",
    entry="studio:run",
    examples=(
        "fustella studio                     # the game in this folder, or a page to begin one",
        "fustella studio my-games            # with the games in another folder",
    ),
    options=(
        word(
            "FOLDER",
            Path,
            many="?",
            about="a game, or a folder to begin and to find games in (default: this folder)",
        ),
        PORT,
        switch("--no-open", default=True, name="open", about="do not open the browser"),
    ),
)
