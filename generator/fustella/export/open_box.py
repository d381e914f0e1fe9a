"""Shows a packed box open, in three dimensions: stacks in their wells, the lid and flats beside."""

import math
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Point, Size
from fustella.core.geometry.solids import solid_of
from fustella.core.values.model import Face, Piece, Record
from fustella.core.values.packed import PackedBox, PartSort, Stack, StackStance, Well
from fustella.export.game import ExportPiece
from fustella.write import UNTURNED, ShownPart, SolidPile, Turn

_BESIDE_MM = 40.0
"""The gap between the box and what lies beside it."""

_GAP_MM = 1.0
"""The gap between a box and its lid on each side.

The figure is a maker's (lostboyentertain.com, box dimensions, read 2026-11).
"""

_QUARTER = math.sqrt(0.5)
_ON_TABLE: Turn = (0.0, _QUARTER, 0.0, _QUARTER)
"""A quarter turn on the table."""

_TURNS: Mapping[tuple[bool, bool], Turn] = {
    # Faces look along x; upright, or their upper edge beside them.
    (False, False): (0.5, 0.5, -0.5, 0.5),
    (False, True): (0.0, 0.0, -_QUARTER, _QUARTER),
    # Faces look along y, towards whoever opens the box.
    (True, False): (_QUARTER, 0.0, 0.0, _QUARTER),
    (True, True): (0.5, -0.5, -0.5, 0.5),
}
"""The turns of pieces on edge, by whether their stack is turned, and whether their width is up."""


class BoxFaces(Struct, frozen=True):
    """What the faces of a game are for an open box.

    `pieces` has all looks of each piece, by its id; `boxes` are the nets of boxes with their faces,
    by id, without a face where none was drawn; `booklet` are its first and last page, () for none.
    """

    pieces: Mapping[str, Sequence[ExportPiece]]
    boxes: Mapping[str, tuple[Piece, Face | None]]
    lids: Mapping[str, str]
    booklet: tuple[Face, ...]


def open_box(packed: PackedBox, shown: BoxFaces) -> dict[str, list[SolidPile]]:
    """The groups of piles of an open box: its tray, its lid, its wells, and what lies on top.

    The lid lies to the right of it, flat things to its left, in two rows, the topmost last. The lid
    shows the first page of the booklet, as much of it as fills it.
    """
    box = packed.box
    across_mm, down_mm = (
        side_mm + 2 * box.wall_mm + _BESIDE_MM for side_mm in (box.width_mm, box.depth_mm)
    )
    groups = {"tray": [*_tray(packed)], "lid": [*_lid(packed, shown.booklet[:1])]}
    stacks = _Stacks(shown)
    for number, well in enumerate(packed.wells, 1):
        walls = [*_dividers(well, packed)]
        groups[f"well {number}"] = [*walls, *stacks.piles(well.stacks, Point(0, 0), box.wall_mm)]
    for number, layer in enumerate(packed.layers):
        column, row = divmod(number, 2)
        at = Point(-(column + 1) * across_mm, row * down_mm)
        groups[f"on top {number + 1}"] = [*stacks.piles(layer.stacks, at, -layer.z_mm)]
    return groups


def _tray(packed: PackedBox) -> Iterator[SolidPile]:
    box, wall_mm = packed.box, packed.box.wall_mm
    if not wall_mm:
        return
    inside = Size(box.width_mm, box.depth_mm)
    corner = Point(-wall_mm, -wall_mm)
    yield _plate("floor", _grown(inside, wall_mm), wall_mm, corner, 0.0, "box")
    yield _frame("walls", inside, wall_mm, box.height_mm, corner, wall_mm, "box")


def _lid(packed: PackedBox, art: Sequence[Face]) -> Iterator[SolidPile]:
    box, wall_mm = packed.box, packed.box.wall_mm
    if not wall_mm:
        return
    more_mm = wall_mm + _GAP_MM
    inside = _grown(Size(box.width_mm, box.depth_mm), more_mm)
    corner = Point(box.width_mm + wall_mm + _BESIDE_MM, -more_mm - wall_mm)
    high_mm = box.height_mm + wall_mm
    yield _frame("lid walls", inside, wall_mm, high_mm, corner, 0.0, "box")
    size = _grown(inside, wall_mm)
    lid = _plate("lid", size, wall_mm, corner, high_mm, "box")
    yield replace(lid, front=art[0].digest, shown=_upper_part(art[0], size)) if art else lid


def _upper_part(face: Face, size: Size) -> ShownPart:
    """The largest part of a face that has the form of a size, with its upper edge: its title."""
    page = face.outline.size
    share = (size.width_mm / size.height_mm) / (page.width_mm / page.height_mm)
    wide, high = min(1.0, share), min(1.0, 1 / share)
    return ShownPart((1 - wide) / 2, 0.0, (1 + wide) / 2, high)


def _grown(size: Size, by_mm: float) -> Size:
    return Size(size.width_mm + 2 * by_mm, size.height_mm + 2 * by_mm)


def _plate(
    name: str, size: Size, thick_mm: float, at: Point, high_mm: float, colour: str
) -> SolidPile:
    solid = solid_of(Outline.rectangle(size.width_mm, size.height_mm), thick_mm)
    return SolidPile(name, solid, 1, colour, colour, at, high_mm, sides=colour)


def _frame(
    name: str, inside: Size, wall_mm: float, tall_mm: float, at: Point, high_mm: float, colour: str
) -> SolidPile:
    """Four walls around a room; `at` is their outer corner."""
    right_mm, below_mm = wall_mm + inside.width_mm, wall_mm + inside.height_mm
    hole = (
        Point(wall_mm, wall_mm),
        Point(right_mm, wall_mm),
        Point(right_mm, below_mm),
        Point(wall_mm, below_mm),
    )
    outer = _grown(inside, wall_mm)
    outline = Outline.rectangle(outer.width_mm, outer.height_mm)
    outline = Outline(outline.shape, outline.size, holes=(hole,))
    return SolidPile(name, solid_of(outline, tall_mm), 1, colour, colour, at, high_mm, sides=colour)


def _dividers(well: Well, packed: PackedBox) -> Iterator[SolidPile]:
    """Yields half of the wall on each side of a well; the neighbour has the other half."""
    half_mm = packed.box.divider_mm / 2
    if not half_mm:
        return
    at = Point(well.x_mm - half_mm, well.y_mm - half_mm)
    inside = Size(well.width_mm, well.depth_mm)
    yield _frame("divider", inside, half_mm, well.height_mm, at, packed.box.wall_mm, "divider")


class _Stacks:
    """Makes piles of stacks, which take the looks of each piece one after the other."""

    def __init__(self, shown: BoxFaces) -> None:
        self._shown = shown
        self._left = {
            piece: [(look, look.copies) for look in looks] for piece, looks in shown.pieces.items()
        }

    def piles(self, stacks: Sequence[Stack], at: Point, high_mm: float) -> Iterator[SolidPile]:
        """Yields the piles of stacks in a box whose floor has its corner `at` and at high_mm."""
        for stack in stacks:
            corner = at.moved(stack.x_mm, stack.y_mm)
            if stack.sort is PartSort.KIND:
                yield from self._of_pieces(stack, corner, high_mm + stack.z_mm)
            else:
                yield self._whole(stack, corner, high_mm + stack.z_mm)

    def _of_pieces(self, stack: Stack, corner: Point, high_mm: float) -> Iterator[SolidPile]:
        along_mm = 0.0
        for piece, copies in stack.pieces:
            for look, taken in self._looks(piece, copies):
                yield _pile(look, taken, stack, corner, high_mm, along_mm)
                along_mm += taken * look.thickness_mm * stack.folded

    def _looks(self, piece: str, copies: int) -> Iterator[tuple[ExportPiece, int]]:
        left = self._left.get(piece, [])
        while copies and left:
            look, there = left[0]
            taken = min(copies, there)
            if taken:
                yield look, taken
            copies -= taken
            left[:1] = [(look, there - taken)] if there > taken else []

    def _whole(self, stack: Stack, corner: Point, high_mm: float) -> SolidPile:
        """A box, a booklet or a bought part: a cuboid as large as its stack."""
        front, back, shown, colour = "", "", ShownPart(), ""
        if stack.sort is PartSort.BOX:
            front, shown = self._top_of(stack.part)
        elif stack.sort is PartSort.BOOKLET and self._shown.booklet:
            front, back = (self._shown.booklet[at].digest for at in (0, -1))
        elif stack.sort is PartSort.BOUGHT:
            front = back = colour = "bag"
        size = stack.face
        thick_mm = stack.width_mm * stack.depth_mm * stack.height_mm / size.area_mm2
        return SolidPile(
            stack.part,
            solid_of(Outline.rectangle(size.width_mm, size.height_mm), thick_mm),
            1,
            front,
            back,
            corner,
            high_mm,
            _turn(stack),
            shown,
            sides=colour,
            extras={"kind": stack.part, "piece": stack.part, "copies": stack.copies},
        )

    def _top_of(self, box: str) -> tuple[str, ShownPart]:
        """The picture of a closed box, and the part of its net that lies on top."""
        on_top = self._shown.lids.get(box, box)
        piece, face = self._shown.boxes.get(on_top, (None, None))
        panels = piece.front["panels"] if piece is not None else None
        if piece is None or face is None or not isinstance(panels, Record):
            return "", ShownPart()
        name = "front" if str(piece.front["form"]) == "tuck" else "base"
        panel, net = panels[name], piece.kind.outline.size
        if str(piece.front["form"]) == "tray" or not isinstance(panel, Record):
            return "", ShownPart()
        x, y, wide, high = (
            float(side)
            for side in (panel["x"], panel["y"], panel["width"], panel["height"])
            if isinstance(side, int | float)
        )
        part = ShownPart(
            x / net.width_mm,
            y / net.height_mm,
            (x + wide) / net.width_mm,
            (y + high) / net.height_mm,
        )
        return face.digest, part


def _pile(
    look: ExportPiece, copies: int, stack: Stack, corner: Point, high_mm: float, along_mm: float
) -> SolidPile:
    """Copies of a piece in a stack, `along_mm` from its begin, in the middle of its sides."""
    outline, thick_mm, shown = look.kind.outline, look.thickness_mm, ShownPart()
    if stack.folded > 1:
        whole, size = outline.size, stack.face
        outline = Outline.rectangle(size.width_mm, size.height_mm)
        right, bottom = size.width_mm / whole.width_mm, size.height_mm / whole.height_mm
        shown = ShownPart(right=min(1.0, right), bottom=min(1.0, bottom))
        thick_mm *= stack.folded
    spare_mm = _spare_mm(stack, outline.size)
    if stack.stance is StackStance.LYING:
        high_mm += along_mm
        corner = corner.moved(spare_mm[stack.turned], spare_mm[not stack.turned])
    elif stack.turned:
        corner = corner.moved(spare_mm[not _on_side(stack)], along_mm)
    else:
        corner = corner.moved(along_mm, spare_mm[_on_side(stack)])
    return SolidPile(
        look.id,
        solid_of(outline, thick_mm),
        copies,
        look.front.digest,
        look.back.digest if look.back else "",
        corner,
        high_mm,
        _turn(stack),
        shown,
        extras={"kind": stack.part, "piece": look.piece.id},
    )


def _spare_mm(stack: Stack, size: Size) -> tuple[float, float]:
    """What a sleeve is wider and higher than its card, on each side."""
    face = stack.face
    return (face.width_mm - size.width_mm) / 2, (face.height_mm - size.height_mm) / 2


def _on_side(stack: Stack) -> bool:
    """Whether pieces on edge have their width upright."""
    return math.isclose(stack.face.width_mm, stack.height_mm, abs_tol=1e-6)


def _turn(stack: Stack) -> Turn:
    """The turn by which pieces fill a stack."""
    if stack.stance is StackStance.LYING:
        return _ON_TABLE if stack.turned else UNTURNED
    return _TURNS[stack.turned, _on_side(stack)]
