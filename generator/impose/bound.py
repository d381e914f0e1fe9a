"""The least that pieces take: what a packing is measured by."""

import math
from collections.abc import Sequence

from generator.geometry import EPSILON_MM
from generator.impose.board import parting_of
from generator.impose.room import fitting
from generator.press import Duplex, Press
from generator.sheets import Bound, Item


def bounds_of(items: Sequence[Item], press: Press) -> dict[str, Bound]:
    """The bound of every group that shares sheets, by its name. All items can lie on the press."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        if item.copies:
            groups.setdefault(item.sheet, []).append(item)
    return {group: bound_of(members, press) for group, members in groups.items()}


def bound_of(items: Sequence[Item], press: Press) -> Bound:
    """The fewest sheets that the area of the pieces of one group allows.

    Counted is the area inside the trims over the printable area of a page, without bleed, gutter
    or the strip for the ruler. On paper that is folded over, a piece with a back counts twice; on
    paper with slots a page is its slots. A board in parts takes a sheet for each part, for
    no other piece shares it, and a board on larger paper counts by the area of that.
    """
    pages, parts, covered_mm2 = 0.0, 0, 0.0
    whole = fitting(items, press.paper, press)
    for item, held in zip(items, whole, strict=True):
        sides = 2 if press.duplex is Duplex.FOLD and item.has_back else 1
        needed_mm2 = sides * item.copies * item.outline.area_mm2
        covered_mm2 += needed_mm2
        paper = press.paper if held or not press.board_paper else press.board_paper
        parting = None if held else parting_of(item, press)
        if parting is not None:
            parts += item.copies * len(parting.parts())
        elif paper.slots is not None:
            pages += item.copies / len(paper.slots.boxes())
        else:
            pages += needed_mm2 / paper.printable.area_mm2
    return Bound(math.ceil(pages - EPSILON_MM) + parts, covered_mm2)
