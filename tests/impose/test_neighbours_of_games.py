"""On sheets of the four games no kinds of different grounds touch: a poor cut shows no sliver."""

from itertools import combinations

import pytest

from fustella.build.production import items_of
from fustella.core.values.paper import PrintSettings
from fustella.read import read_papers
from tests.helpers.imposed import PROJECT, game_of, laid_out

APART_MM = 0.9


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("game", PROJECT.games())
def test_kinds_that_touch_have_one_edge(game, paper):
    pieces = game_of(game).pieces
    kinds = {piece.id: piece.kind for piece in pieces}
    touching = set()
    for sheet in laid_out(items_of(pieces), PrintSettings(read_papers(PROJECT)[paper])):
        for one, other in combinations(sheet.pages[0].placements, 2):
            ours, theirs = kinds[one.face.piece], kinds[other.face.piece]
            alike = ours.id == theirs.id or (ours.edge and ours.edge == theirs.edge)
            if not alike and one.box.grown(APART_MM).overlaps(other.box):
                touching.add((ours.id, theirs.id))
    assert not touching
