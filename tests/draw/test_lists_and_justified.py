"""Items of lists and justified lines, as they are printed."""

import pytest

from fustella.core.geometry.units import MM_PER_PT
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import text_measurer
from tests.draw.printing import printed
from tests.draw.test_text import runs_of, texts_of
from tests.draw.tools import Tools

BOX = {"x": 10, "y": 10, "width": 50, "height": 60, "size": 12}
LONG = "gain two coins from the treasury and then draw another card from the deck"


@pytest.fixture
def tools():
    return Tools()


def rows_of(markup):
    """The left edge and the letters of each line."""
    return [
        (min(float(run.get("x")) for run in (list(text) or [text])), "".join(text.itertext()))
        for text in texts_of(markup)
    ]


def test_further_lines_of_an_item_begin_below_its_first_word(tools):
    markup = tools.text(f"- {LONG}\n- {LONG}\nPlain", **BOX)
    rows = rows_of(markup)
    em = text_measurer(FontStyle("Source Sans Pro"))
    hang_mm = (em.width_em("•") + em.gap_em("•", "g")) * 12 * MM_PER_PT
    for left_mm, text in rows:
        inside = not text.startswith(("•", "Plain"))
        assert left_mm == pytest.approx(10 + hang_mm * inside, abs=0.01)
    assert [text[0] for _, text in rows].count("•") == 2
    assert not tools.problems


def test_items_of_a_list_are_indented_alike(tools):
    [nine, ten] = texts_of(tools.text("9. nine\n10. ten", **BOX))
    letters = printed([str(tools.text("9. nine\n10. ten", **BOX))])[0].letters
    left = {letter.text: letter.left_mm for letter in letters}
    assert left["i"] - left["t"] == pytest.approx(
        text_measurer(FontStyle("Source Sans Pro")).width_em("n") * 12 * MM_PER_PT, abs=0.1
    )
    assert ("".join(nine.itertext()), "".join(ten.itertext())) == ("9. nine", "10. ten")


def test_items_are_found_by_a_search_and_stand_inside_their_box(tools):
    [page] = printed([str(tools.text(f"1. {LONG}\n2. {LONG}", **BOX, align="justify"))])
    assert " ".join(page.text.split()) == f"1. {LONG} 2. {LONG}"
    assert max(letter.right_mm for letter in page.letters) <= 60.02


def test_centred_items_do_not_hang(tools):
    one = texts_of(tools.text(f"- {LONG}", **BOX, align="center"))
    assert len(one) > 1
    for text in one:
        run = "".join(text.itertext())
        width_mm = text_measurer(FontStyle("Source Sans Pro")).width_em(run) * 12 * MM_PER_PT
        assert float(text.get("x")) == pytest.approx(35 - width_mm / 2, abs=0.02)


def test_justified_lines_end_at_the_edge_except_the_last(tools):
    markup = tools.text(
        f"{LONG}, and **3 cards** of the same {LONG}.", **{**BOX, "size": 6}, align="justify"
    )
    letters = iter(printed([str(markup)])[0].letters)
    ends = []
    for text in texts_of(markup):
        run = [next(letters)]
        while len("".join(letter.text for letter in run)) < len("".join(text.itertext())):
            run.append(next(letters))
        ends.append(run[-1].right_mm)
    assert len(ends) > 1
    assert ends[:-1] == [pytest.approx(60, abs=0.03)] * (len(ends) - 1)
    assert ends[-1] < 59  # the last line


def test_each_justified_word_is_printed_at_its_measured_place(tools):
    markup = tools.text(LONG, **BOX, align="justify")
    letters = iter(printed([str(markup)])[0].letters)
    for text, style, x_mm, size_mm in runs_of(markup):
        run = [next(letters)]
        while len("".join(letter.text for letter in run)) < len(text):
            run.append(next(letters))
        width_mm = text_measurer(style).width_em(text) * size_mm
        assert run[0].left_mm == pytest.approx(x_mm, abs=0.02)
        assert run[-1].right_mm == pytest.approx(x_mm + width_mm, abs=0.02)


def test_space_is_stretched_to_2_5_times_its_width_at_most(tools):
    markup = tools.text(
        "in an incomprehensibilities electroencephalographs",
        **{**BOX, "width": 46},
        align="justify",
    )
    first = rows_of(markup)[0]
    assert first[1].startswith("in an")
    xs = [x for text, _, x, _ in runs_of(markup) if text.strip() in ("in", "an")]
    em = text_measurer(FontStyle("Source Sans Pro"))
    gap_mm = xs[1] - xs[0] - em.width_em("in") * 12 * MM_PER_PT
    assert gap_mm == pytest.approx(2.5 * em.gap_em("n", "a") * 12 * MM_PER_PT, abs=0.03)


def test_justified_text_of_which_nothing_can_be_printed_is_no_line(tools):
    assert tools.text("{nothing}", **BOX, align="justify") == ""
    assert [problem.code for problem in tools.problems] == ["E203"]
