"""Dots, figures, folds, glue and registration, as pdfium and pdfplumber see them."""

import itertools
import math

import pytest
from msgspec.structs import replace

from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.sheets import Bar, CutNumber, Dot, Line
from fustella.write import pdf_bytes
from tests.write.samples import (
    NO_SLUG,
    SMALL,
    Picture,
    document,
    face,
    flood,
    page,
    plumber,
    words_on,
)
from tests.write.samples import at as placed_at

WHITE = ((255, 255),) * 3


def printed(**changes) -> bytes:
    front = replace(page(slug=NO_SLUG), **changes)
    return pdf_bytes(document({}, front, size=SMALL, labels=(".",)))


def dark(pdf: bytes, box: Rect) -> Rect:
    """The box of all dark pixels inside of `box`."""
    shown = Picture(pdf, px_per_mm=40)
    cut = shown.crop(box).convert("L").point(lambda level: 255 if level < 160 else 0).getbbox()
    assert cut
    left, top, right, bottom = (edge / 40 for edge in cut)
    return Rect(box.x_mm + left, box.y_mm + top, right - left, bottom - top)


@pytest.mark.parametrize("text", ["1", "4", "12", "108"])
def test_cut_number_at_point_is_centred_at_its_height(text):
    pdf = printed(marks=(CutNumber(Point(30, 20), text, 2.0),))
    found = dark(pdf, Rect(20, 15, 20, 10))
    assert found.height_mm == pytest.approx(2, abs=0.12)
    assert found.y_mm + found.height_mm / 2 == pytest.approx(20, abs=0.08)
    assert found.x_mm + found.width_mm / 2 == pytest.approx(30, abs=0.25)
    assert found.width_mm < 0.77 * 2 * len(text)  # the width that imposition counts on
    assert text in words_on(pdf)


def test_cut_number_turned_by_90_degrees_is_high_and_narrow():
    found = dark(printed(marks=(CutNumber(Point(30, 30), "1000", 2.0, 90),)), Rect(15, 15, 30, 30))
    assert found.width_mm == pytest.approx(2, abs=0.12)
    assert found.height_mm > 5
    assert found.y_mm + found.height_mm / 2 == pytest.approx(30, abs=0.25)


def test_dots_and_bars_at_their_places_are_filled():
    pdf = printed(marks=(Dot(Point(10, 10), 0.5), Bar(Rect(20, 20, 5, 5))))
    dot, bar = dark(pdf, Rect(5, 5, 10, 10)), dark(pdf, Rect(15, 15, 20, 20))
    assert (dot.width_mm, dot.height_mm) == pytest.approx((1, 1), abs=0.06)
    assert (bar.x_mm, bar.y_mm, bar.width_mm, bar.height_mm) == pytest.approx(
        (20, 20, 5, 5), abs=0.03
    )
    assert Picture(pdf).colour(22, 22) == (0, 0, 0)
    assert max(Picture(pdf).colour(10, 10)) < 90


def test_registration_bar_on_page_is_full_black():
    pdf = printed(registration=(Bar(Rect(10, 10, 5, 5)),))
    assert Picture(pdf).colour(12, 12) == (0, 0, 0)
    assert Picture(pdf).colour(16, 12) == (255, 255, 255)


def inked(pdf: bytes, y_mm: float) -> list[bool]:
    shown = Picture(pdf)
    return [shown.colour(0.02 + x * 0.1, y_mm)[0] < 220 for x in range(599)]


def test_fold_across_page_is_dashed_and_solid_at_page_edges():
    pdf = printed(folds=(Line(Point(0, 20), Point(60, 20)), Line(Point(20, 40), Point(40, 40))))
    across, short = inked(pdf, 20), inked(pdf, 40)
    assert all(across[:38]) and all(across[-38:])
    assert 0.4 < sum(across[60:-60]) / len(across[60:-60]) < 0.65
    assert not any(short[:195]) and not any(short[405:])
    assert 0.4 < sum(short[200:400]) / 200 < 0.65


def whites(points: list[Point]) -> int:
    """In how many places a seam shows its white on black."""
    marks = [Line(a, b, seam=True) for a, b in itertools.pairwise(points)]
    faces = {"black": face(flood("#000"))}
    black = page(placed_at("black", 0, 0), marks=marks, slug=NO_SLUG)
    shown = Picture(pdf_bytes(document(faces, black, size=SMALL, labels=(".",))), px_per_mm=20)
    steps = [(a.x_mm + (b.x_mm - a.x_mm) * n / 40, a.y_mm + (b.y_mm - a.y_mm) * n / 40)
             for a, b in itertools.pairwise(points) for n in range(40)]  # fmt: skip
    light = [min(shown.colour(*at)) > 150 for at in steps]
    return sum(here and not before for before, here in itertools.pairwise(light))


def test_dashes_begin_anew_at_corners_alone():
    turns = [math.radians(9 * step) for step in range(11)]
    curve = [Point(20 - 15 * math.cos(turn), 20 - 15 * math.sin(turn)) for turn in turns]
    assert whites(curve) == int((15 * math.pi / 2 + 1) / 4)  # 3 mm dark, 1 mm white in turn
    zigzag = [Point(4 + 2 * step, 10 + step % 2 * 2) for step in range(6)]
    assert whites(zigzag) == 0


def test_glue_area_on_page_is_dotted_frame_and_empty_inside():
    pdf = printed(glue=(Rect(10, 10, 40, 30),))
    assert 0.05 < sum(inked(pdf, 10)) / 400 < 0.5
    assert not any(inked(pdf, 25)[120:480])


@pytest.mark.parametrize(
    ("area", "drawn", "left_out"),
    [
        (Rect(4, 10, 46, 30), {"right", "top", "bottom"}, {"left"}),
        (Rect(4, 4, 46, 36), {"right", "bottom"}, {"left", "top"}),
        (Rect(10, 10, 46, 30), {"left", "top", "bottom"}, {"right"}),
        (Rect(4, 20, 52, 16), {"top", "bottom"}, {"left", "right"}),
        (Rect(10, 4, 40, 30), {"left", "right", "bottom"}, {"top"}),
        (Rect(5.1, 5.1, 40, 30), {"left", "top", "right", "bottom"}, set()),
    ],
)
def test_sides_of_a_glue_area_in_the_margins_are_left_out(area, drawn, left_out):
    """Backs may begin at the margin, and the frame runs 1 mm outside of them."""
    shown = Picture(printed(glue=(area,)), px_per_mm=20)
    middle_x, middle_y = area.x_mm + area.width_mm / 2 - 4, area.y_mm + area.height_mm / 2 - 4
    sides = {
        "left": Rect(area.x_mm - 0.5, middle_y, 1, 8),
        "right": Rect(area.right_mm - 0.5, middle_y, 1, 8),
        "top": Rect(middle_x, area.y_mm - 0.5, 8, 1),
        "bottom": Rect(middle_x, area.bottom_mm - 0.5, 8, 1),
    }
    inked = {name for name, box in sides.items() if shown.crop(box).getextrema() != WHITE}
    assert inked == drawn
    assert inked.isdisjoint(left_out)


def test_tick_with_halo_on_black_is_visible():
    line = Line(Point(25, 15), Point(25, 25), halo=True)
    faces = {"black": face(flood("#000"))}
    pdf = pdf_bytes(document(faces, page(placed_at("black", 20, 10), marks=[line], slug=NO_SLUG),
                             size=SMALL, labels=(".",)))  # fmt: skip
    shown = Picture(pdf, px_per_mm=40)
    assert max(shown.colour(24.8, 20)) == 255
    assert max(shown.colour(25.01, 20)) < 100
    assert max(shown.colour(24.5, 20)) == 0
    assert len(plumber(pdf).pages[0].lines) == 2
