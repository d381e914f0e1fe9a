"""Declares `fustella new`: its help and its options."""

from pathlib import Path

from fustella.cli.parser import Command
from fustella.core.values.options import Mistyped, OneOf, option, word
from fustella.start import STARTS


def _folder(typed: str) -> Path:
    if not typed.strip():
        raise Mistyped("it has no name: write my-game")
    return Path(typed)


_USUAL = next(iter(STARTS))
_CHOICES = "; ".join(
    f"{name}{' (default)' if name == _USUAL else ''}, {about}" for name, about in STARTS.items()
)

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
            default=_USUAL,
            about=f"what to begin with: {_CHOICES}",
        ),
    ),
)
