"""A railway game from tables (tests/foreign/wolds): its map, its tiles, its market, its shares.

Where cells lie is worked out here from the sizes that its designer typed, without the tool's grid.
"""

import csv
import io
import json
import math
import shutil
from collections import Counter

import pypdfium2
import pytest
import yaml
from PIL import Image

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from tests.conftest import TESTS, TinyProject
from tests.test_foreign import said_by

pytestmark = pytest.mark.usefixtures("own_user")

WOLDS = TESTS / "foreign" / "wolds"
GAME = WOLDS / "content" / "wolds"
FLATS_MM = 38.0
HIGH_MM = FLATS_MM * 2 / math.sqrt(3)
BOARD_MM = (495.0, 390.0)
COLUMNS, ROWS = 12, 11
COMPANIES = 8


def typed(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO((GAME / name).read_text("utf-8"))))


def middle_mm(name):
    """The middle of the hexagon of a number: its letter is the row, and its figures halves."""
    row, half = ord(name[0]) - ord("A"), int(name[1:])
    left = (BOARD_MM[0] - (COLUMNS + 0.5) * FLATS_MM) / 2
    top = (BOARD_MM[1] - (0.75 * (ROWS - 1) + 1) * HIGH_MM) / 2
    return left + half * FLATS_MM / 2, top + HIGH_MM / 2 + row * HIGH_MM * 0.75


@pytest.fixture(scope="module")
def wolds(tmp_path_factory: pytest.TempPathFactory):
    """The project after its first build, and what the build said."""
    root = tmp_path_factory.mktemp("wolds") / "project"
    shutil.copytree(WOLDS, root)
    project = TinyProject(root)
    return project, said_by(project, "build")


@pytest.fixture(scope="module")
def game():
    return load_game(Project(WOLDS), "wolds")


def of_kind(game, kind):
    return [piece for piece in game.pieces if piece.kind.id == kind]


def test_railway_game_is_built_without_a_warning(wolds):
    _, (code, _, err) = wolds
    assert (code, err) == (0, "")


def test_all_is_tables_and_a_little_yaml():
    """The lines that are typed by hand, as the README counts them; no template."""
    paths = [path for path in WOLDS.rglob("*") if path.is_file()]
    assert {path.suffix for path in paths} == {".md", ".yaml", ".csv"}
    lines = 0
    for path in paths:
        if path.suffix == ".yaml":
            assert yaml.safe_load(path.read_text("utf-8"))
            lines += sum(bool(line.strip()) for line in path.read_text("utf-8").splitlines())
    assert f"{lines} lines of YAML" in (WOLDS / "README.md").read_text("utf-8")
    assert lines < 50


def test_box_has_what_the_tables_say(game):
    tiles = of_kind(game, "tile")
    rows = typed("tiles.csv")
    assert len(tiles) == len(rows) == 61
    assert sum(tile.copies for tile in tiles) == sum(int(row["copies"]) for row in rows) == 139
    assert {row["colour"] for row in rows} == {"yellow", "green", "brown", "grey"}
    shares = Counter(piece.front["title"].in_language("en") for piece in of_kind(game, "share"))
    assert shares == dict.fromkeys(shares, 2)
    assert len(shares) == len(of_kind(game, "station")) == COMPANIES
    for title in shares:
        held = sum(
            int(row["value"].rstrip("%")) * int(row["copies"])
            for row in typed("shares.csv")
            if row["title"] == title
        )
        assert held == 100
    homes = [row["home"] for row in typed("hexes.csv") if row["home"]]
    assert sorted(homes) == sorted(row["value"] for row in typed("stations.csv"))


def test_cells_have_the_letters_and_numbers_of_railway_maps(game):
    (board,) = of_kind(game, "map")
    grid = board.kind.grid
    names = {grid.name(cell) for cell in grid.cells}
    assert names == {row["at"] for row in typed("hexes.csv")}
    for name in names:
        assert (ord(name[0]) + int(name[1:])) % 2 == 1, "A has even numbers, B has odd ones"
        at, (x, y) = grid.middle(grid.find(name)), middle_mm(name)
        assert (at.x_mm, at.y_mm) == (pytest.approx(x), pytest.approx(y))


def test_tiles_are_as_large_as_the_cells_of_the_map(game):
    (board,) = of_kind(game, "map")
    cell = board.kind.grid.cell
    for tile in of_kind(game, "tile"):
        size = tile.kind.outline.size
        assert size.width_mm == pytest.approx(cell.width_mm) == pytest.approx(FLATS_MM)
        assert size.height_mm == pytest.approx(cell.height_mm) == pytest.approx(HIGH_MM)


def test_stations_lie_in_the_slots_of_cities(game):
    """The slot of a city is 0.29 of half a cell in radius."""
    for station in of_kind(game, "station"):
        assert station.kind.outline.size.width_mm <= 2 * 0.29 * FLATS_MM / 2 * 1.1


def test_market_is_the_table_of_its_prices(game):
    (market,) = of_kind(game, "market")
    rows = typed("market.csv")
    grid = market.kind.grid
    assert {grid.name(cell) for cell in grid.cells} == {row["at"] for row in rows}
    # Prices rise to the right and fall downwards.
    price = {row["at"]: int(row["value"]) for row in rows}
    for at, value in price.items():
        right, below = chr(ord(at[0]) + 1) + at[1:], at[0] + str(int(at[1:]) + 1)
        assert price.get(right, 10_000) > value > price.get(below, 0)


def test_colours_of_the_market_are_those_of_its_rows(wolds):
    """In the middle of each cell there is the colour of its row."""
    project, _ = wolds
    code, _, err = said_by(project, "export", "--to", "png", "--only", "market", "--dpi", "100")
    assert code == 0, err
    (path,) = (path for path in project.output.rglob("*market*.png"))
    tones = {"": (251, 249, 241), "yellow": (246, 217, 79), "brown": (189, 140, 92)}
    seen = Counter()
    with Image.open(path) as picture:
        mm = picture.width / 270
        for row in typed("market.csv"):
            if row["colour"] in tones:
                x, y = (
                    9 + 14 * (ord(row["at"][0]) - 65) + 12,
                    20 + 13 * (int(row["at"][1:]) - 1) + 11,
                )
                colour = picture.convert("RGB").getpixel((round(x * mm), round(y * mm)))
                off = max(abs(a - b) for a, b in zip(colour, tones[row["colour"]], strict=True))
                assert off < 4, row
                seen[row["colour"]] += 1
    assert min(seen.values()) >= 5
    assert {*seen} == {*tones}


def test_tiles_snap_to_the_cells_of_the_map(wolds):
    project, _ = wolds
    code, _, err = said_by(project, "export", "--to", "tts")
    assert code == 0, err
    saved = json.loads((project.output / "wolds" / "en" / "tts" / "wolds.json").read_text("utf-8"))
    things = {thing["Nickname"]: thing for thing in saved["ObjectStates"]}
    points = things["The Kestrel Wolds"]["AttachedSnapPoints"]
    found = [(point["Position"]["x"], point["Position"]["z"]) for point in points]
    wanted = [
        (1 - 2 * x / BOARD_MM[0], 2 * y / BOARD_MM[1] - 1)
        for x, y in (middle_mm(row["at"]) for row in typed("hexes.csv"))
    ]
    assert len(found) == len(wanted) == 88
    for place in wanted:
        assert min(math.dist(place, one) for one in found) < 0.0002


def test_numbers_stand_in_their_hexagons(wolds):
    """On the sheets the numbers lie as far from each other as the hexagons, and none is parted."""
    project, _ = wolds
    plain = {row["at"] for row in typed("hexes.csv") if not row["track"] and not row["city"]}
    plain -= {row["at"] for row in typed("hexes.csv") if row["town"]}
    seen = set()
    with pypdfium2.PdfDocument(project.output / "wolds" / "en-A4" / "wolds-map.pdf") as document:
        for page in document:
            text, here = page.get_textpage(), {}
            for number in range(text.count_rects()):
                left, bottom, right, top = text.get_rect(number)
                word = text.get_text_bounded(left, bottom, right, top).strip()
                here[word] = ((left + right) / 144 * 25.4, -(top + bottom) / 144 * 25.4)
            names = sorted(plain & {*here})
            seen |= {*names}
            for name in names[1:]:
                apart = math.dist(here[names[0]], here[name])
                wanted = math.dist(middle_mm(names[0]), middle_mm(name))
                assert apart == pytest.approx(wanted, abs=0.5), (names[0], name)
    assert seen == plain
