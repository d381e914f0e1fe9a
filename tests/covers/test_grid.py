"""Pictures on a cover lie on one grid, and are as large as its pages have room for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import EPSILON_MM, Outline, Size
from fustella.core.values.model import Word
from fustella.core.values.problems import Place
from fustella.covers import (
    CoverFit,
    CoverSection,
    SectionText,
    caption_face,
    fit_of,
    group_face,
    section_face,
)
from fustella.covers.faces import cover_spec
from fustella.covers.filling import NARROW_MM, grids, on_grid
from fustella.covers.grid import GAP_MM, LEAST_PT, NAME_PT, CoverGrid, CoverTable, SectionEntry
from fustella.draw.text.fallback import no_fallback
from tests.covers.made import laid_out, parts
from tests.covers.test_listing import NAMES
from tests.covers.test_texts import A4, Cover

PLACE = Place("cards.yaml", 1)
WIDTH_MM = 200.0
CARD, TILE, TOKEN = Outline.rectangle(63, 88), Outline.circle(40), Outline.rectangle(20, 20)
BOARD, MAT = Outline.rectangle(400, 420), Outline.rectangle(420, 150)
WORDS = {"designs": "designs", "pieces": "pieces"}


def section(name: str, names) -> SectionText:
    kind = name.lower().replace(" ", "-")
    values = {"name": Word(name, PLACE), "words": WORDS, "designs": len(names), "copies": 9}
    captions = {
        f"{kind}-{number}": {"name": Word(own, PLACE), "copies": number + 1}
        for number, own in enumerate(names)
    }
    return SectionText(kind, values, captions)


def kinds(*of):
    """Sections of so many pieces, and their outlines."""
    sections, outlines = [], {}
    for number, (count, outline) in enumerate(of):
        made = section(f"Kind {number}", [f"Piece {at}" for at in range(count)])
        sections.append(made)
        outlines |= dict.fromkeys(made.captions, outline)
    return sections, outlines


def table(columns: int, *of) -> CoverTable:
    sections, outlines = kinds(*of)
    entries = [SectionEntry.of(each, outlines, no_fallback) for each in sections]
    return CoverTable(entries, CoverGrid(WIDTH_MM, columns), no_fallback)


def headings(made: CoverTable) -> list[float]:
    return [each.heading.width_mm for each in made.sized(20)]


def filled(sections, outlines, maps=()) -> list[CoverSection]:
    return on_grid(sections, outlines, WIDTH_MM, no_fallback, fit(outlines), maps)


def fit(outlines):
    def fits(sections) -> CoverFit:
        return fit_of(parts(Size(200, 40), sections), outlines, A4)

    return fits


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(1, 30), st.sampled_from((CARD, TILE, TOKEN, BOARD, MAT)))),
    st.sampled_from((1, 4, 6, 8, 9, 10, 12)),
)
def test_headings_beside_each_other_reach_from_margin_to_margin_on_the_grid(of, columns):
    made = table(columns, *of)
    cell_mm = made.grid.across_mm(1) + GAP_MM
    used_mm = 0.0
    for wide_mm in headings(made):
        assert (wide_mm + GAP_MM) / cell_mm == pytest.approx(round((wide_mm + GAP_MM) / cell_mm))
        if used_mm > EPSILON_MM and used_mm + wide_mm > WIDTH_MM + EPSILON_MM:
            raise AssertionError("a row of headings is too long")
        used_mm += wide_mm + GAP_MM
        if used_mm > WIDTH_MM:
            assert used_mm == pytest.approx(WIDTH_MM + GAP_MM)
            used_mm = 0.0
    assert used_mm == 0.0


def test_sections_of_a_few_pieces_share_a_row_evenly():
    third = CoverGrid(WIDTH_MM, 9).across_mm(3)
    assert headings(table(9, (1, TILE), (2, TILE), (2, TILE))) == pytest.approx([third] * 3)
    assert headings(table(9, (2, TILE), (20, CARD))) == pytest.approx([WIDTH_MM] * 2)


def test_last_of_a_row_is_wider_where_they_cannot_be_even():
    made = table(8, (1, TILE), (5, TILE))
    grid = made.grid
    assert headings(made) == pytest.approx([grid.across_mm(2), grid.across_mm(6)])


def test_larger_pieces_have_larger_pictures_but_none_is_enlarged():
    card, tile, token, board = table(6, (9, CARD), (9, TILE), (9, TOKEN), (9, BOARD)).sized(22)
    assert token.picture == Size(20 * 0.88, 20 * 0.88) or token.picture.height_mm < 18
    assert tile.picture.height_mm < card.picture.height_mm <= board.picture.height_mm
    (whole,) = table(6, (9, Outline.circle(8))).sized(22)
    assert whole.picture == Size(8, 8)


@pytest.mark.parametrize("of", [[(12, CARD)], [(40, TILE), (12, CARD), (60, TOKEN)], [(150, CARD)]])
def test_pictures_are_as_large_as_the_fewest_pages_have_room_for(of):
    sections, outlines = kinds(*of)
    fits = fit(outlines)
    chosen = filled(sections, outlines)
    entries = [SectionEntry.of(each, outlines, no_fallback) for each in sections]
    usual = [grid for grid in grids(WIDTH_MM) if grid.across_mm(1) >= NARROW_MM]
    least = min(fits(CoverTable(entries, grid, no_fallback).sized(grid.least_mm)) for grid in usual)
    assert fits(chosen) <= least
    for grid in usual:
        made = CoverTable(entries, grid, no_fallback)
        larger_mm = next(
            (mm for mm in range(15, 60) if _mm2(made.sized(mm)) > 1.2 * _mm2(chosen)), None
        )
        if larger_mm and larger_mm <= grid.most_mm:
            assert fits(made.sized(larger_mm)) > least


def _mm2(sections) -> float:
    return sum(
        each.picture.width_mm * each.picture.height_mm * len(each.pieces) for each in sections
    )


def test_cells_are_narrow_only_where_that_saves_all_pages_but_one():
    sections, outlines = kinds((60, CARD))
    (one_page,) = filled(sections, outlines)
    sections, outlines = kinds((190, CARD))
    (pages,) = filled(sections, outlines)
    assert pages.caption.width_mm >= NARROW_MM
    assert len(laid_out([one_page], outlines, Size(200, 40))) == 1


def test_small_pictures_take_two_columns_where_there_is_room():
    sections, outlines = kinds((4, CARD), (1, BOARD))
    _, board = filled(sections, outlines)
    _, small = filled(sections, outlines, maps=["kind-1-0"])
    assert small.picture.height_mm < board.picture.height_mm


def test_pictures_that_are_about_as_large_stay_alike():
    made = table(9, (1, BOARD), (1, Outline.rectangle(420, 420)), (2, CARD))
    assert frozenset({0, 1}) in made.wider(20)


def test_lone_caption_is_as_wide_as_its_heading():
    one, two = table(8, (1, CARD), (2, CARD)).sized(20)
    assert one.caption.width_mm == one.heading.width_mm
    assert two.caption.width_mm == CoverGrid(WIDTH_MM, 8).across_mm(1)


def test_count_stands_beside_the_first_word_where_a_smaller_size_allows_it():
    made = section("Troops", ["Cat", "Horseriders", "Horseriders of the kingdom", "Horse" * 5])
    outlines = dict.fromkeys(made.captions, TOKEN)
    entry = SectionEntry.of(made, outlines, no_fallback)
    (sizes,) = CoverTable([entry], CoverGrid(WIDTH_MM, 12), no_fallback).sections(20)
    said = sizes.text
    short, smaller, longer, never = (own["size"] for own in said.captions.values())
    assert short == never == NAME_PT
    assert LEAST_PT <= smaller == longer < NAME_PT
    one, line, two, _ = (sizes.caption_of(piece).height_mm for piece in said.captions)
    assert line < one < two
    names = [str(own["name"]) for own in said.captions.values()]
    assert ["×**\u00a0" in name for name in names] == [True, True, True, False]


def test_lines_of_groups_lie_beside_them_where_one_fits_into_a_row():
    names = [f"Army {army} (colour {colour})" for army in range(4) for colour in range(6)]
    made = section("Markers", names)
    outlines = dict.fromkeys(made.captions, TOKEN)
    entry = SectionEntry.of(made, outlines, no_fallback)
    found = {
        columns: CoverTable([entry], CoverGrid(WIDTH_MM, columns), no_fallback).sized(20)[0].beside
        for columns in (6, 8, 10, 12)
    }
    assert found == {6: 0, 8: 2, 10: 2, 12: 0}
    assert [str(label) for label, _ in entry.labels.values()] == [
        f"Army {army}" for army in range(4)
    ]


@pytest.mark.parametrize("width_mm", [30.0, 60.0, 138.0, 200.0, 287.0, 600.0])
@pytest.mark.parametrize("many", [1, 40])
def test_any_names_are_drawn_in_cells_that_fit(tiny, width_mm, many):
    """What is too long for its face would be an error of the face that is drawn."""
    artist = Cover(tiny).artist
    names = [name for name in NAMES if len(name) < 120] * many
    sections = [section("Things", names), section("A" * 70, names[:1])]
    sections.append(section("Markers", [f"{'Stem ' * 9}{n // 3} (of {n % 3})" for n in range(9)]))
    outlines = {piece: CARD for each in sections for piece in each.captions}

    def fits(made) -> CoverFit:
        return CoverFit(round(sum(each.picture.height_mm for each in made)), 0)

    specs = []
    for sizes in on_grid(sections, outlines, width_mm, artist.fonts.fallback, fits):
        assert sizes.heading.width_mm <= width_mm + EPSILON_MM
        said = sizes.text
        heading = (section_face(said.id), sizes.heading, said.values, "cover-section")
        faces = [heading] if len(said.values["name"]) < 30 else []
        faces += (
            (caption_face(piece), sizes.caption_of(piece), own, "cover-caption")
            for piece, own in said.captions.items()
        )
        faces += (
            (group_face(piece), sizes.groups[piece], {**said.values, "name": label}, "")
            for piece, label in said.groups.items()
        )
        specs += (cover_spec(artist.edition, *face) for face in faces)
    assert len(artist.draw(specs)) == len(specs)


class Kept(dict):
    """A memory that forgets nothing."""

    put = dict.__setitem__


def test_what_was_chosen_is_known_until_something_it_depends_on_changes():
    sections, outlines = kinds((5, CARD), (9, TOKEN), (3, MAT))
    fitted, tried, kept = fit(outlines), [], Kept()

    def counted(made) -> CoverFit:
        tried.append(made)
        return fitted(made)

    def laid(of, fitted_to="A4"):
        tried.clear()
        memory = {"memory": kept, "fitted_to": fitted_to}
        return on_grid(of, outlines, WIDTH_MM, no_fallback, counted, **memory), len(tried)

    first, often = laid(sections)
    assert often > 0
    assert laid(sections) == (first, 0)
    assert first == filled(sections, outlines)
    longer = [section("Kind 0", ["Piece of a longer name"] * 5), *sections[1:]]
    assert laid(longer)[1] > 0
    assert laid(sections, "A5")[1] > 0
