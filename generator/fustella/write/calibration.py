"""The calibration sheet: a front that is read against the light, and the cross behind it.

Lengths are millimetres from the top-left corner of the page; only `_Pen` knows points.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from fustella.core.geometry import Point, Rect, Size
from fustella.core.paper import Duplex, Paper, Shift
from fustella.core.units import MM_PER_PT, PT_PER_MM
from fustella.core.words import calibration_words
from fustella.write.pdf import open_canvas
from fustella.write.pdf.slug import FONT

SMALLEST = Size(140, 205)
"""What a sheet needs for its rulers, scales and words."""

REACH_MM = 10
"""The scales reach as far to both sides."""

RULER_MM = 100

FRAMES_MM = tuple(range(2, 11))
"""How far from the edge of the paper its frames lie."""

_FINE, _LINE, _STRONG = 0.1, 0.2, 0.4
_GREY, _INK = 0.55, 0.0
_TEXT_PT, _SMALL_PT, _TITLE_PT = 8.0, 5.0, 13.0
_LEADING = 1.2
_STEPS = ("print", "rulers", "frames", "rings", "read")
_CROSS_MM = 40.0

_WIDE_MM = 200.0
"""Paper as wide as this has room for larger words."""

_RING_MM = 3.0
_RULER_BELOW_MM = 58.0
_SCALE_OFF_MM = 26.0

_RING_AT = Point(-34.0, -34.0)
"""From the middle of the page to the ring for the way of turning that was asked for."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a calibration sheet is for. `printer` is "" for one that is not known yet.

    With `shift` the back is moved like the backs of a build, so that it reads nothing.
    """

    paper: Paper
    duplex: Duplex
    language: str
    printer: str
    shift: Shift


def calibration_pdf(sheet: Calibration) -> bytes:
    """Two pages: the front with its scales, and the back with its cross."""
    words = calibration_words(sheet.language)
    canvas = open_canvas(words["title"], sheet.language)
    pen = _Pen(canvas, sheet.paper.size)
    _draw_front(pen, sheet, words)
    canvas.showPage()
    pen.open_page()
    _draw_back(pen, sheet, words)
    canvas.showPage()
    data: bytes = canvas.getpdfdata()  # type: ignore[no-untyped-call]
    return data


class _Pen:
    """Draws in millimetres, y down."""

    def __init__(self, canvas: Canvas, size: Size) -> None:
        self._canvas, self.size = canvas, size
        self.open_page()

    def open_page(self) -> None:
        """Begin a page of the sheet's size."""
        size = self.size
        self._canvas.setPageSize((size.width_mm * PT_PER_MM, size.height_mm * PT_PER_MM))

    def line(self, x0: float, y0: float, x1: float, y1: float, wide_mm: float = _LINE) -> None:
        """A black line."""
        self._canvas.setStrokeGray(_INK)
        self._canvas.setLineWidth(wide_mm * PT_PER_MM)
        self._canvas.line(*self._at(x0, y0), *self._at(x1, y1))

    def frame(self, box: Rect) -> None:
        """A thin grey rectangle."""
        self._canvas.setStrokeGray(_GREY)
        self._canvas.setLineWidth(_FINE * PT_PER_MM)
        x_pt, y_pt = self._at(box.x_mm, box.bottom_mm)
        self._canvas.rect(x_pt, y_pt, box.width_mm * PT_PER_MM, box.height_mm * PT_PER_MM)

    def ring(self, at: Point, radius_mm: float, full: bool = False) -> None:
        """A circle, or a dot."""
        self._canvas.setStrokeGray(_INK)
        self._canvas.setFillGray(_INK)
        self._canvas.setLineWidth(_LINE * PT_PER_MM)
        x_pt, y_pt = self._at(at.x_mm, at.y_mm)
        self._canvas.circle(x_pt, y_pt, radius_mm * PT_PER_MM, stroke=int(not full), fill=int(full))

    def text(self, x: float, y: float, text: str, size_pt: float, blank: bool = False) -> None:
        """Words with the middle of their baseline at (x, y); `blank`: on a white patch."""
        wide_mm = width_mm(text, size_pt)
        if blank:
            self._canvas.setFillGray(1)
            x_pt, y_pt = self._at(x - wide_mm / 2 - 0.3, y + 0.3)
            high_pt = (size_pt * MM_PER_PT * 0.7 + 0.6) * PT_PER_MM
            self._canvas.rect(x_pt, y_pt, (wide_mm + 0.6) * PT_PER_MM, high_pt, stroke=0, fill=1)
        self.text_from(x - wide_mm / 2, y, text, size_pt)

    def text_from(self, x: float, y: float, text: str, size_pt: float) -> None:
        """Words that begin at (x, y)."""
        self._canvas.setFillGray(_INK)
        self._canvas.setFont(FONT, size_pt)
        self._canvas.drawString(*self._at(x, y), text)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * PT_PER_MM, (self.size.height_mm - y) * PT_PER_MM


def _middle(size: Size) -> Point:
    """The target: the only point that lies behind itself whichever way the paper is turned."""
    return Point(size.width_mm / 2, size.height_mm / 2)


def _draw_front(pen: _Pen, sheet: Calibration, words: dict[str, str]) -> None:
    middle = _middle(pen.size)
    for inset_mm in FRAMES_MM:
        pen.frame(Rect(0, 0, pen.size.width_mm, pen.size.height_mm).grown(-inset_mm))
    for at, inset_mm in _frame_figures(pen.size):
        pen.text(at.x_mm, at.y_mm + 0.7, str(inset_mm), _SMALL_PT, blank=True)
    _draw_scales(pen, middle)
    _draw_rulers(pen, middle)
    _draw_rings(pen, middle, sheet.duplex)
    _draw_words(pen, sheet, words)


def _frame_figures(size: Size) -> Iterator[tuple[Point, int]]:
    """Where the number of each frame stands: in a slanting row on each side, so that all show."""
    for index, inset_mm in enumerate(FRAMES_MM):
        along_mm = (index - (len(FRAMES_MM) - 1) / 2) * 3.0
        across, down = size.width_mm / 2 + along_mm, size.height_mm / 2 + along_mm
        yield Point(across, inset_mm), inset_mm
        yield Point(across, size.height_mm - inset_mm), inset_mm
        yield Point(inset_mm, down), inset_mm
        yield Point(size.width_mm - inset_mm, down), inset_mm


def _draw_scales(pen: _Pen, middle: Point) -> None:
    """Above the middle the scale for dx, left of it the one for dy: half millimetres, + and -."""
    x, y = middle.x_mm, middle.y_mm
    top, left = y - _SCALE_OFF_MM, x - _SCALE_OFF_MM
    pen.line(x - REACH_MM, top, x + REACH_MM, top)
    pen.line(left, y - REACH_MM, left, y + REACH_MM)
    for half in range(-2 * REACH_MM, 2 * REACH_MM + 1):
        off_mm = half / 2
        long_mm = 5.0 if half == 0 else 3.6 if half % 4 == 0 else 2.6 if half % 2 == 0 else 1.5
        wide_mm = _STRONG if half == 0 else _LINE if half % 2 == 0 else _FINE
        pen.line(x + off_mm, top, x + off_mm, top - long_mm, wide_mm)
        pen.line(left, y + off_mm, left - long_mm, y + off_mm, wide_mm)
        if half % 4 == 0:
            figure = str(abs(half) // 2)
            pen.text(x + off_mm, top - 5.6, figure, _SMALL_PT)
            pen.text(left - 6.6, y + off_mm + 0.6, figure, _SMALL_PT)
    for sign, name in ((-1, "−"), (1, "+")):
        away_mm = sign * (REACH_MM + 4)
        pen.text(x + away_mm, top - 0.8, name, _TITLE_PT)
        pen.text(left - 2, y + away_mm + 1.5, name, _TITLE_PT)
    pen.text(x + REACH_MM + 10, top - 0.8, "dx", _TITLE_PT)
    pen.text(left - 2, y + REACH_MM + 10, "dy", _TITLE_PT)
    pen.line(x - 4, y, x + 4, y, _FINE)
    pen.line(x, y - 4, x, y + 4, _FINE)


def _draw_rulers(pen: _Pen, middle: Point) -> None:
    """100 mm across, below the target, and 100 mm down, to the right of it."""
    left, low = middle.x_mm - RULER_MM / 2, middle.y_mm + _RULER_BELOW_MM
    right, top = middle.x_mm + 44, middle.y_mm - RULER_MM / 2
    pen.line(left, low, left + RULER_MM, low)
    pen.line(right, top, right, top + RULER_MM)
    for at_mm in range(RULER_MM + 1):
        long_mm = 4.0 if at_mm % 10 == 0 else 2.8 if at_mm % 5 == 0 else 1.8
        wide_mm = _LINE if at_mm % 10 == 0 else _FINE
        pen.line(left + at_mm, low, left + at_mm, low - long_mm, wide_mm)
        pen.line(right, top + at_mm, right + long_mm, top + at_mm, wide_mm)
    pen.text(middle.x_mm, low + 3.4, f"{RULER_MM} mm", _TEXT_PT)
    pen.text(right + 2, top - 1.5, f"{RULER_MM} mm", _TEXT_PT)


def _draw_rings(pen: _Pen, middle: Point, duplex: Duplex) -> None:
    """Where the dot of the back shows when the paper was turned as asked, and when otherwise."""
    other = Duplex.LONG_EDGE if duplex is Duplex.SHORT_EDGE else Duplex.SHORT_EDGE
    asked = Duplex.LONG_EDGE if duplex is Duplex.SEPARATE else duplex
    for sign, way in ((1, asked), (-1, other)):
        at = Point(middle.x_mm + sign * _RING_AT.x_mm, middle.y_mm + sign * _RING_AT.y_mm)
        pen.ring(at, _RING_MM)
        pen.text(at.x_mm, at.y_mm + _RING_MM + 3, way.value, _SMALL_PT + 1)


def _draw_words(pen: _Pen, sheet: Calibration, words: dict[str, str]) -> None:
    """The title and how to print above the target, how to read it below."""
    size, inset_mm = pen.size, FRAMES_MM[-1] + 3
    room_mm = min(size.width_mm - 2 * inset_mm, 160)
    left = (size.width_mm - room_mm) / 2
    title = " · ".join(
        filter(None, (words["title"], sheet.paper.id, sheet.duplex.value, sheet.printer))
    )
    title_pt = _TITLE_PT
    while width_mm(title, title_pt) > room_mm:
        title_pt -= 0.5
    pen.text_from(left, inset_mm + 4, title, title_pt)
    last = words["check" if sheet.printer else "keep"].format(printer=sheet.printer)
    steps = [f"{number}. {words[name]}" for number, name in enumerate(_STEPS, start=1)]
    steps.append(f"{len(_STEPS) + 1}. {last}")
    text_pt = _TEXT_PT if size.width_mm < _WIDE_MM else _TEXT_PT * 1.25
    _paragraphs(pen, Point(left, inset_mm + 10), room_mm, steps[:3], text_pt)
    below = Point(left, _middle(size).y_mm + _RULER_BELOW_MM + 9)
    _paragraphs(pen, below, room_mm, steps[3:], text_pt)


def _paragraphs(
    pen: _Pen, start: Point, room_mm: float, steps: Sequence[str], size_pt: float
) -> None:
    y = start.y_mm
    for step in steps:
        for line in _wrapped(step, room_mm, size_pt):
            pen.text_from(start.x_mm, y, line, size_pt)
            y += size_pt * _LEADING * MM_PER_PT
        y += size_pt * _LEADING * MM_PER_PT / 5


def _draw_back(pen: _Pen, sheet: Calibration, words: dict[str, str]) -> None:
    """A cross that shows through, a dot, and what side this is; all of it moved by the shift."""
    middle = _middle(pen.size)
    x, y = middle.x_mm + sheet.shift.dx_mm, middle.y_mm + sheet.shift.dy_mm
    pen.line(x - _CROSS_MM, y, x + _CROSS_MM, y)
    pen.line(x, y - _CROSS_MM, x, y + _CROSS_MM)
    # Turned over the long edge, left and right change places; over the short edge, up and down.
    level = sheet.duplex is Duplex.SHORT_EDGE
    dot = Point(
        x + (_RING_AT.x_mm if level else -_RING_AT.x_mm),
        y + (-_RING_AT.y_mm if level else _RING_AT.y_mm),
    )
    pen.ring(dot, _RING_MM / 2, full=True)
    pen.text(x, y + _CROSS_MM + 5, words["back"], _SMALL_PT + 1)


def _wrapped(text: str, room_mm: float, size_pt: float) -> Sequence[str]:
    """Broken at spaces, each line as full as it can be."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_mm(longer, size_pt) <= room_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def width_mm(text: str, size_pt: float) -> float:
    """How wide a text is in the sheet's font."""
    return float(pdfmetrics.stringWidth(text, FONT, size_pt)) * MM_PER_PT
