"""The colour along the trim: faces that keep their word, and faces that do not."""

import pypdfium2
import pytest

from fustella.core.geometry import Outline, Point
from fustella.draw.render import render
from fustella.write.raster import EDGE_DPI, EDGE_MM, other_edge_colour
from tests.write.samples import face, flood

INK = "#26303d"
L_SHAPE = Outline.polygon(
    (Point(0, 0), Point(40, 0), Point(40, 12), Point(15, 12), Point(15, 30), Point(0, 30))
)
FORMS = [
    Outline.rectangle(20, 30),
    Outline.rectangle(63, 88, 3),
    Outline.circle(20),
    Outline.hexagon(33.3),
    L_SHAPE,
]


def seen(drawing, outline, bleed_mm=0.0, colour=INK):
    one = face(drawing, outline, bleed_mm)
    (rendered,) = render([[one]], None)
    with pypdfium2.PdfDocument(rendered.pdf) as document:
        picture = document[0].render(EDGE_DPI / 72, may_draw_forms=False).to_pil()
    return other_edge_colour(picture, one, colour)


def inside(outline, inset_mm, colour):
    """The outline made smaller about its middle, filled."""
    size = outline.size
    if outline.shape.value == "circle":
        r = size.width_mm / 2
        return f'<circle cx="{r}" cy="{r}" r="{r - inset_mm}" fill="{colour}"/>'
    if outline.shape.value == "rectangle":
        round_mm = max(0, outline.corner_radius_mm - inset_mm)
        width, height = size.width_mm - 2 * inset_mm, size.height_mm - 2 * inset_mm
        return (
            f'<rect x="{inset_mm}" y="{inset_mm}" width="{width}" height="{height}" '
            f'rx="{round_mm}" fill="{colour}"/>'
        )
    points = " ".join(f"{at.x_mm},{at.y_mm}" for at in outline.corners())
    return (
        f'<polygon points="{points}" fill="{colour}" stroke="{INK}" '
        f'stroke-width="{2 * inset_mm}" stroke-linejoin="miter"/>'
    )


@pytest.mark.parametrize("outline", FORMS, ids=lambda one: one.shape.value)
@pytest.mark.parametrize("bleed_mm", [0, 1, 1.7])
def test_a_rim_as_wide_as_asked_is_enough(outline, bleed_mm):
    drawing = flood(INK) + inside(outline, EDGE_MM + 0.05, "#ffffff")
    assert seen(drawing, outline, bleed_mm) == ""


@pytest.mark.parametrize("outline", FORMS, ids=lambda one: one.shape.value)
@pytest.mark.parametrize("bleed_mm", [0, 1, 1.7])
def test_a_thinner_rim_is_none(outline, bleed_mm):
    drawing = flood(INK) + inside(outline, 0.2, "#ffffff")
    assert seen(drawing, outline, bleed_mm) != ""


def test_the_other_colour_is_named():
    assert seen(flood("#ffffff"), FORMS[0]) == "#ffffff"
    assert seen(flood(INK), FORMS[0], colour="#e8d3a2") == INK


def test_one_notch_in_a_long_rim_is_seen():
    notch = '<rect x="30" y="0" width="4" height="1" fill="#e8d3a2"/>'
    assert seen(flood(INK) + notch, FORMS[1]) == "#e8d3a2"


def test_what_lies_beyond_the_trim_is_not_looked_at():
    outline = FORMS[3]
    points = " ".join(f"{at.x_mm},{at.y_mm}" for at in outline.corners())
    assert seen(f'<polygon points="{points}" fill="{INK}"/>', outline, 1.0) == ""
