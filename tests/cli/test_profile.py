"""`fustella build --profile`: folded stacks of where a build spends its time."""

import os
import re
import subprocess
import sys
import time

import pytest

from fustella.cli.arguments import parse
from fustella.core.problems import ProblemsFound
from fustella.core.profiling import profiled
from tests.cli.test_manners import piped

LINE = re.compile(r"(?P<process>[^; ]+)(?P<calls>(;[^; ]+:[^; ]+)+) (?P<ms>[1-9][0-9]*)")


def lines_of(file):
    lines = [LINE.fullmatch(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert lines
    assert all(lines)
    return lines


def test_profile_of_a_build_names_the_rooms_in_which_it_works(tiny):
    file = tiny.root / "build.folded"
    options = "--project", str(tiny.root), "--output", str(tiny.root / "cold")
    built = piped("build", *options, "--profile", str(file))
    assert built.returncode == 0, built.stderr
    lines = lines_of(file)
    assert {line["process"] for line in lines} == {"fustella"}
    rooms = {room for line in lines for room in re.findall(r"fustella\.(\w+)", line["calls"])}
    assert {"cli", "build", "read", "draw", "write"} <= rooms


def test_profile_that_cannot_be_written_is_a_problem_before_anything_is_built(tiny, capsys):
    before = tiny.state()
    assert tiny.run("build", "--profile", str(tiny.root / "lost" / "build.folded")) == 1
    assert "E401 cannot be written: its folder is gone" in capsys.readouterr().err
    assert tiny.state() == before


def test_profile_of_a_build_with_problems_is_written(tiny):
    tiny.edit("content/tiny/game.yaml", "title:", "titel:")
    file = tiny.root / "build.folded"
    assert tiny.run("build", "--profile", str(file)) == 1
    assert file.exists()


def busy(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def test_profiles_of_several_processes_share_a_file_that_the_first_one_begins_anew(tmp_path):
    file = tmp_path / "of a build.folded"
    file.write_text("of an earlier build")
    for process, anew in (("fustella", True), ("worker", False)):
        with profiled(file, process, anew=anew):
            busy(0.05)
    lines = lines_of(file)
    assert [
        line["process"] for line in lines if "tests.cli.test_profile:busy" in line["calls"]
    ] == [
        "fustella",
        "worker",
    ]


def test_profile_tells_a_file_that_is_a_folder(tmp_path):
    with pytest.raises(ProblemsFound, match="E401"), profiled(tmp_path, "fustella", anew=True):
        pass


def test_profile_of_a_press_is_another_option():
    asked = parse(["export", "tiny", "--to", "drivethru", "--profile", "press.icc"])
    assert asked.profile.name == "press.icc"
    assert not hasattr(asked, "profile_to")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only POSIX can fork")
def test_profile_has_the_processes_that_do_parts_of_the_work(tmp_path):
    file = tmp_path / "of a build.folded"
    program = (
        "import sys, time\n"
        "from pathlib import Path\n"
        "from fustella.core.profiling import profiled\n"
        "from fustella.core.workers import in_processes\n"
        "def work(number):\n"
        "    end = time.perf_counter() + 0.1\n"
        "    while time.perf_counter() < end:\n"
        "        pass\n"
        "with profiled(Path(sys.argv[1]), 'fustella', anew=True):\n"
        "    in_processes(work, range(4), 2)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(file)], check=True)
    lines = lines_of(file)
    assert {line["process"] for line in lines} == {"fustella", "worker"}
    assert any(line["process"] == "worker" and ":work" in line["calls"] for line in lines)
