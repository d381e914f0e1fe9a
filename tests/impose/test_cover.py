import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.geometry import Outline, Size
from generator.impose import (
    HEAD_FACE,
    CoverEntry,
    CoverSizes,
    CoverTooLarge,
    caption_face,
    cover_area,
    lay_out_cover,
    section_face,
)
from generator.model import FaceId, SideName

from .checks import A4, PAPERS, outlines


def sizes(paper, caption=Size(34, 9)):  # noqa: B008 - a frozen value
    width_mm = cover_area(paper).width_mm
    return CoverSizes(Size(width_mm, 40), Size(width_mm, 8), caption)


@st.composite
def contents(draw):
    kinds = draw(st.lists(outlines, min_size=1, max_size=4))
    counts = [draw(st.integers(1, 40)) for _ in kinds]
    return [
        CoverEntry(f"k{k}-{i}", f"k{k}", outline if draw(st.integers(0, 9)) else None)
        for k, (outline, count) in enumerate(zip(kinds, counts, strict=True))
        for i in range(count)
    ]


@settings(max_examples=40, deadline=None)
@given(contents(), st.sampled_from(PAPERS), st.sampled_from((Size(34, 9), Size(60, 6))))
def test_a_cover_shows_everything_once_and_apart(entries, paper, caption):
    given_sizes = sizes(paper, caption)
    pages = lay_out_cover(entries, given_sizes, paper)
    faces = [p.face for page in pages for p in page.placements]
    expected = [HEAD_FACE]
    for kind in dict.fromkeys(entry.kind for entry in entries):
        expected.append(section_face(kind))
        for entry in (entry for entry in entries if entry.kind == kind):
            if entry.outline:
                expected.append(FaceId(entry.piece, SideName.FRONT))
            expected.append(caption_face(entry.piece))
    assert faces == expected
    for page in pages:
        boxes = [p.box for p in page.placements]
        assert all(paper.printable.contains(box) for box in boxes)
        assert not any(page.strip.box.overlaps(box) for box in boxes)
        assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[i + 1 :])
        assert not page.placements[-1].face.piece.startswith("section:")
    check_sizes(entries, given_sizes, pages)


def check_sizes(entries, given_sizes, pages):
    outline_of = {entry.piece: entry.outline for entry in entries}
    kind_of = {entry.piece: entry.kind for entry in entries}
    scales = {}
    for placement in (p for page in pages for p in page.placements):
        piece = placement.face.piece
        if piece.startswith("caption:"):
            assert placement.box.size == given_sizes.caption
        elif piece in outline_of:
            size = outline_of[piece].size
            scales.setdefault(kind_of[piece], set()).add(placement.scale)
            assert 0 < placement.scale <= 1
            assert placement.box.width_mm == size.width_mm * placement.scale
            assert placement.box.height_mm == size.height_mm * placement.scale
            assert placement.box.size.fits_in(given_sizes.picture)
    assert all(len(of_kind) == 1 for of_kind in scales.values())


def test_pictures_of_small_pieces_are_not_enlarged():
    (page,) = lay_out_cover([CoverEntry("p", "k", Outline.circle(10))], sizes(A4), A4)
    assert page.placements[2].scale == 1
    assert page.placements[2].box.size == Size(10, 10)


def test_a_head_that_is_too_large_is_refused():
    with pytest.raises(CoverTooLarge, match="the head of the cover is 300 x 40 mm"):
        lay_out_cover([], CoverSizes(Size(300, 40), Size(100, 8), Size(30, 9)), A4)


def test_a_note_that_is_longer_than_a_page_is_refused():
    notes = [(FaceId("note:0", SideName.FRONT), Size(200, 400))]
    with pytest.raises(CoverTooLarge, match="a note of the cover is 200 x 400 mm"):
        lay_out_cover([], sizes(A4), A4, notes)


def test_no_piece_can_have_the_id_of_a_face_of_the_cover():
    faces = (HEAD_FACE, section_face("card"), caption_face("castle"))
    assert all(":" in face.piece for face in faces)
