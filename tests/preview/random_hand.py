"""Somebody at the page who does whatever comes to mind, by mouse and keyboard."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, Request

from fustella.workbench.steps import MOST_STEPS
from tests.preview.driving import PATIENCE_S, tile

LONG = ("A very long text that says the same again and again, " * 3).strip()
WORDS = (
    *("Lynx", "It **roars**, *twice*", "yes", "12", "a: b # c", "- x, y; z", 'He said "no"'),
    *("An ö, 東京", "  ", "#fff", "'", "null", LONG),
)
LENGTHS = ("12", "30%", "4.5mm", "0.5in", "100% - 40mm", "7.25", "-3", "1e9", "wide")
HANDLES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
ROWS = ".table-row:has([role=gridcell])"
FEWEST_ROWS = 2
POLL_MS, QUIET_POLLS = 40, 3
"""How long nothing must be asked for before the page has done what it was told."""

_BOX = "(it) => document.querySelector(it)?.getBoundingClientRect().toJSON()"
_OPTIONS = "all => all.map((one) => one.value).filter(Boolean)"
_NAMES = "all => all.map((one) => one.textContent.replace(/ [▲▼]$/, ''))"
_SHOWS_TABLE = """(name) => {
  const grid = document.querySelector("#table-grid");
  return grid?.getAttribute("aria-label").includes(name.split("#")[0]);
}"""


@dataclass
class Spot:
    """Where on the page a hand is: `zones` or `values` of a piece, a `table`, or the `pieces`."""

    name: str
    piece: str = ""
    table: str = ""


class Hand:
    """A hand whose gestures follow from a seed. `done` names them, for who has to find a fault."""

    def __init__(self, page: Page, seed: str) -> None:
        self.page, self.rng = page, random.Random(seed)
        self.at, self.done = Spot("pieces"), list[str]()
        self._pending: set[Request] = set()
        self._acts: dict[str, list[Callable[[], None]]] = {
            "zones": [
                *(self.drag, self.drag, self.resize, self.press_arrows, self.press_arrows),
                *(self.restyle, self.restyle, self.restyle, self.take_back, self.hide),
                *(self.add_zone, self.remove_zone, self.order, self.align),
            ],
            "values": [self.write_value, self.write_value, self.write_on_card, self.count],
            "table": [
                *(self.write_cell, self.write_cell, self.write_cell, self.empty, self.fill),
                *(self.step_number, self.copy_row, self.add_row, self.remove_row),
            ],
        }
        page.on("request", self._asked)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)

    def _asked(self, request: Request) -> None:
        """Notes a request, but for the events, which come for as long as the page is open."""
        if "/api/" in request.url and "/api/events" not in request.url:
            self._pending.add(request)

    def _answered(self, request: Request) -> None:
        self._pending.discard(request)

    def settle(self) -> None:
        """Waits until the page has sent what it was told, and has read what came of it."""
        quiet, polls = 0, 0
        while quiet < QUIET_POLLS:
            self.page.wait_for_timeout(POLL_MS)
            quiet, polls = 0 if self._pending else quiet + 1, polls + 1
            assert polls * POLL_MS < PATIENCE_S * 1000, [one.url for one in self._pending]

    def gesture(self) -> None:
        """Does something where it is, after it went elsewhere now and then."""
        if not self.is_there() or self.rng.random() < 0.12:
            self._go()
            self.done.append(str(self.at))
        act = self.rng.choice([*self._acts[self.at.name], self.undo, self.redo])
        self.done.append(act.__name__)
        act()
        self.settle()

    def is_there(self) -> bool:
        """Whether the page still shows the place: its piece may be gone, by an undo."""
        if self.at.name == "table":
            return self.page.locator("#table-grid").is_visible()
        return self.at.name != "pieces" and self.page.locator("#detail").is_visible()

    def _go(self) -> None:
        self.close()
        name = self.rng.choice(("zones", "zones", "zones", "values", "table", "table"))
        if name == "table" or self.page.locator("#alarm").is_visible():  # there faults are mended
            self._go_to_a_table()
        else:
            self._go_to_a_piece(name)
        self.settle()

    def close(self) -> None:
        """Closes the piece that is open."""
        detail = self.page.locator("#detail")
        if detail.is_visible():
            detail.get_by_role("button", name="Close", exact=True).click()
        self.at = Spot("pieces")
        self.settle()

    def _go_to_a_table(self) -> None:
        page = self.page
        page.locator("#views").get_by_role("button", name="Tables").click()
        self.settle()
        choose = page.locator("#table-choose")
        table = self.rng.choice(choose.locator("option").all_text_contents())
        choose.select_option(label=table)
        page.wait_for_function(_SHOWS_TABLE, arg=table)
        self.at = Spot("table", table=table)

    def _go_to_a_piece(self, name: str) -> None:
        page = self.page
        page.locator("#views").get_by_role("button", name="Pieces").click()
        self.settle()
        ids = page.locator(".tile").evaluate_all("all => all.map((one) => one.dataset.id)")
        self.at = Spot(name, self.rng.choice(ids))
        tile(page, self.at.piece).click()
        page.locator("#detail .tools").wait_for()
        if name == "zones":
            page.get_by_role("button", name="Edit", exact=True).click()
            page.locator(".zone-entry").first.wait_for()

    def _some(self, of: Locator) -> Locator | None:
        """One of several elements; None if there is none."""
        count = of.count()
        return of.nth(self.rng.randrange(count)) if count else None

    def _press_some(self, selector: str) -> None:
        button = self._some(self.page.locator(selector))
        if button is not None:
            button.click()

    # Steps.

    def undo(self) -> None:
        if self.rng.random() < 0.5:
            self.page.keyboard.press("Control+Z")
        else:
            self._press_step("undo")

    def redo(self) -> None:
        if self.rng.random() < 0.5:
            self.page.keyboard.press(self.rng.choice(("Control+Shift+Z", "Control+Y")))
        else:
            self._press_step("redo")

    def _press_step(self, step: str) -> None:
        """Presses a button of Undo or Redo, if there is one that can be: none beside a value."""
        buttons = self.page.locator(f'button[data-step="{step}"]:not([disabled])')
        seen = [one for one in buttons.all() if one.is_visible()]
        if seen and self.at.name != "values":
            seen[-1].click()

    def all(self, step: str) -> None:
        """Undoes everything, or makes it again, by the buttons at the top."""
        self.close()
        button = self.page.locator(f"#{step}:not([disabled])")
        for _ in range(MOST_STEPS):
            if button.count():
                button.click()
                self.settle()
        assert not button.count()

    # Zones.

    def _choose(self) -> str:
        """Chooses a zone in the list; its name."""
        entry = self._some(self.page.locator(".zone-entry:not(.is-hidden) .pick"))
        if entry is None:
            return ""
        entry.click(modifiers=["Shift"] if self.rng.random() < 0.15 else [])
        self.settle()
        return (entry.get_attribute("data-key") or "").removeprefix("pick zone:")

    def drag(self) -> None:
        zone = self._choose()
        self._pull(f'.zone-box[data-zone="zone:{zone}"] .line', 60)

    def resize(self) -> None:
        self._choose()
        self._pull(f'[data-handle="{self.rng.choice(HANDLES)}"] .knob', 25)

    def _pull(self, selector: str, far_px: int) -> None:
        """Drags the middle of an element, if it is there, with or without a key held."""
        page, box = self.page, self.page.evaluate(_BOX, selector)
        keys = self.rng.choice(((), (), ("Control",), ("Shift",), ("Alt",)))
        dx, dy = (self.rng.randint(-far_px, far_px) for _ in "xy")
        if box is None:
            return
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        for key in keys:
            page.keyboard.down(key)
        page.mouse.move(x + dx / 2, y + dy / 2)
        page.mouse.move(x + dx, y + dy)
        page.mouse.up()
        for key in keys:
            page.keyboard.up(key)

    def press_arrows(self) -> None:
        self._choose()
        held = self.rng.choice(("", "", "Shift+", "Alt+", "Control+", "Control+Alt+"))
        key = held + self.rng.choice(ARROWS)
        for _ in range(self.rng.randint(1, 4)):
            self.page.keyboard.press(key)

    def hide(self) -> None:
        if self.rng.random() < 0.5:
            self._choose()
            self.page.keyboard.press("h")
        else:
            self._press_some('[data-key^="eye "]')

    def restyle(self) -> None:
        """Gives a key of a zone another value, in the panel."""
        self._choose()
        row = self._some(self.page.locator(".key-row:visible"))
        if row is None:
            return
        choices, options = row.locator(".few label"), row.locator("select option")
        if row.get_by_role("switch").count():
            row.get_by_role("switch").click()
        elif (choice := self._some(choices)) is not None:
            choice.click()
        elif options.count():
            value = self.rng.choice(options.evaluate_all(_OPTIONS))
            row.locator("select").select_option(value)
        elif row.locator("input.length").count():
            row.locator("input.length").click(click_count=3)
            self.page.keyboard.type(self.rng.choice(LENGTHS))
            self.page.keyboard.press("Enter")
        elif row.locator("details.dyes").count():
            row.locator("summary").click()
            dye = self._some(row.locator(".swatch"))
            assert dye is not None
            dye.click()

    def take_back(self) -> None:
        self._choose()
        self._press_some('[data-key^="back "]:visible')

    def add_zone(self) -> None:
        adder = self.page.locator('[data-key="add a zone"]')
        if adder.count():
            values = adder.locator("option").evaluate_all(_OPTIONS)
            adder.select_option(self.rng.choice(values))
            self.page.keyboard.press("Enter")

    def remove_zone(self) -> None:
        self._choose()
        self.page.keyboard.press("Delete")

    def order(self) -> None:
        self._choose()
        self.page.keyboard.press(self.rng.choice("[]"))

    def align(self) -> None:
        self._choose()
        self._press_some('[data-key^="arrange "]:not([disabled])')

    # Values of a piece.

    def write_value(self) -> None:
        self._press_some("#detail button.value")
        self._write()

    def write_on_card(self) -> None:
        text = self._some(self.page.locator("#detail .text-spot"))
        box = text.bounding_box() if text is not None else None
        if box is not None:
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 8))
            self._write()

    def _write(self) -> None:
        """Writes into the text that is open, and leaves it: what was refused could be mended."""
        page, writer = self.page, self.page.locator("textarea.writer")
        if not writer.count():
            return
        page.keyboard.press("Control+A" if self.rng.random() < 0.6 else "End")
        page.keyboard.type(self.rng.choice(WORDS))
        if self.rng.random() < 0.15:
            page.keyboard.press("Shift+Enter")
            page.keyboard.type("More.")
        page.keyboard.press("Escape" if self.rng.random() < 0.1 else "Enter")
        self.settle()
        if writer.count():
            page.keyboard.press("Escape")

    def count(self) -> None:
        button = self._some(self.page.locator(".copies-of button:not([disabled])"))
        for _ in range(self.rng.randint(1, 3)):
            if button is not None and button.is_enabled():
                button.click()

    # Cells and rows of a table.

    def columns(self) -> list[str]:
        """The names of the columns that are shown."""
        return list(self.page.locator(".table-head button").evaluate_all(_NAMES))

    def _cell(self, *named: str) -> str:
        """Presses a cell, of one of the columns that are named; the name of its column, or ""."""
        rows, names = self.page.locator(ROWS).count(), self.columns()
        known = [name for name in names if name in named or not (named or name == "id")]
        if not rows or not known:
            return ""
        name = self.rng.choice(known)
        self._press_cell(self.rng.randrange(rows), names.index(name))
        return name

    def _press_cell(self, row: int, column: int) -> None:
        self.page.locator(f"#cell-{row}-{column}").click(position={"x": 8, "y": 8})

    def write_cell(self) -> None:
        name = self._cell()
        texts = {
            "": (),
            "copies": ("1", "3", "8"),
            "rarity": ("rare", "common"),
            "front.rarity": ("rare", "common"),
        }.get(name, WORDS)
        if not texts:
            return
        if self.rng.random() < 0.3:
            self.page.keyboard.press("Enter")
            self.page.keyboard.press("Control+A")
        self.page.keyboard.type(self.rng.choice(texts))
        self.page.keyboard.press(self.rng.choice(("Enter", "Enter", "Tab", "Escape")))

    def empty(self) -> None:
        if self._cell("text", "front.text", "type"):
            self.page.keyboard.press("Delete")

    def fill(self) -> None:
        if self._cell("text", "title", "copies", "front.text", "front.title"):
            self.page.keyboard.press("Shift+ArrowDown")
            self.page.keyboard.press("Control+D")

    def step_number(self) -> None:
        if self._cell("copies"):
            for _ in range(self.rng.randint(1, 3)):
                self.page.keyboard.press("Alt+ArrowUp")

    def copy_row(self) -> None:
        if self._cell():
            self.page.get_by_role("button", name="Copy the row").click()

    def add_row(self) -> None:
        """Adds a row and fills in what a piece needs."""
        if not self._cell():
            return
        self.page.keyboard.press("Control+Enter")
        self.settle()
        active = self.page.locator("#table-grid").get_attribute("aria-activedescendant") or ""
        row, names = int(active.split("-")[1]), self.columns()
        wanted = {"id": f"new-{self.rng.randint(1, 10**6)}", "title": "New", "rarity": "rare"}
        for number, name in enumerate(names):
            text = wanted.get(name.removeprefix("front."))
            if text is not None:
                self._press_cell(row, number)
                self.page.keyboard.type(text)
                self.page.keyboard.press("Tab")
                self.settle()

    def remove_row(self) -> None:
        if self.page.locator(ROWS).count() > FEWEST_ROWS and self._cell():
            self.page.keyboard.press("Control+Delete")
