"""What is printed on a page besides faces and strip: where to cut, fold, glue, and register.

What a viewer may switch on over a page: the ways of a blade, and how far from it texts stay.
"""

from collections.abc import Iterable, Mapping, Sequence

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from fustella.core.cutpaths import Arc, CutPath, cut_paths, outline_way, to_page
from fustella.core.geometry import Outline, Point, Rect, Shape, Size
from fustella.core.model import Face, FaceId
from fustella.core.polygons import grown
from fustella.core.sheets import Bar, CutNumber, Dot, Line, Mark, Page, Placement, Ring
from fustella.core.units import PT_PER_MM
from fustella.write.pdf.forms import CIRCLE
from fustella.write.pdf.slug import FONT, INK

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
    if any(isinstance(mark, CutNumber) or (isinstance(mark, Line) and mark.halo) for mark in marks):
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
        if isinstance(mark, CutNumber):
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
        if isinstance(mark, CutNumber):
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


def _ground(figure: CutNumber) -> Rect:
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


def _draw_figure(canvas: Canvas, figure: CutNumber, page_height_mm: float) -> None:
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


CUT_COLOUR = (1.0, 0.0, 1.0)
"""Magenta, as cutting software expects what is to be cut."""

SAFE_COLOUR = (0.0, 0.6, 0.9)
WIDTH_MM = 0.1
_DASHES_MM = (1.0, 1.0)


def draw_cut_lines(canvas: Canvas, page: Page, page_height_mm: float) -> None:
    """The trims of a page, each shared edge once."""
    canvas.saveState()
    canvas.setStrokeColorRGB(*CUT_COLOUR)
    canvas.setLineWidth(WIDTH_MM * PT_PER_MM)
    _stroke(canvas, cut_paths(page.trims), page_height_mm)
    canvas.restoreState()


def draw_safe_zones(
    canvas: Canvas,
    page: Page,
    faces: Mapping[FaceId, Face],
    safe_mm: Mapping[str, float],
    page_height_mm: float,
) -> None:
    """The trim of each whole piece, and dashed how near to it texts may come."""
    guided = [
        placed
        for placed in page.placements
        if placed.window is None and placed.scale == 1 and safe_mm.get(placed.face.piece, 0) > 0
    ]
    canvas.saveState()
    canvas.setStrokeColorRGB(*SAFE_COLOUR)
    canvas.setLineWidth(WIDTH_MM * PT_PER_MM)
    _stroke(canvas, (_way(one, faces[one.face], 0) for one in guided), page_height_mm)
    canvas.setDash([length * PT_PER_MM for length in _DASHES_MM])
    inner = (_way(one, faces[one.face], safe_mm[one.face.piece]) for one in guided)
    _stroke(canvas, inner, page_height_mm)
    canvas.restoreState()


def has_safe_zones(page: Page, safe_mm: Mapping[str, float]) -> bool:
    """Whether any piece of a page keeps texts from its trim."""
    return any(safe_mm.get(placed.face.piece, 0) > 0 for placed in page.placements)


def _way(placed: Placement, face: Face, within_mm: float) -> CutPath:
    """The outline of a placed face, all its sides moved in."""
    outline, box = face.outline, placed.box
    inner = box.grown(-within_mm)
    if outline.shape in (Shape.HEXAGON, Shape.POLYGON):
        corners = [to_page(at, outline.size, placed.turn_deg, box) for at in outline.corners()]
        return outline_way(outline, inner, grown(corners, -within_mm), own=True)
    radius_mm = max(0.0, outline.corner_radius_mm - within_mm)
    form = Outline(outline.shape, inner.size, radius_mm)
    return outline_way(form, inner, _box_corners(inner))


def _box_corners(box: Rect) -> tuple[Point, ...]:
    return (
        Point(box.x_mm, box.y_mm),
        Point(box.right_mm, box.y_mm),
        Point(box.right_mm, box.bottom_mm),
        Point(box.x_mm, box.bottom_mm),
    )


def _stroke(canvas: Canvas, ways: Iterable[CutPath], page_height_mm: float) -> None:
    path = canvas.beginPath()
    for way in ways:
        if isinstance(way, Ring):
            x_pt, y_pt = _pt(way.middle, page_height_mm)
            path.circle(x_pt, y_pt, way.radius_mm * PT_PER_MM)
            continue
        path.moveTo(*_pt(way.segments[0].start, page_height_mm))
        last = len(way.segments) - 1
        for at, segment in enumerate(way.segments):
            if isinstance(segment, Arc):
                _arc(path, segment, page_height_mm)
            elif at < last or not way.closed:
                path.lineTo(*_pt(segment.end, page_height_mm))
        if way.closed:
            path.close()
    canvas.drawPath(path, stroke=1, fill=0)


def _arc(path: PDFPathObject, arc: Arc, page_height_mm: float) -> None:
    """A quarter circle: its control points lie on the tangents at its ends."""
    tip = Point(
        arc.start.x_mm + arc.end.x_mm - arc.middle.x_mm,
        arc.start.y_mm + arc.end.y_mm - arc.middle.y_mm,
    )
    one, two = (_towards(end, tip) for end in (arc.start, arc.end))
    path.curveTo(
        *_pt(one, page_height_mm), *_pt(two, page_height_mm), *_pt(arc.end, page_height_mm)
    )


def _towards(start: Point, tip: Point) -> Point:
    return Point(
        start.x_mm + (tip.x_mm - start.x_mm) * CIRCLE, start.y_mm + (tip.y_mm - start.y_mm) * CIRCLE
    )
