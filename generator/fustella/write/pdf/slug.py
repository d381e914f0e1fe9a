"""Draws the slug of a page: a ruler to check the print's size with, and the page's label."""

from fustella.core.geometry.shapes import Point, Size
from fustella.core.geometry.units import MM_PER_PT
from fustella.core.values.sheets import Slug
from fustella.write.pdf.drawing import PdfDrawing
from fustella.write.pdf.file import PdfFile
from fustella.write.pdf.font import text_width_mm, wrapped

INK = 0.25
"""The grey of marks, ruler and label; 0 is black."""

RULER_MM = 100
_PADDING_MM = 0.5
_GAP_MM = 3.0
_LABEL_ROOM_MM = 10.0
_TICK_WIDTH_MM = 0.1

_TICKS_MM = {10: 2.6, 5: 1.9, 1: 1.2}
"""The height of the ruler's ticks: at each ten, five and single millimetres."""

_RULER_TEXT_PT = 6.0
_LARGEST_PT, _SMALLEST_PT, _STEP_PT = 6.5, 4.5, 0.25
_TINIEST_PT = 1.0
_LEADING = 1.15

_X_HEIGHT = 0.486
"""The x-height of Source Sans Pro over its size; a line's middle is half an x-height up."""


def draw_slug(file: PdfFile, on: PdfDrawing, slug: Slug, label: str) -> None:
    """Draws the ruler, and the label beside it; a slug without area stays empty."""
    if not (slug.box.width_mm and slug.box.height_mm):
        return
    on.fill_grey(INK)
    start_mm = _PADDING_MM
    room_mm = _length_mm(slug) - 2 * _PADDING_MM - _ruler_text_mm() - _GAP_MM - _LABEL_ROOM_MM
    # The whole centimetres that a label leaves.
    ruler_mm = max(0, min(RULER_MM, int(room_mm // 10) * 10))
    if ruler_mm:
        area = Size(ruler_mm + _TICK_WIDTH_MM, max(_TICKS_MM.values()))
        ruler = file.shared("ruler", area, "", lambda drawing: _draw_ruler(drawing, ruler_mm))
        corner = _place(slug, start_mm - _TICK_WIDTH_MM / 2, _PADDING_MM)
        on.form_at(*ruler, corner, _turn_deg(slug))
        beside = _place(slug, start_mm + ruler_mm + _GAP_MM / 3, _PADDING_MM)
        on.text(beside, f"{ruler_mm} mm", _RULER_TEXT_PT, _turn_deg(slug))
        start_mm += ruler_mm + _ruler_text_mm() + _GAP_MM
    _draw_label(on, slug, start_mm, label)


def _place(slug: Slug, along_mm: float, up_mm: float) -> Point:
    """The point of the page `along_mm` from the slug's start and `up_mm` from its foot."""
    box = slug.box
    if slug.upright:
        return Point(box.right_mm - up_mm, box.bottom_mm - along_mm)
    return Point(box.x_mm + along_mm, box.bottom_mm - up_mm)


def _turn_deg(slug: Slug) -> int:
    return -90 if slug.upright else 0


def _ruler_text_mm() -> float:
    """The room for the text beside the ruler, and for the gap between them."""
    return _GAP_MM / 3 + text_width_mm(f"{RULER_MM} mm", _RULER_TEXT_PT)


def _draw_ruler(drawing: PdfDrawing, length_mm: int) -> None:
    """Draws a ruler that is `length_mm` long from its first tick to its last."""
    middle_mm, foot_mm = _TICK_WIDTH_MM / 2, drawing.size.height_mm
    base_mm = foot_mm - middle_mm
    drawing.stroke_grey(INK)
    drawing.line_width(_TICK_WIDTH_MM)
    drawing.line(Point(middle_mm, base_mm), Point(middle_mm + length_mm, base_mm))
    for at_mm in range(length_mm + 1):
        height_mm = next(height for every, height in _TICKS_MM.items() if at_mm % every == 0)
        x_mm = middle_mm + at_mm
        drawing.line(Point(x_mm, foot_mm), Point(x_mm, foot_mm - height_mm))
    drawing.stroke()


def _draw_label(on: PdfDrawing, slug: Slug, start_mm: float, label: str) -> None:
    """Writes the label from `start_mm` to the end of the slug, its lines centred in the slug."""
    height_mm = slug.box.width_mm if slug.upright else slug.box.height_mm
    lines, size_pt = _fitted_label(label, _length_mm(slug) - _PADDING_MM - start_mm, height_mm)
    line_mm = size_pt * _LEADING * MM_PER_PT
    middle_mm = height_mm / 2 + (len(lines) - 1) * line_mm / 2
    for line in lines:
        base_mm = middle_mm - size_pt * _X_HEIGHT / 2 * MM_PER_PT
        on.text(_place(slug, start_mm, base_mm), line, size_pt, _turn_deg(slug))
        middle_mm -= line_mm


def _length_mm(slug: Slug) -> float:
    return slug.box.height_mm if slug.upright else slug.box.width_mm


def _fitted_label(label: str, width_mm: float, height_mm: float) -> tuple[tuple[str, ...], float]:
    """The lines of a label, and the largest size in points at which they fit.

    One line is preferred, then two; where both are too long, the text shrinks below a size that is
    good to read. The label is never cut short, because it would then name another page.
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
