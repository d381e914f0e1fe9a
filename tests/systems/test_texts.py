"""Files with the line ends of Windows, and consoles that have few letters."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TinyProject

TEXTS = (".yaml", ".csv", ".txt", ".md", ".j2", ".svg", ".po")


def with_line_ends_of_windows(root: Path) -> int:
    changed = 0
    for path in root.rglob("*"):
        if path.is_file() and path.suffix in TEXTS and "output" not in path.parts:
            data = path.read_bytes()
            path.write_bytes(data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
            changed += 1
    return changed


def test_project_with_line_ends_of_windows_prints_the_same(tmp_path, run):
    made = []
    for name in ("here", "windows"):
        project = TinyProject.made_at(tmp_path / name / "project")
        if name == "windows":
            assert with_line_ends_of_windows(project.root) > 10
        for words in (["build", "--language", "all"], ["export", "--to", "png", "--dpi", "72"]):
            ran = run(project, *words)
            assert ran.code == 0, ran.err
        hashes = project.hashes()
        made.append({name: hashes[name] for name in hashes if name.endswith((".pdf", ".png"))})
    assert made[0] == made[1]
    assert len(made[0]) > 10


@pytest.mark.parametrize("coding", ["cp1252", "cp932"])
def test_console_that_lacks_letters_shows_the_others(coding, tmp_path):
    """Cyrillic, a dash and a box that some of these code pages have, and others have not."""
    root = tmp_path / "игра"
    root.mkdir()
    (root / "game.yaml").write_text(
        "title: Гавань – harbour ☃\nlanguages: [en]\nkinds:\n"
        "  card: {name: Карты, size: poker, front: ready/card}\n",
        encoding="utf-8",
    )
    (root / "cards.yaml").write_text(
        "kind: card\npieces:\n  - {id: one, name: Корабль, front: {titel: А}}\n", encoding="utf-8"
    )
    for words in (["list"], ["check"]):
        done = subprocess.run(
            [sys.executable, "-m", "fustella", *words, "--project", str(root)],
            env={**os.environ, "PYTHONIOENCODING": coding, "PYTHONUTF8": "0"},
            capture_output=True,
            check=False,
        )
        said = (done.stdout + done.stderr).decode(coding)
        assert "Traceback" not in said
        assert done.returncode in (0, 1)
        if words != ["list"]:
            assert "titel" in said
