"""Tiny's faces and sheets as text that a person has read; `pytest --update-golden` writes them.

One feature a case is shown by the corpus (tests/corpus).
"""

from pathlib import Path

import pytest

from fustella.build.inputs import icon_library, load_game
from fustella.build.production import items_of
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Size
from fustella.core.values.model import Edition, FaceId, Game, SideName
from fustella.core.values.paper import Duplex, Margins, Paper, PrintSettings
from fustella.core.values.sheets import Sheet
from fustella.draw import FaceCache
from fustella.draw.artist import Artist
from fustella.impose import impose
from tests.helpers.goldens import compare, pretty, sheets_text

FOLDER = Path(__file__).parent / "golden"
A4 = Paper("A4", Size(210, 297), Margins.all_round(5))
FACES = [
    *((f"card-{name}", side) for name in ("boat", "hut", "dragon") for side in SideName),
    *((f"tile-{name}", side) for name in ("meadow", "peak") for side in SideName),
    ("coin-five", SideName.FRONT),
    ("counter-person-red", SideName.FRONT),
    ("counter-flag-blue", SideName.FRONT),
    ("board-island", SideName.FRONT),
    ("box-deck-box", SideName.FRONT),
]


@pytest.fixture(scope="session")
def game(good) -> Game:
    return load_game(Project(good.root), "tiny")


def sheets_of(game: Game, duplex: Duplex) -> tuple[Sheet, ...]:
    return impose(items_of(game.pieces), PrintSettings(A4, duplex))


@pytest.fixture(scope="session")
def faces(good, game):
    project = Project(good.root)
    face_cache = FaceCache(None, "", PictureFolder(project.content / "tiny"))
    artist = Artist(project, Edition(game, "en"), icon_library(project, game.id), face_cache)
    return artist.draw_pieces((*game.pieces, *game.boxes))


@pytest.mark.parametrize(("name", "side"), FACES)
def test_face_of_tiny_equals_its_golden(name, side, faces, pytestconfig):
    piece = name.partition("-")[2]
    path = FOLDER / "faces" / f"{name}-{side.value}.svg"
    svg = pretty(faces[FaceId(piece, side)].svg)
    compare(svg, path, pytestconfig.getoption("--update-golden"))


def test_faces_without_a_golden_are_those_like_another(faces):
    shown = {(name.partition("-")[2], side) for name, side in FACES}
    other = {(face.piece, face.side) for face in faces} - shown
    assert other == {(one, SideName.FRONT) for one in ("person-blue", "flag-red", "bits-tray")}


@pytest.mark.parametrize("duplex", Duplex)
def test_sheets_of_tiny_equal_their_golden(duplex, game, pytestconfig):
    path = FOLDER / f"sheets-{duplex.value}.txt"
    compare(sheets_text(sheets_of(game, duplex)), path, pytestconfig.getoption("--update-golden"))


def test_comparison_of_another_colour_or_a_tenth_of_a_millimetre_fails(faces, game, tmp_path):
    svg = pretty(faces[FaceId("five", SideName.FRONT)].svg)
    other = svg.replace("#e8d3a2", "#e8d3a3")
    assert other != svg
    compare(svg, tmp_path / "coin.svg", update=True)
    with pytest.raises(AssertionError, match="e8d3a3"):
        compare(other, tmp_path / "coin.svg", update=False)
    text = sheets_text(sheets_of(game, Duplex.NONE))
    compare(text, tmp_path / "sheets.txt", update=True)
    with pytest.raises(AssertionError, match="--update-golden"):
        compare(text.replace("20.00", "20.10", 1), tmp_path / "sheets.txt", update=False)


def test_comparison_without_a_golden_fails(tmp_path):
    with pytest.raises(FileNotFoundError):
        compare("anything", tmp_path / "none.txt", update=False)
