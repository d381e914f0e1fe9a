"""Makes the marks that show where to cut, outside the pieces or exactly on their edges.

A cut that runs through the block has ticks at both ends around it, with its number in the order of
cuts, and small crosses wherever it meets other cuts on paper that belongs to no piece. Where the
margin of the paper leaves no room for a tick, the tick lies just inside the block. A cut that does
not run through has a line along it, unless only ticks or dots are wanted. Honeycombs and other
pieces that interlock have lines along their edges. The trim of round pieces is drawn, too. Parts of
boards have ticks at their corners, and triangles where the edge of a neighbouring part will lie.

Cuts are kept between builds, under a key of everything that they depend on.
"""

import json
import marshal
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.geometry.polygons import raster
from fustella.core.geometry.shapes import Outline, Point, Rect, Tiling
from fustella.core.values.paper import MarkStyle, Paper
from fustella.core.values.sheets import Bar, CutNumber, Dot, Line, Mark, Ring, Slug
from fustella.impose.layout import Cutting, Layout, Position, extent_of
from fustella.impose.marks.cut_order import Order, StraightCut, cut_order
from fustella.impose.marks.edges import (
    Rim,
    curved_corners,
    cut_box,
    edges,
    edges_in_turn,
    edges_inside_boxes,
    inner_edges,
    rings,
)
from fustella.impose.marks.frame import INWARD_TICK_MM, End, Frame, along, frame_of
from fustella.impose.marks.inner import inner_dots, inner_ticks, outward_ticks
from fustella.impose.marks.numbers import numbers

_DEEPEST_NUMBERED = 1
"""The depth up to which cuts are numbered: cuts of the whole sheet, and of its strips.

Numbers of later cuts would appear among these in no visible order.
"""


class Cuts(Struct, frozen=True):
    """The marks of a sheet, and the number of straight cuts that free its pieces.

    The number is the sum of three. In the guillotine order, a line through parts that lie on each
    other is one cut. Along pieces that interlock, edges that touch end to end in one line are one
    cut. Then come the cuts that free hexagons and polygons from their boxes. A curve is one cut,
    and so is a hole or a slit.
    """

    marks: tuple[Mark, ...]
    count: int


_CORNER_DOT_MM = 0.1
"""The radius of a dot that replaces a tick at the end of an edge."""


class _CutPlan(Struct, frozen=True):
    """The cuts of a sheet: straight ones in order, along interlocking edges, and in single boxes.

    The outlines of `nets` and other polygons are drawn whole, because ticks alone do not show their
    flaps. Where there is print on both sides of an outline, as in a hole or with bleed, it is drawn
    so that it shows on any colour.
    """

    order: Order
    edges: tuple[Line, ...]
    corners: tuple[Line, ...]
    nets: tuple[Line, ...]
    block: Rect
    count: int


def cuts_of(
    layout: Layout,
    paper: Paper,
    slug: Slug,
    style: MarkStyle = MarkStyle.AUTO,
) -> Cuts:
    """The marks and the count of cuts for a layout that has its place on the page."""
    frame = frame_of(layout, paper, slug)
    if len(layout.positions) == 1 and (layout.positions[0].window or layout.positions[0].path):
        return _cuts_of_part(layout, frame, style)
    plan = _plan(layout, paper)
    marks = () if style is MarkStyle.NONE else tuple(_marks(layout.positions, plan, frame, style))
    return Cuts((*marks, *layout.joints), plan.count)


def _plan(layout: Layout, paper: Paper) -> _CutPlan:
    positions = layout.positions
    boxes = [cut_box(position) for position in positions]
    if layout.cutting is Cutting.EDGES and all(map(_is_hexagon, positions)):
        # A honeycomb counts as interlocked even if it is a single row, or one piece.
        order = Order((), (tuple(range(len(positions))),))
    else:
        order = cut_order(boxes, Rect(0, 0, paper.size.width_mm, paper.size.height_mm))
    rims = [Rim(position) for position in positions]
    held = {i for group in order.left for i in group}
    freed = [rim for i, rim in enumerate(rims) if i not in held]
    locked = [rims[i] for i in sorted(held)]
    polygons = [rim for rim in rims if _is_polygon(rim.position)]
    printed = edges_in_turn(rim for rim in polygons if rim.position.item.bleed_mm > 0)
    nets = (
        *edges(rim for rim in polygons if rim.position.item.bleed_mm <= 0),
        *(replace(line, seam=True) for line in (*printed, *inner_edges(positions))),
    )
    everywhere = edges(locked)
    along = edges(rim for rim in locked if not _is_polygon(rim.position)) if nets else everywhere
    cut_inside = sum(len(it.item.outline.holes) + len(it.item.outline.slits) for it in positions)
    corners = edges_inside_boxes(rim for rim in freed if _is_hexagon(rim.position))
    freed_polygons = [rim for rim in freed if _is_polygon(rim.position)]
    inside = (*corners, *edges_inside_boxes(freed_polygons))
    curves = curved_corners((rim for rim in locked if _is_polygon(rim.position)), False)
    curves += curved_corners(freed_polygons, inside_boxes=True)
    count = order.count + len(everywhere) + len(inside) - curves + cut_inside
    return _CutPlan(order, along, corners, nets, extent_of(boxes), count)


def _is_hexagon(position: Position) -> bool:
    return position.item.outline.tiling is Tiling.HONEYCOMB


def _is_polygon(position: Position) -> bool:
    return position.item.outline.tiling is Tiling.NESTED


def _marks(
    positions: Sequence[Position], plan: _CutPlan, frame: Frame, style: MarkStyle
) -> Iterator[Mark]:
    cuts = plan.order.cuts
    marked = _margin_marks(cuts, plan.block, frame, style)
    yield from marked.values()
    if style is MarkStyle.DOTS:
        yield from inner_dots(cuts, positions, plan.block, frame.limits)
        within = frame.limits.grown(-_CORNER_DOT_MM)
        ticks = outward_ticks((*plan.edges, *plan.corners), positions, within)
        yield from (Dot(tick.start, _CORNER_DOT_MM) for tick in ticks)
    else:
        lined = [cut for cut in cuts if _is_lined(cut, style)]
        yield from (_part_inside(cut.line, plan.block) for cut in lined)
        ticked = [cut for cut in cuts if not _is_lined(cut, style)]
        yield from _inward_ticks(ticked, marked, plan.block, frame)
        yield from inner_ticks(ticked, positions, plan.block)
        if style is MarkStyle.TICKS:
            yield from outward_ticks(plan.edges, positions, frame.limits)
        else:
            yield from (replace(line, seam=True) for line in plan.edges)
        yield from (replace(line, seam=True) for line in plan.corners)
    yield from plan.nets
    yield from rings(positions)
    if len(positions) > 1:
        yield from numbers(marked, frame)


def _margin_marks(
    cuts: Sequence[StraightCut], block: Rect, frame: Frame, style: MarkStyle
) -> dict[End, Line | Dot]:
    """The marks outside the block: a tick or a dot at each end of a cut where there is room."""
    marked: dict[End, Line | Dot] = {}
    for cut in cuts:
        for end in _ends(cut, frame, block):
            mark = frame.dot(end) if style is MarkStyle.DOTS else frame.tick(end)
            if mark is not None:
                marked[end] = mark
    return marked


def _ends(cut: StraightCut, frame: Frame, block: Rect) -> Iterator[End]:
    """The ends at which a cut leaves the block."""
    number = cut.number if cut.depth <= _DEEPEST_NUMBERED else 0
    return frame.ends(cut.line, number, block)


def _inward_ticks(
    cuts: Iterable[StraightCut], marked: Container[End], block: Rect, frame: Frame
) -> Iterator[Line]:
    """The ticks inside the block, at each end of a cut that has no mark outside."""
    for cut in cuts:
        line = _part_inside(cut.line, block)
        for end in _ends(cut, frame, block):
            if end not in marked:
                edge = line.end if sum(end.step) > 0 else line.start
                inner = along(edge, end.step, -INWARD_TICK_MM)
                yield Line(edge, inner, seam=True)


def _is_lined(cut: StraightCut, style: MarkStyle) -> bool:
    """Whether a cut is drawn as a line: always with LINES, with AUTO if it does not run through."""
    return style is MarkStyle.LINES or (style is MarkStyle.AUTO and cut.part > 0)


def _part_inside(line: Line, block: Rect) -> Line:
    """The section of a cut that lies in the block."""
    start, end = line.start, line.end
    return Line(
        Point(max(start.x_mm, block.x_mm), max(start.y_mm, block.y_mm)),
        Point(min(end.x_mm, block.right_mm), min(end.y_mm, block.bottom_mm)),
        seam=True,
    )


def _cuts_of_part(layout: Layout, frame: Frame, style: MarkStyle) -> Cuts:
    """The marks of a board's part: at the ends of its straight sides, and where neighbours meet."""
    position = layout.positions[0]
    count = len(position.path) or 4
    if style is MarkStyle.NONE:
        return Cuts(layout.joints, count)
    cuts = [
        StraightCut(line, number) for number, line in enumerate(_straight_sides(position), start=1)
    ]
    marks: list[Mark] = [*_margin_marks(cuts, position.box, frame, style).values()]
    if style is MarkStyle.LINES:
        marks += edges([Rim(position)])
    marks += (line for at in layout.seams for line in frame.triangle(at))
    return Cuts((*marks, *layout.joints), count)


def _straight_sides(position: Position) -> Iterator[Line]:
    """Yields those sides of a part's box that are also straight edges of the part."""
    corners = position.box.corners()
    own = {(raster(at.x_mm), raster(at.y_mm)) for at in position.path or corners}
    for first, last in ((0, 1), (3, 2), (0, 3), (1, 2)):
        ends = corners[first], corners[last]
        if all((raster(at.x_mm), raster(at.y_mm)) in own for at in ends):
            yield Line(*ends)


_MARSHAL_VERSION = 2
"""The last version of marshal's format in which equal values always become equal bytes."""


def made_from(layout: Layout, paper: Paper, slug: Slug, style: MarkStyle) -> bytes:
    """A key of everything that `cuts_of` depends on: equal keys mean equal cuts."""
    outlines: dict[Outline, int] = {}
    positions = tuple(
        (
            outlines.setdefault(position.item.outline, len(outlines)),
            position.item.bleed_mm,
            position.turn_deg,
            *_plain_rect(position.box),
            *_plain_rect(position.cell),
        )
        for position in layout.positions
    )
    parts = [
        (index, position.window, position.path)
        for index, position in enumerate(layout.positions)
        if position.window or position.path
    ]
    page = paper.size, paper.printable, slug, style
    whole = layout.extent, layout.cutting, layout.seams, layout.joints, parts, tuple(outlines)
    return marshal.dumps(("cuts", positions, repr((page, whole))), _MARSHAL_VERSION)


def to_bytes(cuts: Cuts) -> bytes:
    marks = [_plain_mark(mark) for mark in cuts.marks]
    return json.dumps((cuts.count, marks), separators=(",", ":")).encode()


def from_bytes(kept: bytes) -> Cuts | None:
    """The cuts that `to_bytes` wrote; None where they cannot be read."""
    try:
        count, marks = json.loads(kept)
        return Cuts(tuple(_MARKS[sort](*values) for sort, *values in marks), count)
    except (ValueError, TypeError, KeyError):  # written by another version in another format
        return None


def _plain_mark(mark: Mark) -> tuple[float | str, ...]:
    """A mark as plain values: its sort, then the arguments of its function in `_MARKS`."""
    match mark:
        case Line(start, end, halo, seam):
            return "line", start.x_mm, start.y_mm, end.x_mm, end.y_mm, halo, seam
        case CutNumber(at, text, height_mm, turn_deg):
            return "figure", at.x_mm, at.y_mm, text, height_mm, turn_deg
        case Ring(middle, radius_mm):
            return "ring", middle.x_mm, middle.y_mm, radius_mm
        case Dot(middle, radius_mm):
            return "dot", middle.x_mm, middle.y_mm, radius_mm
        case Bar(box):
            return "bar", *_plain_rect(box)


def _plain_rect(rect: Rect) -> tuple[float, float, float, float]:
    return rect.x_mm, rect.y_mm, rect.width_mm, rect.height_mm


_MARKS: Mapping[str, Callable[..., Mark]] = {
    "line": lambda x, y, to_x, to_y, *more: Line(Point(x, y), Point(to_x, to_y), *more),
    "figure": lambda x, y, *more: CutNumber(Point(x, y), *more),
    "ring": lambda x, y, radius_mm: Ring(Point(x, y), radius_mm),
    "dot": lambda x, y, radius_mm: Dot(Point(x, y), radius_mm),
    "bar": lambda *values: Bar(Rect(*values)),
}
