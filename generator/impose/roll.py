"""Paper on a roll: a page takes only what it needs of it."""

import math
from dataclasses import replace

from generator.geometry import EPSILON_MM, Size
from generator.impose.strip import COMFORT_MM
from generator.papers import Paper

SHORTEST_CUT_MM = 200.0
"""Less than this does not hold in the rollers of a printer."""


def cut_off(paper: Paper, block: Size) -> Paper:
    """The paper for a block of pieces: of a roll as many whole millimetres as it needs.

    They are the block, a strip below it with room for ticks, and the margins. Other paper stays as
    it is.
    """
    if not paper.roll:
        return paper
    margins_mm = paper.margins.top_mm + paper.margins.bottom_mm
    needed_mm = math.ceil(block.height_mm + COMFORT_MM + margins_mm - EPSILON_MM)
    height_mm = min(max(needed_mm, SHORTEST_CUT_MM), paper.size.height_mm)
    return replace(paper, size=Size(paper.size.width_mm, height_mm))
