"""`fustella pull`."""

from fustella.cli.options import GAMES, PROJECT
from fustella.cli.parser import Command
from fustella.core.values.options import switch

COMMAND = Command(
    "Fetch the spreadsheets online that lists name by `source: {sheet: ADDRESS}`, and write those "
    "that changed to their CSV files in the project. No other command uses the network.",
    entry="pull:run",
    options=(
        GAMES,
        PROJECT,
        switch(
            "--check",
            about="only say what is different, and write nothing; the exit code is 1 if something "
            "is",
        ),
    ),
)
