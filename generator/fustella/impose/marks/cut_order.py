"""In which order straight cuts free all boxes of a sheet: from edge to edge of what is in hand.

A part of the sheet is cut along every line that runs through it without touching the inside of a
box: first all level lines from the top, then the upright ones from the right, through all the
strips at once, for strips that were cut from one part are laid on each other. What is left
of it is a part again, smaller and with fewer boxes, until each box is alone and tight. Lines that
several parts have in common are so cut once, as long as they run through the part that held them
all; and parts that are alike, such as rows of the same cards, are piled and cut as one.
(Guillotine cuts: Gilmore and Gomory 1965; here the places are given and the order is sought.)

Why this order leaves a mark for each cut: while level cuts are made, the left and right margin
with their ticks hang on what is still to be cut. The paper above the first one carries the ticks
of all upright cuts and is kept: it lies on top of the stack of strips, whose left ends are still
the edge of the paper, so that all lie flush. Upright cuts go from the right to the left, and that
edge stays to the last.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from fustella.core.geometry import Point, Rect
from fustella.core.sheets import Line

_SAME_MM = 1e-3

MOST_PILED = 8
"""Parts in one pile: about what a trimmer for the home takes of card. Our own estimate."""


@dataclass(frozen=True, slots=True)
class Cut:
    """One straight cut through a part of the sheet, from edge to edge; numbers count from 1.

    Cuts of the same `part` are made one after the other, part 0 being the whole sheet. Cuts with
    one number are made at once, through a pile. `depth` says how often the part was parted from
    another.
    """

    line: Line
    number: int
    part: int = 0
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """The cuts in their order, and the boxes (their numbers) that none of them frees, by parts.

    Such boxes interlock: no line runs through them, as in a honeycomb.
    """

    cuts: tuple[Cut, ...]
    left: tuple[tuple[int, ...], ...] = ()

    @property
    def count(self) -> int:
        """How often the blade comes down."""
        return max((cut.number for cut in self.cuts), default=0)

    @property
    def complete(self) -> bool:
        """Whether every box is freed."""
        return not self.left


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of paper and the numbers of the boxes on it."""

    region: Rect
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Pile:
    """Parts that are alike, laid on each other."""

    parts: tuple[_Part, ...]
    depth: int


_Stretch = tuple[float, float]


def cut_order(boxes: Sequence[Rect], extent: Rect) -> Order:
    """The cuts that free all of `boxes`, which lie on paper of the given extent.

    Boxes may touch: then one cut frees both. Where they overlap they are left.
    """
    cuts: list[Cut] = []
    left: list[tuple[int, ...]] = []
    piles = [_Pile((_Part(extent, tuple(range(len(boxes)))),), 0)] if boxes else []
    number = parts = 0
    while piles:
        pile = piles.pop()
        found = [_freed(part, boxes) for part in pile.parts]
        if any(one is None for one in found):
            left += [part.members for part in pile.parts]
            continue
        below: list[_Part] = []
        for lines, inside in filter(None, found):
            cuts += [
                Cut(line, number + at, parts, pile.depth) for at, line in enumerate(lines, start=1)
            ]
            parts += 1
            below += inside
        number += max(len(one[0]) for one in found if one)
        piles += reversed(_piled(below, boxes, pile.depth + 1))
    return Order(tuple(sorted(cuts, key=lambda cut: cut.number)), tuple(left))


def _freed(part: _Part, boxes: Sequence[Rect]) -> tuple[list[Line], list[_Part]] | None:
    """The cuts through a part, and what it falls into; None where its boxes interlock."""
    region = part.region
    down = _groups([(boxes[i].y_mm, boxes[i].bottom_mm) for i in part.members])
    across = _groups([(boxes[i].x_mm, boxes[i].right_mm) for i in part.members])
    if len(part.members) > 1 and len(down) == len(across) == 1:
        return None
    levels = _lines(down, region.y_mm, region.bottom_mm)
    uprights = _lines(across, region.x_mm, region.right_mm)[::-1]
    lines = [Line(Point(region.x_mm, y), Point(region.right_mm, y)) for y in levels]
    lines += [Line(Point(x, region.y_mm), Point(x, region.bottom_mm)) for x in uprights]
    return lines, _below(part, boxes, across, down) if len(part.members) > 1 else []


def _piled(parts: Sequence[_Part], boxes: Sequence[Rect], depth: int) -> list[_Pile]:
    """Parts that are alike together, as many as one pile holds, in the order of their first."""
    alike: dict[tuple[int, ...], list[_Part]] = defaultdict(list)
    for part in parts:
        alike[_form(part, boxes)].append(part)
    return [
        _Pile(tuple(group[start : start + MOST_PILED]), depth)
        for group in alike.values()
        for start in range(0, len(group), MOST_PILED)
    ]


def _form(part: _Part, boxes: Sequence[Rect]) -> tuple[int, ...]:
    """Equal for parts whose boxes lie alike, wherever on the sheet."""
    region = part.region
    lengths_mm = [region.width_mm, region.height_mm]
    for i in part.members:
        box = boxes[i]
        lengths_mm += (box.x_mm - region.x_mm, box.y_mm - region.y_mm, box.width_mm, box.height_mm)
    return tuple(round(length / _SAME_MM) for length in lengths_mm)


def _groups(stretches: Sequence[_Stretch]) -> list[_Stretch]:
    """Stretches joined where they overlap; between two groups a line runs through."""
    groups: list[_Stretch] = []
    for first, last in sorted(stretches):
        if groups and first < groups[-1][1] - _SAME_MM:
            groups[-1] = (groups[-1][0], max(groups[-1][1], last))
        else:
            groups.append((first, last))
    return groups


def _lines(groups: Sequence[_Stretch], first: float, last: float) -> list[float]:
    """Where to cut: the borders of the groups, common ones once, and those of the part never."""
    lines: list[float] = []
    before = first
    for border in (border for group in groups for border in group):
        if border > before + _SAME_MM and border < last - _SAME_MM:
            lines.append(border)
            before = border
    return lines


def _below(
    part: _Part, boxes: Sequence[Rect], across: Sequence[_Stretch], down: Sequence[_Stretch]
) -> list[_Part]:
    """What a part falls into, in reading order."""
    lefts = [group[0] - _SAME_MM for group in across]
    tops = [group[0] - _SAME_MM for group in down]
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i in part.members:
        row = bisect_right(tops, boxes[i].y_mm) - 1
        cells[row, bisect_right(lefts, boxes[i].x_mm) - 1].append(i)
    return [
        _Part(_between(across[column], down[row]), tuple(members))
        for (row, column), members in sorted(cells.items())
    ]


def _between(across: _Stretch, down: _Stretch) -> Rect:
    return Rect(across[0], down[0], across[1] - across[0], down[1] - down[0])
