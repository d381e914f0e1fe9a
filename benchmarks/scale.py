"""Measures how the cost of a build grows with the pieces of a game and the games of a project.

Every piece is a different card, with a common back. Each build is a whole process, started cold. It
needs only Fustella, and writes its tables into README.md.

    python benchmarks/scale.py [pieces] [games] [--quick] [--runs N]
"""

import argparse
import random
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from make_project import write_deck, write_icon
from measuring import HEADS, Measure, conditions, made, measure, median, write_table

HERE = Path(__file__).parent
WORK = HERE / "work" / "scale"
PIECES = (1, 10, 100, 1_000, 10_000, 50_000)
GAMES = (1, 10, 100)
CARDS_OF_A_GAME = 54
PARTS = ("pieces", "games")
ICONS = {
    "star": "12,1 15,9 23,9 17,14 19,22 12,17 5,22 7,14 1,9 9,9",
    "shield": "2,2 22,2 21,13 12,23 3,13",
    "house": "12,1 23,11 19,11 19,23 5,23 5,11 1,11",
}
COLOURS = ("#b23a48", "#2f6690", "#3a7d44", "#d08c1d", "#6a4c93", "#3d5a80")
WORDS = (
    "draw discard gain lose trade settle build move explore attack defend reveal shuffle exhaust "
    "card coin worker river forest mountain enemy ally tile market harbour granary tower region"
)


def cards(number: int, seed: int = 0) -> list[dict[str, str]]:
    """The rows of cards: a title, a number, an icon and 18 to 38 words, always the same ones."""
    drawn, words = random.Random(seed), WORDS.split()
    return [
        {
            "title": f"{drawn.choice(words).title()} {drawn.choice(words)} {n}",
            "level": str(1 + n % 5),
            "rules": " ".join(drawn.choices(words, k=drawn.randint(18, 38))).capitalize() + ".",
            "icon": drawn.choice([*ICONS]),
            "color": drawn.choice(COLOURS),
            "qty": "1",
        }
        for n in range(number)
    ]


def project(name: str, decks: Sequence[int]) -> Path:
    """Writes a project with a game for each number of cards."""
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    for icon, points in ICONS.items():
        write_icon(folder, icon, points, COLOURS[0])
    for n, number in enumerate(decks):
        write_deck(folder, f"game{n}", cards(number, n), f"mark: {_mark(n)}\n")
    return folder


def _mark(number: int) -> str:
    """Two letters, different for each game."""
    return chr(ord("A") + number // 26) + chr(ord("A") + number % 26)


def built(folder: Path, runs: int) -> tuple[Measure, float]:
    """Measures cold builds of a project: the medians, and the kilobytes of its PDFs."""
    out = WORK / "out"
    command = [sys.executable, "-m", "fustella", "build", "--only", "card"]
    command += ["--project", str(folder), "--output", str(out)]
    taken = []
    for _ in range(runs):
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir(parents=True)
        taken.append(measure([command], out))
    return median(taken), made(out)[0]


def pieces(quick: bool, runs: int) -> str:
    sizes = PIECES[:-2] if quick else PIECES
    lines = [f"| cards | {HEADS} | processor ms a card | kB PDF a card |", "|---:|" + "---:|" * 6]
    for number in sizes:
        taken, kilobytes = built(project("pieces", (number,)), runs)
        each = f"{1000 * taken.cpu_s / number:.2f} | {kilobytes / number:.1f}"
        lines.append(f"| {number:,} | {taken.cells()} | {each} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def games(quick: bool, runs: int) -> str:
    sizes = GAMES[:-1] if quick else GAMES
    lines = [
        f"| games of {CARDS_OF_A_GAME} cards | {HEADS} | processor ms a card | kB PDF a card |",
        "|---:|" + "---:|" * 6,
    ]
    for number in sizes:
        taken, kilobytes = built(project("games", (CARDS_OF_A_GAME,) * number), runs)
        all_cards = number * CARDS_OF_A_GAME
        each = f"{1000 * taken.cpu_s / all_cards:.2f} | {kilobytes / all_cards:.1f}"
        lines.append(f"| {number:,} | {taken.cells()} | {each} |")
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"default: {' '.join(PARTS)}")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="without the longest builds")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    for part in options.parts or PARTS:
        table = {"pieces": pieces, "games": games}[part](options.quick, options.runs)
        write_table(part, f"{conditions(options.runs)}\n\n{table}", "scale.py")
        print(table, end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
