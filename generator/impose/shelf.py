"""Pieces of different sizes packed together.

The tallest piece that fits starts a shelf, with as many of its size beside it as there are; what
is free to the right of them, as high as the shelf, is filled in the same way, and then what is
free below. (First fit by decreasing height, Coffman et al. 1980, with the rest of each shelf
filled again.) So every piece can be freed by cuts from edge to edge.
"""

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import compress, islice

from generator.geometry import EPSILON_MM, Rect, Size
from generator.impose.layout import Cutting, Layout, cell_size, extent_of, spot_in
from generator.impose.strip import areas
from generator.papers import Paper
from generator.sheets import Item

_PATIENCE = 15_000
"""Copies packed before the search for a better packing ends: the more there are, the less each
way of packing differs from the others (10,000 random sizes of 8 to
60 mm fill 98 % of their pages at the first try)."""


class _Stance(StrEnum):
    """How pieces lie unless only a quarter turn makes them fit a gap."""

    AS_DRAWN = "as drawn"
    LYING = "lying"
    STANDING = "standing"

    def turns(self, size: Size) -> bool:
        """Whether a piece of this size is turned a quarter."""
        if self is _Stance.LYING:
            return size.height_mm > size.width_mm + EPSILON_MM
        return self is _Stance.STANDING and size.width_mm > size.height_mm + EPSILON_MM


@dataclass(frozen=True, slots=True)
class _Row:
    """Copies beside each other from a corner on, each in a cell of the same size."""

    items: tuple[Item, ...]
    x_mm: float
    y_mm: float
    cell: Size
    turn_deg: int


_Sheet = list[_Row]


class _Index:
    """Finds the tallest size that fits: sizes by decreasing height over a tree of least widths."""

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
        """The tallest form that fits `room`, of equals the widest."""
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
        """Forget a form of which no copy is left."""
        node = self._leaves + self._rank[form]
        self._least[node] = math.inf
        while node := node >> 1:
            self._least[node] = min(self._least[2 * node], self._least[2 * node + 1])


class _Stock:
    """The copies that still have no place, by the size of their cells."""

    def __init__(self, items: Sequence[Item], stance: _Stance) -> None:
        by_size: dict[Size, list[Item]] = defaultdict(list)
        for item in items:
            by_size[cell_size(item)] += [item] * item.copies
        self._turned = [stance.turns(size) for size in by_size]
        self._sizes = [size.turned() if stance.turns(size) else size for size in by_size]
        self._waiting = [copies[::-1] for copies in by_size.values()]
        self._upright = _Index(self._sizes)
        self._across = _Index([size.turned() for size in self._sizes])
        self.left = sum(map(len, self._waiting))

    def row_in(self, room: Rect) -> _Row | None:
        """Take as many copies of one size as fit beside each other along the top of `room`."""
        form, turn = self._upright.first(room.size), False
        if form is None:
            form, turn = self._across.first(room.size), True
        if form is None:
            return None
        cell = self._sizes[form].turned() if turn else self._sizes[form]
        count = int((room.width_mm + EPSILON_MM) / cell.width_mm)
        turn_deg = 90 if turn is not self._turned[form] else 0
        return _Row(self._take(form, count), room.x_mm, room.y_mm, cell, turn_deg)

    def _take(self, form: int, count: int) -> tuple[Item, ...]:
        """Up to `count` copies of one size, in the order of the items."""
        waiting = self._waiting[form]
        taken = tuple(reversed(waiting[-count:]))
        del waiting[-count:]
        self.left -= len(taken)
        if not waiting:
            self._upright.remove(form)
            self._across.remove(form)
        return taken


def lay_out_mixed(items: Sequence[Item], paper: Paper) -> tuple[Layout, ...]:
    """Lay out pieces of different sizes on few sheets; each fits one of the paper's areas."""
    least = _fewest(items, paper)
    tries = max(1, _PATIENCE // sum(item.copies for item in items))
    best: list[_Sheet] = []
    for sheets in islice(_ways(items, paper), tries):
        if not best or len(sheets) < len(best):
            best = sheets
        if len(best) <= least:
            break
    return tuple(map(_layout, best))


def _fewest(items: Sequence[Item], paper: Paper) -> int:
    """No packing needs fewer sheets than this: the area of the pieces over that of a page."""
    room_mm2 = max(_square_mm(area) for area in areas(paper))
    needed_mm2 = sum(item.copies * _square_mm(cell_size(item)) for item in items)
    return math.ceil(needed_mm2 / room_mm2 - EPSILON_MM)


def _square_mm(size: Size) -> float:
    return size.width_mm * size.height_mm


def _ways(items: Sequence[Item], paper: Paper) -> Iterator[list[_Sheet]]:
    """Packings to choose from. What does not fit the area in turn gets sheets with the other."""
    for stance in _Stance:
        for area in areas(paper):
            others = [other for other in areas(paper) if other != area]
            sheets, rest = _pack(items, area, stance)
            for other in others:
                more, rest = _pack(rest, other, stance)
                sheets += more
            yield sheets


def _pack(items: Sequence[Item], area: Size, stance: _Stance) -> tuple[list[_Sheet], list[Item]]:
    """The sheets of all pieces that fit the area, and the pieces that do not."""
    fits = [_fits(item, area) for item in items]
    stock = _Stock(list(compress(items, fits)), stance)
    sheets = []
    while stock.left:
        sheets.append(_fill(stock, area))
    return sheets, [item for item, fitting in zip(items, fits, strict=True) if not fitting]


def _fits(item: Item, area: Size) -> bool:
    cell = cell_size(item)
    return cell.fits_in(area) or cell.turned().fits_in(area)


def _fill(stock: _Stock, area: Size) -> _Sheet:
    """One sheet: shelves from the top, each filled to the right before the next begins."""
    sheet: _Sheet = []
    free = [Rect(0, 0, area.width_mm, area.height_mm)]
    while free:
        room = free.pop()
        row = stock.row_in(room)
        if row is None:
            continue
        sheet.append(row)
        long_mm, high_mm = len(row.items) * row.cell.width_mm, row.cell.height_mm
        free.append(Rect(room.x_mm, room.y_mm + high_mm, room.width_mm, room.height_mm - high_mm))
        free.append(Rect(room.x_mm + long_mm, room.y_mm, room.width_mm - long_mm, high_mm))
    return sheet


def _layout(sheet: _Sheet) -> Layout:
    """The rows of a sheet as spots."""
    spots = tuple(
        spot_in(
            item,
            Rect(
                row.x_mm + index * row.cell.width_mm,
                row.y_mm,
                row.cell.width_mm,
                row.cell.height_mm,
            ),
            row.turn_deg,
        )
        for row in sheet
        for index, item in enumerate(row.items)
    )
    return Layout(spots, extent_of(spot.cell for spot in spots), Cutting.EDGES)
