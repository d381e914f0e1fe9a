"""Makes outlines, from regular shapes and paths, rounds and turns them, and finds their faults.

Polygons are given by their corners, clockwise as seen with y down. Curves become chords that
deviate from the curve by `OFF_MM` at most.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from fustella.core.geometry.paths import is_whole_path, path_rings
from fustella.core.geometry.polygons import SAME_MM, Edge, edges_of, inside
from fustella.core.geometry.shapes import EPSILON_MM, Point, Rect

OFF_MM = 0.02
"""The most that a chord may be off its curve: less than any printer or blade resolves."""

CURVE_RAD = math.radians(30)
"""The least bend of a corner; chords with a smaller bend belong to a curve. The chords of a curve
with a radius of 1 mm bend by 23 degrees, the sides of a regular dodecagon by 30."""

MOST_CORNERS = 2000
"""The most corners of an outline with all its holes; a traced coastline has some hundred."""

_CHORDS = 48
"""The number of chords for each curve of a path; `_simplified_ring` then drops needless points."""

Ring = tuple[Point, ...]


class OutlineFault(Exception):
    """Raised, with a hint, for an outline that cannot be cut; `key` is the key that is wrong."""

    def __init__(self, message: str, hint: str, key: str = "path") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.key = key


def triangle(width_mm: float, height_mm: float) -> Ring:
    """A triangle with two equal sides that meet at the top."""
    return Point(width_mm / 2, 0), Point(width_mm, height_mm), Point(0, height_mm)


def octagon(across_flats_mm: float) -> Ring:
    """A regular octagon lying on a side."""
    whole = across_flats_mm
    cut = whole / (2 + math.sqrt(2))
    ends = ((cut, 0), (whole - cut, 0), (whole, cut), (whole, whole - cut))
    back = ((whole - cut, whole), (cut, whole), (0, whole - cut), (0, cut))
    return tuple(Point(x, y) for x, y in (*ends, *back))


def ellipse(width_mm: float, height_mm: float) -> Ring:
    a, b = width_mm / 2, height_mm / 2
    steps = _steps(max(a, b), math.tau)
    steps += -steps % 4  # so that it touches its box on all four sides
    return tuple(
        Point(a + a * math.sin(at), b - b * math.cos(at))
        for at in (math.tau * step / steps for step in range(steps))
    )


def rings_of_path(data: str) -> list[Ring]:
    """The closed parts of path data in mm, clockwise, the largest first. Raises OutlineFault."""
    if not is_whole_path(data):
        hint = 'write path data of SVG in mm, such as "M0 0L40 0L20 30Z"'
        raise OutlineFault("this is no path", hint)
    rings = [
        clockwise(_simplified_ring([Point(x, y) for x, y in ring]))
        for ring in path_rings(data, _CHORDS)
    ]
    found = sorted((ring for ring in rings if len(ring) > 2), key=_signed_mm2, reverse=True)
    if not found:
        raise OutlineFault("the path encloses nothing", "draw round a piece, and end with Z")
    return found


def at_origin(rings: Sequence[Ring]) -> list[Ring]:
    """The rings moved so that the box around the first one begins at (0, 0)."""
    left = min(at.x_mm for at in rings[0])
    top = min(at.y_mm for at in rings[0])
    return [tuple(at.moved(-left, -top) for at in ring) for ring in rings]


def scaled(ring: Ring, across: float, down: float) -> Ring:
    return tuple(Point(at.x_mm * across, at.y_mm * down) for at in ring)


def turned(ring: Ring, degrees: float) -> Ring:
    """The ring turned clockwise about (0, 0)."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return tuple(Point(at.x_mm * cos - at.y_mm * sin, at.x_mm * sin + at.y_mm * cos) for at in ring)


def box_of(ring: Ring) -> Rect:
    left, top = min(at.x_mm for at in ring), min(at.y_mm for at in ring)
    right, bottom = max(at.x_mm for at in ring), max(at.y_mm for at in ring)
    return Rect(left, top, right - left, bottom - top)


def rounded(ring: Ring, radius_mm: float) -> Ring:
    """The ring with rounded corners. Raises OutlineFault where a side is too short for the arcs."""
    if radius_mm <= EPSILON_MM:
        return ring
    found: list[Point] = []
    reach: list[float] = []
    for before, here, after in _with_neighbours(ring):
        bend = bend_rad(before, here, after)
        # An arc that bends so far touches both sides at this distance from their corner.
        reach.append(radius_mm * math.tan(abs(bend) / 2))
        found += _arc_at(before, here, bend, radius_mm)
    for (start, end), one, other in zip(edges_of(ring), reach, (*reach[1:], reach[0]), strict=True):
        if one + other > _length_mm((start, end)) + EPSILON_MM:
            raise OutlineFault(
                "the corner is larger than the sides beside it", "make it smaller", "corner"
            )
    return _without_repeats(found)


def faults_of(outer: Ring, holes: Sequence[Ring]) -> None:
    """Raises OutlineFault if sides cross, holes touch, or there are too many points to cut."""
    if len(outer) + sum(map(len, holes)) > MOST_CORNERS:
        message = f"the outline has more than {MOST_CORNERS} corners"
        raise OutlineFault(message, "draw it with fewer points, or with curves")
    for number, ring in enumerate((outer, *holes)):
        crossed = _crossing(ring)
        if crossed:
            place = f"({crossed.x_mm:.1f}, {crossed.y_mm:.1f}) mm"
            hint = "a blade goes round it once: draw it without loops"
            raise OutlineFault(
                f"the outline crosses itself at {place}", hint, "holes" if number else "path"
            )
    for number, hole in enumerate(holes):
        if not all(inside(at, edges_of(outer)) for at in hole) or _meet(hole, outer):
            raise OutlineFault(
                "a hole is not inside of the piece", "move it, or make it smaller", "holes"
            )
        for other in holes[:number]:
            if _meet(hole, other) or _is_within(hole, other) or _is_within(other, hole):
                raise OutlineFault("two holes touch", "make one hole of them, or move one", "holes")


def across(ring: Ring, at_mm: float, upright: bool) -> list[Edge]:
    """The parts of an upright or level line that lie inside a ring."""
    turned_ring = ring if upright else tuple(Point(at.y_mm, at.x_mm) for at in ring)
    crossed = []
    for a, b in edges_of(turned_ring):
        if (a.x_mm > at_mm) != (b.x_mm > at_mm):
            share = (at_mm - a.x_mm) / (b.x_mm - a.x_mm)
            crossed.append(a.y_mm + share * (b.y_mm - a.y_mm))
    crossed.sort()
    ends = zip(crossed[::2], crossed[1::2], strict=True)
    if upright:
        return [(Point(at_mm, low), Point(at_mm, high)) for low, high in ends]
    return [(Point(low, at_mm), Point(high, at_mm)) for low, high in ends]


def is_curve(before: Point, here: Point, after: Point) -> bool:
    """Whether the chords that meet at `here` belong to one curve; else `here` is a corner."""
    return abs(bend_rad(before, here, after)) < CURVE_RAD


def _steps(radius_mm: float, angle: float) -> int:
    """The number of chords that an arc needs to be off by `OFF_MM` at most."""
    half = math.acos(max(0.0, 1 - OFF_MM / max(radius_mm, OFF_MM)))
    return max(2, math.ceil(abs(angle) / (2 * half)))


def _with_neighbours(ring: Ring) -> Iterator[tuple[Point, Point, Point]]:
    """Yields each corner between its neighbours: the corner before, itself, the corner after."""
    yield from zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)


def bend_rad(before: Point, here: Point, after: Point) -> float:
    """The clockwise angle, in radians, by which a line turns at the corner `here`."""
    first = math.atan2(here.y_mm - before.y_mm, here.x_mm - before.x_mm)
    second = math.atan2(after.y_mm - here.y_mm, after.x_mm - here.x_mm)
    return (second - first + math.pi) % math.tau - math.pi


def _arc_at(before: Point, here: Point, bend: float, radius_mm: float) -> Iterator[Point]:
    """Yields the points of the arc that rounds a corner."""
    if abs(bend) < 0.05:  # a chord of a curve, which is round already
        yield here
        return
    reach = radius_mm * math.tan(abs(bend) / 2)
    along = math.atan2(here.y_mm - before.y_mm, here.x_mm - before.x_mm)
    start = Point(here.x_mm - reach * math.cos(along), here.y_mm - reach * math.sin(along))
    side = math.copysign(math.pi / 2, bend)
    x_mm = start.x_mm + radius_mm * math.cos(along + side)
    y_mm = start.y_mm + radius_mm * math.sin(along + side)
    steps = _steps(radius_mm, bend)
    for step in range(steps + 1):
        angle = along - side + bend * step / steps
        yield Point(x_mm + radius_mm * math.cos(angle), y_mm + radius_mm * math.sin(angle))


def _length_mm(edge: Edge) -> float:
    (a, b) = edge
    return math.hypot(b.x_mm - a.x_mm, b.y_mm - a.y_mm)


def _signed_mm2(ring: Sequence[Point]) -> float:
    """Twice the area of a ring, in mm²: positive if the ring runs clockwise, else negative."""
    return sum(a.x_mm * b.y_mm - b.x_mm * a.y_mm for a, b in edges_of(ring))


def clockwise(ring: Ring) -> Ring:
    """The ring in clockwise order."""
    return ring if _signed_mm2(ring) >= 0 else ring[::-1]


def _without_repeats(points: Sequence[Point]) -> Ring:
    """The points without repeats: only the first of several consecutive equal points stays."""
    found: list[Point] = []
    for at in points:
        if not found or _length_mm((found[-1], at)) > SAME_MM:
            found.append(at)
    while len(found) > 1 and _length_mm((found[-1], found[0])) <= SAME_MM:
        found.pop()
    return tuple(found)


def _simplified_ring(points: Sequence[Point]) -> Ring:
    """The ring without points that bend it by less than `OFF_MM` (Douglas and Peucker, 1973)."""
    ring = _without_repeats(points)
    if len(ring) < 4:
        return ring
    far = max(range(len(ring)), key=lambda index: _length_mm((ring[0], ring[index])))
    halves = (ring[: far + 1], (*ring[far:], ring[0]))
    return tuple(at for half in halves for at in _chain(half)[:-1])


def _chain(points: Sequence[Point]) -> list[Point]:
    """The points of a line without those nearly straight (within `OFF_MM`).

    Its ends stay.
    """
    kept = {0, len(points) - 1}
    waiting = [(0, len(points) - 1)]
    while waiting:
        start, end = waiting.pop()
        off = [
            (_off_mm(points[at], points[start], points[end]), at) for at in range(start + 1, end)
        ]
        most, at = max(off, default=(0.0, 0))
        if most > OFF_MM:
            kept.add(at)
            waiting += [(start, at), (at, end)]
    return [points[at] for at in sorted(kept)]


def _off_mm(point: Point, start: Point, end: Point) -> float:
    length = _length_mm((start, end))
    if length < EPSILON_MM:
        return _length_mm((start, point))
    dx, dy = end.x_mm - start.x_mm, end.y_mm - start.y_mm
    cross = (point.x_mm - start.x_mm) * dy - (point.y_mm - start.y_mm) * dx
    return abs(cross) / length


@lru_cache(maxsize=256)
def _crossing(ring: Ring) -> Point | None:
    """A point where two sides of a ring meet that share no corner; None if there is no such point.

    Results are cached: a game's kinds are read again with each edit, but seldom change outlines.
    """
    sides = sorted(
        ((min(a.x_mm, b.x_mm), max(a.x_mm, b.x_mm), at) for at, (a, b) in enumerate(edges_of(ring)))
    )
    edges, last = edges_of(ring), len(ring) - 1
    for number, (_, right, one) in enumerate(sides):
        for left, _, other in sides[number + 1 :]:
            if left > right:
                break
            if abs(one - other) in (1, last):
                continue
            met = meeting_point(edges[one], edges[other])
            if met:
                return met
    back = (
        corner[1] for corner in _with_neighbours(ring) if abs(bend_rad(*corner)) > math.pi - 1e-6
    )
    return next(back, None)


def _is_within(one: Ring, other: Ring) -> bool:
    """Whether the ring `one` lies inside of `other`, which it does not cross."""
    return inside(one[0], edges_of(other))


def _meet(one: Ring, other: Ring) -> bool:
    return any(
        meeting_point(a, b) for a in edges_of(one) for b in edges_of(other) if _boxes_touch(a, b)
    )


def _boxes_touch(one: Edge, other: Edge) -> bool:
    """Whether the boxes around two edges touch."""
    return all(
        max(min(p), min(q)) <= min(max(p), max(q))
        for p, q in (
            ([at.x_mm for at in one], [at.x_mm for at in other]),
            ([at.y_mm for at in one], [at.y_mm for at in other]),
        )
    )


def meeting_point(one: Edge, other: Edge) -> Point | None:
    """A point where two edges meet, also at their ends; None if they keep apart."""
    (a, b), (c, d) = one, other
    across_mm2 = (b.x_mm - a.x_mm) * (d.y_mm - c.y_mm) - (b.y_mm - a.y_mm) * (d.x_mm - c.x_mm)
    if abs(across_mm2) < 1e-12:
        return next((at for at in other if _lies_on(at, one)), None) or next(
            (at for at in one if _lies_on(at, other)), None
        )
    dx, dy = c.x_mm - a.x_mm, c.y_mm - a.y_mm
    s = (dx * (d.y_mm - c.y_mm) - dy * (d.x_mm - c.x_mm)) / across_mm2
    t = (dx * (b.y_mm - a.y_mm) - dy * (b.x_mm - a.x_mm)) / across_mm2
    if 0 <= s <= 1 and 0 <= t <= 1:
        return Point(a.x_mm + s * (b.x_mm - a.x_mm), a.y_mm + s * (b.y_mm - a.y_mm))
    return None


def _lies_on(point: Point, edge: Edge) -> bool:
    """Whether a point lies on an edge."""
    a, b = edge
    whole = _length_mm(edge)
    return abs(_length_mm((a, point)) + _length_mm((point, b)) - whole) < EPSILON_MM
