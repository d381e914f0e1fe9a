"""Pictures on rendered pages: under a filter, where the engine itself has to draw them."""

import io

import pypdfium2
import pytest
from PIL import Image

from fustella.core.files.pictures import PictureFolder
from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, PictureUse
from fustella.core.values.themes import Theme
from fustella.draw.render import render

SIDE_MM = 20.0
RED, BLUE = (220, 20, 20), (30, 40, 200)
FILTER = '<filter id="f"><feGaussianBlur stdDeviation="0.1"/></filter>'


@pytest.fixture
def folder(tmp_path):
    """A picture that is red on its left and blue on its right, as pixels and as a drawing."""
    (tmp_path / "art").mkdir()
    halves = Image.new("RGB", (200, 200), RED)
    halves.paste(BLUE, (100, 0, 200, 200))
    halves.save(tmp_path / "art" / "halves.png")
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2">'
    drawn += '<path d="M0 0h1v2h-1z" fill="#dc1414"/><path d="M1 0h1v2h-1z" fill="#1e28c8"/></svg>'
    (tmp_path / "art" / "shapes.svg").write_text(drawn)
    return PictureFolder(tmp_path)


def shown(folder: PictureFolder, name: str, body: str) -> Image.Image:
    """The page of a face whose `body` shows IMAGE."""
    use = PictureUse(folder.find(name), Theme.FULL, SIDE_MM, SIDE_MM)
    image = f'<image href="{use.href}" width="20" height="20" preserveAspectRatio="none"/>'
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">'
        f"{FILTER}{body.replace('IMAGE', image)}</svg>"
    )
    face = Face.drawn(svg, Outline.rectangle(SIDE_MM, SIDE_MM), 0, (use,))
    pdf = render([[face]], None)[0].pdf
    with pypdfium2.PdfDocument(io.BytesIO(pdf)) as document:
        return document[0].render(4).to_pil().convert("RGB")


@pytest.mark.parametrize("name", ["halves", "shapes"])
@pytest.mark.parametrize(
    "body",
    [
        "IMAGE",
        '<g filter="url(#f)">IMAGE</g>',
        '<g style="filter:url(#f)"><g>IMAGE</g></g>',
        '<defs><g id="a">IMAGE</g></defs><use href="#a" filter="url(#f)"/>',
        '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse">IMAGE</pattern>'
        '<rect width="20" height="20" fill="url(#p)" filter="url(#f)"/>',
    ],
)
def test_render_of_a_picture_under_a_filter_shows_the_picture(folder, name, body):
    page = shown(folder, name, body)
    width, height = page.size
    for share, colour in ((0.15, RED), (0.35, RED), (0.65, BLUE), (0.85, BLUE)):
        found = page.getpixel((int(width * share), height // 2))
        assert found == pytest.approx(colour, abs=12)
