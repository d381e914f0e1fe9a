"""Has a template that blocks inside of a library, and runs commands that draw it.

    python -m tests.helpers.blocking SECONDS divided|spawned ARGUMENTS

runs a command, which prints `blocked` as soon as it has drawn a coin for a fifth of a second. Its
supervisor looks at it every SECONDS, and the processor's time counts for more in proportion, so
that a step is ended after as many looks as usual. The command is a fork (`divided`), or a program
of its own (`spawned`), as on systems without forks.
"""

import contextlib
import os
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path
from queue import Empty, Queue

from fustella import cli
from fustella.core.processes import overseer, worker

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60

BLOCKING = (
    "{% set ns = namespace(a=[0], b=[0]) %}{% for i in range(40) %}"
    "{% set ns.a = [ns.a, ns.a] %}{% set ns.b = [ns.b, ns.b] %}{% endfor %}{{ ns.a == ns.b }}"
)
"""A template with a comparison in C of lists in lists, which takes 2 to the power of 40 steps."""

COIN = "templates/tiny/coin.svg.j2"
BLOCK = "{% block face %}"

AS_EVER_S, BRISK_S, HURRIED_S = 0.2, 0.04, 0.01
"""The seconds between two looks, with which a face has 20, 4 or 1 s."""


class Blocked:
    """Runs a command on a project, in a group of processes of its own, and reads its lines."""

    def __init__(
        self, root: Path, *words: str, look_s: float = AS_EVER_S, divided: bool = True
    ) -> None:
        how = [str(look_s), "divided" if divided else "spawned"]
        command = [
            sys.executable,
            "-m",
            "tests.helpers.blocking",
            *how,
            *words,
            "--project",
            str(root),
        ]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            text=True,
            encoding="utf-8",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line.rstrip())

    def printed_until(self, said: str) -> list[str]:
        """The printed lines, up to the first that contains `said`."""
        lines: list[str] = []
        while not lines or said not in lines[-1]:
            try:
                lines.append(self._lines.get(timeout=PATIENCE_S))
            except Empty:
                raise AssertionError("\n".join(lines)) from None
        return lines

    def ended_by(self, number: int) -> int:
        """The exit code after a signal to the command, and to no process that it started."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_S)

    def is_left(self) -> bool:
        """Whether any process of the group still runs."""
        try:
            os.killpg(self.process.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, 9)
        self.process.wait()


def _run(look_s: float, how: str) -> None:
    """Runs the command in the remaining arguments of this program."""
    supervised = import_module("fustella.cli.supervised")  # the package has a function of that name
    look = overseer.Overseer.look
    enough = max(1, round(0.2 / look_s))

    def looked(looking: overseer.Overseer, process: int) -> object:
        problem = look(looking, process)
        for serial, _, text, *_ in looking._page.steps():
            if b"coin.svg.j2" in text and looking._looks.get(serial, 0) == enough:
                os.write(1, b"blocked\n")
        return problem

    overseer.Overseer.look = looked  # type: ignore[assignment,method-assign]
    supervised.GRACE_S *= look_s / supervised.LOOK_S
    supervised.LOOK_S = worker.LOOK_S = look_s
    processor_s = overseer.processor_s
    overseer.processor_s = lambda one: processor_s(one) * AS_EVER_S / look_s
    if how == "spawned":
        del os.fork
    cli.run()


if __name__ == "__main__":
    _run(float(sys.argv.pop(1)), sys.argv.pop(1))
