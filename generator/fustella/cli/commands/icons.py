"""`fustella icons`."""

from fustella.cli.options import PROJECT
from fustella.cli.parser import Command
from fustella.core.values.options import option, switch, word

COMMAND = Command(
    "Find icons by words in their names, or parts of words: those of the project and of the sets "
    "that come with Fustella. `fustella preview` shows their pictures.",
    entry="icons:run",
    examples=("fustella icons castle",),
    options=(
        word(
            "WORD",
            name="words",
            many="*",
            default=(),
            about="a word of its name, in English; all must fit",
        ),
        option("--game GAME", default="", about="only this game's icons, and the sets"),
        switch("--all", about="show all that are found, one to a line"),
        PROJECT,
    ),
)
