"""Commands that are killed, and that meet errors of the disk, at random moments; prints a table.

python benchmarks/kills.py [--kills 1000] [--errors 1000] [--seed 1] [--only NAME]

Every command that writes is run as a user runs it, in all of its processes (`tests/faults/storms`).
At a random change of a file every process of it is killed, or the system says an error; half of the
errors meet what is read, in the project and in the folders of the tool. The next command, and the
same one again, must leave what an undisturbed command leaves. What does not is printed, with where.
"""

import argparse
import random
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import fustella
from tests.faults.storms import ERRORS, SCENARIOS, Scenario, Storm, a_land, load_for_runs

HALF = 2


def tried(scenario: Scenario, kills: int, errors: int, seed: int) -> tuple[int, int, int]:
    """Kills and errors that were tried of a command, and how many ended otherwise than right."""
    home = Path(tempfile.mkdtemp(prefix="storm-"))
    dice = random.Random(f"{scenario.name} {seed}")
    done, faulty = [0, 0], 0
    try:
        land = a_land(home)
        tool = str(Path(fustella.__file__).parent)
        storm = Storm(scenario, land)
        reading = storm.counting_reads((str(home / "all"), tool)) if errors else storm
        for number, at in enumerate(storm.points(kills, dice)):
            found = [*storm.killed(at, look_first=number % HALF == 0)]
            done[0] += 1
            faulty += _told(scenario, f"killed at {storm.changes[at - 1]}", found)
        for number in range(errors):
            chosen = reading if number % HALF else storm
            error = dice.choice(ERRORS if chosen is storm else ("EIO", "EACCES"))
            [at] = chosen.points(1, dice)
            found = [*chosen.met(at, error)]
            done[1] += 1
            faulty += _told(scenario, f"{error} at {chosen.changes[at - 1]}", found)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    return done[0], done[1], faulty


def _told(scenario: Scenario, what: str, found: list[str]) -> int:
    for fault in found:
        print(f"{scenario.name}: {what}: {fault}", flush=True)
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--errors", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    load_for_runs()
    chosen = [one for one in SCENARIOS if asked.only in ("", one.name)]
    rows, failed = [], 0
    for scenario in chosen:
        share = -(-asked.kills // len(chosen)), -(-asked.errors // len(chosen))
        kills, errors, faulty = tried(scenario, *share, asked.seed)
        rows.append(f"| {scenario.name} | {kills} | {errors} | {faulty} |")
        print(rows[-1], flush=True)
        failed += faulty
    print("\n| command | kills | errors | not right |\n|---|---:|---:|---:|", *rows, sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
