"""A browser with its default settings shows the words of 200 faces where they are printed."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fustella.build import standalone
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face
from fustella.draw.inspect.texts import with_lengths
from fustella.draw.render.outlined import Outlined, with_outlines
from fustella.draw.text.embedded import letters_in, with_fonts
from tests.draw.own_fonts import fonts_of, own_font
from tests.draw.test_ready import draw
from tests.draw.tools import Tools
from tests.helpers.drawn import PROJECT, drawn, game_of
from tests.helpers.made_fonts import made_font
from tests.helpers.ready_project import write_ready_project
from tests.helpers.shown import PX_PER_MM, differences, shown

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.preview.driving import browsing, needs_chromium

FARTHEST_MM = 0.1
LEAST_INK, MOST_INK = 0.75, 1.25
WIDEST_MM = 130
OF_GAMES, OF_READY = 144, 48
LINE = "The Lady of Wye: “fill AVATAR’s office”; to 47.5, or 1.11?"
WIDE = {"x": 4, "y": 4, "width": 92, "height": 52, "size": 11}
HEBREW = "שלום: 12, אב (ג)"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="60mm" viewBox="0 0 100 60">'


def face(*texts: object) -> Face:
    svg = "".join(map(str, texts))
    return Face.drawn(f"{SVG}{svg}</svg>", Outline.rectangle(100, 60), 0, ())


def written(attributes: str, inside: str = LINE) -> str:
    """A text as a template may write it by itself."""
    return f'<text font-family="Source Serif Pro" font-size="3" {attributes}>{inside}</text>'


def styles(folder: Path) -> dict[str, Face]:
    """Faces with a text in each way in which one can be set."""
    letters = {letter: 350 + ord(letter) % 40 * 10 for letter in f"abc{HEBREW}"}
    (folder / "own.ttf").write_bytes(made_font(letters))
    tools = Tools(fonts=fonts_of(own_font("own", folder / "own.ttf")))
    long = f"{LINE} **{LINE}** *{LINE}* and\u00a0on"
    made = {
        "turned": [tools.text(LINE, **WIDE, turn=turn) for turn in (17, 90)],
        "upside down": [tools.text(LINE, **WIDE, turn=180)],
        "along a circle": [tools.text_on(LINE, [50, 30, 24, -150, 300], 11)],
        "along a path": [tools.text_on("Along the river Wye: 11 mm", "M5 40Q50 5 95 40", 14)],
        "small capitals": [tools.text(LINE, **WIDE, smallcaps=True)],
        "justified": [tools.text(long, **WIDE, align="justify")],
        "at its end": [tools.text(long, **WIDE, align="end", valign="bottom", font="serif")],
        "heavy": [tools.text(LINE, **WIDE, weight=900)],
        "own font": [tools.text("abc cab: abba acb", **WIDE, font="own")],
        "right to left": [tools.text(f"{HEBREW} abc {HEBREW}", **WIDE, font="own")],
        "anchors": [
            written('x="50" y="10" text-anchor="middle"'),
            written('x="98" y="20" text-anchor="end" font-style="italic"'),
        ],
        "letters apart": [written('x="2" y="9" letter-spacing=".4"', "The river Wye: 11.5 of 12")],
        "spans": [written('x="2" y="9"', 'Two <tspan font-weight="700">words of it</tspan>: one')],
        "spaces": [written('x="2" y="9"', f"\n   {LINE[:30]}\n   and more ")],
        "moved": [written('x="2" y="9"', 'Moved <tspan dy="4" dx="1">down: and</tspan> on')],
        "scaled": [f'<g transform="translate(2 9) scale(.5 .8)">{written("")}</g>'],
    }
    assert tools.codes == []
    return {name: face(*texts) for name, texts in made.items()}


def of_games(count: int) -> dict[str, Face]:
    """So many faces of the four games in all their languages, of all kinds."""
    editions = [
        (game, language) for game in PROJECT.games() for language in game_of(game).languages
    ]
    found = dict[str, Face]()
    for game, language in editions:
        texts = {
            "".join(_texts(one.svg)): (f"{game} {language} {name}", one)
            for name, one in drawn(game, language).faces.items()
            if "<text" in one.svg and one.outline.size.width_mm <= WIDEST_MM
        }
        found |= dict(_spread([*texts.values()], count // len(editions)))
    return found


_texts = re.compile("<text.*?</text>", re.DOTALL).findall


def _spread(some: list[tuple[str, Face]], count: int) -> list[tuple[str, Face]]:
    """So many of them, at even distances: they stand by their kinds."""
    return [some[len(some) * number // count] for number in range(count)]


@pytest.fixture(scope="module")
def browser():
    with browsing() as context:
        yield context.browser


@needs_chromium
def test_words_of_200_faces_are_shown_where_they_are_printed(browser, tmp_path):
    write_ready_project(tmp_path, bleed="3mm")
    ready = [
        (f"ready/{piece} {side}", one) for (piece, side), one in draw(tmp_path, every=2).items()
    ]
    (tmp_path / "fonts").mkdir()
    written_so = styles(tmp_path / "fonts")
    faces = of_games(OF_GAMES) | dict(_spread(ready, OF_READY)) | written_so
    assert len(faces) >= 200
    words = [*shown(faces, browser)]
    looked_at = {one.face for one in words}
    assert written_so.keys() <= looked_at
    assert len(looked_at) > 0.9 * len(faces)
    far = [one for one in words if one.moved_mm > FARTHEST_MM]
    assert not far, sorted(far, key=lambda one: -one.moved_mm)[:9]
    assert not [one for one in words if not LEAST_INK < one.ink < MOST_INK]


@needs_chromium
@pytest.mark.parametrize("scale", [0.5, 1.5, 3])
def test_words_at_another_zoom_are_shown_where_they_are_printed(browser, tmp_path, scale):
    faces = styles(tmp_path) | of_games(24)
    words = [one for one in shown(faces, browser, scale) if len(one.word) > 2]
    far = sorted((one for one in words if one.moved_mm > FARTHEST_MM), key=lambda w: -w.moved_mm)
    if scale >= 1:
        assert not far, far[:9]
    else:  # a pixel is half a millimetre, and some words are two pixels high
        assert len(far) < 0.03 * len(words), far[:9]
        assert not far or far[0].moved_mm < 0.5 / (PX_PER_MM * scale), far[:9]


@needs_chromium
def test_words_that_a_browser_would_move_are_found(browser, tmp_path, monkeypatch):
    small = 'x="2" y="9" style="font-family:Source Sans Pro;font-size:3.175"'
    faces = {"line": face(written(small, "cuerpo a cuerpo " * 4))}
    (true,) = [max(one.moved_mm for one in shown(faces, browser, 2))]
    monkeypatch.setattr(standalone, "with_outlines", lambda svg: Outlined(svg, "cuerpo a"))
    (drifted,) = [max(one.moved_mm for one in shown(faces, browser, 2))]
    monkeypatch.setattr(standalone, "with_outlines", lambda svg: Outlined(svg, ""))
    (of_another_font,) = [max(one.moved_mm for one in shown(faces, browser, 2))]
    assert true < FARTHEST_MM < min(drifted, of_another_font)


GRADIENT = (
    '<linearGradient id="g"><stop stop-color="#c00"/><stop offset="1" stop-color="#00c"/>'
    "</linearGradient>"
)
SOLID = 'x="3" y="20" style="font-family:Source Sans Pro;font-size:14;font-weight:700"'
PAINTED = {
    "gradient": f"<defs>{GRADIENT}</defs><text {SOLID} fill='url(#g)'>Glyph</text>",
    "gradient of a part": f"<defs>{GRADIENT}</defs>"
    f'<text {SOLID}>Gl<tspan fill="url(#g)">yph</tspan></text>',
    "stroke": f'<text {SOLID} fill="#fc0" stroke="#036" stroke-width=".8">Glyph</text>',
    "stroke beneath": f'<text {SOLID} fill="#fc0" stroke="#036" stroke-width="1.2" '
    'paint-order="stroke">Glyph</text>',
    "dashes": f'<text {SOLID} fill="none" stroke="#036" stroke-dasharray="1 .5">Glyph</text>',
    "colours": f'<text {SOLID} fill="#a00">Gl<tspan fill="#0a0">yp</tspan>h</text>',
    "half seen": f'<text {SOLID} opacity=".5">Gl<tspan fill-opacity=".4">yph</tspan></text>',
    "unseen": f'<text {SOLID}>Gl<tspan visibility="hidden">y</tspan>ph</text>',
    "even": f'<g fill-rule="evenodd"><text {SOLID} fill="#036">Glyph</text></g>',
    "turned": f'<text {SOLID} rotate="12 -12">Glyph</text>',
    "clip": f'<defs><clipPath id="c"><text {SOLID}>Glyph</text></clipPath></defs>'
    '<rect width="90" height="40" fill="#036" clip-path="url(#c)"/>',
    "mask": f'<defs><mask id="m"><text {SOLID} fill="#fff">Glyph</text></mask></defs>'
    '<rect width="90" height="40" fill="#036" mask="url(#m)"/>',
    "masked": '<defs><mask id="m"><rect width="30" height="60" fill="#fff"/></mask></defs>'
    f'<text {SOLID} mask="url(#m)">Glyph</text>',
    "repeated": f'<defs><text id="t" {SOLID}>Gly</text></defs>'
    '<use href="#t" fill="#a00"/><use href="#t" y="18" x="9" fill="#0a0"/>',
    "repeated in two fonts": '<defs><text id="t" x="3" y="20" font-size="14">Gly</text></defs>'
    '<use href="#t" font-family="Source Sans Pro"/>'
    '<use href="#t" y="18" font-family="Source Serif Pro"/>',
    "moved": f'<g transform="rotate(8) scale(1.2 .9)"><text {SOLID}>Glyph</text></g>',
}


@needs_chromium
def test_letters_with_any_paint_look_as_printed(browser):
    faces = {name: face(svg) for name, svg in PAINTED.items()}
    unlike = differences(faces, browser)
    assert unlike.keys() == PAINTED.keys()
    assert {name: share for name, share in unlike.items() if share > 0.1} == {}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (written("", "abc"), ""),
        (written("", "a\u00a0c"), ""),
        (written("", "\n a  b"), ""),
        (written("", "a <tspan>b</tspan> c"), ""),
        (written("", 'a <tspan x="4">b</tspan> c'), ""),
        (written('xml:space="preserve"', " a  b"), ""),
        (written('x="1 2 3"', "abc"), ""),
        (written('rotate="8"', "abc"), ""),
        (written("", '<textPath path="M0 0H9">a</textPath>'), ""),
        (written('textLength="20"', "abc"), "abc"),
        (written('text-decoration="underline"', "abc"), "abc"),
    ],
)
def test_texts_are_outlines_where_we_print_them(text, left):
    outlined = with_outlines(f"{SVG}{text}</svg>")
    assert outlined.letters == left
    assert ("<path" in outlined.svg) == (not left)


def test_texts_beside_their_outlines_are_unseen_and_as_long():
    typed = written('x="2" y="9"', "One &amp; two")
    svg = with_outlines(f"{SVG}{typed}</svg>").svg
    (group,) = ElementTree.fromstring(svg)
    path, text = group
    assert (text.text, text.get("opacity"), text.get("x")) == ("One & two", "0", "2")
    assert 10 < float(text.get("textLength")) < 20
    assert path.get("d").startswith("M")


def test_letters_outlined_take_less_room_than_their_fonts():
    for one in of_games(24).values():
        assert len(with_outlines(one.svg).svg) < len(with_fonts(one.svg, letters_in(one.svg)))


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        (written("", "abc"), 1),
        (written("", "a\u00a0c"), 1),
        (written("", "a <tspan>b</tspan> c"), 1),
        (written("", 'a <tspan x="4">b</tspan> c'), 1),
        (written("", 'a <tspan x="4">b</tspan><tspan x="9">c</tspan>'), 2),
        (written("", "\n a "), 1),
        (written("", "a\nb"), 0),
        (written("", "a  b"), 0),
        (written("", '<tspan x="4">a </tspan><tspan x="9">b</tspan>'), 1),
        (written('xml:space="preserve"', " a  b"), 1),
        (written('x="1 2 3"', "abc"), 0),
        (written('rotate="8"', "abc"), 0),
        (written('textLength="20"', "abc"), 1),
        (written("", '<textPath path="M0 0H9">a</textPath>'), 0),
        (f'<defs><g id="a">{written("", "a")}</g></defs>', 0),
        (f'<g id="a">{written("", "a")}</g><use href="#a" x="3"/>', 1),
        ('<g id="a" font-family="Source Sans Pro"><text id="b" font-size="3">a</text></g>', 1),
    ],
)
def test_texts_set_in_one_go_say_how_long_they_are(text, lengths):
    svg = with_lengths(f"{SVG}{text}</svg>")
    assert svg.count("textLength") == lengths
    assert ElementTree.fromstring(svg).itertext() is not None


def test_a_text_repeated_in_another_font_says_no_length():
    plain = '<text id="a" font-size="3">abc</text>'
    uses = "".join(
        f'<use href="#a" font-family="{name}"/>' for name in ("Source Sans Pro", "Source Serif Pro")
    )
    assert "textLength" not in with_lengths(f"{SVG}<defs>{plain}</defs>{uses}</svg>")


def test_a_face_without_texts_is_given_as_it_is():
    svg = f"{SVG}<!-- nothing --><path d='M0 0H9'/></svg>"
    assert with_outlines(svg) == Outlined(svg, "")
    assert with_lengths(svg) == svg
