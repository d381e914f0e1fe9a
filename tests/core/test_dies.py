"""Die lines of outlines: all lines are there, on their plates, and curves are exact."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry.cutpaths import Arc, SegmentPath
from fustella.core.geometry.dies import die_lines
from fustella.core.geometry.outlines import (
    OFF_MM,
    clockwise,
    ellipse,
    rings_of_path,
    rounded,
    triangle,
    turned,
)
from fustella.core.geometry.shapes import Outline, Point, Size
from fustella.core.values.plates import PLAIN_NAMES, PlateSort, plate_problems
from fustella.core.values.problems import Place
from fustella.core.values.sheets import Line, Ring
from fustella.read.nets import die, tray, tuck_box


def paths(outline, sort):
    return [line.path for line in die_lines(outline) if line.sort is sort]


def test_die_lines_of_circle_are_one_circle():
    assert paths(Outline.circle(25), PlateSort.CUT) == [Ring(Point(12.5, 12.5), 12.5)]


def test_die_lines_of_rounded_card_are_arcs_of_its_radius():
    (way,) = paths(Outline.rectangle(63, 88, 3), PlateSort.CUT)
    arcs = [one for one in way.segments if isinstance(one, Arc)]
    assert [round(arc.radius_mm, 9) for arc in arcs] == [3] * 4
    assert len(way.segments) == 8 and way.closed


def test_die_lines_of_rounded_polygon_have_an_arc_a_corner():
    corners = rounded(triangle(50, 40), 4)
    (way,) = paths(Outline.polygon(corners), PlateSort.CUT)
    kinds = [type(one) for one in way.segments]
    assert kinds.count(Arc) == 3 and kinds.count(Line) == 3
    assert all(
        arc.radius_mm == pytest.approx(4, abs=1e-6) for arc in way.segments if isinstance(arc, Arc)
    )


def test_die_lines_of_concave_corner_turn_the_other_way():
    notch = [(0, 0), (20, 0), (20, 20), (30, 20), (30, 30), (0, 30)]
    (way,) = paths(Outline.polygon(rounded(tuple(Point(x, y) for x, y in notch), 2)), PlateSort.CUT)
    assert [arc.leftwards for arc in way.segments if isinstance(arc, Arc)].count(True) == 1
    turn = sum(arc.turn_rad for arc in way.segments if isinstance(arc, Arc))
    assert turn == pytest.approx(math.tau)


def test_die_lines_of_coarse_polygon_stay_straight():
    sides = 16
    ring = tuple(
        Point(50 + 50 * math.cos(math.tau * n / sides), 50 + 50 * math.sin(math.tau * n / sides))
        for n in range(sides)
    )
    (way,) = paths(Outline.polygon(clockwise(ring)), PlateSort.CUT)
    assert [type(one) for one in way.segments] == [Line] * sides


@given(st.floats(5, 60), st.floats(0, 90), st.floats(3, 30))
def test_die_lines_stay_within_the_chords_of_any_shape(width, degrees, height):
    """An arc is never farther off its chords than chords are off their curve."""
    ring = turned(ellipse(width, height), degrees)
    left, top = min(at.x_mm for at in ring), min(at.y_mm for at in ring)
    ring = tuple(at.moved(-left, -top) for at in ring)
    for line in die_lines(Outline.polygon(ring)):
        path = line.path
        around = sum(
            math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
        )
        assert around <= line.length_mm <= around * 1.01
        if isinstance(path, Ring):
            off = [abs(math.dist((at.x_mm, at.y_mm), (path.middle.x_mm, path.middle.y_mm))
                       - path.radius_mm) for at in ring]  # fmt: skip
            assert max(off) < OFF_MM


def curve(t: float) -> tuple[float, float]:
    """A point of the Bézier curve from (0, 30) by (0, -10) and (40, 0) to (30, 30)."""
    u = 1 - t
    ends = ((0, 30), (0, -10), (40, 0), (30, 30))
    shares = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    x, y = (
        sum(share * end[axis] for share, end in zip(shares, ends, strict=True)) for axis in (0, 1)
    )
    return x, y


def test_die_lines_of_free_curve_are_few_arcs_along_it():
    (ring,) = rings_of_path("M0 30 C0 -10 40 0 30 30 Z")
    top = min(at.y_mm for at in ring)
    (way,) = paths(Outline.polygon(tuple(at.moved(0, -top) for at in ring)), PlateSort.CUT)
    arcs = [one for one in way.segments if isinstance(one, Arc)]
    assert len(arcs) >= 3
    assert len(way.segments) < 0.7 * len(ring)
    dots = [curve(n / 4000) for n in range(4001)]
    for arc in arcs:
        first = math.atan2(arc.start.y_mm - arc.middle.y_mm, arc.start.x_mm - arc.middle.x_mm)
        for n in range(11):
            angle = first + arc.turn_rad * n / 10
            x = arc.middle.x_mm + arc.radius_mm * math.cos(angle)
            y = arc.middle.y_mm + arc.radius_mm * math.sin(angle) + top
            assert min(math.dist((x, y), dot) for dot in dots) < OFF_MM + 0.01


def test_die_lines_of_all_features_are_on_their_plates():
    hole = ellipse(5, 5)
    outline = replace(
        Outline.rectangle(60, 40),
        holes=(tuple(at.moved(10, 10) for at in hole),),
        folds=((Point(30, 0), Point(30, 40)),),
        slits=((Point(40, 5), Point(40, 15)),),
        perforations=((Point(50, 0), Point(50, 40)),),
    )
    assert [line.sort.value for line in die_lines(outline)] == [
        *("hole", "cut", "crease", "perforation", "cut"),
    ]
    (round_hole,) = paths(outline, PlateSort.HOLE)
    assert isinstance(round_hole, Ring) and round_hole.radius_mm == pytest.approx(2.5)


@pytest.mark.parametrize(
    ("net", "glued"),
    [
        (tuck_box(Size(63, 88), 20, 0.35), 4),
        (tray(Size(90, 60), 20, 0.35), 4),
        (tray(Size(90, 60), 20, 0.35, double=True), 4),
        (die(16), 7),
    ],
)
def test_die_lines_of_net_have_creases_and_glue(net, glued):
    hanging = [panel for panel in net.panels if panel.onto]
    assert len(paths(net.outline, PlateSort.CREASE)) == len(hanging)
    areas = paths(net.outline, PlateSort.GLUE)
    assert len(areas) == glued
    assert all(area.closed for area in areas)
    assert all("glue" in panel.name or "tab" in panel.name for panel in hanging if panel.glued)


def test_die_lines_of_mirrored_outline_are_mirrored():
    net = tuck_box(Size(63, 88), 20, 0.35).outline
    for line, back in zip(die_lines(net), die_lines(net.mirrored()), strict=True):
        assert line.sort is back.sort
        assert line.length_mm == pytest.approx(back.length_mm)


def test_moved_arc_keeps_its_turn():
    (way,) = [line.moved(7, 9).path for line in die_lines(Outline.rectangle(20, 10, 2))]
    assert isinstance(way, SegmentPath)
    for one in way.segments:
        if isinstance(one, Arc):
            assert one.turn_rad == pytest.approx(math.pi / 2) and one.radius_mm == pytest.approx(2)


PLACE = Place("shops/factory.yaml", 3, "plates")


def codes(**names):
    changed = {PlateSort(sort): name for sort, name in names.items()}
    return [problem.code for problem in plate_problems({**PLAIN_NAMES, **changed}, lambda _: PLACE)]


def test_plates_of_usual_names_are_free_of_problems():
    assert codes() == []


@pytest.mark.parametrize("crease", ["CutContour", "cutcontour"])
def test_plates_of_one_name_and_two_meanings_are_told(crease):
    assert codes(crease=crease) == ["E790"]


def test_plate_of_cuts_and_holes_is_one():
    assert codes(cut="die-cut", hole="die-cut") == []


@pytest.mark.parametrize("name", ["Black", "all", "Cyan", "None"])
def test_plate_with_the_name_of_an_ink_is_told(name):
    assert codes(cut=name) == ["E791"]
