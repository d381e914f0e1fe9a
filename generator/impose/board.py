"""Boards larger than a page: printed in parts that are glued together with an overlap.

All parts of a board have the same size. Each repeats `OVERLAP_MM` of the part before it, to the
left and above, as room for glue. A board is cut out of its parts, so its bleed is not printed.
"""

import math
from dataclasses import dataclass

from generator.geometry import EPSILON_MM, Point, Rect, Size
from generator.impose.layout import Cutting, Layout, Spot
from generator.impose.strip import areas
from generator.papers import Paper
from generator.sheets import Item

OVERLAP_MM = 8.0
"""Wide enough for a glue stick, and for a hand to line the parts up."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A board divided into `rows` times `columns` parts of `part` mm, each turned on its page."""

    rows: int
    columns: int
    part: Size
    turn_deg: int


def can_be_parted(paper: Paper) -> bool:
    """Whether a page holds more than the overlap, so that parts get anywhere."""
    least = Size(2 * OVERLAP_MM, 2 * OVERLAP_MM)
    return any(least.fits_in(area) for area in areas(paper))


def lay_out_board(item: Item, paper: Paper) -> tuple[Layout, ...]:
    """One copy of a board, one part a sheet: A1, A2, … from left to right, then B1, ….

    The parts are turned a quarter where that needs fewer sheets, or as many with shorter seams.
    """
    options = (
        _divide(item.outline.size, area, turn_deg)
        for turn_deg in (0, 90)
        for area in areas(paper)
        if Size(2 * OVERLAP_MM, 2 * OVERLAP_MM).fits_in(area)
    )
    best = min(options, key=lambda cut: (cut.rows * cut.columns, _seams_mm(cut)))
    return tuple(
        _part(item, best, row, column) for row in range(best.rows) for column in range(best.columns)
    )


def _divide(board: Size, area: Size, turn_deg: int) -> _Cut:
    """The fewest equal parts that fit the area."""
    room = area.turned() if turn_deg else area
    columns, width_mm = _parts(board.width_mm, room.width_mm)
    rows, height_mm = _parts(board.height_mm, room.height_mm)
    return _Cut(rows, columns, Size(width_mm, height_mm), turn_deg)


def _parts(length_mm: float, room_mm: float) -> tuple[int, float]:
    """How many parts a length needs, and how long each is, overlaps included."""
    count = math.ceil((length_mm - OVERLAP_MM - EPSILON_MM) / (room_mm - OVERLAP_MM))
    count = max(1, count)
    return count, (length_mm + (count - 1) * OVERLAP_MM) / count


def _seams_mm(cut: _Cut) -> float:
    """The length of all seams of a board."""
    upright_mm = (cut.columns - 1) * cut.rows * cut.part.height_mm
    level_mm = (cut.rows - 1) * cut.columns * cut.part.width_mm
    return upright_mm + level_mm


def _part(item: Item, cut: _Cut, row: int, column: int) -> Layout:
    """One part alone in its block."""
    window = Rect(
        column * (cut.part.width_mm - OVERLAP_MM),
        row * (cut.part.height_mm - OVERLAP_MM),
        cut.part.width_mm,
        cut.part.height_mm,
    )
    size = cut.part.turned() if cut.turn_deg else cut.part
    box = Rect(0, 0, size.width_mm, size.height_mm)
    seams = _seams_of(cut, row, column)
    if cut.turn_deg:
        seams = tuple(Point(cut.part.height_mm - at.y_mm, at.x_mm) for at in seams)
    note = f"{_letters(row)}{column + 1} ({cut.rows} × {cut.columns})"
    return Layout((Spot(item, box, box, cut.turn_deg, window),), box, Cutting.TICKS, note, seams)


def _seams_of(cut: _Cut, row: int, column: int) -> tuple[Point, ...]:
    """Where the neighbours' edges meet the edge of an unturned part, with its corner at (0, 0)."""
    width_mm, height_mm = cut.part.width_mm, cut.part.height_mm
    across = _neighbours_mm(column, cut.columns, width_mm)
    down = _neighbours_mm(row, cut.rows, height_mm)
    return (
        *(Point(x_mm, y_mm) for x_mm in across for y_mm in (0.0, height_mm)),
        *(Point(x_mm, y_mm) for y_mm in down for x_mm in (0.0, width_mm)),
    )


def _neighbours_mm(index: int, count: int, length_mm: float) -> tuple[float, ...]:
    """Along one side: where the part before ends, and where the part after begins."""
    before = (OVERLAP_MM,) if index > 0 else ()
    after = (length_mm - OVERLAP_MM,) if index < count - 1 else ()
    return before + after


def _letters(index: int) -> str:
    """A, B, … Z, AA, AB, … as spreadsheets count."""
    letters = ""
    index += 1
    while index:
        index, digit = divmod(index - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters
