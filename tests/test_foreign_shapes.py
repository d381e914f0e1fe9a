"""A train game of many shapes (tests/foreign/railways/): its sheets and cut files, read back."""

import math
import re
import shutil
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from tests.conftest import TESTS, TinyProject
from tests.test_foreign import said_by

pytestmark = pytest.mark.usefixtures("own_user")

SVG = "{http://www.w3.org/2000/svg}"
COPIES = {
    "tile": 42,
    "share": 36,
    "train": 8,
    "station": 24,
    "signal": 24,
    "die": 2,
    "market": 1,
}


@pytest.fixture(scope="module")
def railways(tmp_path_factory: pytest.TempPathFactory) -> TinyProject:
    root = tmp_path_factory.mktemp("railways") / "project"
    shutil.copytree(TESTS / "foreign" / "railways", root)
    project = TinyProject(root)
    code, _, err = said_by(project, "build", "--cutter", "silhouette")
    assert (code, err) == (0, "")
    return project


def layers(project: TinyProject) -> dict[str, list[ElementTree.Element]]:
    """The paths and circles of all cut files, by the layer that they lie in."""
    found: dict[str, list[ElementTree.Element]] = {}
    for path in sorted((project.output / "railways" / "en-A4" / "cut").glob("*.svg")):
        for layer in ElementTree.parse(path).getroot().findall(f"{SVG}g"):
            found.setdefault(layer.get("id", ""), []).extend(layer)
    return found


def points_of(path: ElementTree.Element) -> list[tuple[float, float]]:
    numbers = [float(each) for each in re.findall(r"-?\d+\.?\d*", path.get("d", ""))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def area_mm2(points: list[tuple[float, float]]) -> float:
    ends = zip(points, (*points[1:], points[0]), strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in ends)) / 2


def test_game_has_its_pieces(railways):
    game = load_game(Project(railways.root), "railways")
    counted = Counter[str]()
    for piece in game.pieces:
        counted[piece.kind.id] += piece.copies
    assert counted == COPIES


def test_blade_goes_round_each_piece_and_each_hole(railways):
    cut = layers(railways)["CUT"]
    closed = [
        path for path in cut if path.get("d", "").endswith("Z") and "A" not in path.get("d", "")
    ]
    areas = Counter(round(area_mm2(points_of(path)), 1) for path in closed)
    flats = 38.0
    assert areas[round(flats**2 * math.sqrt(3) / 2, 1)] == COPIES["tile"]
    assert areas[round(16.0**2 * 2 * (math.sqrt(2) - 1), 1)] == COPIES["station"]
    holes = [path for path in closed if 6.5 < area_mm2(points_of(path)) < 7.2]
    assert len(holes) == COPIES["station"]
    signals = [path for path in closed if 134 < area_mm2(points_of(path)) < 140.3]
    assert len(signals) == COPIES["signal"]


def test_folds_are_those_of_figures_dice_and_the_market(railways):
    lengths = Counter(round(math.dist(*points_of(path)), 1) for path in layers(railways)["FOLD"])
    assert lengths == {25.0: 3 * COPIES["train"], 16.0: 12 * COPIES["die"], 96.0: 1}


def test_second_build_of_shapes_writes_nothing(railways):
    before = railways.hashes()
    code, out, _ = said_by(railways, "build", "--cutter", "silhouette")
    assert code == 0
    assert "unchanged" in out
    assert railways.hashes() == before


def test_pages_are_as_many_as_files_for_the_cutter(railways):
    folder = railways.output / "railways" / "en-A4"
    assert len(list((folder / "cut").glob("*.svg"))) == len(list((folder / "cut").glob("*.dxf")))
    assert {path.name for path in Path(folder).glob("*.pdf")} == {
        "railways-cover.pdf",
        "railways-board.pdf",
        "railways-share.pdf",
        "railways-card.pdf",
    }
