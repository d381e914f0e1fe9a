"""Reads finished PDFs by libraries that did not write them: pypdf for forms, pdfium for text.

Nothing here imports the tool. Lengths are millimetres from the top-left corner of the page.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypdf
import pypdfium2

MM_PER_PT = 25.4 / 72
_PLACED = re.compile(r" cm\s+(/face-\d+) Do")
_SIX_NUMBERS = 200
"""The letters that a matrix takes at most; a search for it would begin at each number."""


@dataclass(frozen=True)
class Printed:
    """A face on a page: its form, its box, and the text printed there."""

    form: str
    left_mm: float
    top_mm: float
    width_mm: float
    height_mm: float
    text: str


@dataclass(frozen=True)
class PrintedPage:
    width_mm: float
    height_mm: float
    text: str
    pieces: tuple[Printed, ...]


def read_pages(path: Path) -> Iterator[PrintedPage]:
    """Yields the pages of a PDF with the faces on each."""
    reader = pypdf.PdfReader(path)
    document = pypdfium2.PdfDocument(path)
    try:
        for page, shown in zip(reader.pages, document, strict=True):
            words = shown.get_textpage()
            height_pt = float(page.mediabox.height)
            pieces = tuple(_pieces(page, words, height_pt))
            width_mm = float(page.mediabox.width) * MM_PER_PT
            text = words.get_text_range()
            yield PrintedPage(width_mm, height_pt * MM_PER_PT, text, pieces)
    finally:
        document.close()


def _pieces(page: pypdf.PageObject, words: object, height_pt: float) -> Iterator[Printed]:
    content = page.get_contents().get_data().decode("latin-1")
    forms = page["/Resources"].get("/XObject", {})
    for found in _PLACED.finditer(content):
        name, before = found[1], content[max(0, found.start() - _SIX_NUMBERS) : found.start()]
        a, b, c, d, e, f = map(float, before.split()[-6:])
        x0, y0, x1, y1 = map(float, forms[name].get_object()["/BBox"])
        corners = [(a * x + c * y + e, b * x + d * y + f) for x in (x0, x1) for y in (y0, y1)]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        low, high = min(y for _, y in corners), max(y for _, y in corners)
        text = words.get_text_bounded(left, low, right, high)
        yield Printed(
            name,
            left * MM_PER_PT,
            (height_pt - high) * MM_PER_PT,
            (right - left) * MM_PER_PT,
            (high - low) * MM_PER_PT,
            text,
        )
