"""The tutorial of the page, followed by mouse and keyboard: what its tables say is typed."""

import re
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.docs.blocks import blocks_of
from tests.helpers.sharing import ROOT

PAGE = ROOT / "docs" / "tutorial-page.md"
PICTURE = ROOT / "docs" / "pictures" / "tutorial-page" / "noodles.svg"
GAME = "night-market"
WIDTH_MM, SAFE_MM = 63.5, 2.5
"""The width of the cards, and how far the safe zone lies inside of their edge."""

_LINE = re.compile(r"^## (?:\d+\. )?(.+)$")
_ADDED = " Nobody pays for stalls."


def tables() -> dict[str, list[list[str]]]:
    """The rows of the table under each heading of the page, as they are typed."""
    found: dict[str, list[list[str]]] = {}
    heading = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if headed := _LINE.match(line):
            heading = headed[1]
        elif line.startswith("|") and not line.startswith("|--"):
            cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
            found.setdefault(heading, []).append(cells)
    return {heading: rows[1:] for heading, rows in found.items()}


def files() -> dict[str, str]:
    """The files that the page says to be the result."""
    return {block.title: block.text for block in blocks_of(PAGE) if block.title}


class Newcomer:
    """Somebody who does nothing but what the page says, in a studio in an empty folder.

    All is done by the mouse, the keyboard, and the file that is dragged from its folder.
    """

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder / GAME
        self.detail = page.locator("#detail")
        self.typed = tables()

    def steps(self) -> Iterator[str]:
        """Follows the page, and says which of its pictures the browser shows now."""
        yield from self.begin()
        yield from self.names()
        yield from self.on_the_card()
        yield from self.picture()
        yield from self.looks()
        yield from self.mistake()
        yield from self.hand()
        yield from self.build()

    def view(self, name: str) -> None:
        self.page.locator("#views").get_by_role("button", name=name).click()

    def open(self, title: str) -> None:
        """Opens a card from the view of all pieces."""
        self.page.locator(".tile", has_text=title).click()
        expect(self.detail.get_by_role("heading", name=title)).to_be_visible()

    def close(self) -> None:
        self.detail.get_by_role("button", name="Close").click()
        expect(self.detail).to_be_hidden()

    def drawn(self) -> None:
        """Waits until every picture of a card that is in sight is there."""
        expect(self.page.locator(".face.drawn").first).to_be_visible()
        self.page.wait_for_function(_ALL_DRAWN)

    # Its steps, each under a heading of the page.

    def begin(self) -> Iterator[str]:
        page = self.page
        page.get_by_text("Cards", exact=True).click()
        page.get_by_label("Its name").click()
        page.keyboard.type(GAME)
        yield "begin"
        page.get_by_role("button", name="Begin").click()
        expect(page.locator(".tile")).to_have_count(8)
        self.drawn()
        yield "cards"

    def names(self) -> Iterator[str]:
        page = self.page
        self.view("Tables")
        for number, row in enumerate(self.typed["Names and texts"]):
            self.cell(number, 0).click()
            for text in row:
                if text:
                    page.keyboard.type(text)
                else:
                    page.keyboard.press("Delete")
                page.keyboard.press("Tab")
        page.locator(".table-row", has_text="tower").get_by_role("gridcell").first.click()
        self.cell(7, 0).click(modifiers=["Shift"])
        page.get_by_role("button", name="Remove the row").click()
        expect(page.locator(".table-bar")).to_contain_text("6 rows")
        expect(page.locator("#toast.shown")).to_have_count(0)
        yield "table"

    def cell(self, row: int, column: int) -> Locator:
        return self.page.locator(f"#cell-{row}-{column}")

    def on_the_card(self) -> Iterator[str]:
        page, detail = self.page, self.detail
        self.view("Pieces")
        expect(page.locator(".tile")).to_have_count(6)
        self.open("Sudden rain")
        self.drawn()
        detail.locator(".text-spot").nth(-1).wait_for(state="attached")
        self.click_at(detail.get_by_role("img", name="Sudden rain, front"), 0.5, 0.67)
        writer = detail.locator("textarea.writer")
        expect(writer).to_be_focused()
        page.keyboard.press("End")
        page.keyboard.type(_ADDED)
        yield "text"
        page.keyboard.press("Enter")
        expect(writer).to_have_count(0)
        self.go_to("Paper lantern", "The piece before")
        self.press_until("One copy more", 4)
        self.go_to("Alley cat", "The next piece")
        self.press_until("One copy less", 2)
        self.close()

    def click_at(self, what: Locator, across: float, down: float) -> None:
        box = what.bounding_box()
        assert box is not None
        x, y = box["x"] + across * box["width"], box["y"] + down * box["height"]
        self.page.mouse.click(x, y)

    def go_to(self, title: str, arrow: str) -> None:
        heading = self.detail.get_by_role("heading", level=2)
        while (shown := heading.inner_text()) != title:
            self.detail.get_by_role("button", name=arrow).click()
            expect(heading).not_to_have_text(shown)

    def press_until(self, button: str, copies: int) -> None:
        shown = self.detail.locator(".copies-of output")
        while int(shown.inner_text()) != copies:
            self.detail.get_by_role("button", name=button).click()

    def picture(self) -> Iterator[str]:
        card = self.page.locator(".tile", has_text="Noodle stall")
        box = card.bounding_box()
        assert box is not None
        before = card.locator("image").first.get_attribute("href")
        assert before is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 3}
        dragged = {"items": [], "files": [str(PICTURE)], "dragOperationsMask": 1}
        mouse = self.page.context.new_cdp_session(self.page)
        for step in ("dragEnter", "dragOver", "drop"):
            mouse.send("Input.dispatchDragEvent", {"type": step, **at, "data": dragged})
        expect(self.page.locator("#toast")).to_contain_text("noodles.svg")
        self.drawn()
        yield "picture"

    def looks(self) -> Iterator[str]:
        page, detail = self.page, self.detail
        self.open("Fortune teller")
        detail.get_by_role("button", name="Edit", exact=True).click()
        for name, colour in self.typed["Change how it looks"][:3]:
            self.write(f"The colour {name}, in digits or by its name", colour)
        self.drag_down()
        yield "drag"
        page.mouse.up()
        page.keyboard.up("Shift")
        expect(page.locator('[data-key="pick zone:cost"] small')).to_have_text("50.4, 76.6")
        for zone, key, value in self.typed["Change how it looks"][-4:]:
            page.locator(f'[data-key="pick zone:{zone}"]').click()
            expect(page.locator(".panel-head h3")).to_have_text(zone)
            self.style(key, value)
        self.close()
        self.drawn()
        yield "looks"

    def drag_down(self) -> None:
        """Drags the cost down to the edge of the safe zone, as near as a hand gets to it."""
        page = self.page
        cost, card = self.box(".zone-box[data-zone='zone:cost'] .line"), self.box(".canvas .trim")
        x, y = cost["x"] + cost["width"] / 2, cost["y"] + cost["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.keyboard.down("Shift")
        safe = card["bottom"] - card["width"] * SAFE_MM / WIDTH_MM
        down = safe - cost["bottom"] + 2
        for part in (0.4, 0.8, 1.0):
            page.mouse.move(x + 5, y + part * down)
        expect(page.locator(".snaps path")).not_to_have_count(0)

    def write(self, label: str, text: str) -> None:
        """Writes into a field of the panel, in place of what is there."""
        field = self.detail.get_by_label(label, exact=True)
        field.click(click_count=3)
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        expect(field).to_have_value(text)

    def style(self, key: str, value: str) -> None:
        row = self.page.locator(".key-row", has=self.page.locator(f'.key:text-is("{key}")'))
        if row.get_by_role("radio").count():
            row.get_by_text(value, exact=True).click()
        elif row.get_by_role("combobox").count():
            row.get_by_role("combobox").select_option(value)
        else:
            self.write(key, value)
        expect(row.locator(".whose")).to_contain_text("line")

    def box(self, selector: str) -> dict[str, float]:
        """The box of an element, which may be drawn anew at any moment."""
        self.page.wait_for_selector(selector, state="attached")
        return self.page.evaluate(_BOX, selector)

    def mistake(self) -> Iterator[str]:
        page = self.page
        self.view("Tables")
        self.cell(0, 6).click()
        page.keyboard.type("two")
        page.keyboard.press("Enter")
        expect(page.locator("#alarm")).to_be_visible()
        expect(page.locator(".table-row.troubled")).to_have_count(1)
        yield "mistake"
        page.keyboard.press("Control+Z")
        expect(page.locator("#alarm")).to_be_hidden()

    def hand(self) -> Iterator[str]:
        page = self.page
        self.view("Deck")
        page.get_by_role("button", name="New hand").click()
        expect(page.locator("#hand .card")).to_have_count(7)
        self.drawn()
        yield "hand"
        page.get_by_label("Good are cards where", exact=True).click()
        page.keyboard.type("cost <= 1")
        page.locator('[data-key="odds/least"]').click(click_count=3)
        page.keyboard.type("2")
        expect(page.locator("#odds .answer")).to_contain_text("at least 2")
        yield "odds"

    def build(self) -> Iterator[str]:
        page = self.page
        page.locator("#tasks").get_by_role("button", name="Build …").click()
        page.locator("#form").get_by_role("button", name="Build", exact=True).click()
        expect(page.locator("#action")).to_contain_text("Built")
        yield "build"


_BOX = "(it) => document.querySelector(it).getBoundingClientRect().toJSON()"
_ALL_DRAWN = """() => [...document.querySelectorAll(
    "#detail[open] .face, body:not(:has(#detail[open])) #content .face")]
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, box]) => box.bottom > 0 && box.top < innerHeight)
  .every(([one]) => one.classList.contains("drawn"))"""
