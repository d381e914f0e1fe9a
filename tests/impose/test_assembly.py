"""The maps of boards on a cover: parts, their sheets, and seams."""

import pytest

from fustella.core.geometry.shapes import Along, Outline, Point, Size, Split
from fustella.core.values.paper import Duplex, Margins, Paper, PrintSettings
from fustella.impose import assembly_maps, impose
from tests.impose.checks import A4, item

A2 = Paper("A2", Size(420, 594), Margins.all_round(5))


@pytest.mark.parametrize(
    "duplex", [Duplex.LONG_EDGE, Duplex.SEPARATE, Duplex.FOLD, Duplex.NONE], ids=str
)
def test_assembly_maps_of_a_board_in_parts_name_parts_and_their_sheets(duplex):
    items = [
        item("chip", Outline.rectangle(20, 20), 10),
        item("map", Outline.rectangle(300, 400), 2, split=True),
    ]
    settings = PrintSettings(A4, duplex)
    sheets = impose(items, settings)
    (board,) = assembly_maps(items, settings, sheets)
    assert (board.piece, board.group, board.rows, board.columns) == ("map", "all", 2, 2)
    assert [part.name for part in board.parts] == ["A1", "A2", "B1", "B2"]
    for part in board.parts:
        shown = {
            sheet.number
            for sheet in sheets
            if any(page.note.startswith(f"{part.name} ") for page in sheet.pages[:1])
            and sheet.pages[0].placements[0].face.side == "front"
        }
        assert len(part.sheets) == 2
        assert set(part.sheets) == shown


def test_assembly_maps_along_squares_put_names_in_the_middle_of_visible_parts():
    split = Split(Along.SQUARES, Size(100, 100), Point(0, 0), 8.0)
    board = item("map", Outline.rectangle(300, 200), split=split)
    settings = PrintSettings(A4, Duplex.NONE)
    (found,) = assembly_maps([board], settings, impose([board], settings))
    assert [seam[0].x_mm for seam in found.seams] == [100]
    assert [part.middle for part in found.parts] == [Point(50, 100), Point(200, 100)]


def test_assembly_maps_of_boards_in_one_piece_are_empty():
    board = item("map", Outline.rectangle(300, 400), split=True)
    small = item("mat", Outline.rectangle(100, 100), split=True)
    settings = PrintSettings(A4, Duplex.NONE, board_paper=A2)
    assert assembly_maps([board, small], settings, impose([board, small], settings)) == ()
