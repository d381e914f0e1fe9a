"""What is printed on: papers with their margins and slots, and stocks with thickness and weight.

Millimetres from the top-left corner of the paper, which stands upright.

How sheets are to be printed and cut: all that imposition is told besides its items.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from fustella.core.geometry import Outline, Point, Rect, Size


class Grain(StrEnum):
    """Which side of a sheet the fibres of its paper follow; a card bends more easily across."""

    NONE = "none"
    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Margins:
    """What a printer leaves white, side by side."""

    top_mm: float
    right_mm: float
    bottom_mm: float
    left_mm: float

    @classmethod
    def all_round(cls, margin_mm: float) -> "Margins":
        """The same on all sides."""
        return cls(margin_mm, margin_mm, margin_mm, margin_mm)


@dataclass(frozen=True, slots=True)
class Slots:
    """The places of a label sheet or a sheet of die-cut cards.

    `first` is the corner of the first one; the next begins `across_mm` to its right, the next row
    `down_mm` below.
    """

    outline: Outline
    first: Point
    columns: int
    rows: int
    across_mm: float
    down_mm: float

    def boxes(self) -> tuple[Rect, ...]:
        """Where the slots lie, from left to right, then from top to bottom."""
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


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright.

    With `slots` pieces lie in them and nowhere else. Of a `roll` the width is given and the
    height is as much as may be cut off; a page takes only what it needs of it.
    """

    id: str
    size: Size
    margins: Margins
    slots: Slots | None = None
    roll: bool = False

    @property
    def printable(self) -> Rect:
        """What of the page a printer reaches."""
        margins = self.margins
        return Rect(
            margins.left_mm,
            margins.top_mm,
            self.size.width_mm - margins.left_mm - margins.right_mm,
            self.size.height_mm - margins.top_mm - margins.bottom_mm,
        )

    def narrowed(self, dx_mm: float, dy_mm: float) -> "Paper":
        """The same paper with margins grown on both sides, so that what is shifted stays inside."""
        margins = Margins(
            self.margins.top_mm + dy_mm,
            self.margins.right_mm + dx_mm,
            self.margins.bottom_mm + dy_mm,
            self.margins.left_mm + dx_mm,
        )
        return replace(self, margins=margins)


@dataclass(frozen=True, slots=True)
class Stock:
    """What pieces are made of in the end: kinds of one stock share sheets.

    `thickness_mm` is that of one finished piece, `grams_m2` the weight of the paper in the printer.
    """

    id: str
    thickness_mm: float
    grams_m2: float
    grain: Grain = Grain.NONE


class Duplex(StrEnum):
    """How backs come behind fronts.

    `FOLD`: beside each other on one side of the paper, which is folded and glued. `SEPARATE`: in a
    file of their own, for paper that is put in again by hand, turned over its long edge.
    """

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    FOLD = "fold"
    SEPARATE = "separate"
    NONE = "none"

    @property
    def two_sided(self) -> bool:
        """Whether something is printed on the other side of the paper."""
        return self in (Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.SEPARATE)


class MarkStyle(StrEnum):
    """How cuts are shown. `AUTO`: ticks where lines run through, lines where they do not."""

    AUTO = "auto"
    TICKS = "ticks"
    LINES = "lines"
    DOTS = "dots"
    NONE = "none"


class Hexes(StrEnum):
    """How hexagons lie: nested on the fewest sheets, or in rows that straight cuts part."""

    HONEYCOMB = "honeycomb"
    ROWS = "rows"


class Fewest(StrEnum):
    """What packing saves: sheets, by mixing sizes; or cuts, by laying each size by itself."""

    SHEETS = "sheets"
    CUTS = "cuts"


class Cutter(StrEnum):
    """A cutting machine, whose registration marks are printed and kept free."""

    NONE = "none"
    SILHOUETTE = "silhouette"


@dataclass(frozen=True, slots=True)
class Shift:
    """How far backs are moved on their own page, right and down, to meet their fronts."""

    dx_mm: float = 0.0
    dy_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """One way of printing.

    `gutter_mm` is free paper between pieces, besides their bleed. `board_paper` is for pieces that
    may be split, when they are to be printed whole; None puts them on `paper`, in parts.
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
