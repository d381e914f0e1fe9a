"""Patterns: what a sheet full of one form holds.

One block where that is enough, else two of which the second lies otherwise than the first, beside
or below it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.geometry import Rect, Size
from generator.impose.blocks import Block, Rest, block_in, held
from generator.impose.forms import Form


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
            beyond = first.rests(room, Rest.BELOW)[0]
            others = [other for other in form.ways if other.turn_deg != way.turn_deg]
            other = max(others, key=lambda one: held(one, beyond, form.copies)[0], default=way)
            second = block_in(index, other, beyond, form.copies)
            if second:
                yield Pattern(area, (first, second))
