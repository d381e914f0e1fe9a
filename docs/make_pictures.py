"""Makes the README's pictures from the built PDFs: after `make`, run this file.

Each picture is some real pages side by side, exactly as they print, scaled down.
"""

import io
import itertools
import sys
from pathlib import Path

from PIL import Image, ImageDraw

from fustella.write.raster import page_pngs

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures"
DPI = 60
GAP_PX = 14
PAPER, TABLE = "#ffffff", "#d9d6cf"

PICTURES = {
    "sheets": [
        ("moving-kingdoms/it-A4/moving-kingdoms-board.pdf", 4),
        ("el-mapa/es-A4/el-mapa-board.pdf", 2),
        ("city-duel/it-A4/city-duel-card.pdf", 12),
        ("empire-plateau/it-A4/empire-plateau-board.pdf", 0),
    ],
    "covers": [
        ("moving-kingdoms/it-A4/moving-kingdoms-cover.pdf", 0),
        ("el-mapa/es-A4/el-mapa-cover.pdf", 0),
        ("empire-plateau/it-A4/empire-plateau-cover.pdf", 0),
        ("city-duel/it-A4/city-duel-cover.pdf", 0),
    ],
    "booklets": [
        ("moving-kingdoms/it-A4/moving-kingdoms-rules.pdf", 7),
        ("el-mapa/es-A4/el-mapa-rules.pdf", 9),
        ("empire-plateau/it-A4/empire-plateau-rules.pdf", 10),
        ("city-duel/it-A4/city-duel-rules.pdf", 3),
    ],
    "more-sheets": [
        ("moving-kingdoms/it-A4/moving-kingdoms-board.pdf", 18),
        ("el-mapa/es-A4/el-mapa-board.pdf", 16),
        ("empire-plateau/it-A4/empire-plateau-board-for-two.pdf", 0),
        ("el-mapa/es-A4/el-mapa-cover.pdf", 1),
    ],
}


def main() -> int:
    """Writes every picture; 1 when a page is missing."""
    FOLDER.mkdir(exist_ok=True)
    for name, pages in PICTURES.items():
        missing = [file for file, _ in pages if not (ROOT / "output" / file).is_file()]
        if missing:
            print(f"{missing[0]} is missing: run `make` first", file=sys.stderr)
            return 1
        row([page(file, number) for file, number in pages]).save(
            FOLDER / f"{name}.png", optimize=True
        )
    return 0


def page(file: str, number: int) -> Image.Image:
    """One page of a built PDF."""
    pictures = page_pngs((ROOT / "output" / file).read_bytes(), DPI)
    picture = next(itertools.islice(pictures, number, None))
    return Image.open(io.BytesIO(picture)).convert("RGB")


def row(pages: list[Image.Image]) -> Image.Image:
    """Pages side by side on a table."""
    width = sum(one.width for one in pages) + GAP_PX * (len(pages) + 1)
    height = max(one.height for one in pages) + 2 * GAP_PX
    table = Image.new("RGB", (width, height), TABLE)
    draw, x = ImageDraw.Draw(table), GAP_PX
    for one in pages:
        edge = (x + 3, GAP_PX + 3, x + one.width + 2, GAP_PX + one.height + 2)
        draw.rectangle(edge, fill="#b5b1a7")
        table.paste(one, (x, GAP_PX))
        x += one.width + GAP_PX
    return table


if __name__ == "__main__":
    sys.exit(main())
