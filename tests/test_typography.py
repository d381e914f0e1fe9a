"""How the texts of the four games come out, in each language.

A text that had to shrink as far as its template allows is one that the template has too little
room for: it may happen, and must stay the exception.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

from generator.build import faces_of
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
    game = load_game(project, game_id).with_boxes()
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


CODE = re.compile(r"[A-Z]{2}-[A-Z0-9]{4}")
READ_IN_PLAY_PT, CODE_PT = 8.0, 6.0


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_what_is_read_in_play_is_large_enough_and_codes_are_readable(game, language):
    project = Project(ROOT)
    small = []
    for face_id, face in faces_of(project, load_game(project, game).with_boxes(), language).items():
        for text in ElementTree.fromstring(face.svg).iter("{http://www.w3.org/2000/svg}text"):
            said = "".join(text.itertext()).strip()
            size_pt = float(text.get("font-size", 0)) * 72 / 25.4
            least = CODE_PT if CODE.fullmatch(said) else READ_IN_PLAY_PT
            if said and size_pt < least - 0.01:
                small.append(f"{face_id.piece} {face_id.side}: {said} in {size_pt:.2f} pt")
    assert not small


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
