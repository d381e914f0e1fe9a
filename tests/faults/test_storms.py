"""A sample of `benchmarks/kills.py`: kills, Ctrl-C and errors in all processes of a command."""

import os
import subprocess
import sys

import pytest

from tests.faults.storms import STRACE
from tests.helpers.sharing import ROOT

EACH = os.environ.get("FUSTELLA_STORM", "3")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_command_in_a_storm_is_done_by_the_next_one_and_leaves_nothing():
    line = [sys.executable, "benchmarks/kills.py", "--only", "kit new"]
    line += ["--kills", EACH, "--errors", EACH]
    ran = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    counts = ran.stdout.splitlines()[-1].removeprefix("| kit new |").strip(" |").split(" | ")
    kills, interrupts, errors, calls, wrong = map(int, counts)
    assert (kills + interrupts, errors + calls, wrong) == (int(EACH), int(EACH), 0)
    assert calls or not STRACE
