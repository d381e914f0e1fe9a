"""Scripts whose vowel signs take room are printed as HarfBuzz sets them, in every way of setting.

What typst makes of the letters is compared with the outlines of the glyphs of the whole line, which
HarfBuzz gives: the same pixels, and the same letters when they are read back from the PDF.
"""

import base64
import re
from xml.etree.ElementTree import fromstring

import pytest
import uharfbuzz as hb

from fustella.core.geometry.shapes import Rect
from fustella.core.geometry.units import MM_PER_PT
from fustella.draw.render.syllables import parts_of, with_placed_syllables
from fustella.draw.text.along import Baseline, set_along
from fustella.draw.text.block import TextStyle
from fustella.draw.text.contours import letters_path
from fustella.draw.text.embedded import with_fonts
from fustella.draw.text.families import font_file
from fustella.draw.text.fit import Sizes
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import has_syllables, text_measurer
from fustella.draw.text.typeset import TextSetting
from tests.draw.own_fonts import PLACE, Typed, fonts_of, own_font
from tests.draw.shown import differing, pages_of
from tests.helpers.system_fonts import font_for

LINES = {
    "devanagari": ("क्षत्रिय हिन्दी किताब", "सभी मनुष्यों को गौरव और अधिकारों", "र्कि ट्ठि ड्ढ द्धि श्री ऋृ"),
    "bengali": ("বাংলা ভাষা ক্ষমা", "সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা", "কো কৌ র্কি ন্ত্র্যি"),
    "tamil": ("தமிழ் கொடு மொழி", "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே", "கௌ ஸ்ரீ க்ஷொ"),
    "telugu": ("తెలుగు భాష క్షమించు", "ప్రతిపత్తిస్వత్వముల విషయమున మానవులెల్లరును", "స్త్రీ కై కౌ"),
    "kannada": ("ಕನ್ನಡ ಭಾಷೆ ಕೊಡು", "ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ", "ಸ್ತ್ರೀ ಕೋ ರ್ಕಿ"),
    "malayalam": ("മലയാളം ഭാഷ കൊടുക്കുക", "മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും", "സ്ത്രീ ക്രോ കൗ"),
    "gujarati": ("ગુજરાતી ભાષા કિતાબ", "પ્રતિષ્ઠા અને અધિકારોની દૃષ્ટિએ", "ર્કિ શ્રી ક્ષિ"),
    "gurmukhi": ("ਪੰਜਾਬੀ ਭਾਸ਼ਾ ਕਿਤਾਬ", "ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ", "ਸ੍ਰੀ ਕ੍ਰਿ ਪ੍ਰਿ"),
    "odia": ("ଓଡ଼ିଆ ଭାଷା କୋଡ଼ି", "ସବୁ ମନୁଷ୍ୟ ଜନ୍ମକାଳରୁ ସ୍ୱାଧୀନ", "କୌ ର୍କି ସ୍ତ୍ରୀ"),
    "sinhala": ("සිංහල භාෂාව කොළඹ", "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා", "ශ්‍රී ක්‍රෝ කෞ"),
    "khmer": ("ភាសាខ្មែរ កោះ សៀវភៅ", "មនុស្សទាំងអស់កើតមកមានសេរីភាព", "ស្ត្រី ក្រៅ ឿ"),
    "burmese": ("မြန်မာဘာသာ ကြောင် မေတ္တာ", "လူတိုင်းသည် တူညီလွတ်လပ်သော ဂုဏ်သိက္ခာ", "ကျွန်ုပ် ငြိမ်း"),
    "thai": ("ภาษาไทย น้ำใจ ทำ", "มนุษย์ทั้งหลายเกิดมามีอิสระ", "กำ ก้ำ ป่ำ"),
    "lao": ("ພາສາລາວ ນ້ຳໃຈ ທຳ", "ມະນຸດເກີດມາມີສິດເສລີພາບ", "ກຳ ກ້ຳ"),
    "tibetan": ("བོད་སྐད་ དེབ་", "འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་", "སྒྲུབ་ ཀྵི་"),
    "javanese": ("ꦧꦱꦗꦮ ꦏꦺꦴꦥꦶ", "ꦱꦧꦼꦤ꧀ꦮꦺꦴꦁ", "ꦏꦿꦺꦴ ꦥꦿꦶ"),
    "balinese": ("ᬩᬲᬩᬮᬶ ᬓᬾ᬴ᬵ", "ᬓᬺᬢᬵ ᬫᬦᬸᬱ᭄ᬬ", "ᬓ᭄ᬭᭀ"),
    "sundanese": ("ᮘᮞ ᮞᮥᮔ᮪ᮓ ᮊᮦ", "ᮞᮊᮥᮙ᮪ᮔ ᮏᮜ᮪ᮙ", "ᮊᮢᮦ"),
}
SIZE_MM = 8.0
ROUNDED = 0.006
"""The share of ink that may lie elsewhere: dots of marks, which the two ways of painting round."""
ROOM = 'width="200mm" height="40mm" viewBox="0 0 200 40"'


def style_of(script: str) -> FontStyle:
    fonts = fonts_of(own_font("own", font_for(script)))
    assert not [*fonts.problems(None)]
    return FontStyle(fonts.names["own"])


MIXED = (
    ("devanagari", "HP +2 हिन्दी (किताब) XL"),
    ("devanagari", "Karte: हिन्दी, 3 कि"),
    ("thai", "HP 2 ทำ น้ำ"),
    ("khmer", "2 × កោះ OK សៀវភៅ"),
    ("tamil", "A கொடு 1 B மொழி"),
    ("bengali", "বাংলা: ATK 2 কো"),
)


def page(body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {ROOM}>{body}</svg>'


def set_by(style: FontStyle, line: str, more: str = "") -> str:
    font = f'font-family="{style.family}" font-size="{SIZE_MM:g}"'
    return page(f'<text x="10" y="20" {font} xml:space="preserve"{more}>{line}</text>')


def shaped(style: FontStyle, line: str) -> list[tuple[int, int, int, int]]:
    """Glyphs, advances and offsets by an independent use of HarfBuzz, in units of the font."""
    return glyphs_by(hb.Face(hb.Blob.from_file_path(str(font_file(style)))), line)


def glyphs_by(face: hb.Face, line: str) -> list[tuple[int, int, int, int]]:
    buffer = hb.Buffer()
    buffer.add_str(line)
    buffer.language = "und"
    buffer.guess_segment_properties()
    hb.shape(hb.Font(face), buffer)
    pairs = zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    return [(i.codepoint, p.x_advance, p.x_offset, p.y_offset) for i, p in pairs]


def outlines(style: FontStyle, line: str) -> str:
    """The line as paths, each glyph where HarfBuzz has it."""
    return page(f'<path d="{letters_path(line, style, 10.0, 20.0, SIZE_MM)}"/>')


@pytest.mark.parametrize("script", LINES)
def test_line_is_printed_as_harfbuzz_sets_it(script):
    style = style_of(script)
    svgs = [svg for line in LINES[script] for svg in (set_by(style, line), outlines(style, line))]
    pages = pages_of([with_placed_syllables(svg) for svg in svgs])
    for line, ours, wanted in zip(LINES[script], pages[::2], pages[1::2], strict=True):
        share = differing(ours.pixels, wanted.pixels)
        assert share < ROUNDED, line


@pytest.mark.parametrize("script", LINES)
def test_width_of_a_line_is_that_of_harfbuzz(script):
    style = style_of(script)
    for line in LINES[script]:
        wanted = sum(advance for _, advance, *_ in shaped(style, line))
        measure = text_measurer(style)
        assert measure.width_em(line) * measure.units == pytest.approx(wanted, abs=1e-6), line


@pytest.mark.parametrize("script", LINES)
def test_parts_of_a_line_are_the_whole_line(script):
    style = style_of(script)
    for line in LINES[script]:
        assert "".join(part for part, *_ in parts_of(line, style)).replace("\u2060", "") == line


def set_as_text(script: str, line: str, align: str) -> Typed:
    return Typed(line, fonts_of(own_font("own", font_for(script))), "own", align=align)


@pytest.mark.parametrize("script", LINES)
def test_text_of_a_face_is_printed_as_harfbuzz_sets_it(script):
    line = " ".join(LINES[script][::2])
    typed = set_as_text(script, line, "start")
    assert not typed.problems
    found = re.findall(r'y="([\d.]+)"', typed.svg)
    assert len(found) == 1, "one line"
    size_mm, style = 14 * MM_PER_PT, style_of(script)
    path = letters_path(line, style, 10.0, float(found[0]), size_mm)
    ours, wanted = pages_of([with_placed_syllables(page(typed.svg)), page(f'<path d="{path}"/>')])
    assert differing(ours.pixels, wanted.pixels) < ROUNDED


@pytest.mark.parametrize(("script", "line"), MIXED)
def test_letters_after_those_of_another_script_are_shaped_by_their_own(script, line):
    style = style_of(script)
    missing = text_measurer(style).missing(line)
    line = line.translate({ord(letter): None for letter in missing})
    ours, wanted = pages_of([with_placed_syllables(set_by(style, line)), outlines(style, line)])
    assert differing(ours.pixels, wanted.pixels) < ROUNDED
    words = [word for word in line.split() if has_syllables(word)]
    numbers = [glyph.number for glyph in text_measurer(style).glyphs(line)]
    for word in words:
        own = [number for number, *_ in shaped(style, word)]
        assert any(own == numbers[at : at + len(own)] for at in range(len(numbers))), word


@pytest.mark.parametrize(("anchor", "shift"), [("start", 0.0), ("middle", 0.5), ("end", 1.0)])
@pytest.mark.parametrize("script", ["devanagari", "tamil", "khmer", "thai", "sinhala"])
def test_text_of_a_template_stands_where_its_anchor_says(script, anchor, shift):
    style, line = style_of(script), LINES[script][0]
    wide_mm = text_measurer(style).width_em(line) * SIZE_MM
    svg = set_by(style, line, f' text-anchor="{anchor}"').replace('x="10"', 'x="100"')
    path = letters_path(line, style, 100.0 - shift * wide_mm, 20.0, SIZE_MM)
    ours, wanted = pages_of([with_placed_syllables(svg), page(f'<path d="{path}"/>')])
    assert differing(ours.pixels, wanted.pixels) < ROUNDED


def test_spans_keep_their_colours_and_their_places():
    style = style_of("devanagari")
    svg = set_by(style, 'हिन्दी <tspan fill="#f00">किताब</tspan> की<tspan x="120">कि</tspan>')
    parted = fromstring(with_placed_syllables(svg))
    red = [e for e in parted.iter() if e.get("fill") == "#f00"]
    assert ["".join(e.itertext()) for e in red] == ["किताब"]
    assert "".join(parted.itertext()) == "हिन्दी किताब कीकि"
    plain = set_by(style, "हिन्दी किताब की")
    ours, wanted = pages_of([with_placed_syllables(s) for s in (svg, plain)])
    left = slice(0, int(110 / 25.4 * 150))
    assert differing(ours.pixels[:, left], wanted.pixels[:, left]) < ROUNDED


@pytest.mark.parametrize("line", ["Castle", "Άνθρωπος", "שלום", "صيد اليوم", "今朝", "é ŉ"])
def test_other_writing_is_given_to_typst_as_it_is(line):
    svg = set_by(FontStyle("Source Sans Pro"), line)
    assert with_placed_syllables(svg) is svg


@pytest.mark.parametrize("script", LINES)
def test_font_inside_of_an_svg_has_all_glyphs_of_the_line(script):
    style = style_of(script)
    for line in LINES[script]:
        data = re.search(r"base64,([^\"]+)", with_fonts(set_by(style, line), line))
        assert data is not None
        embedded = glyphs_by(hb.Face(hb.Blob(base64.b64decode(data[1]))), line)
        assert 0 not in {number for number, *_ in embedded}, line
        assert [placed for _, *placed in embedded] == [placed for _, *placed in shaped(style, line)]


@pytest.mark.parametrize("script", ["devanagari", "bengali", "tamil", "khmer", "thai"])
def test_text_along_a_straight_path_is_that_of_a_line(script):
    style, line = style_of(script), LINES[script][0]
    typed = set_as_text(script, line, "start")
    size_pt = SIZE_MM / MM_PER_PT
    along = str(
        set_along(
            line,
            PLACE,
            typed.context,
            Baseline([(10.0, 20.0), (190.0, 20.0)]),
            TextSetting(Rect(0, 0, 0, 0), style, "left", "top", "#000000", 1.2, turn_deg=0),
            Sizes(size_pt, size_pt, 1.2),
            TextStyle(14),
            0.0,
        )
    )
    ours, wanted = pages_of([with_placed_syllables(page(along)), outlines(style, line)])
    assert differing(ours.pixels, wanted.pixels) < ROUNDED
