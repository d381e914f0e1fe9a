import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Outline, Size
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.paper import Margins, Paper
from fustella.covers import (
    HEAD_FACE,
    CoverTooLarge,
    MapFaces,
    caption_face,
    cover_area,
    cover_paper,
    section_face,
)
from tests.covers.made import face, laid_out, note, section_of
from tests.impose.checks import A4, PAPERS, outlines

PICTURE = Size(22, 22)


def head(paper):
    return Size(cover_area(paper).width_mm, 40)


def section(paper, name, pieces, caption=Size(34, 9), part=1.0):  # noqa: B008 - a frozen value
    """A section whose heading takes a part of the width."""
    wide_mm = cover_area(paper).width_mm
    heading = Size(wide_mm * part - 2 * (part < 1), 8)
    return section_of(name, pieces, heading, PICTURE, caption)


def entry(outline):
    return [section(A4, "k", ["p"])], {"p": outline}


@st.composite
def contents(draw):
    """Pieces of each section, and the outlines of those that have a picture."""
    found, pictures = [], {}
    for number, outline in enumerate(draw(st.lists(outlines, min_size=1, max_size=6))):
        pieces = [f"k{number}-{i}" for i in range(draw(st.integers(1, 40)))]
        pictures |= {piece: outline for piece in pieces if draw(st.integers(0, 9))}
        found.append((f"k{number}", pieces, draw(st.sampled_from((1.0, 0.5, 0.33)))))
    return found, pictures


@settings(max_examples=60, deadline=None)
@given(contents(), st.sampled_from(PAPERS), st.sampled_from((Size(34, 9), Size(60, 6))))
def test_cover_with_any_contents_shows_everything_once_and_apart(made, paper, caption):
    named, pictures = made
    narrow = cover_area(paper).width_mm < 240
    sections = [
        section(paper, name, pieces, caption, 1.0 if narrow else part)
        for name, pieces, part in named
    ]
    pages = laid_out(sections, pictures, head(paper), paper)
    faces = [p.face for page in pages for p in page.placements]
    expected = {HEAD_FACE}
    for each in sections:
        expected.add(section_face(each.text.id))
        expected |= {caption_face(piece) for piece in each.pieces}
    expected |= {FaceId(piece, SideName.FRONT) for piece in pictures}
    assert set(faces) == expected
    assert len(faces) == len(expected)
    captions = [caption_face(piece) for each in sections for piece in each.pieces]
    assert [face for face in faces if face in captions] == captions, "in their order"
    for page in pages:
        boxes = [p.box for p in page.placements]
        assert all(paper.printable.contains(box) for box in boxes)
        assert not any(page.slug.box.overlaps(box) for box in boxes)
        assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
        assert not page.placements[-1].face.piece.startswith("section:")
    check_sizes(sections, pictures, pages)


def check_sizes(sections, pictures, pages):
    own = {piece: each for each in sections for piece in each.pieces}
    page_of, scales = {}, {}
    for number, placement in ((n, p) for n, page in enumerate(pages) for p in page.placements):
        piece = placement.face.piece
        page_of[piece] = number
        if piece.startswith("caption:"):
            assert placement.box.size == own[piece[8:]].caption
        elif piece in pictures:
            size = pictures[piece].size
            scales.setdefault(own[piece].text.id, set()).add(placement.scale)
            assert 0 < placement.scale <= 1
            assert placement.box.width_mm == size.width_mm * placement.scale
            assert placement.box.height_mm == size.height_mm * placement.scale
            assert placement.box.size.fits_in(PICTURE)
    assert all(len(of_kind) == 1 for of_kind in scales.values())
    for each in sections:
        first = page_of[caption_face(each.pieces[0]).piece]
        assert page_of[section_face(each.text.id).piece] == first, (
            "a heading stays with its first row"
        )


def test_sections_of_one_row_lie_beside_each_other_where_there_is_room():
    counts = {"a": 2, "b": 2, "c": 1, "d": 9, "e": 1}
    names = {name: [f"{name}{i}" for i in range(count)] for name, count in counts.items()}
    caption = Size(20, 9)
    sections = [
        section(A4, name, names[name], caption, 1.0 if name == "d" else 0.5) for name in names
    ]
    (page,) = laid_out(sections, {}, head(A4), A4)
    tops = {p.face.piece: p.box.y_mm for p in page.placements if "section" in p.face.piece}
    a, b, c, d, e = (tops[f"section:{name}"] for name in names)
    assert a == b
    assert b < c < d < e


def test_cover_with_a_small_piece_does_not_enlarge_its_picture():
    (page,) = laid_out(*entry(Outline.circle(10)), head(A4), A4)
    assert page.placements[2].scale == 1
    assert page.placements[2].box.size == Size(10, 10)


def test_cover_with_too_large_a_head_raises_cover_too_large():
    with pytest.raises(CoverTooLarge, match="the head of the cover is 300 x 40 mm"):
        laid_out([], {}, Size(300, 40), A4)


def test_cover_with_a_note_longer_than_a_page_raises_cover_too_large():
    notes = [note(0, Size(200, 400))]
    with pytest.raises(CoverTooLarge, match="a note of the cover is 200 x 400 mm"):
        laid_out([], {}, head(A4), notes=tuple(notes))


@st.composite
def many_notes(draw):
    """Titles as wide as A4 prints, and notes in columns of 96 mm, some of which lead."""
    found = []
    for _ in range(draw(st.integers(1, 30))):
        widths = [200] * (draw(st.integers(0, 5)) == 0) + [96] * draw(st.integers(1, 2))
        for width in widths:
            size = Size(width, draw(st.floats(4, 60)))
            found.append(note(len(found), size, leads=True))
        found[-1] = note(len(found) - 1, found[-1].size)
    return found


@settings(max_examples=100, deadline=None)
@given(many_notes())
def test_cover_with_many_notes_lays_them_in_columns_in_their_order(notes):
    chunks = chunked(notes)
    if any(sum(n.size.height_mm for n in chunk) > 250 for chunk in chunks):
        return
    pages = laid_out(*entry(Outline.circle(10)), head(A4), notes=tuple(notes))
    placed = [p for page in pages for p in page.placements][4:]
    assert [p.face for p in placed] == [n.spec.id for n in notes]
    for page in pages:
        boxes = [p.box for p in page.placements]
        assert all(A4.printable.contains(box) for box in boxes)
        assert not any(page.slug.box.overlaps(box) for box in boxes)
        assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
    page_of = {p.face: number for number, page in enumerate(pages) for p in page.placements}
    for chunk in chunks:
        assert len({page_of[n.spec.id] for n in chunk}) == 1
        narrow = [
            p.box for p in placed for n in chunk if p.face == n.spec.id and n.size.width_mm < 99
        ]
        assert len({box.x_mm for box in narrow}) <= 1, "what leads is above what it leads to"


def chunked(notes):
    chunks, chunk = [], []
    for each in notes:
        chunk.append(each)
        if not each.leads:
            chunks.append(chunk)
            chunk = []
    return chunks


def test_cover_with_seven_notes_makes_even_columns():
    notes = [note(number, Size(96, 10)) for number in range(7)]
    (page,) = laid_out([], {}, head(A4), notes=tuple(notes))
    columns = Counter(round(p.box.x_mm) for p in page.placements[1:])
    assert sorted(columns.values()) == [3, 4]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats(4, 20), min_size=1, max_size=200), st.floats(0, 200))
def test_notes_over_pages_leave_none_alone_on_the_last(heights, used_mm):
    """The last page is as full as the others, but for what a note may be longer."""
    notes = [note(number, Size(62, high_mm)) for number, high_mm in enumerate(heights)]
    top = note(999, Size(200, used_mm))
    pages = laid_out([], {}, Size(200, 10), notes=(top, *notes))
    lowest = []
    for page in pages:
        boxes = [p.box for p in page.placements if p.face.piece not in ("head:cover", "note:999")]
        if boxes:
            lowest.append(max(b.bottom_mm for b in boxes) - min(b.y_mm for b in boxes))
    free_mm = cover_area(A4).height_mm
    fewest = sum(heights) / 3 / free_mm
    assert len(lowest) <= math.ceil(fewest * 1.1) + 1
    if len(lowest) > 2:
        assert lowest[-1] > max(lowest) - 3 * 20 - 1


def test_cover_of_a_large_box_has_its_list_before_maps_and_notes():
    listed = [note(n, Size(47, 4), leads=n % 40 == 0) for n in range(200)]
    title, board = face("title:boards", Size(200, 9)), drawn_map(0, Size(90, 60))
    notes = [note(900, Size(200, 9), leads=True), note(901, Size(96, 10))]
    pages = laid_out([], {}, head(A4), notes=notes, map_title=title, maps=(board,), listing=listed)
    faces = [p.face for page in pages for p in page.placements]
    of_map = [title.id, board.picture, board.over.id, board.text.id]
    assert faces == [HEAD_FACE, *(n.spec.id for n in listed), *of_map, *(n.spec.id for n in notes)]


def test_list_lies_on_paper_too_small_for_pictures():
    small = Paper("small", Size(40, 60), Margins.all_round(5))
    sections = [section_of("k", ["p"], Size(30, 8), PICTURE, Size(34, 9))]
    with pytest.raises(CoverTooLarge, match="a picture with its caption"):
        laid_out(sections, {"p": Outline.circle(10)}, Size(30, 10), small)
    listed = [note(n, Size(30, 6)) for n in range(9)]
    pages = laid_out([], {}, Size(30, 10), small, listing=listed)
    assert len(pages) > 1


def drawn_map(number: int, size: Size, width_mm: float = 200) -> MapFaces:
    picture = FaceId(f"board-{number}", SideName.FRONT)
    over, text = face(f"map:board-{number}", size), face(f"assembly:board-{number}", Size(40, 30))
    return MapFaces(picture, 0.25, over, text, width_mm)


@pytest.mark.parametrize("boards", [1, 2, 5])
@pytest.mark.parametrize(("width_mm", "columns"), [(200, 1), (99, 2)])
def test_cover_with_maps_puts_them_below_their_title_and_texts_beside_them(
    boards, width_mm, columns
):
    drawn = [drawn_map(number, Size(50, 60), width_mm) for number in range(boards)]
    title, maps = face("title:boards", Size(200, 9)), tuple(drawn)
    pages = laid_out([], {}, head(A4), map_title=title, maps=maps)
    assert len(pages) == -(-boards // (3 * columns))
    placed = [p for page in pages for p in page.placements][1:]
    assert placed[0].face == title.id
    for number, (board, picture, over, text) in enumerate(
        zip(drawn, placed[1::3], placed[2::3], placed[3::3], strict=True)
    ):
        assert [picture.face, over.face, text.face] == [board.picture, board.over.id, board.text.id]
        assert picture.scale == board.scale
        assert picture.box == over.box
        assert text.box.x_mm >= picture.box.right_mm
        assert text.box.y_mm == picture.box.y_mm
        assert picture.box.x_mm == 5 + number % columns * 101


def test_cover_with_a_map_larger_than_a_page_raises_cover_too_large():
    title, maps = face("title:boards", Size(200, 9)), (drawn_map(0, Size(90, 300)),)
    with pytest.raises(CoverTooLarge, match="a map of the cover is 90 x 311 mm"):
        laid_out([], {}, head(A4), map_title=title, maps=maps)


def test_cover_paper_of_a_roll_is_a_page_in_proportion():
    roll = Paper("roll", Size(610, 5000), Margins.all_round(5), roll=True)
    assert cover_paper(roll).size == Size(610, 610 * math.sqrt(2))
    assert cover_paper(A4) == A4


def test_face_ids_of_a_cover_have_a_colon_that_no_piece_has():
    faces = (HEAD_FACE, section_face("card"), caption_face("castle"))
    assert all(":" in face.piece for face in faces)
