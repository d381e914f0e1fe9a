"""`fustella plan`."""

from fustella.cli.options import CHOICE, GAMES, LANGUAGE, OUTPUT_OF_BUILDS, PRINTING, PROJECT, THEME
from fustella.cli.parser import Command
from fustella.core.options import Mistyped, OneOf, option, switch


def _grams(typed: str) -> float:
    try:
        grams = float(typed)
    except ValueError:
        grams = 0.0
    if not 0 < grams <= 2000:
        raise Mistyped(f"`{typed}` is no weight of paper in g/m²: write 160")
    return grams


COMMAND = Command(
    "Show sheets, cuts, minutes of cutting, ink and weight of paper, before anything is printed. "
    "Give it the options that you will give to fustella build.",
    entry="plan:run",
    examples=(
        "fustella plan --sheets              # also what lies on each sheet",
        "fustella plan my-game --paper Letter --fewest cuts",
    ),
    options=(
        GAMES,
        PROJECT,
        LANGUAGE,
        THEME,
        OUTPUT_OF_BUILDS,
        switch("--sheets", about="show what lies on each sheet, too"),
        switch(
            "--no-ink",
            name="ink",
            default=True,
            about="leave out the ink, which takes longest to work out",
        ),
        option(
            "--grams GRAMS",
            _grams,
            about="the weight of your paper in g/m², such as 160, for kinds without a `stock`",
        ),
        option(
            "--format",
            OneOf(("text", "json")),
            default="text",
            about="text (default), or json for other programs",
        ),
        *CHOICE,
        *PRINTING,
    ),
)
