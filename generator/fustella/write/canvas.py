"""Draws the forms that are printed by themselves, in millimetres from the top left, y down.

PDF counts in points from the bottom left, y up (ISO 32000-1, 8.3.2.3). `MmCanvas` wraps the canvas
of reportlab and converts every length; colours, which have none, are set on the wrapped canvas
itself, `MmCanvas.pdf`.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from fustella import __version__
from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.geometry.units import PT_PER_MM
from fustella.write.pdf.font import FILE

PDF_VERSION = (1, 7)
"""The version of PDF that the forms have; typst writes the same version."""

_FONT = "fustella-strip"
"""The name of Source Sans Pro in reportlab, which writes it into every PDF."""

_NO_PAGE = Size(0, 0)


def open_canvas(title: str, language: str) -> "MmCanvas":
    """An empty document with its metadata; it embeds the only font that it knows."""
    rl_config.useA85 = 0  # text encoding of streams: a quarter larger, for nothing
    if _FONT not in pdfmetrics.getRegisteredFontNames():
        # Read here, because reportlab calls a file that it cannot read no font. `asciiReadable`
        # would embed all of ASCII instead of the letters used.
        font = io.BytesIO(FILE.read_bytes())
        pdfmetrics.registerFont(TTFont(_FONT, font, asciiReadable=False))
    pdf = Canvas(
        "", pageCompression=1, invariant=1, pdfVersion=PDF_VERSION, lang=language,
        initialFontName=_FONT,  # type: ignore[arg-type]
    )  # fmt: skip
    pdf.setTitle(title)
    pdf.setCreator(f"Fustella {__version__}")
    # A viewer that fits the page to the paper would print every piece too small.
    pdf.setViewerPreference("PrintScaling", "None")
    pdf.setViewerPreference("DisplayDocTitle", "true")
    return MmCanvas(pdf)


class MmCanvas:
    """Draws on the pages of a PDF, in millimetres from the top left, y down.

    `pdf` is the wrapped canvas and `size` the size of the current page. Lines, frames and circles
    are stroked or filled in the current colours, and lines have the width that was set last.
    """

    def __init__(self, pdf: Canvas, size: Size = _NO_PAGE) -> None:
        self.pdf = pdf
        self.size = size

    @contextmanager
    def page(self, size: Size) -> Iterator[None]:
        """Begins a page of `size`; the `with` block draws on it."""
        self.size = size
        self.pdf.setPageSize((size.width_mm * PT_PER_MM, size.height_mm * PT_PER_MM))
        yield
        self.pdf.showPage()

    def file_bytes(self) -> bytes:
        """The bytes of the whole file, once the last page is drawn."""
        data: bytes = self.pdf.getpdfdata()  # type: ignore[no-untyped-call]
        return data

    def set_line_width(self, width_mm: float) -> None:
        self.pdf.setLineWidth(width_mm * PT_PER_MM)

    def line(self, start: Point, end: Point) -> None:
        self.pdf.line(*self.to_pt(start), *self.to_pt(end))

    def rect(self, box: Rect, filled: bool = False) -> None:
        self.pdf.rect(*self.box_to_pt(box), stroke=not filled, fill=filled)

    def circle(self, middle: Point, radius_mm: float, filled: bool = False) -> None:
        x_pt, y_pt = self.to_pt(middle)
        self.pdf.circle(x_pt, y_pt, radius_mm * PT_PER_MM, stroke=not filled, fill=filled)

    def set_font_size(self, size_pt: float) -> None:
        """Sets the size of the text that is written from now on."""
        self.pdf.setFont(_FONT, size_pt)

    def text(self, start: Point, text: str) -> None:
        """Writes a line of text whose baseline begins at `start`."""
        self.pdf.drawString(*self.to_pt(start), text)

    def centred_text(self, middle: Point, text: str) -> None:
        """Writes a line of text with the middle of its baseline at `middle`."""
        self.pdf.drawCentredString(*self.to_pt(middle), text)

    def to_pt(self, at: Point) -> tuple[float, float]:
        """A point of the page in PDF's own coordinates."""
        return at.x_mm * PT_PER_MM, (self.size.height_mm - at.y_mm) * PT_PER_MM

    def box_to_pt(self, box: Rect) -> tuple[float, float, float, float]:
        """The lower left corner of a box, its width and its height, in points."""
        x_pt, y_pt = self.to_pt(Point(box.x_mm, box.bottom_mm))
        return x_pt, y_pt, box.width_mm * PT_PER_MM, box.height_mm * PT_PER_MM
