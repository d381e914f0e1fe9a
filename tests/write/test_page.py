"""Placing: turned, scaled, windowed, clipped; looked at as pdfium's pixels, 20 to a mm."""

import math

import pytest
from PIL import ImageChops, ImageStat

from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.core.values.sheets import Line, Placement
from fustella.write import pdf_bytes
from fustella.write.pdf.marks import MARK_WIDTH_MM
from tests.write.samples import (
    CARD,
    NO_SLUG,
    PT_PER_MM,
    SMALL,
    Picture,
    at,
    document,
    face,
    flood,
    name,
    page,
    plumber,
)

RED, LIME, BLUE, MAROON = (255, 0, 0), (0, 255, 0), (0, 0, 255), (128, 0, 0)
QUARTERS = (
    '<rect width="10" height="15" fill="#f00"/><rect x="10" width="10" height="15" fill="#0f0"/>'
    '<rect y="15" width="10" height="15" fill="#00f"/>'
    '<rect x="10" y="15" width="10" height="15" fill="#800000"/>'
)
CLOCKWISE = [RED, LIME, MAROON, BLUE]
"""The corners of the face, from the top left corner on."""


def picture(placement: Placement, **faces) -> Picture:
    printed = document(faces, page(placement, slug=NO_SLUG), size=SMALL, labels=(".",))
    return Picture(pdf_bytes(printed))


def corners_of(shown: Picture, box: Rect) -> list[tuple[int, int, int]]:
    """The colours 1 mm inside of the corners of `box`, clockwise from the top left."""
    left, right = box.x_mm + 1, box.right_mm - 1
    top, bottom = box.y_mm + 1, box.bottom_mm - 1
    return [shown.colour(x, y) for x, y in
            ((left, top), (right, top), (right, bottom), (left, bottom))]  # fmt: skip


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 270])
@pytest.mark.parametrize("scale", [1.0, 0.6])
def test_placement_turned_and_scaled_fills_its_box_clockwise(turn_deg, scale):
    size = CARD.size if turn_deg % 180 == 0 else CARD.size.turned()
    box = Rect(12.3, 17.1, size.width_mm * scale, size.height_mm * scale)
    shown = picture(Placement(name("q"), box, turn_deg, scale), q=face(QUARTERS))
    turns = turn_deg // 90
    assert corners_of(shown, box) == CLOCKWISE[-turns:] + CLOCKWISE[:-turns]
    assert_box(shown.inked(), box)


def assert_box(found: Rect, wanted: Rect) -> None:
    for edge in ("x_mm", "y_mm", "right_mm", "bottom_mm"):
        assert getattr(found, edge) == pytest.approx(getattr(wanted, edge), abs=0.0501), edge


def test_placement_with_bleed_prints_it_around_trim():
    shown = picture(at("b", 20, 15), b=face(flood("#000"), bleed_mm=3))
    assert_box(shown.inked(), Rect(17, 12, 26, 36))


def test_placement_with_bleed_turns_and_scales_it():
    drawing = flood("#000") + '<rect x="-3" y="-3" width="3" height="36" fill="#f00"/>'
    placed = Placement(name("b"), Rect(20, 20, 15, 10), 90, 0.5)
    shown = picture(placed, b=face(drawing, bleed_mm=3))
    assert_box(shown.inked(), Rect(18.5, 18.5, 18, 13))
    # the left edge of the face is now its upper edge
    assert shown.colour(27, 19) == RED
    assert shown.colour(27, 21) == (0, 0, 0)


def inside_hexagon(x_mm: float, y_mm: float, flats_mm: float) -> float:
    """How far inside of a hexagon about the origin a point is."""
    angles = (0, math.pi / 3, 2 * math.pi / 3)
    return flats_mm / 2 - max(abs(x_mm * math.cos(a) + y_mm * math.sin(a)) for a in angles)


def inside_circle(x_mm: float, y_mm: float, diameter_mm: float) -> float:
    return diameter_mm / 2 - math.hypot(x_mm, y_mm)


def inside_rounded(x_mm: float, y_mm: float, width_mm: float, height_mm: float, r_mm: float):
    past_x = abs(x_mm) - (width_mm / 2 - r_mm)
    past_y = abs(y_mm) - (height_mm / 2 - r_mm)
    return r_mm - math.hypot(max(past_x, 0), max(past_y, 0)) - min(max(past_x, past_y), 0)


L_FORM = Outline.polygon(
    tuple(Point(*at) for at in ((0, 0), (12, 0), (12, 28), (30, 28), (30, 40), (0, 40)))
)


def inside_l(x_mm: float, y_mm: float, by_mm: float) -> float:
    """How far inside of the L about the origin, grown by `by_mm`."""
    upright = min(x_mm + 15 + by_mm, by_mm - 3 - x_mm, y_mm + 20 + by_mm, 20 + by_mm - y_mm)
    foot = min(x_mm + 15 + by_mm, 15 + by_mm - x_mm, y_mm - 8 + by_mm, 20 + by_mm - y_mm)
    return max(upright, foot)


SHAPES = {
    "polygon": (L_FORM, 0, lambda x, y: inside_l(x, y, 0)),
    "polygon with bleed": (L_FORM, 2, lambda x, y: inside_l(x, y, 2)),
    "hexagon": (Outline.hexagon(30), 0, lambda x, y: inside_hexagon(x, y, 30)),
    "hexagon with bleed": (
        Outline.hexagon(30),
        2,
        lambda x, y: min(inside_hexagon(x, y, 34), 30 / math.sqrt(3) + 2 - abs(y)),
    ),
    "circle": (Outline.circle(25), 0, lambda x, y: inside_circle(x, y, 25)),
    "circle with bleed": (Outline.circle(25), 3, lambda x, y: inside_circle(x, y, 31)),
    "rounded": (Outline.rectangle(20, 30, 4), 0, lambda x, y: inside_rounded(x, y, 20, 30, 4)),
    "rounded with bleed": (
        Outline.rectangle(20, 30, 4),
        2,
        lambda x, y: inside_rounded(x, y, 24, 34, 6),
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("turn_deg", [0, 90])
def test_placement_of_any_shape_is_clipped_to_outline_and_bleed(shape, turn_deg):
    outline, bleed_mm, inside = SHAPES[shape]
    size = outline.size if turn_deg == 0 else outline.size.turned()
    box = Rect(30 - size.width_mm / 2, 30 - size.height_mm / 2, size.width_mm, size.height_mm)
    shown = picture(Placement(name("s"), box, turn_deg), s=face(flood("#000"), outline, bleed_mm))
    for step in range(3600):
        x_mm, y_mm = step % 60 + 0.5 - 30, step // 60 + 0.5 - 30
        deep_mm = inside(x_mm, y_mm) if turn_deg == 0 else inside(y_mm, -x_mm)
        if abs(deep_mm) > 0.1:
            dark = shown.colour(x_mm + 30, y_mm + 30) == (0, 0, 0)
            assert dark == (deep_mm > 0), (x_mm, y_mm, deep_mm)


def test_placement_with_window_shows_that_part_only():
    window = Rect(5, 10, 12, 10)  # across the middle of all four quarters
    placed = Placement(name("q"), Rect(22, 31, 12, 10), window=window)
    shown = picture(placed, q=face(QUARTERS))
    assert_box(shown.inked(), placed.box)
    assert corners_of(shown, placed.box) == CLOCKWISE
    assert shown.colour(22 + 4.9, 31 + 4.9) == RED
    assert shown.colour(22 + 5.1, 31 + 5.1) == MAROON


def test_placement_with_window_is_turned_and_scaled_like_a_face():
    window = Rect(5, 10, 12, 10)
    placed = Placement(name("q"), Rect(20, 20, 5, 6), 270, 0.5, window)
    shown = picture(placed, q=face(QUARTERS, bleed_mm=2))
    assert_box(shown.inked(), placed.box)
    assert corners_of(shown, placed.box) == [LIME, MAROON, BLUE, RED]


def test_placement_with_clip_hides_what_lies_outside():
    box = Rect(20, 15, 20, 30)
    clip = (Point(18, 15), Point(30, 15), Point(40, 30), Point(30, 45), Point(18, 45))
    placed = Placement(name("b"), box, clip=clip)
    shown = picture(placed, b=face(flood("#000"), bleed_mm=2))
    assert_box(shown.inked(), Rect(18, 15, 22, 30))
    assert shown.colour(38, 17) == (255, 255, 255)
    assert shown.colour(38, 30) == (0, 0, 0)
    assert shown.colour(19, 30) == (0, 0, 0)  # bleed where the clip leaves it


def test_placements_of_board_parts_join_without_a_seam():
    board = Outline.rectangle(40, 40)
    drawing = flood("#fff") + "".join(
        f'<circle cx="{4 * n}" cy="{3 * n + 5}" r="{n % 5 + 1}" fill="#0{n % 10}5"/>'
        for n in range(12)
    )
    faces = {"board": face(drawing, board)}
    whole = page(at("board", 10, 10, board), slug=NO_SLUG)
    parts = page(
        *(
            Placement(name("board"), Rect(10 + x, 10 + y, 20, 20), window=Rect(x, y, 20, 20))
            for x in (0, 20)
            for y in (0, 20)
        ),
        slug=NO_SLUG,
    )
    pdf = pdf_bytes(document(faces, whole, parts, size=SMALL, labels=(".", ".")))
    difference = ImageChops.difference(Picture(pdf, 0).image, Picture(pdf, 1).image)
    assert max(ImageStat.Stat(difference).mean) < 0.05


def test_lines_as_marks_are_hairlines_at_their_places():
    marks = (
        Line(Point(10, 5), Point(10, 9)),
        Line(Point(0, 200), Point(210, 200)),
        Line(Point(3, 4), Point(6, 8)),
    )
    pdf = pdf_bytes(document({}, page(marks=marks)))
    lines = {
        tuple(
            round(value, 3)
            for x_pt, y_pt in line["pts"]
            for value in (x_pt / PT_PER_MM, y_pt / PT_PER_MM)
        ): line
        for line in plumber(pdf).pages[0].lines
    }
    for mark in marks:
        line = lines[mark.start.x_mm, mark.start.y_mm, mark.end.x_mm, mark.end.y_mm]
        assert line["linewidth"] / PT_PER_MM == pytest.approx(MARK_WIDTH_MM, abs=0.001)
        assert line["stroking_color"] in (0.25, (0.25,))


def test_mark_across_face_lies_over_it():
    mark = Line(Point(0, 25), Point(60, 25))
    faces = {"red": face(flood("#f00"))}
    printed = document(faces, page(at("red", 20, 15), marks=[mark], slug=NO_SLUG),
                       size=SMALL, labels=(".",))  # fmt: skip
    grey = Picture(pdf_bytes(printed)).colour(30, 25)
    assert max(grey) - min(grey) < 60
