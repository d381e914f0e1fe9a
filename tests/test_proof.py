"""Fronts and backs of the games' sheets as pictures, for every group and every way of turning.

`python -m benchmarks.proof` does the same with all sheets and prints the figures.
"""

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from benchmarks.proof import (
    A4,
    WAYS,
    Pair,
    off,
    pairs,
    pictures,
    prove,
    shifted,
    turned_over,
)
from fustella.build.inputs import load_game
from fustella.build.production import items_of
from fustella.core.files.project import Project
from fustella.core.values.model import Game
from fustella.core.values.paper import Duplex, PrintSettings
from tests.helpers.imposed import PROJECT, game_of, laid_out

GAMES = PROJECT.games()


def of_each_group(found: list[Pair]) -> list[Pair]:
    """The last sheet of each group: it is the one that is not full, or holds what was left."""
    return list({pair.name.split()[0]: pair for pair in found}.values())


def sheets_of(game: Game, settings: PrintSettings) -> list[Pair]:
    return list(pairs(laid_out(items_of(game.pieces), settings), settings.duplex))


@pytest.fixture(scope="module")
def tiny_game(good) -> Game:
    return load_game(Project(good.root), "tiny")


@pytest.mark.parametrize("duplex", WAYS)
@pytest.mark.parametrize("name", GAMES)
def test_backs_of_a_game_coincide_with_fronts_within_one_pixel(name, duplex):
    game = game_of(name)
    wanted = of_each_group(sheets_of(game, PrintSettings(A4, duplex)))
    assert wanted
    assert {pair.name: pixels for pair, pixels in prove(game, wanted) if pixels} == {}


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
def test_backs_shifted_for_a_printer_that_is_off_coincide_with_fronts(duplex, tiny_game):
    """Backs are moved by 7 pixels right and up on their page; the printer moves them back."""
    wanted = sheets_of(tiny_game, shifted(PrintSettings(A4, duplex), 7))[-2:]
    for pair, (front, back) in zip(wanted, pictures(tiny_game, wanted), strict=True):
        assert off(front, turned_over(back, pair)) > 1000
        printed = ImageChops.offset(back, -7, 7)
        assert off(front, turned_over(printed, pair)) == 0


@pytest.fixture(scope="module")
def cards(tiny_game) -> tuple[Pair, Image.Image, Image.Image]:
    pair = sheets_of(tiny_game, PrintSettings(A4))[1]
    ((front, back),) = pictures(tiny_game, [pair])
    return pair, front, back


def test_pictures_of_a_sheet_have_its_size_and_ink(cards):
    pair, front, _ = cards
    assert front.size == (2481, 3508)  # A4 at 300 dpi
    dark = sum(front.histogram()[:200]) * (25.4 / 300) ** 2
    assert dark > 0.5 * sum(p.box.width_mm * p.box.height_mm for p in pair.fronts)


def test_proof_with_a_back_three_pixels_off_fails(cards):
    pair, front, back = cards
    assert off(front, turned_over(back, pair)) == 0
    assert off(front, turned_over(ImageChops.offset(back, 3, 0), pair)) > 1000


def test_proof_with_backs_turned_or_exchanged_fails(cards, tiny_game):
    pair, *_ = cards
    turned = tuple(replace(one, turn_deg=180) for one in pair.backs)
    first, *others = pair.backs
    hut, dragon = pair.backs[0], pair.backs[-1]
    assert hut.face.piece != dragon.face.piece
    exchanged = (replace(first, face=dragon.face), *others)
    for backs in (turned, exchanged):
        ((_, pixels),) = prove(tiny_game, [replace(pair, backs=backs)])
        assert pixels > 1000
