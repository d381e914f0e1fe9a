"""How the texts of the four games come out, in each language.

A text that had to shrink as far as its template allows is one that the template has too little
room for: it may happen, and must stay the exception.
"""

from collections.abc import Mapping
from pathlib import Path

import pytest

from generator.draw.album import Album
from generator.draw.faces import Artist
from generator.loading import icon_shelf, load_game
from generator.model import FaceFacts, FaceId, SideName
from generator.project import Project

ROOT = Path(__file__).parent.parent
MOST_AT_LEAST = 0.1
"""The share of a game's pieces that may have a text at its smallest size."""

pytestmark = pytest.mark.xdist_group("games")

EDITIONS = [
    (game, language)
    for game in Project(ROOT).games()
    for language in load_game(Project(ROOT), game).languages
]


def facts_of(game_id: str, language: str) -> Mapping[FaceId, FaceFacts]:
    """What all faces of a game show; drawing them raises where a text does not fit."""
    project = Project(ROOT)
    game = load_game(project, game_id)
    artist = Artist(project.templates, game, language, icon_shelf(project), Album(None, ""))
    artist.draw_pieces(game.pieces)
    return artist.facts


def at_least(facts: Mapping[FaceId, FaceFacts]) -> tuple[set[str], set[str]]:
    """The pieces with a text at its smallest size, and all pieces."""
    small = {face_id.piece for face_id, shown in facts.items() if shown.at_least}
    return small, {face_id.piece for face_id in facts}


def test_there_are_four_games_and_eight_editions():
    assert len({game for game, _ in EDITIONS}) == 4
    assert len(EDITIONS) == 8


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_texts_fit_and_few_shrink_as_far_as_they_may(game, language):
    small, every = at_least(facts_of(game, language))
    assert len(small) <= MOST_AT_LEAST * len(every), sorted(small)


def test_a_piece_counts_once_and_by_either_side():
    def shown(count: int) -> FaceFacts:
        return FaceFacts((), 8.0, "a", (), count)

    facts = {
        FaceId("a", SideName.FRONT): shown(2),
        FaceId("a", SideName.BACK): shown(1),
        FaceId("b", SideName.FRONT): shown(0),
        FaceId("b", SideName.BACK): shown(1),
        FaceId("c", SideName.FRONT): shown(0),
    }
    assert at_least(facts) == ({"a", "b"}, {"a", "b", "c"})
