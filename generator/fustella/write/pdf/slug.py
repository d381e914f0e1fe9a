"""The free strip of a page: a ruler to check the print with, and the page's label.

Drawn along an axis of its own: `x` runs along the strip from its start, `y` up from its foot.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfgen.canvas import Canvas

from fustella.core.sheets import Slug
from fustella.core.units import MM_PER_PT, PT_PER_MM
from fustella.write.pdf.forms import number, register_form

FONT = "fustella-strip"

INK = 0.25
"""Of the marks, the ruler and the label: dark grey, 0 is black."""

RULER_MM = 100
_PADDING_MM = 0.5
_GAP_MM = 3.0
_LABEL_ROOM_MM = 10.0
_TICK_WIDTH_MM = 0.1

_TICKS_MM = {10: 2.6, 5: 1.9, 1: 1.2}
"""How high the tick of every so many millimetres is."""

_RULER_TEXT_PT = 6.0
_LARGEST_PT, _SMALLEST_PT, _STEP_PT = 6.5, 4.5, 0.25
_TINIEST_PT = 1.0
_LEADING = 1.15

_X_HEIGHT = 0.486
"""Of Source Sans Pro, as a part of the size: half of it lies below the middle of a line."""


@dataclass(frozen=True, slots=True)
class LabelFit:
    """A label set into a strip: its lines and their size."""

    lines: tuple[str, ...]
    size_pt: float


def fit_label(label: str, width_mm: float, height_mm: float) -> LabelFit:
    """The largest text that fits: one line, then two, then smaller than is good to read.

    All of the label is always there: a label cut short would name another page.
    """
    steps = int((_LARGEST_PT - _SMALLEST_PT) / _STEP_PT)
    sizes = [_LARGEST_PT - _STEP_PT * step for step in range(steps + 1)]
    for count in (1, 2):
        for size_pt in sizes:
            lines = _wrapped(label, width_mm, size_pt)
            if len(lines) <= count and _fits(lines, width_mm, height_mm, size_pt):
                return LabelFit(lines, size_pt)
    size_pt = _SMALLEST_PT
    while size_pt > _TINIEST_PT:
        size_pt -= _STEP_PT
        lines = _wrapped(label, width_mm, size_pt)
        if _fits(lines, width_mm, height_mm, size_pt):
            break
    return LabelFit(lines, size_pt)


def ruler_length_mm(slug: Slug) -> int:
    """100 mm, or as many whole centimetres as a short strip has room for beside a label."""
    room_mm = _length_mm(slug) - 2 * _PADDING_MM - _ruler_text_mm() - _GAP_MM - _LABEL_ROOM_MM
    return max(0, min(RULER_MM, int(room_mm // 10) * 10))


def register_ruler(document: PDFDocument, length_mm: int) -> None:
    """The ruler as a form, drawn once for all pages: from its first tick to its last is exact."""
    middle_mm = _TICK_WIDTH_MM / 2
    commands = [b"%s G %s w" % (number(INK), number(_TICK_WIDTH_MM * PT_PER_MM))]
    commands += _line(middle_mm, middle_mm, middle_mm + length_mm, middle_mm)
    for at_mm in range(length_mm + 1):
        high_mm = next(high for every, high in _TICKS_MM.items() if at_mm % every == 0)
        commands += _line(middle_mm + at_mm, 0, middle_mm + at_mm, high_mm)
    register_form(
        document, _ruler_name(length_mm), length_mm + _TICK_WIDTH_MM, max(_TICKS_MM.values()),
        b" ".join((*commands, b"S")), b"/Resources<<>>",
    )  # fmt: skip


def draw_strip(canvas: Canvas, slug: Slug, page_height_mm: float, label: str) -> None:
    """Ruler first, the label in what is left beside it; nothing in a strip without any room."""
    if not (slug.box.width_mm and slug.box.height_mm):
        return
    canvas.saveState()
    _turn_to(canvas, slug, page_height_mm)
    canvas.setFillGray(INK)
    ruler_mm = ruler_length_mm(slug)
    start_mm = _PADDING_MM
    if ruler_mm > 0:
        canvas.saveState()
        middle_mm = _TICK_WIDTH_MM / 2
        canvas.translate((start_mm - middle_mm) * PT_PER_MM, _PADDING_MM * PT_PER_MM)
        canvas.doForm(_ruler_name(ruler_mm))
        canvas.restoreState()
        canvas.setFont(FONT, _RULER_TEXT_PT)
        _text(canvas, start_mm + ruler_mm + _GAP_MM / 3, _PADDING_MM, f"{ruler_mm} mm")
        start_mm += ruler_mm + _ruler_text_mm() + _GAP_MM
    _draw_label(canvas, slug, start_mm, label)
    canvas.restoreState()


def _draw_label(canvas: Canvas, slug: Slug, start_mm: float, label: str) -> None:
    height_mm = _thickness_mm(slug)
    fit = fit_label(label, _length_mm(slug) - _PADDING_MM - start_mm, height_mm)
    line_mm = fit.size_pt * _LEADING * MM_PER_PT
    canvas.setFont(FONT, fit.size_pt)
    middle_mm = height_mm / 2 + (len(fit.lines) - 1) * line_mm / 2
    for line in fit.lines:
        _text(canvas, start_mm, middle_mm - fit.size_pt * _X_HEIGHT / 2 * MM_PER_PT, line)
        middle_mm -= line_mm


def _turn_to(canvas: Canvas, slug: Slug, page_height_mm: float) -> None:
    """Put the origin at the strip's start and foot."""
    box = slug.box
    foot_pt = (page_height_mm - box.bottom_mm) * PT_PER_MM
    if slug.upright:
        canvas.translate(box.right_mm * PT_PER_MM, foot_pt)
        canvas.transform(0, 1, -1, 0, 0, 0)
    else:
        canvas.translate(box.x_mm * PT_PER_MM, foot_pt)


def _length_mm(slug: Slug) -> float:
    return slug.box.height_mm if slug.upright else slug.box.width_mm


def _thickness_mm(slug: Slug) -> float:
    return slug.box.width_mm if slug.upright else slug.box.height_mm


def _ruler_name(length_mm: int) -> str:
    return f"ruler-{length_mm}"


def _ruler_text_mm() -> float:
    return _GAP_MM / 3 + _width_mm(f"{RULER_MM} mm", _RULER_TEXT_PT)


def _text(canvas: Canvas, x_mm: float, y_mm: float, text: str) -> None:
    canvas.drawString(x_mm * PT_PER_MM, y_mm * PT_PER_MM, text)


def _line(*ends_mm: float) -> Iterator[bytes]:
    x0, y0, x1, y1 = (number(end * PT_PER_MM) for end in ends_mm)
    yield b"%s %s m %s %s l" % (x0, y0, x1, y1)


def _wrapped(label: str, width_mm: float, size_pt: float) -> tuple[str, ...]:
    """Broken at spaces, each line as full as it can be."""
    lines: list[str] = []
    for word in label.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width_mm(longer, size_pt) <= width_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _fits(lines: tuple[str, ...], width_mm: float, height_mm: float, size_pt: float) -> bool:
    high_mm = len(lines) * size_pt * _LEADING * MM_PER_PT
    wide_mm = max((_width_mm(line, size_pt) for line in lines), default=0)
    return high_mm <= height_mm and wide_mm <= width_mm


def _width_mm(text: str, size_pt: float) -> float:
    return float(pdfmetrics.stringWidth(text, FONT, size_pt)) * MM_PER_PT
