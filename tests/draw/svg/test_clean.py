"""SVG files of other hands become documents that the engine prints."""

import base64
import gzip
import re
from xml.etree.ElementTree import fromstring

import pytest

from fustella.draw.svg import colours, css
from fustella.draw.svg.attributes import colour_of
from fustella.draw.svg.clean import CleanSvg, clean_svg
from fustella.draw.svg.colours import parse_colour
from fustella.draw.svg.document import FILTER, FONT, LEFT_OUT
from fustella.draw.svg.source import FaultySvg
from fustella.draw.svg.tree import SVG

NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


TILING = '<filter id="f"><feFlood width="3" height="3"/><feTile/></filter>'
CURVE = '<path id="p" d="M9 9h50"/>'


def cleaned(body: str, head: str = 'viewBox="0 0 100 100"', families=()) -> CleanSvg:
    svg = f"<svg {NS} {head}>{body}</svg>"
    return clean_svg(svg.encode(), dict(families), lambda href: href)


def first(svg: CleanSvg, name: str) -> dict[str, str]:
    found = fromstring(svg.svg).find(f".//{SVG}{name}")
    assert found is not None, svg.svg
    return dict(found.attrib)


def fault(data: str | bytes) -> FaultySvg:
    data = data.encode() if isinstance(data, str) else data
    with pytest.raises(FaultySvg) as caught:
        clean_svg(data, {}, lambda href: None)
    return caught.value


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('width="200" height="100"', (200, 100)),
        ('width="2in" height="96px"', (192, 96)),
        ('viewBox="0 0 40 20"', (40, 20)),
        ('viewBox="0 0 40 20" width="80"', (80, 40)),
        ('viewBox="0 0 40 20" width="100%" height="100%"', (40, 20)),
        ("", (300, 150)),
    ],
)
def test_natural_size_follows_width_height_and_view_box(head, size):
    found = cleaned("", head)
    assert (found.width, found.height) == pytest.approx(size)


@pytest.mark.parametrize("end", ["path", "*", ".a", "#p1, path", "path:not(.b)", "path[d]"])
def test_rules_that_are_looked_at_for_too_many_elements_are_told(end, monkeypatch):
    monkeypatch.setattr(css, "MOST_TESTS", 900)
    rules = "".join(f".c{n} g {end} {{fill: red}}" for n in range(40))
    paths = "".join(f'<path class="a" id="p{n}" d="M0 0h1v1z"/>' for n in range(40))
    assert "too many rules" in fault(f"<svg {NS}><style>{rules}</style>{paths}</svg>").message
    few = "".join(f'<path class="a" id="p{n}" d="M0 0h1v1z"/>' for n in range(4))
    assert cleaned(f"<style>{rules}</style>{few}").svg.count("<path") == 4


def test_rules_of_a_sheet_win_by_specificity_and_style_attribute_wins_over_them():
    sheet = (
        "<style>#a{fill:#000001} .b{fill:#000002;stroke:#000003!important} g > rect{x:5}</style>"
    )
    shape = '<g><rect id="a" class="b" fill="red" style="stroke:blue;opacity:50%"/></g>'
    found = first(cleaned(sheet + shape), "rect")
    assert found["fill"] == "#000001"
    assert found["stroke"] == "#000003"
    assert found["opacity"] == "0.5"
    assert found["x"] == "5"


def test_variables_and_calc_are_computed():
    body = '<g style="--c: #123456"><rect style="fill:var(--c);width:calc(50% - 10px)"/></g>'
    found = first(cleaned(body), "rect")
    assert found["fill"] == "#123456"
    assert found["width"] == "40"


def test_font_that_is_mapped_is_replaced_and_one_that_is_not_is_told():
    text = '<text font-family="Trajan Pro">A</text>'
    found = first(cleaned(text, families={"trajan pro": "Source Serif Pro"}), "text")
    assert found["font-family"] == "Source Serif Pro"
    told = fault(f'<svg {NS} viewBox="0 0 9 9">\n{text}</svg>')
    assert (told.code, told.line) == ("E220", 2)
    assert "Trajan Pro" in told.message
    assert "fonts:" in told.hint


def test_generic_family_at_the_end_of_a_list_is_used_and_noted():
    found = cleaned('<text font-family="Futura, sans-serif">A</text>')
    assert first(found, "text")["font-family"] == "Source Sans Pro"
    assert [note.kind for note in found.notes] == [FONT]


@pytest.mark.parametrize(
    ("family", "printed"),
    [
        ("monospace", "Source Sans Pro"),
        ("ui-monospace", "Source Sans Pro"),
        ("Monospace", "Source Sans Pro"),
        ("cursive", "Source Serif Pro"),
        ("fantasy", "Source Serif Pro"),
        ("math", "Source Serif Pro"),
    ],
)
def test_generic_family_of_which_no_font_of_ours_is_one_is_told(family, printed):
    text = f'<text font-family="{family}">A</text><text style="font-family: {family}">B</text>'
    found = cleaned(text)
    assert first(found, "text")["font-family"] == printed
    (note,) = found.notes
    assert (note.kind, note.line) == (FONT, 1)
    assert f"`{family.lower()}` is printed in {printed}" in note.message
    assert f"fonts: {{{family.lower()}: sans}}" in note.hint
    told = cleaned(text, families={family.lower(): "Source Sans Pro"})
    assert not told.notes, "the hint was followed"


@pytest.mark.parametrize(
    ("family", "printed"),
    [
        ("serif", "Source Serif Pro"),
        ("ui-serif", "Source Serif Pro"),
        ("sans-serif", "Source Sans Pro"),
        ("ui-sans-serif", "Source Sans Pro"),
        ("system-ui", "Source Sans Pro"),
    ],
)
def test_generic_family_of_which_a_font_of_ours_is_one_is_printed_in_it(family, printed):
    found = cleaned(f'<text font-family="{family}">A</text>')
    assert (first(found, "text")["font-family"], found.notes) == (printed, ())


@pytest.mark.parametrize("family", ["emoji", "fangsong", "-webkit-body"])
def test_generic_family_that_stands_for_letters_of_its_own_is_an_unknown_font(family):
    told = fault(f'<svg {NS} viewBox="0 0 9 9"><text font-family="{family}">A</text></svg>')
    assert told.code == "E220"


@pytest.mark.parametrize("style", ["fill", "stroke", "clip-path", "mask", "filter", "marker-end"])
def test_reference_to_another_file_is_left_out_with_a_note(style):
    drawing = '<path style="%s: url(%s)" d="M0 0h9v9z"/>'
    (note,) = cleaned(drawing % (style, "file:///x.svg#a")).notes
    assert (note.kind, note.line) == (LEFT_OUT, 1)
    assert "url(file:///x.svg#a)`, from another file, is not printed" in note.message
    assert not cleaned(drawing % (style, "#nothing")).notes


@pytest.mark.parametrize(
    ("style", "target"),
    [
        ("fill", '<linearGradient id="a"><stop/></linearGradient>'),
        ("stroke", '<pattern id="a" width="9" height="9"><path d="M0 0h9v9z"/></pattern>'),
        ("clip-path", '<clipPath id="a"><path d="M0 0h9v9z"/></clipPath>'),
        ("mask", '<mask id="a"><path d="M0 0h9v9z"/></mask>'),
        ("filter", '<filter id="a"><feFlood/></filter>'),
        ("marker-mid", '<marker id="a"><path d="M0 0h9v9z"/></marker>'),
        ("marker-end", '<marker id="a"><path d="M0 0h9v9z"/></marker>'),
    ],
)
def test_reference_without_a_hash_is_one_to_another_file(style, target):
    drawing = f'{target}<path style="{style}: url(%s)" d="M0 0h9v9z"/>'
    (note,) = cleaned(drawing % "a").notes
    assert note.message == f"`{style}: url(a)`, from another file, is not printed"
    assert "another file" not in "".join(n.message for n in cleaned(drawing % "#a").notes)


def test_scripts_animations_and_html_are_left_out_with_a_note():
    body = '<script>x</script><rect onclick="x"><animate/></rect><foreignObject/>'
    found = cleaned(body)
    assert {note.kind for note in found.notes} == {LEFT_OUT}
    assert "script" not in found.svg
    assert "onclick" not in found.svg
    assert "animate" not in found.svg


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ('<text y="9">a<tspan onclick="x">b</tspan></text>', "a script"),
        ('<a href="JavaScript:x()"><rect width="3" height="3"/></a>', "a script"),
        ('<script xmlns="http://www.w3.org/1999/xhtml">x</script>', "a script"),
        (
            '<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="x.css"/>',
            "a style sheet in another file",
        ),
        ('<style>@import "x.css";</style>', "a style sheet in another file (@import)"),
        ("<defs><foreignObject/></defs>", "a foreign object (HTML)"),
        ('<linearGradient id="g" href="x.svg#g"/>', "`x.svg#g`, from another file,"),
        ('<pattern id="g" xlink:href="x.svg#g"/>', "`x.svg#g`, from another file,"),
        ('<text><textPath href="x.svg#p">a</textPath></text>', "`x.svg#p`, from another file,"),
        ("<style>svg{background:url(x.png)}</style>", "a picture as the background"),
    ],
)
def test_what_runs_or_lies_in_other_files_is_noted(body, what):
    found = cleaned(f"\n{body}")
    notes = [(note.kind, note.message, note.line) for note in found.notes]
    line = 1 if "background" in body else 2
    assert notes == [(LEFT_OUT, f"{what} is not printed", line)]


def test_filter_is_kept_and_noted():
    found = cleaned('<filter id="f"><feGaussianBlur stdDeviation="2"/></filter>'
                    '<rect filter="url(#f)"/>')  # fmt: skip
    assert found.has_filter
    assert [note.kind for note in found.notes] == [FILTER]


def test_picture_that_is_missing_is_told_with_its_line():
    told = fault(f'<svg {NS}>\n\n<image xlink:href="coin.png"/></svg>')
    assert told.line == 3
    assert "coin.png" in told.message


LOL = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12))


@pytest.mark.parametrize(
    "data",
    [
        f'<!DOCTYPE svg [<!ENTITY a0 "lollollol">{LOL}]><svg {NS}><text>&a12;</text></svg>',
        f'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg {NS}><text>&x;</text></svg>',
        f"<svg {NS}>" + "<g>" * 5000 + "</g>" * 5000 + "</svg>",
        f'<svg {NS}><g id="g0"><rect/></g>'
        + "".join(f'<g id="g{n + 1}"><use href="#g{n}"/><use href="#g{n}"/></g>' for n in range(30))
        + "</svg>",
        f'<svg {NS} width="1e9" height="1"/>',
        "<svg",
        "",
        "<html/>",
        b"\x1f\x8bnonsense",
    ],
    ids=["entities", "outside", "depth", "uses", "size", "cut", "empty", "html", "packed"],
)
def test_hostile_or_broken_file_is_told(data):
    told = fault(data)
    assert told.message


def test_external_entity_that_is_not_used_is_never_opened(tmp_path):
    data = f'<!DOCTYPE svg SYSTEM "file://{tmp_path}/x.dtd"><svg {NS} viewBox="0 0 9 9"/>'
    assert clean_svg(data.encode(), {}, lambda href: None).width == 9


def test_circle_of_uses_ends():
    body = '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'
    assert "use" not in cleaned(body).svg


def test_colour_by_name_is_the_same_after_others_have_asked_for_it():
    for name, written in (("red", "#ff0000"), ("rebeccapurple", "#663399")):
        assert colour_of(name) == written
        parse_colour.cache_clear()
        colours._named.cache_clear()
        assert parse_colour(name).text == written


def filtered(effect: str) -> str:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><filter id="f">'
    return f'{head}{effect}</filter><rect width="9" height="9" filter="url(#f)"/></svg>'


def test_filter_that_would_take_minutes_is_refused():
    assert "feMorphology" in clean_svg(filtered('<feMorphology radius="2"/>').encode(), {}, str).svg
    with pytest.raises(FaultySvg, match="feMorphology"):
        clean_svg(filtered('<feMorphology radius="1 5.1"/>').encode(), {}, str)


def test_turbulence_of_more_octaves_than_are_seen_has_fewer():
    assert (
        'numOctaves="3"'
        in clean_svg(filtered('<feTurbulence numOctaves="3"/>').encode(), {}, str).svg
    )
    made = clean_svg(filtered('<feTurbulence numOctaves="1000000"/>').encode(), {}, str).svg
    assert 'numOctaves="12"' in made


@pytest.mark.parametrize(
    "asked",
    [
        '<feBlend in2="BackgroundImage"/>',
        '<feBlend in="BackgroundImage" in2="SourceGraphic"/>',
        '<feComposite in2="BackgroundAlpha"/>',
        '<feOffset in="BackgroundImage" dx="1"/>',
        '<feGaussianBlur in="BackgroundAlpha" stdDeviation="1"/>',
    ],
)
def test_filter_of_what_lies_behind_is_told_as_left_out(asked):
    told = [
        note for note in clean_svg(filtered(asked).encode(), {}, str).notes if note.kind == LEFT_OUT
    ]
    assert len(told) == 1
    assert "what lies behind a shape" in told[0].message
    plain = clean_svg(filtered('<feBlend in2="SourceAlpha"/>').encode(), {}, str)
    assert LEFT_OUT not in [note.kind for note in plain.notes]


@pytest.mark.parametrize("href", ["owl.svg", "art/owl.SVG", "owl.svgz", "owl.svg#eye"])
def test_svg_of_another_file_is_told_with_a_way_out(href):
    found = fault(f'<svg {NS}><image width="9" height="9" href="{href}"/></svg>')
    assert "from elsewhere" in found.message
    assert "embed" in found.hint


DATA = "data:image/svg+xml"


@pytest.mark.parametrize(
    ("image", "says"),
    [
        (f'<image href="{DATA};base64,PHN2Zz4="/>', "a tag is closed|its end is missing"),
        (f'<image href="{DATA},nothing"/>', "a sign stands where none can"),
        (f'<image href="{DATA};base64,A"/>', "it cannot be read"),
        (f'<image href="{DATA},%3Csvg width=%220%22/%3E"/>', "no size"),
        (f'<image href="{DATA},%3Chtml/%3E"/>', "this is no SVG"),
        (f'<filter id="f"><feImage href="{DATA},%3Csvg/%3E"/></filter>', "inside of a filter"),
    ],
)
def test_svg_in_an_svg_that_cannot_be_printed_is_told_at_its_line(image, says):
    found = fault(f"<svg {NS}>\n{image}</svg>")
    assert re.search(says, found.message), found.message
    assert found.line == 2


def test_embedded_drawings_that_become_huge_are_told():
    big = base64.b64encode(gzip.compress(b"<svg>" + b" " * 4_000_000 + b"</svg>")).decode()
    images = f'<image href="{DATA};base64,{big}"/>' * 9
    assert "are more than" in fault(f"<svg {NS}>{images}</svg>").message


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ('<rect style="fill: rgb(from blue calc(r + 9) g b)"/>', "rgb(from blue calc(r + 9) g b)"),
        ('<rect fill="color-mix(in srgb, currentColor, red)"/>', "color-mix(in srgb, currentcolor"),
        ('<stop stop-color="hsl(from currentColor h s l)"/>', "hsl(from currentcolor h s l)"),
        ('<rect style="mix-blend-mode: color-dodge"/>', "color-dodge"),
        ('<g style="mix-blend-mode: plus-lighter"/>', "plus-lighter"),
        ('<use style="mix-blend-mode: hue" href="#p"/><path id="p"/>', "mix-blend-mode: hue"),
        ('<text style="font-kerning: none">A</text>', "font-kerning: none"),
        ('<text style="font-variant-ligatures: none">A</text>', "font-variant-ligatures: none"),
        ('<filter id="f"><feConvolveMatrix kernelMatrix="1"/></filter>', "feConvolveMatrix"),
        ('<filter id="f" width="90000" filterUnits="userSpaceOnUse"/>', "far beyond the drawing"),
        ('<rect width="30vw" height="4"/>', "vw, vh, vmin and vmax"),
        ('<rect style="stroke-width: 2vmin" width="30" height="4"/>', "vw, vh, vmin and vmax"),
        ("<style>rect { width: calc(3vmax + 1px) }</style>", "vw, vh, vmin and vmax"),
        ('<text font-size="5VH">A</text>', "vw, vh, vmin and vmax"),
        (f'{TILING}<g transform="skewX(9)"><rect filter="url(#f)"/></g>', "feTile"),
        (f'{TILING}<rect filter="url(#f)" style="rotate: 9deg"/>', "feTile"),
        ('<filter id="f"><feTurbulence stitchTiles="stitch"/></filter>', "stitchTiles"),
        ('<filter id="f" x="0.1"><feGaussianBlur/></filter>', "a filter cuts"),
        ('<filter id="f" width="90%"><feOffset dx="3"/></filter>', "a filter cuts"),
        ('<filter id="f" y="-1" height="1.5"><feDropShadow/></filter>', "a filter cuts"),
        ("<text><textPath>A</textPath></text>", "a text on a path that is not there"),
        ('<text><textPath href="#p">A</textPath></text>', "a text on a path that is not there"),
        (f'{CURVE}<text writing-mode="tb"><textPath href="#p">A</textPath></text>', "vertical"),
        (
            f'{CURVE}<g style="writing-mode: vertical-rl"><text><textPath href="#p">A</textPath>'
            "</text></g>",
            "vertical text on a path",
        ),
    ],
)
def test_what_browsers_show_and_print_does_not_is_told(body, says):
    notes = cleaned(body).notes
    assert any(says.lower() in note.message.lower() for note in notes), notes


@pytest.mark.parametrize(
    "body",
    [
        "<text>30vw</text>",
        '<rect id="a2vh" width="3" height="3"/>',
        f'{TILING}<rect filter="url(#f)" transform="translate(3 4) scale(2)"/>',
        '<filter id="f"><feTurbulence/></filter>',
        '<filter id="f" x="0.1"><feFlood/></filter>',
        '<filter id="f" x="-0.5" width="2"><feGaussianBlur/></filter>',
        '<filter id="f" x="5" filterUnits="userSpaceOnUse"><feGaussianBlur/></filter>',
        '<text writing-mode="tb">A</text>',
        f'{CURVE}<text><textPath href="#p">A</textPath></text>',
    ],
)
def test_what_print_shows_as_browsers_do_is_not_told(body):
    usual = "a filter is printed as a picture"
    assert [note for note in cleaned(body).notes if usual not in note.message] == []


@pytest.mark.parametrize("head", ["", 'width="100%" height="50%"', 'width="40"', 'height="2cm"'])
def test_drawing_without_a_size_is_told(head):
    assert "has no size" in cleaned("<rect/>", head).notes[0].message


@pytest.mark.parametrize("head", ['width="4" height="2cm"', 'viewBox="0 0 3 3" width="100%"'])
def test_drawing_with_a_size_or_a_view_is_not_told(head):
    assert cleaned("<rect/>", head).notes == ()


@pytest.mark.parametrize(
    "value",
    ["nonsense(1)", "#12", "rgb(1, 50%, 3)", "lab(1 2)", "color-mix(red, blue)", "5", "url"],
)
def test_paint_that_no_browser_knows_is_ignored_without_a_word(value):
    found = cleaned(f'<g fill="teal"><rect style="fill: gold; fill: {value}"/></g>')
    assert first(found, "rect")["fill"] == "#ffd700"
    assert found.notes == ()


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("linearGradient", "gradientUnits"),
        ("radialGradient", "gradientUnits"),
        ("mask", "maskUnits"),
        ("filter", "filterUnits"),
        ("pattern", "patternUnits"),
    ],
)
def test_unknown_units_count_as_left_out(name, key):
    inside = f'<{name} id="a" {key}="%s" width="50%%">%s</{name}><rect width="9"/>'
    content = "<stop/>" if "Gradient" in name else "<rect width='1' height='1'/>"
    content = "<feGaussianBlur/>" if name == "filter" else content
    kept = ("x", "y", "width", "height", "x1", "x2", "y1", "y2", "cx", "cy", "r")
    unknown, shares = (
        {k: v for k, v in first(cleaned(inside % (units, content)), name).items() if k in kept}
        for units in ("qwe", "objectBoundingBox")
    )
    assert unknown == shares


@pytest.mark.parametrize(
    "body",
    [
        '<linearGradient id="a"><stop stop-color="red"/></linearGradient>'
        '<linearGradient id="b" href="{}a"/><rect width="9" height="9" fill="url(#b)"/>',
        '<radialGradient id="a"><stop stop-color="red"/></radialGradient>'
        '<linearGradient id="b" xlink:href="{}a"/><rect width="9" height="9" fill="url(#b)"/>',
        '<path id="a" d="M0 9h90"/><text font-family="A"><textPath href="{}a">x</textPath></text>',
        '<path id="a" d="M0 9h90"/><text font-family="A"><textPath xlink:href="{}a">x</textPath>'
        "</text>",
        '<rect id="a" width="5" height="5"/><use href="{}a" x="20"/>',
    ],
)
def test_name_without_a_hash_refers_to_nothing_of_the_drawing(body):
    def shown(sign: str) -> str:
        return cleaned(body.format(sign), families=[("a", "A")]).svg

    assert shown("") != shown("#")


@pytest.mark.parametrize(
    "body",
    [
        '<rect id="a" width="5" height="5"/><use {} x="20"/>',
        '<symbol id="a"><rect width="5" height="5"/></symbol><use {} x="20"/>',
        '<filter id="f"><feImage {}/></filter><rect id="a" width="5" height="5"/>'
        '<rect width="5" height="5" filter="url(#f)"/>',
        '<linearGradient id="a"><stop stop-color="red"/></linearGradient>'
        '<linearGradient id="b" {}/><rect width="9" height="9" fill="url(#b)"/>',
        '<pattern id="a" width="1" height="1"><rect width="5" height="5"/></pattern>'
        '<pattern id="b" {}/><rect width="9" height="9" fill="url(#b)"/>',
        '<path id="a" d="M0 9h90"/><text font-family="A"><textPath {}>x</textPath></text>',
    ],
)
@pytest.mark.parametrize("href", ["", "#none"])
def test_older_reference_does_not_count_beside_a_newer_one_as_in_browsers(body, href):
    def shown(references: str) -> str:
        return cleaned(body.format(references), families=[("a", "A")]).svg

    older = 'xlink:href="#a"'
    assert shown(f'href="{href}" {older}') == shown(f'href="{href}"')
    assert shown(f'href="#a" xlink:href="{href}"') == shown('href="#a"')


SHOWN = '<rect width="5" height="5"/>'


@pytest.mark.parametrize(
    "pattern",
    [
        f'<pattern id="a">{SHOWN}</pattern>',
        f'<pattern id="a" width="0" height="9">{SHOWN}</pattern>',
        f'<pattern id="a" width="9" height="-1">{SHOWN}</pattern>',
        f'<pattern id="a" width="9px" height="0%">{SHOWN}</pattern>',
        f'<pattern id="a" width="9" height="9" viewBox="0 0 0 9">{SHOWN}</pattern>',
        '<pattern id="a" width="9" height="9"/>',
        f'<pattern id="b" width="0" height="9">{SHOWN}</pattern><pattern id="a" href="#b"/>',
    ],
)
@pytest.mark.parametrize("paint", ["fill", "stroke"])
def test_what_stands_behind_an_empty_pattern_is_painted(pattern, paint):
    shape = f'<rect width="9" height="9" {paint}="url(#a) lime"/>'
    assert f'{paint}="#00ff00"' in cleaned(pattern + shape).svg


@pytest.mark.parametrize(
    "pattern",
    [
        f'<pattern id="a" width="9" height="9">{SHOWN}</pattern>',
        f'<pattern id="a" width=".5" height="50%" viewBox="0 0 9 9">{SHOWN}</pattern>',
        f'<pattern id="a" width="calc(2px + 1px)" height="1e1">{SHOWN}</pattern>',
        f'<pattern id="b" width="9" height="9">{SHOWN}</pattern><pattern id="a" href="#b"/>',
        f'<pattern id="b">{SHOWN}</pattern><pattern id="a" width="9" height="9" href="#b"/>',
        '<linearGradient id="a"/>',
    ],
)
def test_paint_that_shows_something_is_kept_before_what_stands_behind_it(pattern):
    shape = '<rect width="9" height="9" fill="url(#a) lime"/>'
    assert 'fill="url(#a)"' in cleaned(pattern + shape).svg


BLUR = '<filter id="{}"><feGaussianBlur stdDeviation="1"/></filter>'
MASK = '<mask id="{}"><rect width="9" height="9" fill="#fff"{}/></mask>'
TILED = (
    '<filter id="a"><feFlood width="{}" height="{}"/><feOffset width="5" height="5"/>{}</filter>'
)
TILE_USED = '<rect width="9" height="9" filter="url(#a)"/>'


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (
            BLUR.format("a")
            + BLUR.format("b")
            + '<g filter="url(#a) url(#b)"><path d="M0 0"/></g>',
            "made of several",
        ),
        (BLUR.format("a") + '<rect style="filter: url(#a) URL(#a)" width="9"/>', "made of several"),
        (MASK.format("a", ' mask="url(#a)"'), "masks what is in itself"),
        (
            MASK.format("a", ' mask="url(#b)"') + MASK.format("b", ' style="mask:url(#a)"'),
            "masks what is in itself",
        ),
        (
            '<mask id="a"><use href="#b"/></mask><g id="b"><g mask="url(#a)"/></g>',
            "masks what is in itself",
        ),
        (TILED.format(5, 3, "<feTile/>") + TILE_USED, "not filled"),
        (TILED.format(2, 5, "<feTile in='x'/>") + TILE_USED, "not filled"),
    ],
)
def test_filters_and_masks_that_are_printed_otherwise_are_told(body, says):
    assert any(says in note.message for note in cleaned(body).notes)


@pytest.mark.parametrize(
    "body",
    [
        BLUR.format("a") + '<rect filter="url(#a) blur(2px)" width="9" height="9"/>',
        MASK.format("a", "") + MASK.format("b", ' mask="url(#a)"') + '<g mask="url(#b)"/>',
        MASK.format("a", "") + '<g mask="url(#a)"><g mask="url(#a)"/></g>',
        '<mask id="a" mask="url(#a)"><path d="M0 0"/></mask><g mask="url(#a)"/>',
        TILED.format(5, 5, "<feTile/>") + TILE_USED,
        TILED.format(5, 3, "") + TILE_USED,
    ],
)
def test_filters_and_masks_that_are_printed_as_in_a_browser_are_not_told(body):
    words = ("made of several", "masks what is in itself", "not filled")
    assert not [n for n in cleaned(body).notes if any(word in n.message for word in words)]
