"""A PDF canvas in millimetres, with its origin at the top left and y down, as in all of the tool.

PDF counts in points from the bottom left, y up (ISO 32000-1, 8.3.2.3). `MmCanvas` and `MmPath` wrap
their counterparts of reportlab and convert every length; what has no length (colours, page labels)
is set on the wrapped canvas itself, `MmCanvas.pdf`. The font of all that the tool adds to the
faces is here too.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import font_source_sans_pro
from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from fustella import __version__
from fustella.core.geometry import Point, Rect, Size
from fustella.core.units import MM_PER_PT, PT_PER_MM

PDF_VERSION = (1, 7)
"""What typst writes."""

_FONT = "fustella-strip"
"""Source Sans Pro. The name is written into every PDF."""

_NO_PAGE = Size(0, 0)


_WORD = re.compile(r"[^ \t\n]+")
"""What stays in one line: also no-break spaces, at which `split` would break."""


def open_canvas(title: str, language: str) -> "MmCanvas":
    """An empty document with its metadata; the only font it knows is embedded."""
    rl_config.useA85 = 0  # text encoding of streams: a quarter larger, for nothing
    if _FONT not in pdfmetrics.getRegisteredFontNames():
        path = Path(font_source_sans_pro.__file__).parent / "files" / "SourceSansPro-Regular.ttf"
        # `asciiReadable` would embed all of ASCII instead of the letters used.
        pdfmetrics.registerFont(TTFont(_FONT, str(path), asciiReadable=False))
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


def text_width_mm(text: str, size_pt: float) -> float:
    """The width of a line of text in the tool's font."""
    return float(pdfmetrics.stringWidth(text, _FONT, size_pt)) * MM_PER_PT


def wrapped(text: str, width_mm: float, size_pt: float) -> tuple[str, ...]:
    """The text broken at spaces into lines of at most `width_mm`, each as full as possible.

    A word that is wider has a line of its own.
    """
    lines: list[str] = []
    for word in _WORD.findall(text):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width_mm(longer, size_pt) <= width_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


class MmCanvas:
    """Draws on the pages of a PDF; see the module for its units.

    `pdf` is the wrapped canvas and `size` the size of the current page. Lines, frames and circles
    are stroked or filled in the current colours, and lines are as wide as was set last.
    """

    def __init__(self, pdf: Canvas, size: Size = _NO_PAGE) -> None:
        self.pdf = pdf
        self.size = size

    @property
    def document(self) -> PDFDocument:
        """The document that the pages belong to, for objects beside the pages' drawings."""
        document: PDFDocument = self.pdf._doc  # type: ignore[attr-defined]
        return document

    @contextmanager
    def page(self, size: Size) -> Iterator[None]:
        """A page of `size`: what is drawn inside of the `with` block is on it."""
        self.size = size
        self.pdf.setPageSize((size.width_mm * PT_PER_MM, size.height_mm * PT_PER_MM))
        yield
        self.pdf.showPage()

    def file_bytes(self) -> bytes:
        """The whole file, after the last page."""
        data: bytes = self.pdf.getpdfdata()  # type: ignore[no-untyped-call]
        return data

    @contextmanager
    def saved(self) -> Iterator[None]:
        """Colours, widths, dashes and clips that are set inside of the `with` block end with it."""
        self.pdf.saveState()
        yield
        self.pdf.restoreState()

    @contextmanager
    def at(self, origin: Point, turn_deg: float = 0) -> Iterator["MmCanvas"]:
        """A canvas with its origin at a point of this one, its axes turned clockwise.

        What is set inside of the `with` block ends with it, as with `saved`.
        """
        with self.saved():
            self.pdf.translate(*self.to_pt(origin))
            if turn_deg:
                self.pdf.rotate(-turn_deg)
            yield MmCanvas(self.pdf)  # of no height: its y is 0 where that of PDF is

    def set_line_width(self, width_mm: float) -> None:
        self.pdf.setLineWidth(width_mm * PT_PER_MM)

    def set_dashes(self, *lengths_mm: float) -> None:
        """Lines are dashed from now on: the lengths of a dash and of the gap after it."""
        self.pdf.setDash([length * PT_PER_MM for length in lengths_mm])

    def line(self, start: Point, end: Point) -> None:
        self.pdf.line(*self.to_pt(start), *self.to_pt(end))

    def rect(self, box: Rect, filled: bool = False) -> None:
        self.pdf.rect(*self.box_to_pt(box), stroke=not filled, fill=filled)

    def circle(self, middle: Point, radius_mm: float, filled: bool = False) -> None:
        x_pt, y_pt = self.to_pt(middle)
        self.pdf.circle(x_pt, y_pt, radius_mm * PT_PER_MM, stroke=not filled, fill=filled)

    def path(self) -> "MmPath":
        return MmPath(self)

    def draw(self, path: "MmPath", filled: bool = False) -> None:
        self.pdf.drawPath(path.pdf, stroke=not filled, fill=filled)

    def clip(self, path: "MmPath") -> None:
        """Hide what is drawn outside of `path` from now on."""
        self.pdf.clipPath(path.pdf, stroke=0, fill=0)

    def set_font_size(self, size_pt: float) -> None:
        """The size of the text that is written from now on."""
        self.pdf.setFont(_FONT, size_pt)

    def text(self, start: Point, text: str) -> None:
        """A line of text whose baseline begins at `start`."""
        self.pdf.drawString(*self.to_pt(start), text)

    def centred_text(self, middle: Point, text: str) -> None:
        """A line of text with the middle of its baseline at `middle`."""
        self.pdf.drawCentredString(*self.to_pt(middle), text)

    def to_pt(self, at: Point) -> tuple[float, float]:
        """A point of the page in PDF's own coordinates."""
        return at.x_mm * PT_PER_MM, (self.size.height_mm - at.y_mm) * PT_PER_MM

    def box_to_pt(self, box: Rect) -> tuple[float, float, float, float]:
        """The lower left corner, the width and the height in points."""
        x_pt, y_pt = self.to_pt(Point(box.x_mm, box.bottom_mm))
        return x_pt, y_pt, box.width_mm * PT_PER_MM, box.height_mm * PT_PER_MM


class MmPath:
    """A path in the coordinates of a canvas. It begins with a move, a line or a whole form."""

    def __init__(self, canvas: MmCanvas) -> None:
        self.pdf = canvas.pdf.beginPath()
        self._canvas = canvas

    def move_to(self, at: Point) -> None:
        self.pdf.moveTo(*self._canvas.to_pt(at))

    def line_to(self, at: Point) -> None:
        self.pdf.lineTo(*self._canvas.to_pt(at))

    def curve_to(self, first: Point, second: Point, end: Point) -> None:
        """A cubic Bézier curve with its two control points."""
        to_pt = self._canvas.to_pt
        self.pdf.curveTo(*to_pt(first), *to_pt(second), *to_pt(end))

    def line(self, start: Point, end: Point) -> None:
        self.move_to(start)
        self.line_to(end)

    def polygon(self, corners: Sequence[Point]) -> None:
        self.move_to(corners[0])
        for corner in corners[1:]:
            self.line_to(corner)
        self.close()

    def rect(self, box: Rect) -> None:
        self.pdf.rect(*self._canvas.box_to_pt(box))

    def circle(self, middle: Point, radius_mm: float) -> None:
        self.pdf.circle(*self._canvas.to_pt(middle), radius_mm * PT_PER_MM)

    def close(self) -> None:
        self.pdf.close()
