"""How much room pieces need in a box: one pile of cards, or piles of tokens side by side."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fustella.core.geometry import EPSILON_MM, Outline, Size
from fustella.core.model import Kind, Piece

LOOSE = 1.03
"""A pile that was cut by hand and played with is a little higher than its cards together."""

SLEEVE_EDGE_MM = 3.0
"""How much larger than its card a sleeve is, both sides together."""

FINGER_MM = 2.0
"""Between two piles in a tray."""

WALL_MM = 20.0
"""How deep a tray is when nobody says: a pile that fingers still get hold of."""

DEEPEST_MM = 60

WIDE_TO_HIGH = 4 / 3
"""The sides of a tray whose size nobody says."""


@dataclass(frozen=True, slots=True)
class Interior:
    """The inside of a box: the face that lies on its bottom or behind its front, and the depth."""

    face: Size
    depth_mm: float


@dataclass(frozen=True, slots=True)
class Said:
    """What the designer says of a tray's inside, in mm; None is to be computed."""

    width_mm: float | None
    height_mm: float | None
    depth_mm: float | None


class NoRoom(Exception):
    """The pieces do not go into a tray of the size that was asked for; `key` names the size."""

    def __init__(self, key: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.key, self.hint = key, hint


def pile_of(held: Sequence[Piece], sleeve_mm: float) -> Interior:
    """One pile of all pieces, each in a sleeve that adds `sleeve_mm` to its thickness."""
    sizes = [piece.kind.outline.size for piece in held]
    more_mm = SLEEVE_EDGE_MM if sleeve_mm else 0.0
    face = Size(
        max(size.width_mm for size in sizes) + more_mm,
        max(size.height_mm for size in sizes) + more_mm,
    )
    high_mm = sum(piece.copies * (_thickness_mm(piece.kind) + sleeve_mm) for piece in held)
    return Interior(face, high_mm * LOOSE)


def room_of(held: Sequence[Piece], said: Said) -> Interior:
    """A tray for piles side by side in rows, as the designer says or else as large as is needed.

    Raises NoRoom where what was said is too small.
    """
    thickest_mm = max(_thickness_mm(piece.kind) for piece in held)
    if said.depth_mm is not None and said.depth_mm < thickest_mm:
        message = f"a piece is {thickest_mm:g} mm thick, the tray {said.depth_mm:g} mm deep"
        raise NoRoom("depth", message, "make it deeper")
    if said.depth_mm is None and said.width_mm and said.height_mm:
        return _as_deep_as_needed(held, Size(said.width_mm, said.height_mm))
    depth_mm = said.depth_mm or max(WALL_MM, thickest_mm)
    piles = _piles(held, depth_mm)
    width_mm = said.width_mm or _width_mm(piles, said.height_mm)
    needed_mm = _rows_mm(piles, width_mm)
    if math.isinf(needed_mm) or needed_mm > (said.height_mm or needed_mm) + EPSILON_MM:
        tray = Size(width_mm, said.height_mm or width_mm)
        raise _too_small(len(piles), depth_mm, tray, "height" if said.height_mm else "width")
    return Interior(Size(width_mm, said.height_mm or _up(needed_mm)), depth_mm)


def _as_deep_as_needed(held: Sequence[Piece], face: Size) -> Interior:
    """A tray of this size, as deep as its piles are high."""
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
    """The bases of all piles, pieces of one form on each other; the highest base first."""
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
    """A width for a tray whose width nobody says: about as wide as its height asks for."""
    area_mm2 = sum((size.width_mm + FINGER_MM) * (size.height_mm + FINGER_MM) for size in piles)
    widest_mm = max(size.width_mm for size in piles)
    if height_mm is None:
        return _up(max(math.sqrt(area_mm2 * WIDE_TO_HIGH) - FINGER_MM, widest_mm))
    width_mm = _up(max(area_mm2 / (height_mm + FINGER_MM) - FINGER_MM, widest_mm))
    most_mm = sum(size.width_mm + FINGER_MM for size in piles)
    while _rows_mm(piles, width_mm) > height_mm + EPSILON_MM and width_mm < most_mm:
        width_mm += 1
    return width_mm


def _rows_mm(piles: Sequence[Size], width_mm: float) -> float:
    """How high the piles lie in rows of a width, room for fingers between them."""
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
    """Of one piece; no paper is thinner than a hundredth of a millimetre."""
    return max(kind.stock.thickness_mm if kind.stock else 0.0, 0.01)


def _up(length_mm: float) -> float:
    """The next whole millimetre."""
    return float(math.ceil(length_mm - 1e-9))
