"""Measures the start of Fustella: help, a build without a change, and the modules that are loaded.

    python benchmarks/loading.py [--project DIR] [--game ID] [--runs N] [--least MS] [--check]

Times are of whole processes, medians of N runs in turn: by the clock, and of the processor. The
loading of a cold build is timed as a process that only loads the same modules. Below, for each, is
the cost of its modules, the least of N runs: by library, then as a tree in which a module stands
below the one that loaded it first, the most expensive first. --check fails if a limit is exceeded.
"""

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parent.parent
HELP, UNCHANGED, LOADING = "help", "nothing changed", "loading of a cold build"
LIMITS_MS = {HELP: 80, UNCHANGED: 80, LOADING: 150}
LOAD = """
import contextlib, importlib, os, sys
for name in sys.argv[1:]:
    with contextlib.suppress(ImportError):
        importlib.import_module(name)
os._exit(0)
"""
ROW = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|( +)(\S+)$", re.MULTILINE)


@dataclass(slots=True)
class Module:
    """A module that was loaded, its own time in each run, and the modules that it loaded first."""

    name: str
    own_ms: list[float] = field(default_factory=list)
    loaded: list["Module"] = field(default_factory=list)

    @property
    def self_ms(self) -> float:
        return min(self.own_ms, default=0)

    @property
    def all_ms(self) -> float:
        return self.self_ms + sum(module.all_ms for module in self.loaded)

    def tree(self) -> Iterator["Module"]:
        yield self
        for module in self.loaded:
            yield from module.tree()


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory() as folder:
        build = ["-m", "fustella", "build", options.game, "--project", str(options.project)]
        build += ["--output", str(Path(folder, "output"))]
        cold = _imports(build)
        names = [name for name, depth, _ in cold if not depth]
        commands = {
            HELP: ["-m", "fustella", "--help"],
            UNCHANGED: build,
            LOADING: ["-c", LOAD, *names],
        }
        passed = _times(commands, options.runs)
        for title, command in commands.items():
            _print_modules(title, [_imports(command) for _ in range(options.runs)], options.least)
    return 1 if options.check and passed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--project", type=Path, default=ROOT, help="default: %(default)s")
    parser.add_argument("--game", default="el-mapa", help="default: %(default)s")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--least", type=float, default=1, help="milliseconds of what is listed")
    parser.add_argument("--check", action="store_true")
    return parser.parse_args()


def _times(commands: dict[str, list[str]], runs: int) -> bool:
    """Prints the times of commands, and returns whether any exceeded its limit."""
    times: dict[str, list[tuple[float, float]]] = {title: [] for title in commands}
    for _ in range(runs):
        for title, command in commands.items():
            times[title].append(_times_of(command))
    print("| | wall, ms | processor, ms | limit, ms |\n|---|---:|---:|---:|")
    passed = False
    for title, pairs in times.items():
        wall_ms, processor_ms = map(statistics.median, zip(*pairs, strict=True))
        print(f"| {title} | {wall_ms:.0f} | {processor_ms:.0f} | {LIMITS_MS[title]} |")
        passed |= wall_ms > LIMITS_MS[title]
    return passed


def _times_of(command: Sequence[str]) -> tuple[float, float]:
    """The milliseconds of a process: by the clock, and of the processor (0 on Windows)."""
    before, start = _processor_s(), time.perf_counter()
    _run(command)
    return 1000 * (time.perf_counter() - start), 1000 * (_processor_s() - before)


def _processor_s() -> float:
    """The seconds of the processor of ended processes that this one started."""
    if sys.platform == "win32":
        return 0
    import resource  # noqa: PLC0415  (there is none on Windows)

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _imports(command: Sequence[str]) -> list[tuple[str, int, float]]:
    """The modules that a command loads, inner ones first: names, depths, milliseconds."""
    told = _run(["-X", "importtime", *command])
    return [(name, len(blanks) // 2, int(us) / 1000) for us, blanks, name in ROW.findall(told)]


def _run(command: Sequence[str]) -> str:
    """The standard error of a command of Python; compiled modules are kept."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=kept,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stderr


def _print_modules(title: str, runs: Sequence[list[tuple[str, int, float]]], least: float) -> None:
    root = _tree(runs)
    print(f"\n## {title}: {len(list(root.tree())) - 1} modules, {root.all_ms:.0f} ms\n")
    libraries: Counter[str] = Counter()
    for module in root.tree():
        name = module.name.partition(".")[0]
        known = name.lstrip("_") in sys.stdlib_module_names or name in sys.stdlib_module_names
        libraries["Python itself" if known else name] += module.self_ms
    for name, ms in libraries.most_common():
        if ms >= least:
            print(f"{ms:8.1f}  {name}")
    print("\n     all     own")
    _print_tree(root, least, -1)


def _print_tree(module: Module, least: float, depth: int) -> None:
    if depth >= 0:
        print(f"{module.all_ms:8.1f}{module.self_ms:8.1f}  {'  ' * depth}{module.name}")
    for inner in sorted(module.loaded, key=lambda one: -one.all_ms):
        if inner.all_ms >= least:
            _print_tree(inner, least, depth + 1)


def _tree(runs: Sequence[list[tuple[str, int, float]]]) -> Module:
    """The tree of all modules, each with its times in all runs; the root has no name."""
    waiting: dict[int, list[Module]] = {}
    first = {}
    for name, depth, _ in runs[0]:
        module = Module(name, loaded=waiting.pop(depth + 1, []))
        waiting.setdefault(depth, []).append(module)
        first.setdefault(name, module)  # one that is missing may be looked for again
    for run in runs:
        for name, _, ms in run:
            if name in first:
                first[name].own_ms.append(ms)
    return Module("", [0], waiting.get(0, []))


if __name__ == "__main__":
    sys.exit(main())
