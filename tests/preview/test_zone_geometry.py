"""The geometry of the workbench: where zones snap to, how they are resized, aligned and named."""

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import BrowserContext, Page

from tests.preview.driving import needs_chromium, opened

pytestmark = needs_chromium

FACE = {"width_mm": 60, "height_mm": 90, "safe_mm": 3, "bleed_mm": 2}
ALL = {"x": [0, 0.5, 1], "y": [0, 0.5, 1]}


@pytest.fixture(scope="module")
def page(browser: BrowserContext, address: str) -> Iterator[Page]:
    """The page whose functions are asked: they change nothing of it."""
    with opened(browser, address) as shown:
        yield shown


def rect(x: float, y: float, width: float, height: float, turn: float = 0) -> dict[str, float]:
    return {"x": x, "y": y, "width": width, "height": height, "turn": turn}


def call(page: Page, module: str, name: str, *arguments: object) -> Any:
    """The result of a function of one of the page's modules."""
    script = """async ([module, name, given]) => {
      const { modules } = await import(document.querySelector("script").src);
      return modules[module][name](...given);
    }"""
    return page.evaluate(script, [module, name, list(arguments)])


def snap(page: Page, moved: object, parts: object = ALL, others: object = (), grid: float = 0):
    lines = call(page, "snapping.js", "linesOf", FACE, list(others))
    return call(page, "snapping.js", "snapped", moved, parts, lines, 1, grid)


def test_zone_near_an_edge_of_the_safe_zone_snaps_to_it(page: Page) -> None:
    found = snap(page, rect(3.4, 40.2, 20, 7))
    assert found["dx"] == pytest.approx(-0.4)
    assert found["dy"] == 0
    (guide,) = found["guides"]
    assert (guide["axis"], guide["at"]) == ("x", 3)
    assert (guide["from"], guide["to"]) == (0, 90)


def test_zone_near_the_middle_and_another_zone_snaps_to_both(page: Page) -> None:
    found = snap(page, rect(19.7, 30.5, 20, 7), others=[rect(5, 20, 10, 10)])
    assert (found["dx"], found["dy"]) == (pytest.approx(0.3), pytest.approx(-0.5))
    axes = {guide["axis"]: guide for guide in found["guides"]}
    assert axes["x"]["at"] == 30
    assert axes["y"]["at"] == 30
    assert (axes["y"]["from"], axes["y"]["to"]) == (5, 40), "from the other zone to this one"


def test_nearest_line_wins(page: Page) -> None:
    others = [rect(10, 40, 5, 5), rect(10.6, 60, 5, 5)]
    assert snap(page, rect(10.5, 70, 33, 7), others=others)["dx"] == pytest.approx(0.1)


def test_edge_alone_that_is_resized_snaps(page: Page) -> None:
    found = snap(page, rect(3.4, 20, 26.2, 10), {"x": [1], "y": []})
    assert found["dx"] == pytest.approx(0.4)
    assert found["dy"] == 0


def test_nothing_near_snaps_to_the_grid(page: Page) -> None:
    assert snap(page, rect(7.3, 50.4, 11, 7), grid=2.5)["dx"] == pytest.approx(0.2)
    assert snap(page, rect(7.3, 50.4, 11, 7))["dx"] == 0


@pytest.mark.parametrize("turn", [0, 30, 90, 200])
def test_what_lies_opposite_a_handle_stays_while_resizing(page: Page, turn: float) -> None:
    before = rect(10, 20, 30, 10, turn)
    after = call(page, "arranging.js", "resized", before, "se", 4, 3)

    def corner(one: dict[str, float]) -> dict[str, float]:
        middle = call(page, "arranging.js", "middleOf", one)
        at = {"x": one["x"], "y": one["y"]}
        return call(page, "arranging.js", "turnedPoint", at, middle, turn)

    assert corner(after) == pytest.approx(corner(before))
    if turn == 0:
        assert (after["width"], after["height"]) == (34, 13)


def test_resizing_in_proportion_or_from_the_middle(page: Page) -> None:
    before = rect(10, 20, 30, 10)
    same = call(page, "arranging.js", "resized", before, "e", 15, 0, {"inProportion": True})
    assert (same["width"], same["height"]) == (45, 15)
    both = call(page, "arranging.js", "resized", before, "e", 5, 0, {"fromMiddle": True})
    assert (both["x"], both["width"]) == (5, 40)
    least = call(page, "arranging.js", "resized", before, "w", 90, 0)
    assert least["width"] == 0.5
    assert least["x"] + least["width"] == 40


def test_turned_zones_align_as_they_are_seen(page: Page) -> None:
    zones = [rect(10, 10, 20, 10, 90), rect(30, 40, 8, 8)]
    left = call(page, "arranging.js", "aligned", zones, "left", rect(5, 0, 40, 60))
    assert [one["x"] for one in left] == pytest.approx([0, 5])
    middle = call(page, "arranging.js", "aligned", zones, "middle", rect(0, 0, 60, 90))
    assert [one["y"] for one in middle] == pytest.approx([40, 41])


def test_distributed_zones_have_equal_gaps(page: Page) -> None:
    zones = [rect(0, 0, 10, 5), rect(50, 0, 10, 5), rect(12, 0, 4, 5)]
    moved = call(page, "arranging.js", "distributed", zones, "x")
    assert [one["x"] for one in moved] == [0, 50, 28]


@pytest.mark.parametrize(
    ("point", "every", "turn"), [((20, 0), 1, 0), ((40, 15), 1, 90), ((0, 14), 15, 270)]
)
def test_handle_turns_a_zone(page: Page, point: tuple[int, int], every: int, turn: int) -> None:
    at = {"x": point[0], "y": point[1]}
    assert call(page, "arranging.js", "turnTo", rect(10, 10, 20, 10), at, every) == turn


def test_names_of_zones_never_lie_on_each_other(page: Page) -> None:
    boxes = [rect(x * 37 % 200, x * 53 % 260, 20 + x * 29 % 90, 8 + x * 17 % 60) for x in range(30)]
    zones = [
        {"box": box, "long": 80, "short": 40, "isFilled": number % 3 == 0, "isRight": False}
        for number, box in enumerate(boxes)
    ]
    found = call(page, "zone-labels.js", "placed", zones, rect(-10, -10, 330, 360))
    labels = [rect(at["x"], at["y"], at["width"], 16) for at in found if at]
    assert len(labels) > 20
    for number, one in enumerate(labels):
        for other in labels[:number]:
            assert not call(page, "arranging.js", "meet", one, other)


@pytest.mark.parametrize(
    ("typed", "mm"),
    [("5mm", 5), ("40%", 24), ("100% - 10mm", 50), ("0.5in", 12.7), ("-3mm", -3), ("5", None)],
)
def test_length_as_typed_has_millimetres(page: Page, typed: str, mm: float | None) -> None:
    assert call(page, "units.js", "toMm", typed, 60) == (mm if mm is None else pytest.approx(mm))


@pytest.mark.parametrize(
    ("written", "before", "after"),
    [
        ("12", "5mm", 12),
        ("12", "40%", {"typed": "12%"}),
        ("12,5", "5mm", 12.5),
        ("12", "100% - 10mm", 12),
        ("1in", "5mm", {"typed": "1in"}),
        ("{by: rarity, else: 3mm}", "5mm", {"typed": "{by: rarity, else: 3mm}"}),
    ],
)
def test_length_that_somebody_writes_is_read(
    page: Page, written: str, before: str, after: object
) -> None:
    assert call(page, "units.js", "readLength", written, before) == after


def test_choice_by_a_field_is_read_and_written(page: Page) -> None:
    typed = "{by: rarity, rare: gold, 'it''s': \"#9c3f2e\", else: none}"
    entries = call(page, "zone-choices.js", "entriesOf", typed)
    assert entries == [["by", "rarity"], ["rare", "gold"], ["it's", '"#9c3f2e"'], ["else", "none"]]
    chosen = call(page, "zone-choices.js", "choiceOf", "rarity", [["true", "1"], ["a b", ""]])
    assert chosen == '{by: rarity, "true": 1}'
    assert call(page, "zone-choices.js", "entriesOf", "=attack * 4") is None
