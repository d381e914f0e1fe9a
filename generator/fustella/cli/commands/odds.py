"""Declares `fustella odds`: its help and its options."""

from fustella.build.options import kinds_typed
from fustella.cli.options import PROJECT
from fustella.cli.parser import Command
from fustella.core.values.odds import MOST_CARDS
from fustella.core.values.options import Mistyped, OneOf, Options, option, word

_LONGEST = len(str(MOST_CARDS))


def _number(typed: str) -> int:
    if not (typed.isdecimal() and len(typed.lstrip("0")) <= _LONGEST):
        raise Mistyped(f"`{typed}` is no number of cards: write 0 to {MOST_CARDS:,}")
    return int(typed)


def _turns(typed: str) -> int:
    if not (typed.isdecimal() and len(typed) <= _LONGEST):
        raise Mistyped(f"`{typed}` is no number of turns: write 5")
    return int(typed)


_COUNTED = "a deck in figures"
_OF_GAME = "the deck of a game"
_HAND = "the hand"
_SECOND = "a second group, of which the hand must have some, too"


class OddsOptions(Options, frozen=True):
    """The question about odds: a deck, by its figures or from a game, and what a hand must have.

    None stands for a figure that was not typed.
    """

    game: str | None = word(
        "GAME", many="?", about="the game of the deck, if its cards are not given by --of"
    )
    cards: int | None = option(
        "--of N", _number, default=None, group=_COUNTED, about="the cards of the deck"
    )
    good: int | None = option(
        "--good N", _number, default=None, group=_COUNTED, about="how many of them are good"
    )
    kind: tuple[str, ...] = option(
        "--kind KIND,…",
        kinds_typed,
        default=(),
        many="extend",
        group=_OF_GAME,
        about="only the pieces of these kinds, with their copies",
    )
    deck: str = option(
        "--deck DECK",
        default="",
        group=_OF_GAME,
        about="only the pieces of the kinds of this deck: the deck of a kind is what it says at "
        "`deck`, or its own name",
    )
    among: str = option(
        "--among CONDITION",
        default="",
        group=_OF_GAME,
        about="only the pieces for which this holds, such as 'side = \"red\"'",
    )
    where: str = option(
        "--where CONDITION",
        default="",
        group=_OF_GAME,
        about="which pieces are good, by their fields, such as 'cost <= 2'",
    )
    draw: int | None = option(
        "--draw N", _number, default=None, group=_HAND, about="how many cards are drawn"
    )
    least: int | None = option(
        "--least N",
        _number,
        default=None,
        group=_HAND,
        about="at least so many good cards (default: 1)",
    )
    most: int | None = option(
        "--most N", _number, default=None, group=_HAND, about="at most so many good cards"
    )
    exactly: int | None = option(
        "--exactly N", _number, default=None, group=_HAND, about="exactly so many good cards"
    )
    turns: int = option(
        "--turns N",
        _turns,
        default=0,
        group=_HAND,
        about="also after each of N turns, in which one more card is drawn",
    )
    and_good: int | None = option(
        "--and-good N",
        _number,
        default=None,
        group=_SECOND,
        about="how many cards of --of are good for it",
    )
    and_where: str = option(
        "--and-where CONDITION",
        default="",
        group=_SECOND,
        about="which pieces of the game are good for it",
    )
    and_least: int | None = option(
        "--and-least N",
        _number,
        default=None,
        group=_SECOND,
        about="at least so many of them (default: 1)",
    )
    and_most: int | None = option(
        "--and-most N", _number, default=None, group=_SECOND, about="at most so many of them"
    )
    and_exactly: int | None = option(
        "--and-exactly N", _number, default=None, group=_SECOND, about="exactly so many of them"
    )
    both: int | None = option(
        "--both N",
        _number,
        default=None,
        group=_SECOND,
        about="how many cards of --of are good for both (default: 0)",
    )
    format: str = option(
        "--format",
        OneOf(("text", "json")),
        default="text",
        about="text (default), or json for other programs",
    )


COMMAND = Command(
    "Say how likely a hand has what it needs, exactly: so many good cards among those drawn. The "
    "deck is given by figures, or it is that of a game, whose good cards a condition on their "
    "fields finds.",
    entry="odds:run",
    examples=(
        "fustella odds --of 60 --good 4 --draw 7 --least 1",
        "fustella odds --of 60 --good 24 --and-good 4 --draw 7 --least 2 --turns 5",
        'fustella odds my-game --kind card --where "cost <= 2" --draw 5 --least 2',
    ),
    options=(*OddsOptions.declared("game"), PROJECT, *OddsOptions.declared()[1:]),
)
