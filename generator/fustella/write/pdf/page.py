"""One page: the faces, then marks and guides over them in layers, then the strip."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from fustella.core.geometry import Point, Rect, Size
from fustella.core.model import Face, FaceId
from fustella.core.sheets import Page, Placement
from fustella.core.units import PT_PER_MM
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
from fustella.write.pdf.slug import draw_strip

_COSINE_SINE = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


@dataclass(frozen=True, slots=True)
class FaceForm:
    """A face as it is known to the document: its form's name, and its size."""

    name: str
    face: Face


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """What all pages of a document are drawn with.

    `safe_mm` is by piece; what has none gets no guides.
    """

    canvas: Canvas
    forms: Mapping[FaceId, FaceForm]
    layers: Layers
    safe_mm: Mapping[str, float]


def draw_page(drawing: PageDrawing, page: Page, size: Size, label: str) -> None:
    """Draw `page`, a sheet of `size`, and finish it."""
    canvas = drawing.canvas
    canvas.setPageSize((size.width_mm * PT_PER_MM, size.height_mm * PT_PER_MM))
    for placement in page.placements:
        _draw_face(canvas, placement, drawing.forms[placement.face], size.height_mm)
    _draw_layers(drawing, page, size)
    draw_bars(canvas, page.registration, size.height_mm)
    draw_strip(canvas, page.slug, size.height_mm, label)
    canvas.showPage()


def _draw_layers(drawing: PageDrawing, page: Page, size: Size) -> None:
    """Marks, folds and guides, each in its layer. Marks of a page without pieces are a picture."""
    canvas, layers = drawing.canvas, drawing.layers
    if page.marks and not page.trims:
        draw_marks(canvas, page.marks, size.height_mm)
    elif page.marks:
        with layers.drawing(Layer.CUT_MARKS):
            draw_marks(canvas, page.marks, size.height_mm)
    if page.folds or page.glue:
        with layers.drawing(Layer.FOLDS):
            draw_folds(canvas, page.folds, size)
            draw_glue(canvas, page.glue, size.height_mm)
    if page.trims:
        with layers.drawing(Layer.CUT_LINES):
            draw_cut_lines(canvas, page, size.height_mm)
    if has_safe_zones(page, drawing.safe_mm):
        faces = {face: form.face for face, form in drawing.forms.items()}
        with layers.drawing(Layer.SAFE_ZONE):
            draw_safe_zones(canvas, page, faces, drawing.safe_mm, size.height_mm)


def _draw_face(canvas: Canvas, placement: Placement, form: FaceForm, page_height_mm: float) -> None:
    canvas.saveState()
    if placement.window is not None:
        _clip(canvas, placement.box, page_height_mm)
    if placement.clip:
        _clip_to(canvas, placement.clip, page_height_mm)
    canvas.transform(*_matrix(placement, form.face, page_height_mm))
    canvas.doForm(form.name)
    canvas.restoreState()


def _matrix(placement: Placement, face: Face, page_height_mm: float) -> tuple[float, ...]:
    """From the form's points to the page's: what shows is turned about its own middle.

    The form's origin is the lower left corner of trim and bleed, y up (ISO 32000-1, 8.3.3).
    """
    trim = face.outline.size
    shown = placement.window or Rect(0, 0, trim.width_mm, trim.height_mm)
    from_x = (face.bleed_mm + shown.x_mm + shown.width_mm / 2) * PT_PER_MM
    from_y = (face.bleed_mm + trim.height_mm - shown.y_mm - shown.height_mm / 2) * PT_PER_MM
    box = placement.box
    to_x = (box.x_mm + box.width_mm / 2) * PT_PER_MM
    to_y = (page_height_mm - box.y_mm - box.height_mm / 2) * PT_PER_MM
    cosine, sine = (placement.scale * part for part in _COSINE_SINE[placement.turn_deg])
    return (
        cosine,
        -sine,
        sine,
        cosine,
        to_x - (cosine * from_x + sine * from_y),
        to_y - (cosine * from_y - sine * from_x),
    )


def _clip(canvas: Canvas, box: Rect, page_height_mm: float) -> None:
    path = canvas.beginPath()
    path.rect(
        box.x_mm * PT_PER_MM,
        (page_height_mm - box.bottom_mm) * PT_PER_MM,
        box.width_mm * PT_PER_MM,
        box.height_mm * PT_PER_MM,
    )
    canvas.clipPath(path, stroke=0, fill=0)


def _clip_to(canvas: Canvas, corners: Sequence[Point], page_height_mm: float) -> None:
    path = canvas.beginPath()
    for at, corner in enumerate(corners):
        step = path.lineTo if at else path.moveTo
        step(corner.x_mm * PT_PER_MM, (page_height_mm - corner.y_mm) * PT_PER_MM)
    path.close()
    canvas.clipPath(path, stroke=0, fill=0)
