"""A print document to the bytes of a PDF: the forms it uses, its pages and its catalog."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fustella.core.model import Face, FaceId, RenderedFaces, SideName
from fustella.core.paper import Duplex
from fustella.core.sheets import Page, Sheet
from fustella.core.words import words_in
from fustella.write.pdf.canvas import open_canvas
from fustella.write.pdf.forms import register_faces
from fustella.write.pdf.layers import Layers
from fustella.write.pdf.page import PageDrawing, draw_page
from fustella.write.pdf.slug import register_rulers

_DUPLEX = {
    Duplex.LONG_EDGE: "DuplexFlipLongEdge",
    Duplex.SHORT_EDGE: "DuplexFlipShortEdge",
}


@dataclass(frozen=True, slots=True)
class PrintDocument:
    """All that a PDF shows.

    `labels` are one for each page, in the order of the sheets and their pages. `faces` holds
    every face that a placement names, and `rendered` every digest of theirs; either may hold more.
    `duplex` is suggested to the print dialog; with `NONE` nothing is.
    `safe_mm`, by piece, is how far texts keep from the trim: drawn in a layer of its own.
    """

    title: str
    language: str
    sheets: tuple[Sheet, ...]
    labels: tuple[str, ...]
    faces: Mapping[FaceId, Face]
    rendered: tuple[RenderedFaces, ...]
    duplex: Duplex = Duplex.NONE
    safe_mm: Mapping[str, float] = field(default_factory=dict)

    def pages(self) -> Iterator[tuple[Sheet, Page]]:
        """Every page with its sheet, in order."""
        for sheet in self.sheets:
            for page in sheet.pages:
                yield sheet, page

    def placed(self) -> Iterator[FaceId]:
        """The faces of all placements, in order: as often as they are placed."""
        return (placement.face for _, page in self.pages() for placement in page.placements)


def pdf_bytes(document: PrintDocument) -> bytes:
    """The PDF of `document`; equal documents give equal bytes.

    Each different face is stored once, however many copies of it are placed.
    """
    canvas = open_canvas(document.title, document.language)
    if document.duplex is not Duplex.NONE:
        canvas.pdf.setViewerPreference("Duplex", _duplex_asked(document))
    forms = register_faces(canvas.document, document.placed(), document.faces, document.rendered)
    register_rulers(canvas.document, (page.slug for _, page in document.pages()))
    layers = Layers(canvas, words_in(document.language))
    drawing = PageDrawing(canvas, forms, layers, document.safe_mm)
    labelled = zip(document.pages(), document.labels, strict=True)
    for index, ((sheet, page), label) in enumerate(labelled):
        canvas.pdf.addPageLabel(index, prefix=label)
        with canvas.page(sheet.paper.size):
            draw_page(drawing, page, label)
    layers.finish()
    return canvas.file_bytes()


def _duplex_asked(document: PrintDocument) -> str:
    """The setting for the print dialog: parts of boards, and covers, are printed on one side."""
    backs = any(page.side is SideName.BACK for _, page in document.pages())
    return _DUPLEX.get(document.duplex, "Simplex") if backs else "Simplex"
