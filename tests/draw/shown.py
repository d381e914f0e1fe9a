"""Pages of SVGs as typst compiles them: their pixels, and how much two of them differ."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
import pypdfium2

from fustella.draw.render.worker import compile_pages
from fustella.draw.text.families import font_folder, own_families_in

DPI = 150
HALF, SEEN = 100, 160
"""Of 255: how dark ink is, and from where on there is none."""


@dataclass(frozen=True)
class Page:
    pixels: numpy.ndarray
    text: str


def pages_of(svgs: Sequence[str]) -> list[Page]:
    document = pypdfium2.PdfDocument(compile_pages(svgs, str(font_folder(own_families_in(svgs)))))
    return [
        Page(
            each.render(scale=DPI / 72, grayscale=True).to_numpy().astype(int),
            each.get_textpage().get_text_bounded(),
        )
        for each in document
    ]


def differing(one: numpy.ndarray, other: numpy.ndarray) -> float:
    """The share of the ink of two pictures of one size that the other has not, nor beside it."""
    inked = max(1, int((numpy.minimum(one, other) < HALF).sum()))
    alone = sum(
        int(((a < HALF) & (_beside(b) >= SEEN)).sum()) for a, b in ((one, other), (other, one))
    )
    return alone / inked


def _beside(pixels: numpy.ndarray) -> numpy.ndarray:
    """The darkest of each pixel and those around it."""
    edged = numpy.pad(pixels, 1, constant_values=255)
    high, wide = pixels.shape
    steps = (0, 1, 2)
    around = [edged[down : down + high, right : right + wide] for down in steps for right in steps]
    return numpy.minimum.reduce(around)
