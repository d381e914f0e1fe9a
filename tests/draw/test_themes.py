"""Themes: nothing on a face is lost when it is redrawn with less ink or without colour."""

import io
import re
from itertools import cycle
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import ImageChops, ImageStat

from fustella.core.geometry.paths import path_rings
from fustella.core.geometry.shapes import Outline
from fustella.core.values.colour import chroma, contrast, dark_enough, grey_of, lab_of, lightness
from fustella.core.values.model import PICTURE, Face, Record, Word
from fustella.core.values.problems import Place
from fustella.core.values.themes import Theme
from fustella.draw.render.worker import compile_pages
from fustella.draw.svg.attributes import alpha_of, colour_of
from fustella.draw.text.families import font_folder
from fustella.draw.themes import Themer
from fustella.draw.themes.ground import FilledForm
from fustella.draw.themes.hatch import hatch_path, hatches_of, lost_in_grey

BLUE, AMBER, GREEN, PAPER, INK = "#0072b2", "#e69f00", "#009e73", "#f6f0df", "#1f2328"
SLATE, MADDER = "#2d5470", "#96342a"
SIDE_MM = 60
CARD = Outline.rectangle(SIDE_MM, SIDE_MM)
DPI = 150

FACES = {
    "white on a band": f'<rect width="60" height="60" fill="{PAPER}"/>'
    f'<rect y="5" width="60" height="14" fill="{SLATE}"/>'
    f'<text x="5" y="15" font-family="Source Sans Pro" font-size="6" fill="#ffffff">Castle</text>',
    "a moon in the night": f'<rect width="60" height="60" fill="{INK}"/>'
    '<circle cx="40" cy="20" r="9" fill="#ffffff"/><circle cx="9" cy="9" r="0.5" fill="#fff"/>'
    '<path d="M5 50H55" stroke="#ffffff" stroke-width="0.6"/>',
    "an icon on a disc": f'<rect width="60" height="60" fill="{PAPER}"/>'
    f'<circle cx="30" cy="30" r="12" fill="{MADDER}"/><g data-icon="mdi:x" fill="#ffffff" '
    'transform="translate(22 22) scale(0.66)"><path d="M2 2H22V22H2ZM9 9V15H15V9Z"/></g>',
    "a silhouette": f'<rect width="60" height="60" fill="{PAPER}"/><g fill="{INK}">'
    '<rect x="10" y="20" width="20" height="30"/><rect x="20" y="10" width="25" height="20"/></g>',
    "a frame": f'<path d="M0 0H60V60H0Z" fill="none" stroke="{BLUE}" stroke-width="6"/>'
    f'<rect x="5" y="5" width="50" height="50" fill="none" stroke="{PAPER}" stroke-width="0.6"/>',
    "a gradient, a clip and transparency": '<defs><linearGradient id="sky"><stop offset="0" '
    f'stop-color="{BLUE}"/><stop offset="1" stop-color="{AMBER}"/></linearGradient><clipPath '
    'id="cut"><rect x="5" y="5" width="50" height="40"/></clipPath></defs>'
    f'<g clip-path="url(#cut)"><rect width="60" height="60" fill="url(#sky)"/><circle cx="30" '
    f'cy="60" r="20" style="fill:{GREEN};stroke:rgb(20,30,40);stroke-width:.3"/></g>'
    '<g opacity="0.5"><rect x="10" y="10" width="9" height="9" fill="black"/></g>',
    "the same once more": f'<g fill="{GREEN}"><path id="leaf" d="M5 5q5-5 10 0t10 0v9h-20z"/></g>'
    f'<use href="#leaf" x="20" y="20" fill="{BLUE}"/>'
    f'<use href="#leaf" transform="rotate(30 30 30) translate(0 25)" fill="{AMBER}"/>',
}
COLOURS = (BLUE, AMBER, GREEN, SLATE, MADDER)


def svg(body: str) -> str:
    size = f'width="{SIDE_MM}mm" height="{SIDE_MM}mm" viewBox="0 0 {SIDE_MM} {SIDE_MM}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{body}</svg>'


def themer(theme: Theme, *colours: str) -> Themer:
    place = Place("game.yaml")
    named = {f"c{n}": Word(colour, place) for n, colour in enumerate(colours or COLOURS)}
    return Themer.of_game(theme, Record(named))


def themed(theme: Theme, body: str) -> str:
    return themer(theme).redrawn(svg(body))


def picture(svg_text: str):
    pdf = compile_pages([svg_text], str(font_folder()))
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return document[0].render(DPI / 72).to_pil().convert("RGB")


def ink(svg_text: str) -> float:
    counts = picture(svg_text).convert("L").histogram()
    return sum(n * (255 - level) for level, n in enumerate(counts)) / 255 / sum(counts)


def paints(svg_text: str) -> list[tuple[str, str]]:
    root = ElementTree.fromstring(svg_text)
    names = ("fill", "stroke", "stop-color")
    return [(n, element.get(n, "")) for element in root.iter() for n in names if element.get(n)]


def changed(one, other, least: int) -> bool:
    """Whether some pixel differs by more than `least` levels of grey."""
    return ImageChops.difference(one, other).convert("L").getextrema()[1] > least


def elements_that_paint(body: str) -> list[str]:
    """One SVG for each shape of the face, without that shape."""
    count = len(list(ElementTree.fromstring(svg(body)).iter()))
    fewer = []
    for number in range(1, count):
        root = ElementTree.fromstring(svg(body))
        shape = list(root.iter())[number]
        if shape.tag.split("}")[1] not in {"rect", "circle", "path", "text", "use"}:
            continue
        parent = next(p for p in root.iter() if shape in list(p))
        if parent.tag.endswith("clipPath") or shape.get("id"):
            continue
        parent.remove(shape)
        fewer.append(ElementTree.tostring(root, encoding="unicode"))
    return fewer


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("theme", [Theme.GREY, Theme.LOW_INK])
def test_theme_keeps_visible_whatever_is_visible_in_full(name, theme):
    whole = picture(themed(theme, FACES[name]))
    full = picture(svg(FACES[name]))
    for number, without in enumerate(elements_that_paint(FACES[name])):
        if not changed(full, picture(svg_text=without), 60):
            continue  # the background, which low ink leaves to the paper
        other = picture(themer(theme).redrawn(without))
        assert changed(whole, other, 25), f"shape {number} is not visible"


@pytest.mark.parametrize("name", FACES)
def test_grey_has_no_colour(name):
    found = [value for _, value in paints(themed(Theme.GREY, FACES[name]))]
    assert found
    for value in found:
        assert not colour_of(value) or chroma(colour_of(value)) < 0.1, value
    red, green, blue = picture(themed(Theme.GREY, FACES[name])).split()
    assert ImageChops.difference(red, green).getextrema()[1] <= 1
    assert ImageChops.difference(green, blue).getextrema()[1] <= 1


@pytest.mark.parametrize("pair", [(BLUE, PAPER), (INK, AMBER), ("#ffffff", MADDER)])
def test_grey_keeps_lightness_and_contrast(pair):
    one, other = pair
    assert lightness(grey_of(one)) == pytest.approx(lightness(one), abs=0.3)
    assert contrast(grey_of(one), grey_of(other)) == pytest.approx(contrast(one, other), rel=0.03)


def test_grey_hatches_colours_that_differ_only_in_hue():
    alike, darker = "#cc79a7", "#7a2048"
    assert lost_in_grey([GREEN, alike, darker]) == {GREEN, alike}
    body = f'<rect width="30" height="60" fill="{GREEN}"/><rect x="30" width="30" height="60" '
    body += f'fill="{alike}"/>'
    plain = themer(Theme.GREY, GREEN).redrawn(svg(body))
    hatched = themer(Theme.GREY, GREEN, alike).redrawn(svg(body))
    assert plain.count("<path") == 0
    assert hatched.count("<path") == 2
    halves = [picture(hatched).crop((x, 0, x + 177, 354)) for x in (0, 177)]
    assert ImageChops.difference(*halves).getbbox()


@pytest.mark.parametrize("name", ["white on a band", "an icon on a disc"])
def test_low_ink_writes_dark_on_light(name):
    made = ElementTree.fromstring(themed(Theme.LOW_INK, FACES[name]))
    symbols = [e for e in made.iter() if e.tag.endswith("text") or "H22V22" in e.get("d", "")]
    filled = [symbol.get("fill") for symbol in symbols if symbol.get("fill") != "none"]
    assert filled
    for fill in filled:
        assert contrast(fill, "#ffffff") >= 4.5


def test_low_ink_of_a_light_part_on_a_solid_icon_stays_light():
    body = f'<rect width="60" height="60" fill="{PAPER}"/>'
    body += f'<g data-icon="own:x"><circle cx="30" cy="30" r="5" fill="{INK}"/>'
    body += '<circle cx="30" cy="30" r="2" fill="#ffffff"/></g>'
    assert [v for _, v in paints(themed(Theme.LOW_INK, body))][-2:] == [INK, "#ffffff"]


def test_low_ink_keeps_a_shape_whose_halves_run_opposite_ways():
    body = f'<rect width="60" height="60" fill="{PAPER}"/>'
    tie = f'<path data-theme="keep" d="M10 20L50 40V20L10 40Z" fill="{INK}"/>'
    assert INK in themed(Theme.LOW_INK, body + tie)
    assert ink(themed(Theme.LOW_INK, body + tie)) > ink(themed(Theme.LOW_INK, body))


def test_low_ink_of_two_small_dark_shapes_keeps_both_colours():
    body = f'<rect width="60" height="60" fill="{PAPER}"/><path d="M20 20L23 12L26 20Z" '
    body += f'fill="{SLATE}"/><path d="M23 12L26 20H23Z" fill="#1a3040"/>'
    assert [v for _, v in paints(themed(Theme.LOW_INK, body))][-2:] == [SLATE, "#1a3040"]


def test_low_ink_of_light_text_on_a_broad_line_is_dark_on_light():
    body = f'<rect width="60" height="60" fill="{INK}"/><path d="M4 30H56" fill="none" '
    body += f'stroke="{SLATE}" stroke-width="8"/><text x="10" y="32" font-size="4" '
    body += 'font-family="Source Sans Pro" fill="#ffffff">MK-K39P</text>'
    made = ElementTree.fromstring(themed(Theme.LOW_INK, body))
    words = next(e for e in made.iter() if e.tag.endswith("text"))
    assert (words.get("fill"), words.get("stroke")) == (SLATE, "#ffffff")


def test_low_ink_of_a_pale_panel_on_white_paper_has_an_outline():
    body = '<rect x="9" y="9" width="40" height="40" fill="#f1deb9"/>'
    assert changed(picture(themed(Theme.LOW_INK, body)), picture(svg("")), 60)


@pytest.mark.parametrize("name", FACES)
def test_low_ink_takes_less_than_half_the_ink(name):
    full = ink(svg(FACES[name]))
    assert ink(themed(Theme.LOW_INK, FACES[name])) < full / 2


def test_low_ink_of_overlapping_shapes_of_one_colour_outlines_their_union():
    made = picture(themed(Theme.LOW_INK, FACES["a silhouette"])).convert("L")
    seam = [made.getpixel((round(25 / 25.4 * DPI), y)) for y in range(130, 200)]
    assert len(set(seam)) == 1, "a line crosses the figure"
    edge = [made.getpixel((x, round(40 / 25.4 * DPI))) for x in range(50, 70)]
    assert min(edge) < 150


def test_low_ink_of_a_small_part_of_a_silhouette_outlines_it_with_the_rest():
    tower = f'<rect x="10" y="20" width="20" height="30" fill="{INK}"/>'
    merlon = f'<rect x="10" y="16" width="3" height="5" fill="{INK}"/>'
    paper = f'<rect width="60" height="60" fill="{PAPER}"/>'
    assert ("fill", INK) in paints(themed(Theme.LOW_INK, paper + merlon))
    assert ("fill", INK) not in paints(themed(Theme.LOW_INK, paper + tower + merlon))


def test_low_ink_of_a_named_colour_has_a_hatch_and_text_on_it_a_halo():
    made = ElementTree.fromstring(themed(Theme.LOW_INK, FACES["white on a band"]))
    hatch = [e for e in made.iter() if re.fullmatch(r"(M[\d. -]+L[\d. -]+)+", e.get("d", ""))]
    assert len(hatch) == 1
    assert lab_of(hatch[0].get("stroke"))[2] < -10
    words = next(e for e in made.iter() if e.tag.endswith("text"))
    assert (words.get("paint-order"), words.get("stroke")) == ("stroke", "#ffffff")


def test_data_theme_controls_low_ink_and_is_removed():
    shape = f'<rect x="5" y="5" width="40" height="40" fill="{BLUE}"/>'

    def low(steer: str) -> str:
        return themed(Theme.LOW_INK, f'<g data-theme="{steer}">{shape}</g>')

    assert BLUE in [v for n, v in paints(low("keep")) if n == "fill"]
    assert not paints(low("drop"))
    assert low("plain").count("<path") == 0
    mixed = shape.replace(BLUE, "#5a94b8")
    assert themed(Theme.LOW_INK, mixed).count("<path") == 0
    assert themed(Theme.LOW_INK, f'<g data-theme="hatch">{mixed}</g>').count("<path") == 1
    for steer in ("keep", "drop", "plain", "hatch"):
        assert "data-theme" not in low(steer)


def test_full_theme_is_the_face_itself_without_data_theme():
    full = themer(Theme.FULL)
    face = Face.drawn(svg("<rect/>"), CARD, 0.0)
    assert full.derive(face, face.svg) is face
    steered = Face.drawn(svg('<g data-theme="keep"><rect/></g>'), CARD, 0.0)
    assert full.derive(steered, steered.svg).svg == svg("<g><rect/></g>")


@pytest.mark.parametrize("name", FACES)
@pytest.mark.parametrize("theme", [Theme.GREY, Theme.LOW_INK])
def test_theme_of_equal_faces_gives_equal_bytes(name, theme):
    assert themed(theme, FACES[name]) == themed(theme, FACES[name])
    face = Face.drawn(svg(FACES[name]), CARD, 0.0)
    derived = themer(theme).derive(face, face.svg)
    assert derived.svg == themed(theme, FACES[name])
    assert derived.digest != face.digest


def test_grey_of_a_grey_face_is_the_same():
    once = themed(Theme.GREY, FACES["a silhouette"])
    assert themer(Theme.GREY).redrawn(once) == once


@pytest.mark.parametrize(
    ("paint", "colour", "alpha"),
    [
        ("#ABC", "#aabbcc", 1.0),
        ("#aabbcc80", "#aabbcc", 128 / 255),
        ("rgb(1, 2, 3)", "#010203", 1.0),
        ("rgba(255 0 0 / 50%)", "#ff0000", 0.5),
        ("teal", "#008080", 1.0),
        ("none", "", 0.0),
        ("url(#sky)", "", 1.0),
    ],
)
def test_colour_of_and_alpha_of_read_all_forms_of_paints(paint, colour, alpha):
    assert colour_of(paint) == colour
    assert alpha_of(paint) == pytest.approx(alpha)


def test_dark_enough_is_no_darker_than_needed():
    assert dark_enough(INK, "#ffffff", 4.5) == INK
    found = dark_enough(AMBER, "#ffffff", 4.5)
    assert 4.5 <= contrast(found, "#ffffff") < 5.5


@pytest.mark.parametrize(
    ("data", "area"),
    [
        ("M0 0H10V10H0Z", 100),
        ("m5,5l10,0 0,10-10,0zm2 2v6h6v-6z", 64),
        ("M0 5A5 5 0 1 1 10 5A5 5 0 1 1 0 5Z", 78.5),
        ("M0 5a5 5 0 1110 0 5 5 0 11-10 0z", 78.5),
        ("M0 0C0 5.523 4.477 10 10 10L10 0Z", 78.5),
        ("M0 0Q5 10 10 0T20 0", 64.3),  # its halves run opposite ways, and are filled
        ("M0 0L10 10V0L0 10Z", 50),
        ("M0 0L20 10M3 3L9 7", 0),
        ("M0 0L20 10L10 5L4 2", 0),
        ("M0 0 10 0 10 10.5e0", 52.5),
    ],
)
def test_path_rings_of_path_data_have_its_area(data, area):
    assert FilledForm(path_rings(data), False).area_mm2 == pytest.approx(area, rel=0.03, abs=0.5)


@pytest.mark.parametrize(
    ("data", "even_odd", "area"),
    [
        ("M0 0H10V10H0ZM30 0H20V10H30Z", False, 200),  # mirrored
        ("M0 0H10V10H0ZM30 0H20V10H30Z", True, 200),
        ("M0 0H10V10H0ZM2 2V8H8V2Z", False, 64),
        ("M0 0H10V10H0ZM2 2H8V8H2Z", False, 100),  # painted twice
        ("M0 0H10V10H0ZM2 2H8V8H2Z", True, 64),
        ("M0 0H10V10H0ZM2 2V8H8V2ZM4 4H6V6H4Z", False, 68),  # an island in a hole
        ("M0 0H10V10H0ZM2 2H8V8H2ZM4 4H6V6H4Z", True, 68),
        ("M0 0H10V10H0ZM2 2V8H8V2ZM30 0H20V10H30ZM22 2H28V8H22Z", False, 128),
    ],
)
def test_area_of_a_form_leaves_out_its_holes_alone(data, even_odd, area):
    assert FilledForm(path_rings(data), even_odd).area_mm2 == pytest.approx(area)


def test_hatch_path_lies_on_its_form():
    hole = FilledForm(path_rings("M0 0H20V20H0ZM5 5H15V15H5Z"), True)
    for hatch in hatches_of([BLUE, AMBER, GREEN, MADDER, "#8a5a2b", "#574485"]).values():
        dots = re.findall(
            r"M([\d.-]+) ([\d.-]+)(?:L([\d.-]+) ([\d.-]+)|h)", hatch_path(hole, hatch)
        )
        assert len(dots) > 8
        for x0, y0, x1, y1 in dots:
            x, y = (float(x0) + float(x1 or x0)) / 2, (float(y0) + float(y1 or y0)) / 2
            assert -0.01 <= x <= 20.01 and -0.01 <= y <= 20.01
            assert not (5.1 < x < 14.9 and 5.1 < y < 14.9)


def test_hatches_of_equally_light_colours_differ():
    one, other = "#0072b2", "#3a6ea5"
    hatches = hatches_of([one, other])
    assert hatches[one] != hatches[other]


PICTURE_OF = f'href="{PICTURE}{"0" * 32}.'
IMAGE = f'<image {PICTURE_OF}full" width="9" height="9"/>'


@pytest.mark.parametrize("theme", [Theme.LOW_INK, Theme.GREY])
@pytest.mark.parametrize("hidden", ['visibility="hidden"', 'display="none"'])
def test_picture_that_is_hidden_stays_hidden(theme, hidden):
    assert PICTURE not in themed(theme, f"<g {hidden}>{IMAGE}</g>")


def test_picture_that_is_kept_is_grey_all_the_same():
    kept = f'<g data-theme="keep">{IMAGE}</g>'
    assert f'{PICTURE_OF}grey"' in themed(Theme.GREY, kept)
    assert f'{PICTURE_OF}full"' in themed(Theme.LOW_INK, kept)


def test_picture_in_a_pattern_is_grey_and_a_flat_tint_in_low_ink():
    body = f'<pattern id="p" width="9" height="9">{IMAGE}</pattern>'
    body += '<rect width="30" height="30" fill="url(#p)"/>'
    assert f'{PICTURE_OF}grey"' in themed(Theme.GREY, body)
    low_ink = themed(Theme.LOW_INK, body)
    assert PICTURE not in low_ink
    assert changed(picture(low_ink), picture(svg("")), 20)


def test_markers_of_a_line_are_printed_in_low_ink():
    tip = '<marker id="m" markerWidth="3" markerHeight="3" overflow="visible">'
    tip += f'<circle r="3" fill="{MADDER}"/></marker>'
    line = 'd="M10 30H50" stroke="#000000" stroke-width="1" fill="none"'
    made = themed(Theme.LOW_INK, f'{tip}<path {line} marker-end="url(#m)"/>')
    without = themed(Theme.LOW_INK, f"<path {line}/>")
    assert changed(picture(made), picture(without), 60)
    shown = themed(Theme.LOW_INK, f'{tip}<path {line} marker-end="url(#m)" data-theme="drop"/>')
    assert "<path" not in shown.partition("</marker>")[2]


@pytest.mark.parametrize("theme", [Theme.LOW_INK, Theme.GREY])
@pytest.mark.parametrize(
    "style", ["fill:#E6180A;", "fill:red;-inkscape-stroke:none", "; ;fill:red"]
)
def test_style_with_semicolons_and_properties_of_editors_is_redrawn(theme, style):
    face = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
        f'<rect width="20" height="20" style="{style}"/></svg>'
    )
    assert ElementTree.fromstring(Themer.of_game(theme, Record({})).redrawn(face)) is not None


def _ink(svg: str) -> float:
    """The mean darkness of a face as it is printed, 0 to 255."""
    page = pypdfium2.PdfDocument(compile_pages([svg], str(font_folder())))[0]
    return 255 - ImageStat.Stat(page.render(scale=2).to_pil().convert("L")).mean[0]


def _squares(side: float, colours: list[str], ground: str = "") -> str:
    spots = ((x, y) for x in range(0, 60, 2) for y in range(0, 60, 2))
    return ground + "".join(
        f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{colour}"/>'
        for (x, y), colour in zip(spots, cycle(colours), strict=False)
    )


@pytest.mark.parametrize(
    "body",
    [
        _squares(1.6, ["#fdeecc"]),
        _squares(2, ["#fee0dd", "#eef0ff", "#e8ffe8"]),
        _squares(1, ["#ffffff"], '<rect width="60" height="60" fill="#111122"/>'),
        _squares(0.4, ["#000000", "#c0392b"]),
        '<linearGradient id="g"><stop offset="0" stop-color="#222"/><stop offset="1" '
        'stop-color="#eee"/></linearGradient><rect width="60" height="60" fill="url(#g)"/>',
    ],
    ids=["pale", "pale-mosaic", "white-on-dark", "dots", "gradient"],
)
def test_low_ink_takes_no_more_ink_than_the_full_face(body):
    head = 'width="60mm" height="60mm" viewBox="0 0 60 60"'
    face = f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{body}</svg>'
    assert _ink(Themer.of_game(Theme.LOW_INK, Record({})).redrawn(face)) <= _ink(face) + 0.01
