import re
from xml.etree import ElementTree

import pytest

from fustella.core.geometry.units import MM_PER_PT, rounded_up
from fustella.core.values.model import PlainWord, Word
from fustella.core.values.problems import Place
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import ASCENT_EM, DESCENT_EM, text_measurer
from tests.draw.printing import printed, svg
from tests.draw.tools import FACE, GAME, Tools

BOX = {"x": 10, "y": 10, "width": 50, "height": 30, "size": 12}
RULE = (
    "Paga **3{wood}** e *una* moneta {gold} per costruire il **Castello**; poi pesca 2 carte-bis."
    "\n\nAlla fine del turno, scarta tutto l’oro: V T Wave «affine» & <b>."
)


@pytest.fixture
def tools():
    return Tools()


def texts_of(markup):
    root = ElementTree.fromstring(svg(str(markup)))
    return [element for element in root.iter() if element.tag.endswith("}text")]


def runs_of(markup):
    """Each run of text with its style, x and size, from left to right."""
    found = []
    for text in texts_of(markup):
        for run in list(text) or [text]:
            family = text.get("font-family")
            weight = int(run.get("font-weight") or text.get("font-weight") or 400)
            slant = run.get("font-style") or text.get("font-style") or "normal"
            variant = run.get("font-variant") or text.get("font-variant") or "normal"
            style = FontStyle(family, weight, slant == "italic", variant == "small-caps")
            found.append((run.text, style, float(run.get("x")), float(text.get("font-size"))))
    return found


@pytest.mark.parametrize("font", ["sans", "serif"])
@pytest.mark.parametrize("align", ["left", "center", "right"])
@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("small", [False, True])
def test_text_in_print_has_every_run_at_its_measured_place(tools, font, align, bold, small):
    markup = tools.text(RULE, **BOX, least=6, font=font, align=align, bold=bold, smallcaps=small)
    assert not tools.problems
    [page] = printed([str(markup)])
    letters = iter(page.letters)
    for text, style, x_mm, size_mm in runs_of(markup):
        run = [next(letters)]
        while sum(len(letter.text) for letter in run) < len(text):  # a ligature is one letter
            run.append(next(letters))
        assert "".join(letter.text for letter in run) == text
        assert run[0].left_mm == pytest.approx(x_mm, abs=0.02)
        width_mm = text_measurer(style).width_em(text) * size_mm
        assert run[-1].right_mm == pytest.approx(x_mm + width_mm, abs=0.02), text
        assert run[-1].right_mm <= 60.02 or text.endswith(" ")
    assert next(letters, None) is None


def test_text_in_print_can_be_searched(tools):
    [page] = printed([str(tools.text("Pay **three** coins *now*, fine", **BOX, font="serif"))])
    assert page.text == "Pay three coins now, fine"


def test_text_in_bold_italic_switches_to_regular(tools):
    regular = [(t, s.weight, s.italic) for t, s, *_ in runs_of(tools.text("a **b** *c*", **BOX))]
    assert regular == [("a ", 400, False), ("b", 700, False), (" ", 400, False), ("c", 400, True)]
    bold = runs_of(tools.text("a **b**", **BOX, bold=True, italic=True))
    assert [(t, s.weight, s.italic) for t, s, *_ in bold] == [("a ", 700, True), ("b", 400, True)]


def test_text_with_markup_characters_is_escaped(tools):
    [text] = texts_of(tools.text('<a> & "b"', **BOX, colour='#000" x="9'))
    assert text.text == '<a> & "b"'
    assert text.get("fill") == '#000" x="9'


def test_text_carries_data_fitted_colour_and_size(tools):
    [text] = texts_of(tools.text("Castello", **BOX, colour="#123456"))
    assert text.get("data-fitted") == "1"
    assert text.get("fill") == "#123456"
    assert float(text.get("font-size")) == pytest.approx(12 * MM_PER_PT, abs=0.001)


@pytest.mark.parametrize(
    ("valign", "baseline_mm"),
    [
        ("top", 10 + ASCENT_EM * 12 * MM_PER_PT),
        ("bottom", 40 - DESCENT_EM * 12 * MM_PER_PT),
        ("middle", 25 + 0.66 / 2 * 12 * MM_PER_PT),
    ],
)
def test_text_of_one_line_is_aligned_vertically(tools, valign, baseline_mm):
    [text] = texts_of(tools.text("CASA 6", **BOX, valign=valign))
    assert float(text.get("y")) == pytest.approx(baseline_mm, abs=0.001)


def test_text_lines_are_a_leading_apart_and_paragraphs_half_a_line_more(tools):
    ys = [float(t.get("y")) for t in texts_of(tools.text("a\nb\n\nc", **BOX, leading=1.5))]
    line_mm = 1.5 * 12 * MM_PER_PT
    assert ys[1] - ys[0] == pytest.approx(line_mm, abs=0.002)
    assert ys[2] - ys[1] == pytest.approx(1.5 * line_mm, abs=0.002)


def test_text_in_a_tight_box_keeps_descenders_inside_and_centres_digits(tools):
    tight = {**BOX, "height": 12 * MM_PER_PT + 0.01}
    cap_mm = 0.66 * 12 * MM_PER_PT
    [digits] = texts_of(tools.text("68", **tight, valign="middle"))
    assert float(digits.get("y")) == pytest.approx(10 + (tight["height"] + cap_mm) / 2, abs=0.06)
    [letters] = texts_of(tools.text("gypsy", **tight, valign="middle"))
    low_mm = text_measurer(FontStyle("Source Sans Pro")).ink_em("gypsy")[1] * 12 * MM_PER_PT
    assert float(letters.get("y")) - low_mm <= 10 + tight["height"] + 0.001


def test_text_with_turn_turns_about_the_middle_of_its_box(tools):
    assert str(tools.text("a", **BOX, turn=90)).startswith('<g transform="rotate(90 35 25)">')


def test_text_with_caps_is_upper_case_by_the_rules_of_the_language(tools):
    assert texts_of(tools.text("perché {wood}ß", **BOX, caps=True))[0][0].text == "PERCHÉ "
    [mixed] = texts_of(tools.text("Straße, cœur, être", **BOX, caps=True))
    assert mixed.text == "STRASSE, CŒUR, ÊTRE"
    [turkish] = texts_of(Tools(language="tr").text("izmir", **BOX, caps=True))
    assert turkish.text == "İZMİR"


def test_text_with_smallcaps_keeps_the_typed_letters_and_leaves_italics_out(tools):
    markup = tools.text("Castello **di** *sabbia*", **BOX, smallcaps=True)
    assert [(text, style.small_caps) for text, style, *_ in runs_of(markup)] == [
        ("Castello ", True),
        ("di", True),
        (" ", True),
        ("sabbia", False),
    ], "italics have none"
    [page] = printed([str(markup)])
    assert page.text == "Castello di sabbia"
    assert {letter.font for letter in page.letters} == {
        *("SourceSansPro-Regular", "SourceSansPro-Bold", "SourceSansPro-It")
    }


@pytest.mark.parametrize("other", ["italic", "caps"])
def test_text_with_smallcaps_and_italic_or_caps_is_e206(tools, other):
    tools.text("a", **BOX, smallcaps=True, **{other: True})
    assert tools.codes == ["E206"]


def test_text_at_its_least_size_marks_its_first_line(tools):
    box = {"x": 0, "y": 0, "width": 25, "height": 6.3}
    fitted = [
        [text.get("data-fitted") for text in texts_of(tools.text(words, **box, size=size, least=8))]
        for words, size in (("uno due tre quattro cinque sei", 12), ("uno", 12), ("uno", 8))
    ]
    assert fitted == [["least", "1"], ["1"], ["1"]]


def test_inline_icon_stands_on_the_baseline_as_high_as_the_capitals(tools):
    markup = str(tools.text("{wood}", **BOX, colour="#336633"))
    group = re.search(r'translate\((\S+) (\S+)\) scale\((\S+)\)" fill="(\S+)"', markup)
    x_mm, y_mm, scale = (float(group[i]) for i in (1, 2, 3))
    size_mm = 12 * MM_PER_PT
    baseline_mm, cap_mm = 10 + ASCENT_EM * size_mm, 0.66 * size_mm
    assert y_mm + 24 * scale == pytest.approx(baseline_mm, abs=0.01)
    assert 24 * scale == pytest.approx(cap_mm, abs=0.01)
    assert group[4] == "#336633"
    assert x_mm >= 10 - 24 * scale / 2


def icons_mm(markup):
    """The left edge, the top and the side of each icon's square."""
    scaled = r"translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)"
    return [tuple(map(float, found)) for found in re.findall(scaled, str(markup))]


def test_inline_icon_of_a_size_is_that_much_larger_and_centred_on_the_capitals(tools):
    [(_, top_mm, scale), (_, large_mm, large)] = icons_mm(tools.text("{wood} {wood:2}", **BOX))
    assert large == pytest.approx(2 * scale, rel=0.01)
    assert large_mm + large * 12 == pytest.approx(top_mm + scale * 12, abs=0.01)


def test_line_with_a_large_icon_is_as_high_as_it_must_be_and_others_stay(tools):
    ys = [float(t.get("y")) for t in texts_of(tools.text("a\nb {wood:4}\nc\nd", **BOX))]
    reach_mm = ((0.66 + 4 * 0.66) / 2 - ASCENT_EM) * 12 * MM_PER_PT
    line_mm = 12 * MM_PER_PT
    assert ys[1] - ys[0] == pytest.approx(line_mm + reach_mm, abs=0.02)
    assert ys[3] - ys[2] == pytest.approx(1.2 * line_mm, abs=0.002)
    assert not tools.problems


def test_large_icon_takes_room_from_the_text(tools):
    tight = {**BOX, "height": 12 * MM_PER_PT}
    [small] = texts_of(tools.text("a {wood}", **tight, least=4))
    [shrunk] = texts_of(tools.text("a {wood:3}", **tight, least=4))
    assert float(shrunk.get("font-size")) < float(small.get("font-size"))
    assert not tools.problems
    tools.text("a {wood:3}", **tight)
    assert tools.codes == ["E201"]


def test_inline_icon_with_a_colour_keeps_it(tools):
    assert 'fill="#c9a227"' in str(tools.text("{gold}", **BOX, colour="#336633"))


def test_text_of_a_number_is_written_without_needless_decimals(tools):
    assert [texts_of(tools.text(n, **BOX))[0].text for n in (6, 2.5, 3.0)] == ["6", "2.5", "3"]


def test_text_when_empty_draws_nothing(tools):
    assert tools.text("", **BOX) == ""
    assert not tools.problems


def test_text_too_long_is_e201_at_its_place_in_the_content(tools):
    place = Place("content/tiny/cards.yaml", 21, "pieces[4].front.rule.it")
    markup = tools.text(Word("uno due tre quattro cinque sei sette otto", place), 0, 0, 20, 5, 9, 8)
    [problem] = tools.problems
    assert (problem.code, problem.place) == ("E201", place)
    assert "does not fit 20 x 5 mm at 8 pt" in problem.message
    assert re.search(r"\d of \d lines too many \(\d+\.\d mm too tall\)", problem.message)
    assert "shorten it by about" in problem.hint
    assert "least" in problem.hint
    assert len(texts_of(markup)) > 1, "drawn all the same, so that the fault can be seen"


def test_text_with_a_word_too_wide_names_it_and_its_excess(tools):
    tools.text("Municipalità di", 0, 0, 12, 50, 10, hyphens=False)
    width_mm = text_measurer(FontStyle("Source Sans Pro")).width_em("Municipalità") * 10 * MM_PER_PT
    [problem] = tools.problems
    assert f'"Municipalità" is {rounded_up(width_mm - 12, 1)} mm too wide' in problem.message


def test_text_with_a_very_long_word_quotes_only_its_beginning(tools):
    tools.text("a" * 3000, **BOX)
    assert len(tools.problems[0].message) < 250


def test_text_with_a_missing_glyph_is_e202_with_its_code_point(tools):
    markup = tools.text("a ⚔ b\x07", **BOX)
    assert tools.codes == ["E202", "E202"]
    assert 'Source Sans Pro has no "⚔" (U+2694, CROSSED SWORDS)' in (tools.problems[0].message)
    assert "U+0007" in tools.problems[1].message
    assert [run[0] for run in runs_of(markup)] == ["a b"]


def test_text_with_a_glyph_that_only_the_italic_lacks_says_so(tools):
    tools.text("Ω *Ω ж*", **BOX)
    assert [problem.message.split(" (")[0] for problem in tools.problems] == [
        'the italic of Source Sans Pro has no "Ω"',
        'the italic of Source Sans Pro has no "ж"',
    ]
    assert tools.problems[0].hint.startswith("write it upright, without italics, or ")


def test_inline_icon_with_an_unknown_name_is_e203(tools):
    tools.text("3{wod}", **BOX)
    [problem] = tools.problems
    assert (problem.code, problem.place, problem.hint) == ("E203", FACE, "did you mean `wood`?")


def test_inline_icon_of_an_unknown_icon_is_e205_at_its_definition(tools):
    tools.text("3{broken}", **BOX)
    [problem] = tools.problems
    assert (problem.code, problem.place) == ("E205", GAME)
    assert problem.hint == "did you mean `mdi:tree`?"


def test_text_with_faulty_markup_is_e204(tools):
    tools.text("a **b", **BOX)
    assert tools.codes == ["E204"]


@pytest.mark.parametrize("plain", [True, False])
def test_plain_text_is_printed_as_typed(tools, plain):
    typed = "2 * 3 {wood} **a**\n- \\b\n\n1. {x"
    value = typed if plain else PlainWord(typed, GAME)
    lines = texts_of(tools.text(value, **BOX, plain=plain))
    assert ["".join(line.itertext()) for line in lines] == [
        line for line in typed.split("\n") if line
    ]
    ys = [float(line.get("y")) for line in lines]
    assert ys[2] - ys[1] == pytest.approx(1.5 * (ys[1] - ys[0]), abs=0.002)
    assert not tools.problems
