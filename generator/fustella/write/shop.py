"""A PDF for a print shop: one piece a page, with the boxes that say where it is cut.

The page is trim and bleed; its MediaBox and BleedBox are the whole page, its TrimBox lies inside by
the bleed (ISO 32000-1, 14.11.2). Nothing but the piece is printed: no marks, no ruler, no label. A
page of a piece that is not rectangular is the box around it; its bleed ends at its own outline.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from fustella.core.geometry import Rect
from fustella.core.model import Face, FaceId, RenderedFaces
from fustella.core.units import PT_PER_MM
from fustella.write.pdf import open_canvas, register_faces


@dataclass(frozen=True, slots=True)
class ShopDocument:
    """Faces in the order of their pages: of each copy the front, then the back if it has one."""

    title: str
    language: str
    pages: tuple[FaceId, ...]
    faces: Mapping[FaceId, Face]
    rendered: tuple[RenderedFaces, ...]


def shop_bytes(document: ShopDocument) -> bytes:
    """The PDF of `document`; equal documents give equal bytes, and each face is stored once."""
    canvas = open_canvas(document.title, document.language)
    forms = register_faces(canvas, document.pages, document.faces, document.rendered)
    for face_id in document.pages:
        form = forms[face_id]
        page, trim = boxes_mm(form.face)
        canvas.setPageSize((page.width_mm * PT_PER_MM, page.height_mm * PT_PER_MM))
        canvas.setBleedBox(_corners_pt(page))
        canvas.setTrimBox(_corners_pt(trim))
        canvas.doForm(form.name)
        canvas.showPage()
    data: bytes = canvas.getpdfdata()  # type: ignore[no-untyped-call]
    return data


def boxes_mm(face: Face) -> tuple[Rect, Rect]:
    """The page of a face, and its trim on it."""
    trim, bleed_mm = face.outline.size, face.bleed_mm
    inside = Rect(bleed_mm, bleed_mm, trim.width_mm, trim.height_mm)
    return inside.grown(bleed_mm), inside


def _corners_pt(box: Rect) -> tuple[float, float, float, float]:
    """Left, bottom, right, top; as far from the top as from the bottom, so y needs no flip."""
    corners = box.x_mm, box.y_mm, box.right_mm, box.bottom_mm
    left, bottom, right, top = (length_mm * PT_PER_MM for length_mm in corners)
    return left, bottom, right, top
