"""Pieces within the reach of a cutting machine, and those that it does not reach."""

import pytest
from hypothesis import given, settings

from fustella.core.geometry.shapes import Along, Outline, Point, Rect, Size, Split
from fustella.core.values.model import FibreAlong
from fustella.core.values.paper import Cutter, Duplex, Grain, Paper, PrintSettings
from fustella.core.values.problems import Severity
from fustella.core.values.sheets import Page
from fustella.impose import impose, not_cut
from tests.impose.checks import A4, A5, LETTER, PAPERS, any_items, item

CRICUT = PrintSettings(A4, Duplex.NONE, cutter=Cutter.CRICUT)
A3 = PAPERS[-1]
SHORT_MM, LONG_MM = 171.45, 234.95  # 6.75 and 9.25 in
NEAR_MM = 0.001


def middle_of(paper: Paper, width_mm: float, height_mm: float) -> Rect:
    size = paper.size
    x_mm, y_mm = (size.width_mm - width_mm) / 2, (size.height_mm - height_mm) / 2
    return Rect(x_mm, y_mm, width_mm, height_mm)


def is_size(rect: Rect, width_mm: float, height_mm: float) -> bool:
    return (rect.width_mm, rect.height_mm) == pytest.approx((width_mm, height_mm))


def taken(page: Page, bleeds_mm: dict[str, float]) -> list[Rect]:
    return [one.box.grown(bleeds_mm[one.face.piece]) for one in page.placements]


@given(any_items)
@settings(max_examples=30, deadline=None)
def test_pieces_for_cricut_lie_in_middle_of_page(items):
    bleeds_mm = {one.piece: one.bleed_mm for one in items}
    areas = [middle_of(A4, SHORT_MM, LONG_MM), middle_of(A4, LONG_MM, SHORT_MM)]
    for sheet in impose(items, CRICUT):
        (page,) = sheet.pages
        assert any(area.contains(page.mat) and page.mat.contains(area) for area in areas)
        assert page.registration == ()
        for box in taken(page, bleeds_mm):
            assert page.mat.contains(box, NEAR_MM)
        assert not page.mat.overlaps(page.slug.box)


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
@pytest.mark.parametrize(
    ("width_mm", "height_mm"),
    [(170, 230), (85, 57)],
)
def test_area_for_cricut_stands_upright_where_pieces_fit_it(paper, width_mm, height_mm):
    cards = item("card", Outline.rectangle(width_mm, height_mm), 8)
    sheets = impose([cards], PrintSettings(paper, Duplex.NONE, cutter=Cutter.CRICUT))
    assert all(is_size(sheet.pages[0].mat, SHORT_MM, LONG_MM) for sheet in sheets)


def test_area_for_cricut_lies_level_where_it_holds_more():
    """Pieces that their grain keeps from being turned are too wide for an upright one."""
    grain = {"grain": FibreAlong.HEIGHT, "stock_grain": Grain.LONG}
    strips = item("strip", Outline.rectangle(199, 42), 4, **grain)
    (sheet,) = impose([strips], CRICUT)
    (page,) = sheet.pages
    assert is_size(page.mat, LONG_MM, SHORT_MM)
    assert all(page.mat.contains(placed.box) for placed in page.placements)


def test_files_for_cricut_show_one_size_on_small_paper_too():
    cards = item("card", Outline.rectangle(40, 60), 20, bleed_mm=2)
    for sheet in impose([cards], PrintSettings(A5, Duplex.NONE, cutter=Cutter.CRICUT)):
        mat = sheet.pages[0].mat
        assert is_size(mat, SHORT_MM, LONG_MM)
        assert all(mat.contains(box) for box in taken(sheet.pages[0], {"card": 2}))
        assert all(A5.printable.contains(box) for box in taken(sheet.pages[0], {"card": 2}))


def test_gutter_is_not_counted_at_machine_edges():
    halves = item("half", Outline.rectangle((SHORT_MM - 4) / 2, LONG_MM), 2)
    assert len(impose([halves], PrintSettings(A4, cutter=Cutter.CRICUT, gutter_mm=4))) == 1
    assert len(impose([halves], PrintSettings(A4, cutter=Cutter.CRICUT, gutter_mm=5))) == 2


def test_folded_sheet_has_its_area_on_the_half_with_the_fronts():
    cards = item("card", Outline.rectangle(60, 50), 4)
    (sheet,) = impose([cards], PrintSettings(A4, Duplex.FOLD, cutter=Cutter.CRICUT))
    (page,) = sheet.pages
    fronts = [one.box for one in page.placements if one.face.side == "front"]
    assert all(page.mat.contains(box) for box in fronts)
    middle_mm = page.mat.y_mm + page.mat.height_mm / 2
    assert middle_mm == pytest.approx(297 * 3 / 4, abs=5)


@pytest.mark.parametrize("paper", [A4, LETTER, A3])
def test_pieces_for_brother_lie_on_its_mat(paper):
    cards = item("card", Outline.rectangle(63, 88), 60)
    sheets = impose([cards], PrintSettings(paper, Duplex.NONE, cutter=Cutter.BROTHER))
    ways = middle_of(paper, 284.6, 294.6), middle_of(paper, 294.6, 284.6)
    for sheet in sheets:
        (page,) = sheet.pages
        boxes = taken(page, {"card": 0})
        assert any(all(way.contains(box, NEAR_MM) for box in boxes) for way in ways)
        mat = min(297, paper.size.width_mm), min(297, paper.size.height_mm)
        assert is_size(page.mat, *mat)
        assert all(page.mat.contains(box) for box in boxes)
        assert page.registration == ()


def test_sheets_of_a4_for_brother_hold_as_much_as_without_a_cutter():
    cards = item("card", Outline.rectangle(63, 88), 18)
    assert len(impose([cards], PrintSettings(A4, cutter=Cutter.BROTHER))) == 2


# What is not reached


def test_board_that_may_be_split_is_split_to_what_is_reached():
    board = item("board", Outline.rectangle(380, 260), split=True)
    assert not_cut([board], CRICUT) == {}
    sheets = impose([board], CRICUT)
    assert len(sheets) > len(impose([board], PrintSettings(A4, Duplex.NONE)))
    for sheet in sheets:
        mat = sheet.pages[0].mat
        assert all(mat.contains(placed.box, NEAR_MM) for placed in sheet.pages[0].placements)


@pytest.mark.parametrize("duplex", Duplex)
def test_piece_that_only_a_machine_does_not_reach_is_not_cut(duplex):
    board = item("board", Outline.rectangle(184, 184))
    card = item("card", Outline.rectangle(63, 88))
    for cutter in Cutter:
        found = not_cut([board, card], PrintSettings(A4, duplex, cutter=cutter))
        beyond = cutter in (Cutter.SILHOUETTE, Cutter.CRICUT)
        assert [*found] == ["board"] * beyond
        for problem in found.values():
            assert (problem.code, problem.severity) == ("E319", Severity.WARNING)
            assert problem.place == board.place
            assert f"--cutter {cutter}" in problem.message


def test_board_whose_cells_are_larger_than_what_is_reached_is_not_cut():
    squares = Split(Along.SQUARES, Size(180, 245), Point(95, 0), 8.0)
    board = item("board", Outline.rectangle(460, 245), split=squares)
    (problem,) = not_cut([board], CRICUT).values()
    assert "too little for parts of it" in problem.message
    assert not_cut([board], PrintSettings(A4)) == {}


def test_piece_beyond_paper_is_no_problem_of_machine():
    board = item("board", Outline.rectangle(400, 400))
    assert not_cut([board], CRICUT) == {}


def test_piece_of_which_nothing_is_printed_is_not_left_out():
    assert not_cut([item("board", Outline.rectangle(184, 184), copies=0)], CRICUT) == {}


def test_fold_lines_of_pieces_lie_in_the_area():
    """The net of a box: its folds are scored by the machine."""
    net = Outline.polygon(
        (Point(0, 0), Point(60, 0), Point(60, 40), Point(0, 40)),
        folds=((Point(0, 20), Point(60, 20)),),
    )
    (sheet,) = impose([item("net", net)], CRICUT)
    (page,) = sheet.pages
    (fold,) = page.folds
    ends = Rect(fold.start.x_mm, fold.start.y_mm, fold.end.x_mm - fold.start.x_mm, 0)
    assert page.mat.contains(ends)
