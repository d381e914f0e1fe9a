"""One page: the faces, then marks and guides over them in layers, then the slug."""

from collections.abc import Mapping

from msgspec import Struct

from fustella.core.geometry import Point, Rect
from fustella.core.model import Face, FaceId
from fustella.core.sheets import Page, Placement
from fustella.core.units import PT_PER_MM
from fustella.write.pdf.canvas import MmCanvas
from fustella.write.pdf.forms import FaceForm
from fustella.write.pdf.layers import Layer, Layers
from fustella.write.pdf.marks import (
    draw_bars,
    draw_cut_lines,
    draw_folds,
    draw_glue,
    draw_marks,
    draw_safe_zones,
    has_safe_zones,
)
from fustella.write.pdf.slug import draw_slug

_COSINE_SINE = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


class PageDrawing(Struct, frozen=True):
    """What all pages of a document are drawn with.

    `safe_mm` is the safe zone by piece; a piece without one gets no guides.
    """

    canvas: MmCanvas
    forms: Mapping[FaceId, FaceForm]
    layers: Layers
    safe_mm: Mapping[str, float]


def draw_page(drawing: PageDrawing, page: Page, label: str) -> None:
    canvas = drawing.canvas
    for placement in page.placements:
        draw_face(canvas, placement, drawing.forms[placement.face])
    _draw_layers(drawing, page)
    draw_bars(canvas, page.registration)
    draw_slug(canvas, page.slug, label)


def draw_face(canvas: MmCanvas, placement: Placement, form: FaceForm) -> None:
    """A face at its place, clipped where a neighbour begins."""
    with canvas.saved():
        if placement.window is not None:
            window = canvas.path()
            window.rect(placement.box)
            canvas.clip(window)
        if placement.clip:
            outside = canvas.path()
            outside.polygon(placement.clip)
            canvas.clip(outside)
        canvas.pdf.transform(*_matrix(canvas, placement, form.face))
        canvas.pdf.doForm(form.name)


def _matrix(canvas: MmCanvas, placement: Placement, face: Face) -> tuple[float, ...]:
    """From the form's points to the page's: what shows is turned about its own middle.

    The form's origin is the lower left corner of trim and bleed, y up (ISO 32000-1, 8.3.3).
    """
    trim, box = face.outline.size, placement.box
    shown = placement.window or Rect(0, 0, trim.width_mm, trim.height_mm)
    from_x = (face.bleed_mm + shown.x_mm + shown.width_mm / 2) * PT_PER_MM
    from_y = (face.bleed_mm + trim.height_mm - shown.y_mm - shown.height_mm / 2) * PT_PER_MM
    to_x, to_y = canvas.to_pt(Point(box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2))
    cosine, sine = (placement.scale * part for part in _COSINE_SINE[placement.turn_deg])
    return (
        cosine,
        -sine,
        sine,
        cosine,
        to_x - (cosine * from_x + sine * from_y),
        to_y - (cosine * from_y - sine * from_x),
    )


def _draw_layers(drawing: PageDrawing, page: Page) -> None:
    """Marks, folds and guides, each in its layer.

    The marks of a page without pieces are its content, such as a picture: they are in no layer.
    """
    canvas, layers = drawing.canvas, drawing.layers
    if page.marks and not page.trims:
        draw_marks(canvas, page.marks)
    elif page.marks:
        with layers.drawing(Layer.CUT_MARKS):
            draw_marks(canvas, page.marks)
    if page.folds or page.glue:
        with layers.drawing(Layer.FOLDS):
            draw_folds(canvas, page.folds)
            draw_glue(canvas, page.glue)
    if page.trims:
        with layers.drawing(Layer.CUT_LINES):
            draw_cut_lines(canvas, page)
    if has_safe_zones(page, drawing.safe_mm):
        faces = {face: form.face for face, form in drawing.forms.items()}
        with layers.drawing(Layer.SAFE_ZONE):
            draw_safe_zones(canvas, page, faces, drawing.safe_mm)
