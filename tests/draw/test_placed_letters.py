"""Texts of all sorts on pages: glyphs where SVG and HarfBuzz place them, and found by a search."""

import io
import pathlib
import tempfile
from itertools import pairwise

import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from fustella.draw.render.pages import PlainPages
from fustella.draw.text.families import family_name
from fustella.draw.text.fonts import FontStyle
from fustella.draw.text.shaping import text_measurer
from tests.draw.own_fonts import fonts_of, own_font
from tests.helpers import painted

SANS = "Source Sans Pro"
SIZE = 4


def page_of(body: str) -> pypdfium2.PdfPage:
    pages = PlainPages()
    page = pages.draw(painted.face(body))
    assert page is not None, "left to typst"
    assert not page.compiled, page.compiled
    assert pages.add(page)
    return pypdfium2.PdfDocument(pages.pdf())[0]


def spots(body: str) -> list[tuple[str, float]]:
    """The letters of a face that one sees, with where the cell of each begins, in mm."""
    page = page_of(body)
    text = page.get_textpage()
    found = []
    for at in range(text.count_chars()):
        letter = text.get_text_range(at, 1)
        if letter.strip():
            found.append((letter, text.get_charbox(at, loose=True)[0] / 72 * 25.4))
    return found


def text(letters: str, attributes: str) -> str:
    return f'<text y="9" font-family="{SANS}" font-size="{SIZE}" {attributes}>{letters}</text>'


def width(letters: str) -> float:
    return text_measurer(FontStyle(SANS)).width_em(letters) * SIZE


@pytest.mark.parametrize(
    ("attributes", "letters", "first"),
    [
        ('x="2"', "ab", 2.0),
        ('x="18" text-anchor="end"', "ab", 18 - width("ab")),
        ('x="10" text-anchor="middle"', "ab", 10 - width("ab") / 2),
        ('x="18" text-anchor="end"', 'a<tspan dx="2">b</tspan>', 18 - width("ab") - 2),
        ('x="18" text-anchor="end" dx="-1"', "ab", 17 - width("ab")),
        ('x="18" direction="rtl"', "ab", 18 - width("ab")),
        ('x="2" direction="rtl" text-anchor="end"', "ab", 2.0),
        ('x="2" letter-spacing="1"', "ab", 2.0),
        ('x="18" text-anchor="end"', 'a<tspan fill="red">b</tspan>', 18 - width("ab")),
        ('x="18" text-anchor="end"', '<tspan font-weight="400">a</tspan> b', 18 - width("a b")),
    ],
)
def test_line_begins_where_its_anchor_has_it(attributes, letters, first):
    (_, begin), *_ = spots(text(letters, attributes))
    assert begin == pytest.approx(first, abs=0.02)


@pytest.mark.parametrize(
    ("attributes", "letters", "steps"),
    [
        ('x="1" letter-spacing="1"', "abc", (width("a") + 1, width("b") + 1)),
        ('x="1" word-spacing="2"', "a b", (width("a ") + 2,)),
        ('x="1 4 9"', "abc", (3.0, 5.0)),
        ('x="1" dx="0 1 2"', "abc", (width("a") + 1, width("b") + 2)),
        ('x="1"', 'a<tspan x="7">b</tspan>', (6.0,)),
        ('x="1"', 'a<tspan dx="1.5">b</tspan>c', (width("a") + 1.5, width("b"))),
        ('x="1" letter-spacing="1"', "ffi", (width("f") + 1, width("f") + 1)),
    ],
)
def test_letters_are_as_far_apart_as_they_say(attributes, letters, steps):
    places = [place for _, place in spots(text(letters, attributes))]
    found = [after - before for before, after in pairwise(places)]
    assert found == pytest.approx(steps, abs=0.02)


@pytest.mark.parametrize(
    "letters",
    [
        "fi ffl Tà",
        "a\u0301e\u0302 x\u0323",
        "A \u0410 \u0391",
        "a\u00a0b a b",
        'a<tspan fill="none" stroke="red">b</tspan>c',
        'one <tspan font-weight="700">two</tspan> three',
    ],
)
def test_text_is_found_by_a_search(letters):
    page = page_of(text(letters, 'x="1" letter-spacing="0.001"'))
    plain = "".join(part.partition(">")[2] or part for part in letters.split("<"))
    found = page.get_textpage().get_text_range().replace("\u00a0", " ")
    # pdfium puts a mark before its letter.
    assert sorted("".join(found.split())) == sorted("".join(plain.split()))


def test_one_glyph_for_two_letters_is_found_as_both():
    """Where a font draws two letters alike, the text stands beside the glyph."""
    family = own_family(made({"a": 0x61, "b": 0x62, "same": (0x63, 0x64)}))
    body = f'<text x="1" y="9" font-family="{family}" font-size="4">abcdcd<tspan>!</tspan></text>'
    body = body.replace("<tspan>!</tspan>", "")
    spaced = body.replace("<text", '<text letter-spacing=".1"')
    assert page_of(spaced).get_textpage().get_text_range() == "abcdcd"


def own_family(data: bytes) -> str:
    file = pathlib.Path(tempfile.mkdtemp()) / "own.ttf"
    file.write_bytes(data)
    font = own_font("own", file)
    fonts_of(font)
    return family_name(font)


def made(letters: dict[str, int | tuple[int, ...]]) -> bytes:
    """A font of boxes, each half an em wide; several letters may have one glyph."""
    order = [".notdef", "space", *letters]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(order)
    mapping = {32: "space"}
    for name, codes in letters.items():
        for code in codes if isinstance(codes, tuple) else (codes,):
            mapping[code] = name
    builder.setupCharacterMap(mapping)
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(None)
        if name != "space":
            pen.moveTo((50, 0))
            for dot in ((50, 600), (450, 600), (450, 0)):
                pen.lineTo(dot)
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(order, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Boxes", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200)
    builder.setupPost()
    buffer = io.BytesIO()
    builder.save(buffer)
    return buffer.getvalue()


HEBREW = {f"h{code:x}": code for code in range(0x5D0, 0x5EB)}
LATIN = {letter: ord(letter) for letter in "abc!(1"} | {"parenright": 0x29, "two": 0x32}


@pytest.mark.parametrize(
    ("letters", "attributes", "drawn"),
    [
        ("\u05d0\u05d1\u05d2", "", "\u05d2\u05d1\u05d0"),
        ("a\u05d0\u05d1b", "", "a\u05d1\u05d0b"),
        ("\u05d0\u05d1!", "", "\u05d1\u05d0!"),
        ("\u05d0\u05d1!", 'direction="rtl"', "!\u05d1\u05d0"),
        ("\u05d0 12 \u05d1", "", "\u05d112\u05d0"),
        ("\u202eab\u202c\u05d0", "", "\u05d0ba"),
        ("\u05d0<tspan>\u05d1</tspan>\u05d2", "", "\u05d2\u05d1\u05d0"),
        ('\u05d0<tspan fill="red">\u05d1</tspan>', "", "\u05d1\u05d0"),
    ],
)
def test_letters_from_right_to_left_stand_in_their_order(letters, attributes, drawn):
    family = own_family(made(HEBREW | LATIN))
    body = f'<text x="10" y="9" font-family="{family}" font-size="2" {attributes}>{letters}</text>'
    found = sorted(spots(body), key=lambda spot: spot[1])
    assert "".join(letter for letter, _ in found) == drawn


@pytest.mark.parametrize("start", ["0", "3", "25%"])
def test_letters_on_a_path_begin_as_far_along_it_as_they_say(start):
    body = (
        '<defs><path id="p" d="M2 10H18"/></defs>'
        f'<text font-family="{SANS}" font-size="{SIZE}">'
        f'<textPath href="#p" path="M2 10H18" startOffset="{start}">ab</textPath></text>'
    )
    along = 4.0 if start == "25%" else float(start)
    assert spots(body)[0][1] == pytest.approx(2 + along, abs=0.05)


def test_letters_beyond_the_end_of_a_path_are_not_shown():
    body = (
        f'<text font-family="{SANS}" font-size="{SIZE}">'
        '<textPath href="#gone" path="M2 10H5">abcdef</textPath></text>'
    )
    assert len(spots(body)) < 4
