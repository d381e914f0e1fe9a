"""The deck in the browser: counts, two columns, lengths, copies, a hand, odds."""

import re

import pytest

from tests.conftest import TinyProject

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Locator, Page, expect

from tests.preview.driving import CARDS, needs_chromium, tile

pytestmark = needs_chromium


@pytest.fixture
def deck(page: Page) -> Page:
    """The view of the deck of cards: 12 boats, 2 huts and 4 dragons; a ghost is no card."""
    expect(tile(page, "boat")).to_be_visible()
    page.keyboard.press("6")
    page.locator("#kinds").get_by_role("button", name="Cards").click()
    expect(page.locator("#deck-about")).to_have_text("3 designs, 18 cards")
    return page


def panel(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def bars(page: Page, name: str) -> list[str]:
    """What is said of the bars of a panel."""
    found = panel(page, name).locator("button.bar")
    expect(found.first).to_be_visible()
    return [bar.get_attribute("aria-label") for bar in found.all()]


def condition(page: Page, label: str) -> Locator:
    return page.get_by_role("textbox", name=label)


def hand(page: Page) -> list[str]:
    return page.locator(".hand .card").evaluate_all("all => all.map(one => one.dataset.piece)")


def choose(page: Page, what: str, value: str) -> None:
    page.locator(f'select[data-key="deck/{what}"]').select_option(value)


def test_curve_of_numbers_shows_gaps_between_least_and_greatest(deck: Page) -> None:
    assert bars(deck, "Counts") == [
        "cost 1: 2 cards, 1 design",
        "cost 2: 0 cards",
        "cost 3: 12 cards, 1 design",
        *(f"cost {cost}: 0 cards" for cost in range(4, 9)),
        "cost 9: 4 cards, 1 design",
    ]
    choose(deck, "count", "designs")
    assert bars(deck, "Counts")[0] == "cost 1: 1 design"
    choose(deck, "column", "land")
    assert bars(deck, "Counts") == [f"land {one}: 1 design" for one in ("cave", "forest", "lake")]


def test_bars_in_colours_have_a_legend_and_a_table(deck: Page) -> None:
    choose(deck, "by", "land")
    counts = panel(deck, "Counts")
    expect(counts.locator(".legend")).to_contain_text("cave")
    assert counts.locator(".part").evaluate_all("all => all.map(one => one.title)") == [
        "forest: 2",
        "lake: 12",
        "cave: 4",
    ]
    counts.get_by_text("As a table").click()
    rows = counts.get_by_role("row")
    expect(rows.first).to_have_text("costcaveforestlakeall")
    expect(rows.nth(3)).to_have_text("3001212")


def test_bar_leads_to_its_pieces_and_to_the_grid(deck: Page) -> None:
    counts = panel(deck, "Counts")
    counts.get_by_role("button", name="cost 9: 4 cards").click()
    expect(counts.locator(".thumb")).to_have_count(1)
    counts.locator(".thumb").click()
    expect(deck.locator("#detail h2")).to_have_text("Dragon")
    deck.keyboard.press("Escape")
    expect(deck.locator("#detail")).to_be_hidden()
    counts.get_by_role("button", name="Show among the pieces").click()
    expect(deck.locator(".tile")).to_have_count(1)
    expect(tile(deck, "dragon")).to_be_visible()
    deck.get_by_role("button", name="cost 9: 4 cards", pressed=True).click()
    expect(deck.locator(".tile")).to_have_count(4)


def test_arrows_go_through_the_bars_and_enter_shows_pieces(deck: Page) -> None:
    first = panel(deck, "Counts").locator("button.bar").first
    first.focus()
    deck.keyboard.press("End")
    deck.keyboard.press("Enter")
    expect(panel(deck, "Counts").locator(".thumb .caption")).to_have_text("Dragon ×4")
    deck.keyboard.press("Home")
    expect(first).to_be_focused()
    assert panel(deck, "Counts").locator('button.bar[tabindex="0"]').count() == 1


def test_two_columns_have_sums_that_lead_to_pieces(deck: Page) -> None:
    cross = panel(deck, "Two columns")
    choose(deck, "rows", "rare")
    choose(deck, "across", "land")
    said = [re.sub(r"\s+", " ", row.inner_text()) for row in cross.get_by_role("row").all()]
    assert said == [" cave forest lake all", "no · 2 12 14", "yes 4 · · 4", "all 4 2 12 18"]
    cross.get_by_role("button", name="rare no: 14 cards").click()
    expect(cross.locator(".thumb")).to_have_count(2)


def test_lengths_of_texts_link_to_the_pieces(deck: Page) -> None:
    lengths = panel(deck, "Lengths of texts")
    row = lengths.get_by_role("row").filter(has_text="title")
    assert row.inner_text().split() == ["title", "3", "Hut", "4", "Boat", "6", "Dragon"]
    row.get_by_role("button", name="title").click()
    assert bars(deck, "Lengths of texts") == [
        "title, letters 3: 1 design",
        "title, letters 4: 1 design",
        "title, letters 5: 0 designs",
        "title, letters 6: 1 design",
    ]
    row.get_by_role("button", name="Boat").click()
    expect(deck.locator("#detail h2")).to_have_text("Boat")


def test_copies_by_design_open_the_piece(deck: Page) -> None:
    said = ["Boat: 12 copies", "Dragon: 4 copies", "Hut: 2 copies"]
    assert bars(deck, "Copies") == said
    panel(deck, "Copies").get_by_role("button", name="Hut").click()
    expect(deck.locator("#detail h2")).to_have_text("Hut")


def test_hand_of_a_seed_is_dealt_again(deck: Page) -> None:
    own = panel(deck, "A hand")
    seed = own.get_by_label("Seed")
    seed.fill("island")
    seed.press("Enter")
    expect(own.get_by_role("status")).to_have_text("7 cards")
    first = hand(deck)
    assert len(first) == 7
    expect(own.locator(".face.drawn")).to_have_count(7)
    own.get_by_role("button", name="Draw one more").click()
    expect(deck.locator(".hand .card")).to_have_count(8)
    assert hand(deck)[:7] == first
    expect(own.get_by_role("button", name="Draw one more")).to_be_focused()
    own.get_by_role("button", name="Mulligan").click()
    expect(own.get_by_role("status")).to_have_text("6 cards, 1 mulligan")
    seed.fill("another")
    seed.press("Enter")
    seed.fill("island")
    seed.press("Enter")
    assert hand(deck) == first
    deck.reload()
    expect(deck.locator(".hand .card")).to_have_count(7)
    assert hand(deck) == first
    own.get_by_role("button", name="New hand").click()
    assert seed.input_value() not in ("island", "")


def test_hand_has_no_card_more_often_than_the_deck(deck: Page) -> None:
    own = panel(deck, "A hand")
    own.get_by_label("Cards drawn").fill("18")
    expect(deck.locator(".hand .card")).to_have_count(18)
    assert sorted(hand(deck)) == ["boat"] * 12 + ["dragon"] * 4 + ["hut"] * 2
    expect(own.get_by_role("button", name="Draw one more")).to_be_disabled()
    expect(panel(deck, "Odds").get_by_label("Cards drawn")).to_have_value("18")


def test_odds_are_those_of_the_command(deck: Page) -> None:
    odds = panel(deck, "Odds")
    good = condition(deck, "Good are cards where")
    good.fill("cost > 5")
    expect(odds.get_by_role("status")).to_have_text("89.2 % at least 1 of 4 in 7 of 18 cards")
    turns = odds.get_by_role("table", name="By turn").get_by_role("row")
    expect(turns.nth(2)).to_have_text("893.1 %")
    odds.get_by_label("at least").first.fill("2")
    expect(odds.get_by_role("status")).to_contain_text("at least 2 of 4")
    good.fill("csot > 5")
    expect(odds.get_by_role("alert")).to_contain_text("did you mean cost?")
    good.fill("")
    expect(odds.get_by_role("status")).to_have_count(0)


def test_odds_by_a_field_and_a_value_mark_good_cards(deck: Page) -> None:
    odds = panel(deck, "Odds")
    odds.get_by_label("Good are cards where: field").select_option("land")
    odds.get_by_label("Good are cards where: value").select_option("lake")
    expect(condition(deck, "Good are cards where")).to_have_value('land = "lake"')
    expect(odds.get_by_role("status")).to_contain_text("at least 1 of 12")
    good = deck.locator(".hand .card.good").count()
    assert good == hand(deck).count("boat")
    expect(panel(deck, "A hand").get_by_role("status")).to_contain_text(f"{good} good")
    odds.get_by_text("And of a second group").click()
    condition(deck, "And cards where").fill("rare")
    expect(odds.get_by_role("status")).to_contain_text("and at least 1 of 4 in 7 of 18 cards")


def test_cards_of_a_condition_are_all_that_is_counted(deck: Page) -> None:
    condition(deck, "Only cards where").fill("cost < 9")
    expect(deck.locator("#deck-about")).to_have_text("2 designs, 14 cards")
    assert len(bars(deck, "Counts")) == 3
    assert set(hand(deck)) <= {"boat", "hut"}
    condition(deck, "Only cards where").fill("cost <")
    expect(deck.locator("#deck-about").get_by_role("alert")).to_contain_text("missing")
    deck.locator("#kinds").get_by_role("button", name="Coins").click()
    expect(condition(deck, "Only cards where")).to_have_value("")


def test_saved_file_changes_the_deck_and_keeps_the_question(
    deck: Page, project: TinyProject
) -> None:
    condition(deck, "Good are cards where").fill("cost > 5")
    expect(panel(deck, "Odds").get_by_role("status")).to_contain_text("of 4")
    project.edit(CARDS, "cost: 9", "cost: 7")
    expect(panel(deck, "Counts").get_by_role("button", name="cost 7: 4 cards")).to_be_visible()
    expect(condition(deck, "Good are cards where")).to_have_value("cost > 5")
    project.edit(CARDS, "cost: 7", "cost: 9")
    expect(panel(deck, "Counts").get_by_role("button", name="cost 9: 4 cards")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1200])
def test_deck_is_as_wide_as_the_window(width: int, deck: Page) -> None:
    deck.set_viewport_size({"width": width, "height": 800})
    expect(deck.locator(".curve").first).to_be_visible()
    assert deck.evaluate("document.documentElement.scrollWidth <= innerWidth")
