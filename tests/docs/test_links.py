"""Links of the documentation lead to pages and headings, on the web site and on GitHub alike."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.helpers.sharing import ROOT

DOCS = ROOT / "docs"
PAGES = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md"]
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_ELSEWHERE = re.compile(r"[a-z]+:")
_HEADING = re.compile(r"#{1,6} +(.*?)(?:\s*\{#([\w-]+)\})?")
_NAMED = re.compile(r'<a (?:id|name)="([^"]+)"')
_CODE = re.compile(r"(`+).*?\1")


def lines_of(text):
    """The lines of a page outside of its blocks of code, with their numbers."""
    inside = False
    for number, line in enumerate(text.splitlines(), start=1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif not inside:
            yield number, line


def anchor(heading):
    """What GitHub makes of a heading: letters, figures, hyphens; a hyphen for each blank."""
    shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
    return re.sub(r"[^\w\- ]", "", shown.strip().lower()).replace(" ", "-")


def anchors(text):
    found, often = set(), Counter()
    for _, line in lines_of(text):
        found |= set(_NAMED.findall(line))
        if heading := _HEADING.fullmatch(line):
            name = heading[2] or anchor(heading[1])
            found.add(f"{name}-{often[name]}" if often[name] else name)
            often[name] += 1
    return found


@cache
def anchors_of(path: Path):
    return anchors(path.read_text("utf-8"))


def dead_links(text, page):
    """The links of a page that lead nowhere, as `line: link`."""
    for number, line in lines_of(text):
        for link in _LINK.findall(_CODE.sub("", line)):
            if _ELSEWHERE.match(link):
                continue
            path, _, fragment = link.partition("#")
            target = (page.parent / path).resolve() if path else page
            if target != page and not target.exists():
                yield f"{number}: {link}"
                continue
            headings = frozenset({fragment})
            if target.suffix == ".md":
                headings = anchors(text) if target == page else anchors_of(target)
            if fragment and fragment not in headings:
                yield f"{number}: {link}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_of_a_page_lead_somewhere(page):
    assert list(dead_links(page.read_text("utf-8"), page)) == []


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("[a](texts.md)", []),
        ("[a](nowhere.md)", ["1: nowhere.md"]),
        ("[a](texts.md#nowhere)", ["1: texts.md#nowhere"]),
        ("x\n\n# One two\n\n[a](#one-two) [b](#one--two)", ["5: #one--two"]),
        ("# A\n# A\n[a](#a-1) [b](#a-2)", ["3: #a-2"]),
        ("```text\n[a](nowhere.md)\n```\n`[a](nowhere.md)`", []),
        ("# Text(value, …)\n[a](#textvalue)", ["2: #textvalue"]),
        ("[a](../nowhere/) [b](https://example.org/x#y)", ["1: ../nowhere/"]),
    ],
)
def test_dead_links_are_found_out(text, dead):
    assert list(dead_links(text, DOCS / "made-up.md")) == dead


def test_pages_that_messages_name_are_there():
    """In hints, help and the docstrings that become pages."""
    found = set()
    for path in (ROOT / "generator" / "fustella").rglob("*.py"):
        found |= set(re.findall(r"\bdocs/[\w/-]+\.md(?:#[\w-]+)?", path.read_text("utf-8")))
    assert len(found) > 3
    for name in found:
        page, _, fragment = name.partition("#")
        assert (ROOT / page).is_file(), name
        assert not fragment or fragment in anchors_of(ROOT / page), name
