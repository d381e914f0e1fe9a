"""The canvas of forms in millimetres, as pdfplumber sees what it draws."""

import pytest

from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.write import canvas as canvas_module
from fustella.write.canvas import open_canvas
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


def test_canvas_rect_lies_at_its_place():
    (rect,) = printed(lambda canvas: canvas.rect(Rect(10, 5, 20, 30))).rects
    edges = [rect[edge] / PT_PER_MM for edge in ("x0", "top", "x1", "bottom")]
    assert edges == pytest.approx((10, 5, 30, 35), abs=1e-3)


def test_canvas_whose_font_cannot_be_read_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(canvas_module, "_FONT", "never registered")
    monkeypatch.setattr(canvas_module, "FILE", tmp_path / "gone.ttf")
    with pytest.raises(FileNotFoundError):
        open_canvas("sample", "en")
