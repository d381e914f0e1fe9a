"""jobs.yaml is read with the options of the commands that it names."""

from importlib import import_module
from pathlib import Path

import pytest

from fustella.core.files.project import Project, project_at
from fustella.core.processes import limits
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.values.themes import Theme
from fustella.export.jobs import TAKES
from fustella.read.jobs import OutputJob, read_jobs

NOT_IN_JOBS = {
    "build": {"watch", "format", "jobs", "kit", "rules-only", "stickers", "git-dir"},
    "export": {"push", "report", "format", "jobs"},
    "rules": {"report"},
}
"""Options that do not change what the files are, or that concern a copy of somebody."""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    home = tmp_path / "game"
    home.mkdir()
    (home / "game.yaml").write_text("title: T\nlanguages: [en]\n")
    return project_at(home)


def jobs_in(project: Project, text: str) -> tuple[tuple[OutputJob, ...], list[Problem]]:
    (project.root / "jobs.yaml").write_text(text)
    problems: list[Problem] = []
    return read_jobs(project, project.single, TAKES, problems), problems


def test_options_have_the_values_that_the_command_line_gives_them(project):
    (job,), problems = jobs_in(
        project,
        "jobs:\n  home: {build: {paper: Letter, duplex: short-edge, theme: low-ink, gutter: 2mm,"
        " only: [card, token], no-cover: true, boxes: false}}\n",
    )
    assert problems == []
    assert (job.name, job.command) == ("home", "build")
    assert job.values["duplex"] is Duplex.SHORT_EDGE
    assert job.values["theme"] is Theme.LOW_INK
    assert job.values["gutter_mm"] == pytest.approx(2.0)
    assert (*job.values["only"],) == ("card", "token")
    assert (job.values["cover"], job.values["boxes"]) == (False, False)
    assert " ".join(job.words) == (
        "build --paper Letter --duplex short-edge --theme low-ink --gutter 2mm --only card,token"
        " --no-cover"
    )


def test_command_alone_has_the_usual_options(project):
    (job,), problems = jobs_in(project, "jobs:\n  home:\n    build:\n")
    assert problems == []
    assert job.values["paper"] == "A4"
    assert job.values["cover"] is True


@pytest.mark.parametrize("command", TAKES)
def test_jobs_take_the_options_of_their_command_and_no_others(command):
    declared = import_module(f"fustella.cli.commands.{command}").COMMAND.options
    flags = {flag[2:] for one in declared for flag in one.flags}
    taken = {flag[2:] for one in TAKES[command] for flag in one.flags}
    assert flags - taken - {"project", "output", "flip"} == NOT_IN_JOBS[command] & flags
    assert taken <= flags
    assert "output" not in taken


def test_job_with_a_fault_leaves_the_others(project):
    jobs, problems = jobs_in(
        project, "jobs:\n  a: {build: {gutter: 3 miles}}\n  b: {rules: {fold: none}}\n"
    )
    assert [job.name for job in jobs] == ["b"]
    (problem,) = problems
    assert (problem.code, problem.place.key) == ("E741", "jobs.a.build.gutter")


def test_files_lie_in_the_project_with_links_followed(project, tmp_path):
    (tmp_path / "press.icc").write_bytes(b"outside")
    (project.root / "own.icc").write_bytes(b"inside")
    (project.root / "link.icc").symlink_to(tmp_path / "press.icc")
    text = "jobs:\n" + "".join(
        f"  j{number}: {{export: {{to: drivethru, profile: {name}}}}}\n"
        for number, name in enumerate(("own.icc", "link.icc", "../press.icc", "/dev/zero"))
    )
    (own,), problems = jobs_in(project, text)
    assert own.values["profile"] == project.root / "own.icc"
    assert [problem.code for problem in problems] == ["E743"] * 3


def test_number_of_jobs_is_limited(project):
    text = "jobs:\n" + "".join(f"  j{n}: {{build: }}\n" for n in range(limits.OUTPUT_JOBS + 1))
    jobs, problems = jobs_in(project, text)
    assert jobs == ()
    assert [problem.code for problem in problems] == ["E133"]


def test_game_without_jobs_is_told_how_to_begin(project):
    with pytest.raises(ProblemsFound) as found:
        read_jobs(project, project.single, TAKES, [])
    (problem,) = found.value.problems
    assert problem.code == "E740"
    typed = problem.hint.partition("such as ")[2]
    (job,), problems = jobs_in(project, typed)
    assert (job.command, problems) == ("build", [])


@pytest.mark.parametrize("text", ["jobs:\n", "jobs: []\n", "jobs: {}\n", "job: {a: {}}\n"])
def test_file_without_a_job_is_a_problem(project, text):
    jobs, problems = jobs_in(project, text)
    assert jobs == ()
    assert problems
    assert all(problem.hint for problem in problems)
