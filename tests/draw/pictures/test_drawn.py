"""Drawn pictures (SVG): cleaned, told about, and in the tones of a theme."""

import base64
import io
import re
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from fustella.core.files.pictures import PictureFolder
from fustella.core.values.model import PictureUse
from fustella.core.values.themes import Theme
from fustella.draw.pictures.drawn import cleaned, in_theme, page_of
from fustella.draw.pictures.library import facts_of
from fustella.draw.pictures.raster import FaultyPicture
from fustella.draw.text.families import family_name
from tests.draw.own_fonts import fonts_of, own_font
from tests.helpers.made_fonts import made_font

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48" viewBox="0 0 40 20">'


@pytest.fixture
def art(tmp_path):
    (tmp_path / "art").mkdir()

    def save(body: str, fonts=None):
        (tmp_path / "art" / "a.svg").write_text(f"{HEAD}{body}</svg>", encoding="utf-8")
        return PictureFolder(tmp_path, fonts).find("a")

    return save


def png(**options) -> str:
    content = io.BytesIO()
    Image.new("RGB", (4, 4), "#cc2211").save(content, "PNG", **options)
    return base64.b64encode(content.getvalue()).decode()


def test_facts_of_a_drawing_are_its_size_in_css_pixels(art):
    facts = facts_of(art("<path d='M0 0h9v9z'/>"), None)
    assert (facts.width_mm, facts.height_mm) == pytest.approx((25.4, 12.7))
    assert facts.width_px == 0


def test_cleaned_tells_what_is_printed_otherwise(art):
    filtered = (
        '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>\n<rect filter="url(#f)" '
        'width="9" height="9"/>'
    )
    made = cleaned(art(filtered), None)
    assert made.has_filter
    assert [note.kind for note in made.notes] == ["filter"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<path", "the SVG cannot be read"),
        ("<g>", "the SVG cannot be read"),
        ('<text x="1" y="9" font-family="Futura">a</text>', "Futura"),
    ],
)
def test_cleaned_of_a_faulty_drawing_says_so(art, body, said):
    with pytest.raises(FaultyPicture, match=said):
        cleaned(art(body), None)


def test_font_of_a_drawing_is_that_of_the_game(art):
    body = '<text x="1" y="9" font-family="Futura">a</text>'
    made = cleaned(art(body, {"futura": "Source Serif Pro"}), None)
    assert "Source Serif Pro" in made.svg


def test_picture_in_a_drawing_is_kept_or_told(art):
    kept = f'<image width="9" height="9" href="data:image/png;base64,{png()}"/>'
    assert png() in cleaned(art(kept), None).svg
    linked = '<image width="9" height="9" href="photo.jpg"/>'
    try:
        made = cleaned(art(linked), None)
    except FaultyPicture as fault:
        assert "photo.jpg" in str(fault)
    else:
        assert "photo.jpg" not in made.svg
        assert made.notes


@pytest.mark.parametrize(("theme", "same"), [(Theme.GREY, True), (Theme.LOW_INK, False)])
def test_drawing_in_a_theme_has_other_colours_everywhere(theme, same):
    svg = (
        f'{HEAD}<rect fill="#cc2211" stroke="#113355cc" width="9" height="9"/>'
        '<linearGradient id="g"><stop stop-color="#00aa44"/></linearGradient>'
        f'<rect fill="url(#g)" width="1" height="1"/><path d="M0 0h9"/>'
        f'<image href="data:image/png;base64,{png()}"/></svg>'
    )
    made = in_theme(svg, theme)
    for colour in ("#cc2211", "#113355", "#00aa44", png()):
        assert colour not in made
    assert 'fill="url(#g)"' in made
    if same:
        import re

        assert all(c[:2] == c[2:4] == c[4:6] for c in re.findall('"#([0-9a-f]{6})', made))


def test_page_of_a_drawing_with_filters_is_as_large_as_it_is_printed(art):
    plain = art('<rect width="9" height="9"/>')
    assert page_of(
        PictureUse(plain, Theme.FULL, 50, 25), None
    ).outline.size.width_mm == pytest.approx(25.4)
    body = '<filter id="f"><feFlood/></filter><rect filter="url(#f)" width="9" height="9"/>'
    page = page_of(PictureUse(art(body), Theme.FULL, 50.8, 25.4), None)
    assert page.outline.size.width_mm == pytest.approx(50.8)


def test_a_filter_that_looks_at_too_much_is_refused_at_the_size_it_is_printed(art):
    body = '<filter id="f"><feMorphology radius="0.4 0.4"/></filter><path filter="url(#f)"/>'
    drawn = art(body)
    assert page_of(PictureUse(drawn, Theme.FULL, 20, 10), None)
    with pytest.raises(
        FaultyPicture, match=r"radius of 0\.4: it would take minutes at 200"
    ) as told:
        page_of(PictureUse(drawn, Theme.FULL, 200, 100), None)
    told_most = re.search(r"make it (\S+) at most", told.value.hint)
    assert told_most
    most = float(told_most[1])
    assert page_of(PictureUse(art(body.replace("0.4", str(most))), Theme.FULL, 200, 100), None)
    more = art(body.replace("0.4", str(most + 0.02)))
    with pytest.raises(FaultyPicture, match="thicker or thinner"):
        page_of(PictureUse(more, Theme.FULL, 200, 100), None)


def picture_in(svg: str) -> Image.Image:
    data = re.search(r'href="data:image/\w+;base64,([^"]+)"', svg)[1]
    return Image.open(io.BytesIO(base64.b64decode(data)))


@pytest.mark.parametrize(
    ("form", "mode"), [("PNG", "RGB"), ("PNG", "RGBA"), ("PNG", "P"), ("GIF", "P"), ("PNG", "L")]
)
@pytest.mark.parametrize(
    ("around", "on", "is_smooth"),
    [
        ("", "", True),
        ("", 'image-rendering="pixelated"', False),
        ('style="image-rendering: crisp-edges"', "", False),
        ('image-rendering="pixelated"', 'style="image-rendering: auto"', True),
        ("", 'image-rendering="optimizeSpeed"', True),
    ],
)
def test_pictures_of_few_pixels_in_a_drawing_are_smooth_as_in_browsers(
    art, form, mode, around, on, is_smooth
):
    content, stripes = io.BytesIO(), Image.new("RGB", (4, 2), "white")
    stripes.paste("black", (2, 0, 4, 2))
    stripes.convert(mode).save(content, form)
    data = base64.b64encode(content.getvalue()).decode()
    image = f'<image width="40" height="20" href="data:image/{form.lower()};base64,{data}" {on}/>'
    shown = picture_in(cleaned(art(f"<g {around}>{image}</g>"), None).svg).convert("L")
    levels = {shown.getpixel((x, shown.height // 2)) for x in range(shown.width)}
    assert (len(levels) > 4) == is_smooth
    assert {0, 255} <= levels


def test_pictures_of_enough_pixels_in_a_drawing_stay_as_they_are(art):
    content = io.BytesIO()
    Image.new("RGB", (300, 200), "#cc2211").save(content, "PNG")
    data = base64.b64encode(content.getvalue()).decode()
    image = f'<image width="40" height="20" href="data:image/png;base64,{data}"/>'
    assert data in cleaned(art(image), None).svg


LACKING = "\u2665\u05d0\u0644\u6f22\u0e01\U0001f600\u0939"
"""Letters and signs of which our own fonts have none."""


@pytest.mark.parametrize(
    "body",
    [
        "<text>{}</text>",
        "<text>a<tspan>{}</tspan></text>",
        "<text><tspan>a</tspan>{}</text>",
        '<g font-family="serif"><text font-weight="bold">{}</text></g>',
        '<defs><text id="t">{}</text></defs><use href="#t"/>',
        '<path id="p" d="M0 0h9"/><text><textPath href="#p">{}</textPath></text>',
        '<text font-style="italic">{}</text>',
    ],
)
@pytest.mark.parametrize("letter", LACKING)
def test_letter_of_a_drawing_that_no_font_has_is_told(art, body, letter):
    with pytest.raises(FaultyPicture) as raised:
        page_of(use_of(art(body.format(letter))), None)
    assert raised.value.code == "E202"
    assert f"U+{ord(letter):04X}" in str(raised.value)
    assert raised.value.hint.endswith("or convert the text to paths in the editor")


def use_of(file) -> PictureUse:
    return PictureUse(file, Theme.FULL, 25.4, 12.7)


def test_letters_of_a_drawing_that_one_font_lacks_are_told_together(art):
    with pytest.raises(FaultyPicture) as raised:
        page_of(use_of(art(f"<text>{LACKING[:2]}</text><text>{LACKING[2]}</text>")), None)
    assert all(f"U+{ord(letter):04X}" in str(raised.value) for letter in LACKING[:3])


@pytest.mark.parametrize("letters", ["a\u0301", "\u0416 \u03a9", "a\u200db", "\u2192", "\u00ad"])
def test_letter_that_a_font_has_or_that_nobody_sees_is_not_told(art, letters):
    page_of(use_of(art(f"<text>{letters}</text>")), None)


def test_letter_that_another_font_of_the_game_has_is_set_in_it(art, tmp_path):
    (tmp_path / "own.ttf").write_bytes(made_font())
    font = own_font("own", tmp_path / "own.ttf")
    fonts_of(font)
    family, has = family_name(font), chr(max(TTFont(tmp_path / "own.ttf").getBestCmap()))
    body = f"<text>1{has}<tspan>2{has}3</tspan>{has}</text>"
    if has.isascii():
        body = body.replace("<text>", '<text font-family="own">\u0416')
    face = page_of(use_of(art(body, {"own": family})), None)
    letters = "".join(ElementTree.fromstring(face.svg).itertext())
    assert letters.replace("\u0416", "") == f"1{has}2{has}3{has}"
    assert "font-family" in face.svg.partition("<tspan")[2]


def test_letter_that_only_the_upright_font_has_is_set_upright(art):
    face = page_of(use_of(art('<text font-style="italic">a\u0416</text>')), None)
    assert '<tspan font-style="normal">a\u0416</tspan>' in face.svg
