"""The PDFs of the four games, read by libraries that did not write them.

The numbers are those of the rule documents (docs: content/<game>/*.yaml name the lines) or of our
own design where a document is silent. They are repeated here, apart from the content, on purpose.
"""

import io
import itertools
import math
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pytest
from PIL import Image

from fustella.cli.command import main
from fustella.core.values.model import FaceId, SideName
from fustella.draw.render import render
from fustella.write.raster import page_pngs
from tests.helpers.drawn import PROJECT, drawn, game_of, keep_drawings
from tests.helpers.pdf_reader import fonts
from tests.helpers.printed import Printed, PrintedPage, read_pages

ROOT = Path(__file__).parent.parent
WITHIN_MM = 0.05
HEX = (51.5 + 1, 51.5 * 2 / math.sqrt(3) + 1)
TOKENS = [(13.0, 13.0), (25.0, 13.0), (37.0, 13.0), (25.0, 25.0)]
CARD = (63.0, 88.0)
BLED_CARD = (63.0 + 4, 88.0 + 4)
TILE = (38.0, 38.0)

SINGLE, DOUBLE = 1, 2

# game, file, pieces, the sizes that are drawn of them (bleed included) in mm, printed sides
SHEETS = [
    ("moving-kingdoms", "board", 186 + 204 + 1, {HEX, *TOKENS}, DOUBLE),
    ("moving-kingdoms", "card", 60 + 12 + 5, {CARD, (98.0, 134.0)}, DOUBLE),
    ("el-mapa", "board", 240 + 383 + 12 + 1 + 152 + 5 + 6 + 87, None, DOUBLE),
    (
        "el-mapa",
        "card",
        72 + 24 + 5 + 4 + 6 + 7,
        {CARD, (44.0, 67.0), (100.0, 95.0), (96.0, 132.0), (18.0, 18.0)},
        DOUBLE,
    ),
    ("empire-plateau", "board", 76, None, SINGLE),
    ("city-duel", "card", 2 * 45 + 2 * 10 + 5, {BLED_CARD}, DOUBLE),
]

# game, file, text on the face, copies
BY_TEXT = [
    ("moving-kingdoms", "board", "Castello", 40),
    ("moving-kingdoms", "board", "Caserma", 50),
    ("moving-kingdoms", "board", "Campo di grano", 50),
    ("moving-kingdoms", "board", "Stazione", 20),
    ("moving-kingdoms", "board", "Moai", 20),
    ("moving-kingdoms", "board", "Cimitero", 6),
    ("el-mapa", "card", "Puntería", 6),
    ("el-mapa", "card", "Bloodlust", 6),
    ("el-mapa", "card", "Teletransporte", 6),
    ("el-mapa", "card", "Escudo", 6),
]

# game, file, a size in mm, copies of that size
BY_SIZE = [
    ("moving-kingdoms", "board", TOKENS[0], 92),
    ("moving-kingdoms", "board", TOKENS[1], 44),
    ("moving-kingdoms", "board", TOKENS[2], 35),
    ("moving-kingdoms", "board", TOKENS[3], 33 + 1),
    ("el-mapa", "board", TILE, 240),
    ("el-mapa", "board", (190.0, 140.0), 12),
    ("el-mapa", "card", CARD, 72),
]

BACKS = ("retro", "reverso")


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All four games, built once, of the drawings that other tests look at, too."""
    folder = tmp_path_factory.mktemp("games")
    for game in PROJECT.games():
        keep_drawings(folder, game)
    assert main(["build", "--project", str(ROOT), "--output", str(folder)]) == 0
    return folder


def path_of(output: Path, game: str, file: str) -> Path:
    (found,) = output.glob(f"{game}/*-A4/{game}-{file}.pdf")
    return found


@cache
def pages_of(path: Path) -> tuple[PrintedPage, ...]:
    """All pages of a file, which stays as it is while these tests run."""
    return tuple(read_pages(path))


def fronts(output: Path, game: str, file: str) -> Iterator[Printed]:
    for page in pages_of(path_of(output, game, file)):
        if not is_back(page):
            yield from page.pieces


def is_back(page: PrintedPage) -> bool:
    """By the label beside the ruler."""
    return any(f"· {word} ·" in page.text for word in BACKS)


def same(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return all(abs(a - b) <= WITHIN_MM for a, b in zip(one, other, strict=True))


def size_of(piece: Printed) -> tuple[float, float]:
    return piece.width_mm, piece.height_mm


@pytest.mark.parametrize(("game", "file", "count", "sizes", "sides"), SHEETS)
def test_file_of_a_game_has_its_count_sizes_and_sides(
    output: Path,
    game: str,
    file: str,
    count: int,
    sizes: set[tuple[float, float]] | None,
    sides: int,
) -> None:
    pieces = list(fronts(output, game, file))
    assert len(pieces) == count
    for size in map(size_of, pieces):
        assert sizes is None or any(
            same(size, known) or same(size, known[::-1]) for known in sizes
        ), size
    pages = pages_of(path_of(output, game, file))
    assert any(map(is_back, pages)) == (sides == DOUBLE)


def test_pages_of_two_sided_files_come_front_and_back_in_turn(
    output: Path,
) -> None:
    two_sided = 0
    for path in output.glob("*/*-A4/*.pdf"):
        if "-rules" in path.stem:  # tests/impose/test_booklet.py turns the sheets of booklets
            continue
        pages = pages_of(path)
        asked = str(pypdf.PdfReader(path).trailer["/Root"]["/ViewerPreferences"]["/Duplex"])
        if not any(map(is_back, pages)):
            assert asked == "/Simplex", path
            continue
        two_sided += 1
        assert asked == "/DuplexFlipLongEdge", path
        assert not any(map(is_back, pages[0::2])), path
        assert all(is_back(page) or not page.pieces for page in pages[1::2]), path
        assert len(pages) % 2 == 0, path
    assert two_sided >= 5


@pytest.mark.parametrize(("game", "file", "text", "count"), BY_TEXT)
def test_file_of_a_game_has_as_many_pieces_with_a_text(
    output: Path, game: str, file: str, text: str, count: int
) -> None:
    # A text on a piece that lies turned is read letter by letter.
    wanted = "".join(text.split())
    printed = ("".join(piece.text.split()) for piece in fronts(output, game, file))
    assert sum(wanted in letters for letters in printed) == count


@pytest.mark.parametrize(("game", "file", "size", "count"), BY_SIZE)
def test_file_of_a_game_has_as_many_pieces_of_a_size(
    output: Path, game: str, file: str, size: tuple[float, float], count: int
) -> None:
    found = map(size_of, fronts(output, game, file))
    assert sum(same(one, size) or same(one, size[::-1]) for one in found) == count


def of_size(pieces: Iterable[Printed], size: tuple[float, float]) -> Iterator[Printed]:
    return (
        piece for piece in pieces if same(size_of(piece), size) or same(size_of(piece), size[::-1])
    )


def test_el_mapa_has_every_technology_six_times_and_tiles_in_three_looks(
    output: Path,
) -> None:
    for file, size, times in (("board", TILE, 2), ("card", CARD, 6)):
        pieces = of_size(fronts(output, "el-mapa", file), size)
        copies = Counter(piece.form for piece in pieces)
        assert all(number % times == 0 for number in copies.values())
    technologies = of_size(fronts(output, "el-mapa", "card"), CARD)
    assert sorted(Counter(piece.form for piece in technologies).values()) == [6] * 12


def test_el_mapa_has_as_many_tiles_of_each_level(output: Path) -> None:
    """114 of the first level, 108 of the second, 18 of the third."""
    pages = pages_of(path_of(output, "el-mapa", "board"))
    backs = Counter(
        "".join(piece.text.split())
        for page in pages
        if is_back(page)
        for piece in of_size(page.pieces, TILE)
    )
    assert backs == {"I": 114, "II": 108, "III": 18}


def test_empire_plateau_has_as_many_armies_of_each_reach(output: Path) -> None:
    pieces = list(fronts(output, "empire-plateau", "board"))
    words = [piece.text.split() for piece in pieces]  # with the code, before it or after it
    reach = Counter(word for each in words for word in each if word.isdigit())
    assert reach == {"2": 48, "4": 16, "6": 8, "12": 4}


@pytest.mark.parametrize("board", ["board-for-two", "board-for-four"])
def test_points_of_a_board_of_empire_plateau_are_painted_where_they_are(board: str) -> None:
    face = drawn("empire-plateau", "it").faces[FaceId(board, SideName.FRONT)]
    (png,) = page_pngs(render([[face]], None)[0].pdf, 4 * 25.4)
    picture = Image.open(io.BytesIO(png)).convert("L")
    front = next(piece for piece in game_of("empire-plateau").pieces if piece.id == board).front
    taken = {tuple(at) for side in front["sides"] for start in side["starts"] for at in start["at"]}
    for column, row in itertools.product(
        range(1, front["columns"] + 1), range(1, front["rows"] + 1)
    ):
        if (column, row) not in taken:
            x, y = (4 * (front["margin"] + (n - 1) * front["step"]) for n in (column, row))
            for across, down in ((0, 0), (5, 0), (-5, 0), (0, 5), (0, -5)):  # to 1.25 of 1.6 mm
                assert picture.getpixel((round(x + across), round(y + down))) < 90, (column, row)


def test_standards_on_boxes_of_empire_plateau_say_what_the_banner_reaches():
    trays = [
        face for id_, face in drawn("empire-plateau", "it").faces.items() if "tray" in id_.piece
    ]
    assert len(trays) == 4
    for tray in trays:
        texts = ElementTree.fromstring(tray.svg).iter("{http://www.w3.org/2000/svg}text")
        numbers = Counter(filter(str.isdigit, ("".join(text.itertext()).strip() for text in texts)))
        assert set(numbers) == {"2", "4", "6", "12"}
        assert numbers["12"] == 4  # one on each side


def test_back_in_any_file_lies_behind_one_front(output: Path) -> None:
    """Turned over its long edge, each front has exactly one back, in exactly its place."""
    checked = 0
    for path in sorted(output.glob("*/*/*.pdf")):
        pages = pages_of(path)
        for front, back in itertools.pairwise(pages):
            if is_back(back):
                checked += 1
                check_backs(front, back, path)
    assert checked > 40


def check_backs(front: PrintedPage, back: PrintedPage, path: Path) -> None:
    turned = [
        (front.width_mm - piece.left_mm - piece.width_mm, piece.top_mm, *size_of(piece))
        for piece in front.pieces
    ]
    for piece in back.pieces:
        place = (piece.left_mm, piece.top_mm, *size_of(piece))
        behind = [one for one in turned if same(one, place)]
        assert len(behind) == 1, (path, place)


def test_moving_kingdoms_has_tokens_of_four_sizes_beside_hexagons(output: Path) -> None:
    pages = pages_of(path_of(output, "moving-kingdoms", "board"))
    beside = [
        {size for size in TOKENS for _ in of_size(page.pieces, size)}
        for page in pages
        if any(of_size(page.pieces, HEX))
    ]
    assert {size for sizes in beside for size in sizes} == {*TOKENS}


def test_fonts_of_any_file_are_embedded(output: Path) -> None:
    for path in output.glob("*/*/*.pdf"):
        assert all(fonts(path).values()), path


def test_qpdf_of_any_file_finds_nothing_wrong(output: Path) -> None:
    if not shutil.which("qpdf"):
        pytest.skip("qpdf is not installed")
    for path in output.glob("*/*/*.pdf"):
        checked = subprocess.run(["qpdf", "--check", path], capture_output=True, check=False)
        assert checked.returncode == 0, checked.stdout.decode()
