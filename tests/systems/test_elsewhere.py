"""Commands on a system without fork, locks, limits of memory, hard and symbolic links.

Each runs in processes in which these are not there, as on Windows; so do the processes that it
starts. What is made is what is made here, byte for byte.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TinyProject

HIDING = """\
import asyncio, multiprocessing, os, subprocess, sys, tempfile, threading
for name in ("fork", "forkpty", "mkfifo", "memfd_create", "killpg", "setsid", "register_at_fork"):
    if hasattr(os, name):
        delattr(os, name)
def refused(*_, **__):
    raise OSError(1, "there is no such thing on this system")
os.link = os.symlink = refused
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
sys.platform = "elsewhere"
"""
"""Run at the start of each Python (site); its own modules that need these are loaded before."""

COMMANDS = (
    "build --language all --jobs 2",
    # without locks, two processes that add to one list at once may lose an edition: it is made anew
    "build --language all --jobs 1",
    "kit new club tiny",
    "build --kit club",
    "translate export --language it --to csv",
    "new content/second --from blank",
    "diff HEAD~1",
)


def run(root: Path, hidden: Path | None, words: str) -> str:
    """What a command says, in processes of its own."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "XDG_", "COVERAGE"))
    }
    state = root.parent / f"state of {root.name}"
    environment |= {"XDG_STATE_HOME": str(state), "SOURCE_DATE_EPOCH": "1700000000"}
    if hidden:
        environment["PYTHONPATH"] = str(hidden)
    command = [sys.executable, "-m", "fustella", *words.split(), "--project", str(root)]
    if words.startswith("new"):
        command[-2:] = []
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, cwd=root
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    assert "Traceback" not in done.stderr
    return done.stdout


def held(root: Path) -> dict[str, str]:
    """Every file that was made, but for caches and seals, by its hash."""
    found = {}
    for path in sorted(root.rglob("*")):
        if path.is_file() and not {".cache", ".git"} & {*path.parts}:
            data = re.sub(rb'"seal": "[0-9a-f]+"', b"", path.read_bytes())
            if path.name == "codes.json":  # it grows as editions come, in whatever order
                data = b"\n".join(sorted(line.rstrip(b",") for line in data.splitlines()))
            found[path.relative_to(root).as_posix()] = hashlib.sha256(data).hexdigest()
    return found


def committed(root: Path) -> None:
    who = {
        f"GIT_{who}_{what}": "a@b.example"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    for words in ("init -q", "add -A", "commit -q -m One", "commit -q --allow-empty -m Two"):
        subprocess.run(["git", *words.split()], cwd=root, env={**os.environ, **who}, check=True)


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hidden")
    (folder / "sitecustomize.py").write_text(HIDING, encoding="utf-8")
    return folder


def test_without_what_posix_alone_has_commands_make_the_same_files(hidden, tmp_path):
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    roots = tmp_path / "here", tmp_path / "elsewhere"
    for root in roots:
        TinyProject.made_at(root)
        committed(root)
    for words in COMMANDS:
        for root, where in zip(roots, (None, hidden), strict=True):
            run(root, where, words)
    here, elsewhere = map(held, roots)
    assert here == elsewhere
    assert len(here) > 40


def test_what_is_hidden_is_not_there(hidden):
    asked = "import os, sys; print(hasattr(os, 'fork'), sys.platform); import fcntl"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "PYTHONPATH": str(hidden)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["False", "elsewhere"]
    assert "ModuleNotFoundError" in done.stderr
