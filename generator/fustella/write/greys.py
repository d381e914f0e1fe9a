"""Pages of a PDF as pictures in greys, to measure.

pdfium is called directly: every build measures ink, and the helpers of pypdfium2 take longer to
load than pdfium itself.
"""

import ctypes
import math
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from fustella.core.units import PT_PER_INCH

_WHITE = 0xFFFFFFFF


class Greys(Struct, frozen=True):
    """A picture: its pixels from black (0) to white (255), row by row."""

    levels: bytes
    width: int
    height: int


@cache
def _pdfium() -> Any:
    import pypdfium2_raw  # type: ignore[import-untyped]  # noqa: PLC0415  (4 ms)

    # A second time, as by pypdfium2, this does nothing.
    pypdfium2_raw.FPDF_InitLibraryWithConfig(pypdfium2_raw.FPDF_LIBRARY_CONFIG(version=2))
    return pypdfium2_raw


def pages_in_greys(pdf: bytes, dpi: float, pages: Iterable[int]) -> Iterator[Greys]:
    """Some pages of a PDF. Raises ValueError for what is no PDF, or for a page that is not there.

    They are as pypdfium2 renders them with `grayscale`.
    """
    pdfium = _pdfium()
    document = pdfium.FPDF_LoadMemDocument64(pdf, len(pdf), None)
    if not document:
        raise ValueError("pdfium cannot read the PDF")
    try:
        for number in pages:
            page = pdfium.FPDF_LoadPage(document, number)
            if not page:
                raise ValueError(f"pdfium cannot read page {number} of the PDF")
            try:
                yield _drawn(pdfium, page, dpi / PT_PER_INCH)
            finally:
                pdfium.FPDF_ClosePage(page)
    finally:
        pdfium.FPDF_CloseDocument(document)


def _drawn(pdfium: Any, page: Any, scale: float) -> Greys:
    width = math.ceil(pdfium.FPDF_GetPageWidthF(page) * scale)
    height = math.ceil(pdfium.FPDF_GetPageHeightF(page) * scale)
    levels = (ctypes.c_ubyte * (width * height))()
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_Gray, levels, width)
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
        flags = pdfium.FPDF_GRAYSCALE | pdfium.FPDF_ANNOT
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    return Greys(bytes(levels), width, height)
