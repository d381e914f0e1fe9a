"""Computes the room that pieces need in a box: one pile of cards, or piles of tokens."""

import math
from collections.abc import Sequence

from msgspec import Struct

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Size
from fustella.core.geometry.units import rounded_up
from fustella.core.values.model import Kind, Piece
from fustella.core.values.packed import FINGER_MM, LOOSE, SLEEVE_EDGE_MM

WALL_MM = 20.0
"""The depth of a tray without a given depth: fingers still reach a pile in it."""

DEEPEST_MM = 60
"""The largest depth to try for a tray without a given depth."""

WIDE_TO_HIGH = 4 / 3
"""The ratio of width to height of a tray for which neither is given."""


class Interior(Struct, frozen=True):
    """The inside of a box: the face that lies on its bottom or behind its front, and the depth."""

    face: Size
    depth_mm: float


class GivenSize(Struct, frozen=True):
    """The lengths inside of a box that the designer gave; None stands for a length to compute."""

    width_mm: float | None
    height_mm: float | None
    depth_mm: float | None


class NoRoom(Exception):
    """Raised if pieces do not fit into a box of the given size; `key` is the length at fault."""

    def __init__(self, key: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.key, self.hint = key, hint


def pile_of(held: Sequence[Piece], sleeve_mm: float, given: GivenSize) -> Interior:
    """The inside of a box for one pile of all pieces, as large as given or as needed.

    Each piece is in a sleeve that adds `sleeve_mm` to its thickness. Raises NoRoom when the given
    size is too small.
    """
    sizes = [piece.kind.outline.size for piece in held]
    edge_mm = SLEEVE_EDGE_MM if sleeve_mm else 0.0
    pile_mm = {
        "width": max(size.width_mm for size in sizes) + edge_mm,
        "height": max(size.height_mm for size in sizes) + edge_mm,
        "depth": LOOSE * sum(one.copies * (_thickness_mm(one.kind) + sleeve_mm) for one in held),
    }
    room_mm = {
        "width": given.width_mm or pile_mm["width"],
        "height": given.height_mm or pile_mm["height"],
        "depth": given.depth_mm or pile_mm["depth"],
    }
    for key, needed_mm in pile_mm.items():
        if needed_mm > room_mm[key] + EPSILON_MM:
            least = rounded_up(needed_mm, 1)
            message = f"the pile has a {key} of {least} mm, the box one of {room_mm[key]:g} mm"
            raise NoRoom(key, message, f"write {least}mm or more, or leave out `{key}`")
    return Interior(Size(room_mm["width"], room_mm["height"]), room_mm["depth"])


def room_of(held: Sequence[Piece], given: GivenSize) -> Interior:
    """The inside of a tray for piles side by side in rows, as large as given or as needed.

    Raises NoRoom when the given size is too small.
    """
    thickest_mm = max(_thickness_mm(piece.kind) for piece in held)
    if given.depth_mm is not None and given.depth_mm < thickest_mm:
        message = f"a piece is {thickest_mm:g} mm thick, the tray {given.depth_mm:g} mm deep"
        raise NoRoom("depth", message, "make it deeper")
    if given.depth_mm is None and given.width_mm and given.height_mm:
        return _as_deep_as_needed(held, Size(given.width_mm, given.height_mm))
    depth_mm = given.depth_mm or max(WALL_MM, thickest_mm)
    piles = _piles(held, depth_mm)
    width_mm = given.width_mm or _width_mm(piles, given.height_mm)
    needed_mm = _rows_mm(piles, width_mm)
    if math.isinf(needed_mm) or needed_mm > (given.height_mm or needed_mm) + EPSILON_MM:
        tray = Size(width_mm, given.height_mm or width_mm)
        raise _too_small(len(piles), depth_mm, tray, "height" if given.height_mm else "width")
    return Interior(Size(width_mm, given.height_mm or _rounded_up_mm(needed_mm)), depth_mm)


def _as_deep_as_needed(held: Sequence[Piece], face: Size) -> Interior:
    """The inside of a tray of this size, as deep as its piles are high."""
    least_mm = max(10.0, *(_thickness_mm(piece.kind) * LOOSE for piece in held))
    for depth_mm in range(math.ceil(least_mm), DEEPEST_MM + 1):
        if _rows_mm(_piles(held, depth_mm), face.width_mm) <= face.height_mm + EPSILON_MM:
            return Interior(face, float(depth_mm))
    raise _too_small(len(_piles(held, DEEPEST_MM)), DEEPEST_MM, face, "width")


def _too_small(piles: int, depth_mm: float, face: Size, key: str) -> NoRoom:
    tray = f"{face.width_mm:g} x {face.height_mm:g} mm"
    some = "one pile does" if piles == 1 else f"{piles} piles do"
    message = f"{some} not go into a tray of {tray} and {depth_mm:g} mm deep"
    hint = "make it larger or deeper, or leave out `width`, `height` or `depth`"
    return NoRoom(key, message, hint)


def _piles(held: Sequence[Piece], depth_mm: float) -> list[Size]:
    """The bases of all piles, each of one outline and thickness; the longest base comes first."""
    copies: dict[tuple[Outline, float], int] = {}
    for piece in held:
        form = piece.kind.outline, _thickness_mm(piece.kind)
        copies[form] = copies.get(form, 0) + piece.copies
    piles: list[Size] = []
    for (outline, thickness_mm), count in copies.items():
        a_pile = math.floor(depth_mm / (thickness_mm * LOOSE) + EPSILON_MM)
        piles += [outline.size] * math.ceil(count / max(1, a_pile))
    return sorted(piles, key=lambda size: (-size.height_mm, -size.width_mm))


def _width_mm(piles: Sequence[Size], height_mm: float | None) -> float:
    """The width of a tray without a given width, by its height or the usual proportions."""
    area_mm2 = sum((size.width_mm + FINGER_MM) * (size.height_mm + FINGER_MM) for size in piles)
    widest_mm = max(size.width_mm for size in piles)
    if height_mm is None:
        return _rounded_up_mm(max(math.sqrt(area_mm2 * WIDE_TO_HIGH) - FINGER_MM, widest_mm))
    width_mm = _rounded_up_mm(max(area_mm2 / (height_mm + FINGER_MM) - FINGER_MM, widest_mm))
    most_mm = sum(size.width_mm + FINGER_MM for size in piles)
    while _rows_mm(piles, width_mm) > height_mm + EPSILON_MM and width_mm < most_mm:
        width_mm += 1
    return width_mm


def _rows_mm(piles: Sequence[Size], width_mm: float) -> float:
    """The height of all rows of piles in a tray of some width; infinite if it is too narrow."""
    used_mm, row_mm, total_mm = 0.0, 0.0, 0.0
    for size in piles:
        if size.width_mm > width_mm + EPSILON_MM:
            return math.inf
        if used_mm and used_mm + FINGER_MM + size.width_mm > width_mm + EPSILON_MM:
            total_mm, used_mm, row_mm = total_mm + row_mm + FINGER_MM, 0.0, 0.0
        used_mm += size.width_mm + (FINGER_MM if used_mm else 0.0)
        row_mm = max(row_mm, size.height_mm)
    return total_mm + row_mm


def _thickness_mm(kind: Kind) -> float:
    """The thickness of one piece, at least a hundredth of a millimetre."""
    return max(kind.stock.thickness_mm if kind.stock else 0.0, 0.01)


def _rounded_up_mm(length_mm: float) -> float:
    """The length, rounded up to a whole millimetre."""
    return float(math.ceil(length_mm - 1e-9))
