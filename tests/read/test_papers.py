"""content/papers.yaml and content/stocks.yaml of this project: their sizes are right."""

from itertools import combinations

import pytest

from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline
from fustella.core.values.paper import Duplex, Paper, PrintSettings
from fustella.impose import impose
from fustella.read import read_papers, read_tables
from tests.helpers.sharing import ROOT
from tests.impose.checks import item

PAPERS = read_papers(Project(ROOT))
WITH_SLOTS = {name: paper for name, paper in PAPERS.items() if paper.slots}


def test_papers_include_those_that_people_have():
    plain = {"A1", "A2", "A3", "A4", "A5", "Letter", "Legal", "Tabloid", "PA4"}
    assert plain <= PAPERS.keys()
    assert {name for name, paper in PAPERS.items() if paper.roll} == {"roll-610", "roll-914"}
    assert len(WITH_SLOTS) >= 10
    for paper in PAPERS.values():
        assert paper.roll or paper.size.width_mm < paper.size.height_mm


def test_paper_on_a_roll_may_be_wider_than_high(tiny):
    """Other paper must be upright: tests/cases/read/paper-lies.yaml."""
    papers = tiny.root / "content" / "papers.yaml"
    wide = "wide: {width: 610mm, height: 300mm, margin: 5mm, roll: true}\n"
    papers.write_text(wide, encoding="utf-8")
    assert read_papers(Project(tiny.root))["wide"].size.width_mm == 610


def test_paper_pa4_fits_on_a4_and_on_letter():
    pa4 = PAPERS["PA4"].size
    assert pa4.fits_in(PAPERS["A4"].size)
    assert pa4.fits_in(PAPERS["Letter"].size)
    assert pa4.width_mm == PAPERS["A4"].size.width_mm
    assert pa4.height_mm == pytest.approx(PAPERS["Letter"].size.height_mm)


@pytest.mark.parametrize("paper", WITH_SLOTS.values(), ids=WITH_SLOTS)
def test_slots_lie_apart_and_in_the_middle_of_the_paper(paper: Paper):
    slots = paper.slots
    boxes = slots.boxes()
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    left_mm, top_mm = min(box.x_mm for box in boxes), min(box.y_mm for box in boxes)
    right_mm = paper.size.width_mm - max(box.right_mm for box in boxes)
    bottom_mm = paper.size.height_mm - max(box.bottom_mm for box in boxes)
    assert min(left_mm, top_mm, right_mm, bottom_mm) >= -0.001
    assert abs(left_mm - right_mm) <= 0.5
    assert abs(top_mm - bottom_mm) <= 0.5


@pytest.mark.parametrize("paper", WITH_SLOTS.values(), ids=WITH_SLOTS)
def test_paper_name_has_the_size_of_its_slots(paper: Paper):
    *_, sizes = paper.id.split("-")
    size = paper.slots.outline.size
    unit_mm = 25.4 if "-us-" in paper.id else 1.0
    typed = [float(number) for number in sizes.split("x")]
    for number, mm in zip(typed, (size.width_mm, size.height_mm), strict=False):
        assert number == pytest.approx(mm / unit_mm, abs=0.51 if unit_mm == 1 else 0.03)


@pytest.mark.parametrize("paper", WITH_SLOTS.values(), ids=WITH_SLOTS)
def test_impose_of_pieces_as_large_as_slots_fills_the_sheet(paper: Paper):
    outline: Outline = paper.slots.outline
    count = paper.slots.columns * paper.slots.rows
    sheets = impose([item("p", outline, count + 1)], PrintSettings(paper, Duplex.NONE))
    assert [len(sheet.pages[0].placements) for sheet in sheets] == [count, 1]
    slug = sheets[0].pages[0].slug.box
    assert slug.width_mm == 0 or paper.printable.contains(slug)


def test_stocks_have_weights_for_a_home_printer():
    stocks = read_tables(Project(ROOT)).stocks
    assert {"paper", "card", "board"} <= stocks.keys()
    assert stocks["paper"].thickness_mm < stocks["card"].thickness_mm < stocks["board"].thickness_mm
    assert all(60 <= stock.grams_m2 <= 350 for stock in stocks.values())
