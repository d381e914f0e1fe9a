"""Seams of Empire Plateau's boards run past what must not be parted, on either standard paper."""

import math

import pytest

from fustella.build.inputs import load_game
from fustella.build.production import items_of
from fustella.core.paper import PrintSettings
from fustella.core.project import Project
from fustella.impose.boards import parting_of
from fustella.read import read_papers
from tests.sharing import ROOT

PROJECT = Project(ROOT)
DRAWN_MM = {"board-for-two": 11.9, "board-for-four": 15.6}
"""How far a base or the rose reaches, whichever is larger."""


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("board", DRAWN_MM)
def test_no_seam_of_a_board_runs_through_a_base_or_the_rose(board, paper):
    piece = next(
        piece for piece in load_game(PROJECT, "empire-plateau").pieces if piece.id == board
    )
    (item,) = items_of([piece])
    parting = parting_of(item, PrintSettings(read_papers(PROJECT)[paper]))
    assert parting is not None
    front = piece.front
    bases = [side["base"] for side in front["sides"]]
    margin_mm, step_mm = (float(front[key]) for key in ("margin", "step"))
    for column, row in (front["zero"], *bases):
        for at, seams in ((column, parting.across_mm), (row, parting.down_mm)):
            place_mm = margin_mm + (float(at) - 1) * step_mm
            nearest_mm = min((abs(seam - place_mm) for seam in seams), default=math.inf)
            assert nearest_mm > DRAWN_MM[board] + 1
