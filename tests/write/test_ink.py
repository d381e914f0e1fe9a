"""Ink: measured against faces whose ink can be computed by hand."""

import math

import pytest

from fustella.core.geometry import Outline, Point
from fustella.core.model import Face, RenderedFaces
from fustella.draw.render.worker import compile_pages
from fustella.draw.text.fonts import font_folder
from fustella.write.raster import COARSE_DPI, FINE_DPI, black_mm2

CARD = Outline.rectangle(40, 60)


def face(body: str, outline: Outline = CARD, bleed_mm: float = 0.0) -> Face:
    width, height = outline.size.width_mm + 2 * bleed_mm, outline.size.height_mm + 2 * bleed_mm
    size = f'width="{width}mm" height="{height}mm"'
    box = f'viewBox="{-bleed_mm} {-bleed_mm} {width} {height}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>{body}</svg>'
    return Face.drawn(svg, outline, bleed_mm)


def ink(one: Face, dpi: float = COARSE_DPI) -> float:
    rendered = RenderedFaces(compile_pages([one.svg], str(font_folder())), (one.digest,))
    return dict(black_mm2(rendered, {one.digest: one}, dpi))[one.digest]


@pytest.mark.parametrize(
    ("body", "mm2"),
    [
        ("", 0),
        ('<rect width="40" height="60"/>', 2400),
        ('<rect x="5" y="5" width="20" height="30"/>', 600),
        ('<rect width="40" height="60" fill="#808080"/>', 2400 * 127 / 255),
        ('<circle cx="20" cy="20" r="10"/>', math.pi * 100),
        ('<rect width="40" height="30"/><rect width="40" height="30" fill="#fff"/>', 0),
        ('<rect width="40" height="60" fill="#ff0000"/>', 2400 * 0.701),
    ],
)
@pytest.mark.parametrize("dpi", [COARSE_DPI, FINE_DPI])
def test_areas_take_what_they_cover(body, mm2, dpi):
    assert ink(face(body), dpi) == pytest.approx(mm2, rel=0.02, abs=1)


def test_a_line_is_measured_finely():
    lines = "".join(f'<path d="M0 {y}.5H40" stroke="#000" stroke-width="0.15"/>' for y in range(60))
    assert ink(face(lines), FINE_DPI) == pytest.approx(60 * 40 * 0.15, rel=0.06)


@pytest.mark.parametrize(
    ("outline", "share"),
    [
        (Outline.circle(30), math.pi / 4),
        (Outline.hexagon(30), 3 / 4),
        (
            Outline.polygon(
                (Point(0, 0), Point(10, 0), Point(10, 30), Point(30, 40), Point(0, 40))
            ),
            5 / 12,
        ),
    ],
)
def test_only_what_is_within_the_form_is_printed(outline, share):
    size = outline.size
    full = size.width_mm * size.height_mm
    black = face('<rect x="-9" y="-9" width="99" height="99"/>', outline)
    assert ink(black) == pytest.approx(full * share, rel=0.02)


def test_the_bleed_is_printed_too():
    black = face('<rect x="-9" y="-9" width="99" height="99"/>', CARD, 3.0)
    assert ink(black) == pytest.approx(46 * 66, rel=0.01)


def test_only_wanted_faces_are_measured():
    one = face("<rect/>")
    rendered = RenderedFaces(compile_pages([one.svg], str(font_folder())), (one.digest,))
    assert not [*black_mm2(rendered, {"another": one}, COARSE_DPI)]
