"""Draws pages of a PDF as pixels, which other modules measure.

pdfium is called directly: every build measures ink, and pypdfium2 takes longer to load, even its
bare bindings, than a game takes to measure.
"""

import ctypes
import math
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from msgspec import Struct

from fustella.core.geometry.units import PT_PER_INCH
from fustella.core.words.patterns import regex
from fustella.write.pdfium import PDFIUM

_LIBRARY = {"win32": "pdfium.dll", "darwin": "libpdfium.dylib"}.get(sys.platform, "libpdfium.so")
"""The name of pdfium's library in the folder of its bindings."""

_POINTER, _INT, _FLOAT = ctypes.c_void_p, ctypes.c_int, ctypes.c_float
_FUNCTIONS = {
    "FPDF_InitLibrary": (None,),
    "FPDF_LoadMemDocument64": (_POINTER, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p),
    "FPDF_CloseDocument": (None, _POINTER),
    "FPDF_LoadPage": (_POINTER, _POINTER, _INT),
    "FPDF_ClosePage": (None, _POINTER),
    "FPDF_GetPageWidthF": (_FLOAT, _POINTER),
    "FPDF_GetPageHeightF": (_FLOAT, _POINTER),
    "FPDFBitmap_CreateEx": (_POINTER, _INT, _INT, _INT, _POINTER, _INT),
    "FPDFBitmap_FillRect": (_INT, _POINTER, _INT, _INT, _INT, _INT, ctypes.c_ulong),
    "FPDF_RenderPageBitmap": (None, _POINTER, _POINTER, _INT, _INT, _INT, _INT, _INT, _INT),
    "FPDFBitmap_Destroy": (None, _POINTER),
}
"""The functions of pdfium that are called, with their results and arguments (fpdfview.h)."""

_GREY, _BLUE_GREEN_RED = 1, 2
"""The numbers of pdfium's two formats of bitmaps."""

_WITH_ANNOTATIONS, _IN_GREYS, _RED_FIRST = 0x01, 0x08, 0x10
_WHITE = 0xFFFFFFFF

_PROFILED = regex(rb"\[/ICCBased (\d+) 0 R\]")
_DEVICE = {b"1": b"/DeviceGray", b"3": b"/DeviceRGB"}
"""The colour spaces of screens by the number of their values: pdfium takes them as sRGB."""


class Pixels(Struct, frozen=True):
    """A picture, row by row: for each pixel its grey, 0 to 255, or its red, green and blue."""

    levels: bytes
    width: int
    height: int


@cache
def _pdfium() -> Any:
    package = find_spec("pypdfium2_raw")
    folders = (package.submodule_search_locations if package else None) or ()
    library = next(filter(Path.is_file, (Path(folder, _LIBRARY) for folder in folders)), None)
    if library is None:  # that of a system, which the bindings know how to find
        pdfium: Any = import_module("pypdfium2_raw")
    else:
        pdfium = ctypes.CDLL(str(library))
        for name, (result, *arguments) in _FUNCTIONS.items():
            function = getattr(pdfium, name)
            function.restype, function.argtypes = result, arguments
    pdfium.FPDF_InitLibrary()  # a second time, as by pypdfium2, this does nothing
    return pdfium


def pages_in_greys(pdf: bytes, dpi: float, pages: Iterable[int]) -> Iterator[Pixels]:
    """Yields some pages of a PDF in greys, as pypdfium2 renders them with `grayscale`.

    The PDF must have the profiles of rendered faces, for sRGB and its greys. Raises ValueError for
    bytes that are no PDF, or for a missing page.
    """
    return _pages(pdf, dpi, pages, in_greys=True)


def pages_in_colours(pdf: bytes, dpi: float, pages: Iterable[int]) -> Iterator[Pixels]:
    """Some pages of a PDF in red, green and blue."""
    return _pages(pdf, dpi, pages, in_greys=False)


def _pages(pdf: bytes, dpi: float, pages: Iterable[int], *, in_greys: bool) -> Iterator[Pixels]:
    pdf = _in_device_colours(pdf)
    with PDFIUM:
        pdfium = _pdfium()
        document = pdfium.FPDF_LoadMemDocument64(pdf, len(pdf), None)
    if not document:
        raise ValueError("pdfium cannot read the PDF")
    try:
        for number in pages:
            with PDFIUM:
                drawn = _page(pdfium, document, number, dpi / PT_PER_INCH, in_greys=in_greys)
            yield drawn
    finally:
        with PDFIUM:
            pdfium.FPDF_CloseDocument(document)


def _page(pdfium: Any, document: Any, number: int, scale: float, *, in_greys: bool) -> Pixels:
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        raise ValueError(f"pdfium cannot read page {number} of the PDF")
    try:
        return _drawn_page(pdfium, page, scale, in_greys=in_greys)
    finally:
        pdfium.FPDF_ClosePage(page)


def _in_device_colours(pdf: bytes) -> bytes:
    """The PDF without colour profiles, which take longer to load than a face to draw.

    Each reference to a profile is replaced by as many bytes, so that no object moves.
    """

    def replaced(reference: re.Match[bytes]) -> bytes:
        profile = re.search(rb"\n%s 0 obj\s*<<[^>]*?/N (\d)" % reference[1], pdf)
        device = _DEVICE.get(profile[1], b"") if profile else b""
        return device.ljust(len(reference[0])) if device else reference[0]

    return _PROFILED.sub(replaced, pdf)


def _drawn_page(pdfium: Any, page: Any, scale: float, *, in_greys: bool) -> Pixels:
    width = math.ceil(pdfium.FPDF_GetPageWidthF(page) * scale)
    height = math.ceil(pdfium.FPDF_GetPageHeightF(page) * scale)
    bytes_of_row = width if in_greys else 3 * width
    levels = (ctypes.c_ubyte * (bytes_of_row * height))()
    kind = _GREY if in_greys else _BLUE_GREEN_RED
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, kind, levels, bytes_of_row)
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
        flags = _WITH_ANNOTATIONS | (_IN_GREYS if in_greys else _RED_FIRST)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    return Pixels(bytes(levels), width, height)
