"""Lays blocks, which are rows of copies of one form, into the corners of free rectangles.

The area that a block leaves free is divided into rectangles again, so that all pieces can be freed
by cuts from edge to edge, except within a nest.

A pattern fills a sheet with one form: it has one block where that is enough, else two blocks, the
second of which has another turn and lies beside or below the first.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from fustella.core.geometry.shapes import EPSILON_MM, Rect, Size
from fustella.impose.packing.forms import Orientation, PackedOutline


class Rest(StrEnum):
    """The way to divide the free area beside and below a block into two rectangles."""

    BELOW = "below"
    BESIDE = "beside"
    LARGER = "larger"


class Block(Struct, frozen=True):
    """A block of `count` copies in rows of `columns`.

    Every other row of a nest holds `shifted` copies. (x, y) is the corner of the block on the page,
    its margin included.
    """

    form: int
    orientation: Orientation
    x_mm: float
    y_mm: float
    columns: int
    shifted: int
    count: int

    def rows(self) -> Iterator[int]:
        """The number of copies in each row."""
        left, row = self.count, 0
        while left > 0:
            columns = self._most_in_row(row)
            yield min(left, columns)
            left -= columns
            row += 1

    def _last_row(self) -> tuple[int, int]:
        """The index of the last row, and the number of copies in it."""
        if not self.orientation.nested:
            row, before = divmod(self.count - 1, self.columns)
            return row, before + 1
        pairs, before = divmod(self.count - 1, self.columns + self.shifted)
        if before < self.columns:
            return 2 * pairs, before + 1
        return 2 * pairs + 1, before - self.columns + 1

    def _most_in_row(self, row: int) -> int:
        return self.shifted if row % 2 and self.orientation.nested else self.columns

    def cells(self) -> Iterator[Rect]:
        """The boxes of the copies' cells on the page, row by row."""
        return (cell for cell, _ in self.copies())

    def copies(self) -> Iterator[tuple[Rect, int]]:
        """The boxes of the copies' cells on the page with their turns in degrees, row by row."""
        orientation, nest = self.orientation, self.orientation.nest
        pitch, margin, cell = orientation.pitch, orientation.margin, orientation.cell
        turn_deg = orientation.turn_deg
        for row, count in enumerate(self.rows()):
            down_mm = margin.height_mm + _line_mm(orientation, row)
            for column in range(count):
                if nest is None:
                    dx_mm, dy_mm = margin.width_mm + column * pitch.width_mm, down_mm
                else:
                    dx_mm, dy_mm = nest.copy_mm(row, column, margin.width_mm), down_mm
                    turn_deg = orientation.turn_deg + 180 * nest.turned(row, column)
                if orientation.across:
                    dx_mm, dy_mm = dy_mm, dx_mm
                box = Rect(self.x_mm + dx_mm, self.y_mm + dy_mm, cell.width_mm, cell.height_mm)
                yield box, turn_deg % 360

    def rows_taken(self) -> tuple[Rect, ...]:
        """The boxes of rows on the page, margins included; in a nest these boxes overlap."""
        orientation = self.orientation
        high_mm = orientation.pitch.height_mm + 2 * orientation.margin.height_mm
        rows = (
            Rect(0.0, _line_mm(orientation, row), self._end_mm(row, count), high_mm)
            for row, count in enumerate(self.rows())
        )
        turned = map(Rect.transposed, rows) if orientation.across else rows
        return tuple(row.moved(self.x_mm, self.y_mm) for row in turned)

    def leftover(self, room: Rect, rest: Rest) -> tuple[Rect, ...]:
        """The two or three rectangles that the block, in the room's corner, leaves free."""
        if not self.orientation.across:
            return tuple(self._leftover(room, rest))
        return tuple(map(Rect.transposed, self._leftover(room.transposed(), rest)))

    def _leftover(self, room: Rect, rest: Rest) -> Iterator[Rect]:
        """The free rectangles that the block leaves of the room, in coordinates along its rows."""
        last, count = self._last_row()
        short = last > 0 and count < self._most_in_row(last)
        end_mm = self._end_mm(last, count)
        # All rows reach as far as one of the first two; the last one may be shorter.
        first = [self._end_mm(row, self._most_in_row(row)) for row in range(min(2, last))]
        wide_mm = max([end_mm, *first])
        high_mm = _high_mm(self.orientation, last + 1)
        right_mm, below_mm = room.width_mm - wide_mm, room.height_mm - high_mm
        deeper = rest is Rest.BESIDE or (
            rest is Rest.LARGER and right_mm * room.height_mm > below_mm * room.width_mm
        )
        upright_mm, level_mm = (room.height_mm, wide_mm) if deeper else (high_mm, room.width_mm)
        yield Rect(room.x_mm, room.y_mm + high_mm, level_mm, below_mm)
        if not short:
            yield Rect(room.x_mm + wide_mm, room.y_mm, right_mm, upright_mm)
            return
        # The last row is shorter than the others, and what is beside it is a rectangle of its own.
        row_pitch_mm = _row_pitch_mm(self.orientation, last)
        top_mm = high_mm - row_pitch_mm
        beside_mm = room.width_mm if upright_mm <= high_mm else wide_mm
        tall_mm = top_mm if upright_mm <= high_mm else upright_mm
        yield Rect(room.x_mm + wide_mm, room.y_mm, right_mm, tall_mm)
        yield Rect(room.x_mm + end_mm, room.y_mm + top_mm, beside_mm - end_mm, row_pitch_mm)

    def notches(self) -> tuple[Rect, ...]:
        """The free rectangles at the ends of a nest's rows, where other rows reach further."""
        if not self.orientation.nested:
            return ()
        notches = self._notches()
        if self.orientation.across:
            notches = map(Rect.transposed, notches)
        return tuple(notch.moved(self.x_mm, self.y_mm) for notch in notches)

    def _notches(self) -> Iterator[Rect]:
        """The free rectangles at the ends of interlocking rows (a nest); x runs along them."""
        nest, pitch = self.orientation.nest, self.orientation.pitch
        assert nest is not None
        bleed_mm = self.orientation.margin.height_mm
        ends_mm = [self._end_mm(row, count) for row, count in enumerate(self.rows())]
        for row, end_mm in enumerate(ends_mm):
            first, last = row == 0, row == len(ends_mm) - 1
            middle_mm = bleed_mm + nest.line_mm(row) + pitch.height_mm / 2
            top_mm = 0.0 if first else middle_mm - nest.free_mm + bleed_mm
            below_mm = middle_mm + (pitch.height_mm / 2 if last else nest.free_mm)
            below_mm += bleed_mm if last else -bleed_mm
            if row % 2:
                yield Rect(0.0, top_mm, nest.shift_mm, below_mm - top_mm)
            if end_mm < max(ends_mm) and not last:
                yield Rect(end_mm, top_mm, max(ends_mm) - end_mm, below_mm - top_mm)

    def _end_mm(self, row: int, count: int) -> float:
        """The distance from the block's corner to the end of a row of `count` copies."""
        pitch, margin, nest = self.orientation.pitch, self.orientation.margin, self.orientation.nest
        if nest is None:
            return 2 * margin.width_mm + count * pitch.width_mm
        shift = nest.shift_mm / nest.step_mm if row % 2 else 0.0
        lag_mm = nest.lag_in(row) if count % 2 == 0 else 0.0
        over_mm = pitch.width_mm - nest.step_mm + lag_mm
        return 2 * margin.width_mm + (count + shift) * nest.step_mm + over_mm


def block_in(form: int, orientation: Orientation, room: Rect, most: int) -> Block | None:
    """The largest block of copies in a room, in one orientation; None without any copy."""
    count, columns, shifted = capacity(orientation, room, most)
    if not count:
        return None
    return Block(form, orientation, room.x_mm, room.y_mm, columns, shifted, count)


def capacity(orientation: Orientation, room: Size | Rect, most: int) -> tuple[int, int, int]:
    """The number of copies that a room holds, up to `most`, in one orientation.

    The second and third value are the numbers of copies in an even and in an odd row.
    """
    width_mm, height_mm = room.width_mm, room.height_mm
    if orientation.across:
        width_mm, height_mm = height_mm, width_mm
    pitch, margin = orientation.pitch, orientation.margin
    wide_mm = width_mm - 2 * margin.width_mm + EPSILON_MM
    high_mm = height_mm - 2 * margin.height_mm + EPSILON_MM
    if wide_mm < pitch.width_mm or high_mm < pitch.height_mm:
        return 0, 0, 0
    nest = orientation.nest
    if nest is None:
        columns = int(wide_mm / pitch.width_mm)
        return min(most, columns * int(high_mm / pitch.height_mm)), columns, columns
    wide_mm -= pitch.width_mm - nest.step_mm
    columns = _how_many(wide_mm, nest.step_mm, nest.lag_mm)
    shifted = _how_many(wide_mm - nest.shift_mm, nest.step_mm, nest.lag_in(1))
    high_mm -= pitch.height_mm - nest.row_mm
    rows = _how_many(high_mm, nest.row_mm, nest.row_lag_mm) if shifted else 1
    return min(most, (rows + 1) // 2 * columns + rows // 2 * shifted), columns, shifted


def _how_many(room_mm: float, step_mm: float, lag_mm: float) -> int:
    """Counts the copies, or rows, in a room; every other one is shifted by `lag_mm`."""
    count = max(0, int(room_mm / step_mm))
    if lag_mm:
        some = (count + 1, count, count - 1)
        fitting = (n for n in some if n * step_mm + (0.0 if n % 2 else lag_mm) <= room_mm)
        return max(0, next(fitting, 0))
    return count


def _line_mm(orientation: Orientation, row: int) -> float:
    """The distance of a row from the inner edge of the block's margin."""
    nest = orientation.nest
    return nest.line_mm(row) if nest else row * orientation.pitch.height_mm


def _row_pitch_mm(orientation: Orientation, row: int) -> float:
    """The distance of a row from the one before it."""
    nest = orientation.nest
    if nest is None:
        return orientation.pitch.height_mm
    return nest.row_mm + (nest.row_lag_mm if row % 2 else -nest.row_lag_mm)


def _high_mm(orientation: Orientation, rows: int) -> float:
    """The height of `rows` rows with the block's margin, measured across the rows."""
    end_mm = _line_mm(orientation, rows - 1) + orientation.pitch.height_mm
    return end_mm + 2 * orientation.margin.height_mm


class Pattern(Struct, frozen=True):
    """The blocks of a sheet full of one form, and the area that they lie in."""

    area: Size
    blocks: tuple[Block, ...]

    @property
    def room(self) -> int:
        return sum(block.count for block in self.blocks)

    def sheets(self, form: PackedOutline) -> int:
        """The number of sheets that all copies of a form need."""
        return -(-form.copies // self.room)


def pattern_of(index: int, form: PackedOutline, areas: Sequence[Size]) -> Pattern:
    """The pattern with which a form alone needs the fewest sheets; of equal ones, the simplest."""
    whole = (
        Pattern(area, (block,))
        for orientation in form.orientations
        for area in areas
        if (block := block_in(index, orientation, room_of(area), form.copies))
    )
    best = min(whole, key=lambda pattern: pattern.sheets(form))
    if best.sheets(form) <= max(_fewest_sheets(form, area) for area in areas):
        return best
    mixed = (pattern for area in areas for pattern in _mixed_patterns(index, form, area))
    return min((best, *mixed), key=lambda pattern: pattern.sheets(form))


def room_of(area: Size) -> Rect:
    return Rect(0.0, 0.0, area.width_mm, area.height_mm)


def _fewest_sheets(form: PackedOutline, area: Size) -> int:
    """A lower bound for the sheets of a form, as if copies filled the whole area of each sheet."""
    most = int(area.width_mm * area.height_mm / form.room_mm2)
    return -(-form.copies // max(1, most))


def _mixed_patterns(index: int, form: PackedOutline, area: Size) -> Iterator[Pattern]:
    """Patterns of two blocks: rows in one orientation, and the room beyond them in another one."""
    room = room_of(area)
    for orientation in form.orientations:
        whole = block_in(index, orientation, room, form.copies)
        if not whole:
            continue
        rows = tuple(whole.rows())
        others = _other_turns(form, orientation)
        for some in range(1, len(rows)):
            first = block_in(index, orientation, room, sum(rows[:some]))
            assert first is not None
            beyond = first.leftover(room, Rest.BELOW)[0]
            best = max(
                others, key=lambda it: capacity(it, beyond, form.copies)[0], default=orientation
            )
            second = block_in(index, best, beyond, form.copies)
            if second:
                yield Pattern(area, (first, second))


def _other_turns(form: PackedOutline, orientation: Orientation) -> list[Orientation]:
    """The orientations with another turn, which may hold more copies on the rest of a sheet.

    Where straight rows are preferred to nests, a few straight rows beside a nest may hold more,
    too.
    """
    others = [it for it in form.orientations if it.turn_deg != orientation.turn_deg]
    if not form.orientations[0].nested and any(it.nested for it in form.orientations):
        others += [it for it in form.orientations if it not in (orientation, *others)]
    return others
