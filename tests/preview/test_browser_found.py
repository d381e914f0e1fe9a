"""What is found on the page and kept in its address: filters, search by keyboard, changed words."""

import re
import shutil

import pytest

from tests.conftest import TinyProject

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Locator, Page, expect

from tests.playtests.sessions import event, saved, session
from tests.preview.driving import CARDS, expect_drawn, needs_chromium, tile

pytestmark = needs_chromium


def tiles(page: Page) -> Locator:
    return page.locator(".tile")


def test_field_of_texts_is_searched_by_typing(page: Page) -> None:
    page.locator("#kinds").get_by_role("button", name="Cards").click()
    page.locator("#other-field").select_option("title")
    box = page.locator('input[data-facet="title"]')
    expect(box).to_be_focused()
    suggested = page.locator(f"#{box.get_attribute('list')} option")
    assert {one.get_attribute("value") for one in suggested.all()} >= {"Boat", "Hut"}
    page.keyboard.type("drág")
    expect(tiles(page)).to_have_count(1)
    expect(tile(page, "dragon")).to_be_visible()
    box.fill("zebra")
    expect(page.get_by_text("No piece is like that.")).to_be_visible()
    page.get_by_role("button", name="Show all pieces").click()
    expect(box).to_have_value("")
    expect(tiles(page)).to_have_count(4)


def test_typed_value_that_a_piece_has_means_that_value(page: Page, project: TinyProject) -> None:
    project.edit(CARDS, "en: Hut,", "en: Boat hut,")
    expect_drawn(tile(page, "hut").locator(".art"), "Boat hut")
    page.evaluate("location.hash = 'kind=card&where.title=Boat'")
    expect(tiles(page)).to_have_count(1)
    page.locator('input[data-facet="title"]').fill("boat")
    expect(tiles(page)).to_have_count(2)
    page.locator('input[data-facet="title"]').fill("")
    project.edit(CARDS, "en: Boat hut,", "en: Hut,")
    expect_drawn(tile(page, "hut").locator(".art"), "Boat", shown=False)


def test_search_goes_to_the_pieces_and_back_by_keyboard(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("o")
    found = [one.get_attribute("data-id") for one in tiles(page).all()]
    assert len(found) > 2
    page.keyboard.press("ArrowDown")
    expect(tile(page, found[0])).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#detail[open]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(tile(page, found[1])).to_be_focused()
    page.keyboard.press("Escape")
    search = page.locator("#search")
    expect(search).to_be_focused()
    page.keyboard.type("boat")  # what was searched for was selected
    expect(search).to_have_value("boat")
    page.keyboard.press("Enter")
    expect(tile(page, "boat")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(search).to_be_focused()
    page.keyboard.press("Escape")
    expect(search).to_have_value("")


def test_search_that_finds_nothing_keeps_the_focus(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("zebra")
    page.keyboard.press("Enter")
    expect(page.locator("#search")).to_be_focused()


def test_address_keeps_what_is_shown_after_a_reload(page: Page) -> None:
    page.locator("#kinds").get_by_role("button", name="Cards").click()
    page.locator("#search").fill("a")
    page.locator('select[data-facet="land"]').select_option("forest")
    page.get_by_role("button", name="Both").click()
    page.locator(".zoom input").fill("1.4")
    found = tiles(page).count()
    assert 0 < found < 4
    expect(page).to_have_url(re.compile(r"query=a.*sides=both.*zoom=1\.4.*where\.land=forest"))
    page.evaluate("localStorage.clear()")  # the address alone says it
    page.reload()
    expect(tiles(page)).to_have_count(found)
    expect(page.locator("#search")).to_have_value("a")
    expect(page.locator('select[data-facet="land"]')).to_have_value("forest")
    expect(page.get_by_role("button", name="Both")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".zoom input")).to_have_value("1.4")
    page.get_by_role("button", name="Front").click()
    page.evaluate("localStorage.setItem('fustella-sides', 'back')")  # another tab chose it
    page.reload()
    expect(page.get_by_role("button", name="Front")).to_have_attribute("aria-pressed", "true")


def test_address_keeps_the_pieces_with_problems_and_those_that_changed(
    page: Page, project: TinyProject
) -> None:
    project.edit(CARDS, "en: Boat,", "en: Barge,")
    expect_drawn(tile(page, "boat").locator(".art"), "Barge")
    for name, word in (("changed", "Only changed"), ("problems", "Only with problems")):
        page.get_by_role("button", name=word).click()
        expect(page).to_have_url(re.compile(f"{name}=1"))
        if name == "changed":
            expect(tiles(page)).to_have_count(1)
            page.reload()
            expect(tile(page, "boat")).to_be_visible()
            expect(tiles(page)).to_have_count(1)
        expect(page.get_by_role("button", name=word)).to_have_attribute("aria-pressed", "true")
    project.edit(CARDS, "en: Barge,", "en: Boat,")


def test_back_button_restores_search_and_filters(page: Page) -> None:
    page.locator("#search").fill("boat")
    expect(tiles(page)).to_have_count(1)
    page.locator("#views").get_by_role("button", name="Problems").click()  # before it was written
    expect(page.locator(".problems")).to_be_visible()
    page.go_back()
    expect(page.locator("#search")).to_have_value("boat")
    expect(tiles(page)).to_have_count(1)
    page.evaluate("location.hash = 'zoom=99&sides=inside'")  # by whoever types it
    expect(page.locator(".zoom input")).to_have_value("2")
    expect(page.get_by_role("button", name="Front")).to_have_attribute("aria-pressed", "true")


NOTE = "The old boat leaves the small harbour at dawn"
WAS_LONG = " ".join(f"word{number}" for number in range(120))


def parts(cell: Locator, mark: str) -> list[str]:
    return cell.locator(mark).all_inner_texts()


@pytest.mark.parametrize(
    ("before", "after", "out", "put"),
    [
        (NOTE, NOTE.replace("old", "new"), ["old"], ["new"]),
        (NOTE, NOTE.replace("old boat", "tiny ship"), ["old boat"], ["tiny ship"]),
        (NOTE, NOTE.replace("small ", ""), ["small"], []),
        (NOTE, f"{NOTE}, always", [], [", always"]),
        ("日が昇る港", "月が昇る港", ["日"], ["月"]),
        ("", "new", [], ["new"]),
        (None, "new", [], ["new"]),
        ("gone", None, ["gone"], []),
        (f"a {WAS_LONG} z", f"b {WAS_LONG} y", ["a", "z"], ["b", "y"]),
    ],
)
def test_words_that_changed_are_marked_in_both_texts(
    page: Page, before: str | None, after: str | None, out: list[str], put: list[str]
) -> None:
    page.evaluate(
        """async ([before, after]) => {
          const { modules } = await import(document.querySelector("script").src);
          const cells = modules["words.js"].wordsChanged(before, after, "ja").map((parts) => {
            const cell = document.createElement("p");
            cell.append(...[parts].flat(Infinity));
            return cell;
          });
          document.getElementById("content").replaceChildren(...cells);
        }""",
        [before, after],
    )
    was, now = page.locator("#content p").all()
    assert parts(was, "del") == out
    assert parts(now, "ins") == put
    if before is not None and len(before) > 200:
        folded = was.get_by_role("button")
        assert len(was.inner_text()) < 200
        folded.click()
        assert was.inner_text() == before
    elif before:
        assert was.inner_text() == before


def test_changed_words_are_said_to_screen_readers(page: Page, project: TinyProject) -> None:
    project.edit(CARDS, "en: Hut,", "en: Old hut,")
    expect_drawn(tile(page, "hut").locator(".art"), "Old hut")
    page.locator("#views").get_by_role("button", name="Before and after").click()
    table = page.locator(".change table")
    expect(table.locator("ins").first).to_have_text("Old hut")
    heads = table.locator("thead th").all_inner_texts()
    assert heads == ["field", "before", "now", "line"]
    said = "one => getComputedStyle(one, '::before').content"
    assert "put in" in table.locator("ins").first.evaluate(said)
    assert "taken out" in table.locator("del").first.evaluate(said)
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    project.edit(CARDS, "en: Old hut,", "en: Hut,")
    expect(page.locator(".change")).to_have_count(0)


@pytest.mark.parametrize("sides", ["front", "both"])
def test_phone_shows_two_cards_in_a_row(page: Page, sides: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate(f"location.hash = 'kind=card&sides={sides}'")
    expect(tiles(page)).to_have_count(4)
    expect(page.locator(".face.drawn").first).to_be_visible()
    boxes = [one.bounding_box() for one in tiles(page).all()]
    assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"] == boxes[3]["y"]
    assert max(box["x"] + box["width"] for box in boxes) <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_piece_shows_what_became_of_it_in_played_sessions(
    page: Page, project: TinyProject, tmp_path
) -> None:
    trap = "<img src=x onerror=alert(1)>"
    typed = session(project, "a", log=[event("draw", "red", "boat")])
    typed["remarks"] = [{"text": trap, "piece": "boat", "seat": "red"}]
    assert project.run("playtest", "import", str(saved(tmp_path, "a", typed))) == 0
    project.edit(CARDS, "en: Hut,", "en: Cabin,")
    try:
        expect_drawn(tile(page, "hut").locator(".art"), "Cabin")
        tile(page, "boat").click()
        told = page.locator("#detail .played")
        expect(told).to_contain_text("in a hand 1 of 1 (21–100 %)")
        expect(told).to_contain_text(f"“{trap}” (red)")
        page.keyboard.press("Escape")
    finally:
        shutil.rmtree(project.root / "playtests")
        project.edit(CARDS, "en: Cabin,", "en: Hut,")
    expect_drawn(tile(page, "hut").locator(".art"), "Cabin", shown=False)
