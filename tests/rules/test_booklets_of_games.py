"""The booklets of the four games: nothing in them is open, and all languages say the same.

The lines of a rule document are known by `document.lines`, with or without the document.
"""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from fustella.build import BuildOptions, RulesOptions
from fustella.build.booklet import BookletMaker
from fustella.build.job import Job
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.core.values.rules import (
    Booklet,
    BookletTable,
    Box,
    BoxKind,
    Heading,
    IconMark,
    Inlines,
    NoteRef,
    Rules,
    Words,
    every_block,
    inlines_in,
    text_of,
)
from tests.helpers.drawn import PROJECT, keep_drawings
from tests.play.moving_kingdoms_board import TROOPS, Army, battle, box

GAMES = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")
KINGDOMS = "moving-kingdoms"
LANGUAGES = ("it", "en", "de")


def job_of(game: str, language: str = "", output: Path | None = None) -> Job:
    options = BuildOptions(
        output=output or PROJECT.root / "output",
        paper="A4",
        duplex=Duplex.LONG_EDGE,
        language=language or None,
    )
    return Job(Project(PROJECT.root), game, options)


@cache
def rules_of(game: str) -> Rules:
    return job_of(game).rules


def booklet_of(language: str) -> Booklet:
    return rules_of(KINGDOMS).booklets[language]


def lines_of(booklet: Booklet) -> set[int]:
    """The lines of the rule document that a booklet says it restates."""
    return {
        line
        for chapter in booklet.chapters
        for block in every_block(chapter.blocks)
        for first, last in getattr(block, "lines", ())
        for line in range(first, last + 1)
    }


def typed_figures(booklet: Booklet) -> list[str]:
    """The figures that were typed, and come from no list."""
    return [
        figure
        for chapter in booklet.chapters
        for inline in inlines_in(chapter.blocks)
        if isinstance(inline, Words)
        for figure in re.findall(r"\d+(?:×\d+)?", inline.text)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_in_a_booklet_is_told(game):
    rules = rules_of(game)
    assert not rules.warnings
    assert tuple(rules.booklets) == job_of(game).game.languages


@pytest.mark.parametrize("game", GAMES)
def test_booklets_have_the_same_in_all_languages(game):
    first, *others = rules_of(game).booklets.values()

    def outline(booklet: Booklet) -> list[object]:
        blocks = [each for chapter in booklet.chapters for each in every_block(chapter.blocks)]
        heads = [(each.anchor, each.level) for each in blocks if isinstance(each, Heading)]
        kinds = [each.kind for each in blocks if isinstance(each, Box)]
        return [heads, kinds, [type(each) for each in blocks], len(booklet.notes)]

    for other in others:
        assert outline(other) == outline(first)
        assert lines_of(other) == lines_of(first)


@pytest.mark.parametrize("game", GAMES)
def test_decisions_lead_to_a_note(game):
    for booklet in rules_of(game).booklets.values():
        for chapter in booklet.chapters:
            for block in every_block(chapter.blocks):
                if isinstance(block, Box) and block.kind is BoxKind.DECISION:
                    inside = inlines_in(block.blocks)
                    assert any(isinstance(each, NoteRef) and each.number for each in inside)


def test_each_line_of_the_document_is_restated():
    file = PROJECT.root / "content" / KINGDOMS / "document.lines"
    written = file.read_text(encoding="utf-8").split()
    said = {number for number, line in enumerate(written, 1) if line != "-"}
    assert said <= lines_of(booklet_of("it"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_that_a_list_has_are_references(language):
    """What is typed are the phases, the first space of the track, and the spaces of grids."""
    typed = typed_figures(booklet_of(language))
    grids = ["2×1", "2×2", "2×3", "2", "4", "6", "10"]
    assert sorted(typed) == sorted(["1", "1", "2", "3", "4", *grids])


def cases(booklet: Booklet) -> list[tuple[Inlines, ...]]:
    """The rows of the table below the heading of worked cases."""
    blocks = [each for chapter in booklet.chapters for each in every_block(chapter.blocks)]
    for before, behind in pairwise(blocks):
        if isinstance(before, Heading) and before.anchor == "cases":
            assert isinstance(behind, BookletTable)
            return list(behind.rows)
    raise AssertionError("there are no cases")


def army(cell: Inlines) -> Army:
    icons = [each.name for each in cell if isinstance(each, IconMark)]
    a, b, c, d = (icons.count(troop) for troop in TROOPS)
    return a, b, c, d


@pytest.mark.parametrize("language", LANGUAGES)
def test_worked_cases_end_as_the_rules_say(language):
    """A battle that is simulated from the lists leaves what the booklet says."""
    falls, stands, destroyed = "hall falls", "stands", "city destroyed"
    found = []
    for _, attack, defence, hall, left, _ in cases(booklet_of(language)):
        bonus = re.search(r"\+\s*(\d+)", text_of(attack))
        fought = battle(army(attack), army(defence), int(bonus[1]) if bonus else 0)
        assert text_of(left) == (str(fought.rest) if fought.rest > 0 else "–")
        has_hall = text_of(hall) != "–"
        walls = box().defence["castle"] + has_hall * box().defence["hall"]
        if fought.rest > walls:
            found.append(destroyed)
        else:
            found.append(falls if has_hall and fought.rest >= box().defence["hall"] else stands)
    assert found == [falls, stands, falls, destroyed, stands, destroyed]


@pytest.mark.parametrize("language", LANGUAGES)
def test_booklet_fills_four_sheets(language, tmp_path):
    keep_drawings(tmp_path, KINGDOMS, language)
    job = job_of(KINGDOMS, language, tmp_path)
    booklet = job.booklet
    assert booklet is not None
    maker = BookletMaker(job, booklet, RulesOptions())
    try:
        pages = [page for sheet in maker.sheets for page in sheet.pages]
        assert len(maker.sheets) == 4
        looks = sorted(placed.face.look for page in pages for placed in page.placements)
        assert looks == [*range(1, 17)]
        assert maker._laid(maker._typeset).left_white == ()
    finally:
        maker.close()
