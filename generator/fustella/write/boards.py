"""Writes the art of punchboards as PDF: the faces in their places, and nothing else.

Fronts and backs follow each other, and lie behind each other when a board is turned over its long
edge. Around a face whose edge has one colour, that colour goes on as far as a bleed may reach.
"""

from collections.abc import Mapping

from msgspec import Struct

from fustella.core.geometry.shapes import Rect
from fustella.core.values.model import Face, FaceId, FacePages
from fustella.core.values.sheets import Sheet
from fustella.write.pdf.file import PdfFile, box_of
from fustella.write.pdf.forms import FaceForms
from fustella.write.pdf.page import draw_face

_BYTE = 255


class BoardDocument(Struct, frozen=True):
    """The boards of a PDF, with a label for each page.

    `faces` holds every face that a placement names, and `rendered` their pages. `edges` has the
    colour, `#rrggbb`, along the trim of pieces that have one.
    """

    title: str
    language: str
    sheets: tuple[Sheet, ...]
    labels: tuple[str, ...]
    faces: Mapping[FaceId, Face]
    rendered: tuple[FacePages, ...]
    edges: Mapping[str, str]


def boards_pdf(document: BoardDocument) -> bytes:
    """The PDF of `document`; equal documents give equal bytes, and each face is stored once."""
    file = PdfFile(document.title, document.language)
    pages = [(sheet, page) for sheet in document.sheets for page in sheet.pages]
    placed = (placement.face for _, page in pages for placement in page.placements)
    forms = FaceForms(file, placed, document.faces)
    for batch in document.rendered:
        forms.take_over(batch)
    for sheet, page in pages:
        drawing = file.drawing(sheet.paper.size)
        for placement in page.placements:
            if edge := document.edges.get(placement.face.piece):
                drawing.fill_rgb(*(part / _BYTE for part in bytes.fromhex(edge.lstrip("#"))))
                drawing.polygon(placement.clip)
                drawing.fill()
            draw_face(drawing, placement, forms.of(placement.face))
        box = box_of(Rect(0, 0, drawing.size.width_mm, drawing.size.height_mm))
        file.add_page(drawing, b"/BleedBox%s/TrimBox%s" % (box, box))
    file.finish(labels=document.labels)
    return file.taken()
