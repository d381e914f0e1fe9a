import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Rect, Size
from fustella.impose import areas, seat
from tests.impose.checks import A4, A5, PAPERS


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(PAPERS), st.integers(0, 1), st.floats(0.1, 1), st.floats(0.1, 1))
def test_seat_of_a_block_that_fits_an_area_leaves_the_slug_free(paper, which, part_x, part_y):
    area = areas(paper)[which % len(areas(paper))]
    block = Size(area.width_mm * part_x, area.height_mm * part_y)
    seated = seat(block, paper)
    box = Rect(seated.origin.x_mm, seated.origin.y_mm, block.width_mm, block.height_mm)
    assert paper.printable.contains(box)
    assert paper.printable.contains(seated.slug.box)
    assert not seated.slug.box.overlaps(box)


def test_seat_of_a_block_with_room_is_centred():
    assert seat(Size(100, 200), A4).origin.x_mm == 55
    assert seat(Size(100, 200), A4).origin.y_mm == 48.5


def test_seat_of_a_large_block_moves_no_further_than_the_slug_needs():
    assert seat(Size(198, 280), A4).origin.y_mm == 5  # 7 mm free: all of it below
    assert seat(Size(198, 272), A4).origin.y_mm == 10  # 15 mm free: 10 mm below


def test_seat_with_more_room_at_the_side_has_an_upright_slug():
    assert seat(Size(180, 287), A4).slug.upright
    assert not seat(Size(200, 270), A4).slug.upright


def test_seat_on_small_paper_has_an_upright_slug():
    (area,) = areas(A5)
    assert area == Size(133, 200)
    assert seat(Size(100, 100), A5).slug == pytest.approx(seat(Size(10, 10), A5).slug)
    assert seat(Size(100, 100), A5).slug.upright
