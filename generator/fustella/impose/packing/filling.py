"""Lays forms on few sheets: each form fills sheets of its own, and gaps on other forms' sheets.

Forms are laid one after the other, large ones first. A form opens only as many new sheets as it
needs besides the gaps on sheets of earlier forms. The remaining copies go into the gaps with the
most room first, so that copies of one form stay together. (First fit decreasing, Johnson 1973, with
blocks instead of single copies.) A `PackingPlan` defines the order and how gaps are divided; the
best of many plans is used.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

from msgspec import Struct, field
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Rect, Size
from fustella.impose.packing.blocks import (
    Block,
    Pattern,
    Rest,
    block_in,
    capacity,
    pattern_of,
    room_of,
)
from fustella.impose.packing.forms import PackedOutline


class Filled(Struct):
    """A sheet that is being filled: its blocks, and the rectangles that are still free.

    `pattern` is what the sheet would hold if its first form alone filled it.
    """

    area: Size
    blocks: list[Block] = field(default_factory=list)
    free: list[Rect] = field(default_factory=list)
    pattern: Pattern | None = None

    def copy(self) -> "Filled":
        return Filled(self.area, list(self.blocks), list(self.free), self.pattern)

    def put(self, room: Rect, block: Block, plan: "PackingPlan") -> None:
        """Lays a block into the corner of a free rectangle, and divides the rest of it."""
        self.blocks.append(block)
        self.free.remove(room)
        notches = block.notches() if plan.notched else ()
        for free in (*block.leftover(room, plan.rest), *notches):
            if free.width_mm > EPSILON_MM and free.height_mm > EPSILON_MM:
                self.free.append(free)

    def forms(self) -> set[int]:
        return {block.form for block in self.blocks}


class PackingPlan(Struct, frozen=True):
    """A plan: the order of forms, the way to divide free rectangles, and the area to try first.

    If `loyal`, the last sheet of a form is filled like its full sheets; otherwise so that the
    largest possible rectangle stays free. If `notched`, the ends of honeycombs are filled, too.
    """

    order: tuple[int, ...]
    rest: Rest
    areas: tuple[Size, ...]
    loyal: bool
    notched: bool


_KEYS: tuple[Callable[[PackedOutline], float], ...] = (
    lambda form: form.room_mm2,
    lambda form: max(form.orientations[0].pitch.width_mm, form.orientations[0].pitch.height_mm),
    lambda form: min(form.orientations[0].pitch.width_mm, form.orientations[0].pitch.height_mm),
    lambda form: form.room_mm2 * form.copies,
)
"""The measures by which a plan may order forms, from the largest value down."""


def plans(forms: Sequence[PackedOutline], areas: Sequence[Size]) -> Iterator[PackingPlan]:
    """Plans to choose from, the more promising ones first: endless, but the same at each call."""
    orders = list(dict.fromkeys(_in_order(forms, key) for key in _KEYS))
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


def _in_order(
    forms: Sequence[PackedOutline], key: Callable[[PackedOutline], float]
) -> tuple[int, ...]:
    return tuple(sorted(range(len(forms)), key=lambda form: (-key(forms[form]), form)))


class SheetFiller:
    """Fills sheets with all copies of some forms, according to plans.

    If it `gathers`, copies with backs go onto sheets that already have backs, where possible.
    """

    def __init__(self, forms: Sequence[PackedOutline], *, gathers: bool = True) -> None:
        self._forms = forms
        self._gathers = gathers
        self._patterns: dict[tuple[int, tuple[Size, ...]], Pattern] = {}
        # Plans leave gaps of the same sizes again and again.
        self._counts: dict[tuple[int, float, float], tuple[int, ...]] = {}
        self._wastes: dict[tuple[int, int, float, float, int, Rest], tuple[float, float]] = {}

    def fill(self, plan: PackingPlan) -> list[Filled]:
        """The sheets with all copies on them; each form has to fit one of the plan's areas."""
        sheets: list[Filled] = []
        for index in plan.order:
            self._lay(index, plan, sheets)
        return sheets

    def _lay(self, index: int, plan: PackingPlan, sheets: list[Filled]) -> None:
        """Lays all copies of one form, on sheets of its own and in gaps."""
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
            self._fill_new(full, index, plan, pattern.room)
            sheets += (full.copy() for _ in range(left // pattern.room))
            left %= pattern.room
        while left > 0:
            last = empty.copy()
            left = self._fill_new(last, index, plan, left)
            sheets.append(last)

    def _pattern(self, index: int, areas: tuple[Size, ...]) -> Pattern:
        key = index, areas
        if key not in self._patterns:
            self._patterns[key] = pattern_of(index, self._forms[index], areas)
        return self._patterns[key]

    def _fill_new(self, sheet: Filled, index: int, plan: PackingPlan, left: int) -> int:
        """Lays the form's pattern on an empty sheet, as far as copies remain.

        Returns how many are left.
        """
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
        """Lays copies into the gaps of sheets, the roomiest sheet first.

        Returns the copies left over.
        """
        backed = self._forms[index].backed and self._gathers
        ranked = []
        for number, sheet in enumerate(sheets):
            room = sum([min(left, max(self._counts_held(index, gap))) for gap in sheet.free])
            new_back = backed and not any(self._forms[laid].backed for laid in sheet.forms())
            # Negative numbers: of sheets with equal room, the latest comes first.
            ranked.append((new_back, -room, -number))
        for _, room, number in sorted(ranked):
            if room and left:
                left = self._fill_gaps(sheets[-number], index, plan, left)
        return left

    def _fill_gaps(self, sheet: Filled, index: int, plan: PackingPlan, left: int) -> int:
        """Lays as many copies on a sheet as it holds; returns the number of copies left."""
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
        """The block with the most copies; of equal ones, the one that best spares its gap."""
        counts = [self._counts_held(index, room) for room in sheet.free]
        most = min(left, max(map(max, counts), default=0))
        if not most:
            return None
        choice = [
            (room, way)
            for room, held in zip(sheet.free, counts, strict=True)
            for way, count in enumerate(held)
            if count >= most
        ]
        room, way = min(choice, key=lambda it: self._waste(index, it[0], it[1], most, plan.rest))
        block = block_in(index, self._forms[index].orientations[way], room, most)
        assert block is not None
        return room, block

    def _counts_held(self, index: int, room: Rect) -> tuple[int, ...]:
        """The number of copies of a form that a room holds, for each of the form's orientations."""
        key = index, room.width_mm, room.height_mm
        if key not in self._counts:
            form = self._forms[index]
            ways = (capacity(way, room, form.copies) for way in form.orientations)
            self._counts[key] = tuple(count for count, _, _ in ways)
        return self._counts[key]

    def _waste(
        self, index: int, room: Rect, way: int, count: int, rest: Rest
    ) -> tuple[float, float]:
        """The cost of a block in a gap: the wasted area of the gap, then the gap's area."""
        key = index, way, room.width_mm, room.height_mm, count, rest
        if key not in self._wastes:
            block = block_in(index, self._forms[index].orientations[way], room, count)
            assert block is not None
            left = block.leftover(room, rest)
            free = (max(0.0, each.width_mm) * max(0.0, each.height_mm) for each in left)
            area_mm2 = room.width_mm * room.height_mm
            self._wastes[key] = round(area_mm2 - max(free, default=0.0), 3), area_mm2
        return self._wastes[key]
