"""Plates of a press on the page: which are offered, what is shown of each, and the figures."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page, expect

from tests.preview.driving import needs_chromium, tile

pytestmark = needs_chromium


def opened_plates(page: Page, piece: str) -> None:
    tile(page, piece).click()
    expect(page.locator("#detail .face.drawn").first).to_be_visible()
    page.get_by_role("button", name="Separations").click()
    expect(page.locator(".plates")).to_be_visible()


def test_each_plate_has_a_picture_of_its_own_and_back_is_the_face(page: Page) -> None:
    tile(page, "dragon").click()
    expect(page.locator("#detail .face.drawn")).to_have_count(2)
    first_side = page.locator("#detail .card image").first
    face = address = first_side.get_attribute("href") or ""
    page.get_by_role("button", name="Separations").click()
    seen = {face}
    for name in ("Together", "Ink", "Cyan", "Magenta", "Yellow", "Black"):
        button = page.locator(".plates").get_by_role("button", name=name, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(first_side).not_to_have_attribute("href", address)
        expect(first_side).to_have_attribute("href", re.compile("/made/tiny/"))
        expect(page.locator("#detail .face.drawn")).to_have_count(2)
        address = first_side.get_attribute("href") or ""
        assert address not in seen, name
        seen.add(address)
    page.get_by_role("button", name="Separations").click()
    expect(page.locator(".plates")).to_have_count(0)
    expect(first_side).to_have_attribute("href", face)
    expect(page.locator("#detail .face.drawn")).to_have_count(2)


def test_ink_is_told_in_words_and_its_highest_place_is_marked(page: Page) -> None:
    opened_plates(page, "dragon")
    told = page.locator(".ink")
    expect(told.locator("table")).to_have_count(2)
    expect(told).to_contain_text("within the limit of 300 %")
    expect(told).to_contain_text("Fustella plain coated")
    page.get_by_role("button", name="Ink", exact=True).click()
    expect(page.locator("#detail .most")).to_have_count(2)
    mark = page.locator("#detail .most circle").first
    x_mm = mark.get_attribute("cx")
    expect(told).to_contain_text(f"at {x_mm} mm from the left")


def test_lines_of_tools_are_shown_over_paper_alone(page: Page) -> None:
    opened_plates(page, "five")
    page.locator(".plates").get_by_role("button", name="Cut").click()
    expect(page.locator("#detail .die")).to_have_count(1)
    expect(page.locator("#detail .card image")).to_have_count(0)
