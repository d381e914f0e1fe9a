"""The rule booklet in a real browser: read, followed after a save, and changed where it stands."""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.helpers.sharing import ROOT
from tests.preview.driving import (
    NO_ANSWER,
    PATIENCE_S,
    VIEW,
    free_port,
    needs_chromium,
    opened,
    serving,
)
from tests.preview.test_axe import DESKTOP, PHONE, findings_in_schemes

pytestmark = needs_chromium

CHAPTER = "rules/20-play.en.md"
NEVER = "Never on ice."


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("ferry") / "ferry"
    shutil.copytree(ROOT / "tests/games/booklet", root)
    return root


@pytest.fixture(scope="module")
def served(ferry: Path) -> Iterator[str]:
    with serving(ferry, free_port()) as address:
        yield address


@pytest.fixture
def booklet(browser: BrowserContext, served: str, ferry: Path) -> Iterator[Page]:
    """The page with the booklet; the chapter is as it was after the test."""
    before = (ferry / CHAPTER).read_bytes()
    with opened(browser, served, complains=NO_ANSWER) as page:
        page.locator("#views").get_by_role("button", name="Rules").click()
        expect(page.locator(".leaf img").first).to_be_visible()
        yield page
    shutil.rmtree(ferry / "output/.cache/steps", ignore_errors=True)
    if (ferry / CHAPTER).read_bytes() != before:
        (ferry / CHAPTER).write_bytes(before)
    time.sleep(0.2)


def becomes(path: Path, wanted: Callable[[str], bool]) -> str:
    """Waits until the text of a file is as wanted, and returns it."""
    until_s = time.monotonic() + PATIENCE_S
    while not wanted(text := path.read_bytes().decode()):
        assert time.monotonic() < until_s, text
        time.sleep(0.02)
    return text


def block(page: Page, begins: str) -> Locator:
    return page.locator(f'button.block[aria-label^="{begins}"]')


def picture_of(page: Page, begins: str) -> str:
    """The name of the picture of the page on which a block is."""
    leaf = page.locator(".leaf", has=block(page, begins)).locator("img")
    return leaf.get_attribute("data-digest") or ""


def test_pages_are_spreads_with_chapters_beside_them(booklet: Page) -> None:
    spreads = booklet.locator(".spread")
    assert [spreads.nth(n).locator(".leaf").count() for n in range(2)] == [1, 2]
    chapters = booklet.locator(".chapters")
    chapters.get_by_role("button", name="How to play").click()
    expect(booklet.locator("#page-tally")).not_to_have_text(re.compile("Page 1 of"))
    assert re.search(r"view=rules.*page=[2-9]", booklet.url)
    expect(chapters.locator("[aria-current]")).to_have_count(1)
    booklet.go_back()
    expect(booklet.locator("#page-tally")).to_have_text(re.compile("Page 1 of"))


def test_address_leads_to_a_page(booklet: Page) -> None:
    booklet.evaluate("location.hash = 'view=rules&page=4'")
    expect(booklet.locator('.leaf[data-page="4"]')).to_be_in_viewport()
    booklet.reload()
    expect(booklet.locator('.leaf[data-page="4"]')).to_be_in_viewport()


def test_link_leads_to_the_page_of_its_heading(booklet: Page) -> None:
    booklet.evaluate("location.hash = 'view=rules&page=6'")
    link = booklet.locator(".leaf .lead[aria-label='To page 2']").first
    link.click()
    expect(booklet).to_have_url(re.compile("page=2"))
    expect(booklet.locator('.leaf[data-page="2"]')).to_be_in_viewport()


def test_language_has_its_own_booklet(booklet: Page) -> None:
    booklet.locator("#language").select_option("it")
    expect(booklet.locator(".chapters")).to_contain_text("Componenti")


def test_saved_chapter_is_seen_on_its_page(booklet: Page, ferry: Path) -> None:
    before = picture_of(booklet, "Paragraph: Never on ice")
    first = booklet.locator('.leaf[data-page="1"] img').get_attribute("data-digest")
    path = ferry / CHAPTER
    path.write_text(path.read_text().replace(NEVER, "Never in fog."))
    expect(block(booklet, "Paragraph: Never in fog")).to_be_in_viewport()
    assert picture_of(booklet, "Paragraph: Never in fog") != before
    assert booklet.locator('.leaf[data-page="1"] img').get_attribute("data-digest") == first


def test_fault_stands_above_the_last_good_pages(booklet: Page, ferry: Path) -> None:
    before = picture_of(booklet, "Paragraph: Never on ice")
    path = ferry / CHAPTER
    path.write_text(path.read_text().replace("{piece:wine.cost}", "{piece:whine.cost}"))
    says = booklet.locator(".booklet-says")
    expect(says).to_contain_text("E711")
    expect(says).to_contain_text("20-play.en.md:32")
    expect(says).to_contain_text("last good ones")
    expect(booklet.locator("#alarm")).to_be_visible()
    assert picture_of(booklet, "Paragraph: Never on ice") == before
    path.write_text(path.read_text().replace("{piece:whine.cost}", "{piece:wine.cost}"))
    expect(says).to_be_empty()
    expect(booklet.locator("#alarm")).to_be_hidden()


def test_click_opens_the_text_of_a_paragraph_and_enter_saves_it(booklet: Page, ferry: Path) -> None:
    before = (ferry / CHAPTER).read_text()
    block(booklet, "Paragraph: Never on ice").click()
    field = booklet.locator(".block-edit textarea")
    expect(field).to_have_value(NEVER)
    expect(booklet.locator(".block-edit")).to_contain_text("20-play.en.md")
    field.fill("Never in **fog**.")
    field.press("Enter")
    after = becomes(ferry / CHAPTER, lambda text: text != before)
    assert after == before.replace(NEVER, "Never in **fog**.")
    expect(booklet.locator(".block-edit")).to_have_count(0)
    expect(block(booklet, "Paragraph: Never in fog")).to_be_focused()
    booklet.keyboard.press("Control+z")
    becomes(ferry / CHAPTER, lambda text: text == before)
    expect(block(booklet, "Paragraph: Never on ice")).to_be_visible()
    booklet.keyboard.press("Control+Shift+z")
    becomes(ferry / CHAPTER, lambda text: text == after)


def test_text_of_several_lines_is_saved_by_ctrl_enter(booklet: Page, ferry: Path) -> None:
    before = (ferry / CHAPTER).read_text()
    block(booklet, "Paragraph: See Components").click()
    field = booklet.locator(".block-edit textarea")
    assert field.input_value().count("\n") == 2
    field.press("Control+End")
    field.press("Enter")
    field.press_sequentially("More.")
    field.press("Control+Enter")
    after = becomes(ferry / CHAPTER, lambda text: text != before)
    assert after == before.replace("not stop.[^stop]\n", "not stop.[^stop]\nMore.\n")


def test_escape_leaves_the_chapter_as_it_is(booklet: Page, ferry: Path) -> None:
    before = (ferry / CHAPTER).read_bytes()
    block(booklet, "Paragraph: Never on ice").click()
    booklet.locator(".block-edit textarea").fill("Nothing.")
    booklet.keyboard.press("Escape")
    expect(booklet.locator(".block-edit")).to_have_count(0)
    expect(block(booklet, "Paragraph: Never on ice")).to_be_focused()
    assert (ferry / CHAPTER).read_bytes() == before


def test_block_that_changed_elsewhere_is_not_overwritten(booklet: Page, ferry: Path) -> None:
    path = ferry / CHAPTER
    block(booklet, "Paragraph: Never on ice").click()
    field = booklet.locator(".block-edit textarea")
    field.fill("Never in fog.")
    path.write_text(path.read_text().replace(NEVER, "Never at night."))
    expect(block(booklet, "Paragraph: Never at night")).to_be_visible()
    field.press("Control+Enter")
    expect(booklet.locator("#toast")).to_contain_text("not there any more")
    expect(field).to_have_value("Never in fog.")
    assert "Never at night." in path.read_text()
    booklet.keyboard.press("Escape")


def test_chapter_changed_above_the_block_takes_the_edit(booklet: Page, ferry: Path) -> None:
    path = ferry / CHAPTER
    before = path.read_text()
    block(booklet, "Paragraph: Never on ice").click()
    field = booklet.locator(".block-edit textarea")
    field.fill("Never in fog.")
    path.write_text(before.replace("# How to play\n", "# How to play\n\nSail well.\n"))
    expect(block(booklet, "Paragraph: Sail well")).to_be_visible()
    field.press("Control+Enter")
    after = becomes(path, lambda text: "fog" in text)
    assert after == before.replace("# How to play\n", "# How to play\n\nSail well.\n").replace(
        NEVER, "Never in fog."
    )


def test_keys_go_through_pages_and_blocks(booklet: Page, ferry: Path) -> None:
    booklet.locator("#main").focus()
    booklet.keyboard.press("ArrowRight")
    expect(booklet).to_have_url(re.compile("page=2"))
    booklet.keyboard.press("ArrowRight")
    expect(booklet).to_have_url(re.compile("page=4"))
    booklet.keyboard.press("Home")
    expect(booklet).not_to_have_url(re.compile("page="))
    booklet.keyboard.press("End")
    expect(booklet).to_have_url(re.compile(r"page=\d"))
    never = block(booklet, "Paragraph: Never on ice")
    booklet.keyboard.press("Home")
    for _ in range(booklet.locator("button.block").count()):
        booklet.keyboard.press("ArrowDown")
        if never.evaluate("one => one === document.activeElement"):
            break
    expect(never).to_be_focused()
    booklet.keyboard.press("Enter")
    expect(booklet.locator(".block-edit textarea")).to_be_focused()
    booklet.keyboard.press("Control+a")
    booklet.keyboard.type("Never in fog.")
    booklet.keyboard.press("Enter")
    becomes(ferry / CHAPTER, lambda text: "Never in fog." in text)


def test_page_without_the_token_reads_and_changes_nothing(
    browser: BrowserContext, served: str, ferry: Path
) -> None:
    with opened(browser, served.partition("#")[0], complains=NO_ANSWER) as page:
        page.locator("#views").get_by_role("button", name="Rules").click()
        block(page, "Paragraph: Never on ice").click()
        field = page.locator(".block-edit textarea")
        expect(field).to_have_attribute("readonly", "")
        expect(page.locator(".block-edit").get_by_role("button", name="Save")).to_have_count(0)
        field.press("Control+Enter")
        page.keyboard.press("Escape")
    assert NEVER in (ferry / CHAPTER).read_text()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_booklet_has_no_findings(booklet: Page, ferry: Path, size: dict[str, int]) -> None:
    booklet.set_viewport_size(size)
    expect(block(booklet, "Paragraph: Never on ice")).to_be_attached()
    assert findings_in_schemes(booklet) == []
    assert booklet.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it hangs over"
    block(booklet, "Paragraph: Never on ice").click()
    expect(booklet.locator(".block-edit textarea")).to_be_in_viewport()
    assert findings_in_schemes(booklet) == []
    booklet.keyboard.press("Escape")
    path = ferry / CHAPTER
    path.write_text(path.read_text().replace("{piece:wine.cost}", "{piece:whine.cost}"))
    expect(booklet.locator(".booklet-says")).to_contain_text("E711")
    assert findings_in_schemes(booklet) == []
    booklet.set_viewport_size(VIEW)
