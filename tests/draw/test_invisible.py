"""Characters that are not drawn need no glyph, spaces have their width, breaks break lines.

The two properties are those of Unicode 16 (DerivedCoreProperties.txt, PropList.txt), all of them.
"""

import re
from html import unescape

import pdfplumber
import pytest

from fustella.core.values.model import PlainWord
from fustella.core.words.invisible import in_plain_letters
from fustella.draw.text.families import GameFonts
from fustella.draw.text.fonts import FAMILIES, FontStyle
from fustella.draw.text.shaping import missing_glyphs, text_measurer
from tests.conftest import TinyProject
from tests.draw.own_fonts import PLACE, Typed, fonts_of, own_font
from tests.draw.shown import differing, pages_of
from tests.helpers.made_fonts import made_font
from tests.helpers.system_fonts import font_for

IGNORABLE = """
    00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF
    FFA0 FFF0-FFF8 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF
"""
SPACES = "0009-000D 0020 0085 00A0 1680 2000-200A 2028-2029 202F 205F 3000"
BREAKS = dict.fromkeys("\n\v\f\r\x85\u2028", 1) | {"\u2029": 2}
PARTS_OF_EM = {
    **{"\u2000": 1 / 2, "\u2001": 1, "\u2002": 1 / 2, "\u2003": 1, "\u2004": 1 / 3},
    **{"\u2005": 1 / 4, "\u2006": 1 / 6, "\u2009": 1 / 5, "\u205f": 4 / 18, "\u3000": 1},
}
"""The widths that Unicode gives them (16, table 6-2), for fonts that lack them."""
STAY = "\u00a0\u2007\u202f"
"""Spaces at which no line may break (Unicode Standard Annex 14, GL)."""


def characters(ranges: str) -> list[str]:
    ends = [each.partition("-") for each in ranges.split()]
    return [
        chr(code)
        for first, _, last in ends
        for code in range(int(first, 16), int(last or first, 16) + 1)
    ]


class OfTool(Typed):
    """A text in the font of the tool."""

    def __init__(self, text: str, **how: object) -> None:
        fonts = GameFonts([("sans", "sans")], ())
        super().__init__(text, fonts, "sans", **how)  # type: ignore[arg-type]


def lines_of(typed: Typed) -> list[str]:
    """The letters of each line."""
    found = re.findall(r"<text[^>]*>(.*?)</text>", typed.svg)
    return [unescape(re.sub(r"<[^>]*>", "", line)) for line in found]


def heights_of(typed: Typed) -> list[float]:
    return [float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', typed.svg)]


def test_tables_are_those_of_unicode():
    assert len(characters(IGNORABLE)) == 4174
    assert len(characters(SPACES)) == 25


def test_no_character_that_is_ignored_needs_a_glyph_or_takes_room():
    measure = text_measurer(FontStyle(FAMILIES["sans"]))
    for character in characters(IGNORABLE):
        typed = OfTool(f"take{character}cards")
        assert not typed.problems, f"U+{ord(character):04X}"
        (line,) = lines_of(typed)
        seen = line.replace(character, "").replace("\u202e", "").replace("\u202c", "")
        assert seen == "takecards", f"U+{ord(character):04X}"
        assert measure.width_em(line) == pytest.approx(measure.width_em("takecards"))


KEPT = "\u034f\u200b\u200c\u200d\u2060"
"""What shaping asks for, and what a search for words may, whatever the font."""


def test_what_steers_lines_is_not_left_in_the_text():
    for character in {*characters(IGNORABLE)} - {"\u202e"}:
        (line,) = lines_of(OfTool(f"take{character}cards"))
        assert (character in line) == (character in KEPT), f"U+{ord(character):04X}"


SAMPLES = "\u00ad\u034f\u061c\u1160\u17b4\u180e\u200c\u200d\u200e\u2060\u3164\ufe0f\ufeff\U000e0041"


def test_texts_with_characters_that_are_ignored_are_printed_as_without_them():
    drawn = pages_of([page(OfTool(f"ta{each}ke 3").svg) for each in ("", *SAMPLES)])
    for character, printed in zip(SAMPLES, drawn[1:], strict=True):
        assert differing(printed.pixels, drawn[0].pixels) == 0, f"U+{ord(character):04X}"


def page(body: str) -> str:
    size = 'width="200mm" height="100mm" viewBox="0 0 200 100"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'


HIDDEN = "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u2060\u2066\ufe0e\ufe0f\ufeff"


def test_text_that_a_template_writes_itself_needs_no_glyph_for_them():
    style = FontStyle(FAMILIES["serif"])
    assert not missing_glyphs(f"take {HIDDEN}3\u2009\u3000cards\u00a0", style)
    line = '<text x="10" y="20" font-family="Source Serif Pro" font-size="6">{}</text>'
    plain, *drawn = pages_of([page(line.format(f"ta{each}ke 3")) for each in ("", *HIDDEN)])
    for character, printed in zip(HIDDEN, drawn, strict=True):
        assert differing(printed.pixels, plain.pixels) == 0, f"U+{ord(character):04X}"


def test_letters_and_controls_that_a_font_lacks_are_still_told():
    for character in "\u05d0\u4eca\u0915\x01\x07\x1b\x9d\ue000\ufffc":
        typed = OfTool(f"take{character}cards")
        assert [problem.code for problem in typed.problems] == ["E202"], f"U+{ord(character):04X}"


@pytest.mark.parametrize("character", [each for each in characters(SPACES) if each in BREAKS])
@pytest.mark.parametrize("plain", [False, True])
def test_each_break_begins_a_line_or_a_paragraph(character, plain):
    def typed(between: str) -> Typed:
        text = f"one{between}two"
        return OfTool(PlainWord(text, PLACE) if plain else text)

    found, wanted = typed(character), typed("\n" * BREAKS[character])
    assert not found.problems
    assert lines_of(found) == ["one", "two"]
    assert found.svg == wanted.svg


@pytest.mark.parametrize("ends", ["\r\n", "\v", "\u2028"])
def test_breaks_of_other_programs_part_items_of_lists_and_paragraphs(ends):
    text = f"Choose:{ends}- one{ends}- two{ends}{ends}Then *stop*."
    assert OfTool(text).svg == OfTool(text.replace(ends, "\n")).svg


@pytest.mark.parametrize("character", sorted({*characters(SPACES)} - {*BREAKS, "\t", " "}))
def test_each_space_has_its_width_in_any_font(character, tmp_path):
    file = tmp_path / "boxes.ttf"
    file.write_bytes(made_font())
    fonts = fonts_of(own_font("boxes", file))
    typed = Typed(f"a{character}b", fonts, "boxes")
    assert not typed.problems
    size_mm = 14 * 25.4 / 72
    left, right = typed.extent_mm()
    wide_em = (right - left) / size_mm - 1.0
    if character in PARTS_OF_EM:
        assert wide_em == pytest.approx(PARTS_OF_EM[character], abs=0.01)
    assert 0.02 < wide_em <= 1.01


@pytest.mark.parametrize("character", sorted({*characters(SPACES)} - {*BREAKS, "\u3000"}))
def test_lines_break_at_spaces_that_allow_it(character):
    typed = OfTool(f"xkxkxkxkxk{character}xkxkxkxkxk", width_mm=25)
    assert (not typed.problems) == (character not in STAY)
    assert len(lines_of(typed)) == (1 if character in STAY else 2)


@pytest.mark.parametrize("between", ["\u2011", "-\u2060", " \u2060", "\u00a0", "\ufeff-\ufeff"])
def test_no_line_breaks_at_a_joiner_and_a_hyphen_that_joins(between):
    typed = OfTool(f"xkxkxkxkxk{between}xkxkxkxkxk", width_mm=25)
    assert [problem.code for problem in typed.problems] == ["E201"]
    assert len(lines_of(typed)) == 1


@pytest.mark.parametrize("between", ["-", "\u2010", "\u200b", "\u2009", "\u00ad"])
def test_lines_break_at_what_parts(between):
    typed = OfTool(f"xkxkxkxkxk{between}xkxkxkxkxk", width_mm=25)
    assert (len(lines_of(typed)), typed.problems) == (2, [])


def test_hyphens_that_a_font_has_are_its_own(tmp_path):
    file = tmp_path / "boxes.ttf"
    file.write_bytes(made_font({"a": 400, "b": 600, "\u2011": 350, "\u2010": 340}))
    fonts = fonts_of(own_font("boxes", file))
    assert lines_of(Typed("a\u2011b\u2010a", fonts, "boxes")) == ["a\u2011b\u2010a"]


def test_what_is_annotated_stays_without_its_notes():
    assert lines_of(OfTool("a \ufff9word\ufffanote\ufffb here")) == ["a word here"]


STEERED = {
    "קח \u2066+2\u2069 קלפים": ["קח", "+2", "קלפים"],
    "קח \u200e+2\u200e קלפים": ["קח", "+2", "קלפים"],
    "\u202bקח 2\u202c": ["קח", "2"],
    "\u2068קח\u2069 קלפים": ["קח", "קלפים"],
    "קח\u200f! קלפים": ["קח!", "קלפים"],
    "קח \u2067ab\u2069 ג": ["קח", "ab", "ג"],
}


@pytest.mark.parametrize("text", STEERED)
def test_marks_of_direction_steer_and_are_not_printed(text):
    fonts = fonts_of(own_font("own", font_for("hebrew")))
    typed = Typed(text, fonts, "own", language="he", align="start")
    assert not typed.problems
    assert not re.search("[\u2066-\u2069\u202a-\u202e\u200e\u061c]", typed.svg)


def test_number_in_an_isolate_keeps_its_sign_before_it():
    fonts = fonts_of(own_font("own", font_for("hebrew")))
    typed = Typed("קח \u2066+2\u2069 קלפים", fonts, "own", language="he", align="start")
    places = {each.text: each.left_mm for each in typed.visible()}
    assert places["ם"] < places["+"] < places["2"] < places["ח"]
    plain = Typed("קח +2 קלפים", fonts, "own", language="he", align="start")
    places = {each.text: each.left_mm for each in plain.visible()}
    assert places["ם"] < places["2"] < places["ח"]


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("\u202eabc\u202c 1", "1cba"),
        ("a \u202e12\u202c b", "a21b"),
        ("\u202dab\u202c", "ab"),
        ("x\u202eyz", "xzy"),
        ("\u202eab cd\u202c", "dcba"),
    ],
)
def test_letters_run_as_an_override_says(text, seen):
    letters = sorted(OfTool(text).visible(), key=lambda each: each.left_mm)
    shown = "".join(each.text for each in letters if each.text not in "\u202d\u202e\u202c")
    assert shown == seen


@pytest.mark.parametrize("align", ["start", "center", "end"])
def test_words_without_anything_to_see_take_no_room(align):
    typed = OfTool("one \u200e \ufeff two", align=align)
    assert lines_of(typed) == ["one two"]
    assert OfTool("\u200e\n\u2066\ufeff", align=align).svg == ""


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("Co\u2011op\ufe0f", "Co-op"),
        ("\u200eWolf\u200f", "Wolf"),
        ("5\u2009kg", "5 kg"),
        ("one\vtwo\u2028three", "one two three"),
        ("Titre\u00a0!", "Titre\u00a0!"),
        ("\ufeffMarkers\u00ad", "Markers"),
    ],
)
def test_name_on_a_label_has_the_letters_that_its_font_prints(typed, plain):
    assert in_plain_letters(typed) == plain


def test_space_that_begins_a_paragraph_indents_it():
    typed = OfTool("\u2003one\n\u2003\u2003two\nthree")
    lefts = [float(x) for x in re.findall(r' x="([\d.]+)"', typed.svg)]
    assert lines_of(typed) == ["\u2003one", "\u2003\u2003two", "three"]
    assert set(lefts) == {10.0}


def test_space_of_its_own_width_is_a_space_when_it_is_read_back():
    for space in "\u2002\u2003\u2009\u200a":
        typed = OfTool(f"5{space}kg")
        assert "".join(letter.text for letter in typed.printed()) == "5 kg"


def test_list_of_another_program_builds_and_prints_what_is_seen(tmp_path):
    typed = {
        "\u00a9\ufe0f 2026": "\u00a9 2026",
        "3 \u00d7\u200e 2": "3 \u00d7 2",
        "co\u2011op": "co-op",
        "5\u2009kg": "5 kg",
        "one\u000btwo": "one two",
        "three\u2028four": "three four",
        "\ufefffive\u2060\u061c": "five",
    }
    rows = "".join(f'{chr(65 + at)},"{text}"\n' for at, text in enumerate(typed))
    (tmp_path / "cards.csv").write_text("title,text\n" + rows, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text("kind: ready/card\npieces: cards.csv\n", encoding="utf-8")
    project = TinyProject(tmp_path)
    assert project.run("build") == 0
    (sheet,) = project.output.rglob("*-card.pdf")
    with pdfplumber.open(sheet) as document:
        cards = [
            " ".join(page.within_bbox(box).extract_text().split())
            for page in document.pages
            for box in thirds_of(page)
        ]
    for seen in typed.values():
        assert any(seen in card for card in cards), (seen, cards)


def thirds_of(page: pdfplumber.page.Page) -> list[tuple[float, float, float, float]]:
    """The columns and rows of nine cards of a sheet."""
    wide, high = page.width / 3, page.height / 3
    return [
        (wide * across, high * down, wide * (across + 1), high * (down + 1))
        for down in range(3)
        for across in range(3)
    ]
