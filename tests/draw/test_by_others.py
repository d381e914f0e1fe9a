"""Faces that other processes draw are those that one process draws, and are told of as by one."""

import os
from pathlib import Path

import pytest

from fustella.build import BuildOptions
from fustella.build.drawing import artist_of
from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.processes import parallel
from fustella.core.values.model import Edition
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.themes import Theme
from fustella.draw import artist
from tests.helpers.decks import write_deck

NAMES = ("Amber", "Birch", "Cedar", "Dune", "Ember", "Fjord", "Grove", "Heath")
GAME = """
title: Deck
languages: [en]
kinds:
  card:
    name: Cards
    width: 40mm
    height: 60mm
    front: card.svg.j2
    back: back.svg.j2
    looks: 2
    fields: {front: {title: text, number: number}}
"""
CARD = """{% extends "_shared/face.svg.j2" %}
{% block face %}
  <rect width="{{ width }}" height="{{ height }}" fill="#ffffff"/>
  {{ text(face.title, x=4, y=4, width=32, height=6, size=14, least=6, equal="title") }}
  {{ text(face.number, x=4, y=20, width=32, height=8, size=9) }}
  {{ code(x=4, y=54) }}
{% endblock %}
"""
BACK = """{% extends "_shared/face.svg.j2" %}
{% block face %}<rect width="{{ width }}" height="{{ height }}" fill="#28344a"/>
{{ text(piece.look, x=4, y=4, width=8, height=6, size=9, colour="#ffffff") }}{% endblock %}
"""


@pytest.fixture
def deck(tmp_path):
    """Sixty cards of two looks, with titles of equal size, and two backs."""
    cards = (
        f"  - id: card-{number}\n    copies: {1 + number % 3}\n"
        f"    front: {{title: {NAMES[number % 8] * (1 + number % 4)}, number: {number % 7}}}\n"
        for number in range(60)
    )
    write_deck(tmp_path, GAME, {"card.svg.j2": CARD, "back.svg.j2": BACK}, cards)
    return Project(tmp_path)


@pytest.fixture(params=["forked", "spawned"])
def by_others(request, monkeypatch):
    """Has even few faces drawn by three others, or by two, where each takes long to start."""
    if request.param == "forked" and not hasattr(os, "fork"):
        pytest.skip("only POSIX can fork")
    monkeypatch.setattr(parallel, "_forks", request.param == "forked")

    def turn(on):
        others = 3 if request.param == "forked" else 2
        monkeypatch.setattr(parallel, "CORES", others if on else 1)

    monkeypatch.setattr(parallel, "SLOW_START", 1)
    monkeypatch.setattr(artist, "FACES_OF_WORKER", 5)
    monkeypatch.setattr(artist, "FACES_BEFORE", 3)
    monkeypatch.setattr(artist, "FACES_OF_PART", 4)
    monkeypatch.setattr(artist, "AT_A_TIME", 70)
    return turn


def drawn(project, folder, *, draft=False):
    """An artist who has drawn the deck, the faces, or the problems."""
    options = BuildOptions("A4", Duplex.LONG_EDGE, Path(folder))
    game = load_game(project, "deck")
    edition = Edition(game, "en", Theme.FULL)
    made = artist_of(project, edition, options.output, draft=draft)
    try:
        return made, made.draw_pieces(game.pieces), ()
    except ProblemsFound as found:
        return made, {}, found.problems


def test_faces_metadata_and_face_cache_are_as_by_one_process(
    deck, by_others, tmp_path, monkeypatch
):
    by_others(False)
    one, faces, _ = drawn(deck, tmp_path / "one")
    by_others(True)
    rendered = []
    render = artist.Artist._render
    with monkeypatch.context() as counted:
        counted.setattr(
            artist.Artist, "_render", lambda self, *spec: rendered.append(1) or render(self, *spec)
        )
        other, same, _ = drawn(deck, tmp_path / "other")
    assert len(rendered) <= 3 * 3, "most are drawn by others"
    assert [*same.items()] == [*faces.items()]
    assert [*other.metadata.items()] == [*one.metadata.items()]
    assert len({face.digest for face in same.values()}) > 60
    other.face_cache.save()
    by_others(False)
    again, known, _ = drawn(deck, tmp_path / "other")
    assert [*known.items()] == [*faces.items()]
    assert again.metadata == one.metadata
    assert not again._templates._loader.files, "no face was drawn again"


def test_draft_with_texts_that_do_not_fit_is_as_by_one_process(deck, by_others, tmp_path):
    path = deck.root / "content/deck/cards.yaml"
    typed = path.read_text()
    long = 0
    for name in ("Dune", "Heath"):
        long += typed.count(f"title: {name * 4},")
        typed = typed.replace(f"title: {name * 4},", f"title: {name * 40},")
    path.write_text(typed)
    by_others(False)
    one, faces, _ = drawn(deck, tmp_path / "one", draft=True)
    by_others(True)
    other, same, _ = drawn(deck, tmp_path / "other", draft=True)
    assert len(one.unfit) == long > 5
    assert other.unfit == one.unfit
    assert [*same.items()] == [*faces.items()]
    assert [*other.metadata.items()] == [*one.metadata.items()]


FAULTS = (
    ("content/deck/cards.yaml", "Fjord", "Fjord 語"),
    ("templates/deck/card.svg.j2", "face.number,", "face.nomber,"),
    ("templates/deck/card.svg.j2", "height=8, size=9", "height=8, size=9 + face.number * 4"),
    ("templates/deck/card.svg.j2", "{{ code(", "{{ code(("),
    ("templates/deck/card.svg.j2", 'fill="#ffffff"', 'fill="{{ face.title }}"'),
)
SPAWNED_FAULTS = 1
"""What is told is sent in one way by all others; one who is spawned takes as long as ten tests."""


@pytest.mark.parametrize(
    ("by_others", "file", "old", "new"),
    [
        *(("forked", *fault) for fault in FAULTS),
        *(("spawned", *fault) for fault in FAULTS[:SPAWNED_FAULTS]),
    ],
    indirect=["by_others"],
)
def test_problems_are_those_of_one_process(deck, by_others, tmp_path, file, old, new):
    path = deck.root / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1 if "yaml" in file else -1))
    by_others(False)
    one, _, problems = drawn(deck, tmp_path / "one")
    by_others(True)
    other, _, same = drawn(deck, tmp_path / "other")
    assert problems
    assert same == problems
    assert other.faulty == one.faulty
