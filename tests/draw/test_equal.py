"""Texts of one `equal` name have one size across a kind; an edit redraws only what changes."""

import re
import shutil

import pytest

from fustella.core.values.model import Edition, FaceId, SideName
from fustella.core.values.problems import ProblemsFound
from fustella.draw import piece_specs
from fustella.draw.templates.environment import TemplateSet
from fustella.draw.text.equal import EqualSizes, SizesOfFace
from fustella.draw.text.fit import size_in_mm
from tests.draw.test_metadata import FACE, Studio, known_of
from tests.draw.tools import Tools

TITLE = 'x=10, y=10, width=20, height=5, size=14, least=5, equal="title"'
FRONT = FACE.format(f"{{{{ text(face.title, {TITLE}) }}}}")
BACK = FACE.format(f'{{{{ text("on the other side", {TITLE}) }}}}')
LONG = ("en: Hut,", "en: Hut of many words,")


@pytest.fixture
def studio(tiny) -> Studio:
    studio = Studio(tiny)
    studio.write("card.svg.j2", FRONT)
    return studio


def draw(studio):
    artist = studio.artist()
    return artist, artist.draw_pieces(artist.edition.game.pieces)


def sizes(faces, *pieces):
    """The sizes in mm that texts of some pieces have."""
    own = (face.svg for face_id, face in faces.items() if face_id.piece in pieces)
    return [float(size) for svg in own for size in re.findall(r'font-size="([\d.]+)"', svg)]


CARDS = ("boat", "hut", "dragon")


def test_sizes_of_face_records_smallest_and_largest_by_name():
    face = SizesOfFace({"title": 9.0})
    face.note("title", 9.0)
    face.note("title", 8.5)
    face.note("cost", 12.0)
    assert face.taken == (("cost", 12.0, 12.0), ("title", 8.5, 9.0))
    assert (face.limit("title"), face.limit("cost")) == (9.0, None)


def test_limits_are_given_only_to_faces_with_a_larger_text_of_the_same_kind(studio):
    game = studio.artist().edition.game
    every = [*piece_specs(Edition(game, "en"), game.pieces)]
    one, two, *_ = (spec for spec in every if spec.kind == "card")
    other, *_ = (spec for spec in every if spec.kind == "coin")
    large, small = (("title", 9.0, 12.0),), (("title", 8.0, 8.0),)
    equal = EqualSizes([(one, large), (two, small), (other, large)])
    assert equal.limits(one, large) == {"title": 8.0}
    assert equal.limits(two, small) == {}
    assert equal.limits(other, large) == {"title": 9.0}, "twelve and nine on one face"


def test_equal_texts_when_one_is_long_are_all_smaller(studio):
    studio.write("card-back.svg.j2", FACE.format(""))
    _, faces = draw(studio)
    before = sizes(faces, *CARDS)
    assert len(before) == len(CARDS)
    assert {*before} == {size_in_mm(14)}
    studio.project.edit_freely("content/tiny/cards.yaml", *LONG)
    artist, faces = draw(studio)
    [after] = {*sizes(faces, *CARDS)}
    assert size_in_mm(5) < after < size_in_mm(10)
    assert not artist.metadata[FaceId("hut", SideName.FRONT)].at_least


def test_equal_texts_on_both_sides_are_one_group(studio):
    studio.write("card-back.svg.j2", BACK)
    _, faces = draw(studio)
    found = sizes(faces, *CARDS)
    assert len(found) == 2 * len(CARDS)
    assert len({*found}) == 1
    assert found[0] < size_in_mm(14)


def test_equal_texts_of_another_kind_are_another_group(studio):
    studio.project.edit_freely("content/tiny/cards.yaml", *LONG)
    studio.write("coin.svg.j2", FACE.format('{{ text("5", 3, 7, 14, 8, 20, equal="title") }}'))
    _, faces = draw(studio)
    assert sizes(faces, "five") == [size_in_mm(20)]


def test_equal_texts_on_one_face_have_one_size(studio):
    box = 'x=3, width=14, height=4, size=9, least=4, equal="both"'
    _, svg = studio.coin(
        f'{{{{ text("5", y=5, {box}) }}}}{{{{ text("five coins of gold", y=10, {box}) }}}}'
    )
    found = re.findall(r'font-size="([\d.]+)"', svg)
    assert len(found) == 2
    assert len({*found}) == 1


def test_equal_text_goes_no_lower_than_its_own_least():
    box = {"x": 0, "y": 0, "width": 60, "height": 10, "size": 12, "least": 8}
    limited = Tools(sizes=SizesOfFace({"title": 7.0}))
    assert 'font-size="2.822"' in str(limited.text("Castello", **box, equal="title"))
    assert 'data-fitted="least"' in str(limited.text("Castello", **box, equal="title"))


@pytest.mark.parametrize("name", [3, True, None])
def test_text_with_an_equal_name_of_another_type_is_e206(name):
    tools = Tools()
    tools.text("a", 0, 0, 20, 5, 8, equal=name)
    assert tools.codes == ["E206"]


def count_drawings(monkeypatch):
    drawn = []
    render = TemplateSet.render

    def counted(self, name, values, place):
        drawn.append(name)
        return render(self, name, values, place)

    monkeypatch.setattr(TemplateSet, "render", counted)
    return drawn


def test_second_build_draws_nothing(studio, monkeypatch):
    studio.project.edit_freely("content/tiny/cards.yaml", *LONG)
    first, faces = draw(studio)
    studio.face_cache.save()
    drawn = count_drawings(monkeypatch)
    second, again = draw(studio)
    assert drawn == []
    assert again == faces
    assert second.metadata == first.metadata


@pytest.mark.parametrize("edit", [LONG, LONG[::-1]], ids=["longer", "shorter"])
def test_edit_that_changes_the_size_redraws_the_group_as_a_cold_build_does(
    studio, edit, monkeypatch
):
    if edit != LONG:
        studio.project.edit_freely("content/tiny/cards.yaml", *LONG)
    _, before = draw(studio)
    studio.face_cache.save()
    studio.project.edit_freely("content/tiny/cards.yaml", *edit)
    drawn = count_drawings(monkeypatch)
    artist, warm = draw(studio)
    assert {*drawn} <= {"card.svg.j2", "card-back.svg.j2"}, "no other kind is drawn again"
    fronts = [FaceId(card, SideName.FRONT) for card in CARDS]
    assert not any(warm[front] == before[front] for front in fronts)
    shutil.rmtree(studio.project.root / "cache")
    cold_artist, cold = draw(studio)
    assert warm == cold
    assert artist.metadata == cold_artist.metadata


def test_edit_that_keeps_the_size_draws_one_face(studio, monkeypatch):
    studio.project.edit_freely("content/tiny/cards.yaml", *LONG)
    _, before = draw(studio)
    studio.face_cache.save()
    studio.project.edit_freely("content/tiny/cards.yaml", "en: Boat", "en: Ship")
    drawn = count_drawings(monkeypatch)
    _, after = draw(studio)
    assert drawn.count("card.svg.j2") == 2, "once by itself, once with the size of its group"
    changed = {face_id.piece for face_id in after if after[face_id] != before[face_id]}
    assert changed == {"boat"}


def test_metadata_of_a_group_is_known_only_with_all_of_its_faces(studio):
    studio.project.edit_freely("content/tiny/cards.yaml", *LONG)
    first, _ = draw(studio)
    studio.face_cache.save()
    again = studio.artist()
    assert known_of(again) == (dict(first.metadata), ())
    studio.project.edit_freely("content/tiny/cards.yaml", "en: Boat", "en: Ship")
    edited = studio.artist()
    known, unknown = known_of(edited)
    assert {FaceId(card, SideName.FRONT) for card in CARDS} <= {*unknown}
    assert FaceId("five", SideName.FRONT) in known


def test_draw_with_faults_reports_those_of_faces_in_unfinished_groups_too(studio):
    studio.write("coin.svg.j2", FACE.format('{{ text("endless", 8, 8, 2, 2, 12) }}'))
    outside = '<text x="999" y="1" font-family="Source Sans Pro" font-size="3">a</text>'
    studio.write("card.svg.j2", FRONT.replace("{% endblock %}", outside + "{% endblock %}"))
    with pytest.raises(ProblemsFound) as caught:
        draw(studio)
    assert {problem.code for problem in caught.value.problems} == {"E201", "E224"}
