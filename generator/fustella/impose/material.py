"""Lays parts on sheets of material that a laser cuts: by their boxes, with a gap between them."""

from collections.abc import Mapping

from msgspec import Struct

from fustella.core.geometry.shapes import Outline, Rect, Size
from fustella.core.values.paper import Margins, Paper, PrintSettings
from fustella.core.values.problems import Place
from fustella.core.values.sheets import Item
from fustella.impose.packing import packs_in


class LaidPart(Struct, frozen=True, gc=False):
    """A part on a sheet: its name, its box there, and its clockwise turn in degrees."""

    name: str
    box: Rect
    turn_deg: int


def beyond(parts: Mapping[str, Size], sheet: Size, gap_mm: float) -> tuple[str, ...]:
    """The names of the parts that a sheet of this size does not hold, with a gap along its rim."""
    room = _room(sheet, gap_mm)
    return tuple(
        name
        for name, size in parts.items()
        if not size.fits_in(room.size) and not size.turned().fits_in(room.size)
    )


def lay_on_material(
    parts: Mapping[str, Size], sheet: Size, gap_mm: float, place: Place
) -> tuple[tuple[LaidPart, ...], ...]:
    """The parts of each sheet; no part is `beyond` a sheet, and all keep `gap_mm` from others."""
    room = _room(sheet, gap_mm).grown(gap_mm / 2)
    items = [
        Item(
            piece=name,
            kind=name,
            sheet="",
            copies=1,
            outline=Outline.rectangle(size.width_mm, size.height_mm),
            bleed_mm=gap_mm / 2,
            has_back=False,
            split=None,
            place=place,
        )
        for name, size in parts.items()
    ]
    settings = PrintSettings(Paper("material", sheet, Margins.all_round(0)))
    layouts = packs_in([room.size], items, settings).layouts()
    return tuple(
        tuple(
            LaidPart(one.item.piece, one.box.moved(room.x_mm, room.y_mm), one.turn_deg)
            for one in layout.positions
        )
        for layout in layouts
    )


def _room(sheet: Size, gap_mm: float) -> Rect:
    """The part of a sheet that parts may lie in."""
    return Rect(0, 0, sheet.width_mm, sheet.height_mm).grown(-gap_mm)
