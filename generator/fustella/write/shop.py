"""Writes a PDF for a print shop: one piece a page, with the boxes for cutting.

The page is trim and bleed; its MediaBox and BleedBox are the whole page, and its TrimBox lies
inside by the bleed (ISO 32000-1, 14.11.2). Nothing but the piece is printed: no marks, no ruler, no
label. A page of a piece that is not rectangular is the box around it; its bleed ends at the grown
outline.
"""

from collections.abc import Mapping

from msgspec import Struct

from fustella.core.geometry.dies import DieLine
from fustella.core.geometry.shapes import Rect
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.model import Face, FaceId, FacePages
from fustella.core.values.plates import PlateSort
from fustella.write.pdf.file import PdfFile, box_of
from fustella.write.pdf.forms import FaceForms


class DieLines(Struct, frozen=True):
    """The lines of tools above faces, in mm of the trim, and how their plates are called."""

    lines: Mapping[FaceId, tuple[DieLine, ...]]
    names: Mapping[PlateSort, str]
    line_mm: float


class ShopDocument(Struct, frozen=True):
    """Faces in page order: for each copy the front, then its back if it has one.

    With `bleed_mm` that much of the drawn bleed is shown, else all of it. `dies` lie above faces.
    """

    title: str
    language: str
    pages: tuple[FaceId, ...]
    faces: Mapping[FaceId, Face]
    rendered: tuple[FacePages, ...]
    bleed_mm: float | None = None
    dies: DieLines | None = None


def shop_bytes(document: ShopDocument) -> bytes:
    """The PDF of `document`; equal documents give equal bytes, and each face is stored once."""
    file = PdfFile(document.title, document.language)
    forms = FaceForms(file, document.pages, document.faces)
    dies = document.dies
    plates = None
    if dies is not None:
        from fustella.write.dies import Plates  # noqa: PLC0415  (builds draw no plates)

        plates = Plates(file.objects, dies.names, dies.line_mm)
    for batch in document.rendered:
        forms.take_over(batch)
    for face_id in document.pages:
        form = forms.of(face_id)
        size, drawn_mm = form.face.outline.size, form.face.bleed_mm
        bleed_mm = drawn_mm if document.bleed_mm is None else min(document.bleed_mm, drawn_mm)
        trim = Rect(bleed_mm, bleed_mm, size.width_mm, size.height_mm)
        whole = trim.grown(bleed_mm)
        page = file.drawing(whole.size)
        hidden_pt = (bleed_mm - drawn_mm) * PT_PER_MM
        page.form(form.name, form.number, (1, 0, 0, 1, hidden_pt, hidden_pt))
        if dies is not None and plates is not None:
            lines = dies.lines.get(face_id, ())
            plates.draw(page, [line.moved(bleed_mm, bleed_mm) for line in lines])
        file.add_page(page, b"/BleedBox%s/TrimBox%s" % (box_of(whole), box_of(trim)))
    file.finish(about=plates.in_catalog() if plates else b"")
    return file.taken()
