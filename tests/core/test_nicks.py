"""Nicks: as many and as wide as asked for, evenly spread, and never in a corner."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry.cutpaths import Arc, SegmentPath, length_mm, segment_mm
from fustella.core.geometry.dies import die_lines
from fustella.core.geometry.nicks import FREE_MM, NoRoomForNicks, nicked
from fustella.core.geometry.outlines import ellipse, rounded
from fustella.core.geometry.shapes import Outline, Point
from fustella.core.values.sheets import Line, Ring


def star(points: int, outer: float, inner: float) -> Outline:
    corners = []
    for n in range(2 * points):
        radius, angle = (inner if n % 2 else outer), math.pi * n / points
        corners.append(Point(outer + radius * math.sin(angle), outer - radius * math.cos(angle)))
    left, top = min(at.x_mm for at in corners), min(at.y_mm for at in corners)
    return Outline.polygon(tuple(at.moved(-left, -top) for at in corners))


def bean() -> Outline:
    corners = [(0, 0), (30, 0), (30, 12), (18, 12), (18, 20), (0, 20)]
    return Outline.polygon(rounded(tuple(Point(x, y) for x, y in corners), 3))


SHAPES = [
    Outline.circle(12),
    Outline.circle(30),
    Outline.rectangle(12, 12),
    Outline.rectangle(36, 12),
    Outline.rectangle(50, 30, 4),
    Outline.hexagon(25),
    Outline.hexagon(40, flat=True),
    star(5, 15, 7),
    star(8, 20, 14),
    bean(),
    Outline.polygon(ellipse(30, 18)),
]
NAMES = [
    *("small-circle", "circle", "square", "oblong", "rounded", "hexagon", "flat-hexagon"),
    *("star", "blunt-star", "bean", "ellipse"),
]


def gaps(parts):
    """The ends of each nick, in order."""
    following = (*parts[1:], parts[0])
    return [
        (a.segments[-1].end, b.segments[0].start) for a, b in zip(parts, following, strict=True)
    ]


def apart(a: Point, b: Point) -> float:
    return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm)


def to_line(at: Point, line: Line) -> float:
    dx, dy = line.end.x_mm - line.start.x_mm, line.end.y_mm - line.start.y_mm
    along = (at.x_mm - line.start.x_mm) * dx + (at.y_mm - line.start.y_mm) * dy
    share = min(1, max(0, along / (dx * dx + dy * dy)))
    return apart(at, Point(line.start.x_mm + share * dx, line.start.y_mm + share * dy))


@pytest.mark.parametrize("outline", SHAPES, ids=NAMES)
@given(count=st.integers(1, 6), width=st.floats(0.1, 0.8))
def test_nicks_are_as_many_and_as_wide_as_asked(outline, count, width):
    (line,) = die_lines(outline)
    parts = nicked(line.path, count, width)
    assert len(parts) == count
    assert not any(part.closed for part in parts)
    for a, b in gaps(parts):
        assert apart(a, b) == pytest.approx(width, abs=0.01)
    assert sum(map(length_mm, parts)) == pytest.approx(line.length_mm - count * width, abs=1e-6)


@pytest.mark.parametrize("outline", SHAPES, ids=NAMES)
@given(count=st.integers(1, 6), width=st.floats(0.1, 0.8))
def test_nicks_lie_on_the_line_and_not_in_its_corners(outline, count, width):
    (line,) = die_lines(outline)
    corners = outline.corners() if outline.corner_radius_mm == 0 else ()
    smooth = isinstance(line.path, Ring) or any(isinstance(s, Arc) for s in line.path.segments)
    for a, b in gaps(nicked(line.path, count, width)):
        if isinstance(line.path, Ring):
            assert apart(a, line.path.middle) == pytest.approx(line.path.radius_mm, abs=1e-6)
        for corner in () if smooth else corners:
            assert min(apart(a, corner), apart(b, corner)) > FREE_MM - 1e-6
            assert to_line(corner, Line(a, b)) > FREE_MM - 1e-6


@pytest.mark.parametrize("outline", SHAPES, ids=NAMES)
def test_nicks_are_even(outline):
    (line,) = die_lines(outline)
    lengths = [length_mm(part) for part in nicked(line.path, 3, 0.3)]
    assert max(lengths) - min(lengths) < 1e-6


def test_four_nicks_of_a_square_are_in_the_middle_of_its_sides():
    (line,) = die_lines(Outline.rectangle(12, 12))
    middles = {
        (round((a.x_mm + b.x_mm) / 2, 6), round((a.y_mm + b.y_mm) / 2, 6))
        for a, b in gaps(nicked(line.path, 4, 0.3))
    }
    assert middles == {(6, 0), (12, 6), (6, 12), (0, 6)}


def test_nicks_of_many_corners_move_to_a_side():
    """Whatever the phase, one of five even nicks would lie in one of the corners."""
    ring = (
        [(0, 0), (20, 0)]
        + [(20 + (n % 2), n * 0.5) for n in range(1, 30)]
        + [(20, 15), (0, 15)]
    )  # fmt: skip
    outline = Outline.polygon(tuple(Point(float(x), float(y)) for x, y in ring))
    (line,) = die_lines(outline)
    for a, b in gaps(nicked(line.path, 5, 0.4)):
        assert apart(a, b) == pytest.approx(0.4, abs=1e-6)


@pytest.mark.parametrize(
    ("path", "count", "width"),
    [
        (Ring(Point(1, 1), 0.5), 4, 0.5),
        (SegmentPath((Line(Point(0, 0), Point(2, 0)),), closed=False), 4, 0.3),
    ],
)
def test_line_without_room_for_nicks_is_refused(path, count, width):
    with pytest.raises(NoRoomForNicks):
        nicked(path, count, width)


def test_open_line_is_parted_with_nicks_inside():
    path = SegmentPath((Line(Point(0, 0), Point(30, 0)),), closed=False)
    parts = nicked(path, 3, 0.3)
    ends = [(p.segments[0].start.x_mm, p.segments[-1].end.x_mm) for p in parts]
    assert [round(x, 6) for pair in ends for x in pair] == [0, 4.85, 5.15, 14.85, 15.15, 24.85,
                                                            25.15, 30]  # fmt: skip


def test_no_nicks_leave_the_line_whole():
    (part,) = nicked(Ring(Point(5, 5), 5), 0, 0.3)
    assert part.closed
    assert sum(map(segment_mm, part.segments)) == pytest.approx(math.tau * 5)
