"""The studio in a real browser: a day without the terminal, and remarks on pieces."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Snapshot
from tests.helpers.sharing import ROOT

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext, Page, expect

from tests.preview.driving import PATIENCE_S, VIEW, free_port, needs_chromium, opened, tile

pytestmark = needs_chromium


class Studio:
    """A studio that is served, and its page."""

    def __init__(self, page: Page, address: str, folder: Path) -> None:
        self.page, self.address, self.folder = page, address, folder
        self.action = page.locator("#action")

    def make(self, name: str) -> None:
        """Presses an entry of the menu."""
        self.page.locator("#tasks").get_by_role("button", name=name).click()


@pytest.fixture(scope="module")
def port() -> int:
    """The port of all studios, one after the other: a browser knows the page of the last one."""
    return free_port()


@pytest.fixture
def studio(
    browser: BrowserContext, port: int, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Studio]:
    """The page of a studio in an empty folder, or in that of the project of a mark."""
    folder = tmp_path / "games"
    folder.mkdir()
    if (wanted := request.node.get_closest_marker("usefixtures")) and "of_tiny" in wanted.args:
        request.getfixturevalue("built_tiny").write(folder / "tiny")
        folder /= "tiny"
    command = [sys.executable, "-m", "fustella", "studio", str(folder), "--no-open"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    server = subprocess.Popen([*command, "--port", str(port)], cwd=ROOT, **pipes)
    try:
        said = server.stdout.readline()
        while said and "http" not in said:
            said = server.stdout.readline()
        address = said.split()[0]
        with opened(browser, address, complains="status of 422") as page:
            yield Studio(page, address.partition("/#")[0], folder)
        server.send_signal(signal.SIGINT)
        _, errors = server.communicate(timeout=PATIENCE_S)
        assert (server.returncode, errors) == (0, "")
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def of_tiny(built_tiny: Snapshot) -> Snapshot:
    """Has the studio begin in Tiny."""
    return built_tiny


def test_game_is_begun_built_and_read_without_a_terminal(studio: Studio) -> None:
    page = studio.page
    page.get_by_label("Its name").fill("My deck")
    page.get_by_text("A wargame").click()
    page.get_by_text("Cards", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    expect(page).to_have_title("My deck · Fustella")
    assert (studio.folder / "My deck/game.yaml").is_file()
    studio.make("Build …")
    page.get_by_label("only", exact=True).fill("card")
    page.get_by_role("button", name="Build", exact=True).click()
    expect(studio.action).to_contain_text("Built")
    link = studio.action.get_by_role("link", name="my-deck-only-card.pdf")
    answer = page.request.get(f"{studio.address}{link.get_attribute('href')}")
    made = studio.folder / "My deck/output/my-deck/en-A4/part/my-deck-only-card.pdf"
    assert answer.body() == made.read_bytes()
    studio.make("New game, or open …")
    expect(page.get_by_role("link", name="My deck")).to_be_visible()
    page.get_by_label("Its name").fill("My deck")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_contain_text("it has files of a game already")
    page.get_by_label("Its name").fill("other")
    page.get_by_text("An empty card").click()
    page.get_by_role("button", name="Begin").click()
    expect(page).to_have_title("Other · Fustella")
    page.goto(f"{studio.address}/start")
    page.locator("#found").get_by_role("button", name=re.compile("My deck")).click()
    expect(page).to_have_title("My deck · Fustella")


@pytest.mark.usefixtures("of_tiny")
def test_refused_build_leads_to_the_piece(studio: Studio) -> None:
    page = studio.page
    path = studio.folder / "content/tiny/cards.yaml"
    path.write_text(path.read_text("utf-8").replace("{en: Hut", f"{{en: {'Hut ' * 40}"), "utf-8")
    studio.make("Build …")
    page.get_by_role("button", name="Build", exact=True).click()
    expect(studio.action).to_contain_text("Nothing was made: 1 problem")
    expect(studio.action).to_contain_text("E201")
    studio.action.get_by_role("button", name=re.compile("^Hut")).click()
    expect(page.locator("#detail")).to_be_visible()
    expect(page).to_have_url(re.compile("piece=hut"))


@pytest.mark.usefixtures("of_tiny")
def test_box_that_differs_is_checked_and_made_all_the_same(studio: Studio) -> None:
    page = studio.page
    path = studio.folder / "content/tiny/coins.yaml"
    path.write_text(path.read_text("utf-8").replace("copies: 6", "copies: 7"), "utf-8")
    studio.make("Check")
    expect(studio.action).to_contain_text("Checked: the box differs")
    expect(studio.action).to_contain_text("2 contradiction")
    studio.make("Build …")
    page.get_by_role("button", name="Build", exact=True).click()
    studio.action.get_by_role("button", name="Make it all the same").click()
    expect(studio.action).to_contain_text("tiny-cover.pdf")
    studio.make("Export …")
    page.locator("#form").get_by_text("drawings of single pieces").click()
    page.locator("#form").get_by_role("button", name="Export").click()
    studio.action.get_by_role("button", name="Make it all the same").click()
    expect(studio.action).to_contain_text("Exported")
    studio.action.get_by_role("button", name="Put this away").click()
    expect(studio.action).to_be_hidden()


@pytest.mark.usefixtures("of_tiny")
def test_sheet_is_printed_on_the_paper_that_is_shown(studio: Studio) -> None:
    page = studio.page
    studio.make("How it is printed …")
    page.get_by_label("paper").select_option("Letter")
    page.get_by_role("button", name="Keep").click()
    page.locator("#views").get_by_role("button", name="Sheets").click()
    expect(page.locator(".sheet small").first).to_contain_text("Letter")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Print Tiles, sheet 1").click()
    expect(studio.action).to_contain_text("The sheet is ready: print it at 100 %")
    link = studio.action.get_by_role("link", name="tiny-pages-3.pdf")
    answer = page.request.get(f"{studio.address}{link.get_attribute('href')}")
    assert answer.body().startswith(b"%PDF-")
    expect(opened.value).to_have_url(re.compile("/result/1/0/tiny-pages-3.pdf$"))
    opened.value.close()


@pytest.mark.usefixtures("of_tiny")
def test_export_is_chosen_by_what_it_is_for(studio: Studio) -> None:
    page = studio.page
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_role("button", name="Menu").click()
    studio.make("Export …")
    form = page.locator("#form")
    form.get_by_text("drawings of single pieces").click()
    expect(form.get_by_label("preset")).to_have_count(0)
    form.get_by_text("pictures of single pieces, as JPEG").click()
    form.get_by_label("preset").select_option("tabletopia")
    form.get_by_label("only", exact=True).fill("coin")
    form.get_by_role("button", name="Export").click()
    expect(studio.action).to_contain_text("Exported")
    expect(studio.action.get_by_role("link", name=re.compile(r"\.jpg$"))).not_to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size(VIEW)


@pytest.mark.usefixtures("of_tiny")
def test_build_is_stopped(studio: Studio) -> None:
    page = studio.page
    template = studio.folder / "templates/tiny/coin.svg.j2"
    loop = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    loop = f'{{% if piece.id == "five" %}}{loop}{{% endif %}}'  # the page draws it, too
    text = template.read_text("utf-8").replace("{% block face %}", "{% block face %}" + loop)
    template.write_text(text, "utf-8")
    studio.make("Build …")
    page.get_by_role("button", name="Build", exact=True).click()
    studio.action.get_by_role("button", name="Stop").click()
    expect(studio.action).to_contain_text("Stopped: every file is as it was")


# Remarks.


@pytest.mark.usefixtures("of_tiny")
def test_remark_is_pinned_closed_and_undone(studio: Studio) -> None:
    page = studio.page
    remarks = studio.folder / "content/tiny/remarks.yaml"
    tile(page, "boat").click()
    detail = page.locator("#detail")
    detail.get_by_role("button", name="Remark", exact=True).click()
    detail.locator(".pinned").first.click(position={"x": 100, "y": 50})
    detail.get_by_label("Remark", exact=True).fill("The title is too small")
    detail.get_by_label("Your name").fill("Ann")
    detail.get_by_role("button", name="Pin it").click()
    pin = detail.get_by_role("button", name="Remark 1: The title is too small")
    expect(pin).to_be_visible()
    expect(detail.get_by_role("button", name="Pin it")).to_have_count(0)
    box, face = pin.bounding_box(), detail.locator(".pinned").first.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - face["x"] - 100) < 3, "it is where it was put"
    assert "text: The title is too small" in remarks.read_text("utf-8")
    detail.get_by_role("button", name="Close").click()
    page.locator("#views").get_by_role("button", name="Problems").click()
    told = page.locator("section", has=page.get_by_role("heading", name="Remarks of those"))
    expect(told).to_contain_text("E191")
    told.get_by_role("button", name="Boat").click()
    detail.get_by_role("button", name="Done").click()
    expect(detail).to_contain_text("1 closed remark")
    expect(pin).to_have_count(0)
    assert "closed: TI-AVTX" in remarks.read_text("utf-8")
    detail.get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^Undo: ")).click()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    assert not remarks.exists()


@pytest.mark.usefixtures("of_tiny")
def test_remark_is_made_by_the_keyboard_alone(studio: Studio) -> None:
    page = studio.page
    tile(page, "boat").focus()
    page.keyboard.press("Enter")
    detail = page.locator("#detail")
    detail.get_by_role("button", name="Remark", exact=True).focus()
    page.keyboard.press("Enter")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    page.keyboard.type("Here")
    page.keyboard.press("Control+Enter")
    expect(detail.get_by_role("button", name="Remark 1: Here")).to_be_visible()
    said = (studio.folder / "content/tiny/remarks.yaml").read_text("utf-8")
    assert re.search(r"x: 20mm\n +y: 32.5mm", said), said


@pytest.mark.usefixtures("of_tiny")
def test_remark_that_somebody_types_comes_by_itself(studio: Studio) -> None:
    page = studio.page
    tile(page, "boat").click()
    text = "remarks:\n  - {id: r1, piece: boat, text: <b>Dark</b>, x: 5mm, y: 5mm, author: Bo}\n"
    (studio.folder / "content/tiny/remarks.yaml").write_text(text, "utf-8")
    expect(page.locator("#detail .remarks")).to_contain_text("<b>Dark</b>")
    expect(page.locator("#detail .pin")).to_have_count(1)


_EDIT_A_CELL = """async () => {
  const { modules } = await import(document.querySelector("script").src);
  const { sawFiles, send } = modules["edit.js"];
  const asked = (more) => fetch(`/api/tables/tiny?language=en${more}`).then((one) => one.json());
  const { tables } = await asked("");
  const { id } = tables.find((one) => one.id.includes("coins"));
  const told = await asked(`&table=${encodeURIComponent(id)}`);
  sawFiles(told.files);
  const { columns, rows } = told.tables.find((one) => one.id === id);
  const column = columns.findIndex((one) => one.name === "copies");
  return send([{ do: "cells", table: id, cells: [{ row: rows[0].row, column, text: "9" }] }]);
}"""
"""An edit that the page makes, by its own scripts."""


@pytest.mark.usefixtures("of_tiny")
def test_edit_closes_the_remark_that_was_taken_up(studio: Studio) -> None:
    page = studio.page
    folder = studio.folder / "content/tiny"
    text = "remarks:\n  - {id: r1, piece: five, text: More of them.}\n"
    (folder / "remarks.yaml").write_text(text, "utf-8")
    coins = (folder / "coins.yaml").read_bytes()
    tile(page, "five").click()
    mend = page.locator("#detail").get_by_role("button", name="Mend it")
    mend.click()
    expect(mend).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(_EDIT_A_CELL)["done"]
    expect(page.locator("#detail .remarks")).to_contain_text("1 closed remark")
    assert "closed: after TI-" in (folder / "remarks.yaml").read_text("utf-8")
    assert (folder / "coins.yaml").read_bytes() != coins
    page.locator("#detail").get_by_role("button", name="Close").click()
    page.get_by_role("button", name=re.compile("^Undo: ")).click()
    expect(page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    assert (folder / "remarks.yaml").read_text("utf-8") == text
    assert (folder / "coins.yaml").read_bytes() == coins
