"""Reads PDFs with pdfplumber, pypdf and pypdfium2, and shares no code with the tool."""

import math
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from ctypes import c_float, c_int, c_uint
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import pdfplumber
import pypdf
import pypdfium2
import pypdfium2.raw as pdfium
from pdfplumber.page import Page
from pypdf.generic import ContentStream

MM_PER_PT = 25.4 / 72
CLOSE_MM = 0.05


@dataclass(frozen=True)
class Seen:
    """A filled shape on a page, with the letters in it and their rotation in degrees.

    Lengths are mm from the top-left corner of the page.
    """

    page: int
    x: float
    y: float
    width: float
    height: float
    letters: str
    turn: int
    colour: str

    def turned(self, paper: tuple[float, float], long_edge: bool) -> tuple[float, float]:
        """The place of its corner after the sheet was turned over."""
        wide, high = paper
        if long_edge:
            return wide - self.x - self.width, self.y
        return self.x, high - self.y - self.height


def pages_of(path: Path) -> list[Page]:
    """The pages of a file, which are read once."""
    return _pages(path.read_bytes())


@lru_cache(maxsize=8)
def _pages(content: bytes) -> list[Page]:
    return pdfplumber.open(BytesIO(content)).pages


def shapes(path: Path, width_mm: float, height_mm: float) -> list[Seen]:
    """All filled shapes of one size, to a twentieth of a millimetre."""
    found = []
    for number, page in enumerate(painted(path.read_bytes())):
        for shape in page.parts:
            wide, high = shape.right - shape.left, shape.bottom - shape.top
            right_size = abs(wide - width_mm) < CLOSE_MM and abs(high - height_mm) < CLOSE_MM
            if right_size and shape.colour:
                found.append(_seen(number, shape, page.letters))
    return found


@dataclass(frozen=True)
class Box:
    """A box in mm from the top-left corner of the page."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Part(Box):
    """A part of a path: the ends of its lines and curves, and its `colour` if it is filled."""

    corners: int
    curved: bool
    stroked: bool
    colour: str


@dataclass(frozen=True)
class Letter(Box):
    """A letter, with the size of its font in points and its rotation in degrees."""

    text: str
    size_pt: float
    turn: int

    def lies_in(self, box: Box) -> bool:
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        return box.left < x < box.right and box.top < y < box.bottom


@dataclass(frozen=True)
class Painted:
    """The parts of all paths of a page, and its letters, in the order of drawing."""

    parts: list[Part]
    letters: list[Letter]


@lru_cache(maxsize=8)
def painted(content: bytes) -> list[Painted]:
    """The paths and letters on each page of a file."""
    with closing(pypdfium2.PdfDocument(content)) as document:
        return [Painted([*_parts_of(page)], [*_letters_of(page)]) for page in document]


def _parts_of(page: pypdfium2.PdfPage) -> Iterator[Part]:
    fill, stroke, colour = c_int(), c_int(), [c_uint() for _ in range(4)]
    for path, matrix in _paths(page.raw, _in_mm(page)):
        pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
        pdfium.FPDFPageObj_GetFillColor(path, *colour)
        filled = fill.value != pdfium.FPDF_FILLMODE_NONE
        hexed = "#" + "".join(f"{part.value:02x}" for part in colour[:3]) if filled else ""
        for corners, curved in _outlines(path):
            xs, ys = zip(*(matrix.on_point(*at) for at in corners), strict=True)
            box = min(xs), min(ys), max(xs), max(ys)
            yield Part(*box, len(corners), curved, bool(stroke.value), hexed)


def _in_mm(page: pypdfium2.PdfPage) -> pypdfium2.PdfMatrix:
    """The matrix from points of a page, y up, to mm from its top-left corner."""
    return pypdfium2.PdfMatrix(MM_PER_PT, 0, 0, -MM_PER_PT, 0, page.get_height() * MM_PER_PT)


def _paths(
    holder: object, matrix: pypdfium2.PdfMatrix
) -> Iterator[tuple[object, pypdfium2.PdfMatrix]]:
    """All paths of a page or a form, each with its matrix to mm of the page."""
    in_form = isinstance(holder, pdfium.FPDF_PAGEOBJECT)
    count = pdfium.FPDFFormObj_CountObjects if in_form else pdfium.FPDFPage_CountObjects
    at = pdfium.FPDFFormObj_GetObject if in_form else pdfium.FPDFPage_GetObject
    for number in range(count(holder)):
        one, own = at(holder, number), pdfium.FS_MATRIX()
        kind = pdfium.FPDFPageObj_GetType(one)
        pdfium.FPDFPageObj_GetMatrix(one, own)
        to_page = pypdfium2.PdfMatrix.from_raw(own).multiply(matrix)
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _paths(one, to_page)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            yield one, to_page


def _outlines(path: object) -> list[tuple[list[tuple[float, float]], bool]]:
    """The parts of a path: the points where lines and curves end, and whether a part has curves."""
    found: list[tuple[list[tuple[float, float]], bool]] = []
    x, y, of_curves = c_float(), c_float(), 0
    for number in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, number)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            found.append(([], False))
        elif kind == pdfium.FPDF_SEGMENT_BEZIERTO:
            found[-1] = (found[-1][0], True)
            of_curves += 1
            if of_curves % 3:  # a curve has three points, of which it ends at the last
                continue
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        found[-1][0].append((x.value, y.value))
    return found


def _letters_of(page: pypdfium2.PdfPage) -> Iterator[Letter]:
    words, to_mm, matrix = page.get_textpage(), _in_mm(page), pdfium.FS_MATRIX()
    for number in range(words.count_chars()):
        letter = chr(pdfium.FPDFText_GetUnicode(words, number))
        if letter.isspace():
            continue
        left, low, right, high = words.get_charbox(number, loose=True)
        (x0, y0), (x1, y1) = to_mm.on_point(left, high), to_mm.on_point(right, low)
        pdfium.FPDFText_GetMatrix(words, number, matrix)
        turn = round(math.degrees(math.atan2(-matrix.b, matrix.a))) % 360
        size_pt = pdfium.FPDFText_GetFontSize(words, number) * math.hypot(matrix.a, matrix.b)
        yield Letter(x0, y0, x1, y1, letter, size_pt, turn)


def _seen(page: int, shape: Part, letters: list[Letter]) -> Seen:
    inside = [letter for letter in letters if letter.lies_in(shape)]
    return Seen(
        page=page,
        x=shape.left,
        y=shape.top,
        width=shape.right - shape.left,
        height=shape.bottom - shape.top,
        letters="".join(letter.text for letter in inside),
        turn=inside[0].turn if inside else 0,
        colour=shape.colour,
    )


def text(path: Path) -> str:
    """All text of a file, as a viewer's search finds it."""
    pdf = pypdfium2.PdfDocument(path)
    pages = (pdf[number].get_textpage().get_text_range() for number in range(len(pdf)))
    return " ".join(" ".join(pages).split())


def paper_mm(path: Path) -> set[tuple[float, float]]:
    """The sizes of the pages, to a tenth of a millimetre."""
    boxes = (page.mediabox for page in pypdf.PdfReader(path).pages)
    return {
        (round(float(box.width) * MM_PER_PT, 1), round(float(box.height) * MM_PER_PT, 1))
        for box in boxes
    }


def uses_of_forms(path: Path) -> Counter[str]:
    """The number of times that pages draw each form."""
    reader = pypdf.PdfReader(path)
    uses: Counter[str] = Counter()
    for page in reader.pages:
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator == b"Do":
                uses[str(operands[0])] += 1
    return uses


def fonts(path: Path) -> dict[str, bool]:
    """The fonts of the file, each with whether it is embedded."""
    found = {}
    for entry in _objects(pypdf.PdfReader(path)):
        if isinstance(entry, dict) and entry.get("/Type") == "/Font":
            inner = entry.get("/DescendantFonts")
            font = inner.get_object()[0].get_object() if inner is not None else entry
            descriptor = font.get("/FontDescriptor")
            described = descriptor.get_object() if descriptor is not None else {}
            name = str(entry.get("/BaseFont", entry.get("/Name")))
            found[name] = bool({"/FontFile", "/FontFile2", "/FontFile3"} & described.keys())
    return found


def _objects(reader: pypdf.PdfReader):
    for generation in reader.xref.values():
        for number in generation:
            yield reader.get_object(number)
    for number in reader.xref_objStm:
        yield reader.get_object(number)


def visible_words(path: Path, least_mm: float) -> list[str]:
    """The words of at least `least_mm` that leave ink on paper, without words that a clip hides."""
    rendered = pypdfium2.PdfDocument(path)
    found = []
    for number, page in enumerate(pages_of(path)):
        picture = rendered[number].render(scale=1).to_pil().convert("L")
        for word in page.extract_words():
            box = tuple(round(word[side]) for side in ("x0", "top", "x1", "bottom"))
            on_page = box[0] >= 0 and box[2] <= page.width
            large = (word["bottom"] - word["top"]) * MM_PER_PT >= least_mm
            if large and on_page and picture.crop(box).getextrema()[0] < 128:
                found.append(word["text"])
    return found
