"""Orders straight cuts, from edge to edge of the paper in hand, so that they free all boxes.

A part of the sheet is cut along every line that runs through the part without touching the inside
of a box: first along all level lines from the top, then along the upright lines from the right. The
upright cuts go through all strips at once, because strips that were cut from one part are laid on
each other. The result is parts again, smaller and with fewer boxes, until each box is alone and
tight. In this way lines that several parts have in common are cut once, as long as they run through
the part that held them all. Parts that are alike, such as rows of the same cards, are piled and cut
as one. (Guillotine cuts: Gilmore and Gomory 1965; here the places are given and the order is
sought.)

Why this order leaves a mark for each cut: during the level cuts, the left and right margins with
their ticks stay attached to what is still to be cut. The paper above the first cut carries the
ticks of all upright cuts and is kept: it lies on top of the stack of strips, whose left ends are
still the edge of the paper, so that all strips are aligned there. Upright cuts go from the right to
the left, so that this edge remains until the last cut.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence

from msgspec import Struct

from fustella.core.geometry.polygons import SAME_MM, Interval, merged
from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.sheets import Line

MOST_PILED = 8
"""The most parts in one pile: as much card as a home trimmer cuts at once, by our estimate."""


class StraightCut(Struct, frozen=True):
    """One straight cut through a part of the sheet, from edge to edge; numbers count from 1.

    Cuts of the same `part` are made one after the other; part 0 is the whole sheet. Cuts with the
    same number are made at once, through a pile. `depth` is the number of times that the part was
    cut out of a larger part: 0 for the whole sheet, 1 for its strips.
    """

    line: Line
    number: int
    part: int = 0
    depth: int = 0


class Order(Struct, frozen=True):
    """The cuts in their order, and by part the indices of the boxes that no cut frees.

    Boxes that are `left` interlock: no line runs between them, as in a honeycomb.
    """

    cuts: tuple[StraightCut, ...]
    left: tuple[tuple[int, ...], ...] = ()

    @property
    def count(self) -> int:
        """The number of times that the blade comes down."""
        return max((cut.number for cut in self.cuts), default=0)


class _PaperPart(Struct, frozen=True):
    """A piece of paper and the indices of the boxes on it."""

    region: Rect
    members: tuple[int, ...]


class _PartPile(Struct, frozen=True):
    """A pile of parts that are alike."""

    parts: tuple[_PaperPart, ...]
    depth: int


def cut_order(boxes: Sequence[Rect], extent: Rect) -> Order:
    """The cuts that free all of `boxes`, which lie on paper of the given extent.

    Where boxes touch, one cut frees both. Boxes that overlap are left uncut.
    """
    cuts: list[StraightCut] = []
    left: list[tuple[int, ...]] = []
    piles = [_PartPile((_PaperPart(extent, tuple(range(len(boxes)))),), 0)] if boxes else []
    number = parts = 0
    while piles:
        pile = piles.pop()
        freed_parts = [_cuts_through(part, boxes) for part in pile.parts]
        if any(freed is None for freed in freed_parts):
            left += [part.members for part in pile.parts]
            continue
        below: list[_PaperPart] = []
        most = 0
        for lines, inside in filter(None, freed_parts):
            cuts += [
                StraightCut(line, number + at, parts, pile.depth)
                for at, line in enumerate(lines, start=1)
            ]
            parts += 1
            below += inside
            most = max(most, len(lines))
        number += most
        piles += reversed(_piles_of(below, boxes, pile.depth + 1))
    return Order(tuple(sorted(cuts, key=lambda cut: cut.number)), tuple(left))


def _cuts_through(
    part: _PaperPart, boxes: Sequence[Rect]
) -> tuple[list[Line], list[_PaperPart]] | None:
    """The cuts through a part and the parts that they leave; None where its boxes interlock."""
    region = part.region
    # Boxes that overlap in one direction form a group; a line runs between any two groups.
    down = merged([(boxes[i].y_mm, boxes[i].bottom_mm) for i in part.members], -SAME_MM)
    across = merged([(boxes[i].x_mm, boxes[i].right_mm) for i in part.members], -SAME_MM)
    if len(part.members) > 1 and len(down) == len(across) == 1:
        return None
    levels = _lines(down, region.y_mm, region.bottom_mm)
    uprights = _lines(across, region.x_mm, region.right_mm)[::-1]
    lines = [Line(Point(region.x_mm, y), Point(region.right_mm, y)) for y in levels]
    lines += [Line(Point(x, region.y_mm), Point(x, region.bottom_mm)) for x in uprights]
    return lines, _parts_between(part, boxes, across, down) if len(part.members) > 1 else []


def _lines(groups: Sequence[Interval], first_mm: float, last_mm: float) -> list[float]:
    """The places to cut: each border of a group once, except the part's own borders."""
    lines: list[float] = []
    before_mm = first_mm
    for border_mm in (border for group in groups for border in group):
        if border_mm > before_mm + SAME_MM and border_mm < last_mm - SAME_MM:
            lines.append(border_mm)
            before_mm = border_mm
    return lines


def _parts_between(
    part: _PaperPart, boxes: Sequence[Rect], across: Sequence[Interval], down: Sequence[Interval]
) -> list[_PaperPart]:
    """The parts into which cuts divide a part, in reading order."""
    lefts = [left - SAME_MM for left, _ in across]
    tops = [top - SAME_MM for top, _ in down]
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    for i in part.members:
        row = bisect_right(tops, boxes[i].y_mm) - 1
        cells[row, bisect_right(lefts, boxes[i].x_mm) - 1].append(i)
    parts = []
    for (row, column), members in sorted(cells.items()):
        (left, right), (top, bottom) = across[column], down[row]
        parts.append(_PaperPart(Rect(left, top, right - left, bottom - top), tuple(members)))
    return parts


def _piles_of(parts: Sequence[_PaperPart], boxes: Sequence[Rect], depth: int) -> list[_PartPile]:
    """Piles of parts that are alike, no higher than allowed, in the order of their first parts."""
    alike: dict[tuple[int, ...], list[_PaperPart]] = defaultdict(list)
    for part in parts:
        alike[_form(part, boxes)].append(part)
    return [
        _PartPile(tuple(group[start : start + MOST_PILED]), depth)
        for group in alike.values()
        for start in range(0, len(group), MOST_PILED)
    ]


def _form(part: _PaperPart, boxes: Sequence[Rect]) -> tuple[int, ...]:
    """A key that is equal for parts with equally placed boxes, anywhere on the sheet."""
    region = part.region
    lengths_mm = [region.width_mm, region.height_mm]
    for i in part.members:
        box = boxes[i]
        lengths_mm += (box.x_mm - region.x_mm, box.y_mm - region.y_mm, box.width_mm, box.height_mm)
    return tuple(round(length / SAME_MM) for length in lengths_mm)
