"""Declares `fustella kit` and its commands: their help and their options."""

from fustella.build import RulesOptions
from fustella.cli.options import LANGUAGE, OUTPUT_OF_BUILDS, PROJECT, THEME
from fustella.cli.parser import Command
from fustella.core.values.options import switch, word

_KIT = word("NAME", str.lower, completes="kit", about="the kit")

_EXAMPLES = (
    "fustella kit new club my-game       # 1. begin a kit",
    "fustella build --kit club           # 2. make what it lacks: at first, all",
    "fustella kit printed club           # 3. when that is printed and cut, say so",
    "fustella build --kit club           # 4. after changes: only what is different",
)

COMMAND = Command(
    "A kit is a printed copy of a game. Fustella knows what it was printed from: when the game has "
    "changed, only the pieces that are new or different are printed.",
    examples=_EXAMPLES,
    options=(PROJECT,),
    commands={
        "new": Command(
            "Begin a kit of a game: a file in kits/. Nothing of it is printed yet.",
            line="begin a kit",
            entry="kit:new",
            examples=_EXAMPLES,
            options=(
                word(
                    "NAME",
                    str.lower,
                    about="a name of your own for it, in small letters, digits and hyphens: club",
                ),
                word(
                    "GAME",
                    many="?",
                    default="",
                    about="the game that it is a copy of (default: the only one that there is)",
                ),
                LANGUAGE,
                THEME,
                *RulesOptions.declared("fold"),
                PROJECT,
            ),
        ),
        "list": Command(
            "Show all kits, with the number of their pieces.",
            line="show all kits",
            entry="kit_tables:show_all",
            options=(PROJECT,),
        ),
        "show": Command(
            "Show what a kit lacks: which pieces to take out, which to put in, and why.",
            line="show what a kit lacks",
            entry="kit:show",
            options=(_KIT, PROJECT, OUTPUT_OF_BUILDS),
        ),
        "printed": Command(
            "Say that what the last `fustella build --kit NAME` made is printed and in the box. "
            "What was changed in the lists after that build does not count as printed.",
            line="record that it is printed",
            entry="kit:printed",
            options=(
                switch("--whole", about="the whole box was printed, from a build without --kit"),
                _KIT,
                PROJECT,
                OUTPUT_OF_BUILDS,
            ),
        ),
    },
)
