"""The page in a real browser: edits, search and filters, editions, sheets and comparisons."""

import io
import re

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageFilter

from fustella.draw.render.worker import compile_pages
from fustella.draw.text.families import font_folder
from tests.conftest import TinyProject

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext, Page, expect

from tests.preview.driving import CARDS, expect_drawn, needs_chromium, opened, tile

pytestmark = needs_chromium


def test_page_after_an_edit_shows_it_in_place(page: Page, project: TinyProject) -> None:
    page.emulate_media(reduced_motion="no-preference")  # what is new fades
    art = tile(page, "boat").locator(".art")
    expect_drawn(art, "Boat")
    hut = tile(page, "hut")
    hut.evaluate("element => { element.mark = 'untouched'; }")
    project.edit(CARDS, "en: Boat,", "en: Barge,")
    expect_drawn(art, "Barge")
    expect(tile(page, "boat")).to_have_class(re.compile("fresh"))
    assert hut.evaluate("element => element.mark") == "untouched", "only what changed is replaced"
    page.get_by_role("button", name="Only changed").click()
    expect(page.locator(".tile")).to_have_count(1)
    project.edit(CARDS, "en: Barge,", "en: Boat,")
    expect_drawn(art, "Boat")


def test_page_after_an_edit_of_the_title_has_it_wherever_it_stands(
    page: Page, project: TinyProject
) -> None:
    for before, after in (("Tiny Island", "Small Island"), ("Small Island", "Tiny Island")):
        expect(page).to_have_title(f"{before} · Fustella")
        project.edit("content/tiny/game.yaml", before, after)
        expect(page).to_have_title(f"{after} · Fustella")
        expect(page.locator("#head h1")).to_have_text(after)
        expect(page.locator("#games")).to_contain_text(after)


_TRAP = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="top.caught = 1">
<script>top.caught = 1; parent.document.title = "caught"</script>
<style>body, .tile { display: none !important; position: fixed }</style>
<a href="javascript:top.caught = 1" id="content"><rect id="main" width="9" height="9"/></a>
<image href="/static/0/caught.png" onerror="top.caught = 1" width="9" height="9"/>
<foreignObject width="9" height="9"><div xmlns="http://www.w3.org/1999/xhtml">caught</div>
</foreignObject></svg>"""


def test_page_with_a_face_that_is_a_trap_stays_as_it_is(
    browser: BrowserContext, address: str
) -> None:
    with opened(browser, address, own_tab=True) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        trap = {"body": _TRAP, "content_type": "image/svg+xml"}
        page.route("**/face/**/*.svg?*", lambda route: route.fulfill(**trap))
        page.reload()
        boat = tile(page, "boat")
        expect(boat.locator("image")).to_have_count(1)
        expect(boat).to_be_visible()
        boat.locator(".art").click()
        assert page.evaluate("window.caught") is None
        assert page.title() != "caught"
        assert page.locator("#content").count() == page.locator("#main").count() == 1
        assert page.locator("script:not([src]), foreignObject, image[onerror]").count() == 0
        assert not [url for url in asked if "caught" in url]


def test_page_asks_for_faces_of_its_version_of_the_tool(
    browser: BrowserContext, address: str
) -> None:
    with opened(browser, address, own_tab=True) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.reload()
        expect_drawn(tile(page, "boat").locator(".art"), "Boat")
    (version,) = {url.split("/")[4] for url in asked if "/static/" in url}
    faces = [url for url in asked if "/face/" in url]
    assert faces
    assert all(url.endswith(f".svg?{version}") for url in faces)


def test_page_with_a_fault_shows_it_until_it_is_mended(page: Page, project: TinyProject) -> None:
    alarm = page.locator("#alarm")
    expect(alarm).to_be_hidden()
    project.edit(CARDS, "cost: 3", "cost: three")
    expect(alarm).to_contain_text(f"{CARDS}:")
    expect(tile(page, "boat")).to_have_class(re.compile("troubled"))
    expect_drawn(tile(page, "boat").locator(".art"), "Boat")
    alarm.get_by_role("button", name="Show").click()
    fault = page.locator(".problems .problem")
    expect(fault).to_contain_text("E104")
    expect(fault.locator(".place")).to_have_attribute("aria-label", re.compile(rf"{CARDS}:\d+"))
    fault.locator(".to-piece").click()
    expect(page.locator("#detail .problem")).to_contain_text("E104")
    project.edit(CARDS, "cost: three", "cost: 3")
    expect(page.locator("#detail .problem")).to_have_count(0)
    expect(alarm).to_be_hidden()


def test_page_with_a_claim_that_differs_leads_to_its_piece(
    page: Page, project: TinyProject
) -> None:
    page.locator("#views").get_by_role("button", name="Problems").click()
    expect(page.locator(".claim.fault")).to_have_count(0)
    project.edit(CARDS, "cost: 3", "cost: 4")
    claim = page.locator(".claim.fault")
    expect(claim).to_contain_text("boats")
    claim.locator(".to-piece").click()
    expect(page.locator("#detail-name")).to_have_text("Boat")
    project.edit(CARDS, "cost: 4", "cost: 3")
    expect(page.locator("#detail .claim.fault")).to_have_count(0)


def test_page_with_a_search_or_filter_shows_what_matches(page: Page) -> None:
    all_pieces = page.locator(".tile").count()
    assert all_pieces > 10
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("drág")
    expect(page.locator(".tile")).to_have_count(1)
    expect(tile(page, "dragon")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".tile")).to_have_count(all_pieces)
    page.locator("#kinds").get_by_role("button", name="Cards").click()
    expect(page.locator(".tile")).to_have_count(4)
    page.locator('select[data-facet="land"]').select_option("forest")
    expect(page.locator(".tile")).to_have_count(2)
    page.get_by_role("button", name="Only with problems").click()
    expect(page.locator(".tile")).to_have_count(0)


def test_page_of_icons_finds_them_by_words_and_copies_their_names(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("5")
    search = page.locator("#search-icons")
    expect(search).to_be_focused()
    page.keyboard.type("sword")
    found = page.locator("#icons .icon")
    expect(found.first).to_have_text("mdi:sword")
    expect(page.locator("#icons-found")).to_contain_text("icons")
    loaded = "() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)"
    assert page.evaluate(loaded), "every icon has its picture"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_have_text("Copied mdi:sword")
    assert page.evaluate("() => navigator.clipboard.readText()") == "mdi:sword"
    search.fill("xyzzy")
    expect(found).to_have_count(0)
    expect(page.locator("#icons-found")).to_contain_text("No icon")
    page.reload()
    expect(search).to_be_focused()


def test_page_with_another_language_theme_or_sight_shows_it(page: Page) -> None:
    art = tile(page, "boat").locator(".art")
    expect_drawn(art, "Boat")
    page.locator("#language").select_option("it")
    expect_drawn(art, "Barca")
    full = tile(page, "boat").locator(".face").get_attribute("data-digest")
    page.locator("#theme").select_option("grey")
    expect(tile(page, "boat").locator(".face")).not_to_have_attribute("data-digest", full)
    page.locator("#vision").select_option("deutan")
    assert "deutan" in art.evaluate("element => getComputedStyle(element).filter")
    page.reload()
    expect_drawn(art, "Barca")
    page.locator("#vision").select_option("")


def test_page_of_one_piece_shows_it_at_print_size(page: Page) -> None:
    tile(page, "boat").focus()
    page.keyboard.press("Enter")
    dialog = page.locator("#detail")
    expect(dialog.locator("figure")).to_have_count(2)
    expect(dialog.locator(".face.drawn")).to_have_count(2)
    dialog.get_by_role("button", name="Print size").click()
    wide_px = dialog.locator(".face").first.evaluate("e => e.getBoundingClientRect().width")
    assert wide_px == pytest.approx(44 * 96 / 25.4, abs=0.5), "a mini card is 44 mm wide"
    expect(dialog.locator(".fields").first).to_contain_text("mdi:sail-boat")
    dialog.get_by_role("button", name="The next piece").click()
    expect(page.locator("#detail-name")).to_have_text("Hut")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(tile(page, "hut")).to_be_focused()


def test_arrow_keys_on_the_page_go_through_the_pieces(page: Page) -> None:
    tile(page, "boat").focus()
    page.keyboard.press("ArrowRight")
    expect(tile(page, "hut")).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.id") not in {"boat", "hut"}
    page.keyboard.press("Home")
    expect(tile(page, "boat")).to_be_focused()


def test_page_of_sheets_has_faces_in_place(page: Page) -> None:
    page.locator("#views").get_by_role("button", name="Sheets").click()
    cover = page.locator(".page").nth(1)  # behind the drawn page
    expect_drawn(cover.locator("defs"), "Boat")
    cards = page.locator(".kind", has=page.get_by_role("heading", name="Cards"))
    first = cards.locator(".page").first
    first.scroll_into_view_if_needed()
    expect(first.locator("use")).to_have_count(12)
    expect(first.locator("defs image").first).to_be_attached()
    where = first.evaluate(
        "e => [...e.querySelectorAll('use')].every(u => { const a = u.getBoundingClientRect(),"
        " b = e.getBoundingClientRect(); return a.width > 9 && a.left > b.left - 9"
        " && a.right < b.right + 9; })"
    )
    assert where


def test_page_of_sheets_after_an_edit_shows_another_cover(page: Page, project: TinyProject) -> None:
    page.locator("#views").get_by_role("button", name="Sheets").click()
    cover = page.locator(".page").nth(1)
    expect_drawn(cover.locator("defs"), "Boat")
    project.edit(CARDS, "en: Boat,", "en: Barge,")
    expect_drawn(cover.locator("defs"), "Barge")
    expect_drawn(cover.locator("defs"), "Boat", shown=False)
    project.edit(CARDS, "en: Barge,", "en: Boat,")
    expect_drawn(cover.locator("defs"), "Boat")


def test_page_of_changes_shows_before_and_after(page: Page, project: TinyProject) -> None:
    project.edit(CARDS, "en: Hut,", "en: Shed,")
    expect_drawn(tile(page, "hut").locator(".art"), "Shed")
    page.locator("#views").get_by_role("button", name="Before and after").click()
    change = page.locator(".change")
    expect(change).to_have_count(1)
    expect_drawn(change.locator(".art").nth(0), "Hut")
    expect_drawn(change.locator(".art").nth(1), "Shed")
    expect(change.locator("del").first).to_have_text("Hut")
    revision = page.locator("#against option", has_text="First box")
    page.locator("#against").select_option(revision.get_attribute("value"))
    expect(page.locator("#against")).to_have_value(re.compile("^git:"))
    expect_drawn(page.locator(".change .art").nth(1), "Shed")
    project.edit(CARDS, "en: Shed,", "en: Hut,")
    expect(page.locator(".change")).to_have_count(0)


def test_page_on_a_phone_fits_its_width(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#side")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("button", name="Menu").click()
    page.locator("#kinds").get_by_role("button", name="Tiles").click()
    expect(page.locator("#side")).to_be_hidden()
    expect(page.locator(".tile")).to_have_count(2)
    tile(page, "meadow").click()
    expect(page.locator("#detail .face.drawn")).to_have_count(2)
    assert page.evaluate("document.querySelector('#detail').scrollWidth") <= 390


_SET = """([address, wide, high]) => {
  const face = new Image(wide, high);
  face.src = address;
  face.id = "printed";
  face.style.background = "#fff";
  document.body.replaceChildren(face);
  return face.decode();
}"""


def test_face_in_the_browser_looks_as_printed(page: Page, address: str) -> None:
    """The browser's picture beside that of the printed PDF, pixel by pixel."""
    digest = tile(page, "boat").locator(".face").get_attribute("data-digest")
    svg = page.request.get(f"{address.partition('#')[0]}face/tiny/{digest}.svg").text()
    pdf = pypdfium2.PdfDocument(compile_pages([svg], font_folder()))
    printed = pdf[0].render(scale=8 * 25.4 / 72).to_pil().convert("RGB")  # 8 pixels to the mm
    page.evaluate(_SET, [f"/face/tiny/{digest}.svg", *printed.size])
    shot = page.locator("#printed").screenshot()
    shown = Image.open(io.BytesIO(shot)).convert("RGB").crop((0, 0, *printed.size))
    assert far_apart(printed, shown) < 0.002
    moved = ImageChops.offset(shown, 6, 0)
    assert far_apart(printed, moved) > 0.02, "the comparison can fail"


def far_apart(one: Image.Image, other: Image.Image) -> float:
    """The part of the pixels that differ by more than a sixth, edges smoothed away."""
    soft = (image.filter(ImageFilter.GaussianBlur(2)) for image in (one, other))
    counts = ImageChops.difference(*soft).convert("L").histogram()
    return sum(counts[43:]) / sum(counts)
