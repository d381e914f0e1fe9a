"""`fustella list`."""

from fustella.cli.options import GAMES, PRINTING, PROJECT
from fustella.cli.parser import Command

COMMAND = Command(
    "Show the games, their kinds, how many pieces there are of each, and the sheets and cuts that "
    "they take. Nothing is made.",
    entry="list:run",
    options=(GAMES, PROJECT, *PRINTING),
)
