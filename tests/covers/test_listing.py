"""The list of a large box: any name gets a line that is drawn without a fault."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from fustella.core.files.cache import DiskCache
from fustella.core.geometry.shapes import EPSILON_MM, Size
from fustella.core.values.contents import contents_of
from fustella.core.values.model import Text, Word
from fustella.core.words.printed import ToolWords
from fustella.covers import cover_area
from fustella.covers.faces import sections_of
from fustella.covers.listing import listing_faces
from fustella.draw import FaceCache
from tests.covers.made import laid_out
from tests.covers.test_texts import A4, A5, TINY, Cover
from tests.draw.tools import NO_PICTURES

NAMES = (
    "Castle",
    "A name that wraps because a column is narrow",
    "A name that is cut " + "since it goes on and on " * 20,
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "**Strong** and *weak*, {wood} 3",
    "**Strong** and *weak*, {wood} 3, of so many words that it has to be cut after them",
    "\\* and \\{",
    "Two\nlines",
    "I",
)


def sections(cover: Cover, names, copies: int = 1, ranges=((2, 4), (7, 7))):
    """A kind with these names, some of them from `ranges` of a document, and some designed."""
    (first, *_), place = cover.game.pieces, cover.game.place
    why = Text({"en": Word("why", place)})
    pieces = [
        replace(
            first,
            id=f"p-{number}",
            name=Text({"en": Word(name, place)}),
            copies=copies,
            source=replace(
                first.source,
                lines=ranges[: number % 3],
                designed=why if number % 2 else None,
            ),
        )
        for number, name in enumerate(names)
    ]
    contents = contents_of(cover.game, pieces, ())
    words = ToolWords().on_sheets("en")
    return sections_of(cover.artist.edition, contents, {"words": words})


@pytest.mark.parametrize("width_mm", [30.0, 60.0, 138.0, 200.0, 287.0])
@pytest.mark.parametrize("copies", [1, 5000])
def test_any_name_is_drawn_in_columns_that_fit(tiny, width_mm, copies):
    """What is too long for its face would be an error of the face that is drawn."""
    cover = Cover(tiny)
    noted = list(listing_faces(cover.artist, sections(cover, NAMES, copies), width_mm))
    faces = cover.artist.draw([note.spec for note in noted])
    assert [note.leads for note in noted] == [True] + [False] * len(NAMES)
    columns = 1 if width_mm < 92 else (width_mm + 4) // 48
    for note in noted:
        assert note.size.width_mm == pytest.approx((width_mm - 4 * (columns - 1)) / columns)
    svgs = [faces[note.spec.id].svg for note in noted]
    assert "document, lines" in svgs[0]
    assert all("<rect" in svg and f"{copies} ×" in svg for svg in svgs[1:]), "a box to tick"
    assert "2–4, 7" in svgs[3]
    assert "our" in svgs[2]


def test_only_names_that_are_cut_lose_markup(tiny):
    cover = Cover(tiny)
    noted = list(listing_faces(cover.artist, sections(cover, NAMES, ranges=()), 200.0))
    faces = cover.artist.draw([note.spec for note in noted])
    svgs = [faces[note.spec.id].svg for note in noted[1:]]
    assert [("…" in svg) for svg in svgs] == [False, False, True, True] + [False, True] + [
        False
    ] * 3
    assert 'font-weight="700">Strong' in svgs[4]
    assert 'font-weight="700">Strong' not in svgs[5]
    assert "*" not in svgs[4] + svgs[5]


def test_a_line_that_was_set_before_is_as_it_was_set_first(tiny, tmp_path):
    cover, cache = Cover(tiny), DiskCache(tmp_path)
    fresh = [*listing_faces(cover.artist, sections(cover, NAMES), 138.0)]
    cover.artist.face_cache = FaceCache(cache, "", NO_PICTURES)
    for names in (NAMES[:4], NAMES, NAMES):  # some are new, then none
        known = [*listing_faces(cover.artist, sections(cover, names), 138.0)]
    assert [note.size for note in known] == [note.size for note in fresh]
    assert [note.spec.values for note in known] == [note.spec.values for note in fresh]
    wider = [*listing_faces(cover.artist, sections(cover, NAMES), 60.0)]
    assert [note.size for note in wider] != [note.size for note in known]


@pytest.mark.parametrize(("paper", "most"), [(A4, 5), (A5, 15), (TINY, 90)])
def test_785_pieces_are_listed_on_few_pages(tiny, paper, most):
    cover = Cover(tiny)
    names = [f"The {number}th lighthouse of the shore"[: 20 + number % 14] for number in range(785)]
    area = cover_area(paper)
    listed = [*listing_faces(cover.artist, sections(cover, names), area.width_mm)]
    pages = laid_out([], {}, Size(area.width_mm, 50), paper, listing=listed)
    assert len(pages) <= most
    placed = [placement for page in pages for placement in page.placements]
    assert [p.face for p in placed[1:]] == [note.spec.id for note in listed], (
        "down, then to the right"
    )
    assert all(paper.printable.contains(p.box) for p in placed)
    for page in pages:
        lefts = sorted({p.box.x_mm for p in page.placements[1:]})
        columns = [[p.box for p in page.placements[1:] if p.box.x_mm == left] for left in lefts]
        assert all(b.y_mm >= a.bottom_mm - EPSILON_MM for c in columns for a, b in pairwise(c))
        assert all(
            max(box.right_mm for box in before) + 2 <= after[0].x_mm
            for before, after in pairwise(columns)
        )
