"""Writes a PDF for a print shop: one piece a page, with the boxes for cutting.

The page is trim and bleed; its MediaBox and BleedBox are the whole page, and its TrimBox lies
inside by the bleed (ISO 32000-1, 14.11.2). Nothing but the piece is printed: no marks, no ruler, no
label. A page of a piece that is not rectangular is the box around it; its bleed ends at the grown
outline.
"""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from fustella.core.files.pdf import stream
from fustella.core.geometry.dies import DieLine
from fustella.core.geometry.shapes import Rect
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.model import Face, FaceId, FacePages, SideName
from fustella.core.values.plates import PlateSort
from fustella.write.pdf.drawing import PdfDrawing
from fustella.write.pdf.file import PdfFile, box_of
from fustella.write.pdf.forms import FaceForms
from fustella.write.stored_pictures import StoredPicture

_HAIR_MM = 0.36
"""How far a picture reaches under the face that it goes on around: a pixel of 72 dpi."""


class DieLines(Struct, frozen=True):
    """The lines of tools above faces, in mm of the trim, and how their plates are called."""

    lines: Mapping[FaceId, tuple[DieLine, ...]]
    names: Mapping[PlateSort, str]
    line_mm: float


class ShopDocument(Struct, frozen=True):
    """Faces in page order: for each copy the front, then its back if it has one.

    None is an empty page, as large as the one before it. With `bleed_mm` that much of the drawn
    bleed is shown, else all of it. `dies` lie above faces. With `upright`, faces that are wider
    than high are turned, backs the other way round than fronts, so that both stand upright on the
    piece. `continued` are pictures as large as their pages, with the whole of `bleed_mm`: they lie
    under faces with less bleed, whose edge they draw on outwards.
    """

    title: str
    language: str
    pages: tuple[FaceId | None, ...]
    faces: Mapping[FaceId, Face]
    rendered: tuple[FacePages, ...]
    bleed_mm: float | None = None
    dies: DieLines | None = None
    upright: bool = False
    continued: Mapping[FaceId, StoredPicture] = MappingProxyType({})


def shop_bytes(document: ShopDocument) -> bytes:
    """The PDF of `document`; equal documents give equal bytes, and each face is stored once."""
    file = PdfFile(document.title, document.language)
    placed = [page for page in document.pages if page is not None]
    opaque = bool(document.continued)
    forms = FaceForms(file, placed, document.faces, opaque=opaque, hair_mm=_HAIR_MM)
    under = _Under(file, document.continued)
    dies = document.dies
    plates = None
    if dies is not None:
        from fustella.write.dies import Plates  # noqa: PLC0415  (builds draw no plates)

        plates = Plates(file.objects, dies.names, dies.line_mm)
    for batch in document.rendered:
        forms.take_over(batch)
    trim = Rect(0, 0, 0, 0)
    for face_id in document.pages:
        if face_id is None:
            page = file.drawing(trim.grown(trim.x_mm).size)
        else:
            form = forms.of(face_id)
            size, drawn_mm = form.face.outline.size, form.face.bleed_mm
            bleed_mm = drawn_mm if document.bleed_mm is None else document.bleed_mm
            if face_id not in document.continued:
                bleed_mm = min(bleed_mm, drawn_mm)
            turned = document.upright and size.width_mm > size.height_mm
            trim_size = size.turned() if turned else size
            trim = Rect(bleed_mm, bleed_mm, trim_size.width_mm, trim_size.height_mm)
            page = file.drawing(trim.grown(bleed_mm).size)
            under.draw(page, face_id)
            page.form(form.name, form.number, _matrix(form.face, face_id.side, bleed_mm, turned))
            if dies is not None and plates is not None:
                lines = dies.lines.get(face_id, ())
                plates.draw(page, [line.moved(bleed_mm, bleed_mm) for line in lines])
        whole = trim.grown(trim.x_mm)
        file.add_page(page, b"/BleedBox%s/TrimBox%s" % (box_of(whole), box_of(trim)))
    file.finish(about=plates.in_catalog() if plates else b"")
    return file.taken()


class _Under:
    """Draws the pictures that lie under faces; each is stored once."""

    def __init__(self, file: PdfFile, pictures: Mapping[FaceId, StoredPicture]) -> None:
        self._file, self._pictures = file, pictures
        self._named: dict[bytes, tuple[str, int]] = {}

    def draw(self, page: PdfDrawing, face: FaceId) -> None:
        """Fills a page with the picture of a face; nothing for a face without one."""
        picture = self._pictures.get(face)
        if picture is None:
            return
        if picture.data not in self._named:
            head = b"<</Type/XObject/Subtype/Image/Width %d/Height %d%s/Length %d>>"
            of = picture.width, picture.height, picture.about, len(picture.data)
            number = self._file.objects.add(stream(head % of, picture.data))
            self._named[picture.data] = f"edge-{len(self._named) + 1}", number
        # A picture fills the unit square, whatever its pixels (ISO 32000-1, 8.9.4).
        size_pt = page.size.width_mm * PT_PER_MM, page.size.height_mm * PT_PER_MM
        page.form(*self._named[picture.data], (size_pt[0], 0, 0, size_pt[1], 0, 0))


def _matrix(
    face: Face, side: SideName, bleed_mm: float, turned: bool
) -> tuple[float, float, float, float, float, float]:
    """The matrix of a face on its page (ISO 32000-1, 8.3.4); bleed beyond `bleed_mm` is hidden."""
    hidden_pt = (bleed_mm - face.bleed_mm) * PT_PER_MM
    if not turned:
        return 1, 0, 0, 1, hidden_pt, hidden_pt
    drawn = face.outline.size
    width_pt = (drawn.width_mm + 2 * face.bleed_mm) * PT_PER_MM
    height_pt = (drawn.height_mm + 2 * face.bleed_mm) * PT_PER_MM
    if side is SideName.FRONT:
        return 0, -1, 1, 0, hidden_pt, width_pt + hidden_pt
    return 0, 1, -1, 0, height_pt + hidden_pt, hidden_pt
