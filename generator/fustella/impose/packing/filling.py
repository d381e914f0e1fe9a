"""Forms laid on few sheets: each form fills sheets of its own and the gaps that others leave.

Forms are laid one after the other, large ones first. A form opens only as many new sheets as it
needs besides the gaps on sheets of earlier forms. What is then left goes into the gaps, those with
most room first, so that copies of one form stay together. (First fit decreasing, Johnson 1973, with
blocks instead of single copies.) A `PackingPlan` defines the order and how gaps are divided; the
best of many plans is used.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, product
from random import Random
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.geometry import EPSILON_MM, Rect, Size
from fustella.impose.packing.blocks import (
    Block,
    Pattern,
    Rest,
    block_in,
    capacity,
    pattern_of,
    room_of,
)
from fustella.impose.packing.forms import Form, Orientation


class Filled(Struct):
    """A sheet that is being filled: its blocks, and the rectangles that are still free.

    `pattern` is what the sheet holds if its first form alone fills it.
    """

    area: Size
    blocks: list[Block] = field(default_factory=list)
    free: list[Rect] = field(default_factory=list)
    pattern: Pattern | None = None

    def copy(self) -> "Filled":
        return Filled(self.area, list(self.blocks), list(self.free), self.pattern)

    def put(self, room: Rect, block: Block, plan: "PackingPlan") -> None:
        """Lay a block into the corner of one of the free rectangles."""
        self.blocks.append(block)
        self.free.remove(room)
        notches = block.notches() if plan.notched else ()
        for free in (*block.leftover(room, plan.rest), *notches):
            if free.width_mm > EPSILON_MM and free.height_mm > EPSILON_MM:
                self.free.append(free)

    def forms(self) -> set[int]:
        return {block.form for block in self.blocks}

    def spare(self, ways: "Ways", most: int) -> int:
        """How many copies the free rectangles hold, each in its best orientation."""
        return sum(
            [max([capacity(alike[0], room, most)[0] for alike in ways]) for room in self.free]
        )


Ways: TypeAlias = Sequence[Sequence[Orientation]]
"""The orientations of a form; those that hold equally many in any room are together."""


def _ways_of(form: Form) -> Ways:
    """Straight rows along a room and across it hold the same."""

    def held(orientation: Orientation) -> object:
        return orientation if orientation.nested else (orientation.cell, orientation.outer)

    return [tuple(alike) for _, alike in groupby(form.orientations, held)]


class PackingPlan(Struct, frozen=True):
    """In which order forms are laid, how free rectangles are divided, which area is tried first.

    If `loyal`, the last sheet of a form is filled as its full ones are; otherwise so that what
    stays free is as large as possible. If `notched`, the ends of honeycombs are filled, too.
    """

    order: tuple[int, ...]
    rest: Rest
    areas: tuple[Size, ...]
    loyal: bool
    notched: bool


_KEYS: tuple[Callable[[Form], float], ...] = (
    lambda form: form.room_mm2,
    lambda form: max(form.orientations[0].pitch.width_mm, form.orientations[0].pitch.height_mm),
    lambda form: min(form.orientations[0].pitch.width_mm, form.orientations[0].pitch.height_mm),
    lambda form: form.room_mm2 * form.copies,
)
"""Orders of forms that a plan may begin with, by decreasing value."""


def plans(forms: Sequence[Form], areas: Sequence[Size]) -> Iterator[PackingPlan]:
    """Plans to choose from, the more promising ones first: endless, but always the same."""
    orders = list(dict.fromkeys(_ordered(forms, key) for key in _KEYS))
    turns = (tuple(areas), tuple(reversed(areas)))
    nested = any(orientation.nested for form in forms for orientation in form.orientations)
    notched = (False, True) if nested and len(forms) > 1 else (False,)
    options = tuple(product(notched, (True, False), Rest, dict.fromkeys(turns)))
    for notch, loyal, rest, choice in options:
        yield from (PackingPlan(order, rest, choice, loyal, notch) for order in orders)
    dice = Random(len(forms))
    while True:
        order = list(dice.choice(orders))
        for _ in range(dice.randint(1, len(order))):
            i, k = dice.randrange(len(order)), dice.randrange(len(order))
            order[i], order[k] = order[k], order[i]
        notch, loyal, rest, choice = dice.choice(options)
        yield PackingPlan(tuple(order), rest, choice, loyal, notch)


def _ordered(forms: Sequence[Form], key: Callable[[Form], float]) -> tuple[int, ...]:
    return tuple(sorted(range(len(forms)), key=lambda form: (-key(forms[form]), form)))


class Filler:
    """Fills sheets with all copies of some forms, according to plans.

    Where it `gathers`, copies with backs go beside others with backs where possible.
    """

    def __init__(self, forms: Sequence[Form], *, gathers: bool = True) -> None:
        self._forms = forms
        self._ways = [_ways_of(form) for form in forms]
        self._gathers = gathers
        self._patterns: dict[tuple[int, tuple[Size, ...]], Pattern] = {}

    def fill(self, plan: PackingPlan) -> list[Filled]:
        """All copies on sheets. Each form fits one of the areas of the plan."""
        sheets: list[Filled] = []
        for index in plan.order:
            self._lay(index, plan, sheets)
        return sheets

    def _lay(self, index: int, plan: PackingPlan, sheets: list[Filled]) -> None:
        """All copies of one form, on sheets of its own and in gaps."""
        form, pattern = self._forms[index], self._pattern(index, plan.areas)
        left = form.copies
        copied = [sheet.copy() for sheet in sheets]
        own = -(-self._into_gaps(index, plan, copied, left) // pattern.room)
        over = left - own * pattern.room
        if not own:
            sheets[:] = copied
            return
        if over > 0:
            left += self._into_gaps(index, plan, sheets, over) - over
        empty = Filled(pattern.area, free=[room_of(pattern.area)], pattern=pattern)
        if left >= pattern.room:
            full = empty.copy()
            self._open(full, index, plan, pattern.room)
            sheets += (full.copy() for _ in range(left // pattern.room))
            left %= pattern.room
        while left > 0:
            last = empty.copy()
            left = self._open(last, index, plan, left)
            sheets.append(last)

    def _pattern(self, index: int, areas: tuple[Size, ...]) -> Pattern:
        key = index, areas
        if key not in self._patterns:
            self._patterns[key] = pattern_of(index, self._forms[index], areas)
        return self._patterns[key]

    def _open(self, sheet: Filled, index: int, plan: PackingPlan, left: int) -> int:
        """Lay the pattern on an empty sheet, or the copies that are left; returns what remains."""
        pattern = sheet.pattern
        assert pattern is not None
        if not plan.loyal and left < pattern.room:
            return self._fill_gaps(sheet, index, plan, left)
        if len(pattern.blocks) > 1:
            plan = replace(plan, rest=Rest.BELOW)
        for planned in pattern.blocks:
            room = next(
                free
                for free in sheet.free
                if abs(free.x_mm - planned.x_mm) + abs(free.y_mm - planned.y_mm) < EPSILON_MM
            )
            block = block_in(index, planned.orientation, room, min(left, planned.count))
            assert block is not None
            sheet.put(room, block, plan)
            left -= block.count
            if not left:
                break
        return left

    def _into_gaps(self, index: int, plan: PackingPlan, sheets: Sequence[Filled], left: int) -> int:
        """Lay copies into gaps, first on sheets that hold most; returns how many are left."""
        form, ways = self._forms[index], self._ways[index]
        backed = form.backed and self._gathers
        ranked = []
        for number, sheet in enumerate(sheets):
            room = sheet.spare(ways, left)
            new_back = backed and not any(self._forms[laid].backed for laid in sheet.forms())
            ranked.append((new_back, -room, -number))
        for _, room, number in sorted(ranked):
            if room and left:
                left = self._fill_gaps(sheets[-number], index, plan, left)
        return left

    def _fill_gaps(self, sheet: Filled, index: int, plan: PackingPlan, left: int) -> int:
        """Lay as many copies on a sheet as it holds; returns how many are left."""
        while left:
            best = self._best_block(sheet, index, plan, left)
            if best is None:
                break
            room, block = best
            sheet.put(room, block, plan)
            left -= block.count
        return left

    def _best_block(
        self, sheet: Filled, index: int, plan: PackingPlan, left: int
    ) -> tuple[Rect, Block] | None:
        """The block with most copies; if equal, the one whose gap keeps most of its room."""
        most, choice = 0, list[tuple[Rect, Orientation]]()
        for room in sheet.free:
            for alike in self._ways[index]:
                count = capacity(alike[0], room, left)[0]
                if count > most:
                    most, choice = count, []
                if count and count == most:
                    choice += [(room, orientation) for orientation in alike]
        options = (
            (room, block)
            for room, orientation in choice
            if (block := block_in(index, orientation, room, left))
        )
        return max(options, key=lambda it: _kept(it[0], it[1], plan.rest), default=None)


def _kept(room: Rect, block: Block, rest: Rest) -> tuple[float, float]:
    """How good a block in a gap is: best if a large part of a small gap stays free."""
    taken = room.width_mm * room.height_mm - block.largest_left_mm2(room, rest)
    return -round(taken, 3), -(room.width_mm * room.height_mm)
