"""Declares `fustella playtest` and its commands: their help and their options."""

from pathlib import Path

from fustella.build.options import LANGUAGES
from fustella.cli.options import (
    FORMAT,
    GAMES,
    GIT_DIR,
    OUTPUT,
    OUTPUT_OF_BUILDS,
    PAPER,
    PROJECT,
)
from fustella.cli.parser import Command
from fustella.core.values.options import switch, word

_EXAMPLES = (
    "fustella playtest my-game              # 1. make the form",
    "fustella playtest import evening.json  # 2. put what players sent into the project",
    "fustella playtest report my-game       # 3. add it up, by version and by piece",
)

COMMAND = Command(
    "Make a form to fill in at the next playtest: who played, for how long, and questions to the "
    "players, with the version code of the box. It is a PDF, to print on both sides of a sheet or "
    "to fill in on a screen, and an HTML page for a phone, which saves the answers as a file. "
    "`fustella playtest import` puts what was saved into the project, and `fustella playtest "
    "report` adds it up.",
    entry="playtest:run",
    examples=_EXAMPLES,
    options=(
        GAMES,
        PROJECT,
        LANGUAGES,
        PAPER.but(group=""),
        OUTPUT,
        switch("--force", about="make a form for a box even if it differs from its rules"),
    ),
    commands={
        "import": Command(
            "Put played sessions into the project, a file for each in playtests/: files that the "
            "table and the HTML form save, and filled PDF forms. A session that is there already "
            "counts once, and a longer save of it replaces the shorter one.",
            line="put played sessions into the project",
            entry="playtests:put",
            examples=_EXAMPLES,
            options=(
                word("FILE", Path, name="files", many="+", about="a session that was saved"),
                PROJECT,
                OUTPUT_OF_BUILDS,
                GIT_DIR,
            ),
        ),
        "report": Command(
            "Add up the played sessions of a game, by version and by piece: how often a piece was "
            "held, played and used, in whose hands it was, how long games took, who won, and what "
            "was said. A "
            "piece that changed begins a new row. Where numbers are small, the interval says what "
            "they can mean.",
            line="add up played sessions",
            entry="playtests:report",
            examples=_EXAMPLES,
            options=(GAMES, FORMAT, PROJECT, OUTPUT_OF_BUILDS, GIT_DIR),
        ),
    },
)
