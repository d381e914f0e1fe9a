"""Lays items on sheets, and computes the fewest sheets that their area allows."""

import math
from collections.abc import Sequence

from msgspec.structs import replace

from fustella.core.files.cache import Memory
from fustella.core.geometry.shapes import EPSILON_MM
from fustella.core.values.paper import Cutter, Duplex, PrintSettings
from fustella.core.values.problems import Problem
from fustella.core.values.sheets import Bound, Item, Sheet
from fustella.impose.boards import parting_of
from fustella.impose.fitting import beyond_reach, fitting
from fustella.impose.flat import flat_problems, flat_sheets
from fustella.impose.fold import folded_problems, folded_sheets
from fustella.impose.layout import by_sheet


def impose(
    items: Sequence[Item], settings: PrintSettings, memory: Memory | None = None
) -> tuple[Sheet, ...]:
    """Lays every copy of every item on sheets of the paper in `settings`.

    Items whose `sheet` is the same share sheets, in the order in which the names of sheets first
    appear. A `memory` changes nothing in the sheets; it saves the search for a packing and for
    cuts, as long as the sizes and shapes of pieces and the paper are the same. Raises
    ProblemsFound: E301 for each item that a page cannot hold and that may not be split, E302 where
    no slot holds an item, and E303 for boards whose parts do not fit their paper.
    """
    printed = [item for item in items if item.copies > 0]
    if _is_folded(settings):
        return folded_sheets(printed, settings, memory)
    return flat_sheets(printed, settings, memory)


def not_cut(items: Sequence[Item], settings: PrintSettings) -> dict[str, Problem]:
    """The problems E319, by id, of pieces that fit a page and not the reach of the machine.

    The caller leaves these pieces out before it imposes the others.
    """
    if settings.cutter is Cutter.NONE:
        return {}
    by_hand = replace(settings, cutter=Cutter.NONE)
    pieces = {item.piece: item for item in items if item.copies > 0}
    return {
        piece: beyond_reach(item, settings)
        for piece, item in pieces.items()
        if _held_by_none(item, settings) and not _held_by_none(item, by_hand)
    }


def _is_folded(settings: PrintSettings) -> bool:
    return settings.duplex is Duplex.FOLD and settings.paper.slots is None


def _held_by_none(item: Item, settings: PrintSettings) -> bool:
    """Whether an item can lie on no sheet."""
    problems = folded_problems if _is_folded(settings) else flat_problems
    return bool(problems([item], settings))


def bounds_of(items: Sequence[Item], settings: PrintSettings) -> dict[str, Bound]:
    """The bound of every group of kinds that share sheets, by the name of the group.

    Each item has to fit a sheet.
    """
    groups = by_sheet(item for item in items if item.copies)
    return {group: _bound_of(members, settings) for group, members in groups.items()}


def _bound_of(items: Sequence[Item], settings: PrintSettings) -> Bound:
    """The fewest sheets that the area of the pieces of one group allows.

    The area inside the trims is compared with the printable area of a page, without bleed, gutter
    or the slug. On paper that is folded, a piece with a back counts twice; on paper with slots,
    slots are counted. A board in parts takes a sheet for each part, which it shares with no other
    piece, and a board on larger paper is compared with the area of that paper.
    """
    pages, parts, covered_mm2 = 0.0, 0, 0.0
    whole = fitting(items, settings.paper, settings)
    for item, held in zip(items, whole, strict=True):
        sides = 2 if settings.duplex is Duplex.FOLD and item.has_back else 1
        needed_mm2 = sides * item.copies * item.outline.area_mm2
        covered_mm2 += needed_mm2
        paper = settings.paper if held or not settings.board_paper else settings.board_paper
        parting = None if held else parting_of(item, settings)
        if parting is not None:
            parts += item.copies * len(parting.parts())
        elif paper.slots is not None:
            pages += item.copies / len(paper.slots.boxes())
        else:
            pages += needed_mm2 / paper.printable.area_mm2
    return Bound(math.ceil(pages - EPSILON_MM) + parts, covered_mm2)
