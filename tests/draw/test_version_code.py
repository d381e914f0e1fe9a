"""The tool `code`: the version code of the piece that is drawn."""

import re
from xml.etree import ElementTree

import pytest

from fustella.build.inputs import icon_library, load_game
from fustella.core.files.cache import DiskCache
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.values.codes import codes_of
from fustella.core.values.model import Edition, FaceId, FaceMetadata, SideName
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.draw import FaceCache, piece_specs
from fustella.draw.artist import Artist
from fustella.draw.text.fit import size_in_mm

COIN = FaceId("five", SideName.FRONT)
FACE = '{{% extends "_shared/face.svg.j2" %}}{{% block face %}}{}{{% endblock %}}'


class Mint:
    """Draws the coin of the tiny game with a template that a test writes."""

    def __init__(self, project) -> None:
        self.project, self.folder = project, project.root / "templates" / "tiny"

    def artist(self, language: str = "en") -> Artist:
        project = Project(self.project.root)
        game = load_game(project, "tiny")
        shared = (self.folder / "coin.svg.j2").read_text("utf-8")
        pictures = PictureFolder(project.content / "tiny")
        face_cache = FaceCache(DiskCache(self.project.root / "cache"), shared, pictures)
        return Artist(project, Edition(game, language), icon_library(project, game.id), face_cache)

    def coin(self, call: str) -> tuple[str, FaceMetadata, str]:
        """The SVG, the metadata and the code of a coin that a call draws."""
        (self.folder / "coin.svg.j2").write_text(FACE.format(f"{{{{ {call} }}}}"), "utf-8")
        artist = self.artist()
        coins = [piece for piece in artist.edition.game.pieces if piece.kind.id == "coin"]
        face = artist.draw_pieces(coins)[COIN]
        artist.face_cache.save()
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


def test_code_is_set_at_six_points_in_the_given_colour(mint):
    svg, metadata, code = mint.coin('code(6, 9, 9, colour="#223344")')
    text = text_of(svg)
    assert "".join(text.itertext()) == code
    assert text.get("font-size") == f"{size_in_mm(6):g}"
    assert text.get("font-family") == "Source Sans Pro"
    assert text.get("fill") == "#223344"
    assert text.get("x") == "6"
    assert (metadata.codes, metadata.smallest_pt, metadata.smallest_text) == ((code,), 6.0, code)
    assert "data-code" not in svg, "it is only for the metadata"


def test_code_is_aligned_in_its_box(mint):
    left, middle, right = (
        float(text_of(mint.coin(f'code(5, 9, align="{align}")')[0]).get("x", ""))
        for align in ("left", "center", "right")
    )
    assert left == 5
    assert left < middle < right
    assert abs((left + right) / 2 - middle) < 0.01


def test_code_with_turn_turns_about_the_middle_of_its_box(mint):
    svg, _, _ = mint.coin("code(5.5, 9, turn=90)")
    assert 'transform="rotate(90 10 10.1)"' in svg


def test_piece_code_in_a_text_is_not_in_the_metadata(mint):
    svg, metadata, code = mint.coin('text(piece.code ~ " " ~ piece.look, 2, 8, 16, 3, 6)')
    assert "".join(text_of(svg).itertext()) == f"{code} 0"
    assert metadata.codes == (), "a text does not tell that it holds a code"


def test_code_in_the_metadata_is_kept_with_the_face(mint):
    _, metadata, _ = mint.coin("code(6, 9)")
    artist = mint.artist()
    coins = [piece for piece in artist.edition.game.pieces if piece.kind.id == "coin"]
    known, unknown = artist.face_cache.known_metadata(piece_specs(artist.edition, coins))
    assert known == {COIN: metadata}
    assert unknown == ()


def test_face_spec_with_another_code_differs(mint):
    def specs():
        game = mint.artist().edition.game
        coins = [piece for piece in game.pieces if piece.kind.id == "coin"]
        return [spec.repr_of(("piece", "code")) for spec in piece_specs(Edition(game, "en"), coins)]

    before = specs()
    mint.project.edit("content/tiny/game.yaml", "document:", "mark: XY\ndocument:")
    assert specs() != before, "only the code differs"


@pytest.mark.parametrize(
    ("call", "code", "message"),
    [
        ("code(6)", "E206", "code(): `y` is missing"),
        ('code(6, "9")', "E206", 'code(): y cannot be "9"'),
        ("code(6, 9, 0)", "E206", "code(): the box cannot be 0 x 2.2 mm"),
        ('code(6, 9, align="middle")', "E206", "code(): align cannot be"),
        ("code(6, 9, size=5)", "E206", "code(): it takes no `size`"),
        ("code(6, 9, 3)", "E201", "does not fit 3 x 2.2 mm at 6 pt"),
        ("code(14, 9)", "E224", ""),
    ],
)
def test_code_with_wrong_arguments_is_reported_with_a_hint(call, code, message, mint):
    problem, *_ = mint.problems(call)
    assert problem.code == code
    assert message in problem.message
    assert problem.hint


def test_code_on_a_cover_fails_the_build(mint):
    mint.project.own("cover-head.svg.j2")
    head = mint.project.root / "templates" / "_shared" / "cover-head.svg.j2"
    text = head.read_text(encoding="utf-8")
    head.write_text(text.replace("{% endblock %}", "{{ code(1, 1) }}{% endblock %}"), "utf-8")
    assert "{{ code(1, 1) }}" in head.read_text(encoding="utf-8")
    assert mint.project.run("build") == 1


def test_code_drawn_once_for_many_pieces_is_e520(mint, run):
    """Jinja runs the top level of an imported file once, with the code of the first piece."""
    (mint.folder / "_code.svg.j2").write_text("{% set mark = code(3, 11) %}", "utf-8")
    old = '{% extends "_shared/face.svg.j2" %}'
    for name in ("counter", "coin"):
        mint.project.edit(
            f"templates/tiny/{name}.svg.j2", old, f'{old}{{% import "_code.svg.j2" as m %}}'
        )
        mint.project.edit(
            f"templates/tiny/{name}.svg.j2", "{% endblock %}", "{{ m.mark }}{% endblock %}"
        )
    problems = run(mint.project, "build").problems
    assert {problem.code for problem in problems} == {"E520"}
    texts = " ".join(problem.message for problem in problems)
    assert re.search(r"pieces of `counter` .* show the version code of another piece", texts)
    assert re.search(r"pieces of `card` \(`boat`, .*\) show no version code", texts)
