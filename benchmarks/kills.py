"""Kills commands, and gives them errors of the disk, at random moments; prints a table.

python benchmarks/kills.py [--kills 1000] [--errors 1000] [--seed 1] [--only NAME]...

Every command that writes is run as users run it, in all of its processes (`tests/faults/storms`).
At a random change of a file, all its processes are killed, or get Ctrl-C (each third time), or the
system returns an error. A third of the errors come at changes, a third at reads in the project and
in the folders of the tool; and a third at any system call of the tool or of a library, by strace,
which has to be installed for that. The next command, and the same command again, must leave the
same files as an undisturbed one. Each difference is printed with its place.
"""

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import fustella
from tests.faults.storms import (
    ERRORS,
    SCENARIOS,
    STRACE,
    Scenario,
    Storm,
    SystemCall,
    a_land,
    load_for_runs,
)

SORTS = 3
"""The number of sorts of kills, and of sorts of errors; each is tried equally often."""


class Tried:
    """The numbers of kills, interrupts, errors and faults in a scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.kills = self.interrupts = self.errors = self.calls = self.faulty = 0

    @property
    def row(self) -> str:
        counts = (self.kills, self.interrupts, self.errors, self.calls, self.faulty)
        return f"| {self.scenario.name} | {' | '.join(map(str, counts))} |"

    def run(self, kills: int, errors: int, seed: int) -> None:
        home = Path(tempfile.mkdtemp(prefix="storm-"))
        dice = random.Random(f"{self.scenario.name} {seed}")
        try:
            storm = Storm(self.scenario, a_land(home))
            self._kill(storm, kills, dice)
            if errors:
                self._fail(storm, errors, dice)
        finally:
            shutil.rmtree(home, ignore_errors=True)

    def _kill(self, storm: Storm, kills: int, dice: random.Random) -> None:
        for number, at in enumerate(storm.points(kills, dice)):
            if number % SORTS == 1:
                self._interrupt(storm, dice)
            else:
                where = storm.changes[at - 1]
                self._report(f"killed at {where}", storm.killed(at, look_first=number % 2 == 0))
                self.kills += 1

    def _interrupt(self, storm: Storm, dice: random.Random) -> None:
        """Sends Ctrl-C at a change; at another one if the command ends before it arrives."""
        for _ in range(TRIES):
            [at] = storm.points(1, dice)
            found = storm.interrupted(at)
            if found is not None:
                self._report(f"Ctrl-C at {storm.changes[at - 1]}", found)
                self.interrupts += 1
                return

    def _fail(self, storm: Storm, errors: int, dice: random.Random) -> None:
        tool = str(Path(fustella.__file__).parent)
        reading = storm.counting_reads((str(storm.land.home / "all"), tool))
        known = storm.system_calls() if STRACE else []
        for number in range(errors):
            if known and number % SORTS == 0:
                self._fail_inside(storm, known, dice)
                continue
            chosen = reading if number % SORTS == 1 else storm
            error = dice.choice(ERRORS if chosen is storm else ("EIO", "EACCES"))
            [at] = chosen.points(1, dice)
            self._report(f"{error} at {chosen.changes[at - 1]}", chosen.met(at, error))
            self.errors += 1

    def _fail_inside(self, storm: Storm, known: list[SystemCall], dice: random.Random) -> None:
        """Makes a system call fail; another one if the call concerns no file of the command."""
        for _ in range(TRIES):
            name = dice.choice(sorted({one.name for one in known}))
            call = dice.choice([one for one in known if one.name == name])
            error = dice.choice(ERRORS if call.writes else ("EIO", "EACCES"))
            found = storm.failing(call, error)
            if found is not None:
                self._report(f"{error} at {call}", found)
                self.calls += 1
                return

    def _report(self, what: str, found: Iterator[str]) -> None:
        faults = [*found]
        for fault in faults:
            print(f"{self.scenario.name}: {what}: {fault}", flush=True)
        self.faulty += bool(faults)


TRIES = 20


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--errors", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", default=[])
    asked = parser.parse_args()
    load_for_runs()
    chosen = [one for one in SCENARIOS if not asked.only or one.name in asked.only]
    if not STRACE:
        print("there is no strace: errors inside of libraries are not tried")
    rows = [Tried(scenario) for scenario in chosen]
    for row in rows:
        row.run(-(-asked.kills // len(chosen)), -(-asked.errors // len(chosen)), asked.seed)
        print(row.row, flush=True)
    head = "| command | kills | Ctrl-C | errors | errors by strace | not right |"
    print(f"\n{head}\n|---|---:|---:|---:|---:|---:|", *(row.row for row in rows), sep="\n")
    return 1 if any(row.faulty for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
