"""`fustella playtest`."""

from fustella.cli.options import GAMES, LANGUAGES, OUTPUT, PAPER, PROJECT
from fustella.cli.parser import Command

COMMAND = Command(
    "Make a form to fill in at the next playtest: who played, for how long, and questions to the "
    "players, with the version code of the box. It is a PDF, to print on both sides of a sheet, "
    "and an HTML page for a phone, which saves the answers as a file.",
    entry="playtest:run",
    options=(GAMES, PROJECT, LANGUAGES, PAPER.but(group=""), OUTPUT),
)
