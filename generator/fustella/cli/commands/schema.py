"""`fustella schema`."""

from fustella.cli.options import GAMES, OUTPUT, PROJECT
from fustella.cli.parser import Command

COMMAND = Command(
    "Write the files (JSON Schema) by which an editor completes and checks what you type into the "
    "files of the project, with its own kinds, fields and names; and show the line by which an "
    "editor finds them. Run it again when game.yaml has changed.",
    entry="schema:run",
    options=(
        GAMES,
        PROJECT,
        OUTPUT.but(about="the folder for these files (default: .schema/ in the project's folder)"),
    ),
)
