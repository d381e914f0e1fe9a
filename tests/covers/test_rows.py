"""Sections of a cover whose captions lie below their pictures, in groups and on pages."""

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Size
from fustella.core.values.model import FaceId, SideName
from fustella.covers import (
    NO_FIT,
    CoverFit,
    caption_face,
    cover_area,
    fit_of,
    group_face,
    section_face,
)
from tests.covers import made
from tests.covers.made import laid_out, parts, section_of
from tests.impose.checks import A4, outlines

WIDE = cover_area(A4).width_mm
HEAD = Size(WIDE, 40)
CARD = Outline.rectangle(63, 88)


def section(name, count, picture=Size(20, 28), caption_mm=6.0, wide=WIDE, **more):  # noqa: B008
    pieces = tuple(f"{name}{number}" for number in range(count))
    sizes = Size(wide, 6), picture, Size(22, caption_mm)
    return section_of(name, pieces, *sizes, below=True, gap_mm=3.0, **more)


def laid(*sections, outline=CARD, notes=(), head=HEAD):
    pictures = {piece: outline for each in sections for piece in each.pieces}
    return laid_out(sections, pictures, head, notes=tuple(notes))


def boxes(page):
    return {placed.face: placed.box for placed in page.placements}


def picture(piece):
    return FaceId(piece, SideName.FRONT)


def labels(*pieces, high_mm=4.0):
    return {piece: Size(40, high_mm) for piece in pieces}


def test_captions_lie_below_pictures_with_their_left_edges_in_line():
    (page,) = laid(section("a", 16))
    found = boxes(page)
    for number in range(16):
        above, below = found[picture(f"a{number}")], found[caption_face(f"a{number}")]
        assert above.x_mm == below.x_mm
        assert below.y_mm == pytest.approx(above.bottom_mm + 1)
    assert len({box.x_mm for face, box in found.items() if face.piece[0] == "a"}) == 8


def test_lower_caption_makes_only_its_row_lower():
    lower = {f"a{number}": Size(22, 3) for number in range(8)}
    (page,) = laid(section("a", 16, captions=lower))
    found = boxes(page)
    assert found[caption_face("a0")].height_mm == 3
    first, second = found[caption_face("a0")], found[picture("a8")]
    assert second.y_mm == pytest.approx(first.bottom_mm + 3, abs=0.1)


@pytest.mark.parametrize(("high_mm", "level"), [(24.0, True), (10.0, False)])
def test_captions_of_sections_beside_each_other_are_level_unless_pictures_differ_much(
    high_mm, level
):
    half = (WIDE - 3) / 2
    (page,) = laid(section("a", 2, wide=half), section("b", 2, Size(20, high_mm), wide=half))
    found = boxes(page)
    assert found[section_face("a")].y_mm == found[section_face("b")].y_mm
    tops = {found[caption_face(piece)].y_mm for piece in ("a0", "b0")}
    assert (len(tops) == 1) == level
    if not level:
        assert found[picture("a0")].y_mm == pytest.approx(found[picture("b0")].y_mm, abs=4)


def test_section_without_pieces_is_a_heading():
    half = (WIDE - 3) / 2
    for sections in ([section("a", 0)], [section("a", 0, wide=half), section("b", 2, wide=half)]):
        (page,) = laid(*sections)
        assert section_face("a") in boxes(page)


@pytest.mark.parametrize(("count", "rows"), [(11, [6, 5]), (8, [8]), (17, [6, 6, 5]), (12, [8, 4])])
def test_rows_are_about_as_long_where_a_few_would_be_left(count, rows):
    (page,) = laid(section("a", count))
    tops = Counter(box.y_mm for face, box in boxes(page).items() if face.piece[0] == "a")
    assert list(tops.values()) == rows


def test_lines_of_groups_lie_above_the_first_of_their_pieces():
    (page,) = laid(section("a", 9, groups=labels("a0", "a3", "a6")))
    found = boxes(page)
    for first in ("a0", "a3", "a6"):
        label, below = found[group_face(first)], found[picture(first)]
        assert label.x_mm == below.x_mm
        assert label.bottom_mm <= below.y_mm + EPSILON_MM
    assert found[group_face("a0")].y_mm == found[group_face("a3")].y_mm
    assert found[picture("a6")].y_mm > found[picture("a3")].y_mm, "a group is not broken"


def test_lines_of_groups_lie_beside_them_in_columns_of_the_grid():
    (page,) = laid(section("a", 12, groups=labels("a0", "a6"), beside=2))
    found = boxes(page)
    for first in ("a0", "a6"):
        label, beside = found[group_face(first)], found[picture(first)]
        assert label.x_mm == found[section_face("a")].x_mm
        assert beside.x_mm == pytest.approx(label.x_mm + 2 * 25)
        assert beside.y_mm < label.y_mm < label.bottom_mm < beside.bottom_mm
    assert found[picture("a0")].x_mm == found[picture("a6")].x_mm


@pytest.mark.parametrize(("head_mm", "pages"), [(40, {0}), (200, {1}), (120, {0, 1})])
def test_section_stays_on_a_page_unless_much_of_it_would_be_blank(head_mm, pages):
    long = section("a", 32)
    found = laid(long, head=Size(WIDE, head_mm))
    on = {
        number
        for number, page in enumerate(found)
        for placed in page.placements
        if placed.face.piece.startswith("a")
    }
    assert on == pages
    pictures = dict.fromkeys(long.pieces, CARD)
    cover = parts(Size(WIDE, head_mm), [long])
    assert fit_of(cover, pictures, A4) == CoverFit(max(pages) + 1, len(pages) - 1)


def test_part_that_no_page_holds_does_not_fit():
    assert fit_of(parts(HEAD, [section("a", 1, Size(20, 400))]), {}, A4) == NO_FIT


@pytest.mark.parametrize(
    "outline", [CARD, Outline.circle(40), Outline.hexagon(40), Outline.hexagon(40, flat=True)]
)
def test_bleed_of_a_picture_does_not_show(outline):
    (page,) = laid(section("a", 1), outline=outline)
    (placed,) = (p for p in page.placements if p.face == picture("a0"))
    box = placed.box
    lefts, tops = zip(*((at.x_mm, at.y_mm) for at in placed.clip), strict=True)
    assert (min(lefts), max(lefts)) == pytest.approx((box.x_mm, box.right_mm))
    assert (min(tops), max(tops)) == pytest.approx((box.y_mm, box.bottom_mm))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_sections_with_groups_show_everything_once_and_apart(data):
    sections, pictures = [], {}
    for number in range(data.draw(st.integers(1, 6))):
        count = data.draw(st.integers(1, 30))
        drawn = section(f"k{number}-", count, caption_mm=data.draw(st.floats(3, 12)))
        starts = data.draw(st.sets(st.integers(1, 30))) if data.draw(st.booleans()) else ()
        firsts = [f"k{number}-{at}" for at in starts if at < count]
        firsts = [drawn.pieces[0], *firsts] if firsts else []
        drawn = section(f"k{number}-", count, groups={p: Size(22, 4) for p in firsts})
        sections.append(drawn)
        pictures |= dict.fromkeys(drawn.pieces, data.draw(outlines))
    pages = laid_out(sections, pictures, HEAD)
    assert fit_of(parts(HEAD, sections), pictures, A4).pages == len(pages)
    faces = [placed.face for page in pages for placed in page.placements]
    count = sum(1 + 2 * len(each.pieces) + len(each.groups) for each in sections)
    assert len(faces) == len(set(faces)) == count + 1
    for page in pages:
        placed = [p.box for p in page.placements]
        assert all(A4.printable.contains(box) for box in placed)
        assert not any(a.overlaps(b) for i, a in enumerate(placed) for b in placed[i + 1 :])
        last = page.placements[-1].face.piece
        assert not last.startswith(("section:", "group:"))


def note(number, high_mm, wide_mm=62.0, leads=False):
    return made.note(number, Size(wide_mm, high_mm), leads)


@pytest.mark.parametrize(("head_mm", "page"), [(100, 0), (230, 1)])
def test_notes_that_one_page_holds_begin_there(head_mm, page):
    notes = [note(0, 8, WIDE, leads=True), *(note(number, 12) for number in range(1, 20))]
    pages = laid(notes=notes, head=Size(WIDE, head_mm))
    on = {n for n, each in enumerate(pages) for p in each.placements if "note" in p.face.piece}
    assert on == {page}


def test_notes_longer_than_a_page_begin_where_there_is_room():
    notes = [note(number, 30) for number in range(40)]
    pages = laid(notes=notes, head=Size(WIDE, 230))
    assert len(pages) == 1 + math.ceil(37 * 30 / 3 / cover_area(A4).height_mm)
    assert any("note" in placed.face.piece for placed in pages[0].placements)
