"""Moves blocks of kinds without bleed apart on a sheet, as far as there is room.

Blocks keep their order from left to right and from the top down; each block is moved by all the
gaps before it.
"""

from collections.abc import Sequence
from itertools import combinations

from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Rect, Size
from fustella.impose.layout import extent_of
from fustella.impose.packing.blocks import Block
from fustella.impose.packing.forms import APART_MM, PackedOutline


def moved_apart(
    blocks: Sequence[Block], forms: Sequence[PackedOutline], rooms: Sequence[Size]
) -> tuple[Block, ...]:
    """The blocks with gaps between kinds, in both directions or in one, if there is room."""
    if len({kind for block in blocks for kind in _kinds(forms[block.form])}) > 1:
        rows = [block.rows_taken() for block in blocks]
        across = _moves(blocks, forms, rows)
        down = _moves(blocks, forms, [tuple(map(Rect.transposed, own)) for own in rows])
        none = [0.0] * len(blocks)
        for dx_mm, dy_mm in ((across, down), (none, down), (across, none)):
            moved = [
                tuple(row.moved(x_mm, y_mm) for row in own)
                for own, x_mm, y_mm in zip(rows, dx_mm, dy_mm, strict=True)
            ]
            if _holds(moved, rooms):
                return tuple(
                    replace(block, x_mm=block.x_mm + x_mm, y_mm=block.y_mm + y_mm)
                    for block, x_mm, y_mm in zip(blocks, dx_mm, dy_mm, strict=True)
                )
    return tuple(blocks)


def _kinds(form: PackedOutline) -> set[str]:
    return {item.kind for item in form.items if item.bleed_mm <= 0}


def _moves(
    blocks: Sequence[Block], forms: Sequence[PackedOutline], rows: Sequence[Sequence[Rect]]
) -> list[float]:
    """The distances in mm by which blocks move right, away from blocks of other kinds."""
    lefts = [min(row.x_mm for row in own) for own in rows]
    moves = [0.0] * len(blocks)
    order = sorted(range(len(blocks)), key=lefts.__getitem__)
    for place, index in enumerate(order):
        for other in order[:place]:
            if _is_beside(rows[other], rows[index]):
                near, far = blocks[other].form, blocks[index].form
                bare = near != far and (_kinds(forms[near]) | _kinds(forms[far]))
                moves[index] = max(moves[index], moves[other] + (APART_MM if bare else 0.0))
    return moves


def _is_beside(left: Sequence[Rect], right: Sequence[Rect]) -> bool:
    """Whether a row of the left block lies left of, and level with, a row of the right block."""
    return any(
        a.right_mm <= b.x_mm + EPSILON_MM
        and min(a.bottom_mm, b.bottom_mm) - max(a.y_mm, b.y_mm) > EPSILON_MM
        for a in left
        for b in right
    )


def _holds(moved: Sequence[Sequence[Rect]], rooms: Sequence[Size]) -> bool:
    """Whether one of the rooms holds all moved blocks, and no two of them overlap."""
    extent = extent_of(row for own in moved for row in own)
    far = Size(extent.right_mm, extent.bottom_mm)
    return any(far.fits_in(room) for room in rooms) and not any(
        a.overlaps(b) for one, other in combinations(moved, 2) for a in one for b in other
    )
