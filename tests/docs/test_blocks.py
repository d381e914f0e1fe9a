"""Every block of code of the documentation is known for what it is, and so can be tried."""

import re

import pytest

from tests.docs.blocks import PAGES, all_blocks, blocks_of, sort_of
from tests.helpers.sharing import ROOT


def test_every_block_is_of_a_sort_that_a_test_tries():
    unknown = [block for block in all_blocks() if not sort_of(block)]
    assert [f"{block} {block.language or 'has no language'}" for block in unknown] == []


def test_pages_have_blocks_of_each_sort():
    sorts = {sort_of(block) for block in all_blocks()}
    known = {"file", "foreign", "commands", "output", "fragment", "case", "edit", "settings"}
    assert sorts == known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_page_has_no_code_but_in_fences(page):
    """Code that is merely indented has no language, and no test would find it."""
    text = re.sub(r"^( *)```.*?^\1```$", "", page.read_text("utf-8"), flags=re.M | re.S)
    found = re.findall(r"(?:\A|\n)\n {4,}\S.*", text)
    assert found == []


def test_block_without_mark_is_of_no_sort(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# A\n\n```yaml\na: 1\n```\n\n```\nx\n```\n\n<!-- game -->\n\n```yaml\nb\n```\n"
    )
    assert [(b.line, b.mark, sort_of(b)) for b in blocks_of(page)] == [
        (3, "", ""),
        (7, "", ""),
        (13, "game", "fragment"),
    ]
