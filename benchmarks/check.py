"""Measures the time of `fustella check` for all four games, with start-up.

    python benchmarks/check.py [--documents DIR] [--runs N]

Each run is a whole process, with and without the documents in turn; the table has medians.
"""

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=Path, default=ROOT.parent / "shared" / "documents")
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    check = [sys.executable, "-m", "fustella", "check"]
    commands = {"figures as claims.yaml has them": check}
    if options.documents.is_dir():
        commands["figures read from the documents"] = [*check, "--document", options.documents]
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(options.runs):
        for name, command in commands.items():
            seconds[name].append(_seconds_of(command))
    for name, runs in seconds.items():
        print(f"{name}: {statistics.median(runs):.2f} s (median of {len(runs)})")
    return 0


def _seconds_of(command: list[object]) -> float:
    start = time.perf_counter()
    subprocess.run([*map(str, command)], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
