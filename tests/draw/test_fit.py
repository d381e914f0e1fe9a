from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.shapes import Size
from fustella.draw.text.fit import Sizes, fit, height_em, size_in_mm
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.linebreaking import wrap_evenly
from fustella.draw.text.lines import TextRow, count_lines, row_of, stretches, wrap
from fustella.draw.text.markup import read_markup
from fustella.draw.text.words import join_tied, text_boxes

SANS = FontStyle("Source Sans Pro")
WORDS = st.text(alphabet="abcdefghiltùVT-{}w.,3", min_size=1, max_size=9).filter(
    lambda word: word.strip("-")
)
TEXTS = st.lists(
    st.tuples(WORDS, st.sampled_from([" ", " ", " ", " ", "\n", "\n\n"])), min_size=1, max_size=40
).map(lambda pairs: "".join(word + gap for word, gap in pairs).strip())
ALIGNS = st.sampled_from(["left", "center", "right"])


def boxes_of(text, base=SANS):
    return text_boxes(read_markup(text).marks, base, lambda _name: 1.0)


def lines_of(rows: tuple[TextRow, ...]) -> list[str]:
    return [
        "".join((" " if n and box.space else "") + box.text for n, box in enumerate(row.boxes))
        for row in rows
    ]


@settings(max_examples=80, deadline=None)
@given(TEXTS, st.floats(0.5, 30), ALIGNS)
def test_wrap_keeps_all_boxes_in_their_order(text, width_em, align):
    boxes = boxes_of(text)
    for rows in (wrap(stretches(boxes), width_em), wrap_evenly(stretches(boxes), width_em, align)):
        assert tuple(box for row in rows for box in row.boxes) == boxes


@settings(max_examples=80, deadline=None)
@given(TEXTS, st.floats(0.5, 30), ALIGNS)
def test_wrap_makes_no_line_wider_than_the_box_unless_one_word_is(text, width_em, align):
    boxes = boxes_of(text)
    for rows in (wrap(stretches(boxes), width_em), wrap_evenly(stretches(boxes), width_em, align)):
        assert all(row.width_em <= width_em + 1e-9 or len(row.boxes) == 1 for row in rows)


@settings(max_examples=80, deadline=None)
@given(TEXTS, st.floats(0.5, 30))
def test_wrap_fills_each_line_until_the_next_word_is_too_wide(text, width_em):
    for row, after in pairwise(wrap(stretches(boxes_of(text)), width_em)):
        first = after.boxes[0]
        assert first.break_before or row.width_em + first.gap_em + first.width_em > width_em - 1e-9


@settings(max_examples=80, deadline=None)
@given(TEXTS, st.floats(0.5, 30), ALIGNS)
def test_wrap_evenly_takes_as_many_lines_as_wrap(text, width_em, align):
    boxes = boxes_of(text)
    parts = stretches(boxes)
    greedy = wrap(parts, width_em)
    assert len(wrap_evenly(parts, width_em, align)) == len(greedy)
    assert count_lines(parts, width_em) == len(greedy)
    assert sum(part.paragraph for part in parts) == sum(row.paragraph for row in greedy)


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.floats(5, 90), st.floats(3, 60))
def test_fit_finds_the_largest_size_that_fits_or_a_little_less_for_a_tie(text, width_mm, height_mm):
    boxes = boxes_of(text)
    sizes = Sizes(14, 5, 1.2)
    room = Size(width_mm, height_mm)

    def fits(size_pt: float) -> bool:
        size_mm = size_in_mm(size_pt)
        rows = wrap(stretches(boxes), width_mm / size_mm + 1e-6)
        wide = max((row.width_em for row in rows), default=0) * size_mm
        tall = height_em(rows, sizes.leading) * size_mm
        return wide <= width_mm + 1e-5 and tall <= height_mm + 1e-5

    fitted = fit(boxes, room, sizes)
    if fitted.shortage is None:
        assert fits(fitted.size_pt)
        largest = max(size for size in sizes.ladder() if fits(size))
        if fitted.size_pt < largest:
            assert fitted.size_pt >= 0.9 * largest
            assert any(box.tied for box in boxes)
            assert not any(row.boxes[0].tied for row in fitted.rows), "smaller only for a tie"
    else:
        assert fitted.size_pt == 5
        assert fitted.shortage.too_wide_mm > 0 or fitted.shortage.too_tall_mm > 0


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.floats(1, 30), st.floats(0.1, 10))
def test_count_lines_in_a_wider_box_never_counts_more(text, width_em, more_em):
    boxes = boxes_of(text)
    assert count_lines(stretches(boxes), width_em + more_em) <= count_lines(
        stretches(boxes), width_em
    )


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("self-made man", ["self-", "made", "man"]),
        ("-1 +2/-3 3-4", ["-1", "+2/-3", "3-4"]),
        ("10\u00a0monete ora", ["10\u00a0monete", "ora"]),
        ("3{wood} {wood}", ["3{wood}", "{wood}"]),
        ("a*b*c **d**e", ["abc", "de"]),
        ("  a   b  ", ["a", "b"]),
        ("{wood}, x", ["{wood},", "x"]),
    ],
)
def test_wrap_in_a_narrow_box_breaks_at_every_place_allowed(text, lines):
    assert lines_of(wrap(stretches(boxes_of(text)), 0.01)) == lines


def test_wrap_of_a_typed_hyphen_inside_a_line_adds_no_space():
    assert lines_of(wrap(stretches(boxes_of("self-made man")), 99)) == ["self-made man"]


def test_wrap_keeps_typed_breaks_and_a_paragraph_adds_half_a_line():
    rows = wrap(stretches(boxes_of("a b\nc\n\nd")), 99)
    assert lines_of(rows) == ["a b", "c", "d"]
    assert [row.paragraph for row in rows] == [False, False, True]
    assert height_em(rows, 1.2) == pytest.approx(1 + 2.5 * 1.2)


def test_height_of_a_text_ignores_breaks_at_its_ends():
    assert height_em(wrap(stretches(boxes_of("\n\na\n\n")), 99), 1.2) == 1.0
    assert height_em(wrap(stretches(boxes_of(r"\n\na")), 99), 1.2) == 1.0
    assert height_em((), 1.2) == 0.0


def test_wrap_evenly_when_centred_makes_lines_about_equally_long():
    boxes = boxes_of("one two three four five six seven eight nine ten")
    greedy, even = wrap(stretches(boxes), 14), wrap_evenly(stretches(boxes), 14, "center")
    assert len(greedy) == len(even) == 2
    assert min(row.width_em for row in even) > min(row.width_em for row in greedy) + 1


def test_wrap_evenly_leaves_no_short_word_alone_on_the_last_line():
    boxes = boxes_of("pesca una carta poi un’altra carta e va")
    width_em = sum(box.width_em + box.gap_em for box in boxes[:-1])
    assert lines_of(wrap(stretches(boxes), width_em))[-1] == "va"
    assert lines_of(wrap_evenly(stretches(boxes), width_em, "left"))[-1] == "e va"


TIED = st.lists(
    st.sampled_from(["3", "carte", "e", "o", "{wood}", "esploratori", "a", "città", "12", "di"]),
    min_size=2,
    max_size=14,
).map(" ".join)


@settings(max_examples=80, deadline=None)
@given(TIED, st.floats(2, 15), ALIGNS)
def test_wrap_evenly_is_no_worse_than_any_other_way_of_breaking(text, width_em, align):
    """Compares with all ways to break: none breaks fewer ties or leaves no word alone."""
    boxes = boxes_of(text)
    best = wrap_evenly(stretches(boxes), width_em, align)
    others = [
        rows
        for rows in ways_to_break(boxes, len(best))
        if all(row.width_em <= width_em or len(row.boxes) == 1 for row in rows)
    ]
    assert best in others
    assert badness(best, width_em) == min(badness(rows, width_em) for rows in others)


def ways_to_break(boxes, lines):
    for cuts in combinations(range(1, len(boxes)), lines - 1):
        ends = (*cuts, len(boxes))
        yield tuple(row_of(boxes, *line) for line in zip((0, *cuts), ends, strict=True))


def badness(rows, width_em):
    broken = sum(row.boxes[0].tied for row in rows)
    lonely = len(rows) > 1 and len(rows[-1].boxes) == 1 and rows[-1].width_em < width_em / 3
    return 8 * broken + 5 * lonely


@pytest.mark.parametrize(
    ("text", "ties"),
    [
        ("pesca 3 carte", ["3 carte"]),
        ("paga 2 {wood} ora", ["2 {wood}"]),
        ("paga +1½ monete", ["+1½ monete"]),
        ("da 3 a 5 carte", ["a 5 carte"]),
        ("cibo e legna o pietra", ["e legna", "o pietra"]),
        ("**3** *carte*", ["3 carte"]),
        ("3\ncarte", []),
        ("nel 3. turno", []),
        ("i 4, 5 e 6", ["i 4,", "e 6"]),
        ("3{wood} ora", []),
        ("a livello 1 una caserma", ["a livello"]),
        ("3 di legno e 2 PV", ["e 2 PV"]),
        ("ziehe 3 Karten auf Stufe 2 und lege", ["3 Karten"]),
        ("prendre 3 cartes au niveau 2 pour voir", ["3 cartes"]),
        ("avancer à gauche", ["à gauche"]),
        ("Attaque ! Défense : 3 bois", ["Attaque !", "Défense :", "3 bois"]),
        ("dire « attaque » ou « rien ».", ["« attaque »", "« rien »."]),
        ("100 % sûr", ["100 %"]),
        ("Attaque\u00a0! ou Défense\u202f: non", []),
        ("roll 1 die", ["1 die"]),
        ("plus ! ou moins ?", ["plus !", "moins ?"]),
    ],
)
def test_join_tied_joins_numbers_with_nouns_and_single_letters_with_the_next_word(text, ties):
    boxes = [box for box in join_tied(boxes_of(text)) if " " in box.text]
    assert [box.text for box in boxes] == ties


@pytest.mark.parametrize("text", ["pesca subito 3 **carte** VA", "paga 12 {wood} *ora*"])
def test_join_tied_keeps_the_width_of_the_line(text):
    [loose], [tied] = (
        wrap(stretches(boxes_of(text)), 99),
        wrap(stretches(join_tied(boxes_of(text))), 99),
    )
    assert tied.width_em == pytest.approx(loose.width_em)


def test_fit_when_a_tie_would_break_takes_a_slightly_smaller_size():
    boxes = boxes_of("Pesca subito 3 carte")
    size_mm = size_in_mm(10)
    room = Size(sum(b.width_em + b.gap_em for b in boxes[:3]) * size_mm, 2.3 * size_mm)
    fitted = fit(boxes, room, Sizes(10, 5, 1.2))
    assert (lines_of(fitted.rows), fitted.size_pt) == (["Pesca subito", "3 carte"], 10)
    flat = Size(room.width_mm, 2.2 * size_mm * 0.95)
    assert fit(boxes, flat, Sizes(10, 5, 1.2)).size_pt < 10


def test_fit_when_a_tie_does_not_fit_breaks_it():
    boxes = boxes_of("3 esploratori")
    width_mm = boxes[1].width_em * size_in_mm(10)
    fitted = fit(boxes, Size(width_mm, 20), Sizes(10, 5, 1.2))
    assert lines_of(fitted.rows) == ["3", "esploratori"]
    assert fitted.size_pt == 10


def test_fit_with_a_limit_goes_no_lower_than_the_least_size():
    boxes = boxes_of("Castello")
    sizes = [fit(boxes, Size(99, 99), Sizes(12, 8, 1.2, limit)) for limit in (20, 9.6, 7, None)]
    assert [fitted.size_pt for fitted in sizes] == [12, 9.6, 8, 12]
    assert [fitted.at_least for fitted in sizes] == [False, False, True, False]


@settings(max_examples=60, deadline=None)
@given(TIED, st.floats(8, 60), st.floats(4, 40), ALIGNS, st.integers(0, 40))
def test_fit_with_a_limit_below_the_own_size_takes_the_limit(text, width, height, align, less):
    boxes, room = boxes_of(text), Size(width, height)
    own = fit(boxes, room, Sizes(14, 5, 1.2), align)
    if own.shortage is None:
        limit = max(own.size_pt - less * 0.25, 5)
        assert fit(boxes, room, Sizes(14, 5, 1.2, limit), align).size_pt == limit


def test_fit_with_a_single_size_is_not_at_least():
    assert not fit(boxes_of("Castello"), Size(99, 99), Sizes(8, 8, 1.2)).at_least


def test_ladder_goes_down_by_quarters_and_ends_with_the_least():
    assert Sizes(10, 9, 1.2).ladder() == (10, 9.75, 9.5, 9.25, 9)
    assert Sizes(10, 9.4, 1.2).ladder() == (10, 9.75, 9.5, 9.4)
    assert Sizes(9, 9, 1.2).ladder() == (9,)


def test_fit_of_a_line_exactly_as_high_as_its_size_fits():
    size_mm = size_in_mm(12)
    boxes = boxes_of("Castello")
    room = Size(boxes[0].width_em * size_mm, size_mm)
    assert fit(boxes, room, Sizes(12, 12, 1.2)).shortage is None
    for narrower in (Size(room.width_mm - 0.01, 20), Size(99, room.height_mm - 0.01)):
        assert fit(boxes, narrower, Sizes(12, 12, 1.2)).shortage is not None


def test_fit_of_a_text_too_large_gives_the_shortage_in_mm_lines_and_letters():
    boxes = boxes_of("one two three\nfour")
    size_mm = size_in_mm(10)
    shortage = fit(boxes, Size(99, size_mm), Sizes(10, 10, 1.2)).shortage
    assert shortage.lines_too_many == 1
    assert shortage.too_tall_mm == pytest.approx(1.2 * size_mm)
    assert shortage.too_wide_mm == 0
    assert 4 <= shortage.letters_too_many <= 6
    narrow = fit(boxes, Size(size_mm, 99), Sizes(10, 10, 1.2)).shortage
    assert narrow.widest.text == "three"
    assert narrow.too_wide_mm == pytest.approx(narrow.widest.width_em * size_mm - size_mm)
