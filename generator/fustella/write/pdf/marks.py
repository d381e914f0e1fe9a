"""What is printed on a page besides faces and slug.

Marks show where to cut, folds where to fold, dotted frames where to glue, and bars are found by the
camera of a cutting machine. Cut lines and safe zones are guides that a viewer may switch on.
"""

from collections.abc import Iterable, Mapping, Sequence

from fustella.core.cutpaths import Arc, CutPath, cut_paths, outline_way, to_page
from fustella.core.geometry import Outline, Point, Rect, Shape
from fustella.core.model import Face, FaceId
from fustella.core.outlines import is_curve
from fustella.core.polygons import grown
from fustella.core.sheets import Bar, CutNumber, Dot, Line, Mark, Page, Placement, Ring
from fustella.core.units import PT_PER_MM
from fustella.write.pdf.canvas import MmCanvas, MmPath, text_width_mm
from fustella.write.pdf.forms import KAPPA
from fustella.write.pdf.slug import INK

MARK_WIDTH_MM = 0.2
"""A hairline: fine enough to cut along, wide enough for any printer."""

HALO_WIDTH_MM = 0.6
"""Narrower than the distance of marks from trims, so that no piece gets a white edge."""

CUT_COLOUR = (1.0, 0.0, 1.0)
"""Magenta, by which cutting software knows what is to be cut."""

SAFE_COLOUR = (0.0, 0.6, 0.9)
GUIDE_WIDTH_MM = 0.1

_SAFE_DASHES_MM = (1.0, 1.0)
_SEAM_DASHES_MM = (3.0, 1.0)

_FIGURE_EM = 0.65
"""The height of the figures of Source Sans Pro, in parts of the size of the text."""

_GROUND_MM = 0.2
"""How far the white under figures reaches beyond them."""

_FOLD_INK = 0.45
_FOLD_DASHES_MM = (2.0, 2.0)
_FOLD_END_MM = 4.0
_NEAR_EDGE_MM = 0.5

_GLUE_INK = 0.6
_GLUE_WIDTH_MM = 0.15
_GLUE_DOTS_MM = (0.3, 1.2)


def draw_marks(canvas: MmCanvas, marks: Sequence[Mark]) -> None:
    """Lines and rings in one stroke, then dots, seams, bars and figures."""
    canvas.pdf.setStrokeGray(INK)
    canvas.pdf.setFillGray(INK)
    canvas.set_line_width(MARK_WIDTH_MM)
    if any(isinstance(mark, CutNumber) or (isinstance(mark, Line) and mark.halo) for mark in marks):
        _draw_halos(canvas, marks)
    stroked, filled = canvas.path(), canvas.path()
    for mark in marks:
        if isinstance(mark, Line) and not mark.seam:
            stroked.line(mark.start, mark.end)
        elif isinstance(mark, Ring):
            stroked.circle(mark.middle, mark.radius_mm)
        elif isinstance(mark, Dot):
            filled.circle(mark.middle, mark.radius_mm)
    canvas.draw(stroked)
    if any(isinstance(mark, Dot) for mark in marks):
        canvas.draw(filled, filled=True)
    seams = [mark for mark in marks if isinstance(mark, Line) and mark.seam]
    _draw_on_any_ground(canvas, seams, _SEAM_DASHES_MM)
    draw_bars(canvas, [mark for mark in marks if isinstance(mark, Bar)])
    for mark in marks:
        if isinstance(mark, CutNumber):
            _draw_figure(canvas, mark)


def draw_bars(canvas: MmCanvas, bars: Sequence[Bar]) -> None:
    """Full black: a machine looks for them."""
    if not bars:
        return
    canvas.pdf.setFillGray(0)
    for bar in bars:
        canvas.rect(bar.box, filled=True)
    canvas.pdf.setFillGray(INK)


def draw_folds(canvas: MmCanvas, folds: Sequence[Line]) -> None:
    """Dashed, so that nobody takes them for cuts; solid where they meet the edge of the page."""
    size = canvas.size
    inside = Rect(0, 0, size.width_mm, size.height_mm).grown(-_NEAR_EDGE_MM)
    with canvas.saved():
        canvas.pdf.setStrokeGray(_FOLD_INK)
        canvas.set_line_width(MARK_WIDTH_MM)
        _draw_on_any_ground(canvas, folds, _FOLD_DASHES_MM)
        for fold in folds:
            for here, there in ((fold.start, fold.end), (fold.end, fold.start)):
                if not inside.contains(Rect(here.x_mm, here.y_mm, 0, 0)):
                    canvas.line(here, _along(here, there, _FOLD_END_MM))


def draw_glue(canvas: MmCanvas, areas: Sequence[Rect]) -> None:
    """A thin dotted frame around what is to be glued."""
    with canvas.saved():
        canvas.pdf.setStrokeGray(_GLUE_INK)
        canvas.set_line_width(_GLUE_WIDTH_MM)
        canvas.set_dashes(*_GLUE_DOTS_MM)
        for area in areas:
            canvas.rect(area)


def draw_cut_lines(canvas: MmCanvas, page: Page) -> None:
    """The trims of a page, each shared edge once."""
    with canvas.saved():
        canvas.pdf.setStrokeColorRGB(*CUT_COLOUR)
        canvas.set_line_width(GUIDE_WIDTH_MM)
        _stroke(canvas, cut_paths(page.trims))


def has_safe_zones(page: Page, safe_mm: Mapping[str, float]) -> bool:
    return any(safe_mm.get(placed.face.piece, 0) > 0 for placed in page.placements)


def draw_safe_zones(
    canvas: MmCanvas, page: Page, faces: Mapping[FaceId, Face], safe_mm: Mapping[str, float]
) -> None:
    """The trim of each piece with a safe zone, and the zone's border dashed.

    Only pieces that are shown whole and at their own size have these guides.
    """
    guided = [
        placed
        for placed in page.placements
        if placed.window is None and placed.scale == 1 and safe_mm.get(placed.face.piece, 0) > 0
    ]
    with canvas.saved():
        canvas.pdf.setStrokeColorRGB(*SAFE_COLOUR)
        canvas.set_line_width(GUIDE_WIDTH_MM)
        _stroke(canvas, (_inset(placed, faces[placed.face], 0) for placed in guided))
        canvas.set_dashes(*_SAFE_DASHES_MM)
        zones = (
            _inset(placed, faces[placed.face], safe_mm[placed.face.piece]) for placed in guided
        )
        _stroke(canvas, zones)


def _draw_halos(canvas: MmCanvas, marks: Sequence[Mark]) -> None:
    """White under figures and under the lines that may lie on dark print."""
    with canvas.saved():
        canvas.pdf.setFillGray(1)
        for mark in marks:
            if isinstance(mark, CutNumber):
                canvas.rect(_ground(mark), filled=True)
        canvas.pdf.setStrokeGray(1)
        canvas.set_line_width(HALO_WIDTH_MM)
        haloed = [mark for mark in marks if isinstance(mark, Line) and mark.halo]
        if haloed:
            path = canvas.path()
            for line in haloed:
                path.line(line.start, line.end)
            canvas.draw(path)


def _ground(figure: CutNumber) -> Rect:
    """The box of a figure's letters, and a little more."""
    width_mm = text_width_mm(figure.text, _figure_size_pt(figure))
    height_mm = figure.height_mm
    if figure.turn_deg:
        width_mm, height_mm = height_mm, width_mm
    x_mm, y_mm = figure.at.x_mm - width_mm / 2, figure.at.y_mm - height_mm / 2
    return Rect(x_mm, y_mm, width_mm, height_mm).grown(_GROUND_MM)


def _draw_figure(canvas: MmCanvas, figure: CutNumber) -> None:
    """Letters with the middle of their height and of their width at one point."""
    canvas.set_font_size(_figure_size_pt(figure))
    drop_mm = figure.height_mm / 2
    if not figure.turn_deg:
        canvas.centred_text(figure.at.moved(0, drop_mm), figure.text)
        return
    with canvas.at(figure.at, figure.turn_deg) as turned:
        turned.centred_text(Point(0, drop_mm), figure.text)


def _figure_size_pt(figure: CutNumber) -> float:
    return figure.height_mm / _FIGURE_EM * PT_PER_MM


def _draw_on_any_ground(
    canvas: MmCanvas, lines: Sequence[Line], dashes_mm: tuple[float, float]
) -> None:
    """Dashes in the current ink over white lines of the same width: they show on any colour."""
    if not lines:
        return
    path = canvas.path()
    for before, line in zip((None, *lines), lines, strict=False):
        if before is None or not _runs_on(before, line):
            path.move_to(line.start)
        path.line_to(line.end)
    with canvas.saved():
        canvas.pdf.setStrokeGray(1)
        canvas.draw(path)
    with canvas.saved():
        canvas.set_dashes(*dashes_mm)
        canvas.draw(path)


def _runs_on(before: Line, line: Line) -> bool:
    """Whether dashes run on, as along a curve, and do not begin anew, as at a corner.

    They begin anew with each of two straight cuts that lie in one line, too.
    """
    start, here, end = before.start, line.start, line.end
    in_line = start.x_mm == here.x_mm == end.x_mm or start.y_mm == here.y_mm == end.y_mm
    return before.end == here and not in_line and is_curve(start, here, end)


def _along(here: Point, there: Point, by_mm: float) -> Point:
    """The point `by_mm` from `here` towards `there`, or `there` itself when it is nearer."""
    dx, dy = there.x_mm - here.x_mm, there.y_mm - here.y_mm
    share = by_mm / max((dx * dx + dy * dy) ** 0.5, by_mm)
    return Point(here.x_mm + dx * share, here.y_mm + dy * share)


def _inset(placed: Placement, face: Face, within_mm: float) -> CutPath:
    """The outline of a placed face with all its sides moved in."""
    outline, box = face.outline, placed.box
    inner = box.grown(-within_mm)
    if outline.shape in (Shape.HEXAGON, Shape.POLYGON):
        corners = [to_page(at, outline.size, placed.turn_deg, box) for at in outline.corners()]
        return outline_way(outline, inner, grown(corners, -within_mm), own=True)
    radius_mm = max(0.0, outline.corner_radius_mm - within_mm)
    return outline_way(Outline(outline.shape, inner.size, radius_mm), inner, inner.corners())


def _stroke(canvas: MmCanvas, ways: Iterable[CutPath]) -> None:
    path = canvas.path()
    for way in ways:
        if isinstance(way, Ring):
            path.circle(way.middle, way.radius_mm)
            continue
        path.move_to(way.segments[0].start)
        last = len(way.segments) - 1
        for at, segment in enumerate(way.segments):
            if isinstance(segment, Arc):
                _add_arc(path, segment)
            elif at < last or not way.closed:
                path.line_to(segment.end)
        if way.closed:
            path.close()
    canvas.draw(path)


def _add_arc(path: MmPath, arc: Arc) -> None:
    """A quarter circle: its control points lie on the tangents at its ends, which meet in `tip`."""
    start, end, middle = arc.start, arc.end, arc.middle
    tip = Point(start.x_mm + end.x_mm - middle.x_mm, start.y_mm + end.y_mm - middle.y_mm)
    first, second = (
        Point(at.x_mm + (tip.x_mm - at.x_mm) * KAPPA, at.y_mm + (tip.y_mm - at.y_mm) * KAPPA)
        for at in (start, end)
    )
    path.curve_to(first, second, end)
