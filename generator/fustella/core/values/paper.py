"""Defines papers, stocks, and the settings with which sheets are printed and cut.

Places are in millimetres from the top-left corner of the paper, which stands upright.
"""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Point, Rect, Size


class Grain(StrEnum):
    """The side of a sheet that the fibres of its paper follow; `NONE` where it is unknown."""

    NONE = "none"
    LONG = "long"
    SHORT = "short"


class Margins(Struct, frozen=True):
    """The margins that a printer leaves white on each side."""

    top_mm: float
    right_mm: float
    bottom_mm: float
    left_mm: float

    @classmethod
    def all_round(cls, margin_mm: float) -> "Margins":
        return cls(margin_mm, margin_mm, margin_mm, margin_mm)


class Slots(Struct, frozen=True):
    """The labels of a label sheet, or the cards of a sheet of die-cut cards.

    `first` is the corner of the first slot; the next one begins `across_mm` to its right, the next
    row `down_mm` below.
    """

    outline: Outline
    first: Point
    columns: int
    rows: int
    across_mm: float
    down_mm: float

    def boxes(self) -> tuple[Rect, ...]:
        """The slots row by row, each from left to right."""
        size = self.outline.size
        return tuple(
            Rect(
                self.first.x_mm + column * self.across_mm,
                self.first.y_mm + row * self.down_mm,
                size.width_mm,
                size.height_mm,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )


class Paper(Struct, frozen=True):
    """A sheet of paper, upright.

    With `slots`, pieces lie only in them. With `roll`, the width is the width of the roll, and the
    height is the longest page that may be cut off; a page takes only as much as it needs. `reach`
    is the size of the area that a cutting machine reaches, where it reaches less than the printer:
    pieces then lie in an area of that size, upright or level.
    """

    id: str
    size: Size
    margins: Margins
    slots: Slots | None = None
    roll: bool = False
    reach: Size | None = None

    @property
    def printable(self) -> Rect:
        """The area that a printer can print on."""
        margins = self.margins
        return Rect(
            margins.left_mm,
            margins.top_mm,
            self.size.width_mm - margins.left_mm - margins.right_mm,
            self.size.height_mm - margins.top_mm - margins.bottom_mm,
        )

    def narrowed(self, dx_mm: float, dy_mm: float) -> "Paper":
        """The paper with larger margins on all sides, so that shifted pages stay printable."""
        margins = Margins(
            self.margins.top_mm + dy_mm,
            self.margins.right_mm + dx_mm,
            self.margins.bottom_mm + dy_mm,
            self.margins.left_mm + dx_mm,
        )
        return replace(self, margins=margins)


class ShopStock(Struct, frozen=True):
    """What a print shop makes pieces of a stock of; "" and 0 where that is not said.

    `grams_m2` is the weight of the whole finished material, with all that is glued on it.
    """

    material: str = ""
    grams_m2: float = 0.0
    finish: str = ""


class Stock(Struct, frozen=True):
    """The material of finished pieces. Kinds of one stock share sheets.

    `thickness_mm` is the thickness of one piece, `grams_m2` the weight of the printer's paper, and
    `shop` what a print shop uses instead.
    """

    id: str
    thickness_mm: float
    grams_m2: float
    grain: Grain = Grain.NONE
    shop: ShopStock = ShopStock()


USUAL_THICKNESS_MM = 0.3
"""The thickness of pieces without a stock, which is that of cards."""

THIN_MM = 0.6
"""A piece up to this thickness counts as a card."""


class Duplex(StrEnum):
    """The ways to print backs behind fronts.

    `FOLD`: fronts and backs are beside each other on one side of the paper, which is folded and
    glued. `SEPARATE`: backs are in a file of their own, for paper that is put in again by hand,
    turned over its long edge.
    """

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"
    SEPARATE = "separate"
    NONE = "none"

    @property
    def two_sided(self) -> bool:
        """Whether both sides of the paper are printed."""
        return self in (Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.SEPARATE)


class Fold(StrEnum):
    """The ways to make a booklet of its pages.

    `SADDLE`: sheets of two pages a side are folded, nested and stapled. `LEAFLET`: one sheet is
    folded, with four pages in its middle, with more as an accordion. `CARDS`: pages are cut to
    cards. `NONE`: pages follow each other, fronts and backs.
    """

    SADDLE = "saddle"
    LEAFLET = "leaflet"
    CARDS = "cards"
    NONE = "none"


class MarkStyle(StrEnum):
    """The marks that show cuts. `AUTO`: ticks for cuts across a whole page, else lines."""

    AUTO = "auto"
    TICKS = "ticks"
    LINES = "lines"
    DOTS = "dots"
    NONE = "none"


class Hexes(StrEnum):
    """The rows in which hexagons and other shapes lie: nested on the fewest sheets, or straight.

    Straight cuts separate straight rows. Hexagons are always nested in honeycombs, other shapes
    only where that takes fewer sheets.
    """

    HONEYCOMB = "honeycomb"
    ROWS = "rows"


class Fewest(StrEnum):
    """The choice between few sheets, which mix sizes, and few cuts, which keeps sizes apart."""

    SHEETS = "sheets"
    CUTS = "cuts"


class Cutter(StrEnum):
    """The make of the cutting machine that sheets are laid out for."""

    NONE = "none"
    SILHOUETTE = "silhouette"
    CRICUT = "cricut"
    BROTHER = "brother"


class Shift(Struct, frozen=True):
    """The shift of backs on their page, right and down, that brings them behind their fronts."""

    dx_mm: float = 0.0
    dy_mm: float = 0.0


class PrintSettings(Struct, frozen=True):
    """The settings of printing and cutting: together with items, the whole input of imposition.

    `gutter_mm` is free paper between pieces, besides their bleed. `board_paper` is
    a larger paper for boards that may be split; with None they are printed on `paper`, in parts.
    """

    paper: Paper
    duplex: Duplex = Duplex.LONG_EDGE
    shift: Shift = Shift()
    marks: MarkStyle = MarkStyle.AUTO
    hexes: Hexes = Hexes.HONEYCOMB
    gutter_mm: float = 0.0
    fewest: Fewest = Fewest.SHEETS
    cutter: Cutter = Cutter.NONE
    board_paper: Paper | None = None
