"""Random gestures in a real browser: the files read as the page shows, and are undone to the byte.

`FUSTELLA_GESTURES=2000 pytest tests/preview/test_random_gestures.py` makes as many, in rounds; the
round `FUSTELLA_ROUND=17` alone makes what that round made.
"""

import csv
import io
import os
import random
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext, Locator, Page, Request

from fustella.core.values.problems import ProblemsFound
from fustella.read.spreadsheets import read_sheet
from fustella.read.spreadsheets.values import cell_text
from fustella.workbench.steps import MOST_STEPS
from tests.preview.driving import PATIENCE_S, free_port, needs_chromium, opened, serving, tile
from tests.read.spreadsheets.making import row, xlsx
from tests.workbench.benches import GameBench

pytestmark = needs_chromium

GESTURES = int(os.environ.get("FUSTELLA_GESTURES", "60"))
IN_A_ROUND = 60
"""Fewer than the steps that are kept: a round is undone as a whole."""

ROUNDS = [os.environ["FUSTELLA_ROUND"]] if "FUSTELLA_ROUND" in os.environ else None
NEAR_MM = 0.03

LONG = "A very long text that says the same again and again, " * 3
GAME = f"""\
\ufefftitle: Zoo   # of the harbour
languages: [en]
colours: {{gold: "#c9a227", accent: '#335'}}   # two of them
kinds:
  # Animals come first.
  animal:
    front: ready/card
    back: ready/back
    fields: {{front: {{rarity: common | rare}}}}
    layout:
      front:
        title: {{y: 3.8%}}   # high
        cost: {{right: 5mm, y: 3%}}
        text:
          # under the picture
          height: 25%
          x: 10%
          width: 100% - 14mm
        gem: {{x: 29mm, y: 80mm, width: 5mm, height: 5mm, fill: {{by: rarity, rare: gold, else: none}}}}
        star: {{icon: "mdi:star", right: 0.4in, bottom: 9mm, width: 5mm, height: 6%}}
        motto: {{text: '{LONG.strip()}', x: 6mm, y: 62mm, width: 40mm, height: 9mm, size: 5pt}}
  spell: {{front: ready/card, like: animal}}
  token: {{front: ready/card, layout: {{front: {{title: {{align: center}}, art: false}}}}}}
"""
ANIMALS = f"""\
kind: animal   # the first list
pieces:
  # Cats
  - {{id: lion, copies: 2, front: {{title: Lion, rarity: rare, text: It **roars**., cost: 2}}}}  # loud
  - id: cat
    copies: 3
    front:
      title: "Cat"   # of the house
      rarity: common
      text: >-
        It purrs,
        and sleeps.
      cost: 1
  - {{id: fox, front: {{title: 'Fox', rarity: common, text: "{LONG.strip()}", cost: 3}}}}
"""
SPELLS = (
    "\ufeffid;title;rarity;text;cost;copies\r\n"
    'fire;Fire;rare;"Burn; or wait.";2;2\r\n'
    f"fog;Fog;common;{LONG.strip()};1;1\r\n"
    'ice;"Ice";common;"He said ""cold"".";4;4\r\n'
)
TOKENS = row(1, "id", "title", "type", "copies") + row(2, "ash", "Ash", "Tree", "<c><v>2</v></c>")
TOKENS += row(3, "elm", "Elm", "Tree", "<c><v>3</v></c>") + row(
    4, "oak", "Oak", "", "<c><v>1</v></c>"
)
FILES = {
    "game.yaml": GAME.replace("\n", "\r\n").encode(),
    "animals.yaml": ANIMALS.encode(),
    "spells.yaml": b"kind: spell\r\npieces: spells.csv\r\n",
    "spells.csv": SPELLS.encode(),
    "tokens.yaml": b"kind: token\npieces: tokens.xlsx\n",
    "tokens.xlsx": xlsx({"Tokens": TOKENS}),
}
WORDS = (
    "Lynx",
    "It **roars**, *twice*",
    "yes",
    "12",
    "a: b # c",
    "- x, y; z",
    'He said "no"',
    "An ö, 東京",
    "  ",
    "#fff",
    "'",
    "null",
    LONG,
)
LENGTHS = ("12", "30%", "4.5mm", "0.5in", "100% - 40mm", "7.25", "-3", "1e9", "wide")


@dataclass
class Place:
    """Where in the page somebody is: at the zones of a piece, at its values, or in a table."""

    name: str
    piece: str = ""
    side: str = "front"
    table: str = ""


class Hand:
    """Somebody who does whatever comes to mind, by mouse and keyboard."""

    def __init__(self, page: Page, root: Path, seed: str) -> None:
        self.page, self.root, self.rng = page, root, random.Random(seed)
        self.bench = GameBench(root)
        self.pending: set[Request] = set()
        self.done: list[str] = []
        self.at = Place("pieces")
        page.on("request", lambda one: self.pending.add(one) if _is_answered(one) else None)
        page.on("requestfinished", lambda one: self.pending.discard(one))
        page.on("requestfailed", lambda one: self.pending.discard(one))

    @property
    def files(self) -> dict[str, bytes]:
        return {name: self.bench.read(name) for name in FILES}

    def settle(self) -> None:
        """Waits until the page has sent what it was told, and has read what came of it."""
        quiet, end_s = 0, time.monotonic() + PATIENCE_S
        while quiet < 3:
            self.page.wait_for_timeout(40)
            quiet = 0 if self.pending else quiet + 1
            assert time.monotonic() < end_s, [one.url for one in self.pending]

    # Where it is.

    def go(self) -> None:
        """Goes to another place of the page."""
        page = self.page
        if page.locator("#detail").is_visible():
            page.locator("#detail").get_by_role("button", name="Close", exact=True).click()
        name = self.rng.choice(("zones", "zones", "zones", "values", "table", "table"))
        if page.locator("#alarm").is_visible():
            name = "table"  # where faults are mended
        if name == "table":
            page.locator("#views").get_by_role("button", name="Tables").click()
            self.settle()
            choose = page.locator("#table-choose")
            table = self.rng.choice(choose.locator("option").all_text_contents())
            choose.select_option(label=table)
            page.wait_for_function(_SHOWS_TABLE, arg=table)
            self.at = Place("table", table=table)
        else:
            page.locator("#views").get_by_role("button", name="Pieces").click()
            self.settle()
            ids = page.locator(".tile").evaluate_all("all => all.map((one) => one.dataset.id)")
            self.at = Place(name, self.rng.choice(ids))
            tile(page, self.at.piece).click()
            page.locator("#detail .tools").wait_for()
            if name == "zones":
                page.get_by_role("button", name="Edit", exact=True).click()
                page.locator(".zone-entry").first.wait_for()
        self.settle()

    def is_there(self) -> bool:
        """Whether the page still shows the place: its piece may be gone, by an undo."""
        if self.at.name == "table":
            return self.page.locator("#table-grid").is_visible()
        return self.page.locator("#detail").is_visible() and self.at.name != "pieces"

    # What it does.

    def gesture(self) -> None:
        if not self.is_there() or self.rng.random() < 0.12:
            self.done.append("go")
            self.go()
            self.done.append(f"at {self.at}")
        act = self.rng.choice(self.acts())
        self.done.append(act.__name__)
        act()
        self.settle()

    def acts(self) -> list[Callable[[], None]]:
        ways = {
            "zones": [
                self.drag,
                self.drag,
                self.resize,
                self.press_arrows,
                self.press_arrows,
                self.restyle,
                self.restyle,
                self.restyle,
                self.hide,
                self.take_back,
                self.add_zone,
                self.remove_zone,
                self.order,
                self.align,
            ],
            "values": [self.write_value, self.write_value, self.write_on_card, self.count],
            "table": [
                self.write_cell,
                self.write_cell,
                self.write_cell,
                self.empty,
                self.fill,
                self.step_number,
                self.copy_row,
                self.add_row,
                self.remove_row,
            ],
        }[self.at.name]
        return [*ways, self.undo, self.redo]

    def undo(self) -> None:
        if self.rng.random() < 0.5:
            self.page.keyboard.press("Control+Z")
        else:
            self.press_step("undo")

    def redo(self) -> None:
        if self.rng.random() < 0.5:
            self.page.keyboard.press(self.rng.choice(("Control+Shift+Z", "Control+Y")))
        else:
            self.press_step("redo")

    def press_step(self, step: str) -> bool:
        """Presses a button of Undo or Redo, if it can be; in the piece that is open, if it has it."""
        buttons = self.page.locator(f'button[data-step="{step}"]:not([disabled])')
        seen = [one for one in buttons.all() if one.is_visible()]
        if self.at.name == "values" and self.is_there():
            return False  # lies behind the piece
        if seen:
            seen[-1].click()
        return bool(seen)

    def all(self, step: str) -> None:
        """Undoes everything, or makes it again, by the buttons at the top."""
        if self.page.locator("#detail").is_visible():
            self.page.locator("#detail").get_by_role("button", name="Close", exact=True).click()
        self.at = Place("pieces")
        self.settle()
        button = self.page.locator(f"#{step}:not([disabled])")
        for _ in range(MOST_STEPS):
            if not button.count():
                return
            button.click()
            self.settle()
        assert not button.count()

    # On zones.

    def choose(self, within: str = ".zone-entry:not(.is-hidden)") -> str:
        """Chooses a zone in the list; its name, or ""."""
        entries = self.page.locator(f"{within} .pick")
        if not entries.count():
            return ""
        entry = entries.nth(self.rng.randrange(entries.count()))
        several = self.rng.random() < 0.15
        entry.click(modifiers=["Shift"] if several else [])
        return (entry.get_attribute("data-key") or "").removeprefix("pick zone:")

    def box(self, selector: str) -> dict[str, float] | None:
        return self.page.evaluate(
            "(it) => document.querySelector(it)?.getBoundingClientRect().toJSON()", selector
        )

    def drag(self) -> None:
        zone = self.choose()
        if (box := self.box(f'.zone-box[data-zone="zone:{zone}"] .line')) is not None:
            self.pull(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 60)

    def resize(self) -> None:
        self.choose()
        name = self.rng.choice(("n", "ne", "e", "se", "s", "sw", "w", "nw"))
        if (box := self.box(f'[data-handle="{name}"] .knob')) is not None:
            self.pull(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 25)

    def pull(self, x: float, y: float, far_px: int) -> None:
        page, keys = self.page, self.rng.choice(((), (), ("Control",), ("Shift",), ("Alt",)))
        dx, dy = (self.rng.randint(-far_px, far_px) for _ in "xy")
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
        self.choose()
        key = self.rng.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"))
        held = self.rng.choice(("", "", "Shift+", "Alt+", "Control+", "Control+Alt+"))
        for _ in range(self.rng.randint(1, 4)):
            self.page.keyboard.press(held + key)

    def hide(self) -> None:
        if self.rng.random() < 0.5:
            self.choose()
            self.page.keyboard.press("h")
        else:
            eyes = self.page.locator('[data-key^="eye "]')
            eyes.nth(self.rng.randrange(eyes.count())).click()

    def restyle(self) -> None:
        self.choose()
        self.settle()
        rows = self.page.locator(".key-row:visible")
        if not rows.count():
            return
        row = rows.nth(self.rng.randrange(rows.count()))
        switch, radios, select = (
            row.get_by_role("switch"),
            row.get_by_role("radio"),
            row.locator("select"),
        )
        typed = row.locator("input.length")
        dyes = row.locator("details.dyes")
        if switch.count():
            switch.click()
        elif radios.count():
            row.locator(".few label").nth(self.rng.randrange(radios.count())).click()
        elif select.count():
            values = [
                one
                for one in select.locator("option").evaluate_all(
                    "all => all.map((one) => one.value)"
                )
                if one
            ]
            select.select_option(self.rng.choice(values))
        elif typed.count():
            self.type_into(typed, self.rng.choice(LENGTHS))
        elif dyes.count():
            dyes.locator("summary").click()
            swatches = dyes.locator(".swatch")
            swatches.nth(self.rng.randrange(swatches.count())).click()

    def type_into(self, field: Locator, text: str) -> None:
        field.click(click_count=3)
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def take_back(self) -> None:
        self.choose()
        self.settle()
        back = self.page.locator('[data-key^="back "]:visible')
        if back.count():
            back.nth(self.rng.randrange(back.count())).click()

    def add_zone(self) -> None:
        adder = self.page.locator('[data-key="add a zone"]')
        if not adder.count():
            return
        values = [
            one
            for one in adder.locator("option").evaluate_all("all => all.map((one) => one.value)")
            if one
        ]
        adder.select_option(self.rng.choice(values))
        self.page.keyboard.press("Enter")

    def remove_zone(self) -> None:
        self.choose()
        self.page.keyboard.press("Delete")

    def order(self) -> None:
        self.choose()
        self.page.keyboard.press(self.rng.choice("[]"))

    def align(self) -> None:
        self.choose()
        buttons = self.page.locator('[data-key^="arrange "]:not([disabled])')
        if buttons.count():
            buttons.nth(self.rng.randrange(buttons.count())).click()

    # On values of a piece.

    def write_value(self) -> None:
        values = self.page.locator("#detail button.value")
        if values.count():
            values.nth(self.rng.randrange(values.count())).click()
            self.write()

    def write_on_card(self) -> None:
        spots = self.page.locator("#detail .text-spot")
        if not spots.count():
            return
        box = spots.nth(self.rng.randrange(spots.count())).bounding_box()
        if box is not None:
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 8))
            if self.page.locator("textarea.writer").count():
                self.write()

    def write(self) -> None:
        page = self.page
        page.keyboard.press("Control+A" if self.rng.random() < 0.6 else "End")
        page.keyboard.type(self.rng.choice(WORDS))
        if self.rng.random() < 0.15:
            page.keyboard.press("Shift+Enter")
            page.keyboard.type("More.")
        page.keyboard.press("Escape" if self.rng.random() < 0.1 else "Enter")
        self.settle()
        if page.locator("textarea.writer").count():  # it was refused, and can be mended
            page.keyboard.press("Escape")

    def count(self) -> None:
        buttons = self.page.locator(".copies-of button:not([disabled])")
        if buttons.count():
            button = buttons.nth(self.rng.randrange(buttons.count()))
            for _ in range(self.rng.randint(1, 3)):
                if button.is_enabled():
                    button.click()

    # In a table.

    def some_cell(self, column: str = "") -> tuple[int, int] | None:
        """Chooses a cell; one of a column, if it is named. None in a table without rows."""
        page = self.page
        rows = page.locator(".table-row:has([role=gridcell])").count()
        names = self.columns()
        if not rows:
            return None
        known = [number for number, name in enumerate(names) if name != "id"]
        column_number = names.index(column) if column in names else self.rng.choice(known)
        at = self.rng.randrange(rows), column_number
        page.locator(f"#cell-{at[0]}-{at[1]}").click(position={"x": 8, "y": 8})
        return at

    def columns(self) -> list[str]:
        return self.page.locator(".table-head button").evaluate_all(_NAMES)

    def write_cell(self) -> None:
        if (at := self.some_cell()) is None:
            return
        name = self.columns()[at[1]]
        text = str(self.rng.randint(1, 9)) if name == "copies" else self.rng.choice(WORDS)
        if name == "rarity":
            text = self.rng.choice(("rare", "common"))
        if self.rng.random() < 0.3:
            self.page.keyboard.press("Enter")
            self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
        self.page.keyboard.press(self.rng.choice(("Enter", "Enter", "Tab", "Escape")))

    def empty(self) -> None:
        if self.some_cell("text"):
            self.page.keyboard.press("Delete")

    def fill(self) -> None:
        if self.some_cell(self.rng.choice(("text", "title", "copies"))):
            self.page.keyboard.press("Shift+ArrowDown")
            self.page.keyboard.press("Control+D")

    def step_number(self) -> None:
        if self.some_cell("copies"):
            for _ in range(self.rng.randint(1, 3)):
                self.page.keyboard.press("Alt+ArrowUp")

    def copy_row(self) -> None:
        if self.some_cell():
            self.page.get_by_role("button", name="Copy the row").click()

    def add_row(self) -> None:
        """Adds a row and fills in what a piece needs."""
        if not self.some_cell():
            return
        self.page.keyboard.press("Control+Enter")
        self.settle()
        names = self.columns()
        for name, text in (
            ("id", f"new-{self.rng.randint(1, 10**6)}"),
            ("title", "New"),
            ("rarity", "rare"),
        ):
            if name in names:
                row = re.search(
                    r"cell-(\d+)-",
                    self.page.locator("#table-grid").get_attribute("aria-activedescendant"),
                )
                assert row is not None
                self.page.locator(f"#cell-{row[1]}-{names.index(name)}").click(
                    position={"x": 8, "y": 8}
                )
                self.page.keyboard.type(text)
                self.page.keyboard.press("Tab")
                self.settle()

    def remove_row(self) -> None:
        if self.page.locator(".table-row:has([role=gridcell])").count() > 2 and self.some_cell():
            self.page.keyboard.press("Control+Delete")

    # What is held.

    def check(self) -> None:
        """Waits until the page shows what the files say; raises AssertionError if it never does."""
        end_s = time.monotonic() + PATIENCE_S / 2
        while (differs := self.differences()) and time.monotonic() < end_s:
            self.page.wait_for_timeout(60)
        assert not differs, (differs, self.done[-12:])

    def differences(self) -> str:
        if not self.is_there():
            return ""
        try:
            return {"zones": self.of_zones, "values": self.of_values, "table": self.of_table}[
                self.at.name
            ]()
        except ProblemsFound as found:
            told = self.page.locator("#alarm").is_visible()
            return "" if told else f"the page tells nothing of {found.problems}"

    def of_zones(self) -> str:
        """How the outlines on the page differ from the zones of the game on the disk."""
        kinds = {piece.id: piece.kind.id for piece in self.bench.job.game.pieces}
        view = self.bench.zones(kinds[self.at.piece], self.at.side, self.at.piece)
        told = {one["name"]: (one["show"], *_place(one)) for one in view["zones"]}
        shown = {name: (show, *rect) for name, show, *rect in self.page.evaluate(_ZONES)}
        if told.keys() != shown.keys():
            return f"zones {told.keys() ^ shown.keys()}"
        wrong = [(name, told[name], shown[name]) for name in told if not _near(told[name], shown[name])]
        return str(wrong) if wrong else ""

    def of_values(self) -> str:
        piece = next(one for one in self.bench.job.game.pieces if one.id == self.at.piece)
        copies = self.page.locator(".copies-of output").inner_text()
        if copies != str(piece.copies):
            return f"{copies} copies, and {piece.copies} in the file"
        shown = dict(self.page.evaluate(_VALUES))
        for name in piece.front:
            value = piece.front[name]
            text = value.by_language["en"] if hasattr(value, "by_language") else value
            if name in shown and shown[name] != (str(text) or "—"):
                return f"{name}: {shown[name]!r}, and {text!r} in the file"
        return ""

    def of_table(self) -> str:
        """How the cells on the page differ from those of the file, as its own readers have it."""
        names, cells = self.columns(), self.page.evaluate(_CELLS)
        said = READERS[self.at.table.rpartition(".")[2].partition("#")[0]](
            self.bench, names, self.at.table
        )
        if self.at.table.endswith(".xlsx"):
            cells = [[cell.strip() for cell in each] for each in cells]
        return "" if cells == said else f"{self.at.table}: {cells}, and in the file {said}"


def _is_answered(request: Request) -> bool:
    """Whether it is asked for once; events come for as long as the page is open."""
    return "/api/" in request.url and "/api/events" not in request.url


def _place(zone: dict[str, Any]) -> tuple[float, ...]:
    """Where a zone is, as far as the page outlines it: one that is hidden is in the list alone."""
    return tuple(zone[f"{key}_mm"] for key in ("x", "y", "width", "height") if zone["show"])


def _near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    if len(one) != len(other) or one[0] != other[0]:
        return False
    return all(abs(here - there) <= NEAR_MM for here, there in zip(one, other, strict=True))


_SHOWS_TABLE = """(name) => document.querySelector("#table-grid")?.getAttribute("aria-label").includes(name.split("#")[0])"""
_NAMES = "all => all.map((one) => one.textContent.replace(/ [▲▼]$/, ''))"
_CELLS = """() => [...document.querySelectorAll(".table-row:has([role=gridcell])")].map((row) =>
  [...row.querySelectorAll("[role=gridcell]")].map((cell) => cell.querySelector("span").textContent))"""
_ZONES = """() => {
  const trim = document.querySelector(".canvas .trim").getBoundingClientRect();
  const mm = trim.width / 63.5;
  return [...document.querySelectorAll(".zone-entry")].map((entry) => {
    const name = entry.querySelector(".pick").dataset.key.replace("pick zone:", "");
    const line = document.querySelector(`.zone-box[data-zone="zone:${name}"] .line`);
    if (!line || entry.classList.contains("is-hidden")) return [name, !entry.classList.contains("is-hidden")];
    const [width, height] = [line.width.baseVal.value, line.height.baseVal.value];
    const middle = new DOMPoint(width / 2, height / 2).matrixTransform(line.getScreenCTM());
    const [x, y] = [(middle.x - trim.left - width / 2) / mm, (middle.y - trim.top - height / 2) / mm];
    return [name, !entry.classList.contains("is-hidden"), x, y, width / mm, height / mm];
  });
}"""
"""The zones in the list, with their outlines in mm; a turned one stays around its middle."""

_VALUES = """() => [...document.querySelectorAll("#detail .fields")].slice(0, 1).flatMap((table) =>
  [...table.querySelectorAll("tr")].map((row) => [row.querySelector("th").textContent, row.querySelector("td").textContent]))"""


def _of_csv(bench: GameBench, names: list[str], table: str) -> list[list[str]]:
    rows = csv.reader(
        io.StringIO(bench.text(table).removeprefix("\ufeff"), newline=""), delimiter=";"
    )
    return [cells for cells in list(rows)[1:] if any(cells)]


def _of_workbook(bench: GameBench, names: list[str], table: str) -> list[list[str]]:
    _, *rows = read_sheet(bench.root / "tokens.xlsx", "", ["en"]).rows
    texts = [[cell_text(cell) for cell in one.cells] for one in rows]  # without blanks around
    return [cells + [""] * (len(names) - len(cells)) for cells in texts if any(cells)]


def _of_yaml(bench: GameBench, names: list[str], table: str) -> list[list[str]]:
    pieces = yaml.load(bench.text(table), yaml.BaseLoader)["pieces"]  # noqa: S506
    return [[_at(piece, name) for name in names] for piece in pieces]


def _at(piece: dict[str, Any], column: str) -> str:
    for key in column.split("."):
        piece = piece.get(key, {})
    return "" if piece == {} else str(piece)


READERS = {"csv": _of_csv, "xlsx": _of_workbook, "yaml": _of_yaml}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    root = tmp_path_factory.mktemp("zoo") / "zoo"
    GameBench(root, FILES)
    with serving(root, free_port()) as address:
        yield root, address


@pytest.mark.parametrize("seed", ROUNDS or [str(one) for one in range(-(-GESTURES // IN_A_ROUND))])
def test_files_read_as_the_page_shows_and_are_undone(
    browser: BrowserContext, served: tuple[Path, str], seed: str
) -> None:
    root, address = served
    with opened(browser, address, of_no_answer=True, own_tab=True) as page:  # refusals are lines
        hand = Hand(page, root, seed)
        for _ in range(min(GESTURES, IN_A_ROUND)):
            hand.gesture()
            hand.check()
        hand.all("redo")
        end = hand.files
        hand.all("undo")
        assert hand.files == FILES, hand.done
        hand.all("redo")
        assert hand.files == end, hand.done
        hand.all("undo")
        assert hand.files == FILES, hand.done
