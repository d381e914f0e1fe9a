"""What the page keeps while files change, such as focus, and how it recovers from faults."""

import re

import pytest

from tests.conftest import TinyProject

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext, Page, expect

from tests.preview.driving import (
    CARDS,
    NO_ANSWER,
    expect_drawn,
    free_port,
    needs_chromium,
    opened,
    serving,
    tile,
)

pytestmark = needs_chromium

GAME = "content/tiny/game.yaml"


def test_focus_while_files_change_stays(page: Page, project: TinyProject) -> None:
    for name in ("Cards", "Problems"):
        button = page.get_by_role("navigation").get_by_role("button", name=name)
        button.focus()
        project.edit(CARDS, "cost: 3", "cost: three")
        expect(page.locator("#alarm")).to_be_visible()
        expect(button).to_be_focused()
        project.edit(CARDS, "cost: three", "cost: 3")
        expect(page.locator("#alarm")).to_be_hidden()
        expect(button).to_be_focused()
    toggle = page.get_by_role("button", name="Only with problems")
    toggle.click()
    expect(toggle).to_be_focused()


def test_page_with_a_new_fault_moves_nothing(page: Page, project: TinyProject) -> None:
    top = "document.querySelector('h1').getBoundingClientRect().top"
    before = page.evaluate(top)
    project.edit(CARDS, "cost: 3", "cost: three")
    expect(page.locator("#alarm")).to_be_visible()
    assert page.evaluate(top) == before
    project.edit(CARDS, "cost: three", "cost: 3")
    expect(page.locator("#alarm")).to_be_hidden()


def test_what_turns_a_line_round_is_shown_with_its_number(page: Page, project: TinyProject) -> None:
    project.edit(CARDS, "Dragon", '"Dra\\u202egon\\u2066"')
    expect(tile(page, "dragon")).to_contain_text("Dra[U+202E]gon[U+2066]")
    expect(tile(page, "dragon")).to_have_attribute("aria-label", re.compile("Dra.U.202E.gon"))
    project.edit(GAME, "en: Tiny Island", 'en: "Ti\\u202eny"')
    expect(page.get_by_role("button", name="Ti[U+202E]ny")).to_be_visible()
    page.reload()
    expect(page).to_have_title("Ti[U+202E]ny · Fustella")
    said = "document.body.innerText + [...document.querySelectorAll('[aria-label], [title]')]"
    said += ".map((one) => one.ariaLabel + one.title).join()"
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", page.evaluate(said))
    project.edit(GAME, '"Ti\\u202eny"', "Tiny Island")
    project.edit(CARDS, '"Dra\\u202egon\\u2066"', "Dragon")
    expect(tile(page, "dragon")).to_contain_text("Dragon")


def test_page_with_a_search_redraws_no_tile(page: Page) -> None:
    boat = tile(page, "boat")
    expect(boat.locator(".face.drawn")).to_have_count(1)
    boat.evaluate("element => { element.mark = 'the same'; }")
    page.locator("#search").fill("drag")
    expect(page.locator(".tile")).to_have_count(1)
    page.locator("#search").fill("")
    expect(boat).to_be_visible()
    assert boat.evaluate("element => element.mark") == "the same"
    page.locator("#search").fill("nothing like that")
    page.get_by_role("button", name="Show all pieces").click()
    expect(boat).to_be_visible()
    expect(page.locator("#search")).to_be_focused()


def test_back_button_after_opening_a_piece_or_a_view_returns(page: Page) -> None:
    tile(page, "boat").click()
    expect(page.locator("#detail")).to_be_visible()
    page.go_back()
    expect(page.locator("#detail")).to_be_hidden()
    page.locator("#views").get_by_role("button", name="Problems").click()
    expect(page.locator(".problems")).to_be_visible()
    page.go_back()
    expect(tile(page, "boat")).to_be_visible()


def test_keyboard_alone_reaches_everything(page: Page) -> None:
    expect(tile(page, "boat")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    for key, seen in (("2", ".page"), ("3", "#against"), ("4", ".problems"), ("1", ".tile")):
        page.keyboard.press(key)
        expect(page.locator(seen).first).to_be_visible()
    page.locator("#search").press("4")
    expect(page.locator("#search")).to_have_value("4")


def test_flag_among_the_fields_of_a_piece_is_laid_out_like_other_values(page: Page) -> None:
    """`flag` is a type of fields; the mark on a piece with problems must not have that class."""
    tile(page, "dragon").click()
    row = page.locator("#detail .fields tr", has_text="rare")
    expect(row).to_contain_text("yes")
    assert row.locator("td").first.evaluate("e => getComputedStyle(e).position") == "static"


def test_skip_link_leads_to_the_pieces(page: Page) -> None:
    expect(tile(page, "boat")).to_be_visible()
    page.locator("#kinds").get_by_role("button", name="Cards").click()
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(tile(page, "boat")).to_be_focused()
    expect(page.locator(".tile")).to_have_count(4)


def test_place_with_an_editor_chosen_links_to_it(page: Page) -> None:
    page.locator("#editor").select_option("vscode")
    page.locator("#folder").fill("/home/me/my games")
    page.locator("#folder").press("Enter")
    tile(page, "boat").click()
    link = page.locator("#detail .place").first
    whole = rf"^vscode://file/home/me/my%20games/{CARDS}:\d+$"
    expect(link).to_have_attribute("href", re.compile(whole))
    page.keyboard.press("Escape")
    page.locator("#editor").select_option("")
    tile(page, "boat").click()
    expect(page.locator("#detail button.place").first).to_be_visible()


def test_print_size_with_the_ruler_measured_is_as_wide_as_measured(page: Page) -> None:
    tile(page, "boat").click()
    dialog = page.locator("#detail")
    dialog.get_by_role("button", name="Print size").click()
    dialog.get_by_text("Check the ruler").click()
    slide = dialog.locator(".calibrate input")
    slide.fill("1.5")
    expect(dialog.get_by_text("Ruler measured")).to_be_visible()
    expect(slide).to_be_visible()
    wide_px = dialog.locator(".face").first.evaluate("e => e.getBoundingClientRect().width")
    assert wide_px == pytest.approx(44 * 1.5 * 96 / 25.4, abs=0.5)


def test_page_on_a_phone_has_targets_for_fingers(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    small = """() => [...document.querySelectorAll("button, select, summary, input")]
      .filter(one => one.checkVisibility() && (!document.querySelector("dialog[open]")
        || one.closest("dialog"))).filter(one => one.getBoundingClientRect().height < 40)
      .map(one => one.outerHTML.slice(0, 90))"""
    assert page.evaluate(small) == []
    page.get_by_role("button", name="Menu").click()
    assert page.evaluate(small) == []
    page.locator("#views").get_by_role("button", name="Problems").click()
    assert page.evaluate(small) == []
    page.go_back()
    tile(page, "boat").click()
    page.locator(".calibrate summary").click()
    assert page.evaluate(small) == []
    card = page.locator(".bankcard").evaluate("e => e.getBoundingClientRect().right")
    assert card <= 390


@pytest.fixture
def own(tiny: TinyProject) -> TinyProject:
    """A project that a test may leave broken."""
    return tiny


def test_page_of_a_game_never_readable_shows_it_once_it_is(
    browser: BrowserContext, own: TinyProject
) -> None:
    own.edit(GAME, "title:", "title: [")
    with serving(own.root, free_port()) as address, opened(browser, address) as page:
        expect(page.locator("#content")).to_contain_text("Nothing could be read yet")
        expect(page.locator("#content .problem")).to_contain_text("E101")
        own.edit(GAME, "title: [", "title:")
        expect(tile(page, "boat")).to_be_visible()
        expect(page.locator("h1")).not_to_have_text("tiny")
        expect(page.locator("#language")).to_have_value("en")


def test_page_after_the_server_restarts_is_live_again(
    browser: BrowserContext, own: TinyProject
) -> None:
    with serving(own.root, free_port()) as address:
        port = int(address.partition("#")[0].rstrip("/").rsplit(":", 1)[1])
        shown = opened(browser, address, complains=NO_ANSWER, own_tab=True)
        page = shown.__enter__()
        expect(tile(page, "boat")).to_be_visible()
        # What is still asked for when the server ends is asked of the next one, which is new to it.
        expect(page.locator(".face:not(.drawn)")).to_have_count(0)
    expect(page.locator("#gone")).to_be_visible()
    expect(page.locator("#live")).to_have_text("not connected")
    page.locator("#views").get_by_role("button", name="Sheets").click()
    expect(page.locator("#content")).to_contain_text("does not answer")
    own.edit(CARDS, "en: Boat,", "en: Barge,")
    with serving(own.root, port):
        expect(page.locator("#gone")).to_be_hidden()
        expect(page.locator(".page").first).to_be_visible()
        page.keyboard.press("1")
        expect_drawn(tile(page, "boat").locator(".art"), "Barge")
        shown.__exit__(None, None, None)
