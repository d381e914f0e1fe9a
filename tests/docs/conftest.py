"""The project in which commands of the documentation are run."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import Snapshot, TinyProject
from tests.playtests.sessions import session


@pytest.fixture(scope="module")
def prepared(built_tiny: Snapshot, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tiny with some commits, a tag, a list of copies, and a code of the ledger as README's."""
    root = tmp_path_factory.mktemp("commands") / "project"
    built_tiny.write(root)
    (root / "once.yaml").write_text("five: 2\n", encoding="utf-8")
    evening = session(TinyProject(root), "evening")
    (root / "evening.json").write_text(json.dumps(evening), encoding="utf-8")
    (root / ".gitignore").write_text("output/\n", encoding="utf-8")
    _git(root, "init", "--quiet", "--initial-branch=main")
    for number in range(4):
        (root / "notes.md").write_text(f"{number}\n", encoding="utf-8")
        _git(root, "add", "--all")
        _git(root, "commit", "--quiet", "--message", f"Step {number}")
    _git(root, "tag", "v1.0")
    return root


def _git(root: Path, *arguments: str) -> None:
    names = ("AUTHOR_NAME", "AUTHOR_EMAIL", "COMMITTER_NAME", "COMMITTER_EMAIL")
    who = {f"GIT_{name}": "a@b" for name in names}
    subprocess.run(("git", *arguments), cwd=root, check=True, env=os.environ | who)
