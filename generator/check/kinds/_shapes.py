"""Whether a drawn shape lies inside the outline of a piece: convex polygons and half planes.

Inside a convex outline every edge is a half plane, and a shape lies in it when its corner that is
farthest out does. How far a shape may be moved is then again an intersection of half planes.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.geometry import EPSILON_MM, Outline, Point, Shape

_ARC_DEGREES = 1
"""Round outlines are taken as polygons with a corner at each degree: 0.004 % smaller."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Whether a shape can be moved into an outline, and its room in mm when it is in the middle.

    `room_mm` is the least distance from an edge; negative where it sticks out.
    """

    somewhere: bool
    room_mm: float


def fit(shape: Sequence[Point], outline: Outline) -> Fit:
    """Whether the convex hull of `shape`, in mm, fits into the outline without being turned."""
    across = [point.x_mm for point in shape]
    down = [point.y_mm for point in shape]
    # The middle of the shape at (0, 0), and that of the outline, too: moving by nothing centres it.
    centre = Point((min(across) + max(across)) / 2, (min(down) + max(down)) / 2)
    points = [Point(point.x_mm - centre.x_mm, point.y_mm - centre.y_mm) for point in shape]
    planes = list(_planes(points, outline))
    reach_mm = outline.size.width_mm + outline.size.height_mm
    moves = [
        Point(-reach_mm, -reach_mm),
        Point(reach_mm, -reach_mm),
        Point(reach_mm, reach_mm),
        Point(-reach_mm, reach_mm),
    ]
    for plane in planes:
        moves = _clipped(moves, plane)
    return Fit(bool(moves), min(room_mm for _, _, room_mm in planes))


_Plane = tuple[float, float, float]
"""`x * a + y * b <= c` for a move (x, y), with (a, b) of length 1."""


def _planes(points: Sequence[Point], outline: Outline) -> Iterator[_Plane]:
    """What each edge of the outline leaves of the moves."""
    corners = _polygon(outline)
    for first, second in zip(corners, [*corners[1:], corners[0]], strict=True):
        along, across = second.x_mm - first.x_mm, second.y_mm - first.y_mm
        length = math.hypot(along, across)
        if length < EPSILON_MM:
            continue
        # Clockwise with y down, the outside is to the left of an edge: (across, -along).
        a, b = across / length, -along / length
        edge = first.x_mm * a + first.y_mm * b
        yield a, b, edge - max(point.x_mm * a + point.y_mm * b for point in points)


def _polygon(outline: Outline) -> list[Point]:
    """The outline clockwise around (0, 0)."""
    half_wide, half_high = outline.size.width_mm / 2, outline.size.height_mm / 2
    if outline.shape is Shape.CIRCLE:
        return list(_arc(0, 0, half_wide, 0, 360))
    radius = outline.corner_radius_mm
    if outline.shape is Shape.RECTANGLE and radius:
        x, y = half_wide - radius, half_high - radius
        return [
            *_arc(x, -y, radius, 0, 90),
            *_arc(x, y, radius, 90, 180),
            *_arc(-x, y, radius, 180, 270),
            *_arc(-x, -y, radius, 270, 360),
        ]
    return [Point(point.x_mm - half_wide, point.y_mm - half_high) for point in outline.corners()]


def _arc(x_mm: float, y_mm: float, radius_mm: float, first: int, last: int) -> Iterator[Point]:
    """Points of an arc, in degrees clockwise from the top."""
    for degree in range(first, last + 1, _ARC_DEGREES):
        turned = math.radians(degree)
        yield Point(x_mm + radius_mm * math.sin(turned), y_mm - radius_mm * math.cos(turned))


def _clipped(polygon: Sequence[Point], plane: _Plane) -> list[Point]:
    """What of a convex polygon lies in a half plane; an edge's width of it is enough."""
    a, b, c = plane
    kept: list[Point] = []
    for here, after in zip(polygon, [*polygon[1:], *polygon[:1]], strict=True):
        inside = c + EPSILON_MM - here.x_mm * a - here.y_mm * b
        inside_after = c + EPSILON_MM - after.x_mm * a - after.y_mm * b
        if inside >= 0:
            kept.append(here)
        if (inside < 0) != (inside_after < 0):
            share = inside / (inside - inside_after)
            kept.append(
                Point(
                    here.x_mm + (after.x_mm - here.x_mm) * share,
                    here.y_mm + (after.y_mm - here.y_mm) * share,
                )
            )
    return kept
