"""The lines of the parts of a chapter, by which a page changes one of them."""

from pathlib import Path

import pytest

from fustella.build import BuildOptions
from fustella.build.job import Job
from fustella.core.files.project import find_project
from fustella.core.values.paper import Duplex
from fustella.core.values.rules import BookletTable, Figure, Heading, Paragraph, Rule, every_block
from fustella.read.rules.parts import lines_of, parts_of
from tests.helpers.sharing import ROOT

CHAPTER = """\
---
title: Above
---
# One

Two lines
of words.
- an item
- another
  that goes on

  and has more

> quoted

| a | b |
|---|---|
| 1 | 2 |

::: hint Title
Inside.
:::

```situation
table: 10mm x 10mm
```

[^n]: A note.
"""


def spans(text: str) -> list[tuple[int, int]]:
    return [(part.first, part.last) for part in parts_of(text)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_parts_are_all_that_is_typed_as_one(end: str) -> None:
    text = CHAPTER.replace("\n", end)
    found = spans(text)
    assert found == [
        *((4, 4), (6, 7), (8, 8), (9, 10), (12, 12), (14, 14), (16, 18)),
        *((20, 20), (21, 21), (24, 26), (28, 28)),
    ]
    assert parts_of(text)[1].typed == "Two lines\nof words."
    assert "".join(lines_of(text)) == text


def test_every_block_of_a_booklet_begins_a_part() -> None:
    root = ROOT / "tests/games/booklet"
    job = Job(
        find_project(root), "booklet", BuildOptions("A4", Duplex.NONE, Path("/nowhere"), "en")
    )
    booklet = job.booklet
    assert booklet is not None
    for chapter in (*booklet.chapters, *booklet.notes):
        text = (root / chapter.place.file).read_text(encoding="utf-8")
        firsts = {part.first for part in parts_of(text)}
        leaves = [
            block
            for block in every_block(chapter.blocks)
            if isinstance(block, Heading | Paragraph | BookletTable | Figure | Rule)
        ]
        assert leaves
        assert {block.place.line for block in leaves} <= firsts
