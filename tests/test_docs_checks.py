"""docs/checks/ says what the docstrings of the checks say, and their examples are claims."""

import importlib.util
import re
from types import ModuleType

import pytest

from fustella.check.claims import kind_named, kind_names
from fustella.check.lint import rules
from fustella.core.claims import OWN_KEYS
from fustella.read.nodes import ListNode, MappingNode
from fustella.read.source import load
from tests.conftest import ROOT


def maker() -> ModuleType:
    """docs/make_checks.py, which is no module of a package."""
    spec = importlib.util.spec_from_file_location("make_checks", ROOT / "docs" / "make_checks.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = maker()
FILES = MAKER.files()
PAGES = {page.name: page for package in ("kinds", "lint") for page in MAKER.pages(package)}


@pytest.mark.parametrize("name", FILES)
def test_a_page_is_what_the_docstring_gives(name):
    there = MAKER.FOLDER / name
    assert there.is_file(), f"{name} is missing: run docs/make_checks.py"
    said = there.read_text(encoding="utf-8")
    assert said == FILES[name], f"{name} is out of date: run docs/make_checks.py"


def test_no_page_is_left_of_a_check_that_is_gone():
    assert {path.name for path in MAKER.FOLDER.iterdir()} == set(FILES)


def test_every_check_has_a_page_and_a_line_in_the_index():
    assert set(PAGES) == {*kind_names(), *rules()}
    for name in PAGES:
        assert f"\n| [{name}]({name}.md) | " in FILES["README.md"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_all_its_parts_in_order(name):
    leads = re.findall(r"^\*\*(.+?)\.\*\*", PAGES[name].body, re.MULTILINE)
    assert leads == list(MAKER.LEADS)
    assert PAGES[name].summary


@pytest.mark.parametrize("name", kind_names())
def test_the_example_of_a_kind_has_its_keys(name, tmp_path):
    """An example would be understood: it names this kind, and no key that the kind lacks."""
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
        assert set(kind.REQUIRED) <= set(claim)
        assert set(claim) <= {*OWN_KEYS, *kind.REQUIRED, *kind.OPTIONAL}
        assert "else" not in claim or "decision" in claim


def test_examples_become_fenced_blocks():
    text = "**Example.**\n\n    - id: a\n\n      of: b\n\nEnd.\n"
    assert MAKER._CODE.sub(MAKER._fenced, text) == (
        "**Example.**\n\n```yaml\n- id: a\n\n  of: b\n```\n\nEnd.\n"
    )
