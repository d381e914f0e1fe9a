"""Packs the copies of any pieces on few sheets of any paper.

A search compares packings that follow different plans, and takes a packing with the fewest sheets.
Packings of several forms are stored between builds, under a key of everything that they depend on.
"""

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import TypeAlias

from msgspec import Struct

from fustella.core.files.cache import Memory, cached
from fustella.core.geometry.shapes import EPSILON_MM, Rect, Size
from fustella.core.values.paper import Fewest, Paper, PrintSettings
from fustella.core.values.sheets import Item
from fustella.impose.layout import Cutting, Layout, each_copy, extent_of, position_in
from fustella.impose.packing.blocks import Block, Pattern, pattern_of
from fustella.impose.packing.filling import Filled, SheetFiller, plans
from fustella.impose.packing.forms import PackedOutline, forms_of, may_interlock
from fustella.impose.packing.parting import moved_apart
from fustella.impose.packing.shared_cuts import with_shared_edges
from fustella.impose.packing.shelves import Stance, fill_shelves
from fustella.impose.page import areas

_MOST_FORMS = 40
"""The most forms that are laid in blocks; for more forms, shelves are as good."""

_MOST_WORK = 6000
"""The most work of a search: the product of its plans, its forms and its sheets.

The more forms and sheets there are, the less plans differ from each other.
"""

_MOST_PLANS = 96

_LEAST_TRIED = 8
"""The number of packings that are compared even if the first has the fewest possible sheets."""

_MOST_SHELVED = 15_000
"""The number of copies laid on shelves at which the search for a better packing ends."""


class Packed(Struct, frozen=True):
    """The blocks on a sheet. All sheets with the same `pattern`, except the last one, are equal.

    A sheet whose `pattern` is None follows no pattern.
    """

    blocks: tuple[Block, ...]
    pattern: int | None = None

    def forms(self) -> set[int]:
        """The indices of the forms on the sheet, among all forms that were packed."""
        return {block.form for block in self.blocks}


Packing: TypeAlias = tuple[Packed, ...]


class Packs(Struct, frozen=True):
    """The packings of some items, each with its forms, and the settings that they follow."""

    packings: tuple[tuple[Packing, Sequence[PackedOutline]], ...]
    settings: PrintSettings

    @property
    def sheets(self) -> int:
        return sum(len(packing) for packing, _ in self.packings)

    def layouts(self) -> Iterator[Layout]:
        """The layout of each sheet."""
        for packing, forms in self.packings:
            yield from _layouts(packing, forms, self.settings)


def packs_of(
    items: Sequence[Item], paper: Paper, settings: PrintSettings, memory: Memory | None = None
) -> Packs:
    """Lays every copy of items, each of which fits the paper, on as few sheets as the search finds.

    Of two packings with as many sheets, the better one has fewer backs, then kinds without bleed
    apart, then fewer blocks (that is, fewer cuts) and copies of one kind beside each other.
    `settings` define the gutter, whether pieces that are not rectangles are nested, and whether
    pieces of different forms share sheets. A packing in the `memory` is not searched for again.
    """
    return packs_in(areas(paper, settings.gutter_mm), items, settings, memory)


def packs_in(
    rooms: Sequence[Size],
    items: Sequence[Item],
    settings: PrintSettings,
    memory: Memory | None = None,
) -> Packs:
    """Lays every copy of items on sheets as `packs_of` does, each sheet in one of the `rooms`."""
    printed = [item for item in items if item.copies > 0]
    forms = forms_of(printed, settings)
    sharing = [(forms, printed)]
    if settings.fewest is Fewest.CUTS:
        sharing = [((form,), list(form.items)) for form in forms]
    packings = (_packing_apart(together, own, rooms, settings, memory) for together, own in sharing)
    return Packs(tuple(packings), settings)


def _packing_apart(
    forms: Sequence[PackedOutline],
    items: Sequence[Item],
    rooms: Sequence[Size],
    settings: PrintSettings,
    memory: Memory | None,
) -> tuple[Packing, Sequence[PackedOutline]]:
    """The best packing of items and its forms, with kinds apart where that prints no more sides.

    Where kinds without bleed touch, an inexact cut leaves a sliver of one piece on the other.
    """
    bare = any(item.bleed_mm <= 0 for item in items)
    if not bare or settings.gutter_mm > 0 or len({item.kind for item in items}) == 1:
        return _packing_on_fewest(forms, items, rooms, settings, memory)
    parted = forms_of(items, settings, apart=True)
    if len(parted) > _MOST_FORMS or not all(_fits(form, rooms) for form in parted):
        return _packing_on_fewest(forms, items, rooms, settings, memory)
    packing = _packed(parted, rooms, memory)
    touching, own = _packing_on_fewest(forms, items, rooms, settings, memory)
    if _sides(packing, parted) <= _sides(touching, own):
        return packing, parted
    moved = (Packed(moved_apart(each.blocks, own, rooms), each.pattern) for each in touching)
    return tuple(moved), own


def _sides(packing: Packing | Sequence[Filled], forms: Sequence[PackedOutline]) -> tuple[int, int]:
    """The number of sheets in a packing, and the number of these that have a back."""
    backs = sum(any(forms[form].backed for form in sheet.forms()) for sheet in packing)
    return len(packing), backs


def _fits(form: PackedOutline, rooms: Sequence[Size]) -> bool:
    return any(each.outer.fits_in(room) for each in form.orientations for room in rooms)


def _packing_on_fewest(
    forms: Sequence[PackedOutline],
    items: Sequence[Item],
    rooms: Sequence[Size],
    settings: PrintSettings,
    memory: Memory | None,
) -> tuple[Packing, Sequence[PackedOutline]]:
    """The best packing of items, and its forms; rows are nested only if that takes fewer sheets.

    `forms` are the forms of the items in straight rows; hexagons are nested even there.
    """
    packing = _packed(forms, rooms, memory)
    if len(packing) > 1 and any(may_interlock(item.outline, settings) for item in items):
        nested = forms_of(items, settings, interlocked=True)
        if _least_sheets(nested, rooms) < len(packing):
            interlocked = _packed(nested, rooms, memory)
            if len(interlocked) < len(packing):
                return interlocked, nested
    return packing, forms


def _layouts(
    packing: Packing, forms: Sequence[PackedOutline], settings: PrintSettings
) -> Iterator[Layout]:
    """The layouts of sheets; each form's copies fill its cells in the order of its items.

    Sheets follow the order of the items; of a form's sheets, the fuller ones come first.
    """

    def order(sheet: Packed) -> tuple[int, int]:
        first = min(sheet.forms(), key=lambda form: forms[form].first)
        copies = sum(block.count for block in sheet.blocks if block.form == first)
        return forms[first].first, -copies

    waiting = [iter(each_copy(form.items)) for form in forms]
    full: dict[int, Rect] = {}
    for sheet in sorted(packing, key=order):
        positions = tuple(
            position_in(next(waiting[block.form]), cell.grown(-settings.gutter_mm / 2), turn_deg)
            for block in sheet.blocks
            for cell, turn_deg in block.copies()
        )
        positions = with_shared_edges(positions, settings)
        extent = extent_of(position.cell for position in positions)
        if sheet.pattern is not None:
            # The last sheet of a form has the extent of its full ones: their cuts lie alike.
            largest = full.setdefault(sheet.pattern, extent)
            extent = largest if largest.contains(extent) else extent
        plain = len(sheet.blocks) == 1 and not sheet.blocks[0].orientation.nested
        yield Layout(positions, extent, Cutting.TICKS if plain else Cutting.EDGES)


def _packed(
    forms: Sequence[PackedOutline], rooms: Sequence[Size], memory: Memory | None
) -> Packing:
    """The best packing, from the memory or by a search."""
    if not forms:
        return ()
    if memory is None or len(forms) == 1:  # one form is packed sooner than it is recalled
        return _best_packing(forms, rooms)
    return cached(
        memory,
        made_from(forms, rooms),
        lambda: _best_packing(forms, rooms),
        lambda packing: to_bytes(packing, forms),
        lambda kept: from_bytes(kept, forms),
    )


def _best_packing(forms: Sequence[PackedOutline], rooms: Sequence[Size]) -> Packing:
    least = _least_sheets(forms, rooms)
    # Copies with backs on as few sheets as possible.
    gathered = (
        _shelf_packings(forms, rooms, backed_first=True) if _has_mixed_backs(forms) else iter(())
    )
    best = min(gathered, key=lambda sheets: _cost(sheets, forms), default=[])
    least_cost = _cost(best, forms)
    for tried, sheets in enumerate(_packings(forms, rooms, least), start=1):
        cost = _cost(sheets, forms)
        if not best or cost < least_cost:
            best, least_cost = sheets, cost
        if len(best) <= least and tried >= _LEAST_TRIED:
            break
    patterns: dict[Pattern | None, int | None] = {None: None}
    return tuple(
        Packed(tuple(sheet.blocks), patterns.setdefault(sheet.pattern, len(patterns)))
        for sheet in best
    )


def _least_sheets(forms: Sequence[PackedOutline], rooms: Sequence[Size]) -> int:
    """A lower bound for the sheets of a packing, from the total area and from each form alone."""
    room_mm2 = max(room.width_mm * room.height_mm for room in rooms)
    needed_mm2 = sum(form.copies * form.room_mm2 for form in forms)
    by_area = math.ceil(needed_mm2 / room_mm2 - EPSILON_MM)
    if len(forms) > _MOST_FORMS:
        return by_area
    alone = (pattern_of(index, form, rooms).sheets(form) for index, form in enumerate(forms))
    return max(by_area, *alone)


def _packings(
    forms: Sequence[PackedOutline], rooms: Sequence[Size], least: int
) -> Iterator[list[Filled]]:
    if len(forms) <= _MOST_FORMS:
        cost = len(forms) * (least + 1)
        tries = max(1, min(_MOST_PLANS if len(forms) > 1 else 1, _MOST_WORK // cost))
        for gathers in (True, False) if _has_mixed_backs(forms) else (True,):
            # Few forms have few plans, and chance repeats them.
            fill = cache(SheetFiller(forms, gathers=gathers).fill)
            yield from map(fill, islice(plans(forms, rooms), tries))
    if len(forms) > 1:
        yield from _shelf_packings(forms, rooms, backed_first=False)


def _has_mixed_backs(forms: Sequence[PackedOutline]) -> bool:
    """Whether some forms have backs and others none."""
    return len({form.backed for form in forms}) > 1


def _shelf_packings(
    forms: Sequence[PackedOutline], rooms: Sequence[Size], *, backed_first: bool
) -> Iterator[list[Filled]]:
    tries = max(1, _MOST_SHELVED // sum(form.copies for form in forms))
    orders = dict.fromkeys((tuple(rooms), tuple(reversed(rooms))))
    options = ((order, stance) for stance in Stance for order in orders)
    for order, stance in islice(options, tries):
        yield fill_shelves(forms, order, stance, backed_first)


def _cost(sheets: Sequence[Filled], forms: Sequence[PackedOutline]) -> tuple[int, int, int]:
    """The cost of a packing: its sheets, then its printed sides, then the scatter of its forms."""
    scattered = sum(len(sheet.blocks) + 2 * len(sheet.forms()) for sheet in sheets)
    return *_sides(sheets, forms), scattered


def made_from(forms: Sequence[PackedOutline], rooms: Sequence[Size]) -> bytes:
    """A key of everything that the search for a packing depends on."""
    seen = [(form.orientations, form.copies, form.room_mm2, form.backed) for form in forms]
    return repr(("packing", seen, tuple(rooms))).encode()


def to_bytes(packing: Packing, forms: Sequence[PackedOutline]) -> bytes:
    plain = [
        (sheet.pattern, [_plain_block(block, forms) for block in sheet.blocks]) for sheet in packing
    ]
    return json.dumps(plain, separators=(",", ":")).encode()


def from_bytes(kept: bytes, forms: Sequence[PackedOutline]) -> Packing | None:
    """Reads the packing that `to_bytes` wrote.

    None if it does not hold all copies of the `forms`.
    """
    try:
        packing = tuple(
            Packed(tuple(_block(plain, forms) for plain in blocks), pattern)
            for pattern, blocks in json.loads(kept)
        )
    except (ValueError, TypeError, IndexError):  # written by another version in another format
        return None
    laid = Counter[int]()
    for block in (block for sheet in packing for block in sheet.blocks):
        laid[block.form] += block.count
    return packing if laid == {index: form.copies for index, form in enumerate(forms)} else None


_PlainBlock: TypeAlias = tuple[int, int, float, float, int, int, int]
"""A block as plain values for the cache: form, index of its orientation, other fields."""


def _plain_block(block: Block, forms: Sequence[PackedOutline]) -> _PlainBlock:
    orientation = forms[block.form].orientations.index(block.orientation)
    place = block.x_mm, block.y_mm
    return block.form, orientation, *place, block.columns, block.shifted, block.count


def _block(plain: _PlainBlock, forms: Sequence[PackedOutline]) -> Block:
    form, orientation, x_mm, y_mm, columns, shifted, count = plain
    place = x_mm, y_mm
    return Block(form, forms[form].orientations[orientation], *place, columns, shifted, count)
