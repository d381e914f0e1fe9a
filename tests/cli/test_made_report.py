"""The JSON of `build` and `export` for other programs, and their progress; `fustella` alone."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TinyProject


def report(run, project: TinyProject, *words: str) -> dict:
    return json.loads(run(project, *words, "--format", "json").out)


def test_build_tells_each_file(tiny: TinyProject, run) -> None:
    found = report(run, tiny, "build")
    (made,) = found["made"]
    assert (made["game"], Path(made["folder"])) == ("tiny", tiny.built)
    assert {"file", "name", "pieces", "sheets", "bytes"} == made["files"][0].keys()
    for entry in made["files"]:
        assert (tiny.built / entry["file"]).stat().st_size == entry["bytes"]
    assert "problems" not in found and "warnings" not in found
    assert report(run, tiny, "build")["made"][0]["unchanged"]


def test_refused_build_tells_its_problems_with_their_pieces(tiny: TinyProject, run) -> None:
    tiny.edit_freely("content/tiny/cards.yaml", "{en: Hut", f"{{en: {'Hut ' * 40}")
    found = report(run, tiny, "build")
    (problem,) = found["problems"]
    assert (problem["code"], problem["file"]) == ("E201", "content/tiny/cards.yaml")
    assert problem["line"] > 0 and found["made"] == []
    assert "forceable" not in found


def test_box_that_differs_says_that_it_may_be_forced(tiny: TinyProject, run) -> None:
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: 7")
    assert report(run, tiny, "build")["forceable"] is True
    assert report(run, tiny, "build", "--force", "--only", "coin")["notes"]


def test_warnings_are_told_beside_the_files(tiny: TinyProject, run) -> None:
    remarks = "remarks:\n  - {id: r1, piece: boat, text: Larger.}\n"
    (tiny.root / "content/tiny/remarks.yaml").write_text(remarks)
    (warned,) = report(run, tiny, "build", "--only", "coin")["warnings"]
    assert (warned["code"], warned["piece"]) == ("E191", "boat")
    assert warned["concerns"]["file"] == "content/tiny/cards.yaml"


def test_export_tells_each_file(tiny: TinyProject, run) -> None:
    found = report(run, tiny, "export", "--to", "svg", "--only", "coin")
    (made,) = found["made"]
    assert all((Path(made["folder"]) / entry["file"]).is_file() for entry in made["files"])
    assert not made["unchanged"]


@pytest.mark.parametrize("other", [("--watch",), ("--kit", "club")])
def test_report_of_what_has_none_is_refused(tiny: TinyProject, capsys, other) -> None:
    if "--kit" in other:
        assert tiny.run("kit", "new", "club", "tiny") == 0
    with pytest.raises(SystemExit) as ended:
        tiny.run("build", "--format", "json", *other)
    assert ended.value.code == 2
    assert "leave --" in capsys.readouterr().err


def test_progress_is_told_as_lines(tiny: TinyProject) -> None:
    command = [sys.executable, "-m", "fustella", "build", "--only", "coin"]
    ran = subprocess.run(
        [*command, "--project", str(tiny.root)],
        env={**os.environ, "FUSTELLA_PROGRESS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    steps = [json.loads(line) for line in ran.stderr.splitlines() if line.startswith("{")]
    assert {"doing", "done", "total"} == steps[0].keys()
    assert any(step["doing"].startswith("tiny: ") for step in steps)
    assert "tiny-only-coin.pdf" in ran.stdout


@pytest.mark.parametrize(("inside", "offered"), [("", True), ("content", False)])
def test_fustella_alone_offers_the_studio_without_a_game(
    tiny: TinyProject, tmp_path: Path, inside: str, offered: bool
) -> None:
    folder = tiny.root / inside if inside else tmp_path
    command = [sys.executable, "-m", "fustella"]
    ran = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "generator")},
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    assert "commands:" in ran.stdout
    assert ("`fustella studio` begins or opens one" in ran.stdout) == offered


def test_studio_in_a_folder_that_is_not_there_is_refused(tiny: TinyProject) -> None:
    command = [sys.executable, "-m", "fustella", "studio", str(tiny.root / "nowhere")]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "there is no such folder" in ran.stderr
