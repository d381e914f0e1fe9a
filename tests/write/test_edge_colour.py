"""The colour along the trim, on faces that have the one they ask for and faces that do not."""

import pytest

from fustella.core.geometry.shapes import Outline, Point
from fustella.draw.render import render
from fustella.write import other_edge_colours
from fustella.write.raster import EDGE_MM
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


def other_colour(drawing, outline, bleed_mm=0.0, colour=INK):
    one = face(drawing, outline, bleed_mm)
    (rendered,) = render([[one]], None)
    return dict(other_edge_colours(rendered, {one.digest: (one, colour)}))[one.digest]


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
def test_other_edge_colour_of_wide_edge_is_none(outline, bleed_mm):
    drawing = flood(INK) + inside(outline, EDGE_MM + 0.05, "#ffffff")
    assert other_colour(drawing, outline, bleed_mm) == ""


@pytest.mark.parametrize("outline", FORMS, ids=lambda one: one.shape.value)
@pytest.mark.parametrize("bleed_mm", [0, 1, 1.7])
def test_other_edge_colour_of_thin_edge_is_found(outline, bleed_mm):
    drawing = flood(INK) + inside(outline, 0.2, "#ffffff")
    assert other_colour(drawing, outline, bleed_mm) != ""


def test_other_edge_colour_of_plain_face_is_its_colour():
    assert other_colour(flood("#ffffff"), FORMS[0]) == "#ffffff"
    assert other_colour(flood(INK), FORMS[0], colour="#e8d3a2") == INK


def test_other_edge_colour_of_edge_with_notch_is_found():
    notch = '<rect x="30" y="0" width="4" height="1" fill="#e8d3a2"/>'
    assert other_colour(flood(INK) + notch, FORMS[1]) == "#e8d3a2"


def test_other_edge_colour_with_white_bleed_is_none():
    outline = FORMS[3]
    points = " ".join(f"{at.x_mm},{at.y_mm}" for at in outline.corners())
    assert other_colour(f'<polygon points="{points}" fill="{INK}"/>', outline, 1.0) == ""
