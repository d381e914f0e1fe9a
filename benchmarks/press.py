"""Measures files for a press against plain PDFs of the same cards.

    python benchmarks/press.py [--cards 1000] [--runs 5]

Exports a deck in which every card is different, `--to pdf` and `--to press`, in turn, each into an
empty output folder. Prints the medians in seconds, by the clock and of the processor, and the
ratios of press to plain.
"""

import argparse
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
WORK = HERE / "work" / "press"
COMMAND = Path(sys.executable).with_name("fustella")
FORMATS = ("pdf", "press")

_GAME = """\
title: Deck
languages: [en]
kinds:
  card:
    name: Cards
    width: 63mm
    height: 88mm
    bleed: 3mm
    corner: 3mm
    front: ready/card
"""


def write_deck(folder: Path, cards: int) -> None:
    """Writes a game of cards of a ready face, each with texts of its own."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(_GAME, encoding="utf-8")
    rows = ["id,title,text"]
    for number in range(cards):
        text = f"Draw {number % 7 + 1} cards. Then give one of them to the player on your left."
        rows.append(f"c{number},Card {number},{text}")
    (folder / "cards.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    (folder / "cards.yaml").write_text("kind: card\npieces: cards.csv\n", encoding="utf-8")


def run(project: Path, form: str) -> tuple[float, float]:
    """The seconds of an export by the clock, and of all processors."""
    out = WORK / "out"
    shutil.rmtree(out, ignore_errors=True)
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    words = [COMMAND, "export", "--to", form, "--output", out, "--project", project]
    subprocess.run(words, check=True, capture_output=True)
    took = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cards", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    project = WORK / "deck"
    write_deck(project, options.cards)
    took: dict[str, list[tuple[float, float]]] = {form: [] for form in FORMATS}
    for _ in range(options.runs):
        for form in FORMATS:
            took[form].append(run(project, form))
    for at, name in enumerate(("clock", "processor")):
        plain, press = (statistics.median(one[at] for one in took[form]) for form in FORMATS)
        print(f"{name:10} pdf {plain:6.2f} s   press {press:6.2f} s   ratio {press / plain:.2f}")


if __name__ == "__main__":
    main()
