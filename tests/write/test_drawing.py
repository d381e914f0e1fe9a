"""What is drawn in millimetres, as other readers see it, and the tool's font."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.write.pdf.drawing import PdfDrawing, number
from fustella.write.pdf.file import PdfFile
from fustella.write.pdf.font import FILE, text_width_mm, wrapped
from tests.write.samples import PT_PER_MM, Picture, plumber, reader, words_on

SIZE = Size(100, 60)


def printed(*draws) -> bytes:
    """A page for each of `draws`."""
    file = PdfFile("sample", "en")
    for draw in draws:
        drawing = file.drawing(SIZE)
        draw(drawing)
        file.add_page(drawing)
    file.finish()
    return file.taken()


def ends_mm(page) -> list[tuple[float, ...]]:
    """The ends of all lines in mm from the top left."""
    return [
        tuple(length / PT_PER_MM for end in line["pts"] for length in end) for line in page.lines
    ]


def test_drawing_line_lies_in_mm_from_top_left():
    def draw(drawing: PdfDrawing) -> None:
        drawing.line(Point(10, 5), Point(30, 50))
        drawing.stroke()

    page = plumber(printed(draw)).pages[0]
    assert ends_mm(page) == [pytest.approx((10, 5, 30, 50), abs=1e-3)]
    assert (page.width, page.height) == pytest.approx((100 * PT_PER_MM, 60 * PT_PER_MM), abs=1e-3)


def test_drawing_rect_and_polygon_lie_at_same_place():
    def draw(drawing: PdfDrawing) -> None:
        drawing.rect(Rect(10, 5, 20, 30))
        drawing.stroke()
        drawing.polygon(Rect(10, 5, 20, 30).corners())
        drawing.stroke()

    page = plumber(printed(draw)).pages[0]
    edges = [
        [rect[edge] / PT_PER_MM for edge in ("x0", "top", "x1", "bottom")] for rect in page.rects
    ]
    assert edges == [pytest.approx((10, 5, 30, 35), abs=1e-3)] * 2


def test_drawing_circle_has_its_radius_in_all_directions():
    def draw(drawing: PdfDrawing) -> None:
        drawing.circle(Point(40, 30), 12)
        drawing.fill()

    found = Picture(printed(draw)).inked()
    edges = (found.x_mm, found.y_mm, found.width_mm, found.height_mm)
    assert edges == pytest.approx((28, 18, 24, 24), abs=0.06)


@pytest.mark.parametrize(
    ("turn_deg", "wanted"),
    [(0, (42, 19, 50, 19)), (90, (41, 22, 41, 30)), (-90, (39, 18, 39, 10))],
)
def test_form_at_corner_turned_has_axes_turned_clockwise(turn_deg, wanted):
    """The form is 10 mm high: its lower left corner is at the point, whichever way it is turned."""

    def draw(drawing: PdfDrawing) -> None:
        drawing.line(Point(2, 9), Point(10, 9))
        drawing.stroke()

    file = PdfFile("sample", "en")
    page = file.drawing(SIZE)
    page.form_at(*file.shared("line", Size(20, 10), "", draw), Point(40, 20), turn_deg)
    file.add_page(page)
    file.finish()
    assert ends_mm(plumber(file.taken()).pages[0]) == [pytest.approx(wanted, abs=1e-3)]


def test_paths_without_lines_are_not_painted():
    def draw(drawing: PdfDrawing) -> None:
        drawing.stroke()
        drawing.fill()
        drawing.clip()

    assert reader(printed(draw)).pages[0].get_contents().get_data() == b""


def test_shared_form_is_drawn_once_for_each_key_and_size():
    file, drawn = PdfFile("sample", "en"), []
    for size in (SIZE, Size(60, 100)):
        for key in ("one", "other", "one"):
            file.shared("sample", size, key, lambda drawing: drawn.append(drawing.size))
    assert drawn == [SIZE] * 2 + [Size(60, 100)] * 2


@given(st.floats(-1e6, 1e6))
def test_number_of_any_size_is_plain_and_close(value):
    text = number(value)
    assert re.fullmatch(r"-?\d*\.?\d+", text)
    assert float(text) == pytest.approx(value, rel=1e-6, abs=1e-4)


@given(st.text("Città №1 — €ßŽ", max_size=40), st.sampled_from([4.5, 6.0, 13.0]))
def test_text_width_is_that_of_another_reader_of_the_font(text, size_pt):
    font = TTFont("sample", str(FILE))
    assert text_width_mm(text, size_pt) * PT_PER_MM == pytest.approx(
        font.stringWidth(text, size_pt), abs=1e-6
    )


def test_wrapped_text_is_broken_at_spaces_into_full_lines():
    text = "one two three four incomprehensibilities five"
    width_mm = text_width_mm("one two three", 8) + 0.01
    lines = wrapped(text, width_mm, 8)
    assert lines == ("one two three", "four", "incomprehensibilities", "five")


def test_text_of_many_letters_is_found_again_by_other_readers():
    """More letters than a table of the font takes in one block; and some that it does not have."""
    letters = [chr(code) for code in (*range(0x21, 0x7F), *range(0xC0, 0x17F))]
    rows = ["".join(letters[at : at + 40]) for at in range(0, len(letters), 40)]

    def draw(drawing: PdfDrawing) -> None:
        for line, row in enumerate(rows, 1):
            drawing.text(Point(2, 5 * line), row, 6)

    pdf = printed(draw, lambda drawing: drawing.text(Point(5, 5), "\u4e00\u4e8c", 9))
    assert words_on(pdf).split() == rows
    assert Picture(pdf, 1).inked().width_mm > 3  # boxes


def test_file_without_text_has_no_font():
    def draw(drawing: PdfDrawing) -> None:
        drawing.rect(Rect(10, 5, 20, 30))
        drawing.fill()

    pdf = printed(draw)
    assert b"/Font" not in pdf
    assert Picture(pdf).inked().width_mm == pytest.approx(20, abs=0.06)
