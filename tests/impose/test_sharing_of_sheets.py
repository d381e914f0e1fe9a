"""What sheets have in common is found once, and what is found quickly is what is found plainly."""

from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.values.paper import Duplex, PrintSettings
from fustella.core.values.problems import Place
from fustella.core.values.sheets import Item
from fustella.impose import impose
from fustella.impose.marks.numbers import _Taken
from tests.impose.checks import A4

PLACE = Place("pieces.yaml", 1)
LENGTHS = st.floats(-40, 300, allow_nan=False)
BOXES = st.builds(Rect, LENGTHS, LENGTHS, st.floats(0, 30), st.floats(0, 30))


def test_equal_sheets_share_their_marks_and_trims():
    cards = [
        Item(f"card-{n}", "card", "all", 1, Outline.rectangle(63, 88), 2.0, True, None, PLACE)
        for n in range(24)
    ]
    for duplex in (Duplex.LONG_EDGE, Duplex.FOLD):
        first, second, *_ = impose(cards, PrintSettings(A4, duplex))
        assert first.pages[0].placements != second.pages[0].placements
        assert first.pages[0].marks is second.pages[0].marks
        assert first.pages[0].trims is second.pages[0].trims


@given(st.lists(BOXES, max_size=3), st.lists(BOXES, max_size=30), BOXES)
def test_taken_room_is_that_which_any_of_its_boxes_overlaps(large, small, box):
    plainly = not any(box.overlaps(other) for other in (*large, *small))
    assert _Taken(large, small).free(box) is plainly
