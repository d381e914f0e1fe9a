import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.core.values.colour import contrast, darker, ink_on, lighter, mix
from fustella.core.values.problems import WrongArgument

COLOURS = st.integers(0, 0xFFFFFF).map("#{:06x}".format)


@given(COLOURS, COLOURS)
def test_mix_at_its_ends_is_one_of_the_colours(a, b):
    assert mix(a, b, 0) == a
    assert mix(a, b, 1) == b


@given(COLOURS, st.floats(0, 1))
def test_mix_of_a_colour_with_itself_is_that_colour(a, t):
    assert mix(a, a, t) == a


@given(COLOURS, st.floats(0.1, 0.9))
def test_lighter_and_darker_change_the_contrast_with_black(colour, t):
    black = contrast("#000000", colour)
    assert contrast("#000000", lighter(colour, t)) >= black - 1e-9
    assert contrast("#000000", darker(colour, t)) <= black + 1e-9


def test_mix_of_black_and_white_is_the_middle_grey_of_oklab():
    # Oklab L = 0.5; linear light 0.125
    assert mix("#000", "#fff", 0.5) == "#636363"


def test_mix_of_blue_and_yellow_is_green():
    red, green, blue = (int(mix("#0000ff", "#ffff00", 0.5)[i : i + 2], 16) for i in (1, 3, 5))
    assert green > red
    assert green - min(red, blue) > 30


def test_mix_of_short_and_long_notations_is_the_same():
    assert mix("#1a2", "#fff", 0.3) == mix("#11aa22", "#ffffff", 0.3)


@given(COLOURS)
def test_ink_on_any_colour_has_the_higher_contrast_and_enough(colour):
    ink = ink_on(colour)
    other = {"#000000": "#ffffff", "#ffffff": "#000000"}[ink]
    assert contrast(ink, colour) >= contrast(other, colour)
    assert contrast(ink, colour) >= 4.5


def test_contrast_of_known_pairs_is_that_of_the_definition():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("colour", ["rot", "#12", "#12345g", "", None, 7])
def test_ink_on_what_is_no_colour_raises_wrong_argument(colour):
    with pytest.raises(WrongArgument) as found:
        ink_on(colour)
    assert "#rrggbb" in found.value.hint


def test_mix_beyond_its_ends_raises_wrong_argument():
    with pytest.raises(WrongArgument):
        mix("#000", "#fff", 1.5)


def test_colour_by_its_name_in_css_is_that_colour():
    assert mix("rebeccapurple", "#000000", 0) == "#663399"
    assert contrast("white", "black") == pytest.approx(21)
