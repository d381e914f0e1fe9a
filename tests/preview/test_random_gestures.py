"""Random gestures in a real browser: the files read as the page shows, and are undone to the byte.

`FUSTELLA_GESTURES=2000 pytest tests/preview/test_random_gestures.py` makes as many, in rounds; with
`FUSTELLA_ROUND=17` a round is made again alone.
"""

import csv
import io
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext

from fustella.core.values.model import Text
from fustella.core.values.problems import ProblemsFound
from fustella.read.spreadsheets import read_sheet
from fustella.read.spreadsheets.values import cell_text
from tests.preview.driving import NO_ANSWER, PATIENCE_S, free_port, needs_chromium, opened, serving
from tests.preview.random_hand import LONG, Hand
from tests.read.spreadsheets.making import row, xlsx
from tests.workbench.benches import GameBench

pytestmark = needs_chromium

GESTURES = int(os.environ.get("FUSTELLA_GESTURES", "20"))
IN_A_ROUND = 60
"""Fewer than the steps that are kept: a round is undone as a whole."""

ROUNDS = os.environ.get("FUSTELLA_ROUND", "").split() or [
    str(number) for number in range(-(-GESTURES // IN_A_ROUND))
]
NEAR_MM = 0.03

GOLD = "{by: rarity, rare: gold, else: none}"
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
        gem: {{x: 29mm, y: 80mm, width: 5mm, height: 5mm, fill: {GOLD}}}
        star: {{icon: "mdi:star", right: 0.4in, bottom: 9mm, width: 5mm, height: 6%}}
        motto: {{text: '{LONG}', x: 6mm, y: 62mm, width: 40mm, height: 9mm, size: 5pt}}
  spell: {{front: ready/card, like: animal}}
  token: {{front: ready/card, layout: {{front: {{title: {{align: center}}, art: false}}}}}}
"""
ANIMALS = f"""\
kind: animal   # the first list
pieces:
  # Cats
  - {{id: lion, copies: 2, front: {{title: Lion, rarity: rare, text: It **roars**}}}}  # loud
  - id: cat
    copies: 3
    front:
      title: "Cat"   # of the house
      rarity: common
      text: >-
        It purrs,
        and sleeps.
      cost: 1
  - {{id: fox, front: {{title: 'Fox', rarity: common, text: "{LONG}", cost: 3}}}}
"""
SPELLS = (
    "\ufeffid;title;rarity;text;cost;copies\r\n"
    'fire;Fire;rare;"Burn; or wait.";2;2\r\n'
    f"fog;Fog;common;{LONG};1;1\r\n"
    'ice;"Ice";common;"He said ""cold"".";4;4\r\n'
)
TOKENS = row(1, "id", "title", "type", "copies")
TOKENS += row(2, "ash", "Ash", "Tree", "<c><v>2</v></c>")
TOKENS += row(3, "elm", "Elm", "Tree", "<c><v>3</v></c>")
TOKENS += row(4, "oak", "Oak", "", "<c><v>1</v></c>")
FILES = {
    "game.yaml": GAME.replace("\n", "\r\n").encode(),
    "animals.yaml": ANIMALS.encode(),
    "spells.yaml": b"kind: spell\r\npieces: spells.csv\r\n",
    "spells.csv": SPELLS.encode(),
    "tokens.yaml": b"kind: token\npieces: tokens.xlsx\n",
    "tokens.xlsx": xlsx({"Tokens": TOKENS}),
}


class Witness:
    """Compares what the page shows with the files on the disk, as they are read anew."""

    def __init__(self, hand: Hand, root: Path) -> None:
        self.hand, self.page, self.bench = hand, hand.page, GameBench(root)

    @property
    def files(self) -> dict[str, bytes]:
        return {name: self.bench.read(name) for name in FILES}

    def check(self) -> None:
        """Waits until the page shows what the files say; raises AssertionError if it never does."""
        end_s = time.monotonic() + PATIENCE_S / 2
        while (differs := self.differences()) and time.monotonic() < end_s:
            self.page.wait_for_timeout(60)
        assert not differs, (differs, self.hand.done)

    def differences(self) -> str:
        """How the page differs from the files, or ""; it must tell of a fault in them."""
        if not self.hand.is_there():
            return ""
        if self.hand.at.name == "table":
            return self.of_table()
        try:
            return self.of_zones() if self.hand.at.name == "zones" else self.of_values()
        except ProblemsFound as found:
            told = self.page.locator("#alarm").is_visible()
            return "" if told else f"the page tells nothing of {found.problems}"

    def of_zones(self) -> str:
        """How the outlines on the page differ from the zones of the game."""
        piece = self.hand.at.piece
        kinds = {one.id: one.kind.id for one in self.bench.job.game.pieces}
        zones = self.bench.zones(kinds[piece], "front", piece)["zones"]
        told = {one["name"]: _place(one) for one in zones}
        shown = {name: tuple(rect) for name, *rect in self.page.evaluate(_ZONES)}
        if told.keys() != shown.keys():
            return f"zones {sorted(told.keys() ^ shown.keys())}"
        wrong = [(name, place, shown[name]) for name, place in told.items()]
        wrong = [each for each in wrong if not _near(each[1], each[2])]
        return str(wrong) if wrong else ""

    def of_values(self) -> str:
        """How the copies and texts of the piece differ from those of the game."""
        piece = next(one for one in self.bench.job.game.pieces if one.id == self.hand.at.piece)
        shown = dict(self.page.evaluate(_VALUES))
        shown["copies"] = self.page.locator(".copies-of output").inner_text()
        told = {"copies": str(piece.copies)}
        for name in piece.front:
            value = piece.front[name]
            told[name] = str(value.by_language["en"] if isinstance(value, Text) else value) or "—"
        wrong = {name: (shown[name], told[name]) for name in told if name in shown}
        wrong = {name: both for name, both in wrong.items() if both[0] != both[1]}
        return str(wrong) if wrong else ""

    def of_table(self) -> str:
        """How the cells on the page differ from those of the file."""
        table, names = self.hand.at.table.partition("#")[0], self.hand.columns()
        cells = self.page.evaluate(_CELLS)
        if table.endswith(".csv"):
            text = self.bench.text(table).removeprefix("\ufeff")
            _, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=";")
        elif table.endswith(".yaml"):
            pieces = yaml.load(self.bench.text(table), yaml.BaseLoader)["pieces"]
            rows = [[_value_in(piece, name) for name in names] for piece in pieces]
        else:  # read without blanks around
            _, *found = read_sheet(self.bench.root / table, "", ["en"]).rows
            rows = [[cell_text(cell) for cell in one.cells] for one in found]
            rows = [cells + [""] * (len(names) - len(cells)) for cells in rows]
            cells = [[cell.strip() for cell in each] for each in cells]
        return "" if cells == rows else f"{table}: {cells}, and in the file {rows}"


def _place(zone: dict[str, Any]) -> tuple[float, ...]:
    """Where a zone is; nowhere if it is hidden: then the list alone has it."""
    return tuple(zone[f"{key}_mm"] for key in ("x", "y", "width", "height") if zone["show"])


def _near(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return len(one) == len(other) and all(
        abs(here - there) <= NEAR_MM for here, there in zip(one, other, strict=True)
    )


def _value_in(piece: dict[str, Any], column: str) -> str:
    value: Any = piece
    for key in column.split("."):
        value = value.get(key, {})
    return "" if value == {} else str(value)


_CELLS = """() => [...document.querySelectorAll(".table-row:has([role=gridcell])")].map((row) =>
  [...row.querySelectorAll("[role=gridcell] > span")].map((span) => span.textContent))"""
_ZONES = """() => {
  const trim = document.querySelector(".canvas .trim").getBoundingClientRect();
  const mm = trim.width / 63.5;
  return [...document.querySelectorAll(".zone-entry")].map((entry) => {
    const name = entry.querySelector(".pick").dataset.key.replace("pick zone:", "");
    const line = document.querySelector(`.zone-box[data-zone="zone:${name}"] .line`);
    if (!line || entry.classList.contains("is-hidden")) return [name];
    const [w, h] = [line.width.baseVal.value, line.height.baseVal.value];
    const middle = new DOMPoint(w / 2, h / 2).matrixTransform(line.getScreenCTM());
    const [x, y] = [middle.x - trim.left - w / 2, middle.y - trim.top - h / 2];
    return [name, x / mm, y / mm, w / mm, h / mm];
  });
}"""
"""The zones in the list, with their outlines in mm; a turned one stays around its middle."""

_VALUES = """() => [...document.querySelector("#detail .fields").querySelectorAll("tr")].map(
  (row) => [...row.children].slice(0, 2).map((cell) => cell.textContent))"""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The project of one round: what a failed one left is not in the way of others."""
    root = tmp_path / "zoo"
    GameBench(root, FILES)
    with serving(root, free_port()) as address:
        yield root, address


@pytest.mark.parametrize("seed", ROUNDS)
def test_files_read_as_the_page_shows_and_are_undone(
    browser: BrowserContext, served: tuple[Path, str], seed: str
) -> None:
    root, address = served
    with opened(browser, address, complains=NO_ANSWER, own_tab=True) as page:  # refusals are lines
        hand = Hand(page, seed)
        witness = Witness(hand, root)
        for _ in range(min(GESTURES, IN_A_ROUND)):
            hand.gesture()
            witness.check()
        hand.all("redo")
        end = witness.files
        hand.all("undo")
        assert witness.files == FILES, hand.done
        hand.all("redo")
        assert witness.files == end, hand.done
        hand.all("undo")
        assert witness.files == FILES, hand.done
