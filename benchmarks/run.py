"""Compares Fustella with its rivals on the benchmark set: writes tables of benchmarks/README.md.

Each rival is a whole process, started cold (no cache, no output), in turn with the others, several
times; the tables have medians and ratios, because a machine's speed drifts. There are also limits:
the time of typst alone for compiling the same faces, and the time for writing the same bytes.

    python benchmarks/run.py [whole] [growth] [again] [--set DIR] [--runs N] [--quick]
"""

import argparse
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from make_project import make_project
from measuring import (
    HEADS,
    Failed,
    Measure,
    conditions,
    made,
    measure,
    median,
    write_table,
)

HERE = Path(__file__).parent
ROOT = HERE.parent
WORK = HERE / "work"
GROWTH = (100, 1000, 10000)
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
OURS, BY_HAND, TYPST_BY_HAND = "Fustella", "reportlab, by hand", "typst, by hand"
WEASYPRINT, CHROMIUM, PROTOGRAF = "WeasyPrint", "Chromium, printing HTML", "protograf"
SLOW = (WEASYPRINT, CHROMIUM, PROTOGRAF)
TYPST_ALONE, BYTES_ALONE = "limit: typst alone, our faces", "limit: our bytes, written"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


@dataclass(frozen=True, slots=True)
class Row:
    """The figures of one rival: time, memory and output."""

    taken: Measure
    kilobytes: float
    pages: int


@dataclass(frozen=True, slots=True)
class Rivals:
    """The benchmark set, the Python with the rivals' libraries, and a browser ("" without one)."""

    bench: Path
    python: str
    browser: str

    def script(self, name: str, *words: str) -> list[str]:
        return [self.python, str(self.bench / name), *words]

    def printed(self, what: str, out: Path) -> list[list[str]]:
        """The commands that make HTML pages, and print them by the browser with a fresh profile."""
        page = out / "pages.html"
        sandbox = ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
        return [
            self.script("html_pages.py", what, str(page)),
            [
                self.browser,
                "--headless",
                "--disable-gpu",
                *sandbox,
                f"--user-data-dir={out / 'browser'}",
                "--no-pdf-header-footer",
                f"--print-to-pdf={out / 'pages.pdf'}",
                page.as_uri(),
            ],
        ]


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
    rivals = Rivals(bench, str(_rivals()), next(filter(None, map(shutil.which, BROWSERS)), ""))
    parts = {
        "whole": lambda: _whole_set(rivals, options.runs),
        "growth": lambda: _growth(rivals, options.quick),
        "again": lambda: _builds_again(options.runs),
    }
    for part in options.parts or PARTS:
        table = f"{conditions(1 if part == 'growth' else options.runs)}\n\n{parts[part]()}"
        write_table(part, table, "run.py")
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
    """The Python with the rivals, in an environment of its own: Fustella needs none of them."""
    place = WORK / "rivals"
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.is_file():
        venv.create(place, with_pip=True)
        command = [str(python), "-m", "pip", "install", "--quiet", "-r", str(HERE / "rivals.txt")]
        subprocess.run(command, check=True, env={**os.environ, "PIP_CONSTRAINT": ""})
    return python


def _whole_set(rivals: Rivals, runs: int) -> str:
    out = WORK / "out"

    def script(name: str, what: str) -> list[str]:
        return rivals.script(name, what, str(out / f"{what}.pdf"))

    commands = {
        OURS: [_fustella_command(out, "bench")],
        BY_HAND: [script("by_hand_reportlab.py", "all")],
        TYPST_BY_HAND: [script("by_hand_typst.py", "all")],
        WEASYPRINT: [script("by_weasyprint.py", "all")],
        CHROMIUM: rivals.printed("all", out) if rivals.browser else [],
        PROTOGRAF: [
            *(script("by_protograf.py", kind) for kind in ("cards", "hexes", "maptiles")),
            *(script("by_protograf.py", "tokens") for _ in range(4)),
        ],
        **_limits(out, "bench"),
    }
    return _table_of_medians(commands, out, runs)


def _growth(rivals: Rivals, quick: bool) -> str:
    """The tables for each number of cards; with `quick`, slow rivals skip the largest decks."""
    out, tables = WORK / "out", []
    for number in GROWTH:
        data = f"data/cards{number}.csv"
        source, pdf = str(rivals.bench / data), str(out / "cards.pdf")
        game = f"cards{number}"
        commands = {
            OURS: [[*_fustella_command(out, game), "--only", "card"]],
            BY_HAND: [rivals.script("by_hand_reportlab.py", source, pdf)],
            TYPST_BY_HAND: [rivals.script("by_hand_typst.py", data, pdf)],
            WEASYPRINT: [rivals.script("by_weasyprint.py", source, pdf)],
            CHROMIUM: rivals.printed(source, out) if rivals.browser else [],
            PROTOGRAF: [rivals.script("by_protograf.py", source, pdf)],
        }
        if number < max(GROWTH):  # all faces in one process would take gigabytes of memory
            commands |= _limits(out, game, "--only", "card")
        elif quick:
            commands = {name: steps for name, steps in commands.items() if name not in SLOW}
        tables.append(f"### {number:,} cards\n\n{_table_of_medians(commands, out, 1, warm=False)}")
    return "\n\n".join(tables)


def _limits(out: Path, game: str, *options: str) -> dict[str, list[list[str]]]:
    """The commands for typst alone and the disk alone; their input is made here, unmeasured."""
    limits = [sys.executable, str(HERE / "limits.py")]
    faces, before = WORK / "faces.json", WORK / "made"
    command = [*limits, "faces", str(WORK / "project"), game, str(faces)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    _clear(out)
    subprocess.run([*_fustella_command(out, game), *options], check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(before, ignore_errors=True)
    shutil.copytree(out, before, ignore=shutil.ignore_patterns(".cache"))
    return {
        TYPST_ALONE: [[*limits, "typst", str(faces), str(out / "faces.pdf")]],
        BYTES_ALONE: [[*limits, "bytes", str(before), str(out)]],
    }


def _table_of_medians(
    commands: dict[str, list[list[str]]], out: Path, runs: int, *, warm: bool = True
) -> str:
    """A table of the medians of all rivals, and below it the rivals that are missing, with reasons.

    Each round runs every rival once, so that disturbances of the machine hit all alike. With
    `warm`, a first round is not counted, because Python compiles modules in it.
    """
    missing = [f"{name}: it is not here." for name, steps in commands.items() if not steps]
    measures: dict[str, list[Measure]] = {name: [] for name, steps in commands.items() if steps}
    results: dict[str, tuple[float, int]] = {}
    for run in range(runs + warm):
        for name in [*measures]:
            _clear(out)
            try:
                taken = measure(commands[name], out, _environments(commands[name]))
            except Failed as failed:
                if name in (OURS, BY_HAND):
                    raise SystemExit(str(failed)) from None
                print(failed, file=sys.stderr)
                missing.append(f"{name}: it failed.")
                del measures[name]
                continue
            if run >= warm:
                measures[name].append(taken)
            results.setdefault(name, made(out))
    rows = {name: Row(median(taken), *results[name]) for name, taken in measures.items()}
    return "\n".join((_table(rows), *(f"\n{line}" for line in missing)))


def _environments(steps: Sequence[Sequence[str]]) -> list[dict[str, str]]:
    """The further variables of commands: KIND names the tokens for protograf's last four."""
    return [{"KIND": str(max(0, number - 3))} for number in range(len(steps))]


def _builds_again(runs: int) -> str:
    """The table of builds after a build: the set, 1,000 cards, and games with one name changed."""
    for game in sorted(path.parent.name for path in ROOT.glob("content/*/game.yaml")):
        for part in ("content", "templates"):
            shutil.copytree(ROOT / part / game, WORK / "project" / part / game)
    for table in ROOT.glob("content/*.yaml"):
        shutil.copy(table, WORK / "project" / "content")
    shared = WORK / "project" / "templates" / "_shared"
    shutil.copytree(ROOT / "templates" / "_shared", shared, dirs_exist_ok=True)
    rows = ["| | cold | nothing changed | one card changed |", "|---|---:|---:|---:|"]
    for game, file, old, new in AGAIN:
        games = FOUR if "/" in file else (game,)
        cards = WORK / "project" / "content" / (file if "/" in file else f"{game}/{file}")
        typed = cards.read_text(encoding="utf-8")
        assert old in typed, (file, old)
        taken: dict[str, list[Measure]] = {"cold": [], "same": [], "one": []}
        for run in range(runs):
            out = WORK / "out"
            _clear(out)
            taken["cold"].append(measure([_fustella_command(out, *games)], out))
            taken["same"].append(measure([_fustella_command(out, *games)], out))
            cards.write_text(typed.replace(old, new.format(chr(ord("a") + run)), 1), "utf-8")
            taken["one"].append(measure([_fustella_command(out, *games)], out))
            cards.write_text(typed, encoding="utf-8")
        cold, same, one = (median(taken[key]) for key in ("cold", "same", "one"))
        cells = [
            f"{it.cpu_s:.2f} / {it.wall_s:.2f} s, {it.largest_mb:.0f} MB"
            for it in (cold, same, one)
        ]
        parts = ["", *(f" ({it.cpu_s / cold.cpu_s:.0%})" for it in (same, one))]
        rows.append(f"| {game} | {' | '.join(map(str.__add__, cells, parts))} |")
    return "\n".join(rows)


def _fustella_command(out: Path, *games: str) -> list[str]:
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


def _table(rows: dict[str, Row]) -> str:
    """The table of all rows, with ratios to the hand-written script and to Fustella."""
    hand, ours = rows[BY_HAND].taken, rows[OURS].taken
    lines = [
        f"| | {HEADS} | kB PDF | pages | processor / by hand | wall / by hand | memory / by hand "
        "| processor / Fustella |",
        "|---|" + "---:|" * 10,
    ]
    lines += (
        f"| {name} | {row.taken.cells()} | {row.kilobytes:.0f} | {row.pages} "
        f"| {_ratio(row.taken.cpu_s, hand.cpu_s)} | {_ratio(row.taken.wall_s, hand.wall_s)} "
        f"| {_ratio(row.taken.largest_mb, hand.largest_mb)} "
        f"| {_ratio(row.taken.cpu_s, ours.cpu_s)} |"
        for name, row in rows.items()
    )
    return "\n".join(lines)


def _ratio(one: float, other: float) -> str:
    return f"{one / other:.1f}" if other else "–"


if __name__ == "__main__":
    sys.exit(main())
