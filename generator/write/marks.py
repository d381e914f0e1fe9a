"""What is printed on a page besides faces and strip: where to cut, fold, glue, and register."""

from collections.abc import Sequence

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator.geometry import Point, Rect, Size
from generator.sheets import Bar, Dot, Figure, Line, Mark, Ring
from generator.units import PT_PER_MM
from generator.write.strip import FONT, INK

MARK_WIDTH_MM = 0.2
"""A hairline: fine enough to cut along, wide enough for any printer."""
HALO_WIDTH_MM = 0.6
"""Narrower than what marks keep from trims, so that no piece gets a white edge."""
_FIGURE_EM = 0.65
"""How high the figures of Source Sans Pro are, as a part of the size of the text."""
_GROUND_MM = 0.2
_SEAM_DASHES_MM = (3.0, 1.0)
_FOLD_INK = 0.45
_FOLD_DASHES_MM = (2.0, 2.0)
_FOLD_END_MM = 4.0
_NEAR_EDGE_MM = 0.5
_GLUE_INK = 0.6
_GLUE_WIDTH_MM = 0.15
_GLUE_DOTS_MM = (0.3, 1.2)


def draw_marks(canvas: Canvas, marks: Sequence[Mark], page_height_mm: float) -> None:
    """Lines and rings in one stroke, then dots, bars and figures."""
    canvas.setStrokeGray(INK)
    canvas.setFillGray(INK)
    canvas.setLineWidth(MARK_WIDTH_MM * PT_PER_MM)
    if any(isinstance(mark, Figure) or (isinstance(mark, Line) and mark.halo) for mark in marks):
        _draw_halos(canvas, marks, page_height_mm)
    path, filled = canvas.beginPath(), canvas.beginPath()
    for mark in marks:
        if isinstance(mark, Line) and not mark.seam:
            path.moveTo(*_pt(mark.start, page_height_mm))
            path.lineTo(*_pt(mark.end, page_height_mm))
        elif isinstance(mark, Ring):
            path.circle(*_pt(mark.middle, page_height_mm), mark.radius_mm * PT_PER_MM)
        elif isinstance(mark, Dot):
            filled.circle(*_pt(mark.middle, page_height_mm), mark.radius_mm * PT_PER_MM)
    canvas.drawPath(path, stroke=1, fill=0)
    if any(isinstance(mark, Dot) for mark in marks):
        canvas.drawPath(filled, stroke=0, fill=1)
    seams = [mark for mark in marks if isinstance(mark, Line) and mark.seam]
    _draw_on_any_ground(canvas, seams, _SEAM_DASHES_MM, page_height_mm)
    draw_bars(canvas, [mark for mark in marks if isinstance(mark, Bar)], page_height_mm)
    for mark in marks:
        if isinstance(mark, Figure):
            _draw_figure(canvas, mark, page_height_mm)


def _draw_on_any_ground(
    canvas: Canvas, lines: Sequence[Line], dashes_mm: tuple[float, float], page_height_mm: float
) -> None:
    """Dashes in the ink that is set over white of the same width: one of both shows anywhere."""
    if not lines:
        return
    path = canvas.beginPath()
    for line in lines:
        path.moveTo(*_pt(line.start, page_height_mm))
        path.lineTo(*_pt(line.end, page_height_mm))
    canvas.saveState()
    canvas.setStrokeGray(1)
    canvas.drawPath(path, stroke=1, fill=0)
    canvas.restoreState()
    canvas.saveState()
    canvas.setDash([length * PT_PER_MM for length in dashes_mm])
    canvas.drawPath(path, stroke=1, fill=0)
    canvas.restoreState()


def _draw_halos(canvas: Canvas, marks: Sequence[Mark], page_height_mm: float) -> None:
    """White under figures and under the lines that may lie on dark print."""
    canvas.saveState()
    canvas.setFillGray(1)
    for mark in marks:
        if isinstance(mark, Figure):
            canvas.rect(*_corner_and_size(_ground(mark), page_height_mm), stroke=0, fill=1)
    canvas.setStrokeGray(1)
    canvas.setLineWidth(HALO_WIDTH_MM * PT_PER_MM)
    path = canvas.beginPath()
    haloed = [mark for mark in marks if isinstance(mark, Line) and mark.halo]
    for line in haloed:
        path.moveTo(*_pt(line.start, page_height_mm))
        path.lineTo(*_pt(line.end, page_height_mm))
    if haloed:
        canvas.drawPath(path, stroke=1, fill=0)
    canvas.restoreState()


def _ground(figure: Figure) -> Rect:
    """The box of a figure's letters, and a little more."""
    size_pt = figure.height_mm / _FIGURE_EM * PT_PER_MM
    width_mm = pdfmetrics.stringWidth(figure.text, FONT, size_pt) / PT_PER_MM
    high_mm = figure.height_mm
    if figure.turn_deg:
        width_mm, high_mm = high_mm, width_mm
    corner_x, corner_y = figure.at.x_mm - width_mm / 2, figure.at.y_mm - high_mm / 2
    return Rect(corner_x, corner_y, width_mm, high_mm).grown(_GROUND_MM)


def draw_bars(canvas: Canvas, bars: Sequence[Bar], page_height_mm: float) -> None:
    """Full black: a machine looks for them."""
    if not bars:
        return
    canvas.setFillGray(0)
    for bar in bars:
        canvas.rect(*_corner_and_size(bar.box, page_height_mm), stroke=0, fill=1)
    canvas.setFillGray(INK)


def draw_folds(canvas: Canvas, folds: Sequence[Line], size: Size) -> None:
    """Dashed, so that nobody takes them for cuts; where one meets the edge of the page, solid."""
    canvas.saveState()
    canvas.setStrokeGray(_FOLD_INK)
    canvas.setLineWidth(MARK_WIDTH_MM * PT_PER_MM)
    _draw_on_any_ground(canvas, folds, _FOLD_DASHES_MM, size.height_mm)
    for fold in folds:
        for here, there in ((fold.start, fold.end), (fold.end, fold.start)):
            if _at_edge(here, size):
                tip = _along(here, there, _FOLD_END_MM)
                canvas.line(*_pt(here, size.height_mm), *_pt(tip, size.height_mm))
    canvas.restoreState()


def draw_glue(canvas: Canvas, areas: Sequence[Rect], page_height_mm: float) -> None:
    """A thin dotted frame around what is to be glued."""
    canvas.saveState()
    canvas.setStrokeGray(_GLUE_INK)
    canvas.setLineWidth(_GLUE_WIDTH_MM * PT_PER_MM)
    canvas.setDash([length * PT_PER_MM for length in _GLUE_DOTS_MM])
    for area in areas:
        canvas.rect(*_corner_and_size(area, page_height_mm), stroke=1, fill=0)
    canvas.restoreState()


def _draw_figure(canvas: Canvas, figure: Figure, page_height_mm: float) -> None:
    """Letters with the middle of their height and of their width at one place."""
    canvas.setFont(FONT, figure.height_mm / _FIGURE_EM * PT_PER_MM)
    x_pt, y_pt = _pt(figure.at, page_height_mm)
    drop_pt = figure.height_mm / 2 * PT_PER_MM
    if not figure.turn_deg:
        canvas.drawCentredString(x_pt, y_pt - drop_pt, figure.text)
        return
    canvas.saveState()
    canvas.translate(x_pt, y_pt)
    canvas.rotate(-figure.turn_deg)
    canvas.drawCentredString(0, -drop_pt, figure.text)
    canvas.restoreState()


def _at_edge(at: Point, size: Size) -> bool:
    inside = Rect(0, 0, size.width_mm, size.height_mm).grown(-_NEAR_EDGE_MM)
    return not inside.contains(Rect(at.x_mm, at.y_mm, 0, 0))


def _along(here: Point, there: Point, by_mm: float) -> Point:
    dx, dy = there.x_mm - here.x_mm, there.y_mm - here.y_mm
    share = by_mm / max((dx * dx + dy * dy) ** 0.5, by_mm)
    return Point(here.x_mm + dx * share, here.y_mm + dy * share)


def _corner_and_size(box: Rect, page_height_mm: float) -> tuple[float, float, float, float]:
    """The lower left corner, width and height in points."""
    x_pt, y_pt = _pt(Point(box.x_mm, box.bottom_mm), page_height_mm)
    return x_pt, y_pt, box.width_mm * PT_PER_MM, box.height_mm * PT_PER_MM


def _pt(at: Point, page_height_mm: float) -> tuple[float, float]:
    return at.x_mm * PT_PER_MM, (page_height_mm - at.y_mm) * PT_PER_MM
