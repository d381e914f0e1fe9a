"""Measures exports: the four games to six formats, and a deck of 10,000 cards as pictures.

Each line is a whole process: `fustella export GAME --to FORMAT --output DIR`. The four games begin
with an empty output folder, one format after the other. All cards of the deck are different. It is
exported cold, again with the pictures deleted, again without a change, and after an edit of one
card. The last lines are its pages alone, in one process: drawn by pdfium, and compressed.

    python benchmarks/export.py [--cards 10000] [--dpi 300] [--set DIR]
"""

import argparse
import os
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from make_project import make_project

HERE = Path(__file__).parent
ROOT = HERE.parent
WORK = HERE / "work" / "export"
OUR_COMMAND = Path(sys.executable).with_name("fustella")
FORMATS = ("png", "tts", "pcio", "mpc", "tgc", "web")


@dataclass(frozen=True)
class Took:
    """The seconds of a process by the clock, and of all processors."""

    wall_s: float
    cpu_s: float


def run(*arguments: str, cwd: Path = ROOT) -> Took:
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [str(OUR_COMMAND), "export", *arguments]
    subprocess.run(command, cwd=cwd, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = sum((after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime))
    return Took(time.perf_counter() - begun, cpu_s)


def games() -> None:
    """Exports the four games to all formats, in one output folder that is empty at first."""
    out = WORK / "games"
    shutil.rmtree(out, ignore_errors=True)
    names = sorted(path.name for path in (ROOT / "content").iterdir() if path.is_dir())
    print("| | " + " | ".join(FORMATS) + " | all |")
    print("|---|" + "---:|" * (len(FORMATS) + 1))
    total = Took(0, 0)
    for game in names:
        took = [run(game, "--to", each, "--output", str(out)) for each in FORMATS]
        wall_s, cpu_s = sum(one.wall_s for one in took), sum(one.cpu_s for one in took)
        cells = [f"{one.wall_s:.1f} s" for one in took]
        print(f"| {game} | {' | '.join(cells)} | {wall_s:.1f} s |", flush=True)
        total = Took(total.wall_s + wall_s, total.cpu_s + cpu_s)
    print(f"\nall together {total.wall_s:.0f} s, {total.cpu_s:.0f} s of processor time\n")


def deck(cards: int, dpi: int, bench: Path) -> None:
    """Exports a deck of different cards with a common back as PNG."""
    project, game = WORK / "project", f"cards{cards}"
    data = WORK / "set"
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(bench, data)
    subprocess.run([sys.executable, "gen_data.py"], cwd=data, check=True)
    make_project(data / "data", project, (cards,))
    folder = project / "output" / game / "en" / "png"
    arguments = (game, "--to", "png", "--dpi", str(dpi))
    print(f"| {cards:,} cards at {dpi} dpi | s | processor s | cards a second | a core |")
    print("|---|---:|---:|---:|---:|")

    def row(what: str, took: Took, of: int = cards) -> None:
        rates = f"{of / took.wall_s:.0f} | {of / took.cpu_s:.0f}"
        print(f"| {what} | {took.wall_s:.1f} | {took.cpu_s:.1f} | {rates} |", flush=True)

    row("cold", run(*arguments, cwd=project))
    shutil.rmtree(folder)
    row("faces drawn before", run(*arguments, cwd=project))
    row("nothing changed", run(*arguments, cwd=project))
    listed = next((project / "content" / game).glob("card*.yaml"))
    text = listed.read_text(encoding="utf-8")
    listed.write_text(text.replace("level: 1", "level: 7", 1), encoding="utf-8")
    row("one card edited", run(*arguments, cwd=project))
    drawn, compressed = alone(project, game, dpi)
    row("pages drawn by pdfium alone", Took(drawn, drawn), 500)
    row("and compressed", Took(drawn + compressed, drawn + compressed), 500)


def alone(project: Path, game: str, dpi: int) -> tuple[float, float]:
    """The seconds of a processor for 500 cards: to render pages, and to write pixels as PNG."""
    from isal import isal_zlib  # noqa: PLC0415
    from pypdfium2 import PdfDocument  # noqa: PLC0415

    command = [str(OUR_COMMAND), "build", game, "--shop", "--only", "card"]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
    (path,) = (project / "output" / game).rglob("*.pdf")
    with PdfDocument(path) as document:
        begun = time.process_time()
        pictures = [
            document[page].render(dpi / 72).to_pil().tobytes() for page in range(0, 1000, 2)
        ]
        drawn_s = time.process_time() - begun
    begun = time.process_time()
    for pixels in pictures:
        isal_zlib.compress(pixels, 2)
    return drawn_s, time.process_time() - begun


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    default = ROOT.parent / "shared" / "bench"
    parser.add_argument("--set", type=Path, default=default, help="default: %(default)s")
    parser.add_argument("--cards", type=int, default=10_000, choices=(100, 1000, 10_000))
    parser.add_argument("--dpi", type=int, default=300)
    options = parser.parse_args()
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}\n")
    games()
    if (options.set / "gen_data.py").is_file():
        deck(options.cards, options.dpi, options.set)
    else:
        print(f"the deck is skipped: the benchmark set is not at {options.set} (say --set DIR)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
