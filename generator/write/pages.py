"""One page: the faces, then the marks over them, then the strip."""

from collections.abc import Mapping
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from generator.geometry import Rect, Size
from generator.model import Face, FaceId
from generator.sheets import Line, Mark, Page, Placement, Ring
from generator.units import PT_PER_MM
from generator.write.strip import INK, draw_strip

MARK_WIDTH_MM = 0.2
"""A hairline: fine enough to cut along, wide enough for any printer."""

_COSINE_SINE = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


@dataclass(frozen=True, slots=True)
class Form:
    """A face as it is known to the document: its form's name, and its size."""

    name: str
    face: Face


def draw_page(
    canvas: Canvas, page: Page, size: Size, forms: Mapping[FaceId, Form], label: str
) -> None:
    """Draw `page`, a sheet of `size`, with `forms` by face id, and finish it."""
    canvas.setPageSize((size.width_mm * PT_PER_MM, size.height_mm * PT_PER_MM))
    for placement in page.placements:
        _draw_face(canvas, placement, forms[placement.face], size.height_mm)
    _draw_marks(canvas, page.marks, size.height_mm)
    draw_strip(canvas, page.strip, size.height_mm, label)
    canvas.showPage()


def _draw_face(canvas: Canvas, placement: Placement, form: Form, page_height_mm: float) -> None:
    canvas.saveState()
    if placement.window is not None:
        _clip(canvas, placement.box, page_height_mm)
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


def _draw_marks(canvas: Canvas, marks: tuple[Mark, ...], page_height_mm: float) -> None:
    if not marks:
        return
    canvas.setStrokeGray(INK)
    canvas.setLineWidth(MARK_WIDTH_MM * PT_PER_MM)
    path = canvas.beginPath()
    for mark in marks:
        if isinstance(mark, Ring):
            x_pt = mark.middle.x_mm * PT_PER_MM
            y_pt = (page_height_mm - mark.middle.y_mm) * PT_PER_MM
            path.circle(x_pt, y_pt, mark.radius_mm * PT_PER_MM)
        if not isinstance(mark, Line):
            continue
        path.moveTo(mark.start.x_mm * PT_PER_MM, (page_height_mm - mark.start.y_mm) * PT_PER_MM)
        path.lineTo(mark.end.x_mm * PT_PER_MM, (page_height_mm - mark.end.y_mm) * PT_PER_MM)
    canvas.drawPath(path, stroke=1, fill=0)
