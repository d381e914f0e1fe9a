"""The sheets of the four games are not many more than the area of their pieces requires."""

from itertools import combinations

import pytest
from msgspec.structs import replace

from fustella.build.production import items_of
from fustella.core.geometry.shapes import Shape
from fustella.core.values.paper import MarkStyle, PrintSettings
from fustella.impose import bounds_of
from fustella.impose.flat import flat_problems as problems_of
from fustella.read import read_papers
from tests.helpers.imposed import PROJECT, game_of, laid_out
from tests.impose.checks import check_margins

GAMES = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")
AT_MOST = {True: 1.20, False: 1.15}
"""Sheets as a multiple of the bound, for groups with hexagons and without."""


@pytest.mark.parametrize("game", GAMES)
def test_impose_with_a_game_takes_few_more_sheets_than_its_bound(game):
    items = items_of(game_of(game).pieces)
    settings = PrintSettings(read_papers(PROJECT)["A4"])
    sheets = laid_out(items, settings)
    for group, bound in bounds_of(items, settings).items():
        forms = {item.outline.shape for item in items if item.sheet == group}
        laid = [sheet for sheet in sheets if sheet.group == group]
        assert len(laid) <= bound.sheets * AT_MOST[Shape.HEXAGON in forms], group


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("game", GAMES)
def test_kinds_of_a_game_without_bleed_do_not_touch(game, paper):
    """But on a few sheets of el-mapa, which are too full to part them."""
    pieces = game_of(game).pieces
    items = items_of(pieces)
    item_of = {item.piece: item for item in items}
    touching = set[int]()
    for number, sheet in enumerate(laid_out(items, PrintSettings(read_papers(PROJECT)[paper]))):
        for one, other in combinations(sheet.pages[0].placements, 2):
            pair = item_of[one.face.piece], item_of[other.face.piece]
            kinds = {item.kind for item in pair}
            bare = any(item.bleed_mm <= 0 for item in pair)
            if len(kinds) == 2 and bare and one.box.grown(0.9).overlaps(other.box):
                touching.add(number)
    assert len(touching) <= (5 if game == "el-mapa" else 0)


def test_a_kit_that_lacks_two_dragons_has_them_on_a_sheet_with_others():
    """Unless nothing else of their stock is lacking, or what else is lacking fills its sheets."""
    items = items_of(game_of("moving-kingdoms").pieces)
    settings = PrintSettings(read_papers(PROJECT)["A4"])
    (dragon,) = (replace(item, copies=2) for item in items if item.kind == "dragon")
    for other in (item for item in items if item.sheet == "board" and item.kind != "dragon"):
        sheets = laid_out([other, dragon], settings)
        assert len(sheets) == len(laid_out([other], settings)), other.piece
        on = [{placed.face.piece for placed in sheet.pages[0].placements} for sheet in sheets]
        assert {dragon.piece} not in on


def test_el_mapa_has_fewest_board_sheets_with_backs():
    items = items_of(game_of("el-mapa").pieces)
    settings = PrintSettings(read_papers(PROJECT)["A4"])
    sheets = [sheet for sheet in laid_out(items, settings) if sheet.group == "board"]
    backed = [item for item in items if item.sheet == "board" and item.has_back]
    least = bounds_of(backed, settings)["board"].sheets
    assert sum(len(sheet.pages) > 1 for sheet in sheets) <= least + 1


@pytest.mark.parametrize("paper", ["A4", "Letter", "A5"])
@pytest.mark.parametrize("style", MarkStyle)
@pytest.mark.parametrize("game", GAMES)
def test_no_mark_of_a_game_lies_in_the_margin_of_its_paper(game, style, paper):
    items = items_of(game_of(game).with_boxes().pieces)
    settings = PrintSettings(read_papers(PROJECT)[paper], marks=style)
    items = [item for item in items if not problems_of([item], settings)]
    for sheet in laid_out(items, settings):
        for page in sheet.pages:
            check_margins(page, sheet.paper)


def test_impose_with_el_mapa_wastes_less_than_a_tenth_of_board_sheets():
    items = items_of(game_of("el-mapa").pieces)
    settings = PrintSettings(read_papers(PROJECT)["A4"])
    sheets = [sheet for sheet in laid_out(items, settings) if sheet.group == "board"]
    assert bounds_of(items, settings)["board"].waste(sheet.paper for sheet in sheets) < 0.10
