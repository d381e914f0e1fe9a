"""Forms laid on few sheets: each form fills sheets of its own and the gaps that others leave.

Forms come one after the other, large ones first. As many sheets are opened for a form as the gaps
of those before it cannot spare, and no more; what is then left goes into the gaps, the roomiest
first, so that copies of one form stay together. (First fit decreasing, Johnson 1973, with blocks
instead of single copies.) A `SheetPlan` says in which order and how; the best of many is taken.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random

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


@dataclass(slots=True)
class Filled:
    """A sheet that is being filled: its blocks, and the rectangles that are still free.

    `pattern` is what the sheet would hold if it were full of its first form alone.
    """

    area: Size
    blocks: list[Block] = field(default_factory=list)
    free: list[Rect] = field(default_factory=list)
    pattern: Pattern | None = None

    def copy(self) -> "Filled":
        """The same, to be filled without a change to this one."""
        return Filled(self.area, list(self.blocks), list(self.free), self.pattern)

    def put(self, room: Rect, block: Block, plan: "SheetPlan") -> None:
        """Lay a block into the corner of one of the free rectangles."""
        self.blocks.append(block)
        self.free.remove(room)
        notches = block.notches() if plan.notched else ()
        for free in (*block.leftover(room, plan.rest), *notches):
            if free.width_mm > EPSILON_MM and free.height_mm > EPSILON_MM:
                self.free.append(free)

    def forms(self) -> set[int]:
        """The forms on the sheet."""
        return {block.form for block in self.blocks}

    def spare(self, ways: Sequence[Orientation], most: int) -> int:
        """How many copies the free rectangles hold, each in its best way."""
        return sum(max(capacity(way, room, most)[0] for way in ways) for room in self.free)


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """In which order forms come, how free rectangles are parted, which area a sheet offers first.

    When `loyal`, the last sheet of a form is filled as its full ones are; else so that what
    stays free is as large as can be. When `notched`, the ends of honeycombs are filled, too.
    """

    order: tuple[int, ...]
    rest: Rest
    areas: tuple[Size, ...]
    loyal: bool
    notched: bool


_KEYS: tuple[Callable[[Form], float], ...] = (
    lambda form: form.room_mm2,
    lambda form: max(form.ways[0].pitch.width_mm, form.ways[0].pitch.height_mm),
    lambda form: min(form.ways[0].pitch.width_mm, form.ways[0].pitch.height_mm),
    lambda form: form.room_mm2 * form.copies,
)


def plans(forms: Sequence[Form], areas: Sequence[Size]) -> Iterator[SheetPlan]:
    """Plans to choose from, the more promising ones first, without an end but always the same."""
    orders = list(dict.fromkeys(_ordered(forms, key) for key in _KEYS))
    turns = (tuple(areas), tuple(reversed(areas)))
    nested = any(way.nested for form in forms for way in form.ways)
    notched = (False, True) if nested and len(forms) > 1 else (False,)
    ways = tuple(product(notched, (True, False), Rest, dict.fromkeys(turns)))
    for notch, loyal, rest, choice in ways:
        yield from (SheetPlan(order, rest, choice, loyal, notch) for order in orders)
    dice = Random(len(forms))
    while True:
        order = list(dice.choice(orders))
        for _ in range(dice.randint(1, len(order))):
            one, other = dice.randrange(len(order)), dice.randrange(len(order))
            order[one], order[other] = order[other], order[one]
        notch, loyal, rest, choice = dice.choice(ways)
        yield SheetPlan(tuple(order), rest, choice, loyal, notch)


def _ordered(forms: Sequence[Form], key: Callable[[Form], float]) -> tuple[int, ...]:
    """The forms by decreasing key."""
    return tuple(sorted(range(len(forms)), key=lambda form: (-key(forms[form]), form)))


class Filler:
    """Fills sheets with all copies of some forms, as plans say."""

    def __init__(self, forms: Sequence[Form]) -> None:
        self._forms = forms
        self._patterns: dict[tuple[int, tuple[Size, ...]], Pattern] = {}

    def fill(self, plan: SheetPlan) -> list[Filled]:
        """All copies on sheets as the plan wants it. Each form fits one of the areas."""
        sheets: list[Filled] = []
        for index in plan.order:
            self._lay(index, plan, sheets)
        return sheets

    def _lay(self, index: int, plan: SheetPlan, sheets: list[Filled]) -> None:
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
        opened = []
        while left > 0:
            sheet = Filled(pattern.area, free=[room_of(pattern.area)], pattern=pattern)
            left = self._open(sheet, index, plan, left)
            opened.append(sheet)
        sheets += opened

    def _pattern(self, index: int, areas: tuple[Size, ...]) -> Pattern:
        key = index, areas
        if key not in self._patterns:
            self._patterns[key] = pattern_of(index, self._forms[index], areas)
        return self._patterns[key]

    def _open(self, sheet: Filled, index: int, plan: SheetPlan, left: int) -> int:
        """Lay the pattern on an empty sheet, or what is left of the copies; says what is left."""
        pattern = sheet.pattern
        assert pattern is not None
        if not plan.loyal and left < pattern.room:
            return self._fill_gaps(sheet, index, plan, left)
        if len(pattern.blocks) > 1:
            plan = replace(plan, rest=Rest.BELOW)
        for planned in pattern.blocks:
            room = next(free for free in sheet.free if _begins(free, planned))
            block = block_in(index, planned.way, room, min(left, planned.count))
            assert block is not None
            sheet.put(room, block, plan)
            left -= block.count
            if not left:
                break
        return left

    def _into_gaps(self, index: int, plan: SheetPlan, sheets: Sequence[Filled], left: int) -> int:
        """Lay copies into gaps, on the sheets first that hold most; says how many are left.

        Copies with backs go beside others with backs where they can.
        """
        form = self._forms[index]
        ranked = []
        for place, sheet in enumerate(sheets):
            room = sheet.spare(form.ways, left)
            new_back = form.backed and not any(self._forms[one].backed for one in sheet.forms())
            ranked.append((new_back, -room, -place))
        for _, room, place in sorted(ranked):
            if room and left:
                left = self._fill_gaps(sheets[-place], index, plan, left)
        return left

    def _fill_gaps(self, sheet: Filled, index: int, plan: SheetPlan, left: int) -> int:
        """Lay as many copies on a sheet as it holds; says how many are left."""
        while left:
            best = self._best_block(sheet, index, plan, left)
            if best is None:
                break
            room, block = best
            sheet.put(room, block, plan)
            left -= block.count
        return left

    def _best_block(
        self, sheet: Filled, index: int, plan: SheetPlan, left: int
    ) -> tuple[Rect, Block] | None:
        """The block with most copies; of equals the one whose gap keeps most of its room."""
        most, choice = 0, list[tuple[Rect, Orientation]]()
        for room in sheet.free:
            for way in self._forms[index].ways:
                count = capacity(way, room, left)[0]
                if count > most:
                    most, choice = count, []
                if count and count == most:
                    choice.append((room, way))
        options = (
            (room, block) for room, way in choice if (block := block_in(index, way, room, left))
        )
        return max(options, key=lambda one: _kept(one[0], one[1], plan.rest), default=None)


def _kept(room: Rect, block: Block, rest: Rest) -> tuple[float, float]:
    """How good a block in a gap is: a small gap, of which a large rectangle stays free."""
    largest = max(
        (max(0.0, free.width_mm) * max(0.0, free.height_mm) for free in block.leftover(room, rest)),
        default=0.0,
    )
    taken = room.width_mm * room.height_mm - largest
    return -round(taken, 3), -(room.width_mm * room.height_mm)


def _begins(free: Rect, block: Block) -> bool:
    """Whether a block begins in the corner of a free rectangle."""
    return abs(free.x_mm - block.x_mm) + abs(free.y_mm - block.y_mm) < EPSILON_MM
