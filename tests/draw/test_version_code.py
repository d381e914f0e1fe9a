"""`code()`: the version code of the piece that is drawn, where and how the template says."""

import re
from xml.etree import ElementTree

import pytest

from fustella.build.inputs import icon_library, load_game
from fustella.core.cache import DiskCache
from fustella.core.codes import codes_of
from fustella.core.model import Edition, FaceId, FaceMetadata, SideName
from fustella.core.problems import Problem, ProblemsFound
from fustella.core.project import Project
from fustella.draw.album import Album
from fustella.draw.artist import Artist
from fustella.draw.inspect.metadata import take_codes
from fustella.draw.specs import piece_specs
from fustella.draw.text.fit import size_in_mm

COIN = FaceId("five", SideName.FRONT)
FACE = '{{% extends "_shared/face.svg.j2" %}}{{% block face %}}{}{{% endblock %}}'


class Mint:
    """Draws tiny's coin and counters with templates that a test writes."""

    def __init__(self, project) -> None:
        self.project, self.folder = project, project.root / "templates" / "tiny"

    def artist(self, language: str = "en") -> Artist:
        project = Project(self.project.root)
        game = load_game(project, "tiny")
        shared = (self.folder / "coin.svg.j2").read_text("utf-8")
        album = Album(DiskCache(self.project.root / "cache"), shared)
        return Artist(project.templates, Edition(game, language), icon_library(project), album)

    def coin(self, call: str) -> tuple[str, FaceMetadata, str]:
        """The SVG of a coin that is drawn by a call, its facts, and its code."""
        (self.folder / "coin.svg.j2").write_text(FACE.format(f"{{{{ {call} }}}}"), "utf-8")
        artist = self.artist()
        coins = [piece for piece in artist.edition.game.pieces if piece.kind.id == "coin"]
        face = artist.draw_pieces(coins)[COIN]
        artist.album.save()
        return face.svg, artist.metadata[COIN], codes_of(artist.edition.game, "en")["five"]

    def problems(self, call: str) -> list[Problem]:
        with pytest.raises(ProblemsFound) as found:
            self.coin(call)
        return list(found.value.problems)


@pytest.fixture
def mint(tiny) -> Mint:
    return Mint(tiny)


def text_of(svg: str) -> ElementTree.Element:
    (text,) = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    return text


def test_six_points_in_the_colour_asked_for(mint):
    svg, facts, code = mint.coin('code(6, 9, 9, colour="#223344")')
    text = text_of(svg)
    assert "".join(text.itertext()) == code
    assert text.get("font-size") == f"{size_in_mm(6):g}"
    assert text.get("font-family") == "Source Sans Pro"
    assert text.get("fill") == "#223344"
    assert text.get("x") == "6"
    assert (facts.codes, facts.smallest_pt, facts.smallest_text) == ((code,), 6.0, code)
    assert "data-code" not in svg, "it is for the facts alone"


def test_where_it_lies_in_its_box(mint):
    left, middle, right = (
        float(text_of(mint.coin(f'code(5, 9, align="{align}")')[0]).get("x", ""))
        for align in ("left", "center", "right")
    )
    assert left == 5
    assert left < middle < right
    assert abs((left + right) / 2 - middle) < 0.01


def test_turned_about_the_middle_of_its_box(mint):
    svg, _, _ = mint.coin("code(5.5, 9, turn=90)")
    assert 'transform="rotate(90 10 10.1)"' in svg


def test_it_is_piece_code_too(mint):
    svg, facts, code = mint.coin('text(piece.code ~ " " ~ piece.look, 2, 8, 16, 3, 6)')
    assert "".join(text_of(svg).itertext()) == f"{code} 0"
    assert facts.codes == (), "nobody knows that it is meant as one"


def test_the_facts_are_kept_with_the_face(mint):
    _, facts, _ = mint.coin("code(6, 9)")
    artist = mint.artist()
    coins = [piece for piece in artist.edition.game.pieces if piece.kind.id == "coin"]
    known, unknown = artist.known_metadata(coins)
    assert known == {COIN: facts}
    assert unknown == ()


def test_another_text_is_another_sketch(mint):
    def specs():
        game = mint.artist().game
        coins = [piece for piece in game.pieces if piece.kind.id == "coin"]
        return [spec.key() for spec in piece_specs(Edition(game, "en"), coins)]

    before = specs()
    mint.project.edit("content/tiny/game.yaml", "document:", "mark: XY\ndocument:")
    assert specs() != before, "the code alone differs"


@pytest.mark.parametrize(
    ("call", "code", "said"),
    [
        ("code(6)", "E206", "code(): missing a required argument: 'y'"),
        ('code(6, "9")', "E206", 'code(): y is "9"'),
        ("code(6, 9, 0)", "E206", "code(): the box is 0 x 2.2 mm"),
        ('code(6, 9, align="middle")', "E206", "code(): align is"),
        ("code(6, 9, size=5)", "E206", "code(): got an unexpected keyword argument 'size'"),
        ("code(6, 9, 3)", "E201", "does not fit 3 x 2.2 mm at 6 pt"),
        ("code(14, 9)", "E224", ""),
    ],
)
def test_what_is_wrong_is_said(call, code, said, mint):
    problem, *_ = mint.problems(call)
    assert problem.code == code
    assert said in problem.message
    assert problem.hint


def test_a_cover_has_no_code(mint):
    head = mint.project.root / "templates" / "_shared" / "cover-head.svg.j2"
    text = head.read_text(encoding="utf-8")
    head.write_text(text.replace("{% endblock %}", "{{ code(1, 1) }}{% endblock %}"), "utf-8")
    assert "{{ code(1, 1) }}" in head.read_text(encoding="utf-8")
    assert mint.project.run("build") == 1


def test_one_call_for_many_pieces_is_found_out(mint, run):
    """Jinja draws the top level of an imported file once, with the first piece's code."""
    (mint.folder / "_code.svg.j2").write_text("{% set mark = code(3, 11) %}", "utf-8")
    old = '{% extends "_shared/face.svg.j2" %}'
    for name in ("counter", "coin"):
        mint.project.edit(
            f"templates/tiny/{name}.svg.j2", old, f'{old}{{% import "_code.svg.j2" as m %}}'
        )
        mint.project.edit(
            f"templates/tiny/{name}.svg.j2", "{% endblock %}", "{{ m.mark }}{% endblock %}"
        )
    said = run(mint.project, "build").problems
    assert {one.code for one in said} == {"E520"}
    texts = " ".join(one.message for one in said)
    assert re.search(r"pieces of `counter` .* show the version code of another piece", texts)
    assert "pieces of `card` (`boat`, …) show no version code" in texts


def test_codes_are_taken_from_codes_alone():
    text = '<text>&lt;g data-code="XX-2222"</text>'
    svg, codes = take_codes(f'<g data-code="B"><g/></g>{text}<g data-code="A" id="x"/>')
    assert svg == f'<g><g/></g>{text}<g id="x"/>'
    assert codes == ("A", "B")
