"""Lists the punchboards of a game, as a request and its costs name them."""

import math
from collections.abc import Sequence

from msgspec import Struct

from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.paper import Stock
from fustella.core.values.shops import Punchboards
from fustella.export.punched import StockBoards
from fustella.export.quote.press_sheet import SHOP_BLEED_MM, per_sheet
from fustella.export.quote.weights import grams_of, volume_of


class QuoteBoards(Struct, frozen=True):
    """The boards of one stock, from which players press out pieces.

    A game has so many `copies`, of so many `designs`, which so many `dies` cut; `sides` is 1 or 2.
    The boards of a game have so many `pieces`. `grams` is their weight with the waste around the
    pieces, 0 where it is unknown, and `volume_mm3` their volume. `id` is their name in a table of
    prices.
    """

    id: str
    name: str
    size: Size
    stock: Stock | None
    copies: int
    designs: int
    dies: int
    sides: int
    pieces: int
    per_sheet: int
    rules: Punchboards

    @property
    def inks(self) -> str:
        return "4/4" if self.sides > 1 else "4/0"

    @property
    def grams(self) -> float:
        return grams_of(self.stock, self._area_mm2)

    @property
    def volume_mm3(self) -> float:
        return volume_of(self.stock, self._area_mm2)

    @property
    def _area_mm2(self) -> float:
        return self.size.width_mm * self.size.height_mm * self.copies

    def sheets(self, games: int) -> int:
        """The sheets of the press for a run; 0 where it is unknown."""
        return math.ceil(self.copies * games / self.per_sheet) if self.per_sheet else 0


def boards_of(
    laid: Sequence[StockBoards], rules: Punchboards, press: Size, name: str
) -> tuple[QuoteBoards, ...]:
    """The boards of each stock; each is called by `name`, and by its stock where there are more."""
    return tuple(
        QuoteBoards(
            id=f"{PUNCHBOARDS}:{own.name}",
            name=f"{name} ({own.name})" if len(laid) > 1 else name,
            size=own.size,
            stock=own.stock,
            copies=own.copies,
            designs=len(own.boards),
            dies=own.dies,
            sides=own.sides,
            pieces=sum(len(one.sheet.pages[0].placements) * one.copies for one in own.boards),
            per_sheet=per_sheet(
                Outline.rectangle(own.size.width_mm, own.size.height_mm), SHOP_BLEED_MM, press
            ),
            rules=rules,
        )
        for own in laid
    )


PUNCHBOARDS = "punchboards"
"""The boards of a stock are called `punchboards:board` in a table of prices."""
