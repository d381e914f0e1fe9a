"""A face that is drawn from what another one was drawn from is drawn once, and no other one."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.build.inputs import icon_library, load_game
from fustella.core.files.cache import DiskCache
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Edition, FaceId, Record, SideName
from fustella.core.values.problems import Place, ProblemsFound
from fustella.draw import FaceCache, FaceSpec
from fustella.draw.artist import Artist
from fustella.draw.records import NotedRecord
from fustella.draw.templates.environment import TemplateSet
from fustella.draw.values_read import MOST_ENDS, ValuesRead

FACE = '{{% extends "_shared/face.svg.j2" %}}{{% block face %}}{}{{% endblock %}}'
CARD = Outline.rectangle(63, 88)


def spec_of(**values) -> FaceSpec:
    front = NotedRecord(values)
    own = {"face": front, "front": front}
    return FaceSpec(FaceId("a", SideName.FRONT), "a", CARD, 0.0, own, Place("a"), known_group="a")


FIELDS = ("a", "b", "c", "d", "e", "f")
TREES = st.recursive(
    st.none(),
    lambda inner: st.tuples(st.sampled_from(FIELDS), st.dictionaries(st.integers(0, 2), inner)),
    max_leaves=60,
)
"""Templates: which field is read next, by the value of the one before."""

PIECES = st.lists(st.fixed_dictionaries({name: st.integers(0, 2) for name in FIELDS}), max_size=40)


def read(tree, front) -> tuple[tuple[str, int], ...]:
    """What a template reads of a piece, which is what it draws."""
    drawn = []
    while tree is not None:
        name, further = tree
        drawn.append((name, front[name]))
        tree = further.get(drawn[-1][1])
    return tuple(drawn)


@given(TREES, PIECES)
def test_pieces_have_a_name_in_common_only_if_their_template_draws_the_same(tree, pieces):
    asked, drawn, known = ValuesRead(), {}, []
    for values in pieces:
        spec = spec_of(**values)
        wanted = read(tree, values)
        found = [drawn[name] for name in asked.names(spec) if name in drawn]
        assert all(each == wanted for each in found)
        assert found or values not in known
        known.append(values)
        if not found:
            read(tree, spec.values["front"])
            drawn[asked.name(spec, spec.names_read())] = wanted
    kept = ValuesRead(*asked.kept)
    assert all(any(name in drawn for name in kept.names(spec_of(**one))) for one in known)


def test_names_of_a_face_are_bounded():
    asked = ValuesRead()
    fields = [f"field{number}" for number in range(2 * MOST_ENDS)]
    for field in fields:
        spec = spec_of(**dict.fromkeys(fields, 1))
        assert spec.values["front"][field] == 1
        name = asked.name(spec, spec.names_read())
        assert name in asked.names(spec)
    assert len(list(asked.names(spec_of(**dict.fromkeys(fields, 1))))) == MOST_ENDS


def test_list_is_told_as_it_was_when_it_was_read():
    record = NotedRecord({"list": [1]})
    record["list"].append(2)
    assert record.repr_of("list") == "[1]"
    record.forget()
    assert record.repr_of("list") == "[1, 2]"


@pytest.mark.parametrize(
    "look",
    [
        list,
        repr,
        hash,
        lambda record: "a" in record,
        lambda record: record == Record({"a": 1}),
        lambda record: Record({"a": 1}) == record,
        lambda record: [NotedRecord({"a": 1})] == [record],
        lambda record: f"{record}",
    ],
)
def test_record_that_is_looked_at_as_one_is_read_as_a_whole(look):
    spec = spec_of(a=1)
    look(spec.values["front"])
    assert list(spec.names_read()) == [("front", "")]
    assert spec.repr_of(("front", "")) == "Record({'a': 1})"


class Workshop:
    """Draws the tiny game with templates that a test writes."""

    def __init__(self, project, monkeypatch) -> None:
        self.project = project
        self.rendered: Counter[str] = Counter()
        render = TemplateSet.render

        def counting(templates, name, values, place):
            self.rendered[name] += 1
            return render(templates, name, values, place)

        monkeypatch.setattr(TemplateSet, "render", counting)

    def back(self, body: str) -> None:
        path = self.project.root / "templates" / "tiny" / "card-back.svg.j2"
        path.write_text(FACE.format(body), encoding="utf-8")

    def artist(self, cache: bool = False) -> Artist:
        project = Project(self.project.root)
        game = load_game(project, "tiny")
        pictures = PictureFolder(project.content / "tiny")
        face_cache = FaceCache(
            DiskCache(self.project.root / "cache") if cache else None, "", pictures
        )
        return Artist(project, Edition(game, "en"), icon_library(project, game.id), face_cache)

    def drawn(self, artist: Artist):
        """The faces with their metadata, and how often the back of cards was rendered for them."""
        before = self.rendered["card-back.svg.j2"]
        faces = artist.draw_pieces(artist.edition.game.pieces)
        times = self.rendered["card-back.svg.j2"] - before
        return faces, dict(artist.metadata), artist.warnings, times


@pytest.fixture
def workshop(tiny, monkeypatch) -> Workshop:
    return Workshop(tiny, monkeypatch)


BOX = "x=4, y=10, width=30, height=8, size=8, least=3"
SAME = (
    "",
    f'{{{{ text("back", {BOX}) }}}}',
    f'{{{{ text("back", {BOX}, equal="all") }}}}',
    "<desc>{{ piece.kind }}</desc>",
    "<desc>{{ face.unknown is defined }}</desc>",
    "<desc>{{ side }}{{ width }}</desc>",
)
OTHER = (
    "<desc>{{ piece.id }}</desc>",
    "<desc>{{ piece['id'] }}</desc>",
    "<desc>{{ [piece] | map(attribute='id') | first }}</desc>",
    "<desc>{{ front }}</desc>",
    '<desc>{{ "%s" | format(front) }}</desc>',
    "<desc>{% for name in front %}{{ front[name] }}{% endfor %}</desc>",
    "{% macro of(it) %}<desc>{{ it.id }}</desc>{% endmacro %}{{ of(piece) }}",
    "{{ code(6, 9) }}",
    f'{{{{ text(piece.id, {BOX}, equal="all") }}}}',
)


@pytest.mark.parametrize("body", [*SAME, *OTHER])
def test_faces_taken_over_are_those_that_would_be_drawn(body, workshop, monkeypatch):
    workshop.back(body)
    quick = workshop.drawn(workshop.artist())
    monkeypatch.setattr(FaceCache, "names", lambda *_: iter(()))
    plain = workshop.drawn(workshop.artist())
    assert quick[:3] == plain[:3]
    cards = sum(face.side is SideName.BACK for face in plain[0] if face.piece in ("boat", "hut"))
    assert cards == 2
    backs = sum(face.side is SideName.BACK for face in plain[0])
    assert backs >= plain[3] > 2
    assert quick[3] == (1 if body in SAME else plain[3])


def test_back_is_known_after_an_edit_of_the_front(workshop):
    workshop.back(SAME[1])
    first = workshop.artist(cache=True)
    assert workshop.drawn(first)[3] == 1
    first.face_cache.save()
    workshop.project.edit("content/tiny/cards.yaml", "Boat", "Ship")
    second = workshop.artist(cache=True)
    assert workshop.drawn(second)[3] == 0


def test_faults_on_equal_backs_are_told_once_and_concern_all_pieces(workshop):
    workshop.back('<image href="a.png"/>')
    artist = workshop.artist()
    with pytest.raises(ProblemsFound) as found:
        artist.draw_pieces(artist.edition.game.pieces)
    assert [problem.code for problem in found.value.problems] == ["E225"]
    cards = {p.id for p in artist.edition.game.pieces if p.kind.id == "card" and p.copies}
    assert artist.faulty == cards
