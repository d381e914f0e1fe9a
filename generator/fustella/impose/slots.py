"""Fills paper with slots, such as labels and die-cut cards: one copy in the middle of each slot."""

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from fustella.core.geometry.shapes import EPSILON_MM, Point, Rect, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.paper import Duplex, Paper, PrintSettings, Slots
from fustella.core.values.problems import Problem
from fustella.core.values.sheets import Item, Page, Placement, Sheet, Slug
from fustella.impose.duplex import back_page, both_sides
from fustella.impose.layout import Position, each_copy, extent_of, position_in
from fustella.impose.page import THICKEST_SLUG_MM, THINNEST_SLUG_MM

SPILL_MM = 1.0
"""The width of bleed that is printed beyond a slot: more than paper wanders in a printer."""

NO_SLUG = Slug(Rect(0, 0, 0, 0), upright=False)
"""The empty slug, for margins without room: the slots show whether a page has its true size."""


def slot_sheets(group: str, items: Sequence[Item], settings: PrintSettings) -> Iterator[Sheet]:
    """Lays every copy in a slot, turned by 90 degrees only if it does not fit otherwise.

    Every item has to fit a slot. The sheets have no numbers yet. Nothing is cut, so there are no
    marks. With `FOLD` nothing can be printed behind a slot: backs come on a sheet of their own,
    each in the slot of its front.
    """
    slots = settings.paper.slots
    assert slots is not None, "only paper with slots comes here"
    for pages in _pages(items, settings, slots):
        yield Sheet(group, 0, settings.paper, pages, 0)


def fits_slot(item: Item, paper: Paper) -> bool:
    """Whether a slot of the paper holds a piece, turned or unturned."""
    return paper.slots is not None and bool(_turns(item, paper.slots))


NO_SLOT = "E302"
"""The code of the problem that no slot of a label sheet holds a piece."""


def slot_problem(item: Item, paper: Paper) -> Problem:
    """The problem E302 of a piece that no slot of the paper holds."""
    slots = paper.slots
    assert slots is not None, "only paper with slots comes here"
    size, slot = item.outline.size, slots.outline.size
    if slots.outline.is_round:
        room = f"round, {slot.width_mm:g} mm across"
    else:
        room = f"{slot.width_mm:g} x {slot.height_mm:g} mm"
    return Problem(
        NO_SLOT,
        item.place,
        f'"{item.piece}" is {size.width_mm:g} x {round(size.height_mm, 1):g} mm; '
        f"a slot of {paper.id} is {room}",
        "choose a paper with larger slots or without any; `--only KIND` prints only what fits",
    )


def _turns(item: Item, slots: Slots) -> tuple[int, ...]:
    """The turns in degrees with which a piece fits a slot, the better one first."""
    size = item.outline.size
    options = ((0, size), (90, size.turned()))
    return tuple(turn_deg for turn_deg, turned in options if _holds(slots, item, turned))


def _holds(slots: Slots, item: Item, turned: Size) -> bool:
    """Whether a slot holds an item that has the size `turned` after its turn."""
    if not slots.outline.is_round:
        return turned.fits_in(slots.outline.size)
    size = item.outline.size
    radius_mm = slots.outline.size.width_mm / 2 + EPSILON_MM
    if item.outline.is_round:
        return size.width_mm / 2 <= radius_mm
    # A rounded corner reaches no further than its own circle does.
    inset_mm = item.outline.corner_radius_mm
    reach = (
        math.hypot(
            max(abs(at.x_mm - size.width_mm / 2) - inset_mm, 0),
            max(abs(at.y_mm - size.height_mm / 2) - inset_mm, 0),
        )
        for at in item.outline.corners()
    )
    return max(reach) + inset_mm <= radius_mm


def _pages(
    items: Sequence[Item], settings: PrintSettings, slots: Slots
) -> Iterator[tuple[Page, ...]]:
    """The pages of each sheet, one sheet after the other."""
    boxes, slug = slots.boxes(), _slug(both_sides(settings.paper, settings), slots)
    copies = iter(each_copy(items))
    while on_sheet := tuple(islice(copies, len(boxes))):
        positions = tuple(
            position_in(item, box, _turns(item, slots)[0])
            for item, box in zip(on_sheet, boxes, strict=False)
        )
        front = Page(SideName.FRONT, _placements(positions, SideName.FRONT, slots), (), slug)
        back = back_page(front, positions, settings.paper, settings)
        yield (front, back) if back else (front,)
        backed = tuple(position for position in positions if position.item.has_back)
        if settings.duplex is Duplex.FOLD and backed:
            yield (Page(SideName.BACK, _placements(backed, SideName.BACK, slots), (), slug),)


def _placements(
    positions: Sequence[Position], side: SideName, slots: Slots
) -> tuple[Placement, ...]:
    return tuple(
        Placement(
            FaceId(position.item.piece, side, position.item.look),
            position.box,
            position.turn_deg,
            clip=_clip(position, slots),
        )
        for position in positions
    )


def _clip(position: Position, slots: Slots) -> tuple[Point, ...]:
    """The clip that keeps a bleed off the next slots; empty where the bleed ends before them."""
    room = _spill_area(position.cell, slots)
    if room.contains(position.box.grown(position.item.bleed_mm)):
        return ()
    return room.corners()


def _spill_area(box: Rect, slots: Slots) -> Rect:
    """The area that the bleed of a slot, or of all slots, may cover: at most half of each gap."""
    size = slots.outline.size
    right_mm = max(0.0, min(SPILL_MM, (slots.across_mm - size.width_mm) / 2))
    down_mm = max(0.0, min(SPILL_MM, (slots.down_mm - size.height_mm) / 2))
    return Rect(
        box.x_mm - right_mm,
        box.y_mm - down_mm,
        box.width_mm + 2 * right_mm,
        box.height_mm + 2 * down_mm,
    )


def _slug(paper: Paper, slots: Slots) -> Slug:
    """The slug in the widest margin, below or above, else at a side; empty where none has room."""
    printable = paper.printable
    taken = _spill_area(extent_of(slots.boxes()), slots)
    level = (
        (printable.bottom_mm - taken.bottom_mm, printable.bottom_mm, 1),
        (taken.y_mm - printable.y_mm, printable.y_mm, 0),
    )
    upright = (
        (printable.right_mm - taken.right_mm, printable.right_mm, 1),
        (taken.x_mm - printable.x_mm, printable.x_mm, 0),
    )
    for options, is_upright in ((level, False), (upright, True)):
        room_mm, edge_mm, after = max(options)
        if room_mm >= THINNEST_SLUG_MM - EPSILON_MM:
            thick_mm = min(room_mm, THICKEST_SLUG_MM)
            at_mm = edge_mm - thick_mm * after
            if is_upright:
                return Slug(Rect(at_mm, printable.y_mm, thick_mm, printable.height_mm), True)
            return Slug(Rect(printable.x_mm, at_mm, printable.width_mm, thick_mm), False)
    return NO_SLUG
