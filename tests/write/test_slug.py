"""The ruler, exact to the micrometre, and the label, whole and beside it."""

from itertools import pairwise

import pytest

from fustella.core.geometry.shapes import Rect
from fustella.core.values.sheets import Slug
from fustella.write import pdf_bytes
from tests.write.samples import FLAT_SLUG, PT_PER_MM, UPRIGHT_SLUG, document, page, plumber

SHORT = "Edifici · foglio 3 di 17 · fronte"
LONG = " · ".join(["Il regno in movimento", "edifici e strade", "foglio 13 di 117"] * 2)
ENDLESS = " ".join(f"parola{n}" for n in range(100))
THIN = Slug(Rect(5, 287, 200, 5), upright=False)
SHORT_SLUG = Slug(Rect(5, 200, 80, 6), upright=False)


def printed(label: str, slug: Slug):
    return plumber(pdf_bytes(document({}, page(slug=slug), labels=(label,)))).pages[0]


def ends_mm(line) -> tuple[float, float, float, float]:
    (x0, y0), (x1, y1) = line["pts"]
    return x0 / PT_PER_MM, y0 / PT_PER_MM, x1 / PT_PER_MM, y1 / PT_PER_MM


def along(line, upright: bool) -> float:
    """The place of a tick on the ruler, in mm."""
    x0, y0, _, _ = ends_mm(line)
    return y0 if upright else x0


def ticks_of(shown, upright: bool):
    def across(line):
        x0, y0, x1, y1 = ends_mm(line)
        return abs(x1 - x0) > abs(y1 - y0) if upright else abs(y1 - y0) > abs(x1 - x0)

    return sorted((line for line in shown.lines if across(line)), key=lambda t: along(t, upright))


@pytest.mark.parametrize("slug", [FLAT_SLUG, UPRIGHT_SLUG], ids=["flat", "upright"])
def test_ruler_in_long_slug_is_100_mm_with_tick_at_each_mm(slug):
    ticks = ticks_of(printed(SHORT, slug), slug.upright)
    places = [along(tick, slug.upright) for tick in ticks]
    assert len(places) == 101
    assert places[-1] - places[0] == pytest.approx(100, abs=0.001)
    assert all(after - before == pytest.approx(1, abs=0.001) for before, after in pairwise(places))


@pytest.mark.parametrize("slug", [FLAT_SLUG, UPRIGHT_SLUG], ids=["flat", "upright"])
def test_ruler_ticks_at_centimetres_are_longest(slug):
    ticks = ticks_of(printed(SHORT, slug), slug.upright)
    ends = [ends_mm(tick) for tick in ticks]
    lengths = [round(abs(x1 - x0) + abs(y1 - y0), 2) for x0, y0, x1, y1 in ends]
    assert set(lengths[::10]) == {2.6}
    assert set(lengths[5::10]) == {1.9}
    assert lengths[1] == 1.2


def chars_in_order(shown) -> str:
    return "".join(char["text"] for char in shown.chars).replace(" ", "")


@pytest.mark.parametrize("slug", [FLAT_SLUG, UPRIGHT_SLUG, THIN, SHORT_SLUG])
@pytest.mark.parametrize("label", [SHORT, LONG, ENDLESS], ids=["short", "long", "endless"])
def test_label_of_any_length_is_whole_inside_slug_beside_ruler(label, slug):
    shown = printed(label, slug)
    ruler_text = "50 mm" if slug is SHORT_SLUG else "100 mm"
    assert chars_in_order(shown) == (ruler_text + label).replace(" ", "")
    box = slug.box.grown(0.35)  # a font's box is a little higher than its letters
    for char in shown.chars:
        assert box.x_mm <= char["x0"] / PT_PER_MM <= char["x1"] / PT_PER_MM <= box.right_mm
        assert box.y_mm <= char["top"] / PT_PER_MM <= char["bottom"] / PT_PER_MM <= box.bottom_mm
    written = shown.chars[len(ruler_text) :]
    before = [*shown.lines, *shown.chars[: len(ruler_text)]]
    if slug.upright:
        assert max(c["bottom"] for c in written) < min(each["top"] for each in before)
    else:
        assert min(c["x0"] for c in written) > max(each["x1"] for each in before)


def test_label_growing_longer_shrinks_then_breaks_then_shrinks_on():
    def look(label: str) -> tuple[float, int]:
        chars = printed(label, FLAT_SLUG).chars[len("100 mm") :]
        return chars[0]["size"], len({round(char["top"], 1) for char in chars})

    assert look(SHORT) == (pytest.approx(6.5), 1)
    size, lines = look(LONG)
    assert 4.5 <= size < 6.5
    assert lines == 1
    size, lines = look(f"{LONG} {LONG}")
    assert 4.5 <= size <= 6.5
    assert lines == 2
    size, lines = look(ENDLESS)
    assert size < 4.5


def test_label_in_upright_slug_runs_upwards():
    chars = printed(SHORT, UPRIGHT_SLUG).chars
    assert all(char["matrix"][:4] == pytest.approx((0, 1, -1, 0)) for char in chars)
    assert chars[-1]["top"] < chars[6]["top"]
    # read from the right: the feet of the letters, and of the ticks, point to the right
    tick = ticks_of(printed(SHORT, UPRIGHT_SLUG), upright=True)[0]
    assert max(ends_mm(tick)[0], ends_mm(tick)[2]) > 204


def test_ruler_in_short_slug_is_shorter_and_names_its_length():
    shown = printed(SHORT, SHORT_SLUG)
    places = [along(tick, False) for tick in ticks_of(shown, False)]
    assert places[-1] - places[0] == pytest.approx(50, abs=0.001)
    assert "50 mm" in shown.extract_text()
