"""Defines the prices that a designer states for the parts of a game, and looks them up."""

from enum import StrEnum

from msgspec import Struct

from fustella.core.values.problems import Place

GAME, RULES = "game", "rules"
"""The names in a table of prices for the whole box, and for its rule booklet."""


class Per(StrEnum):
    """What a price is for: a piece, a sheet of the press, a game, or once for a whole run.

    `TOOL`: once for each tool that a part needs, such as a die.
    """

    PIECE = "piece"
    SHEET = "sheet"
    GAME = "game"
    TOOL = "tool"
    RUN = "run"

    @property
    def grows(self) -> bool:
        """Whether it is paid for every game, and not once for a run."""
        return self not in (Per.TOOL, Per.RUN)


class Price(Struct, frozen=True):
    """A price of a part; it holds for runs of at least `from_games` games."""

    part: str
    per: Per
    from_games: int
    amount: float
    place: Place


class PriceTable(Struct, frozen=True):
    """The prices of a table, and their currency as typed; "" where it says none."""

    prices: tuple[Price, ...] = ()
    currency: str = ""

    def of(self, part: str, games: int) -> tuple[Price, ...]:
        """The prices of a part in a run of so many games: for each `Per` the one that holds."""
        found: dict[Per, Price] = {}
        for price in sorted(self.prices, key=lambda price: price.from_games):
            if price.part == part and price.from_games <= games:
                found[price.per] = price
        return tuple(found.values())
