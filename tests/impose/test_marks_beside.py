"""Marks on sheets where honeycombs lie beside other pieces: none is on a piece or on the slug."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.paper import Duplex, Margins, MarkStyle, Paper, PrintSettings
from fustella.core.values.sheets import Dot, Line, Slug
from fustella.impose import cuts_of, impose
from fustella.impose.marks.inner import outward_ticks
from tests.impose.checks import A4, check_all, extent, item, items_of_many_sizes, polygon
from tests.impose.test_marks import rows

DRAWN = [style for style in MarkStyle if style is not MarkStyle.NONE]
NO_MARGIN = Paper("full", Size(210, 297), Margins.all_round(0))
BOX = [
    item("hill", Outline.hexagon(45), 7),
    item("card", Outline.rectangle(63, 88), 2),
    item("tile", Outline.rectangle(31, 23), 9),
    item("coin", Outline.circle(20), 8),
]


def lines(page):
    return [mark for mark in page.marks if isinstance(mark, Line)]


@pytest.mark.parametrize("style", DRAWN)
def test_lines_beside_a_honeycomb_enter_no_piece(style):
    sheets = impose(BOX, PrintSettings(A4, Duplex.NONE, marks=style))
    check_all(BOX, A4, Duplex.NONE, sheets)
    turned = [m for s in sheets for m in lines(s.pages[0])
              if m.start.x_mm != m.end.x_mm and m.start.y_mm != m.end.y_mm]  # fmt: skip
    assert bool(turned) is (style is not MarkStyle.DOTS)


@settings(max_examples=30, deadline=None)
@given(items_of_many_sizes(), st.sampled_from((A4, NO_MARGIN)),
       st.sampled_from((MarkStyle.TICKS, MarkStyle.DOTS)))  # fmt: skip
def test_marks_on_mixed_sheets_avoid_pieces_and_slug(items, paper, style):
    sheets = impose(items, PrintSettings(paper, Duplex.NONE, marks=style))
    check_all(items, paper, Duplex.NONE, sheets)
    outlines = {one.piece: one.outline for one in items}
    for page in (sheet.pages[0] for sheet in sheets):
        shapes = [polygon(placed, outlines[placed.face.piece]) for placed in page.placements]
        page_box = paper.printable.grown(3)
        for dot in (mark for mark in page.marks if isinstance(mark, Dot)):
            reach = [(dot.middle.x_mm + dot.radius_mm * math.cos(k * math.pi / 4),
                      dot.middle.y_mm + dot.radius_mm * math.sin(k * math.pi / 4))
                     for k in range(8)]  # fmt: skip
            at = extent(Line(Point(*reach[5]), Point(*reach[1])))
            assert not page.slug.box.overlaps(at, 0.01), dot
            assert page_box.contains(at) and paper.size.width_mm >= at.right_mm >= at.x_mm >= 0, dot
            near = [s for s, p in zip(shapes, page.placements, strict=True) if p.box.overlaps(at)]
            assert not any(inside(point, shape) for point in reach for shape in near), dot


def test_dots_beside_the_lowest_cut_keep_off_the_slug():
    slug = Slug(Rect(5, 30.2, 200, 5), upright=False)
    found = cuts_of(rows(Outline.rectangle(10, 10), 1, 1), A4, slug, MarkStyle.DOTS)
    dots = {(dot.middle.x_mm, dot.middle.y_mm) for dot in found.marks if isinstance(dot, Dot)}
    assert dots == {(18.6, 20), (31.4, 20), (20, 18.6), (30, 18.6)}


def inside(at, shape):
    turns = [(bx - ax) * (at[1] - ay) - (by - ay) * (at[0] - ax)
             for (ax, ay), (bx, by) in zip(shape, shape[1:] + shape[:1], strict=True)]  # fmt: skip
    return all(turn > 1e-3 for turn in turns) or all(turn < -1e-3 for turn in turns)


def test_outward_ticks_near_the_corner_of_a_piece_do_not_cross_it():
    """The ends and the middle of the tick are free; the sharp corner lies between these places."""
    layout = rows(Outline.rectangle(10, 10), 1, 1)  # its corner at 20, 20
    room = A4.printable

    def ticks(across_mm):
        """The tick of a slanted edge, which passes the corner this far inside."""
        start = Point(20 - 1 + across_mm, 20 + 1 - 0.25)
        edge = Line(Point(start.x_mm - 5, start.y_mm + 5), start)
        return [tick for tick in outward_ticks([edge], layout.positions, room) if
                tick.start.x_mm > edge.end.x_mm]  # fmt: skip

    assert len(ticks(-0.8)) == 1
    assert ticks(0.2) == ticks(0.0) == ticks(-0.2) == []
