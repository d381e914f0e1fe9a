"""Fustella beside its rivals, on the benchmark set: writes the tables of benchmarks/README.md.

Each rival is a whole process, started cold (no cache, no output), in turn with the others, several
times; the tables hold medians and ratios, for a machine's speed drifts. Memory is the largest sum
of resident sets of a process and its children, sampled; without /proc, the largest process.

    python benchmarks/run.py [whole] [growth] [again] [--set DIR] [--runs N] [--quick]
"""

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from make_project import make_project

HERE = Path(__file__).parent
ROOT = HERE.parent
WORK = HERE / "work"
GROWTH = (100, 1000, 10000)
SAMPLE_S = 0.02
PARTS = ("whole", "growth", "again")
GAME = "el-mapa"
AGAIN = (
    ("bench", "cards.yaml", "title: ", "title: Changed{} # "),
    ("cards1000", "cards.yaml", "title: ", "title: Changed{} # "),
    (GAME, "technologies.yaml", "Pies ligeros", "Pies ligeros {}"),
    ("city-duel", "league-works.yaml", "it: Accampamento", "it: Accampamento {}"),
    ("empire-plateau", "armies.yaml", "Impero Azzurro", "Impero Azzurro {}"),
    ("moving-kingdoms", "deck-2-advanced.yaml", "Alle armi", "Alle armi {}"),
    ("all four games", "moving-kingdoms/deck-2-advanced.yaml", "Alle armi", "Alle armi {}"),
)
FOUR = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")
OURS, BY_HAND = "Fustella", "reportlab, by hand"


@dataclass(frozen=True, slots=True)
class Measure:
    seconds: float
    megabytes: float


@dataclass(frozen=True, slots=True)
class Median:
    seconds: float
    megabytes: float
    kilobytes: float
    pages: int


def main() -> int:
    options = _options()
    if not (options.set / "gen_data.py").is_file():
        print(f"skipped: the benchmark set is not at {options.set} (say --set DIR)")
        return 0
    bench = WORK / "set"
    shutil.rmtree(bench, ignore_errors=True)
    shutil.copytree(options.set, bench)
    subprocess.run([sys.executable, "gen_data.py"], cwd=bench, check=True)
    make_project(bench / "data", WORK / "project", GROWTH)
    rivals = _rivals()
    parts = {
        "whole": lambda: _whole_set(bench, rivals, options.runs),
        "growth": lambda: _growth(bench, rivals, options.quick),
        "again": lambda: _again(options.runs),
    }
    for part in options.parts or PARTS:
        table = f"{_conditions(1 if part == 'growth' else options.runs)}\n\n{parts[part]()}"
        _write(part, table)
        print(table, end="\n\n", flush=True)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    default = ROOT.parent / "shared" / "bench"
    parser.add_argument("parts", metavar="PART", nargs="*", help="default: whole growth again")
    parser.add_argument("--set", type=Path, default=default, help="default: %(default)s")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="no rival builds 10,000 cards")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no part {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}")
    return options


def _rivals() -> Path:
    """The Python that has the rivals: in a place of its own, for Fustella needs none of them."""
    place = WORK / "rivals"
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.is_file():
        venv.create(place, with_pip=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "-r", str(HERE / "rivals.txt")]
        subprocess.run(command, check=True, env={**os.environ, "PIP_CONSTRAINT": ""})
    return python


def _whole_set(bench: Path, rivals: Path, runs: int) -> str:
    out = WORK / "out"

    def script(name: str, what: str, suffix: str = "") -> list[str]:
        return [str(rivals), str(bench / name), what, str(out / f"{what}{suffix}.pdf")]

    commands = {
        OURS: [_ours(out, "bench")],
        BY_HAND: [script("by_hand_reportlab.py", "all")],
        "typst, by hand": [script("by_hand_typst.py", "all")],
        "WeasyPrint": [script("by_weasyprint.py", "all")],
        "protograf": [
            *(script("by_protograf.py", kind) for kind in ("cards", "hexes", "maptiles")),
            *(script("by_protograf.py", "tokens") for _ in range(4)),
        ],
    }
    medians = _medians(commands, out, runs)
    return _table(medians, ("s", "MB memory", "kB PDF", "pages"), BY_HAND)


def _growth(bench: Path, rivals: Path, quick: bool) -> str:
    rows = [
        "| | " + " | ".join(f"{n:,} cards" for n in GROWTH) + " |",
        "|---|" + "---|" * len(GROWTH),
    ]
    names = (OURS, BY_HAND, "typst, by hand", "WeasyPrint", "protograf")
    scripts = dict(zip(names[1:], ("reportlab", "typst", "weasyprint", "protograf"), strict=True))
    cells: dict[str, list[str]] = {name: [] for name in names}
    for number in GROWTH:
        for name in names:
            slow = quick and number == max(GROWTH) and name in ("WeasyPrint", "protograf")
            out = WORK / "out"
            if name == OURS:
                command = [*_ours(out, f"cards{number}"), "--only", "card"]
            else:
                script = scripts[name]
                file = f"by_hand_{script}.py" if "hand" in name else f"by_{script}.py"
                data = f"data/cards{number}.csv"
                source = data if script == "typst" else str(bench / data)
                command = [str(rivals), str(bench / file), source, str(out / "cards.pdf")]
            if slow:
                cells[name].append("–")
                continue
            _clear(out)
            measure = _run([command], out)
            cells[name].append(f"{measure.seconds:.2f} s / {measure.megabytes:.0f} MB")
    rows += (f"| {name} | " + " | ".join(cells[name]) + " |" for name in names)
    return "\n".join(rows)


def _again(runs: int) -> str:
    """A build after a build: the set, 1,000 cards, real games with one name changed, and all."""
    for game in sorted(path.parent.name for path in ROOT.glob("content/*/game.yaml")):
        for part in ("content", "templates"):
            shutil.copytree(ROOT / part / game, WORK / "project" / part / game)
    for table in ROOT.glob("content/*.yaml"):
        shutil.copy(table, WORK / "project" / "content")
    icons = WORK / "project" / "templates" / "_shared" / "icons"
    shutil.copytree(ROOT / "templates" / "_shared" / "icons", icons, dirs_exist_ok=True)
    rows = ["| | cold | nothing changed | one card changed |", "|---|---:|---:|---:|"]
    for game, file, old, new in AGAIN:
        games = FOUR if "/" in file else (game,)
        cards = WORK / "project" / "content" / (file if "/" in file else f"{game}/{file}")
        typed = cards.read_text(encoding="utf-8")
        assert old in typed, (file, old)
        times: dict[str, list[float]] = {"cold": [], "same": [], "one": []}
        for run in range(runs):
            out = WORK / "out"
            _clear(out)
            times["cold"].append(_run([_ours(out, *games)], out).seconds)
            times["same"].append(_run([_ours(out, *games)], out).seconds)
            cards.write_text(typed.replace(old, new.format(chr(ord("a") + run)), 1), "utf-8")
            times["one"].append(_run([_ours(out, *games)], out).seconds)
            cards.write_text(typed, encoding="utf-8")
        cold, same, one = (statistics.median(times[key]) for key in ("cold", "same", "one"))
        rows.append(
            f"| {game} | {cold:.2f} s | {same:.2f} s ({same / cold:.0%}) "
            f"| {one:.2f} s ({one / cold:.0%}) |"
        )
    return "\n".join(rows)


def _ours(out: Path, *games: str) -> list[str]:
    project = str(WORK / "project")
    return [
        sys.executable,
        "-m",
        "fustella",
        "build",
        *games,
        "--project",
        project,
        "--output",
        str(out),
    ]


def _clear(out: Path) -> None:
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)


def _medians(commands: dict[str, list[list[str]]], out: Path, runs: int) -> dict[str, Median]:
    """Every rival once, then every rival again: whatever the machine does hits all alike.

    A first round is not counted: Python compiles modules then.
    """
    measures: dict[str, list[Measure]] = {name: [] for name in commands}
    made: dict[str, tuple[float, int]] = {}
    for name, steps in commands.items():
        _clear(out)
        _run(steps, out)
        made[name] = _made(out)
    for _ in range(runs):
        for name, steps in commands.items():
            _clear(out)
            measures[name].append(_run(steps, out))
    return {
        name: Median(
            statistics.median(m.seconds for m in found),
            statistics.median(m.megabytes for m in found),
            *made[name],
        )
        for name, found in measures.items()
    }


def _made(out: Path) -> tuple[float, int]:
    """Kilobytes and pages of all PDFs, read by a library that did not write them."""
    import pypdfium2  # noqa: PLC0415

    files = [path for path in out.rglob("*.pdf") if not path.name.startswith(".")]
    pages = sum(len(pypdfium2.PdfDocument(path)) for path in files)
    return sum(path.stat().st_size for path in files) / 1000, pages


def _run(steps: Sequence[Sequence[str]], out: Path) -> Measure:
    """All steps of a rival, one process after the other: their seconds added, the most memory."""
    seconds, most = 0.0, 0.0
    for number, step in enumerate(steps):
        # protograf's script makes the four tokens in four runs, told apart by KIND; they come last.
        env = {**os.environ, "KIND": str(max(0, number - 3)), "PYTHONDONTWRITEBYTECODE": ""}
        with tempfile.TemporaryFile() as said:
            start = time.perf_counter()
            process = subprocess.Popen(step, cwd=out, env=env, stdout=said, stderr=said)
            while process.poll() is None:
                most = max(most, _resident_mb(process.pid))
                time.sleep(SAMPLE_S)
            seconds += time.perf_counter() - start
            if process.returncode:
                said.seek(0)
                end = said.read()[-800:].decode(errors="replace")
                raise SystemExit(f"{' '.join(step)} failed:\n{end}")
    return Measure(seconds, most)


def _resident_mb(pid: int) -> float:
    """The resident memory of a process and all its descendants now, in MB."""
    total, waiting, parent = 0.0, [pid], ""
    while waiting:
        here = Path("/proc") / str(waiting.pop())
        try:
            said = (here / "statm").read_text()
            for task in (here / "task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
        except (OSError, ValueError):
            continue
        if said != parent:  # a child not yet begun still is its parent, page for page
            total += int(said.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        parent = parent or said
    return total


def _table(medians: dict[str, Median], heads: Sequence[str], floor: str) -> str:
    base = medians[floor].seconds
    ours = medians[OURS].seconds
    rows = [
        f"| | {' | '.join(heads)} | time over {floor} | time over {OURS} |",
        "|---|" + "---:|" * (len(heads) + 2),
    ]
    rows += (
        f"| {name} | {m.seconds:.2f} | {m.megabytes:.0f} | {m.kilobytes:.0f} | {m.pages} "
        f"| {m.seconds / base:.1f} | {m.seconds / ours:.1f} |"
        for name, m in medians.items()
    )
    return "\n".join(rows)


def _conditions(runs: int) -> str:
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}; " + (
        "one run each." if runs == 1 else f"medians of {runs} runs in turn."
    )


def _write(part: str, table: str) -> None:
    """Put a table between its marks in the README."""
    readme = HERE / "README.md"
    begin, end = f"<!-- {part}: written by run.py -->", f"<!-- end of {part} -->"
    before, rest = readme.read_text(encoding="utf-8").split(begin)
    after = rest.split(end)[1]
    readme.write_text(f"{before}{begin}\n\n{table}\n\n{end}{after}", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
