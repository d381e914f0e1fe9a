import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.draw.boxes import text_boxes
from generator.draw.fit import Sizes, fit, height_em, size_in_mm
from generator.draw.fonts import FontStyle
from generator.draw.lines import Row, count_lines, wrap, wrap_evenly
from generator.draw.markup import read_markup
from generator.geometry import Size

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


def lines_of(rows: tuple[Row, ...]) -> list[str]:
    lines = []
    for row in rows:
        line = ""
        for index, box in enumerate(row.boxes):
            line += " " if index and box.space else ""
            line += box.text
        lines.append(line)
    return lines


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.floats(0.5, 30), ALIGNS)
def test_no_box_is_lost_and_their_order_is_kept(text, width_em, align):
    boxes = boxes_of(text)
    for rows in (wrap(boxes, width_em), wrap_evenly(boxes, width_em, align)):
        assert tuple(box for row in rows for box in row.boxes) == boxes


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.floats(0.5, 30), ALIGNS)
def test_no_line_is_wider_than_the_box_unless_one_word_is(text, width_em, align):
    boxes = boxes_of(text)
    for rows in (wrap(boxes, width_em), wrap_evenly(boxes, width_em, align)):
        assert all(row.width_em <= width_em + 1e-9 or len(row.boxes) == 1 for row in rows)


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.floats(0.5, 30), ALIGNS)
def test_better_breaks_never_take_more_lines(text, width_em, align):
    boxes = boxes_of(text)
    greedy = wrap(boxes, width_em)
    assert len(wrap_evenly(boxes, width_em, align)) == len(greedy)
    assert count_lines(boxes, width_em) == (len(greedy), sum(row.paragraph for row in greedy))


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.floats(5, 90), st.floats(3, 60))
def test_the_size_is_the_largest_that_fits(text, width_mm, height_mm):
    boxes = boxes_of(text)
    sizes = Sizes(14, 5, 1.2)
    room = Size(width_mm, height_mm)

    def fits(size_pt: float) -> bool:
        size_mm = size_in_mm(size_pt)
        rows = wrap(boxes, width_mm / size_mm + 1e-6)
        wide = max((row.width_em for row in rows), default=0) * size_mm
        tall = height_em(rows, sizes.leading) * size_mm
        return wide <= width_mm + 1e-5 and tall <= height_mm + 1e-5

    fitted = fit(boxes, room, sizes)
    larger = [size for size in sizes.ladder() if size > fitted.size_pt]
    if fitted.shortage is None:
        assert fits(fitted.size_pt)
        assert not larger or not fits(larger[-1])
    else:
        assert fitted.size_pt == 5
        assert fitted.shortage.too_wide_mm > 0 or fitted.shortage.too_tall_mm > 0


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.floats(1, 30), st.floats(0.1, 10))
def test_a_wider_box_never_needs_more_lines(text, width_em, more_em):
    boxes = boxes_of(text)
    assert count_lines(boxes, width_em + more_em)[0] <= count_lines(boxes, width_em)[0]


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
def test_where_lines_may_break(text, lines):
    assert lines_of(wrap(boxes_of(text), 0.01)) == lines


def test_a_hyphen_that_is_not_at_the_end_of_a_line_stays_without_a_space():
    assert lines_of(wrap(boxes_of("self-made man"), 99)) == ["self-made man"]


def test_typed_breaks_hold_and_a_paragraph_costs_half_a_line():
    rows = wrap(boxes_of("a b\nc\n\nd"), 99)
    assert lines_of(rows) == ["a b", "c", "d"]
    assert [row.paragraph for row in rows] == [False, False, True]
    assert height_em(rows, 1.2) == pytest.approx(1 + 2.5 * 1.2)


def test_breaks_at_the_ends_of_a_text_take_no_room():
    assert height_em(wrap(boxes_of("\n\na\n\n"), 99), 1.2) == 1.0
    assert height_em(wrap(boxes_of(r"\n\na"), 99), 1.2) == 1.0
    assert height_em((), 1.2) == 0.0


def test_centred_lines_are_about_equally_long():
    boxes = boxes_of("one two three four five six seven eight nine ten")
    greedy, even = wrap(boxes, 14), wrap_evenly(boxes, 14, "center")
    assert len(greedy) == len(even) == 2
    assert min(row.width_em for row in even) > min(row.width_em for row in greedy) + 1


def test_no_short_word_is_left_alone_where_that_can_be_helped():
    boxes = boxes_of("pesca una carta poi un’altra carta e va")
    width_em = sum(box.width_em + box.gap_em for box in boxes[:-1])
    assert lines_of(wrap(boxes, width_em))[-1] == "va"
    assert lines_of(wrap_evenly(boxes, width_em, "left"))[-1] == "e va"


def test_sizes_go_down_by_quarters_and_end_with_the_least():
    assert Sizes(10, 9, 1.2).ladder() == (10, 9.75, 9.5, 9.25, 9)
    assert Sizes(10, 9.4, 1.2).ladder() == (10, 9.75, 9.5, 9.4)
    assert Sizes(9, 9, 1.2).ladder() == (9,)


def test_a_line_that_is_as_high_as_its_size_fits():
    size_mm = size_in_mm(12)
    boxes = boxes_of("Castello")
    room = Size(boxes[0].width_em * size_mm, size_mm)
    assert fit(boxes, room, Sizes(12, 12, 1.2)).shortage is None
    for narrower in (Size(room.width_mm - 0.01, 20), Size(99, room.height_mm - 0.01)):
        assert fit(boxes, narrower, Sizes(12, 12, 1.2)).shortage is not None


def test_a_shortage_is_told_in_millimetres_and_lines():
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
