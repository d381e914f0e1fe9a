"""Measured widths are the printed widths: lines are compiled by typst and read back."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fustella.core.geometry.units import MM_PER_PT
from fustella.draw.text.fonts import FAMILIES, FontStyle
from fustella.draw.text.shaping import DESCENT_EM, missing_glyphs, text_measurer, text_width_mm
from tests.draw.printing import printed
from tests.helpers.timing import within

STYLES = [
    FontStyle(family, weight, italic)
    for family in FAMILIES.values()
    for weight in (300, 400, 700)
    for italic in (False, True)
] + [
    FontStyle(family, weight, small_caps=True)
    for family in FAMILIES.values()
    for weight in (400, 700)
]
LINES = (
    "fi office final flow affine fjord afﬁ",
    "AVAVA Wave To. Ty Vo Yo WAR",
    "città perché à é ñ Ü Œ ß ¿Qué?",
    "0123456789 1/2 11 +3/-2",
    "“castle” – don’t … l’oro",
    "a self-made non\u00a0breaking V T end",
)
SIZE_PT = 14


def _print(line: str, style: FontStyle) -> str:
    slant = "italic" if style.italic else "normal"
    capitals = "small-caps" if style.small_caps else "normal"
    # The bar is the last letter of every line: its right edge ends the measured width.
    return (
        f'<text y="20" xml:space="preserve" font-family="{style.family}" '
        f'font-weight="{style.weight}" font-style="{slant}" font-variant="{capitals}" '
        f'font-size="{SIZE_PT * MM_PER_PT:.4f}"><tspan x="10">{line}|</tspan></text>'
    )


def test_text_width_is_the_printed_width():
    cases = [(line, style) for line in LINES for style in STYLES]
    pages = printed([_print(line, style) for line, style in cases])
    for (line, style), page in zip(cases, pages, strict=True):
        width_mm = page.letters[-1].right_mm - page.letters[0].left_mm
        assert width_mm == pytest.approx(text_width_mm(f"{line}|", style, SIZE_PT), abs=0.02), (
            f"{line} in {style}"
        )
        assert width_mm > 40, "a line of the length of a card"


@pytest.mark.parametrize("style", STYLES, ids=str)
@pytest.mark.parametrize("line", LINES)
def test_width_of_a_line_is_the_sum_of_its_words_and_gaps(line, style):
    measure = text_measurer(style)
    words = line.split(" ")
    total = sum(measure.width_em(word) for word in words)
    total += sum(measure.gap_em(a[-1], b[0]) for a, b in pairwise(words))
    assert total == pytest.approx(measure.width_em(line), abs=1e-9)


LATIN = st.text(alphabet="aefgijlnorstvyàéßATVWYÖ.,;!’“”«»–-+()0147€", min_size=1, max_size=8)


@settings(max_examples=150, deadline=None)
@given(st.lists(LATIN, min_size=2, max_size=8), st.sampled_from(STYLES))
def test_width_of_a_line_by_its_words_is_that_of_the_shaped_line(words, style):
    line = " ".join(words)
    shaped = sum(glyph.advance_em * 1000 for glyph in text_measurer(style).glyphs(line))
    assert text_measurer(style).width_em(line) * 1000 == pytest.approx(shaped, abs=1e-6)


def test_gap_beside_a_serif_v_is_narrower():
    measure = text_measurer(FontStyle("Source Serif Pro"))
    assert measure.gap_em("V", "a") < measure.gap_em("n", "a")


def test_kern_across_a_hyphen_gives_the_width_of_the_whole():
    measure = text_measurer(FontStyle("Source Sans Pro"))
    whole = measure.width_em("x-T")
    assert measure.width_em("x-") + measure.width_em("T") + measure.kern_em("-", "T") == (
        pytest.approx(whole)
    )
    assert measure.kern_em("-", "T") < 0


def test_width_of_small_capitals_is_that_of_the_fonts_own_glyphs():
    for family in FAMILIES.values():
        plain, small = (
            text_measurer(FontStyle(family)),
            text_measurer(FontStyle(family, small_caps=True)),
        )
        capitals = plain.width_em("CASTLE")
        assert plain.width_em("castle") < small.width_em("castle") < capitals
        assert small.width_em("CASTLE") == capitals
        assert small.width_em("castle") != pytest.approx(capitals * 0.8, abs=0.02)


@pytest.mark.parametrize("style", [style for style in STYLES if not style.small_caps], ids=str)
def test_width_of_all_figures_is_equal(style):
    assert len({text_measurer(style).width_em(figure) for figure in "0123456789"}) == 1


def test_missing_glyphs_gives_each_once_in_order():
    assert missing_glyphs("⚔ a ☃ ⚔", FontStyle("Source Sans Pro")) == ("⚔", "☃")
    assert missing_glyphs("città — ñ\u00a0…", FontStyle("Source Serif Pro", 700, True)) == ()


def test_invisible_characters_are_not_missing_and_have_no_width():
    style = FontStyle("Source Sans Pro")
    assert missing_glyphs("\u00ad\u2060", style) == ()
    assert text_width_mm("ab\u2060", style, 10) == text_width_mm("ab", style, 10)


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_ink_of_letters_without_accents_lies_within_one_em(style):
    top, low = text_measurer(style).ink_em(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPRSTUVWXYZ0123456789"
    )
    assert top <= 0.76
    assert -low <= DESCENT_EM + 0.01
    assert 0.64 < text_measurer(style).cap_em < 0.68


def test_width_of_a_word_measured_before_is_fast():
    measure = text_measurer(FontStyle("Source Sans Pro"))
    measure.width_em("incomprensibile")

    def again() -> None:
        for _ in range(10_000):
            measure.width_em("incomprensibile")

    within(0.05, again)
