"""Declares `fustella new`: its help and its options."""

from pathlib import Path

from fustella.cli.parser import Command
from fustella.core.values.options import Mistyped, OneOf, option, word
from fustella.start import STARTS


def _folder(typed: str) -> Path:
    if not typed.strip():
        raise Mistyped("it has no name: write my-game")
    return Path(typed)


COMMAND = Command(
    "Begin a game: a small complete project that builds at once, to be changed into yours. Nothing "
    "is overwritten.",
    entry="new:run",
    examples=(
        "fustella new my-game                # a deck of cards",
        "fustella new my-map --from hexes    # tiles of a map",
    ),
    options=(
        word("NAME", _folder, about="the folder to make; the game is called after it"),
        option(
            "--from",
            OneOf(STARTS),
            name="start",
            default=STARTS[0],
            about="what to begin with: cards (default), a deck in a spreadsheet, with pictures; "
            "hexes, tiles of a map; tokens, counters and coins; board, one board over several "
            "sheets; wargame, a map of hexagons from tables, with counters and charts; rails, "
            "a railway game with a map, tiles, a market and shares; rules, a deck that is compared "
            "with its rules; blank, one card that you design from nothing",
        ),
    ),
)
