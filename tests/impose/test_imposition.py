from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Outline, Point
from fustella.core.values.paper import Duplex, Hexes, PrintSettings
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.sheets import Sheet
from fustella.impose import bounds_of, impose
from tests.helpers.timing import within
from tests.impose.checks import A4, A5, LETTER, PAPERS, any_items, check_all, item

papers = st.sampled_from(PAPERS)
flips = st.sampled_from([duplex for duplex in Duplex if duplex is not Duplex.FOLD])


@given(any_items, papers, flips, st.sampled_from((0.0, 0.0, 0.7, 3.0)), st.sampled_from(Hexes))
def test_impose_with_any_items_makes_valid_sheets_within_their_bound(
    items, paper, duplex, gutter_mm, hexes
):
    settings = PrintSettings(paper, duplex, gutter_mm=gutter_mm, hexes=hexes)
    sheets = impose(items, settings)
    check_all(items, paper, duplex, sheets, gutter_mm)
    used = Counter(sheet.group for sheet in sheets)
    bounds = bounds_of(items, settings)
    assert set(used) == set(bounds)
    for group, bound in bounds.items():
        assert used[group] >= bound.sheets >= bound.covered_mm2 / paper.printable.area_mm2


def counts(sheets: tuple[Sheet, ...]) -> list[int]:
    return [len(sheet.pages[0].placements) for sheet in sheets]


@pytest.mark.parametrize(
    ("outline", "paper", "expected"),
    [
        (Outline.hexagon(45), A4, 25),
        (Outline.hexagon(60), A4, 13),
        (Outline.rectangle(63, 88), A4, 9),
        (Outline.rectangle(63, 88), LETTER, 9),
        (Outline.rectangle(63.5, 88.9), A4, 9),
        (Outline.rectangle(40, 40), A4, 35),
        (Outline.rectangle(88, 63), A4, 9),
        (Outline.rectangle(57, 87), A4, 10),  # only 9 unless turned
        (Outline.rectangle(140, 97), A4, 4),  # only 2 unless turned
        (Outline.rectangle(130, 190), A5, 1),
    ],
)
def test_impose_with_equal_pieces_fills_a_sheet_with_as_many_as_fit(outline, paper, expected):
    sheets = impose([item("p", outline, 200)], PrintSettings(paper, Duplex.NONE))
    assert counts(sheets)[0] == expected


def test_impose_with_hexagons_turns_the_honeycomb_where_it_holds_more():
    items = [item("p", Outline.hexagon(65), 22)]
    sheets = impose(items, PrintSettings(A4, Duplex.LONG_EDGE))
    turned = {p.turn_deg for p in sheets[0].pages[0].placements}
    assert (counts(sheets)[0], turned) == (11, {90})
    check_all(items, A4, Duplex.LONG_EDGE, sheets)


def test_impose_with_small_pieces_of_several_sizes_takes_two_sheets():
    items = [
        item("a", Outline.rectangle(12, 12), 92),
        item("b", Outline.rectangle(24, 12), 44),
        item("c", Outline.rectangle(36, 12), 35),
        item("d", Outline.rectangle(24, 24), 33),
    ]
    sheets = impose(items, PrintSettings(A4, Duplex.LONG_EDGE))
    assert len(sheets) == 2
    check_all(items, A4, Duplex.LONG_EDGE, sheets)


def test_impose_with_ten_thousand_mixed_pieces_takes_two_seconds_at_most():
    items = [
        item(f"p{i}", Outline.rectangle(8 + i * 37 % 53, 8 + i * 61 % 47), 20) for i in range(500)
    ]
    sheets = within(2, lambda: impose(items, PrintSettings(A4, Duplex.LONG_EDGE)))
    area_mm2 = sum(one.copies * one.outline.size.width_mm * one.outline.size.height_mm
                   for one in items)  # fmt: skip
    assert area_mm2 / len(sheets) > 0.95 * 200 * 282


def test_impose_with_several_groups_keeps_them_apart_in_their_order():
    square, card = Outline.rectangle(30, 30), Outline.rectangle(63, 88)
    items = [
        item("a", square, 3, "tiles"),
        item("b", card, 10, "cards"),
        item("c", square, 2, "tiles"),
        item("none", card, 0, "nothing"),
    ]
    sheets = impose(items, PrintSettings(A4, Duplex.NONE))
    assert [(s.group, s.number) for s in sheets] == [("tiles", 1), ("cards", 1), ("cards", 2)]
    pieces = [p.face.piece for p in sheets[0].pages[0].placements]
    assert pieces == ["a", "a", "a", "c", "c"]


def test_impose_with_nothing_to_print_makes_no_sheets():
    assert impose([], PrintSettings(A4, Duplex.LONG_EDGE)) == ()


def test_impose_with_pieces_without_backs_makes_no_back_page():
    sheets = impose(
        [item("p", Outline.circle(20), 5, has_back=False)], PrintSettings(A4, Duplex.LONG_EDGE)
    )
    assert [len(sheet.pages) for sheet in sheets] == [1]


def test_impose_with_pieces_too_large_raises_e301_with_both_sizes():
    items = [
        item("map", Outline.rectangle(300, 120)),
        item("fits", Outline.rectangle(120, 200)),
        item("wide", Outline.rectangle(198, 280), bleed_mm=3),
    ]
    with pytest.raises(ProblemsFound) as found:
        impose(items, PrintSettings(A4, Duplex.NONE))
    assert [str(problem) for problem in found.value.problems] == [
        'pieces.yaml:1: map: E301 "map" is 300 x 120 mm; A4 has room for 200 x 282 mm\n'
        "    hint: make its kind smaller in game.yaml, or choose larger paper (--paper), or write "
        "`split: true` under its kind: "
        "it is glued from parts",
        'pieces.yaml:1: wide: E301 "wide" is 198 x 280 mm with a bleed of 3 mm; A4 has room'
        " for 200 x 282 mm\n"
        "    hint: make its kind or its bleed smaller in game.yaml, or choose larger paper "
        "(--paper), or write `split: true` under its kind: "
        "it is glued from parts",
    ]


def test_long_and_slim_pieces_put_slugs_on_both_sides():
    items = [
        item("low", Outline.rectangle(199, 281)),
        item("slim", Outline.rectangle(194, 286)),
        item("chip", Outline.rectangle(10, 10), 5),
    ]
    sheets = impose(items, PrintSettings(A4, Duplex.LONG_EDGE))
    check_all(items, A4, Duplex.LONG_EDGE, sheets)
    assert {sheet.pages[0].slug.upright for sheet in sheets} == {True, False}


def test_impose_with_a_net_too_large_does_not_advise_to_split_it():
    corners = (Point(0, 0), Point(300, 0), Point(300, 120), Point(20, 140), Point(0, 120))
    with pytest.raises(ProblemsFound) as found:
        impose([item("box", Outline.polygon(corners))], PrintSettings(A4, Duplex.NONE))
    (problem,) = found.value.problems
    assert (problem.code, problem.hint) == (
        "E301",
        "choose larger paper, or a box for fewer pieces",
    )
