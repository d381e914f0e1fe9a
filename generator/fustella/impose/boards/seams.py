"""Finds the seams of a board: along its own lines, for parts as equal as its lines allow.

A seam is straight, or it zigzags along the edges of hexagons, and it keeps off the boxes to
`avoid`. The part before a seam continues under the part after it, as a flap for glue; the part
after begins exactly at the seam, so the visible joint lies on a line of the board. All lengths are
mm from the corner of the board's trim.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Along, Point, Rect, Size, Split

Reach = tuple[float, float]
"""An interval of the board in one direction, across or down: its two ends."""

_FREE_PITCH_MM = 0.5
"""The distance between the places that are tried where seams follow no line of the board."""


class SeamLines(Struct, frozen=True):
    """The places where seams in one direction may lie: every `pitch_mm` from `first_mm` on.

    A zigzag seam reaches up to `deep_mm` beside its place; for a straight seam this is 0. Without a
    pitch, seams may lie anywhere on the board, which is `length_mm` long. No seam may touch the
    `barred` intervals.
    """

    length_mm: float
    first_mm: float = 0.0
    pitch_mm: float = 0.0
    deep_mm: float = 0.0
    barred: tuple[Reach, ...] = ()

    def places(self) -> list[float]:
        """The places where seams may begin, in order; without a pitch, every half millimetre."""
        pitch_mm = self.pitch_mm or _FREE_PITCH_MM
        least = math.ceil((EPSILON_MM - self.first_mm) / pitch_mm)
        most = math.ceil((self.length_mm - EPSILON_MM - self.first_mm) / pitch_mm)
        places = (self.first_mm + number * pitch_mm for number in range(least, most))
        return [
            at_mm
            for at_mm in places
            if not any(
                low_mm - EPSILON_MM <= at_mm + self.deep_mm and at_mm <= high_mm + EPSILON_MM
                for low_mm, high_mm in self.barred
            )
        ]


def lines_of(split: Split, board: Size) -> tuple[SeamLines, SeamLines]:
    """The places where upright seams may lie, and the places where level seams may lie."""
    across, down = _lines(split, board)
    columns = tuple((box.x_mm, box.right_mm) for box in split.avoid)
    rows = tuple((box.y_mm, box.bottom_mm) for box in split.avoid)
    return replace(across, barred=columns), replace(down, barred=rows)


def _lines(split: Split, board: Size) -> tuple[SeamLines, SeamLines]:
    """The lines along which a board may be divided, whether or not boxes are to be avoided."""
    width_mm, height_mm = board.width_mm, board.height_mm
    first, cell = split.first, split.cell
    if split.along is Along.PLAIN:
        return SeamLines(width_mm), SeamLines(height_mm)
    if split.along is Along.SQUARES:
        across = SeamLines(width_mm, first.x_mm, cell.width_mm)
        return across, SeamLines(height_mm, first.y_mm, cell.height_mm)
    if _lie_on_side(split):
        across = SeamLines(width_mm, first.x_mm, cell.width_mm * 3 / 4, cell.width_mm / 4)
        return across, SeamLines(height_mm, first.y_mm, cell.height_mm / 2, cell.height_mm / 2)
    across = SeamLines(width_mm, first.x_mm, cell.width_mm / 2, cell.width_mm / 2)
    return across, SeamLines(height_mm, first.y_mm, cell.height_mm * 3 / 4, cell.height_mm / 4)


def seams_along(lines: SeamLines, room_mm: float, overlap_mm: float) -> tuple[float, ...] | None:
    """The seams with which the fewest parts fit the room, all parts about equally long.

    The result is None where the room is too small, or two allowed places are too far from each
    other.
    """
    if lines.length_mm <= room_mm + EPSILON_MM:
        return ()
    if room_mm < 2 * overlap_mm or room_mm <= EPSILON_MM:
        return None
    if not lines.pitch_mm and not lines.barred:
        count = math.ceil((lines.length_mm - overlap_mm - EPSILON_MM) / (room_mm - overlap_mm))
        step_mm = (lines.length_mm - overlap_mm) / count
        return tuple(step_mm * index for index in range(1, count))
    return _Places(lines, lines.places(), room_mm - lines.deep_mm - overlap_mm, room_mm).seams()


class _Places(Struct, frozen=True):
    """Finds the seams of one direction among the `allowed` places, which are in order.

    A part with a flap reaches `reach_mm` from its own seam to the next seam; the last part, which
    has no flap, reaches `room_mm`.
    """

    lines: SeamLines
    allowed: Sequence[float]
    reach_mm: float
    room_mm: float

    def seams(self) -> tuple[float, ...] | None:
        furthest = self._furthest_seams()
        if furthest is None:
            return None
        nearest = self._nearest_seams(len(furthest))
        seams: list[float] = []
        before_mm, middle_mm = 0.0, 0.0
        for index, nearest_here in enumerate(nearest):
            left = len(nearest) - index + 1
            ideal_mm = middle_mm + (self.lines.length_mm - middle_mm) / left
            least = max(nearest_here, self._first_place_behind(before_mm) if seams else 0)
            last = self._last_place(before_mm)
            number = self._nearest_place(ideal_mm - self.lines.deep_mm / 2, least, last)
            before_mm = self.allowed[number]
            middle_mm = before_mm + self.lines.deep_mm / 2
            seams.append(before_mm)
        return tuple(seams)

    def _furthest_seams(self) -> list[int] | None:
        """The seams if each part is as long as possible.

        None if a part would have no cell.
        """
        numbers: list[int] = []
        start_mm = 0.0
        while self.lines.length_mm - start_mm > self.room_mm + EPSILON_MM:
            number = self._last_place(start_mm)
            if number < (self._first_place_behind(start_mm) if numbers else 0):
                return None
            numbers.append(number)
            start_mm = self.allowed[number]
        return numbers

    def _nearest_seams(self, count: int) -> list[int]:
        """The first possible place of each seam, so that the later parts are longest."""
        numbers: list[int] = []
        least_mm = self.lines.length_mm - self.room_mm
        for _ in range(count):
            number = bisect_left(self.allowed, least_mm - EPSILON_MM)
            numbers.append(number)
            least_mm = self.allowed[number] - self.reach_mm
        return numbers[::-1]

    def _nearest_place(self, ideal_mm: float, least: int, last: int) -> int:
        """The number of the place nearest to `ideal_mm`, from number `least` to `last`."""
        after = bisect_left(self.allowed, ideal_mm - EPSILON_MM)
        if after == len(self.allowed) or (
            after
            and ideal_mm - self.allowed[after - 1] <= self.allowed[after] - ideal_mm + EPSILON_MM
        ):
            after -= 1
        return min(max(after, least), last)

    def _last_place(self, start_mm: float) -> int:
        """The last place at which a part from `start_mm` on may end, with room for its flap."""
        return bisect_right(self.allowed, start_mm + self.reach_mm + EPSILON_MM) - 1

    def _first_place_behind(self, start_mm: float) -> int:
        """The first place for a seam that leaves some of the board after `start_mm`."""
        return bisect_right(self.allowed, start_mm + self.lines.deep_mm + EPSILON_MM)


def edge_of(
    split: Split, window: Rect, left_mm: float | None, top_mm: float | None
) -> tuple[Point, ...]:
    """The edge of a part inside its window, clockwise; empty where the part fills its window.

    `left_mm` and `top_mm` are where the seams on these sides begin, None at the board's edge. On
    the other sides there are flaps, or the board's edge.
    """
    if split.along is not Along.HEXAGONS or (left_mm is None and top_mm is None):
        return ()
    if not _lie_on_side(split):
        return _standing_edge(split, window, left_mm, top_mm)
    turned = window.transposed()
    return _transposed_points(_standing_edge(_transposed_split(split), turned, top_mm, left_mm))[
        ::-1
    ]


def upright_seam(split: Split, at_mm: float, from_mm: float, to_mm: float) -> tuple[Point, ...]:
    """The seam at `at_mm` across the board, from one height to another."""
    if split.along is not Along.HEXAGONS:
        return Point(at_mm, from_mm), Point(at_mm, to_mm)
    if _lie_on_side(split):
        return _transposed_points(_level_zigzag(_transposed_split(split), at_mm, from_mm, to_mm))
    return _upright_zigzag(split, at_mm, from_mm, to_mm)


def level_seam(split: Split, at_mm: float, from_mm: float, to_mm: float) -> tuple[Point, ...]:
    """The seam at the height `at_mm`, from one place across the board to another."""
    if split.along is not Along.HEXAGONS:
        return Point(from_mm, at_mm), Point(to_mm, at_mm)
    if _lie_on_side(split):
        return _transposed_points(_upright_zigzag(_transposed_split(split), at_mm, from_mm, to_mm))
    return _level_zigzag(split, at_mm, from_mm, to_mm)


def _standing_edge(
    split: Split, window: Rect, left_mm: float | None, top_mm: float | None
) -> tuple[Point, ...]:
    """The edge of a part, as `edge_of` gives it, for hexagons that stand on a corner."""
    last = Point(window.right_mm, window.bottom_mm)
    if left_mm is None:
        assert top_mm is not None
        level = _level_zigzag(split, top_mm, window.x_mm, window.right_mm)
        return (*level, last, Point(window.x_mm, window.bottom_mm))
    if top_mm is None:
        upright = _upright_zigzag(split, left_mm, window.y_mm, window.bottom_mm)
        return (upright[0], Point(window.right_mm, window.y_mm), last, *upright[:0:-1])
    # Where two seams cross they share one edge of a hexagon; the part begins at its lower end.
    upright = _upright_zigzag(split, left_mm, top_mm + split.cell.height_mm / 4, window.bottom_mm)
    level = _level_zigzag(split, top_mm, upright[0].x_mm, window.right_mm)
    return (*level, last, *upright[:0:-1])


def _upright_zigzag(split: Split, at_mm: float, from_mm: float, to_mm: float) -> tuple[Point, ...]:
    """The zigzag down between hexagons that stand on a corner, along their sides."""
    first, cell = split.first, split.cell
    column = round((at_mm - first.x_mm) / (cell.width_mm / 2))
    row_mm = cell.height_mm * 3 / 4

    def corners() -> Iterator[tuple[float, float]]:
        for row in _cells_touching(first.y_mm, row_mm, from_mm, to_mm):
            x_mm = at_mm if (column + row) % 2 == 0 else at_mm + cell.width_mm / 2
            y_mm = first.y_mm + row * row_mm
            yield y_mm + cell.height_mm / 4, x_mm
            yield y_mm + cell.height_mm * 3 / 4, x_mm

    return tuple(Point(x_mm, y_mm) for y_mm, x_mm in _points_between([*corners()], from_mm, to_mm))


def _level_zigzag(split: Split, at_mm: float, from_mm: float, to_mm: float) -> tuple[Point, ...]:
    """The zigzag across, between two rows of hexagons that stand on a corner."""
    first, cell = split.first, split.cell
    row = round((at_mm - first.y_mm) / (cell.height_mm * 3 / 4))
    left_mm = first.x_mm + (cell.width_mm / 2 if row % 2 else 0.0)

    def corners() -> Iterator[tuple[float, float]]:
        for column in _cells_touching(left_mm, cell.width_mm, from_mm, to_mm):
            x_mm = left_mm + column * cell.width_mm
            yield x_mm, at_mm + cell.height_mm / 4
            yield x_mm + cell.width_mm / 2, at_mm

    return tuple(Point(x_mm, y_mm) for x_mm, y_mm in _points_between([*corners()], from_mm, to_mm))


def _lie_on_side(split: Split) -> bool:
    """Whether hexagons lie on a side; their board is divided with x and y exchanged."""
    return split.cell.height_mm <= split.cell.width_mm


def _transposed_split(split: Split) -> Split:
    first = Point(split.first.y_mm, split.first.x_mm)
    return Split(split.along, split.cell.turned(), first, split.overlap_mm)


def _transposed_points(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return tuple(Point(at.y_mm, at.x_mm) for at in points)


def _cells_touching(first_mm: float, pitch_mm: float, from_mm: float, to_mm: float) -> range:
    """The numbers of all cells that touch an interval, and of one more cell at each end."""
    begin = math.floor((from_mm - first_mm) / pitch_mm)
    return range(begin - 1, math.ceil((to_mm - first_mm) / pitch_mm) + 2)


def _points_between(
    corners: Sequence[tuple[float, float]], from_mm: float, to_mm: float
) -> Iterator[tuple[float, float]]:
    """The part of a polyline between two positions; points are pairs (along, aside)."""
    yield from_mm, _aside_mm(corners, from_mm)
    for along_mm, aside_mm in corners:
        if from_mm + EPSILON_MM < along_mm < to_mm - EPSILON_MM:
            yield along_mm, aside_mm
    yield to_mm, _aside_mm(corners, to_mm)


def _aside_mm(corners: Sequence[tuple[float, float]], along_mm: float) -> float:
    """The distance between a polyline and the straight line that it follows, at `along_mm`."""
    for (low_mm, start_mm), (high_mm, end_mm) in pairwise(corners):
        if low_mm - EPSILON_MM <= along_mm <= high_mm + EPSILON_MM:
            share = (along_mm - low_mm) / (high_mm - low_mm)
            return start_mm + (end_mm - start_mm) * min(1.0, max(0.0, share))
    raise ValueError(f"no corner of the seam lies beyond {along_mm} mm")
