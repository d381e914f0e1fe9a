"""A print document to the bytes of a PDF: the forms it uses, its pages and its catalog."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import font_source_sans_pro
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from fustella import __version__
from fustella.core.model import Face, FaceId, RenderedFaces, SideName
from fustella.core.paper import Duplex
from fustella.core.sheets import Page, Sheet
from fustella.core.words import words_in
from fustella.write.pdf.forms import FaceForms
from fustella.write.pdf.layers import Layers
from fustella.write.pdf.page import FaceForm, PageDrawing, draw_page
from fustella.write.pdf.slug import FONT, register_ruler, ruler_length_mm

PDF_VERSION = (1, 7)
"""What typst writes."""

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


def pdf_bytes(document: PrintDocument) -> bytes:
    """The PDF of `document`; equal documents give equal bytes.

    Each different face is stored once, however many copies of it are placed.
    """
    canvas = open_canvas(document.title, document.language)
    if document.duplex is not Duplex.NONE:
        canvas.setViewerPreference("Duplex", _sides(document))
    placed = (one.face for _, page in document.pages() for one in page.placements)
    forms = register_faces(canvas, placed, document.faces, document.rendered)
    _register_rulers(canvas, document)
    layers = Layers(canvas, words_in(document.language))
    drawing = PageDrawing(canvas, forms, layers, document.safe_mm)
    labelled = zip(document.pages(), document.labels, strict=True)
    for index, ((sheet, page), label) in enumerate(labelled):
        canvas.addPageLabel(index, prefix=label)
        draw_page(drawing, page, sheet.paper.size, label)
    layers.finish()
    data: bytes = canvas.getpdfdata()  # type: ignore[no-untyped-call]
    return data


def _sides(document: PrintDocument) -> str:
    """What the print dialog is asked for: parts of boards, and covers, want no other side."""
    backs = any(page.side is SideName.BACK for sheet in document.sheets for page in sheet.pages)
    return _DUPLEX.get(document.duplex, "Simplex") if backs else "Simplex"


def open_canvas(title: str, language: str) -> Canvas:
    """An empty document with its metadata; the only font it knows is embedded."""
    rl_config.useA85 = 0  # text encoding of streams: a quarter larger, for nothing
    _register_font()
    canvas = Canvas(
        "", pageCompression=1, invariant=1, pdfVersion=PDF_VERSION, lang=language,
        initialFontName=FONT,  # type: ignore[arg-type]
    )  # fmt: skip
    canvas.setTitle(title)
    canvas.setCreator(f"Fustella {__version__}")
    # A viewer that fits the page to the paper would print every piece too small.
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    return canvas


def _register_font() -> None:
    if FONT not in pdfmetrics.getRegisteredFontNames():
        path = Path(font_source_sans_pro.__file__).parent / "files" / "SourceSansPro-Regular.ttf"
        # `asciiReadable` would embed all of ASCII instead of the letters used.
        pdfmetrics.registerFont(TTFont(FONT, str(path), asciiReadable=False))


def register_faces(
    canvas: Canvas,
    placed: Iterable[FaceId],
    faces: Mapping[FaceId, Face],
    rendered: Iterable[RenderedFaces],
) -> dict[FaceId, FaceForm]:
    """Take the faces that are placed over into the document, numbered by where they come first."""
    used = dict.fromkeys(placed)
    by_digest = {faces[face].digest: faces[face] for face in used}
    names = {digest: f"face-{number}" for number, digest in enumerate(by_digest, 1)}
    store = FaceForms(canvas._doc)  # type: ignore[attr-defined]
    for one in rendered:
        store.take_over(one, names, by_digest)
    return {face: FaceForm(names[faces[face].digest], faces[face]) for face in used}


def _register_rulers(canvas: Canvas, document: PrintDocument) -> None:
    inside: PDFDocument = canvas._doc  # type: ignore[attr-defined]
    lengths_mm = {ruler_length_mm(page.slug) for _, page in document.pages()}
    for length_mm in sorted(length for length in lengths_mm if length > 0):
        register_ruler(inside, length_mm)
