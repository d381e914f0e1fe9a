"""`fustella job` makes what jobs.yaml names, only what changed, with a manifest of sums."""

import hashlib
import json
from pathlib import Path

import pytest

from tests.conftest import TinyProject

JOBS = """\
jobs:
  coins:
    build: {only: coin}
  words:
    rules: {only: text, language: all}
  vectors:
    export: {to: svg, only: coin}
"""


@pytest.fixture
def jobs(tiny: TinyProject) -> TinyProject:
    write(tiny, JOBS)
    return tiny


def write(project: TinyProject, text: str) -> None:
    (project.root / "content/tiny/jobs.yaml").write_text(text)


def home(project: TinyProject) -> Path:
    return project.output / "tiny" / "jobs"


def manifest(project: TinyProject) -> list[dict]:
    return json.loads((home(project) / "manifest.json").read_text())["files"]


def as_made(project: TinyProject) -> dict[str, int]:
    """When each file in the manifest, and the manifest itself, was written."""
    names = ["manifest.json", *(one["file"] for one in manifest(project))]
    return {name: (home(project) / name).stat().st_mtime_ns for name in names}


def states(run, project: TinyProject, *words: str) -> dict[str, str]:
    told = json.loads(run(project, "job", "tiny", *words, "--format", "json").out)
    return {job["job"]: job["state"] for job in told["jobs"]}


def test_all_jobs_are_made_and_summed(jobs: TinyProject, run) -> None:
    assert jobs.run("job", "tiny") == 0
    files = manifest(jobs)
    assert {one["job"] for one in files} == {"coins", "words", "vectors"}
    for one in files:
        content = (home(jobs) / one["file"]).read_bytes()
        assert one["file"].startswith(f"{one['job']}/")
        assert (len(content), hashlib.sha256(content).hexdigest()) == (one["bytes"], one["sha256"])
        assert one["version"].startswith("TI-")
    assert len({one["version"] for one in files if one["job"] == "words"}) == 2  # languages
    ran = run(jobs, "job", "tiny", "--check")
    assert (ran.code, ran.err) == (0, "")


def test_only_what_changed_is_made_again(jobs: TinyProject, run) -> None:
    write(jobs, JOBS.replace("{only: coin}\n  words", "{}\n  words"))
    assert set(states(run, jobs).values()) == {"made"}
    before = as_made(jobs)
    assert set(states(run, jobs).values()) == {"unchanged"}
    assert as_made(jobs) == before
    write(
        jobs, JOBS.replace("{only: coin}\n  words", "{}\n  words").replace("svg,", "png, dpi: 72,")
    )
    assert states(run, jobs) == {"coins": "unchanged", "words": "unchanged", "vectors": "made"}


def test_named_jobs_alone_are_made_and_the_others_stay_in_the_manifest(
    jobs: TinyProject, run
) -> None:
    assert states(run, jobs, "words") == {"words": "made"}
    assert states(run, jobs, "coins") == {"coins": "made"}
    assert {one["job"] for one in manifest(jobs)} == {"words", "coins"}
    write(jobs, "jobs: {coins: {build: {only: coin}}}\n")
    assert jobs.run("job", "tiny") == 0
    assert {one["job"] for one in manifest(jobs)} == {"coins"}


def test_only_game_of_a_project_need_not_be_named(jobs: TinyProject, run) -> None:
    assert states(run, jobs, "coins") == {"coins": "made"}
    for words in (["coins"], ["tiny", "coins"], ["TINY", "coins"]):
        told = json.loads(run(jobs, "job", *words, "--format", "json").out)
        assert [(job["job"], job["state"]) for job in told["jobs"]] == [("coins", "unchanged")]
    assert "E740" in run(jobs, "job", "tinny").err


def test_jobs_of_one_format_do_not_replace_each_other(jobs: TinyProject, run) -> None:
    export = "{export: {to: svg, only: %s}}"
    write(jobs, f"jobs:\n  one: {export % 'coin'}\n  two: {export % 'card'}\n")
    assert jobs.run("job", "tiny") == 0
    assert jobs.run("job", "tiny", "--check") == 0
    kinds = {
        job: {Path(one["file"]).parent.name for one in manifest(jobs) if one["job"] == job}
        for job in ("one", "two")
    }
    assert "coin" in kinds["one"] - kinds["two"]
    assert "card" in kinds["two"] - kinds["one"]


def test_job_that_fails_stops_no_other(jobs: TinyProject, run) -> None:
    write(jobs, JOBS + "  none: {build: {only: dragoon}}\n  slip: {bild: {}}\n")
    ran = run(jobs, "job", "tiny")
    assert ran.code == 1
    assert {problem.code for problem in ran.problems} == {"E004", "E106"}
    assert "failed: E004" in ran.out
    assert {one["job"] for one in manifest(jobs)} == {"coins", "words", "vectors"}


def test_files_of_a_job_that_fails_stay_with_their_sums(jobs: TinyProject, run) -> None:
    assert jobs.run("job", "tiny") == 0
    before = manifest(jobs)
    write(jobs, JOBS.replace("to: svg", "to: svgg"))
    assert jobs.run("job", "tiny") == 1
    assert manifest(jobs) == before


@pytest.mark.parametrize("fault", ["changed", "gone", "unmade", "no manifest", "elsewhere"])
def test_check_tells_what_is_not_as_it_was_made(jobs: TinyProject, run, fault) -> None:
    assert jobs.run("job", "tiny") == 0
    file = home(jobs) / manifest(jobs)[0]["file"]
    sums = home(jobs) / "manifest.json"
    if fault == "changed":
        file.write_bytes(file.read_bytes() + b"\n")
    elif fault == "gone":
        file.unlink()
    elif fault == "unmade":
        write(jobs, JOBS + "  more: {build: {only: card}}\n")
    elif fault == "no manifest":
        sums.write_text("[]")
    else:
        sums.write_text(sums.read_text().replace('"coins/', '"../../../coins/'))
    before = jobs.hashes()
    ran = run(jobs, "job", "tiny", "--check")
    assert ran.code == 1
    assert {problem.code for problem in ran.problems} == {"E744"}
    assert jobs.hashes() == before


def test_list_shows_jobs_as_they_would_be_typed(jobs: TinyProject, run) -> None:
    ran = run(jobs, "job", "tiny", "--list")
    assert ran.code == 0
    assert "export --to svg --only coin" in ran.out
    assert not home(jobs).exists()


def test_job_that_nobody_named_is_told_with_the_nearest(jobs: TinyProject, run) -> None:
    ran = run(jobs, "job", "tiny", "vektors", "words")
    assert ran.code == 1
    (problem,) = ran.problems
    assert (problem.code, problem.file) == ("E740", "content/tiny/jobs.yaml")
    assert "`vectors`" in problem.hint
    assert {one["job"] for one in manifest(jobs)} == {"words"}


def test_output_of_jobs_does_not_leave_by_a_link(jobs: TinyProject, run, tmp_path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    (jobs.output / "tiny").mkdir(parents=True, exist_ok=True)
    (jobs.output / "tiny" / "jobs").symlink_to(away)
    ran = run(jobs, "job", "tiny")
    assert ran.code == 1
    assert {problem.code for problem in ran.problems} == {"E402"}
    assert [*away.iterdir()] == []


def test_box_that_differs_is_told_beside_its_job(jobs: TinyProject, run) -> None:
    jobs.edit("content/tiny/coins.yaml", "copies: 6", "copies: 7")
    write(
        jobs, "jobs:\n  a: {export: {to: svg, only: coin}}\n  b: {export: {to: svg, force: true}}\n"
    )
    ran = run(jobs, "job", "tiny")
    assert ran.code == 1
    assert "b: unchecked" in ran.out
    assert {one["job"] for one in manifest(jobs)} == {"b"}
