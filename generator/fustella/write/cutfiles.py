"""Writes files for cutting machines: the paths round pieces as SVG and DXF, and a picture.

Paths show the front page in millimetres, in three layers: CUT, FOLD and REGISTRATION. The SVG has
its origin at the top left, y down; the DXF at the bottom left, y up, as usual in each format. An
edge that pieces share is cut once. A file of a sheet that was folded and glued shows the half with
the fronts, which then lies on the cutting mat. A file of a page with a `mat` of its own shows that
area, without REGISTRATION. Equal sheets give equal bytes.

The picture is for Cricut's Design Space, which prints a picture and cuts it. It shows the same area
as the cut file, and nothing but the pieces with their bleed: all around them it is transparent.
"""

import io
from collections.abc import Iterator

import svgwrite
from msgspec import Struct
from msgspec.structs import replace
from svgwrite.extensions import Inkscape

from fustella.core.geometry.cutpaths import CutPath, SegmentPath, cut_paths
from fustella.core.geometry.polygons import edges_of
from fustella.core.geometry.shapes import Point, Size
from fustella.core.values.model import SideName
from fustella.core.values.sheets import Line, Page, Sheet, moved_page
from fustella.write.dxf import DxfDrawing
from fustella.write.pdf import PrintDocument
from fustella.write.pdf.file import PdfFile
from fustella.write.pdf.forms import FaceForms
from fustella.write.pdf.page import draw_face
from fustella.write.raster import page_pngs
from fustella.write.ways import add_dxf_way, rounded_mm, svg_way

CUT, FOLD, REGISTRATION = "CUT", "FOLD", "REGISTRATION"
LAYERS = (CUT, FOLD, REGISTRATION)
_SVG_COLOUR = {CUT: "#ff0000", FOLD: "#0000ff", REGISTRATION: "#000000"}

_DXF_COLOUR = {CUT: 1, FOLD: 5, REGISTRATION: 7}
"""The colour of each layer, as numbers among AutoCAD's colours: red, blue, black on white."""

_SVG_LINE_MM = 0.1

PICTURE_DPI = 300.0
"""The resolution at which Design Space prints: 9.25 x 6.75 in are 2775 x 2025 pixels."""

_HAIR_DPI = 1e-6
"""The resolution to subtract, so that rounding up adds no pixel to a page of whole pixels."""


def svg_bytes(sheet: Sheet) -> bytes:
    """The cut file of a sheet as SVG, in Inkscape's layers."""
    page, mat = _on_mat(sheet)
    size = mat.size
    drawing = svgwrite.Drawing(
        size=(f"{rounded_mm(size.width_mm)}mm", f"{rounded_mm(size.height_mm)}mm"),
        viewBox=f"0 0 {rounded_mm(size.width_mm)} {rounded_mm(size.height_mm)}",
        debug=False,
    )
    inkscape = Inkscape(drawing)
    for name in _layers(page):
        layer = inkscape.layer(label=name, id=name)
        layer.update({"fill": "none", "stroke": _SVG_COLOUR[name], "stroke-width": _SVG_LINE_MM})
        drawing.add(layer)
        for path in _paths(page, name):
            layer.add(svg_way(drawing, path, mat.down))
    text = io.StringIO()
    drawing.write(text, pretty=True)
    return text.getvalue().encode()


def dxf_bytes(sheet: Sheet) -> bytes:
    """The cut file of a sheet as DXF of AutoCAD 2000 (AC1015), in millimetres."""
    page, mat = _on_mat(sheet)
    drawing = DxfDrawing(mat.size)
    for name in _layers(page):
        drawing.add_layer(name, _DXF_COLOUR[name])
        for path in _paths(page, name):
            add_dxf_way(drawing, name, path, mat.up)
    return drawing.text().encode()


def png_bytes(document: PrintDocument) -> bytes:
    """The PNG, with its resolution, of a document of one page that has a mat.

    Equal documents give equal bytes.
    """
    ((_, page),) = document.pages()
    assert page.mat is not None, "only pages with a mat have pictures"
    from_mat = moved_page(page, -page.mat.x_mm, -page.mat.y_mm)
    # Beside the fronts of a sheet that is folded lie its backs.
    fronts = [
        placement for placement in from_mat.placements if placement.face.side is SideName.FRONT
    ]
    file = PdfFile(document.title, document.language)
    placed = (placement.face for placement in fronts)
    forms = FaceForms(file, placed, document.faces, opaque=True)
    for batch in document.rendered:
        forms.take_over(batch)
    drawing = file.drawing(page.mat.size)
    for placement in fronts:
        draw_face(drawing, placement, forms.of(placement.face))
    file.add_page(drawing)
    file.finish()
    (png,) = page_pngs(file.taken(), PICTURE_DPI - _HAIR_DPI, clear=True)
    return png


class _Mat(Struct, frozen=True):
    """The mat of a cutting machine: its size, and its corner at the page's point `origin`."""

    origin: Point
    size: Size

    def down(self, at: Point) -> tuple[float, float]:
        """The place of a page's point on the mat, in mm from the top left, y down."""
        return rounded_mm(at.x_mm - self.origin.x_mm), rounded_mm(at.y_mm - self.origin.y_mm)

    def up(self, at: Point) -> tuple[float, float]:
        """The place of a page's point on the mat, in mm from the bottom left, y up."""
        x_mm, y_mm = at.x_mm - self.origin.x_mm, at.y_mm - self.origin.y_mm
        return rounded_mm(x_mm), rounded_mm(self.size.height_mm - y_mm)


def _on_mat(sheet: Sheet) -> tuple[Page, _Mat]:
    """The front page of a sheet, as its pieces are cut out after gluing, and its mat.

    The page is the sheet's front: the other side needs no cutting of its own.
    """
    fronts = (page for page in sheet.pages if page.side is SideName.FRONT)
    page, size = next(fronts, sheet.pages[0]), sheet.paper.size
    if page.mat is not None:
        own = page.folds[:-1] if page.glue else page.folds
        return replace(page, folds=own), _Mat(Point(page.mat.x_mm, page.mat.y_mm), page.mat.size)
    if not page.glue:
        return page, _Mat(Point(0, 0), size)
    fold = page.folds[-1]  # the sheet's own fold comes after those of the pieces
    if fold.start.y_mm == fold.end.y_mm:
        origin = Point(0, fold.start.y_mm)
    else:
        origin = Point(fold.start.x_mm, 0)
    half = Size(size.width_mm - origin.x_mm, size.height_mm - origin.y_mm)
    return replace(page, folds=page.folds[:-1]), _Mat(origin, half)


def _layers(page: Page) -> tuple[str, ...]:
    return LAYERS if page.mat is None else (CUT, FOLD)


def _paths(page: Page, layer: str) -> Iterator[CutPath]:
    if layer == CUT:
        yield from cut_paths(page.trims)
    elif layer == FOLD:
        yield from (SegmentPath((fold,), closed=False) for fold in page.folds)
    else:
        for bar in page.registration:
            edges = edges_of(bar.box.corners())
            yield SegmentPath(tuple(Line(start, end) for start, end in edges), closed=True)
