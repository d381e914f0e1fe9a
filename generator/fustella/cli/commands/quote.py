"""Declares `fustella quote`: its help and its options."""

from fustella.build.options import LANGUAGES
from fustella.cli.options import GAMES, OUTPUT, PROJECT
from fustella.cli.parser import Command
from fustella.core.values.options import switch
from fustella.export.quote.options import QuoteOptions

COMMAND = Command(
    "Write a request for a price that you can send to print shops: all parts with their sizes, "
    "material and inks, boxes, weight, and the quantities asked for, as PDF, workbook and text. "
    "With a table of your own prices, the costs of each run are worked out beside it.",
    entry="quote:run",
    examples=(
        "fustella quote my-game --quantities 300,1000",
        "fustella quote my-game --language all           # in all languages of the game",
        "fustella quote my-game --sell-sheet             # one page that shows the game",
    ),
    options=(
        GAMES,
        PROJECT,
        *QuoteOptions.declared(),
        LANGUAGES,
        OUTPUT,
        switch("--force", about="make it even if the box differs from its rules"),
    ),
)
