"""Measures a deck of 60 cards with photographs of 12 megapixels: time, memory, size of the PDF.

Builds are cold (no cache, no output), without a change, after an edit of a card, and after one
photograph was replaced. The size is compared with the sum of all pictures, each reduced to the 300
dpi of print and stored as a JPEG of quality 90 by Pillow alone.

    python benchmarks/pictures.py [--cards 60] [--runs 3]
"""

import argparse
import io
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

HERE = Path(__file__).parent
WORK = HERE / "work" / "pictures"
OUR_COMMAND = Path(sys.executable).with_name("fustella")
WIDTH_PX, HEIGHT_PX = 4000, 3000
CARD = (63.0, 88.0)
ART_MM = (69.0, 94.0)

GAME = """\
title: Photographs
languages: [en]
kinds:
  card:
    {name: Cards, width: 63mm, height: 88mm, bleed: 3mm, front: card.svg.j2,
     fields: {front: {title: text, art: image}}}
"""
TEMPLATE = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}
  {{ image(face.art, x=-3, y=-3, width=69, height=94) }}
  {{ text(face.title, x=6, y=70, width=51, height=8, size=14, colour="#ffffff") }}
{% endblock %}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=60)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    project = WORK / "project"
    make_project(project, options.cards)
    needed = needed_bytes(project)
    rows: dict[str, list[tuple[float, float]]] = {}
    for run in range(options.runs):
        shutil.rmtree(project / "output", ignore_errors=True)
        for what in ("cold", "nothing changed", "one title edited", "one photograph replaced"):
            change(project, what, run)
            rows.setdefault(what, []).append(build(project))
    pdf = (project / "output/photographs/en-A4/photographs-card.pdf").stat().st_size
    print(f"{os.cpu_count()} cores; medians of {options.runs} runs; {options.cards} photographs\n")
    print("| | s | MB memory |\n|---|---:|---:|")
    for what, runs in rows.items():
        seconds, memory = (statistics.median(column) for column in zip(*runs, strict=True))
        print(f"| {what} | {seconds:.2f} | {memory:.0f} |")
    print(f"\nPDF of the cards: {pdf / 1e6:.1f} MB; its pictures need {needed / 1e6:.1f} MB")
    return 0


def make_project(project: Path, cards: int) -> None:
    """Writes the project, unless it exists with as many photographs."""
    art = project / "content" / "photographs" / "art"
    templates = project / "templates" / "photographs"
    art.mkdir(parents=True, exist_ok=True)
    templates.mkdir(parents=True, exist_ok=True)
    (project / "content" / "photographs" / "game.yaml").write_text(GAME)
    (templates / "card.svg.j2").write_text(TEMPLATE)
    lines = ["kind: card", "source: {designed: a benchmark}", "pieces:"]
    for number in range(cards):
        lines.append(f"  - {{id: card-{number}, front: {{title: Card {number}, art: {number}}}}}")
        path = art / f"{number}.jpg"
        if not path.exists():
            photograph(number).save(path, quality=92)
    (project / "content" / "photographs" / "cards.yaml").write_text("\n".join(lines) + "\n")


def photograph(seed: int) -> Image.Image:
    """A picture as large as a camera's, with gradients, soft shapes and the grain of a sensor."""
    size = WIDTH_PX // 4, HEIGHT_PX // 4
    sky = Image.linear_gradient("L").rotate(seed * 37).resize(size)
    light = Image.radial_gradient("L").resize(size)
    picture = Image.merge("RGB", (sky, light, Image.blend(sky, light, 0.5)))
    pen = ImageDraw.Draw(picture)
    for at in range(40):
        x, y = (seed * 131 + at * 97) % size[0], (seed * 61 + at * 149) % size[1]
        reach = 10 + (at * 29 + seed) % 90
        colour = tuple((seed * 53 + at * channel) % 256 for channel in (71, 113, 37))
        pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=colour)
    picture = picture.filter(ImageFilter.GaussianBlur(3)).resize((WIDTH_PX, HEIGHT_PX))
    grain = Image.effect_noise((WIDTH_PX, HEIGHT_PX), 18).convert("RGB")
    return Image.blend(picture, grain, 0.12)


def needed_bytes(project: Path) -> int:
    """The bytes of the photographs as JPEGs of the printed size."""
    scale = max(
        ART_MM[0] / 25.4 * 300 / WIDTH_PX,
        ART_MM[1] / 25.4 * 300 / HEIGHT_PX,
    )
    total = 0
    for path in (project / "content" / "photographs" / "art").glob("*.jpg"):
        with Image.open(path) as picture:
            picture.draft("RGB", (round(WIDTH_PX * scale), round(HEIGHT_PX * scale)))
            small = picture.resize(
                (round(WIDTH_PX * scale), round(HEIGHT_PX * scale)), Image.Resampling.LANCZOS
            )
        content = io.BytesIO()
        small.save(content, "JPEG", quality=90, subsampling=0, optimize=True)
        total += len(content.getvalue())
    return total


def change(project: Path, what: str, run: int) -> None:
    content = project / "content" / "photographs"
    if what == "one title edited":
        cards = content / "cards.yaml"
        lines = cards.read_text().splitlines()
        lines[3] = f"  - {{id: card-0, front: {{title: Edited {run}, art: 0}}}}"
        cards.write_text("\n".join(lines) + "\n")
    elif what == "one photograph replaced":
        photograph(1000 + run).save(content / "art" / "1.jpg", quality=92)


def build(project: Path) -> tuple[float, float]:
    """Builds the project. Returns the seconds, and the largest resident set of a process in MB."""
    timer = (
        "import resource, subprocess, sys;"
        "done = subprocess.run(sys.argv[1:], capture_output=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss);"
        "sys.stderr.buffer.write(done.stderr); sys.exit(done.returncode)"
    )
    command = [str(OUR_COMMAND), "build", "--project", str(project)]
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", timer, *command], capture_output=True, check=True)
    return time.perf_counter() - start, int(done.stdout) / 1024


if __name__ == "__main__":
    raise SystemExit(main())
