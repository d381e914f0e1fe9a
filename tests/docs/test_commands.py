"""Every command of the documentation is one, and does what it says without a fault.

All of them, in blocks and in sentences, are parsed by the tool. Those in blocks are run, in a copy
of tests/games/tiny that has a history, a kit and a printer; the words for its games, pieces and
files are exchanged. Commands that wait for somebody (`--watch`, `preview`) or use the network are
parsed alone, and so are those on the pages about problems, whose tests run them.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from fustella.cli.arguments import parse
from tests.conftest import Ran, Snapshot, TinyProject
from tests.docs import tutorial
from tests.docs.blocks import PAGES, Block, all_blocks, sort_of
from tests.helpers.sharing import ROOT

PROGRAMS = {"cd", "fustella", "make", "mkdir", "pip", "pipx", "py", "python", "rm", "uvx"}
PROGRAMS |= {r".venv\Scripts\python", r".venv\Scripts\fustella"}
_INLINE = re.compile(r"`(fustella [^`]+)`")
_TRANSCRIPT = re.compile(r"^\$ (fustella .+)$", re.MULTILINE)

WORDS = {
    **{
        "my-game": "tiny",
        "el-mapa": "tiny",
        "moving-kingdoms": "tiny",
        "2-4,7": "1-2",
        "castle,aid": "coin,tile",
    },
    **{"card,dragon": "card,coin", "rules.txt": "content/tiny/tiny-rules.txt"},
    **{"de": "it", "GAME-de.xlsx": "output/tiny/translations/tiny-it.xlsx"},
    **dict.fromkeys(("GAME-de.po", "GAME-pl.po"), "output/tiny/translations/tiny-it.po"),
    **{"FOLDER": "content/tiny", "lost.yaml": "once.yaml", "labels-63x38": "A4"},
}
"""What the pages say of their games, and what tiny has instead."""

SCRIPT = 'simulations: {opening: {stacks: {deck: kind = "card"}, measure: {cards: deck}}}\n'
"""The simulation that pages about `fustella simulate` have."""

ALONE = ("--watch", "preview", "studio", "pull", "--help", "fustella new", "eject")
ALONE += ("fustella import",)
"""Words of commands that are not run here: they wait, use the network, or begin a game of their own
(test_tutorial.py)."""

FAULTS = {
    "check --strict": 1,
    "check --strict --format github": 1,
    "check --shop tgc": 1,
    "check my-game --shop tgc": 1,
    **dict.fromkeys(
        (
            "job my-game",
            "job my-game home-a4 table",
            "job my-game --list",
            "job my-game --check",
            "job my-game --format json",
            "export my-game --to insert",
            "export my-game --to insert --form trays",
            "export my-game --to insert --form stl",
            "export my-game --to insert --form laser",
        ),
        1,
    ),
    "check my-game --shop longpack --format json": 1,
}
"""Commands that end with 1 when all is well: tiny has contradictions, sizes of no
shop, no jobs.yaml (tests/cli/test_job.py has one) and no box (tests/export/test_insert.py)."""


def commands_in(block: Block) -> Iterator[str]:
    """The lines of a block of commands, without remarks and blank lines."""
    for line in block.text.splitlines():
        bare = re.sub(r"(^|\s+)#.*", "", line).strip()
        yield from (part.strip() for part in bare.split("&&") if part.strip())


def arguments(line: str) -> list[str]:
    return shlex.split(line)[1:]


USAGE = {"help COMMAND": "help build", "completion SHELL": "completion bash"}
"""Placeholders of usage that stand for one of some words."""


def is_understood(line: str) -> bool:
    for usage, one in USAGE.items():
        line = line.replace(usage, one)
    try:
        return bool(parse(arguments(line)).entry)
    except SystemExit as ended:
        return ended.code == 0


BLOCKS = [block for block in all_blocks() if sort_of(block) == "commands"]
LINES = {line for block in BLOCKS for line in commands_in(block) if line.startswith("fustella ")}
SAID = {line for page in PAGES for line in _INLINE.findall(page.read_text("utf-8"))}
SHOWN = {line for block in all_blocks() for line in _TRANSCRIPT.findall(block.text)}


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_lines_of_a_block_of_commands_begin_with_a_known_program(block):
    lines = list(commands_in(block))
    assert lines
    assert [line for line in lines if line.split()[0] not in PROGRAMS] == []


@pytest.mark.parametrize("line", sorted(LINES | SAID | SHOWN))
def test_command_is_understood(line):
    """`GAME`, `NAME` and the like stand for any word, `…` for some more.

    A sentence may name a command without its words: `fustella whatis`.
    """
    bare = line.replace(" …", "")
    left_out = ("", " NAME", " NAME GAME") if line in SAID else ("",)
    group = line in SAID and " -" not in line and is_understood(f"{line} --help")
    assert group or any(is_understood(bare + more) for more in left_out)


def test_commands_that_are_none_are_found_out(capsys):
    for line in ("fustella biuld", "fustella build --papr A4", "fustella kit make club tiny"):
        assert not is_understood(line)


def test_make_has_the_targets_that_pages_name():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {line.split()[1] for block in BLOCKS for line in commands_in(block) if "make " in line}
    assert named and named <= targets


# Run, page by page: what one line makes, the next one uses.


def runnable(page: Path) -> list[str]:
    blocks = (block for block in all_blocks() if block.page == page)
    lines: list[str] = []
    for block in blocks:
        if sort_of(block) == "commands":
            lines += [line for line in commands_in(block) if line.startswith("fustella ")]
        lines += _TRANSCRIPT.findall(block.text)
    return [line for line in lines if not any(f"{word} " in f"{line} " for word in ALONE)]


RUN = [
    page
    for page in PAGES
    if page.parent.name != "problems" and page != tutorial.PAGE and runnable(page)
]


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_commands_of_a_page_run_one_after_the_other(page, prepared, run, monkeypatch):
    project = TinyProject(prepared)
    monkeypatch.chdir(prepared)
    as_it_was = Snapshot(prepared)
    try:
        if "kit new" not in "".join(runnable(page)):
            assert run(project, "kit", "new", "club", "tiny").code == 0
            assert run(project, "kit", "printed", "club", "--whole").code == 0
        for line in runnable(page):
            if line == "fustella kit show club":  # where the page says that rules are edited
                project.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
            if line.startswith("fustella simulate"):
                (prepared / "content" / "tiny" / "simulations.yaml").write_text(SCRIPT, "utf-8")
            words = [WORDS.get(word, word) for word in arguments(line)]
            words = [code_of(project) if re.match("(?i)mk-?[0-9a-z]{4}$", w) else w for w in words]
            ran: Ran = run(project, *words)
            assert ran.code == FAULTS.get(line.removeprefix("fustella "), 0), (line, ran.err)
    finally:
        as_it_was.write(prepared)


def code_of(project: TinyProject) -> str:
    """The version code of some piece of tiny."""
    ledger = (project.output / "tiny" / "codes.json").read_text(encoding="utf-8")
    found = re.search(r"TI-[0-9A-Z]{4}", ledger)
    assert found
    return found[0]
