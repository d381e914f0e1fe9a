"""Computes nests: rows in which copies interlock, because their outlines leave room in boxes.

Seen along the rows, copies lie beside each other, and the next row lies below. Every other copy of
a row, or every other row, may be turned by 180 degrees. All distances are as small as the outlines
allow, and they repeat after two copies and after two rows.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Point, Size
from fustella.impose.packing.profiles import Profiles, least_step_mm, profiles_of

_LEAST_SAVED = 0.01
"""The least share of the room that a nest must save to be worth its cuts."""


class Nest(Struct, frozen=True):
    """A way in which copies interlock in rows, as seen along the rows.

    Copies lie `step_mm` apart, and every other copy `lag_mm` further; rows lie `row_mm` apart, and
    every other row `row_lag_mm` further and `shift_mm` to the right. Three turns by 180 degrees add
    up: `copies_turned` turns every other copy of a row, `rows_turned` all copies of every other
    row, and `all_turned` all copies. Up to `free_mm` above and below the middle of a row, no other
    row has cells beside the row's ends.
    """

    step_mm: float
    row_mm: float
    free_mm: float
    shift_mm: float = 0.0
    lag_mm: float = 0.0
    row_lag_mm: float = 0.0
    copies_turned: bool = False
    rows_turned: bool = False
    all_turned: bool = False

    @property
    def room_mm2(self) -> float:
        """The area that a copy takes among many others."""
        return self.step_mm * self.row_mm

    def upside_down(self) -> "Nest":
        """The nest for the outline mirrored top to bottom."""
        return replace(self, row_lag_mm=-self.row_lag_mm).begun_well()

    def begun_well(self) -> "Nest":
        """The nest, shifted to begin with the nearer two copies of a row, and the nearer two rows.

        A nest whose copies and rows are both turned is returned as it is: its shift would change.
        """
        if self.copies_turned and not self.rows_turned and self.lag_mm > 0:
            return replace(self, lag_mm=-self.lag_mm, all_turned=not self.all_turned)
        if self.rows_turned and not self.copies_turned and self.row_lag_mm > 0:
            return replace(self, row_lag_mm=-self.row_lag_mm, all_turned=not self.all_turned)
        return self

    def turned(self, row: int, column: int) -> bool:
        """Whether a copy is turned by 180 degrees."""
        by_row, by_column = self.rows_turned and row % 2, self.copies_turned and column % 2
        return bool(by_row) ^ bool(by_column) ^ self.all_turned

    def lag_in(self, row: int) -> float:
        """The distance by which every other copy is shifted; a turned row reverses its copies."""
        return -self.lag_mm if self.rows_turned and row % 2 else self.lag_mm

    def copy_mm(self, row: int, column: int, margin_mm: float = 0.0) -> float:
        """The position of a copy in its row in mm; a margin lies before the first copy."""
        begin_mm = margin_mm + (self.shift_mm if row % 2 else 0.0) + column * self.step_mm
        return begin_mm + (self.lag_in(row) if column % 2 else 0.0)

    def line_mm(self, row: int) -> float:
        """The position of a row in mm, counted from the first row."""
        return row * self.row_mm + (self.row_lag_mm if row % 2 else 0.0)


def nest_of_hexagons(pitch: Size) -> Nest:
    """The nest of hexagons on their corners: each row lies in the gaps of the row above."""
    high_mm = pitch.height_mm
    return Nest(pitch.width_mm, high_mm * 0.75, high_mm / 4, pitch.width_mm / 2)


def nest_of_circles(pitch_mm: float) -> Nest:
    """The nest of circles: each row is shifted into the gaps of the row above."""
    row_mm = pitch_mm * math.sqrt(3) / 2
    return Nest(pitch_mm, row_mm, row_mm - pitch_mm / 2, pitch_mm / 2)


@lru_cache(maxsize=256)
def nests_of(corners: tuple[Point, ...], by_mm: float, size: Size) -> tuple[Nest, ...]:
    """The nests of a polygon that save room: the densest one, and the densest without a shift.

    Outlines keep twice `by_mm` from each other. `size` is the size of the bounding box, grown by
    `by_mm`.
    """
    upright = profiles_of(corners, by_mm, size)
    nests = sorted(_nests(upright, upright.turned(size), size), key=_rank)
    dense = [
        nest
        for nest in nests
        if nest.room_mm2 < (1 - _LEAST_SAVED) * size.width_mm * size.height_mm
    ]
    unshifted = [nest for nest in dense if not nest.shift_mm]
    return tuple(dict.fromkeys((*dense[:1], *unshifted[:1])))


def _rank(nest: Nest) -> tuple[float, bool, bool, bool]:
    """A key to sort nests by: the least room first, then the simplest nest."""
    return round(nest.room_mm2, 6), nest.shift_mm > 0, nest.rows_turned, nest.copies_turned


def _nests(upright: Profiles, turned: Profiles, size: Size) -> Iterator[Nest]:
    """Yields all nests that repeat after two copies and two rows.

    Every other row is shifted by nothing or by half a step, or by a whole step where copies are
    turned.
    """
    faces = upright, turned
    for copies_turned, rows_turned in product((False, True), repeat=2):
        to_other = least_step_mm(upright.right, faces[copies_turned].left)
        back = least_step_mm(faces[copies_turned].right, upright.left)
        step_mm, lag_mm = (to_other + back) / 2, (to_other - back) / 2
        if step_mm < EPSILON_MM:
            continue
        row = Nest(step_mm, 0.0, 0.0, 0.0, lag_mm, 0.0, copies_turned, rows_turned)
        for shift_mm in (0.0, step_mm / 2, step_mm) if copies_turned else (0.0, step_mm / 2):
            shifted = replace(row, shift_mm=shift_mm)
            down = _row_step_mm(shifted, faces, size.width_mm, first=0)
            again = _row_step_mm(shifted, faces, size.width_mm, first=1)
            row_mm, free_mm = (down + again) / 2, min(down, again) - size.height_mm / 2
            nest = replace(shifted, row_mm=row_mm, free_mm=free_mm, row_lag_mm=down - row_mm)
            yield nest.begun_well()


def _row_step_mm(nest: Nest, faces: Sequence[Profiles], wide_mm: float, first: int) -> float:
    """The distance from a row to the next; `first` is 0 or 1 for the row that lies above.

    Rows count as endless, so that a distance between two copies of a row holds for all copies.
    """
    around = int(wide_mm / nest.step_mm) + 4
    upper = _row(nest, faces, first, range(2))
    lower = tuple(_row(nest, faces, 1 - first, range(-around, around + 1)))
    return max(
        least_step_mm(above.bottom, below.top, offset_mm)
        for at_mm, above in upper
        for below_mm, below in lower
        if abs(offset_mm := below_mm - at_mm) < wide_mm
    )


def _row(
    nest: Nest, faces: Sequence[Profiles], row: int, columns: range
) -> Iterator[tuple[float, Profiles]]:
    """Yields the copies of one of the two rows: the position of each, and its profiles."""
    for column in columns:
        yield nest.copy_mm(row, column), faces[nest.turned(row, column)]
