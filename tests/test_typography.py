"""How large the texts of the four games are set, in each language.

A text set at the least size that its template allows has too little room there: that must stay the
exception.
"""

import re
from collections.abc import Mapping
from xml.etree import ElementTree

import pytest

from fustella.build import BuildOptions
from fustella.build.drawing import artist_of
from fustella.build.inputs import load_game, print_settings
from fustella.build.production import Production
from fustella.core.values.model import Edition, FaceId, FaceMetadata, SideName
from fustella.core.values.paper import Duplex
from fustella.covers import cover_of
from tests.helpers.drawn import PROJECT, drawn, game_of

MOST_AT_LEAST = 0.1
"""The share of a game's pieces that may have a text at its smallest size."""

EDITIONS = [(game, language) for game in PROJECT.games() for language in game_of(game).languages]


def at_least(facts: Mapping[FaceId, FaceMetadata]) -> tuple[set[str], set[str]]:
    """The pieces with a text at its smallest size, and all pieces."""
    small = {face_id.piece for face_id, shown in facts.items() if shown.at_least}
    return small, {face_id.piece for face_id in facts}


def test_editions_are_nine_of_four_games():
    assert len({game for game, _ in EDITIONS}) == 4
    assert len(EDITIONS) == 9
    assert ("moving-kingdoms", "de") in EDITIONS


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_texts_of_an_edition_are_all_in_its_language(game, language):
    assert Edition(game_of(game), language).missing == ()


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_texts_of_an_edition_fit_and_few_shrink_to_their_least(game, language):
    small, every = at_least(drawn(game, language).metadata)
    assert len(small) <= MOST_AT_LEAST * len(every), sorted(small)


@pytest.mark.parametrize("game", PROJECT.games())
def test_sheets_and_cover_of_a_game_in_english_fit_on_letter(game, tmp_path):
    """The texts of its faces do: that is tested above. How sheets are written is no matter here."""
    options = BuildOptions("Letter", Duplex.LONG_EDGE, tmp_path)
    whole = load_game(PROJECT, game)
    production = Production.of(whole, whole.pieces, print_settings(PROJECT, options))
    artist = artist_of(PROJECT, Edition(whole, "en"), tmp_path)
    cover = cover_of(artist, production.for_cover(unchecked=False))
    assert len(production.sheets) > 3
    assert len(cover.sheets) >= 1


CODE = re.compile(r"[A-Z]{2}-[A-Z0-9]{4}")
READ_IN_PLAY_PT, CODE_PT = 8.0, 6.0


@pytest.mark.parametrize(("game", "language"), EDITIONS)
def test_texts_of_an_edition_are_large_enough_to_read(game, language):
    small = []
    faces = drawn(game, language).faces
    different = {face.digest: (face_id, face) for face_id, face in faces.items()}
    for face_id, face in different.values():
        for text in ElementTree.fromstring(face.svg).iter("{http://www.w3.org/2000/svg}text"):
            said = "".join(text.itertext()).strip()
            size_pt = float(text.get("font-size", 0)) * 72 / 25.4
            least = CODE_PT if CODE.fullmatch(said) else READ_IN_PLAY_PT
            if said and size_pt < least - 0.01:
                small.append(f"{face_id.piece} {face_id.side}: {said} in {size_pt:.2f} pt")
    assert not small


MIDDLE, HALF_A_TILE, TIPS_OF_THE_WALL = 27.5, 63.5 / 2, 22.8
"""Of a building of Moving Kingdoms, as its templates draw it: 55 mm wide and as high as it is."""


@pytest.mark.parametrize("language", game_of("moving-kingdoms").languages)
def test_texts_on_a_tile_that_narrows_end_before_its_wall(language):
    """Their box is a rectangle, and its lower corners lie in the wall."""
    reached = {}
    for face_id, face in drawn("moving-kingdoms", language).faces.items():
        if face_id.piece not in ("station-port", "moai-tree", "cemetery"):
            continue
        for text in ElementTree.fromstring(face.svg).iter("{http://www.w3.org/2000/svg}text"):
            said = "".join(text.itertext()).strip()
            if text.get("font-family") == "Source Sans Pro" and not CODE.fullmatch(said):
                starts = text.get("x") or text[0].attrib["x"]
                aside, down = MIDDLE - float(starts), float(text.attrib["y"]) - HALF_A_TILE
                reached[said] = aside / 2 + down * 3**0.5 / 2
    assert len(reached) >= 12
    assert {said: mm for said, mm in reached.items() if mm > TIPS_OF_THE_WALL} == {}


def test_at_least_of_two_sides_counts_a_piece_once():
    def shown(count: int) -> FaceMetadata:
        return FaceMetadata((), 8.0, "a", (), count)

    facts = {
        FaceId("a", SideName.FRONT): shown(2),
        FaceId("a", SideName.BACK): shown(1),
        FaceId("b", SideName.FRONT): shown(0),
        FaceId("b", SideName.BACK): shown(1),
        FaceId("c", SideName.FRONT): shown(0),
    }
    assert at_least(facts) == ({"a", "b"}, {"a", "b", "c"})
