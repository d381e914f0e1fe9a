"""A print document to the bytes of a PDF: the forms it uses, its pages and its catalog."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import font_source_sans_pro
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from generator import __version__
from generator.model import Face, FaceId, RenderedFaces
from generator.press import Duplex
from generator.sheets import Page, Sheet
from generator.write.forms import FaceForms
from generator.write.pages import Form, draw_page
from generator.write.strip import FONT, register_ruler, ruler_length_mm

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
    """

    title: str
    language: str
    sheets: tuple[Sheet, ...]
    labels: tuple[str, ...]
    faces: Mapping[FaceId, Face]
    rendered: tuple[RenderedFaces, ...]
    duplex: Duplex = Duplex.NONE

    def pages(self) -> Iterator[tuple[Sheet, Page]]:
        """Every page with its sheet, in order."""
        for sheet in self.sheets:
            for page in sheet.pages:
                yield sheet, page


def pdf_bytes(document: PrintDocument) -> bytes:
    """The PDF of `document`; equal documents give equal bytes.

    Each different face is stored once, however many copies of it are placed.
    """
    canvas = _canvas(document)
    forms = _register_forms(canvas, document)
    labelled = zip(document.pages(), document.labels, strict=True)
    for index, ((sheet, page), label) in enumerate(labelled):
        canvas.addPageLabel(index, prefix=label)
        draw_page(canvas, page, sheet.paper.size, forms, label)
    data: bytes = canvas.getpdfdata()  # type: ignore[no-untyped-call]
    return data


def _canvas(document: PrintDocument) -> Canvas:
    """An empty document with its metadata; the only font it knows is embedded."""
    rl_config.useA85 = 0  # text encoding of streams: a quarter larger, for nothing
    _register_font()
    canvas = Canvas(
        "", pageCompression=1, invariant=1, pdfVersion=PDF_VERSION, lang=document.language,
        initialFontName=FONT,  # type: ignore[arg-type]
    )  # fmt: skip
    canvas.setTitle(document.title)
    canvas.setCreator(f"Fustella {__version__}")
    # A viewer that fits the page to the paper would print every piece too small.
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    if document.duplex in _DUPLEX:
        canvas.setViewerPreference("Duplex", _DUPLEX[document.duplex])
    return canvas


def _register_font() -> None:
    if FONT not in pdfmetrics.getRegisteredFontNames():
        path = Path(font_source_sans_pro.__file__).parent / "files" / "SourceSansPro-Regular.ttf"
        # `asciiReadable` would embed all of ASCII instead of the letters used.
        pdfmetrics.registerFont(TTFont(FONT, str(path), asciiReadable=False))


def _register_forms(canvas: Canvas, document: PrintDocument) -> dict[FaceId, Form]:
    """Take the faces that are placed over into the document, numbered by where they come first."""
    used = dict.fromkeys(
        placement.face for _, page in document.pages() for placement in page.placements
    )
    by_digest = {document.faces[face].digest: document.faces[face] for face in used}
    names = {digest: f"face-{number}" for number, digest in enumerate(by_digest, 1)}
    inside: PDFDocument = canvas._doc  # type: ignore[attr-defined]
    store = FaceForms(inside)
    for rendered in document.rendered:
        store.take_over(rendered, names, by_digest)
    for length_mm in sorted({ruler_length_mm(page.strip) for _, page in document.pages()}):
        register_ruler(inside, length_mm)
    return {face: Form(names[document.faces[face].digest], document.faces[face]) for face in used}
