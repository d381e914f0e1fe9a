"""Templates that hold, or are, an SVG as an editor wrote it."""

import pytest

from fustella.build.inputs import icon_library, load_game
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Size
from fustella.core.values.model import Edition
from fustella.core.values.problems import ProblemsFound, Severity
from fustella.core.values.themes import Theme
from fustella.draw.artist import Artist
from fustella.draw.face_cache import FaceCache
from fustella.draw.svg.fit import fit_face
from fustella.draw.svg.source import FaultySvg
from tests.draw.tools import NO_PICTURES

COIN = "templates/tiny/coin.svg.j2"
HEAD = '{% extends "_shared/face.svg.j2" %}{% block face %}'
END = "{% endblock %}"


@pytest.fixture
def coin(tiny):
    """Draws the coin with a template: the problems, the warnings, and the SVG."""

    def draw(template, theme=Theme.FULL):
        (tiny.root / COIN).write_text(template, encoding="utf-8")
        project = Project(tiny.root)
        game = load_game(project, "tiny")
        edition = Edition(game, "en", theme)
        library = icon_library(project, "tiny")
        artist = Artist(project, edition, library, FaceCache(None, "", NO_PICTURES))
        pieces = [piece for piece in game.pieces if piece.kind.id == "coin"]
        try:
            faces = artist.draw_pieces(pieces)
        except ProblemsFound as found:
            return [(p.code, p.message) for p in found.problems], (), ""
        return [], artist.warnings, next(iter(faces.values())).svg

    return draw


def test_plain_face_keeps_every_byte(coin):
    body = '<rect  width="20" height="20" style="fill:#ffffff;"/>'
    assert body in coin(f"{HEAD}{body}{END}")[2]


@pytest.mark.parametrize(
    ("body", "printed"),
    [
        ('<style>.a{fill:#123456}</style><rect class="a" width="5" height="5"/>', "#123456"),
        ('<rect width="5mm" height="0.5cm"/>', 'width="5"'),
        ('<rect width="50%" height="5"/>', 'width="50%"'),
        ('<svg x="2" y="2" width="5" height="5" viewBox="0 0 50 50"><path d="M0 0h9"/></svg>',
         "matrix(0.1 0 0 0.1 2 2)"),
        ('<text x="9" y="9" font-size="9pt" font-family="Source Sans Pro">5</text>',
         'font-size="3.175"'),
        ('<clipPath id="c"><path d="M0 0h9v9z"/></clipPath><symbol id="s"><circle r="5"/>'
         '</symbol><use href="#s" x="2" width="5" height="5" clip-path="url(#c)"/>',
         'clip-path="url(#c)" transform="translate(2 0)"'),
        ('<metadata>x</metadata><x:y xmlns:x="urn:x"/><rect width="5" height="5"/>', "<rect"),
        ('<text x="5" y="9" font-size="3" font-family="Source Sans Pro">a<tspan>b<tspan '
         'fill="red">c</tspan></tspan></text>', "<tspan>b<tspan"),
    ],
)  # fmt: skip
def test_what_editors_write_is_printed_in_a_template(coin, body, printed):
    problems, _, svg = coin(f"{HEAD}{body}{END}")
    assert problems == []
    assert printed in svg


CAPPED = '<g stroke="#123456" stroke-width="2" stroke-linecap="round">'


@pytest.mark.parametrize(
    ("body", "printed"),
    [
        (f'{CAPPED}<path d="M5 5z"/></g>', "M5 5h"),
        (f'{CAPPED}<line x1="5" y1="5" x2="5" y2="5"/></g>', 'x2="5.002"'),
        (f'{CAPPED}<polyline points="5 5 5 5"/></g>', 'points="5,5 5.002,5"'),
        (f'<defs>{CAPPED}<path id="p" d="M5 5h0"/></g></defs><use href="#p"/>', "M5 5h"),
        ('<path d="M5 5h0" style="stroke:red;stroke-linecap:square"/>', "M5 5h"),
        ('<symbol id="s" x="4" y="6" width="5" height="5" viewBox="0 0 1 1"><path d="M0 0h1v1"/>'
         '</symbol><use href="#s"/>', "matrix(5 0 0 5 4 6)"),
        ('<radialGradient id="g" fr=".2"><stop fill="red"/><stop offset="1"/></radialGradient>'
         '<rect width="9" height="9" fill="url(#g)"/>', 'offset="0.4"'),
        ('<marker id="m" overflow="visible"><path d="M-5-5v10h10v-10"/></marker>'
         '<path d="M5 5h9" stroke="red" marker-end="url(#m)"/>', 'overflow="visible"'),
    ],
)  # fmt: skip
def test_what_the_engine_leaves_out_is_written_out_in_a_template(coin, body, printed):
    problems, _, svg = coin(f"{HEAD}{body}{END}")
    assert problems == []
    assert printed in svg


@pytest.mark.parametrize("body", [
    '<path d="M5 5z" stroke="red"/>',
    '<g stroke-linecap="round"><path d="M5 5" stroke="red"/></g>',
    '<g stroke-linecap="round"><path d="M5 5h.1" stroke="red"/></g>',
    '<symbol id="s" x="0" y="0"><path d="M0 0h1v1"/></symbol><use href="#s"/>',
    '<radialGradient id="g" fr="0"><stop/></radialGradient><rect width="9" fill="url(#g)"/>',
])  # fmt: skip
def test_what_only_looks_like_it_keeps_every_byte(coin, body):
    assert body in coin(f"{HEAD}{body}{END}")[2]


@pytest.mark.parametrize("theme", list(Theme))
def test_whole_export_of_the_size_of_the_face_is_fitted_in_every_theme(coin, theme):
    export = (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>'
        '<svg xmlns="&ns;" width="200px" height="200px" viewBox="0 0 200 200">'
        '<style>.a{fill:#123456}</style><circle class="a" cx="100" cy="100" r="40"/></svg>'
    )
    problems, warnings, svg = coin(export, theme)
    assert problems == []
    assert not warnings
    assert 'width="20mm"' in svg
    assert "0.1" in svg


def test_export_of_other_proportions_is_told_with_its_numbers(coin):
    ((code, message),) = coin('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"/>')[0]
    assert code == "E223"
    assert "30 x 20 px" in message
    assert "20 x 20 mm" in message


def test_filter_is_a_warning_that_stops_nothing(coin):
    blur = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    body = f'{blur}<rect width="9" height="9" filter="url(#f)"/>'
    problems, warnings, svg = coin(f"{HEAD}{body}{END}")
    assert problems == []
    assert [(w.code, w.severity) for w in warnings] == [("E229", Severity.WARNING)]
    assert 'filter="url(#f)"' in svg


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('<style>.a{fill:rred}</style><rect class="a" width="5" height="5"/>', "E221"),
        ('<rect width="5miles" height="5"/>', "E225"),
        ('<style>a{}</style><rect width="5" height="5" fill="url(#gone)"/>', "E222"),
        ('<style>a{}</style><text x="5" y="9" font-size="3" font-family="Futura">a</text>', "E220"),
        ('<text x="5" y="9" dx="30" font-size="3" font-family="Source Sans Pro">a</text>', "E224"),
        ('<text x="2" y="9" letter-spacing="9" font-size="3" '
         'font-family="Source Sans Pro">abcd</text>',
         "E224"),
        ('<path id="p" d="M2 10H60" fill="none"/><text font-size="3" font-family="Source Sans Pro">'
         '<textPath href="#p" startOffset="30">abcd</textPath></text>', "E224"),
        ("<foreignObject/>", "E225"),
        ('<rect width="5mm" height="5" style="fill red"/>', "E225"),
        ('<style>a{}</style><rect width="5" height="5" style="fill:"/>', "E221"),
        ('<linearGradient id="g" href="#gone"/>', "E222"),
        ('<path id="p" d="M0 0h9v9z" vector-effect="non-scaling-stroke"/>'
         '<use href="#p" x="2" transform="scale(1e400)"/>', "E225"),
        ('<pattern id="g" href="x.svg#p"/>', "E225"),
        ('<text x="5" y="9" font-size="3" font-family="Source Sans Pro"><textPath href="#gone">a'
         '</textPath></text>', "E222"),
    ],
)  # fmt: skip
def test_fault_beside_what_editors_write_is_still_told(coin, body, code):
    assert [found for found, _ in coin(f"{HEAD}{body}{END}")[0]] == [code]


def test_font_that_game_yaml_maps_is_printed(coin, tiny):
    path = tiny.root / "content/tiny/game.yaml"
    path.write_text(path.read_text("utf-8") + 'fonts: {"Comic  Sans": serif}\n', "utf-8")
    text = '<text x="5" y="9" font-size="3" font-family="comic sans, cursive">a</text>'
    problems, warnings, svg = coin(f"{HEAD}{text}{END}")
    assert (problems, warnings) == ([], ())
    assert 'font-family="Source Serif Pro"' in svg


def test_export_of_the_trim_alone_is_placed_there_and_the_bleed_is_told():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"/>'
    fitted = fit_face(svg, Size(63, 88), 3, {})
    assert "bleed" in fitted.notes[0].message
    whole = fit_face(svg.replace("63", "69").replace("88", "94"), Size(63, 88), 3, {})
    assert whole.notes == ()


def test_export_is_fitted_to_the_edge_of_the_bleed():
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 940"/>'
    assert "matrix(0.1 0 0 0.1 -3 -3)" in fit_face(svg, Size(63, 88), 3, {}).svg


def test_document_of_absurd_depth_is_refused():
    with pytest.raises(FaultySvg):
        fit_face("<svg>" + "<g>" * 999 + "</g>" * 999 + "</svg>", Size(63, 88), 3, {})


def test_build_prints_the_warning_and_writes_the_files(tiny, capfd):
    body = '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>'
    ground = '<path d="{{ outline }}" fill="{{ colours.sand }}"/>'
    face = f'{HEAD}{ground}{body}<rect x="6" y="6" width="5" height="5" filter="url(#f)"/>{END}'
    (tiny.root / COIN).write_text(face, encoding="utf-8")
    tiny.edit("content/tiny/claims.yaml", "front.gap}", "[front.gap, front.value]}")
    assert tiny.run("build", "tiny") == 0
    assert "E229 warning: a filter is printed as a picture of 600 dpi" in capfd.readouterr().err
