"""What is shown of another tool is explained by the table beside it."""

import re

import pytest

from tests.docs.blocks import Block, all_blocks, sort_of

FOREIGN = [block for block in all_blocks() if sort_of(block) == "foreign"]
_WORDS = {
    "nandeck": re.compile(r"^([A-Z]+) =", re.MULTILINE),
    "ruby": re.compile(r"(?:^  (?=\w)|Squib[.:]+)([\w.]+)", re.MULTILINE),
}


def table_of(block: Block) -> str:
    """The left column of the table under the same heading, in the same page."""
    part = block.page.read_text("utf-8").partition(f"# {block.heading}\n")[2]
    rows = re.findall(r"^\| (.+?) \| ", part.partition("\n## ")[0], re.MULTILINE)
    return "\n".join(rows)


@pytest.mark.parametrize("block", FOREIGN, ids=str)
def test_words_of_another_tool_are_in_the_table_beside_it(block):
    words = set(_WORDS[block.language].findall(block.text))
    assert len(words) >= 5
    assert [word for word in sorted(words) if not re.search(rf"\b{word}\b", table_of(block))] == []
