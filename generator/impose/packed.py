"""Packings: what a search for few sheets has found, and how it is kept between builds."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.geometry import Size
from generator.impose.blocks import Block
from generator.impose.forms import Form


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
    plain = [(sheet.pattern, [_plain(block, forms) for block in sheet.blocks]) for sheet in packing]
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


def _plain(block: Block, forms: Sequence[Form]) -> _Plain:
    way = forms[block.form].ways.index(block.way)
    place = block.x_mm, block.y_mm
    return block.form, way, *place, block.columns, block.shifted, block.count


def _block(plain: _Plain, forms: Sequence[Form]) -> Block:
    form, way, x_mm, y_mm, columns, shifted, count = plain
    return Block(form, forms[form].ways[way], x_mm, y_mm, columns, shifted, count)
