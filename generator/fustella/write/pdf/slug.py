"""The slug of a page: a ruler, to check the size of the print with, and the page's label.

It is drawn on a canvas of its own, turned with it: x runs along the slug from its start, and its
foot is at y = 0, so that what is on the slug has negative y.
"""

from collections.abc import Iterable

from reportlab.pdfbase.pdfdoc import PDFDocument

from fustella.core.geometry import Point
from fustella.core.sheets import Slug
from fustella.core.units import MM_PER_PT, PT_PER_MM
from fustella.write.pdf.canvas import MmCanvas, text_width_mm, wrapped
from fustella.write.pdf.forms import number, register_form

INK = 0.25
"""Of the marks, the ruler and the label: dark grey, 0 is black."""

RULER_MM = 100
_PADDING_MM = 0.5
_GAP_MM = 3.0
_LABEL_ROOM_MM = 10.0
_TICK_WIDTH_MM = 0.1

_TICKS_MM = {10: 2.6, 5: 1.9, 1: 1.2}
"""The height of the tick at every so many millimetres."""

_RULER_TEXT_PT = 6.0
_LARGEST_PT, _SMALLEST_PT, _STEP_PT = 6.5, 4.5, 0.25
_TINIEST_PT = 1.0
_LEADING = 1.15

_X_HEIGHT = 0.486
"""Of Source Sans Pro, in parts of the size: half of it is below the middle of a line."""


def register_rulers(document: PDFDocument, slugs: Iterable[Slug]) -> None:
    """Add the rulers of all slugs to the document as forms, one for each length."""
    for length_mm in sorted({_ruler_length_mm(slug) for slug in slugs} - {0}):
        _register_ruler(document, length_mm)


def draw_slug(canvas: MmCanvas, slug: Slug, label: str) -> None:
    """Draw the ruler, and the label beside it; nothing when the slug has no area.

    The ruler's form must be registered.
    """
    box = slug.box
    if not (box.width_mm and box.height_mm):
        return
    start = Point(box.right_mm if slug.upright else box.x_mm, box.bottom_mm)
    with canvas.at(start, -90 if slug.upright else 0) as along:
        along.pdf.setFillGray(INK)
        ruler_mm = _ruler_length_mm(slug)
        x_mm = _PADDING_MM
        if ruler_mm:
            with along.at(Point(x_mm - _TICK_WIDTH_MM / 2, -_PADDING_MM)) as ruler:
                ruler.pdf.doForm(_ruler_name(ruler_mm))
            along.set_font_size(_RULER_TEXT_PT)
            along.text(Point(x_mm + ruler_mm + _GAP_MM / 3, -_PADDING_MM), f"{ruler_mm} mm")
            x_mm += ruler_mm + _ruler_text_mm() + _GAP_MM
        _draw_label(along, slug, x_mm, label)


def _ruler_length_mm(slug: Slug) -> int:
    """100 mm, or as many whole centimetres as a short slug has room for beside a label."""
    room_mm = _length_mm(slug) - 2 * _PADDING_MM - _ruler_text_mm() - _GAP_MM - _LABEL_ROOM_MM
    return max(0, min(RULER_MM, int(room_mm // 10) * 10))


def _ruler_text_mm() -> float:
    """The room for the text beside the ruler, and for the gap between them."""
    return _GAP_MM / 3 + text_width_mm(f"{RULER_MM} mm", _RULER_TEXT_PT)


def _ruler_name(length_mm: int) -> str:
    return f"ruler-{length_mm}"


def _register_ruler(document: PDFDocument, length_mm: int) -> None:
    """The ruler as a form in points, y up; it is `length_mm` from its first tick to its last."""
    middle_mm = _TICK_WIDTH_MM / 2
    commands = [b"%s G %s w" % (number(INK), number(_TICK_WIDTH_MM * PT_PER_MM))]
    commands.append(_line(middle_mm, middle_mm, middle_mm + length_mm, middle_mm))
    for at_mm in range(length_mm + 1):
        height_mm = next(height for every, height in _TICKS_MM.items() if at_mm % every == 0)
        commands.append(_line(middle_mm + at_mm, 0, middle_mm + at_mm, height_mm))
    register_form(
        document, _ruler_name(length_mm), length_mm + _TICK_WIDTH_MM, max(_TICKS_MM.values()),
        b" ".join((*commands, b"S")), b"/Resources<<>>",
    )  # fmt: skip


def _line(*ends_mm: float) -> bytes:
    x0, y0, x1, y1 = (number(end * PT_PER_MM) for end in ends_mm)
    return b"%s %s m %s %s l" % (x0, y0, x1, y1)


def _draw_label(along: MmCanvas, slug: Slug, start_mm: float, label: str) -> None:
    """The label from `start_mm` to the end of the slug, its lines about the slug's middle."""
    height_mm = slug.box.width_mm if slug.upright else slug.box.height_mm
    lines, size_pt = _fitted(label, _length_mm(slug) - _PADDING_MM - start_mm, height_mm)
    line_mm = size_pt * _LEADING * MM_PER_PT
    along.set_font_size(size_pt)
    middle_mm = -height_mm / 2 - (len(lines) - 1) * line_mm / 2
    for line in lines:
        along.text(Point(start_mm, middle_mm + size_pt * _X_HEIGHT / 2 * MM_PER_PT), line)
        middle_mm += line_mm


def _length_mm(slug: Slug) -> float:
    return slug.box.height_mm if slug.upright else slug.box.width_mm


def _fitted(label: str, width_mm: float, height_mm: float) -> tuple[tuple[str, ...], float]:
    """The lines of a label and their size in points: the largest that fits.

    One line is preferred, then two; only then is the text smaller than is good to read. The label
    is never cut short, for it would name another page.
    """
    steps = int((_LARGEST_PT - _SMALLEST_PT) / _STEP_PT)
    for most_lines in (1, 2):
        for step in range(steps + 1):
            size_pt = _LARGEST_PT - _STEP_PT * step
            lines = wrapped(label, width_mm, size_pt)
            if len(lines) <= most_lines and _fits(lines, width_mm, height_mm, size_pt):
                return lines, size_pt
    size_pt = _SMALLEST_PT
    while size_pt > _TINIEST_PT:
        size_pt -= _STEP_PT
        lines = wrapped(label, width_mm, size_pt)
        if _fits(lines, width_mm, height_mm, size_pt):
            break
    return lines, size_pt


def _fits(lines: tuple[str, ...], width_mm: float, height_mm: float, size_pt: float) -> bool:
    widest_mm = max((text_width_mm(line, size_pt) for line in lines), default=0)
    return len(lines) * size_pt * _LEADING * MM_PER_PT <= height_mm and widest_mm <= width_mm
