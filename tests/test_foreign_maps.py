"""A wargame from tables (tests/foreign/fords): its map, its seams, its counters and its set-up.

Where cells lie is worked out here from the sizes that its designer typed, without the tool's grid.
"""

import csv
import io
import json
import math
import shutil
from pathlib import Path

import pypdfium2
import pytest
import yaml
from PIL import Image, ImageChops

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from tests.conftest import TESTS, TinyProject
from tests.test_foreign import said_by

pytestmark = pytest.mark.usefixtures("own_user")

FORDS = TESTS / "foreign" / "fords"
FLATS_MM = 21.4
WIDE_MM = FLATS_MM * 2 / math.sqrt(3)
COLUMNS, ROWS = 36, 25
BOARD_MM = (863.6, 558.8)
SHEETS = 15


def middle_mm(name):
    """The middle of the hexagon of a number, by the sizes in game.yaml."""
    column, row = int(name[:2]), int(name[2:])
    x = 6 + WIDE_MM / 2 + (column - 1) * WIDE_MM * 3 / 4
    y = 6 + FLATS_MM / 2 + (row - 1) * FLATS_MM + (FLATS_MM / 2 if column % 2 == 0 else 0)
    return x, y


@pytest.fixture(scope="module")
def fords(tmp_path_factory: pytest.TempPathFactory):
    """The project after its first build, and what the build said."""
    root = tmp_path_factory.mktemp("fords") / "project"
    shutil.copytree(FORDS, root)
    project = TinyProject(root)
    return project, said_by(project, "build")


def test_wargame_is_built_without_a_warning(fords):
    project, (code, _, err) = fords
    assert (code, err) == (0, "")
    with pypdfium2.PdfDocument(project.output / "fords" / "en-A4" / "fords-map.pdf") as document:
        assert len(document) == SHEETS


def test_what_is_typed_by_hand_is_short():
    """Lines of YAML without those of the counters; all else is in tables."""
    game = (FORDS / "content" / "fords" / "game.yaml").read_text("utf-8").splitlines()
    of_map = [line for line in game[: game.index("  unit:")] if line.strip()]
    listed = (FORDS / "content" / "fords" / "map.yaml").read_text("utf-8").splitlines()
    assert len(of_map) + len(listed) < 40
    assert not list(FORDS.rglob("*.j2"))


def test_map_has_nine_hundred_hexagons_and_six_nations_of_counters():
    game = load_game(Project(FORDS), "fords")
    (board,) = (piece for piece in game.pieces if piece.kind.id == "map")
    assert len(board.front["hexes"]) == COLUMNS * ROWS == len(board.kind.grid.cells)
    units = [piece for piece in game.pieces if piece.kind.id == "unit"]
    assert (len(units), len({unit.front["nation"] for unit in units})) == (280, 6)
    for cell in board.kind.grid.cells:
        at, (x, y) = board.kind.grid.middle(cell), middle_mm(board.kind.grid.name(cell))
        assert (at.x_mm, at.y_mm) == (pytest.approx(x), pytest.approx(y))


def test_claims_of_the_map_hold(fords):
    project, _ = fords
    code, out, err = said_by(project, "check")
    assert (code, err) == (0, ""), out


def letters_on(page):
    """The texts of a page with the middles of their boxes, in mm from the upper left corner."""
    text, height = page.get_textpage(), page.get_height()
    for number in range(text.count_rects()):
        left, bottom, right, top = text.get_rect(number)
        place = ((left + right) / 2 / 72 * 25.4, (height - (top + bottom) / 2) / 72 * 25.4)
        yield text.get_text_bounded(left, bottom, right, top).strip(), place


def test_no_seam_parts_a_hexagon_and_numbers_stand_in_theirs(fords):
    """Whole numbers of hexagons on each sheet lie as far from each other as the hexagons do."""
    project, _ = fords
    seen = set()
    with pypdfium2.PdfDocument(project.output / "fords" / "en-A4" / "fords-map.pdf") as document:
        for page in document:
            here = {text: at for text, at in letters_on(page) if text.isdigit() and len(text) == 4}
            seen |= {*here}
            names = sorted(here)
            first = names[0]
            for name in names[1:]:
                apart = math.dist(here[first], here[name])
                assert apart == pytest.approx(math.dist(middle_mm(first), middle_mm(name)), abs=0.4)
    assert len(seen) == COLUMNS * ROWS


@pytest.fixture(scope="module")
def table(fords):
    """The objects on the table of Tabletop Simulator, by their names."""
    project, _ = fords
    code, _, err = said_by(project, "export", "--to", "tts")
    assert code == 0, err
    saved = json.loads((project.output / "fords" / "en" / "tts" / "fords.json").read_text("utf-8"))
    return {thing["Nickname"]: thing for thing in saved["ObjectStates"]}


def test_pieces_snap_to_the_middles_of_hexagons(table):
    points = table["The Fords of Arnel"]["AttachedSnapPoints"]
    found = {(point["Position"]["x"], point["Position"]["z"]) for point in points}
    # In halves of the board; the board is turned by half a turn.
    wanted = {
        (round(1 - 2 * x / BOARD_MM[0], 4), round(2 * y / BOARD_MM[1] - 1, 4))
        for x, y in map(middle_mm, cells())
    }
    assert len(points) == COLUMNS * ROWS
    for x, z in wanted:
        assert min(math.dist((x, z), one) for one in found) < 0.0002


def test_units_lie_on_their_hexagons(table):
    board = table["The Fords of Arnel"]["Transform"]
    set_up = [row for row in typed("units.csv") if row["at"]]
    assert len(set_up) == 240
    for row in set_up:
        x, y = middle_mm(row["at"])
        place = table[row["id"]]["Transform"]
        right = board["posX"] + (2 * x / BOARD_MM[0] - 1) * board["scaleX"]
        away = board["posZ"] - (2 * y / BOARD_MM[1] - 1) * board["scaleZ"]
        assert (place["posX"], place["posZ"]) == (
            pytest.approx(right, abs=0.02),
            pytest.approx(away, abs=0.02),
        )


def cells():
    return [f"{column + 1:02}{row + 1:02}" for column in range(COLUMNS) for row in range(ROWS)]


def typed(name: str) -> list[dict[str, str]]:
    text = (FORDS / "content" / "fords" / name).read_text("utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def test_one_row_changes_one_hexagon(fords, tmp_path):
    """The picture of the map differs in the hexagon whose row was edited, and nowhere else."""
    project, _ = fords
    before = picture_of(project)
    path = Path(project.root) / "content" / "fords" / "hexes.csv"
    text = path.read_text("utf-8")
    assert "\n0505,clear,\n" in text
    path.write_text(text.replace("\n0505,clear,\n", "\n0505,marsh,\n"), "utf-8")
    try:
        after = picture_of(project)
    finally:
        path.write_text(text, "utf-8")
    box = ImageChops.difference(before, after).getbbox()
    left, top, right, bottom = (each / before.width * BOARD_MM[0] for each in box)
    x, y = middle_mm("0505")
    assert x - WIDE_MM / 2 - 1 < left < right < x + WIDE_MM / 2 + 1
    assert y - FLATS_MM / 2 - 1 < top < bottom < y + FLATS_MM / 2 + 1


def picture_of(project):
    code, _, err = said_by(project, "export", "--to", "png", "--only", "map", "--dpi", "72")
    assert code == 0, err
    (path,) = (path for path in project.output.rglob("*arnel*.png") if "png" in path.parts)
    with Image.open(path) as picture:
        return picture.convert("RGB")


def test_yaml_is_all_that_is_not_a_table():
    names = {path.suffix for path in FORDS.rglob("*") if path.is_file()}
    assert names == {".md", ".yaml", ".csv"}
    for path in FORDS.rglob("*.yaml"):
        assert yaml.safe_load(path.read_text("utf-8"))
