"""How sheets are to be printed and cut: all that imposition is told besides its items."""

from dataclasses import dataclass
from enum import StrEnum

from generator.papers import Paper


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
class Press:
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
