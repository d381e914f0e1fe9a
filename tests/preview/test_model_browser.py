"""The view *Box*: what is seen of the model, how it is moved, and pictures of it that are saved."""

import io
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from tests.conftest import TinyProject

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext, Page, expect

from tests.preview.driving import CARDS, needs_chromium, opened

pytestmark = needs_chromium


SMALL = {"width": 900, "height": 600}
"""The processor draws each pixel."""

SEA, LAND = (193, 217, 225), (232, 211, 162)
"""What the board of tiny is painted in: `colours.sea`, 0.7 lighter, and `colours.sand`."""


def show(page: Page) -> None:
    page.set_viewport_size(SMALL)
    page.locator("#views").get_by_role("button", name="Box").click()
    expect(page.locator('#model[data-waiting="0"]')).to_be_visible()


def seen(page: Page) -> Image.Image:
    """The model as it is painted now."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))")
    return Image.open(io.BytesIO(page.locator("#model").screenshot())).convert("RGB")


def saved(page: Page, size: str, ground: str) -> Image.Image:
    still = page.locator(".still")
    if not still.evaluate("one => one.open"):
        still.locator("summary").click()
    still.get_by_label("Size").select_option(size)
    still.get_by_label("Ground").select_option(ground)
    with page.expect_download() as told:
        still.get_by_role("button", name="Save as PNG").click()
    return Image.open(Path(told.value.path()))


def test_model_is_asked_for_in_its_view_alone_and_shows_all_pieces(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("#views").get_by_role("button", name="Sheets").click()
    expect(page.locator(".sheet").first).to_be_visible()
    assert not [url for url in asked if "/made/" in url or "/api/model/" in url]
    show(page)
    assert len([url for url in asked if url.endswith(".glb")]) == 1
    colours = seen(page).getcolors(1 << 24)
    assert colours is not None
    assert len(colours) > 500, "faces with their pictures, and shadows"
    copies = page.evaluate(
        "fetch('/api/game/tiny?language=en&theme=full').then(one => one.json())"
        ".then(told => told.pieces.filter(p => !told.kinds.find(k => k.id === p.kind).box)"
        ".reduce((sum, piece) => sum + piece.copies, 0))"
    )
    expect(page.locator("#model-says")).to_contain_text(f"{copies} pieces of")
    kinds = page.locator(".model-kinds summary")
    assert any("Cards" in text for text in kinds.all_inner_texts())


def test_model_is_moved_by_keys_buttons_mouse_and_wheel(page: Page) -> None:
    show(page)
    page.locator("#model").focus()
    pictures = [seen(page)]
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowRight", "+", "-"):
        page.keyboard.press(key)
        pictures.append(seen(page))
    box = page.locator("#model").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 80, middle[1] + 30)
    page.mouse.up()
    pictures.append(seen(page))
    page.mouse.wheel(0, -300)
    pictures.append(seen(page))
    for name in ("From above", "From the front", "Backs"):
        page.get_by_role("button", name=name).click()
        pictures.append(seen(page))
    for before, after in pairwise(pictures):
        assert before.tobytes() != after.tobytes()
    page.locator("#model").focus()
    page.keyboard.press("Home")
    page.evaluate("document.activeElement.blur()")
    fitted = seen(page)
    page.get_by_role("button", name="Fit").click()
    assert seen(page).tobytes() == fitted.tobytes()


def test_thin_pieces_lie_in_full_light_and_do_not_shade_themselves(page: Page) -> None:
    show(page)
    page.locator("#kinds").get_by_role("button", name="Board").click()
    page.get_by_role("button", name="From above").click()
    lit = seen(page)
    (most, sea), (next_most, land) = sorted(lit.getcolors(1 << 24) or [], reverse=True)[:2]
    assert most + next_most > lit.width * lit.height / 2, "no stripes, and no soft edge of a shadow"
    for shown, drawn in ((sea, SEA), (land, LAND)):
        assert max(abs(a - b) for a, b in zip(shown, drawn, strict=True)) <= 3


def test_piece_is_told_under_the_mouse_and_opened_by_a_click(page: Page) -> None:
    show(page)
    page.locator("#kinds").get_by_role("button", name="Board").click()
    page.get_by_role("button", name="From above").click()
    box = page.locator("#model").bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    expect(page.locator("#model-piece")).to_contain_text("Board")
    expect(page.locator("#model-piece")).to_contain_text("1 copy")
    page.mouse.click(*middle)
    expect(page.locator("#detail")).to_be_visible()
    expect(page.locator("#detail dd").first).to_contain_text("Board")
    page.keyboard.press("Escape")
    expect(page.locator("#model")).to_be_visible()
    page.mouse.move(box["x"] + 3, box["y"] + 3)
    expect(page.locator("#model-piece")).to_contain_text("Drag to turn it")


def test_pieces_are_opened_by_keyboard_from_the_list_below(page: Page) -> None:
    show(page)
    page.locator(".model-kinds summary", has_text="Cards").click()
    page.locator(".model-kinds").get_by_role("button", name="Dragon").press("Enter")
    expect(page.locator("#detail-name")).to_have_text("Dragon")


def test_edit_is_seen_and_the_eye_stays_where_it_is(page: Page, project: TinyProject) -> None:
    show(page)
    digest = page.locator("#model").get_attribute("data-digest")
    before = seen(page)
    project.edit(CARDS, 'band: "#b0503c"', 'band: "#3c50b0"')
    try:
        expect(page.locator(f'#model:not([data-digest="{digest}"])')).to_be_visible()
        expect(page.locator('#model[data-waiting="0"]')).to_be_visible()
        after = seen(page)
    finally:
        project.edit(CARDS, 'band: "#3c50b0"', 'band: "#b0503c"')
    differ = sum(
        a != b for a, b in zip(before.get_flattened_data(), after.get_flattened_data(), strict=True)
    )
    assert 0 < differ < before.width * before.height / 20, "one card of them all"
    expect(page.locator(f'#model[data-digest="{digest}"]')).to_be_visible()


def test_picture_is_saved_in_its_own_size_with_a_ground_or_none(page: Page) -> None:
    show(page)
    wide, square = saved(page, "wide", "clear"), saved(page, "square", "plain")
    assert (wide.size, square.size) == ((1920, 1080), (2048, 2048))
    opacity = wide.getchannel("A")
    assert opacity.getpixel((2, 2)) == 0
    assert opacity.getextrema() == (0, 255)
    assert opacity.getbbox() not in (None, (0, 0, 1920, 1080))
    assert square.getchannel("A").getextrema() == (255, 255)
    assert square.getpixel((2, 2))[:3] == (0xF4, 0xF1, 0xEA)


def test_browser_without_webgl_is_told_so_and_shows_the_words(
    browser: BrowserContext, address: str
) -> None:
    with opened(browser, address, own_tab=True) as page:
        page.evaluate(
            "() => { const had = HTMLCanvasElement.prototype.getContext;"
            " HTMLCanvasElement.prototype.getContext = function (sort, ...more) {"
            " return sort.startsWith('webgl') ? null : had.call(this, sort, ...more); }; }"
        )
        page.locator("#views").get_by_role("button", name="Box").click()
        expect(page.locator(".model .note").first).to_contain_text("WebGL")
        expect(page.locator(".model .note code")).to_have_text("fustella export tiny --to glb")
        expect(page.locator("#model-says")).to_contain_text("pieces of")
        page.locator(".model-kinds summary", has_text="Cards").click()
        page.locator(".model-kinds").get_by_role("button", name="Dragon").click()
        expect(page.locator("#detail-name")).to_have_text("Dragon")
