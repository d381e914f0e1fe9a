"""Makes marks between pieces, which remain when the margin has been cut off.

Where cuts cross on paper that belongs to no piece (in a gutter, between rounded corners, between
circles), each cut has a short tick, so that a crossing shows as a small cross. Where pieces
interlock, ticks continue the ends of their edges into free paper.

A mark keeps a distance from every trim. A piece whose side lies on a line bars an interval of the
line: the side, and a little more at both ends. Rounded corners leave some of it free: a point of
the line that is just `keep` away from a corner of radius r lies r - sqrt((r + keep)^2 - r^2) from
the corner's tip, inwards; without a radius it lies `keep` beyond the tip.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from fustella.core.geometry.polygons import (
    SAME_MM,
    Interval,
    beyond_mm,
    edges_of,
    gaps,
    merged,
    raster,
)
from fustella.core.geometry.shapes import EPSILON_MM, Point, Rect, Tiling
from fustella.core.values.sheets import Dot, Line
from fustella.impose.layout import Position
from fustella.impose.marks.cut_order import StraightCut
from fustella.impose.marks.edges import corners_of
from fustella.impose.marks.frame import DOT_MM

TICK_KEEP_MM = 0.4
"""The distance of a tick's middle from any trim: 0.3 mm and half the width of its line."""

DOT_KEEP_MM = 0.3 + DOT_MM
"""The distance of a dot's middle from any trim."""

ARM_MM = 2.0
"""The length of a tick from the point where cuts cross."""

LEAST_MM = 0.6
"""The length of the shortest tick."""

BESIDE_MM = 4.0
"""The distance from a crossing to the nearest piece, beyond which the crossing has no mark."""

_OUTWARD_TICK_MM = (0.5, 0.5 + ARM_MM)
"""The two ends of an outward tick, counted from the end of an edge."""

_SQUARES_PER_BLOCK = 8
"""The number of squares of `BESIDE_MM`, across and down, in a block of the index of pieces."""

_BUCKET_MM = 4.0
"""The width of the strips by which the sides of pieces are indexed."""

_NEAR_MM = 30.0
"""The size of the squares by which pieces near outward ticks are indexed."""


def inner_ticks(
    cuts: Sequence[StraightCut], positions: Sequence[Position], block: Rect
) -> Iterator[Line]:
    """Ticks on free paper inside the block, on all of `cuts`."""
    space, pieces = _FreeSpace(positions, TICK_KEEP_MM), _Pieces(positions)
    for run in _runs(cuts, block, TICK_KEEP_MM):
        for first_mm, last_mm in _free_parts(run, space, pieces):
            if last_mm - first_mm >= LEAST_MM:
                yield Line(run.point(first_mm), run.point(last_mm), halo=True)


def inner_dots(
    cuts: Sequence[StraightCut], positions: Sequence[Position], block: Rect, limits: Rect
) -> Iterator[Dot]:
    """Dots on free paper inside the block: where cuts cross, or else between two crossings.

    On the border of the block a dot reaches beyond it, but no dot leaves the `limits`.
    """
    inner = limits.grown(-DOT_MM)
    space, pieces = _FreeSpace(positions, DOT_KEEP_MM), _Pieces(positions)
    seen: set[tuple[int, int]] = set()
    for run in _runs(cuts, block, DOT_KEEP_MM):
        for first_mm, last_mm in _free_parts(run, space, pieces):
            crossed = [at for at in run.crossings if first_mm - SAME_MM <= at <= last_mm + SAME_MM]
            for along_mm in crossed or [(first_mm + last_mm) / 2]:
                middle = run.point(along_mm)
                key = (raster(middle.x_mm), raster(middle.y_mm))
                if key not in seen and _holds(inner, middle):
                    seen.add(key)
                    yield Dot(middle, DOT_MM)


class _CutRun(Struct, frozen=True):
    """A cut inside the block: its line at `at_mm`, and the interval where marks may lie on it.

    `crossings` are the places where other cuts cross this cut. Where it ends at another cut, the
    interval stops short of that cut, because a piece may lie behind it.
    """

    upright: bool
    at_mm: float
    crossings: tuple[float, ...]
    low_mm: float
    high_mm: float

    def point(self, along_mm: float) -> Point:
        if self.upright:
            return Point(self.at_mm, along_mm)
        return Point(along_mm, self.at_mm)


def _runs(cuts: Sequence[StraightCut], block: Rect, keep_mm: float) -> Iterator[_CutRun]:
    """The runs of all cuts inside the block; the ends of a run count among its crossings."""
    levels: dict[int, list[float]] = defaultdict(list)
    uprights: dict[int, list[float]] = defaultdict(list)
    for cut in cuts:
        start, end = cut.line.start, cut.line.end
        if start.x_mm == end.x_mm:
            uprights[cut.part].append(start.x_mm)
        else:
            levels[cut.part].append(start.y_mm)
    for cut in cuts:
        start, end = cut.line.start, cut.line.end
        upright = start.x_mm == end.x_mm
        if upright:
            whole, reach = (block.y_mm, block.bottom_mm), (start.y_mm, end.y_mm)
            at_mm, others = start.x_mm, levels[cut.part]
        else:
            whole, reach = (block.x_mm, block.right_mm), (start.x_mm, end.x_mm)
            at_mm, others = start.y_mm, uprights[cut.part]
        ends = max(whole[0], reach[0]), min(whole[1], reach[1])
        low_mm = ends[0] + (keep_mm if ends[0] > whole[0] + SAME_MM else 0)
        high_mm = ends[1] - (keep_mm if ends[1] < whole[1] - SAME_MM else 0)
        inside = (other for other in others if ends[0] < other < ends[1])
        yield _CutRun(upright, at_mm, tuple(sorted({*ends, *inside})), low_mm, high_mm)


def _free_parts(run: _CutRun, space: "_FreeSpace", pieces: "_Pieces") -> Iterator[Interval]:
    """Yields the free intervals of a cut around crossings that have pieces near them."""
    crossings = [at for at in run.crossings if pieces.near(run.point(at))]
    if not crossings:
        return
    taken = space.taken(run.at_mm, run.upright)
    for first_mm, last_mm in merged((at - ARM_MM, at + ARM_MM) for at in crossings):
        yield from gaps(taken, max(first_mm, run.low_mm), min(last_mm, run.high_mm))


class _Pieces:
    """An index that tells whether there is a piece beside a place, on squares of `BESIDE_MM`.

    Blocks of squares hold the pieces that touch them: for each piece, its first and last column and
    row.
    """

    def __init__(self, positions: Sequence[Position]) -> None:
        self._blocks: dict[tuple[int, int], list[tuple[int, int, int, int]]] = defaultdict(list)
        for position in positions:
            box = position.cell
            left, right = self._square(box.x_mm) - 1, self._square(box.right_mm) + 1
            top, bottom = self._square(box.y_mm) - 1, self._square(box.bottom_mm) + 1
            for column in range(left // _SQUARES_PER_BLOCK, right // _SQUARES_PER_BLOCK + 1):
                for row in range(top // _SQUARES_PER_BLOCK, bottom // _SQUARES_PER_BLOCK + 1):
                    self._blocks[column, row].append((left, right, top, bottom))

    def near(self, at: Point) -> bool:
        """Whether a piece lies on the square of a place or on a square next to it."""
        column, row = self._square(at.x_mm), self._square(at.y_mm)
        block = column // _SQUARES_PER_BLOCK, row // _SQUARES_PER_BLOCK
        return any(
            left <= column <= right and top <= row <= bottom
            for left, right, top, bottom in self._blocks.get(block, ())
        )

    @staticmethod
    def _square(mm: float) -> int:
        return math.floor(mm / BESIDE_MM)


class _TrimSide(Struct, frozen=True):
    """One side of a trim: its line, its outward direction, its ends and its rounding.

    `sharp` is 0 for an end at a right angle. Beyond any other end, the places that are `keep` away
    from the piece reach `sharp` times `keep` along the line.
    """

    at_mm: float
    outward: int
    first_mm: float
    last_mm: float
    radius_mm: float
    sharp: float = 0.0


class _FreeSpace:
    """The intervals of lines in which no mark may lie, `keep_mm` around the pieces beside them."""

    def __init__(self, positions: Sequence[Position], keep_mm: float) -> None:
        self._keep_mm = keep_mm
        self._upright: dict[int, list[_TrimSide]] = defaultdict(list)
        self._level: dict[int, list[_TrimSide]] = defaultdict(list)
        for position in positions:
            self._add(position)

    def _add(self, position: Position) -> None:
        box, radius_mm = position.box, _radius_mm(position)
        for sides, first, last, low, high in (
            (self._upright, box.x_mm, box.right_mm, box.y_mm, box.bottom_mm),
            (self._level, box.y_mm, box.bottom_mm, box.x_mm, box.right_mm),
        ):
            inset_mm, sharp = _inset(position, upright=sides is self._upright)
            for at_mm, outward in ((first, -1), (last, 1)):
                ends = low + inset_mm, high - inset_mm
                side = _TrimSide(at_mm, outward, *ends, radius_mm, sharp)
                sides[math.floor(at_mm / _BUCKET_MM)].append(side)

    def taken(self, at_mm: float, upright: bool) -> list[Interval]:
        """The intervals of an upright or level line at `at_mm` that pieces beside it take.

        The intervals are ascending and disjoint. No piece may lie across the line.
        """
        sides = self._upright if upright else self._level
        first = math.floor((at_mm - self._keep_mm) / _BUCKET_MM)
        last = math.floor((at_mm + self._keep_mm) / _BUCKET_MM)
        beside = (
            self._interval_beside(side, at_mm)
            for bucket in range(first, last + 1)
            for side in sides.get(bucket, ())
        )
        return merged((low, high) for low, high in filter(None, beside) if high > low)

    def _interval_beside(self, side: _TrimSide, at_mm: float) -> Interval | None:
        """The interval that a side takes of a parallel line; None if it is far enough away."""
        away_mm = (at_mm - side.at_mm) * side.outward
        if not -EPSILON_MM - SAME_MM <= away_mm < self._keep_mm - EPSILON_MM:
            return None
        if side.sharp:
            reach_mm = side.sharp * self._keep_mm
            return side.first_mm - reach_mm, side.last_mm + reach_mm
        round_mm = side.radius_mm
        reach_mm = math.sqrt(max(0.0, (round_mm + self._keep_mm) ** 2 - (round_mm + away_mm) ** 2))
        return side.first_mm + round_mm - reach_mm, side.last_mm - round_mm + reach_mm


def _inset(position: Position, upright: bool) -> tuple[float, float]:
    """The inset of a hexagon's sides from each end of its box, and the sharpness of their ends.

    A flat side is half as long as the box, and its ends turn by 60 degrees. A corner is a side
    without length, from which two edges lead away at 30 degrees to the line.
    """
    outline, box = position.item.outline, position.box
    if outline.tiling is not Tiling.HONEYCOMB or position.window is not None:
        return 0.0, 0.0
    length_mm = box.height_mm if upright else box.width_mm
    on_a_corner = (position.turn_deg % 180 == 0) is not outline.flat
    if upright is on_a_corner:
        return length_mm / 4, 2 / math.sqrt(3)
    return length_mm / 2, 2.0


def _radius_mm(position: Position) -> float:
    """The corner radius of a trim's box; for a circle it is half of the box."""
    outline, box = position.item.outline, position.box
    if position.window is not None:
        return 0.0
    return min(outline.radius_mm, box.width_mm / 2, box.height_mm / 2)


def outward_ticks(
    lines: Iterable[Line], positions: Sequence[Position], limits: Rect
) -> Iterator[Line]:
    """Ticks that continue the ends of edges, where they keep their distance from all `positions`.

    No tick leaves the `limits`.
    """
    near = _NearPieces(positions)
    for line in lines:
        for here, there in ((line.start, line.end), (line.end, line.start)):
            length_mm = math.dist((here.x_mm, here.y_mm), (there.x_mm, there.y_mm))
            dx, dy = (here.x_mm - there.x_mm) / length_mm, (here.y_mm - there.y_mm) / length_mm
            start, end = (
                Point(here.x_mm + dx * by_mm, here.y_mm + dy * by_mm) for by_mm in _OUTWARD_TICK_MM
            )
            tick = Line(start, end)
            if _holds(limits, start) and _holds(limits, end) and near.free(tick):
                yield tick


def _holds(room: Rect, at: Point) -> bool:
    return room.contains(Rect(at.x_mm, at.y_mm, 0, 0))


class _NearPieces:
    """An index that tells whether a tick lies on a piece or too near to one."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self._squares: dict[tuple[int, int], list[tuple[Point, ...]]] = defaultdict(list)
        for position in positions:
            # A tick ends at most this far from where it starts, and keeps its distance.
            box = position.box.grown(ARM_MM + TICK_KEEP_MM)
            # An outline may have inner corners; the box around it has none.
            convex = position.item.outline.is_convex
            corners = corners_of(position) if convex else position.box.corners()
            for column in range(self._square(box.x_mm), self._square(box.right_mm) + 1):
                for row in range(self._square(box.y_mm), self._square(box.bottom_mm) + 1):
                    self._squares[column, row].append(corners)

    def free(self, tick: Line) -> bool:
        """Whether a tick keeps far enough from each piece around it."""
        at = tick.start
        pieces = self._squares.get((self._square(at.x_mm), self._square(at.y_mm)), ())
        return all(_apart_mm(tick, corners) >= TICK_KEEP_MM for corners in pieces)

    @staticmethod
    def _square(mm: float) -> int:
        return math.floor(mm / _NEAR_MM)


def _apart_mm(tick: Line, corners: Sequence[Point]) -> float:
    """The widest gap between a tick and a clockwise polygon, measured across a side of either.

    The gap is positive exactly if the two shapes, which are convex, are apart.
    """
    a, b = tick.start, tick.end
    return max(
        min(beyond_mm(at, (a, b)) for at in corners),
        min(beyond_mm(at, (b, a)) for at in corners),
        *(min(beyond_mm(a, side), beyond_mm(b, side)) for side in edges_of(corners)),
    )
