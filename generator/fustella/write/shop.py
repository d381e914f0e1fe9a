"""A PDF for a print shop: one piece a page, with the boxes that say where it is cut.

The page is trim and bleed; its MediaBox and BleedBox are the whole page, its TrimBox lies inside by
the bleed (ISO 32000-1, 14.11.2). Nothing but the piece is printed: no marks, no ruler, no label. A
page of a piece that is not rectangular is the box around it; its bleed ends at its own outline.
"""

from collections.abc import Mapping

from msgspec import Struct

from fustella.core.geometry import Rect
from fustella.core.model import Face, FaceId, RenderedFaces
from fustella.core.units import PT_PER_MM
from fustella.write.pdf.canvas import open_canvas
from fustella.write.pdf.forms import register_faces


class ShopDocument(Struct, frozen=True):
    """Faces in the order of their pages: of each copy the front, then the back if it has one.

    With `bleed_mm` that much of the drawn bleed is shown, else all of it.
    """

    title: str
    language: str
    pages: tuple[FaceId, ...]
    faces: Mapping[FaceId, Face]
    rendered: tuple[RenderedFaces, ...]
    bleed_mm: float | None = None


def shop_bytes(document: ShopDocument) -> bytes:
    """The PDF of `document`; equal documents give equal bytes, and each face is stored once."""
    canvas = open_canvas(document.title, document.language)
    forms = register_faces(canvas.document, document.pages, document.faces, document.rendered)
    for face_id in document.pages:
        form = forms[face_id]
        size, drawn_mm = form.face.outline.size, form.face.bleed_mm
        bleed_mm = drawn_mm if document.bleed_mm is None else min(document.bleed_mm, drawn_mm)
        trim = Rect(bleed_mm, bleed_mm, size.width_mm, size.height_mm)
        whole = trim.grown(bleed_mm)
        with canvas.page(whole.size):
            canvas.pdf.setBleedBox(_corners_pt(whole))
            canvas.pdf.setTrimBox(_corners_pt(trim))
            hidden_pt = (drawn_mm - bleed_mm) * PT_PER_MM
            if hidden_pt:
                canvas.pdf.translate(-hidden_pt, -hidden_pt)
            canvas.pdf.doForm(form.name)
    return canvas.file_bytes()


def _corners_pt(box: Rect) -> tuple[float, float, float, float]:
    """Left, bottom, right, top. The box is in the middle of its page, so y needs no flip."""
    left, top, right, bottom = box.x_mm, box.y_mm, box.right_mm, box.bottom_mm
    return left * PT_PER_MM, top * PT_PER_MM, right * PT_PER_MM, bottom * PT_PER_MM
