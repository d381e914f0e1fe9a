"""Measures the ink of each theme for each game, from printed PDFs; fails if low ink is not low.

It does not use the figures of a build: it renders whole sheets, with marks, labels and covers,
finely enough for the thinnest line. Ink is the area that solid black of the same darkness would
cover, in A4 pages (generator/fustella/write/raster.py has the reasons).

    python benchmarks/ink.py [GAME …] [--output DIR] [--dpi 200]
"""

import argparse
import subprocess
import sys
from pathlib import Path

import pypdfium2

ROOT = Path(__file__).parent.parent
THEMES = ("full", "low-ink", "grey")
LOW = 1 / 3
A4_PT2 = 210 * 297 * (72 / 25.4) ** 2


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", metavar="GAME", nargs="*", help="default: all games")
    parser.add_argument("--output", type=Path, default=ROOT / "benchmarks" / "work" / "ink")
    parser.add_argument("--dpi", type=float, default=200)
    options = parser.parse_args()
    contents = ROOT / "content"
    games = options.games or sorted(one.name for one in contents.iterdir() if one.is_dir())
    print(f"| pages of solid black | {' | '.join(THEMES)} | low-ink / full | grey / full |")
    print("|---|" + "---:|" * (len(THEMES) + 2))
    too_much = []
    for game in games:
        pages = {
            theme: _ink_pages(_pdfs_built(game, theme, options.output), options.dpi)
            for theme in THEMES
        }
        low, grey = (pages[theme] / pages["full"] for theme in THEMES[1:])
        cells = " | ".join(f"{pages[theme]:.2f}" for theme in THEMES)
        print(f"| {game} | {cells} | {low:.0%} | {grey:.0%} |", flush=True)
        if low >= LOW:
            too_much.append(game)
    if too_much:
        print(f"low ink is not under {LOW:.0%} of full: {', '.join(too_much)}", file=sys.stderr)
    return 1 if too_much else 0


def _pdfs_built(game: str, theme: str, output: Path) -> list[Path]:
    command = [sys.executable, "-m", "fustella", "build", game, "--theme", theme]
    command += ["--project", str(ROOT), "--output", str(output)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
    suffix = "" if theme == "full" else f"-{theme}"
    folder = next((output / game).glob(f"??-A4{suffix}"))
    return sorted(folder.glob("*.pdf"))


def _ink_pages(files: list[Path], dpi: float) -> float:
    total = 0.0
    for file in files:
        with pypdfium2.PdfDocument(file) as document:
            for page in document:
                picture = page.render(dpi / 72, grayscale=True).to_pil()
                counts = picture.histogram()
                taken = sum(n * (255 - level) for level, n in enumerate(counts)) / 255 / sum(counts)
                total += taken * page.get_width() * page.get_height() / A4_PT2
    return total


if __name__ == "__main__":
    sys.exit(main())
