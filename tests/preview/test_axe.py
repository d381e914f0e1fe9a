"""The rules of axe-core find nothing on the page: in each view and dialog, dark and light."""

from importlib.resources import files

import pytest

from tests.conftest import TinyProject

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
from playwright.sync_api import Page, expect

from tests.preview.driving import CARDS, expect_drawn, needs_chromium, tile

pytestmark = needs_chromium

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
DESKTOP, PHONE = {"width": 1200, "height": 900}, {"width": 360, "height": 740}


SCHEMES = ("dark", "light")


def findings(page: Page) -> list[str]:
    """What axe finds, by rule, with the elements; all its rules are asked, best practices too."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert found["passes"], "axe has looked at nothing"
    return [
        f"{rule['id']}: {node['html'][:160]} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"][:3]
    ]


def findings_in_schemes(page: Page) -> list[str]:
    """What axe finds on a page in dark colours, and in light ones."""
    found = list[str]()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found += (f"{scheme}: {one}" for one in findings(page))
    return found


@pytest.fixture(params=[DESKTOP, PHONE], ids=["desktop", "phone"])
def seen(request: pytest.FixtureRequest, page: Page) -> Page:
    """The page on a screen of a size."""
    page.set_viewport_size(request.param)
    return page


VIEWS = ("pieces", "sheets", "compare", "problems", "icons", "deck", "tables", "rules", "box")


def test_views_have_no_findings(seen: Page, project: TinyProject) -> None:
    edits = (("en: Boat,", "en: Barge of the old king,"), ("cost: 3", "cost: three"))
    expect_drawn(tile(seen, "boat").locator(".art"), "Boat")
    project.edit(CARDS, *edits[0])
    expect_drawn(tile(seen, "boat").locator(".art"), "Barge")
    project.edit(CARDS, *edits[1])
    expect(seen.locator("#alarm")).to_be_visible()
    try:
        for view in VIEWS:
            seen.evaluate(f"location.hash = 'view={view}'")
            expect(seen.locator(f'body[data-view="{view}"] #content > *').first).to_be_visible()
            expect(seen.locator(".waiting")).to_have_count(0)
            assert findings_in_schemes(seen) == [], view
    finally:
        for before, after in edits:
            project.edit(CARDS, after, before)
    expect(seen.locator("#alarm")).to_be_hidden()


def test_large_view_has_no_findings(seen: Page) -> None:
    tile(seen, "dragon").click()
    expect(seen.locator("#detail .face.drawn")).to_have_count(2)
    assert findings_in_schemes(seen) == []
    seen.get_by_role("button", name="Separations").click()
    seen.get_by_role("button", name="Ink", exact=True).click()
    expect(seen.locator(".ink table")).to_have_count(2)
    expect(seen.locator("#detail .most")).to_have_count(2)
    expect(seen.locator("#detail .face.drawn").first).to_be_visible()
    assert findings_in_schemes(seen) == []
    seen.get_by_role("button", name="Separations").click()
    seen.locator("#detail summary").first.click()
    expect(seen.locator(".bankcard")).to_be_visible()
    assert findings_in_schemes(seen) == []


def test_filters_and_the_menu_have_no_findings(seen: Page) -> None:
    if seen.locator("#menu").is_visible():
        seen.locator("#menu").click()
        assert findings_in_schemes(seen) == []
        seen.locator("#menu").click()
    more = seen.locator(".more")
    if not more.evaluate("one => one.open"):
        more.locator("summary").click()
    seen.locator("#other-field").select_option(index=1)
    seen.get_by_role("button", name="Only with problems").click()
    expect(seen.locator(".tile")).to_have_count(0)
    assert findings_in_schemes(seen) == []


def test_dialogs_have_no_findings(seen: Page) -> None:
    for dialog in ("keys", "conflict"):
        seen.evaluate(f"document.getElementById('{dialog}').showModal()")
        assert findings_in_schemes(seen) == [], dialog
        seen.keyboard.press("Escape")


def test_axe_finds_what_is_wrong_in_a_scheme(page: Page) -> None:
    page.evaluate("""document.adoptedStyleSheets = [new CSSStyleSheet()];
      document.adoptedStyleSheets[0].replaceSync(
        "@media (prefers-color-scheme: dark) { h1 { color: #333 !important } }")""")
    found = findings_in_schemes(page)
    assert found
    assert {one.partition(": <")[0] for one in found} == {"dark: color-contrast"}


def test_axe_finds_what_is_wrong(page: Page) -> None:
    page.evaluate("document.querySelector('#search').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('#search').removeAttribute('placeholder')")
    assert {one.partition(":")[0] for one in findings(page)} == {"label", "label-title-only"}
