"""Fold-over sheets: after folding and gluing, each back lies exactly behind its own front."""

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.build.files import page_labels
from fustella.core.geometry.shapes import Outline, Rect, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.paper import (
    Duplex,
    Fewest,
    Hexes,
    Margins,
    MarkStyle,
    Paper,
    PrintSettings,
)
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.sheets import Item, Line, Page, Sheet
from fustella.core.words.printed import ToolWords
from fustella.impose import Half, impose
from fustella.impose.fold import TO_FOLD_MM
from tests.impose.checks import (
    A4,
    A5,
    NEAR_MM,
    PAPERS,
    any_items,
    enters,
    item,
    on_page,
    overlap,
    polygon,
)

FRONT, BACK = SideName.FRONT, SideName.BACK
ROLL = Paper("roll", Size(610, 3000), Margins.all_round(5), roll=True)


def folded_over(point: tuple[float, float], fold: Line) -> tuple[float, float]:
    """Where a point comes to lie when the paper is folded along an upright or level line."""
    x, y = point
    if fold.start.x_mm == fold.end.x_mm:
        return 2 * fold.start.x_mm - x, y
    return x, 2 * fold.start.y_mm - y


def check_folded(sheet: Sheet, by_id: dict[str, Item]) -> None:
    """Checks everything about a sheet that is folded."""
    (page,) = sheet.pages
    size = sheet.paper.size
    fold = page.folds[-1]
    ends = {(fold.start.x_mm, fold.start.y_mm), (fold.end.x_mm, fold.end.y_mm)}
    level = {(0.0, size.height_mm / 2), (size.width_mm, size.height_mm / 2)}
    upright = {(size.width_mm / 2, 0.0), (size.width_mm / 2, size.height_mm)}
    assert ends in (level, upright)
    fronts = [placed for placed in page.placements if placed.face.side is FRONT]
    backs = [placed for placed in page.placements if placed.face.side is BACK]
    assert len(fronts) == len(backs)
    assert [trim.box for trim in page.trims] == [front.box for front in fronts]
    for front, back in zip(fronts, backs, strict=True):
        assert (front.face.piece, front.face.look) == (back.face.piece, back.face.look)
        face = by_id[front.face.piece].outline.size
        for u, v in ((0.0, 0.0), (face.width_mm, 0.0), (0.3 * face.width_mm, 0.8 * face.height_mm)):
            behind = folded_over(on_page(face.width_mm - u, v, back, face), fold)
            assert math.dist(on_page(u, v, front, face), behind) < NEAR_MM
    check_room(page, sheet.paper, fold, by_id)


def check_room(page: Page, paper: Paper, fold: Line, by_id: dict[str, Item]) -> None:
    """Nothing lies on anything else, on the fold, or where the printer does not reach."""
    shapes = [polygon(placed, by_id[placed.face.piece].outline) for placed in page.placements]
    for placed in page.placements:
        box = placed.box.grown(by_id[placed.face.piece].bleed_mm)
        assert paper.printable.contains(box, NEAR_MM)
        assert not page.slug.box.overlaps(box)
        corners = ((box.x_mm, box.y_mm), (box.right_mm, box.bottom_mm))
        for corner in corners:
            away_mm = math.dist(corner, folded_over(corner, fold)) / 2
            assert away_mm >= TO_FOLD_MM - NEAR_MM
    for number, one in enumerate(shapes):
        box = page.placements[number].box
        for other in range(number):
            if page.placements[other].box.overlaps(box):
                assert not overlap(one, shapes[other])
        for mark in (mark for mark in (*page.marks, *page.folds) if isinstance(mark, Line)):
            assert not enters((mark.start, mark.end), one)
    (glue,) = page.glue  # its outline is drawn, so it must run outside of bleeds
    for placed in page.placements:
        box = placed.box.grown(by_id[placed.face.piece].bleed_mm)
        assert glue.contains(box.grown(1)) if placed.face.side is BACK else not glue.overlaps(box)


ways_to_print = st.builds(
    PrintSettings,
    st.sampled_from((*PAPERS, ROLL)),
    st.just(Duplex.FOLD),
    marks=st.sampled_from(MarkStyle),
    hexes=st.sampled_from(Hexes),
    gutter_mm=st.sampled_from((0.0, 0.0, 2.0, 7.5)),
    fewest=st.sampled_from(Fewest),
)


@settings(max_examples=25, deadline=None)  # each a whole box, looked at piece by piece
@given(any_items, ways_to_print)
def test_folded_sheets_with_any_items_hold_everything_in_its_place(items, print_settings):
    by_id = {one.piece: one for one in items}
    sheets = impose(items, print_settings)
    placed = Counter(p.face for s in sheets for page in s.pages for p in page.placements)
    wanted = Counter({FaceId(one.piece, FRONT): one.copies for one in items})
    wanted.update({FaceId(one.piece, BACK): one.copies for one in items if one.has_back})
    assert placed == +wanted
    for group in {sheet.group for sheet in sheets}:
        numbers = [sheet.number for sheet in sheets if sheet.group == group]
        assert numbers == list(range(1, len(numbers) + 1))
    for sheet in sheets:
        assert len(sheet.pages) == 1
        pieces = {by_id[p.face.piece] for p in sheet.pages[0].placements}
        if sheet.pages[0].glue:
            check_folded(sheet, by_id)
        elif sheet.pages[0].side is FRONT and any(one.has_back for one in pieces):
            after = sheets[sheets.index(sheet) + 1]
            assert after.pages[0].side is BACK


def test_folded_sheets_choose_fold_with_fewer_sheets():
    """Halves are 210 x 148.5 mm with a level fold, and 105 x 297 mm with an upright one."""

    def sheets_of(width_mm: float, height_mm: float) -> tuple[Sheet, ...]:
        items = [item("p", Outline.rectangle(width_mm, height_mm), 24)]
        return impose(items, PrintSettings(A4, Duplex.FOLD))

    def is_level(sheet: Sheet) -> bool:
        fold = sheet.pages[0].folds[-1]
        return fold.start.y_mm == fold.end.y_mm

    assert [is_level(sheet) for sheet in sheets_of(63, 130)] == [True] * 8
    assert [is_level(sheet) for sheet in sheets_of(85, 90)] == [False] * 8


@pytest.mark.parametrize("level", [True, False])
def test_half_of_a_paper_keeps_its_margins_and_more_at_the_fold(level):
    paper = Paper("odd", Size(210, 297), Margins(4, 6, 12, 5))
    half = Half(paper, level).paper
    assert half.size == (Size(210, 148.5) if level else Size(105, 297))
    assert half.margins == (Margins(5, 6, 12, 5) if level else Margins(4, 6, 12, 5))


def test_folded_sheets_with_pieces_without_backs_leave_theirs_unfolded():
    items = [
        item("card", Outline.rectangle(63, 88), 3),
        item("token", Outline.circle(20), 30, has_back=False),
    ]
    folded, plain = impose(items, PrintSettings(A4, Duplex.FOLD))
    assert {p.face.piece for p in folded.pages[0].placements} == {"card"}
    assert {p.face.piece for p in plain.pages[0].placements} == {"token"}
    assert (plain.pages[0].glue, plain.pages[0].folds) == ((), ())
    assert [sheet.number for sheet in (folded, plain)] == [1, 2]


def test_piece_larger_than_a_half_gets_separate_back():
    items = [item("map", Outline.rectangle(180, 250), 2), item("card", Outline.rectangle(63, 88))]
    sheets = impose(items, PrintSettings(A4, Duplex.FOLD))
    assert [(s.number, s.pages[0].side, len(s.pages)) for s in sheets] == [
        (1, FRONT, 1), (2, FRONT, 1), (3, BACK, 1), (4, FRONT, 1), (5, BACK, 1),
    ]  # fmt: skip
    front, back = (sheet.pages[0].placements[0] for sheet in sheets[1:3])
    assert back.box == Rect(210 - front.box.right_mm, front.box.y_mm, 180, 250)
    labels = page_labels("Game", "Maps", sheets, ToolWords().on_labels("en"), Duplex.FOLD)
    assert "fold on the dashed line" in labels[0]
    assert labels[1] == "Game · Maps · sheet 2 of 5 · A4"
    assert labels[2] == "Game · Maps · sheet 3 of 5 · back · glue behind sheet 2 · A4"


def test_folded_sheets_on_roll_are_cut_to_length():
    items = [item("card", Outline.rectangle(63, 88), 60)]
    (sheet,) = impose(items, PrintSettings(ROLL, Duplex.FOLD))
    assert sheet.paper.size.width_mm == 610
    assert sheet.paper.size.height_mm < 1700
    check_folded(sheet, {"card": items[0]})


def test_check_folded_with_a_back_half_a_millimetre_off_fails():
    items = [item("card", Outline.rectangle(63, 88), 2)]
    (sheet,) = impose(items, PrintSettings(A5, Duplex.FOLD))
    page = sheet.pages[0]
    off = replace(page.placements[-1], box=page.placements[-1].box.moved(0.5, 0))
    wrong = replace(sheet, pages=(replace(page, placements=(*page.placements[:-1], off)),))
    check_folded(sheet, {"card": items[0]})
    with pytest.raises(AssertionError):
        check_folded(wrong, {"card": items[0]})


@pytest.mark.parametrize("margins", [Margins(20, 5, 5, 5), Margins(5, 4, 6, 18)])
def test_folded_backs_keep_off_a_wide_margin(margins):
    paper = Paper("odd", Size(210, 297), margins)
    for side_mm in (20, 63):
        items = [item("card", Outline.rectangle(side_mm, 88), 40)]
        for sheet in impose(items, PrintSettings(paper, Duplex.FOLD)):
            check_folded(sheet, {"card": items[0]})


def test_folded_sheets_with_items_too_large_report_all_of_them():
    big = Outline.rectangle(400, 400)
    items = [item("a", big), item("b", big, has_back=False), item("c", big, sheet="other")]
    with pytest.raises(ProblemsFound) as found:
        impose(items, PrintSettings(A4, Duplex.FOLD))
    assert sorted(one.place.key for one in found.value.problems) == ["a", "b", "c"]


def test_board_that_a_half_holds_is_folded():
    board = item("map", Outline.rectangle(180, 120), split=True)
    (sheet,) = impose([board], PrintSettings(A4, Duplex.FOLD, board_paper=PAPERS[3]))
    assert len(sheet.pages[0].placements) == 2
