"""A sample of the changes of the box: the check finds as large a share of them as it did."""

import pytest

from tests.mutations import box
from tests.mutations.documents import games
from tests.mutations.free import DESIGNED, FREE

PER_SORT = 4
"""So many changes of each sort of each game."""


@pytest.mark.parametrize("game", list(games()))
def test_changes_are_more_than_those_that_are_tried(game: str) -> None:
    assert len(box.drawn(game)) > 400


def test_what_is_free_is_said_in_the_box() -> None:
    for entry in FREE:
        game, claims = games()[entry.game]
        if entry.said == DESIGNED:
            assert any(piece.source.designed for piece in game.pieces), entry
        else:
            assert [one for one in claims.claims if one.id == entry.said and one.decision], entry
