"""Boards over several pages: fronts and backs of the parts form the board, for all seams."""

import math
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Along, Outline, Point, Rect, Size, Split
from fustella.core.values.paper import Duplex, Margins, MarkStyle, Paper, PrintSettings
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.sheets import CutNumber, Item, Line, Placement
from fustella.impose import impose, parting_of
from fustella.impose.boards.parts import BoardPart, part_board
from tests.impose.checks import (
    A4,
    A5,
    PAPERS,
    check_backs,
    check_slug,
    enters,
    item,
    on_page,
    rectangle,
)
from tests.impose.test_seams import covers, dice, from_outline, splits

OVERLAP_MM = 8.0
flips = st.sampled_from((Duplex.LONG_EDGE, Duplex.SHORT_EDGE))
A2 = Paper("A2", Size(420, 594), Margins.all_round(5))
ROLL = Paper("roll-610", Size(610, 5000), Margins.all_round(5), roll=True)


def board_like(outline: Outline, split: Split | bool, has_back: bool = True) -> Item:
    return item("map", outline, has_back=has_back, split=split)


@settings(max_examples=60, deadline=None)
@given(
    st.floats(215, 900), st.floats(150, 900), splits, st.sampled_from(PAPERS), flips, st.booleans(),
    dice,
)  # fmt: skip
def test_board_in_parts_shows_parts_and_backs(
    width_mm, height_mm, split, paper, duplex, has_back, random
):
    """Each page shows its part and nothing else of the board; each back what lies behind it.

    That parts cover the board without a gap is tested in test_seams.
    """
    board = board_like(Outline.rectangle(width_mm, height_mm), split, has_back)
    settings = PrintSettings(paper, duplex)
    parting = parting_of(board, settings)
    if parting is None:
        return
    sheets = impose([board], settings)
    for sheet, part in zip(sheets, parting.parts(), strict=True):
        check_part(sheet.pages[0], paper, part)
        check_backs(sheet, {"map": board}, duplex)
        assert len(sheet.pages) == 1 + has_back
        places = [(random.uniform(0, width_mm), random.uniform(0, height_mm)) for _ in range(20)]
        far = from_outline(part.edge or rectangle_of(part), places) >= 1e-4
        for x, y in (at for at, is_far in zip(places, far, strict=True) if is_far):
            assert shows(sheet.pages[0].placements[0], board, x, y) is covers(part, x, y)
            for back in sheet.pages[1:]:
                behind = shows(back.placements[0], board, width_mm - x, y)
                assert behind is covers(part, x, y)


def rectangle_of(part: BoardPart) -> tuple[Point, ...]:
    return tuple(Point(x, y) for x, y in rectangle(part.window))


def shows(placement: Placement, board: Item, x: float, y: float) -> bool:
    """Whether a place of the face is visible on the page."""
    assert placement.window is not None
    if not placement.window.contains(Rect(x, y, 0, 0)):
        return False
    if not placement.clip:
        return True
    at_x, at_y = on_page(x, y, placement, board.outline.size)
    clip = BoardPart("", placement.box, placement.clip, (), ())
    return covers(clip, at_x, at_y)


def check_part(page, paper, part):
    """The part's window lies on the page, its edge is its trim, and only joints touch it."""
    (placement,) = page.placements
    assert placement.window == part.window
    window = placement.window.size
    shown = window.turned() if placement.turn_deg % 180 else window
    assert placement.box.size == shown
    assert paper.printable.contains(placement.box)
    assert not page.slug.box.overlaps(placement.box)
    check_slug(page, paper)
    (trim,) = page.trims
    assert trim.path == placement.clip
    assert len(trim.path) == len(part.edge)
    lines = [mark for mark in page.marks if isinstance(mark, Line)]
    outside = [one for one in lines if not _inside(placement, one)]
    for mark in outside:
        for box in (placement.box, page.slug.box):
            assert not enters((mark.start, mark.end), rectangle(box))


def _inside(placement: Placement, mark: Line) -> bool:
    """Whether a line lies on the part and not along its own edge."""
    ends = (mark.start, mark.end)
    if not all(placement.box.grown(-0.1).contains(Rect(at.x_mm, at.y_mm, 0, 0)) for at in ends):
        return False
    edge = placement.clip
    return not edge or (from_outline(edge, [(at.x_mm, at.y_mm) for at in ends]) > 1e-3).any()


@settings(max_examples=60, deadline=None)
@given(
    st.floats(215, 900), st.floats(150, 900), splits, st.sampled_from(PAPERS),
    st.sampled_from(MarkStyle),
)  # fmt: skip
def test_joining_marks_on_flaps_are_covered_by_the_neighbour_they_name(
    width, height, split, paper, style
):
    board = board_like(Outline.rectangle(width, height), split)
    settings = PrintSettings(paper, Duplex.LONG_EDGE, marks=style)
    parting = parting_of(board, settings)
    if parting is None:
        return
    parts = parting.parts()
    names = {part.name: part for part in parts}
    sheets = impose([board], settings)
    for sheet, part in zip(sheets, parts, strict=True):
        placement = sheet.pages[0].placements[0]
        figures = [mark for mark in sheet.pages[0].marks if isinstance(mark, CutNumber)]
        for figure in figures:
            own, neighbour = figure.text.split("|")
            assert own == part.name
            assert parts.index(names[neighbour]) > parts.index(part)
            for corner in corners_of(figure):
                x, y = on_board(corner, placement)
                assert covers(part, x, y)
                assert covers(names[neighbour], x, y)
        for mark in sheet.pages[0].marks:
            if isinstance(mark, Line) and _inside(placement, mark):
                for end in (mark.start, mark.end):
                    x, y = on_board(end, placement)
                    assert any(covers(later, x, y) for later in parts[parts.index(part) + 1 :])
        assert not any(isinstance(mark, CutNumber) for mark in sheet.pages[1].marks)


def corners_of(figure: CutNumber) -> list[Point]:
    wide, high = len(figure.text) * figure.height_mm * 0.62, figure.height_mm
    if figure.turn_deg:
        wide, high = high, wide
    x, y = figure.at.x_mm, figure.at.y_mm
    return [Point(x + a * wide / 2, y + b * high / 2) for a in (-1, 1) for b in (-1, 1)]


def on_board(at: Point, placement: Placement) -> tuple[float, float]:
    """The place of the face at a place of the page."""
    window, box = placement.window, placement.box
    assert window is not None
    dx = at.x_mm - box.x_mm - box.width_mm / 2
    dy = at.y_mm - box.y_mm - box.height_mm / 2
    angle = -math.radians(placement.turn_deg)
    return (
        window.x_mm + window.width_mm / 2 + dx * math.cos(angle) - dy * math.sin(angle),
        window.y_mm + window.height_mm / 2 + dx * math.sin(angle) + dy * math.cos(angle),
    )


def test_joining_marks_of_four_parts_name_both_parts():
    board = board_like(Outline.rectangle(300, 400), True)
    sheets = impose([board], PrintSettings(A4, Duplex.LONG_EDGE))
    texts = [
        {mark.text for mark in sheet.pages[0].marks if isinstance(mark, CutNumber)}
        for sheet in sheets
    ]
    assert texts == [{"A1|A2", "A1|B1"}, {"A2|B2"}, {"B1|B2"}, set()]


def test_parting_along_squares_puts_seams_on_the_lines_of_the_board():
    """Nine squares of 40 mm and a border of 12 mm: 200 mm of A4 hold four and a flap."""
    split = Split(Along.SQUARES, Size(40, 40), Point(12, 12), 8.0)
    board = board_like(Outline.rectangle(384, 384), split)
    parting = parting_of(board, PrintSettings(A4))
    assert parting is not None
    assert (parting.across_mm, parting.down_mm) == ((132, 252), (172,))


def test_impose_with_parts_along_hexagons_clips_and_cuts_along_their_own_edges():
    split = Split(Along.HEXAGONS, Size(40, 46.188), Point(0, 0), 8.0)
    sheets = impose(
        [board_like(Outline.rectangle(360, 250), split)], PrintSettings(A4, Duplex.LONG_EDGE)
    )
    first, second = (sheet.pages[0] for sheet in sheets)
    assert first.placements[0].clip == ()
    edge = second.placements[0].clip
    sides = {round(math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm), 3) for a, b in pairwise(edge[4:])}
    assert sides == {23.094}, "all inner sides are those of the hexagon"
    assert [sheet.cuts for sheet in sheets] == [4, len(edge)]
    assert sheets[1].pages[1].placements[0].clip != ()


def test_impose_with_two_boards_of_six_parts_numbers_twelve_sheets():
    board = item("map", Outline.rectangle(480, 480), 2, split=True)
    sheets = impose([board], PrintSettings(A4, Duplex.LONG_EDGE))
    notes = [sheet.pages[0].note for sheet in sheets]
    once = [f"{row}{column} (2 × 3)" for row in "AB" for column in (1, 2, 3)]
    assert notes == once * 2
    assert [sheet.pages[1].note for sheet in sheets] == notes
    assert [sheet.number for sheet in sheets] == list(range(1, 13))


def test_impose_with_parts_that_fit_better_turned_turns_them():
    board = item("map", Outline.rectangle(560, 190), split=True)  # 2 lying pages, 3 standing ones
    sheets = impose([board], PrintSettings(A4, Duplex.LONG_EDGE))
    assert [p.turn_deg for s in sheets for page in s.pages for p in page.placements] == [
        90, 270, 90, 270,
    ]  # fmt: skip


def test_joining_triangles_outside_a_part_point_at_the_edge_of_the_neighbour():
    board = item("map", Outline.rectangle(300, 150), split=True, has_back=False)
    left, right = (s.pages[0] for s in impose([board], PrintSettings(A4, Duplex.NONE)))
    for page, from_edge_mm in ((left, -OVERLAP_MM), (right, OVERLAP_MM)):
        box, window = page.placements[0].box, page.placements[0].window
        assert page.placements[0].turn_deg == 0
        assert window.size == box.size
        edge_mm = box.right_mm if from_edge_mm < 0 else box.x_mm
        tips = {
            (round(at.x_mm, 6), round(at.y_mm, 6))
            for mark in page.marks
            if isinstance(mark, Line)
            for at in (mark.start, mark.end)
            if mark.start.x_mm != mark.end.x_mm and mark.start.y_mm != mark.end.y_mm
        }
        for y_mm in (box.y_mm - 1, box.bottom_mm + 1):
            assert (round(edge_mm + from_edge_mm, 6), round(y_mm, 6)) in tips


def test_impose_with_a_board_that_fits_shares_its_sheet_with_other_pieces():
    items = [
        item("map", Outline.rectangle(190, 130), split=True),
        item("chip", Outline.rectangle(20, 20), 10),
    ]
    (sheet,) = impose(items, PrintSettings(A4, Duplex.NONE))
    assert all(placement.window is None for placement in sheet.pages[0].placements)


def test_impose_with_parts_and_pieces_in_a_group_puts_parts_last():
    items = [
        item("map", Outline.rectangle(300, 130), split=True),
        item("chip", Outline.rectangle(20, 20), 10),
    ]
    sheets = impose(items, PrintSettings(A4, Duplex.NONE))
    assert [sheet.pages[0].note for sheet in sheets] == ["", "A1 (1 × 2)", "A2 (1 × 2)"]


def test_part_names_after_the_twenty_sixth_row_have_two_letters():
    board = item("banner", Outline.rectangle(100, 6000), split=True)
    notes = [sheet.pages[0].note for sheet in impose([board], PrintSettings(A5, Duplex.NONE))]
    assert notes[25:28] == ["Z1 (32 × 1)", "AA1 (32 × 1)", "AB1 (32 × 1)"]


def test_impose_with_a_board_on_paper_without_room_raises_e301():
    board = item("map", Outline.rectangle(480, 480), split=True)
    label = Paper("label", Size(25, 60), Margins.all_round(5))
    with pytest.raises(ProblemsFound) as found:
        impose([board], PrintSettings(label, Duplex.NONE))
    assert [problem.code for problem in found.value.problems] == ["E301"]
    assert found.value.problems[0].hint == "choose larger paper"


def test_impose_with_cells_larger_than_a_page_raises_e303():
    split = Split(Along.SQUARES, Size(300, 300), Point(0, 0), 8.0)
    with pytest.raises(ProblemsFound) as found:
        impose([board_like(Outline.rectangle(600, 600), split)], PrintSettings(A4, Duplex.NONE))
    (problem,) = found.value.problems
    assert problem.code == "E303"
    assert "along its squares; A4 prints 200 x 287 mm" in problem.message


def on_large(board: Item, paper: Paper, copies: int = 1) -> list[tuple[Size, int, str]]:
    """For each sheet its size, the number of its boards, and the part that it shows."""
    many = Item(
        board.piece, board.kind, board.sheet, copies, board.outline, board.bleed_mm,
        board.has_back, board.split, board.place,
    )  # fmt: skip
    sheets = impose([many], PrintSettings(A4, Duplex.NONE, board_paper=paper))
    for sheet in sheets:
        assert sheet.paper.id == paper.id
        room = sheet.paper.printable
        for placement in sheet.pages[0].placements:
            assert room.contains(placement.box)
            assert not sheet.pages[0].slug.box.overlaps(placement.box)
    return [
        (sheet.paper.size, len(sheet.pages[0].placements), sheet.pages[0].note) for sheet in sheets
    ]


def test_impose_with_large_board_paper_puts_the_whole_board_on_it():
    board = board_like(Outline.rectangle(480, 400), True)
    assert on_large(board, A2) == [(A2.size, 1, "")]
    (sheet,) = impose([board], PrintSettings(A4, Duplex.LONG_EDGE, board_paper=A2))
    (front,) = sheet.pages[0].placements
    assert front.window is None
    assert front.turn_deg == 90
    assert sheet.cuts == 4
    check_backs(sheet, {"map": board}, Duplex.LONG_EDGE)


def test_impose_with_several_small_boards_puts_them_on_one_large_sheet():
    board = board_like(Outline.rectangle(289, 200), True)
    assert on_large(board, A2, 5) == [(A2.size, 4, ""), (A2.size, 1, "")]


def test_impose_with_boards_on_a_roll_cuts_off_as_much_as_needed():
    board = board_like(Outline.rectangle(700, 400), True)
    (only,) = on_large(board, ROLL)
    assert only[0] == Size(610, 720), "700 mm, its slug and ticks, and the margins"
    two = on_large(board_like(Outline.rectangle(290, 400), True), ROLL, 2)
    assert [(size.height_mm < 430, boards) for size, boards, _ in two] == [(True, 2)]


def test_board_too_large_for_board_paper_is_divided():
    board = board_like(Outline.rectangle(800, 500), True)
    assert [note for _, _, note in on_large(board, A2)] == ["A1 (1 × 2)", "A2 (1 × 2)"]


def test_impose_with_a_board_that_fits_the_usual_paper_leaves_it_there():
    board = board_like(Outline.rectangle(190, 130), True)
    (sheet,) = impose([board], PrintSettings(A4, Duplex.NONE, board_paper=A2))
    assert sheet.paper == A4


@settings(max_examples=60, deadline=None)
@given(st.floats(300, 900), st.floats(300, 900), splits, st.sampled_from(PAPERS))
def test_turned_board_needs_as_many_parts(width_mm, height_mm, split, paper):
    """A board along hexagons is left out: turned, it may need one part more."""
    assume(split.along is not Along.HEXAGONS)
    board = board_like(Outline.rectangle(width_mm, height_mm), split)
    side = Split(split.along, split.cell.turned(), Point(split.first.y_mm, split.first.x_mm),
                 split.overlap_mm, tuple(box.transposed() for box in split.avoid))  # fmt: skip
    lying = board_like(Outline.rectangle(height_mm, width_mm), side)
    found, other = part_board(board, paper), part_board(lying, paper)
    assert (found is None) is (other is None)
    if found is not None and other is not None:
        assert found.rows * found.columns == other.rows * other.columns
