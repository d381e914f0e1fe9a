"""Makes the parts of which compartments are built: strips with slots, and panels with fingers.

Parts are unions of upright rectangles, less other ones: so two parts that meet are made of the same
rectangles, and are complementary. Lengths are in mm; heights run down, as on a drawing.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.floorplans import FloorPlan, Wall
from fustella.core.geometry.polygons import SAME_MM, grown
from fustella.core.geometry.shapes import Outline, Point, Rect, area_of

STIFF_MM = 1.0
"""The thickness from which strips hold by slots and tongues alone; thinner ones get flaps."""

FLAP_MM = 10.0
"""The width of a flap at the end of a strip of card."""

FINGER_MM = 10.0
"""The usual width of fingers; they are at least as wide as the material is thick."""

_TAPER_MM = 2.0


class Joined(Struct, frozen=True, gc=False):
    """A part: its name, its outline, and the corner of the outline in the part's own lengths.

    `label` is the area in the outline for a label.
    """

    name: str
    outline: Outline
    corner: Point
    label: Rect


class Fit(Struct, frozen=True, gc=False):
    """What strips are made of: its thickness, their height, and whether rims hold them by tabs."""

    thick_mm: float
    high_mm: float
    in_rim: bool = False

    @property
    def is_stiff(self) -> bool:
        return self.thick_mm >= STIFF_MM


# Strips


class Slot(Struct, frozen=True, gc=False):
    """A slot of a wall for another one: its middle along the wall, and half of the height deep."""

    along_mm: float
    other: Wall


def slots_of(plan: FloorPlan, wall: Wall) -> list[Slot]:
    """The slots of a wall, from its start on: where another wall crosses it, or ends at it.

    Walls that end too near to another slot have none: they are butted and glued.
    """
    met = [
        Slot(other.at_mm - wall.start_mm, other)
        for other in plan.walls
        if other.crosses(wall) or other.ends_at(wall, plan.wall_mm)
    ]
    met.sort(key=lambda slot: (not slot.other.crosses(wall), slot.along_mm))
    kept: list[Slot] = []
    for slot in met:
        if all(abs(slot.along_mm - one.along_mm) >= 2 * plan.wall_mm - SAME_MM for one in kept):
            kept.append(slot)
    return sorted(kept, key=lambda slot: slot.along_mm)


def strips(plan: FloorPlan, fit: Fit) -> tuple[Joined, ...]:
    """The strip of each wall of a plan, as seen from below or from the right; named `A1`, `B1`.

    Upright walls, A, stand first: their slots are open at the top. The level ones, B, go over them
    with slots that are open at the bottom. Each slot is half as high as the strips and as wide as
    they are thick. Stiff strips that end at another one have a tongue in its slot; thin ones a flap
    that is folded and glued to its side, and slits for slots.
    """
    flap_mm = min(
        (FLAP_MM, *(min(one.box.size.width_mm, one.box.size.height_mm) - 1
                    for one in plan.compartments)),
    )  # fmt: skip
    made = []
    for upright, letter in ((True, "A"), (False, "B")):
        own = sorted((w for w in plan.walls if w.upright is upright),
                     key=lambda wall: (wall.at_mm, wall.start_mm))  # fmt: skip
        for number, wall in enumerate(own, start=1):
            name = f"{letter}{number}"
            if fit.is_stiff:
                made.append(_stiff(plan, wall, fit, name))
            else:
                made.append(_thin(plan, wall, fit, name, max(flap_mm, 3.0)))
    return tuple(made)


def _stiff(plan: FloorPlan, wall: Wall, fit: Fit, name: str) -> Joined:
    half, thick, long = fit.high_mm / 2, fit.thick_mm, wall.length_mm
    # Slots of upright walls are in their upper half, and their tongues in the lower one.
    slot_y, tongue_y = (0.0, half) if wall.upright else (half, 0.0)
    cut = [Rect(slot.along_mm - thick / 2, slot_y, thick, half) for slot in slots_of(plan, wall)]
    solid = [Rect(0, 0, long, fit.high_mm)]
    for at_start, x_mm in ((True, -thick), (False, long)):
        if _has_slot(plan, wall, at_start):
            solid.append(Rect(x_mm, tongue_y, thick, half))
        elif fit.in_rim and _at_rim(plan, wall, at_start):
            tab = rim_tab(fit)
            solid.append(Rect(x_mm, tab.y_mm, thick, tab.height_mm))
    outline, corner = outline_of(solid, cut)
    label = _label_area(wall, fit, plan).moved(-corner.x_mm, -corner.y_mm)
    return Joined(name, outline, corner, label)


def rim_tab(fit: Fit) -> Rect:
    """The tab of a strip in the rim of its box: the middle third of its height."""
    return Rect(0, fit.high_mm / 3, fit.thick_mm, fit.high_mm / 3)


def _thin(plan: FloorPlan, wall: Wall, fit: Fit, name: str, flap_mm: float) -> Joined:
    high, long = fit.high_mm, wall.length_mm
    taper = min(_TAPER_MM, high / 4)
    corners = (
        *(Point(0, 0), Point(long, 0)),
        *(Point(long + flap_mm, taper), Point(long + flap_mm, high - taper)),
        *(Point(long, high), Point(0, high)),
        *(Point(-flap_mm, high - taper), Point(-flap_mm, taper)),
    )
    begin, end = (0.0, high / 2) if wall.upright else (high / 2, high)
    slits = tuple(
        (Point(slot.along_mm, begin), Point(slot.along_mm, end))
        for slot in slots_of(plan, wall)
        if slot.other.crosses(wall)
    )
    folds = ((Point(0, 0), Point(0, high)), (Point(long, 0), Point(long, high)))
    glue = (
        (corners[6], corners[7], corners[0], corners[5]),
        (corners[1], corners[2], corners[3], corners[4]),
    )
    corner = Point(-flap_mm, 0)

    def moved(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple(at.moved(flap_mm, 0) for at in points)

    outline = replace(
        Outline.polygon(moved(corners)),
        folds=tuple((a.moved(flap_mm, 0), b.moved(flap_mm, 0)) for a, b in folds),
        slits=tuple((a.moved(flap_mm, 0), b.moved(flap_mm, 0)) for a, b in slits),
        glue=tuple(map(moved, glue)),
    )
    return Joined(name, outline, corner, _label_area(wall, fit, plan).moved(flap_mm, 0))


def _has_slot(plan: FloorPlan, wall: Wall, at_start: bool) -> bool:
    """Whether an end of a wall has a slot in the wall that it meets."""
    end_mm = wall.start_mm if at_start else wall.end_mm
    return any(
        abs(other.at_mm - end_mm) < plan.wall_mm / 2 + SAME_MM
        and any(slot.other == wall for slot in slots_of(plan, other))
        for other in plan.walls
        if wall.ends_at(other, plan.wall_mm)
    )


def _at_rim(plan: FloorPlan, wall: Wall, at_start: bool) -> bool:
    return not any(
        wall.ends_at(other, plan.wall_mm)
        and abs(other.at_mm - (wall.start_mm if at_start else wall.end_mm))
        < plan.wall_mm / 2 + SAME_MM
        for other in plan.walls
    )


def _label_area(wall: Wall, fit: Fit, plan: FloorPlan) -> Rect:
    """The widest place between slots, in lengths from the strip's start."""
    ends = [0.0, *(slot.along_mm for slot in slots_of(plan, wall)), wall.length_mm]
    low, high = max(pairwise(ends), key=lambda span: span[1] - span[0])
    return Rect(low, 0, high - low, fit.high_mm).grown(-fit.thick_mm)


# Boxes with fingers


def finger_box(plan: FloorPlan, fit: Fit, finger_mm: float = FINGER_MM) -> tuple[Joined, ...]:
    """The panels of an open box around the strips of a plan: bottom, front, back, left and right.

    The plan has a rim as thick as the material, in which the walls of the box stand. Sides are seen
    from without. Fingers are equally wide along an edge, an odd number of them, each at least
    `finger_mm`. Where the edges of three panels meet, the front and the back have the corner.
    """
    thick, high = fit.thick_mm, fit.high_mm
    wide, deep = plan.room.width_mm - 2 * thick, plan.room.height_mm - 2 * thick
    along, down, up = (_steps(length, finger_mm) for length in (wide, deep, high))
    floor = [Rect(0, 0, wide, deep)]
    for number, (first, last) in enumerate(pairwise(along)):
        if number % 2 == 0:
            floor += [Rect(first, at, last - first, thick) for at in (-thick, deep)]
    for number, (first, last) in enumerate(pairwise(down)):
        if number % 2 == 0:
            floor += [Rect(at, first, thick, last - first) for at in (-thick, wide)]
    tabs = _tabs(plan, fit)
    made = [_panel("bottom", floor, (), Rect(0, 0, wide, deep))]
    for name, length_mm, steps, ends in (
        ("front", wide, along, 0),
        ("back", wide, along, 0),
        ("left", deep, down, 1),
        ("right", deep, down, 1),
    ):
        side = [Rect(0, 0, length_mm, high)]
        side += [
            Rect(first, high, last - first, thick)
            for number, (first, last) in enumerate(pairwise(steps))
            if number % 2 == 1
        ]
        for number, (first, last) in enumerate(pairwise(up)):
            if number % 2 == ends:
                # The lowest finger of front and back goes on into the corner of the bottom.
                low = last + thick * (number == len(up) - 2 and ends == 0)
                side += [Rect(at, first, thick, low - first) for at in (-thick, length_mm)]
        made.append(_panel(name, side, tabs[name], Rect(0, 0, length_mm, high)))
    return tuple(made)


def _panel(name: str, solid: Sequence[Rect], cut: Sequence[Rect], label: Rect) -> Joined:
    outline, corner = outline_of(solid, cut)
    return Joined(name, outline, corner, label.moved(-corner.x_mm, -corner.y_mm).grown(-2))


def _steps(length_mm: float, finger_mm: float) -> list[float]:
    """Where the fingers of an edge begin and end: an odd number of them, at least one."""
    count = max(1, int(length_mm / finger_mm + SAME_MM))
    count -= 1 - count % 2
    return [length_mm * number / count for number in range(count + 1)]


def _tabs(plan: FloorPlan, fit: Fit) -> Mapping[str, list[Rect]]:
    """The holes of each side for the tabs of strips that end there, in lengths of its inside."""
    thick, tab = fit.thick_mm, rim_tab(fit)
    found: dict[str, list[Rect]] = {name: [] for name in ("front", "back", "left", "right")}
    wide, deep = plan.room.width_mm - 2 * thick, plan.room.height_mm - 2 * thick
    for wall in plan.walls:
        for at_start in (True, False):
            if not _at_rim(plan, wall, at_start):
                continue
            at = wall.at_mm - thick
            # Seen from without, the back and the right side run the other way.
            if wall.upright:
                name, along = ("back", wide - at) if at_start else ("front", at)
            else:
                name, along = ("left", at) if at_start else ("right", deep - at)
            found[name].append(Rect(along - thick / 2, tab.y_mm, thick, tab.height_mm))
    return found


# Unions of rectangles


def outline_of(solid: Sequence[Rect], cut: Sequence[Rect] = ()) -> tuple[Outline, Point]:
    """The outline of rectangles together, less those of `cut`, and the corner of its box.

    The outline begins at (0, 0). What is cut out within is a hole. The rectangles hang together.
    """
    across = _lines(side for box in (*solid, *cut) for side in (box.x_mm, box.right_mm))
    down = _lines(side for box in (*solid, *cut) for side in (box.y_mm, box.bottom_mm))
    filled: set[tuple[int, int]] = set()
    for boxes, change in ((solid, filled.update), (cut, filled.difference_update)):
        for box in boxes:
            first, last = _at(across, box.x_mm), _at(across, box.right_mm)
            top, bottom = _at(down, box.y_mm), _at(down, box.bottom_mm)
            change({(x, y) for x in range(first, last) for y in range(top, bottom)})
    loops = [
        tuple(Point(across[x], down[y]) for x, y in _corners_alone(loop)) for loop in _loops(filled)
    ]
    loops.sort(key=area_of, reverse=True)
    outer, *holes = loops
    corner = Point(min(at.x_mm for at in outer), min(at.y_mm for at in outer))
    moved = [tuple(at.moved(-corner.x_mm, -corner.y_mm) for at in loop) for loop in (outer, *holes)]
    around, *inner = moved
    return replace(Outline.polygon(around), holes=tuple(hole[::-1] for hole in inner)), corner


def with_kerf(outline: Outline, kerf_mm: float) -> Outline:
    """The outline to cut along, so that `outline` stays where a cut takes `kerf_mm` away.

    It is larger by half of the kerf on each side, and its holes are smaller; it begins at (0, 0).
    """
    half = kerf_mm / 2

    def moved(points: Sequence[Point], by_mm: float) -> tuple[Point, ...]:
        return tuple(at.moved(half, half) for at in grown(points, by_mm))

    return replace(
        Outline.polygon(moved(outline.corners(), half)),
        holes=tuple(moved(hole, -half) for hole in outline.holes),
    )


def _lines(at: Iterator[float]) -> list[float]:
    """Different places in order; those closer than a micrometre are one."""
    lines: list[float] = []
    for place in sorted(at):
        if not lines or place - lines[-1] > SAME_MM:
            lines.append(place)
    return lines


def _at(lines: Sequence[float], place: float) -> int:
    return min(range(len(lines)), key=lambda number: abs(lines[number] - place))


def _loops(filled: set[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Yields the rims of cells, with the cells on the right of each step."""
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in filled:
        for start, end, beside in (
            ((x, y), (x + 1, y), (x, y - 1)),
            ((x + 1, y), (x + 1, y + 1), (x + 1, y)),
            ((x + 1, y + 1), (x, y + 1), (x, y + 1)),
            ((x, y + 1), (x, y), (x - 1, y)),
        ):
            if beside not in filled:
                after.setdefault(start, []).append(end)
    while after:
        start = min(after)
        loop, here = [start], start
        while True:
            end = after[here].pop()
            if not after[here]:
                del after[here]
            if end == start:
                break
            loop.append(end)
            here = end
        yield loop


def _corners_alone(loop: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    around = (loop[-1], *loop, loop[0])
    for before, here, after in zip(around, around[1:], around[2:], strict=False):
        if (before[0] == after[0]) != (before[1] == after[1]) and (
            before[0] == here[0] == after[0] or before[1] == here[1] == after[1]
        ):
            continue
        yield here
