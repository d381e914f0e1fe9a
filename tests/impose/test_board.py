import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry import Outline, Rect
from generator.impose import impose
from generator.impose.board import OVERLAP_MM
from generator.model import SideName
from generator.press import Duplex, Press
from generator.problems import ProblemsFound

from .checks import A4, A5, PAPERS, check_backs, check_strip, enters, item, rectangle

flips = st.sampled_from((Duplex.LONG_EDGE, Duplex.SHORT_EDGE))


def stretches(windows, start, length):
    """The parts along one side of a board, in order."""
    found = {(round(start(w), 6), round(length(w), 6)) for w in windows}
    return sorted(found)


def check_rebuilds(windows: list[Rect], width_mm: float, height_mm: float) -> None:
    """The windows are rows and columns without a gap, each repeating the overlap of the last."""
    across = stretches(windows, lambda w: w.x_mm, lambda w: w.width_mm)
    down = stretches(windows, lambda w: w.y_mm, lambda w: w.height_mm)
    assert len(windows) == len(across) * len(down)
    assert len({(round(w.x_mm, 6), round(w.y_mm, 6)) for w in windows}) == len(windows)
    for parts, whole_mm in ((across, width_mm), (down, height_mm)):
        assert math.isclose(parts[0][0], 0, abs_tol=1e-5)
        assert math.isclose(sum(parts[-1]), whole_mm, abs_tol=1e-5)
        for before, after in pairwise(parts):
            assert math.isclose(sum(before) - after[0], OVERLAP_MM, abs_tol=1e-5)


@settings(max_examples=60, deadline=None)
@given(st.floats(215, 1200), st.floats(100, 1200), st.sampled_from(PAPERS), flips, st.booleans())
def test_parts_rebuild_the_board(width_mm, height_mm, paper, duplex, has_back):
    board = item("map", Outline.rectangle(width_mm, height_mm), has_back=has_back, split=True)
    sheets = impose([board], Press(paper, duplex))
    if len(sheets) == 1 and sheets[0].pages[0].placements[0].window is None:
        return
    for side in SideName if has_back else (SideName.FRONT,):
        pages = [page for sheet in sheets for page in sheet.pages if page.side is side]
        windows = [page.placements[0].window for page in pages]
        check_rebuilds(windows, width_mm, height_mm)
    for sheet in sheets:
        check_part(sheet.pages[0], paper)
        check_backs(sheet, {"map": board}, duplex)
        assert sheet.cuts == 4


def check_part(page, paper):
    (placement,) = page.placements
    window = placement.window.size
    shown = window.turned() if placement.turn_deg % 180 else window
    assert placement.box.size == shown
    assert paper.printable.contains(placement.box)
    assert not page.strip.box.overlaps(placement.box)
    check_strip(page, paper)
    for mark in page.marks:
        for box in (placement.box, page.strip.box):
            assert not enters((mark.start, mark.end), rectangle(box))


def test_a_board_of_six_parts():
    board = item("map", Outline.rectangle(480, 480), 2, split=True)
    sheets = impose([board], Press(A4, Duplex.LONG_EDGE))
    notes = [sheet.pages[0].note for sheet in sheets]
    once = [f"{row}{column} (2 × 3)" for row in "AB" for column in (1, 2, 3)]
    assert notes == once * 2
    assert [sheet.pages[1].note for sheet in sheets] == notes
    assert [sheet.number for sheet in sheets] == list(range(1, 13))


def test_parts_are_turned_where_that_saves_paper():
    board = item("map", Outline.rectangle(560, 190), split=True)  # 2 lying pages, 3 standing ones
    sheets = impose([board], Press(A4, Duplex.LONG_EDGE))
    assert [p.turn_deg for s in sheets for page in s.pages for p in page.placements] == [
        90, 270, 90, 270,
    ]  # fmt: skip


def test_joining_triangles_point_at_the_edge_of_the_neighbour():
    board = item("map", Outline.rectangle(300, 150), split=True, has_back=False)
    left, right = (s.pages[0] for s in impose([board], Press(A4, Duplex.NONE)))
    for page, from_edge_mm in ((left, -OVERLAP_MM), (right, OVERLAP_MM)):
        box, window = page.placements[0].box, page.placements[0].window
        assert page.placements[0].turn_deg == 0
        assert window.size == box.size
        edge_mm = box.right_mm if from_edge_mm < 0 else box.x_mm
        tips = {
            (round(at.x_mm, 6), round(at.y_mm, 6))
            for mark in page.marks
            for at in (mark.start, mark.end)
            if mark.start.x_mm != mark.end.x_mm and mark.start.y_mm != mark.end.y_mm
        }
        for y_mm in (box.y_mm - 1, box.bottom_mm + 1):
            assert (round(edge_mm + from_edge_mm, 6), round(y_mm, 6)) in tips


def test_a_board_that_fits_is_a_piece_like_others():
    items = [
        item("map", Outline.rectangle(190, 130), split=True),
        item("chip", Outline.rectangle(20, 20), 10),
    ]
    (sheet,) = impose(items, Press(A4, Duplex.NONE))
    assert all(placement.window is None for placement in sheet.pages[0].placements)


def test_parts_come_after_the_pieces_that_share_their_group():
    items = [
        item("map", Outline.rectangle(300, 130), split=True),
        item("chip", Outline.rectangle(20, 20), 10),
    ]
    sheets = impose(items, Press(A4, Duplex.NONE))
    assert [sheet.pages[0].note for sheet in sheets] == ["", "A1 (1 × 2)", "A2 (1 × 2)"]


def test_rows_after_the_twenty_sixth_have_two_letters():
    board = item("banner", Outline.rectangle(100, 6000), split=True)
    notes = [sheet.pages[0].note for sheet in impose([board], Press(A5, Duplex.NONE))]
    assert notes[25:28] == ["Z1 (32 × 1)", "AA1 (32 × 1)", "AB1 (32 × 1)"]


def test_no_board_is_parted_on_paper_without_room():
    board = item("map", Outline.rectangle(480, 480), split=True)
    label = type(A4)("label", type(A4.size)(25, 60), 5)
    with pytest.raises(ProblemsFound) as found:
        impose([board], Press(label, Duplex.NONE))
    assert found.value.problems[0].hint == "choose larger paper"
