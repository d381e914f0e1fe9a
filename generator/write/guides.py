"""What a viewer may switch on over a page: the ways of a blade, and how far from it texts stay."""

from collections.abc import Iterable, Mapping

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from generator.geometry import Outline, Point, Rect, Shape
from generator.model import Face, FaceId
from generator.paths import Arc, Way, cut_paths, laid, outline_way
from generator.polygons import grown
from generator.sheets import Page, Placement, Ring
from generator.units import PT_PER_MM
from generator.write.clip import CIRCLE

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


def _way(placed: Placement, face: Face, within_mm: float) -> Way:
    """The outline of a placed face, all its sides moved in."""
    outline, box = face.outline, placed.box
    inner = box.grown(-within_mm)
    if outline.shape in (Shape.HEXAGON, Shape.POLYGON):
        corners = [laid(at, outline.size, placed.turn_deg, box) for at in outline.corners()]
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


def _stroke(canvas: Canvas, ways: Iterable[Way], page_height_mm: float) -> None:
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


def _pt(at: Point, page_height_mm: float) -> tuple[float, float]:
    return at.x_mm * PT_PER_MM, (page_height_mm - at.y_mm) * PT_PER_MM
