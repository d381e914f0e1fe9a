"""Commands that are killed, or meet a fault of the system, at each change of a file that they make.

`Machine.run` counts the changes of a command, and runs it again with a fault at one of them.
FUSTELLA_FAULT_POINTS says at how many changes of a command each fault is tried; 0 is all of them.
"""

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.faults.server import BARE, KILL, KILLED
from tests.helpers.sharing import ROOT

FAULTS = ("ENOSPC", "EIO", "EACCES")
"""A full disk, a broken one, a file that somebody else holds."""

_REST = re.compile(r"\.\d+-.|.*\.old$")
_PROBLEM = re.compile(r"^\S.*: E\d{3} ", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What became of a command; `changes` are what it changed, as long as it was not killed."""

    code: int
    out: str
    err: str
    changes: tuple[tuple[str, str], ...]

    @property
    def killed(self) -> bool:
        return self.code == KILLED

    @property
    def problems(self) -> int:
        return len(_PROBLEM.findall(self.err))


class Machine:
    """Runs commands on a project, with faults in it and in the folder of the user's state.

    A `bare` one is for functions that need but a small part of the tool.
    """

    def __init__(self, state: Path, *, bare: bool = False) -> None:
        self.state = state
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.server", *([BARE] if bare else [])],
            cwd=ROOT,
            env={**os.environ, "XDG_STATE_HOME": str(state), "SOURCE_DATE_EPOCH": "1700000000"},
            **pipes,
        )

    def run(
        self,
        root: Path,
        arguments: Sequence[str],
        at: int = 0,
        fault: str = "",
        entry: str = "fustella.cli.command:main",
    ) -> Outcome:
        """Runs a command; at its change number `at`, counted from 1, the fault happens.

        `entry` is another function than that of the tool, of a list of arguments.
        """
        request = {
            "entry": entry,
            "arguments": list(arguments),
            "folder": str(root),
            "watched": [str(root), str(self.state)],
            "at": at,
            "fault": fault,
        }
        print(json.dumps(request), file=self._server.stdin, flush=True)
        told = json.loads(self._server.stdout.readline())
        changes = tuple((what, path) for what, path in told["changes"])
        return Outcome(told["code"], told["out"], told["err"], changes)

    def rests(self, root: Path) -> list[str]:
        """Unfinished files and journals that lie about; what is in a cache costs nothing."""
        found = [path for path in root.rglob(".*") if ".cache" not in path.parts]
        found += [path for path in root.rglob("*.old") if ".cache" not in path.parts]
        journals = self.state / "fustella" / "journals"
        left = [path for path in found if _REST.match(path.name)]
        return [str(path) for path in (*left, *(journals.iterdir() if journals.exists() else ()))]

    def close(self) -> None:
        self._server.stdin.close()
        self._server.wait()


def points(changes: Sequence[tuple[str, str]], most: int, seed: str) -> list[int]:
    """The numbers of the changes that are tried: the first, the last and some between them.

    Those of caches, of which there are many alike, are a quarter of them at most.
    """
    most = int(os.environ.get("FUSTELLA_FAULT_POINTS", most))
    numbers = range(1, len(changes) + 1)
    if not most:
        return [*numbers]
    cached = [number for number in numbers if "/.cache" in changes[number - 1][1]]
    others = [number for number in numbers if number not in set(cached)]
    dice = random.Random(seed)
    picked = set(others[:1] + others[-1:])
    picked |= set(dice.sample(cached, min(len(cached), most // 4)))
    left = [number for number in others if number not in picked]
    picked |= set(dice.sample(left, min(len(left), max(0, most - len(picked)))))
    return sorted(picked)


__all__ = ["FAULTS", "KILL", "Machine", "Outcome", "points"]
