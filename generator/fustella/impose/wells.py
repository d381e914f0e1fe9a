"""Lays out the floor of a box: wells for stacks, which are rectangles with walls between them.

Rectangles are laid into the corners of free ones, and what is left of these is divided in two
(guillotine packing; Jylänki, A thousand ways to pack the bin, 2010). So a straight wall from side
to side parts the floor, as in inserts of card.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Rect, Size
from fustella.core.values.packed import FINGER_MM, WELL_SLACK_MM, Content, Stack, StackStance

SLENDER = 3.0
"""The greatest height of a pile, as a multiple of its shorter side: higher ones fall over."""

_BAG_MM = 60.0
"""The height to which a bag is filled at most: a hand reaches its ground."""

_BAGS = (1.0, 1.5, 2.5)
"""The forms of a bag's floor to try: how much longer one side is than the other."""

_ROOMY = 1.3
"""How much larger than the smallest floor of a content one may be that is tried, too."""

_MOST_FREE = 100
"""The most free rectangles that are remembered, the largest ones."""

_MOST_ROWS = 3
"""The most rows of cards on edge in one well."""


class Stand(Struct, frozen=True):
    """A way in which contents stand in a well: its floor with slack, and how many stacks.

    `make` makes the stacks, from the corner of the well on: of most ways nobody asks for them.
    """

    width_mm: float
    depth_mm: float
    count: int
    make: Callable[[], tuple[Stack, ...]]

    @property
    def area_mm2(self) -> float:
        return self.width_mm * self.depth_mm

    def moved(self, x_mm: float, y_mm: float) -> tuple[Stack, ...]:
        """The stacks in a well whose corner is at x, y."""
        return tuple(
            replace(stack, x_mm=stack.x_mm + x_mm, y_mm=stack.y_mm + y_mm) for stack in self.make()
        )


class FillingOrder(Struct, frozen=True):
    """The order and the rules by which a floor is filled.

    Contents follow each other by their area, or by their longer side. A place is taken where it
    leaves the narrowest strip, or `dense`, in the smallest of its forms. What is left is divided
    along its shorter side, or along the `longer` one.
    """

    by_area: bool
    dense: bool
    longer: bool


PLANS = tuple(FillingOrder(*each) for each in product((True, False), repeat=3))


def stands_of(content: Content, height_mm: float, *, on_edge: bool) -> list[Stand]:
    """The ways in which a content stands in a well of this height; [] if it cannot.

    Only those with little more floor than the smallest are given. Nothing stands on its edge
    unless `on_edge` allows it.
    """
    if content.bulk_mm3:
        found = [*_bags(content, height_mm)]
    else:
        found = [*_lying(content, height_mm)]
        if on_edge and content.stands:
            found += _on_edge(content, height_mm)
    least_mm2 = min((stand.area_mm2 for stand in found), default=0.0)
    return [stand for stand in found if stand.area_mm2 <= least_mm2 * _ROOMY]


def _lying(content: Content, height_mm: float) -> Iterator[Stand]:
    size, each_mm = content.size, content.thickness_mm
    if each_mm > height_mm + EPSILON_MM:
        return
    highest_mm = min(height_mm, SLENDER * min(size.width_mm, size.height_mm))
    piles = math.ceil(content.copies / max(1, math.floor(highest_mm / each_mm + EPSILON_MM)))
    for columns, rows in _grids(piles):
        for turned in (False, True)[: 1 if size.width_mm == size.height_mm else 2]:
            base = size.turned() if turned else size
            yield Stand(
                _side_mm(columns, base.width_mm),
                _side_mm(rows, base.height_mm),
                piles,
                partial(_grid_of, content, columns, base, piles, turned=turned),
            )


def _grids(piles: int) -> Iterator[tuple[int, int]]:
    """Yields the columns and rows in which piles can stand without an empty row or column."""
    rows_before = 0
    for columns in range(1, piles + 1):
        rows = math.ceil(piles / columns)
        if rows != rows_before and (rows - 1) * columns < piles:
            yield columns, rows
        rows_before = rows


def _grid_of(
    content: Content, columns: int, base: Size, piles: int, *, turned: bool
) -> tuple[Stack, ...]:
    """Piles in columns and rows, with room for fingers between them."""
    wide_mm, deep_mm = base.width_mm, base.height_mm
    stacks = []
    for number, (copies, pieces) in enumerate(_shared_out(content, piles)):
        row, column = divmod(number, columns)
        stacks.append(
            Stack(
                part=content.part,
                sort=content.sort,
                name=content.name,
                copies=copies,
                x_mm=WELL_SLACK_MM + column * (wide_mm + FINGER_MM),
                y_mm=WELL_SLACK_MM + row * (deep_mm + FINGER_MM),
                z_mm=0.0,
                width_mm=wide_mm,
                depth_mm=deep_mm,
                height_mm=copies * content.thickness_mm,
                face=content.size,
                thickness_mm=content.thickness_mm,
                turned=turned,
                pieces=pieces,
                folded=content.folded,
            )
        )
    return tuple(stacks)


def _side_mm(count: int, each_mm: float) -> float:
    return count * each_mm + (count - 1) * FINGER_MM + 2 * WELL_SLACK_MM


def _shared_out(content: Content, parts: int) -> Iterator[tuple[int, tuple[tuple[str, int], ...]]]:
    """Yields the copies of each of several stacks, as even as possible, and their pieces."""
    left = [*content.pieces]
    for number in range(parts):
        copies = want = (content.copies + parts - 1 - number) // parts
        pieces = []
        while want and left:
            piece, there = left[0]
            taken = min(want, there)
            pieces.append((piece, taken))
            left[:1] = [(piece, there - taken)] if there > taken else []
            want -= taken
        yield copies, tuple(pieces)


def _on_edge(content: Content, height_mm: float) -> Iterator[Stand]:
    """Yields the ways in which cards stand behind each other, in one row or in several."""
    size = content.size
    stances = (
        (StackStance.SHORT_EDGE, min(size.width_mm, size.height_mm)),
        (StackStance.LONG_EDGE, max(size.width_mm, size.height_mm)),
    )
    for stance, edge_mm in stances:
        up_mm = size.width_mm + size.height_mm - edge_mm
        if up_mm > height_mm + EPSILON_MM:
            continue
        for rows in range(1, min(_MOST_ROWS, content.copies) + 1):
            longest_mm = math.ceil(content.copies / rows) * content.thickness_mm
            straight = Stand(
                longest_mm + 2 * WELL_SLACK_MM,
                _side_mm(rows, edge_mm),
                rows,
                partial(_rows_of, content, rows, stance, edge_mm),
            )
            yield straight
            yield _turned(straight)


def _rows_of(content: Content, rows: int, stance: StackStance, edge_mm: float) -> tuple[Stack, ...]:
    """Rows of cards on edge, with room for fingers between them."""
    size = content.size
    return tuple(
        Stack(
            part=content.part,
            sort=content.sort,
            name=content.name,
            copies=copies,
            x_mm=WELL_SLACK_MM,
            y_mm=WELL_SLACK_MM + row * (edge_mm + FINGER_MM),
            z_mm=0.0,
            width_mm=copies * content.thickness_mm,
            depth_mm=edge_mm,
            height_mm=size.width_mm + size.height_mm - edge_mm,
            face=size,
            thickness_mm=content.thickness_mm,
            stance=stance,
            pieces=pieces,
            folded=content.folded,
        )
        for row, (copies, pieces) in enumerate(_shared_out(content, rows))
    )


def _turned(stand: Stand) -> Stand:
    """The stand with x and y exchanged."""
    return Stand(stand.depth_mm, stand.width_mm, stand.count, lambda: _exchanged(stand.make()))


def _exchanged(stacks: Sequence[Stack]) -> tuple[Stack, ...]:
    return tuple(
        replace(
            stack,
            x_mm=stack.y_mm,
            y_mm=stack.x_mm,
            width_mm=stack.depth_mm,
            depth_mm=stack.width_mm,
            turned=not stack.turned,
        )
        for stack in stacks
    )


def _bags(content: Content, height_mm: float) -> Iterator[Stand]:
    """Yields floors of a bag that holds small things, each long enough for one of them."""
    sides_mm = sorted((content.size.width_mm, content.size.height_mm, content.thickness_mm))
    high_mm = min(height_mm, _BAG_MM)
    if sides_mm[0] > height_mm + EPSILON_MM:
        return
    area_mm2 = content.bulk_mm3 / high_mm
    for times in _BAGS:
        short_mm = max(math.sqrt(area_mm2 / times), sides_mm[1])
        long_mm = max(area_mm2 / short_mm, sides_mm[2], short_mm)
        stack = Stack(
            part=content.part,
            sort=content.sort,
            name=content.name,
            copies=content.copies,
            x_mm=WELL_SLACK_MM,
            y_mm=WELL_SLACK_MM,
            z_mm=0.0,
            width_mm=long_mm,
            depth_mm=short_mm,
            height_mm=content.bulk_mm3 / (long_mm * short_mm),
            face=Size(long_mm, short_mm),
            thickness_mm=content.thickness_mm,
        )
        made = (stack,)
        straight = Stand(
            long_mm + 2 * WELL_SLACK_MM, short_mm + 2 * WELL_SLACK_MM, 1, partial(tuple, made)
        )
        yield straight
        yield _turned(straight)


def fill_floor(
    wanted: Sequence[Sequence[Stand]], width_mm: float, depth_mm: float, wall_mm: float,
    plan: FillingOrder,
) -> dict[int, tuple[float, float, Stand]]:  # fmt: skip
    """The places of contents on a floor, by their numbers: the corner of a well, and its stand.

    `wanted` are the ways in which each may stand. What has no place is left out.
    """
    smallest = [min(stands, key=lambda stand: stand.area_mm2, default=None) for stands in wanted]

    def rank(number: int) -> tuple[float, int]:
        stand = smallest[number]
        if stand is None:
            return 0.0, number
        return -(stand.area_mm2 if plan.by_area else max(stand.width_mm, stand.depth_mm)), number

    # A wall to the right of each well and below it: those at the rim lie outside of the box.
    free = [Rect(0.0, 0.0, width_mm + wall_mm, depth_mm + wall_mm)]
    found: dict[int, tuple[float, float, Stand]] = {}
    for number in sorted(range(len(wanted)), key=rank):
        best: tuple[tuple[float, ...], int, Stand] | None = None
        for stand in wanted[number]:
            wide_mm, deep_mm = stand.width_mm + wall_mm, stand.depth_mm + wall_mm
            for index, room in enumerate(free):
                spare_mm = room.width_mm - wide_mm, room.height_mm - deep_mm
                if min(spare_mm) < -EPSILON_MM:
                    continue
                narrow = (round(min(spare_mm), 6), round(max(spare_mm), 6))
                key = (stand.area_mm2, *narrow) if plan.dense else (*narrow, stand.area_mm2)
                if best is None or key < best[0]:
                    best = key, index, stand
        if best is not None:
            _, index, stand = best
            room = free.pop(index)
            found[number] = room.x_mm, room.y_mm, stand
            free += _rest(room, stand.width_mm + wall_mm, stand.depth_mm + wall_mm, plan)
            if len(free) > _MOST_FREE:
                free.remove(min(free, key=lambda room: room.area_mm2))
    return found


def _rest(room: Rect, wide_mm: float, deep_mm: float, plan: FillingOrder) -> Iterator[Rect]:
    """Yields what is left of a free rectangle beside and below a well in its corner."""
    right_mm, below_mm = room.width_mm - wide_mm, room.height_mm - deep_mm
    across = (right_mm < below_mm) != plan.longer  # the rest below is as wide as the room
    beside = Rect(room.x_mm + wide_mm, room.y_mm, right_mm, deep_mm if across else room.height_mm)
    below = Rect(room.x_mm, room.y_mm + deep_mm, room.width_mm if across else wide_mm, below_mm)
    for rest in (beside, below):
        if min(rest.width_mm, rest.height_mm) > EPSILON_MM:
            yield rest
