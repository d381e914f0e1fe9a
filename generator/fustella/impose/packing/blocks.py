"""Blocks: copies of one form in rows in the corner of a free rectangle, and what stays free.

What a block leaves free is divided into rectangles again, so that all pieces can be freed by cuts
from edge to edge, except within a honeycomb.

A pattern is what a sheet full of one form holds: one block where that is enough, else two, of which
the second has another turn and lies beside or below the first.
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
    """`count` copies in rows of `columns`; every other row of a honeycomb holds `shifted` copies.

    (x, y) is the corner of the block on the page, its margin included.
    """

    form: int
    orientation: Orientation
    x_mm: float
    y_mm: float
    columns: int
    shifted: int
    count: int

    def rows(self) -> Iterator[tuple[int, bool]]:
        """How many copies lie in each row, and whether it is a shifted one."""
        left, shift = self.count, False
        while left > 0:
            columns = self.shifted if shift else self.columns
            yield min(left, columns), shift
            left -= columns
            shift = not shift and self.orientation.nested

    def cells(self) -> Iterator[Rect]:
        """Where the copies lie on the page, row by row."""
        pitch, margin = self.orientation.pitch, self.orientation.margin
        cell, row_pitch_mm = self.orientation.cell, _row_pitch_mm(self.orientation)
        for row, (count, shift) in enumerate(self.rows()):
            down_mm = margin.height_mm + row * row_pitch_mm
            along_mm = margin.width_mm + (pitch.width_mm / 2 if shift else 0.0)
            for column in range(count):
                dx_mm, dy_mm = along_mm + column * pitch.width_mm, down_mm
                if self.orientation.across:
                    dx_mm, dy_mm = dy_mm, dx_mm
                x_mm, y_mm = self.x_mm + dx_mm, self.y_mm + dy_mm
                yield Rect(x_mm, y_mm, cell.width_mm, cell.height_mm)

    def leftover(self, room: Rect, rest: Rest) -> tuple[Rect, ...]:
        """What the block, which lies in the corner of the room, leaves free of it."""
        if not self.orientation.across:
            return tuple(self._leftover(room, rest))
        return tuple(map(Rect.transposed, self._leftover(room.transposed(), rest)))

    def _leftover(self, room: Rect, rest: Rest) -> Iterator[Rect]:
        """The same, as seen along the rows."""
        pitch, margin = self.orientation.pitch, self.orientation.margin
        row_pitch_mm, rows = _row_pitch_mm(self.orientation), tuple(self.rows())
        # All rows reach as far as one of the first two; the last one may be shorter.
        ends = [
            2 * margin.width_mm + (count + (0.5 if shift else 0.0)) * pitch.width_mm
            for count, shift in (*rows[:2], rows[-1])
        ]
        wide_mm = max(ends)
        high_mm = (len(rows) - 1) * row_pitch_mm + pitch.height_mm + 2 * margin.height_mm
        right_mm, below_mm = room.width_mm - wide_mm, room.height_mm - high_mm
        deeper = rest is Rest.BESIDE or (
            rest is Rest.LARGER and right_mm * room.height_mm > below_mm * room.width_mm
        )
        upright_mm, level_mm = (room.height_mm, wide_mm) if deeper else (high_mm, room.width_mm)
        yield Rect(room.x_mm, room.y_mm + high_mm, level_mm, below_mm)
        last_count, last_shift = rows[-1]
        if len(rows) == 1 or last_count == (self.shifted if last_shift else self.columns):
            yield Rect(room.x_mm + wide_mm, room.y_mm, right_mm, upright_mm)
            return
        # The last row is shorter than the others, and what is beside it is a rectangle of its own.
        top_mm = high_mm - row_pitch_mm
        beside_mm = room.width_mm if upright_mm <= high_mm else wide_mm
        tall_mm = top_mm if upright_mm <= high_mm else upright_mm
        yield Rect(room.x_mm + wide_mm, room.y_mm, right_mm, tall_mm)
        yield Rect(room.x_mm + ends[-1], room.y_mm + top_mm, beside_mm - ends[-1], row_pitch_mm)

    def notches(self) -> tuple[Rect, ...]:
        """The free rectangles at the ends of a honeycomb's rows, where others reach further."""
        if not self.orientation.nested:
            return ()
        found = self._notches()
        if self.orientation.across:
            found = map(Rect.transposed, found)
        return tuple(notch.moved(self.x_mm, self.y_mm) for notch in found)

    def _notches(self) -> Iterator[Rect]:
        """The same, as seen along the rows, from the block's corner on."""
        pitch, row_pitch_mm = self.orientation.pitch, _row_pitch_mm(self.orientation)
        side_mm, end_mm = self.orientation.margin.width_mm, self.orientation.margin.height_mm
        rows = tuple(self.rows())
        ends = [count + (0.5 if shift else 0.0) for count, shift in rows]
        for row, (_, shift) in enumerate(rows):
            first, last = row == 0, row == len(rows) - 1
            middle_mm = end_mm + row * row_pitch_mm + pitch.height_mm / 2
            top_mm = 0.0 if first else middle_mm - pitch.height_mm / 4 + end_mm
            below_mm = middle_mm + pitch.height_mm / (2 if last else 4)
            below_mm += end_mm if last else -end_mm
            if shift:
                yield Rect(0.0, top_mm, pitch.width_mm / 2, below_mm - top_mm)
            if ends[row] < max(ends) and not last:
                left_mm = 2 * side_mm + ends[row] * pitch.width_mm
                right_mm = 2 * side_mm + max(ends) * pitch.width_mm
                yield Rect(left_mm, top_mm, right_mm - left_mm, below_mm - top_mm)


def block_in(form: int, orientation: Orientation, room: Rect, most: int) -> Block | None:
    """As many copies as the room holds in one orientation, or None when it holds none."""
    count, columns, shifted = capacity(orientation, room, most)
    if not count:
        return None
    return Block(form, orientation, room.x_mm, room.y_mm, columns, shifted, count)


def capacity(orientation: Orientation, room: Size | Rect, most: int) -> tuple[int, int, int]:
    """How many copies a room holds, `most` at most, how many in a row and in a shifted row."""
    width_mm, height_mm = room.width_mm, room.height_mm
    if orientation.across:
        width_mm, height_mm = height_mm, width_mm
    pitch, margin = orientation.pitch, orientation.margin
    wide_mm = width_mm - 2 * margin.width_mm + EPSILON_MM
    high_mm = height_mm - 2 * margin.height_mm + EPSILON_MM
    if wide_mm < pitch.width_mm or high_mm < pitch.height_mm:
        return 0, 0, 0
    columns = int(wide_mm / pitch.width_mm)
    if not orientation.nested:
        return min(most, columns * int(high_mm / pitch.height_mm)), columns, columns
    shifted = int((wide_mm - pitch.width_mm / 2) / pitch.width_mm)
    rows = int((high_mm - pitch.height_mm) / _row_pitch_mm(orientation)) + 1 if shifted else 1
    return min(most, (rows + 1) // 2 * columns + rows // 2 * shifted), columns, shifted


def _row_pitch_mm(orientation: Orientation) -> float:
    return orientation.pitch.height_mm * (0.75 if orientation.nested else 1.0)


@dataclass(frozen=True, slots=True)
class Pattern:
    """The blocks of a full sheet, and the area that they lie in."""

    area: Size
    blocks: tuple[Block, ...]

    @property
    def room(self) -> int:
        return sum(block.count for block in self.blocks)

    def sheets(self, form: Form) -> int:
        """How many sheets all copies of a form need."""
        return -(-form.copies // self.room)


def pattern_of(index: int, form: Form, areas: Sequence[Size]) -> Pattern:
    """The pattern with which a form alone needs the fewest sheets; if equal, the simplest one."""
    whole = (
        Pattern(area, (block,))
        for orientation in form.orientations
        for area in areas
        if (block := block_in(index, orientation, room_of(area), form.copies))
    )
    best = min(whole, key=lambda pattern: pattern.sheets(form))
    if best.sheets(form) <= max(_fewest_sheets(form, area) for area in areas):
        return best
    mixed = (pattern for area in areas for pattern in _mixed(index, form, area))
    return min((best, *mixed), key=lambda pattern: pattern.sheets(form))


def room_of(area: Size) -> Rect:
    return Rect(0.0, 0.0, area.width_mm, area.height_mm)


def _fewest_sheets(form: Form, area: Size) -> int:
    """No pattern needs fewer sheets: each holds no more copies than fill its area."""
    most = int(area.width_mm * area.height_mm / form.room_mm2)
    return -(-form.copies // max(1, most))


def _mixed(index: int, form: Form, area: Size) -> Iterator[Pattern]:
    """Some rows in one orientation, and what is free beyond them filled in another."""
    room = room_of(area)
    for orientation in form.orientations:
        whole = block_in(index, orientation, room, form.copies)
        if not whole:
            continue
        rows = tuple(count for count, _ in whole.rows())
        turned = [it for it in form.orientations if it.turn_deg != orientation.turn_deg]
        for some in range(1, len(rows)):
            first = block_in(index, orientation, room, sum(rows[:some]))
            assert first is not None
            beyond = first.leftover(room, Rest.BELOW)[0]
            best = max(
                turned, key=lambda it: capacity(it, beyond, form.copies)[0], default=orientation
            )
            second = block_in(index, best, beyond, form.copies)
            if second:
                yield Pattern(area, (first, second))
