"""Declares `fustella rules`: its help and its options."""

from fustella.build import RulesOptions
from fustella.build.options import LANGUAGES
from fustella.cli.options import (
    DUPLEX,
    FORMAT,
    GAMES,
    OUTPUT,
    PAPER,
    PROJECT,
    STRICT,
    THEME,
)
from fustella.cli.parser import Command
from fustella.core.values.options import switch

COMMAND = Command(
    "Make the booklet of rules of a game from the chapters in its folder rules/: a PDF to read, "
    "another one of sheets to fold, and a page for phones. A game without chapters gets its list "
    "of components and its set-up, from the lists. `fustella build` makes a booklet, too, as the "
    "first example does.",
    entry="rules:run",
    usage="%(prog)s [GAME …] [OPTION …]",
    examples=(
        "fustella rules my-game                              # two pages of A5 on a side of A4",
        "fustella rules my-game --format A4 --fold none      # A4, page after page",
        "fustella rules my-game --fold leaflet --panels 6    # one sheet, folded to six pages",
        "fustella rules my-game --only text                  # the words alone, for a mail",
    ),
    options=(
        GAMES,
        PROJECT,
        *RulesOptions.declared("format", "fold", "panels", "thickness_mm", "only"),
        DUPLEX.but(flags=("--flip", *DUPLEX.flags)),
        PAPER,
        LANGUAGES,
        THEME,
        OUTPUT,
        switch("--force", about="make it even if the box differs from its rules"),
        STRICT,
        FORMAT.but(name="report", flags=("--report",)),
    ),
)
