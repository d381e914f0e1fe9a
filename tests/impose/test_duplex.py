"""Backs behind fronts on printers that shift backs, for every duplex mode, paper and shift."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.model import SideName
from fustella.core.values.paper import Duplex, Margins, Paper, PrintSettings, Shift
from fustella.core.values.sheets import Page, Sheet
from fustella.impose import impose
from fustella.read import Printer, shift_for
from tests.impose.checks import (
    A4,
    NEAR_MM,
    PAPERS,
    any_items,
    check_all,
    item,
    on_page,
    through_the_paper,
)

LETTER_ODD = Paper("odd", Size(215.9, 279.4), Margins(4, 6, 12.7, 5))
ASIDE = Paper("aside", Size(210, 297), Margins(5, 3, 5, 15))
TWO_SIDED = [duplex for duplex in Duplex if duplex.two_sided]
offsets_mm = st.floats(-3, 3).map(lambda mm: round(mm, 2))


class ShiftingPrinter:
    """A printer that puts every back `off` mm right of and below its place, seen from the front."""

    def __init__(self, right_mm: float, down_mm: float, paper: Paper, duplex: Duplex) -> None:
        self.off = right_mm, down_mm
        self.paper, self.duplex = paper, duplex

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the back page is seen through the paper from the front."""
        right, down = through_the_paper(x, y, self.paper, self.duplex)
        return right + self.off[0], down + self.off[1]

    def read(self) -> tuple[float, float]:
        """What the calibration sheet shows: the middle of the back against that of the front."""
        middle = self.paper.size.width_mm / 2, self.paper.size.height_mm / 2
        x, y = self.seen(*middle)
        return x - middle[0], y - middle[1]


@settings(max_examples=60, deadline=None)
@given(any_items, st.sampled_from((*PAPERS, LETTER_ODD)), st.sampled_from(TWO_SIDED),
       offsets_mm, offsets_mm)  # fmt: skip
def test_backs_on_a_calibrated_printer_coincide_with_fronts(
    items, paper, duplex, right_mm, down_mm
):
    printer = ShiftingPrinter(right_mm, down_mm, paper, duplex)
    kept = Printer("office", *printer.read())
    outlines = {one.piece: one.outline.size for one in items}
    has_back = {one.piece: one.has_back for one in items}
    for sheet in impose(items, PrintSettings(paper, duplex, shift_for(kept, duplex))):
        fronts = [p for p in sheet.pages[0].placements if has_back[p.face.piece]]
        backs = sheet.pages[1].placements if len(sheet.pages) > 1 else ()
        assert len(fronts) == len(backs)
        for front, back in zip(fronts, backs, strict=True):
            face = outlines[front.face.piece]
            for u, v in ((0, 0), (face.width_mm, 0), (0.3 * face.width_mm, 0.8 * face.height_mm)):
                before = on_page(u, v, front, face)
                behind = printer.seen(*on_page(face.width_mm - u, v, back, face))
                assert math.dist(before, behind) < NEAR_MM


@settings(max_examples=60, deadline=None)
@given(any_items, st.sampled_from((*PAPERS, LETTER_ODD, ASIDE)), st.sampled_from(TWO_SIDED),
       offsets_mm, offsets_mm)  # fmt: skip
def test_impose_with_a_shift_stays_in_the_printable_area(items, paper, duplex, dx_mm, dy_mm):
    bleeds = {one.piece: one.bleed_mm for one in items}
    sheets = impose(items, PrintSettings(paper, duplex, Shift(dx_mm, dy_mm)))
    for page in (page for sheet in sheets for page in sheet.pages):
        assert paper.printable.contains(page.slug.box, NEAR_MM)
        for placed in page.placements:
            box = placed.box.grown(bleeds[placed.face.piece])
            assert paper.printable.contains(box, NEAR_MM)
    unshifted = tuple(replace(s, pages=tuple(moved_back(p, dx_mm, dy_mm) for p in s.pages))
                      for s in sheets)  # fmt: skip
    check_all(items, paper, duplex, unshifted)


def moved_back(page: Page, dx_mm: float, dy_mm: float) -> Page:
    """A back page without its shift, computed independently."""
    if page.side is SideName.FRONT:
        return page

    def home(box: Rect) -> Rect:
        return Rect(box.x_mm - dx_mm, box.y_mm - dy_mm, box.width_mm, box.height_mm)

    placements = tuple(
        replace(
            p,
            box=home(p.box),
            clip=tuple(Point(at.x_mm - dx_mm, at.y_mm - dy_mm) for at in p.clip),
        )
        for p in page.placements
    )
    return replace(page, placements=placements, slug=replace(page.slug, box=home(page.slug.box)))


@pytest.mark.parametrize("duplex", TWO_SIDED)
@pytest.mark.parametrize("shift", [Shift(), Shift(0.7, -1.1)])
def test_backs_of_clipped_fronts_are_clipped_behind_them(duplex, shift):
    card = replace(item("card", Outline.rectangle(60, 80), 9, bleed_mm=3), edge="red")
    (sheet,) = impose([card], PrintSettings(A4, duplex, shift))
    front, back = sheet.pages
    assert any(placed.clip for placed in front.placements)
    for before, behind in zip(front.placements, back.placements, strict=True):
        seen = [
            through_the_paper(at.x_mm - shift.dx_mm, at.y_mm - shift.dy_mm, A4, duplex)
            for at in behind.clip
        ]
        wanted = [(at.x_mm, at.y_mm) for at in before.clip]
        assert len(seen) == len(wanted)
        for point in wanted:
            assert min(math.dist(point, one) for one in seen) < NEAR_MM


@pytest.mark.parametrize("duplex", [Duplex.NONE, Duplex.FOLD])
def test_shift_for_a_printer_without_backs_is_zero(duplex):
    assert shift_for(Printer("office", 2, 3), duplex) == Shift()


def pages(sheets: tuple[Sheet, ...]) -> list[list[SideName]]:
    return [[page.side for page in sheet.pages] for sheet in sheets]


def test_impose_with_separate_files_makes_the_pages_of_the_long_edge():
    items = [item("p", Outline.rectangle(63, 88), 12)]
    separate = impose(items, PrintSettings(A4, Duplex.SEPARATE))
    assert separate == impose(items, PrintSettings(A4, Duplex.LONG_EDGE))
    assert pages(separate) == [[SideName.FRONT, SideName.BACK]] * 2


def test_backs_of_parts_have_their_window_behind_that_of_the_front():
    board = item("map", Outline.rectangle(300, 200), split=True)
    for sheet in impose([board], PrintSettings(A4, Duplex.LONG_EDGE)):
        front, back = (page.placements[0] for page in sheet.pages)
        assert front.window.width_mm == back.window.width_mm
        assert math.isclose(front.window.x_mm + back.window.right_mm, 300)


@pytest.mark.parametrize("duplex", TWO_SIDED)
@pytest.mark.parametrize("paper", [LETTER_ODD, ASIDE])
def test_backs_on_paper_with_unequal_margins_stay_in_the_printable_area(paper, duplex):
    sheets = impose([item("p", Outline.rectangle(24, 31), 200)], PrintSettings(paper, duplex))
    for page in (page for sheet in sheets for page in sheet.pages):
        for box in (page.slug.box, *(placed.box for placed in page.placements)):
            assert paper.printable.contains(box, NEAR_MM)


def test_parts_on_folded_paper_stay_in_the_printable_area():
    board = item("map", Outline.rectangle(600, 450), split=True)
    for sheet in impose([board], PrintSettings(ASIDE, Duplex.FOLD)):
        (placed,) = sheet.pages[0].placements
        assert ASIDE.printable.contains(placed.box, NEAR_MM)
