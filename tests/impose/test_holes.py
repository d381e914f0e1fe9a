"""Pieces with holes, and hexagons on their side: sheets, marks and the ways of a blade."""

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry.cutpaths import SegmentPath, cut_paths
from fustella.core.geometry.outlines import OutlineFault, faults_of
from fustella.core.geometry.polygons import raster
from fustella.core.geometry.shapes import Outline, Point, Shape, Size, area_of
from fustella.core.values.paper import Duplex, Hexes, MarkStyle, PrintSettings
from fustella.core.values.sheets import Line
from fustella.impose import impose
from tests.impose.checks import A4, LETTER, check_all, item, on_page
from tests.impose.test_nesting import star_shaped


@st.composite
def pierced(draw: st.DrawFn) -> Outline:
    """A simple polygon with a hole of its own form inside of it."""
    outline = draw(star_shaped())
    share = draw(st.floats(0.1, 0.4))
    size = outline.size
    x_mm = draw(st.floats(0.3, 0.7)) * size.width_mm
    y_mm = draw(st.floats(0.3, 0.7)) * size.height_mm
    hole = tuple(
        Point(x_mm + (at.x_mm - x_mm) * share, y_mm + (at.y_mm - y_mm) * share)
        for at in outline.points
    )
    return replace(outline, holes=(hole,))


def can_be_cut(outline: Outline) -> bool:
    try:
        faults_of(outline.corners(), outline.holes)
    except OutlineFault:
        return False
    return True


def corners_of(path: SegmentPath) -> list[Point]:
    return [segment.start for segment in path.segments]


@settings(max_examples=40, deadline=None)
@given(pierced().filter(can_be_cut), st.integers(1, 20), st.sampled_from((0.0, 2.0)))
def test_blade_goes_round_each_hole_and_then_round_its_piece(outline, copies, bleed_mm):
    printing = PrintSettings(A4, Duplex.NONE, gutter_mm=1.0)
    for sheet in impose([item("p", outline, copies, bleed_mm=bleed_mm)], printing):
        (front,) = sheet.pages
        paths = cut_paths(front.trims)
        assert all(isinstance(path, SegmentPath) and path.closed for path in paths)
        assert len(paths) == 2 * len(front.placements)
        for number, placed in enumerate(front.placements):
            for path, ring in zip(
                paths[2 * number :], (outline.holes[0], outline.points), strict=False
            ):
                wanted = [on_page(at.x_mm, at.y_mm, placed, outline.size) for at in ring]
                found = [(at.x_mm, at.y_mm) for at in corners_of(path)]
                assert all(math.dist(a, b) < 1e-6 for a, b in zip(wanted, found, strict=True))


BETWEEN = Outline(
    Shape.POLYGON,
    Size(12.0, 13.86),
    points=(Point(0.0, 13.86), Point(0.0, 0.0), Point(12.0, 6.93)),
    holes=((Point(5.25, 7.79625), Point(5.25, 6.06375), Point(6.75, 6.93)),),
)
"""A corner of its hole lies between two fourth decimals."""


@settings(max_examples=20, deadline=None)
@given(pierced().filter(can_be_cut), st.integers(1, 12))
@example(BETWEEN, 1)
def test_holes_are_marked_on_the_front(outline, copies):
    sheets = impose([item("p", outline, copies)], PrintSettings(A4, Duplex.NONE))
    for sheet in sheets:
        front = sheet.pages[0]
        lines = {ends_of(mark) for mark in front.marks if isinstance(mark, Line)}
        for placed in front.placements:
            hole = [on_page(at.x_mm, at.y_mm, placed, outline.size) for at in outline.holes[0]]
            for one, other in zip(hole, (*hole[1:], hole[0]), strict=True):
                assert frozenset((rounded(one), rounded(other))) in lines


def rounded(at: tuple[float, float]) -> tuple[int, int]:
    """Equal for places that differ by rounding errors alone, as a plain rounding is not."""
    return raster(at[0]), raster(at[1])


def ends_of(line: Line) -> frozenset[tuple[int, int]]:
    ends = (line.start.x_mm, line.start.y_mm), (line.end.x_mm, line.end.y_mm)
    return frozenset(map(rounded, ends))


FLAT = Outline.hexagon(38, flat=True)


@pytest.mark.parametrize("paper", [A4, LETTER], ids=str)
@pytest.mark.parametrize("hexes", Hexes)
@pytest.mark.parametrize("bleed_mm", [0.0, 2.0])
@pytest.mark.parametrize("edge", ["", "sea"])
def test_hexagons_on_their_side_lie_as_dense_as_others(paper, hexes, bleed_mm, edge):
    printing = PrintSettings(paper, Duplex.LONG_EDGE, hexes=hexes)
    flat, standing = (
        [item("p", outline, 100, bleed_mm=bleed_mm, edge=edge)]
        for outline in (FLAT, Outline.hexagon(38))
    )
    sheets, others = impose(flat, printing), impose(standing, printing)
    check_all(flat, paper, Duplex.LONG_EDGE, sheets)
    assert len(sheets) == len(others)


@pytest.mark.parametrize("style", MarkStyle)
def test_marks_of_hexagons_on_their_side_are_those_of_others_turned(style):
    printing = PrintSettings(A4, Duplex.NONE, marks=style)
    flat, standing = (
        impose([item("p", outline, 30)], printing)[0] for outline in (FLAT, Outline.hexagon(38))
    )
    assert len(flat.pages[0].marks) == len(standing.pages[0].marks)
    assert flat.cuts == standing.cuts


def test_areas_of_pierced_pieces_leave_their_holes_out():
    hole = (Point(5, 5), Point(15, 5), Point(15, 15), Point(5, 15))
    whole = Outline.rectangle(40, 30)
    assert replace(whole, holes=(hole,)).area_mm2 == pytest.approx(whole.area_mm2 - area_of(hole))
