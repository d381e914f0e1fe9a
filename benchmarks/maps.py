"""Compares the build of a map from tables with that of a picture of the same size.

The map is that of tests/foreign/fords: 34 x 22 in, 900 hexagons. The picture is of 100 dpi and
covers the same board, which is parted into as many sheets. Each build is a whole process, started
cold, in turn with the other; *one row* changes the terrain of one hexagon after such a build.

    python benchmarks/maps.py [--runs N]
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from measuring import HEADS, Measure, conditions, measure, median, write_table
from PIL import Image

ROOT = Path(__file__).parent.parent
FORDS = ROOT / "tests" / "foreign" / "fords"
PART = "map"
DPI = 100
INCHES = (34, 22)
ROW, CHANGED = "\n0505,clear,\n", "\n0505,marsh,\n"

PLAIN_GAME = """\
title: Plain
languages: [en]
kinds:
  map:
    name: Map
    front: ready/blank
    width: 34in
    height: 22in
    split: true
    edge: none
    fields: {front: {art: image}}
    layout: {front: {art: {x: 0mm, right: 0mm, y: 0mm, bottom: 0mm}}}
"""
PLAIN_LIST = "kind: map\npieces: [{id: map, name: Map, front: {art: map}}]\n"


def main() -> int:
    """Measure both and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        taken = _taken(Path(folder), runs)
    plain = taken["a picture"].cpu_s
    rows = [f"| | {HEADS} | processor / picture |", "|---|" + "---:|" * 5]
    rows += [f"| {name} | {one.cells()} | {one.cpu_s / plain:.2f} |" for name, one in taken.items()]
    write_table(PART, "\n".join([conditions(runs), "", *rows]), Path(__file__).name)
    return 0


def _taken(folder: Path, runs: int) -> dict[str, Measure]:
    _write_plain(folder / "plain")
    shutil.copytree(FORDS, folder / "fords")
    hexes = folder / "fords" / "content" / "fords" / "hexes.csv"
    typed = hexes.read_text("utf-8")
    found: dict[str, list[Measure]] = {"a picture": [], "900 hexagons": [], "one row": []}
    for _ in range(runs):
        for name, project in (("a picture", "plain"), ("900 hexagons", "fords")):
            shutil.rmtree(folder / "out", ignore_errors=True)
            found[name].append(_build(folder / project, folder / "out"))
        hexes.write_text(typed.replace(ROW, CHANGED, 1), "utf-8")
        found["one row"].append(_build(folder / "fords", folder / "out"))
        hexes.write_text(typed, "utf-8")
    return {name: median(measures) for name, measures in found.items()}


def _build(project: Path, out: Path) -> Measure:
    command = [sys.executable, "-m", "fustella", "build", "--only", "map"]
    return measure([[*command, "--project", str(project), "--output", str(out)]], project)


def _write_plain(folder: Path) -> None:
    (folder / "art").mkdir(parents=True)
    (folder / "game.yaml").write_text(PLAIN_GAME, "utf-8")
    (folder / "map.yaml").write_text(PLAIN_LIST, "utf-8")
    size = tuple(DPI * inches // 4 for inches in INCHES)
    noise = Image.frombytes("RGB", size, os.urandom(size[0] * size[1] * 3))
    picture = noise.resize((DPI * INCHES[0], DPI * INCHES[1]))
    picture.save(folder / "art" / "map.png")


if __name__ == "__main__":
    sys.exit(main())
