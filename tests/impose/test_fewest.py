"""Fewest sheets or fewest cuts."""

from fustella.core.geometry.shapes import Outline
from fustella.core.values.paper import Duplex, Fewest, PrintSettings
from fustella.impose import impose
from tests.impose.checks import A4, check_all, item

BOX = [
    item("tile", Outline.rectangle(38, 34), 100),
    item("card", Outline.rectangle(63, 88), 20),
    item("coin", Outline.rectangle(15, 17), 150),
    item("gem", Outline.rectangle(22, 11), 150),
]


def test_impose_with_fewest_cuts_takes_more_sheets_and_fewer_cuts():
    mixed = impose(BOX, PrintSettings(A4, Duplex.NONE))
    apart = impose(BOX, PrintSettings(A4, Duplex.NONE, fewest=Fewest.CUTS))
    check_all(BOX, A4, Duplex.NONE, apart)
    assert len(apart) > len(mixed)
    assert sum(sheet.cuts for sheet in apart) < sum(sheet.cuts for sheet in mixed)
    for sheet in apart:
        assert len({placed.face.piece for placed in sheet.pages[0].placements}) == 1
