"""Groups copies that take the same room into forms, and finds the orientations of their rows.

A *cell* is the room of one copy: its trim, grown by half of the distance to the next one. Where
copies share their cuts, the cell is the trim alone, and the bleed surrounds the whole block as its
*margin*.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Point, Size, Tiling
from fustella.core.values.model import FibreAlong
from fustella.core.values.paper import Grain, Hexes, PrintSettings
from fustella.core.values.sheets import Item
from fustella.impose.layout import CIRCLE_CLEARANCE_MM, CORNER_GROWTH
from fustella.impose.packing.nesting import Nest, nest_of_circles, nest_of_hexagons, nests_of

_NO_MARGIN = Size(0.0, 0.0)

APART_MM = 1.0
"""The distance between kinds without bleed: an inexact cut leaves nothing of a neighbour."""


class Orientation(Struct, frozen=True):
    """One way of laying copies in rows.

    `pitch` is the size of a cell; in straight rows it is also the distance between copies and
    between rows, and in a `nest` copies lie nearer. `pitch` and `margin` are as seen along the
    rows. If the rows run down the page (`across`), width and height are exchanged on the page.
    """

    turn_deg: int
    pitch: Size
    margin: Size = _NO_MARGIN
    nest: Nest | None = None
    across: bool = False

    @property
    def nested(self) -> bool:
        return self.nest is not None

    @property
    def room_mm2(self) -> float:
        """The area that a copy takes among many others."""
        return self.nest.room_mm2 if self.nest else self.pitch.width_mm * self.pitch.height_mm

    @property
    def cell(self) -> Size:
        """The cell as it lies on the page."""
        return self.pitch.turned() if self.across else self.pitch

    @property
    def outer(self) -> Size:
        """The room that a single copy takes on the page with all its bleed."""
        width_mm = self.pitch.width_mm + 2 * self.margin.width_mm
        size = Size(width_mm, self.pitch.height_mm + 2 * self.margin.height_mm)
        return size.turned() if self.across else size


class PackedOutline(Struct, frozen=True):
    """Copies that take the same room, and the orientations in which they may lie.

    `first` is the index of the form's first item among all items; one copy takes at least
    `room_mm2`. The form is `backed` if some of its items have a back.
    """

    items: tuple[Item, ...]
    orientations: tuple[Orientation, ...]
    first: int
    copies: int
    room_mm2: float
    backed: bool


class FormNeed(NamedTuple):
    """The properties that decide how a piece may lie; pieces with equal needs share blocks.

    `width_mm` and `height_mm` are the trim's. Pieces that have the same `edge` (not "")
    share their cuts if all or none of them are `backed`, because backs meet as fronts do. For a
    polygon that is `nested` the `corners` count, otherwise only the box around it. `kind` is ""
    except for pieces without bleed where kinds lie apart.
    """

    tiling: Tiling
    width_mm: float
    height_mm: float
    bleed_mm: float
    gutter_mm: float
    edge: str
    backed: bool
    turns: tuple[int, ...]
    nested: bool
    corners: tuple[Point, ...] = ()
    kind: str = ""

    @property
    def clearance_mm(self) -> float:
        """The distance from a piece's sides to the sides of its cell."""
        if self.edge:
            return 0.0
        by_mm = self.bleed_mm + self.gutter_mm / 2
        return max(by_mm, CIRCLE_CLEARANCE_MM) if self.tiling is Tiling.CIRCLES else by_mm

    @property
    def margin_mm(self) -> float:
        """The margin of a block of such pieces, which keeps it away from other blocks."""
        if self.kind:
            return APART_MM / 2
        return self.bleed_mm if self.edge else 0.0


def need_of(
    item: Item, settings: PrintSettings, interlocked: bool = False, apart: bool = False
) -> FormNeed:
    """The properties that decide how a piece may lie.

    Hexagons are always nested, other shapes only if `interlocked`. With `apart`, pieces without
    bleed lie in blocks of their own kind, away from all others.
    """
    outline, size = item.outline, item.outline.size
    interlocked = interlocked and may_interlock(outline, settings)
    return FormNeed(
        outline.tiling,
        size.width_mm,
        size.height_mm,
        item.bleed_mm,
        settings.gutter_mm,
        item.edge if shares(item, settings) else "",
        item.has_back and shares(item, settings),
        turns_of(item),
        interlocked or (outline.tiling is Tiling.HONEYCOMB and settings.hexes is Hexes.HONEYCOMB),
        outline.corners() if interlocked else (),
        item.kind if apart and item.bleed_mm <= 0 else "",
    )


def may_interlock(outline: Outline, settings: PrintSettings) -> bool:
    """Whether rows of a shape other than a hexagon may be nested."""
    nestable = outline.tiling in (Tiling.CIRCLES, Tiling.NESTED)
    return settings.hexes is Hexes.HONEYCOMB and nestable


def forms_of(
    items: Sequence[Item],
    settings: PrintSettings,
    *,
    interlocked: bool = False,
    apart: bool = False,
) -> tuple[PackedOutline, ...]:
    """The forms of items that have copies, in the order in which they first appear.

    Shapes other than hexagons are nested only if `interlocked`; with `apart`, kinds without bleed
    lie away from other kinds.
    """
    members: dict[FormNeed, list[Item]] = defaultdict(list)
    first: dict[FormNeed, int] = {}
    for index, item in enumerate(items):
        need = need_of(item, settings, interlocked, apart)
        members[need].append(item)
        first.setdefault(need, index)
    return tuple(_form(own, orientations_of(need), first[need]) for need, own in members.items())


def _form(
    items: Sequence[Item], orientations: tuple[Orientation, ...], first: int
) -> PackedOutline:
    room_mm2 = min(orientation.room_mm2 for orientation in orientations)
    copies, backed = sum(item.copies for item in items), any(item.has_back for item in items)
    gathered = sorted(items, key=lambda item: not item.has_back)
    return PackedOutline(tuple(gathered), orientations, first, copies, room_mm2, backed)


def shares(item: Item, settings: PrintSettings) -> bool:
    """Whether a piece's trim may touch its neighbour's, without bleed or gutter between them."""
    straight = item.outline.tiling in (Tiling.ROWS, Tiling.HONEYCOMB)
    return bool(item.edge) and item.bleed_mm > 0 and settings.gutter_mm <= 0 and straight


def turns_of(item: Item) -> tuple[int, ...]:
    """The turns in degrees that a piece's grain allows; a paper's grain runs down the page."""
    if item.grain is FibreAlong.ANY or item.stock_grain is Grain.NONE:
        return (0, 90)
    upright = (item.grain is FibreAlong.HEIGHT) is (item.stock_grain is Grain.LONG)
    return (0,) if upright else (90,)


@lru_cache(maxsize=16_384)
def orientations_of(need: FormNeed) -> tuple[Orientation, ...]:
    """All orientations of copies; among equally good ones, the first is preferred."""
    if need.tiling is Tiling.HONEYCOMB and need.width_mm > need.height_mm:
        # One that lies on a side is one that stands on a corner, turned by 90 degrees.
        turns = tuple((turn + 90) % 180 for turn in need.turns)
        standing = need._replace(width_mm=need.height_mm, height_mm=need.width_mm, turns=turns)
        return tuple(
            replace(each, turn_deg=(each.turn_deg + 90) % 180) for each in orientations_of(standing)
        )
    grown = CORNER_GROWTH if need.tiling is Tiling.HONEYCOMB else 1.0
    by_mm, free_mm = need.clearance_mm, need.margin_mm
    pitch = Size(need.width_mm + 2 * by_mm, need.height_mm + 2 * by_mm * grown)
    margin = Size(free_mm, free_mm * grown)
    if need.tiling is not Tiling.HONEYCOMB:
        return (*_straight_orientations(pitch, margin, need.turns), *_nests_of(need, pitch))
    nest = nest_of_hexagons(pitch)
    nested = (Orientation(turn, pitch, margin, nest, turn == 90) for turn in need.turns)
    # In straight rows flat sides may be shared; above and below, corners keep their bleed.
    apart = Size(pitch.width_mm, pitch.height_mm + 2 * margin.height_mm)
    straight = _straight_orientations(apart, Size(free_mm, 0.0), need.turns)
    return (*nested, *straight) if need.nested else straight


def _nests_of(need: FormNeed, pitch: Size) -> Iterator[Orientation]:
    """The nests of circles and polygons, along the page and across it."""
    if need.nested and not need.corners:
        nest = nest_of_circles(pitch.width_mm)
        for across in (False, True):
            yield Orientation(need.turns[0], pitch, nest=nest, across=across)
    if not need.corners:
        return
    by_mm, lying = need.clearance_mm, pitch.turned()
    for nest in nests_of(need.corners, by_mm, pitch):
        if 0 in need.turns:
            yield Orientation(0, pitch, nest=nest)
        if 90 in need.turns:  # the same, turned as a whole
            yield Orientation(90, pitch, nest=nest.upside_down(), across=True)
    # Rows that run down the page are seen in a mirror: x for y, and the corners in reverse.
    mirrored = tuple(Point(at.y_mm, at.x_mm) for at in reversed(need.corners))
    for nest in nests_of(mirrored, by_mm, lying):
        if 0 in need.turns:
            yield Orientation(0, lying, nest=nest, across=True)
        if 90 in need.turns:
            yield Orientation(270, lying, nest=nest.upside_down())


def _straight_orientations(
    pitch: Size, margin: Size, turns: tuple[int, ...]
) -> tuple[Orientation, ...]:
    """The orientations in rows and columns, with copies turned and unturned; equal ones once."""
    square = abs(pitch.width_mm - pitch.height_mm) < EPSILON_MM and margin == margin.turned()
    orientations: list[Orientation] = []
    for turn_deg in turns[:1] if square else turns:
        size, free = (pitch.turned(), margin.turned()) if turn_deg else (pitch, margin)
        orientations.append(Orientation(turn_deg, size, free))
        orientations.append(Orientation(turn_deg, size.turned(), free.turned(), across=True))
    return tuple(orientations)
