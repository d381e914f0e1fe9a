"""The tutorial, followed word for word: its commands are run, its files written, its edits made."""

import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.docs.blocks import Block, blocks_of
from tests.helpers.sharing import ROOT

PAGE = ROOT / "docs" / "tutorial.md"

INSTALLING = ("pip", "pipx", "uvx")

Run = Callable[[Path, list[str]], str]
"""Runs a command in a folder and returns what it prints; raises AssertionError if it fails."""


@dataclass(frozen=True)
class Step:
    """One block that was followed: its heading, the folder by then, and what was printed."""

    heading: str
    folder: Path
    block: Block
    printed: str


def steps(start: Path, run: Run) -> Iterator[Step]:
    """Follows the page in an empty folder, and says after each block what has become of it."""
    folder = start
    for block in blocks_of(PAGE):
        printed = ""
        if block.language == "sh":
            for line in block.text.splitlines():
                words = shlex.split(line, comments=True)
                if words[0] == "cd":
                    folder = folder / words[1]
                elif words[0] not in INSTALLING:
                    assert words[0] == "fustella", f"{block}: {line}"
                    printed += run(folder, words[1:])
        elif block.mark == "edit":
            _edit(folder / block.value, block.text)
        elif block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
        yield Step(block.heading, folder, block, printed)


def _edit(path: Path, diff: str) -> None:
    old = "".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] == "-")
    new = "".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] == "+")
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path}: {old!r}"
    path.write_text(text.replace(old, new), encoding="utf-8")
