"""Draws one page: the faces, then marks and guides over them in layers, then the slug."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from fustella.core.geometry.shapes import Rect, Size
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.model import Face, FaceId
from fustella.core.values.paper import Paper
from fustella.core.values.sheets import Page, Placement
from fustella.write.pdf.drawing import PdfDrawing
from fustella.write.pdf.file import PdfFile
from fustella.write.pdf.forms import FaceForm, FaceForms
from fustella.write.pdf.layers import Layers, PdfLayer
from fustella.write.pdf.marks import (
    draw_bars,
    draw_cut_lines,
    draw_folds,
    draw_glue,
    draw_marks,
    draw_safe_zones,
    safe_zones,
)
from fustella.write.pdf.slug import draw_slug

_COSINE_SINE = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}

_DECIMALS = 6
"""The number of decimals of a scale: more than a printer resolves on any paper."""


class PageDrawing(Struct, frozen=True):
    """Draws the pages of a document, which share forms, layers and words.

    `safe_mm` is the safe zone by piece; a piece without one gets no guides.
    """

    file: PdfFile
    faces: Mapping[FaceId, Face]
    forms: FaceForms
    layers: Layers
    safe_mm: Mapping[str, float]

    def draw_page(self, paper: Paper, page: Page, label: str) -> PdfDrawing:
        on = self.file.drawing(paper.size)
        for placement in page.placements:
            draw_face(on, placement, self.forms.of(placement.face))
        self._draw_layers(on, page, paper.printable)
        draw_bars(on, page.registration)
        draw_slug(self.file, on, page.slug, label)
        return on

    def _draw_layers(self, on: PdfDrawing, page: Page, printable: Rect) -> None:
        """Draws marks, folds and guides, each kind in its layer.

        The marks of a page without pieces, such as a picture, are its content and belong to no
        layer.
        """
        marks, folds, glue, trims = page.marks, page.folds, page.glue, page.trims
        if marks and not trims:
            draw_marks(on, marks)
        elif marks:
            self._show(on, PdfLayer.CUT_MARKS, marks, lambda drawing: draw_marks(drawing, marks))

        def draw_folds_and_glue(drawing: PdfDrawing) -> None:
            draw_folds(drawing, folds)
            draw_glue(drawing, glue, printable)

        if folds or glue:
            self._show(on, PdfLayer.FOLDS, (folds, glue, printable), draw_folds_and_glue)
        if trims:
            self._show(
                on, PdfLayer.CUT_LINES, trims, lambda drawing: draw_cut_lines(drawing, trims)
            )
        zones = safe_zones(page, self.faces, self.safe_mm)
        if zones:
            self._show(
                on, PdfLayer.SAFE_ZONE, zones, lambda drawing: draw_safe_zones(drawing, zones)
            )

    def _show(
        self, on: PdfDrawing, layer: PdfLayer, shown: object, draw: Callable[[PdfDrawing], None]
    ) -> None:
        with self.layers.drawing(on, layer):
            on.form(*self.file.shared(layer.value, on.size, shown, draw))


def draw_face(on: PdfDrawing, placement: Placement, form: FaceForm) -> None:
    """Draws a face at its place, clipped where a neighbour begins."""
    matrix = _matrix(on.size, placement, form.face)
    if placement.window is None and not placement.clip:
        on.form(form.name, form.number, matrix)
        return
    with on.saved():
        if placement.window is not None:
            on.rect(placement.box)
            on.clip()
        if placement.clip:
            on.polygon(placement.clip)
            on.clip()
        on.form(form.name, form.number, matrix)


def _matrix(page: Size, placement: Placement, face: Face) -> tuple[float, ...]:
    """The matrix from a form's points to the page's: the visible part is turned about its middle.

    The form's origin is the lower left corner of trim and bleed, y up (ISO 32000-1, 8.3.3).
    """
    trim, box = face.outline.size, placement.box
    shown = placement.window or Rect(0, 0, trim.width_mm, trim.height_mm)
    from_x = (face.bleed_mm + shown.x_mm + shown.width_mm / 2) * PT_PER_MM
    from_y = (face.bleed_mm + trim.height_mm - shown.y_mm - shown.height_mm / 2) * PT_PER_MM
    to_x = (box.x_mm + box.width_mm / 2) * PT_PER_MM
    to_y = (page.height_mm - box.y_mm - box.height_mm / 2) * PT_PER_MM
    cosine, sine = (placement.scale * part for part in _COSINE_SINE[placement.turn_deg])
    along, across = round(cosine, _DECIMALS), round(sine, _DECIMALS)
    return (
        along,
        0 - across,
        across,
        along,
        to_x - (cosine * from_x + sine * from_y),
        to_y - (cosine * from_y - sine * from_x),
    )
