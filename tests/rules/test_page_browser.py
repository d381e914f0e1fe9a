"""The page of a booklet in a browser: axe-core finds nothing, on phones and desktops, at night."""

from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
from msgspec.structs import replace
from playwright.sync_api import Page

from tests.preview.driving import needs_chromium
from tests.preview.test_axe import findings
from tests.rules.test_page import page_of, written
from tests.rules.test_typeset import booklet_of, made

pytestmark = needs_chromium

SIZES = {"phone": (320, 700), "desktop": (1200, 900)}
LEAST_PX = 16

SMALL_TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (walker.currentNode.data.trim() && parseFloat(getComputedStyle(parent).fontSize) < 16)
      small.push(walker.currentNode.data);
  }
  return small;
}"""

OUTSIDE = """() => [...document.querySelectorAll('main *:not(.table *)')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && (box.right > innerWidth + 1 || box.left < -1)
    && !one.closest('svg svg, defs, .drawn *, .small *');
}).map(one => one.outerHTML.slice(0, 120))"""


@pytest.fixture(params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=SIZES)
def shown(request: pytest.FixtureRequest, browser, scheme: str, tmp_path) -> Iterator[Page]:
    """The page of the booklet, as a file; nothing is said on its console, and nothing is loaded."""
    file = tmp_path / "rules.html"
    file.write_text(written(), encoding="utf-8")
    page, told = browser.new_page(), list[str]()
    page.on("console", lambda message: told.append(message.text))
    page.on("request", lambda one: one.url.startswith(("file:", "data:")) or told.append(one.url))
    page.set_viewport_size(dict(zip(("width", "height"), SIZES[request.param], strict=True)))
    page.emulate_media(color_scheme=scheme)
    page.goto(file.as_uri())
    yield page
    page.close()
    assert told == []


def test_axe_finds_nothing(shown):
    assert findings(shown) == []


def test_page_is_as_wide_as_the_screen(shown):
    wide = shown.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] == wide[1]
    assert shown.evaluate(OUTSIDE) == []
    assert shown.evaluate(SMALL_TEXTS) == []


def test_figures_keep_their_proportions_and_show_faces(shown):
    sizes = shown.evaluate(
        """() => [...document.querySelectorAll('svg.drawn')].map(one => {
          const box = one.getBoundingClientRect(), view = one.viewBox.baseVal;
          return [box.width, box.height, view.width, view.height];
        })"""
    )
    assert len(sizes) == 7
    for width, height, view_width, view_height in sizes:
        assert width > 40
        assert width / height == pytest.approx(view_width / view_height, rel=0.03)
    images = shown.evaluate(
        """async () => Promise.all([...document.querySelectorAll('image')].map(async one => {
          const image = new Image();
          image.src = one.href.baseVal;
          await image.decode();
          return image.naturalWidth;
        }))"""
    )
    assert len(images) == 10
    assert all(images)


def test_keys_go_from_the_start_to_rules_and_notes(shown):
    shown.keyboard.press("Tab")
    assert shown.evaluate("document.activeElement.className") == "skip"
    shown.keyboard.press("Enter")
    assert shown.evaluate("location.hash") == "#.rules"
    sign = shown.locator('[role="doc-noteref"]').first
    sign.focus()
    shown.keyboard.press("Enter")
    assert shown.locator(":target").inner_text().startswith("It has no anchor.")
    shown.locator(":target a[role=doc-backlink]").first.click()
    assert shown.evaluate("document.querySelector(':target').getAttribute('role')") == "doc-noteref"


def test_page_from_right_to_left_begins_at_the_right(browser, tmp_path):
    file = tmp_path / "rules.html"
    text = page_of(replace(booklet_of(made("en")), language="ar"))
    file.write_text(text, encoding="utf-8")
    page = browser.new_page()
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto(file.as_uri())
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] == wide[1]
    box = page.locator(".box").first.evaluate(
        "one => { const s = getComputedStyle(one); return [s.borderLeftWidth, s.borderRightWidth] }"
    )
    assert box == ["0px", "4px"]
    assert findings(page) == []
    page.close()
