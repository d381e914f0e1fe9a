"""Draws everything on a page besides faces and slug.

Marks show where to cut, folds where to fold, and dotted frames where to glue; the camera of a
cutting machine finds bars. Cut lines and safe zones are guides that a viewer may switch on.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.cutpaths import CutPath, cut_paths, outline_way, to_page
from fustella.core.geometry.outlines import is_curve
from fustella.core.geometry.polygons import grown
from fustella.core.geometry.shapes import Outline, Point, Rect
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.model import Face, FaceId
from fustella.core.values.sheets import Bar, CutNumber, Dot, Line, Mark, Page, Ring, Trim
from fustella.write.pdf.drawing import PdfDrawing
from fustella.write.pdf.font import text_width_mm
from fustella.write.pdf.slug import INK
from fustella.write.pdf.ways import add_ways

MARK_WIDTH_MM = 0.2
"""The width of marks: fine enough to cut along, wide enough for any printer."""

HALO_WIDTH_MM = 0.6
"""The width of white lines under marks: less than the distance of marks from trims."""

CUT_COLOUR = (1.0, 0.0, 1.0)
"""The colour of cut lines, magenta, by which cutting software knows what to cut."""

SAFE_COLOUR = (0.0, 0.6, 0.9)
GUIDE_WIDTH_MM = 0.1

_SAFE_DASHES_MM = (1.0, 1.0)
_SEAM_DASHES_MM = (3.0, 1.0)

_FIGURE_EM = 0.65
"""The height of the figures of Source Sans Pro, as a share of the size of the text."""

_GROUND_MM = 0.2
"""The distance by which the white under figures reaches beyond them."""

_FOLD_INK = 0.45
_FOLD_DASHES_MM = (2.0, 2.0)
_FOLD_END_MM = 4.0
_NEAR_EDGE_MM = 0.5

_GLUE_INK = 0.6
_GLUE_WIDTH_MM = 0.15
_GLUE_DOTS_MM = (0.3, 1.2)


def draw_marks(drawing: PdfDrawing, marks: Sequence[Mark]) -> None:
    """Draws lines and rings in one stroke, then dots, seams, bars and figures."""
    drawing.stroke_grey(INK)
    drawing.fill_grey(INK)
    drawing.line_width(MARK_WIDTH_MM)
    _draw_halos(drawing, marks)
    lines = [mark for mark in marks if isinstance(mark, Line)]
    rings = [mark for mark in marks if isinstance(mark, Ring)]
    for line in lines:
        if not line.seam:
            drawing.line(line.start, line.end)
    for ring in rings:
        drawing.circle(ring.middle, ring.radius_mm)
    drawing.stroke()
    dots = [mark for mark in marks if isinstance(mark, Dot)]
    for dot in dots:
        drawing.circle(dot.middle, dot.radius_mm)
    drawing.fill()
    _draw_on_any_ground(drawing, [line for line in lines if line.seam], _SEAM_DASHES_MM)
    draw_bars(drawing, [mark for mark in marks if isinstance(mark, Bar)])
    for mark in marks:
        if isinstance(mark, CutNumber):
            _draw_figure(drawing, mark)


def draw_bars(drawing: PdfDrawing, bars: Sequence[Bar]) -> None:
    """Draws registration bars in full black, because a machine looks for them."""
    if not bars:
        return
    drawing.fill_grey(0)
    for bar in bars:
        drawing.rect(bar.box)
        drawing.fill()
    drawing.fill_grey(INK)


def draw_folds(drawing: PdfDrawing, folds: Sequence[Line]) -> None:
    """Draws folds dashed, unlike cuts; they are solid where they meet the edge of the page."""
    size = drawing.size
    inside = Rect(0, 0, size.width_mm, size.height_mm).grown(-_NEAR_EDGE_MM)
    with drawing.saved():
        drawing.stroke_grey(_FOLD_INK)
        drawing.line_width(MARK_WIDTH_MM)
        _draw_on_any_ground(drawing, folds, _FOLD_DASHES_MM)
        for fold in folds:
            for here, there in ((fold.start, fold.end), (fold.end, fold.start)):
                if not inside.contains(Rect(here.x_mm, here.y_mm, 0, 0)):
                    drawing.line(here, _point_along(here, there, _FOLD_END_MM))
                    drawing.stroke()


def draw_glue(drawing: PdfDrawing, areas: Sequence[Rect], printable: Rect) -> None:
    """Draws a thin dotted frame around the area for glue, except in the margins of the paper.

    The frame runs outside of the pieces, so it lies in a margin where pieces begin at that margin.
    """
    with drawing.saved():
        if not all(printable.contains(area.grown(_GLUE_WIDTH_MM / 2)) for area in areas):
            drawing.rect(printable)
            drawing.clip()
        drawing.stroke_grey(_GLUE_INK)
        drawing.line_width(_GLUE_WIDTH_MM)
        drawing.dashes(*_GLUE_DOTS_MM)
        for area in areas:
            drawing.rect(area)
            drawing.stroke()


def draw_cut_lines(drawing: PdfDrawing, trims: Sequence[Trim]) -> None:
    """Draws the trims of a page, each shared edge once."""
    with drawing.saved():
        drawing.stroke_rgb(*CUT_COLOUR)
        drawing.line_width(GUIDE_WIDTH_MM)
        _stroke(drawing, cut_paths(trims))


class PlacedSafeZone(Struct, frozen=True):
    """A piece with a safe zone: its trim on the page, and the distance from there to the zone."""

    outline: Outline
    box: Rect
    turn_deg: int
    safe_mm: float


def safe_zones(
    page: Page, faces: Mapping[FaceId, Face], safe_mm: Mapping[str, float]
) -> tuple[PlacedSafeZone, ...]:
    """The safe zones of the pieces on a page; `safe_mm` is by piece.

    Only pieces that are shown whole and at their own size have these guides.
    """
    return tuple(
        PlacedSafeZone(faces[placed.face].outline, placed.box, placed.turn_deg, within_mm)
        for placed in page.placements
        if placed.window is None
        and placed.scale == 1
        and (within_mm := safe_mm.get(placed.face.piece, 0)) > 0
    )


def draw_safe_zones(drawing: PdfDrawing, zones: Sequence[PlacedSafeZone]) -> None:
    """Draws the trim of each piece with a safe zone, and the zone's border dashed."""
    with drawing.saved():
        drawing.stroke_rgb(*SAFE_COLOUR)
        drawing.line_width(GUIDE_WIDTH_MM)
        _stroke(drawing, (_inset_outline(zone, 0) for zone in zones))
        drawing.dashes(*_SAFE_DASHES_MM)
        _stroke(drawing, (_inset_outline(zone, zone.safe_mm) for zone in zones))


def _draw_halos(drawing: PdfDrawing, marks: Sequence[Mark]) -> None:
    """Draws white under figures and under lines that may lie on dark print."""
    figures = [mark for mark in marks if isinstance(mark, CutNumber)]
    haloed = [mark for mark in marks if isinstance(mark, Line) and mark.halo]
    if not (figures or haloed):
        return
    with drawing.saved():
        drawing.fill_grey(1)
        for figure in figures:
            drawing.rect(_ground(figure))
            drawing.fill()
        drawing.stroke_grey(1)
        drawing.line_width(HALO_WIDTH_MM)
        for line in haloed:
            drawing.line(line.start, line.end)
        drawing.stroke()


def _ground(figure: CutNumber) -> Rect:
    """The box of a figure's letters, a little enlarged."""
    width_mm = text_width_mm(figure.text, _figure_size_pt(figure))
    height_mm = figure.height_mm
    if figure.turn_deg:
        width_mm, height_mm = height_mm, width_mm
    x_mm, y_mm = figure.at.x_mm - width_mm / 2, figure.at.y_mm - height_mm / 2
    return Rect(x_mm, y_mm, width_mm, height_mm).grown(_GROUND_MM)


def _draw_figure(drawing: PdfDrawing, figure: CutNumber) -> None:
    """Writes a figure with its middle, across and down, at the figure's point."""
    drop_mm = figure.height_mm / 2
    down = (-drop_mm, 0) if figure.turn_deg else (0, drop_mm)
    size_pt = _figure_size_pt(figure)
    drawing.centred_text(figure.at.moved(*down), figure.text, size_pt, figure.turn_deg)


def _figure_size_pt(figure: CutNumber) -> float:
    return figure.height_mm / _FIGURE_EM * PT_PER_MM


def _draw_on_any_ground(
    drawing: PdfDrawing, lines: Sequence[Line], dashes_mm: tuple[float, float]
) -> None:
    """Draws dashes in the current ink over equally wide white lines, to show on any colour."""
    with drawing.saved():
        drawing.stroke_grey(1)
        _stroke_running(drawing, lines)
    with drawing.saved():
        drawing.dashes(*dashes_mm)
        _stroke_running(drawing, lines)


def _stroke_running(drawing: PdfDrawing, lines: Sequence[Line]) -> None:
    for before, line in zip((None, *lines), lines, strict=False):
        if before is None or not _runs_on(before, line):
            drawing.move_to(line.start)
        drawing.line_to(line.end)
    drawing.stroke()


def _runs_on(before: Line, line: Line) -> bool:
    """Whether dashes continue from one line to the next, as along a curve.

    They begin anew at a corner, and at the next of two straight cuts that lie in one line.
    """
    start, here, end = before.start, line.start, line.end
    in_line = start.x_mm == here.x_mm == end.x_mm or start.y_mm == here.y_mm == end.y_mm
    return before.end == here and not in_line and is_curve(start, here, end)


def _point_along(here: Point, there: Point, by_mm: float) -> Point:
    """The point `by_mm` from `here` towards `there`, or `there` itself if it is nearer."""
    dx, dy = there.x_mm - here.x_mm, there.y_mm - here.y_mm
    share = by_mm / max((dx * dx + dy * dy) ** 0.5, by_mm)
    return Point(here.x_mm + dx * share, here.y_mm + dy * share)


def _inset_outline(zone: PlacedSafeZone, within_mm: float) -> CutPath:
    """The outline of a placed face with all sides moved in by `within_mm`."""
    outline, box = zone.outline, zone.box
    inner = box.grown(-within_mm)
    if not outline.fills_box:
        corners = [to_page(at, outline.size, zone.turn_deg, box) for at in outline.corners()]
        return outline_way(outline, inner, grown(corners, -within_mm), own=True)
    radius_mm = max(0.0, outline.corner_radius_mm - within_mm)
    return outline_way(replace(outline, corner_radius_mm=radius_mm), inner, inner.corners())


def _stroke(drawing: PdfDrawing, ways: Iterable[CutPath]) -> None:
    add_ways(drawing, ways)
    drawing.stroke()
