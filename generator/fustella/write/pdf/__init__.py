"""Writes a print document as PDF: the forms that it uses, its pages and its catalog."""

import hashlib
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct, field

from fustella.core.values.model import Face, FaceId, FacePages, SideName
from fustella.core.values.paper import Duplex
from fustella.core.values.sheets import Page, Sheet
from fustella.core.words.printed import SHEET, ToolWords
from fustella.write.pdf.file import PdfFile
from fustella.write.pdf.forms import FaceForms
from fustella.write.pdf.layers import Layers, PdfLayer
from fustella.write.pdf.page import PageDrawing

_DUPLEX = {
    Duplex.LONG_EDGE: b"DuplexFlipLongEdge",
    Duplex.SHORT_EDGE: b"DuplexFlipShortEdge",
}
_SIMPLEX = b"Simplex"


class PrintDocument(Struct, frozen=True):
    """The sheets, faces and words of a PDF.

    `labels` are one for each page, in the order of the sheets and their pages. `faces` holds every
    face that a placement names, and `rendered` the digests of all these faces; both may hold more.
    `duplex` is suggested to the print dialog, unless it is `NONE`. `safe_mm` says, by piece, how
    far texts keep from the trim; safe zones are drawn in a layer of their own. `words` hold the
    names of layers.
    """

    title: str
    language: str
    sheets: tuple[Sheet, ...]
    labels: tuple[str, ...]
    faces: Mapping[FaceId, Face]
    rendered: tuple[FacePages, ...]
    duplex: Duplex = Duplex.NONE
    safe_mm: Mapping[str, float] = field(default_factory=dict)
    words: ToolWords = field(default_factory=ToolWords)

    def pages(self) -> Iterator[tuple[Sheet, Page]]:
        """Every page with its sheet, in order."""
        for sheet in self.sheets:
            for page in sheet.pages:
                yield sheet, page

    def layer_names(self) -> dict[PdfLayer, str]:
        words = self.words.section(SHEET, self.language)
        return {layer: words[layer.value] for layer in PdfLayer}

    def placed(self) -> Iterator[FaceId]:
        """The faces of all placements, in order; a face is repeated for each placement."""
        return (placement.face for _, page in self.pages() for placement in page.placements)


def pdf_bytes(document: PrintDocument) -> bytes:
    """The PDF of `document`; equal documents give equal bytes."""
    return b"".join(pdf_parts(document))


def pdf_parts(document: PrintDocument) -> Iterator[bytes]:
    """The PDF of `document` in parts, so that a large PDF is never in memory as a whole.

    Each different face is stored once, however many copies of it are placed.
    """
    file = PdfFile(document.title, document.language)
    forms = FaceForms(file, document.placed(), document.faces)
    for batch in document.rendered:
        forms.take_over(batch)
        yield file.taken()
    layers = Layers(file.objects, document.layer_names())
    drawing = PageDrawing(file, document.faces, forms, layers, document.safe_mm)
    for (sheet, page), label in zip(document.pages(), document.labels, strict=True):
        file.add_page(drawing.draw_page(sheet.paper, page, label))
        yield file.taken()
    viewer = b""
    if document.duplex is not Duplex.NONE:
        # Parts of boards, and covers, are printed on one side.
        backs = any(page.side is SideName.BACK for _, page in document.pages())
        viewer = b"/Duplex/%s" % (_DUPLEX.get(document.duplex, _SIMPLEX) if backs else _SIMPLEX)
    file.finish(viewer, document.labels, layers.in_catalog())
    yield file.taken()


def document_key(document: PrintDocument) -> str:
    """The hash of all that `pdf_bytes` reads of a document; equal keys give equal bytes.

    The version of Fustella is not in the hash. Faces that were rendered in one batch share their
    fonts, so each batch with a face that is used counts as a whole.
    """
    total = hashlib.sha256()
    for part in _key_parts(document):
        total.update(msgspec.msgpack.encode(part))
    return total.hexdigest()


def _key_parts(document: PrintDocument) -> Iterator[object]:
    used = dict.fromkeys(document.placed())
    yield document.title, document.language, document.duplex, document.labels
    yield document.layer_names()
    yield from document.sheets
    for face_id in used:
        face = document.faces[face_id]
        safe_mm = document.safe_mm.get(face_id.piece, 0)
        yield face_id, face.digest, face.outline, face.bleed_mm, safe_mm
    digests = {document.faces[face_id].digest for face_id in used}
    for batch in document.rendered:
        if not digests.isdisjoint(batch.digests):
            yield batch.digests
            yield hashlib.sha256(batch.pdf).digest()
