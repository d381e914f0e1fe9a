"""A face that is redrawn to save ink, or in greys, has the plates that it has in full colour."""

import pytest

from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, FaceId, SideName
from fustella.core.values.themes import Theme
from fustella.draw.inks import inked
from fustella.draw.render import render
from fustella.draw.themes import Themer
from fustella.write.press.plates import special_plates
from fustella.write.raster import COARSE_DPI, black_mm2
from fustella.write.shop import ShopDocument, shop_bytes
from tests.write.press.test_special_inks import INKS, covered, square

DARK = '<rect width="40" height="40" fill="#1d2a3a"/>'
LETTERS = (
    '<text x="4" y="30" font-family="Source Sans Pro" font-size="24" fill="#fff" '
    'data-ink="{}">H<tspan fill="#f00">a</tspan></text>'
)
DRAWINGS = {
    "broad": square("{}"),
    "letters": LETTERS,
    "line": '<path d="M2 20C12 2 28 38 38 20" fill="none" stroke="#000" data-ink="{}"/>',
    "edged": square("{}", 'stroke="#fff" stroke-width="4"'),
    "half": square("{}", 'fill-opacity="0.5"'),
    "moved": f'<g transform="rotate(20 20 20) scale(0.8)">{square("{}")}</g>',
    "moved inside": f'<g data-ink="{{}}"><g transform="translate(4 0)">{square("{}")}</g></g>',
    "clipped": '<clipPath id="c"><path d="M0 0H15V40H0Z"/></clipPath>'
    f'<g clip-path="url(#c)">{square("{}")}</g>',
    "clipped inside": '<clipPath id="c"><path d="M0 0H15V40H0Z"/></clipPath><g data-ink="{}">'
    '<g clip-path="url(#c)"><path d="M8 8H32V32H8Z"/></g></g>',
    "faded": f'<g opacity="0.4">{square("{}")}</g>',
    "repeated": '<defs><path id="p" d="M0 0H9V9H0Z"/></defs><use href="#p" x="4" y="5" '
    'data-ink="{}"/><use href="#p" x="24" y="25" data-ink="{}"/>',
    "covered": f'{square("{}")}<rect x="20" width="20" height="40" fill="#d03020"/>',
}


def drawn(drawing, theme):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="40mm" viewBox="0 0 40 40">'
        f"{drawing}</svg>"
    )
    full = inked(svg, INKS)
    face = Face.drawn(full, Outline.rectangle(40, 40), 0.0)
    return Themer(theme, {}).derive(face, full)


def page(face):
    one = FaceId("a", SideName.FRONT)
    return shop_bytes(ShopDocument("", "en", (one,), {one: face}, render([[face]], None)))


@pytest.mark.parametrize("theme", [Theme.LOW_INK, Theme.GREY])
@pytest.mark.parametrize("ink", ["gold", "warm", "gloss"])
@pytest.mark.parametrize("name", DRAWINGS)
def test_plate_is_that_of_the_full_face(name, ink, theme):
    drawing = DARK + DRAWINGS[name].replace("{}", ink)
    faces = [drawn(drawing, each) for each in (Theme.FULL, theme)]
    assert [face.inks for face in faces] == [{ink}, {ink}]
    full, themed = (next(special_plates(page(face), INKS, ink, 72)) for face in faces)
    assert covered(full) > 0.01
    assert themed.size == full.size
    off = [abs(a - b) for a, b in zip(full.tobytes(), themed.tobytes(), strict=True)]
    # What lies over foil is lighter, but as large; an edge of it may be smoothed otherwise.
    assert sum(1 for each in off if each > 8) <= (len(off) // 200 if name == "covered" else 0)


def test_little_ink_is_used_for_foil_at_home_and_letters_of_it_are_read():
    areas = [
        next(black_mm2(render([[face]], None)[0], {face.digest: face}, COARSE_DPI))[1]
        for face in (drawn(square("gold"), each) for each in (Theme.FULL, Theme.LOW_INK))
    ]
    assert areas[1] < areas[0] / 2
    letters = drawn(DARK + LETTERS.replace("{}", "gold"), Theme.LOW_INK)
    assert "#c9a13b" not in letters.svg, "gold letters on white would hardly be seen"
    grey = drawn(DARK + LETTERS.replace("{}", "gold"), Theme.GREY)
    assert "#c9a13b" not in grey.svg
