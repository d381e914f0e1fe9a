"""Divides a board into parts, with their windows, their edges, and flaps beneath neighbours.

Parts are named by rows and columns, A1, A2, … from left to right, then B1, …, and each is glued
over the ones before it: to the left and above, a part begins exactly at its seam; to the right and
below, it continues as a flap for glue. All lengths are mm from the corner of the board's trim.

Joining marks on a flap name the neighbour that is glued onto it, and show up to where. They lie at
least `MARK_INSET_MM` inside what the neighbour covers, so that they are hidden on the finished
board.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from fustella.core.geometry.shapes import Along, Point, Rect, Size, Split
from fustella.core.values.paper import Paper
from fustella.core.values.sheets import CutNumber, Item, Line
from fustella.impose.boards.seams import edge_of, level_seam, lines_of, seams_along, upright_seam
from fustella.impose.page import areas

MARK_INSET_MM = 1.5
"""The least distance of marks from the ends of a flap, so that inexact glueing hides them."""

HIGHEST_MM = 2.5
"""The height of the letters of joining marks, where a flap has room."""

LOWEST_MM = 1.2
"""The height of the lowest letters that can be read; lower ones are left out."""

_LETTER_WIDTH = 0.62
"""The width of a capital of the marks' font as a part of its height, rounded up."""

_STATIONS = (0.25, 0.75)
"""The places of a flap's two marks, as shares of its length."""


class Flap(Struct, frozen=True):
    """The rectangle of a part that lies beneath a neighbour and is completely covered by it."""

    neighbour: str
    box: Rect
    upright: bool


class BoardPart(Struct, frozen=True):
    """One part of a board: its name, the window of the board that it shows, its edge and its flaps.

    `edge` is empty where the part fills its `window`. `meets` are places on the window's edge where
    an edge of a neighbour comes to lie.
    """

    name: str
    window: Rect
    edge: tuple[Point, ...]
    flaps: tuple[Flap, ...]
    meets: tuple[Point, ...]


class Parting(Struct, frozen=True):
    """A division of a board into parts: the places of its seams, and the turn of parts on pages."""

    board: Size
    split: Split
    across_mm: tuple[float, ...]
    down_mm: tuple[float, ...]
    turn_deg: int

    @property
    def columns(self) -> int:
        """The number of parts that lie beside each other."""
        return len(self.across_mm) + 1

    @property
    def rows(self) -> int:
        """The number of parts that lie below each other."""
        return len(self.down_mm) + 1

    def parts(self) -> tuple[BoardPart, ...]:
        """All parts in the order in which they are glued."""
        return tuple(
            _PartAt(self, row, column).part()
            for row in range(self.rows)
            for column in range(self.columns)
        )

    def seams(self) -> tuple[tuple[Point, ...], ...]:
        """All seams from edge to edge of the board."""
        height_mm, width_mm = self.board.height_mm, self.board.width_mm
        upright = (upright_seam(self.split, at, 0.0, height_mm) for at in self.across_mm)
        level = (level_seam(self.split, at, 0.0, width_mm) for at in self.down_mm)
        return (*upright, *level)

    def seams_mm(self) -> float:
        """The length of all seams, without their zigzag."""
        upright_mm = len(self.across_mm) * self.board.height_mm
        return upright_mm + len(self.down_mm) * self.board.width_mm

    def middle(self, row: int, column: int) -> Point:
        """The middle of the visible area of a part, on the finished board."""
        across, down = lines_of(self.split, self.board)
        left_mm, right_mm = _ends(self.across_mm, column, across.deep_mm / 2, self.board.width_mm)
        top_mm, bottom_mm = _ends(self.down_mm, row, down.deep_mm / 2, self.board.height_mm)
        return Point((left_mm + right_mm) / 2, (top_mm + bottom_mm) / 2)


def _ends(
    seams_mm: tuple[float, ...], index: int, swing_mm: float, length_mm: float
) -> tuple[float, float]:
    """The two ends of a part's visible area, across or down: seams, or edges of the board."""
    begin_mm = seams_mm[index - 1] + swing_mm if index else 0.0
    end_mm = seams_mm[index] + swing_mm if index < len(seams_mm) else length_mm
    return begin_mm, end_mm


def part_board(item: Item, paper: Paper) -> Parting | None:
    """Divides a board into parts that fit the paper; None where that is impossible.

    The division with the fewest sheets is taken, then the one with the shortest seams, then the one
    whose parts are not turned.
    """
    possible = (
        _smallest_parting(item, area, turn_deg) for turn_deg in (0, 90) for area in areas(paper)
    )
    partings = [parting for parting in possible if parting is not None]
    return min(partings, key=lambda it: (it.rows * it.columns, it.seams_mm()), default=None)


def _smallest_parting(item: Item, area: Size, turn_deg: int) -> Parting | None:
    """Divides a board into as few parts as the area allows."""
    assert item.split is not None
    board, split = item.outline.size, item.split
    room = area.turned() if turn_deg else area
    across, down = lines_of(split, board)
    upright = seams_along(across, room.width_mm, split.overlap_mm)
    level = seams_along(down, room.height_mm, split.overlap_mm)
    if upright is None or level is None:
        return None
    return Parting(board, split, upright, level, turn_deg)


def part_name(row: int, column: int) -> str:
    """The part's name: letters for its row, as spreadsheets have for columns, then its column."""
    letters = ""
    row += 1
    while row:
        row, digit = divmod(row - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{column + 1}"


class _PartAt(Struct, frozen=True):
    """A part in its row and column; a side at the edge of the board has None in place of a seam."""

    parting: Parting
    row: int
    column: int

    def part(self) -> BoardPart:
        window = self._window()
        return BoardPart(
            name=part_name(self.row, self.column),
            window=window,
            edge=edge_of(self.parting.split, window, self._left, self._top),
            flaps=tuple(self._flaps(window)),
            meets=(*self._meets_across(window), *self._meets_down(window)),
        )

    @property
    def _left(self) -> float | None:
        return (None, *self.parting.across_mm)[self.column]

    @property
    def _right(self) -> float | None:
        return (*self.parting.across_mm, None)[self.column]

    @property
    def _top(self) -> float | None:
        return (None, *self.parting.down_mm)[self.row]

    @property
    def _bottom(self) -> float | None:
        return (*self.parting.down_mm, None)[self.row]

    @property
    def _swing(self) -> Size:
        """The width of the zigzag of seams, across and down; 0 for straight seams."""
        across, down = lines_of(self.parting.split, self.parting.board)
        return Size(across.deep_mm, down.deep_mm)

    def _window(self) -> Rect:
        """The rectangle of the board that is printed for the part, its flaps included."""
        board, overlap_mm = self.parting.board, self.parting.split.overlap_mm
        left_mm, top_mm = self._left or 0.0, self._top or 0.0
        right_mm, bottom_mm = board.width_mm, board.height_mm
        if self._right is not None:
            right_mm = min(right_mm, self._right + self._swing.width_mm + overlap_mm)
        if self._bottom is not None:
            bottom_mm = min(bottom_mm, self._bottom + self._swing.height_mm + overlap_mm)
        return Rect(left_mm, top_mm, right_mm - left_mm, bottom_mm - top_mm)

    def _flaps(self, window: Rect) -> Iterator[Flap]:
        """The flaps beneath the parts to the right and below, as long as the visible sides."""
        deep = self._swing
        if self._right is not None:
            x_mm = self._right + deep.width_mm
            y_mm = window.y_mm if self._top is None else self._top + deep.height_mm
            end_mm = window.bottom_mm if self._bottom is None else self._bottom
            box = Rect(x_mm, y_mm, window.right_mm - x_mm, end_mm - y_mm)
            yield Flap(part_name(self.row, self.column + 1), box, upright=True)
        if self._bottom is not None:
            y_mm = self._bottom + deep.height_mm
            x_mm = window.x_mm if self._left is None else self._left + deep.width_mm
            end_mm = window.right_mm if self._right is None else self._right
            box = Rect(x_mm, y_mm, end_mm - x_mm, window.bottom_mm - y_mm)
            yield Flap(part_name(self.row + 1, self.column), box, upright=False)

    def _meets_across(self, window: Rect) -> Iterator[Point]:
        """Yields where the edges of neighbours end at the part's straight upper and lower edge."""
        split, straight = self.parting.split, self._is_straight(self._top)
        levels = (window.y_mm, window.bottom_mm) if straight else (window.bottom_mm,)
        if self._left is not None:
            x_mm = self._left + self._swing.width_mm + split.overlap_mm
            yield from (Point(min(x_mm, window.right_mm), y_mm) for y_mm in levels)
        if self._right is not None:
            seam = upright_seam(split, self._right, window.y_mm, window.bottom_mm)
            yield from (seam[0], seam[-1]) if straight else (seam[-1],)

    def _meets_down(self, window: Rect) -> Iterator[Point]:
        """Yields where the edges of neighbours end at the part's straight left and right edge."""
        split, straight = self.parting.split, self._is_straight(self._left)
        sides = (window.x_mm, window.right_mm) if straight else (window.right_mm,)
        if self._top is not None:
            y_mm = self._top + self._swing.height_mm + split.overlap_mm
            yield from (Point(x_mm, min(y_mm, window.bottom_mm)) for x_mm in sides)
        if self._bottom is not None:
            seam = level_seam(split, self._bottom, window.x_mm, window.right_mm)
            yield from (seam[0], seam[-1]) if straight else (seam[-1],)

    def _is_straight(self, seam_mm: float | None) -> bool:
        return seam_mm is None or self.parting.split.along is not Along.HEXAGONS


def joints_of(
    part: BoardPart, on_page: Callable[[Point], Point], turned: bool
) -> tuple[Line | CutNumber, ...]:
    """The joining marks on the flaps of a part.

    `on_page` maps a point of the board to the block that the part is laid out in, where the part
    may be `turned` by 90 degrees.
    """
    return tuple(
        mark
        for flap in part.flaps
        for mark in _marks(f"{part.name}|{flap.neighbour}", flap, on_page, turned)
    )


def _marks(
    label: str, flap: Flap, on_page: Callable[[Point], Point], turned: bool
) -> Iterator[Line | CutNumber]:
    """Two labels along a flap, each between two triangles that point at the seam."""
    free = flap.box.grown(-MARK_INSET_MM)
    thick_mm, long_mm = free.width_mm, free.height_mm
    if not flap.upright:
        thick_mm, long_mm = long_mm, thick_mm
    high_mm = min(HIGHEST_MM, thick_mm)
    wide_mm = len(label) * high_mm * _LETTER_WIDTH
    station_mm = wide_mm + 4 * high_mm
    if high_mm < LOWEST_MM or long_mm < station_mm:
        return

    def at(along_mm: float, from_seam_mm: float) -> Point:
        if flap.upright:
            return on_page(Point(free.x_mm + from_seam_mm, free.y_mm + along_mm))
        return on_page(Point(free.x_mm + along_mm, free.y_mm + from_seam_mm))

    for share in _STATIONS if long_mm >= 2 * station_mm else (0.5,):
        along_mm = long_mm * share
        turn_deg = 90 if flap.upright != turned else 0
        yield CutNumber(at(along_mm, thick_mm / 2), label, high_mm, turn_deg)
        for aside_mm in (-wide_mm / 2 - high_mm, wide_mm / 2 + high_mm):
            tip_mm = along_mm + aside_mm
            tip = at(tip_mm, 0.0)
            left, right = at(tip_mm - high_mm / 2, high_mm), at(tip_mm + high_mm / 2, high_mm)
            yield Line(tip, left, halo=True)
            yield Line(left, right, halo=True)
            yield Line(right, tip, halo=True)
