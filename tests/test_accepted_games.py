"""The accepted faces of the four games are those of today, as `fustella check` compares them."""

import pytest

from fustella.build.accepted import faces_now
from fustella.build.inputs import load_game
from fustella.review.accepted_faces import changes, read_accepted, sources_of
from tests.helpers.imposed import PROJECT


@pytest.mark.parametrize("name", PROJECT.games())
def test_faces_of_a_game_were_accepted_as_its_sources_are(name):
    accepted = read_accepted(PROJECT, name)
    assert accepted is not None
    assert accepted.sources == sources_of(PROJECT, name)
    assert changes(accepted, load_game(PROJECT, name), None) == ((), 0)


def test_faces_of_a_game_are_as_they_were_accepted():
    name = "empire-plateau"  # the fewest
    game, accepted = load_game(PROJECT, name), read_accepted(PROJECT, name)
    assert accepted is not None
    assert changes(accepted, game, faces_now(PROJECT, game, None)) == ((), 0)
