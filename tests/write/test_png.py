"""Pictures of pages."""

import io

import pytest
from PIL import Image

from fustella.write import page_pngs, pdf_bytes
from tests.write.samples import SMALL, at, document, face, flood, page


def test_page_pngs_of_two_pages_have_their_size_and_resolution():
    faces = {"red": face(flood("#f00")), "blue": face(flood("#00f"))}
    pages = (page(at("red", 10, 10)), page(at("blue", 30, 20)))
    found = page_pngs(pdf_bytes(document(faces, *pages, size=SMALL)), 254)
    red, blue = (Image.open(io.BytesIO(one)) for one in found)
    assert red.size == (600, 600)
    assert red.info["dpi"] == pytest.approx((254, 254), abs=0.1)
    assert red.convert("RGB").getpixel((200, 200)) == (255, 0, 0)
    assert blue.convert("RGB").getpixel((400, 300)) == (0, 0, 255)
    assert blue.convert("RGB").getpixel((200, 150)) == (255, 255, 255)
