"""Two builds at once: every file is whole, and the next build is right."""

import re
import subprocess
import sys
from pathlib import Path

from tests.conftest import TinyProject
from tests.helpers.sharing import ROOT


def building(project: TinyProject) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "fustella", "build", "--project", str(project.root)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, **quiet)


def finished(project: TinyProject) -> dict[str, str]:
    """What lies in the output folder, but for the list of codes, which only grows."""
    return {
        name: digest
        for name, digest in project.hashes().items()
        # .123-…: unfinished, and hidden
        if name != "tiny/codes.json" and not re.match(r"\.\d+-", Path(name).name)
    }


def test_builds_at_once_give_what_one_gives(tiny, tmp_path):
    tiny.edit("content/tiny/game.yaml", "#b0503c", "#b05046")
    alone = TinyProject.made_at(tmp_path / "alone")
    alone.edit("content/tiny/game.yaml", "#b0503c", "#b05046")
    assert alone.run("build") == 0
    both = [building(tiny), building(tiny)]
    assert [one.wait() for one in both] == [0, 0], [one.stderr.read() for one in both]
    written = {name: digest for name, digest in finished(tiny).items() if name.endswith(".pdf")}
    assert written == {name: finished(alone)[name] for name in written}
    assert written
    assert tiny.run("build") == 0
    assert not [path for path in tiny.built.iterdir() if path.name.startswith(".")]
