"""The pages of docs/checks/ equal the docstrings of the checks, and their examples are valid."""

import re

import pytest

from fustella.check import kind_named, kind_names, rules
from fustella.core.values.claims import OWN_KEYS
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.source import load
from tests.helpers.docs_makers import maker

MAKER = maker("make_checks")
FILES = MAKER.files()
PAGES = {page.name: page for package in ("kinds", "lint") for page in MAKER.pages(package)}


@pytest.mark.parametrize("name", FILES)
def test_page_of_a_check_equals_its_docstring(name):
    there = MAKER.FOLDER / name
    assert there.is_file(), f"{name} is missing: run docs/make_checks.py"
    said = there.read_text(encoding="utf-8")
    assert said == FILES[name], f"{name} is out of date: run docs/make_checks.py"


def test_pages_of_checks_have_a_check():
    assert {path.name for path in MAKER.FOLDER.iterdir()} == set(FILES)


def test_checks_have_a_page_and_a_line_in_the_index():
    assert set(PAGES) == {*kind_names(), *rules()}
    for name in PAGES:
        assert f"\n| [{name}]({name}.md) | " in FILES["README.md"]


@pytest.mark.parametrize("name", PAGES)
def test_page_of_a_check_has_its_parts_in_order(name):
    leads = re.findall(r"^\*\*(.+?)\.\*\*", PAGES[name].body, re.MULTILINE)
    assert leads == list(MAKER.LEADS)
    assert PAGES[name].summary


@pytest.mark.parametrize("name", kind_names())
def test_example_of_a_check_is_read_with_its_keys(name, tmp_path):
    """It names this kind of check, and no key that the kind does not have."""
    example = PAGES[name].body.partition("**Example.**")[2]
    block = re.search(r"```yaml\n(.+?)```", example, re.DOTALL)
    assert block is not None, f"the page of {name} has no example"
    path = tmp_path / "claims.yaml"
    path.write_text("claims:\n" + re.sub("^", "  ", block[1], flags=re.MULTILINE).rstrip() + "\n")
    claims = load(path, "claims.yaml")["claims"]
    kind = kind_named(name)
    assert isinstance(claims, ListNode)
    for claim in claims:
        assert isinstance(claim, MappingNode)
        assert claim["check"] == name
        assert {key for key in kind.KEYS if kind.KEYS[key].required} <= set(claim)
        assert set(claim) <= {*OWN_KEYS, *kind.KEYS}
        assert "else" not in claim or "decision" in claim


def test_fenced_of_an_example_is_a_code_block():
    text = "**Example.**\n\n    - id: a\n\n      of: b\n\nEnd.\n"
    assert MAKER._CODE.sub(MAKER._fenced, text) == (
        "**Example.**\n\n```yaml\n- id: a\n\n  of: b\n```\n\nEnd.\n"
    )
