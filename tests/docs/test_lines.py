"""No line of the documentation stands twice in a row, and its steps are counted from 1."""

import re

import pytest

from tests.docs.blocks import PAGES
from tests.docs.test_links import lines_of

_STEP = re.compile(r"( *)(\d+)\. ")


def slips(text):
    """Lines that stand twice in a row and steps with another number than the next, by line."""
    before, counted = "", {}
    for number, line in lines_of(text):
        if line.strip() and line == before:
            yield f"{number}: stands twice: {line}"
        before = line
        if step := _STEP.match(line):
            indent = len(step[1])
            counted = {deep: last for deep, last in counted.items() if deep <= indent}
            counted[indent] = counted.get(indent, 0) + 1
            if int(step[2]) != counted[indent]:
                yield f"{number}: step {step[2]} should be {counted[indent]}"
                counted[indent] = int(step[2])
        elif line.strip() and not line.startswith(" "):
            counted = {}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lines_and_steps(page):
    assert list(slips(page.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1. Cut.\n2. Fold.\n2. Fold.\n", ["3", "3"]),
        ("1. Cut.\n2. Fold.\n2. Glue.\n", ["3"]),
        ("1. Cut.\n3. Fold.\n4. Glue.\n", ["2"]),
        ("2. Cut.\n", ["1"]),
        ("Print it.\nPrint it.\n", ["2"]),
        ("| a | b |\n| a | b |\n", ["2"]),
        ("1. Cut.\n\n   1. Here.\n   1. There.\n", ["4"]),
        ("1. Cut.\n\n   ```sh\n   fustella\n   fustella\n   ```\n\n2. Fold.\n", []),
        ("1. Cut\n   twice.\n2. Fold.\n\nThen:\n\n1. Glue.\n", []),
        ("1. Cut.\n   1. Here.\n   2. There.\n2. Fold.\n   1. Here.\n", []),
        ("Print.\n\nPrint.\n", []),
    ],
)
def test_slips_are_found(text, lines):
    assert [slip.partition(":")[0] for slip in slips(text)] == lines
