"""The program for people without Python: made here, and tried far from this Python."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.sharing import ROOT

MAKING = ROOT / "packaging" / "make_program.py"
PROGRAM = ROOT / "packaging" / "program.py"


def test_program_is_made_and_does_its_work(tmp_path: Path) -> None:
    pytest.importorskip(
        "PyInstaller", reason="PyInstaller is not installed: pip install pyinstaller"
    )
    words = [sys.executable, str(MAKING), str(tmp_path)]
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    assert re.search(r"2 PDFs are whole; the studio answers", made.stdout), made.stdout
    files = {path.name for path in (tmp_path / "fustella").rglob("*.pyc")}
    assert any(name.startswith("command.") for name in files), "it would compile at each start"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--version",), "fustella "),
        (("-P", "-m", "fustella", "--version"), "fustella "),
    ],
)
def test_first_file_runs_the_command_line_and_workers(words: tuple[str, ...], said: str) -> None:
    ran = subprocess.run(
        [sys.executable, str(PROGRAM), *words], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith(said)


def test_first_file_runs_nothing_of_others(tmp_path: Path) -> None:
    other = tmp_path / "fustella_evil.py"
    other.write_text("print('run')")
    for words in (("-P", str(other)), ("-P", "-m", "http.server"), ("-P", "-m", "fustella_evil")):
        ran = subprocess.run(
            [sys.executable, str(PROGRAM), *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=tmp_path,
        )
        assert ran.returncode == 1
        assert "its own modules alone" in ran.stderr
        assert ran.stdout == ""
