"""Packs many sizes together quickly, on shelves.

The tallest piece that fits starts a shelf, with as many pieces of its size beside it as there are.
The free area to the right of them, as high as the shelf, is filled in the same way, and then the
area below. (First fit by decreasing height, Coffman et al. 1980, with the rest of each shelf filled
again.) So every piece can be freed by cuts from edge to edge.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from enum import StrEnum

from fustella.core.geometry.shapes import EPSILON_MM, Rect, Size
from fustella.impose.packing.blocks import Block, Rest, room_of
from fustella.impose.packing.filling import Filled
from fustella.impose.packing.forms import Orientation, PackedOutline


class Stance(StrEnum):
    """The way in which pieces lie; a piece is turned the other way only to fit a gap."""

    AS_DRAWN = "as drawn"
    LYING = "lying"
    STANDING = "standing"

    def turns(self, size: Size) -> bool:
        """Whether pieces of this size are turned by 90 degrees."""
        if self is Stance.LYING:
            return size.height_mm > size.width_mm + EPSILON_MM
        return self is Stance.STANDING and size.width_mm > size.height_mm + EPSILON_MM


def fill_shelves(
    forms: Sequence[PackedOutline],
    areas: Sequence[Size],
    stance: Stance,
    backed_first: bool = False,
) -> list[Filled]:
    """Lays all copies on sheets: first the copies that the first area holds, then the others.

    The others lie on the next area. With `backed_first`, copies without backs take only the room
    that copies with backs leave, so that all backs are on the first sheets, and on as few as
    possible.
    """
    sheets: list[Filled] = []
    left = set(range(len(forms)))
    for area in areas:
        fitting = {
            index for index in left if any(row.outer.fits_in(area) for row in _rows(forms[index]))
        }
        served = [{index: forms[index] for index in sorted(fitting)}]
        if backed_first:
            (whole,) = served
            served = [
                {index: form for index, form in whole.items() if form.backed is backed}
                for backed in (True, False)
            ]
        stocks = [_CopiesLeft(own, stance) for own in served if own]
        while any(stock.left for stock in stocks):
            sheets.append(_fill(stocks, area))
        left -= fitting
    return sheets


def _fill(stocks: Sequence["_CopiesLeft"], area: Size) -> Filled:
    """Fills one sheet with shelves from the top; each shelf is filled before the next one begins.

    Each free room gets copies from the first of the `stocks` that has a fitting one.
    """
    sheet = Filled(area)
    free = [room_of(area)]
    while free:
        room = free.pop()
        block = next(filter(None, (stock.row_in(room) for stock in stocks)), None)
        if block is None:
            sheet.free.append(room)
            continue
        sheet.blocks.append(block)
        free += block.leftover(room, Rest.BELOW)
    return sheet


class _Index:
    """Finds the tallest size that fits a room, with sizes sorted by height and a tree of widths."""

    def __init__(self, sizes: Sequence[Size]) -> None:
        order = sorted(
            range(len(sizes)), key=lambda form: (-sizes[form].height_mm, -sizes[form].width_mm)
        )
        self._forms = order
        self._minus_heights = [-sizes[form].height_mm for form in order]
        self._rank = {form: rank for rank, form in enumerate(order)}
        self._leaves = 1 << max(0, len(order) - 1).bit_length()
        self._least = [math.inf] * (2 * self._leaves)
        for rank, form in enumerate(order):
            self._least[self._leaves + rank] = sizes[form].width_mm
        for node in range(self._leaves - 1, 0, -1):
            self._least[node] = min(self._least[2 * node], self._least[2 * node + 1])

    def first(self, room: Size) -> int | None:
        """The tallest form that fits `room`; among equally tall ones, the widest."""
        widest_mm = room.width_mm + EPSILON_MM
        rank = bisect_left(self._minus_heights, -room.height_mm - EPSILON_MM)
        if rank >= len(self._forms):
            return None
        node = self._leaves + rank
        while self._least[node] > widest_mm:
            while node & 1:
                node >>= 1
            if not node:
                return None
            node += 1
        while node < self._leaves:
            node *= 2
            if self._least[node] > widest_mm:
                node += 1
        return self._forms[node - self._leaves]

    def remove(self, form: int) -> None:
        """Removes a form without any more copies."""
        node = self._leaves + self._rank[form]
        self._least[node] = math.inf
        while node := node >> 1:
            self._least[node] = min(self._least[2 * node], self._least[2 * node + 1])


_NOWHERE = Size(math.inf, math.inf)
"""The size of an orientation that a form may not have: it fits no room."""


class _CopiesLeft:
    """The copies that still have no place, by form."""

    def __init__(self, forms: dict[int, PackedOutline], stance: Stance) -> None:
        self._ids = tuple(forms)
        self._left = [form.copies for form in forms.values()]
        self._first: list[Orientation] = []
        self._other: list[Orientation | None] = []
        for form in forms.values():
            rows = _rows(form)
            turned = len(rows) > 1 and stance.turns(rows[0].pitch)
            self._first.append(rows[-1] if turned else rows[0])
            others = rows[:1] if turned else rows[1:]
            self._other.append(others[0] if others else None)
        self._upright = _Index(tuple(row.outer for row in self._first))
        self._across = _Index(tuple(row.outer if row else _NOWHERE for row in self._other))
        self.left = sum(self._left)

    def row_in(self, room: Rect) -> Block | None:
        """Takes as many copies of one size as fit beside each other along the top of `room`."""
        if room.width_mm <= 0 or room.height_mm <= 0:
            return None
        row: Orientation | None
        index = self._upright.first(room.size)
        if index is not None:
            row = self._first[index]
        else:
            index = self._across.first(room.size)
            row = None if index is None else self._other[index]
        if index is None or row is None:
            return None
        free_mm = room.width_mm - 2 * row.margin.width_mm + EPSILON_MM
        columns = int(free_mm / row.pitch.width_mm)
        count = min(columns, self._left[index])
        self._left[index] -= count
        self.left -= count
        if not self._left[index]:
            self._upright.remove(index)
            self._across.remove(index)
        return Block(self._ids[index], row, room.x_mm, room.y_mm, columns, columns, count)


def _rows(form: PackedOutline) -> tuple[Orientation, ...]:
    """The orientations of single rows: one for each turn that the grain allows."""
    return tuple(row for row in form.orientations if not row.nested and not row.across)
