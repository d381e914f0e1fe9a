"""`python -m tests.fuzz`: changes projects at random for some time, and keeps what breaks rules."""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.areas import AREAS
from tests.fuzz.finds import FINDS, keep
from tests.fuzz.machine import Machine, Tally, sign_of
from tests.helpers.forked import Runner
from tests.helpers.sharing import MEMORY


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (default: 10)")
    parser.add_argument("--projects", type=int, default=10**9, help="at most so many")
    parser.add_argument("--seed", type=int, default=0, help="another one tries others (default: 0)")
    parser.add_argument(
        "--area",
        type=lambda typed: typed.split(","),
        default=[*AREAS],
        help=f"of {','.join(AREAS)} (default: all)",
    )
    parser.add_argument("--finds", type=Path, default=FINDS, help="where finds are kept")
    asked = parser.parse_args()
    unknown = sorted({*asked.area} - {*AREAS})
    if unknown:
        parser.error(f"no area: {', '.join(unknown)}; there are {', '.join(AREAS)}")
    until = time.monotonic() + asked.minutes * 60
    known: set[str] = set()
    where = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=where) as folder, Runner(Path(folder, "state")) as runner:
        machine = Machine(runner, Path(folder))
        for number in range(asked.projects):
            if time.monotonic() > until:
                break
            dice = random.Random(f"{asked.seed} {number}")
            tried = machine.draw(dice, asked.area[number % len(asked.area)])
            wrong = machine.wrong_with(tried)
            new = {sign_of(one) for one in wrong} - known
            if not new:
                continue
            known |= new
            path = keep(machine.smaller(tried, wrong), wrong[0], asked.finds)
            print(f"{number}: {path.name}: {wrong[0]}", flush=True)
    _report(machine.tally, len(known), asked.seed)
    return 1 if known else 0


def _report(tally: Tally, finds: int, seed: int) -> None:
    codes = sorted({code for _, code in tally.ends})
    print(f"{'area':12}" + "".join(f"{f'exit {code}':>10}" for code in codes))
    for area in AREAS:
        counts = [tally.ends[area, code] for code in codes]
        if any(counts):
            print(f"{area:12}" + "".join(f"{count:10}" for count in counts))
    print(
        f"{sum(tally.ends.values())} projects with seed {seed}, {tally.cpu_seconds:.0f} s, "
        f"at most {tally.most_bytes / 1e9:.2f} GB; {finds} different finds"
    )


if __name__ == "__main__":
    sys.exit(main())
