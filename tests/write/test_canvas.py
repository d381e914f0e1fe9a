"""The canvas in millimetres, as pdfplumber sees what it draws, and its line breaking."""

import pytest

from fustella.core.geometry import Point, Rect, Size
from fustella.write.pdf.canvas import MmCanvas, open_canvas, text_width_mm, wrapped
from tests.write.samples import PT_PER_MM, plumber

SIZE = Size(100, 60)


def printed(draw):
    """The page that `draw` makes on an empty canvas."""
    canvas = open_canvas("sample", "en")
    with canvas.page(SIZE):
        draw(canvas)
    return plumber(canvas.file_bytes()).pages[0]


def ends_mm(page) -> list[tuple[float, ...]]:
    """The ends of all lines in mm from the top left."""
    return [
        tuple(length / PT_PER_MM for end in line["pts"] for length in end) for line in page.lines
    ]


def test_canvas_line_lies_in_mm_from_top_left():
    page = printed(lambda canvas: canvas.line(Point(10, 5), Point(30, 50)))
    assert ends_mm(page) == [pytest.approx((10, 5, 30, 50), abs=1e-3)]
    assert (page.width, page.height) == pytest.approx((100 * PT_PER_MM, 60 * PT_PER_MM), abs=1e-3)


def test_canvas_rect_and_path_rect_lie_at_same_place():
    def draw(canvas: MmCanvas) -> None:
        canvas.rect(Rect(10, 5, 20, 30))
        path = canvas.path()
        path.rect(Rect(10, 5, 20, 30))
        canvas.draw(path)

    edges = [
        [rect[edge] / PT_PER_MM for edge in ("x0", "top", "x1", "bottom")]
        for rect in printed(draw).rects
    ]
    assert edges == [pytest.approx((10, 5, 30, 35), abs=1e-3)] * 2


@pytest.mark.parametrize(
    ("turn_deg", "wanted"),
    [(0, (42, 21, 50, 21)), (90, (39, 22, 39, 30)), (-90, (41, 18, 41, 10))],
)
def test_canvas_at_point_turned_has_axes_turned_clockwise(turn_deg, wanted):
    def draw(canvas: MmCanvas) -> None:
        with canvas.at(Point(40, 20), turn_deg) as turned:
            turned.line(Point(2, 1), Point(10, 1))

    assert ends_mm(printed(draw)) == [pytest.approx(wanted, abs=1e-3)]


def test_wrapped_text_is_broken_at_spaces_into_full_lines():
    open_canvas("sample", "en")  # registers the font
    text = "one two three four incomprehensibilities five"
    width_mm = text_width_mm("one two three", 8) + 0.01
    lines = wrapped(text, width_mm, 8)
    assert lines == ("one two three", "four", "incomprehensibilities", "five")
