"""Pages as pixels are those of pypdfium2."""

from functools import cache

import pypdfium2
import pytest

from fustella.core.geometry.shapes import Outline
from fustella.draw.render import render
from fustella.write import pixels
from fustella.write.pixels import pages_in_colours, pages_in_greys
from tests.write.samples import face

CARD = Outline.rectangle(40.3, 59.8)
BODIES = (
    '<rect x="5" y="5" width="20" height="30" fill="#b23a48"/>',
    '<circle cx="20" cy="20" r="10.3" fill="#2f6690" fill-opacity="0.5"/>',
    '<path d="M1 1L38 57" stroke="#000" stroke-width="0.2"/>',
)


def faces_pdf():
    (rendered,) = render([[face(body, CARD, 3.0) for body in BODIES]], None)
    return rendered.pdf


@pytest.mark.parametrize("dpi", [60.0, 200.0, 71.3])
def test_pages_are_as_pypdfium2_draws_them(dpi):
    pdf, pages = faces_pdf(), (0, 2)
    with pypdfium2.PdfDocument(pdf) as document:
        wanted = [
            (bytes(bitmap.buffer), bitmap.width, bitmap.height)
            for bitmap in (document[page].render(dpi / 72, grayscale=True) for page in pages)
        ]
    found = [(one.levels, one.width, one.height) for one in pages_in_greys(pdf, dpi, pages)]
    assert found == wanted


@pytest.mark.parametrize("dpi", [60.0, 80.0, 71.3])
def test_pages_in_colours_are_as_pypdfium2_draws_them(dpi):
    pdf = faces_pdf()
    with pypdfium2.PdfDocument(pdf) as document:
        wanted = [document[page].render(dpi / 72).to_pil() for page in range(3)]
    found = [*pages_in_colours(pdf, dpi, range(3))]
    assert [(one.levels, (one.width, one.height)) for one in found] == [
        (picture.convert("RGB").tobytes(), picture.size) for picture in wanted
    ]


def test_pdfium_is_found_through_its_bindings_where_it_is_not_beside_them(monkeypatch):
    wanted = [*pages_in_greys(faces_pdf(), 60.0, (0,))]
    monkeypatch.setattr(pixels, "_LIBRARY", "nowhere")
    monkeypatch.setattr(pixels, "_pdfium", cache(pixels._pdfium.__wrapped__))
    assert [*pages_in_greys(faces_pdf(), 60.0, (0,))] == wanted


def test_profiles_that_faces_do_not_have_stay():
    pdf = faces_pdf()
    inks = pdf.replace(b"/N 3/", b"/N 4/")
    assert pixels._in_device_colours(pdf).count(b"/ICCBased") == 0
    assert len(pixels._in_device_colours(pdf)) == len(pdf)
    assert pixels._in_device_colours(inks).count(b"/ICCBased") == 1


def test_what_is_no_pdf_or_no_page_of_it_is_told():
    with pytest.raises(ValueError, match="cannot read the PDF"):
        [*pages_in_greys(b"no PDF", 60.0, (0,))]
    with pytest.raises(ValueError, match="page 9"):
        [*pages_in_greys(faces_pdf(), 60.0, (9,))]
