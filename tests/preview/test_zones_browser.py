"""Zones edited on the page, by mouse, keyboard and touch: each gesture ends in the right diff."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext, Page, expect

from tests.preview.driving import (
    expect_drawn,
    free_port,
    needs_chromium,
    opened,
    serving,
    tile,
)

pytestmark = needs_chromium

GAME = """\
title: Zoo  # of the harbour
languages: [en]
colours: {gold: "#c9a227"}
kinds:
  animal:
    front: ready/card
    back: ready/back
    fields: {front: {rarity: common | rare, habitat?: icon}}
    layout:
      front:
        title: {y: 3.8%}  # high
        gem: {x: 29mm, y: 80mm, width: 5mm, height: 5mm, fill: {by: rarity, rare: gold, else: none}}
        star: {icon: "mdi:star", x: 20mm, y: 80mm, width: 5mm, height: 5mm}
"""
LIST = """\
kind: animal
pieces:
  - {id: lion, copies: 2, front: {title: Lion, rarity: rare, text: It **roars**., art: lion, cost: 2}}
  - {id: cat, front: {title: Cat, rarity: common, text: Purrs, cost: 1}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9Z"/></svg>'
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


class Zoo:
    """The project whose page is edited."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name, content in self.files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content)

    files = {"game.yaml": GAME, "animals.yaml": LIST, "art/lion.svg": SVG}

    def layout(self) -> str:
        return (self.root / "game.yaml").read_text().removeprefix(GAME[: GAME.index("      front")])

    def expect(self, name: str, before: str, after: str) -> None:
        """Waits until a file is as at first, but for one part."""
        whole = self.files[name]
        assert whole.count(before) == 1, before
        until(lambda: (self.root / name).read_text(), whole.replace(before, after))


def until(read: object, wanted: str) -> None:
    """Waits for a content of a file."""
    import time

    end_s = time.monotonic() + 30
    while (found := read()) != wanted and time.monotonic() < end_s:
        time.sleep(0.05)
    assert found == wanted


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Zoo, str]]:
    zoo = Zoo(tmp_path_factory.mktemp("zoo"))
    with serving(zoo.root, free_port()) as address:
        yield zoo, address


@pytest.fixture
def zoo(served: tuple[Zoo, str]) -> Iterator[Zoo]:
    """The project, as it was at first after each test."""
    yield served[0]
    for name, content in Zoo.files.items():
        (served[0].root / name).write_text(content)


@pytest.fixture
def page(browser: BrowserContext, served: tuple[Zoo, str], zoo: Zoo) -> Iterator[Page]:
    with opened(browser, served[1]) as shown:
        yield shown


def edit(page: Page, piece: str = "lion") -> None:
    """Opens a piece and its zones."""
    tile(page, piece).click()
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(page.locator(".zone-entry")).not_to_have_count(0)


def choose(page: Page, *zones: str) -> None:
    for number, zone in enumerate(zones):
        modifiers = ["Shift"] if number else []
        page.locator(f'[data-key="pick zone:{zone}"]').click(modifiers=modifiers)
    expect(page.locator(".zone-entry.is-chosen")).to_have_count(len(zones))


def spot(page: Page, zone: str, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
    """A place in the window inside of a zone."""
    box = page.locator(f'.zone-box[data-zone="zone:{zone}"] .line').bounding_box()
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def mm(page: Page) -> float:
    """The pixels of a millimetre on the canvas."""
    return page.locator(".canvas .trim").evaluate("e => e.getBoundingClientRect().width") / 63.5


def drag(page: Page, start: tuple[float, float], dx_mm: float, dy_mm: float) -> None:
    (x, y), scale = start, mm(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx_mm * scale / 2, y + dy_mm * scale / 2)
    page.mouse.move(x + dx_mm * scale, y + dy_mm * scale)
    page.mouse.up()


def test_zone_dragged_by_the_mouse_is_written_where_it_is_said(page: Page, zoo: Zoo) -> None:
    edit(page)
    page.keyboard.down("Control")  # nothing snaps
    drag(page, spot(page, "gem"), -7, -4.5)
    page.keyboard.up("Control")
    zoo.expect("game.yaml", "gem: {x: 29mm, y: 80mm", "gem: {x: 22mm, y: 75.5mm")
    page.locator('.zone-tools [data-step="undo"]').click()
    zoo.expect("game.yaml", GAME, GAME)
