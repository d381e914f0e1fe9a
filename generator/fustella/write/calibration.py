"""Draws the calibration sheet: scales on the front, read against the light, and a cross behind."""

from collections.abc import Iterator, Sequence

from msgspec import Struct, field

from fustella.core.geometry.shapes import Point, Rect, Size
from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.paper import Duplex, Paper, Shift
from fustella.core.words.printed import CALIBRATION, ToolWords
from fustella.write.canvas import MmCanvas, open_canvas
from fustella.write.pdf.font import text_width_mm, wrapped

SMALLEST = Size(140, 205)
"""The smallest sheet with room for rulers, scales and words."""

REACH_MM = 10
"""The length of each scale on both sides of its zero."""

RULER_MM = 100

FRAMES_MM = tuple(range(2, 11))
"""The distances of the frames from the edge of the paper."""

_FINE_MM, _LINE_MM, _STRONG_MM = 0.1, 0.2, 0.4
_GREY, _INK = 0.55, 0.0
_TEXT_PT, _SMALL_PT, _TITLE_PT = 8.0, 5.0, 13.0
_LEADING = 1.2
_STEPS = ("print", "rulers", "frames", "rings", "read")
_CROSS_MM = 40.0

_WIDE_MM = 200.0
"""On paper at least this wide there is room for larger words."""

_RING_MM = 3.0
_RULER_BELOW_MM = 58.0
_SCALE_OFF_MM = 26.0

_RING_AT = Point(-34.0, -34.0)
"""The place, from the page's middle, of the ring for the chosen way of turning the paper."""


class Calibration(Struct, frozen=True):
    """The settings of a calibration sheet; `printer` is "" for a printer that is not known yet.

    With `shift` the back is moved like the backs of a build, so that a correct shift reads as 0.
    The sheet's words are English where its font lacks the letters of the language.
    """

    paper: Paper
    duplex: Duplex
    language: str
    printer: str
    shift: Shift
    words: ToolWords = field(default_factory=ToolWords)


def calibration_pdf(sheet: Calibration) -> bytes:
    """The PDF of two pages: the front with its scales, and the back with its cross."""
    language = sheet.words.printable(CALIBRATION, sheet.language)
    words = sheet.words.section(CALIBRATION, language)
    canvas = open_canvas(words["title"], language)
    with canvas.page(sheet.paper.size):
        _draw_front(canvas, sheet, words)
    with canvas.page(sheet.paper.size):
        _draw_back(canvas, sheet, words)
    return canvas.file_bytes()


def _middle(size: Size) -> Point:
    """The middle of the page: the only point that lies behind itself, however paper is turned."""
    return Point(size.width_mm / 2, size.height_mm / 2)


def _draw_front(canvas: MmCanvas, sheet: Calibration, words: dict[str, str]) -> None:
    size = canvas.size
    for inset_mm in FRAMES_MM:
        canvas.pdf.setStrokeGray(_GREY)
        canvas.set_line_width(_FINE_MM)
        canvas.rect(Rect(0, 0, size.width_mm, size.height_mm).grown(-inset_mm))
    for at, inset_mm in _frame_figures(size):
        _frame_figure(canvas, at.moved(0, 0.7), str(inset_mm))
    _draw_scales(canvas)
    _draw_rulers(canvas)
    _draw_rings(canvas, sheet.duplex)
    _draw_words(canvas, sheet, words)


def _frame_figures(size: Size) -> Iterator[tuple[Point, int]]:
    """The places of the frames' numbers, in a slanting row on each side, so that none is hidden."""
    for index, inset_mm in enumerate(FRAMES_MM):
        along_mm = (index - (len(FRAMES_MM) - 1) / 2) * 3.0
        across, down = size.width_mm / 2 + along_mm, size.height_mm / 2 + along_mm
        yield Point(across, inset_mm), inset_mm
        yield Point(across, size.height_mm - inset_mm), inset_mm
        yield Point(inset_mm, down), inset_mm
        yield Point(size.width_mm - inset_mm, down), inset_mm


def _frame_figure(canvas: MmCanvas, at: Point, figure: str) -> None:
    """Draws a number on a white patch, which interrupts its frame."""
    width_mm = text_width_mm(figure, _SMALL_PT) + 0.6
    height_mm = _SMALL_PT * MM_PER_PT * 0.7 + 0.6
    canvas.pdf.setFillGray(1)
    bottom_mm = at.y_mm + 0.3
    patch = Rect(at.x_mm - width_mm / 2, bottom_mm - height_mm, width_mm, height_mm)
    canvas.rect(patch, filled=True)
    _text(canvas, at.x_mm, at.y_mm, figure, _SMALL_PT)


def _draw_scales(canvas: MmCanvas) -> None:
    """Draws a scale for dx above the middle and one for dy left of it, in half millimetres."""
    middle = _middle(canvas.size)
    x, y = middle.x_mm, middle.y_mm
    top, left = y - _SCALE_OFF_MM, x - _SCALE_OFF_MM
    _line(canvas, x - REACH_MM, top, x + REACH_MM, top)
    _line(canvas, left, y - REACH_MM, left, y + REACH_MM)
    for half in range(-2 * REACH_MM, 2 * REACH_MM + 1):
        off_mm = half / 2
        long_mm = 5.0 if half == 0 else 3.6 if half % 4 == 0 else 2.6 if half % 2 == 0 else 1.5
        wide_mm = _STRONG_MM if half == 0 else _LINE_MM if half % 2 == 0 else _FINE_MM
        _line(canvas, x + off_mm, top, x + off_mm, top - long_mm, wide_mm)
        _line(canvas, left, y + off_mm, left - long_mm, y + off_mm, wide_mm)
        if half % 4 == 0:
            figure = str(abs(half) // 2)
            _text(canvas, x + off_mm, top - 5.6, figure, _SMALL_PT)
            _text(canvas, left - 6.6, y + off_mm + 0.6, figure, _SMALL_PT)
    for sign, name in ((-1, "−"), (1, "+")):
        away_mm = sign * (REACH_MM + 4)
        _text(canvas, x + away_mm, top - 0.8, name, _TITLE_PT)
        _text(canvas, left - 2, y + away_mm + 1.5, name, _TITLE_PT)
    _text(canvas, x + REACH_MM + 10, top - 0.8, "dx", _TITLE_PT)
    _text(canvas, left - 2, y + REACH_MM + 10, "dy", _TITLE_PT)
    _line(canvas, x - 4, y, x + 4, y, _FINE_MM)
    _line(canvas, x, y - 4, x, y + 4, _FINE_MM)


def _draw_rulers(canvas: MmCanvas) -> None:
    """Draws a ruler of 100 mm across, below the target, and one of 100 mm down, right of it."""
    middle = _middle(canvas.size)
    left, low = middle.x_mm - RULER_MM / 2, middle.y_mm + _RULER_BELOW_MM
    right, top = middle.x_mm + 44, middle.y_mm - RULER_MM / 2
    _line(canvas, left, low, left + RULER_MM, low)
    _line(canvas, right, top, right, top + RULER_MM)
    for at_mm in range(RULER_MM + 1):
        long_mm = 4.0 if at_mm % 10 == 0 else 2.8 if at_mm % 5 == 0 else 1.8
        wide_mm = _LINE_MM if at_mm % 10 == 0 else _FINE_MM
        _line(canvas, left + at_mm, low, left + at_mm, low - long_mm, wide_mm)
        _line(canvas, right, top + at_mm, right + long_mm, top + at_mm, wide_mm)
    _text(canvas, middle.x_mm, low + 3.4, f"{RULER_MM} mm", _TEXT_PT)
    _text(canvas, right + 2, top - 1.5, f"{RULER_MM} mm", _TEXT_PT)


def _draw_rings(canvas: MmCanvas, duplex: Duplex) -> None:
    """Draws two rings; the back's dot shows in one of them, by the way the paper was turned."""
    middle = _middle(canvas.size)
    other = Duplex.LONG_EDGE if duplex is Duplex.SHORT_EDGE else Duplex.SHORT_EDGE
    usual = Duplex.LONG_EDGE if duplex is Duplex.SEPARATE else duplex
    for sign, way in ((1, usual), (-1, other)):
        at = middle.moved(sign * _RING_AT.x_mm, sign * _RING_AT.y_mm)
        _circle(canvas, at, _RING_MM)
        _text(canvas, at.x_mm, at.y_mm + _RING_MM + 3, way.value, _SMALL_PT + 1)


def _draw_words(canvas: MmCanvas, sheet: Calibration, words: dict[str, str]) -> None:
    """Writes the title and the advice for printing above the target, and for reading it below."""
    size, inset_mm = canvas.size, FRAMES_MM[-1] + 3
    room_mm = min(size.width_mm - 2 * inset_mm, 160)
    left = (size.width_mm - room_mm) / 2
    title = " · ".join(
        filter(None, (words["title"], sheet.paper.id, sheet.duplex.value, sheet.printer))
    )
    title_pt = _TITLE_PT
    while text_width_mm(title, title_pt) > room_mm:
        title_pt -= 0.5
    _text_from(canvas, Point(left, inset_mm + 4), title, title_pt)
    last = words["check" if sheet.printer else "keep"].format(printer=sheet.printer)
    steps = [f"{number}. {words[name]}" for number, name in enumerate(_STEPS, start=1)]
    steps.append(f"{len(_STEPS) + 1}. {last}")
    text_pt = _TEXT_PT if size.width_mm < _WIDE_MM else _TEXT_PT * 1.25
    _paragraphs(canvas, Point(left, inset_mm + 10), room_mm, steps[:3], text_pt)
    below = Point(left, _middle(size).y_mm + _RULER_BELOW_MM + 9)
    _paragraphs(canvas, below, room_mm, steps[3:], text_pt)


def _paragraphs(
    canvas: MmCanvas, start: Point, room_mm: float, steps: Sequence[str], size_pt: float
) -> None:
    y_mm, line_mm = start.y_mm, size_pt * _LEADING * MM_PER_PT
    for step in steps:
        for line in wrapped(step, room_mm, size_pt):
            _text_from(canvas, Point(start.x_mm, y_mm), line, size_pt)
            y_mm += line_mm
        y_mm += line_mm / 5


def _draw_back(canvas: MmCanvas, sheet: Calibration, words: dict[str, str]) -> None:
    """Draws a cross that shows through, a dot, and the side's name, all moved by the shift."""
    target = _middle(canvas.size).moved(sheet.shift.dx_mm, sheet.shift.dy_mm)
    x, y = target.x_mm, target.y_mm
    _line(canvas, x - _CROSS_MM, y, x + _CROSS_MM, y)
    _line(canvas, x, y - _CROSS_MM, x, y + _CROSS_MM)
    # Turned over the long edge, left and right change places; over the short edge, up and down.
    sign = 1 if sheet.duplex is Duplex.SHORT_EDGE else -1
    dot = target.moved(sign * _RING_AT.x_mm, -sign * _RING_AT.y_mm)
    _circle(canvas, dot, _RING_MM / 2, filled=True)
    _text(canvas, x, y + _CROSS_MM + 5, words["back"], _SMALL_PT + 1)


def _line(
    canvas: MmCanvas, x0: float, y0: float, x1: float, y1: float, width_mm: float = _LINE_MM
) -> None:
    canvas.pdf.setStrokeGray(_INK)
    canvas.set_line_width(width_mm)
    canvas.line(Point(x0, y0), Point(x1, y1))


def _circle(canvas: MmCanvas, middle: Point, radius_mm: float, filled: bool = False) -> None:
    canvas.pdf.setStrokeGray(_INK)
    canvas.pdf.setFillGray(_INK)
    canvas.set_line_width(_LINE_MM)
    canvas.circle(middle, radius_mm, filled)


def _text(canvas: MmCanvas, x: float, y: float, text: str, size_pt: float) -> None:
    """Writes a text with the middle of its baseline at (x, y)."""
    canvas.pdf.setFillGray(_INK)
    canvas.set_font_size(size_pt)
    canvas.centred_text(Point(x, y), text)


def _text_from(canvas: MmCanvas, start: Point, text: str, size_pt: float) -> None:
    canvas.pdf.setFillGray(_INK)
    canvas.set_font_size(size_pt)
    canvas.text(start, text)
