"""Zones edited on the page, by mouse, keyboard and touch: each gesture ends in the right diff."""

import base64
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext, Page, expect

from tests.preview.driving import (
    NO_ANSWER,
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
  castle: {front: castle.svg.j2, name: C, width: 40mm, height: 40mm, fields: {front: {title: text}}}
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
TEMPLATE = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}
{{ icon("mdi:star", x=5, y=8.5, size=10, colour="#123456") }} {# the star #}
{{ text(face.title, x=5, y=20, width=width - 10, height=8, size=12) }}
{% endblock %}
"""
CASTLES = "kind: castle\npieces:\n  - {id: keep, front: {title: Keep}}\n"
LIST = """\
kind: animal
pieces:
  - {id: lion, copies: 2, front: {title: Lion, rarity: rare, text: "**Roars**", art: lion, cost: 2}}
  - {id: cat, front: {title: Cat, rarity: common, text: Purrs, cost: 1}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9Z"/></svg>'
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


FILES = {
    "game.yaml": GAME,
    "animals.yaml": LIST,
    "castles.yaml": CASTLES,
    "art/lion.svg": SVG,
    "templates/castle.svg.j2": TEMPLATE,
}


class Zoo:
    """The project whose page is edited."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name, content in FILES.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content)

    def layout(self) -> str:
        return (self.root / "game.yaml").read_text().removeprefix(GAME[: GAME.index("      front")])

    def first(self) -> str:
        return GAME.removeprefix(GAME[: GAME.index("      front")])

    def expect(self, name: str, before: str, after: str) -> None:
        """Waits until a file is as at first, but for one part."""
        whole = FILES[name]
        assert whole.count(before) == 1, before
        until((self.root / name).read_text, whole.replace(before, after))


def until(read: Callable[[], object], wanted: object) -> None:
    """Waits for a content of a file."""
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
    for name, content in FILES.items():
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
    box = box_of(page, f'.zone-box[data-zone="zone:{zone}"] .line')
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def box_of(page: Page, selector: str) -> dict[str, float]:
    """The box of an element, which may be drawn anew at any moment."""
    page.wait_for_selector(selector, state="attached")
    return page.evaluate(
        "(it) => document.querySelector(it).getBoundingClientRect().toJSON()", selector
    )


def mm(page: Page, wide: float = 63.5) -> float:
    """The pixels of a millimetre on the canvas of a face that is so `wide`."""
    return page.locator(".canvas .trim").evaluate("e => e.getBoundingClientRect().width") / wide


def drag(page: Page, start: tuple[float, float], dx_mm: float, dy_mm: float) -> None:
    (x, y), scale = start, mm(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx_mm * scale / 2, y + dy_mm * scale / 2)
    page.mouse.move(x + dx_mm * scale, y + dy_mm * scale)
    page.mouse.up()


def free(page: Page, start: tuple[float, float], dx_mm: float, dy_mm: float) -> None:
    """Drags with Control, so that nothing snaps."""
    page.keyboard.down("Control")
    drag(page, start, dx_mm, dy_mm)
    page.keyboard.up("Control")


def handle(page: Page, name: str) -> tuple[float, float]:
    box = box_of(page, f'[data-handle="{name}"] .knob')
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


GEM = "gem: {x: 29mm, y: 80mm, width: 5mm, height: 5mm"


def test_zone_dragged_by_the_mouse_is_written_where_it_is_said(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "gem")
    free(page, spot(page, "gem"), -7, -4.5)
    zoo.expect("game.yaml", GEM, "gem: {x: 22mm, y: 75.5mm, width: 5mm, height: 5mm")
    page.locator('.zone-tools [data-step="undo"]').click()
    zoo.expect("game.yaml", GEM, GEM)
    page.keyboard.press("Control+Shift+Z")
    zoo.expect("game.yaml", GEM, "gem: {x: 22mm, y: 75.5mm, width: 5mm, height: 5mm")


def test_share_stays_a_share_when_its_zone_is_dragged(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "title")
    page.keyboard.down("Shift")  # along one axis
    drag(page, spot(page, "title", 0.8), 0.4, 1.8)
    page.keyboard.up("Shift")
    until(lambda: "y: 3.8%" in zoo.layout(), False)
    (share,) = re.findall(r"title: {y: ([\d.]+)%}  # high", zoo.layout())
    assert 5 < float(share) < 7


def test_zone_of_the_face_gets_keys_of_its_own(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "note")
    expect(page.locator(".panel-head")).to_contain_text("a zone of ready/card")


def test_handles_resize_a_zone(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "gem")
    free(page, handle(page, "se"), 3, 2)
    zoo.expect("game.yaml", GEM, "gem: {x: 29mm, y: 80mm, width: 8mm, height: 7mm")
    free(page, handle(page, "nw"), -1, -1)
    zoo.expect("game.yaml", GEM, "gem: {x: 28mm, y: 79mm, width: 9mm, height: 8mm")


def test_round_handle_turns_a_zone(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "gem")
    x, y = handle(page, "turn")
    middle = spot(page, "gem")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(middle[0] + 40, middle[1] - 41)
    page.mouse.up()
    found = re.compile(
        "height: 5mm, fill: {by: rarity, rare: gold, else: none}, turn: 45}|turn: 45"
    )
    until(lambda: bool(found.search(zoo.layout())), True)
    expect(page.locator(".readout")).to_contain_text("45°")


def test_zone_snaps_to_another_one_and_shows_to_what(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "gem")
    x, y = spot(page, "gem")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 4 * mm(page), y)
    page.mouse.move(x - 3.8 * mm(page), y + 0.2 * mm(page))
    expect(page.locator(".snaps path")).not_to_have_count(0)
    page.mouse.up()
    zoo.expect("game.yaml", GEM, "gem: {x: 25mm, y: 80mm, width: 5mm, height: 5mm")


def test_face_follows_while_a_zone_is_dragged(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "title")
    x, y = spot(page, "title")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 40, steps=4)
    tried = page.locator(".drawing .tried image")
    expect(tried).to_have_count(1)
    expect(page.locator(".drawing .ghosts image")).to_have_count(0)
    assert zoo.layout() == zoo.first(), "nothing is written yet"
    page.keyboard.press("Escape")
    expect(tried).to_have_count(0)
    page.mouse.up()
    assert zoo.layout() == zoo.first()


def test_escape_while_dragging_leaves_the_zone_where_it_was(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "gem")
    x, y = spot(page, "gem")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 60, steps=3)
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(page.locator(".readout")).to_contain_text("29, 80")
    assert zoo.layout() == zoo.first()


def test_arrow_keys_move_by_steps_and_are_one_step_of_undo(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "gem")
    expect(page.locator("#zones")).to_be_focused()
    for key in ("ArrowLeft", "ArrowLeft", "Shift+ArrowUp", "Alt+ArrowRight"):
        page.keyboard.press(key)
    expect(page.locator("#zone-says")).to_have_text("x 27.1, y 70, 5 by 5 mm")
    zoo.expect("game.yaml", GEM, "gem: {x: 27.1mm, y: 70mm, width: 5mm, height: 5mm")
    page.keyboard.press("Control+Z")
    zoo.expect("game.yaml", GEM, GEM)
    page.keyboard.press("Control+Shift+ArrowRight")
    zoo.expect("game.yaml", GEM, "gem: {x: 29mm, y: 80mm, width: 15mm, height: 5mm")


def test_keys_alone_reach_all_zones(page: Page) -> None:
    edit(page)
    page.locator("#zones").focus()
    seen = []
    for _ in range(page.locator(".zone-entry:not(.is-hidden)").count()):
        page.keyboard.press("PageDown")
        seen.append(page.locator('.pick[aria-pressed="true"]').get_attribute("aria-label"))
    assert len({*seen}) == len(seen) > 5
    page.keyboard.press("Escape")
    expect(page.locator(".is-chosen")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#zones")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#detail")).to_be_hidden()


def test_zones_are_dragged_by_a_finger(
    browser: BrowserContext, served: tuple[Zoo, str], zoo: Zoo
) -> None:
    phone = {"width": 390, "height": 844}
    context = browser.browser.new_context(viewport=phone, has_touch=True, is_mobile=True)
    context.set_default_timeout(60_000)
    page = context.new_page()
    page.goto(served[1])
    tile(page, "lion").tap()
    page.get_by_role("button", name="Edit", exact=True).tap()
    expect(page.locator(".zone-entry")).not_to_have_count(0)
    assert page.evaluate("document.querySelector('#detail').scrollWidth") <= 390
    small = """() => [...document.querySelectorAll("#detail :is(button, select, summary)")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 40)
      .map((one) => one.outerHTML.slice(0, 90))"""
    assert page.evaluate(small) == []
    finger = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    x, y = spot(page, "star")
    page.touchscreen.tap(x, y)
    expect(page.locator('[data-key="pick zone:star"]')).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(small) == []
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + 3 * step * mm(page), y - 8.06 * step * mm(page)))
    touch("touchEnd")
    until(lambda: 'star: {icon: "mdi:star", x: 20mm, y: 80mm' in zoo.layout(), False)
    (at,) = re.findall(r"star: .*x: ([\d.]+)mm, y: ([\d.]+)mm, width: 5mm", zoo.layout())
    assert float(at[0]) == pytest.approx(35, abs=1.5)
    assert float(at[1]) == pytest.approx(39.7, abs=1.5)
    context.close()


def test_several_zones_are_aligned_at_once(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "gem", "star")
    entry = page.locator(".zone-entry", has_text="gem")
    place = entry.text_content() or ""
    page.locator('[data-key="arrange left"]').click()
    zoo.expect("game.yaml", GEM, "gem: {x: 20mm, y: 80mm, width: 5mm, height: 5mm")
    expect(entry).not_to_have_text(place)
    page.keyboard.press("Control+Z")
    zoo.expect("game.yaml", GEM, GEM)
    expect(entry).to_have_text(place)
    page.keyboard.press("Escape")
    expect(page.locator(".is-chosen")).to_have_count(0)
    x, y = spot(page, "star", -1.5, 1.9)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*spot(page, "gem", 1.2, 0.2), steps=3)
    page.mouse.up()
    expect(page.locator(".readout")).to_contain_text("zones")
    chosen = page.locator(".zone-entry.is-chosen .name").all_text_contents()
    assert {"gem", "star"} <= {*chosen}


def test_zone_is_hidden_and_locked_by_keys_and_buttons(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "type")
    page.keyboard.press("h")
    until(lambda: "type: false" in zoo.layout(), True)
    expect(page.locator(".zone-entry.is-hidden", has_text="type")).to_have_count(1)
    page.locator('[data-key="eye zone:type"]').click()
    until(zoo.layout, zoo.first())
    choose(page, "gem")
    page.keyboard.press("l")
    expect(page.locator(".panel-head")).to_contain_text("Locked")
    free(page, spot(page, "gem"), 5, 0)
    page.keyboard.press("ArrowLeft")
    page.reload()
    expect(page.locator("#detail")).to_be_visible()
    page.get_by_role("button", name="Edit", exact=True).click()
    expect(page.locator('[data-key="lock zone:gem"]')).to_have_class(re.compile("is-on"))
    assert zoo.layout() == zoo.first()


def test_zone_is_added_where_it_is_drawn_and_removed(page: Page, zoo: Zoo) -> None:
    edit(page)
    page.locator('[data-key="add a zone"]').select_option("text")
    x, y = spot(page, "art", 0.2, 0.2)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 90, y + 40, steps=3)
    page.mouse.up()
    until(lambda: bool(re.search(r"\n        text_2: \{text: Text, x: ", zoo.layout())), True)
    expect(page.locator('[data-key="pick zone:text_2"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Delete")
    until(zoo.layout, zoo.first())


def test_zone_for_a_field_is_added_by_keys(page: Page, zoo: Zoo) -> None:
    edit(page)
    page.locator('[data-key="add a zone"]').select_option(label="habitat (icon)")
    expect(page.locator("#zones")).to_be_focused()
    page.keyboard.press("Enter")
    until(lambda: bool(re.search(r"\n        habitat: \{x: 15.9mm, y:", zoo.layout())), True)


def test_own_zones_are_drawn_in_another_order(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "star")
    page.keyboard.press("[")
    lines = zoo.first().splitlines(keepends=True)
    gem, star = lines.index(next(x for x in lines if "gem" in x)), len(lines) - 1
    lines[gem], lines[star] = lines[star], lines[gem]
    until(zoo.layout, "".join(lines))


def test_panel_says_whose_a_value_is_and_changes_it(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "title")
    row = page.locator(".key-row", has=page.get_by_label("y", exact=True))
    expect(row.locator(".whose")).to_contain_text("line 12")
    expect(row.locator(".beside")).to_have_text("3.38 mm")
    box = page.get_by_label("y", exact=True)
    box.fill("6")
    box.press("Enter")
    zoo.expect("game.yaml", "title: {y: 3.8%}", "title: {y: 6%}")
    expect(row.locator(".beside")).to_have_text("5.33 mm")
    page.locator('[data-key="back y"]').click()
    until(lambda: "title:" in zoo.layout(), False)
    page.locator('[data-key="key bold"]').uncheck()
    until(lambda: "title: {bold: false}" in zoo.layout(), True)


def test_colour_of_the_game_is_chosen(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "star")
    page.locator('[data-key="dyes of fill"]').click()
    page.locator('[data-key="fill gold"]').click()
    until(lambda: "height: 5mm, fill: gold}" in zoo.layout(), True)


def test_value_by_a_field_is_chosen(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "gem")
    expect(page.locator('[data-key="key fill"]')).to_have_value(
        "{by: rarity, rare: gold, else: none}"
    )
    page.locator('[data-key="choose fill"]').click()
    form = page.locator(".choice-form")
    expect(form.locator('[data-value="rare"]')).to_have_value("gold")
    form.locator('[data-value="common"]').fill("soft")
    form.get_by_role("button").click()
    zoo.expect(
        "game.yaml",
        "{by: rarity, rare: gold, else: none}",
        "{by: rarity, rare: gold, common: soft, else: none}",
    )


def test_numbers_of_a_template_are_dragged(page: Page, zoo: Zoo) -> None:
    edit(page, "keep")
    x, y = _middle(page, "mdi:star")
    page.mouse.click(x, y)
    page.keyboard.down("Control")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 3 * mm(page, 40), y + 1 * mm(page, 40), steps=3)
    page.mouse.up()
    page.keyboard.up("Control")
    name = "templates/castle.svg.j2"
    zoo.expect(name, "x=5, y=8.5, size=10", "x=8, y=9.5, size=10")
    page.keyboard.press("ArrowLeft")
    zoo.expect(name, "x=5, y=8.5, size=10", "x=7, y=9.5, size=10")
    page.locator(".pick", has_text="Keep").click()
    expect(page.locator("#detail .facts")).to_contain_text("width - 10")


def _middle(page: Page, what: str) -> tuple[float, float]:
    key = page.locator(".pick", has_text=what).get_attribute("data-key").removeprefix("pick ")
    box = box_of(page, f'.zone-box[data-zone="{key}"] .line')
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_text_is_written_on_the_card(page: Page, zoo: Zoo) -> None:
    tile(page, "lion").click()
    spots = page.locator('.card[data-side="front"] .text-spot')
    expect(spots).not_to_have_count(0)
    box = page.locator('.card[data-side="front"]').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.68)
    area = page.locator(".writer")
    expect(area).to_have_value("**Roars**")
    area.press("End")
    area.press_sequentially(" often")
    area.press("Enter")
    zoo.expect("animals.yaml", '"**Roars**"', '"**Roars** often"')
    expect(area).to_have_count(0)
    expect(page.locator(".value", has_text="**Roars** often")).to_have_count(1)
    page.keyboard.press("Control+Z")
    zoo.expect("animals.yaml", '"**Roars**"', '"**Roars**"')


def test_value_is_written_beside_the_card(page: Page, zoo: Zoo) -> None:
    tile(page, "lion").click()
    value = page.locator('[data-key="value front title"]')
    value.focus()
    page.keyboard.press("Enter")
    area = page.locator(".writer")
    area.fill("King")
    area.press("Escape")
    expect(area).to_have_count(0)
    expect(value).to_have_text("Lion")
    value.click()
    area.fill("King")
    page.locator("#detail-name").click()  # elsewhere
    zoo.expect("animals.yaml", "title: Lion", "title: King")


def test_text_is_written_by_keys_while_zones_are_edited(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "title")
    page.keyboard.press("Enter")
    page.locator(".writer").fill("Lioness")
    page.keyboard.press("Enter")
    zoo.expect("animals.yaml", "title: Lion", "title: Lioness")
    expect(page.locator("#zones")).to_be_focused()
    expect(page.locator("#detail-name")).to_have_text("Lioness")


def test_copies_go_up_and_down(page: Page, zoo: Zoo) -> None:
    tile(page, "lion").click()
    for _ in range(3):
        page.get_by_role("button", name="One copy more").click()
    zoo.expect("animals.yaml", "copies: 2", "copies: 5")
    expect(page.locator(".copies-of output")).to_have_text("5")
    page.get_by_role("button", name="One copy less").click()
    zoo.expect("animals.yaml", "copies: 2", "copies: 4")


_DROP = """([element, name, data]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name, { type: "image/png" }));
  const box = element.getBoundingClientRect();
  const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 3 };
  for (const type of ["dragenter", "dragover", "drop"]) {
    const how = { dataTransfer, bubbles: true, cancelable: true, ...at };
    element.dispatchEvent(new DragEvent(type, how));
  }
}"""


def drop(page: Page, selector: str, name: str) -> None:
    element = page.wait_for_selector(selector)
    page.evaluate(_DROP, [element, name, base64.b64encode(PNG).decode()])


def test_picture_dropped_onto_a_card_is_its_picture(page: Page, zoo: Zoo) -> None:
    drop(page, '.tile[data-id="cat"]', "Tom.png")
    zoo.expect("animals.yaml", "text: Purrs, cost: 1}", "text: Purrs, cost: 1, art: Tom}")
    assert (zoo.root / "art/Tom.png").read_bytes() == PNG


def test_picture_is_dropped_onto_the_canvas_or_chosen(page: Page, zoo: Zoo) -> None:
    edit(page)
    drop(page, "#zones", "king.png")
    zoo.expect("animals.yaml", "art: lion", "art: king")
    choose(page, "art")
    chosen = {"name": "queen.png", "mimeType": "image/png", "buffer": PNG}
    page.locator('[data-key="picture art"]').set_input_files(chosen)
    zoo.expect("animals.yaml", "art: lion", "art: queen")


def test_face_follows_a_changed_zone(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "star")
    page.locator('[data-key="part What it shows"]').click()
    box = page.get_by_label("icon", exact=True)
    drawn = page.locator(".drawing .art image:only-child")
    before = drawn.get_attribute("href")
    box.fill("mdi:castle")
    box.press("Enter")
    zoo.expect("game.yaml", 'icon: "mdi:star"', 'icon: "mdi:castle"')
    expect(drawn).not_to_have_attribute("href", before)


def test_change_by_another_program_is_shown_while_editing(page: Page, zoo: Zoo) -> None:
    edit(page)
    choose(page, "gem")
    (zoo.root / "game.yaml").write_text(GAME.replace("x: 29mm", "x: 31mm"))
    expect(page.locator(".readout")).to_contain_text("31, 80")
    expect(page.locator('[data-key="pick zone:gem"]')).to_have_attribute("aria-pressed", "true")


def test_refused_change_leaves_the_zone_where_it_was(
    browser: BrowserContext, served: tuple[Zoo, str], zoo: Zoo
) -> None:
    with opened(browser, served[1], complains=NO_ANSWER) as page:
        edit(page)
        choose(page, "title")
        box = page.get_by_label("size", exact=True)
        box.fill("nonsense")
        box.press("Enter")
        expect(page.locator("#toast")).to_contain_text("nonsense")
        assert page.locator("#toast").evaluate("e => e.matches(':popover-open')")
        assert zoo.layout() == zoo.first()


def test_preview_without_a_token_has_no_editing(
    browser: BrowserContext, served: tuple[Zoo, str]
) -> None:
    with opened(browser, served[1].partition("#")[0]) as page:
        tile(page, "lion").click()
        expect(page.locator("#detail .face.drawn")).to_have_count(2)
        expect(page.get_by_role("button", name="Edit", exact=True)).to_have_count(0)
        expect(page.locator(".value, .text-spot, .copies-of")).to_have_count(0)
