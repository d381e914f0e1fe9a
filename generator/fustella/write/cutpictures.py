"""Pictures that the software of a cutting machine prints: the fronts on a sheet's mat, as PNG.

Cricut's Design Space prints a picture and cuts it. So the picture shows the same area of the page
as the sheet's cut file, from the same corner and of the same size, and nothing but the pieces with
their bleed: all around them it is transparent.
"""

from fustella.core.values.model import SideName
from fustella.core.values.sheets import moved_page
from fustella.write.pdf import PrintDocument
from fustella.write.pdf.file import PdfFile
from fustella.write.pdf.forms import FaceForms
from fustella.write.pdf.page import draw_face
from fustella.write.raster import page_pngs

PICTURE_DPI = 300.0
"""The resolution at which Design Space prints. An area of 9.25 x 6.75 in is 2775 x 2025 pixels."""

_HAIR_DPI = 1e-6
"""Pages are rounded up to whole pixels; one of whole pixels is not to get another by rounding."""


def png_bytes(document: PrintDocument) -> bytes:
    """The PNG of a document of one page that has a mat. It says its resolution.

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
