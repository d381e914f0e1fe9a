"""Parts the floor of a box into compartments by straight walls, each from one wall to another.

Things that lie on the floor say who is whose neighbour. Walls are laid out anew between them, so
that there is room for walls of any thickness, and a thing lies in its compartment as tightly as it
asks for: what is left over becomes a compartment of its own. Lengths are in mm, from the upper left
corner of the room.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.polygons import SAME_MM
from fustella.core.geometry.shapes import EPSILON_MM, Rect, Size

LOOSE_MM = 8.0
"""The most by which a compartment is larger than what lies in it, to spare a wall."""


class Cell(Struct, frozen=True, gc=False):
    """Something that lies on the floor: its `box` there, and the `size` of the room that it needs.

    Its name is unique on the floor.
    """

    name: str
    box: Rect
    size: Size


class Compartment(Struct, frozen=True, gc=False):
    """The room between walls for the cell `name`; "" for an empty one."""

    name: str
    box: Rect


class Wall(Struct, frozen=True, gc=False):
    """A wall of a floor plan: its middle lies at `at_mm`, and it reaches from `start` to `end`.

    An `upright` one has the same x everywhere, and reaches from y to y; others from x to x.
    """

    upright: bool
    at_mm: float
    start_mm: float
    end_mm: float

    @property
    def length_mm(self) -> float:
        return self.end_mm - self.start_mm

    def crosses(self, other: "Wall") -> bool:
        return (
            self.upright != other.upright
            and self.start_mm < other.at_mm < self.end_mm
            and other.start_mm < self.at_mm < other.end_mm
        )

    def ends_at(self, other: "Wall", thick_mm: float) -> bool:
        """Whether an end of the wall meets the side of another one, `thick_mm` thick."""
        return (
            self.upright != other.upright
            and other.start_mm < self.at_mm < other.end_mm
            and min(abs(end - other.at_mm) for end in (self.start_mm, self.end_mm))
            < thick_mm / 2 + SAME_MM
        )


class FloorPart(Struct, frozen=True, gc=False):
    """A part of the floor that is made for itself: its outer `box`, and its compartments."""

    box: Rect
    compartments: tuple[Compartment, ...]


class FloorPlan(Struct, frozen=True, gc=False):
    """A floor with its compartments, the walls between them, and the parts that they make."""

    room: Size
    wall_mm: float
    compartments: tuple[Compartment, ...]
    walls: tuple[Wall, ...]
    parts: tuple[FloorPart, ...]


class NotParted(Exception):
    """Raised where no straight wall from side to side parts some cells; `names` are theirs."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(", ".join(names))
        self.names = names


class TooTight(Exception):
    """Raised where cells with their walls need more than the room; `needed` is what they need."""

    def __init__(self, needed: Size) -> None:
        super().__init__(f"{needed.width_mm:.1f} x {needed.height_mm:.1f} mm")
        self.needed = needed


class PartTooLarge(Exception):
    """Raised where a part is larger than asked for; `name` is the cell in it, `size` its size."""

    def __init__(self, name: str, size: Size) -> None:
        super().__init__(name)
        self.name, self.size = name, size


def plan_floor(cells: Sequence[Cell], room: Size, wall_mm: float, rim_mm: float = 0.0) -> FloorPlan:
    """The plan of a floor: one part, whose compartments share their walls.

    Along the rim of the room stands a wall of `rim_mm`. Raises NotParted, and TooTight where the
    room is too small.
    """
    tree = _parted(cells)
    layout = _Layout(room, wall_mm, rim_mm, 0.0, frozenset())
    return layout.plan(tree)


def plan_parts(
    cells: Sequence[Cell],
    room: Size,
    wall_mm: float,
    apart_mm: float,
    largest: Size,
    loose: frozenset[str] = frozenset(),
) -> FloorPlan:
    """The plan of a floor in parts, each with a rim of its own; no part is larger than `largest`.

    Parts are `apart_mm` apart, and half of that from the rim of the room. Where all fits into
    `largest`, there is one part. `loose` cells may be larger, and then have no part. Raises
    NotParted, TooTight, and TooLarge for a cell.
    """
    tree = _parted(cells)
    cut: frozenset[int] = frozenset()
    while True:
        plan = _Layout(room, wall_mm, wall_mm + apart_mm / 2, apart_mm, cut).plan(tree)
        broken = _too_large(tree, plan, cut, largest, loose)
        if not broken:
            parts = (
                part
                for part in plan.parts
                if _names_of(part) and (_fits(part, largest) or not _names_of(part) <= loose)
            )
            return replace(plan, parts=tuple(parts))
        cut |= broken


class _Node(Struct, frozen=True, gc=False):
    """A cell, or nodes beside each other: with `upright` walls between them, or level ones."""

    number: int
    cell: Cell | None = None
    upright: bool = False
    nodes: tuple["_Node", ...] = ()

    @property
    def names(self) -> frozenset[str]:
        if self.cell:
            return frozenset({self.cell.name})
        return frozenset().union(*(node.names for node in self.nodes))


def _parted(cells: Sequence[Cell]) -> _Node:
    numbers = iter(range(2 * len(cells) + 2))

    def node_of(own: Sequence[Cell]) -> _Node:
        if len(own) == 1:
            return _Node(next(numbers), own[0])
        ways = [(upright, beside(own, upright)) for upright in (True, False)]
        ways = [way for way in ways if len(way[1]) > 1]
        if not ways:
            raise NotParted(tuple(cell.name for cell in own))
        # The longer wall goes through: it holds those that end at it.
        around = _around([cell.box for cell in own])
        longer = around.height_mm >= around.width_mm
        upright, groups = min(ways, key=lambda way: way[0] is not longer)
        return _Node(next(numbers), None, upright, tuple(map(node_of, groups)))

    return node_of(cells)


def beside(cells: Sequence[Cell], upright: bool) -> list[list[Cell]]:
    """The cells in groups from left to right, or from above, which straight walls part."""

    def reach(cell: Cell) -> tuple[float, float]:
        box = cell.box if upright else cell.box.transposed()
        return box.x_mm, box.right_mm

    groups: list[list[Cell]] = []
    end_mm = 0.0
    for cell in sorted(cells, key=reach):
        start_mm, stop_mm = reach(cell)
        if groups and start_mm < end_mm - SAME_MM:
            groups[-1].append(cell)
        else:
            groups.append([cell])
        end_mm = max(end_mm, stop_mm)
    return groups


def _around(boxes: Sequence[Rect]) -> Rect:
    left, top = min(box.x_mm for box in boxes), min(box.y_mm for box in boxes)
    right, bottom = max(box.right_mm for box in boxes), max(box.bottom_mm for box in boxes)
    return Rect(left, top, right - left, bottom - top)


class _Layout:
    """Lays walls and compartments out; nodes in `cut` are parted, with room for two rims there."""

    def __init__(
        self, room: Size, wall_mm: float, rim_mm: float, apart_mm: float, cut: frozenset[int]
    ) -> None:
        self._room, self._wall_mm, self._rim_mm = room, wall_mm, rim_mm
        self._apart_mm, self._cut = apart_mm, cut
        self._walls: list[Wall] = []
        self._compartments: list[Compartment] = []
        self._parts: list[tuple[Rect, int, int]] = []

    def plan(self, tree: _Node) -> FloorPlan:
        needed, rims_mm = self._needed(tree), 2 * self._rim_mm
        needed = Size(needed.width_mm + rims_mm, needed.height_mm + rims_mm)
        if not needed.fits_in(self._room):
            raise TooTight(needed)
        floor = Rect(0, 0, self._room.width_mm, self._room.height_mm).grown(-self._rim_mm)
        self._place(tree, floor, whole=tree.number not in self._cut)
        if tree.number not in self._cut:
            self._parts = [(floor, 0, len(self._compartments))]
        parts = tuple(
            FloorPart(
                box.grown(min(self._wall_mm, self._rim_mm)), tuple(self._compartments[first:last])
            )
            for box, first, last in self._parts
        )
        walls = tuple(_joined(self._walls, self._wall_mm))
        return FloorPlan(self._room, self._wall_mm, tuple(self._compartments), walls, parts)

    def _gap_mm(self, node: _Node) -> float:
        return 2 * self._wall_mm + self._apart_mm if node.number in self._cut else self._wall_mm

    def _needed(self, node: _Node) -> Size:
        if node.cell:
            return node.cell.size
        sizes = [self._needed(one) for one in node.nodes]
        sizes = sizes if node.upright else [size.turned() for size in sizes]
        along = sum(size.width_mm for size in sizes) + self._gap_mm(node) * (len(sizes) - 1)
        size = Size(along, max(size.height_mm for size in sizes))
        return size if node.upright else size.turned()

    def _place(self, node: _Node, room: Rect, *, whole: bool) -> None:
        """Lays a node out in a room; a `whole` one is in one part with what lies around it."""
        first = len(self._compartments)
        parted = node.number in self._cut
        gap_mm = 2 * self._wall_mm + self._apart_mm if not whole else self._wall_mm
        needed = self._needed(node)
        for upright, wanted_mm in ((True, needed.width_mm), (False, needed.height_mm)):
            low, high = _reach(room, upright)
            if high - low - wanted_mm - gap_mm > LOOSE_MM:
                room, rest = _split(room, upright, low + wanted_mm, gap_mm)
                self._wall_between(room, rest, upright)
                self._compartments.append(Compartment("", rest))
                if not whole:
                    self._parts.append((rest, first, first + 1))
                    first += 1
        if node.cell:
            self._compartments.append(Compartment(node.cell.name, room))
        else:
            self._place_beside(node, room)
        if not whole and (node.cell or not parted):
            self._parts.append((room, first, len(self._compartments)))

    def _place_beside(self, node: _Node, room: Rect) -> None:
        upright, gap_mm = node.upright, self._gap_mm(node)
        whole = node.number not in self._cut
        needed = self._needed(node)
        low, high = _reach(room, upright)
        spare_mm = high - low - (needed.width_mm if upright else needed.height_mm)
        known = [wall.at_mm for wall in self._walls if wall.upright is upright]
        for one in node.nodes[:-1]:
            size = self._needed(one)
            end_mm = _reach(room, upright)[0] + (size.width_mm if upright else size.height_mm)
            # A wall goes on where another one ended, if it can: then they are one.
            near = [at - gap_mm / 2 - end_mm for at in known]
            moved_mm = min((by for by in near if -EPSILON_MM < by <= spare_mm), default=0.0)
            spare_mm -= moved_mm
            own, room = _split(room, upright, end_mm + moved_mm, gap_mm)
            self._wall_between(own, room, upright)
            self._place(one, own, whole=whole)
        self._place(node.nodes[-1], room, whole=whole)

    def _wall_between(self, one: Rect, other: Rect, upright: bool) -> None:
        (_, before), (after, _) = _reach(one, upright), _reach(other, upright)
        self._walls.append(Wall(upright, (before + after) / 2, *_reach(one, not upright)))


def _reach(box: Rect, upright: bool) -> tuple[float, float]:
    return (box.x_mm, box.right_mm) if upright else (box.y_mm, box.bottom_mm)


def _split(room: Rect, upright: bool, end_mm: float, gap_mm: float) -> tuple[Rect, Rect]:
    """The two rooms on either side of a wall that begins at `end_mm`."""
    box = room if upright else room.transposed()
    one = Rect(box.x_mm, box.y_mm, end_mm - box.x_mm, box.height_mm)
    begin_mm = end_mm + gap_mm
    other = Rect(begin_mm, box.y_mm, box.right_mm - begin_mm, box.height_mm)
    return (one, other) if upright else (one.transposed(), other.transposed())


def _joined(walls: Sequence[Wall], wall_mm: float) -> Iterator[Wall]:
    """Yields the walls, those as one between which only the thickness of another wall lies."""
    runs: dict[tuple[bool, int], list[Wall]] = {}
    for wall in walls:
        runs.setdefault((wall.upright, round(wall.at_mm / SAME_MM)), []).append(wall)
    for own in runs.values():
        in_order = sorted(own, key=lambda wall: wall.start_mm)
        joined = [in_order[0]]
        for _, wall in pairwise(in_order):
            if wall.start_mm - joined[-1].end_mm < wall_mm + SAME_MM:
                joined[-1] = replace(joined[-1], end_mm=wall.end_mm)
            else:
                joined.append(wall)
        yield from joined


def _names_of(part: FloorPart) -> frozenset[str]:
    return frozenset(one.name for one in part.compartments if one.name)


def _fits(part: FloorPart, largest: Size) -> bool:
    size = part.box.size
    return size.fits_in(largest) or size.turned().fits_in(largest)


def _too_large(
    tree: _Node, plan: FloorPlan, cut: frozenset[int], largest: Size, loose: frozenset[str]
) -> frozenset[int]:
    """The nodes to be cut, as their parts are larger than `largest` whichever way they lie."""
    found: set[int] = set()
    for part in plan.parts:
        names = _names_of(part)
        if not names or _fits(part, largest):
            continue
        node = _node_of(tree, names, cut)
        if node.cell and node.number in cut:
            if node.cell.name in loose:
                continue
            raise PartTooLarge(node.cell.name, part.box.size)
        found.add(node.number)
    return frozenset(found)


def _node_of(node: _Node, names: frozenset[str], cut: frozenset[int]) -> _Node:
    """The outermost node with exactly these cells that is not cut yet, or the cell."""
    if node.cell or (node.names == names and node.number not in cut):
        return node
    inner = next(one for one in node.nodes if names <= one.names)
    return _node_of(inner, names, cut)
