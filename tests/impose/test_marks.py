import itertools
import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry.outlines import ellipse, rounded
from fustella.core.geometry.polygons import SAME_MM
from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.paper import Margins, MarkStyle, Paper
from fustella.core.values.sheets import CutNumber, Dot, Line, Ring, Slug
from fustella.impose import cuts_of
from fustella.impose.layout import Cutting, Layout, Position, extent_of
from tests.impose.checks import A4, extent, item
from tests.impose.test_cut_order import parted

SLUG = Slug(Rect(5, 284, 200, 8), upright=False)
CORNER = Point(20, 20)
TICKED = (MarkStyle.AUTO, MarkStyle.TICKS, MarkStyle.DOTS)


def rows(outline, columns, lines, gap_mm=0.0, bleed_mm=0.0, at=CORNER, left_out=0):
    """Pieces in rows and columns, `gap_mm` apart."""
    one = item("p", outline, columns * lines, bleed_mm=bleed_mm)
    size = outline.size
    boxes = [
        Rect(at.x_mm + c * (size.width_mm + gap_mm), at.y_mm + r * (size.height_mm + gap_mm),
             size.width_mm, size.height_mm)
        for r in range(lines) for c in range(columns)
    ]  # fmt: skip
    boxes = boxes[: len(boxes) - left_out]
    positions = tuple(Position(one, box.grown(gap_mm / 2), box) for box in boxes)
    return Layout(positions, extent_of(position.cell for position in positions), Cutting.TICKS)


def marks(layout, style=MarkStyle.AUTO, paper=A4, slug=SLUG):
    return cuts_of(layout, paper, slug, style)


def lines(cuts):
    return [mark for mark in cuts.marks if isinstance(mark, Line)]


def length_mm(line: Line) -> float:
    return math.dist((line.start.x_mm, line.start.y_mm), (line.end.x_mm, line.end.y_mm))


def inner(cuts, block):
    """The ticks that lie within the block."""
    return [mark for mark in lines(cuts) if block.grown(0.01).contains(extent(mark).grown(-0.001))]


@pytest.mark.parametrize(("gap_mm", "cuts"), [(0, 3 + 1 + 2 + 1), (4, 2 * (3 + 2))])
def test_cuts_of_rows_and_columns_have_a_tick_at_each_end(gap_mm, cuts):
    found = marks(rows(Outline.rectangle(50, 70), 3, 2, gap_mm))
    assert found.count == cuts
    outer = [mark for mark in lines(found) if length_mm(mark) == pytest.approx(4)]
    assert len(outer) == 2 * cuts


def test_cuts_of_circles_pass_once_between_two_of_them():
    layout = rows(Outline.circle(20), 6, 2, 1)
    found = marks(layout)
    assert found.count == 7 + 3
    assert sum(isinstance(mark, Ring) for mark in found.marks) == 12
    crossed = [line for line in inner(found, layout.extent) if length_mm(line) > 3.9]
    assert len(crossed) == 3 * 5 + 7  # level and upright, wherever circles meet


def test_ticks_around_block_end_at_the_margin():
    found = lines(marks(rows(Outline.rectangle(40, 40), 4, 6, at=Point(8, 8))))
    assert {(m.start.y_mm, m.end.y_mm) for m in found if m.start.y_mm < 8} == {(7, 5)}
    below = [mark for mark in found if mark.start.y_mm > 284]
    assert below == []  # the slug is there
    assert {m.end.x_mm for m in found if m.start.x_mm < 8} == {5}


def test_ticks_without_room_beside_the_margin_begin_inside_the_block():
    layout = rows(Outline.rectangle(49, 40), 4, 6, at=Point(6, 5))
    found = lines(marks(layout))
    upright = [m for m in found if m.start.x_mm == m.end.x_mm]
    inward = [(m.start.y_mm, m.end.y_mm) for m in upright if m.seam]
    assert inward == [(5, 7)] * 5, "no tick above: the block begins at the margin"
    assert {(m.start.y_mm, m.end.y_mm) for m in upright if not m.seam} == {(246, 250)}
    level = [(m.start.x_mm, m.end.x_mm) for m in found if m.start.y_mm == m.end.y_mm]
    assert sorted(set(level)) == [(6, 8), (203, 205)]


def test_ticks_without_room_are_left_out_where_dots_are_wanted():
    layout = rows(Outline.rectangle(49, 40), 4, 6, at=Point(6, 5))
    assert not lines(marks(layout, MarkStyle.DOTS))


def test_cuts_of_a_honeycomb_show_each_edge_once():
    hexagon = item("p", Outline.hexagon(40), 3)
    size = hexagon.outline.size
    boxes = [Rect(x, y, size.width_mm, size.height_mm)
             for x, y in ((20, 20), (60, 20), (40, 20 + size.height_mm * 3 / 4))]  # fmt: skip
    positions = tuple(Position(hexagon, box, box) for box in boxes)
    layout = Layout(positions, extent_of(boxes), Cutting.EDGES)
    found = marks(layout)
    assert found.count == len(found.marks) == 3 * 6 - 3
    only_ticks = lines(marks(layout, MarkStyle.TICKS))
    # two at each outer corner of one piece, one at each corner of two
    assert len(only_ticks) == 2 * 9 + 3
    assert {round(length_mm(tick), 6) for tick in only_ticks} == {2}


def test_cuts_of_hexagons_in_straight_rows_are_a_grid_and_then_their_corners():
    found = marks(rows(Outline.hexagon(30), 3, 2))
    assert found.count == (3 + 1) + (2 + 1) + 4 * 6
    slanted = [m for m in lines(found) if m.start.x_mm != m.end.x_mm and m.start.y_mm != m.end.y_mm]
    assert len(slanted) == 4 * 6


NET = Outline.polygon(
    tuple(Point(x, y) for x, y in ((10, 0), (30, 0), (30, 10), (40, 10), (40, 30), (0, 30), (0, 10),
                                   (10, 10)))
)  # fmt: skip


@pytest.mark.parametrize("style", TICKED)
def test_cuts_of_a_net_draw_its_whole_outline(style):
    found = marks(rows(NET, 2, 1), style)
    whole = {(m.start.x_mm, m.start.y_mm, m.end.x_mm, m.end.y_mm) for m in lines(found)
             if m.start.y_mm >= 20 and m.end.y_mm <= 50 and 20 <= m.start.x_mm <= m.end.x_mm <= 100
             and not m.halo}  # fmt: skip
    assert whole == {
        (20, 30, 20, 50), (60, 30, 60, 50), (100, 30, 100, 50),
        (30, 20, 30, 30), (50, 20, 50, 30), (70, 20, 70, 30), (90, 20, 90, 30),
        (30, 20, 50, 20), (70, 20, 90, 20), (20, 30, 30, 30), (50, 30, 70, 30), (90, 30, 100, 30),
        (20, 50, 100, 50),
    }  # fmt: skip
    assert found.count == 3 + 2 + 2 * 4  # the boxes, then two notches of two edges each


@pytest.mark.parametrize(
    ("outline", "curves"),
    [
        (Outline.polygon(rounded(Rect(0, 0, 40, 30).corners(), 8)), 4),
        (Outline.polygon(rounded(Rect(0, 0, 40, 30).corners(), 1)), 4),
        (Outline.polygon(ellipse(40, 30)), 1),
    ],
)
def test_curve_is_one_cut_however_many_chords_it_has(outline, curves):
    assert len(outline.points) > 4 * 4
    assert marks(rows(outline, 2, 1)).count == 3 + 2 + 2 * curves


def test_curves_of_pieces_that_no_straight_cut_frees_are_one_cut_each():
    one = item("p", Outline.polygon(ellipse(40, 30)), 2)
    boxes = Rect(20, 20, 40, 30), Rect(50, 40, 40, 30)
    positions = tuple(Position(one, box, box) for box in boxes)
    layout = Layout(positions, extent_of(boxes), Cutting.EDGES)
    assert marks(layout).count == 2


@pytest.mark.parametrize("style", TICKED)
def test_edges_printed_on_both_sides_are_seams(style):
    ring = Outline.polygon(ellipse(40, 30))
    pierced = replace(ring, holes=(tuple(Point(at.x_mm / 4 + 15, at.y_mm / 4 + 11)
                                         for at in ring.points),))  # fmt: skip
    for outline, bleed_mm, seams in ((NET, 0, 0), (NET, 2, 2 * 8), (ring, 0, 0),
                                     (ring, 2, 2 * len(ring.points)),
                                     (pierced, 0, 2 * len(ring.points)),
                                     (pierced, 2, 4 * len(ring.points))):  # fmt: skip
        found = lines(marks(rows(outline, 2, 1, 2 * bleed_mm, bleed_mm), style))
        assert sum(line.seam for line in found) == seams


def test_cuts_with_lines_draw_them_exactly_on_the_cuts():
    block = Rect(20, 20, 100, 140)
    found = lines(marks(rows(Outline.rectangle(50, 70), 2, 2), MarkStyle.LINES))
    full = [line for line in found if block.contains(extent(line).grown(-0.001))]
    assert {(m.start.x_mm, m.start.y_mm, m.end.x_mm, m.end.y_mm) for m in full} == {
        *((x, 20, x, 160) for x in (20, 70, 120)),
        *((20, y, 120, y) for y in (20, 90, 160)),
    }


def test_cuts_without_marks_are_still_counted():
    found = marks(rows(Outline.rectangle(50, 70), 2, 2), MarkStyle.NONE)
    assert found.marks == ()
    assert found.count == 6


def test_inner_ticks_between_sharp_corners_are_left_out():
    layout = rows(Outline.rectangle(50, 70), 2, 2)
    assert inner(marks(layout), layout.extent) == []


def test_inner_ticks_in_a_gutter_lie_on_every_cut():
    layout = rows(Outline.rectangle(50, 70), 2, 2, 4)
    crossed = inner(marks(layout), Rect(20, 20, 104, 144))
    upright = {
        (m.start.x_mm, round(length_mm(m), 6)) for m in crossed if m.start.x_mm == m.end.x_mm
    }
    assert upright == {(x, 3.2) for x in (20, 70, 74, 124)}
    assert len(crossed) == 8


def test_inner_ticks_at_crossings_far_from_pieces_are_left_out():
    layout = rows(Outline.circle(20), 4, 4, 1, left_out=7)  # only the first column goes on
    boxes = [position.box for position in layout.positions]
    for tick in inner(marks(layout), layout.extent):
        assert any(box.grown(8).overlaps(extent(tick)) for box in boxes), tick


def test_inner_ticks_between_rounded_corners_form_a_cross():
    layout = rows(Outline.rectangle(50, 70, 3), 2, 2)
    crossed = inner(marks(layout), layout.extent)
    (upright,) = [m for m in crossed if m.start.x_mm == m.end.x_mm == 70 and m.start.y_mm > 80
                  and m.end.y_mm < 100]  # fmt: skip
    reach_mm = 3 - math.sqrt(2 * 3 * 0.4 + 0.4**2)
    assert (upright.start.y_mm, upright.end.y_mm) == pytest.approx((90 - reach_mm, 90 + reach_mm))


def test_inner_dots_lie_between_rounded_corners_and_not_between_sharp_ones():
    def inside(found):
        return [m for m in found.marks if isinstance(m, Dot) and 21 < m.middle.x_mm < 119
                and 21 < m.middle.y_mm < 159]  # fmt: skip

    star = marks(rows(Outline.rectangle(50, 70, 3), 2, 2), MarkStyle.DOTS)
    assert [dot.middle for dot in inside(star)] == [Point(70, 90)]
    sharp = marks(rows(Outline.rectangle(50, 70), 2, 2), MarkStyle.DOTS)
    assert inside(sharp) == []
    assert sum(isinstance(mark, Dot) for mark in sharp.marks) == 12


def test_cut_numbers_of_grid_lie_at_both_ends():
    found = marks(rows(Outline.rectangle(50, 70), 2, 2))
    figures = [mark for mark in found.marks if isinstance(mark, CutNumber)]
    assert sorted(figure.text for figure in figures) == sorted([str(n) for n in range(1, 7)] * 2)
    left = sorted((f.at.y_mm, f.text) for f in figures if f.at.x_mm < 19)
    assert [text for _, text in left] == ["1", "2", "3"]  # level cuts from the top
    above = sorted((f.at.x_mm, f.text) for f in figures if f.at.y_mm < 19 < f.at.x_mm < 121.7)
    assert [text for _, text in above] == ["6", "5", "4"]  # then upright ones from the right
    assert {figure.height_mm for figure in figures} == {2}


def test_numbers_of_full_page_do_not_overlap():
    layout = rows(Outline.rectangle(38, 40), 5, 6, at=Point(9, 9))
    texts = [mark for mark in marks(layout).marks if isinstance(mark, CutNumber)]
    assert len({figure.text for figure in texts}) == 6 + 7  # and each cut has one, in the margin
    boxes = [
        Rect(one.at.x_mm - 0.7 * len(one.text), one.at.y_mm - 1, 1.4 * len(one.text), 2)
        for one in texts
    ]
    assert all(A4.printable.contains(box) for box in boxes)
    assert not [1 for one, other in itertools.combinations(boxes, 2) if one.overlaps(other)]


def test_numbers_of_a_single_piece_are_left_out():
    found = marks(rows(Outline.rectangle(50, 70), 1, 1))
    assert not [mark for mark in found.marks if isinstance(mark, CutNumber)]


def away_mm(at: Point, position: Position) -> float:
    """How far a place lies outside a trim; negative inside. Computed from the shape alone."""
    box, outline = position.box, position.item.outline
    middle = Point(box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2)
    dx, dy = abs(at.x_mm - middle.x_mm), abs(at.y_mm - middle.y_mm)
    if outline.shape == "circle":
        return math.hypot(dx, dy) - box.width_mm / 2
    if outline.shape == "hexagon":
        angles = (0, math.pi / 3, -math.pi / 3)
        flat = min(box.width_mm, box.height_mm)
        if box.width_mm > box.height_mm:
            dx, dy = dy, dx
        return max(abs(dx * math.cos(a) + dy * math.sin(a)) for a in angles) - flat / 2
    r_mm = outline.corner_radius_mm
    qx, qy = dx - box.width_mm / 2 + r_mm, dy - box.height_mm / 2 + r_mm
    return math.hypot(max(qx, 0), max(qy, 0)) + min(max(qx, qy), 0) - r_mm


def samples(mark):
    """Places on a mark, each with the radius of the mark around it."""
    if isinstance(mark, Line):
        return [
            (Point(mark.start.x_mm + (mark.end.x_mm - mark.start.x_mm) * k / 20,
                   mark.start.y_mm + (mark.end.y_mm - mark.start.y_mm) * k / 20), 0.1)
            for k in range(21)
        ]  # fmt: skip
    if isinstance(mark, Dot):
        return [(mark.middle, mark.radius_mm)]
    half = 0.75 * len(mark.text)
    return [(Point(mark.at.x_mm + x * half, mark.at.y_mm + y), 0)
            for x in (-1, 0, 1) for y in (-1, 0, 1)]  # fmt: skip


def slanted(mark):
    """Whether a mark may lie on the edge of a hexagon, which is drawn as a line in every style."""
    return isinstance(mark, Line) and mark.start.x_mm != mark.end.x_mm and (
        mark.start.y_mm != mark.end.y_mm
    )  # fmt: skip


forms = st.one_of(
    st.builds(Outline.rectangle, st.floats(12, 60), st.floats(12, 60), st.floats(0, 6)),
    st.builds(Outline.circle, st.floats(12, 40)),
    st.builds(Outline.hexagon, st.floats(12, 40)),
)


def at_the_margin(mark):
    """Whether a mark is a tick on the own edge of pieces that begin where printers leave white."""
    return (
        isinstance(mark, Line)
        and mark.seam
        and min(abs(mark.start.x_mm - x_mm) for x_mm in (5, 205)) < 1e-6
    )


@given(forms, st.integers(1, 3), st.integers(1, 3), st.sampled_from((0, 0.3, 1, 4, 9)),
       st.sampled_from(TICKED), st.integers(0, 2))  # fmt: skip
@settings(max_examples=80, deadline=None)
def test_marks_of_rows_and_columns_touch_no_trim(outline, columns, down, gap_mm, style, left_out):
    gap_mm = max(gap_mm, 1) if outline.shape == "circle" else gap_mm
    layout = rows(outline, columns, down, gap_mm, left_out=min(left_out, columns * down - 1))
    assume(layout.extent.right_mm <= 205)  # pieces lie where printers print
    for mark in marks(layout, style).marks:
        for at, reach_mm in () if isinstance(mark, Ring) else samples(mark):
            nearest = min(away_mm(at, position) for position in layout.positions)
            on_its_edge = slanted(mark) or at_the_margin(mark)
            assert nearest >= (0 if on_its_edge else reach_mm + 0.3) - SAME_MM, mark


@given(parted, st.sampled_from((MarkStyle.TICKS, MarkStyle.DOTS)), st.data())
@settings(max_examples=50, deadline=None)  # each has some dozens of marks and pieces
def test_ticks_and_dots_on_mixed_sheets_touch_no_trim(boxes, style, data):
    positions = []
    for box in boxes:
        radius_mm = data.draw(st.floats(0, min(box.width_mm, box.height_mm) / 2))
        outline = Outline.rectangle(box.width_mm, box.height_mm, radius_mm)
        if data.draw(st.booleans()):
            side_mm = min(box.width_mm, box.height_mm) - 1
            outline = Outline.circle(side_mm)
            trim = Rect(box.x_mm + 0.5, box.y_mm + 0.5, side_mm, side_mm)
        else:
            trim = box
        positions.append(Position(item("p", outline), box, trim))
    layout = Layout(tuple(positions), extent_of(boxes), Cutting.EDGES)
    for mark in marks(layout, style).marks:
        for at, reach_mm in () if isinstance(mark, Ring) else samples(mark):
            nearest = min(away_mm(at, position) for position in positions)
            assert nearest >= reach_mm + 0.3 - SAME_MM, mark


def test_ticks_stay_in_the_printable_area():
    paper = Paper("A4", Size(210, 297), Margins(18, 14, 14, 14))
    layout = rows(Outline.rectangle(60, 60), 3, 4, at=Point(15, 18))
    slug = Slug(Rect(14, 275, 182, 8), upright=False)
    found = cuts_of(layout, paper, slug)
    for mark in found.marks:
        if isinstance(mark, Line):
            assert paper.printable.contains(extent(mark), 0.01)
