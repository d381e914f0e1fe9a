"""Registration marks of a cutting machine: where they lie, and that nothing is near them."""

import pytest
from hypothesis import given, settings
from msgspec.structs import astuple

from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.values.paper import Cutter, Duplex, Margins, MarkStyle, Paper, PrintSettings
from fustella.core.values.sheets import CutNumber, Dot, Line
from fustella.impose import impose
from fustella.impose.cutters import bars, reserve
from fustella.read import read_papers
from tests.helpers.sharing import ROOT
from tests.impose.checks import A4, LETTER, any_items, extent, item

QUIET_MM = 3.0
PAPERS = read_papers(Project(ROOT))


@pytest.mark.parametrize("paper", [A4, LETTER])
def test_registration_marks_are_a_square_and_two_angles_10_mm_inside(paper):
    width, height = paper.size.width_mm, paper.size.height_mm
    square, *angles = (bar.box for bar in bars(paper))
    assert square == Rect(10, 10, 5, 5)
    upper, lower = angles[:2], angles[2:]
    assert {box.right_mm for box in upper} == {width - 10}
    assert {box.y_mm for box in upper} == {10}
    assert {box.x_mm for box in lower} == {10}
    assert {box.bottom_mm for box in lower} == {height - 10}
    for pair in (upper, lower):
        assert (
            sorted(box.width_mm for box in pair) == sorted(box.height_mm for box in pair) == [1, 20]
        )


PLACES = {
    "A4": (
        Rect(10, 10, 5, 5),
        Rect(180, 10, 20, 1),
        Rect(199, 10, 1, 20),
        Rect(10, 286, 20, 1),
        Rect(10, 267, 1, 20),
    ),
    "Letter": (
        Rect(10, 10, 5, 5),
        Rect(185.9, 10, 20, 1),
        Rect(204.9, 10, 1, 20),
        Rect(10, 268.4, 20, 1),
        Rect(10, 249.4, 1, 20),
    ),
}
"""Of the papers of the package. docs/cutters.md promises that they stay: people have templates in
Silhouette Studio that are set to them."""


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SEPARATE, Duplex.NONE])
def test_registration_marks_stay_where_they_were_whatever_lies_on_the_sheet(name, duplex):
    paper = PAPERS[name]
    pieces = [
        item("card", Outline.rectangle(63, 88), 40, "cards", bleed_mm=2),
        item("coin", Outline.circle(20), 3, "coins"),
        item("tile", Outline.hexagon(50), 9, "tiles", has_back=False),
        item("board", Outline.rectangle(400, 300), 1, "board", split=True),
    ]
    settings = PrintSettings(paper, duplex, cutter=Cutter.SILHOUETTE)
    sheets = impose(pieces, settings)
    assert {sheet.group for sheet in sheets} == {"cards", "coins", "tiles", "board"}
    for sheet in sheets:
        found = [bar.box for bar in sheet.pages[0].registration]
        for box, wanted in zip(found, PLACES[name], strict=True):
            places = (box.x_mm, box.y_mm, box.width_mm, box.height_mm)
            assert places == pytest.approx(astuple(wanted), abs=1e-6)


def test_reserve_for_registration_marks_keeps_the_size_of_the_paper():
    assert reserve(A4).size == A4.size
    assert A4.printable.contains(reserve(A4).printable)


@given(any_items)
@settings(max_examples=40, deadline=None)
def test_impose_with_a_cutter_prints_nothing_near_registration_marks(items):
    items = [
        one for one in items if max(one.outline.size.width_mm, one.outline.size.height_mm) < 80
    ]
    settings = PrintSettings(A4, Duplex.NONE, cutter=Cutter.SILHOUETTE, marks=MarkStyle.AUTO)
    quiet = [bar.box.grown(QUIET_MM - 0.11) for bar in bars(A4)]
    by_id = {one.piece: one for one in items}
    for sheet in impose(items, settings):
        page = sheet.pages[0]
        assert page.registration == bars(A4)
        assert sheet.paper == A4
        taken = [placed.box.grown(by_id[placed.face.piece].bleed_mm) for placed in page.placements]
        taken += [page.slug.box, *map(box_of, page.marks)]
        for box in taken:
            assert not any(box.overlaps(mark) for mark in quiet), box


@pytest.mark.parametrize("margins", [Margins(4, 6, 12.7, 5), Margins(5, 15, 5, 5)])
@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.FOLD])
def test_registration_marks_with_wide_margins_lie_in_the_printable_area(margins, duplex):
    """The inset is the same on all sides, because the software of the machine has one setting."""
    paper = Paper("odd", LETTER.size, margins)
    settings = PrintSettings(paper, duplex, cutter=Cutter.SILHOUETTE)
    for sheet in impose([item("p", Outline.rectangle(40, 60), 30)], settings):
        page = sheet.pages[0]
        marks = [bar.box for bar in page.registration]
        assert len(marks) == 5
        assert all(paper.printable.contains(box, 0.001) for box in marks)
        taken = [placed.box for placed in page.placements] + [page.slug.box]
        assert not any(mark.grown(QUIET_MM - 0.01).overlaps(box) for mark in marks for box in taken)
    square = bars(paper)[0].box
    assert square.x_mm == square.y_mm == max(margins.right_mm, margins.bottom_mm)


def box_of(mark):
    if isinstance(mark, Line):
        return extent(mark)
    if isinstance(mark, CutNumber):
        width = 0.77 * 2 * len(mark.text)
        return Rect(mark.at.x_mm - width / 2, mark.at.y_mm - 1, width, 2)
    r = mark.radius_mm
    assert isinstance(mark, Dot) or r > 0
    return Rect(mark.middle.x_mm - r, mark.middle.y_mm - r, 2 * r, 2 * r)
