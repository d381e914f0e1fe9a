"""A sample of `benchmarks/kills.py`: kills and errors of the disk in all processes of a command."""

import os
import subprocess
import sys

import pytest

from tests.sharing import ROOT

EACH = os.environ.get("FUSTELLA_STORM", "4")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked here")
def test_command_in_a_storm_is_done_by_the_next_one_and_leaves_nothing():
    line = [sys.executable, "benchmarks/kills.py", "--only", "kit new"]
    line += ["--kills", EACH, "--errors", EACH]
    ran = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert f"| kit new | {EACH} | {EACH} | 0 |" in ran.stdout
