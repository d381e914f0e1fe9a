"""Blocks: copies of one form in rows, from the corner of a free rectangle on, and what stays free.

What a block leaves free is parted into rectangles again, so that all of them can be freed by cuts
from edge to edge (within a honeycomb there are none).

Patterns: what a sheet full of one form holds.

One block where that is enough, else two of which the second lies otherwise than the first, beside
or below it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fustella.core.geometry import EPSILON_MM, Rect, Size
from fustella.impose.packing.forms import Form, Orientation


class Rest(StrEnum):
    """Which of the two rectangles that a block leaves free is the longer one."""

    BELOW = "below"
    BESIDE = "beside"
    LARGER = "larger"


@dataclass(frozen=True, slots=True)
class Block:
    """`count` copies in rows of `columns` (of every other nested row, `shifted`).

    (x, y) is its corner on the page, margin included.
    """

    form: int
    way: Orientation
    x_mm: float
    y_mm: float
    columns: int
    shifted: int
    count: int

    def rows(self) -> Iterator[tuple[int, bool]]:
        """How many lie in each row, and whether it is a shifted one."""
        left, shift = self.count, False
        while left > 0:
            columns = self.shifted if shift else self.columns
            yield min(left, columns), shift
            left -= columns
            shift = not shift and self.way.nested

    def cells(self) -> Iterator[Rect]:
        """Where the copies lie on the page, row by row."""
        way = self.way
        width_mm, cell = way.pitch.width_mm, way.cell
        for row, (count, shift) in enumerate(self.rows()):
            down_mm = way.margin.height_mm + row * _step_mm(way)
            along_mm = way.margin.width_mm + (width_mm / 2 if shift else 0.0)
            for column in range(count):
                across_mm = along_mm + column * width_mm
                dx_mm, dy_mm = (down_mm, across_mm) if way.across else (across_mm, down_mm)
                x_mm, y_mm = self.x_mm + dx_mm, self.y_mm + dy_mm
                yield Rect(x_mm, y_mm, cell.width_mm, cell.height_mm)

    def leftover(self, room: Rect, rest: Rest) -> tuple[Rect, ...]:
        """What of the room stays free, the room being that in whose corner the block lies."""
        seen = room.transposed() if self.way.across else room
        free = tuple(self._leftover(seen, rest))
        return tuple(map(Rect.transposed, free)) if self.way.across else free

    def _leftover(self, room: Rect, rest: Rest) -> Iterator[Rect]:
        """The same, as seen along the rows."""
        way, rows = self.way, tuple(self.rows())
        side_mm, end_mm = 2 * way.margin.width_mm, 2 * way.margin.height_mm
        # All rows reach as far as one of the first two; the last one may be shorter.
        ends = [
            side_mm + (count + (0.5 if shift else 0.0)) * way.pitch.width_mm
            for count, shift in (*rows[:2], rows[-1])
        ]
        wide_mm = max(ends)
        high_mm = (len(rows) - 1) * _step_mm(way) + way.pitch.height_mm + end_mm
        right_mm, below_mm = room.width_mm - wide_mm, room.height_mm - high_mm
        deeper = rest is Rest.BESIDE or (
            rest is Rest.LARGER and right_mm * room.height_mm > below_mm * room.width_mm
        )
        upright_mm, level_mm = (room.height_mm, wide_mm) if deeper else (high_mm, room.width_mm)
        yield Rect(room.x_mm, room.y_mm + high_mm, level_mm, below_mm)
        last, full = rows[-1], len(rows) - 1
        columns = self.shifted if last[1] else self.columns
        if not full or last[0] == columns:
            yield Rect(room.x_mm + wide_mm, room.y_mm, right_mm, upright_mm)
            return
        yield from self._beside(room, wide_mm, high_mm, ends[-1], upright_mm)

    def notches(self) -> tuple[Rect, ...]:
        """The free rectangles at the ends of a honeycomb's rows, where others reach further."""
        if not self.way.nested:
            return ()
        found = tuple(self._notches())
        corner = Rect(self.x_mm, self.y_mm, 0.0, 0.0)
        if self.way.across:
            found = tuple(map(Rect.transposed, found))
        return tuple(notch.moved(corner.x_mm, corner.y_mm) for notch in found)

    def _notches(self) -> Iterator[Rect]:
        """The same, as seen along the rows, from the block's corner on."""
        way, rows = self.way, tuple(self.rows())
        pitch, side_mm, end_mm = way.pitch, way.margin.width_mm, way.margin.height_mm
        ends = [count + (0.5 if shift else 0.0) for count, shift in rows]
        for row, (_, shift) in enumerate(rows):
            first, last = row == 0, row == len(rows) - 1
            middle_mm = end_mm + row * _step_mm(way) + pitch.height_mm / 2
            top_mm = 0.0 if first else middle_mm - pitch.height_mm / 4 + end_mm
            below_mm = middle_mm + pitch.height_mm / (2 if last else 4)
            below_mm += end_mm if last else -end_mm
            if shift:
                yield Rect(0.0, top_mm, pitch.width_mm / 2, below_mm - top_mm)
            if ends[row] < max(ends) and not last:
                left_mm = 2 * side_mm + ends[row] * pitch.width_mm
                right_mm = 2 * side_mm + max(ends) * pitch.width_mm
                yield Rect(left_mm, top_mm, right_mm - left_mm, below_mm - top_mm)

    def _beside(
        self, room: Rect, wide_mm: float, high_mm: float, last_mm: float, upright_mm: float
    ) -> Iterator[Rect]:
        """What is free beside a block whose last row is shorter than the others."""
        way = self.way
        low_mm = way.pitch.height_mm * (0.75 if way.nested else 1.0)
        top_mm = high_mm - low_mm
        end_mm = room.width_mm if upright_mm <= high_mm else wide_mm
        right_mm = room.width_mm - wide_mm
        tall_mm = top_mm if upright_mm <= high_mm else upright_mm
        yield Rect(room.x_mm + wide_mm, room.y_mm, right_mm, tall_mm)
        yield Rect(room.x_mm + last_mm, room.y_mm + top_mm, end_mm - last_mm, low_mm)


def capacity(way: Orientation, room: Size | Rect, most: int) -> tuple[int, int, int]:
    """How many copies a room holds in one way, in rows of how many, and in the shifted ones."""
    width_mm, height_mm = room.width_mm, room.height_mm
    if way.across:
        width_mm, height_mm = height_mm, width_mm
    pitch, margin = way.pitch, way.margin
    wide_mm = width_mm - 2 * margin.width_mm + EPSILON_MM
    high_mm = height_mm - 2 * margin.height_mm + EPSILON_MM
    if wide_mm < pitch.width_mm or high_mm < pitch.height_mm:
        return 0, 0, 0
    columns = int(wide_mm / pitch.width_mm)
    if not way.nested:
        return min(most, columns * int(high_mm / pitch.height_mm)), columns, columns
    shifted = int((wide_mm - pitch.width_mm / 2) / pitch.width_mm)
    rows = int((high_mm - pitch.height_mm) / _step_mm(way)) + 1 if shifted else 1
    return min(most, (rows + 1) // 2 * columns + rows // 2 * shifted), columns, shifted


def block_in(form: int, way: Orientation, room: Rect, most: int) -> Block | None:
    """As many copies as the room holds in one way, or None when it holds none."""
    count, columns, shifted = capacity(way, room, most)
    if not count:
        return None
    return Block(form, way, room.x_mm, room.y_mm, columns, shifted, count)


def _step_mm(way: Orientation) -> float:
    """From one row to the next."""
    return way.pitch.height_mm * (0.75 if way.nested else 1.0)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The blocks of a full sheet, and the area that they lie in."""

    area: Size
    blocks: tuple[Block, ...]

    @property
    def room(self) -> int:
        """How many copies it holds."""
        return sum(block.count for block in self.blocks)

    def sheets(self, form: Form) -> int:
        """How many sheets all copies of a form need."""
        return -(-form.copies // self.room)


def pattern_of(index: int, form: Form, areas: Sequence[Size]) -> Pattern:
    """The pattern with which a form alone needs the fewest sheets; of equals the plainest."""
    whole = (
        Pattern(area, (block,))
        for way in form.ways
        for area in areas
        if (block := block_in(index, way, room_of(area), form.copies))
    )
    best = min(whole, key=lambda pattern: pattern.sheets(form))
    least = max(_least(form, area) for area in areas)
    if best.sheets(form) <= least:
        return best
    mixed = (pattern for area in areas for pattern in _mixed(index, form, area))
    return min((best, *mixed), key=lambda pattern: pattern.sheets(form))


def room_of(area: Size) -> Rect:
    """An area as the one free rectangle of an empty sheet."""
    return Rect(0.0, 0.0, area.width_mm, area.height_mm)


def _least(form: Form, area: Size) -> int:
    """No pattern needs fewer sheets: so many copies are as large as the area."""
    most = int(area.width_mm * area.height_mm / form.room_mm2)
    return -(-form.copies // max(1, most))


def _mixed(index: int, form: Form, area: Size) -> Iterator[Pattern]:
    """Some rows in one way, and what is free beyond them filled in another."""
    room = room_of(area)
    for way in form.ways:
        whole = block_in(index, way, room, form.copies)
        if not whole:
            continue
        rows = tuple(count for count, _ in whole.rows())
        for some in range(1, len(rows)):
            first = block_in(index, way, room, sum(rows[:some]))
            assert first is not None
            beyond = first.leftover(room, Rest.BELOW)[0]
            others = [other for other in form.ways if other.turn_deg != way.turn_deg]
            other = max(others, key=lambda one: capacity(one, beyond, form.copies)[0], default=way)
            second = block_in(index, other, beyond, form.copies)
            if second:
                yield Pattern(area, (first, second))
