"""How pieces of several forms share sheets; expected values are worked out by hand."""

import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.values.model import FibreAlong
from fustella.core.values.paper import Cutter, Duplex, Grain, Hexes, PrintSettings, Shift
from fustella.core.values.problems import ProblemsFound
from fustella.impose import areas, bounds_of, impose
from fustella.impose.packing import _packed
from fustella.impose.packing.blocks import Block, Rest, block_in
from fustella.impose.packing.forms import APART_MM, forms_of, need_of, orientations_of
from tests.impose.checks import A4, LETTER, check_all, item, lengths_mm, outlines

CARD = Outline.rectangle(63, 88)
SETTINGS = PrintSettings(A4, Duplex.NONE)


def pieces_of(sheet):
    return [placed.face.piece for placed in sheet.pages[0].placements]


def sheets_of(*items, settings=SETTINGS):
    sheets = impose(items, settings)
    check_all(list(items), settings.paper, settings.duplex, sheets, settings.gutter_mm)
    return sheets


def test_packing_of_cards_and_aids_shares_last_sheet():
    sheets = sheets_of(item("card", CARD, 20), item("aid", Outline.rectangle(96, 132), 2))
    assert [len(pieces_of(sheet)) for sheet in sheets] == [9, 9, 4]
    assert sorted(pieces_of(sheets[2])) == ["aid", "aid", "card", "card"]
    first, second = ([placed.box for placed in sheet.pages[0].placements] for sheet in sheets[:2])
    assert first == second


def test_packing_of_hexagons_and_tokens_puts_tokens_beside_the_honeycomb():
    sheets = sheets_of(item("hill", Outline.hexagon(60), 13), item("chip", Outline.circle(12), 20))
    assert len(sheets) == 1


def test_packing_of_several_colours_keeps_each_together():
    items = [item(colour, Outline.rectangle(14, 14), 14) for colour in ("red", "blue", "green")]
    sheets = sheets_of(item("tile", Outline.rectangle(40, 40), 60), *items)
    homes = {
        colour: [n for n, sheet in enumerate(sheets) if colour in pieces_of(sheet)]
        for colour in ("red", "blue", "green")
    }
    assert homes == {"red": [1], "blue": [1], "green": [1]}


def test_packing_of_pieces_with_and_without_backs_prints_one_back_page():
    fronts = item("tile", Outline.rectangle(40, 40), 60, has_back=False)
    both = item("unit", Outline.rectangle(18, 18), 8)
    sheets = sheets_of(fronts, both, settings=PrintSettings(A4))
    assert sum(len(sheet.pages) == 2 for sheet in sheets) == 1


def backs_on(sheets):
    return [n for n, sheet in enumerate(sheets) if len(sheet.pages) == 2]


def test_packing_of_markers_with_backs_keeps_them_together():
    castles = item("castle", Outline.rectangle(190, 128), 12, has_back=False)
    markers = item("marker", Outline.rectangle(18, 18), 30)
    coins = item("coin", Outline.rectangle(15, 15), 200, has_back=False)
    sheets = sheets_of(castles, markers, coins, settings=PrintSettings(A4))
    assert len(backs_on(sheets)) == 1


def test_packing_of_one_size_separates_backed_pieces():
    plain = item("plain", CARD, 8, has_back=False)
    both, more = item("both", CARD, 10), item("more", CARD, 9, has_back=False)
    sheets = sheets_of(plain, both, more, settings=PrintSettings(A4))
    assert [len(pieces_of(sheet)) for sheet in sheets] == [9, 9, 9]
    assert backs_on(sheets) == [0, 1]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(lengths_mm, lengths_mm, st.integers(1, 30)), min_size=2, max_size=5))
@example([(24.0, 47.75, 23), (24.0, 61.0, 17), (25.4, 79.0, 24), (78.0, 43.0, 16)])
def test_backs_that_are_gathered_take_no_more_sheets_than_without_any(sizes):
    """Gathering is one more way to pack: it never costs a sheet."""
    mixed = [
        item(f"p{n}", Outline.rectangle(*size), copies, has_back=n % 2 == 0)
        for n, (*size, copies) in enumerate(sizes)
    ]
    fronts = [replace(one, has_back=False) for one in mixed]
    gathered = impose(mixed, PrintSettings(A4))
    assert len(gathered) <= len(impose(fronts, PrintSettings(A4)))


kinds = st.lists(
    st.tuples(lengths_mm, lengths_mm, st.integers(1, 25), st.booleans()), min_size=2, max_size=4
)


@settings(max_examples=60, deadline=None)
@given(kinds)
def test_kinds_without_bleed_lie_apart_where_that_prints_no_more_sides(sizes):
    """A cut between two colours that lies beside its line leaves a sliver of one on the other."""
    items = [
        replace(item(f"p{n}", Outline.rectangle(*size), copies, has_back=back), kind=f"k{n}")
        for n, (*size, copies, back) in enumerate(sizes)
    ]
    sheets = impose(items, PrintSettings(A4))
    rooms = areas(A4)
    parted = forms_of(items, PrintSettings(A4), apart=True)
    apart = _packed(parted, rooms, None)
    backs = sum(any(parted[form].backed for form in one.forms()) for one in apart)
    if (len(apart), backs) > (len(sheets), len(backs_on(sheets))):
        return  # it would take more paper
    for sheet in sheets:
        placed = sheet.pages[0].placements
        for one, other in itertools.combinations(placed, 2):
            if one.face.piece != other.face.piece:
                assert not one.box.grown(APART_MM - 1e-3).overlaps(other.box)


of_any_kind = st.lists(
    st.tuples(outlines, st.integers(1, 40), st.sampled_from((0.0, 0.0, 2.0)), st.booleans()),
    min_size=2,
    max_size=6,
)


@settings(max_examples=40, deadline=None)
@given(of_any_kind, st.sampled_from((A4, LETTER)), st.sampled_from(Hexes))
def test_kinds_of_any_form_that_are_moved_apart_lie_on_valid_sheets(drawn, paper, hexes):
    items = [
        replace(item(f"p{n}", outline, copies, "all", bleed_mm, back), kind=f"k{n}")
        for n, (outline, copies, bleed_mm, back) in enumerate(drawn)
    ]
    wanted = PrintSettings(paper, hexes=hexes)
    sheets = impose(items, wanted)
    check_all(items, paper, wanted.duplex, sheets)
    alike = impose([replace(one, kind="k") for one in items], wanted)
    assert len(sheets) <= len(alike), "to lie apart takes no sheet more"


def test_kinds_that_touch_are_moved_apart():
    """Five by seven tiles and a strip of coins are 281 mm high, of 282."""
    tile = replace(item("tile", Outline.rectangle(38, 38), 35), kind="tile")
    coin = replace(item("coin", Outline.rectangle(15, 15), 13), kind="coin")
    (sheet,) = sheets_of(tile, coin)
    boxes = [(p.face.piece, p.box) for p in sheet.pages[0].placements]
    lowest = max(box.bottom_mm for piece, box in boxes if piece == "tile")
    assert {round(box.y_mm - lowest, 3) for piece, box in boxes if piece == "coin"} == {1}


def test_kinds_that_fill_their_sheets_only_side_by_side_still_do():
    half = Outline.rectangle(100, 282)
    first, second = (replace(item(name, half), kind=name) for name in ("one", "other"))
    assert len(sheets_of(first, second)) == 1


def test_packing_of_benchmark_set_takes_41_pages():
    tokens = (((12, 12), 92), ((24, 12), 44), ((36, 12), 35), ((24, 24), 33))
    items = [
        item("card", CARD, 72, "cards"),
        item("hex", Outline.hexagon(45), 186, "hexes"),
        item("tile", Outline.rectangle(40, 40), 240, "tiles", has_back=False),
        *(
            item(f"t{n}", Outline.rectangle(*size), copies, "tokens", has_back=False)
            for n, (size, copies) in enumerate(tokens)
        ),
    ]
    apart = sheets_of(*items, settings=PrintSettings(A4))
    assert sum(len(sheet.pages) for sheet in apart) <= 41
    assert len(apart) == 25
    together = [
        item(one.piece, one.outline, one.copies, "all", has_back=one.has_back) for one in items
    ]
    assert len(sheets_of(*together, settings=PrintSettings(A4))) <= 24


@pytest.mark.parametrize(
    ("hexes", "most"), [(Hexes.HONEYCOMB, 25), (Hexes.ROWS, 20)]
)  # fmt: skip
def test_packing_of_hexagons_in_rows_separates_them_by_straight_cuts(hexes, most):
    sheets = sheets_of(
        item("hill", Outline.hexagon(45), 100), settings=PrintSettings(A4, hexes=hexes)
    )
    boxes = [placed.box for placed in sheets[0].pages[0].placements]
    assert len(boxes) == most
    crossing = any(one.overlaps(other) for one in boxes for other in boxes if one is not other)
    assert crossing is (hexes is Hexes.HONEYCOMB)


def test_packing_of_hexagons_in_rows_shares_their_flat_sides():
    sheets = sheets_of(
        item("hill", Outline.hexagon(45), 20), settings=PrintSettings(A4, hexes=Hexes.ROWS)
    )
    boxes = [placed.box for placed in sheets[0].pages[0].placements]
    touching = [
        (one, other)
        for one in boxes
        for other in boxes
        if abs(one.bottom_mm - other.y_mm) < 1e-6 or abs(one.right_mm - other.x_mm) < 1e-6
    ]
    assert len(touching) >= 15


@pytest.mark.parametrize(
    ("edge", "bleed_mm", "gutter_mm", "most"),
    [
        ("", 0, 0, 9),
        ("", 3, 0, 8),
        ("ink", 3, 0, 9),
        ("ink", 3, 1, 8),
        ("", 0, 5, 9),
        ("", 0, 6, 8),
    ],
)
def test_packing_with_bleed_and_gutter_takes_room_only_where_they_are_needed(
    edge, bleed_mm, gutter_mm, most
):
    cards = item("card", CARD, 30, bleed_mm=bleed_mm, edge=edge)
    sheets = sheets_of(cards, settings=PrintSettings(A4, gutter_mm=gutter_mm))
    assert len(pieces_of(sheets[0])) == most


def test_packing_of_two_edge_colours_shares_cuts_only_within_a_colour():
    red = item("red", Outline.rectangle(60, 60), 2, bleed_mm=3, edge="red")
    blue = item("blue", Outline.rectangle(60, 60), 2, bleed_mm=3, edge="blue")
    (sheet,) = sheets_of(red, blue)
    placed = sheet.pages[0].placements
    assert all(one.clip for one in placed)
    gaps = {
        round(other.box.x_mm - one.box.right_mm, 3)
        for one in placed
        for other in placed
        if one.box.y_mm == other.box.y_mm and other.box.x_mm > one.box.x_mm
    } | {
        round(other.box.y_mm - one.box.bottom_mm, 3)
        for one in placed
        for other in placed
        if one.box.x_mm == other.box.x_mm and other.box.y_mm > one.box.y_mm
    }
    assert 0 in gaps
    assert min(gap for gap in gaps if gap) == 6


@pytest.mark.parametrize(
    ("grain", "stock", "turns"),
    [
        (FibreAlong.HEIGHT, Grain.LONG, {0}),
        (FibreAlong.HEIGHT, Grain.SHORT, {90}),
        (FibreAlong.WIDTH, Grain.LONG, {90}),
        (FibreAlong.WIDTH, Grain.SHORT, {0}),
        (FibreAlong.HEIGHT, Grain.NONE, {90}),
        (FibreAlong.ANY, Grain.LONG, {90}),
    ],
)
def test_packing_with_grain_turns_pieces_only_where_it_allows(grain, stock, turns):
    outline = Outline.rectangle(140, 97)  # two to a sheet as it is, four when turned
    sheets = sheets_of(item("wide", outline, 8, grain=grain, stock_grain=stock))
    assert {placed.turn_deg for placed in sheets[0].pages[0].placements} == turns
    assert len(sheets) == (2 if 90 in turns else 4)


def test_piece_too_wide_for_its_grain_raises_e301():
    wide = item("wide", Outline.rectangle(250, 90), grain=FibreAlong.HEIGHT, stock_grain=Grain.LONG)
    with pytest.raises(ProblemsFound) as found:
        impose([wide], SETTINGS)
    (problem,) = found.value.problems
    assert problem.message.endswith("its grain keeps it from being turned")
    assert problem.hint == "leave out `grain` or choose larger paper"


def test_packing_with_a_shift_or_a_cutter_keeps_their_room_free():
    cards = item("card", CARD, 9)
    narrow = PrintSettings(A4, Duplex.LONG_EDGE, shift=Shift(6, -2))
    sheets = impose([cards], narrow)
    room = Rect(11, 7, 188, 283)
    assert all(room.contains(placed.box) for s in sheets for placed in s.pages[0].placements)
    assert len(sheets) == 2  # three cards are 189 mm wide
    assert len(impose([cards], PrintSettings(A4, Duplex.NONE, shift=Shift(6, -2)))) == 1
    assert len(impose([cards], PrintSettings(A4, cutter=Cutter.SILHOUETTE))) == 2


def test_packing_of_equal_pieces_mixes_turns_where_that_holds_more():
    sheets = sheets_of(item("p", Outline.rectangle(64, 144), 10))  # three standing, two lying
    assert [len(pieces_of(sheet)) for sheet in sheets] == [5, 5]
    for sheet in sheets:
        assert sorted(placed.turn_deg for placed in sheet.pages[0].placements) == [0, 0, 0, 90, 90]


def test_bound_of_cards_compares_trims_with_the_printable_area():
    cards = item("card", CARD, 60, bleed_mm=2)
    (bound,) = bounds_of([cards], SETTINGS).values()
    assert bound.covered_mm2 == 60 * 63 * 88
    assert bound.sheets == 6
    assert bound.waste([A4] * 7) == pytest.approx(1 - 60 * 63 * 88 / (7 * 200 * 287))
    assert bound.waste([]) == 0


def test_bound_of_folded_sheets_counts_backs():
    items = [item("two", CARD, 20), item("one", CARD, 20, has_back=False)]
    (flat,) = bounds_of(items, PrintSettings(A4)).values()
    (folded,) = bounds_of(items, PrintSettings(A4, Duplex.FOLD)).values()
    assert (flat.sheets, folded.sheets) == (4, 6)
    assert folded.covered_mm2 == 1.5 * flat.covered_mm2


def test_bound_of_a_board_in_parts_counts_its_parts():
    board = item("map", Outline.rectangle(360, 250), 2, split=True)
    (bound,) = bounds_of([board], SETTINGS).values()
    assert bound.sheets == len(impose([board], SETTINGS)) == 4
    assert bound.covered_mm2 == 2 * 360 * 250


@pytest.mark.parametrize("rest", Rest)
@pytest.mark.parametrize("count", [1, 5, 6, 7, 9, 11])
@pytest.mark.parametrize("nested", [True, False])
def test_leftover_of_a_block_overlaps_neither_the_block_nor_itself(nested, count, rest):
    outline = Outline.hexagon(50) if nested else Outline.rectangle(50, 60)
    need = need_of(item("p", outline, bleed_mm=2, edge="ink"), SETTINGS)
    for orientation in orientations_of(need):
        if orientation.nested is not nested:
            continue
        room = Rect(3, 4, 190, 260)
        block = block_in(0, orientation, room, count)
        assert isinstance(block, Block)
        free = [one for one in block.leftover(room, rest) if min(one.width_mm, one.height_mm) > 0]
        free += block.notches()
        for rect in free:
            assert room.contains(rect)
            assert not any(rect.overlaps(cell) for cell in block.cells())
        pairs = [(a, b) for n, a in enumerate(free) for b in free[n + 1 :]]
        assert not any(a.overlaps(b) for a, b in pairs)


def test_packing_of_poker_cards_on_letter_puts_nine_on_a_sheet():
    sheets = sheets_of(
        item("card", Outline.rectangle(63.5, 88.9), 9), settings=PrintSettings(LETTER)
    )
    assert len(sheets) == 1
