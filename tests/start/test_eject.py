"""`fustella eject`: a ready face in the project takes the place of the package's."""

import pytest

from fustella.core.files.project import project_at
from fustella.core.values.problems import ProblemsFound
from fustella.read.ready import ReadyFaces
from fustella.start.eject import eject
from fustella.start.new import begin
from tests.conftest import TinyProject


@pytest.fixture
def deck(tmp_path):
    return begin(tmp_path / "deck", "cards").project


def pdf_of(project):
    (found,) = project.root.glob("output/*/en-A4/*-card.pdf")
    return found.read_bytes()


def test_ejected_face_draws_the_same_until_it_is_changed(deck, run):
    tiny = TinyProject(deck.root)
    assert run(tiny, "build").code == 0
    before = pdf_of(deck)
    ran = run(tiny, "eject", "card")
    assert ran.code == 0
    assert "templates/ready/card.svg.j2" in ran.out.replace("\\", "/")
    assert run(tiny, "build").code == 0
    assert pdf_of(deck) == before
    template = deck.templates / "ready" / "card.svg.j2"
    source = template.read_text(encoding="utf-8")
    template.write_text(source.replace("{% block zones %}", "{% block zones %}<circle r='9'/>"))
    assert run(tiny, "build").code == 0
    assert pdf_of(deck) != before


def test_ejected_under_another_name_is_a_new_face(deck, run):
    files = eject(deck, "card", "hero")
    assert sorted(path.name for path in files) == ["hero.svg.j2", "hero.yaml"]
    game = deck.root / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("front: ready/card", "front: ready/hero"))
    assert run(TinyProject(deck.root), "build").code == 0


def test_eject_overwrites_nothing(deck):
    template, _ = eject(deck, "ready/card")
    template.write_text("mine", encoding="utf-8")
    with pytest.raises(ProblemsFound) as caught:
        eject(deck, "card")
    assert [problem.code for problem in caught.value.problems] == ["E015"]
    assert template.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("face", ["crad", "../card", "ready/../card", "card.svg.j2", ""])
def test_eject_of_a_face_that_is_none_is_told(deck, face):
    with pytest.raises(ProblemsFound) as caught:
        eject(deck, face)
    assert [problem.code for problem in caught.value.problems] == ["E117"]
    assert not (deck.templates / "ready").exists()


def test_every_ready_face_can_be_ejected(deck):
    names = ReadyFaces(deck).names
    assert len(names) >= 13
    for name in names:
        assert eject(deck, name)
    assert ReadyFaces(project_at(deck.root)).names == names


def test_eject_without_a_face_shows_all_and_what_they_are_for(deck, run):
    ran = run(TinyProject(deck.root), "eject")
    assert ran.code == 0
    names = [line.split()[0] for line in ran.out.splitlines()]
    assert names == list(ReadyFaces(deck).names)
    assert "A card with a picture" in ran.out
