"""Declares `fustella plan`: its help and its options."""

from fustella.build.options import Wanted
from fustella.cli.options import (
    CHOICE,
    FORMAT,
    GAMES,
    LANGUAGE,
    OUTPUT_OF_BUILDS,
    PRINTING,
    PROJECT,
    THEME,
)
from fustella.cli.parser import Command
from fustella.core.values.options import switch

COMMAND = Command(
    "Show sheets, cuts, minutes of cutting, ink and weight of paper, before anything is printed. "
    "Give it the options that you will give to fustella build.",
    entry="plan:run",
    examples=(
        "fustella plan --sheets              # also what lies on each sheet",
        "fustella plan my-game --paper Letter --fewest cuts",
        "fustella plan my-game --box          # does all of it fit into the box?",
    ),
    options=(
        GAMES,
        PROJECT,
        LANGUAGE,
        THEME,
        OUTPUT_OF_BUILDS,
        switch("--sheets", about="show what lies on each sheet, too"),
        switch(
            "--box",
            about="show instead what lies where in the game's box, what does not fit, and how high "
            "it must be; without `box` in game.yaml, a usual size that holds everything",
        ),
        *Wanted.declared(),
        FORMAT,
        *CHOICE,
        *PRINTING,
    ),
)
