"""Lists in spreadsheets through the commands: build, check, repairs, and what changed."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.conftest import TinyProject

LIST = "kind: coin\nsource: {lines: 22}\npieces: coins.csv\n"
ROWS = "id;name.en;name.it;value;qty\r\nfive;Five;Cinque;5;%s\r\n"
COINS = "content/tiny/coins.csv"


@pytest.fixture
def project(tmp_path: Path) -> TinyProject:
    """Tiny, whose coins stand in a spreadsheet of Excel."""
    project = TinyProject.made_at(tmp_path / "project")
    (project.root / "content/tiny/coins.yaml").write_text(LIST, encoding="utf-8")
    write(project, 6)
    return project


def write(project: TinyProject, copies: int) -> None:
    (project.root / COINS).write_bytes((ROWS % copies).encode("utf-8-sig"))


def test_check_of_a_spreadsheet_names_its_cell_and_fix_changes_it_alone(project, run):
    assert run(project, "check").code == 0
    write(project, 7)
    ran = run(project, "check", "--format", "json")
    assert ran.code == 1
    findings = json.loads(ran.out)["tiny"]
    places = [place for found in findings for place in found["box_at"]]
    assert {"file": COINS, "line": 2, "key": "qty"} in places
    ran = run(project, "check", "--fix", "--yes")
    assert ran.code == 0, ran.out + ran.err
    assert "-five;Five;Cinque;5;7" in ran.out
    assert (project.root / COINS).read_bytes() == (ROWS % 6).encode("utf-8-sig")


def test_build_draws_the_same_faces_from_a_spreadsheet_as_from_yaml(project, run):
    assert run(project, "build", "--only", "coin").code == 0
    pdf = next(project.output.rglob("*coin*.pdf")).read_bytes()
    other = TinyProject.made_at(project.root.parent / "other")
    assert run(other, "build", "--only", "coin").code == 0
    assert next(other.output.rglob("*coin*.pdf")).read_bytes() == pdf


def test_build_after_a_saved_spreadsheet_is_not_unchanged(project, run):
    assert run(project, "build").code == 0
    (project.root / "content/tiny/~$coins.xlsx").write_bytes(b"open")
    assert "unchanged" in run(project, "build").out
    path = project.root / COINS
    path.write_bytes(path.read_bytes().replace(b"Cinque", b"Fiver"))
    assert "unchanged" not in run(project, "build").out


def test_diff_with_a_revision_reads_its_spreadsheet(project, run):
    def git(*words: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *identity, *words], cwd=project.root, check=True)

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    path = project.root / COINS
    path.write_bytes(path.read_bytes().replace(b";5;", b";8;"))
    ran = run(project, "diff", "HEAD", "--format", "json")
    assert ran.code in (0, 1), ran.err
    assert "five" in ran.out
    assert COINS in ran.out
