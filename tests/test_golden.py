"""Tiny's faces and sheets as text that a person has read; `pytest --update-golden` writes them."""

import difflib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fustella.build.inputs import icon_library, load_game
from fustella.build.production import items_of
from fustella.core.geometry import Rect, Size
from fustella.core.model import Edition, FaceId, Game, SideName
from fustella.core.paper import Duplex, Margins, Paper, PrintSettings
from fustella.core.project import Project
from fustella.core.sheets import Line
from fustella.draw.album import Album
from fustella.draw.artist import Artist
from fustella.impose.imposition import impose

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


def difference(wanted: str, found: str) -> str:
    """What differs, as a reviewer reads it; "" when nothing does."""
    lines = difflib.unified_diff(
        wanted.splitlines(), found.splitlines(), "golden", "now", lineterm="", n=1
    )
    return "\n".join(lines)


def compare(found: str, path: Path, update: bool) -> None:
    if update:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, encoding="utf-8")
    wanted = path.read_text(encoding="utf-8")
    assert difference(wanted, found) == "", "pytest --update-golden writes it anew"


def pretty(svg: str) -> str:
    """An SVG with one element in each line, without the shared beginning of names."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root = ElementTree.fromstring(svg)
    for element in root.iter():
        if not element.tag.endswith(("text", "tspan")):
            element.text = (element.text or "").strip() or None
        if not element.tag.endswith("tspan"):
            element.tail = None
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def box(rect: Rect) -> str:
    return f"{rect.x_mm:8.2f} {rect.y_mm:8.2f} {rect.width_mm:7.2f} x {rect.height_mm:6.2f}"


def ends(line: Line) -> str:
    start, end = line.start, line.end
    return f"{start.x_mm:8.2f} {start.y_mm:8.2f} to {end.x_mm:6.2f} {end.y_mm:8.2f}"


def sheets_text(game: Game, duplex: Duplex) -> str:
    """One placement a line, in mm: the piece, its corner, its size, its turn, its window."""
    lines = [f"A4, {duplex.value}: piece, x, y, width x height, turn, window"]
    for sheet in impose(items_of(game.pieces), PrintSettings(A4, duplex)):
        for page in sheet.pages:
            lines += ["", f"{sheet.group}, sheet {sheet.number}, {page.side} {page.note}".rstrip()]
            for placed in page.placements:
                turn = f" {placed.turn_deg:3}°" if placed.turn_deg else ""
                window = f" window {box(placed.window)}" if placed.window else ""
                behind = " its back" if placed.face.side is not page.side else ""
                lines.append(f"  {placed.face.piece:12}{box(placed.box)}{turn}{window}{behind}")
            lines += [f"  fold        {ends(fold)}" for fold in page.folds]
            lines += [f"  glue        {box(area)}" for area in page.glue]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="session")
def game(good) -> Game:
    return load_game(Project(good.root), "tiny")


@pytest.fixture(scope="session")
def faces(good, game):
    project = Project(good.root)
    album = Album(None, "")
    artist = Artist(project.templates, Edition(game, "en"), icon_library(project), album)
    return artist.draw_pieces((*game.pieces, *game.boxes))


@pytest.mark.parametrize(("name", "side"), FACES)
def test_faces_are_as_a_person_has_seen_them(name, side, faces, pytestconfig):
    piece = name.partition("-")[2]
    path = FOLDER / "faces" / f"{name}-{side.value}.svg"
    svg = pretty(faces[FaceId(piece, side)].svg)
    compare(svg, path, pytestconfig.getoption("--update-golden"))


def test_every_face_has_a_golden(faces):
    shown = {(name.partition("-")[2], side) for name, side in FACES}
    other = {(face.piece, face.side) for face in faces} - shown
    assert other == {(one, SideName.FRONT) for one in ("person-blue", "flag-red", "bits-tray")}


@pytest.mark.parametrize("duplex", Duplex)
def test_sheets_are_as_a_person_has_seen_them(duplex, game, pytestconfig):
    path = FOLDER / f"sheets-{duplex.value}.txt"
    compare(sheets_text(game, duplex), path, pytestconfig.getoption("--update-golden"))


def test_the_comparison_sees_another_colour_and_a_tenth_of_a_millimetre(faces, game, tmp_path):
    svg = pretty(faces[FaceId("five", SideName.FRONT)].svg)
    other = svg.replace("#e8d3a2", "#e8d3a3")
    assert other != svg
    compare(svg, tmp_path / "coin.svg", update=True)
    with pytest.raises(AssertionError, match="e8d3a3"):
        compare(other, tmp_path / "coin.svg", update=False)
    text = sheets_text(game, Duplex.NONE)
    compare(text, tmp_path / "sheets.txt", update=True)
    with pytest.raises(AssertionError, match="--update-golden"):
        compare(text.replace("20.00", "20.10", 1), tmp_path / "sheets.txt", update=False)


def test_a_golden_that_is_missing_is_no_pass(tmp_path):
    with pytest.raises(FileNotFoundError):
        compare("anything", tmp_path / "none.txt", update=False)
