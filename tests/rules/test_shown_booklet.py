"""Pages of a booklet for a screen: as they are printed, with the places of their blocks."""

import io
from collections.abc import Iterator
from itertools import combinations

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from fustella.build.booklet import BookletMaker
from fustella.build.job import Job
from fustella.build.options import BuildOptions, RulesOptions
from fustella.build.shown_booklet import BookletSetter, ShownBlock, ShownPages
from fustella.core.files.project import find_project
from fustella.core.values.paper import Duplex
from fustella.core.values.rules import Booklet, Paragraph, Words
from fustella.rules import typeset_inlines
from tests.rules.test_typeset import BOOKLET, NOWHERE, made


@pytest.fixture(scope="module")
def job() -> Job:
    return Job(
        find_project(BOOKLET), "booklet", BuildOptions("A4", Duplex.LONG_EDGE, NOWHERE, "en")
    )


@pytest.fixture(scope="module")
def setter() -> Iterator[BookletSetter]:
    made = BookletSetter()
    yield made
    made.close()


@pytest.fixture(scope="module")
def shown(job: Job, setter: BookletSetter) -> ShownPages:
    assert job.booklet is not None
    return setter.pages(job, job.booklet, settled=True)


def edited(booklet: Booklet, words: str) -> Booklet:
    """The booklet with words behind the first paragraph of its last chapter."""
    last = booklet.chapters[-1]
    at = next(at for at, block in enumerate(last.blocks) if isinstance(block, Paragraph))
    block = last.blocks[at]
    assert isinstance(block, Paragraph)
    changed = replace(block, inlines=(*block.inlines, Words(words, block.place)))
    blocks = (*last.blocks[:at], changed, *last.blocks[at + 1 :])
    return replace(booklet, chapters=(*booklet.chapters[:-1], replace(last, blocks=blocks)))


def test_pages_are_those_that_are_printed(shown: ShownPages, job: Job) -> None:
    """Without its marks, each page is drawn as it is without them."""
    assert len(shown.pages) == len(PdfReader(io.BytesIO(made().pdf)).pages)
    assert job.booklet is not None
    maker = BookletMaker(job, job.booklet, RulesOptions())
    try:
        plain = maker.pages_of(maker.set_well(maker._laid))
    finally:
        maker.close()
    assert not any(page.told for page in plain)
    assert [page.digest for page in plain] == [page.digest for page in shown.pages]


def test_every_block_has_its_place_on_a_page(shown: ShownPages) -> None:
    wide_mm, high_mm = shown.size.width_mm, shown.size.height_mm
    for block in shown.blocks:
        for page, area in block.areas:
            assert 1 <= page <= len(shown.pages)
            assert 0 <= area.x_mm < area.x_mm + area.width_mm <= wide_mm
            assert 0 <= area.y_mm < area.y_mm + area.height_mm <= high_mm
    found = {block.marked.is_ for block in shown.blocks}
    assert found >= {"heading", "paragraph", "table", "figure", "box", "strip"}
    places = [(block.marked.place.file, block.marked.place.line) for block in shown.blocks]
    assert ("rules/20-play.en.md", 8) in places


def test_blocks_do_not_lie_on_each_other(shown: ShownPages) -> None:
    for one, other in combinations(shown.blocks, 2):
        for page, area in one.areas:
            for beside, its in other.areas:
                across = min(area.x_mm + area.width_mm, its.x_mm + its.width_mm)
                down = min(area.y_mm + area.height_mm, its.y_mm + its.height_mm)
                lie = across - max(area.x_mm, its.x_mm) > 1 and down - max(area.y_mm, its.y_mm) > 1
                assert page != beside or not lie, (one.marked, other.marked)


def test_links_lead_to_the_pages_of_their_headings(shown: ShownPages) -> None:
    headings = {block.marked.text: block.areas[0][0] for block in shown.blocks}
    assert headings["Components"] in {link.to for link in shown.links}
    assert all(1 <= link.to <= len(shown.pages) for link in shown.links)


def test_edit_of_a_paragraph_draws_no_figure_and_one_page(
    job: Job, setter: BookletSetter, shown: ShownPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert job.booklet is not None
    drawn: list[object] = []
    monkeypatch.setattr(typeset_inlines, "drawn_figure", lambda *given: drawn.append(given))
    again = setter.pages(job, edited(job.booklet, " So it is."), settled=False)
    changed = [
        number
        for number, (page, before) in enumerate(zip(again.pages, shown.pages, strict=True), 1)
        if page.digest != before.digest
    ]
    assert len(changed) == 1
    assert drawn == []
    said = _block(again, "See Components")
    assert said.areas[0][0] == changed[0]
    setter.pages(job, job.booklet, settled=True)


def _block(shown: ShownPages, begins: str) -> ShownBlock:
    return next(block for block in shown.blocks if block.marked.text.startswith(begins))


def test_settled_pages_are_those_of_a_new_setter(job: Job, setter: BookletSetter) -> None:
    assert job.booklet is not None
    longer = edited(job.booklet, " Round and round." * 80)
    quick = setter.pages(job, longer, settled=False)
    settled = setter.pages(job, longer, settled=True)
    assert settled.settled
    other = BookletSetter()
    try:
        anew = other.pages(job, longer, settled=True)
    finally:
        other.close()
    assert [page.digest for page in settled.pages] == [page.digest for page in anew.pages]
    assert not quick.settled or [page.digest for page in quick.pages] == [
        page.digest for page in anew.pages
    ]
    setter.pages(job, job.booklet, settled=True)


def test_all_of_many_blocks_have_their_places(job: Job) -> None:
    """There are more than one page can tell of."""
    assert job.booklet is not None
    first, *others = job.booklet.chapters
    place = first.blocks[0].place
    many = tuple(Paragraph((Words(f"Round {number}.", place),), place) for number in range(400))
    setter = BookletSetter()
    try:
        longer = replace(job.booklet, chapters=(replace(first, blocks=many), *others))
        pages = setter.pages(job, longer, settled=True)
    finally:
        setter.close()
    found = {block.marked.text: block.areas[0] for block in pages.blocks}
    spots = [found[f"Round {number}."] for number in range(400)]
    assert spots == sorted(spots, key=lambda spot: (spot[0], spot[1].y_mm))
    assert len({page for page, _ in spots}) > 4
