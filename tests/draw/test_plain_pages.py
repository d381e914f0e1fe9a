"""Plain pages: their pictures and texts are those that typst makes, or typst is asked."""

import io
import random
import re

import numpy
import pdfplumber
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont

from fustella.core.files.pdf import PlainPdf
from fustella.core.geometry.paths import cubic_path
from fustella.core.values.themes import Theme
from fustella.draw.render import letters, render
from fustella.draw.render.pages import PlainPages
from fustella.draw.render.paints import NotPlain
from fustella.draw.render.pen import operators_of
from fustella.draw.svg.source import FaultySvg
from fustella.draw.text.families import family_name
from fustella.draw.text.fonts import FAMILIES, FontStyle, all_styles
from tests.draw import plainly
from tests.draw.own_fonts import fonts_of, own_font
from tests.draw.svg import foreign
from tests.draw.svg.drawings import Drawing
from tests.helpers import painted
from tests.helpers.drawn import drawn, game_of
from tests.helpers.made_fonts import made_font, saved
from tests.write.samples import face

SAMPLE = 10
"""The faces of each game; `python -m tests.draw.plainly` compares all."""

LARGEST_MM = 300

PLAIN = '<rect x="1" y="1" width="9" height="6" fill="teal"/>'


def is_plain(body: str) -> bool:
    page = PlainPages().draw(painted.face(body))
    return page is not None and not page.compiled


OTHERWISE = re.compile(
    r'<pattern|spreadMethod="re|<text [^>]*stroke=|<g [^>]*stroke=.*<text|baseline-shift'
    r'|opacity="0"'
)
"""What typst prints otherwise than browsers: the pitch of patterns, steps of gradients, strokes of
letters with an alpha, kerning of letters of two sizes; it writes letters that nobody sees."""


def alike(svgs: list[str]) -> int:
    """How many of the faces are plain; all of them are as typst prints them."""
    found = list(plainly.compared(svgs))
    wrong = [
        f"{each.share:.4f} {each.worst} {each.svg[:300]}" for each in found if not each.is_alike
    ]
    assert not wrong, "\n".join(wrong)
    return len(found)


def test_plain_drawings_are_as_typst_prints_them():
    svgs = [painted.face(str(plainly.PlainDrawing(seed))) for seed in range(150)]
    assert alike(svgs) > 75


def test_drawings_of_all_sorts_that_are_plain_are_as_typst_prints_them():
    printed = [painted.printed(str(Drawing(seed))) for seed in range(300)]
    drawn = [svg for svg in printed if isinstance(svg, str) and not OTHERWISE.search(svg)]
    assert alike(drawn) > 50


def test_foreign_files_that_are_plain_are_as_typst_prints_them():
    """Each shows one feature: where it is not plain, `add` says so."""
    svgs = []
    for file in foreign.FILES:
        try:
            clean = foreign.cleaned(file)
        except FaultySvg:
            continue
        if max(clean.width, clean.height) > LARGEST_MM:
            continue
        size = f'width="{clean.width}mm" height="{clean.height}mm"'
        body = clean.svg[clean.svg.index(">") + 1 :]
        box = f'viewBox="0 0 {clean.width} {clean.height}"'
        svgs.append(f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>{body}')
    assert alike([svg for svg in svgs if not OTHERWISE.search(svg)]) > 40


@pytest.mark.parametrize(
    ("game", "theme"),
    [
        ("city-duel", Theme.FULL),
        ("el-mapa", Theme.FULL),
        ("empire-plateau", Theme.FULL),
        ("moving-kingdoms", Theme.FULL),
        ("city-duel", Theme.LOW_INK),
    ],
)
def test_faces_of_games_are_as_typst_prints_them(game, theme):
    faces = drawn(game, game_of(game).languages[0], theme).faces
    different = list({each.digest: each for each in faces.values()}.values())
    some = different[:: max(1, len(different) // SAMPLE)]
    assert alike([each.svg for each in some]) > len(some) / 2


@pytest.mark.parametrize(
    "body",
    [
        PLAIN,
        '<g fill="#123" stroke="red" transform="rotate(9)"><circle cx="5" cy="5" r="3"/></g>',
        '<rect x="2" y="2" width="9" height="6" rx="2" ry="1" stroke="red" fill="none"/>',
        '<rect x="2" y="2" width="9" height="6" rx="9" fill-opacity=".5" stroke="red"/>',
        '<ellipse cx="8" cy="8" rx="5" ry="2" stroke="red" stroke-dasharray="1 .5 2"/>',
        '<line x1="1" y1="2" x2="9" y2="9" stroke="red" stroke-linecap="round"/>',
        '<polyline points="1 2 3 9 8 8 15 2" stroke="red" stroke-linejoin="round"/>',
        '<polygon points="2,2 18,5 4,12 15,1" fill-rule="evenodd"/>',
        '<path d="M2 2h9v3l-2 4zM5 9a3 2 20 0 1 6 1" stroke="#00f" stroke-opacity=".3"/>',
        '<path d="M2 2q3 9 6 0t6 0M2 12c1 3 2-3 5 0s2-3 8 0" fill="none" stroke="#111"/>',
        '<path d="M1 1L9 12"/><path d="M1 1H9"/><path d="M1 5H9H4" stroke="red"/>',
        '<path d="M3 3L3 3" stroke="red" stroke-linecap="round" stroke-width="4"/>',
        '<circle cx="5" cy="5" r="0"/><rect width="0" height="4"/><path d=""/>',
        '<path d="M1 1 5 5V1Z L9 2 12 9" stroke="red"/><path d="M1 9M2 12L2 19h3" stroke="red"/>',
        '<path d="M2 2h3v3zl3 6a2 3 0 0 0 3 3m1 1" fill="none" stroke="#00f"/>',
        '<g transform="scale(90)"><rect x=".02" y=".02" width=".1" height=".1"/></g>',
        '<rect width="9" height="9" style="fill: red"/>',
        '<g fill="red"><rect width="9" height="9" fill="inherit"/></g>',
        '<rect width="9" height="9" opacity=".4" transform="skewX(9) scale(1.2 -.7)" y="-9"/>',
        '<clipPath id="c"><circle cx="8" cy="8" r="5"/></clipPath>'
        '<g clip-path="url(#c)"><rect width="20" height="9"/></g>',
        '<defs><g id="a" fill="red"><rect width="4" height="4"/></g></defs>'
        '<use href="#a" x="3" y="2"/><use href="#a" transform="rotate(30 9 9)"/>',
        '<text x="2" y="8" font-family="Source Sans Pro" font-size="4">AV To fi</text>',
        '<text x="10" y="8" text-anchor="middle" font-family="Source Serif Pro" font-size="4" '
        'font-weight="700" font-style="italic">Wave T o</text>',
        '<text x="19" y="8" text-anchor="end" font-family="Source Sans Pro" font-size="3" '
        'font-variant="small-caps" fill="#c0392b" fill-opacity=".5">Small Caps</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="3" xml:space="preserve">'
        '<tspan x="1">a </tspan><tspan x="5" font-weight="700"> b</tspan></text>',
        '<text x="2" y="8" font-family="Source Sans Pro" font-size="4">a b\u00a0c</text>',
        '<text x="2" y="8" font-family="Source Sans Pro" font-size="4">\u0414\u0430 \u03a9</text>',
        "<title>Words</title><desc>and more</desc>" + PLAIN,
        '<g opacity=".5"><rect width="9" height="9"/><rect x="4" y="4" width="9" height="9"/></g>',
        '<rect x="3" y="3" width="9" height="9" stroke="red" stroke-width="3" opacity=".5"/>',
        '<rect width="9" height="9" fill="rgb(1,2,3)"/>',
        '<g color="teal"><rect width="9" height="9" fill="currentColor"/></g>',
        '<rect width="9" height="9" visibility="hidden"/><rect width="3" height="3"/>',
        '<rect x="3" y="3" width="9" height="9" paint-order="stroke" stroke="red" '
        'stroke-width="4"/>',
        '<path d="M1 1H9V9B1 1"/>',
        '<text x="2 6" y="8" font-family="Source Sans Pro" font-size="4">ab</text>',
        '<text x="2" y="8" font-family="Source Sans Pro" font-size="4" dx="1">ab</text>',
        '<text x="2" y="12" font-family="Source Sans Pro" font-size="9" stroke="red">ab</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4" letter-spacing="1">ab</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4" opacity=".5">ab</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4"> a  b </text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4">a<tspan fill="red">b</tspan>'
        "</text>",
        '<text y="8" font-family="Source Sans Pro" font-size="4">a\u00adb</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4">a\u0301 x\u0323</text>',
        '<clipPath id="c"><text x="1" y="9" font-family="Source Sans Pro" font-size="9">ab</text>'
        '</clipPath><rect width="20" height="20" clip-path="url(#c)"/>',
    ],
)
def test_what_is_plain_is_as_typst_prints_it(body):
    assert alike([painted.face(body)]) == 1


@pytest.mark.parametrize(
    "body",
    [
        '<g filter="url(#a)"/>',
        '<rect width="9" height="9" mask="url(#gone)"/>',
        '<rect width="9" height="9" fill="url(#gone)"/>',
        '<image href="picture:00" width="9" height="9"/>',
        '<image href="data:image/png;base64,AA" width="9" height="9"/>',
        '<rect width="50%" height="9"/>',
        '<rect width="9" height="9" rx="2" ry="0"/>',
        '<rect width="9" height="9" style="mix-blend-mode:plus-lighter"/>',
        '<rect width="9" height="9" clip-path="url(#gone)"/>',
        '<symbol id="a" viewBox="0 0 1 1"/><use href="#a"/>',
        '<svg width="9" height="9"/>',
        '<switch><rect width="9" height="9"/></switch>',
        '<ellipse cx="5" cy="5" rx="4"/>',
        '<path d="M1"/>',
        '<path d="M1 1Z 5"/>',
        '<polygon points="1 2 3"/>',
        '<path d="M1 1H9" stroke="red" stroke-dasharray="0"/>',
        '<path d="M1 1H9" stroke="red" marker-end="url(#gone)"/>',
        '<radialGradient id="a" fx=".9" fy=".9"><stop/><stop offset="1" stop-color="red"/>'
        '</radialGradient><rect width="9" height="9" fill="url(#a)"/>',
        '<text x="2" y="8" font-family="Nobody" font-size="4">a</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4">\u05d0\u05d1</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4">\u4e00</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4" writing-mode="tb">a</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4" textLength="9">a</text>',
        '<text y="8" font-family="Source Sans Pro" font-size="4" text-decoration="underline">a'
        "</text>",
        '<g transform="scale(900)"><rect width=".01" height=".01"/></g>',
    ],
)
def test_what_is_not_plain_is_left_to_typst(body):
    assert not is_plain(body)


def test_many_uses_inside_each_other_are_left_to_typst():
    groups = "".join(
        f'<g id="a{n}">{f"""<use href="#a{n - 1}"/>""" * 10 if n else PLAIN}</g>' for n in range(9)
    )
    assert not is_plain(f'<defs>{groups}</defs><use href="#a8"/>')


def test_plain_pages_of_equal_faces_are_equal_bytes():
    svgs = [painted.face(str(plainly.PlainDrawing(seed))) for seed in range(40)]

    def made() -> bytes:
        pages = PlainPages()
        for page in filter(None, map(pages.draw, svgs)):
            pages.add(page)
        return pages.pdf()

    assert made() == made()


def test_plain_and_other_faces_of_a_batch_are_pages_in_order():
    text = '<text x="2" y="9" font-family="Source Sans Pro" font-size="4">No. {}</text>'
    glow = '<g opacity=".5"><rect width="9" height="9"/></g>'
    faces = [face(text.format(n) + (glow if n in {1, 2, 5} else "")) for n in range(7)]
    (rendered,) = render([faces], None)
    with pdfplumber.open(io.BytesIO(rendered.pdf)) as document:
        words = [page.extract_text().replace(" ", "") for page in document.pages]
    assert words == [f"No.{n}" for n in range(7)]
    assert len(PlainPdf(rendered.pdf).pages) == 7


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d*)?", text)]


def test_path_is_drawn_as_by_its_segments():
    for seed in range(300):
        drawing = plainly.PlainDrawing(seed)
        data = "".join(part for part in re.split("(?=[A-Za-z])", drawing._path())
                       if part[:1] not in "Aa" and "e" not in part)  # fmt: skip
        dots, start, before = [], (), ""
        for letter, ends in cubic_path(data):
            start = ends if letter == "M" else start
            again = start if before == "Z" and letter not in "MZ" else ()
            dots += [side for dot in (*again, *ends) for side in dot]
            before = letter
        try:
            found = numbers(operators_of(data).decode())
        except NotPlain:
            continue
        assert not found or numpy.allclose(found, dots, atol=1e-4)


def test_numbers_of_a_path_are_parted_as_svg_parts_them():
    for data in ("M1 2L3 4", "M1,2L3,4", "M1 2 3 4", "m1 2l2 2", "M+1+2L+3+4", "M1.2.3L3.4.0",
                 "M.5.5L-.5-.5", "M1,,2L3 , 4", "M1 2l.5.5.5-.5", "M1\t2\nL3\r4",
                 "M1 - 2L--3 4"):  # fmt: skip
        dots = [side for _, ends in cubic_path(data) for dot in ends for side in dot]
        found = numbers(operators_of(data).decode())
        assert found == pytest.approx(dots), data


def test_path_with_few_numbers_or_unknown_letters_is_not_plain():
    for data in ("M1 1L", "M1 1L2", "M1 1C1 2 3 4 5", "M1 1H", "M1 1Z1", "M1 1B2 2"):
        with pytest.raises(NotPlain):
            operators_of(data)


WORDS = [
    "Wave",
    "To.",
    "Type,",
    "AV",
    "fi",
    "ffl",
    "LTA",
    "PA",
    "Vo",
    "11",
    "7,",
    "-A",
    "(j)",
    "Ţa",
]


@pytest.mark.parametrize("style", all_styles(), ids=str)
def test_line_set_by_words_is_as_set_whole(style):
    chance = random.Random(str(style))
    font = letters.PlainFont(style)
    for _ in range(60):
        text = " ".join(chance.choices(WORDS, k=6))
        space, words = font.words(text)
        whole = font._shaped(text)
        assert whole is not None
        assert space.glyphs.join(word.glyphs for word in words) == whole.glyphs
        width = sum(word.width for word in words) + space.width * (len(words) - 1)
        assert width == pytest.approx(whole.width)


def test_word_that_its_spaces_change_is_set_in_its_line():
    font = letters.PlainFont(FontStyle(FAMILIES["serif"]))
    _, words = font.words("so be")
    assert len(words) == 2
    _, words = font.words("be To be")
    assert len(words) == 1


def boxes_of_curves() -> bytes:
    """A font whose outlines are a CFF, two units to the em of which a PDF has one."""
    builder = FontBuilder(2000, isTTF=False)
    order = [".notdef", "space", "a", "b"]
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({32: "space", 97: "a", 98: "b"})
    strings = {}
    for name, width in zip(order, (1000, 501, 901, 1203), strict=True):
        pen = T2CharStringPen(width, None)
        if name != "space":
            pen.moveTo((50, 0))
            for dot in ((width - 50, 0), (width - 50, 1200), (50, 1000)):
                pen.lineTo(dot)
            pen.closePath()
        strings[name] = pen.getCharString()
    builder.setupCFF("Curves", {}, strings, {})
    widths = zip(order, (1000, 501, 901, 1203), strict=True)
    builder.setupHorizontalMetrics({name: (width, 50) for name, width in widths})
    builder.setupHorizontalHeader(ascent=1600, descent=-400)
    builder.setupNameTable({"familyName": "Curves", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=1600, sTypoDescender=-400)
    builder.setupPost()
    return saved(builder.font)


@pytest.mark.parametrize("data", [made_font(), boxes_of_curves()], ids=["glyf", "CFF"])
def test_font_of_a_game_is_as_typst_prints_it(data, tmp_path):
    file = tmp_path / "own.otf"
    file.write_bytes(data)
    font = own_font("own", file)
    fonts_of(font)
    text = f'<text x="1" y="9" font-family="{family_name(font)}" font-size="3">abba ab aab</text>'
    assert alike([painted.face(text), painted.face(text.replace("abba", "b"))]) == 2


def test_feature_of_a_font_of_a_game_reaches_over_words(tmp_path):
    file = tmp_path / "own.ttf"
    rule = "feature calt { sub u0061 uni0020 u0062' by u0062.alt; } calt;"
    names = TTFont(io.BytesIO(made_font())).getGlyphOrder()
    file.write_bytes(made_font(features=rule.replace("uni0020", names[4])))
    font = own_font("own", file)
    fonts_of(font)
    text = f'<text x="1" y="9" font-family="{family_name(font)}" font-size="3">a b ab</text>'
    assert alike([painted.face(text)]) == 1


def test_a_page_is_the_same_whatever_was_drawn_before():
    """Its fonts are called as in the document that it is put into."""
    texts = [
        f'<text x="2" y="9" font-family="{FAMILIES[name]}" font-size="4">AV {name}</text>'
        for name in ("sans", "serif")
    ]
    both = [painted.face("".join(texts)), painted.face("".join(reversed(texts)))]
    drawn_first, drawn_alone = PlainPages(), PlainPages()
    first = drawn_first.draw(both[0])
    assert first is not None
    drawn_first.add(first)
    elsewhere = drawn_first.draw(both[1])
    alone = drawn_alone.draw(both[1])
    assert elsewhere is not None
    assert alone is not None
    assert elsewhere.drawing != alone.drawing
    documents = PlainPages(), PlainPages()
    assert all(made.add(page) for made, page in zip(documents, (elsewhere, alone), strict=True))
    assert documents[0].pdf() == documents[1].pdf()
