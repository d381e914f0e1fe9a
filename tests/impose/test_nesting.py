"""Pieces nested by their outlines; that they lie apart is found here by their edges and corners."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.polygons import grown
from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.model import FibreAlong
from fustella.core.values.paper import Duplex, Fewest, Grain, Hexes, PrintSettings
from fustella.core.values.sheets import Line, Ring
from fustella.impose import areas, impose
from fustella.impose.packing.blocks import Rest, block_in
from fustella.impose.packing.forms import need_of, orientations_of
from tests.impose.checks import (
    A4,
    A5,
    LETTER,
    around,
    check_backs,
    check_copies,
    check_grain,
    from_side,
    item,
    near_pairs,
    on_page,
    through_the_paper,
)
from tests.impose.test_memory import DictMemory

ONE_SIDED = PrintSettings(A4, Duplex.NONE)
TOLERANCE_MM = 1e-3


def polygon_of(*corners):
    return Outline.polygon(tuple(Point(x, y) for x, y in corners))


def at_origin(corners):
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    return polygon_of(*((x - left, y - top) for x, y in corners))


def ellipse(wide_mm, high_mm, corners=24):
    turns = [2 * math.pi * n / corners for n in range(corners)]
    return at_origin([(wide_mm / 2 * math.cos(a), high_mm / 2 * math.sin(a)) for a in turns])


TRIANGLE = polygon_of((20, 0), (40, 20 * math.sqrt(3)), (0, 20 * math.sqrt(3)))
HOUSE = polygon_of((15, 0), (30, 15), (30, 40), (0, 40), (0, 15))
RIGHT_ANGLED = polygon_of((0, 0), (30, 50), (0, 50))
L_SHAPE = polygon_of((0, 0), (12, 0), (12, 34), (30, 34), (30, 50), (0, 50))
ARROW = polygon_of((20, 0), (40, 18), (40, 30), (20, 12), (0, 30), (0, 18))


@st.composite
def star_shaped(draw):
    """A simple polygon of 3 to 12 corners, each of which is seen from a place inside."""
    count = draw(st.integers(3, 12))
    shares = draw(st.lists(st.floats(0.35, 1), min_size=count, max_size=count))
    angles, turn = [], draw(st.floats(0, 2 * math.pi))
    for share in shares:
        turn += 2 * math.pi * share / sum(shares)
        angles.append(turn)
    radii_mm = draw(st.lists(st.floats(8, 28), min_size=count, max_size=count))
    ends = [(r * math.cos(a), r * math.sin(a)) for r, a in zip(radii_mm, angles, strict=True)]
    return at_origin([(round(x, 2), round(y, 2)) for x, y in ends])


def is_convex_enough(outline):
    """Whether no two neighbouring sides leave a corner too thin to be cut, nor one that is flat."""
    ends = outline.corners()
    for a, b, c in zip(ends, ends[1:] + ends[:1], ends[2:] + ends[:2], strict=True):
        one, two = (b.x_mm - a.x_mm, b.y_mm - a.y_mm), (c.x_mm - b.x_mm, c.y_mm - b.y_mm)
        if math.cos(math.radians(170)) > (one[0] * two[0] + one[1] * two[1]) / (
            math.hypot(*one) * math.hypot(*two)
        ):
            return False
    return True


shapes = st.one_of(
    star_shaped().filter(is_convex_enough),
    st.builds(ellipse, st.floats(12, 50), st.floats(12, 50)),
    st.builds(Outline.circle, st.floats(10, 45)),
    st.sampled_from((TRIANGLE, HOUSE, RIGHT_ANGLED, L_SHAPE, ARROW)),
)


# Exact tests of polygons, which may be concave.


def crossed(a, b, p, q):
    """Whether two lines cross at a place that is an end of neither."""

    def side(s, e, at):
        return (e[0] - s[0]) * (at[1] - s[1]) - (e[1] - s[1]) * (at[0] - s[0])

    return side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) < 0


def sides(shape):
    return [*pairwise(shape), (shape[-1], shape[0])]


def holds(shape, at):
    odd = False
    for (ax, ay), (bx, by) in sides(shape):
        if (ay > at[1]) != (by > at[1]):
            odd ^= at[0] < ax + (at[1] - ay) / (by - ay) * (bx - ax)
    return odd


def share_area(one, other):
    if any(holds(one, at) for at in other) or any(holds(other, at) for at in one):
        return True
    beside = sides_near(other, around(one))
    return any(crossed(*a, *b) for a in sides_near(one, around(other)) for b in beside)


def sides_near(shape, box):
    return [side for side in sides(shape) if around(side).grown(1e-6).overlaps(box, 0)]


def are_apart(one, other, gap_mm):
    """Whether two polygons that share no area keep a gap, seen from the corners of both."""
    return all(
        from_side(at, *side) >= gap_mm
        for a, b in ((one, other), (other, one))
        for side in sides_near(b, around(a).grown(gap_mm))
        for at in a
    )


def corners_of(outline, bleed_mm=0.0):
    """The outline with its bleed; a circle as corners on it, in all directions of a honeycomb."""
    if outline.corners():
        return [(at.x_mm, at.y_mm) for at in grown(outline.corners(), bleed_mm)]
    middle = outline.size.width_mm / 2
    turns = [math.radians(angle) for angle in range(0, 360, 15)]
    reach = middle + bleed_mm
    return [(middle + reach * math.cos(a), middle + reach * math.sin(a)) for a in turns]


def within(corners, box):
    """What a rectangle leaves of a polygon: a bleed is not printed beyond that of the whole box."""
    for axis, limit, sign in (
        (0, box.x_mm, -1),
        (0, box.right_mm, 1),
        (1, box.y_mm, -1),
        (1, box.bottom_mm, 1),
    ):
        kept = []
        for one, other in sides(corners):
            out, then = sign * (one[axis] - limit), sign * (other[axis] - limit)
            kept += [one] if out <= 0 else []
            if out * then < 0:
                share = out / (out - then)
                kept.append(tuple(a + (b - a) * share for a, b in zip(one, other, strict=True)))
        corners = kept
    return corners


def bled(outline, bleed_mm):
    """What a face covers, slightly smaller, so that what touches does not overlap."""
    size, bleed_mm = outline.size, bleed_mm - TOLERANCE_MM
    whole = Rect(0, 0, size.width_mm, size.height_mm).grown(bleed_mm)
    return within(corners_of(outline, bleed_mm), whole)


def check_apart(placed, gutter_mm):
    """Pieces, as their boxes, trims and trims with bleed, share nothing and keep a gutter."""
    boxes = [box.grown(gutter_mm) for box, _, _ in placed]
    for a, b in near_pairs(boxes):
        assert not share_area(placed[a][2], placed[b][2])
        assert are_apart(placed[a][1], placed[b][1], gutter_mm - TOLERANCE_MM)


def pieces_on(page, by_id, bleed):
    for placement in page.placements:
        one = by_id[placement.face.piece]
        size = one.outline.size
        trim, shown = (
            [on_page(x, y, placement, size) for x, y in corners]
            for corners in (corners_of(one.outline), bled(one.outline, bleed(one)))
        )
        yield placement.box.grown(bleed(one)), trim, shown


@settings(max_examples=60, deadline=None)
@given(
    shapes,
    st.sampled_from((0.0, 2.0)),
    st.sampled_from((0.0, 1.5)),
    st.sampled_from((None, FibreAlong.WIDTH, FibreAlong.HEIGHT)),
    st.integers(2, 17),
)
def test_nests_of_any_outline_keep_copies_apart_and_in_their_room(
    outline, bleed_mm, gutter_mm, grain, count
):
    printing = PrintSettings(A4, gutter_mm=gutter_mm)
    fibres = {"grain": grain, "stock_grain": Grain.LONG} if grain else {}
    piece = item("p", outline, bleed_mm=bleed_mm, **fibres)
    need = need_of(piece, printing, interlocked=True)
    trim, shown = corners_of(outline), bled(outline, bleed_mm)
    room = Rect(3, 4, 160, 190)
    for orientation in orientations_of(need):
        block = block_in(0, orientation, room, count) if orientation.nested else None
        if block is None:
            continue
        placed, cells = [], list(block.cells())
        for cell, turn_deg in block.copies():
            assert room.contains(cell)
            middle = cell.x_mm + cell.width_mm / 2, cell.y_mm + cell.height_mm / 2
            turned = [
                [turned_about(at, outline.size, turn_deg, middle) for at in corners]
                for corners in (trim, shown)
            ]
            assert cell.grown(-need.clearance_mm).contains(around(turned[0]), 1e-6)
            placed.append((cell, *turned))
        assert len(placed) == block.count
        check_apart(placed, 2 * bleed_mm + gutter_mm)
        for rest in Rest:
            free = [
                one for one in block.leftover(room, rest) if min(one.width_mm, one.height_mm) > 0
            ]
            free += [one for one in block.notches() if min(one.width_mm, one.height_mm) > 0]
            assert all(room.contains(one) for one in free)
            assert not any(one.overlaps(cell) for one in free for cell in cells)
            assert not any(a.overlaps(b) for n, a in enumerate(free) for b in free[n + 1 :])


def turned_about(at, size, turn_deg, middle):
    angle = math.radians(turn_deg)
    dx, dy = at[0] - size.width_mm / 2, at[1] - size.height_mm / 2
    cosine, sine = math.cos(angle), math.sin(angle)
    return middle[0] + dx * cosine - dy * sine, middle[1] + dx * sine + dy * cosine


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.tuples(shapes, st.integers(1, 40), st.sampled_from((0.0, 2.0)), st.booleans()),
             min_size=1, max_size=3),
    st.sampled_from([duplex for duplex in Duplex if duplex is not Duplex.FOLD]),
    st.sampled_from((0.0, 1.5)),
    st.sampled_from(Fewest),
)  # fmt: skip
def test_any_outlines_lie_apart_with_backs_behind_them(drawn, duplex, gutter_mm, fewest):
    items = [
        item(f"p{n}", outline, copies, bleed_mm=bleed_mm, has_back=has_back)
        for n, (outline, copies, bleed_mm, has_back) in enumerate(drawn)
    ]
    by_id = {one.piece: one for one in items}
    printing = PrintSettings(A5, duplex, gutter_mm=gutter_mm, fewest=fewest)
    sheets = impose(items, printing)
    assert impose(items, printing) == sheets
    rows = impose(items, PrintSettings(A5, duplex, gutter_mm=gutter_mm, fewest=fewest,
                                       hexes=Hexes.ROWS))  # fmt: skip
    assert len(sheets) < len(rows) or sheets == rows
    check_copies(items, duplex, sheets)
    for sheet in sheets:
        front = sheet.pages[0]
        for placement in front.placements:
            check_grain(placement, by_id[placement.face.piece])
        placed = list(pieces_on(front, by_id, lambda one: one.bleed_mm))
        assert all(A5.printable.contains(box, 1e-3) for box, _, _ in placed)
        assert not any(front.slug.box.overlaps(box, 1e-3) for box, _, _ in placed)
        check_apart(placed, gutter_mm)
        check_backs(sheet, by_id, duplex)


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
@pytest.mark.parametrize("outline", [TRIANGLE, L_SHAPE], ids=["triangle", "L"])
def test_turned_copies_have_corners_of_backs_behind_fronts(outline, duplex):
    sheets = impose([item("p", outline, 150)], PrintSettings(A4, duplex))
    front, back = sheets[0].pages
    assert len({placed.turn_deg for placed in front.placements}) == 2
    size = outline.size
    for here, behind in zip(front.placements, back.placements, strict=True):
        for at in outline.corners():
            corner = on_page(at.x_mm, at.y_mm, here, size)
            mirrored = on_page(size.width_mm - at.x_mm, at.y_mm, behind, size)
            assert math.dist(corner, through_the_paper(*mirrored, A4, duplex)) < 1e-6


def test_impose_with_turned_copies_and_fold_mirrors_each_back_about_the_fold():
    outline = L_SHAPE
    (sheet, *_) = impose([item("p", outline, 150)], PrintSettings(A4, Duplex.FOLD))
    page, size = sheet.pages[0], outline.size
    fold = page.folds[-1]
    level = fold.start.y_mm == fold.end.y_mm
    half = len(page.placements) // 2
    assert len({placed.turn_deg % 360 for placed in page.placements[:half]}) == 2
    for here, behind in zip(page.placements[:half], page.placements[half:], strict=True):
        for at in outline.corners():
            x, y = on_page(at.x_mm, at.y_mm, here, size)
            over = (x, 2 * fold.start.y_mm - y) if level else (2 * fold.start.x_mm - x, y)
            mirrored = on_page(size.width_mm - at.x_mm, at.y_mm, behind, size)
            assert math.dist(over, mirrored) < 1e-6


# How much paper is saved.


def most_discs(pitch_mm, room):
    """No more discs have their middles `pitch_mm` apart in a room (Oler 1961)."""
    wide_mm, high_mm = room.width_mm - pitch_mm, room.height_mm - pitch_mm
    by_area = 2 / math.sqrt(3) * wide_mm * high_mm / pitch_mm**2
    return int(by_area + (wide_mm + high_mm) / pitch_mm + 1)


def on_a_full_sheet(outline, paper=A4, copies=2000, **options):
    sheets = impose([item("p", outline, copies)], PrintSettings(paper, Duplex.NONE, **options))
    return max(len(sheet.pages[0].placements) for sheet in sheets)


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.id)
@pytest.mark.parametrize("diameter_mm", [10, 15, 20, 25, 30])
def test_circles_fill_a_sheet_to_within_an_eighth_of_what_no_packing_exceeds(diameter_mm, paper):
    pitch_mm = diameter_mm + 1  # a knife passes between two of them
    most = max(most_discs(pitch_mm, room) for room in areas(paper))
    disc = Outline.circle(diameter_mm)
    count = on_a_full_sheet(disc, paper, 5000)
    assert 0.88 * most <= count <= most
    assert count > on_a_full_sheet(disc, paper, 5000, hexes=Hexes.ROWS)


@pytest.mark.parametrize(
    ("outline", "rows", "nested"),
    [
        (Outline.circle(25), 77, 84),  # twelve rows of seven instead of eleven
        (TRIANGLE, 40, 72),  # eight rows of nine head to tail, each half a triangle further
        (RIGHT_ANGLED, 36, 72),  # two of them are a rectangle
        (HOUSE, 46, 54),  # every other row upside down, roofs between roofs
        (ARROW, 46, 110),  # one in the other
    ],
    ids=["circle", "triangle", "half a rectangle", "house", "arrow"],
)
def test_nested_outlines_hold_more_on_a_sheet(outline, rows, nested):
    assert on_a_full_sheet(outline, hexes=Hexes.ROWS) == rows
    assert on_a_full_sheet(outline) == nested


def test_triangles_of_40_mm_cover_85_parts_of_a_hundred():
    covered_mm2 = on_a_full_sheet(TRIANGLE) * TRIANGLE.area_mm2
    assert covered_mm2 >= 0.85 * A4.printable.area_mm2


def test_impose_with_as_many_sheets_either_way_prefers_straight_rows():
    coins = Outline.circle(25)
    for copies, sheets, crossing in ((77, 1, False), (80, 1, True), (150, 2, False)):
        laid = impose([item("coin", coins, copies)], ONE_SIDED)
        boxes = [placed.box.grown(0.5) for placed in laid[0].pages[0].placements]
        assert len(laid) == sheets
        assert bool(near_pairs(boxes)) is crossing


def test_impose_with_a_full_memory_finds_the_same_nests():
    items = [item("coin", Outline.circle(25), 160), item("flag", TRIANGLE, 60)]
    memory, cold = DictMemory(), impose(items, ONE_SIDED)
    assert len(cold) < len(impose(items, PrintSettings(A4, Duplex.NONE, hexes=Hexes.ROWS)))
    assert impose(items, ONE_SIDED, memory) == cold
    memory.forget_records()
    assert impose(items, ONE_SIDED, memory) == cold
    assert not memory.searches


def test_impose_with_two_outlines_in_equal_boxes_nests_each_by_its_own():
    house, arrow = polygon_of((20, 0), (40, 12), (40, 30), (0, 30), (0, 12)), ARROW
    items = [item("house", house, 60), item("arrow", arrow, 160)]
    sheets = impose(items, ONE_SIDED)
    check_copies(items, Duplex.NONE, sheets)
    by_id = {one.piece: one for one in items}
    for sheet in sheets:
        check_apart(list(pieces_on(sheet.pages[0], by_id, lambda one: one.bleed_mm)), 0)


def test_impose_with_an_outline_of_many_corners_finds_its_nests():
    sheets = impose([item("egg", ellipse(30, 20, 400), 93)], ONE_SIDED)
    assert len(sheets) == 1  # in straight rows 92 on a sheet


# How they are cut.


def test_honeycomb_of_circles_is_marked_by_rings():
    (sheet,) = impose([item("coin", Outline.circle(25), 84)], ONE_SIDED)
    marks = sheet.pages[0].marks
    rings = [mark for mark in marks if isinstance(mark, Ring)]
    assert len(rings) == 84
    lines = [mark for mark in marks if isinstance(mark, Line)]
    for ring in rings:
        middle, room = (ring.middle.x_mm, ring.middle.y_mm), ring.radius_mm - 1e-3
        assert all(from_line(middle, line) > room for line in lines)


def from_line(at, line):
    return from_side(at, (line.start.x_mm, line.start.y_mm), (line.end.x_mm, line.end.y_mm))


@pytest.mark.parametrize("outline", [TRIANGLE, L_SHAPE, HOUSE], ids=["triangle", "L", "house"])
def test_marks_of_nested_polygons_draw_every_edge(outline):
    sheets = impose([item("p", outline, 150)], ONE_SIDED)
    page = sheets[0].pages[0]
    assert len({placed.turn_deg % 360 for placed in page.placements}) == 2
    lines = [mark for mark in page.marks if isinstance(mark, Line)]
    for placement in page.placements:
        corners = [on_page(at.x_mm, at.y_mm, placement, outline.size) for at in outline.corners()]
        for (ax, ay), (bx, by) in sides(corners):
            middle = ((ax + bx) / 2, (ay + by) / 2)
            assert any(from_line(middle, line) < 1e-3 for line in lines)


def test_sizes_of_nests_are_those_of_their_outlines():
    need = need_of(item("p", TRIANGLE), ONE_SIDED, interlocked=True)
    nests = [one for one in orientations_of(need) if one.nested]
    assert {round(one.pitch.width_mm, 6) for one in nests} == {40, round(20 * math.sqrt(3), 6)}
    densest = min(one.room_mm2 for one in nests)
    assert densest == pytest.approx(TRIANGLE.area_mm2)  # they leave nothing between them
    assert Size(40, 20 * math.sqrt(3)).fits_in(nests[0].outer)
