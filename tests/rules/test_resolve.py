"""Booklets are resolved: what they refer to is what the lists say, and nothing is left open."""

from pathlib import Path

import pytest

from fustella.build import BuildOptions
from fustella.build.job import Job
from fustella.core.files.project import find_project
from fustella.core.values.paper import Duplex
from fustella.core.values.rules import (
    ListTable,
    MadeBlocks,
    Reference,
    Rules,
    every_block,
    inlines_in,
    pictures_in,
    text_of,
)
from tests.helpers.sharing import ROOT

BOOKLET = ROOT / "tests" / "games" / "booklet"


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_of(BOOKLET)


def rules_of(root: Path) -> Rules:
    options = BuildOptions(output=root / "output", paper="A4", duplex=Duplex.LONG_EDGE)
    project = find_project(root)
    return Job(project, project.games()[0], options).rules


def blocks_of(rules: Rules, language: str = "en"):
    booklet = rules.booklets[language]
    parts = [*(part.blocks for part in booklet.parts), *(note.blocks for note in booklet.notes)]
    return [block for blocks in parts for block in every_block(blocks)]


def letters(rules: Rules) -> str:
    return " ".join(text_of((inline,)) for inline in inlines_in(blocks_of(rules)))


def test_booklet_with_one_of_everything_has_no_reference_left(rules):
    for language in rules.booklets:
        blocks = blocks_of(rules, language)
        assert not [one for one in blocks if isinstance(one, ListTable | MadeBlocks)]
        assert not [one for one in inlines_in(blocks) if isinstance(one, Reference)]
        assert all(picture.alt for picture in pictures_in(blocks))
    assert rules.warnings == ()
