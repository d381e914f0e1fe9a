"""Letters on a path, and what lies beneath letters, as they are printed."""

import math
import re

import pytest

from fustella.core.geometry.units import MM_PER_PT
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import text_measurer
from tests.draw.own_fonts import fonts_of, own_font
from tests.draw.printing import printed
from tests.draw.test_text import texts_of
from tests.draw.tools import FACE, Tools
from tests.helpers.system_fonts import font_for

BOX = {"x": 10, "y": 10, "width": 80, "height": 30, "size": 20}
SANS = text_measurer(FontStyle("Source Sans Pro"))
_PLACED = re.compile(r'translate\((\S+) (\S+)\) rotate\((\S+)\)"><text')


@pytest.fixture
def tools():
    return Tools()


def places(markup):
    """The middle of each letter's base and its turn in degrees."""
    return [tuple(map(float, found)) for found in _PLACED.findall(str(markup))]


@pytest.mark.parametrize(("align", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
def test_text_on_a_straight_path_is_printed_as_in_a_box(tools, align, share):
    [page] = printed([str(tools.text_on("AVATAR fi on", "M10 50H90", 20, align=align))])
    width_mm = SANS.width_em("AVATAR fi on") * 20 * MM_PER_PT
    assert page.text == "AVATAR fi on"
    assert page.letters[0].left_mm == pytest.approx(10 + (80 - width_mm) * share, abs=0.03)
    assert page.letters[-1].right_mm == pytest.approx(90 - (80 - width_mm) * (1 - share), abs=0.03)
    assert not tools.problems


@pytest.mark.parametrize(
    ("path", "radius_mm"),
    [
        ([50, 50, 30, -80, 160], 30),
        ([50, 50, 30, 240, -120], 30),
        ("M20 50A30 30 0 0 1 80 50", 30),
    ],
)
def test_letters_on_a_circle_stand_on_it_and_look_away_from_or_to_its_middle(
    tools, path, radius_mm
):
    found = places(tools.text_on("round about", path, 14))
    assert len(found) == 10
    inwards = isinstance(path, list) and path[4] < 0
    for x, y, turn in found:
        assert math.dist((x, y), (50, 50)) == pytest.approx(radius_mm, abs=0.02)
        from_top = math.degrees(math.atan2(x - 50, 50 - y)) - 180 * inwards
        assert math.remainder(turn - from_top, 360) == pytest.approx(0, abs=0.7)
    assert not tools.problems


def test_text_on_a_path_shrinks_until_it_fits_and_else_is_e214(tools):
    line = texts_of(tools.text_on("eleven wide letters", "M0 0H30", 20, least=4))[0]
    size_mm = float(line.get("font-size"))
    assert 27 < SANS.width_em("eleven wide letters") * size_mm <= 30
    assert not tools.problems
    tools.text_on("eleven wide letters", "M0 0H30", 20)
    [problem] = tools.problems
    assert (problem.code, problem.place) == ("E214", FACE)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("M0 0H10M20 0H30", "no single line"),
        ("M0 0", "no single line"),
        ("M0 0H0", "no single line"),
        ("M0 0H1e999", "no single line"),
        ("M0 0H1e308H-1e308", "no single line"),
        ("round", "no single line"),
        (7, "no line"),
        ([1, 2, 3], "no line"),
        ([1, 2, "3", 4, 5], 'r cannot be "3"'),
        ([1, 2, 0, 4, 5], "r=0"),
        ([1, 2, 3, 4, 0], "sweep=0"),
    ],
)
def test_text_on_what_is_no_line_is_e206(tools, path, says):
    assert tools.text_on("a", path, 9) == ""
    [problem] = tools.problems
    assert problem.code == "E206"
    assert says in problem.message + problem.hint


def test_text_on_a_path_has_icons_and_styles_and_no_lists(tools):
    markup = tools.text_on("- a **b**\n{wood:2}", "M0 50H90", 12)
    texts = ["".join(text.itertext()) for text in texts_of(markup)]
    assert "".join(texts).split() == ["•", "a", "b"]
    assert str(markup).count("data-icon") == 1
    assert not tools.problems


def test_outline_and_shadow_lie_beneath_letters_that_are_found_once(tools):
    look = {"outline": "#112233", "outline_width": 0.4, "shadow": "#445566", "shadow_offset": 1}
    plain = str(tools.text("Two lines\n*affine* {wood}", **BOX))
    dressed = str(tools.text("Two lines\n*affine* {wood}", **BOX, **look))
    under, texts = dressed.split("<text", 1)
    # The unique number of the icon's ids is all that differs in what lies above.
    assert re.sub(r"i\d+-", "", texts) == re.sub(r"i\d+-", "", plain.split("<text", 1)[1])
    assert under.startswith('<g data-theme="drop">')
    shadow, outline = re.findall(r"<path [^>]*>", under)
    assert 'fill="#445566"' in shadow
    assert 'transform="translate(1 1)"' in shadow
    assert 'stroke="#112233" stroke-width="0.8" stroke-linejoin="round"' in outline
    [page] = printed([dressed])
    assert page.text == "Two lines\naffine"


def test_outline_has_the_form_of_the_letters(tools):
    markup = str(tools.text("VAffi", **BOX, outline="#000"))
    xs = [float(x) for x in re.findall(r"[MLQ](\S+) ", re.findall(r'd="([^"]*)"', markup)[0])]
    [page] = printed([markup])
    assert min(xs) == pytest.approx(page.letters[0].left_mm, abs=0.3)
    assert max(xs) == pytest.approx(page.letters[-1].right_mm, abs=0.5)


def test_shadow_of_a_turned_text_falls_to_the_right_and_down_all_the_same(tools):
    markup = str(tools.text("a", **BOX, turn=90, shadow="#000", shadow_offset=1))
    assert 'translate(1 -1)"' in markup


@pytest.mark.parametrize("wrong", [{"outline_width": -1}, {"outline": 5}, {"shadow_offset": "1"}])
def test_wrong_outline_is_e206(tools, wrong):
    tools.text("a", **BOX, **wrong)
    assert tools.codes == ["E206"]


def test_words_of_joined_letters_stay_whole_on_a_path():
    """Arabic, from right to left: the first word stands at the right end."""
    fonts = fonts_of(own_font("arabic", font_for("arabic")))
    tools = Tools(language="ar", fonts=fonts)
    drawn = str(tools.text_on("سوق السمك", "M10 50H90", 20, font="arabic", align="center"))
    assert tools.problems == []
    words = re.findall(r">([^<]+)</text>", drawn)
    assert [word.strip("\u200f ") for word in words] == ["سوق", "السمك"]
    first, second = places(drawn)
    assert first[0] > second[0]
    width_mm = (
        text_measurer(FontStyle(fonts.names["arabic"])).width_em("سوق السمك") * 20 * MM_PER_PT
    )
    assert abs(first[0] - 50) < width_mm / 2
    assert abs(second[0] - 50) < width_mm / 2
