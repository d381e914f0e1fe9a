"""The tutorial of the page, followed by mouse and keyboard, ends in the files that it shows."""

import csv
import re
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext

from tests.docs import tutorial
from tests.docs.blocks import blocks_of
from tests.docs.tutorial_page import GAME, PAGE, PICTURE, Newcomer, files
from tests.preview.driving import free_port, needs_chromium, serving_studio

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def followed(
    browser: BrowserContext, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Newcomer, list[str], str]]:
    """All of it, done by somebody with an empty home and folder: the pictures, and the odds."""
    folder, home = tmp_path_factory.mktemp("games"), tmp_path_factory.mktemp("home")
    with serving_studio(folder, free_port(), home) as address:
        page = browser.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        newcomer = Newcomer(page, folder)
        pictures, odds = [], ""
        for name in newcomer.steps():
            pictures.append(name)
            if name == "odds":
                odds = page.locator("#odds .answer").inner_text()
        assert complaints == []
        page.close()
    yield newcomer, pictures, odds


def test_result_is_file_by_file_what_the_page_shows(followed):
    newcomer, _, _ = followed
    for name, text in files().items():
        assert (newcomer.folder / name).read_text(encoding="utf-8") == text, name
    assert (newcomer.folder / "art/noodles.svg").read_bytes() == PICTURE.read_bytes()


def test_finished_files_are_those_that_the_page_names(followed):
    newcomer, _, _ = followed
    made = newcomer.folder / "output" / GAME / "en-A4"
    assert {path.name for path in made.glob("*.pdf")} == {f"{GAME}-cover.pdf", f"{GAME}-card.pdf"}


def test_every_picture_of_the_page_is_made_on_the_way(followed):
    _, pictures, _ = followed
    page = PAGE.read_text(encoding="utf-8")
    shown = re.findall(r"!\[.+?\]\(pictures/tutorial-page/(\S+)\.png\)", page)
    assert pictures == shown
    for name in shown:
        assert PICTURE.with_name(f"{name}.png").is_file(), name


def test_odds_of_the_page_are_those_that_the_browser_shows(followed):
    _, _, odds = followed
    (said,) = re.findall(r"in ([\d.]+ %) of all cases", PAGE.read_text(encoding="utf-8"))
    assert odds.startswith(said)


def test_deck_is_the_one_of_ten_minutes():
    """Both tutorials end in the same files, but for a picture and the place of the cost."""
    ours, theirs = files(), {one.title: one.text for one in blocks_of(tutorial.PAGE) if one.title}
    rows = [list(csv.reader(each["cards.csv"].splitlines())) for each in (ours, theirs)]
    assert rows[0][1][4] == "noodles"
    rows[0][1][4] = ""
    assert rows[0] == rows[1]
    lines = [
        sorted(re.findall(r"^ +[a-z]+: .*?(?=  +#|$)", each["game.yaml"], re.MULTILINE))
        for each in (ours, theirs)
    ]
    assert [line.replace("y: 86.2%, ", "") for line in lines[0]] == lines[1]
