"""Ink, measured on faces whose ink can be computed by hand."""

import math

import pytest

from fustella.core.geometry.shapes import Outline, Point
from fustella.core.values.model import Face
from fustella.draw.render import render
from fustella.write import black_mm2
from fustella.write.raster import COARSE_DPI, FINE_DPI
from tests.write.samples import face

CARD = Outline.rectangle(40, 60)
BLACK = '<rect x="-9" y="-9" width="99" height="99"/>'


def ink_mm2(one: Face, dpi: float = COARSE_DPI) -> float:
    (rendered,) = render([[one]], None)
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
def test_black_mm2_of_areas_is_area_times_darkness(body, mm2, dpi):
    assert ink_mm2(face(body, CARD), dpi) == pytest.approx(mm2, rel=0.02, abs=1)


def test_black_mm2_of_thin_lines_at_fine_dpi_is_their_area():
    lines = "".join(f'<path d="M0 {y}.5H40" stroke="#000" stroke-width="0.15"/>' for y in range(60))
    assert ink_mm2(face(lines, CARD), FINE_DPI) == pytest.approx(60 * 40 * 0.15, rel=0.06)


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
def test_black_mm2_of_shape_counts_inside_of_outline_only(outline, share):
    size = outline.size
    full = size.width_mm * size.height_mm
    assert ink_mm2(face(BLACK, outline)) == pytest.approx(full * share, rel=0.02)


def test_black_mm2_with_bleed_counts_bleed():
    assert ink_mm2(face(BLACK, CARD, 3.0)) == pytest.approx(46 * 66, rel=0.01)


def test_black_mm2_of_unwanted_face_yields_nothing():
    one = face("<rect/>", CARD)
    (rendered,) = render([[one]], None)
    assert not [*black_mm2(rendered, {"another": one}, COARSE_DPI)]
