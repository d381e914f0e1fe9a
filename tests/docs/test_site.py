"""The documentation as web pages: whole, without a broken link, and nothing from elsewhere."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.helpers.sharing import ROOT

_LOADING = ("src", "srcset", "poster", "data")
_ELSEWHERE = re.compile(r"^(?:[a-z]+:)?//", re.IGNORECASE)


class Loads(HTMLParser):
    """What a page loads by itself: scripts, styles, pictures, frames; and where its links lead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.loaded += [said[name] for name in _LOADING if name in said]
        if tag == "link" and said.get("rel") not in ("canonical", "next", "prev"):
            self.loaded.append(said.get("href", ""))
        if tag == "a" and "href" in said:
            self.links.append(said["href"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `make docs` does it: each link that leads to nothing is an error."""
    folder = tmp_path_factory.mktemp("docs") / "site"
    line = (sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder)
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(line, cwd=ROOT, env=quiet, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def pages(site: Path) -> Iterator[tuple[str, Loads]]:
    for path in site.rglob("*.html"):
        yield path.relative_to(site).as_posix(), Loads(path.read_text(encoding="utf-8"))


def test_site_has_a_page_for_every_page(site):
    made = {path.relative_to(site).with_suffix(".md").as_posix() for path in site.rglob("*.html")}
    docs = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    as_index = {name.replace("README.md", "index.md") for name in docs}
    assert made == as_index | {"404.md", "changelog.md"}
    assert not list(site.rglob("*.py"))


def test_pages_load_nothing_from_elsewhere(site):
    for name, page in pages(site):
        assert page.loaded, name
        assert [address for address in page.loaded if _ELSEWHERE.match(address)] == [], name


def test_styles_load_nothing_from_elsewhere(site):
    for path in site.rglob("*.css"):
        style = path.read_text(encoding="utf-8")
        named = re.findall(r"""(?:url\(|@import )["']?([^"')]+)""", style)
        assert [address for address in named if _ELSEWHERE.match(address)] == [], path


def test_what_loads_from_elsewhere_is_found_out():
    html = '<script src="https://a.org/b.js"></script><link rel="stylesheet" href="//a.org/c.css">'
    assert len([one for one in Loads(html).loaded if _ELSEWHERE.match(one)]) == 2


def test_links_out_of_the_documentation_name_what_the_repository_has(site):
    """They are relative in docs/, so that they also work there."""
    found = set()
    for _, page in pages(site):
        for address in page.links:
            told = re.fullmatch(
                r"https://github.com/fustella/fustella/(?:blob|tree)/main/(.+)", address
            )
            found |= {told[1].partition("#")[0]} if told else set()
    assert {"README.md", "tests/foreign/guild"} <= found
    assert [name for name in sorted(found) if not (ROOT / name).exists()] == []


def test_paths_above_files_are_titles_of_their_blocks(site):
    cookbook = (site / "cookbook.html").read_text(encoding="utf-8")
    assert '<span class="filename">gallery/game.yaml</span>' in cookbook
    assert "<strong>content/gallery/game.yaml</strong>" not in cookbook


def test_pages_opened_as_files_search_and_ask_no_server(site, browser):
    asked: list[str] = []
    with browser.new_page() as page:
        page.set_viewport_size({"width": 1400, "height": 900})
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "checks" / "deck.html").as_uri())
        page.keyboard.press("/")
        page.keyboard.type("Tabletop Simulator")
        page.wait_for_selector(".md-search-result__link[href*='cookbook.html']", timeout=60_000)
        for name in ("index", "content", "coming-from", "problems/index"):
            page.goto((site / f"{name}.html").as_uri())
            for width in (390, 1400):
                page.set_viewport_size({"width": width, "height": 900})
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, f"{name} is {wide} px wide on {width}"
    assert asked and [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
