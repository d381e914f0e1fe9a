"""Cut paths, compared with the outlines that they follow."""

import math
from itertools import pairwise

import numpy
import pytest
from hypothesis import given, settings

from fustella.core.geometry.cutpaths import Arc, SegmentPath, cut_paths, trim_corners, trim_way
from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.core.values.sheets import Line, Ring, Trim
from tests.impose.test_cut_order import parted


def trim(x, y, outline, turn_deg=0):
    size = outline.size.turned() if turn_deg % 180 else outline.size
    return Trim(outline, Rect(x, y, size.width_mm, size.height_mm), turn_deg)


def points(way, per_mm=2.0):
    """Points along a cut path."""
    if isinstance(way, Ring):
        steps = 120
        return [
            (way.middle.x_mm + way.radius_mm * math.cos(2 * math.pi * k / steps),
             way.middle.y_mm + way.radius_mm * math.sin(2 * math.pi * k / steps))
            for k in range(steps)
        ]  # fmt: skip
    found = []
    for part in way.segments:
        ends = (part.start.x_mm, part.start.y_mm), (part.end.x_mm, part.end.y_mm)
        steps = max(2, int(math.dist(*ends) * per_mm))
        for k in range(1, steps):
            share = k / steps
            if isinstance(part, Arc):
                mx, my = part.middle.x_mm, part.middle.y_mm
                first = math.atan2(ends[0][1] - my, ends[0][0] - mx)
                angle = first + share * math.pi / 2  # clockwise, y down
                found.append(
                    (mx + part.radius_mm * math.cos(angle), my + part.radius_mm * math.sin(angle))
                )
            else:
                found.append((ends[0][0] + share * (ends[1][0] - ends[0][0]),
                              ends[0][1] + share * (ends[1][1] - ends[0][1])))  # fmt: skip
    return found


def straight(ways):
    return [
        part
        for way in ways
        if isinstance(way, SegmentPath)
        for part in way.segments
        if isinstance(part, Line)
    ]


def distances(places, lines):
    """How far each place is from the nearest line."""
    at = numpy.array(places).reshape(-1, 1, 2)
    ends = [(line.start.x_mm, line.start.y_mm, line.end.x_mm, line.end.y_mm) for line in lines]
    start, end = numpy.split(numpy.array(ends), 2, axis=1)
    along = end - start
    share = ((at - start) * along).sum(axis=2) / (along**2).sum(axis=1)
    nearest = start + numpy.clip(share, 0, 1)[:, :, None] * along
    return numpy.hypot(*numpy.moveaxis(at - nearest, 2, 0)).min(axis=1)


def length_mm(line):
    return math.dist((line.start.x_mm, line.start.y_mm), (line.end.x_mm, line.end.y_mm))


def union_mm(lines):
    """The length that upright and level lines cover together."""
    total = 0.0
    for upright in (True, False):
        by_line = {}
        for line in lines:
            (ax, ay), (bx, by) = (line.start.x_mm, line.start.y_mm), (line.end.x_mm, line.end.y_mm)
            if (abs(ax - bx) < 1e-6) is upright:
                at, ends = (ax, sorted((ay, by))) if upright else (ay, sorted((ax, bx)))
                by_line.setdefault(round(at, 2), []).append(ends)
        for stretches in by_line.values():
            marks = sorted({end for ends in stretches for end in ends})
            total += sum(b - a for a, b in pairwise(marks)
                         if any(lo <= (a + b) / 2 <= hi for lo, hi in stretches))  # fmt: skip
    return total


@given(parted)
@settings(max_examples=80, deadline=None)
def test_cut_paths_cover_all_outlines_and_nothing_twice(boxes):
    trims = [Trim(Outline.rectangle(box.width_mm, box.height_mm), box) for box in boxes]
    found = straight(cut_paths(trims))
    outlines = straight(map(trim_way, trims))
    for lines, others in ((outlines, found), (found, outlines)):
        places = [at for line in lines for at in points(SegmentPath((line,), closed=False), 0.3)]
        assert distances(places, others).max(initial=0) < 1e-3
    cut_mm = sum(map(length_mm, found))
    assert cut_mm == pytest.approx(union_mm(outlines), abs=0.02 * len(boxes))
    assert union_mm(found) == pytest.approx(cut_mm, abs=0.02 * len(boxes))


def test_cut_paths_of_a_free_piece_are_one_closed_path():
    (way,) = cut_paths([trim(10, 20, Outline.rectangle(30, 40))])
    assert way.closed
    corners = [(part.start.x_mm, part.start.y_mm) for part in way.segments]
    assert corners == [(10, 20), (40, 20), (40, 60), (10, 60)]


def test_cut_paths_of_a_neighbour_are_open_at_the_shared_edge():
    first, second = cut_paths(
        [trim(0, 0, Outline.rectangle(30, 40)), trim(30, 0, Outline.rectangle(30, 40))]
    )
    assert first.closed
    assert not second.closed
    assert (second.segments[0].start, second.segments[-1].end) == (Point(30, 0), Point(30, 40))
    assert len(second.segments) == 3


def test_cut_paths_of_a_piece_between_others_are_several_open_paths():
    square = Outline.rectangle(30, 30)
    found = cut_paths([trim(0, 0, square), trim(60, 0, square), trim(30, 0, square)])
    assert [len(way.segments) for way in found] == [4, 4, 1, 1]


def test_cut_paths_of_a_long_edge_leave_out_its_shared_parts():
    small = Outline.rectangle(10, 20)
    ways = cut_paths(
        [trim(10, 0, small), trim(10, 30, small), trim(0, 0, Outline.rectangle(10, 50))]
    )
    rest = straight(ways[2:])
    on_seam = [line for line in rest if line.start.x_mm == line.end.x_mm == 10]
    assert [sorted((line.start.y_mm, line.end.y_mm)) for line in on_seam] == [[20, 30]]


def test_cut_paths_of_a_honeycomb_cut_slanted_edges_once():
    hexagon = Outline.hexagon(40)
    down_mm = hexagon.size.height_mm * 3 / 4
    found = cut_paths([trim(0, 0, hexagon), trim(40, 0, hexagon), trim(20, down_mm, hexagon)])
    assert len(straight(found)) == 3 * 6 - 3


def test_cut_paths_of_round_shapes_are_arcs_and_rings():
    (rounded,) = cut_paths([trim(0, 0, Outline.rectangle(30, 40, 3))])
    arcs = [part for part in rounded.segments if isinstance(part, Arc)]
    assert [arc.radius_mm for arc in arcs] == pytest.approx([3] * 4)
    assert {(arc.middle.x_mm, arc.middle.y_mm) for arc in arcs} == {
        (3, 3),
        (27, 3),
        (27, 37),
        (3, 37),
    }
    assert len(rounded.segments) == 8
    assert cut_paths([trim(5, 5, Outline.circle(20))]) == (Ring(Point(15, 15), 10),)


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 270])
def test_trim_corners_of_a_turned_piece_are_turned_clockwise(turn_deg):
    form = Outline.polygon((Point(0, 0), Point(30, 0), Point(30, 10), Point(10, 20), Point(0, 20)))
    laid = trim_corners(trim(100, 50, form, turn_deg))
    angle = math.radians(turn_deg)
    width, height = (30, 20) if turn_deg % 180 == 0 else (20, 30)
    for at, here in zip(form.points, laid, strict=True):
        dx, dy = at.x_mm - 15, at.y_mm - 10
        x = 100 + width / 2 + dx * math.cos(angle) - dy * math.sin(angle)
        y = 50 + height / 2 + dx * math.sin(angle) + dy * math.cos(angle)
        assert (here.x_mm, here.y_mm) == pytest.approx((x, y))


def test_cut_paths_of_a_part_of_a_board_follow_its_own_edge():
    path = (Point(10, 10), Point(60, 10), Point(50, 30), Point(60, 50), Point(10, 50))
    part = Trim(Outline.rectangle(50, 40), Rect(10, 10, 50, 40), 0, path)
    (way,) = cut_paths([part])
    assert tuple(segment.start for segment in way.segments) == path
