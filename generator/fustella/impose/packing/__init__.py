"""Pieces on few sheets: whatever their forms, whatever the paper.

Packings: what a search for few sheets has found, and how it is kept between builds.
"""

import json
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TypeAlias

from fustella.core.cache import Memory, found_once
from fustella.core.geometry import EPSILON_MM, Rect, Size
from fustella.core.paper import Fewest, Paper, PrintSettings
from fustella.core.sheets import Item
from fustella.impose.layout import Cutting, Layout, extent_of, spot_in
from fustella.impose.packing.blocks import Block, Pattern, pattern_of
from fustella.impose.packing.filling import Filled, Filler, plans
from fustella.impose.packing.forms import Form, forms_of
from fustella.impose.packing.shared_cuts import with_shared_edges
from fustella.impose.packing.shelves import Stance, fill_shelves
from fustella.impose.page import areas


@dataclass(frozen=True, slots=True)
class Packed:
    """What lies on a sheet. Of those with the same `pattern` all but the last hold the same.

    Where it is None the sheet follows no pattern.
    """

    blocks: tuple[Block, ...]
    pattern: int | None = None

    def forms(self) -> set[int]:
        """The forms on the sheet, by their places among those that were packed."""
        return {block.form for block in self.blocks}


Packing: TypeAlias = tuple[Packed, ...]


def made_from(forms: Sequence[Form], rooms: Sequence[Size]) -> bytes:
    """All that a search for a packing looks at."""
    seen = [(form.ways, form.copies, form.room_mm2, form.backed) for form in forms]
    return repr(("packing", seen, tuple(rooms))).encode()


def to_bytes(packing: Packing, forms: Sequence[Form]) -> bytes:
    """A packing of forms, to be kept."""
    plain = [
        (sheet.pattern, [_plain_block(block, forms) for block in sheet.blocks]) for sheet in packing
    ]
    return json.dumps(plain, separators=(",", ":")).encode()


def from_bytes(kept: bytes, forms: Sequence[Form]) -> Packing | None:
    """The packing that was kept; None unless every copy of the forms lies in it."""
    try:
        packing = tuple(
            Packed(tuple(_block(plain, forms) for plain in blocks), pattern)
            for pattern, blocks in json.loads(kept)
        )
    except (ValueError, TypeError, IndexError):  # of another version, which wrote otherwise
        return None
    laid = Counter[int]()
    for block in (block for sheet in packing for block in sheet.blocks):
        laid[block.form] += block.count
    return packing if laid == {place: form.copies for place, form in enumerate(forms)} else None


_Plain = tuple[int, int, float, float, int, int, int]
"""A block by numbers: its form, which of that form's ways, and the rest as it is."""


def _plain_block(block: Block, forms: Sequence[Form]) -> _Plain:
    way = forms[block.form].ways.index(block.way)
    place = block.x_mm, block.y_mm
    return block.form, way, *place, block.columns, block.shifted, block.count


def _block(plain: _Plain, forms: Sequence[Form]) -> Block:
    form, way, x_mm, y_mm, columns, shifted, count = plain
    return Block(form, forms[form].ways[way], x_mm, y_mm, columns, shifted, count)


_CROWD = 40
"""With more forms than these, each seldom fills a sheet, and shelves are as good as anything."""

_PATIENCE = 6000
"""How much is tried: plans times forms times sheets. The more there are of them, the less one
plan differs from another."""

_PLANS = 96

_AT_LEAST = 8
"""Packings compared even when the first one cannot be beaten in sheets."""

_SHELVED = 15_000
"""Copies laid on shelves before the search for a better packing ends."""


def layouts_of(
    items: Sequence[Item], paper: Paper, settings: PrintSettings, memory: Memory | None = None
) -> tuple[Layout, ...]:
    """The layouts of items that each fit the paper, as few as are found, every copy once.

    Of two packings with as many sheets the one is taken with fewer backs and fewer blocks: fewer
    cuts, and copies of one kind beside each other. `settings` says what lies between pieces, how
    hexagons lie, and whether pieces of different forms share sheets at all. What the `memory` holds
    is not searched again.
    """
    forms = forms_of([item for item in items if item.copies > 0], settings)
    if not forms:
        return ()
    gutter_mm = settings.gutter_mm
    rooms = tuple(
        Size(area.width_mm + gutter_mm, area.height_mm + gutter_mm) for area in areas(paper)
    )
    parted = [(form,) for form in forms] if settings.fewest is Fewest.CUTS else [forms]
    return tuple(
        layout
        for together in parted
        for layout in _layouts(_packed(together, rooms, memory), together, settings)
    )


def _order(sheet: Packed, forms: Sequence[Form]) -> tuple[int, int]:
    """Sheets keep the order of the items; fuller ones come before what is left."""
    first = min(sheet.forms(), key=lambda form: forms[form].first)
    copies = sum(block.count for block in sheet.blocks if block.form == first)
    return forms[first].first, -copies


def _packed(forms: Sequence[Form], rooms: Sequence[Size], memory: Memory | None) -> Packing:
    """The best packing that is found, or was found before."""
    if memory is None or len(forms) == 1:  # one form is packed sooner than it is recalled
        return _plain(_searched(forms, rooms))
    return found_once(
        memory,
        made_from(forms, rooms),
        lambda: _plain(_searched(forms, rooms)),
        lambda packing: to_bytes(packing, forms),
        lambda kept: from_bytes(kept, forms),
    )


def _plain(sheets: Sequence[Filled]) -> Packing:
    """What lies on sheets, without what a search has to know of them."""
    patterns: dict[Pattern | None, int | None] = {None: None}
    return tuple(
        Packed(tuple(sheet.blocks), patterns.setdefault(sheet.pattern, len(patterns)))
        for sheet in sheets
    )


def _searched(forms: Sequence[Form], rooms: Sequence[Size]) -> list[Filled]:
    """The best packing that is found."""
    least = _fewest(forms, rooms)
    best: list[Filled] = []
    for tried, sheets in enumerate(_packings(forms, rooms, least), start=1):
        if not best or _worth(sheets, forms) < _worth(best, forms):
            best = sheets
        if len(best) <= least and tried >= _AT_LEAST:
            break
    return best


def _worth(sheets: Sequence[Filled], forms: Sequence[Form]) -> tuple[int, int, int]:
    """The less, the better: sheets, then sides to be printed, then how scattered the forms are."""
    laid = [sheet.forms() for sheet in sheets]
    backs = sum(any(forms[form].backed for form in on_sheet) for on_sheet in laid)
    blocks = sum(len(sheet.blocks) for sheet in sheets)
    return len(sheets), backs, blocks + 2 * sum(map(len, laid))


def _fewest(forms: Sequence[Form], rooms: Sequence[Size]) -> int:
    """Not to be beaten: by the area of all pieces, and by each form on sheets of its own."""
    room_mm2 = max(room.width_mm * room.height_mm for room in rooms)
    needed_mm2 = sum(form.copies * form.room_mm2 for form in forms)
    by_area = math.ceil(needed_mm2 / room_mm2 - EPSILON_MM)
    if len(forms) > _CROWD:
        return by_area
    alone = (pattern_of(index, form, rooms).sheets(form) for index, form in enumerate(forms))
    return max(by_area, *alone)


def _packings(forms: Sequence[Form], rooms: Sequence[Size], least: int) -> Iterator[list[Filled]]:
    """Packings to choose from."""
    if len(forms) <= _CROWD:
        fill = cache(Filler(forms).fill)  # few forms have few plans, and chance repeats them
        cost = len(forms) * (least + 1)
        tries = max(1, min(_PLANS if len(forms) > 1 else 1, _PATIENCE // cost))
        yield from map(fill, islice(plans(forms, rooms), tries))
    if len(forms) > 1:
        tries = max(1, _SHELVED // sum(form.copies for form in forms))
        orders = dict.fromkeys((tuple(rooms), tuple(reversed(rooms))))
        ways = ((order, stance) for stance in Stance for order in orders)
        for order, stance in islice(ways, tries):
            yield fill_shelves(forms, order, stance)


def _layouts(packing: Packing, forms: Sequence[Form], settings: PrintSettings) -> Iterator[Layout]:
    """The blocks of sheets as spots, with the copies of each form in the order of its items."""
    waiting = [iter([item for item in form.items for _ in range(item.copies)]) for form in forms]
    full: dict[int, Rect] = {}
    for sheet in sorted(packing, key=lambda sheet: _order(sheet, forms)):
        positions = tuple(
            spot_in(
                next(waiting[block.form]), cell.grown(-settings.gutter_mm / 2), block.way.turn_deg
            )
            for block in sheet.blocks
            for cell in block.cells()
        )
        positions = with_shared_edges(positions, settings)
        extent = extent_of(position.cell for position in positions)
        if sheet.pattern is not None:
            extent = _as_on_full_sheets(extent, full.setdefault(sheet.pattern, extent))
        plain = len(sheet.blocks) == 1 and not sheet.blocks[0].way.nested
        yield Layout(positions, extent, Cutting.TICKS if plain else Cutting.EDGES)


def _as_on_full_sheets(extent: Rect, full: Rect) -> Rect:
    """The extent of the full sheets of a form also for its last one: their cuts lie alike."""
    return full if full.contains(extent) else extent
