"""The sheets of the four games come near the least that the area of their pieces allows."""

from pathlib import Path

import pytest

from generator.geometry import Shape
from generator.impose import bounds_of, impose
from generator.loading import load_game
from generator.press import Press
from generator.printing import find_paper, items_of
from generator.project import Project

PROJECT = Project(Path(__file__).parent.parent)
GAMES = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")
AT_MOST = {True: 1.20, False: 1.15}
"""Sheets for one of the bound, for groups with hexagons and without."""


@pytest.mark.parametrize("game", GAMES)
def test_no_group_takes_many_more_sheets_than_its_area(game):
    items = items_of(load_game(PROJECT, game).pieces)
    press = Press(find_paper(PROJECT, "A4"))
    sheets = impose(items, press)
    for group, bound in bounds_of(items, press).items():
        forms = {item.outline.shape for item in items if item.sheet == group}
        laid = [sheet for sheet in sheets if sheet.group == group]
        assert len(laid) <= bound.sheets * AT_MOST[Shape.HEXAGON in forms], group


def test_el_mapa_wastes_less_than_a_tenth_of_its_board_sheets():
    items = items_of(load_game(PROJECT, "el-mapa").pieces)
    press = Press(find_paper(PROJECT, "A4"))
    sheets = [sheet for sheet in impose(items, press) if sheet.group == "board"]
    assert bounds_of(items, press)["board"].waste(sheet.paper for sheet in sheets) < 0.10
