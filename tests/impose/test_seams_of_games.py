"""Seams of Empire Plateau's boards run past what must not be parted, on either standard paper."""

import math
from functools import cache
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image

from fustella.build.inputs import icon_library
from fustella.build.production import items_of
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.values.model import Edition, Face, FaceId, Piece, SideName
from fustella.core.values.paper import PrintSettings
from fustella.draw import Artist, FaceCache
from fustella.draw.render import render
from fustella.impose import parting_of
from fustella.impose.boards.parts import Parting
from fustella.read import read_papers
from tests.helpers.drawn import game_of
from tests.helpers.pdf_reader import MM_PER_PT
from tests.helpers.sharing import ROOT

PROJECT = Project(ROOT)
DRAWN_MM = {"board-for-two": 12.4, "board-for-four": 22.0}
"""How far a base or the rose reaches, whichever is larger."""

PX_PER_MM = 4


def _piece(board: str) -> Piece:
    return next(piece for piece in game_of("empire-plateau").pieces if piece.id == board)


def _parting(board: str, paper: str) -> Parting:
    (item,) = items_of([_piece(board)])
    parting = parting_of(item, PrintSettings(read_papers(PROJECT)[paper]))
    assert parting is not None
    return parting


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("board", DRAWN_MM)
def test_no_seam_of_a_board_runs_through_a_base_or_the_rose(board, paper):
    parting, front = _parting(board, paper), _piece(board).front
    bases = [side["base"] for side in front["sides"]]
    margin_mm, step_mm = (float(front[key]) for key in ("margin", "step"))
    for column, row in (front["zero"], *bases):
        for at, seams in ((column, parting.across_mm), (row, parting.down_mm)):
            place_mm = margin_mm + (float(at) - 1) * step_mm
            nearest_mm = min((abs(seam - place_mm) for seam in seams), default=math.inf)
            assert nearest_mm > DRAWN_MM[board] + 1


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("board", DRAWN_MM)
def test_no_seam_of_a_board_runs_through_its_inscription_or_a_butte(board, language, paper):
    parting, picture = _parting(board, paper), _inscription_and_buttes(board, language)
    assert picture.getextrema()[0] < 128  # something is drawn
    for seams, box in ((parting.across_mm, _upright), (parting.down_mm, _level)):
        for seam_mm in seams:
            strip = picture.crop(box(picture.size, (seam_mm - 1) * PX_PER_MM, 2 * PX_PER_MM))
            assert strip.getextrema() == (255, 255), seam_mm


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_seams_of_board_for_two_follow_the_kerbs(paper):
    parting, front = _parting("board-for-two", paper), _piece("board-for-two").front
    margin_mm, step_mm = (float(front[key]) for key in ("margin", "step"))
    middle_x, middle_y = (margin_mm + (float(at) - 1) * step_mm for at in front["zero"])
    assert [abs(seam - middle_x) for seam in parting.across_mm] == [step_mm / 2]
    assert [abs(seam - middle_y) for seam in parting.down_mm] == [step_mm]


def test_seam_of_board_for_four_follows_the_kerb():
    front = _piece("board-for-four").front
    margin_mm, step_mm = (float(front[key]) for key in ("margin", "step"))
    middle_mm = margin_mm + (float(front["zero"][0]) - 1) * step_mm
    (seam_mm,) = _parting("board-for-four", "A4").across_mm
    assert abs(seam_mm - middle_mm) == step_mm


@cache
def _inscription_and_buttes(board: str, language: str) -> Image.Image:
    face = _boards(language)[FaceId(board, SideName.FRONT)]
    alone = _only(face, {"inscription", "buttes"})
    with pypdfium2.PdfDocument(render([[alone]], None)[0].pdf) as document:
        return document[0].render(scale=PX_PER_MM * MM_PER_PT).to_pil().convert("L")


@cache
def _boards(language: str) -> dict[FaceId, Face]:
    """All boards in a language, for those of one kind are drawn together."""
    game = game_of("empire-plateau")
    face_cache = FaceCache(None, "", PictureFolder(PROJECT.content / game.id))
    artist = Artist(PROJECT, Edition(game, language), icon_library(PROJECT, game.id), face_cache)
    kinds = {_piece(board).kind.id for board in DRAWN_MM}
    return artist.draw_pieces([piece for piece in game.pieces if piece.kind.id in kinds])


def _only(face: Face, kept: set[str]) -> Face:
    """A face with nothing but the groups of these names."""
    root = ElementTree.fromstring(face.svg)

    def prune(element: ElementTree.Element) -> bool:
        if element.get("id") in kept:
            return True
        for child in list(element):
            if not prune(child):
                element.remove(child)
        return len(element) > 0

    assert prune(root)
    return Face.drawn(ElementTree.tostring(root, encoding="unicode"), face.outline, face.bleed_mm)


def _upright(size: tuple[int, int], at: float, wide: int) -> tuple[int, int, int, int]:
    return round(at), 0, round(at) + wide, size[1]


def _level(size: tuple[int, int], at: float, wide: int) -> tuple[int, int, int, int]:
    return 0, round(at), size[0], round(at) + wide
