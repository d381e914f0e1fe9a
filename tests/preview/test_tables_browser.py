"""Lists as tables in a real browser: each gesture ends in the diff that a designer would type."""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext, Locator, Page, expect

from fustella.read.spreadsheets import read_sheet
from fustella.read.spreadsheets.values import cell_text
from tests.preview.driving import NO_ANSWER, PATIENCE_S, free_port, needs_chromium, opened, serving
from tests.read.spreadsheets.making import row, xlsx

pytestmark = needs_chromium

GAME = """\
title: Pond
languages: [en]
kinds:
  card: {front: ready/card}
  spell: {front: ready/card}
  token: {front: ready/card}
"""
YAML = """\
kind: card   # the first list
pieces:
  # Birds
  - {id: owl, copies: 2, front: {title: Owl, cost: "3"}}   # quiet
  - id: heron
    front:
      title: "Heron"   # stands still
      text: Wait.
"""
CSV = (
    "\ufeffid;title;text;copies\r\n"
    'frog;Frog;"Jump; or wait.";2\r\n'
    "newt;Newt;Swim.;1\r\n"
    "pike;Pike;Bite.;4\r\n"
)
TOKENS = row(1, "id", "title", "copies") + row(2, "ash", "Ash", "<c><v>2</v></c>")
TOKENS += row(3, "elm", "Elm", "<c><v>3</v></c>")
FILES = {
    "game.yaml": GAME.encode(),
    "cards.yaml": YAML.encode(),
    "spells.yaml": b"kind: spell\npieces: spells.csv\n",
    "spells.csv": CSV.encode(),
    "tokens.yaml": b"kind: token\npieces: tokens.xlsx\n",
    "tokens.xlsx": xlsx({"Tokens": TOKENS}),
}


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("pond") / "pond"
    root.mkdir()
    for name, content in FILES.items():
        (root / name).write_bytes(content)
    return root


@pytest.fixture(scope="module")
def served(pond: Path) -> Iterator[str]:
    with serving(pond, free_port()) as address:
        yield address


@pytest.fixture
def table(browser: BrowserContext, served: str, pond: Path) -> Iterator[Callable[[str], Page]]:
    """Opens the page with a list as a table; the files are as they were after the test."""
    with opened(browser, served, complains=NO_ANSWER) as page:  # a refusal is a line in the console

        def show(name: str) -> Page:
            page.locator("#views").get_by_role("button", name="Tables").click()
            page.locator("#table-choose").select_option(label=name)
            expect(page.locator("#table-grid")).to_have_attribute("aria-label", re.compile(name))
            return page

        yield show
    shutil.rmtree(pond / "output", ignore_errors=True)
    for name, content in FILES.items():
        if (pond / name).read_bytes() != content:
            (pond / name).write_bytes(content)
    time.sleep(0.2)


def cell(page: Page, row: int, column: int) -> Locator:
    return page.locator(f"#cell-{row}-{column}")


def becomes(pond: Path, name: str, content: bytes) -> None:
    """Waits until a file has a content."""
    until_s = time.monotonic() + PATIENCE_S
    while (pond / name).read_bytes() != content:
        assert time.monotonic() < until_s, (pond / name).read_bytes().decode("utf-8", "replace")
        time.sleep(0.02)


def test_typed_cell_of_a_csv_changes_its_characters_alone(
    table: Callable[[str], Page], pond: Path
) -> None:
    page = table("spells.csv")
    cell(page, 0, 2).dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type('Leap "far".')
    page.keyboard.press("Enter")
    after = CSV.replace('"Jump; or wait."', '"Leap ""far""."')
    becomes(pond, "spells.csv", after.encode())
    expect(cell(page, 1, 2)).to_have_class(re.compile("active"))
    page.keyboard.press("Control+z")
    becomes(pond, "spells.csv", CSV.encode())
    page.keyboard.press("Control+Shift+z")
    becomes(pond, "spells.csv", after.encode())
    page.locator("#undo").click()
    becomes(pond, "spells.csv", CSV.encode())


def test_typed_cell_of_a_yaml_list_keeps_comments_and_quotes(
    table: Callable[[str], Page], pond: Path
) -> None:
    page = table("cards.yaml")
    title = page.get_by_role("columnheader", name="title").first.get_attribute("aria-colindex")
    column = int(title or 0) - 2
    cell(page, 1, column).click()
    page.keyboard.type("Grey heron")
    page.keyboard.press("Tab")
    becomes(pond, "cards.yaml", YAML.replace('"Heron"', '"Grey heron"').encode())
    cell(page, 0, column).click()
    page.keyboard.type("Barn owl")
    page.keyboard.press("Enter")
    once = YAML.replace('"Heron"', '"Grey heron"').replace("title: Owl", "title: Barn owl")
    becomes(pond, "cards.yaml", once.encode())


def test_typed_cell_of_a_workbook_is_read_back(table: Callable[[str], Page], pond: Path) -> None:
    page = table("tokens.xlsx")
    cell(page, 0, 2).click()
    page.keyboard.press("Alt+ArrowUp")
    expect(cell(page, 0, 2)).to_contain_text("3")
    until_s = time.monotonic() + PATIENCE_S
    while (rows := _rows(pond / "tokens.xlsx"))[1][2] != "3" and time.monotonic() < until_s:
        time.sleep(0.02)
    assert rows == [["id", "title", "copies"], ["ash", "Ash", "3"], ["elm", "Elm", "3"]]


def _rows(path: Path) -> list[list[str]]:
    return [[cell_text(each) for each in row.cells] for row in read_sheet(path, "", ["en"]).rows]


def test_block_from_a_spreadsheet_is_pasted_and_adds_rows(
    table: Callable[[str], Page], pond: Path
) -> None:
    page = table("spells.csv")
    cell(page, 2, 0).click()
    page.evaluate(
        """text => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          const how = {clipboardData: data, bubbles: true, cancelable: true};
          document.getElementById("table-grid").dispatchEvent(new ClipboardEvent("paste", how));
        }""",
        'pike\tPike\t"Bite\t""hard""."\t4\ncarp\tCarp\tSleep; dream.\t1\n',
    )
    after = CSV.replace("Pike;Bite.", 'Pike;"Bite\t""hard""."')
    after += 'carp;Carp;"Sleep; dream.";1\r\n'
    becomes(pond, "spells.csv", after.encode())
    page.locator("#table-grid").focus()
    page.keyboard.press("Control+z")
    becomes(pond, "spells.csv", CSV.encode())


def test_chosen_cells_are_copied_as_a_spreadsheet_takes_them(table: Callable[[str], Page]) -> None:
    page = table("spells.csv")
    cell(page, 0, 1).click()
    cell(page, 1, 2).click(modifiers=["Shift"])
    copied = page.evaluate(
        """() => {
          const data = new DataTransfer();
          const how = {clipboardData: data, bubbles: true, cancelable: true};
          document.getElementById("table-grid").dispatchEvent(new ClipboardEvent("copy", how));
          return data.getData("text/plain");
        }"""
    )
    assert copied == "Frog\tJump; or wait.\nNewt\tSwim."


def test_fill_down_fills_the_rows_that_are_shown(table: Callable[[str], Page], pond: Path) -> None:
    page = table("spells.csv")
    page.get_by_role("searchbox", name="title").fill("p")  # frog and newt are not shown
    expect(page.locator(".table-bar")).to_contain_text("1 of 3 rows")
    page.get_by_role("searchbox", name="title").fill("")
    page.get_by_role("columnheader", name="copies").get_by_role(
        "button"
    ).click()  # newt, frog, pike
    expect(cell(page, 0, 0)).to_have_text("newt")
    cell(page, 0, 3).click()
    cell(page, 1, 3).click(modifiers=["Shift"])
    page.keyboard.press("Control+d")
    becomes(pond, "spells.csv", CSV.replace('wait.";2', 'wait.";1').encode())


def test_rows_are_added_copied_and_removed(table: Callable[[str], Page], pond: Path) -> None:
    page = table("spells.csv")
    cell(page, 1, 0).click()
    page.get_by_role("button", name="Copy the row").click()
    expect(page.locator(".table-body .table-row")).to_have_count(4)
    lines = (pond / "spells.csv").read_bytes().decode("utf-8-sig").split("\r\n")
    assert lines[3].partition(";")[2] == "Newt;Swim.;1"
    assert lines[3].partition(";")[0] not in ("newt", "")
    page.keyboard.press("Control+z")
    becomes(pond, "spells.csv", CSV.encode())
    expect(page.locator(".table-body .table-row")).to_have_count(3)
    cell(page, 0, 0).click()
    page.keyboard.press("Control+Delete")
    becomes(pond, "spells.csv", CSV.replace('frog;Frog;"Jump; or wait.";2\r\n', "").encode())


def test_change_elsewhere_is_offered_and_never_overwritten(
    table: Callable[[str], Page], pond: Path
) -> None:
    page = table("spells.csv")
    cell(page, 1, 1).dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("Great newt")
    elsewhere = CSV.replace("Pike;", "Great pike;")
    page.route("**/api/tables/**", lambda route: route.abort())  # the page has not heard of it
    page.route("**/api/events**", lambda route: route.abort())
    (pond / "spells.csv").write_bytes(elsewhere.encode())
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Changed elsewhere")
    expect(dialog).to_contain_text("spells.csv")
    assert (pond / "spells.csv").read_bytes() == elsewhere.encode()
    page.unroute_all()
    dialog.get_by_role("button", name="Make my change").click()
    becomes(pond, "spells.csv", elsewhere.replace("Newt;", "Great newt;").encode())


def test_list_of_ten_thousand_pieces_scrolls_without_a_gap(
    browser: BrowserContext, tmp_path: Path
) -> None:
    root = tmp_path / "many"
    root.mkdir()
    kind = "card: {size: {width: 9mm, height: 9mm}, front: ready/blank}"
    game = f"title: Many\nlanguages: [en]\nkinds:\n  {kind}\n"
    (root / "game.yaml").write_text(game)
    (root / "cards.yaml").write_text("kind: card\npieces: cards.csv\n")
    lines = "\n".join(f"c{number},{number}" for number in range(10_000))
    (root / "cards.csv").write_text(f"id,copies\n{lines}\n")
    with serving(root, free_port()) as address, opened(browser, address, own_tab=True) as page:
        page.locator("#views").get_by_role("button", name="Tables").click()
        expect(page.locator("#table-grid")).to_have_attribute("aria-rowcount", "10001")
        for step in range(12):
            gaps = page.evaluate(_SCROLLED, 29_000 * step)
            assert gaps == [], step
        page.locator("#table-grid").focus()
        page.keyboard.press("Control+End")
        expect(page.locator(".active span")).to_have_text("9999")


_SCROLLED = """async top => {
  const grid = document.getElementById("table-grid");
  grid.scrollTop = top;
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const box = grid.getBoundingClientRect();
  const head = grid.querySelector(".table-head").getBoundingClientRect();
  const gaps = [];
  for (let y = head.bottom + 3; y < box.bottom - 3; y += 10) {
    const there = document.elementFromPoint(box.left + 20, y);
    if (!there?.closest(".table-row")) gaps.push(y);
  }
  return gaps;
}"""


def test_tab_goes_on_while_cells_are_filled_and_then_leaves(
    table: Callable[[str], Page], pond: Path
) -> None:
    page = table("spells.csv")
    cell(page, 1, 0).click()
    page.keyboard.type("eft")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # the title stays
    page.keyboard.press("Delete")
    page.keyboard.press("Tab")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    becomes(pond, "spells.csv", CSV.replace("newt;Newt;Swim.;1", "eft;Newt;;3").encode())
    cell(page, 1, 2).click()
    page.keyboard.press("Tab")
    expect(page.locator("#table-grid")).not_to_be_focused()
