"""Marks between pieces: they are still there when the margin has been cut off.

Where cuts cross, and the paper belongs to no piece (in a gutter, between rounded corners, between
circles), each cut has a short tick, so that a crossing shows as a small cross. Where pieces
interlock, ticks go on from the ends of their edges into free paper.

Where a line runs over paper that belongs to no piece.

A mark keeps a distance from every trim. Along a line, a piece whose side lies on it takes the
stretch beside that side and a little more, less what its rounded corners leave free: a corner of
radius r is as far as `keep` from the line at r - sqrt((r + keep)^2 - r^2) from its tip, which
without a radius is `keep` beyond the tip.
"""

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fustella.core.geometry import EPSILON_MM, Point, Rect, Shape
from fustella.core.sheets import Dot, Line
from fustella.impose.layout import Position
from fustella.impose.marks.cut_order import Cut
from fustella.impose.marks.edges import corners_of, raster
from fustella.impose.marks.frame import DOT_MM

_BUCKET_MM = 4.0
Stretch = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a trim: where it lies, which way is out, its ends, its rounding.

    Beyond an end that is not at a right angle, a place as far away as `keep` lies `sharp` times as
    far along the line.
    """

    at_mm: float
    outward: int
    first_mm: float
    last_mm: float
    radius_mm: float
    sharp: float = 0.0


class FreeSpace:
    """The free stretches of lines along the sides of pieces, for marks that keep `keep_mm` away."""

    def __init__(self, positions: Sequence[Position], keep_mm: float) -> None:
        self._keep_mm = keep_mm
        self._upright: dict[int, list[_Side]] = defaultdict(list)
        self._level: dict[int, list[_Side]] = defaultdict(list)
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
                side = _Side(at_mm, outward, *ends, radius_mm, sharp)
                sides[math.floor(at_mm / _BUCKET_MM)].append(side)

    def taken(self, at_mm: float, upright: bool) -> list[Stretch]:
        """The stretches of an upright or level line at `at_mm` that pieces beside it take, sorted.

        The line runs through: no piece lies across it.
        """
        sides = self._upright if upright else self._level
        keep_mm = self._keep_mm
        near = range(
            math.floor((at_mm - keep_mm) / _BUCKET_MM),
            math.floor((at_mm + keep_mm) / _BUCKET_MM) + 1,
        )
        return _joined(
            stretch
            for bucket in near
            for side in sides.get(bucket, ())
            if (stretch := self._beside(side, at_mm)) is not None
        )

    def _beside(self, side: _Side, at_mm: float) -> Stretch | None:
        """What a side takes of a line as far from it as `keep_mm` or less."""
        away_mm = (at_mm - side.at_mm) * side.outward
        if not -EPSILON_MM - 1e-3 <= away_mm < self._keep_mm - EPSILON_MM:
            return None
        if side.sharp:
            reach_mm = side.sharp * self._keep_mm
            return side.first_mm - reach_mm, side.last_mm + reach_mm
        round_mm = side.radius_mm
        reach_mm = math.sqrt(max(0.0, (round_mm + self._keep_mm) ** 2 - (round_mm + away_mm) ** 2))
        return side.first_mm + round_mm - reach_mm, side.last_mm - round_mm + reach_mm


def free(taken: Sequence[Stretch], first_mm: float, last_mm: float) -> list[Stretch]:
    """What of the stretch from `first_mm` to `last_mm` none of the sorted `taken` ones covers."""
    gaps: list[Stretch] = []
    at_mm = first_mm
    for low, high in taken[max(0, bisect_right(taken, (first_mm, math.inf)) - 1) :]:
        if low >= last_mm:
            break
        if low > at_mm:
            gaps.append((at_mm, low))
        at_mm = max(at_mm, high)
    if at_mm < last_mm:
        gaps.append((at_mm, last_mm))
    return gaps


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    joined: list[Stretch] = []
    for low, high in sorted(stretches):
        if high <= low:
            continue
        if joined and low <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return joined


def _inset(position: Position, upright: bool) -> tuple[float, float]:
    """Of a hexagon: how much shorter its sides are than those of its box, and how sharp their ends.

    A flat side is half as long as the box, and its ends turn by 60 degrees; a corner is no side
    at all, and two edges leave it at 30 degrees from the line.
    """
    outline, box = position.item.outline, position.box
    if outline.shape is not Shape.HEXAGON or position.window is not None:
        return 0.0, 0.0
    length_mm = box.height_mm if upright else box.width_mm
    stands = position.turn_deg % 180 == 0
    if upright is stands:
        return length_mm / 4, 2 / math.sqrt(3)
    return length_mm / 2, 2.0


def _radius_mm(position: Position) -> float:
    """How round the corners of a trim's box are: a circle's are nothing else."""
    outline, box = position.item.outline, position.box
    if outline.shape is Shape.CIRCLE:
        return box.width_mm / 2
    if outline.shape is not Shape.RECTANGLE or position.window is not None:
        return 0.0
    return min(outline.corner_radius_mm, box.width_mm / 2, box.height_mm / 2)


TICK_KEEP_MM = 0.4
"""Between the middle of a tick and any trim: 0.3 mm and half the width of its line."""

DOT_KEEP_MM = 0.3 + DOT_MM

ARM_MM = 2.0
"""How far a tick goes from where cuts cross."""

_TICK = (0.5, 0.5 + ARM_MM)
"""Where a tick starts and ends beyond the end of an edge."""

LEAST_MM = 0.6

BESIDE_MM = 4.0
"""Where no piece is about so near, a crossing helps nobody."""

_BLOCK = 8
"""How many of those squares go into a block, across and down."""

_NEAR_MM = 30.0
Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Run:
    """A cut, the places on it where others cross it, and the stretch where marks may stand.

    Where it ends at another cut, that stretch keeps off: a piece may lie behind it.
    """

    cut: Cut
    crossings: tuple[float, ...]
    low_mm: float
    high_mm: float

    @property
    def upright(self) -> bool:
        return self.cut.line.start.x_mm == self.cut.line.end.x_mm


def inner_ticks(cuts: Sequence[Cut], positions: Sequence[Position], block: Rect) -> Iterator[Line]:
    """Ticks on free paper inside the block, on all of `cuts`."""
    room, pieces = FreeSpace(positions, TICK_KEEP_MM), _Pieces(positions)
    for run in _runs(cuts, block, TICK_KEEP_MM):
        at_mm = _at_mm(run)
        for first, last in _free_parts(run, room, pieces):
            if last - first >= LEAST_MM:
                yield Line(_point(run, at_mm, first), _point(run, at_mm, last), halo=True)


def inner_dots(
    cuts: Sequence[Cut], positions: Sequence[Position], block: Rect, limits: Rect
) -> Iterator[Dot]:
    """Dots on free paper inside the block: where cuts cross, or else between two crossings.

    On the border of the block a dot reaches beyond it; none leaves the `limits`.
    """
    inner = limits.grown(-DOT_MM)
    room, pieces = FreeSpace(positions, DOT_KEEP_MM), _Pieces(positions)
    seen: set[tuple[int, int]] = set()
    for run in _runs(cuts, block, DOT_KEEP_MM):
        at_mm = _at_mm(run)
        for first, last in _free_parts(run, room, pieces):
            crossed = [c for c in run.crossings if first - 1e-3 <= c <= last + 1e-3]
            for place in crossed or [(first + last) / 2]:
                middle = _point(run, at_mm, place)
                key = (raster(middle.x_mm), raster(middle.y_mm))
                if key not in seen and _holds(inner, middle):
                    seen.add(key)
                    yield Dot(middle, DOT_MM)


def _runs(cuts: Sequence[Cut], block: Rect, keep_mm: float) -> Iterator[_Run]:
    """Each cut with its crossings inside the block; its ends there are crossings too."""
    levels: dict[int, list[float]] = defaultdict(list)
    uprights: dict[int, list[float]] = defaultdict(list)
    for cut in cuts:
        line = cut.line
        if line.start.x_mm == line.end.x_mm:
            uprights[cut.part].append(line.start.x_mm)
        else:
            levels[cut.part].append(line.start.y_mm)
    for cut in cuts:
        start, end = cut.line.start, cut.line.end
        if start.x_mm == end.x_mm:
            whole, reach = (block.y_mm, block.bottom_mm), (start.y_mm, end.y_mm)
            others = levels[cut.part]
        else:
            whole, reach = (block.x_mm, block.right_mm), (start.x_mm, end.x_mm)
            others = uprights[cut.part]
        ends = max(whole[0], reach[0]), min(whole[1], reach[1])
        low_mm = ends[0] + (keep_mm if ends[0] > whole[0] + 1e-3 else 0)
        high_mm = ends[1] - (keep_mm if ends[1] < whole[1] - 1e-3 else 0)
        inside = (other for other in others if ends[0] < other < ends[1])
        yield _Run(cut, tuple(sorted({*ends, *inside})), low_mm, high_mm)


def _free_parts(run: _Run, room: FreeSpace, pieces: "_Pieces") -> Iterator[Pair]:
    """The free stretches of a cut near its crossings, those in the midst of nothing left out."""
    at_mm = _at_mm(run)
    crossings = [c for c in run.crossings if pieces.near(_point(run, at_mm, c))]
    if not crossings:
        return
    taken = room.taken(at_mm, run.upright)
    for first, last in _windows(crossings):
        yield from free(taken, max(first, run.low_mm), min(last, run.high_mm))


def _windows(crossings: Sequence[float]) -> Iterator[Pair]:
    """The stretches around crossings, joined where they meet."""
    first, last = crossings[0] - ARM_MM, crossings[0] + ARM_MM
    for crossing in crossings[1:]:
        if crossing - ARM_MM > last:
            yield first, last
            first = crossing - ARM_MM
        last = crossing + ARM_MM
    yield first, last


class _Pieces:
    """Finds out whether there is a piece beside a place, on squares of `BESIDE_MM`.

    Pieces are kept by blocks of squares: of each, from which column to which, and of rows.
    """

    def __init__(self, positions: Sequence[Position]) -> None:
        self._blocks: dict[tuple[int, int], list[tuple[int, int, int, int]]] = defaultdict(list)
        for position in positions:
            box = position.cell
            left, right = _square(box.x_mm) - 1, _square(box.right_mm) + 1
            top, bottom = _square(box.y_mm) - 1, _square(box.bottom_mm) + 1
            for column in range(left // _BLOCK, right // _BLOCK + 1):
                for row in range(top // _BLOCK, bottom // _BLOCK + 1):
                    self._blocks[column, row].append((left, right, top, bottom))

    def near(self, at: Point) -> bool:
        """Whether a piece lies on the square of a place or on one next to it."""
        column, row = _square(at.x_mm), _square(at.y_mm)
        return any(
            left <= column <= right and top <= row <= bottom
            for left, right, top, bottom in self._blocks.get((column // _BLOCK, row // _BLOCK), ())
        )


def _square(mm: float) -> int:
    return math.floor(mm / BESIDE_MM)


def _at_mm(run: _Run) -> float:
    return run.cut.line.start.x_mm if run.upright else run.cut.line.start.y_mm


def _point(run: _Run, at_mm: float, place: float) -> Point:
    return Point(at_mm, place) if run.upright else Point(place, at_mm)


def outward_ticks(
    lines: Iterable[Line], positions: Sequence[Position], limits: Rect
) -> Iterator[Line]:
    """Ticks that go on from the ends of edges, where they come near none of `positions`.

    None leaves the `limits`.
    """
    near = _Near(positions)
    for line in lines:
        for here, there in ((line.start, line.end), (line.end, line.start)):
            length_mm = math.dist((here.x_mm, here.y_mm), (there.x_mm, there.y_mm))
            dx, dy = (here.x_mm - there.x_mm) / length_mm, (here.y_mm - there.y_mm) / length_mm
            start, end = (Point(here.x_mm + dx * by, here.y_mm + dy * by) for by in _TICK)
            tick = Line(start, end)
            if _holds(limits, start) and _holds(limits, end) and near.free(tick):
                yield tick


def _holds(room: Rect, at: Point) -> bool:
    return room.contains(Rect(at.x_mm, at.y_mm, 0, 0))


class _Near:
    """Finds out whether a tick is on no piece and not too near to one."""

    def __init__(self, positions: Sequence[Position]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Point, ...]]] = defaultdict(list)
        for position in positions:
            # So far from where it starts a tick ends and keeps its distance.
            box, corners = position.box.grown(ARM_MM + TICK_KEEP_MM), _convex(position)
            for column in range(_cell(box.x_mm), _cell(box.right_mm) + 1):
                for row in range(_cell(box.y_mm), _cell(box.bottom_mm) + 1):
                    self._cells[column, row].append(corners)

    def free(self, tick: Line) -> bool:
        """Whether a tick keeps far enough from each piece around."""
        at = tick.start
        pieces = self._cells.get((_cell(at.x_mm), _cell(at.y_mm)), ())
        return all(_apart_mm(tick, corners) >= TICK_KEEP_MM for corners in pieces)


def _convex(position: Position) -> tuple[Point, ...]:
    """The corners of a piece, or of the box around one that has inner corners."""
    if position.item.outline.shape is not Shape.POLYGON:
        return corners_of(position)
    return position.box.corners()


def _cell(mm: float) -> int:
    return math.floor(mm / _NEAR_MM)


def _apart_mm(tick: Line, corners: Sequence[Point]) -> float:
    """The widest gap between a tick and a clockwise polygon along a side of either.

    What is convex is apart exactly where there is one.
    """
    a, b = tick.start, tick.end
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    return max(
        min(_left_mm(a, b, at) for at in corners),
        min(_left_mm(b, a, at) for at in corners),
        *(min(_left_mm(*side, a), _left_mm(*side, b)) for side in sides),
    )


def _left_mm(start: Point, end: Point, at: Point) -> float:
    """How far a place lies to the left of the way from `start` to `end`."""
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    return ((at.x_mm - start.x_mm) * dy - (at.y_mm - start.y_mm) * dx) / math.hypot(dx, dy)
