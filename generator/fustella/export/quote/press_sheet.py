"""Counts how many pieces a sheet of the press holds."""

import math
from functools import lru_cache

from fustella.build.shop import USUAL_BLEED_MM
from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.paper import Duplex, Fewest, Margins, MarkStyle, Paper, PrintSettings
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.values.sheets import Item, Sheet
from fustella.impose import impose

EDGE_MM = 12.0
"""The margin of a press sheet on each side, for grippers and colour bars."""

SHOP_BLEED_MM = USUAL_BLEED_MM
"""The bleed for which shops in Europe ask."""

_MOST_ON_SHEET, _LEAST_AREA_MM2, _SEARCHED = 20_000, 1.0, 1000


@lru_cache(maxsize=256)
def per_sheet(outline: Outline, bleed_mm: float, press: Size) -> int:
    """The most copies of an outline that one sheet of the press holds, each with its bleed.

    0 where it holds none. They are laid as `impose` lays pieces on any sheet, which leaves a strip
    of 5 mm for the label.
    """
    shorter, longer = sorted((press.width_mm, press.height_mm))
    paper = Paper("press", Size(shorter, longer), Margins.all_round(EDGE_MM))
    if min(paper.printable.width_mm, paper.printable.height_mm) <= 0:
        return 0
    settings = PrintSettings(
        paper, duplex=Duplex.NONE, marks=MarkStyle.NONE, fewest=Fewest.SHEETS, gutter_mm=0.0
    )

    def sheets_of(copies: int) -> tuple[Sheet, ...]:
        item = Item(
            piece="one",
            kind="one",
            sheet="one",
            copies=copies,
            outline=outline,
            bleed_mm=bleed_mm,
            has_back=False,
            split=None,
            place=Place(""),
        )
        try:
            return impose([item], settings)
        except ProblemsFound:
            return ()

    area_mm2 = max(outline.area_mm2, _LEAST_AREA_MM2)
    least, most = 0, 1 + min(math.floor(paper.printable.area_mm2 / area_mm2), _MOST_ON_SHEET)
    if outline.points and most > _SEARCHED:  # to nest so many takes a second each time
        return max((len(one.pages[0].placements) for one in sheets_of(most)), default=0)
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if len(sheets_of(middle)) == 1 else (least, middle)
    return least
