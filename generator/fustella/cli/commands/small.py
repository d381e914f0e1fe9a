"""Declares the commands that take only a few words or options, each as a constant of its name."""

from fustella.cli.options import (
    GAMES,
    GIT_DIR,
    OUTPUT,
    OUTPUT_OF_BUILDS,
    PRINTING,
    PROJECT,
)
from fustella.cli.parser import Command
from fustella.core.values.options import OneOf, option, switch, word

_SHELLS = ("bash", "zsh", "fish", "powershell")

COMPLETION = Command(
    "Let the Tab key complete commands, options and the names of your games, kits and papers. Add "
    'one line to the file that your shell reads at its start. bash, ~/.bashrc: eval "$(fustella '
    'completion bash)". zsh, ~/.zshrc: eval "$(fustella completion zsh)". fish, '
    "~/.config/fish/config.fish: fustella completion fish | source. PowerShell, $PROFILE: fustella "
    "completion powershell | Out-String | Invoke-Expression.",
    entry="completion:run",
    options=(word("SHELL", OneOf(_SHELLS), about=f"your shell: {', '.join(_SHELLS)}"),),
)

EXPLAIN = Command(
    "Print the page about a problem: what it means, an example, and the way out. Other words than "
    "a code find problems by their titles; without a word, all are listed.",
    entry="explain:run",
    usage="%(prog)s [CODE | WORD …] [OPTION …]",
    options=(
        word(
            "CODE | WORD",
            name="words",
            many="*",
            default=(),
            about="the code of a problem, such as E201; or words of a title, such as unknown font",
        ),
    ),
)

ICONS = Command(
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

LIST = Command(
    "Show the games, their kinds, how many pieces there are of each, and the sheets and cuts that "
    "they take. Nothing is made.",
    entry="list:run",
    options=(GAMES, PROJECT, *PRINTING),
)

PULL = Command(
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

SCHEMA = Command(
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

WHATIS = Command(
    "Say which pieces have these version codes, whether they are still as the game is now, and "
    "what has changed since.",
    entry="whatis:run",
    examples=("fustella whatis MK-7K4C",),
    options=(
        word("CODE", name="codes", many="+", about="as printed on the piece, such as MK-7K4C"),
        PROJECT,
        OUTPUT_OF_BUILDS,
        GIT_DIR,
    ),
)
