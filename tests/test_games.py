"""The four games as they come out of the printer, read by libraries that did not write them.

The numbers are those of the rule documents (docs: content/<game>/*.yaml name the lines) or of our
own design where a document is silent; here they stand apart from the content on purpose.
"""

import itertools
import math
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator import cli

from .pdf_reader import fonts
from .printed import Printed, PrintedPage, read_pages

ROOT = Path(__file__).parent.parent
WITHIN_MM = 0.05
HEX = (55.0, 55.0 * 2 / math.sqrt(3))
CARD = (63.0, 88.0)

pytestmark = pytest.mark.xdist_group("games")

SINGLE, DOUBLE = 1, 2

# game, file, pieces, their sizes in mm, printed sides
SHEETS = [
    ("moving-kingdoms", "buildings", 186, {HEX}, DOUBLE),
    ("moving-kingdoms", "card", 60, {CARD}, DOUBLE),
    ("moving-kingdoms", "tokens", 204, {(10.0, 10.0), (20.0, 10.0), (30.0, 10.0), (20.0, 20.0)}, 1),
    ("el-mapa", "tile", 240, {(38.0, 38.0)}, DOUBLE),
    ("el-mapa", "technology", 72, {CARD}, DOUBLE),
    ("el-mapa", "castle", 12, {(190.0, 128.0)}, SINGLE),
    ("el-mapa", "battle-board", 1, None, SINGLE),
    ("empire-plateau", "armies", 76, None, SINGLE),
    ("city-duel", "cards", 2 * 45 + 2 * 10 + 5, {CARD}, DOUBLE),
]

# game, file, text on the face, copies
BY_TEXT = [
    ("moving-kingdoms", "buildings", "Castello", 40),
    ("moving-kingdoms", "buildings", "Caserma", 50),
    ("moving-kingdoms", "buildings", "Campo di grano", 50),
    ("moving-kingdoms", "buildings", "Stazione", 20),
    ("moving-kingdoms", "buildings", "Moai", 20),
    ("moving-kingdoms", "buildings", "Cimitero", 6),
    ("el-mapa", "technology", "Puntería", 6),
    ("el-mapa", "technology", "Bloodlust", 6),
    ("el-mapa", "technology", "Teletransporte", 6),
    ("el-mapa", "technology", "Escudo", 6),
]

# game, file, a size in mm, copies of that size
BY_SIZE = [
    ("moving-kingdoms", "tokens", (10.0, 10.0), 92),
    ("moving-kingdoms", "tokens", (20.0, 10.0), 44),
    ("moving-kingdoms", "tokens", (30.0, 10.0), 35),
    ("moving-kingdoms", "tokens", (20.0, 20.0), 33),
]

BACKS = ("retro", "reverso")


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All four games, built once."""
    folder = tmp_path_factory.mktemp("games")
    assert cli.main(["build", "--project", str(ROOT), "--output", str(folder)]) == 0
    return folder


def path_of(output: Path, game: str, file: str) -> Path:
    (found,) = output.glob(f"{game}/*-A4/{game}-{file}.pdf")
    return found


def fronts(output: Path, game: str, file: str) -> Iterator[Printed]:
    for page in read_pages(path_of(output, game, file)):
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
def test_counts_and_sizes(
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
    pages = list(read_pages(path_of(output, game, file)))
    assert any(map(is_back, pages)) == (sides == DOUBLE)


@pytest.mark.parametrize(("game", "file", "text", "count"), BY_TEXT)
def test_counts_by_what_is_printed(
    output: Path, game: str, file: str, text: str, count: int
) -> None:
    assert sum(text in piece.text for piece in fronts(output, game, file)) == count


@pytest.mark.parametrize(("game", "file", "size", "count"), BY_SIZE)
def test_counts_by_size(
    output: Path, game: str, file: str, size: tuple[float, float], count: int
) -> None:
    found = map(size_of, fronts(output, game, file))
    assert sum(same(one, size) or same(one, size[::-1]) for one in found) == count


def test_every_technology_comes_six_times_and_every_tile_twice_in_three_looks(
    output: Path,
) -> None:
    for file, times in (("tile", 2), ("technology", 6)):
        copies = Counter(piece.form for piece in fronts(output, "el-mapa", file))
        assert all(number % times == 0 for number in copies.values())
    technologies = Counter(piece.form for piece in fronts(output, "el-mapa", "technology"))
    assert sorted(technologies.values()) == [6] * 12


def test_tiles_by_their_backs(output: Path) -> None:
    """114 of the first level, 108 of the second, 18 of the third."""
    pages = read_pages(path_of(output, "el-mapa", "tile"))
    backs = Counter(
        piece.text.split()[0] for page in pages if is_back(page) for piece in page.pieces
    )
    assert backs == {"I": 114, "II": 108, "III": 18}


def test_armies_by_their_reach(output: Path) -> None:
    pieces = list(fronts(output, "empire-plateau", "armies"))
    reach = Counter(piece.text.split()[0] for piece in pieces)
    assert reach == {"2": 48, "4": 16, "6": 8, "12": 4}


def test_two_sides_agree_in_every_file(output: Path) -> None:
    """Turned over its long edge, each front has exactly one back, in exactly its place."""
    checked = 0
    for path in sorted(output.glob("*/*/*.pdf")):
        pages = list(read_pages(path))
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


def test_tokens_of_four_sizes_share_a_sheet(output: Path) -> None:
    path = path_of(output, "moving-kingdoms", "tokens")
    sizes = [
        {tuple(sorted(round(side) for side in size_of(piece))) for piece in page.pieces}
        for page in read_pages(path)
    ]
    assert {(10, 10), (10, 20), (10, 30), (20, 20)} in sizes


def test_every_font_is_embedded(output: Path) -> None:
    for path in output.glob("*/*/*.pdf"):
        assert all(fonts(path).values()), path


def test_qpdf_finds_nothing_wrong(output: Path) -> None:
    if not shutil.which("qpdf"):
        pytest.skip("qpdf is not installed")
    for path in output.glob("*/*/*.pdf"):
        checked = subprocess.run(["qpdf", "--check", path], capture_output=True, check=False)
        assert checked.returncode == 0, checked.stdout.decode()


def test_every_text_fits_in_english_and_on_letter_too(tmp_path: Path) -> None:
    arguments = ["--project", str(ROOT), "--output", str(tmp_path)]
    assert cli.main(["build", *arguments, "--language", "en", "--paper", "Letter"]) == 0
    assert len(list(tmp_path.glob("*/en-Letter/*-cover.pdf"))) == 4
