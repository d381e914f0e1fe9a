"""Fonts that a game brings: prepared as asked, and printed as wide as they are measured."""

import itertools
from io import BytesIO
from xml.etree.ElementTree import fromstring

import pytest
import uharfbuzz as hb
from fontTools.ttLib import TTFont

from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.fonts import FontCut
from fustella.draw.svg.clean import clean_svg
from fustella.draw.svg.document import FONT
from fustella.draw.text.fallback import runs_by_font
from fustella.draw.text.families import font_file, styles_of
from fustella.draw.text.fonts import FaultyFont, FontStyle
from fustella.draw.text.prepared import prepared_font
from fustella.draw.text.shaping import text_width_mm
from tests.draw.own_fonts import Typed, fonts_of, own_font
from tests.helpers.made_fonts import made_font
from tests.helpers.system_fonts import font_for

REGULAR, BOLD = FontCut.REGULAR, FontCut.BOLD
ALTERNATES = """
feature ss01 { sub u0061 by u0061.alt; } ss01;
feature onum { sub u0063 by u0063.alt; } onum;
feature liga { sub u0062 by u0062.alt; } liga;
"""


def advances(font: bytes, text: str) -> list[int]:
    """What an independent use of HarfBuzz says of the widths of letters."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(hb.Font(hb.Face(hb.Blob(font))), buffer)
    return [position.x_advance for position in buffer.glyph_positions]


def prepared(font: bytes, cut: FontCut = REGULAR, **asked: object) -> bytes:
    axes, features = asked.get("axes", {}), asked.get("features", ())
    made = prepared_font(font, "boxes-1", cut, axes, features, REGULAR)  # type: ignore[arg-type]
    assert made is not None
    return made


@pytest.mark.parametrize("flavour", [None, "woff", "woff2"])
def test_font_of_each_format_is_unpacked_and_named(flavour):
    font = prepared(made_font(flavour=flavour))
    assert advances(font, "abc") == [400, 600, 500]
    face = hb.Face(hb.Blob(font))
    assert face.get_name(hb.OTNameIdPredefined.FONT_FAMILY) == "boxes-1"
    assert hb.Font(face).get_style_value(hb.StyleTag.WEIGHT) == 400


@pytest.mark.parametrize(
    ("axes", "cut", "wider"),
    [({}, REGULAR, 0), ({"wght": 600}, REGULAR, 50), ({"wght": 800}, REGULAR, 100), ({}, BOLD, 75)],
)
def test_variable_font_is_set_to_its_axes(axes, cut, wider):
    font = prepared(made_font(bolder=100), cut, axes=axes)
    assert advances(font, "abc") == [400 + wider, 600 + wider, 500 + wider]
    assert not hb.Face(hb.Blob(font)).has_var_data


def test_font_that_is_not_variable_has_no_bold_of_its_own():
    assert prepared_font(made_font(), "boxes-1", BOLD, {}, (), REGULAR) is None


@pytest.mark.parametrize(
    ("features", "widths"),
    [
        ((), [400, 1200, 500]),
        (("ss01",), [800, 1200, 500]),
        (("ss01", "onum"), [800, 1200, 1000]),
    ],
)
def test_features_are_on_beside_those_that_always_are(features, widths):
    font = prepared(made_font(features=ALTERNATES), features=features)
    assert advances(font, "abc") == widths


@pytest.mark.parametrize(
    ("data", "asked", "code", "says"),
    [
        (b"", {}, "E237", "is no font"),
        (b"PK\x03\x04 a folder", {}, "E237", "is no font"),
        (b"ttcf", {}, "E237", "without a font"),
        (made_font()[:300], {}, "E237", "cannot be read|can be read"),
        (made_font(flavour="woff2")[:300], {}, "E237", "can be read"),
        (b"wOF2" + b"\x7f" * 60, {}, "E237", "too large"),
        (made_font(licence=0x2), {}, "E238", "put into a PDF"),
        (made_font(licence=0x100), {}, "E238", "not only those used"),
        (made_font(licence=0x200), {}, "E238", "pictures"),
        (made_font(), {"axes": {"wght": 500}}, "E239", "no axis"),
        (made_font(bolder=9), {"axes": {"wgth": 500}}, "E239", "no axis"),
        (made_font(bolder=9), {"axes": {"wght": 5000}}, "E239", "no 5000"),
        (made_font(features=ALTERNATES), {"features": ("ss02",)}, "E239", "no feature"),
    ],
)
def test_font_that_cannot_be_printed_as_asked_is_refused(data, asked, code, says):
    with pytest.raises(FaultyFont, match=says) as fault:
        prepared(data, **asked)
    assert fault.value.code == code
    assert fault.value.hint


@pytest.mark.parametrize("licence", [0, 0x4, 0x8, 0x2 | 0x8])
def test_font_that_may_be_embedded_is_prepared(licence):
    assert prepared(made_font(licence=licence))


@pytest.fixture
def fonts(tmp_path):
    """Fonts of a game: `plain`, `wide` with a feature, a variable one, and one for Hebrew."""

    def written(name, **keys):
        path = tmp_path / f"{name}.woff2"
        path.write_bytes(made_font(**keys))
        return path

    letters = {letter: 300 + 40 * number for number, letter in enumerate("אבגדהוזחט")}
    return fonts_of(
        own_font("plain", written("plain"), fallback=("hebrew", "sans")),
        own_font("wide", written("wide", features=ALTERNATES), features=("ss01",)),
        own_font("thin", written("thin", bolder=100), axes=(("wght", 300.0),)),
        own_font("hebrew", written("hebrew", widths=letters)),
    )


@pytest.mark.parametrize(
    ("font", "text", "em"),
    [
        ("plain", "abc", 1.5),
        ("plain", "abc cba", 3.25),
        ("wide", "abc", 0.8 + 1.2 + 0.5),
        ("thin", "**abc**", 1.5 + 3 * 0.075),
        ("hebrew", "אבג", 0.3 + 0.34 + 0.38),
        ("hebrew", "אב-גד אב", 4 * 0.36 + 0.3 + 0.25 + 0.64),
    ],
)
def test_text_in_a_font_of_a_game_is_printed_as_wide_as_measured(fonts, font, text, em):
    typed = Typed(text, fonts, font)
    assert typed.problems == []
    left_mm, right_mm = typed.extent_mm()
    assert right_mm - left_mm == pytest.approx(em * 14 * MM_PER_PT, abs=0.02)
    style = FontStyle(fonts.names[font], 700 if "*" in text else 400)
    assert text_width_mm(text.strip("*"), style, 14) == pytest.approx(right_mm - left_mm, abs=0.02)


@pytest.mark.parametrize(
    ("font", "shift", "lift"),
    [
        ("plain", "super", 5.0),
        ("plain", "sub", -5.0),
        ("hebrew", "super", 5.0),
        ("plain", "30%", 3.0),
        ("sans-serif", "super", 6.285),
        ("serif", "sub", -6.855),
    ],
)
def test_letters_in_drawings_are_lifted_by_half_the_line_of_their_font(fonts, font, shift, lift):
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" font-family="{font}">'
        f'<text font-size="10"><tspan baseline-shift="{shift}">a</tspan></text></svg>'
    )
    cleaned = clean_svg(drawing.encode(), fonts.names, lambda _: None)
    found = next(one for one in fromstring(cleaned.svg).iter() if one.tag.endswith("tspan"))
    assert float(found.attrib["baseline-shift"]) == pytest.approx(lift)


def test_letters_that_a_font_lacks_come_from_the_next_one(fonts):
    typed = Typed("ab אב x", fonts, "plain")
    assert typed.problems == []
    families = {letter.text: letter.font for letter in typed.printed()}
    assert families["a"].startswith("plain-")
    assert families["א"].startswith("hebrew-")
    assert families["x"] == "SourceSansPro-Regular"


def test_font_without_a_fallback_takes_letters_of_all_others(fonts):
    chain = fonts.fallback(fonts.names["wide"])
    assert [family.split("-")[0] for family in chain] == [
        "plain",
        "wide",
        "thin",
        "hebrew",
        "Source Sans Pro",
    ]


def test_letter_that_no_font_has_is_e202_at_its_text(fonts):
    typed = Typed("ab 魚", fonts, "plain")
    assert [problem.code for problem in typed.problems] == ["E202"]
    assert "`plain`" in typed.problems[0].message
    assert "fallback" in typed.problems[0].hint


def test_marks_stay_in_the_font_of_their_letter(fonts):
    style = FontStyle(fonts.names["plain"])
    runs = [
        (text, font.family.split("-")[0])
        for text, font in runs_by_font("ae\u0301b", style, fonts.fallback)
    ]
    assert runs == [("a", "plain"), ("e\u0301", "Source Sans Pro"), ("b", "plain")]


def test_bold_of_a_font_without_one_is_its_regular(fonts):
    plain = fonts.names["plain"]
    assert font_file(FontStyle(plain, 700)) == font_file(FontStyle(plain))
    assert font_file(FontStyle(plain, italic=True)) == font_file(FontStyle(plain))
    assert len(styles_of(plain)) == 1
    assert len(styles_of(fonts.names["thin"])) == 2


def test_words_from_right_to_left_stand_in_their_order(fonts):
    letters = [
        each for each in Typed("אב גד 12 ab", fonts, "hebrew").printed() if each.text.isalnum()
    ]
    placed = "".join(each.text for each in sorted(letters, key=lambda each: each.left_mm))
    assert placed == "ab12דגבא"


def test_lines_of_hebrew_stand_at_the_right_unless_told(fonts):
    room = {"language": "he", "width_mm": 60.0}
    at_start = Typed("אב גד", fonts, "hebrew", **room).extent_mm()
    at_left = Typed("אב גד", fonts, "hebrew", align="left", **room).extent_mm()
    assert at_start[1] == pytest.approx(70.0, abs=0.02)
    assert at_left[0] == pytest.approx(10.0, abs=0.02)


@pytest.mark.parametrize("text", ["(אב)", "אב!", "(אב) 12, גד."])
def test_signs_of_a_line_run_with_its_letters(fonts, text):
    """The first character stands at the right end, as it does on paper."""
    letters = Typed(text, fonts, "hebrew").visible()
    rightmost = max(letters, key=lambda each: each.right_mm)
    assert rightmost.text in (text[0], ")")
    for one, other in itertools.pairwise(sorted(letters, key=lambda each: each.left_mm)):
        assert one.right_mm <= other.left_mm + 0.02


LINES = {
    "greek": "Φρέσκα μόνο σήμερα: 3 AVATAR «ψάρια»!",
    "japanese": "これは「日本語」の行（3枚）です。fish",
    "hebrew": "(שלום) עולם, 12–3 קלפים! fish",
    "arabic": "السلام عليكم (حتى) 12 بطاقة! fish",
}


@pytest.mark.parametrize("alphabet", LINES)
def test_line_of_each_alphabet_is_printed_as_wide_as_measured(alphabet):
    """At the left it begins where it should, at the right it ends there."""
    fonts = fonts_of(own_font("own", font_for(alphabet)))
    at_left, at_right = (
        Typed(LINES[alphabet], fonts, "own", align=align) for align in ("left", "right")
    )
    assert at_left.problems == at_right.problems == []
    (left_mm, before_mm), (after_mm, right_mm) = at_left.extent_mm(), at_right.extent_mm()
    assert left_mm == pytest.approx(10.0, abs=0.02)
    assert right_mm == pytest.approx(190.0, abs=0.02)
    assert before_mm - left_mm == pytest.approx(right_mm - after_mm, abs=0.02)
    assert right_mm - after_mm > 40, "a line of the length of a card"


def test_figures_of_the_old_style_are_those_of_the_font():
    """A feature that the engine itself cannot switch on."""
    path = font_file(FontStyle("Source Serif Pro"))
    lining = fonts_of(own_font("own", path))
    old = fonts_of(own_font("own", path, features=("onum", "pnum")))
    plain, own = (Typed("1911 to 1917", each, "own") for each in (lining, old))
    assert plain.problems == own.problems == []
    widths = [right - left for left, right in (plain.extent_mm(), own.extent_mm())]
    style = FontStyle(old.names["own"])
    assert widths[1] == pytest.approx(text_width_mm("1911 to 1917", style, 14), abs=0.02)
    assert widths[1] < widths[0] - 1


def test_faulty_font_is_told_at_each_build_in_one_process(tmp_path):
    path = tmp_path / "shut.otf"
    path.write_bytes(made_font(licence=0x2))
    typed = Typed("Aa", fonts_of(own_font("shut", path)), "shut")
    again = Typed("Aa", fonts_of(own_font("shut", path)), "shut")
    assert [problem.code for problem in typed.problems] == ["E238"]
    assert again.problems == typed.problems


def test_font_that_changed_while_it_was_read_is_read_again(tmp_path):
    path = tmp_path / "plain.otf"
    path.write_bytes(made_font())
    fonts = fonts_of(own_font("plain", path))
    path.write_bytes(made_font(licence=0x2))
    assert [problem.code for problem in fonts.problems(None)] == ["E237"]
    path.write_bytes(made_font())
    assert [*fonts.problems(None)] == []


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ('<text font-weight="bold">A</text>', "bold"),
        ('<text style="font-weight:800">A</text>', "bold"),
        ('<g font-weight="700"><text>A</text></g>', "bold"),
        ('<text><tspan font-style="italic">A</tspan></text>', "italic"),
        ('<text font-style="oblique">A</text>', "italic"),
        ('<text style="font:italic bold 9px A">A</text>', "bold or italic"),
        ("<text>A</text>", ""),
        ('<text font-weight="500">A</text>', ""),
        ('<g font-weight="bold"><text font-weight="normal">A</text></g>', ""),
        ('<text font-weight="bold"> <tspan font-weight="400">A</tspan></text>', ""),
    ],
)
def test_text_of_a_drawing_in_a_cut_that_a_font_lacks_is_told(text, lacks, tmp_path):
    path = tmp_path / "a.ttf"
    path.write_bytes(made_font({"A": 500}))
    names = fonts_of(own_font("Plain", path)).names
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g font-family="A">'
    cleaned = clean_svg(f"{head}{text}</g></svg>".encode(), {"a": names["Plain"]}, str)
    assert [n.message.partition(",")[0] for n in cleaned.notes if n.kind == FONT] == (
        [f"`Plain` has no {lacks}"] if lacks else []
    )


@pytest.mark.parametrize(
    ("weight", "selection", "flavour", "lacks"),
    [
        (400, 0x40, None, "bold or italic"),
        (500, 0x40, "woff2", "bold or italic"),
        (600, 0x40, None, "italic"),
        (900, 0x20, "woff", "italic"),
        (400, 0x01, None, "bold"),
        (400, 0x01, "woff2", "bold"),
        (700, 0x21, None, ""),
    ],
)
def test_font_that_is_heavy_or_italic_by_itself_lacks_no_such_cut(
    weight, selection, flavour, lacks, tmp_path
):
    font = TTFont(BytesIO(made_font({"A": 500})))
    font["OS/2"].usWeightClass, font["OS/2"].fsSelection = weight, selection
    font["head"].macStyle = bool(selection & 0x20) | (selection & 1) << 1
    font.flavor = flavour
    font.save(tmp_path / "a.ttf")
    names = fonts_of(own_font("Plain", tmp_path / "a.ttf")).names
    text = f'<text style="font:italic bold 9px {names["Plain"]}">A</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{text}</svg>'
    notes = clean_svg(svg.encode(), {names["Plain"].lower(): names["Plain"]}, str).notes
    assert [n.message.partition(",")[0] for n in notes if n.kind == FONT] == (
        [f"`Plain` has no {lacks}"] if lacks else []
    )
