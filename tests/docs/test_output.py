"""What the documentation shows as printed is what the tool prints: problems, tables, transcripts.

Problems on the page of a code are compared with its case in tests/test_cases.py. Here the others
are held to their form, tables to the columns of the command's own, and transcripts line by line,
without their names, codes and dates.
"""

import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import Snapshot, TinyProject, problems_in
from tests.docs import tutorial
from tests.docs.blocks import Block, all_blocks, sort_of
from tests.docs.test_cases import files_of, is_in_line, lines_of
from tests.docs.test_commands import WORDS
from tests.test_cases import CODES

OUTPUT = [
    block
    for block in all_blocks()
    if sort_of(block) == "output" and block.page != tutorial.PAGE  # compared by its own test
]
_COMMAND = re.compile(r"\$ fustella (.+)")
_RULE = re.compile(r"─+(  ─+)+ *")
_LAST = re.compile(r"(\d+ problems?; .+|watching .+ Ctrl-C|…|)")
_VARIABLE = (
    (r"\b[A-Z]{2}-[0-9A-Z]{4}\b", "CODE"),
    (r"\d{4}-\d{2}-\d{2}", "DAY"),
    (r"^CODE: .+, .+ `.+`, .+ \(content/.+:\d+\)$", "CODE: PIECE"),
    (r"^( +(?:~ )?)[a-z]+\.\w+: .+ → .+$", r"\1FIELD: OLD → NEW"),
    (r"^( +)[a-z]+\.\w+: .+$", r"\1FIELD: VALUE"),
)


def command_of(block: Block) -> str:
    """The command whose output a block is, "" if it says none."""
    found = _COMMAND.match(block.text)
    if found:
        return found[1]
    return block.value.removeprefix("fustella ") if block.mark == "output of" else ""


def is_table(block: Block) -> bool:
    return any(_RULE.fullmatch(line) for line in block.text.splitlines())


def columns(printed: str) -> list[list[str]]:
    """The headings of the tables in a text: what stands above a rule, or in a first line."""
    lines = printed.splitlines()
    over = [lines[at - 1] for at, line in enumerate(lines) if at and _RULE.fullmatch(line.strip())]
    return [re.split(r"  +", line.strip()) for line in over or lines[:1]]


def masked(line: str) -> str:
    for pattern, name in _VARIABLE:
        line = re.sub(pattern, name, line)
    return line


PROBLEMS = [block for block in OUTPUT if list(problems_in(block.text))]
TABLES = [block for block in OUTPUT if is_table(block) or block.mark == "output of"]
REST = [block for block in OUTPUT if block not in PROBLEMS and block not in TABLES]


@pytest.mark.parametrize("block", PROBLEMS, ids=str)
def test_problems_have_a_code_that_exists_and_a_hint(block):
    for said in problems_in(block.text):
        assert said.code in CODES
        assert said.hint and said.message and said.file
    below = ("    hint: ", "    also: ")
    rest = [line for line in block.text.splitlines() if not line.startswith(below)]
    others = [line for line in rest if not list(problems_in(line)) and not _COMMAND.match(line)]
    assert [line for line in others if not _LAST.fullmatch(line)] == []


@pytest.mark.parametrize("block", TABLES, ids=str)
def test_tables_have_the_columns_that_the_command_prints(block, prepared, run, monkeypatch):
    project = TinyProject(prepared)
    as_it_was = Snapshot(prepared)
    monkeypatch.chdir(prepared)
    project.edit_freely("content/tiny/cards.yaml", "cost: 3", "cost: 4")
    if command_of(block) == "check":
        as_it_was.write(prepared)
    try:
        ran = run(project, *(WORDS.get(word, word) for word in shlex.split(command_of(block))))
        assert ran.code == 0, ran.err
        assert columns(block.text)[0] in columns(ran.out)
    finally:
        as_it_was.write(prepared)


@pytest.mark.parametrize("block", REST, ids=str)
def test_other_text_is_a_transcript_a_document_or_a_drawing(block, prepared, run):
    if block.mark == "drawing":
        assert "fustella " not in block.text
    elif block.case:
        whole = [line for text in files_of(block) for line in lines_of(text)]
        shown = lines_of(block.text)
        assert [line for line in shown if not any(is_in_line(line, one) for one in whole)] == []
    else:
        assert command_of(block).startswith("whatis"), f"{block}: what is this?"
        assert_transcript_of_whatis(block, TinyProject(prepared), run)


def assert_transcript_of_whatis(block: Block, project: TinyProject, run) -> None:
    """Ask for a piece that has changed and for one that has not, as the page does."""
    as_it_was = Snapshot(project.root)
    ledger = project.output / "tiny" / "codes.json"
    try:
        before = set(re.findall(r"TI-[0-9A-Z]{4}", ledger.read_text("utf-8")))
        project.edit_freely("content/tiny/cards.yaml", "cost: 3", "cost: 4")
        assert run(project, "build").code == 0
        ran = run(project, "whatis", *sorted(before))
        shown = {masked(line) for line in block.text.splitlines()[1:]}
        printed = {masked(line) for line in ran.out.splitlines()}
        assert shown <= printed
    finally:
        as_it_was.write(project.root)


def test_transcript_of_a_failing_watch_is_what_a_build_says(tiny, run):
    (block,) = (block for block in OUTPUT if command_of(block).endswith("--watch"))
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: six")
    said = run(tiny, "build").err.splitlines()
    lines = block.text.splitlines()
    fault = [line for line in lines if list(problems_in(line)) or re.match(r" +hint|\d", line)]
    assert len(fault) == 3
    assert fault == said
    source = Path(block.page.parents[1] / "generator/fustella/cli/watch.py").read_text("utf-8")
    assert next(line for line in lines if line.startswith("watching")) in source
