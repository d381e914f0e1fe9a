"""Cut files: the ways of a blade round the pieces of a sheet, as SVG and as DXF.

Both show the front page in its own millimetres, in three layers: CUT, FOLD and REGISTRATION. The
SVG has its origin at the top left, y down; the DXF at the bottom left, y up, as drawing programs
have it. Where pieces share an edge it is cut once. Equal sheets give equal bytes.
"""

import io
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import ezdxf
import svgwrite
from ezdxf import options  # type: ignore[attr-defined]
from ezdxf.document import Drawing
from ezdxf.layouts.layout import Modelspace
from svgwrite.extensions import Inkscape

from generator.geometry import Point, Rect, Size
from generator.model import SideName
from generator.paths import Arc, Path, Segment, Way, cut_paths
from generator.sheets import Line, Page, Ring, Sheet

CUT, FOLD, REGISTRATION = "CUT", "FOLD", "REGISTRATION"
LAYERS = (CUT, FOLD, REGISTRATION)
_SVG_COLOUR = {CUT: "#ff0000", FOLD: "#0000ff", REGISTRATION: "#000000"}
_DXF_COLOUR = {CUT: 1, FOLD: 5, REGISTRATION: 7}
"""Numbers among AutoCAD's colours: red, blue, and black on white."""
_SVG_LINE_MM = 0.1
_MM = 4
"""Millimetres, as the DXF header counts units ($INSUNITS)."""
_QUARTER_BULGE = -math.tan(math.pi / 8)
"""A quarter circle in a DXF polyline: the tangent of a quarter of its angle, negative where it runs
clockwise (DXF reference, LWPOLYLINE, group code 42)."""


def svg_bytes(sheet: Sheet) -> bytes:
    """The cut file of a sheet as SVG, in Inkscape's layers."""
    page, size = front_of(sheet), sheet.paper.size
    drawing = svgwrite.Drawing(
        size=(f"{_short(size.width_mm)}mm", f"{_short(size.height_mm)}mm"),
        viewBox=f"0 0 {_short(size.width_mm)} {_short(size.height_mm)}",
        debug=False,
    )
    inkscape = Inkscape(drawing)
    for name in LAYERS:
        layer = inkscape.layer(label=name, id=name)
        layer.update({"fill": "none", "stroke": _SVG_COLOUR[name], "stroke-width": _SVG_LINE_MM})
        drawing.add(layer)
        for way in _ways(page, name):
            if isinstance(way, Ring):
                middle = (_short(way.middle.x_mm), _short(way.middle.y_mm))
                layer.add(drawing.circle(middle, _short(way.radius_mm)))
            else:
                layer.add(drawing.path(_steps(way)))
    text = io.StringIO()
    drawing.write(text, pretty=True)
    return text.getvalue().encode()


def dxf_bytes(sheet: Sheet) -> bytes:
    """The cut file of a sheet as DXF R2010 (AC1024), units millimetres."""
    with _fixed_metadata():
        document = _document(sheet)
        text = io.StringIO()
        document.write(text)
    return text.getvalue().encode()


def _document(sheet: Sheet) -> Drawing:
    page, size = front_of(sheet), sheet.paper.size
    document = ezdxf.new("R2010", units=_MM)  # type: ignore[attr-defined]
    document.header["$MEASUREMENT"] = 1
    space = document.modelspace()
    space.reset_extents((0, 0, 0), (size.width_mm, size.height_mm, 0))
    space.reset_limits((0, 0), (size.width_mm, size.height_mm))
    for name in LAYERS:
        document.layers.add(name, color=_DXF_COLOUR[name])
        for way in _ways(page, name):
            _add_to(space, way, name, size)
    return document


def front_of(sheet: Sheet) -> Page:
    """The page whose pieces are cut out; the other side needs no cutting of its own."""
    return next((page for page in sheet.pages if page.side is SideName.FRONT), sheet.pages[0])


def _ways(page: Page, layer: str) -> Iterator[Way]:
    """What belongs to a layer."""
    if layer == CUT:
        yield from cut_paths(page.trims)
    elif layer == FOLD:
        yield from (Path((fold,), closed=False) for fold in page.folds)
    else:
        yield from (_round_box(bar.box) for bar in page.registration)


def _round_box(box: Rect) -> Path:
    corners = (
        Point(box.x_mm, box.y_mm),
        Point(box.right_mm, box.y_mm),
        Point(box.right_mm, box.bottom_mm),
        Point(box.x_mm, box.bottom_mm),
    )
    return Path(tuple(map(Line, corners, (*corners[1:], corners[0]))), closed=True)


def _steps(path: Path) -> list[str]:
    """The commands of an SVG path; arcs run clockwise, which is the positive way with y down."""
    steps = [f"M{_pair(path.segments[0].start)}"]
    for segment in _drawn(path):
        if isinstance(segment, Arc):
            r_mm = _short(segment.radius_mm)
            steps.append(f"A{r_mm} {r_mm} 0 0 1 {_pair(segment.end)}")
        else:
            steps.append(f"L{_pair(segment.end)}")
    return [*steps, "Z"] if path.closed else steps


def _drawn(path: Path) -> Sequence[Segment]:
    """The segments that must be drawn: closing draws the last line of a closed path."""
    last = path.segments[-1]
    return path.segments[:-1] if path.closed and isinstance(last, Line) else path.segments


def _add_to(space: Modelspace, way: Way, layer: str, size: Size) -> None:
    """A circle, or a polyline whose round corners are arcs."""
    attributes = {"layer": layer}
    if isinstance(way, Ring):
        space.add_circle(_up(way.middle, size), way.radius_mm, dxfattribs=attributes)
        return
    points = [
        (*_up(segment.start, size), _QUARTER_BULGE if isinstance(segment, Arc) else 0.0)
        for segment in way.segments
    ]
    if not way.closed:
        points.append((*_up(way.segments[-1].end, size), 0.0))
    space.add_lwpolyline(points, format="xyb", close=way.closed, dxfattribs=attributes)


@contextmanager
def _fixed_metadata() -> Iterator[None]:
    """The library's own switch for files without times and random names.

    It is for the whole process, so it is put back.
    """
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before


def _up(at: Point, size: Size) -> tuple[float, float]:
    """The same place with the origin at the bottom left."""
    return _short(at.x_mm), _short(size.height_mm - at.y_mm)


def _pair(at: Point) -> str:
    return f"{_short(at.x_mm)},{_short(at.y_mm)}"


def _short(mm: float) -> float:
    """A tenth of a micrometre is more than any machine knows."""
    return round(mm, 4) + 0.0
